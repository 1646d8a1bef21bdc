"""A table outlasts a refresh and a restart of its server, goes on apart in two tabs, and travels in a link."""
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from .conftest import serving, wait_until, wait_until_idle

KEPT = re.compile(r"/surfs_up\?table=[\w-]{22}$")


def play_a_round(page):
    """One round of the page's own table, in which its person rests."""
    rounds = played(page)
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    wait_until(lambda: played(page) > rounds, page, "a round to be played")


def played(page) -> int:
    return int(page.get_by_role("navigation", name="Rounds and lines").get_by_role("status").inner_text().split("/")[0])


def kept_at(page) -> str:
    """The page's address once its table is kept."""
    wait_until(lambda: KEPT.search(page.url), page, "an address of its own")
    return page.url.rpartition("/")[2]


def reopened(page):
    page.reload()
    wait_until_idle(page)


def test_a_refresh_keeps_the_table_and_a_visit_keeps_none(open_page):
    page = open_page("/surfs_up")
    assert "table=" not in page.url
    play_a_round(page)
    play_a_round(page)
    kept_at(page)
    reopened(page)
    assert played(page) == 2


def test_a_table_outlasts_its_server(open_page, tmp_path, monkeypatch):
    monkeypatch.setenv("SURFLAB_STATE", str(tmp_path))
    with serving("-m", "surflab", "serve", "--no-open", "--port", "0") as address:
        page = open_page("/surfs_up", at=address)
        play_a_round(page)
        where = kept_at(page)
    page.get_by_role("alert").get_by_text("The server does not answer. What was played is kept").wait_for()
    with page.expect_event("load", timeout=90_000), serving("-m", "surflab", "serve", "--no-open", "--port", address.rpartition(":")[2]):
        wait_until(lambda: "played" if page.get_by_role("alert").count() == 0 else "", page, "the page to come back")
        wait_until_idle(page)
        assert played(page) == 1
        page.close()
    open_page.complaints[:] = [said for said in open_page.complaints if not re.search("ERR_CONNECTION|WebSocket", said)]
    with serving("-m", "surflab", "serve", "--no-open", "--port", "0", "--no-keep") as address:
        page = open_page(f"/{where}", at=address)
        page.get_by_text("this server keeps none").wait_for()
        before = sorted(tmp_path.rglob("*"))
        play_a_round(page)
        page.wait_for_timeout(800)
        assert page.url.endswith(where) and sorted(tmp_path.rglob("*")) == before


class SlowServer(ThreadingHTTPServer):
    """A server whose pages take longer than a page waits between two questions; `asked` holds the paths that were asked for."""

    def __init__(self, port: int):
        asked = self.asked = []

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self):
                path = self.path.partition("?")[0]
                asked.append(path)
                if path == "/surfs_up":
                    time.sleep(8)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"0" if path == "/alive" else b"<title>back</title>")

            def log_message(self, *arguments):
                pass

        super().__init__(("127.0.0.1", port), Answer)


def test_a_page_that_lost_its_server_asks_something_cheap_and_loads_once(open_page):
    with serving("-m", "surflab.cli", "serve", "--no-open", "--port", "0") as address:
        page = open_page("/surfs_up", at=address)
        play_a_round(page)
        kept_at(page)
    page.get_by_role("alert").get_by_text("this page comes back").wait_for()
    page.wait_for_timeout(2500)
    with SlowServer(int(address.rpartition(":")[2])) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        wait_until(lambda: page.title() == "back", page, "the page to come back")
        server.shutdown()
    assert [path for path in server.asked if path != "/favicon.ico"] == ["/alive", "/surfs_up"]
    page.close()
    open_page.complaints[:] = [said for said in open_page.complaints if not re.search("ERR_CONNECTION|WebSocket", said)]


def test_two_tabs_of_a_table_go_on_apart(open_page):
    one = open_page("/surfs_up")
    play_a_round(one)
    where = kept_at(one)
    other = open_page(f"/{where}")
    play_a_round(one)
    one.wait_for_timeout(800)
    other.keyboard.press("1")
    other.keyboard.press("Enter")
    other.get_by_text("You go on with a copy").wait_for()
    wait_until(lambda: kept_at(other) != where, other, "an address of the copy's own")
    play_a_round(one)
    one.wait_for_timeout(800)
    reopened(one)
    reopened(other)
    assert played(one) == 3 and kept_at(one) == where
    assert played(other) < 3 and kept_at(other) != where


def test_a_new_table_leaves_the_one_before_where_it_was(open_page):
    page = open_page("/surfs_up")
    play_a_round(page)
    where = kept_at(page)
    page.get_by_role("button", name="New table").click()
    page.get_by_role("button", name="Deal", exact=True).click()
    wait_until(lambda: kept_at(page) != where, page, "an address of the new table's own")
    with page.expect_event("load"):
        page.evaluate("history.back()")
    assert page.url.endswith(where)
    wait_until_idle(page)
    assert played(page) == 1


def test_a_link_leads_to_the_exact_moment(open_page, shot):
    page = open_page("/surfs_up")
    for _ in range(3):
        play_a_round(page)
    page.get_by_role("button", name="Back", exact=True).click()
    wait_until(lambda: played(page) == 2, page, "a round back")
    page.get_by_role("button", name="Share").first.click()
    field = page.get_by_label("Link to this moment")
    wait_until(lambda: "record=" in field.input_value(), page, "the link")
    shot(page, "share-1440")
    link = field.input_value()
    friend = open_page("/" + link.rpartition("/")[2])
    assert played(friend) == 2
    assert friend.get_by_role("navigation", name="Rounds and lines").get_by_role("status").inner_text().endswith("3")
    play_a_round(friend)
    kept_at(friend)
    assert "record=" not in friend.url


@pytest.mark.parametrize("asked, said", [("record=AAAA", "cut off"), ("record=<img src=x onerror=alert(1)>", "characters that no record"),
                                         ("table=../../etc/passwd", "cut on its way"), ("table=" + "x" * 22, "is not here")])
def test_an_address_that_leads_nowhere_is_told_and_a_new_table_is_there(asked, said, open_page):
    page = open_page(f"/surfs_up?{asked}")
    page.get_by_text(said).wait_for()
    assert not page.locator("img[onerror]").count()
    page.get_by_role("button", name="Close this message").click()
    page.get_by_text(said).wait_for(state="detached")
    play_a_round(page)
