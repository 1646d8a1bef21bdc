"""Lines worked on like variations of a study: renamed, deleted, promoted, replayed, noted; in friendly orders and not."""
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.strategies import data, integers, lists, sampled_from

from surflab.moments import MAIN
from surflab.study import MOST_NOTE
from surflab.surfs_up.session import SurfsUp
from tests.test_session import CARDS, refused, table

pytestmark = pytest.mark.usefixtures("engine")


def branched() -> SurfsUp:
    """Four rounds of main, and a line that leaves it after two and rests."""
    game = table(bots=dict.fromkeys(("Ana", "Ben", "Cleo"), "random"))
    for _ in range(4):
        game.step()
    game.at(MAIN, 2)
    game.branch("rests")
    game.play(Ana="0")
    return game


def test_a_line_gets_another_name_and_its_branches_follow():
    game = branched()
    game.branch("deeper")
    game.step()
    game.rename("rests", "Ana rests")
    assert set(game.lines) == {MAIN, "Ana rests", "deeper"} and game.lines.forks["deeper"].parent == "Ana rests"
    refused(game, lambda: game.rename(MAIN, "first"), MAIN)
    refused(game, lambda: game.rename("Ana rests", "deeper"), "deeper")
    refused(game, lambda: game.rename("nobody", "x"), "nobody", "Ana rests")


def test_deleting_takes_away_what_was_shown_and_nothing_else():
    game = branched()
    game.branch("deeper")
    game.step()
    tip = game.lines.tip("deeper")
    would_go = game.would_go("rests")
    assert would_go == [] and game.would_go("deeper")[-1] is tip
    game.delete("rests")
    assert set(game.lines) == {MAIN, "deeper"} and game.lines.tip("deeper") is tip
    assert game.lines.forks["deeper"].parent == MAIN
    game.revert()
    assert set(game.lines) == {MAIN, "rests", "deeper"} and game.lines.forks["deeper"].parent == "rests"
    refused(game, lambda: game.delete(MAIN), "main")


def test_the_main_line_is_changed_for_another():
    game = branched()
    before, tip = game.lines.tip(MAIN), game.lines.tip("rests")
    game.make_main("rests", "as played")
    assert game.lines.tip(MAIN) is tip and game.lines.tip("as played") is before and game.line == MAIN
    assert game.game.rounds(game.lines.forks["as played"].moment.state) == 2
    assert SurfsUp.load(game.dumps()).game.describe(tip.state) == game.game.describe(tip.state)


def test_an_earlier_choice_is_replaced_and_the_rest_replayed_as_far_as_it_is_legal():
    game = table("Ana Ben")
    for play in (("5", "4"), ("0", "0"), ("3", "2"), ("4", "1")):
        game.play(*play)
        while len(game.to_choose) == 1:
            game.play(game.legal(game.to_choose[0])[0])
    whole, rounds = game.lines.tip(MAIN), game.rounds
    game.at(MAIN, 0)
    stopped = game.replace(Ana="3")
    assert stopped.startswith("stopped after round") and "Ana" in stopped
    assert game.lines.path(MAIN)[1].choices == {0: "3", 1: "4"} and game.game.rounds(game.lines.tip(MAIN).state) < rounds
    game.revert()
    assert game.lines.tip(MAIN) is whole
    game.at(MAIN)
    refused(game, lambda: game.replace(Ana="3"), "ends here")


def test_a_branch_that_keeps_choices_follows_its_parent_where_nobody_chooses():
    game = table("Ana Ben Cleo")
    for play in (("5", "4", "0"), ("0", "0", "0"), ("4", "3", "2")):
        game.play(*play)
        while len(game.to_choose) == 1:
            game.play(game.legal(game.to_choose[0])[0])
    game.at(MAIN, 1)
    game.branch("kept", others="kept")
    game.play(Ana="1")
    assert {name: game.moment.path()[-1].choices.get(seat) for seat, name in enumerate(("Ana", "Ben", "Cleo"))} \
        != {} and game.lines.path("kept")[-1].state is game.moment.state
    reveal = next(moment for moment in game.lines.path("kept") if moment not in game.lines.path(MAIN))
    assert reveal.choices == {0: "1", 1: "0", 2: "0"}
    refused(game, lambda: game.branch("x", others="none"), "kept")


def test_a_branch_left_to_bots_asks_only_for_the_seats_in_hand():
    game = table("Ana Ben Cleo", bots={"Cleo": "random"})
    game.branch("left", others="bots", bot="saver", by_hand=["Ana"])
    assert game.asked == ["Ana"] and (game.bot_of("Ben"), game.bot_of("Cleo"), game.bot_of("Ana")) == ("saver", "random", None)
    game.play("5")
    assert game.line == "left" and game.lines.path("left")[1].choices.keys() == {0, 1, 2}
    game.at("left", 0)
    game.play("4")
    assert game.lines.forks[game.line].bot == "saver" and game.bot_of("Ben") == "saver"
    game.switch(MAIN)
    assert game.asked == ["Ana", "Ben"]
    refused(game, lambda: game.branch("x", others="bots", bot="genius"), "genius", "saver")
    refused(game, lambda: game.branch("x", by_hand=["Zoe"]), "Zoe", "Ana")


def test_a_seat_in_hand_is_asked_although_a_bot_plays_it_or_its_choices_are_kept():
    game = branched()
    game.at(MAIN, 1)
    game.branch("by hand", others="kept", by_hand=["Ben"])
    assert game.asked == ["Ben"] and game.to_choose == ["Ben"]
    game.choose("Ben", "0")
    assert game.to_choose == []
    game.step()
    shared = game.lines.forks["by hand"].moment
    reveal, kept = game.lines.following("by hand", shared), game.lines.following(MAIN, shared)
    assert reveal.choices == kept.choices | {1: "0"}


def test_a_line_is_copied_whole_with_the_other_fate():
    game = branched()
    fork, choices = game.lines.forks["rests"].moment, game.lines.tip("rests").choices
    assert game.copy("luck", "redealt", seed=4, line="rests") == ""
    assert game.lines.following("luck", fork).redealt == 4 and game.lines.forks["luck"].parent == MAIN
    game.copy("no luck", line="luck")
    assert [moment.redealt for moment in game.lines.path("no luck")] == [None] * len(game.lines.path("rests"))
    assert game.lines.tip("no luck").choices == choices
    refused(game, lambda: game.copy("x", line=MAIN), "main")
    refused(game, lambda: game.copy("luck", line="rests"), "luck")


def test_what_is_replayed_keeps_its_notes_and_its_fresh_cards():
    game = branched()
    game.switch(MAIN)
    game.note("here")
    game.at(MAIN, 2)
    game.branch("fresh", "redealt", seed=2)
    game.step()
    game.make_main("fresh", "as it was")
    game.at("as it was", 1)
    stopped = game.replace(Ana=game.legal("Ana")[0])
    assert stopped or game.lines.remarks[game.lines.tip("as it was")] == {"note": "here"}
    game.at(MAIN, 1)
    game.replace(Ana=game.legal("Ana")[-1])
    assert [moment.redealt for moment in game.lines.path(MAIN) if moment.redealt is not None] == [2]


def test_what_was_played_on_stays_when_changes_before_it_are_taken_back():
    game = branched()
    game.rename("rests", "beach day")
    game.make_main("beach day", "as played")
    game.step()
    tip = game.moment
    game.revert()
    game.revert()
    assert game.lines.tip("rests") is tip and (game.line, game.moment) == ("rests", tip)
    assert game.last_change == "begin “rests”"


def test_whatever_begins_a_line_is_taken_back_and_done_again():
    game = branched()
    game.at(MAIN, 1)
    game.branch("b")
    game.at(MAIN, 1)
    game.play(Ana="0")
    by_playing = game.line
    game.copy("c")
    names = list(game.lines)
    assert names == [MAIN, "rests", "b", by_playing, "c"]
    for gone in reversed(names[1:]):
        assert gone in game.lines and game.last_change
        game.revert()
        assert gone not in game.lines
    refused(game, game.revert, "take back")
    for _ in names[1:]:
        game.reapply()
    assert list(game.lines) == names and game.line == "c"
    refused(game, game.reapply, "again")
    game.revert()
    game.note("no copy, then")
    refused(game, game.reapply, "again")


def test_a_change_that_fails_is_none():
    game = branched()
    changes = game.changes
    refused(game, lambda: game.branch("rests"), "rests")
    refused(game, lambda: game.copy("rests"), "rests")
    refused(game, lambda: game.play(Ana="9"), "9")
    assert game.changes == changes and game.last_change == "begin “rests”"


def test_fresh_cards_for_a_line_that_was_played():
    game = branched()
    game.at("rests", 2)
    game.copy("fresh", "redealt", seed=9)
    fresh, first = game.lines.path("fresh"), game.lines.following("fresh", game.lines.forks["fresh"].moment)
    assert first.redealt == 9 and game.line == "fresh" and len(fresh) > fresh.index(first)


def test_notes_and_marks_survive_a_file():
    game = branched()
    game.at(MAIN, 1)
    game.note("<img src=x onerror=alert(1)> why not 4?")
    game.mark("question")
    again = SurfsUp.load(game.dumps())
    again.at(MAIN, 1)
    assert again.lines.remarks[again.moment] == game.lines.remarks[game.moment]
    refused(game, lambda: game.note("x" * (MOST_NOTE + 1)), str(MOST_NOTE))
    refused(game, lambda: game.mark("brilliant"), "question")
    game.note("")
    game.mark("")
    assert game.moment not in game.lines.remarks


def test_lines_of_different_lengths_are_set_against_each_other_where_both_have_come():
    game = branched()
    game.switch(MAIN)
    game.play_to_end("saver")
    outcomes = game.outcomes(base=MAIN).set_index(["line", "seat"])
    there, here = game.find(3, MAIN), game.lines.tip("rests")
    assert game.rounds > 3 == game.game.rounds(here.state) and game.abreast("rests", MAIN) == (here, there)
    assert (outcomes.loc["rests", "compared_after"] == 3).all() and (outcomes.loc[MAIN, "difference"] == 0).all()
    for seat, name in enumerate(game.game.players):
        told, points, other = outcomes.loc[("rests", name)], game.game.points(here.state, seat), game.game.points(there.state, seat)
        assert dict(told[list(points)]) == points and told["base_total"] == other["total"]
        assert told["total"] - told["base_total"] == told["difference"]
    game.switch("rests")
    game.play_to_end("saver")
    assert game.abreast("rests", MAIN) == (game.lines.tip("rests"), game.lines.tip(MAIN))


def test_a_line_whose_others_are_kept_stays_with_its_parent_when_another_becomes_the_main_line():
    game = branched()
    game.switch(MAIN)
    game.play_to_end("saver")
    game.at(MAIN, 1)
    game.branch("kept", others="kept", by_hand=["Ana"])
    game.make_main("rests", "as it was")
    assert game.lines.forks["kept"].parent == "as it was"
    game.switch("kept")
    game.play_to_end("saver")
    for passed, other in list(zip(game.lines.path("kept"), game.lines.path("as it was")))[2:4]:
        assert {seat: choice for seat, choice in passed.choices.items() if seat} == {seat: choice for seat, choice in other.choices.items() if seat}
    assert SurfsUp.load(game.dumps()).lines.forks["kept"].parent == "as it was"


def test_a_note_that_is_written_on_is_one_change():
    game = branched()
    changes = game.last_change
    for text in ("why", "why not", "why not 4?"):
        game.note(text)
    game.revert()
    assert "note" not in game.lines.remarks.get(game.moment, {}) and game.last_change == changes
    game.note("why")
    game.mark("good")
    game.note("why not")
    game.revert()
    assert game.lines.remarks[game.moment] == {"note": "why", "mark": "good"}


def test_lines_are_compared_with_a_base_and_where_they_part():
    game = branched()
    outcomes = game.outcomes(base=MAIN).set_index(["line", "seat"])
    assert (outcomes.loc[MAIN, "difference"] == 0).all() and (outcomes.loc["rests", "parted_after"] == 2).all()
    assert game.parting("rests", MAIN) is game.lines.forks["rests"].moment
    assert list(game.tree()["line"]) == [MAIN, "rests"] and list(game.tree()["after"]) == [0, 2]


def test_a_new_line_is_drawn_with_the_one_it_leaves_and_looking_at_either_draws_both():
    game = branched()
    assert game.drawn == ["rests", MAIN]
    game.switch(MAIN)
    assert game.drawn == [MAIN, "rests"]
    game.overlaid = []
    game.switch("rests")
    assert game.drawn == ["rests"]
    game.overlaid = list(game.lines)
    game.switch(MAIN)
    assert game.drawn == [MAIN, "rests"] and game.overlaid == [MAIN, "rests"]
    game.at(MAIN, 1)
    game.play(Ana="0")
    assert game.drawn == [game.line, MAIN, "rests"]


def test_lines_drawn_and_the_base_keep_their_lines_whatever_these_are_called():
    game = branched()
    game.base = "rests"
    game.rename("rests", "beach day")
    assert (game.drawn, game.base) == (["beach day", MAIN], "beach day")
    game.make_main("beach day")
    assert (game.drawn, game.base) == ([MAIN, "former main"], MAIN)
    game.revert()
    game.revert()
    assert (game.drawn, game.base) == (["rests", MAIN], "rests")
    game.switch(MAIN)
    game.delete("rests")
    assert (game.drawn, game.base) == ([MAIN], MAIN)
    game.revert()
    assert (game.drawn, game.base) == ([MAIN, "rests"], "rests")
    game.deal()
    assert (game.drawn, game.base) == ([MAIN], MAIN)


@pytest.mark.parametrize(("name", "value"), [("overlaid", ["nowhere"]), ("overlaid", [["main"]]), ("base", "nowhere")])
def test_only_lines_that_are_there_are_drawn_or_compared_with(name, value):
    game = branched()
    with pytest.raises(ValueError, match="there is no line .* the lines are 'main', 'rests'"):
        setattr(game, name, value)
    assert game.drawn == ["rests", MAIN] and game.base == MAIN


class UnfriendlyOrders(RuleBasedStateMachine):
    """Whatever is pressed in whatever order: lines hang together, nothing is lost that was not taken away."""

    def __init__(self):
        super().__init__()
        self.game = SurfsUp(seats=["Ana", "Ben"], bots={"Ana": "random", "Ben": "random"}, cards=CARDS, goals=[], seed=3)
        self.names = 0

    def name(self) -> str:
        self.names += 1
        return f"line {self.names}"

    @precondition(lambda self: not self.game.is_over)
    @rule()
    def step(self):
        self.attempt(self.game.step)

    @precondition(lambda self: not self.game.is_over and len(self.game.lines) < 8)
    @rule(data=data())
    def play_otherwise(self, data):
        first = self.game.game.players[self.game.game.to_choose(self.game.moment.state)[0]]
        self.game.play(**{seat: data.draw(sampled_from(self.game.legal(seat))) for seat in {first, *self.game.asked}})

    @rule()
    def undo(self):
        self.attempt(self.game.undo)

    @rule()
    def redo(self):
        self.attempt(self.game.redo)

    @precondition(lambda self: len(self.game.lines) < 8)
    @rule(fate=sampled_from(["same", "redealt"]), others=sampled_from(["ask", "kept", "bots"]), by_hand=sampled_from([[], ["Ana"]]))
    def branch(self, fate, others, by_hand):
        self.game.branch(self.name(), fate, others=others, by_hand=by_hand)

    @precondition(lambda self: len(self.game.lines) < 8)
    @rule(data=data(), fate=sampled_from(["same", "redealt"]))
    def copy(self, data, fate):
        line = data.draw(sampled_from([None, *self.game.lines]))
        self.attempt(lambda: self.game.copy(self.name(), fate, line=line))

    @rule(data=data())
    def switch(self, data):
        self.game.switch(data.draw(sampled_from(list(self.game.lines))))

    @rule(data=data())
    def look_back(self, data):
        self.game.go(data.draw(sampled_from(self.game.lines.path(self.game.line))))

    @rule(data=data())
    def delete(self, data):
        line = data.draw(sampled_from(list(self.game.lines)))
        others = {name: tip for name, tip in self.game.lines.tips.items() if name != line}
        self.attempt(lambda: self.game.delete(line))
        assert others.items() <= self.game.lines.tips.items()

    @rule(data=data())
    def rename(self, data):
        line = data.draw(sampled_from(list(self.game.lines)))
        self.attempt(lambda: self.game.rename(line, self.name()))

    @rule(data=data())
    def make_main(self, data):
        line = data.draw(sampled_from(list(self.game.lines)))
        self.attempt(lambda: self.game.make_main(line, self.name()))

    @rule(data=data())
    def replace(self, data):
        deciding = self.game.game.to_choose(self.game.moment.state)
        if deciding:
            seat = self.game.game.players[deciding[0]]
            self.attempt(lambda: self.game.replace(**{seat: data.draw(sampled_from(self.game.legal(seat)))}))

    @rule()
    def revert(self):
        self.attempt(self.game.revert)

    @rule()
    def reapply(self):
        self.attempt(self.game.reapply)

    @precondition(lambda self: self.game.last_change)
    @rule()
    def revert_in_vain(self):
        before = self.game.line, self.game.moment, self.game.overlaid, self.game.base, dict(self.game.lines.tips)
        self.game.revert()
        self.game.reapply()
        assert before == (self.game.line, self.game.moment, self.game.overlaid, self.game.base, dict(self.game.lines.tips))

    @rule(data=data())
    def overlay(self, data):
        self.game.overlaid = data.draw(lists(sampled_from(list(self.game.lines)), unique=True))
        self.game.base = data.draw(sampled_from(list(self.game.lines)))

    @rule(text=sampled_from(["", "why?"]))
    def note(self, text):
        self.game.note(text)

    @rule(seed=integers(0, 3))
    def deal(self, seed):
        self.game.deal(seed=seed)

    @rule()
    def file(self):
        """A record of it opens to lines that come to the same."""
        again = SurfsUp.load(self.game.dumps())
        assert set(again.lines) == set(self.game.lines)
        for line in again.lines:
            if line != MAIN:
                one, other = again.lines.forks[line], self.game.lines.forks[line]
                assert (one.others, one.bot, one.by_hand) == (other.others, other.bot, other.by_hand)
            assert again.game.describe(again.lines.tip(line).state) == self.game.game.describe(self.game.lines.tip(line).state)

    def attempt(self, call):
        """A call that may be refused in words, and then changes nothing."""
        before = (self.game.moment, self.game.line, dict(self.game.lines.tips))
        try:
            call()
        except ValueError:
            assert (self.game.moment, self.game.line, dict(self.game.lines.tips)) == before

    @invariant()
    def lines_hang_together(self):
        lines = self.game.lines
        assert self.game.moment in lines.path(self.game.line) and set(lines.forks) == set(lines) - {MAIN}
        for name, fork in lines.forks.items():
            assert fork.moment in lines.path(name) and fork.moment in lines.path(fork.parent)
        assert {self.game.base, *self.game.drawn} <= set(lines) and len(self.game.overlaid) == len(set(self.game.overlaid))


TestUnfriendlyOrders = UnfriendlyOrders.TestCase
TestUnfriendlyOrders.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
