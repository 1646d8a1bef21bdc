"""The sentence of a choice: every number and every claim in it is true of the table and of the same trials."""
import re

import pytest

from surflab.analysis import Estimate
from surflab.surfs_up.analysis import Decision
from surflab.surfs_up.rollouts import RUNNER_UP, STUNG, WIPED_OUT, WON

from .positions import position
from .test_analysis import decisions

pytestmark = pytest.mark.usefixtures("engine")
NUMBERS = r"\d+(?:\.\d+)?"
HAPPENS = {"wins the wave": WON, "is runner-up": RUNNER_UP, "wipes out": WIPED_OUT, "is stung": STUNG}
NUMBER = {"no": 0, "one": 1, "two": 2}


def check(game, state, seat: int, choice: str, came: dict, sentence: str) -> None:
    """Everything that a sentence says, read back from it and looked up on the table; no number goes unread."""
    read = []

    def claims(pattern: str) -> list[tuple]:
        found = [match.groups() for match in re.finditer(pattern, sentence, re.IGNORECASE)]
        read.extend(number for groups in found for part in groups for number in re.findall(NUMBERS, part))
        return found

    waves, hand, towel = [card for card in game.surf(state) if card], game.hand(state, seat), game.towel(state, seat)
    points = {wave.name: wave.points for wave in game.cards.waves}
    respect = int(state["table"]["respect"][0, seat])
    for what, percent in claims(r"(wins the wave|is runner-up|wipes out|is stung)(?: \([^)]*\))? (\d+)%"):
        assert abs(came.get(HAPPENS[what.lower()], 0) - int(percent) / 100) <= 0.00501
    for percent, in claims(r"keeps clear of the bluebottle (\d+)%"):
        assert waves[0] == "bluebottle" and abs(1 - came.get(STUNG, 0) - int(percent) / 100) <= 0.00501
    for worth, in claims(r"wins the wave \((\d+) point"):
        suit = waves[0].split()[0]
        bonus = sum(int(board.split("+")[1]) for board in game.boards(state, seat) if board.startswith(suit))
        assert int(worth) == points[waves[0]] + bonus
    for card, in claims(r"(?:spends|lays) the (\d+t?)"):
        assert card == choice and card in hand
    if "for good when it wins" in sentence:
        assert came.get(WON, 0) > 0 and not choice.endswith("t")
    if "highest card left" in sentence:
        assert all(int(card.rstrip("t")) < int(choice) for card in hand + towel if card != choice)
    if "last card above 0" in sentence:
        assert [card for card in hand + towel if card != "0"] == [choice]
    for count, in claims(r"with (\w+) higher waves? in sight"):
        assert sum(points.get(card, 0) > points[waves[0]] for card in waves[1:]) == NUMBER[count]
    for back, in claims(r"takes (\d+) cards? back"):
        assert int(back) == len(towel) and choice == "0"
    if "no card to take back" in sentence:
        assert not towel
    for now, in [*claims(r"makes (\d+)"), *claims(r"has (\d+)")]:
        assert int(now) == respect + 1 <= 4
    for left, in claims(r"leaves (\w+) respect"):
        costs = {card.name: card.cost for card in (*game.cards.boards, *game.cards.energy)}
        assert NUMBER.get(left, left) in (respect - costs[choice[4:]], str(respect - costs[choice[4:]]))
    for value, in claims(r"gets a card of (\d+)"):
        assert choice == f"buy energy {value}"
    for gain, count, suit in claims(r"adds (\d+) points? for (\d+) (\w+) waves? of yours"):
        assert choice.startswith(f"buy {suit} +")
        assert int(count) == sum(wave.startswith(suit) for wave in game.waves(state, seat))
        assert int(gain) == int(count) * int(choice.split("+")[1])
    for gain, suit in claims(r"adds (\d+) points? for every (\w+) wave"):
        assert choice == f"buy {suit} +{gain}" and not any(wave.startswith(suit) for wave in game.waves(state, seat))
    for suit, in claims(r"finds no (\w+) wave in sight"):
        assert not any(wave.startswith(suit) for wave in waves)
    for mean, in claims(r"\((\d+\.\d) points on average\)"):
        tokens = [sting.value for sting in game.cards.stings for _ in range(sting.count)]
        for value in game.stings(state, seat):
            tokens.remove(value)
        assert float(mean) == pytest.approx(sum(tokens) / len(tokens), abs=0.0501)
    assert sorted(read) == sorted(re.findall(NUMBERS, sentence.replace("card above 0", "card")))


def test_no_sentence_contradicts_the_table_or_the_trials():
    told = set()
    for number, (game, state, seat) in enumerate(decisions(240)):
        decision = Decision(game, state, seat, bot="saver", seed=number)
        estimate = Estimate(decision)
        estimate.grow(24, workers=1)
        for k, choice in enumerate(decision.choices):
            sentence = decision.sentence(choice, estimate.came(k))
            check(game, state, seat, choice, estimate.came(k), sentence)
            assert sentence.endswith(".") and sentence.count(" of the time") <= 1
            told |= set(re.findall("wins|wipes|stung|keeps|higher|highest|last|back|leaves|every|finds|gets|breaks", sentence.lower()))
    assert len(told) == 13  # every kind of claim was made


def test_the_last_high_card_is_weighed_against_the_waves_in_sight():
    table = position("Ana Ben", surf="teal 4, purple 8, purple 10", hands={"Ana": "0 1 5", "Ben": "0 1 2"})
    decision = Decision(table.game, table.state, 0, models={1: {"1": 1, "2": 1}})
    assert decision.sentence("5", {WON: 0.624, RUNNER_UP: 0.2}) == (
        "Wins the wave (4 points) 62% of the time and is runner-up 20%, but spends the 5, the highest card left, for good "
        "when it wins, with two higher waves in sight.")
