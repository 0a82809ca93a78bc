"""The formulas of the built book: set on every page, read, copied and kept on their lines.

They are set when the book is built, so that a page shows them without a script. What they
look like on a page of each width and on paper, `test_site.py` and `test_print.py` ask.
"""

import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser

import pytest
import seen
from test_site import CHAPTER, ROOT, SITE, STILL, WIDE, browser, serving, tabs
from test_weight import every_page

__all__ = ["browser", "tabs"]  # fixtures

TEX = re.compile(r"\$|\\[a-zA-Z(\[]|[_^]\{")
READ = {"alt", "title", "aria-label", "aria-description", "data-definition", "content"}
CODE = {"pre", "code", "script", "style"}
EMPTY = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Formulas(HTMLParser):
    """Formulas that are not set and TeX that is to be read, in a page as it is sent."""

    def __init__(self, text):
        super().__init__()
        self.above, self.unset, self.set, self.faults = [], [], 0, []
        self.feed(text)
        self.faults += [f"not set: {tex}" for tex in self.unset]

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in EMPTY:
            math = "math" in (attrs.get("class") or "").split()
            self.above.append((tag, math))
            if math:
                self.unset.append(attrs.get("data-tex"))
        if tag == "math" and any(math for _, math in self.above):
            self.set += len(self.unset)
            self.unset.clear()
        if tag == "merror":
            self.faults.append("in error")
        if tag == "script" and re.search("(?i)math.?jax|katex", attrs.get("src") or ""):
            self.faults.append(f"set by a script: {attrs['src']}")
        for name in READ & attrs.keys():
            if TEX.search(attrs[name] or ""):
                self.faults.append(f"TeX in {name}: {attrs[name]}")

    def handle_endtag(self, tag):
        while self.above and self.above.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if TEX.search(data) and not any(tag in CODE for tag, _ in self.above):
            self.faults.append(f"TeX: {data.strip()}")


@cache
def formulas(page):
    return Formulas(page.read_text(encoding="utf-8"))


def test_every_formula_of_every_page_is_set():
    pages = every_page(SITE)
    names = {page.stem for page in pages}
    assert {"genindex", "search", "prf-prf", "slides_1", "ledger"} <= names
    faults = [f"{p.name}: {fault}" for p in pages for fault in formulas(p).faults]
    assert not faults, "\n".join(faults)
    for name in ("functional", "ledger", "errata_oci2011", "glossary", "cheatsheet"):
        assert formulas(SITE / "chapters" / f"{name}.html").set > 5, name


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        ('<span class="math notranslate" data-tex="a">a</span>', "not set: a"),
        ('<i class="math" data-tex="b"></i><math></math>', "not set: b"),
        ('<p class="math"><math><merror></merror></math></p>', "in error"),
        ('<script src="../KaTeX/katex.js"></script>', "set by a script: ../KaTeX"),
        (r"<p>an \(x\)</p>", r"TeX: an \(x\)"),
        ("<p>of $y$</p>", "TeX: of $y$"),
        (r"<figcaption>\[z\]</figcaption>", r"TeX: \[z\]"),
        (r"<title>On \tau</title>", r"TeX: On \tau"),
        ("<math><mi>r_{c}</mi></math>", "TeX: r_{c}"),
        ('<img alt="where $x$ is">', "TeX in alt: where $x$ is"),
        (r'<a data-definition="\kappa">k</a>', r"TeX in data-definition: \kappa"),
        ('<p title="$t$" aria-label="r_{c}">', "TeX in aria-label: r_{c}"),
    ],
)
def test_planted_fault_is_found(planted, fault):
    fine = '<p class="math" data-tex="$"><br><math><mi>a</mi></math></p><code>$</code>'
    assert Formulas(fine).faults == []
    assert any(f.startswith(fault) for f in Formulas(fine + planted).faults)


# ------------------------------------------------------------------- a book of one page

CONF = f"""
import sys
sys.path.insert(0, {str(ROOT / "chapters" / "_ext")!r})
extensions = ["myst_parser", "formulas"]
myst_enable_extensions = ["dollarmath"]
html_math_renderer = "mathml"
html_static_path = [{str(ROOT / "chapters" / "_static")!r}]
"""


def build(folder, text):
    """What is said when a book of this page is built, and whether it fails."""
    folder.mkdir(exist_ok=True)
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    (folder / "index.md").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", ".", "_build"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (r"Half is $\frac{1}$.", r"Half is $\frac{1}{2}$."),
        (r"$$\unheard x$$", r"$$\overline x$$"),
    ],
)
def test_a_formula_that_cannot_be_set_fails_the_build(tmp_path, wrong, right):
    failed, said = build(tmp_path, f"# Book\n\n{wrong}\n")
    assert failed
    tex = re.search(r"\\[^$]+", wrong)[0]
    # With the file, the line, the formula, and a reason.
    assert re.search(
        rf"index\.md:3: WARNING: formula: {re.escape(tex)}: .*\w{{5}}", said
    )
    assert build(tmp_path, f"# Book\n\n{right}\n") == (0, "")


BESIDE = r"""# Book

These are ($a_{11} + a_{22} + a_{33} + a_{44} = \beta$), and $x$; the $x$-th of ($y$). Is it
$a \le b \le c \le d \le e$? “$z$”, **$w$**.

$$a = b$$
"""


def lines(page, width):
    page.evaluate(
        "w => { document.querySelector('p:has(math)').style.width = w + 'px'; }", width
    )
    return seen.line_faults(page)


def test_what_stands_against_a_formula_stays_with_it_at_any_width(browser, tmp_path):
    assert build(tmp_path, BESIDE) == (0, "")
    page = browser.new_page()
    page.goto((tmp_path / "_build" / "index.html").as_uri())
    page.evaluate("document.fonts.ready.then(() => 0)")
    # The theme of this book has no article.
    page.evaluate(
        "document.body.innerHTML = `<article>${document.body.innerHTML}</article>`"
    )
    rows = "document.querySelector('p:has(math)').getBoundingClientRect().height"
    heights = set()
    for width in range(60, 500, 4):
        assert not lines(page, width)
        heights.add(page.evaluate(rows))
    assert len(heights) > 5
    # A long one breaks.
    lines(page, 120)
    tops = page.evaluate(
        """() => [...document.querySelector('span.math').querySelectorAll('math')]
            .map(e => e.getBoundingClientRect().top)"""
    )
    assert max(tops) > min(tops) + 10
    # As if nothing held it.
    page.evaluate(
        """() => {
            for (const box of document.querySelectorAll('.held')) box.classList.remove('held');
            for (const e of document.querySelectorAll('.math')) e.style.whiteSpace = 'normal';
        }"""
    )
    found = {fault for width in range(60, 500, 4) for fault in lines(page, width)}
    assert any(fault.startswith("begins a line: - after x") for fault in found), found
    page.close()


# ----------------------------------------------------------------------- without scripts

# What is in an article and cannot be seen, all boxes opened. Titles of links and of drawings
# are for those who listen, permalinks for a pointer, and a figure to play with has a picture.
HIDDEN = r"""still => {
    const faults = new Set();
    document.head.insertAdjacentHTML('beforeend', `<style>${still}</style>`);
    for (const e of document.querySelectorAll('details')) e.open = true;
    const known = 'script, style, summary .collapsed, .headerlink, .sd-hide-link-text, .play, '
        + 'svg, math';
    const whole = document.querySelector('article') ?? document.body;
    const texts = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
    const shown = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true});
    while (texts.nextNode()) {
        const e = texts.currentNode.parentElement, range = document.createRange();
        if (!texts.currentNode.data.trim() || e.closest(known)) continue;
        range.selectNode(texts.currentNode);
        const {width, height} = range.getBoundingClientRect();
        if (!shown(e) || !width || !height) faults.add(`hidden: ${e.textContent.trim()}`);
    }
    const formulas = [...whole.querySelectorAll('math')].filter(e => !e.closest('.play'));
    for (const e of formulas)
        if (!shown(e) || !e.getBoundingClientRect().width)
            faults.add(`formula without a box: ${e.parentElement.dataset.tex}`);
    for (const e of whole.querySelectorAll('.play'))
        if (!document.getElementById(e.dataset.picture)?.querySelector('img'))
            faults.add(`no picture: ${e.dataset.play}`);
    for (const e of whole.querySelectorAll('img'))
        if (!shown(e) || !e.naturalWidth) faults.add(`picture not shown: ${e.alt}`);
    return [...faults];
}"""


@pytest.fixture(scope="module")
def bare(browser):
    """A tab without scripts, and the address of the book."""
    context = browser.new_context(java_script_enabled=False, viewport=WIDE)
    with serving(SITE) as base:
        yield context.new_page(), base
    context.close()


# The first leads on to another page, and the others need a script: one to search, and one to
# fold its list.
NOT_READ = {"index.html", "search.html", "py-modindex.html"}
READ_WHOLE = [
    name
    for name in (page.relative_to(SITE).as_posix() for page in every_page(SITE))
    if name not in NOT_READ
]


@pytest.mark.parametrize("name", READ_WHOLE)
def test_without_scripts_a_page_is_read_whole(bare, name):
    page, base = bare
    page.goto(base + name)
    assert page.evaluate(HIDDEN, STILL) == []
    assert seen.cut_faults(page) == []


def test_without_scripts_the_search_says_so(bare):
    page, base = bare
    page.goto(base + "search.html")
    assert page.locator("noscript .admonition").is_visible()


def test_without_scripts_a_box_opens_on_a_click(bare):
    page, base = bare
    page.goto(f"{base}chapters/mae.html")
    for box in (
        page.locator("details.hide").first,
        page.locator(".solution details").first,
    ):
        body = box.locator(":scope > :not(summary)").first
        assert not body.is_visible()
        box.locator("summary").click()
        assert body.is_visible()


def test_what_only_a_script_shows_is_found(bare):
    page, base = bare
    page.goto(base + CHAPTER)
    page.evaluate(
        """() => document.querySelector('article').insertAdjacentHTML('beforeend', `
            <p hidden>asleep</p> <p style="visibility: hidden">out</p>
            <div class="admonition toggle-hidden"><p class="admonition-title">More</p>
            <p>folded</p></div> <p style="width: 0; height: 0; font-size: 0">tiny</p>
            <span class="math" hidden data-tex="n"><math><mi>n</mi></math></span>
            <div class="play" data-play="game"></div> <img alt="A hole" src="none.png">`)"""
    )
    page.wait_for_load_state("networkidle")
    assert page.evaluate(HIDDEN, STILL) == [
        *(f"hidden: {word}" for word in ("asleep", "out", "folded", "tiny")),
        "formula without a box: n",
        "no picture: game",
        "picture not shown: A hole",
    ]


# ------------------------------------------------------------------------------ copying

# From the text before a formula to within the next one, and a displayed one after them.
COPY = """html => {
    document.querySelector('article').insertAdjacentHTML('afterbegin', html);
    const [first, last] = document.querySelectorAll('.first, .last');
    getSelection().setBaseAndExtent(first.firstChild, 6, last.querySelector('mi'), 0);
    const copied = new DataTransfer();
    const options = {clipboardData: copied, cancelable: true, bubbles: true};
    const taken = !document.dispatchEvent(new ClipboardEvent('copy', options));
    return [taken, copied.getData('text/plain'), copied.getData('text/html')];
}"""


def copied(page, html):
    return page.evaluate(COPY, html)


def test_a_formula_is_copied_as_its_tex(tabs):
    page = tabs["desktop-light"].open("chapters/mae.html")
    taken, plain, html = copied(
        page,
        r"""<p class="first">Here, <span class="math" data-tex="\frac{a}{b}"><math><mfrac>
        <mi>a</mi><mi>b</mi></mfrac></math></span> is a ratio.</p><div class="math last"
        data-tex="c = d"><div class="display"><math><mi>c</mi></math></div></div>""",
    )
    assert taken
    assert re.sub(r"\s+", " ", plain).strip() == r"$\frac{a}{b}$ is a ratio. $$c = d$$"
    assert html.count("<math>") == 2
    # Text alone is left to the browser.
    taken, *_ = copied(
        page, '<p class="first">No formula <i class="last"><mi>x</mi></i></p>'
    )
    assert not taken


def test_a_chapter_is_copied_with_the_keyboard(browser):
    """The first paragraph of a chapter that has a formula, with the clipboard itself."""
    granted = ["clipboard-read", "clipboard-write"]
    context = browser.new_context(permissions=granted)
    page = context.new_page()
    with serving(SITE) as base:
        page.goto(f"{base}chapters/mae.html")
        text = page.locator("article p:has(> span.math)").first
        tex = text.locator("span.math").first.get_attribute("data-tex")
        text.evaluate("p => getSelection().selectAllChildren(p)")
        page.keyboard.press("Control+c")
        assert f"${tex}$" in page.evaluate("navigator.clipboard.readText()")
    context.close()
