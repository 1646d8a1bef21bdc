"""Analyses that grow behind a page's back, in chunks, as long as somebody wants them. Knows no game and no page.

Two threads do the work of a whole process; those who ask take turns, a chunk each. What has been worked out is a
function of the position, the models and the seed: neither the number of threads nor the order of chunks changes it.
"""
from __future__ import annotations

import os
import threading
import time
import weakref
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property

import numpy as np
import pandas as pd

from .analysis import Estimate, LookingBack, Matrix, Mixes, measured, mixes_of, replies_to
from .slices import Work
from .stats import Z95

THREADS = min(2, os.cpu_count() or 1)
PRECISION = 0.01 / Z95  # standard error of a chance to win at which an estimate is good enough: ±1 point in 100
MOST_TRIALS = 250_000  # enough for ±0.2 points of any chance
MIX_TRIALS = 800  # that find mixes, and as many more that measure them
LEAST_TRIALS = 1024  # fewer say nothing when every one of them ended alike
LOOK_AROUND = 128  # trials that tell who else is strong
FIRST, LARGEST = 16, 1024  # trials of a first chunk, and of any
CHUNK_SECONDS = 0.04  # what a chunk is made to last: as long as a newcomer waits for its turn
TELL_SECONDS = 0.25  # between two tellings of what has grown
MOST_KEPT = 48  # things thought about that one page remembers


class Growing:
    """Something worked out in tasks that any thread may run, several at a time.

    `is_ready` says whether it can begin (a compiler may still be at work); `done` that nothing is left to do, and
    `error` why it could not be done. Whoever reads what has grown so far holds `lock`.
    """

    def __init__(self, is_ready: Callable[[], bool] = lambda: True):
        self.is_ready, self.lock = is_ready, threading.RLock()
        self.done, self.error = False, ""

    def take(self) -> Callable[[], bool] | None:
        """A task that tells whether there is something new to see; None when there is nothing to do just now."""
        with self.lock:
            return None if self.done or not self.is_ready() else self._next_task()

    def _next_task(self) -> Callable[[], bool] | None:
        raise NotImplementedError

    @property
    def can_wait(self) -> bool:
        """Whether so much is known that other things may go first."""
        return False

    def fail(self, error: Exception) -> None:
        """Nothing more comes of it."""
        with self.lock:
            self.done, self.error = True, str(error) or type(error).__name__


class Chunked(Growing):
    """Trials 0, 1, 2, ... in chunks that are handed out and added in that order, once `begin` has made what plays them."""

    def __init__(self, begin: Callable[[], object], is_ready: Callable[[], bool] = lambda: True):
        super().__init__(is_ready)
        self._begin, self.decision = begin, None
        self._begun, self._handed, self._added, self._played = False, 0, 0, {}
        self._size = FIRST

    def _next_task(self):
        if self.decision is None:
            if self._begun:
                return None
            self._begun = True
            return self._start
        size = min(self._size, self._wanted() - self._handed)
        if size <= 0:
            return None
        first, self._handed = self._handed, self._handed + size
        return lambda: self._run(first, size)

    def _start(self) -> bool:
        decision = self._begin()
        with self.lock:
            self._began(decision)
            self.decision = decision
        return False

    def _run(self, first: int, size: int) -> bool:
        began = time.perf_counter()
        played = self._play(first, size)
        took = time.perf_counter() - began
        with self.lock:
            self._size = int(min(max(size * min(CHUNK_SECONDS / max(took, 1e-9), 4), FIRST), LARGEST))
            self._played[first] = size, played
            while self._added in self._played:
                size, played = self._played.pop(self._added)
                self._add(played, size)
                self._added += size
            self.done = self._added == self._handed >= self._wanted()
        return True

    def _began(self, decision) -> None:
        """Make room for what will be added."""

    def _wanted(self) -> int:
        """How many trials there should be in all, as far as can be said by now."""
        raise NotImplementedError

    def _play(self, first: int, size: int):
        raise NotImplementedError

    def _add(self, played, size: int) -> None:
        raise NotImplementedError


class Choices(Chunked):
    """What every choice of a decision is worth: grows until every standard error is small enough, or to `most` trials."""

    def __init__(self, begin, is_ready=lambda: True, precision: float = PRECISION, most: int = MOST_TRIALS):
        super().__init__(begin, is_ready)
        self.precision, self.most, self.estimate, self._wins = precision, most, None, 0

    def _began(self, decision):
        self.estimate = Estimate(decision)

    def aim(self, precision: float) -> None:
        """Want other standard errors: go on from here, or be content with what there is."""
        with self.lock:
            self.precision = precision
            if self.estimate and not self.error:
                self.done = self._added == self._handed >= self._wanted()

    @property
    def can_wait(self):
        with self.lock:
            return self.precision < PRECISION and self.error_bar <= PRECISION

    @property
    def error_bar(self) -> float:
        """The largest standard error of a choice's chance to win."""
        return float(self.estimate.win_se.max()) if self.estimate and self.estimate.trials > 1 else float("inf")

    def _wanted(self):
        """As many as the errors so far call for, but no more than four times what there are: they are not known well yet."""
        trials = self.estimate.trials
        if trials < LEAST_TRIALS:
            return min(LEAST_TRIALS, self.most)
        short = (self.error_bar / self.precision) ** 2
        return trials if short <= 1 else min(self.most, int(trials * min(short, 4)) + 1)

    def _play(self, first, size):
        return self.estimate.play(first, size)

    def _add(self, played, size):
        self.estimate.add(played)
        self._wins = self._wins + played.shares[:max(0, LOOK_AROUND - self._added)].sum((0, 1))

    @property
    def wins(self) -> np.ndarray | None:
        """How much every seat wins in the first trials, whatever this one chooses; None until they are played."""
        return self._wins if self._added >= min(LOOK_AROUND, self.most) else None


class Joint(Chunked):
    """What the joint choices of the decision's seat and another one are worth."""

    def __init__(self, begin, other: int, is_ready=lambda: True, trials: int = 600):
        super().__init__(begin, is_ready)
        self.other, self.trials, self.matrix = other, trials, None

    def _began(self, decision):
        self.matrix = Matrix(decision, self.other)

    def _wanted(self):
        return self.trials

    def _play(self, first, size):
        return self.matrix.play(first, size)

    def _add(self, played, size):
        self.matrix.add(played)


class MixHunt(Chunked):
    """The mixes of all who choose now: found by `trials` as `solve_mixes` does, then measured on `checks` more."""

    def __init__(self, begin, is_ready=lambda: True, trials: int = MIX_TRIALS, checks: int = MIX_TRIALS):
        super().__init__(begin, is_ready)
        self.trials, self.checks = trials, checks
        self.shares: dict | None = None

    def _began(self, decision):
        self._solved = None
        if len(decision.seats) == 2:
            self._matrix = Matrix(decision, next(seat for seat in decision.seats if seat != decision.seat))
        else:
            self._solved = decision.blank_mixes(), decision.blank_mixes()

    @property
    def checked(self) -> int:
        """The trials that measured what was found."""
        return max(0, self._added - self.trials)

    @property
    def mixes(self) -> Mixes | None:
        """What was found, once something of it is measured."""
        return measured(self.shares, self._replies, self._on_sample) if self.checked else None

    def _next_task(self):
        waiting = self.decision is not None and self.shares is None and self._solved and self._handed > self._added
        return None if waiting else super()._next_task()  # regret matching goes on from where it was

    def _wanted(self):
        return self.trials if self.shares is None else self.trials + self.checks

    def _play(self, first, size):
        if first >= self.trials:
            return [reply.play(first - self.trials, size) for reply in self._replies]
        return self.decision.solve(first, size, *self._solved) if self._solved else self._matrix.play(first, size)

    def _add(self, played, size):
        if self.shares is not None:
            for reply, outcomes in zip(self._replies, played):
                reply.add(outcomes)
            return
        if not self._solved:
            self._matrix.add(played)
        if self._added + size == self.trials:
            self._found()

    def _found(self) -> None:
        if self._solved:
            mixes = {seat: self.decision.named_mix(self._solved[1], seat) for seat in self.decision.seats}
            self.shares, self._on_sample = mixes, None
        else:
            self.shares, self._on_sample = mixes_of(self._matrix)
        self._replies = replies_to(self.decision, self.shares, self.trials)


class Sliced(Growing):
    """What a work comes to, run a slice at a time; `share` is how much of it is done, as far as it tells."""

    def __init__(self, work: Work, is_ready: Callable[[], bool] = lambda: True):
        super().__init__(is_ready)
        self._work, self._running, self.share, self.value, self.raised = work, False, 0.0, None, None

    def _next_task(self):
        if self._running:
            return None
        self._running = True
        return self._run

    def _run(self) -> bool:
        until = time.perf_counter() + CHUNK_SECONDS
        try:
            while time.perf_counter() < until:
                share = next(self._work)
                self.share = self.share if share is None else share
        except StopIteration as end:
            with self.lock:
                self.value, self.done = end.value, True
        self._running = False
        return True

    def fail(self, error):
        self.raised = error
        super().fail(error)

    def hand_to(self, work: Work):
        """Go on with the work that waits for this one, by what it came to."""
        return work.send(self.value) if self.raised is None else work.throw(self.raised)


class Many(Growing):
    """What a list of functions give, several at a time; `share` of them is worked out."""

    def __init__(self, work: Sequence[Callable[[], object]], is_ready: Callable[[], bool] = lambda: True):
        super().__init__(is_ready)
        self._work, self._next, self.values = list(work), 0, {}
        self.done = not self._work

    @property
    def share(self) -> float:
        return len(self.values) / max(len(self._work), 1)

    def _next_task(self):
        if self._next >= len(self._work):
            return None
        number, self._next = self._next, self._next + 1
        return lambda: self._run(number)

    def _run(self, number: int) -> bool:
        value = self._work[number]()
        with self.lock:
            self.values[number] = value
            self.done = len(self.values) == len(self._work)
        return True

    @property
    def results(self) -> list:
        """What the functions gave, in their order."""
        return [self.values[number] for number in sorted(self.values)]


class Review(Many):
    """A look back at a line of play, a decision of a seat after the other."""

    def __init__(self, looking: LookingBack, is_ready=lambda: True):
        super().__init__(looking.tasks, is_ready)
        self._looking = looking

    @cached_property
    def table(self) -> pd.DataFrame:
        """The review, when it is done."""
        return self._looking.table(self.results)


class Thinker:
    """What one page has thought about: wanted things grow one after the other, what it knows is kept for when it comes back.

    `tell` is called from another thread when there is something new to see: at once for the first, then a few times a
    second, and when a thing is done. Nothing here keeps the page that `tell` belongs to alive.
    """

    def __init__(self, tell: Callable[[], None], threads: Threads | None = None, most: int = MOST_KEPT):
        self._tell = weakref.WeakMethod(tell) if hasattr(tell, "__self__") else lambda: tell
        self._threads, self._most = threads or THREADS_OF_ALL, most
        self._kept: OrderedDict[Hashable, Growing] = OrderedDict()
        self._wanted: tuple[Growing, ...] = ()
        self._told, self._seen, self.stopped = 0.0, set(), False

    def about(self, key: Hashable, make: Callable[[], Growing]) -> Growing:
        """The thing of that key, as far as it has grown; a new one where it is not remembered."""
        if key not in self._kept:
            self._kept[key] = make()
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return self._kept[key]

    def want(self, *things: Growing) -> None:
        """Go on with these in this order, and leave all else as it is."""
        if things != self._wanted:
            self._wanted, self._told, self._seen = things, 0.0, set()
        if not self.stopped:
            self._threads.serve(self)

    def stop(self) -> None:
        """Leave everything as it is until `go_on`."""
        self.stopped = True

    def go_on(self) -> None:
        self.stopped = False
        self._threads.serve(self)

    @property
    def idle(self) -> bool:
        """Whether nothing is left to do."""
        return self.stopped or all(thing.done for thing in self._wanted)

    def close(self) -> None:
        """Want nothing and remember nothing any more."""
        self._wanted, self._kept = (), OrderedDict()

    def take(self) -> tuple[Growing, Callable[[], bool]] | None:
        """The next task of the first wanted thing that has one; what can wait comes last."""
        if self.stopped:
            return None
        for thing in sorted(self._wanted, key=lambda thing: thing.can_wait):
            task = thing.take()
            if task is not None:
                return thing, task
        return None

    def grown(self, thing: Growing) -> None:
        """Something has grown; tell of it unless that was done just now. The first that there is of a thing is told at once."""
        now = time.monotonic()
        if thing in self._wanted and (thing.done or thing not in self._seen or now - self._told >= TELL_SECONDS):
            self._told = now
            self._seen.add(thing)
            tell = self._tell()
            if tell is not None:
                tell()


class Threads:
    """Threads that serve any number of thinkers in turn, a task each; they begin with the first that is served."""

    def __init__(self, count: int = THREADS):
        self._count, self._running = count, 0
        self._served: deque[weakref.ref] = deque()
        self._change = threading.Condition()

    def serve(self, thinker: Thinker) -> None:
        """Take a thinker's tasks in turn with all others' until it is idle."""
        with self._change:
            if not any(known() is thinker for known in self._served):
                self._served.append(weakref.ref(thinker))
            while self._running < self._count:
                self._running += 1
                threading.Thread(target=self._serve, name=f"thinking {self._running}", daemon=True).start()
            self._change.notify_all()

    def _serve(self) -> None:
        while True:
            with self._change:
                task = self._next()
                if task is None:  # look again for who waits for a compiler
                    self._change.wait(TELL_SECONDS if self._served else None)
                    continue
            run(*task)
            del task
            with self._change:
                self._change.notify_all()

    def _next(self):
        """A thinker, a thing and its task, of whoever was served longest ago."""
        for _ in range(len(self._served)):
            known = self._served.popleft()
            thinker = known()
            if thinker is None or thinker.idle:
                continue
            self._served.append(known)
            task = thinker.take()
            if task is not None:
                return thinker, *task
        return None


def run(thinker: Thinker, thing: Growing, task: Callable[[], bool]) -> None:
    """One task; an error ends the thing, not the thread."""
    try:
        news = task()
    except Exception as error:  # a game's analysis may refuse what was asked; the page shows why
        thing.fail(error)
        news = True
    if news:
        thinker.grown(thing)


THREADS_OF_ALL = Threads()
