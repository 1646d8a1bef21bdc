"""Surf's Up! for `panel serve dashboards/*.py`."""
from surflab.surfs_up.page import page

page().servable()
