"""What speaks for a choice and what against it, in one sentence made of the table and of what came of it in trials."""
from __future__ import annotations

from collections.abc import Mapping

from . import rules
from .cards import energy_kind, plural
from .game import Game
from .rollouts import RUNNER_UP, STUNG, WIPED_OUT, WON

LEAST = 0.005  # what comes of a choice more seldom is not told
OFTEN = " of the time"  # said once a sentence
COUNTED = ("no", "one", "two", "three")


def weigh(game: Game, state, seat: int, choice: str, came: Mapping[int, float]) -> str:
    """A sentence for a seat's choice; `came` is how often each thing came of it at once."""
    if state["table"]["phase"][0] == rules.VISIT:
        pros, cons = _weigh_visit(game, state, seat, choice)
    elif choice == "0":
        pros, cons = _weigh_rest(game, state, seat, came)
    elif _is_bluebottle(game, state):
        pros, cons = _weigh_bluebottle(game, state, seat, choice, came)
    else:
        pros, cons = _weigh_wave(game, state, seat, choice, came)
    told = ", but ".join(" and ".join(parts) for parts in (pros, cons) if parts)
    first, *more = told.split(OFTEN)
    told = first + OFTEN * bool(more) + "".join(more)
    return f"{told[0].upper()}{told[1:]}."


def _is_bluebottle(game: Game, state) -> bool:
    return game.cards.tables["ocean_suit"][0, state["table"]["surf"][0, 0]] < 0


def _share(what: str, often: float) -> list[str]:
    return [f"{what} {often:.0%}{OFTEN}"] if often >= LEAST else []


# at the beach
def _weigh_visit(game: Game, state, seat: int, choice: str) -> tuple[list[str], list[str]]:
    table, cards = state["table"][0], game.cards.tables[0]
    respect = int(table["respect"][seat])
    if choice == "respect":
        return [f"takes one respect and has {respect + 1}, which breaks ties and pays for cards"], []
    name = choice.removeprefix("buy ")
    kind = game.cards.beach_kind(name)
    left = respect - int(cards["beach_cost"][kind])
    cons = [f"leaves {left or 'no'} respect"]
    suit, value = int(cards["beach_suit"][kind]), int(cards["beach_value"][kind])
    if suit < 0:
        return [f"gets a card of {value}, in hand after the next rest"], cons
    colour, waves = game.cards.suits[suit], int(table["waves"][seat, suit])
    coming = sum(cards["ocean_suit"][card] == suit for card in table["surf"] if card >= 0)
    gain = f"adds {plural(value * waves, 'point')} for {plural(waves, f'{colour} wave')} of yours"
    return [gain if waves else f"adds {plural(value, 'point')} for every {colour} wave to be won"], [
        *([f"finds no {colour} wave in sight"] if not coming else []), *cons]


# at the reveal
def _weigh_rest(game: Game, state, seat: int, came) -> tuple[list[str], list[str]]:
    table = state["table"][0]
    back, respect = len(game.towel(state, seat)), int(table["respect"][seat])
    pros = [f"takes {plural(back, 'card')} back" if back else "has no card to take back"]
    if respect < rules.MAX_RESPECT:
        pros.append(f"one respect, which makes {respect + 1}" if back else f"has {respect + 1} respect then")
    cons = _share("is stung", came.get(STUNG, 0)) if _is_bluebottle(game, state) else ["lets the wave go"]
    return pros, cons


def _weigh_bluebottle(game: Game, state, seat: int, choice: str, came) -> tuple[list[str], list[str]]:
    stung = _share(f"is stung ({_mean_token(game, state, seat):.1f} points on average)", came.get(STUNG, 0))
    stays = [f"keeps clear of the bluebottle {1 - came.get(STUNG, 0):.0%}{OFTEN}"]
    return stays if came.get(STUNG, 0) <= 0.5 else [], (stung if came.get(STUNG, 0) > 0.5 else []) + [_where_it_goes(choice)]


def _mean_token(game: Game, state, seat: int) -> float:
    """The mean of all bluebottle tokens that the seat has not looked at itself."""
    counts, mine = game.cards.tables["sting_count"][0].tolist(), game.stings(state, seat)
    left = sum(counts) - len(mine)
    return (sum(value * count for value, count in enumerate(counts)) - sum(mine)) / left if left else 0.0


def _where_it_goes(choice: str) -> str:
    return f"spends the {choice} for good" if choice.endswith("t") else f"lays the {choice} on the towel"


def _weigh_wave(game: Game, state, seat: int, choice: str, came) -> tuple[list[str], list[str]]:
    table, cards = state["table"][0], game.cards.tables[0]
    wave = int(table["surf"][0])
    worth = int(cards["ocean_points"][wave] + table["bonus"][seat, cards["ocean_suit"][wave]])
    pros = _share(f"wins the wave ({plural(worth, 'point')})", came.get(WON, 0)) + _share("is runner-up", came.get(RUNNER_UP, 0))
    cons = _share("wipes out", came.get(WIPED_OUT, 0))
    if came.get(WON, 0) < LEAST or choice.endswith("t"):
        return pros, [*cons, _where_it_goes(choice)]
    held = table["hand"][seat] + table["towel"][seat]
    energy = rules.energy_of(energy_kind(choice))
    others = [rules.energy_of(kind) for kind in range(1, rules.KINDS) for _ in range(held[kind] - (kind == energy_kind(choice)))]
    spent = f"spends the {choice} for good when it wins"
    if not others:
        return pros, [*cons, f"{spent}, the last card above 0"]
    if max(others) < energy:
        spent = f"spends the {choice}, the highest card left, for good when it wins"
    higher = sum(cards["ocean_points"][card] > cards["ocean_points"][wave] for card in table["surf"][1:] if card >= 0)
    if higher:
        spent += f", with {COUNTED[higher]} higher {'wave' if higher == 1 else 'waves'} in sight"
    return pros, [*cons, spent]
