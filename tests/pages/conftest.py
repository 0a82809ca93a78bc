"""The browser, and the tabs that the tests share: each process of the tests has one of each."""

import contextlib

import opened
import pytest
from lively import whole  # noqa: F401  (a fixture)
from played import lean  # noqa: F401  (a fixture)
from playwright.sync_api import Error as Gone
from small import within


@pytest.fixture(autouse=True)
def _ends():
    """No test waits for ever, not even for a browser that is gone."""
    with within(1800):
        yield


@pytest.fixture(scope="session")
def site():
    """The built book."""
    if not (opened.SITE / "index.html").is_file():
        pytest.fail(opened.NO_BOOK)
    return opened.SITE


@pytest.fixture(scope="session")
def browser(site):
    if opened.BROWSER is None:
        (pytest.fail if opened.NEEDED else pytest.skip)(opened.NO_BROWSER)
    with opened.launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def base(site):
    """The address that the book is served at."""
    with opened.serving(site) as base:
        yield base


@pytest.fixture(scope="session")
def tab_of(browser, base):
    """A tab for each look, and one more for each way to open it."""
    tabs = {}

    def tab_of(look="desktop-light", **options):
        key = (look, *sorted(options.items()))
        if key not in tabs:
            tabs[key] = opened.Tab(browser, base, look, **options)
        return tabs[key]

    yield tab_of
    for tab in tabs.values():
        with contextlib.suppress(Gone):
            tab.close()


@pytest.fixture
def tab(tab_of):
    """The tab that most readers have."""
    return tab_of()


@pytest.fixture
def bare(tab_of):
    """A tab without scripts."""
    return tab_of(java_script_enabled=False)


@pytest.fixture
def new_tab(browser, base):
    """A tab of its own, which is closed at the end."""
    with contextlib.ExitStack() as stack:

        def new_tab(look="desktop-light", site=None, **options):
            there = stack.enter_context(opened.serving(site)) if site else base
            more = {"site": site} if site else {}
            tab = opened.Tab(browser, there, look, **more, **options)
            stack.callback(tab.close)
            return tab

        yield new_tab


@pytest.fixture(scope="session")
def from_disk(browser, site):
    """A tab that opens the pages as files, as a reader without a server does."""
    tab = opened.Tab(browser, f"{site.as_uri()}/", "desktop-light")
    yield tab
    tab.close()
