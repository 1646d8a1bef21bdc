"""Colours that everybody can tell apart, in light and in dark."""
from itertools import combinations

import numpy as np
import pytest

from surflab import style

PALETTES = (style.LIGHT, style.DARK)
GROUNDS = [colour for palette in PALETTES for colour in (palette.ground, palette.surface)]
MARKS = [look.colour for look in style.SEATS] + list(style.SUITS.values())

# How colours look without one kind of cone (Machado, Oliveira & Fernandes 2009, severity 1), in linear RGB.
SIGHTS = {
    "common": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def linear(colour: str) -> np.ndarray:
    """A colour "#rrggbb" in linear RGB."""
    channels = np.array([int(colour[i:i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


# From linear RGB to the cones' answers, and from their cube roots to OKLab.
CONES = np.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                  [0.0883024619, 0.2817188376, 0.6299787005]])
LAB = np.array([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660]])


def oklab(rgb: np.ndarray) -> np.ndarray:
    """Linear RGB in OKLab, where equal distances look equally far."""
    return LAB @ np.cbrt(CONES @ np.clip(rgb, 0, 1))


def mixed(colour: str, other: str, share: float) -> str:
    """What CSS makes of `color-mix(in oklab, colour share, other)`."""
    lab = share * oklab(linear(colour)) + (1 - share) * oklab(linear(other))
    rgb = np.clip(np.linalg.solve(CONES, np.linalg.solve(LAB, lab) ** 3), 0, 1)
    encoded = np.where(rgb <= 0.0031308, 12.92 * rgb, 1.055 * rgb ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(float(channel) * 255):02x}" for channel in encoded)


def apart(one: str, other: str, sight: str) -> float:
    """How far two colours look apart."""
    matrix = np.asarray(SIGHTS[sight])
    return float(np.linalg.norm(oklab(matrix @ linear(one)) - oklab(matrix @ linear(other))))


def hue(colour: str) -> float:
    """The angle of a colour's hue in OKLab, in degrees."""
    _, red, yellow = oklab(linear(colour))
    return float(np.degrees(np.arctan2(yellow, red)))


def tinted(palette: style.Palette) -> list[str]:
    """What text stands on in one light: the grounds, and a surface tinted as the row of a seat that is asked or has won."""
    return [palette.ground, palette.surface, palette.sunken,
            *(mixed(tint, palette.surface, 0.1) for tint in (palette.accent, palette.good))]


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("mark", [*MARKS, style.NEUTRAL, style.BLUEBOTTLE])
def test_marks_hold_on_light_and_on_dark(mark, ground):
    assert style.contrast(mark, ground) >= 3


@pytest.mark.parametrize("suit", ["kelp", "coral", "reef", "orange"])
def test_suits_of_a_users_own_have_a_colour_that_holds(suit):
    colour = style.suit_colour(suit)
    assert colour == style.suit_colour(suit)
    assert min(style.contrast(colour, ground) for ground in GROUNDS) >= 3


def test_other_suits_hold_too():
    for colour in style.OTHER_SUITS:
        assert min(style.contrast(colour, ground) for ground in GROUNDS) >= 3


@pytest.mark.parametrize("sight", SIGHTS)
def test_seats_and_suits_are_told_apart_by_everybody(sight):
    for colours in ([look.colour for look in style.SEATS], list(style.SUITS.values())):
        assert min(apart(one, other, sight) for one, other in combinations(colours, 2)) >= 0.095


@pytest.mark.parametrize("palette", PALETTES, ids=["light", "dark"])
def test_text_in_a_seats_colour_reads_is_of_its_hue_and_told_from_the_others(palette):
    inks = [look.on_dark if palette.dark else look.on_light for look in style.SEATS]
    for look, ink in zip(style.SEATS, inks):
        assert min(style.contrast(ink, ground) for ground in tinted(palette)) >= 4.5
        assert abs((hue(ink) - hue(look.colour) + 180) % 360 - 180) <= 8
    for sight in SIGHTS:
        assert min(apart(one, other, sight) for one, other in combinations(inks, 2)) >= 0.065


def test_words_in_a_chart_read_in_both_lights():
    for light, dark in style.CHART_INKS.items():
        assert min(style.contrast(light, ground) for ground in tinted(style.LIGHT)) >= 4.5
        assert min(style.contrast(dark, ground) for ground in tinted(style.DARK)) >= 4.5


def test_seats_differ_without_colour():
    for part in ("dash", "marker", "mark"):
        assert len({getattr(look, part) for look in style.SEATS}) == len(style.SEATS) == 6


@pytest.mark.parametrize("palette", PALETTES, ids=["light", "dark"])
def test_text_reads(palette):
    for text in (palette.ink, palette.muted, palette.accent, palette.good, palette.bad):
        for ground in (palette.ground, palette.surface, palette.sunken):
            assert style.contrast(text, ground) >= 4.5
    assert style.contrast(palette.on_accent, palette.accent) >= 4.5
    assert style.contrast(palette.on_header, palette.header) >= 7


@pytest.mark.parametrize("suit", style.SUITS)
def test_ink_on_a_card_reads(suit):
    colour = style.SUITS[suit]
    assert style.contrast(style.ink_on(colour), colour) >= 4.5


def test_contrast_is_that_of_wcag():
    assert style.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert style.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_a_chart_is_dressed_from_one_place():
    hv = pytest.importorskip("holoviews")
    hv.extension("bokeh")
    figure = hv.render(hv.Curve([1, 2, 1]).opts(**style.chart_options(height=200)))
    assert (figure.output_backend, figure.min_height, figure.max_height) == ("canvas", 200, 200)
    assert figure.sizing_mode == "stretch_width" or figure.sizing_mode == "stretch_both"
    assert figure.background_fill_alpha == figure.border_fill_alpha == 0
    style.dress_figure(figure, style.DARK)
    assert {axis.major_label_text_color for axis in figure.axis} == {style.DARK.muted}
