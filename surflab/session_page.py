"""The page of a session: what stands on every game's page around its table. Knows no game."""
from __future__ import annotations

from collections.abc import Callable, Sequence

from . import shell
from .files import Files
from .keeper import Keeper
from .position_form import PositionForm
from .sharing import Sharing
from .study import Study
from .table_page import TablePage
from .table_setup import SetUp
from .tree import hotkeys


def session_page(title: str, session: Study, board: Callable[[Study], TablePage], setup: type[SetUp],
                 keys: Sequence[shell.Hotkey], engine, position: Callable[[Study], PositionForm] | None = None):
    """The page of one browser session: what its address asks for is opened before anything is drawn."""
    keeper, page = Keeper(session), board(session)
    page.table.waiting = keeper.notice.waits
    keeper.notice.link(page.table, waits="waiting")
    positions = [position(session)] if position else []
    parts = [setup(session, *positions), *positions, Files(session, keeper.notice), Sharing(session)]
    return shell.page(title, main=[*keeper.parts, page, *(part.dialog for part in parts)],
                      header=[button for part in parts for button in part.buttons],
                      hotkeys=[*keys, *hotkeys(session)], engine=engine)
