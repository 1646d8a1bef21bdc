"""A table that takes long to open: nobody plays on the one that stands in its place meanwhile."""
from types import SimpleNamespace

import pytest
from panel.io.state import set_curdoc

from surflab import SurfsUp, keeper, keeping, links
from surflab.keeper import Keeper
from surflab.session_page import session_page
from surflab.surfs_up.setup import SurfsUpSetUp
from surflab.surfs_up.view import board

from .test_jobs import Page

PLAYED = SurfsUp(seats=["Ana", "Ben"], bots=dict.fromkeys(["Ana", "Ben"], "saver"), seed=5, title="Played")
PLAYED.play_to_end()


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("link", "said"), [(links.pack(PLAYED.dumps()), ""), (links.pack(PLAYED.dumps()[:-40]), "The record in the link")])
def test_a_table_waits_while_another_is_opened(link, said, monkeypatch):
    monkeypatch.setattr(keeping, "QUICK", 0)
    monkeypatch.setattr(keeping, "folder", lambda: None)
    page, made, boards = Page(), [], []
    page.session_context.request = SimpleNamespace(arguments={"record": [link.encode()], "at": [b"1"]}, cookies={}, headers={})
    monkeypatch.setattr("surflab.session_page.Keeper", lambda session: made.append(Keeper(session)) or made[-1])
    session = SurfsUp(seats=["Eve", "Finn"], bots={}, seed=1)
    with set_curdoc(page):
        session_page("A page", session, lambda of: boards.append(board(of)) or boards[-1], SurfsUpSetUp, [], None)
        notice, table = made[0].notice, boards[0].table
        assert table.waiting and notice.said.startswith(keeper.OPENING)
        page.take_turns(lambda: not notice.waits)
    assert not table.waiting and notice.said.startswith(said) and bool(notice.said) == bool(said)
    assert (session.title == "Played") == (not said)
