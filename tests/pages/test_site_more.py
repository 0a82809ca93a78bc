"""The other half of the pages of the built book; `test_site.py` says what is asked of them."""

import pytest
from test_site import PAGES, all_faults, browser, tabs

__all__ = ["browser", "tabs"]  # fixtures


@pytest.mark.parametrize("name", PAGES[1::2])
def test_page(tabs, name):
    faults = all_faults(tabs["desktop-light"], f"{name}.html")
    assert not faults, "\n".join(faults)
