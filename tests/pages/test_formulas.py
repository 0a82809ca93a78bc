"""The formulas of the built book: set on every page, read, copied and kept on their lines.

They are set when the book is built, so that a page shows them without a script. What they
look like on a page of each width and on paper, `test_site.py` and `test_print.py` ask.
"""

import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser

import seen
from files import ROOT
from opened import CHAPTER, SITE, every_page

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


def test_every_formula_of_every_page_is_set(site):
    pages = every_page()
    names = {page.stem for page in pages}
    assert {"genindex", "search", "prf-prf", "slides_1", "ledger"} <= names
    faults = [f"{p.name}: {fault}" for p in pages for fault in formulas(p).faults]
    assert not faults, "\n".join(faults)
    for name in ("functional", "ledger", "errata_oci2011", "glossary", "cheatsheet"):
        assert formulas(SITE / "chapters" / f"{name}.html").set > 5, name


PLANTED = {
    "not set: a": '<span class="math notranslate" data-tex="a">a</span>',
    "not set: b": '<i class="math" data-tex="b"></i><math></math>',
    "in error": '<p class="math"><math><merror></merror></math></p>',
    "set by a script: ../KaTeX": '<script src="../KaTeX/katex.js"></script>',
    r"TeX: an \(x\)": r"<p>an \(x\)</p>",
    "TeX: of $y$": "<p>of $y$</p>",
    r"TeX: \[z\]": r"<figcaption>\[z\]</figcaption>",
    r"TeX: On \tau": r"<title>On \tau</title>",
    "TeX: r_{c}": "<math><mi>r_{c}</mi></math>",
    "TeX in alt: where $x$ is": '<img alt="where $x$ is">',
    r"TeX in data-definition: \kappa": r'<a data-definition="\kappa">k</a>',
    "TeX in aria-label: r_{c}": '<p title="$t$" aria-label="r_{c}">',
}


def test_planted_faults_are_found():
    fine = '<p class="math" data-tex="$"><br><math><mi>a</mi></math></p><code>$</code>'
    assert Formulas(fine).faults == []
    for fault, html in PLANTED.items():
        found = Formulas(fine + html).faults
        assert any(f.startswith(fault) for f in found), (fault, found)


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


def test_a_formula_that_cannot_be_set_fails_the_build(tmp_path):
    failed, said = build(
        tmp_path, "# Book\n\nHalf is $\\frac{1}$.\n\n$$\\unheard x$$\n"
    )
    assert failed
    # With the file, the line, the formula, and a reason.
    for line, tex in ((3, r"\frac{1}"), (5, r"\unheard x")):
        told = rf"index\.md:{line}: WARNING: formula: {re.escape(tex)}: .*\w{{5}}"
        assert re.search(told, said), tex
    right = "# Book\n\nHalf is $\\frac{1}{2}$.\n\n$$\\overline x$$\n"
    assert build(tmp_path, right) == (0, "")


BESIDE = r"""# Book

These are ($a_{11} + a_{22} + a_{33} + a_{44} = \beta$), and $x$; the $x$-th of ($y$). Is it
$a \le b \le c \le d \le e$? “$z$”, **$w$**.

$$a = b$$
"""


def lines(page, widths):
    """What is not on its line at each width of the paragraph, and how high that is."""
    return page.evaluate(
        f"""widths => {{
            const asked = {seen.questions()}, p = document.querySelector('p:has(math)');
            return widths.map(width => {{
                p.style.width = `${{width}}px`;
                return [asked.lines(), p.getBoundingClientRect().height];
            }});
        }}""",
        list(widths),
    )


def test_what_stands_against_a_formula_stays_with_it_at_any_width(browser, tmp_path):
    assert build(tmp_path, BESIDE) == (0, "")
    page = browser.new_page()
    page.goto((tmp_path / "_build" / "index.html").as_uri())
    page.evaluate("document.fonts.ready.then(() => 0)")
    # The theme of this book has no article.
    page.evaluate(
        "document.body.innerHTML = `<article>${document.body.innerHTML}</article>`"
    )
    found = lines(page, range(60, 500, 4))
    assert not [faults for faults, _ in found if faults]
    assert len({height for _, height in found}) > 5
    # A long one breaks.
    lines(page, [120])
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
    found = {f for faults, _ in lines(page, range(60, 500, 4)) for f in faults}
    assert any(fault.startswith("begins a line: - after x") for fault in found), found
    page.close()


# ----------------------------------------------------------------------- without scripts

# The first leads on to another page, and the others need a script: one to search, and one to
# fold its list.
NOT_READ = {"index.html", "search.html", "py-modindex.html"}
READ_WHOLE = [
    name
    for name in (page.relative_to(SITE).as_posix() for page in every_page())
    if name not in NOT_READ
]


def test_without_scripts_a_page_is_read_whole(bare):
    faults = []
    for name in READ_WHOLE:
        page = bare.open(name)
        found = seen.ask(page, "hidden") + seen.ask(page, "cut")
        faults += [f"{name}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert len(READ_WHOLE) > 50


def test_without_scripts_the_search_says_so(bare):
    page = bare.open("search.html")
    assert page.locator("noscript .admonition").is_visible()


def test_without_scripts_a_box_opens_on_a_click(bare):
    page = bare.open("chapters/mae.html")
    for where in ("details.hide", ".solution details"):
        box = page.locator(where).first
        body = box.locator(":scope > :not(summary)").first
        assert not body.is_visible()
        box.locator("summary").click()
        body.wait_for(state="visible")


def test_what_only_a_script_shows_is_found(bare):
    page = bare.open(CHAPTER)
    page.evaluate(
        """() => document.querySelector('article').insertAdjacentHTML('beforeend', `
            <p hidden>asleep</p> <p style="visibility: hidden">out</p>
            <div class="admonition toggle-hidden"><p class="admonition-title">More</p>
            <p>folded</p></div> <p style="width: 0; height: 0; font-size: 0">tiny</p>
            <span class="math" hidden data-tex="n"><math><mi>n</mi></math></span>
            <div class="play" data-play="game"></div> <img alt="A hole" src="none.png">`)"""
    )
    assert seen.ask(page, "hidden") == [
        *(f"hidden: {word}" for word in ("asleep", "out", "folded", "tiny")),
        "formula without a box: n",
        "no picture: game",
        "picture not shown: A hole",
    ]


# ------------------------------------------------------------------------------ copying


def test_a_formula_is_copied_as_its_tex(tab):
    page = tab.open("chapters/mae.html")
    taken, plain, html = seen.ask(
        page,
        "copied",
        r"""<p class="first">Here, <span class="math" data-tex="\frac{a}{b}"><math><mfrac>
        <mi>a</mi><mi>b</mi></mfrac></math></span> is a ratio.</p><div class="math last"
        data-tex="c = d"><div class="display"><math><mi>c</mi></math></div></div>""",
    )
    assert taken
    assert re.sub(r"\s+", " ", plain).strip() == r"$\frac{a}{b}$ is a ratio. $$c = d$$"
    assert html.count("<math>") == 2
    # Text alone is left to the browser.
    text = '<p class="first">No formula <i class="last"><mi>x</mi></i></p>'
    taken, *_ = seen.ask(page, "copied", text)
    assert not taken


def test_a_chapter_is_copied_with_the_keyboard(new_tab):
    """The first paragraph of a chapter that has a formula, with the clipboard itself."""
    tab = new_tab(permissions=["clipboard-read", "clipboard-write"])
    page = tab.open("chapters/mae.html")
    text = page.locator("article p:has(> span.math)").first
    tex = text.locator("span.math").first.get_attribute("data-tex")
    text.evaluate("p => getSelection().selectAllChildren(p)")
    page.keyboard.press("Control+c")
    assert f"${tex}$" in page.evaluate("navigator.clipboard.readText()")
