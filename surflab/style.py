"""The look: colours for light and dark, seats' and suits' marks, type, spacing, and how a chart wears them.

All of it is plain data. Seat and suit colours are the same in light and dark: each stands out from both grounds by a
contrast of 3 or more, and no two seats come closer than 0.095 in OKLab for any common kind of colour blindness. Text in a
seat's colour has a shade of it for each light, with a contrast of 4.5 or more.
"""
from __future__ import annotations

import zlib
from dataclasses import dataclass, fields, replace
from urllib.parse import quote

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
SPACE = 8  # pixels; every gap is a multiple of it
RADIUS = 10  # pixels, of cards and panels
CHART_HEIGHT = 260  # pixels
FINGER = 40  # pixels; what a finger hits is as wide and as high, or more
NARROW = 600  # pixels; below this width a page is a phone's


PRINTED = "@media print"
TOUCHED = f"@media (pointer: coarse), (max-width: {NARROW - 1}px)"


@dataclass(frozen=True)
class Palette:
    """The colours of a page in one light; each text colour reads on `ground` and on `surface`."""

    dark: bool
    ground: str  # behind everything
    surface: str  # cards and panels
    sunken: str  # wells inside a surface
    ink: str
    muted: str
    line: str  # hairlines
    accent: str
    on_accent: str
    header: str
    on_header: str
    good: str
    bad: str


LIGHT = Palette(
    dark=False, ground="#f3f6f7", surface="#ffffff", sunken="#e9eff1", ink="#12252f", muted="#4d626d", line="#d3dde1",
    accent="#0a5f8a", on_accent="#ffffff", header="#0d3a52", on_header="#ffffff", good="#1d7444", bad="#b3362b",
)
DARK = Palette(
    dark=True, ground="#0e181f", surface="#14212a", sunken="#0f1b23", ink="#e4edf1", muted="#9fb3be", line="#2b3d48",
    accent="#72c1e4", on_accent="#06202e", header="#0b2534", on_header="#ffffff", good="#6cc590", bad="#f08a7d",
)
PAPER = replace(LIGHT, ground="#ffffff", sunken="#ffffff", ink="#000000", muted="#333333")
NEUTRAL = "#7a868d"  # lines inside a chart that must hold in both lights


@dataclass(frozen=True)
class SeatLook:
    """How one seat is told from the others: by colour, and without it by the dash of its line and by its mark."""

    number: int
    colour: str
    on_light: str  # the colour of its text in each light
    on_dark: str
    dash: str  # of a Bokeh line
    marker: str  # of a Bokeh scatter
    mark: str  # the same mark in text

    @property
    def ink(self) -> str:
        """The colour of its text in CSS, in whatever light the page wears."""
        return f"var(--lab-seat-{self.number}, {self.on_light})"


SEATS = (
    SeatLook(0, "#468fdd", "#1468b6", "#7bb8fc", "solid", "circle", "●"),
    SeatLook(1, "#be3e3e", "#cd0137", "#fe6a65", "dashed", "square", "■"),
    SeatLook(2, "#007c77", "#186460", "#31aaa5", "dotted", "triangle", "▲"),
    SeatLook(3, "#bb8100", "#7c5509", "#e6a840", "dotdash", "diamond", "◆"),
    SeatLook(4, "#843cf4", "#8033ef", "#a887fd", "12 4", "inverted_triangle", "▼"),
    SeatLook(5, "#ee3fb0", "#c3018d", "#f777c3", "2 2 8 2", "star", "★"),
)
# The colours of words inside a chart, as they are written on light, and what each is on dark.
CHART_INKS = {LIGHT.muted: DARK.muted} | {seat.on_light: seat.on_dark for seat in SEATS}

SUITS = {"orange": "#cf6d12", "teal": "#0d827c", "purple": "#8f58d0"}
OTHER_SUITS = ("#3f7fc9", "#b0567f", "#6f8a1f", "#8d7355", "#5f7ea0", "#b8544a")  # for suits of a user's own
BLUEBOTTLE = "#4a7bd0"


def suit_colour(suit: str) -> str:
    """The colour of a suit; one that the house does not know always gets the same of the other colours."""
    return SUITS.get(suit) or OTHER_SUITS[zlib.crc32(suit.encode()) % len(OTHER_SUITS)]


def luminance(colour: str) -> float:
    """The relative luminance (0 to 1) of a colour "#rrggbb", as WCAG defines it."""
    channels = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast (1 to 21) between two colours, as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """White or near black, whichever reads better on a colour."""
    return max("#ffffff", "#0b1418", key=lambda ink: contrast(ink, colour))


def material_theme() -> dict:
    """The theme of panel-material-ui, with a palette each for light and dark."""
    return {"light": _material_palette(LIGHT), "dark": _material_palette(DARK)}


def _material_palette(palette: Palette) -> dict:
    heading = {"fontWeight": 650, "letterSpacing": "-0.01em"}
    return {
        "palette": {
            "primary": {"main": palette.accent, "contrastText": palette.on_accent},
            "secondary": {"main": palette.muted, "contrastText": palette.surface},
            "success": {"main": palette.good}, "error": {"main": palette.bad},
            "background": {"default": palette.ground, "paper": palette.surface},
            "text": {"primary": palette.ink, "secondary": palette.muted},
            "divider": palette.line,
        },
        "shape": {"borderRadius": RADIUS},
        "typography": {"fontFamily": FONT, **{f"h{level}": heading for level in range(1, 7)}},
        "components": {
            "MuiButtonBase": {"styleOverrides": {"root": {TOUCHED: {"minWidth": FINGER, "minHeight": FINGER}}}},
            **{control: {"styleOverrides": {"root": {PRINTED: {"display": "none"}}}} for control in ("MuiButton", "MuiFormControl")},
            "MuiToggleButton": {"styleOverrides": {"root": {PRINTED: {"&:not(.Mui-selected)": {"display": "none"}, "color": "#000000 !important"}}}},
            "MuiInputAdornment": {"styleOverrides": {"root": {TOUCHED: {"display": "none"}}}},  # the small arrows of a number, which a finger types
            "MuiOutlinedInput": {"styleOverrides": {"input": {TOUCHED: {"minHeight": f"{FINGER}px !important", "paddingLeft": "14px", "boxSizing": "border-box"}}}},
            "MuiInputLabel": {"styleOverrides": {"root": {"pointerEvents": "none !important"}}},  # it stands over what is above its field
            "MuiPaper": {"styleOverrides": {"root": {"backgroundImage": "none"}}},
            "MuiDrawer": {"styleOverrides": {"paper": {"& > .MuiBox-root": {"paddingTop": 2 * SPACE}}}},
        },
    }


def page_css() -> str:
    """CSS of the whole document: the colours as variables (`--lab-ink`, `--lab-surface`, ...), and the ground.

    The root element says which light it wears: data-lab="dark" or "light". Variables reach into every component.
    """
    return f"""{_variables(":root", LIGHT)}
{_variables(":root[data-lab=dark]", DARK)}
:root {{ --lab-neutral: {NEUTRAL}; --lab-bluebottle: {BLUEBOTTLE}; {_suits()}}}
html, body {{ background: var(--lab-ground) !important; color: var(--lab-ink); }}
#loader {{ position: fixed; inset: 0; z-index: 1; overflow: hidden; background: var(--lab-ground); font: 15px/1.45 {FONT}; }}
#loader .bar {{ height: 56px; padding: 0 76px; font-size: 20px; font-weight: 600; line-height: 56px; color: var(--lab-on-header); background: var(--lab-header); }}
#loader p {{ margin: 20px 24px; color: var(--lab-muted); }}
#loader.failed p {{ color: var(--lab-ink); }}
#loader .blocks {{ display: flex; flex-wrap: wrap; gap: 16px; padding: 0 24px; animation: lab-wait 1.6s ease-in-out infinite alternate; }}
#loader.failed .blocks {{ display: none; }}
#loader i {{ flex: 1 1 300px; height: 260px; border-radius: 12px; background: var(--lab-sunken); border: 1px solid var(--lab-line); }}
#loader i:first-child {{ flex: 2 1 620px; }}
@keyframes lab-wait {{ to {{ opacity: 0.45; }} }}
.lost {{ position: fixed; inset: auto 16px 16px; z-index: 2000; margin: auto; width: fit-content; max-width: calc(100% - 32px); padding: 10px 10px 10px 16px;
  border-radius: 10px; border-left: 4px solid var(--lab-bad); color: var(--lab-ink); background: var(--lab-surface); box-shadow: 0 4px 24px rgb(0 0 0 / 0.35); font: 15px/1.45 {FONT}; }}
.lost button {{ margin-left: 12px; padding: 6px 12px; border: 1px solid var(--lab-line); border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer; }}
@media (prefers-reduced-motion: reduce) {{ * {{ animation-duration: 0.01s !important; }} }}
@page {{ margin: 14mm; }}
@media print {{
  {_variables(":root, :root[data-lab=dark]", PAPER)}
  :root[data-lab=dark] {{ --lab-chart-on-paper: invert(1) hue-rotate(180deg); }}
  html, body {{ height: auto !important; overflow: visible !important; }}
  #loader, .lost {{ display: none !important; }}
}}
"""


def _variables(selector: str, palette: Palette) -> str:
    names = (field.name for field in fields(palette) if field.name != "dark")
    colours = "".join(f"--lab-{name.replace('_', '-')}: {getattr(palette, name)}; " for name in names)
    colours += "".join(f"--lab-seat-{seat.number}: {seat.on_dark if palette.dark else seat.on_light}; " for seat in SEATS)
    return f"{selector} {{ color-scheme: {'dark' if palette.dark else 'light'}; {colours}}}"


def _suits() -> str:
    return "".join(f"--lab-suit-{suit}: {colour}; " for suit, colour in SUITS.items())


# On paper nothing scrolls: everything is as high as what it holds.
PRINT_CSS = "@media print { :host { color: var(--lab-ink) !important; height: auto !important; min-height: 0 !important; max-height: none !important; overflow: visible !important; } }"

# For every piece of HTML of our own: each lives apart from the document's style sheets.
MARKUP_CSS = f"""
{PRINT_CSS}
@media print {{ h1, h2, h3 {{ break-after: avoid; }} article {{ break-inside: avoid; }} }}
:host {{ color: var(--lab-ink); font-family: {FONT}; font-size: 15px; line-height: 1.5;
  font-variant-numeric: tabular-nums; }}
*, *::before, *::after {{ box-sizing: border-box; }}
h1, h2, h3, h4, p, ul, ol, dl, dd, figure {{ margin: 0; padding: 0; }}
h1 {{ font-size: 26px; line-height: 1.2; font-weight: 650; letter-spacing: -0.015em; }}
h2 {{ font-size: 19px; line-height: 1.3; font-weight: 650; letter-spacing: -0.01em; }}
h3 {{ font-size: 16px; line-height: 1.4; font-weight: 650; }}
a {{ color: var(--lab-accent); }}
small, .muted {{ color: var(--lab-muted); font-size: 13px; }}
kbd {{ display: inline-block; min-width: 1.9em; padding: 1px 6px; border: 1px solid var(--lab-line);
  border-bottom-width: 2px; border-radius: 5px; background: var(--lab-sunken); color: var(--lab-ink);
  font: inherit; font-size: 13px; text-align: center; }}
:focus-visible {{ outline: 2px solid var(--lab-accent); outline-offset: 2px; }}
"""

# The emblem: three swells, each smaller than the one before it.
_SWELLS = (
    "<path d='M3 12.5c4.3-5.5 8.7-5.5 13 0s8.7 5.5 13 0'/><path d='M3 19c4.3-4 8.7-4 13 0s8.7 4 13 0' opacity='.75'/>"
    "<path d='M3 24.5c4.3-2.5 8.7-2.5 13 0s8.7 2.5 13 0' opacity='.5'/>"
)


def emblem(ground: str = "none", ink: str = "#ffffff") -> str:
    """The emblem as the address of an SVG picture that needs no request."""
    picture = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>"
        f"<rect width='32' height='32' rx='7' fill='{ground}'/>"
        f"<g fill='none' stroke='{ink}' stroke-width='2.6' stroke-linecap='round'>{_SWELLS}</g></svg>"
    )
    return "data:image/svg+xml," + quote(picture)


def chart_options(height: int = CHART_HEIGHT, **more) -> dict:
    """HoloViews options of every chart: as wide as there is room, of a fixed height, dressed by `dress_figure`."""
    return {"responsive": True, "min_height": height, "max_height": height, "show_grid": True, "hooks": [_dress]} | more


def _dress(plot, element) -> None:
    dress_figure(plot.state)


def dress_figure(figure, palette: Palette = LIGHT) -> None:
    """Give a Bokeh figure the look of a palette: no ground of its own, quiet axes, canvas drawing, few tools shown.

    On a page the browser recolours text, axes and grid at the dark switch; `palette` is what a notebook shows.
    """
    figure.output_backend = "canvas"
    figure.background_fill_alpha = figure.border_fill_alpha = 0
    figure.outline_line_color = None
    figure.toolbar.autohide = True
    figure.toolbar.logo = None
    for renderer in figure.renderers:  # nothing in a chart is selected or muted
        renderer.update(selection_glyph=None, nonselection_glyph=None, muted_glyph=None)
    for axis in figure.axis:
        axis.axis_line_color = axis.major_tick_line_color = palette.line
        axis.minor_tick_line_color = None
        axis.axis_label_text_color = palette.ink
        axis.major_label_text_color = palette.muted
        axis.axis_label_text_font = axis.major_label_text_font = FONT
        axis.axis_label_text_font_size = axis.major_label_text_font_size = "12px"
        axis.axis_label_text_font_style = "normal"
    for grid in figure.grid:
        grid.grid_line_color = palette.line
    for legend in figure.legend:
        legend.background_fill_alpha = 0
        legend.border_line_color = None
        legend.label_text_color = palette.ink
        legend.label_text_font = FONT
