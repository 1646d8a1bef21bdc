"""A record in a link comes out as it went in, or not at all."""
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surflab import SurfsUp, links, records, toml
from surflab.keeping import look_at

GAMES = sorted((Path(__file__).parent / "playthroughs").glob("*/game-0*.toml"))


@given(st.text(max_size=2000))
def test_a_text_comes_out_as_it_went_in(text):
    assert links.unpack(links.pack(text)).decode() == text


@given(st.text(alphabet=st.characters(codec="ascii"), min_size=1, max_size=60))
def test_what_no_link_holds_is_refused_in_words(packed):
    try:
        links.unpack(packed)
    except links.LinkError as error:
        assert "link" in str(error)


@pytest.mark.parametrize("change", [lambda packed: packed[:-4], lambda packed: packed[4:], lambda packed: packed[:20] + "AAAA" + packed[24:]])
def test_a_link_that_was_cut_or_changed_is_refused(change):
    packed = links.pack(SurfsUp(seed=3).dumps())
    with pytest.raises(ValueError):
        records.load(links.unpack(change(packed)), "the link")


def test_a_link_cannot_swell_beyond_a_record():
    squeeze = zlib.compressobj(9, wbits=links.RAW)
    packed = links.base64.urlsafe_b64encode(squeeze.compress(b"a" * (toml.LIMIT + 1)) + squeeze.flush()).decode().rstrip("=")
    assert len(packed) < links.MOST
    with pytest.raises(links.LinkError, match="larger than 1 MiB"):
        links.unpack(packed)


def test_a_link_leads_to_the_moment_and_holds_all_lines_while_they_fit():
    game = SurfsUp(seats=["Ana", "Ben"], bots={"Ana": "saver", "Ben": "reader"}, seed=4)
    game.play_to_end()
    game.at("main", 3)
    game.branch("other", "redealt", seed=9)
    game.step()
    query, whole = links.query(game)
    again = SurfsUp.from_record(records.load(links.unpack(query["record"]), "the link"))
    assert whole and list(again.lines) == ["main", "other"]
    assert look_at(again, query["line"], int(query["at"]))
    assert (again.line, again.dumps()) == ("other", game.dumps())
    assert again.moment.state["table"].tobytes() == game.moment.state["table"].tobytes()


def test_a_line_goes_alone_with_those_it_leaves_where_all_do_not_fit(monkeypatch):
    game = SurfsUp(seats=["Ana", "Ben"], bots={"Ana": "saver", "Ben": "reader"}, seed=4)
    game.play_to_end()
    for number in range(40):
        game.at("main", number % 5)
        game.branch(f"line {number}", "redealt", seed=number)
        game.play_to_end()
    game.at("line 7", 4)
    game.branch("deep")
    query, whole = links.query(game)
    alone = records.load(links.unpack(query["record"]), "the link")
    assert not whole and list(alone.lines) == ["main", "line 7", "deep"]
    assert alone.lines.tip("deep").state["table"].tobytes() == game.lines.tip("deep").state["table"].tobytes()
    monkeypatch.setattr(links, "MOST", 100)
    with pytest.raises(links.LinkError, match="too long"):
        links.query(game)
