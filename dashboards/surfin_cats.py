"""Surfin' Cats for `panel serve dashboards/*.py`."""
from surflab.surfin_cats.page import page

page().servable()
