"""Tables on the server's disk: nothing is lost, nobody else's file is touched, and what is too old or too much goes."""
import os
import stat
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surflab import SurfinCats, SurfsUp, keeping, slices
from surflab.keeping import Folder, Kept, KeepingError, Standing, Table, WrittenMeanwhile


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


@pytest.fixture
def game():
    game = SurfsUp(seats=["Ana", "Ben"], bots={"Ben": "reader"}, seed=5, title="Thursday")
    game.play("3")
    on_to_a_reveal(game)
    return game


def on_to_a_reveal(game):
    while game.legal("Ana")[0] != "0":
        game.play(game.legal("Ana")[0])


def save(table, session):
    """Write a table at once, on this thread; gives what `saved` is told."""
    told = []
    table.saved = told.append
    table._save(Standing.of(session))
    return told[-1]


def opened(folder, id, game=SurfsUp):
    """A session of its own with the table that was kept, as another server would open it."""
    content, version = folder.read(id)
    table, session = Table(folder, id, version, Kept.read(content)), game()
    table.kept.lay_on(session)
    return table, session


def test_ids_cannot_be_guessed_and_name_no_other_file():
    ids = {keeping.new_id() for _ in range(1000)}
    assert len(ids) == 1000 and all(map(keeping.is_id, ids))


@given(st.text(max_size=40))
def test_what_is_no_id_reaches_no_path(text):
    if not keeping.is_id(text):
        with pytest.raises(KeepingError):
            Folder("/nowhere").read(text)
    else:
        assert "/" not in text and "." not in text


@pytest.mark.parametrize("make", [
    lambda: SurfsUp(seats=["Ana", "Ben", "Cleo"], bots={"Ben": "reader", "Cleo": "saver"}, seed=5),
    lambda: SurfinCats(seats=["Ana", "Ben"], cats=["maria", "rufo"], bots={"Ben": "odds"}, seed=5)])
def test_a_table_comes_back_as_it_stood(folder, make):
    game = make()
    game.choose(game.to_choose[0], game.legal(game.to_choose[0])[0])
    game.step()
    game.branch("what if", "redealt", seed=3)
    game.note("here <b>it</b> turned")
    game.overlaid = ["main"]
    game.choose(game.to_choose[0], game.legal(game.to_choose[0])[-1])
    table = Table(folder)
    assert save(table, game) == "kept"
    _, again = opened(folder, table.id, type(game))
    assert again.dumps() == game.dumps()
    assert (again.line, again.choices, again.overlaid, again.bots) == (game.line, game.choices, ["main"], game.bots)
    assert again.moment.state["table"].tobytes() == game.moment.state["table"].tobytes()


def test_files_are_for_their_owner_alone(folder, game):
    table = Table(folder)
    save(table, game)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder.path / f"{table.id}.toml").stat().st_mode) == 0o600


def test_two_that_play_on_the_same_table_lose_nothing(folder, game):
    table = Table(folder)
    save(table, game)
    (mine, my_game), (theirs, their_game) = opened(folder, table.id), opened(folder, table.id)
    my_game.play("4")
    their_game.play("5")
    assert (save(mine, my_game), save(theirs, their_game)) == ("kept", "copied")
    assert theirs.id != mine.id == table.id
    assert opened(folder, mine.id)[1].dumps() == my_game.dumps()
    assert opened(folder, theirs.id)[1].dumps() == their_game.dumps()
    on_to_a_reveal(my_game)
    my_game.play("0")
    assert save(mine, my_game) == "kept"


def test_somebody_who_only_looks_around_makes_no_copy(folder, game):
    table = Table(folder)
    save(table, game)
    (mine, my_game), (theirs, their_game) = opened(folder, table.id), opened(folder, table.id)
    their_game.undo()
    assert save(theirs, their_game) == "kept"
    my_game.play("4")
    assert save(mine, my_game) == "kept" and mine.id == table.id
    their_game.redo()
    assert save(theirs, their_game) == "kept" and theirs.id == table.id
    assert opened(folder, table.id)[1].dumps() == my_game.dumps()


def test_an_older_version_is_never_written_over(folder):
    first = folder.write("a" * 22, "one\n", None)
    second = folder.write("a" * 22, "two\n", first)
    with pytest.raises(WrittenMeanwhile):
        folder.write("a" * 22, "three\n", first)
    assert folder.read("a" * 22) == (f"# kept by surflab, version {second}\ntwo\n".encode(), second)


@pytest.mark.parametrize("content", [b"", b"surflab = 1\n", b"\xff\xfe", b"# kept by surflab, version 0123456789abcdef\nsurfl"])
def test_a_damaged_or_foreign_file_is_named_and_left_alone(folder, content):
    folder._make()
    path = folder.path / ("b" * 22 + ".toml")
    path.write_bytes(content)
    with pytest.raises(KeepingError, match="left as it is"):
        Kept.read(folder.read("b" * 22)[0])
    with pytest.raises(WrittenMeanwhile):
        folder.write("b" * 22, "mine\n", None)
    assert path.read_bytes() == content


def test_a_link_in_the_folder_is_not_followed(folder, tmp_path):
    folder._make()
    (tmp_path / "secret").write_text("# kept by surflab, version 0123456789abcdef\n")
    (folder.path / ("c" * 22 + ".toml")).symlink_to(tmp_path / "secret")
    with pytest.raises(KeepingError, match="cannot be read"):
        folder.read("c" * 22)


def test_old_tables_go_and_then_the_oldest_beyond_the_limit(tmp_path):
    folder, now = Folder(tmp_path, days=30, most_bytes=3 * keeping.BLOCK), time.time()
    for number, days in enumerate([40, 5, 4, 3, 2]):
        folder.write(f"{number:022d}", "x\n", None)
        os.utime(folder.path / f"{number:022d}.toml", (now - days * 86400,) * 2)
    (folder.path / "notes.txt").write_text("somebody else's")
    folder.sweep(now=now)
    assert sorted(path.name for path in folder.path.glob("*.t*")) == ["0000000000000000000002.toml", "0000000000000000000003.toml",
                                                                     "0000000000000000000004.toml", "notes.txt"]


DAY = keeping.DAY


def used(folder, *days: float, now: float) -> list[str]:
    """The ids of tables that were last used so many days before now."""
    ids = [f"{number:022d}" for number in range(len(days))]
    folder._make()
    for id, ago in zip(ids, days, strict=True):
        path = folder.path / f"{id}.toml"
        path.write_text("# kept by surflab, version 0123456789abcdef\nx\n")
        os.utime(path, (now - ago * DAY,) * 2)
    return ids


def there(place) -> list[str]:
    return sorted(path.stem for path in place.glob("*.toml"))


@pytest.mark.parametrize("years", [1, 50, -50])
def test_a_clock_that_jumps_takes_no_table_along(folder, years):
    now = time.time()
    ids = used(folder, 0, 3, 10, 20, now=now)
    jumped = now + years * 365 * DAY
    os.utime(folder.path / f"{ids[0]}.toml", (jumped, jumped))  # somebody plays while the clock is wrong
    folder.sweep(now=jumped)
    folder.sweep(now=now)
    folder.sweep(now=jumped + DAY)
    assert there(folder.path) == ids and not there(folder.trash)


def test_a_time_to_come_makes_no_table_last_for_ever(folder):
    now = time.time()
    early, late = used(folder, -365, 0, now=now)
    folder.sweep(now=now)
    assert (folder.path / f"{early}.toml").stat().st_mtime == pytest.approx(now)
    for day in range(1, 33):  # the late one is played on every day
        os.utime(folder.path / f"{late}.toml", (now + day * DAY,) * 2)
        folder.sweep(now=now + day * DAY)
    assert there(folder.path) == [early, late], "a year's absence is a day's"


def test_weeks_without_anybody_count_as_a_day(folder):
    now = time.time()
    ids = used(folder, 100, 101, 129, now=now)
    folder.sweep(now=now)
    assert there(folder.path) == ids


def test_a_table_too_old_lies_in_the_trash_for_a_day_and_comes_back_when_it_is_opened(folder):
    now = time.time()
    ids = used(folder, *range(33), now=now)
    folder.sweep(now=now)
    assert there(folder.path) == ids[:31] and there(folder.trash) == ids[31:]
    assert stat.S_IMODE(folder.trash.stat().st_mode) == 0o700
    content, version = folder.read(ids[31])
    assert content.endswith(b"x\n") and folder.version(ids[31]) == version and there(folder.trash) == ids[32:]
    folder.sweep(now=now + 0.9 * DAY)
    assert there(folder.trash)
    folder.sweep(now=now + 1.1 * DAY)
    assert ids[32] not in there(folder.trash)
    with pytest.raises(KeepingError, match="not here"):
        folder.read(ids[32])


def test_the_trash_counts_to_the_limit_and_goes_first(tmp_path):
    folder, now = Folder(tmp_path, days=2, most_bytes=4 * keeping.BLOCK), time.time()
    ids = used(folder, 0, 1, 2, 3, 4, now=now)
    folder.sweep(now=now)
    assert there(folder.path) == ids[:3] and len(there(folder.trash)) == 1


def test_a_folder_that_cannot_be_written_is_told_and_play_goes_on(tmp_path, game):
    (tmp_path / "tables").write_text("a file where the folder should be")
    table = Table(Folder(tmp_path))
    assert "exists" in save(table, game).lower()
    game.play("0")


def test_a_kept_file_opens_as_a_record_too(folder, game):
    table = Table(folder)
    save(table, game)
    again = SurfsUp.load(folder.path / f"{table.id}.toml")
    assert again.moment.state["table"].tobytes() == game.moment.state["table"].tobytes()
    other = Table(folder)
    assert save(other, again) == "kept"
    assert opened(folder, other.id)[1].rounds == game.rounds


def test_the_writer_writes_the_latest_of_what_waits_and_flushes(folder, game):
    table, told = Table(folder), []
    table.saved = told.append
    for _ in range(5):
        table.save(Standing.of(game))
        game.play(game.legal("Ana")[0])
    table.save(Standing.of(game))
    keeping.WRITER.flush(table)
    assert set(told) == {"kept"} and len(told) <= 3
    assert opened(folder, table.id)[1].dumps() == game.dumps()


def test_a_table_on_a_page_of_this_server_is_not_played_again(folder, game, monkeypatch):
    table = Table(folder)
    table.save(Standing.of(game))
    keeping.WRITER.flush(table)
    monkeypatch.setattr(Kept, "read", None)  # reading the file would fail
    again = slices.run(keeping.reopening(folder, table.id))
    assert again.kept.record == table.kept.record and again is not table


def test_nothing_is_kept_where_the_environment_says_so(monkeypatch):
    monkeypatch.setenv("SURFLAB_STATE", "")
    assert keeping.state_folder() is None


def test_a_user_without_a_home_keeps_nothing(monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    for name in ("SURFLAB_STATE", "XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(keeping.Path, "home", no_home)
    assert keeping.state_folder() is None
