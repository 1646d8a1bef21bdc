"""What holds for a table of either game: what it is dealt from, copies of it, who may play at it, and what calls refuse."""
import copy
import pickle
from pathlib import Path

import pytest

import surflab
from surflab import SurfinCats, SurfsUp, board, records
from surflab.card_files import CardSetError
from surflab.moments import MAIN
from surflab.simulation import game_part
from tests.bench.random_calls import changes, everything
from tests.tables import differences

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
CARDS = {SurfsUp: PLAYTHROUGHS / "surfs_up" / "card-set.toml", SurfinCats: PLAYTHROUGHS / "surfin_cats" / "card-set.toml"}
DEARER = surflab.SurfinCatsCards.load(CARDS[SurfinCats]).to_dict()
DEARER["market"][0]["cost"] += 1
OTHERWISE = {  # another value of everything that a game is dealt from, beside what `table` has
    SurfsUp: {"seats": ["Zoe", "Ben"], "goals": [], "cards": CARDS[SurfsUp], "seed": 9, "set_up": {"trash": ["orange 4"]}},
    SurfinCats: {"cats": ["neo", "rufo"], "seats": ["Zoe", "Ben"], "cards": surflab.SurfinCatsCards.from_dict(DEARER), "kittens": True, "mixed": True, "picks": 2,
                 "waves": [1, 0, 0, 1], "seed": 9, "set_up": {"earlier": ["Paddling Pool"], "wave": "Windy Point", "turn": 0}},
}
EACH_INPUT = [pytest.param(kind, name, value, id=f"{kind.__name__}-{name}") for kind, inputs in OTHERWISE.items() for name, value in inputs.items()]
both_games = pytest.mark.parametrize("kind", [SurfsUp, SurfinCats])

pytestmark = pytest.mark.usefixtures("engine", "cats_engine")


def table(kind, **params):
    """A small table of people."""
    cats = {"cats": ["maria", "rufo"]} if kind is SurfinCats else {}
    return kind(**{"seats": ["Ana", "Ben"], "seed": 3, "bots": {}} | cats | params)


def play(game, decisions: int = 3):
    """Decisions with the first choices there are."""
    for _ in range(decisions):
        game.play(**{seat: game.legal(seat)[0] for seat in game.to_choose})
    return game


def refused(game, call, *names: str) -> None:
    """The call raises ValueError with all this in words, and nothing has changed."""
    before = everything(game)
    with pytest.raises(ValueError) as error:
        call()
    assert [name for name in names if name not in str(error.value)] == []
    assert changes(before, everything(game)) == []


# what a game is dealt from
@both_games
def test_each_input_is_tried_here(kind):
    game = table(kind)
    assert set(OTHERWISE[kind]) == set(game.inputs_of(game.game))


@pytest.mark.parametrize(("kind", "name", "value"), EACH_INPUT)
def test_an_input_that_is_set_before_anything_is_played_deals_anew(kind, name, value):
    game, told = table(kind, bots={"Ben": "random"}), []
    game.param.watch(lambda *events: told.append((getattr(game, name), game.moment)), [name, "moment"])
    setattr(game, name, value)
    assert differences(game, table(kind, bots={"Ben": "random"}, **{name: value})) == []
    assert {id(moment) for _, moment in told} == {id(game.moment)}, "nobody sees the new value beside the old game"


@pytest.mark.parametrize(("kind", "name", "value"), EACH_INPUT)
def test_an_input_that_is_set_later_says_how_to_begin_a_new_game(kind, name, value):
    game = play(table(kind))
    refused(game, lambda: setattr(game, name, value), "under way", name, f"game.deal({name}=...)")
    game.deal(**{name: value})
    assert differences(game, table(kind, **{name: value})) == []


@pytest.mark.parametrize(("kind", "name", "value"), EACH_INPUT)
def test_an_input_says_when_it_can_be_set(kind, name, value):
    assert f"`game.deal({name}=...)`" in kind.param[name].doc


@both_games
def test_an_input_that_cannot_be_is_taken_back(kind):
    game = table(kind, bots={"Ben": "random"})
    for name, value in {"seed": -1, "seats": ["Ana", "Ana"], "cards": "nowhere.toml", "set_up": {"seats": {"Zoe": {}}}}.items():
        refused(game, lambda name=name, value=value: setattr(game, name, value))
        refused(game, lambda name=name, value=value: game.deal(**{name: value}))
    refused(game, lambda: game.param.update(seats=["Ana", "Zoe"], bots={"Ben": "solver"}), "Ben", "Zoe")


@both_games
def test_several_inputs_are_set_together(kind):
    game = table(kind, bots={"Ben": "random"})
    game.param.update(seats=["Ana", "Zoe"], bots={"Zoe": "random"}, seed=4)
    assert differences(game, table(kind, seats=["Ana", "Zoe"], bots={"Zoe": "random"}, seed=4)) == []


@both_games
@pytest.mark.parametrize(("seats", "said"), [("Ana", "seats must be"), (["Ana", "Ana"], "seats must be different"), ([5, "Ana"], "the name of a seat"),
                                             (list("ABCDEFG"), "seats must be")])
def test_seats_that_cannot_be_are_called_seats(kind, seats, said):
    with pytest.raises(ValueError, match=said) as error:
        table(kind, seats=seats)
    assert "player" not in str(error.value)


def test_seats_and_cats_that_do_not_match_are_called_so():
    with pytest.raises(ValueError, match="^seats are 1 for 2 cats"):
        SurfinCats(cats=["maria", "rufo"], seats=["Ana"])
    with pytest.raises(ValueError, match="^waves asks for 6 with a green flag"):
        SurfinCats(waves=[6, 0, 0, 1])


# card sets
@both_games
def test_a_card_set_is_given_as_itself_as_its_file_or_as_the_house_set(kind):
    own = {SurfsUp: surflab.SurfsUpCards, SurfinCats: surflab.SurfinCatsCards}[kind]
    cards = own.load(CARDS[kind])
    for given in (cards, CARDS[kind], str(CARDS[kind])):
        assert table(kind, cards=given).cards == cards
        game = table(kind)
        game.deal(cards=given)
        assert game.cards == game.game.cards == cards
    assert table(kind, cards="house").cards is own.house() is table(kind).cards


@both_games
def test_what_is_no_card_set_is_refused_with_what_is(kind):
    other = {SurfsUp: surflab.SurfinCatsCards, SurfinCats: surflab.SurfsUpCards}[kind].house()
    for wrong in (5, None, other, ["x.toml"], {}):
        with pytest.raises(CardSetError, match='are a card set, the path of its file or "house", not'):
            table(kind, cards=wrong)
    with pytest.raises(CardSetError, match="nowhere.toml: cannot be read"):
        table(kind, cards="nowhere.toml")


@pytest.mark.parametrize(("kind", "game"), [(SurfsUp, "surfs-up"), (SurfinCats, "surfin-cats")])
def test_simulations_take_the_same_card_sets(kind, game):
    bots = table(kind).known_bots[:1] * 2
    played = [surflab.simulate(game, bots, games=2, cards=cards, progress=False)
              for cards in (CARDS[kind], str(CARDS[kind]), type(kind.cards).load(CARDS[kind]))]
    assert all(rows.equals(played[0]) for rows in played)
    assert surflab.simulate(game, bots, games=2, cards="house", progress=False).equals(surflab.simulate(game, bots, games=2, progress=False))


# bots
@pytest.mark.parametrize(("kind", "game"), [(SurfsUp, "surfs-up"), (SurfinCats, "surfin-cats")])
def test_the_same_bots_sit_at_tables_on_lines_in_records_and_in_simulations(kind, game):
    here = table(kind)
    bots = here.known_bots
    assert "solver" in bots and bots == game_part(game).KNOWN and list(bots) == board.form_view(here)["bots"]
    assert [bot for bot in bots if bot != "solver"] == list(game_part(game).FAST)
    for bot in bots:
        here.bots = {"Ben": bot}
        here.at(MAIN, 0)
        here.branch(f"left to {bot}", others="bots", bot=bot)
    record = records.load(here.dumps())
    assert record.bots == here.bots and record.warnings == ()
    assert [record.lines.forks[f"left to {bot}"].bot for bot in bots] == list(bots)


# copies
def played_on(kind):
    """A table with lines, notes, marks, choices put down and changes that can be taken back."""
    game = play(table(kind, title="Thursday", bots={"Ben": "random"}), 4)
    game.note("here")
    game.branch("what if", "redealt", seed=3, others="kept", by_hand=["Ana"])
    game.mark("good")
    game.see("Ben")
    game.choose(game.to_choose[0], game.legal(game.to_choose[0])[-1])
    game.base = "what if"
    return game


def stands_as(game, copied) -> bool:
    """Both are looked at in the same way."""
    views = [(one.line, len(one.moment.path()), one.choices, one.eyes, one.overlaid, one.base) for one in (game, copied)]
    return views[0] == views[1] and differences(game, copied) == [] and game.dumps() == copied.dumps()


@both_games
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))], ids=["copy", "deepcopy", "pickle"])
def test_a_copy_stands_as_the_table_and_goes_its_own_way(kind, copied):
    game = played_on(kind)
    before, other = game.dumps(), copied(game)
    assert stands_as(game, other) and type(other) is kind
    other.step()
    other.note("on the copy")
    other.rename("what if", "elsewhere")
    other.bots = {}
    other.deal(seats=["Zoe", "Eve"])
    assert game.dumps() == before and game.bots == {"Ben": "random"} and game.seats == ["Ana", "Ben"]


@both_games
def test_changes_of_a_copy_are_taken_back_without_the_table(kind):
    game = played_on(kind)
    other = copy.copy(game)
    other.revert()
    other.revert()
    assert list(other.lines) == [MAIN] and game.last_change == "mark" and list(game.lines) == [MAIN, "what if"]
    game.step()
    other.reapply()
    assert other.lines.tip("what if") is not game.lines.tip("what if")


@both_games
def test_nobody_who_watches_a_table_hears_of_its_copy(kind):
    game, told = table(kind), []
    game.param.watch(told.append, "moment")
    play(copy.copy(game))
    assert told == []


@both_games
def test_records_are_pickled(kind):
    record = played_on(kind).record()
    again = pickle.loads(pickle.dumps(record))
    assert again == record and type(again) is type(record)
    assert differences(kind.from_record(record), kind.from_record(again)) == []


@both_games
def test_a_record_with_its_cards_in_a_file_is_pickled_with_the_cards(kind, tmp_path):
    (tmp_path / "set.toml").write_bytes(CARDS[kind].read_bytes())
    text = table(kind).dumps().replace('cards = "house"', 'cards = "set.toml"').replace("goals = ", "goals = [] # ")
    text = "\n".join(line for line in text.splitlines() if line.partition(" ")[0] in ("surflab", "game", "cats", "players", "cards", "goals"))
    (tmp_path / "game.toml").write_text(text)
    record = records.load(tmp_path / "game.toml")
    kept = pickle.dumps(record)
    (tmp_path / "set.toml").unlink()
    again = pickle.loads(kept)
    assert again == record and again.game.cards == record.game.cards and again.warnings == record.warnings


# analysis
@both_games
def test_a_table_is_analysed_and_reviewed(kind):
    game = play(table(kind), 2)
    seat = game.to_choose[0]
    assert game.analyze(seat=seat, trials=64, mixes=0).equals(surflab.analyze(game, seat=seat, trials=64, mixes=0))
    game.branch("what if")
    play(game, 1)
    assert game.review(trials=8).equals(surflab.review(game, "what if", trials=8))
    assert game.review(MAIN, trials=8).equals(surflab.review(game, MAIN, trials=8))


# wrong values
@both_games
@pytest.mark.parametrize(("call", "said"), [
    (lambda game: game.rename(["a"], "b"), "there is no line"), (lambda game: game.rename("what if", ["b"]), "name of a line must be text"),
    (lambda game: game.make_main("what if", {}), "name of a line must be text"), (lambda game: game.delete([]), "there is no line"),
    (lambda game: game.fate_of({}), "there is no line"), (lambda game: game.note("x", moment=[]), "on no line"),
    (lambda game: game.mark("good", play(table(type(game))).moment), "on no line"),
    (lambda game: game.branch("new", by_hand="Ana"), "by_hand must be a list"), (lambda game: game.outcomes(5), "lines must be a list"),
    (lambda game: game.play_on(None), "seconds must be a number"), (lambda game: game.deal(seed=len), "seed must be a whole number"),
    (lambda game: game.load(5), "a record is read from"), (lambda game: game.save(5), "is saved to the path of a file, not to 5"),
    (lambda game: game.save("/tmp"), "^/tmp: is a folder"), (lambda game: game.analyze(bot=["main"]), "bot must be the name"),
    (lambda game: game.analyze(models=5), "models must be a table"), (lambda game: game.review(workers=0), "workers must be a whole number")])
def test_a_wrong_value_is_refused_in_words(kind, call, said):
    game = played_on(kind)
    before = everything(game)
    with pytest.raises(ValueError, match=said):
        call(game)
    assert changes(before, everything(game)) == []


def test_a_file_that_cannot_be_written_is_called_by_its_own_name(tmp_path):
    with pytest.raises(OSError) as error:
        table(SurfsUp).save(tmp_path / "nowhere" / "game.toml")
    assert str(error.value).endswith("nowhere/game.toml'")
