"""Files that are dropped on a page, without a browser."""
from surflab import files, toml
from surflab.notice import Notice
from surflab.surfs_up.session import SurfsUp


def drop(place, name: str, content: bytes) -> None:
    """Do what the browser does with a file that is dropped on the place."""
    place._handle_msg({"act": "file", "name": name, "content": content})


def taking(taken: list):
    """What takes files into a list."""
    def take(name, content):
        yield
        taken.append((name, content))

    return take


def test_each_file_is_taken_once_whatever_was_dropped_before():
    taken = []
    place = files.TextFile(taking(taken))
    for name in ("a.toml", "b.toml", "a.toml"):
        drop(place, name, name.encode())
    assert taken == [("a.toml", b"a.toml"), ("b.toml", b"b.toml"), ("a.toml", b"a.toml")]


def test_a_broken_record_after_a_good_one_is_told_of_and_changes_nothing():
    session = SurfsUp(seats=["Ana", "Ben"], bots={}, seed=7)
    page = files.Files(session, Notice())
    page._show(None)
    place = page.dialog.objects[-1]
    drop(place, "good.toml", session.dumps().encode())
    assert not page.dialog.open
    session.play("5", "3")
    before = session.moment
    page._show(None)
    drop(place, "broken.toml", b"surflab = 1\ngame = ")
    assert page.dialog.open and session.moment is before
    assert place.complaint.startswith("broken.toml") and not place.reading
    drop(place, "large.toml", b"#" * (toml.LIMIT + 1))
    assert place.complaint == "large.toml: is larger than 1 MiB"


def test_a_table_that_is_too_large_to_be_saved_is_told_of(monkeypatch):
    page, sent = files.Files(SurfsUp(seats=["Ana", "Ben"], bots={}), Notice()), []
    page._download._send_msg = sent.append
    page._save(None)
    assert sent.pop()["name"] == "table.toml"
    monkeypatch.setattr(toml, "LIMIT", 100)
    page._save(None)
    assert not sent and "cannot be saved: it would be larger" in page.notice.said
