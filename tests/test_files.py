"""Files that are dropped on a page, without a browser."""
from types import SimpleNamespace

import panel as pn

from surflab import files
from surflab.surfs_up.session import SurfsUp


def drop(place, name: str, content: bytes) -> None:
    """Do what the browser's dropper does with a file."""
    dropper = pn.panel(place).select(pn.widgets.FileDropper)[0]
    dropper._process_event(SimpleNamespace(event_name="upload_event", data={
        "name": name, "chunk": 1, "total_chunks": 1, "data": content, "type": "application/toml"}))


def test_each_file_is_taken_once_whatever_was_dropped_before():
    taken = []
    place = files.TextFile(lambda name, content: taken.append((name, content)))
    for name in ("a.toml", "b.toml", "a.toml"):
        drop(place, name, name.encode())
    assert taken == [("a.toml", b"a.toml"), ("b.toml", b"b.toml"), ("a.toml", b"a.toml")]


def test_a_broken_record_after_a_good_one_is_told_of_and_changes_nothing():
    session = SurfsUp(seats=["Ana", "Ben"], bots={}, seed=7)
    page = files.Files(session)
    page._show(None)
    place = page.dialog.objects[-1]
    drop(place, "good.toml", session.dumps().encode())
    assert not page.dialog.open
    session.play("5", "3")
    before = session.moment
    page._show(None)
    drop(place, "broken.toml", b"surflab = 1\ngame = ")
    assert page.dialog.open and session.moment is before
    assert "broken.toml" in pn.panel(place).select(pn.pane.HTML)[0].object
