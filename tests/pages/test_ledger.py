"""The pages of the ledger: what a small one becomes, and what the large one must have."""

import re
import shutil
import subprocess
import sys
from collections import Counter

import ledger
import nbformat
import pytest
from files import ROOT, read

CLAIMS = ledger.read_ledger()
CORRECTIONS = {
    anchor: (paper, correction, claim)
    for kind in ("errata", "readings")
    for paper in ledger.PLACES
    for anchor, correction, claim in ledger.corrections(CLAIMS, paper, kind)
}
SMALL = read("tests/pages/small_ledger.toml")
PAGES = {
    "ledger": "# Ledger\n\n```{ledger-claims}\n```\n",
    "errata": "# Errata\n\n```{ledger-errata} oci2011\n```\n\n## Readings\n\n"
    "```{ledger-readings} oci2011\n```\n\n## Cases\n\n"
    "```{ledger-degenerate} oci2011\n```\n\n## None\n\n"
    "```{ledger-readings} rint2014\n```\n",
}
INDEX = """# Book

```{toctree}
chapters/sample
chapters/ledger
chapters/errata
```
"""
CONF = """
import sys
sys.path.insert(0, "chapters/_ext")
extensions = ["myst_nb", "formulas", "ledger"]
html_math_renderer = "mathml"
myst_enable_extensions = ["attrs_block", "dollarmath"]
nb_execution_mode = "off"
exclude_patterns = ["_build"]
"""


def build(folder, ledger_text):
    """Build a book of a ledger, a page of errata and one chapter; return what was said."""
    shutil.copytree(ROOT / "chapters" / "_ext", folder / "chapters" / "_ext")
    shutil.copy(ROOT / "chapters" / "glance.toml", folder / "chapters")
    shutil.copy(ROOT / "_toc.yml", folder)
    (folder / "chapters" / "claims.toml").write_text(ledger_text, encoding="utf-8")
    notebook = nbformat.read(ROOT / "tests" / "meta" / "sample.ipynb", as_version=4)
    notebook.cells[0].source = "(sec-sample)=\n{.prove}\n# The sample, $x_0$"
    nbformat.write(notebook, folder / "chapters" / "sample.ipynb")
    for name, text in PAGES.items():
        (folder / "chapters" / f"{name}.md").write_text(text, encoding="utf-8")
    (folder / "index.md").write_text(INDEX, encoding="utf-8")
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-n", "-W", "--keep-going"]
    return subprocess.run(
        [*command, ".", "_build"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    done = build(folder, SMALL)
    assert done.returncode == 0, done.stderr
    return {
        n: (folder / "_build" / "chapters" / f"{n}.html").read_text() for n in PAGES
    }


def test_a_claim_is_a_row_with_all_that_is_said_of_it(pages):
    first, second, third = re.findall(
        r'<tr[^>]*id="claim-.*?</tr>', pages["ledger"], re.DOTALL
    )
    assert 'id="claim-oci2011-01"' in first
    assert {"in-oci2011", "is-fails", "by-sample"} <= set(
        re.search(r'class="([^"]*)"', first)[1].split()
    )
    # Each formula is set, over the end of a line and in a heading that is linked to.
    held = '(<span class="held">)?'  # where a full stop follows
    assert re.search(rf'data-tex="x\^2\s\+ y\^2">{held}<math>', first)
    assert 'data-tex="1^2 + 1^2"><math>' in first
    link = 'href="sample.html#sec-sample">'
    assert re.search(rf'{link}.*?data-tex="x_0">{held}<math>', first)
    assert re.search(r'href="sample.html#sec-sample">.*?sample-agreement', first)
    assert "tests/measures/test_mae.py::test_range" in first
    for k in (1, 2):
        assert f'href="errata.html#errata-oci2011-01-{k}"' in first
    assert "is-unchecked" in second
    assert "<details>" not in second
    assert 'data-tex="y_2"><math>' in second
    # A reading is a mark of its own, and the degenerate case is told.
    assert {"is-holds-regular", "is-reading", "by-sample"} <= set(
        re.search(r'class="([^"]*)"', third)[1].split()
    )
    assert "is-reading" not in first + second
    assert re.search(r'<p class="verdict holds-regular">holds, regular</p>', third)
    assert re.search(r'<p class="beside">reading</p>', third)
    assert 'data-tex="q_3"><math>' in third
    assert 'href="errata.html#readings-oci2011-03-1"' in third


def test_errata_are_in_the_order_of_the_paper(pages):
    text = pages["errata"]
    found = re.findall(r'<section [^>]*id="(errata-oci[^"]*)"', text)
    assert found == ["errata-oci2011-01-2", "errata-oci2011-01-1"]
    assert text.index("Section 1.1") < text.index("Section 4.3, Table 5")
    for part in ("odd, <span", "There is none."):
        assert part in text
    for part in ("z_5", "z_6", "z_7"):
        assert f'data-tex="{part}"><math>' in text
    assert 'href="ledger.html#claim-oci2011-01"' in text
    cases = re.search(r'<section id="cases">.*?</section>', text, re.DOTALL)[0]
    assert 'href="ledger.html#claim-oci2011-03"' in cases
    assert 'data-tex="q_3"><math>' in cases
    assert "oci2011-01" not in cases
    assert re.search(r'href="sample.html#sec-sample">.*?sample-agreement', text)


def test_a_dangling_entry_fails_the_build(tmp_path):
    """A section, a reference in a finding, and a role in an erratum that are not there."""
    text = SMALL
    for right, wrong in [
        ('#sec-sample"\nchecks = ["chapters', '#sec-nowhere"\nchecks = ["chapters'),
        ("$1^2 + 1^2$ is not.", "See {ref}`sec-elsewhere`."),
        ("See $z_7$ and", "See {nothing}`here` and"),
    ]:
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    done = build(tmp_path, text)
    assert done.returncode != 0
    for said in ("sec-nowhere", "sec-elsewhere", '"nothing"'):
        assert said in done.stderr, done.stderr


LANDMARKS = {
    ("mmae2014", "section 5.2, Table 10"): "Table 10",
    ("mmae2014", "section 5.3.1"): "section 5.3.1",
    ("mmae2014", "Section 2"): "section 2",
    ("mmae2014", "captions of Tables 2 and 3"): "Table 2",
    ("mmae2014", "the legend of Figure 3"): "Fig. 3",
    ("fcorr2020", "eq. (22)"): "(22)",
    ("oci2011", "the weather"): None,
    ("oci2011", "section 9.9"): None,
}


def test_a_correction_is_at_a_place_of_the_paper():
    for anchor, (paper, correction, claim) in CORRECTIONS.items():
        where = ledger.position(paper, correction["place"], claim["place"])
        assert where is not None, anchor
    for (paper, place), landmark in LANDMARKS.items():
        where = ledger.position(paper, place)
        found = None if where is None else ledger.PLACES[paper].split("; ")[where]
        assert found == landmark, place


def test_every_correction_is_listed_once():
    listed = [id(correction) for _, correction, _ in CORRECTIONS.values()]
    held = [id(c) for k in CLAIMS for c in k.get("errata", []) + k.get("readings", [])]
    assert sorted(listed) == sorted(held)


def test_every_paper_has_its_page():
    for paper in ledger.PLACES:
        page = read(f"chapters/errata_{paper}.md")
        assert f"(errata-{paper})=" in page
        for kind in ("errata", "readings", "degenerate"):
            assert f"{{ledger-{kind}}} {paper}\n" in page


def test_the_figure_draws_every_claim_once():
    drawn = ledger.drawing(CLAIMS)
    bands = re.findall(r'<path fill="([^"]+)".*? (\S+) V([\d.]+) ', drawn)
    width = Counter()
    for colour, top, bottom in bands:
        width[colour] += float(bottom) - float(top)
    verdicts = Counter(claim["verdict"] for claim in CLAIMS)
    assert width.keys() == {ledger.VERDICTS[v] for v in verdicts}
    for verdict, number in verdicts.items():
        claims = width[ledger.VERDICTS[verdict]] / ledger.UNIT
        assert claims == pytest.approx(number, abs=0.5)
        assert f"{number} {verdict}" in drawn


def test_colours_of_the_style_sheet_are_those_of_the_figure():
    css = read("chapters/_static/ledger.css")
    held = dict(re.findall(r"\.([\w-]+) \{\n  --verdict: (#\w+);", css))
    assert held == {ledger.slug(v): colour for v, colour in ledger.VERDICTS.items()}
