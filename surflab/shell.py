"""The page factory: header, dark switch, keys and engine status around what a page shows. Knows no game."""
from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import panel as pn
import panel_material_ui as pmui
import param
from jinja2 import Environment
from panel.custom import JSComponent
from panel.io import resources

from . import style

escape = html.escape  # text typed by people goes through here before it becomes HTML, Markdown or a title

# What a page may load: itself. Bokeh's pages hold inline scripts and components come as blobs; nothing is evaluated.
CONTENT_SECURITY = "; ".join((
    "default-src 'self'", "script-src 'self' 'unsafe-inline' blob:", "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:", "font-src 'self' data:", "worker-src 'self' blob:",
    "connect-src 'self' blob:", "object-src 'none'", "base-uri 'none'", "form-action 'self'",
))

_HEAD = """{% extends base %}
{% block preamble %}
<meta http-equiv="Content-Security-Policy" content="{{ content_security }}">
<meta name="color-scheme" content="light dark">
{{ super() }}
{% endblock %}
{% block postamble %}
{{ super() }}
<style>{{ page_css }}</style>
<script>
document.documentElement.dataset.lab = document.cookie.match(/(?:^|; )lab=(\\w+)/)?.[1]
  ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
</script>
{% endblock %}
"""

_PAGE_CSS = """
html, body { background: var(--lab-ground) !important; color: var(--lab-ink); }
#loader { background: none !important; }
#loader .spinner { width: 28px; height: 28px; border: 3px solid var(--lab-line); border-top-color: var(--lab-accent); }
@media (prefers-reduced-motion: reduce) { * { animation-duration: 0.01s !important; } }
"""


@dataclass(frozen=True)
class Hotkey:
    """Keys that do something on a page: `keys` as the browser names them, separated by spaces ("ArrowLeft", "b", "1 2 3").

    `action` takes the key that was pressed; `shown` is how the list of keys writes them.
    """

    keys: str
    meaning: str
    action: Callable[[str], None]
    shown: str = ""


class Keyboard(JSComponent):
    """Sends the keys that a page listens to, unless somebody is typing or choosing in a control of its own."""

    keys = param.List(default=[], item_type=str)

    _esm = """
    export function render({ model }) {
      const busy = "input, textarea, select, [contenteditable=true], [role=combobox], [role=listbox], [role=menu], [role=tab]"
      const press = (event) => {
        const path = event.composedPath().filter((node) => node.matches)
        if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !model.keys.includes(event.key)) { return }
        if (path.some((node) => node.matches(busy + ", [role=dialog]"))) { return }
        event.preventDefault()
        model.send_msg(event.key)
      }
      window.addEventListener("keydown", press)
      model.on("remove", () => window.removeEventListener("keydown", press))
    }
    """

    def __init__(self, hotkeys: Sequence[Hotkey], **params):
        self._actions = {key: hotkey.action for hotkey in hotkeys for key in hotkey.keys.split()}
        super().__init__(keys=list(self._actions), width=0, height=0, margin=0, **params)

    def _handle_msg(self, key):
        if key in self._actions:
            self._actions[key](key)


class Browser(JSComponent):
    """What the browser knows: whether the window is a phone's, and the light its person likes, kept in a cookie."""

    narrow = param.Boolean(default=None, allow_None=True)
    dark = param.Boolean(default=False)

    _esm = """
    export function render({ model }) {
      const wear = () => {
        document.documentElement.dataset.lab = model.dark ? "dark" : "light"
        document.cookie = `lab=${model.dark ? "dark" : "light"}; path=/; max-age=31536000; SameSite=Lax`
      }
      const wanted = document.documentElement.dataset.lab
      model.on("dark", wear)
      if (wanted && (wanted === "dark") !== model.dark && !location.search.includes("theme=")) {
        model.dark = wanted === "dark"
      } else { wear() }
      model.narrow = matchMedia("(max-width: NARROWpx)").matches
    }
    """.replace("NARROW", str(style.NARROW - 1))


def page(title: str, main=(), sidebar=(), header=(), hotkeys: Sequence[Hotkey] = (), engine=None) -> pmui.Page:
    """A page titled `title` that shows `main`, with `sidebar` closed on phones, `header` items and `hotkeys`.

    `engine` (a `compiled.Engine`) has its state shown until it is ready. The page belongs to one browser session.
    """
    dark = _wants_dark()
    browser = Browser(dark=dark, width=0, height=0, margin=0)
    keys = _KeyList(hotkeys)
    status = [] if engine is None else [engine_status(engine)]
    shown = _unbound_page(
        title=title, main=[*main], sidebar=[*sidebar],
        header=[pn.Spacer(sizing_mode="stretch_width"), *status, *header, *keys.items, browser],
        dark_theme=dark, sidebar_open=not _on_phone(), theme_config=style.material_theme(), site_url="./",
        busy_indicator=None, favicon=None, template=_template(), meta_name=title,
        sx={".MuiAppBar-root": {"backgroundColor": style.LIGHT.header, "color": style.LIGHT.on_header, "backgroundImage": "none"},
            "&.mui-dark .MuiAppBar-root": {"backgroundColor": style.DARK.header}},
    )
    browser.param.watch(lambda event: shown.param.update(sidebar_open=False) if event.new else None, "narrow")
    browser.param.watch(lambda event: shown.param.update(dark_theme=event.new), "dark")
    shown.param.watch(lambda event: browser.param.update(dark=event.new), "dark_theme")
    return shown


def _unbound_page(**params) -> pmui.Page:
    """A Page without its watch on Panel's busy state, which would keep every page alive for ever."""
    def watchers():
        return pn.state.param.watchers.get("busy", {}).get("value", [])

    before = list(watchers())
    made = pmui.Page(**params)
    for watcher in [watcher for watcher in watchers() if watcher not in before]:
        pn.state.param.unwatch(watcher)
    return made


def _template():
    return Environment(autoescape=False).from_string(_HEAD, globals={
        "base": resources.BASE_TEMPLATE, "content_security": CONTENT_SECURITY,
        "page_css": style.colour_variables() + _PAGE_CSS,
    })


def _wants_dark() -> bool:
    if "theme" in pn.state.session_args:
        return pn.state.session_args["theme"][0] == b"dark"
    return pn.state.cookies.get("lab") == "dark"


def _on_phone() -> bool:
    return "Mobi" in pn.state.headers.get("User-Agent", "")


class _KeyList:
    """The keyboard of a page, the dialog that `?` opens, and the button that opens it for a mouse."""

    def __init__(self, hotkeys: Sequence[Hotkey]):
        self.items = []
        if not hotkeys:
            return
        dialog = pmui.Dialog(pn.pane.HTML(_key_table(hotkeys)), title="Keys", close_on_click=True, show_close_button=True)
        button = pmui.IconButton(icon="keyboard", label="Keys", description="Keys (?)", color="light", on_click=lambda _: dialog.param.update(open=True))
        keyboard = Keyboard([*hotkeys, Hotkey("?", "this list", lambda _: dialog.param.update(open=True))])
        self.items = [button, dialog, keyboard]


_SHOWN = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Enter": "↵", " ": "space"}


def _key_table(hotkeys: Sequence[Hotkey]) -> str:
    rows = [(hotkey.shown or " ".join(_SHOWN.get(key, key) for key in hotkey.keys.split()), hotkey.meaning) for hotkey in hotkeys]
    rows.append(("?", "this list"))
    return "<dl class='keys'>" + "".join(f"<dt><kbd>{escape(keys)}</kbd></dt><dd>{escape(meaning)}</dd>" for keys, meaning in rows) + "</dl>"


_ENGINE_SAYS = {
    "cold": "engine: plain Python", "compiling": "engine: compiling…", "ready": "engine: ready",
    "failed": "engine: plain Python (compiling failed)",
}


def engine_status(engine, every: int = 700) -> pn.pane.HTML:
    """A word on the engine's state, looked up every so many milliseconds until it is ready or has failed."""
    def says():
        return f"<span role='status'>{escape(_ENGINE_SAYS[engine.state])}</span>"

    status = pn.pane.HTML(says(), margin=(0, 8), visible=engine.state != "ready")

    def look():
        if engine.state in ("ready", "failed"):
            poll.stop()
        status.param.update(object=says(), visible=engine.state != "ready")

    if engine.state not in ("ready", "failed") and pn.state.curdoc is not None:
        poll = pn.state.add_periodic_callback(look, every)
    return status
