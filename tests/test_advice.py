"""The advice beside a table: what is shown is what the analysis says, and nothing hidden is in it."""
import gc
import time
import weakref
from types import SimpleNamespace

import pytest

from surflab import analysis
from surflab.advice import OWN, AdvicePanel, adding_up, default_bot, rollout_bots, unused
from surflab.board import Board
from surflab.moments import Moment
from surflab.surfin_cats import game as surfin_cats
from surflab.surfin_cats.session import SurfinCats
from surflab.surfs_up import game as surfs_up
from surflab.surfs_up.session import SurfsUp

PEOPLE = ["Ana", "Ben", "Cleo"]


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """What waits for the compiler is tested by itself."""
    for engine in (surfs_up.engine, surfin_cats.engine):
        engine.compiled()


def table(bots=("Ben", "Cleo"), rounds=4, seed=3, people=PEOPLE) -> SurfsUp:
    """A game of a few rounds; the bots are quick ones."""
    session = SurfsUp(seats=people, bots=dict.fromkeys(people, "saver"), seed=seed)
    while session.rounds < rounds:
        session.step()
    session.bots = dict.fromkeys(bots, "saver")
    return session


def quick(panel) -> AdvicePanel:
    """A panel that is soon content."""
    panel.bot, panel.precision, panel.mix_trials = "random", 0.02, 64
    return panel


def settled(panel) -> dict:
    """What a panel shows once it has thought everything through."""
    panel.show()
    until = time.monotonic() + 60
    while not (panel.thinker.idle and not panel.joint_pending):
        assert time.monotonic() < until, "waited in vain"
        panel._draw_grown()
        time.sleep(0.01)
    panel._draw_grown()
    return panel.look()


def test_what_is_shown_is_what_the_analysis_says():
    session = table()
    shown = settled(quick(AdvicePanel(session)))
    trials = shown["progress"]["trials"]
    found = analysis.analyze(session, trials=trials, bot="random", models={"Ben": "saver", "Cleo": "saver"}, mixes=64)
    assert shown["seat"] == "Ana" and len(shown["rows"]) == len(found)
    assert [row["choice"] for row in shown["rows"]] == session.legal("Ana")
    for row in shown["rows"]:
        (same,) = found[found["choice"] == row["choice"]].itertuples()
        assert (row["win"], row["low"], row["high"], row["score"]) == pytest.approx((same.win, same.win_low, same.win_high, same.score), abs=1e-4)
        assert row["behind"] == pytest.approx(same.behind, abs=1e-4) and row["mix"] == pytest.approx(same.mix, abs=1e-4)
        assert row["sentence"] == same.sentence and row["best"] == (row["choice"] == found.attrs["best"])
    assert shown["mixes"]["exploitability"] == pytest.approx(found.attrs["exploitability"], abs=1e-4)
    assert shown["progress"]["done"] and shown["progress"]["half"] <= shown["progress"]["aim"]


def test_each_choice_of_a_mix_is_shown_with_what_it_wins_against_the_mixes():
    session = table()
    shown = settled(quick(AdvicePanel(session)))["mixes"]["seats"]
    found = analysis.solve_mixes(analysis.decision_of(session.game, session.moment.state, 0, bot="random", seed=0), 64, 64)
    for of in shown:
        seat = PEOPLE.index(of["seat"])
        assert [share["choice"] for share in of["shares"]] == session.legal(of["seat"])
        assert {share["choice"]: share["win"] for share in of["shares"]} == pytest.approx(found.worth[seat], abs=1e-4)
        own = sum(share["share"] * share["win"] for share in of["shares"])
        assert of["gain"] == pytest.approx(max(share["win"] for share in of["shares"]) - own, abs=1e-3)
        assert all(share["half"] > 0 for share in of["shares"])


def test_every_choice_has_its_place_before_its_number_is_known():
    panel = AdvicePanel(table())
    panel.thinker.stop()
    panel.show()
    assert panel.look()["rows"] == [{"choice": choice} for choice in panel.session.legal("Ana")]


def test_what_a_seat_cannot_know_changes_nothing_that_is_sent():
    session, sent = table(seed=8, rounds=9), []
    game, moment = session.game, session.moment
    assert not session.is_over
    for seed in (1, 2, None):
        state = moment.state
        if seed is not None:
            state = game.redeal(moment.state, seed, seat=0).copy()
            state["seed"], state["game"], state["draws"] = (moment.state[key] for key in ("seed", "game", "draws"))
            assert state.tobytes() != moment.state.tobytes()
        session._show("main", Moment(state, moment.parent, moment.choices, moment.events))
        panel = quick(AdvicePanel(session))
        panel.precision, panel.most = 1e-6, 512
        panel.open = {"joint", "mixes"}
        sent.append(settled(panel))
    assert sent[0]["joint"]["cells"] and sent[0] == sent[1] == sent[2]


def test_anothers_eyes_are_looked_through_only_when_asked_for():
    session = table(bots=("Cleo",))
    panel = quick(AdvicePanel(session))
    for seat in PEOPLE:
        panel.seat = seat
        panel.show()
        shown = panel.look()
        assert shown["state"] == "covered" and not {"rows", "mixes", "joint", "models"} & set(shown)
    panel.advice._handle_msg({"act": "look through", "seat": "Cleo", "turn": panel.turn})
    assert panel.look()["rows"]
    panel.look_at("Ana")
    assert panel.look()["state"] == "covered"
    session.deal()
    panel.seat = "Cleo"
    panel.show()
    assert panel.look()["state"] == "covered"  # a new table, and whoever sits there now was not asked


def test_who_holds_the_device_sees_their_own():
    session = table(bots=("Cleo",))
    class Held(Board):
        def look(self):
            return {}

    board = Held(session)
    panel = quick(AdvicePanel(session, board))
    board.eyes = "Ben"
    panel.show()
    assert panel.look()["seat"] == "Ben" and panel.look()["rows"]
    session.see("Ana")
    panel.look_at("Ana")
    assert panel.look()["rows"]
    session.see(all_open=True)
    panel.look_at("Cleo")
    assert panel.look()["rows"]


def test_a_model_changes_the_numbers_and_goes_on_where_it_was():
    panel = quick(AdvicePanel(table()))
    before = settled(panel)
    panel.advice._handle_msg({"act": "model", "seat": "Ben", "model": "0", "turn": panel.turn})
    after = settled(panel)
    assert {of["seat"]: of["model"] for of in after["models"]} == {"Ben": "0", "Cleo": "saver"}
    assert [row["win"] for row in before["rows"]] != [row["win"] for row in after["rows"]]
    panel.advice._handle_msg({"act": "model", "seat": "Ben", "model": "saver", "turn": panel.turn})
    assert panel.look()["rows"] == before["rows"]  # at once: it is remembered


def test_the_others_may_play_the_mix_that_was_found():
    panel = quick(AdvicePanel(table()))
    panel.advice._handle_msg({"act": "model", "seat": "Ben", "model": analysis.FOUND, "turn": panel.turn})
    shown = settled(panel)
    assert shown["progress"]["done"]
    assert panel._choices.decision.models[1] == pytest.approx({of["choice"]: of["share"] for of in shown["mixes"]["seats"][1]["shares"] if of["share"]}, abs=1e-3)


def test_a_typed_mix_begins_with_what_the_seat_is_taken_to_play_and_is_what_the_numbers_rest_on():
    session = table()
    panel = quick(AdvicePanel(session))
    settled(panel)
    before = panel._choices.decision.models[1]
    panel.advice._handle_msg({"act": "model", "seat": "Ben", "model": OWN, "turn": panel.turn})
    model = {of["seat"]: of for of in panel.look()["models"]}["Ben"]
    assert model["model"] == OWN and {choice: model["weights"].get(choice, 0) / 100 for choice in before} == pytest.approx(before, abs=0.01)
    chosen = {"0": "2", "1": "3"}
    for choice in session.legal("Ben"):
        panel.advice._handle_msg({"act": "weigh", "seat": "Ben", "choice": choice, "weight": chosen.get(choice, "0"), "turn": panel.turn})
    shown = settled(panel)
    found = analysis.analyze(session, trials=shown["progress"]["trials"], bot="random", models={"Ben": {"0": 2, "1": 3}, "Cleo": "saver"}, mixes=0)
    assert {row["choice"]: row["win"] for row in shown["rows"]} == pytest.approx(dict(zip(found["choice"], found["win"])), abs=1e-4)
    panel.advice._handle_msg({"act": "weigh", "seat": "Ben", "choice": "0", "weight": "0", "turn": panel.turn})
    panel.advice._handle_msg({"act": "weigh", "seat": "Ben", "choice": "1", "weight": "0", "turn": panel.turn})
    assert panel.models["Ben"] == (("1", 3),)  # somebody chooses something


def test_what_means_the_same_at_any_moment_is_done_after_a_step_too():
    panel = AdvicePanel(table())
    panel.thinker.stop()
    panel.show()
    late = panel.turn - 1
    panel.advice._handle_msg({"act": "unfold", "part": "mixes", "turn": late})
    panel.advice._handle_msg({"act": "model", "seat": "Ben", "model": "0", "turn": late})
    assert panel.look()["open"] == ["mixes"] and not panel.models


def test_a_wanted_precision_goes_on_from_what_is_known():
    panel = quick(AdvicePanel(table()))
    before = settled(panel)["progress"]
    choices = panel._choices
    panel.advice._handle_msg({"act": "want", "half": "2", "turn": panel.turn})
    after = settled(panel)["progress"]
    assert panel._choices is choices and after["wanted"] == "2"
    assert before["half"] > 0.02 >= after["half"] and before["trials"] < after["trials"]


def test_a_fixed_choice_that_cannot_be_made_any_more_is_left():
    session = table(rounds=2)
    panel = AdvicePanel(session)
    for gone in ("9t", (("0", 1), ("9t", 1))):
        panel.models["Ben"] = gone
        assert panel.models_in_use("Ana")["Ben"] == "saver"


def test_a_cell_begins_a_line_on_which_the_two_choose_so():
    session = table()
    panel = quick(AdvicePanel(session))
    panel.open = {"joint"}
    joint = settled(panel)["joint"]
    row, column = joint["rows"][0], joint["columns"][-1]
    assert len(joint["cells"]) == len(joint["rows"]) and len(joint["cells"][0]) == len(joint["columns"])
    for name in (f"Ana {row}, {joint['rival']} {column}", f"Ana {row}, {joint['rival']} {column} 2"):
        start = session.moment
        panel.advice._handle_msg({"act": "branch", "row": row, "column": column, "turn": panel.turn})
        assert session.line == name
        made = next(moment for moment in session.lines.path(name) if moment.parent is start)
        assert (made.choices[0], made.choices[session.game.players.index(joint["rival"])]) == (row, column)
        beside = [f"{session.game.players[seat]} {choice}" for seat, choice in made.choices.items() if session.game.players[seat] not in ("Ana", joint["rival"])]
        assert joint["beside"] == beside  # is told before it is done
        session.go(start, "main")
        settled(panel)


@pytest.mark.parametrize("message", [None, "x", [], {"act": ["seat"]}, {"act": "seat", "seat": ["Ana"]}, {"act": "seat", "seat": "Nobody"},
                                     {"act": "model", "seat": "Ben", "model": "nobody"}, {"act": "model", "seat": "Ana"},
                                     {"act": "model", "seat": "Ana", "model": OWN}, {"act": "weigh", "seat": "Ben", "choice": "0", "weight": "1"},
                                     {"act": "want", "half": "0.0001"}, {"act": "want", "half": 1}, {"act": "bot", "bot": "../x"}, {"act": "unfold", "part": "all"}, {"act": "branch", "row": "1", "column": "2"},
                                     {"act": "show"}, {"act": "rival", "seat": "x" * 100}, {"act": "go", "step": "-1"}, {"act": "go", "step": "²"}])
def test_messages_that_nobody_can_send_do_nothing(message):
    panel = AdvicePanel(table())
    panel.thinker.stop()
    panel.show()
    before, turn = panel.look(), panel.turn
    if isinstance(message, dict):
        panel.advice._handle_msg({**message, "turn": turn + 1})
        message["turn"] = turn
    panel.advice._handle_msg(message)
    assert panel.look() == before and panel.session.line == "main"


@pytest.mark.parametrize("message", [{"choice": "0", "weight": weight} for weight in ("-1", "101", "1.5", "", "x", "²", "9" * 80, 3, None)] + [
    {"choice": "9t", "weight": "1"}, {"choice": "saver", "weight": "1"}, {"choice": ["0"], "weight": "1"}, {"seat": "Ana", "choice": "0", "weight": "1"},
    {"seat": "Cleo", "choice": "0", "weight": "1"}, {"seat": "x", "choice": "0", "weight": "1"}])
def test_weights_that_nobody_can_type_do_nothing(message):
    panel = AdvicePanel(table())
    panel.thinker.stop()
    panel.show()
    panel.advice._handle_msg({"act": "model", "seat": "Ben", "model": OWN, "turn": panel.turn})
    before = panel.look()
    panel.advice._handle_msg({"act": "weigh", "seat": "Ben", "turn": panel.turn, **message})
    assert panel.look() == before


def test_a_finished_game_has_nothing_to_choose():
    session = table()
    session.play_to_end("random")
    panel = AdvicePanel(session)
    panel.show()
    assert panel.look()["state"] == "over" and panel.thinker.idle


def test_a_panel_that_is_gone_is_kept_by_nothing():
    panel = AdvicePanel(table())
    panel.show()
    gone = weakref.ref(panel)
    del panel
    until = time.monotonic() + 20
    while gone() is not None:
        gc.collect()
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_panel_that_is_not_seen_thinks_of_nothing():
    panel = AdvicePanel(table())
    panel.show()
    panel.hide()
    assert panel.thinker.idle


def test_names_and_bots():
    session = table()
    assert default_bot(session.game) in rollout_bots(session.game)
    assert unused(["main", "a", "a 2"], "a") == "a 3" and len(unused(["x" * 40], "x" * 40)) <= 40


def test_a_review_adds_up_as_it_is_shown_and_leads_to_its_moments():
    session = table()
    session.play_to_end("random")
    panel = quick(AdvicePanel(session))
    panel.show()
    assert panel.look()["review"]["state"] == "ask"
    panel.advice._handle_msg({"act": "review", "turn": panel.turn})
    shown = settled(panel)["review"]
    assert [of["seat"] for of in shown["seats"]] == PEOPLE
    assert all(sum(of["parts"]) == of["result"] for of in shown["seats"])
    assert abs(sum(of["result"] for of in shown["seats"]) - 1000) <= 1
    reviewed = analysis.review(session, trials=256, bot="random")
    assert [of["level"] for of in analysis.apportion(reviewed).to_dict("records")] == pytest.approx(
        [of["parts"][0] / 1000 for of in shown["seats"]], abs=0.002)
    assert [turn["step"] for turn in shown["turns"]] == list(analysis.turning_points(reviewed)["step"])[:5]
    assert panel._below.visible and max(panel._chart.tracks[0].rows, key=lambda row: row["round"])["win"] in (0, 100, 50, 33.3)
    step = shown["turns"][0]["step"]
    panel.advice._handle_msg({"act": "go", "step": str(step), "turn": panel.turn})
    assert session.moment is session.lines.path("main")[step]
    panel.show()
    assert panel.look()["review"]["state"] == "done"  # it is the same line


def test_a_review_that_was_left_goes_on_where_it_was():
    session = table()
    session.play_to_end("random")
    panel = quick(AdvicePanel(session))
    panel.thinker.stop()
    panel.advice._handle_msg({"act": "review", "turn": panel.turn})
    thing = panel._review
    assert panel.look()["review"]["state"] == "growing"
    panel.advice._handle_msg({"act": "leave review", "turn": panel.turn})
    assert panel.look()["review"]["state"] == "ask" and thing not in panel.thinker._wanted
    panel.advice._handle_msg({"act": "review", "turn": panel.turn})
    assert panel._review is thing


@pytest.mark.parametrize("parts", [[0.2504, 0.1004, -0.0504, -0.0504], [0.3333, 0.3333, 0.3334, 0.0], [0.0, 0.0, 0.0, 0.0]])
def test_rounded_parts_add_up(parts):
    assert sum(adding_up(parts, sum(parts))) == round(1000 * sum(parts))


def test_what_a_cat_cannot_see_of_others_choices_is_no_model_and_not_sent():
    session = SurfinCats(seats=["Ana", "Ben"], cats=["maria", "rufo"], bots={"Ben": "odds"}, seed=4)
    panel = quick(AdvicePanel(session))
    panel.bot = "greedy"
    panel.thinker.stop()
    panel.show()
    offered = [session.game.legal(session.moment.state, number) for number in (0, 1)]
    assert all(offered) and panel.look()["seat"] == "Ana"
    (model,) = panel.look()["models"]
    assert model["choices"] == [] and panel.look()["mixes"] is panel.look()["joint"] is None
    for model in (offered[1][0], OWN):
        panel.advice._handle_msg({"act": "model", "seat": "Ben", "model": model, "turn": panel.turn})
        assert panel.models_in_use("Ana") == {"Ben": "odds"}
    assert not any(choice in repr(panel.look()) for choice in set(offered[1]) - set(offered[0]))


def test_when_to_stop_is_shown_beside_the_sample_with_a_mark_where_they_differ():
    session = SurfinCats(seats=["Ana", "Ben"], cats=["maria", "rufo"], bots=dict.fromkeys(["Ana", "Ben"], "odds"), seed=4)
    while not (session.game.question(session.moment.state) == "act" and session.game.position(session.moment.state) == (2, 2)):
        session.step()
    session.bots = {"Ben": "odds"}
    panel = quick(AdvicePanel(session))
    panel.bot = "odds"
    shown = settled(panel)["stopping"]
    found = analysis.decision_of(session.game, session.moment.state, 0).stopping
    assert shown["best"] == found.best and shown["exact"] == found.is_exact
    assert [row["points"] for row in shown["rows"]] == pytest.approx([after.points for after in found.by_tricks[:len(shown["rows"])]], abs=1e-4)
    assert shown["rows"][-1]["wipeout"] > 0.999 or len(shown["rows"]) == len(found.by_tricks)
    sampled = panel._choices.decision.wipeouts(panel._choices.estimate)
    assert shown["sampled"]["value"] == pytest.approx(sampled.value, abs=1e-4) and shown["sampled"]["missed"] is False
    panel._stopping.value = SimpleNamespace(**vars(found), table=found.table, best=found.best, next_wipes_out=sampled.high + 0.001)
    assert panel.look()["stopping"]["sampled"]["missed"]
    assert settled(quick(AdvicePanel(table())))["stopping"] is None  # nothing to stop in Surf's Up!
