"""The built book as a reader meets it: every page in a real browser.

A page is loaded once and looked at wide and narrow, light and dark. It must load without a
fault, ask nothing of any other host, show every formula and figure, fit the screen and pass
axe-core. Each check lists the faults it finds. A copy of a chapter with planted faults
shows that each check finds its own.
"""

import contextlib
import functools
import http.server
import os
import re
import shutil
import threading
from pathlib import Path
from urllib.parse import unquote, urlsplit

import ledger
import pytest
import seen
import yaml
from axe_playwright_python.base import AXE_SCRIPT
from files import ROOT
from playwright.sync_api import sync_playwright

SITE = Path(os.environ.get("ORDREF_SITE", ROOT / "_build" / "html"))
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
NO_BROWSER = f"no browser to open the pages in: none of {', '.join(BROWSERS)}"
if BROWSER is None and not os.environ.get("ORDREF_NEEDS_BROWSER"):
    pytest.skip(NO_BROWSER, allow_module_level=True)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The browser's own errands end here too, not only those of the pages.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
WIDE, NARROW = {"width": 1360, "height": 900}, {"width": 390, "height": 844}
MIDDLE = {"width": 768, "height": 900}
LOOKS = {
    "desktop-light": (WIDE, "light"),
    "desktop-dark": (WIDE, "dark"),
    "phone-light": (NARROW, "light"),
    "phone-dark": (NARROW, "dark"),
}
# What axe-core finds and neither a rule of CSS nor an option can mend: rule, selector.
NOT_OURS = [
    # docutils makes it a list of doc-biblioentry, which axe-core does not take for an item.
    ("aria-required-children", "div.citation-list"),
]
CHAPTER = "chapters/glossary.html"
SEARCH = "input[type=search], .search-button, .search-button-field"
STILL = """* { transition: none !important; animation: none !important }
    article :is(section, td > *) { content-visibility: visible !important }"""
TIMEOUT = 60_000  # milliseconds; the longest pages take seconds, on a busy machine more


def pages_of(toc):
    """The pages of the table of contents, the root first."""
    found = [toc[key] for key in ("root", "file") if key in toc]
    for key in ("parts", "chapters", "sections"):
        for part in toc.get(key, []):
            found += pages_of(part)
    return found


PAGES = pages_of(yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8")))


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """A browser that has left before its answer is no fault."""


@contextlib.contextmanager
def serving(folder):
    handler = functools.partial(Silent, directory=str(folder))
    with Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join(timeout=10)


@pytest.fixture(scope="module")
def browser():
    if BROWSER is None:
        pytest.fail(NO_BROWSER)
    if not (SITE / "index.html").is_file():
        pytest.fail(f"there is no book in {SITE}: run `make book`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=BROWSER, args=FLAGS, timeout=TIMEOUT
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def tabs(browser):
    with serving(SITE) as base:
        yield {look: Tab(browser, SITE, base, look) for look in LOOKS}


class Tab:
    """A tab with one look on one site. Opening a tab takes longer than loading a page in it."""

    def __init__(self, browser, site, base, look, first=False):
        self.site, self.base = site, base
        self.viewport, self.theme = LOOKS[look]
        self.wide = self.viewport is WIDE
        self.faults = []  # of loading the page that is open
        context = browser.new_context(viewport=self.viewport, color_scheme=self.theme)
        context.set_default_timeout(TIMEOUT)
        if not first:
            context.add_init_script(
                f"localStorage.setItem('mode', '{self.theme}');"
                f"localStorage.setItem('theme', '{self.theme}')"
            )
        # Nothing leaves this machine, whatever a page asks for.
        outside = re.compile(rf"^(?!{re.escape(base)}|data:|blob:)")
        context.route(outside, lambda route: route.abort())
        self.page = page = context.new_page()
        note = self.faults.append
        page.on(
            "request",
            lambda r: outside.match(r.url) and note(f"outside request: {r.url}"),
        )
        page.on("response", lambda r: r.status >= 400 and note(f"{r.status}: {r.url}"))
        loud = ("error", "warning")
        page.on(
            "console",
            lambda m: m.type in loud and note(f"console {m.type}: {m.text}"),
        )
        page.on("pageerror", lambda error: note(f"script error: {error.message}"))

    def open(self, name):
        self.faults.clear()
        self.page.set_viewport_size(self.viewport)
        self.page.goto(self.base + name)
        # What opens and closes on the page does so at once, and what is far is laid out too.
        self.page.add_style_tag(content=STILL)
        return self.page


def bounded(promise):
    """A script that waits for a promise, but not for ever."""
    return f"""() => Promise.race([{promise}, new Promise((_, fail) =>
        setTimeout(() => fail(Error("no end in sight")), {TIMEOUT}))])"""


def theme_faults(page, theme):
    found = page.evaluate("document.documentElement.dataset.theme")
    return [] if found == theme else [f"theme: {found}, not {theme}"]


def formula_faults(page):
    return page.evaluate(
        r"""() => {
            const formulas = [...document.querySelectorAll('.math')];
            const faults = formulas.filter(e => !e.querySelector('math'))
                .map(e => `formula not set: ${e.textContent}`);
            for (const e of document.querySelectorAll('merror'))
                faults.push(`formula in error: ${e.textContent}`);
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
                const text = texts.currentNode;
                if (/\$|\\[a-zA-Z([]/.test(text.data)
                        && !text.parentElement.closest('pre, code, script, style, .math'))
                    faults.push(`raw TeX: ${text.data.trim()}`);
            }
            return faults;
        }"""
    )


def width_faults(page):
    return page.evaluate(
        """() => {
            const root = document.documentElement, seen = [];
            if (root.scrollWidth <= innerWidth + 1) return [];
            for (const e of document.querySelectorAll('main *:not(pre *)'))
                if (e.getBoundingClientRect().right > innerWidth + 1)
                    seen.push(e.tagName + '.' + e.className);
            return [`too wide: ${root.scrollWidth} on a screen of ${innerWidth}: `
                    + seen.slice(0, 5).join(' > ')];
        }"""
    )


def image_faults(page):
    return page.evaluate(
        r"""async () => {
            const faults = [];
            for (const img of document.querySelectorAll('article img')) {
                const alt = (img.getAttribute('alt') ?? '').trim();
                if (alt.split(/\s+/).length < 5 || /[0-9a-f]{16}/.test(alt))
                    faults.push(`no description: "${alt}" of ${img.src}`);
                if (!img.naturalWidth) faults.push(`image not loaded: ${img.src}`);
            }
            const icons = [...document.querySelectorAll('link[rel=icon]')].map(e => e.href);
            const logos = [...document.querySelectorAll('img.logo__image')].map(e => e.src);
            if (!icons.length) faults.push('no icon');
            if (!logos.length) faults.push('no logo');
            for (const src of new Set([...icons, ...logos])) {
                const img = new Image();
                img.src = src;
                await img.decode().catch(() => faults.push(`icon or logo not loaded: ${src}`));
            }
            return faults;
        }"""
    )


@functools.cache
def ids_of(file):
    text = file.read_text(encoding="utf-8")
    return set(re.findall(r'\bid="([^"]+)"', text)) if file.suffix == ".html" else set()


def link_faults(page, base, site):
    """Links into the book that lead nowhere. Other hosts are not asked."""
    faults = []
    here = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    links = page.evaluate(
        # A link of a drawing has an object for its address.
        """[...document.querySelectorAll('a[href]')].map(
            a => new URL(a.getAttribute('href'), document.baseURI).href)"""
    )
    for link in sorted({link for link in links if link.startswith(base)}):
        url = urlsplit(link)
        path, fragment = unquote(url.path), unquote(url.fragment)
        file = site / path.lstrip("/")
        if path.endswith("/"):
            file /= "index.html"
        if not file.is_file():
            faults.append(f"dead link: {link}")
        elif fragment:
            same = path == unquote(urlsplit(page.url).path)
            if fragment not in (here if same else ids_of(file)):
                faults.append(f"dead fragment: {link}")
    return faults


def search_bar_faults(page):
    bars = page.locator(SEARCH).filter(visible=True).count()
    return [] if bars == 1 else [f"search bars: {bars}"]


def search_faults(page, query):
    """Search where a reader would, and follow the first result."""
    page.locator(SEARCH).filter(visible=True).first.click()
    page.locator("input[type=search]").filter(visible=True).first.fill(query)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?*")
    page.wait_for_function(
        "document.querySelector('.search-summary')?.innerText.trim()"
    )
    results = page.locator("#search-results li a")
    if not results.count():
        return [f"search: nothing on {query}"]
    results.first.click()
    page.wait_for_url("**/chapters/*.html*")
    text = page.locator("article").text_content().lower()
    return [f"search: no {w} in {page.url}" for w in query.split() if w not in text]


def solution_faults(page):
    """Every solution and dropdown starts closed and opens on a click. They stay open.

    All are clicked before any is looked at: each look after a click lays out the page anew.
    """
    return page.evaluate(
        """() => {
            const boxes = [...document.querySelectorAll('.solution.dropdown, article details')]
                .map(box => ({
                    title: box.querySelector('summary, .admonition-title'),
                    body: box.querySelector(':scope > :not(summary, .admonition-title, button)'),
                }));
            const shown = ({body}) => body.checkVisibility({visibilityProperty: true});
            const open = boxes.filter(shown);
            const closed = boxes.filter(box => !open.includes(box));
            for (const {title} of closed) title.click();
            const still = closed.filter(box => !shown(box));
            return [...open.map(({title}) => `solution not hidden: ${title.innerText}`),
                    ...still.map(({title}) => `solution not shown on a click: ${title.innerText}`)];
        }"""
    )


def access_faults(page):
    """What axe-core calls serious or critical. It takes out of the page what it has seen."""
    page.evaluate(AXE_SCRIPT)
    page.evaluate(ONLY_MARKED)
    page.set_viewport_size(NARROW)
    seen.settle(page)
    page.evaluate(ONE_OF_EACH)
    found = axe_twice(page, f"{{rules: {NO_MATTER_OF_WIDTH}, ")
    page.set_viewport_size(WIDE)
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        seen.settle(page)
        page.evaluate(MARK)
        if theme == "light":
            page.evaluate(MARK_LINKS)
            at = axe_twice(page, "{")
        else:
            at = axe_faults(page, "{runOnly: ['color-contrast'], ")
        found += [f"{theme}: {fault}" for fault in at]
    return found


def axe_twice(page, what):
    """The theme lets the keyboard into what scrolls a moment after the page has changed."""
    return axe_faults(page, what) and (
        page.wait_for_timeout(500) or axe_faults(page, what)
    )


LOOK = """const grounds = new Map();
    const ground = e => {
        if (!e) return '';
        if (!grounds.has(e)) {
            const {backgroundColor, backgroundImage, opacity} = getComputedStyle(e);
            const own = [backgroundColor, backgroundImage, opacity].join();
            // What is not painted is no ground, however often it is there.
            const none = own === 'rgba(0, 0, 0, 0),none,1';
            grounds.set(e, (none ? '' : own) + ground(e.parentElement));
        }
        return grounds.get(e);
    };
    const look = e => {
        const {color, backgroundColor, opacity, fontWeight, fontSize} = getComputedStyle(e);
        return [color, backgroundColor, opacity, fontWeight, fontSize,
                ground(e.parentElement)].join();
    };"""
# Of the thousands of words of code and of formulas one of each class and colour on each
# ground is enough, and of the formulas those that have to be scrolled.
ONE_OF_EACH = f"""() => {{
    {LOOK}
    const kinds = new Set();
    const again = [...document.querySelectorAll('pre span, math')].filter(e => {{
        const key = [e.tagName, e.className, look(e)].join();
        if (!kinds.has(key)) return !kinds.add(key);
        return !e.firstElementChild?.matches('span') && !e.closest('.scrolls');
    }});
    for (const e of again)
        e.replaceWith(e.matches('span') ? e.textContent : 'x');
}}"""
# Contrast is slow, and how links differ from the text around them: of all words, and of
# all links in a text, one of each look is marked for it.
NO_MATTER_OF_WIDTH = """{'color-contrast': {enabled: false},
    'link-in-text-block': {enabled: false}}"""
ONLY_MARKED = """axe.configure({rules: [
    {id: 'color-contrast', selector: '[data-look]'},
    {id: 'link-in-text-block', selector: 'a[href][data-link]'},
]})"""
MARK = f"""() => {{
    {LOOK}
    for (const e of document.querySelectorAll('[data-look]')) e.removeAttribute('data-look');
    const looks = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {{
        const e = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !e.checkVisibility()) continue;
        const key = look(e);
        if (!looks.has(key)) e.setAttribute('data-look', looks.add(key).size);
    }}
}}"""
MARK_LINKS = f"""() => {{
    {LOOK}
    const looks = new Set();
    const font = e => {{
        const style = getComputedStyle(e);
        return ['fontFamily', 'fontStyle', 'fontVariant', 'textTransform', 'textDecoration',
                'border', 'outline', 'boxShadow', 'display', 'content'].map(k => style[k]).join();
    }};
    const whole = e => [look(e), font(e), getComputedStyle(e, '::before').content,
                        getComputedStyle(e, '::after').content].join();
    axe.setup(document.documentElement);
    for (const link of document.querySelectorAll('a[href]')) {{
        if (!link.checkVisibility() || !axe.commons.dom.isInTextBlock(link)) continue;
        let around = link.parentElement;
        const key = [whole(link)];
        while (getComputedStyle(around).display === 'inline') {{
            key.push(whole(around));
            around = around.parentElement;
        }}
        key.push(whole(around));
        if (!looks.has(key.join())) link.setAttribute('data-link', looks.add(key.join()).size);
    }}
    axe.teardown();
}}"""


def axe_faults(page, what):
    # Preloading, axe-core looks for imported style sheets in the folder of the page.
    run = f"axe.run({what} resultTypes: ['violations'], preload: false}})"
    found = page.evaluate(bounded(run))
    return [
        f"{rule['id']}: {node['html']}: {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
        if not any(
            rule["id"] == name
            and page.locator(node["target"][0]).and_(page.locator(known)).count()
            for name, known in NOT_OURS
        )
    ]


def fit_faults(page, sizes):
    """What is cut, too small or out of reach at each of these sizes. The last one is kept."""
    found = []
    for size in sizes:
        if size != page.viewport_size:
            page.set_viewport_size(size)
            seen.settle(page)
        at = [
            *seen.cut_faults(page),
            *seen.line_faults(page),
            *seen.letter_faults(page),
            *seen.stop_faults(page),
        ]
        at += width_faults(page) + seen.table_faults(page)
        found += [f"at {size['width']}: {fault}" for fault in at]
    return found


def load_faults(tab, name):
    """What a page shows at once, in the look of a tab."""
    page = tab.open(name)
    found = theme_faults(page, tab.theme) + formula_faults(page)
    found += image_faults(page) + link_faults(page, tab.base, tab.site)
    found += width_faults(page) + seen.id_faults(page) + seen.ear_faults(page)
    found += seen.code_faults(page) if tab.wide else []
    found += search_bar_faults(page) if tab.wide else []
    # Opened, for what they hold has to fit and to be legible as well.
    found += solution_faults(page) + width_faults(page)
    seen.open_all(page)
    return tab.faults + found


def all_faults(tab, name):
    """Every fault of a page, loaded wide and light and then looked at in all ways."""
    found, page = load_faults(tab, name), tab.page
    found += fit_faults(page, [WIDE, MIDDLE, NARROW])
    # What axe-core leaves of the page is painted in a moment.
    found += access_faults(page)
    found += seen.dark_faults(page)
    return [fault.replace(tab.base, "/") for fault in found]


@pytest.mark.parametrize("name", PAGES[::2])
def test_page(tabs, name):
    """Every other page; `test_site_more.py` has the rest, for two processes to share the work."""
    faults = all_faults(tabs["desktop-light"], f"{name}.html")
    assert not faults, "\n".join(faults)


# A page of each kind, loaded as elsewhere it is not.
@pytest.mark.parametrize("name", ["index", "mae", "ledger"])
@pytest.mark.parametrize("look", ["desktop-dark", "phone-light", "phone-dark"])
def test_page_loads_in_another_look(tabs, look, name):
    tab = tabs[look]
    faults = load_faults(tab, f"chapters/{name}.html")
    if look == "phone-light":
        faults += fit_faults(tab.page, [NARROW])
    assert not faults, "\n".join(faults)


def test_index_fits(tabs):
    """The index is no page of the table of contents."""
    for look, sizes in (("phone-light", [NARROW]), ("desktop-light", [WIDE, MIDDLE])):
        assert not fit_faults(tabs[look].open("genindex.html"), sizes)


def test_search(tabs):
    tab = tabs["desktop-light"]
    faults = search_faults(tab.open("chapters/index.html"), "median class")
    assert not faults + tab.faults


def test_name_in_code_leads_to_its_function(tabs):
    page = tabs["desktop-light"].open("chapters/mae.html")
    page.locator("article a", has_text="ordref.rmse").first.click()
    assert page.url.endswith("chapters/api.html#ordref.rmse")


def test_all_proofs_of_a_page_look_alike(tabs):
    page = tabs["desktop-light"].open("chapters/functional.html")
    looks = page.evaluate(
        """() => [...document.querySelectorAll('div[class="proof admonition"]')].map(e => {
            const {borderLeftColor, paddingLeft, backgroundColor} = getComputedStyle(e);
            return [borderLeftColor, paddingLeft, backgroundColor].join();
        })"""
    )
    assert len(looks) > 2
    assert len(set(looks)) == 1


def test_what_is_far_is_marked_when_the_reader_comes_near(tabs):
    """Sections far from the screen are laid out late; the last formula that scrolls is in one."""
    page = tabs["phone-light"].page
    page.goto(f"{tabs['phone-light'].base}chapters/functional.html")
    last = page.locator(".display.scrolls").last
    before = page.locator(".display.scrolls").count()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function(
        "n => document.querySelectorAll('.display.scrolls').length > n", arg=before
    )
    last.scroll_into_view_if_needed()
    assert last.get_attribute("tabindex") == "0"


def test_solution(tabs):
    """With the mouse, where a chapter is known to have one."""
    page = tabs["desktop-light"].open("chapters/mae.html")
    solution = page.locator(".solution.dropdown").first
    content = solution.locator("section")
    assert not content.is_visible()
    solution.locator(".toggle-button").click()
    assert content.is_visible()


def test_ledger_is_filtered_with_the_keyboard(tabs):
    claims = ledger.read_ledger()
    page = tabs["phone-light"].open("chapters/ledger.html")
    rows = page.locator("table.ledger tbody tr")
    shown = rows.filter(visible=True)
    assert rows.count() == shown.count() == len(claims)
    page.get_by_label("Verdict").focus()
    page.keyboard.type("fails")
    fails = [f"claim-{c['id']}" for c in claims if c["verdict"] == "fails"]
    assert shown.evaluate_all("rows => rows.map(row => row.id)") == fails
    assert page.locator("output").text_content() == (
        f"{len(fails)} of {len(claims)} claims"
    )
    page.get_by_label("Words").focus()
    page.keyboard.type(f"{fails[-1].removeprefix('claim-')} zzyzx")
    assert shown.count() == 0
    for _ in "zzyzx":
        page.keyboard.press("Backspace")
    assert shown.evaluate_all("rows => rows.map(row => row.id)") == fails[-1:]
    # A link to a claim that is hidden shows it.
    page.evaluate("location.hash = '#claim-rint2014-02'")
    page.locator("#claim-rint2014-02").wait_for()
    assert shown.count() == len(claims)


def missing_from_pages(site):
    """The claims and the corrections of the ledger that no page has, scripts or none."""
    claims, chapters = ledger.read_ledger(), site / "chapters"
    there = ids_of(chapters / "ledger.html")
    missing = {f"claim-{claim['id']}" for claim in claims} - there
    for paper in ledger.PLACES:
        there = ids_of(chapters / f"errata_{paper}.html")
        for kind in ("errata", "readings"):
            missing |= {
                a for a, _, _ in ledger.corrections(claims, paper, kind)
            } - there
    return missing


def test_ledger_is_on_its_pages_in_full(browser):
    assert missing_from_pages(SITE) == set()


def test_what_is_missing_from_the_pages_of_the_ledger_is_seen(browser, tmp_path):
    lost = {"claim-oci2011-27", "errata-oci2011-27-1", "readings-mmae2014-13-2"}
    (tmp_path / "chapters").mkdir()
    for page in ["ledger", *(f"errata_{paper}" for paper in ledger.PLACES)]:
        text = (SITE / "chapters" / f"{page}.html").read_text(encoding="utf-8")
        for anchor in lost:
            text = text.replace(f'id="{anchor}"', "")
        (tmp_path / "chapters" / f"{page}.html").write_text(text, encoding="utf-8")
    assert missing_from_pages(tmp_path) == lost


# Each with what is to be said of it.
PLANTED = {
    "outside request: http://192.0.2.1/x.js": '<script src="http://192.0.2.1/x.js"></script>',
    "script error: planted": '<script>throw Error("planted")</script>',
    "console error: planted": '<script>console.error("planted")</script>',
    "console warning: planted": '<script>console.warn("planted")</script>',
    "404: /chapters/none.css": '<link rel="stylesheet" href="none.css">',
    "theme: dark, not light": """<script>addEventListener("load", () =>
        { document.documentElement.dataset.theme = "dark" })</script>""",
    "formula not set: unset": '<span class="math">unset</span>',
    "formula in error: wrong": "<math><merror><mtext>wrong</mtext></merror></math>",
    "raw TeX: So $a is": "<p>So $a is</p>",
    'no description: ""': '<img src="../_static/logo.svg">',
    'no description: "../_images/': f'<img alt="../_images/{"0123456789abcdef" * 4}.png">',
    "image not loaded: /chapters/none.png": """
        <img alt="A picture that is not there" src="none.png">""",
    "icon or logo not loaded: /chapters/none.svg": '<link rel="icon" href="none.svg">',
    "dead link: /chapters/none.html": '<a href="none.html">away</a>',
    "dead fragment: /chapters/broken.html#none": '<a href="#none">here</a>',
    "dead fragment: /chapters/api.html#none": '<a href="api.html#none">there</a>',
    "too wide: ": '<div style="width: 3000px">wide</div>',
    "search bars: 2": '<input type="search" aria-label="another">',
    "solution not hidden: Open": "<details open><summary>Open</summary><p>Yes</p></details>",
    "solution not shown on a click: Stuck": """<div class="solution dropdown">
        <p class="admonition-title">Stuck</p><p hidden>No</p></div>""",
    "of the height is code": '<div class="cell_input" style="height: 9999px">x</div>',
    "button-name: ": "<button></button>",
    "link-in-text-block: <a": """<p style="color: #000; background: #fff">Words about
        <a href="#" style="color: #222; text-decoration: none">one link</a> among others.</p>""",
    "light: color-contrast: <p": '<p style="color: #ccc; background: #fff">pale</p>',
    "dark: color-contrast: <i": '<i style="color: #444; background: #000">dim</i>',
    "color-contrast: <span": """<pre style="background: #fff"><span
        style="color: #000">dark</span> <span style="color: #ccc">pale</span></pre>""",
    "id twice: twin": '<i id="twin"></i><i id="twin"></i>',
    "formula that nobody hears: dumb": """<span class="math" role="img">
        <math><mi>dumb</mi></math></span>""",
    'opens what: "Toggle hidden content"': """<details>
        <summary aria-label="Toggle hidden content">Box</summary><p>Yes</p></details>""",
    "two are called: Alike": 2
    * "<details><summary>Alike</summary><p>Yes</p></details>",
    "a card in the dark: (255, 255, 255)": """<img style="filter: none; mix-blend-mode: normal"
        alt="A picture that keeps its white ground" src="../_static/logo.svg">""",
    "faint in the dark: 100% of the edges of A picture in dark ink": """<img style="filter: none;
        mix-blend-mode: normal; background: transparent !important"
        alt="A picture in dark ink on no ground"
        src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40'
        height='40'%3E%3Crect x='9' y='9' width='9' height='9' fill='%23222'/%3E%3C/svg%3E">""",
}
# What is looked for at each width.
PLANTED_FIT = {
    "cut: ": """<div style="overflow: hidden; width: 20em"><div style="width: 900px">
        a</div><table><tr><td style="min-width: 900px">b</td></tr></table></div>""",
    "cut at the left: table": """<div style="overflow-x: auto; width: 20em"><table
        style="margin-left: -3em"><tr><td>lost at the left</td></tr></table></div>""",
    "runs over: ": """<table style="table-layout: fixed; width: 9em"><tr><td>
        <code style="white-space: nowrap">tests/a_name_that_is_longer_than_its_cell</code>
        </td></tr></table>""",
    "line cut: ": f"""<div class="output words"><pre style="white-space: pre">{"x" * 300}
        </pre></div>""",
    "begins a line: . after x": """<p><span class="math" data-tex="x"><math>
        <mi>x</mi></math></span><br>.</p>""",
    "ends a line: ( before y": """<p style="width: 0">(<span class="math" data-tex="y"><math>
        <mi>y</mi></math></span></p>""",
    "letters of ": """<img alt="A figure that has been made too small"
        style="width: 30px; min-width: 0" src="DRAWN">""",
    "is idle, but a stop: math.stop": """<span class="math"><math class="stop" tabindex="0">
        <mi>s</mi></math></span>""",
    "is idle, but a stop: div.idle": '<div class="idle" tabindex="0">nothing to do</div>',
    "scrolls, but is no stop: div.long": """<div class="long" style="overflow-x: auto;
        width: 9em"><div style="width: 90em">far</div></div>""",
    "does not look as if it scrolled: long": "",
    "as typed: tau_b": "<table><tr><td>tau_b</td></tr></table>",
    "as typed: col_0": "<table><tr><td>col_0</td></tr></table>",
    "as typed: glass1954_5x5": "<table><tr><th>glass1954_5x5</th></tr></table>",
    "as typed: True": "<table><tr><td>True</td></tr></table>",
    "numbers of rows: ": """<table><thead><tr><td></td><th>a</th></tr></thead><tbody>
        <tr><th>0</th><td>b</td></tr><tr><th>1</th><td>c</td></tr></tbody></table>""",
    "crooked column: over is right, under is left": """<table><tr><th
        style="text-align: right">over</th></tr><tr><td style="text-align: left">under</td></tr>
        </table>""",
}


def planted(browser, site, faults):
    """What is found on a copy of a chapter with all of these faults."""
    (site / "chapters").mkdir()
    for file in [*SITE.iterdir(), *(SITE / "chapters").iterdir()]:
        copy = site / file.relative_to(SITE)
        if not copy.exists():
            copy.symlink_to(file)
    text = (SITE / CHAPTER).read_text(encoding="utf-8")
    assert text.count("</article>") == 1
    drawn = next((SITE / "_images").glob("*.svg")).name
    more = "".join(faults.values()).replace("DRAWN", f"../_images/{drawn}")
    text = text.replace("</article>", more + "</article>")
    (site / "chapters" / "broken.html").write_text(text, encoding="utf-8")
    with serving(site) as base:
        tab = Tab(browser, site, base, "desktop-light")
        return all_faults(tab, "chapters/broken.html")


@pytest.fixture(scope="module")
def found(browser, tmp_path_factory):
    return planted(browser, tmp_path_factory.mktemp("site"), PLANTED)


@pytest.fixture(scope="module")
def found_to_fit(browser, tmp_path_factory):
    site = tmp_path_factory.mktemp("site")
    return planted(browser, site, PLANTED_FIT)


@pytest.mark.parametrize("fault", PLANTED)
def test_planted_fault_is_found(found, fault):
    assert any(fault in said for said in found), "\n".join(found)


@pytest.mark.parametrize("width", [WIDE["width"], MIDDLE["width"], NARROW["width"]])
@pytest.mark.parametrize("fault", PLANTED_FIT)
def test_planted_fault_of_what_fits_is_found(found_to_fit, fault, width):
    told = f"at {width}: {fault}"
    assert any(told in said for said in found_to_fit), "\n".join(found_to_fit)


def test_first_visit_is_silent(browser):
    """Nothing is stored yet, and the theme is the one that the reader's system asks for."""
    with serving(SITE) as base:
        for look in ("desktop-light", "phone-dark"):
            tab = Tab(browser, SITE, base, look, first=True)
            page = tab.open(CHAPTER)
            assert not theme_faults(page, tab.theme) + tab.faults


def test_theme_without_a_mode_is_heard(browser, tmp_path):
    text = (SITE / CHAPTER).read_text(encoding="utf-8")
    quiet = 'localStorage.getItem("mode") || "auto"'
    assert quiet in text
    (tmp_path / "_static").symlink_to(SITE / "_static")
    (tmp_path / "chapters").mkdir()
    loud = text.replace(quiet, 'localStorage.getItem("mode") || ""')
    (tmp_path / CHAPTER).write_text(loud, encoding="utf-8")
    with serving(tmp_path) as base:
        tab = Tab(browser, tmp_path, base, "desktop-light", first=True)
        tab.open(CHAPTER)
    assert any("invalid theme mode" in fault for fault in tab.faults)


def test_vain_search_is_found(tabs):
    page = tabs["desktop-light"].open("chapters/index.html")
    assert search_faults(page, "zzyzx") == ["search: nothing on zzyzx"]
