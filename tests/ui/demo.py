"""A server of a page that uses everything the shell offers, and of one whose parts are not filled yet; it prints its address."""
from types import SimpleNamespace

import holoviews as hv
import panel as pn
import panel_material_ui as pmui

from surflab import SurfsUp, serve, shell, style
from surflab.advice import Advice
from surflab.outcomes import OutcomesTable
from surflab.sheet import Sheet

hv.extension("bokeh")


def chart():
    curves = [
        hv.Curve([(x, (x * (seat + 2)) % 7 + seat) for x in range(8)], "round", "score", label=f"seat {seat}").opts(
            color=look.colour, line_dash=look.dash, line_width=2.5
        )
        for seat, look in enumerate(style.SEATS)
    ]
    return hv.render(hv.Overlay(curves).opts(**style.chart_options(legend_position="right")))


def page():
    pressed = pmui.TextInput(label="Last key", value="")
    engine = SimpleNamespace(state="compiling", error="", warm_up=lambda: None)
    done = pmui.Button(label="Finish compiling", on_click=lambda _: setattr(engine, "state", "ready"))
    keys = [
        shell.Hotkey("ArrowLeft ArrowRight", "one round back, one on", lambda key: setattr(pressed, "value", key)),
        shell.Hotkey("b", "branches here", lambda key: setattr(pressed, "value", key)),
        shell.Hotkey("1 2 3 4 5 6", "choose a card", lambda key: setattr(pressed, "value", key), shown="1 … 6"),
    ]
    typed = shell.markup(f"<p id='typed'>{shell.escape('<img src=x onerror=alert(1)>')}</p>")
    choice = pmui.Select(label="Seat", options=["person", "saver", "reader"], value="saver")
    return shell.page(
        "Demo", main=[pn.Row(pressed, done), typed, pn.pane.Bokeh(chart(), sizing_mode="stretch_width")],
        sidebar=[choice], hotkeys=keys, engine=engine,
    )


def unfilled():
    """What is drawn by description, before a busy server has come to say what."""
    outcomes = OutcomesTable(SurfsUp(seats=["Ana", "Ben"], bots={}))
    outcomes.view = {}
    return shell.page("Unfilled", main=[Sheet(None), outcomes, Advice(None)])


if __name__ == "__main__":
    port = serve.free_port("127.0.0.1", 0)
    server = serve.make_server("127.0.0.1", port, pages={"/demo": page, "/unfilled": unfilled})
    server.start()
    print(f"http://127.0.0.1:{port}/", flush=True)
    server.io_loop.start()
