"""The page factory: header, dark switch, keys and engine status around what a page shows. Knows no game."""
from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import panel as pn
import param
from jinja2 import Environment
from panel.io import resources
from panel.template import BaseTemplate, EditableTemplate

from . import pages, style
from .component import Component

escape = html.escape  # text typed by people goes through here before it becomes HTML, Markdown or a title

# What a page may load: itself. Bokeh's pages hold inline scripts and components come as blobs; no text is evaluated.
CONTENT_SECURITY = "; ".join((
    "default-src 'self'", "script-src 'self' 'unsafe-inline' blob:", "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:", "font-src 'self' data:", "worker-src 'self' blob:", "connect-src 'self' blob:",
    "object-src 'none'", "base-uri 'none'", "form-action 'self'",
))

_PAGE = (Path(__file__).parent / "page.html").read_text(encoding="utf-8")
_SCRIPTS = {'<script type="text/javascript" src': '<script type="text/javascript" defer src', '<script src': '<script defer src',
            '<script type="text/javascript">': '<script type="module">'}


def resources_of_this_host(template: EditableTemplate, *arguments, **options) -> dict:
    """What a template's page loads, without the font that Panel's page for notebooks would fetch from another host."""
    found = BaseTemplate.resolve_resources(template, *arguments, **options)
    return found | {"css": {name: url for name, url in found["css"].items() if "://" not in url}}


EditableTemplate.resolve_resources = resources_of_this_host  # `panel serve` may have made its page before this is imported


@dataclass(frozen=True)
class Hotkey:
    """Keys that do something on a page: as the browser names them, separated by spaces ("ArrowLeft", "b", "1 2 3").

    `action` takes the key that was pressed; `shown` is how the list of keys writes them.
    """

    keys: str
    meaning: str
    action: Callable[[str], None]
    shown: str = ""


class Keyboard(Component):
    """Sends the keys that a page listens to, unless somebody types or chooses in a control that has keys of its own."""

    keys = param.List(default=[], item_type=str)

    _esm = """
    const control = "input, textarea, select, [contenteditable=true], [role=combobox], [role=listbox], [role=menu],"
      + "[role=tab], [role=slider], [role=dialog]"
    export function render({ model }) {
      const press = (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) { return }
        if (!model.keys.includes(event.key)) { return }
        if (event.composedPath().some((node) => node.matches?.(control))) { return }
        if (event.key === " " || event.key === "Enter") {
          if (event.composedPath().some((node) => node.matches?.("a, button, [role=button]"))) { return }
        }
        event.preventDefault()
        model.send_msg({ act: "press", key: event.key })
      }
      window.addEventListener("keydown", press)
      model.on("remove", () => window.removeEventListener("keydown", press))
    }
    """

    def __init__(self, hotkeys: Sequence[Hotkey], **params):
        self._actions = {key: hotkey.action for hotkey in hotkeys for key in _keys_of(hotkey)}
        super().__init__(keys=list(self._actions), width=0, height=0, margin=0, **params)

    def press(self, key: str) -> None:
        if key in self._actions:
            self._actions[key](key)

    ACTS = {"press": (press, {"key": str})}


class Browser(Component):
    """Tells whether the window is a phone's, keeps the light that a person switches to in a cookie, and says when the server is gone."""

    narrow = param.Boolean(default=None, allow_None=True)

    _esm = (Path(__file__).parent / "browser.js").read_text(encoding="utf-8").replace("NARROW", str(style.NARROW - 1))


def material():
    """The package of Material components, for pages alone: once it is imported, each cell of a notebook holds 1.4 MB of it."""
    import panel_material_ui

    return panel_material_ui


def page(title: str, main=(), sidebar=(), header=(), hotkeys: Sequence[Hotkey] = (), engine=None) -> pn.viewable.Viewable:
    """A page named `title` with what it shows in `main`, `sidebar` (closed on phones) and `header`, and its `hotkeys`.

    `engine` (a `compiled.Engine`) has its state shown until it is ready. The page belongs to one browser session.
    """
    browser = Browser(width=0, height=0, margin=0)
    status = [] if engine is None else [engine_status(engine)]
    button, keyboard = _key_list(hotkeys)
    shown = _unbound_page(
        title=title, main=[*main, *keyboard, browser], sidebar=[*sidebar],
        header=[_navigation(title), pn.Spacer(sizing_mode="stretch_width"), *status, *header, *button],
        dark_theme=_wants_dark(), sidebar_open=not _on_phone(), theme_config=style.material_theme(), sx=_PAGE_SX,
        site_url="./", logo=style.emblem(), favicon=style.emblem(style.LIGHT.header), template=_template(),
        sidebar_resizable=False, meta_name="Surf Lab", meta_title=title,
        stylesheets=[f"{style.PRINT_CSS} @media print {{ .page {{ height: auto !important; }} }}"],
    )

    def close_on_phone() -> None:
        if browser.narrow:
            shown.sidebar_open = False

    # a change made after the page is sent and before it is loaded does not reach the browser
    browser.param.watch(lambda _: close_on_phone() if pn.state.loaded else None, "narrow")
    pn.state.onload(close_on_phone)
    return shown


_BAR = ".MuiAppBar-root"
_PAGE_SX = {
    _BAR: {"backgroundColor": style.LIGHT.header, "color": style.LIGHT.on_header, "boxShadow": "none"},
    f"&.mui-dark {_BAR}": {"backgroundColor": style.DARK.header, "borderBottom": f"1px solid {style.DARK.line}"},
    f"{_BAR} .title": {"fontSize": {"xs": "1.05rem", "sm": "1.25rem"}, "whiteSpace": "nowrap"},
    f"{_BAR} .MuiLinearProgress-root": {"display": "none"},  # it would follow the busy state, which no page watches
    f"{_BAR} img.logo": {"height": "2rem !important"},
    style.PRINTED: {
        "&, .main, .main-content, .MuiBox-root": {"display": "block !important", "height": "auto !important", "overflow": "visible !important",
                                                  "padding": "0 !important", "backgroundColor": "#ffffff !important"},
        f"{_BAR}, .MuiToolbar-root, .MuiDrawer-root, .sidebar": {"display": "none !important"}},
    style.TOUCHED: {f"{_BAR} a": {"display": "inline-flex", "alignItems": "center", "justifyContent": "center",
                                  "minWidth": style.FINGER, "minHeight": style.FINGER}},
    ".main": {"backgroundColor": style.LIGHT.ground},
    "&.mui-dark .main": {"backgroundColor": style.DARK.ground},
    ".main-content": {"padding": {"xs": "8px 8px 32px", "sm": "16px 24px 48px"}},
}


def markup(text: str, css: str = "", **params) -> pn.pane.HTML:
    """HTML of our own making in the page's type and colours; `text` must have escaped what people typed."""
    params = {"margin": 0, "sizing_mode": "stretch_width"} | params
    return pn.pane.HTML(text, stylesheets=[style.MARKUP_CSS, css], **params)


def flex(*objects, css: str = "", **params) -> pn.Column:
    """A box whose children stand side by side and wrap, by CSS: Panel's FlexBox evaluates code, which pages forbid."""
    rules = f":host {{ flex-flow: row wrap; align-items: center; gap: 8px 12px; max-height: none; {css} }}"
    rules += " .scroll-button { display: none; }" + style.PRINT_CSS
    return pn.Column(*objects, stylesheets=[rules], **{"margin": 0, "sizing_mode": "stretch_width"} | params)


def toggles(label: str, options, value, **params) -> pn.viewable.Viewable:
    """Buttons side by side of which one is pressed."""
    return material().RadioButtonGroup(label=label, options=options, value=value, size="small", sx={
        ".MuiToggleButton-root": {"textTransform": "none", "whiteSpace": "nowrap", "fontSize": "15px", "padding": "5px 14px"}},
        **{"margin": (0, 0, 12, 0), "sizing_mode": "stretch_width", "max_width": 372} | params)


def _unbound_page(**params) -> pn.viewable.Viewable:
    """A Page without its watch on Panel's busy state, which would keep every page alive for ever."""
    def watchers() -> list:
        return list(pn.state.param.watchers.get("busy", {}).get("value", []))

    before = watchers()
    made = material().Page(**params)
    for watcher in watchers():
        if watcher not in before:
            pn.state.param.unwatch(watcher)
    return made


def _template():
    return Environment(autoescape=False).from_string(_PAGE, globals={
        "base": resources.BASE_TEMPLATE, "content_security": CONTENT_SECURITY, "page_css": style.page_css(), "deferred": deferred,
    })


def deferred(scripts: str) -> str:
    """Script elements that run in their order once the page has come, instead of before anything of it is shown."""
    for at_once, later in _SCRIPTS.items():
        scripts = scripts.replace(at_once, later)
    return scripts


def _wants_dark() -> bool:
    """What the address asks for, else what the browser kept."""
    asked = pn.state.session_args.get("theme", [b""])[0].decode(errors="replace")
    return (asked or pn.state.cookies.get("lab")) == "dark"


def _on_phone() -> bool:
    return "Mobi" in pn.state.headers.get("User-Agent", "")


# header
_NAVIGATION_CSS = f"""
:host {{ color: inherit; }}
nav {{ display: flex; gap: 4px; margin-left: 16px; }}
a {{ color: inherit; opacity: 0.8; text-decoration: none; white-space: nowrap; padding: 6px 10px; border-radius: 6px;
  font-size: 14px; }}
a:hover {{ opacity: 1; background: rgba(255, 255, 255, 0.12); }}
a:focus-visible {{ outline-color: currentColor; opacity: 1; }}
@media (max-width: {style.NARROW + 200}px) {{ nav {{ display: none; }} }}
"""


# On a phone a button of the header is its icon alone; its label stays its name.
HEADER_BUTTON_SX = {"whiteSpace": "nowrap", "@media (max-width: 599px)": {
    "minWidth": 40, "minHeight": 40, "padding": "8px", "fontSize": 0, "& .MuiButton-startIcon": {"margin": 0},
    "& .MuiIcon-root, & svg": {"fontSize": "22px !important"}}}


NOT_ON_PHONES_SX = {"@media (max-width: 599px)": {"display": "none"}}


def header_button(label: str, icon: str, on_click: Callable, on_phone: bool = True) -> pn.viewable.Viewable:
    """A button of a page's header that does something; a phone, which has room for few, may leave it out."""
    left_out = {} if on_phone else {"@media (max-width: 599px)": {"display": "none"}}
    return material().Button(label=label, icon=icon, variant="text", color="light", margin=0, on_click=on_click, sx=HEADER_BUTTON_SX | left_out)


_CLOSES = ".MuiDialog-paper > .MuiBox-root > .MuiIconButton-root"
_STILL_SX = {"@media (prefers-reduced-motion: reduce)": {"&, & *": {"transition": "none !important"}}}
_FILLS_PHONE_SX = {"@media (max-width: 599px)": {".MuiDialog-paper": {
    "margin": 0, "width": "100%", "maxWidth": "none", "height": "100%", "maxHeight": "none", "borderRadius": 0}}}


def dialog(*objects, title: str, width: str = "sm", fills_phone: bool = False, **params) -> pn.viewable.Viewable:
    """What opens over a page, shut by a press beside it or on its cross; `fills_phone`: all of a phone's screen."""
    sx = {_CLOSES: {"color": "var(--lab-muted)", "margin": "8px 8px 0 0"}} | _STILL_SX | (_FILLS_PHONE_SX if fills_phone else {})
    return material().Dialog(*objects, title=title, title_variant="h5", width_option=width, close_on_click=True, show_close_button=True,
                       margin=0, sx=sx, **params)


def _navigation(title: str) -> pn.pane.HTML:
    """Links to the other pages; a phone has the emblem alone, which leads to the start page."""
    links = "".join(f"<a href='./{place.address}'>{escape(place.title)}</a>" for place in pages.places()
                    if place.address and place.title != title)
    return markup(f"<nav aria-label='Pages'>{links}</nav>", _NAVIGATION_CSS, sizing_mode=None, align="center")


_STATUS_CSS = """
:host { color: inherit; }
span { display: inline-flex; align-items: center; padding: 3px 10px; border: 1px solid rgba(255, 255, 255, 0.35);
  border-radius: 99px; font-size: 12.5px; white-space: nowrap; }
span::before { content: ""; width: 7px; height: 7px; border-radius: 50%; background: #f2c45a; margin-right: 7px; }
span.compiling::before { animation: pulse 1.2s ease-in-out infinite alternate; }
span.ready::before { background: #7fd6a2; }
span.failed::before { background: #f08a7d; }
@keyframes pulse { to { opacity: 0.25; } }
@media (max-width: 480px) { span { padding: 0; border: 0; font-size: 0; } span::before { width: 11px; height: 11px; margin: 0; } }
b { font-weight: 400; }
"""
_ENGINE_SAYS = {"cold": "not compiled", "compiling": "compiling…", "ready": "ready", "failed": "uncompiled"}


def engine_status(engine, every: int = 700) -> pn.pane.HTML:
    """A word on the engine's state, looked up every so many milliseconds until it is ready or has failed.

    In a browser session the engine is compiled, before those that nobody has opened.
    """
    served = pn.state.curdoc is not None
    if served and engine.state in ("cold", "compiling"):
        engine.warm_up()

    def says() -> str:
        why = escape(engine.error or "The rules run at once and ten times faster or more when they are compiled.")
        state = _ENGINE_SAYS[engine.state]
        return f"<span role='status' class='{engine.state}' title='{why}'><b>engine&nbsp;</b>{state}</span>"

    status = markup(says(), _STATUS_CSS, sizing_mode=None, align="center", visible=engine.state != "ready")

    def look() -> None:
        if engine.state in ("ready", "failed"):
            poll.stop()
        status.param.update(object=says(), visible=engine.state != "ready")

    if served and engine.state in ("cold", "compiling"):
        poll = pn.state.add_periodic_callback(look, every)
    return status


# keys
_SHOWN = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Enter": "↵", "Space": "space"}
_KEYS_CSS = """
dl { display: grid; grid-template-columns: max-content 1fr; gap: 10px 16px; align-items: baseline;
  padding: 4px 8px 16px; }
dt { text-align: right; white-space: nowrap; }
"""


def _keys_of(hotkey: Hotkey) -> list[str]:
    return [" " if key == "Space" else key for key in hotkey.keys.split()]


def _key_list(hotkeys: Sequence[Hotkey]) -> tuple[list, list]:
    """For the header the button that lists a page's keys; for the page the dialog it opens and the keyboard itself."""
    if not hotkeys:
        return [], []
    hotkeys = [*hotkeys, Hotkey("?", "shows this list", lambda _: keys.param.update(open=True))]
    rows = "".join(f"<dt>{_shown(hotkey)}</dt><dd>{escape(hotkey.meaning)}</dd>" for hotkey in hotkeys)
    keys = dialog(markup(f"<dl>{rows}</dl>", _KEYS_CSS), title="Keys", width="xs", sizing_mode="stretch_width")
    button = material().IconButton(icon="keyboard", label="", description="Keys (?)", margin=0, sx=NOT_ON_PHONES_SX,
                             on_click=lambda _: keys.param.update(open=True))
    return [button], [keys, Keyboard(hotkeys)]


def _shown(hotkey: Hotkey) -> str:
    keys = hotkey.shown.split() or [_SHOWN.get(key, key) for key in hotkey.keys.split()]
    return " ".join(f"<kbd>{escape(key)}</kbd>" for key in keys)
