"""Records of Surf's Up!: what a file may say, what is said about a file that may not be, and that nothing gets lost."""
import datetime
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surflab import records, toml
from surflab.moments import MAIN, MOST_LINES
from surflab.records import RecordError
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.record import Record
from surflab.surfs_up.session import SurfsUp

from ..mutations import garbled, mutated
from ..tables import differences_of_lines
from .playing import NAMES, small_cards

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs" / "surfs_up"
LINES = PLAYTHROUGHS / "lines.toml"
OCEAN = ["orange 1", "teal 4", "purple 7", "bluebottle", "orange 2"]
BEACH = ["orange +1", "energy 4", "teal +1", "energy 2", "purple +1"]

pytestmark = pytest.mark.usefixtures("engine")


def written(*rounds: dict, **keys) -> dict:
    """A record of three surfers and a small card set whose decks begin as OCEAN and BEACH."""
    data = {"surflab": 1, "game": "surfs-up", "players": ["Ana", "Ben", "Cleo"], "cards": small_set(),
            "decks": {"ocean": OCEAN, "beach": BEACH}}
    return data | keys | {"rounds": list(rounds)}


def read(*rounds: dict, **keys) -> Record:
    return Record.read(written(*rounds, **keys))


def refusal(*rounds: dict, **keys) -> str:
    with pytest.raises(RecordError) as refused:
        read(*rounds, **keys)
    return str(refused.value)


def small_set(**keys) -> dict:
    """A custom set with the cards of OCEAN and BEACH."""
    return {"custom": True, "suits": ["orange", "teal", "purple"], "bluebottles": 5,
            "waves": [{"suit": suit, "points": points, "count": 4} for suit, points in (
                ("orange", 1), ("orange", 2), ("teal", 4), ("purple", 7))],
            "boards": [{"suit": suit, "bonus": 1, "cost": 1, "count": 3} for suit in ("orange", "teal", "purple")],
            "energy": [{"value": 2, "cost": 1, "count": 3}, {"value": 4, "cost": 2, "count": 3}],
            "stings": [{"value": value, "count": 4} for value in (0, 1, 2)], "goals": []} | keys

def round_(play: str, **keys) -> dict:
    return {"play": play.split(), **keys}


NO_BEACH = {"boards": [], "energy": []}
WON_AND_RUN = round_("5 3 0", winner="buy orange +1", runner_up="respect")


# the table
def test_a_record_needs_little():
    record = Record.read({"surflab": 1, "game": "surfs-up", "players": ["Ana", "Ben"]})
    assert record.game.players == ("Ana", "Ben") and record.game.seed == 0 and record.game.goals == ()
    assert record.game.cards == CardSet.house()
    assert record.title == "" and record.bots == {} and record.warnings == () and list(record.lines) == [MAIN]


@pytest.mark.parametrize(("keys", "names"), [
    ({"players": "Ana"}, ["players"]),
    ({"players": ["Ana", 5]}, ["player", "5"]),
    ({"players": ["Ana", "<b>"]}, ["<b>"]),
    ({"players": list(NAMES) + ["Gus"]}, ["players", "2 to 6"]),
    ({"title": 5}, ["title", "5"]),
    ({"seed": True}, ["seed", "True"]),
    ({"seed": -1}, ["seed", "-1"]),
    ({"seed": 1.0}, ["seed", "1.0"]),
    ({"goals": "Quiver"}, ["goals"]),
    ({"goals": [["Quiver"]]}, ["goal"]),
    ({"cards": 5}, ["cards", "house", "5"]),
    ({"cards": {"waves": 5}}, ["cards", "waves", "5"]),
    ({"decks": []}, ["decks", "a list"]),
    ({"decks": {"ocean": "orange 1"}}, ["decks.ocean", "orange 1"]),
    ({"decks": {"beach": {"value": 3}}}, ["decks.beach must be a list, top card first, not a table"]),
    ({"decks": {"ocean": ["orange 11"]}}, ["decks.ocean", "orange 11", "orange 1"]),
    ({"decks": {"beach": [3]}}, ["decks.beach", "3"]),
    ({"decks": {"stings": [True]}}, ["decks.stings", "True"]),
    ({"decks": {"stings": [0] * 19}}, ["decks.stings", "0"]),
    ({"rounds": 5}, ["[[rounds]]", "5"]),
    ({"rounds": [5]}, ["[[rounds]]"]),
    ({"branches": {}}, ["[[branches]]"]),
])
def test_a_wrong_table_is_refused_by_the_key_and_what_it_holds(keys, names):
    with pytest.raises(RecordError) as refused:
        Record.read({"surflab": 1, "game": "surfs-up", "players": ["Ana", "Ben"]} | keys)
    assert [name for name in names if name not in str(refused.value)] == []


def test_bots_are_read_and_those_that_are_not_there_are_warned_of_and_kept():
    record = read(bots={"Ben": "random", "Zoe": "random", "Cleo": "genius"})
    assert record.bots == {"Ben": "random"}
    assert [name for name in ("Zoe", "genius") if not any(name in warning for warning in record.warnings)] == []
    assert record.data["bots"] == {"Ben": "random", "Zoe": "random", "Cleo": "genius"}
    assert read(bots=5).bots == {} and "5" in read(bots=5).warnings[0]


def test_unknown_keys_are_kept_and_warned_of_with_their_place():
    record = read(WON_AND_RUN | {"wind": "NE"}, weather="fine", decks={"ocean": OCEAN, "beach": BEACH, "by": "Ben"},
                  branches=[{"name": "b", "after": 0, "who": "Dev", "rounds": [round_("0 0 0", swell=2.5)]}])
    assert [(warning.rsplit("the key ", 1)[0], warning.split('"')[-2]) for warning in record.warnings] == [
        ("", "weather"), ("decks: ", "by"), ("round 1: ", "wind"), ('line "b": ', "who"), ('line "b", round 1: ', "swell")]
    assert records.load(records.dump(record)) == record
    assert record.extra == {"weather": "fine", "decks": {"by": "Ben"}}


# a card set in a file
@pytest.fixture
def folder(tmp_path):
    (tmp_path / "games" / "sets").mkdir(parents=True)
    for place in ("games/sets/small.toml", "outside.toml"):
        (tmp_path / place).write_bytes((PLAYTHROUGHS / "card-set.toml").read_bytes())
    return tmp_path / "games"


def record_file(folder, cards: str) -> Path:
    path = folder / "game.toml"
    path.write_text(toml.write({"surflab": 1, "game": "surfs-up", "players": ["Ana", "Ben"], "cards": cards}, ()))
    return path


def test_a_record_may_name_a_card_set_in_its_own_folder(folder):
    record = records.load(record_file(folder, "sets/small.toml"))
    assert record.game.cards == CardSet.load(PLAYTHROUGHS / "card-set.toml")
    assert records.load(records.dump(record), folder=folder) == record


@pytest.mark.parametrize("name", ["../outside.toml", "sets/../../outside.toml", "/etc/hostname", "C:\\x.toml", "c:x.toml",
                                  "sets\\small.toml", "nothing.toml", "sets", "", ".", "link.toml", "way/outside.toml",
                                  "sets/small.toml/x", "x" * 5000, "\0", "loop.toml", "~/x.toml"])
def test_no_other_place_may_be_named(folder, name):
    (folder / "link.toml").symlink_to(folder.parent / "outside.toml")
    (folder / "way").symlink_to(folder.parent)
    (folder / "loop.toml").symlink_to("loop.toml")
    with pytest.raises(RecordError) as refused:
        records.load(record_file(folder, name))
    assert "game.toml" in str(refused.value) and "cards" in str(refused.value)


def test_a_record_without_a_folder_names_no_card_set_file(folder):
    with pytest.raises(RecordError, match="sets/small.toml.*not opened from a folder.*\\[cards\\]"):
        records.load(record_file(folder, "sets/small.toml").read_bytes())


def test_a_faulty_card_set_file_is_named(folder):
    (folder / "sets" / "small.toml").write_text("suits = 5")
    with pytest.raises(RecordError, match="(?s)game.toml.*small.toml.*suits"):
        records.load(record_file(folder, "sets/small.toml"))


# rounds
def test_rounds_are_replayed():
    record = read(WON_AND_RUN, round_("0 0 4"))
    assert record.describe()["rounds"] == 1
    assert record.describe()["to_choose"][0] == {
        "name": "Cleo", "choices": ["respect", "buy energy 2", "buy energy 4", "buy teal +1"]}
    assert record.describe()["players"][0]["boards"] == ["orange +1"]


@pytest.mark.parametrize(("rounds", "names"), [
    ([{}], ["round 1", "play is missing", "Ana, Ben and Cleo"]),
    ([{"play": 5}], ["round 1", "play", "5"]),
    ([{"play": "5 3 0"}], ["round 1", "play", "5 3 0"]),
    ([round_("5 3")], ["round 1", "2 cards", "3 players"]),
    ([{"play": [5, "3", "0"]}], ["round 1", "Ana", "5", '"5"']),
    ([{"play": ["5", [], "0"]}], ["round 1", "Ben", '"3"']),
    ([round_("5 3 0", winner=5)], ["round 1", "Ana", "winner", "5", '"respect", "buy energy 4", "buy orange +1"']),
    ([round_("5 3 0", winner="buy purple +3")], ["round 1", "Ana", "winner", "buy purple +3", '"respect"']),
    ([round_("5 3 0", winner="respect", runner_up="nap")], ["round 1", "Ben", "runner_up", "nap", '"respect"']),
    ([round_("5 3 0"), round_("0 0 0")], ["round 1", "Ana", "winner is missing", '"respect"']),
    ([round_("5 3 0", winner="respect"), round_("0 0 0")], ["round 1", "Ben", "runner_up is missing", '"respect"']),
    ([round_("5 3 0", runner_up="respect")], ["round 1", "Ana", "winner is missing", "runner_up"]),
    ([round_("5 0 0", winner="respect", runner_up="respect")], ["round 1", "runner_up", "no runner-up"]),
    ([round_("5 5 0", winner="respect")], ["round 1", "winner", "nobody won"]),
    ([round_("0 0 0")] * 3 + [round_("5 0 1", winner="respect")], ["round 4", "winner", "bluebottle"]),
    ([round_("0 0 0", note=5)], ["round 1", "note", "5"]),
    ([WON_AND_RUN, round_("5 1 0")], ["round 2", "Ana", '"5"', '"0", "1", "2", "3", "4"']),
])
def test_a_wrong_round_is_refused_by_round_player_and_what_is_legal(rounds, names):
    message = refusal(*rounds)
    assert [name for name in names if name not in message] == []


def test_what_the_rules_decide_may_be_said_or_left_out():
    """With respect full and one card to buy the visit resolves itself."""
    resting = [round_("0 0 0")] * 2
    decks = {"ocean": ["orange 1", "orange 1", "teal 4", "purple 7"], "beach": ["orange +1"]}
    cards = small_set(boards=[{"suit": "orange", "bonus": 1, "cost": 1, "count": 1}], energy=[])
    for said in ({}, {"winner": "buy orange +1"}):
        record = read(*resting, round_("5 0 0", **said), cards=cards, decks=decks)
        assert record.describe()["players"][0]["boards"] == ["orange +1"]
        assert written_rounds(record)[2] == round_("5 0 0", winner="buy orange +1")
    assert "legal is only" in refusal(*resting, round_("5 0 0", winner="respect"), cards=cards, decks=decks)


def written_rounds(record: Record) -> list[dict]:
    return Record.of(record.game, record.lines).data["rounds"]


def test_respect_may_stand_for_nothing_where_nothing_can_be_had():
    resting, decks = [round_("0 0 0")] * 2, {"ocean": ["orange 1", "orange 1", "teal 4", "purple 7"]}
    for said in ({}, {"winner": "respect"}):
        record = read(*resting, round_("5 0 0", **said), cards=small_set(**NO_BEACH), decks=decks)
        assert record.describe()["players"][0]["respect"] == 4
        assert written_rounds(record)[2] == round_("5 0 0")
    assert "respect is full" in refusal(*resting, round_("5 0 0", winner="buy x"), cards=small_set(**NO_BEACH), decks=decks)


def test_no_round_follows_the_end():
    rounds = [round_("0 0 0")] * 9
    message = refusal(*rounds, cards=small_set(bluebottles=2),
                      decks={"ocean": ["teal 4"] * 2 + ["purple 7"] + ["bluebottle"] * 2})
    assert "round 6" in message and "over after round 5 (bluebottles)" in message


@pytest.mark.parametrize("length", [501, 5000])
def test_a_line_has_at_most_500_rounds(length):
    assert "500" in refusal(*[round_("0 0 0")] * length)
    assert "500" in refusal(branches=[{"name": "b", "after": 0, "rounds": [round_("0 0 0")] * length}])


# branches
def branch(name: str, after: int, *rounds: dict, parent: str = MAIN, **keys) -> dict:
    return {"name": name, "parent": parent, "after": after, "rounds": list(rounds)} | keys


def test_a_branch_shares_the_moments_of_its_parent():
    record = read(WON_AND_RUN, round_("0 0 0"), branches=[branch("b", 1, round_("1 1 1"))])
    assert record.lines.path("b")[:4] == record.lines.path(MAIN)[:4]
    assert record.describe("b")["players"][0]["boards"] == ["orange +1"]
    assert record.lines.forks["b"].parent == MAIN


def test_a_branch_may_stand_before_its_parent():
    record = read(WON_AND_RUN, branches=[branch("c", 2, parent="b"), branch("b", 1, round_("0 0 0")), branch("a", 1)])
    assert record.describe("c")["rounds"] == 2 and [entry["name"] for entry in record.data["branches"]] == ["c", "b", "a"]


@pytest.mark.parametrize(("branches", "names"), [
    ([branch("b", 2)], ['line "b"', "after", "2", "1 whole round"]),
    ([branch("b", -1)], ['line "b"', "after", "-1"]),
    ([branch("b", True)], ['line "b"', "after", "true"]),
    ([{"name": "b"}], ['line "b"', "after is missing"]),
    ([{"after": 1}], ["branch 1", "name"]),
    ([branch("", 1)], ["branch 1", "name"]),
    ([branch(MAIN, 1)], ["branch 1", '"main"', "already"]),
    ([branch("b", 0), branch("b", 1)], ["branch 2", '"b"', "already"]),
    ([branch("<b>", 1)], ["branch 1", "<b>"]),
    ([branch("b", 0, parent="a")], ['line "b"', '"a"', "no such line"]),
    ([branch("b", 0, parent=5)], ["branch 1", "parent", "5"]),
    ([branch("b", 0, parent="b")], ['line "b"', "leaves itself"]),
    ([branch("b", 0, parent="c"), branch("c", 0, parent="b")], ['line "b"', '"c"', "leaves itself"]),
    ([branch("b", 0, fate="kind")], ['line "b"', "fate", "kind", "same", "redealt"]),
    ([branch("b", 0, fate=["same"])], ['line "b"', "fate"]),
    ([branch("b", 0, fate="redealt", seed="x")], ['line "b"', "seed", "x"]),
    ([branch("b", 0, round_("5 3 0", winner="nap"))], ['line "b"', "round 1", "Ana", "nap", '"respect"']),
    ([branch("b", 1, round_("5 0 0"))], ['line "b"', "round 2", "Ana", '"5"']),
    ([branch("b", 0, at_choice="loser")], ['line "b"', "at_choice", "loser", "winner", "runner_up"]),
    ([branch("b", 0, at_choice=["winner"])], ['line "b"', "at_choice"]),
    ([branch("b", 1, at_choice="winner")], ['line "b"', "round 2", "nothing to choose"]),
    ([branch("b", 0, round_("4 3 0"), at_choice="winner")], ['line "b"', "round 1", "play", '["5", "3", "0"]']),
    ([branch("b", 0, round_("5 3 0", winner="respect"), at_choice="runner_up")], ['line "b"', "winner", "buy orange +1"]),
    ([branch("b", 0) | {"rounds": 5}], ['line "b"', "[[rounds]]", "5"]),
    ([branch("a", 0), {"after": 0, "rounds": 5}], ["branch 2", "[[rounds]]", "5"]),
])
def test_a_wrong_branch_is_refused_by_its_line_and_what_would_be_right(branches, names):
    message = refusal(WON_AND_RUN, branches=branches)
    assert [name for name in names if name not in message] == []


def test_a_record_has_at_most_64_branches():
    many = [branch(f"b{number}", 0) for number in range(MOST_LINES - 1)]
    assert len(read(branches=many).lines) == MOST_LINES == 65
    assert "64" in refusal(branches=[*many, branch("one more", 0)])
    chain = [branch(f"b{number}", 0, parent=f"b{number - 1}" if number else MAIN) for number in range(64)]
    assert len(read(branches=chain[::-1]).lines) == 65


def test_the_same_fate_meets_the_same_cards_and_a_redealt_one_others():
    rounds = [round_("0 0 0")] * 8
    record = read(*rounds, branches=[branch("same", 2, *rounds[2:]), branch("seed", 2, *rounds[2:], fate="redealt"),
                                     branch("other", 2, *rounds[2:], fate="redealt", seed=5),
                                     branch("again", 2, *rounds[2:], fate="redealt", seed=5)])
    surf = {line: record.describe(line)["surf"] for line in record.lines}
    assert surf["same"] == surf[MAIN] and surf["other"] == surf["again"]
    assert len({tuple(cards) for cards in surf.values()}) == 3
    assert [moment.redealt for moment in record.lines.path("other") if moment.redealt is not None] == [5]


def test_a_redealt_branch_keeps_what_was_seen():
    record = read(WON_AND_RUN, branches=[branch("b", 1, fate="redealt", seed=3)])
    here, there = record.describe(), record.describe("b")
    assert here == there


def test_a_branch_at_a_choice_shares_what_was_revealed_before_it():
    record = read(WON_AND_RUN, branches=[
        branch("winner", 0, round_("5 3 0", winner="respect", runner_up="respect"), at_choice="winner"),
        branch("runner", 0, round_("5 3 0", winner="buy orange +1", runner_up="buy energy 2"), at_choice="runner_up"),
        branch("open", 0, at_choice="runner_up"),
        branch("fresh", 0, round_("5 3 0", winner="buy orange +1"), at_choice="runner_up", fate="redealt", seed=2)])
    path = record.lines.path(MAIN)
    assert record.lines.forks["winner"].moment is path[1] and record.lines.forks["runner"].moment is path[2]
    assert record.describe("runner")["players"][1]["towel"] == ["2t", "3"]
    assert record.lines.tip("open") is path[2]
    assert record.describe("fresh") == record.describe("open")
    assert record.lines.tip("fresh").redealt == 2


def test_a_redealt_branch_may_list_what_comes():
    decks = {"ocean": ["bluebottle", "orange 2"], "stings": [2, 2]}
    record = read(round_("0 0 0"), branches=[branch("b", 1, fate="redealt", decks=decks)])
    state = record.lines.tip("b").state
    assert [record.game.cards.ocean_names[kind] for kind in state["ocean"][0][4:6]] == ["bluebottle", "orange 2"]
    assert sorted(state["ocean"][0]) == sorted(record.lines.tip(MAIN).state["ocean"][0])
    for wrong, names in (({"ocean": ["teal 5"]}, ["decks.ocean", "teal 5", "bluebottle"]), ({"sea": []}, ["sea", "ocean"]),
                         ({"stings": [True]}, ["decks.stings", "true"]), ({"stings": [0] * 5}, ["decks.stings", "0"]),
                         ({"beach": "x"}, ["beach", "x"]), (5, ["decks", "5"])):
        message = refusal(round_("0 0 0"), branches=[branch("b", 1, fate="redealt", decks=wrong)])
        assert [name for name in ['line "b"', *names] if name not in message] == []
    assert "redealt" in refusal(round_("0 0 0"), branches=[branch("b", 1, decks=decks)])


def test_how_others_choose_on_a_branch_is_kept():
    record = read(branches=[branch("b", 0, others="kept")])
    assert record.lines.forks["b"].others == "kept"
    assert Record.of(record.game, record.lines).data["branches"][0]["others"] == "kept"
    assert "kept" in refusal(branches=[branch("b", 0, others="left")])


def test_a_branch_left_to_bots_says_to_which_and_who_is_asked_all_the_same():
    record = read(branches=[branch("b", 0, others="bots", bot="saver", by_hand=["Cleo", "Ana"]), branch("c", 0, others="bots")])
    fork = record.lines.forks["b"]
    assert (fork.others, fork.bot, fork.by_hand) == ("bots", "saver", (0, 2))
    assert record.lines.forks["c"].bot in record.game.known_bots
    written = Record.of(record.game, record.lines).data["branches"]
    assert written[0]["bot"] == "saver" and written[0]["by_hand"] == ["Ana", "Cleo"] and written[1]["others"] == "bots"


@pytest.mark.parametrize(("keys", "named"), [
    ({"others": "bots", "bot": "genius"}, ["genius", "saver"]), ({"others": "bots", "bot": ["saver"]}, ["bot"]),
    ({"bot": "saver"}, ["others", "bots"]), ({"by_hand": "Ana"}, ["by_hand", "Ana"]), ({"by_hand": [["Ana"]]}, ["by_hand"]),
    ({"by_hand": ["Nobody"]}, ["Nobody", "Cleo"])])
def test_who_cannot_choose_on_a_branch_is_refused(keys, named):
    said = refusal(branches=[branch("b", 0, **keys)])
    assert [name for name in named if name not in said] == []


# writing
def test_of_lists_the_decks_whole_so_that_no_generator_is_needed():
    table = SurfsUp(seats=["Ana", "Ben"], seed=5)
    table.play_to_end("random")
    data = table.record().data
    assert [len(deck) for deck in data["decks"].values()] == [28, 42, 18]
    assert Record.read(data | {"seed": 6}).describe() == table.game.describe(table.moment.state)


def test_the_house_set_is_named_and_another_one_is_written_down():
    assert SurfsUp(seats=["Ana", "Ben"]).record().data["cards"] == "house"
    custom = small_cards(random.Random(3))
    assert SurfsUp(seats=["Ana", "Ben"], cards=custom, goals=[]).record().data["cards"] == custom.to_dict()


def test_extra_keys_may_not_be_those_of_a_record():
    table = SurfsUp(seats=["Ana", "Ben"])
    with pytest.raises(RecordError, match="players"):
        Record.of(table.game, table.lines, extra={"players": []})
    with pytest.raises(RecordError, match="NoneType"):
        Record.of(table.game, table.lines, extra={"x": None})


def test_a_line_that_leaves_its_parent_before_the_redeal_is_written_so():
    table = SurfsUp(seats=["Ana", "Ben"], seed=1)
    table.play("1", "2")
    table.branch("fresh", "redealt", seed=9)
    before = table.moment.parent
    table.branch("inner")
    table.go(before, "inner")
    table.branch("old fate")
    assert table.lines.forks["old fate"].parent == "inner"
    record = records.load(table.dumps())
    assert record.data["branches"][2] == {"name": "old fate", "parent": "inner", "after": 0, "at_choice": "winner", "deals": 0,
                                          "fate": "same"}
    assert differences_of_lines(table.lines, record.lines) == []


def test_a_line_that_keeps_choices_of_a_redealt_parent_which_it_leaves_before_the_redeal_goes_on_keeping_them():
    table = SurfsUp(seats=["Ana", "Ben"], seed=1)
    table.play("0", "0")
    table.branch("fresh", "redealt", seed=9)
    before = table.moment.parent
    table.play("0", "3")
    table.go(before, "fresh")
    table.branch("kept", others="kept", by_hand=["Ana"])
    again = SurfsUp.load(table.dumps())
    for one in (table, again):
        one.switch("kept")
        one.play("4")
    assert again.moment.choices == {0: "4", 1: "3"} and again.dumps() == table.dumps()


def test_the_cards_may_be_dealt_anew_within_a_line_and_within_a_round():
    dealt = {"redealt": 3, "decks": {"ocean": ["bluebottle", "orange 2"]}, "note": "another day"}
    record = read(round_("0 0 0"), dealt, round_("5 3 0"), {"redealt": 4}, WON_AND_RUN, branches=[
        branch("before", 1, round_("1 1 1"), deals=0), branch("in it", 1, at_choice="winner", deals=0)])
    path = record.lines.path(MAIN)
    assert [moment.redealt for moment in path] == [None, None, 3, None, 4, None, None]
    assert record.game.rounds(path[-1].state) == 2 and record.lines.remarks[path[2]] == {"note": "another day"}
    assert [record.game.cards.ocean_names[kind] for kind in path[2].state["ocean"][0][4:6]] == ["bluebottle", "orange 2"]
    assert record.lines.forks["before"].moment is path[1] and record.lines.forks["in it"].moment is path[3]
    again = records.load(SurfsUp.from_record(record).dumps())
    assert differences_of_lines(record.lines, again.lines) == []


@pytest.mark.parametrize(("entry", "names"), [
    ({"redealt": 3, "play": ["0", "0", "0"]}, ["round 1", "play", "redealt", "block of its own"]),
    ({"redealt": "x"}, ["round 1", "seed", "x"]), ({"redealt": 3, "decks": 5}, ["round 1", "decks", "5"]),
    (round_("0 0 0", decks={}), ["round 1", "decks", "redealt"]), ({"redealt": 3, "at_winner": {}}, ["at_winner", "redealt"])])
def test_cards_that_cannot_be_dealt_anew_so_are_refused(entry, names):
    said = refusal(entry)
    assert [name for name in names if name not in said] == []


@pytest.mark.parametrize("deals", [-1, 1, "0", True])
def test_a_branch_leaves_after_as_many_deals_as_there_are(deals):
    assert "deals is" in refusal(round_("0 0 0"), branches=[branch("b", 1, deals=deals)])


def test_lines_that_were_rearranged_keep_their_cards():
    """A redealt branch as the main line, a main line cut before its branches: each line still meets its own cards."""
    table = SurfsUp(seats=["Ana", "Ben"], seed=1)
    table.play_to_end("random")
    table.at("main", 4)
    table.branch("fresh", "redealt", seed=9)
    table.play_to_end("random")
    table.at("main", 6)
    table.branch("late", "redealt", seed=3)
    table.play_to_end("random")
    table.lines.make_main("fresh", "former")
    assert differences_of_lines(table.lines, records.load(table.dumps()).lines) == []
    table.lines.cut(MAIN, table.lines.path(MAIN)[2])
    assert differences_of_lines(table.lines, records.load(table.dumps()).lines) == []


def test_notes_and_marks_stay_where_they_were_written():
    table = SurfsUp.from_record(read(WON_AND_RUN, round_("3 0 0", winner="respect")))
    path = table.lines.path(MAIN)
    for number, moment in enumerate(path):
        table.lines.remarks[moment] = {"note": f"moment {number}", "mark": "good"}
    table.go(path[2])
    table.branch("fresh", "redealt")
    table.lines.remarks[table.moment] = {"note": "fresh"}
    record = records.load(table.dumps())
    assert record.data["at_deal"]["note"] == "moment 0" and record.data["branches"][0]["at_redeal"] == {"note": "fresh"}
    assert {key: record.data["rounds"][0][key]["note"] for key in ("at_winner", "at_runner_up")} == {
        "at_winner": "moment 1", "at_runner_up": "moment 2"}
    for line in (MAIN, "fresh"):
        assert remarks_on(record.lines, line) == remarks_on(table.lines, line)
    assert "at_winner" in refusal(round_("0 0 0", at_winner={"note": "x"}))
    assert "note" in refusal(round_("0 0 0", note=5)) and "note" in refusal(at_deal={"note": 5})
    assert "at_deal" in refusal(at_deal=5)


def remarks_on(lines, line: str) -> list:
    return [lines.remarks.get(moment) for moment in lines.path(line)]


# what must hold for every game
def walk(table: SurfsUp, choose, steps: int) -> None:
    """Play, go back and branch at random; `choose` picks from a list."""
    for _ in range(steps):
        move = choose(["play"] * 9 + ["undo", "redo", "branch", "redeal", "switch", "go", "note"])
        try:
            if move == "play":
                table.play(**{seat: choose(table.legal(seat)) for seat in table.to_choose})
            elif move in ("branch", "redeal"):
                fate = "same" if move == "branch" else "redealt"
                table.branch(table.lines.unused_name(), fate, choose([None, 0, 7]) if fate == "redealt" else None)
            elif move == "note":
                note = f"note {len(table.lines.remarks)}"
                table.lines.remarks[table.moment] = {"note": note, "mark": choose(["good", "bad"])}
            elif move == "switch":
                table.switch(choose(list(table.lines)))
            elif move == "go":
                table.go(choose(table.lines.path(table.line)))
            else:
                getattr(table, move)()
        except ValueError:  # nothing to undo or redo, the game is over, or all lines are used up
            assert move != "go"


def any_table(rng: random.Random) -> SurfsUp:
    """A table of any size, with the house cards or a small set, with and without goals and bots."""
    cards = {"cards": small_cards(rng)} if rng.random() < 0.5 else {}
    return SurfsUp(seats=list(NAMES[:rng.randint(2, 6)]), seed=rng.getrandbits(32), goals=rng.choice(["draw", []]),
                   title=rng.choice(["", "a table"]), bots=rng.choice([{}, {"Ana": "random"}]), **cards)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 60))
def test_a_session_written_down_comes_back_with_every_line(seed, steps):
    rng = random.Random(seed)
    table = any_table(rng)
    walk(table, rng.choice, steps)
    record = table.record()
    text = records.dump(record)
    loaded = records.load(text)
    assert loaded == record and records.dump(loaded) == text and loaded.warnings == table.game.cards.warnings
    assert differences_of_lines(table.lines, loaded.lines) == []
    assert SurfsUp.from_record(loaded).dumps() == text


KEYS = ["name", "play", "ocean", "x", "note", "winner", "seed", "fate", "at_choice", "rounds"]
INLINE = toml.read(LINES.read_bytes()) | {"cards": toml.read((PLAYTHROUGHS / "card-set.toml").read_bytes())}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_record_with_values_changed_is_read_or_refused(data):
    changed = toml.write(toml.plain(mutated(data.draw, INLINE, KEYS)), Record.BLOCKS)
    try:
        record = records.load(changed)
    except RecordError as error:
        assert str(error).startswith("the record: ")
        return
    text = records.dump(record)
    assert records.load(text) == record and records.dump(records.load(text)) == text


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(["game-11.toml", "game-35.toml", "lines.toml", "drawn.toml"]), st.data())
def test_a_record_with_bytes_changed_is_read_or_refused(name, data):
    try:
        record = records.load(garbled(data.draw, (PLAYTHROUGHS / name).read_bytes()), folder=PLAYTHROUGHS)
    except RecordError:
        return
    assert records.load(records.dump(record), folder=PLAYTHROUGHS) == record


def test_dates_and_odd_texts_survive_a_session(tmp_path):
    odd = {"when": datetime.datetime(2024, 5, 27, 19, 30), "quotes": 'a "b" \'c\' \\ \n\t\x00\x7f é 🌊', "rate": 1e-7,
           "sets": [{"a": []}, {}], "deep": {"x": {"y": [1, [2.5, "z"]]}}, "": {"": ""}, "a.b": 1}
    table = SurfsUp.from_record(read(WON_AND_RUN | {"mood": ["calm"]}, branches=[branch("b", 1, tags=[1])], **odd))
    table.play("0", "0", "0")
    table.save(tmp_path / "game.toml")
    record = records.load(tmp_path / "game.toml")
    assert record.extra == odd
    assert record.data["rounds"][0]["mood"] == ["calm"] and record.data["branches"][0]["tags"] == [1]
    assert len(record.data["rounds"]) == 2


def test_a_note_to_an_open_choice_stays_there_when_the_round_goes_on():
    table = SurfsUp.from_record(read(round_("5 3 0", note="Ana thinks")))
    assert table.record().data["rounds"] == [round_("5 3 0", note="Ana thinks")]
    table.play("respect")
    table.play("respect")
    assert table.record().data["rounds"] == [
        round_("5 3 0", winner="respect", runner_up="respect", at_winner={"note": "Ana thinks"})]
