"""The rules and rulings of both games, for `panel serve dashboards/*.py`."""
from surflab.rules_page import page

page().servable()
