"""Analyses that grow in the background: the same on any number of threads, stopped, taken up again, and in turn."""
import gc
import threading
import time
import weakref
from types import SimpleNamespace

import numpy as np
import pytest

from surflab.analysis import Outcomes, solve_mixes
from surflab.slices import call
from surflab.thinking import PRECISION, Choices, Joint, Many, MixHunt, Sliced, Thinker, Threads


class Dice:
    """A decision of two seats without a game: a choice wins where it is at least the trial's own throw."""

    seat, seats, models, bot = 0, [0, 1], {1: {"3": 1.0}}, "dice"
    choices = ["1", "3", "5"]
    game = SimpleNamespace(players=("Ana", "Ben"))
    happenings = {0: "", 1: "wins"}

    def __init__(self, seats=2):
        self.seats = list(range(seats))
        self.played = []

    def choices_of(self, seat):
        return self.choices

    def play_on(self, joint, first, trials):
        self.played.append((first, trials))
        throws = np.array([np.random.default_rng(number).integers(1, 7, 2) for number in range(first, first + trials)])
        mine = np.array([[int(fixed.get(0, "3")) - int(fixed.get(1, "3")) / 2 for fixed in joint]] * trials)
        wins = (mine + throws[:, :1] > 4).astype(np.int64)
        shares = np.stack([wins, 1 - wins, *[0 * wins] * (len(self.seats) - 2)], axis=2)
        return Outcomes(shares, shares * 10 + throws[:, None, :1], wins, 1)

    def facing(self, mixes):
        return self

    def exact(self):
        return None

    def blank_mixes(self):
        return np.zeros((3, 3))

    def solve(self, first, trials, regrets, averages):
        assert regrets[0, 0] == first  # a chunk goes on where the one before it ended
        time.sleep(0.001)
        regrets[0, 0] += trials
        averages += np.arange(1, 4) * trials

    def named_mix(self, averages, seat):
        return dict(zip(self.choices, averages[seat] / averages[seat].sum()))


@pytest.fixture
def threads():
    return Threads(2)


def until(holds, seconds=10):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.002)


def grown(thing, threads, tell=lambda: None):
    thinker = Thinker(tell, threads)
    thinker.want(thing)
    until(lambda: thing.done)
    assert not thing.error
    return thing


def test_an_estimate_grows_to_the_precision_wanted(threads):
    found = grown(Choices(Dice, precision=0.01), threads)
    assert 1024 < found.estimate.trials < 40_000 and found.error_bar <= 0.01


def test_another_precision_goes_on_from_what_there_is_or_is_content_with_it(threads):
    found = grown(Choices(Dice, precision=0.01), threads)
    before = found.estimate.trials
    found.aim(0.008)
    assert not found.done
    grown(found, threads)
    assert before < found.estimate.trials < 2 * before and found.error_bar <= 0.008
    found.aim(0.001)
    found.aim(0.02)
    assert found.done


def test_what_is_known_well_enough_for_most_lets_other_things_go_first(threads):
    known, new, other = grown(Choices(Dice), threads), Choices(Dice, precision=PRECISION / 5), Joint(Dice, 1)
    known.aim(PRECISION / 5)
    thinker = Thinker(lambda: None, Threads(0))
    thinker.want(known, other)
    assert thinker.take()[0] is other and thinker.take()[0] is known
    thinker.want(new, other)
    assert thinker.take()[0] is new


def test_trials_are_the_most_there_are(threads):
    assert grown(Choices(Dice, precision=1e-6, most=2000), threads).estimate.trials == 2000


@pytest.mark.parametrize("make", [
    lambda: Choices(Dice, precision=1e-6, most=3000), lambda: Joint(Dice, 1, trials=700), lambda: MixHunt(Dice, trials=300, checks=300),
    lambda: MixHunt(lambda: Dice(3), trials=300, checks=300)], ids=["choices", "joint", "two", "three"])
def test_the_number_of_threads_changes_nothing(make):
    results = []
    for count in (1, 2, 5):
        found = grown(make(), Threads(count))
        results.append(repr(vars(found.mixes)) if isinstance(found, MixHunt) else
                       getattr(found, "matrix", None) is not None and found.matrix.win.tobytes() or found.estimate._products.tobytes())
    assert len(set(results)) == 1


@pytest.mark.parametrize("seats", [2, 3])
def test_a_hunt_in_chunks_finds_what_is_found_in_one_go(threads, seats):
    class OneGo(Dice):
        def solve(self, first, trials, regrets, averages):
            averages += np.arange(1, 4) * trials

    hunted = grown(MixHunt(lambda: Dice(seats), trials=200, checks=200), threads).mixes
    assert hunted == solve_mixes(OneGo(seats), 200, 200)


def test_what_is_not_wanted_any_more_stays_as_it_is_and_goes_on_where_it_was(threads):
    dice = Dice()
    thinker = Thinker(lambda: None, threads)
    first = thinker.about("first", lambda: Choices(lambda: dice, precision=1e-6, most=3_000))
    thinker.want(first)
    until(lambda: first.estimate and first.estimate.trials)
    thinker.want(thinker.about("second", lambda: Choices(Dice, precision=0.05)))
    until(lambda: thinker.idle)
    time.sleep(0.05)
    assert not first.done and thinker.about("first", lambda: pytest.fail("it was forgotten")) is first
    thinker.want(first)
    until(lambda: first.done)
    trials = sorted(dice.played)
    assert [start for start, _ in trials] == [0, *np.cumsum([size for _, size in trials])[:-1]]  # none twice, none left out


def test_a_stop_holds_until_it_goes_on(threads):
    thing = Choices(Dice, precision=1e-6, most=20_000)
    thinker = Thinker(lambda: None, threads)
    thinker.want(thing)
    until(lambda: thing.estimate and thing.estimate.trials)
    thinker.stop()
    time.sleep(0.1)
    held = thing.estimate.trials
    time.sleep(0.1)
    assert thing.estimate.trials == held < 20_000
    thinker.want(thing)
    assert thinker.idle
    thinker.go_on()
    until(lambda: thing.done)


def test_only_the_latest_are_remembered(threads):
    thinker = Thinker(lambda: None, threads, most=2)
    for name in "abc":
        thinker.about(name, lambda: Choices(Dice))
    made = []
    thinker.about("a", lambda: made.append("a"))
    thinker.about("c", lambda: made.append("c"))
    assert made == ["a"]


def test_everybody_has_a_turn():
    """One thread, ten who ask: nobody waits for another to be done."""
    threads, order = Threads(1), []
    gate = threading.Event()
    thinkers = [Thinker(lambda: None, threads) for _ in range(10)]
    many = [Many([lambda name=name: order.append(name)] * 5) for name in range(10)]
    blocker = Thinker(lambda: None, threads)
    blocker.want(Sliced(call(gate.wait, 5)))
    for thinker, work in zip(thinkers, many):
        thinker.want(work)
    gate.set()
    until(lambda: all(work.done for work in many))
    assert [sorted(order[k:k + 10]) for k in range(0, 50, 10)] == [list(range(10))] * 5


def test_what_cannot_be_worked_out_says_why_and_the_thread_goes_on():
    def refuse():
        raise ValueError("there is no bot 'nobody'")

    threads, told = Threads(1), []
    thing, thinker = Choices(refuse), Thinker(lambda: told.append(1), threads)
    thinker.want(thing)
    until(lambda: thing.done)
    assert thing.error == "there is no bot 'nobody'" and told
    grown(Choices(Dice, precision=0.05), threads)


def test_it_waits_for_what_must_be_ready_first(threads):
    ready = threading.Event()
    thing, thinker = Choices(Dice, ready.is_set, precision=0.05), Thinker(lambda: None, threads)
    thinker.want(thing)
    time.sleep(0.05)
    assert thing.decision is None
    ready.set()
    until(lambda: thing.done)


def test_it_tells_at_once_then_now_and_then_and_at_the_end(threads):
    told, thing = [], Many([lambda: time.sleep(0.01)] * 60)
    grown(thing, threads, lambda: told.append(len(thing.values)))
    until(lambda: told[-1] == 60)
    assert told[0] <= 2 and len(told) <= 5


def test_the_first_of_a_thing_is_told_at_once_whatever_else_was_told_just_now(threads):
    told, quick, slow = [], Many([int]), Many([int, int, int])
    thinker = Thinker(lambda: told.append("told"), threads)
    thinker.stop()
    thinker.want(quick, slow)
    thinker.grown(quick)
    thinker.grown(slow)
    assert len(told) == 2
    thinker.grown(slow)
    assert len(told) == 2, "the rest of it a few times a second"


def test_a_page_that_is_gone_is_kept_by_nothing(threads):
    class Page:
        def __init__(self):
            self.thinker = Thinker(self.tell, threads)

        def tell(self):
            pass

    page = Page()
    page.thinker.want(Choices(Dice, precision=1e-9, most=10**9))
    gone = weakref.ref(page), weakref.ref(page.thinker)
    del page
    until(lambda: gc.collect() is None or not any(of() for of in gone))
