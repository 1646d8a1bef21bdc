"""Every card of both games in words, for `panel serve dashboards/*.py`."""
from surflab.cards_page import page

page().servable()
