"""Two ways to run one source: both give the same bytes, and neither lets anybody peek or change what was."""
from __future__ import annotations

import random

import numpy as np
import pytest

from surflab.compiled import Engine
from surflab.surfs_up import rules
from surflab.surfs_up.bots import BOTS
from surflab.surfs_up.game import Game

from .conftest import play_on
from .hidden import laid_otherwise
from .playing import NAMES, play_through, small_game, wish_among

PLAIN = Engine("surfs_up").plain


def house_game(seats: int, seed: int) -> Game:
    return Game(NAMES[:seats], seed=seed).with_goals_drawn()


def bytes_of(game: Game, choose) -> list[bytes]:
    """Every state and every event log of a game, byte for byte."""
    return [game.start().tobytes(), *(after.tobytes() + events.tobytes()
                                      for _, _, after, events in play_through(game, choose))]


def asked(game: Game, bots: list[str]) -> list:
    """A game between bots: every state, its events and what was chosen."""
    record, state = [], game.start()
    while not game.is_over(state):
        choices = {seat: game.ask(state, seat, bots[seat % len(bots)]) for seat in game.to_choose(state)}
        state, events = game.resolve(state, choices)
        record.append((choices, state.tobytes(), events.tobytes()))
    return record


# the same bytes
@pytest.mark.parametrize("seats", range(2, 7))
def test_compiled_and_plain_games_are_equal_byte_for_byte_event_logs_included(seats, engine, monkeypatch):
    rng = random.Random(seats)
    tables = [small_game(rng, seats) for _ in range(6)] + [house_game(seats, rng.getrandbits(32)) for _ in range(3)]
    for number, game in enumerate(tables):
        play_on(monkeypatch, PLAIN)
        plain = bytes_of(game, wish_among(random.Random(number)))
        play_on(monkeypatch, engine)
        assert bytes_of(game, wish_among(random.Random(number))) == plain


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_bots_choose_the_same_compiled_and_plain(seats, engine, monkeypatch):
    bots = list(BOTS)
    for seed in range(2):
        game = house_game(seats, seed)
        play_on(monkeypatch, PLAIN)
        plain = asked(game, bots)
        play_on(monkeypatch, engine)
        assert asked(game, bots) == plain


def test_redeals_are_the_same_compiled_and_plain(engine, monkeypatch):
    game = small_game(random.Random(5), 4)
    play_on(monkeypatch, engine)
    states = [after for _, _, after, _ in play_through(game, wish_among(random.Random(5)))]
    fates = [game.redeal(state, 9, seat).tobytes() for state in states for seat in range(-1, 4)]
    play_on(monkeypatch, PLAIN)
    assert [game.redeal(state, 9, seat).tobytes() for state in states for seat in range(-1, 4)] == fates


# nothing changes under anybody's hands
@pytest.mark.usefixtures("each_engine")
def test_states_and_events_cannot_be_written_to():
    game = house_game(3, 1)
    state = game.start()
    after, events = game.resolve(state, dict.fromkeys(range(3), "0"))
    for array in (state, after, events, game.redeal(state, 1)):
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            array[:] = np.zeros_like(array)


@pytest.mark.usefixtures("each_engine")
def test_no_question_and_no_decision_changes_a_state():
    game = house_game(3, 2)
    for state, choices, _, _ in play_through(game, wish_among(random.Random(2))):
        before = state.tobytes()
        for seat in range(3):
            for tell in (game.legal, game.hand, game.towel, game.waves, game.boards, game.stings, game.points):
                tell(state, seat)
            game.redeal(state, 3, seat)
        for tell in (game.describe, game.surf, game.beach, game.winners, game.to_choose, game.rounds, game.is_over):
            tell(state)
        for seat in choices:
            game.ask(state, seat, "random")
        game.resolve(state, choices)
        assert state.tobytes() == before


@pytest.mark.usefixtures("each_engine")
def test_a_decision_resolved_twice_gives_the_same_both_times():
    game = house_game(4, 3)
    for state, choices, after, events in play_through(game, wish_among(random.Random(3))):
        again, events_again = game.resolve(state, choices)
        assert (again.tobytes(), events_again.tobytes()) == (after.tobytes(), events.tobytes())


@pytest.mark.usefixtures("each_engine")
def test_the_printed_cards_are_never_written_to():
    game = small_game(random.Random(6), 3)
    before = game.cards.tables.tobytes()
    assert list(play_through(game, wish_among(random.Random(6))))
    assert game.cards.tables.tobytes() == before


# no peeking
@pytest.mark.usefixtures("compiled_engine")
@pytest.mark.parametrize("bot", BOTS)
def test_what_a_seat_cannot_see_does_not_move_its_bot(bot):
    rng, differing = random.Random(7), 0
    for seats in (2, 3, 5):
        game = house_game(seats, rng.getrandbits(32))
        for state, choices, _, _ in play_through(game, wish_among(rng)):
            for seat in choices:
                other = laid_otherwise(game, state, seat, rng, seeds=False)
                differing += other.tobytes() != state.tobytes()
                assert game.stings(other, seat) == game.stings(state, seat)
                assert game.ask(other, seat, bot) == game.ask(state, seat, bot)
    assert differing > 50


@pytest.mark.usefixtures("compiled_engine")
def test_what_is_legal_does_not_tell_what_is_hidden():
    rng = random.Random(8)
    game = small_game(rng, 3)
    for state, choices, _, _ in play_through(game, wish_among(rng)):
        for seat in choices:
            assert game.legal(laid_otherwise(game, state, seat, rng, seeds=False), seat) == game.legal(state, seat)


def test_the_public_table_holds_no_deck_and_no_value_of_a_token():
    """A bot is handed the table, so nothing secret may ever become part of it."""
    hidden = {"seed", "game", "draws", "events", "table", "ocean", "ocean_size", "ocean_top", "beach", "beach_size",
              "beach_top", "sting", "sting_points"}
    assert set(rules.STATE.names) == hidden
    assert not {"ocean", "sting", "sting_points", "seed"} & set(rules.TABLE.names)


# what is written down
def test_a_log_too_short_keeps_what_fits(engine):
    """A caller that wants no events hands over a log of length 0."""
    game = house_game(3, 4)
    for modules in (PLAIN, engine):
        for room in (0, 2, rules.EVENTS):
            states, log = game.start().copy(), np.zeros(room, rules.EVENT)
            count = modules.rules.step(game.cards.tables, states, 0, log, np.array([5, 4, 3, -1, -1, -1]))
            assert count == min(room, 5)
            assert log["kind"][:3].tolist() == [rules.PLAYED] * min(room, 3)


def test_an_entry_touches_the_state_it_is_told_to_alone(engine):
    game = house_game(2, 5)
    states = np.concatenate([game.start()] * 3)
    engine.rules.step(game.cards.tables, states, 1, np.zeros(0, rules.EVENT), np.array([5, 4, -1, -1, -1, -1]))
    before = game.start().tobytes()
    assert [state.tobytes() == before for state in states] == [True, False, True]


@pytest.mark.parametrize("dtype", [rules.CARDS, rules.TABLE, rules.STATE, rules.EVENT])
def test_records_hold_whole_numbers_alone_and_no_gaps(dtype):
    """Gaps would hold chance bytes, and states would differ that are equal."""
    def numbers(kind) -> int:
        if kind.subdtype:
            base, shape = kind.subdtype
            return numbers(base) * int(np.prod(shape))
        return sum(numbers(kind[name]) for name in kind.names) if kind.names else 1
    assert numbers(dtype) * 8 == dtype.itemsize


def test_a_decision_never_writes_more_events_than_the_log_has_room_for():
    rng = random.Random(9)
    games = [small_game(rng, 6) for _ in range(10)]
    logs = [events for game in games for *_, events in play_through(game, wish_among(rng))]
    assert 12 < max(map(len, logs)) < rules.EVENTS
