"""Print the built book as one PDF: ``python tools/pdf.py``, or `make pdf`.

The pages are put behind one another in one document, each link leading to its target
there, and the browser that the tests use prints them by the rules of
`chapters/_static/print.css`. It prints twice: the first time says on which page each
heading is, and the second has these numbers in its contents.
"""

import argparse
import os
import re
import shutil
import sys
from html import escape
from pathlib import Path

import yaml
from playwright.sync_api import sync_playwright
from pypdf import PdfReader, PdfWriter

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "chapters" / "_ext"))
import search_index

ROOT = Path(__file__).resolve().parents[1]
SITE = Path(os.environ.get("ORDREF_SITE", ROOT / "_build" / "html"))
BOOK = ROOT / "dist" / "ordref.pdf"
STYLE = Path(__file__).with_suffix(".css")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# No such host: every request of the document is answered from the folder of the book.
HOST = "http://book.invalid/"
WHOLE = f"{HOST}chapters/whole.html"
COLUMN = 642  # pixels: a sheet of A4 without its margins
# Who reads on paper has the chapters, and of what is looked up only these.
LOOKED_UP = ("cheatsheet", "notation", "bibliography")
# Two landscape sides, their margins as on the page of the site.
SHEET, LANDSCAPE = "cheatsheet", "size: A4 landscape; margin: 6mm 8mm;"
RECORD = ("The five papers, checked", "Reference")
TIMEOUT = 120_000  # milliseconds

# What a sheet would cut off: the right edge of all that can be wide, against the sheet and
# against every box around it that hides what does not fit.
CUT = """() => {
    const faults = [], sheet = document.documentElement.clientWidth + 1, edges = new Map();
    const edge = a => {  // where a box hides what is in it; most hide nothing
        if (!edges.has(a)) {
            const {right, width} = a.getBoundingClientRect();
            const hides = getComputedStyle(a).overflowX !== 'visible' && width;
            edges.set(a, hides ? right : Infinity);
        }
        return edges.get(a);
    };
    for (const e of document.querySelectorAll(
            'article :is(table, pre, img, svg, math, figcaption)')) {
        const box = e.getBoundingClientRect();
        if (!box.width || e.closest('svg') !== null && e.tagName !== 'svg') continue;
        const name = `${e.tagName.toLowerCase()} ${e.textContent.trim().slice(0, 40)}`;
        if (box.right > sheet)
            faults.push(`over the edge by ${Math.ceil(box.right - sheet)}: ${name}`);
        if (e.matches('pre') && e.scrollWidth > e.clientWidth + 1) faults.push(`cut: ${name}`);
        for (let a = e.parentElement; a && a.tagName !== 'BODY'; a = a.parentElement)
            if (box.right > edge(a) + 2)
                faults.push(`cut by ${a.tagName.toLowerCase()}.${a.className}: ${name}`);
    }
    return faults;
}"""

# What a page of the site becomes in the book, its own names made unlike those of others.
ASSEMBLE = r"""async ({pages, solutions, read}) => {
    const target = (page, id) => `${page}--${decodeURIComponent(id || 'top')}`;
    const chapters = [];
    for (const page of pages) {
        const text = await (await fetch(`${page}.html`)).text();
        const article = new DOMParser().parseFromString(text, 'text/html')
            .querySelector('article');
        article.querySelectorAll('script, .headerlink, details.hide').forEach(e => e.remove());
        if (!solutions) article.querySelectorAll('.solution').forEach(e => e.remove());
        // Who reads has no proofs, questions and code of the package; a link into them leads
        // to where they would be.
        const marksOf = gone => gone.flatMap(e => [e, ...e.querySelectorAll('[id]')])
            .filter(e => e.id)
            .map(({id}) => Object.assign(document.createElement('span'), {id}));
        const code = '.sd-dropdown:not(.question *), .machine';
        if (read) article.querySelectorAll(code).forEach(e => e.remove());
        const asked = '#check-yourself, #for-referees';
        for (const e of read ? article.querySelectorAll(asked) : [])
            e.replaceWith(...marksOf([e]));
        for (const fold of read ? article.querySelectorAll('.fold') : []) {
            const box = fold.parentElement, [line, ...rest] = fold.children;
            const gone = box.matches('.proof') ? [box] : rest;
            const marks = marksOf(gone);
            if (gone[0] === box) box.replaceWith(...marks);
            else {
                line.append(...marks);
                fold.replaceChildren(line);
                fold.open = false;
            }
        }
        article.querySelectorAll('details:not(.fold)').forEach(e => { e.open = true; });
        article.querySelectorAll('.solution').forEach(e => e.classList.remove('dropdown'));
        const ids = new Set();
        for (const e of article.querySelectorAll('[id]')) {
            ids.add(e.id);
            e.id = target(page, e.id);
        }
        for (const style of article.querySelectorAll('style'))
            style.textContent = style.textContent.replace(/#([\w-]+)/g,
                (all, id) => ids.has(id) ? '#' + target(page, id) : all);
        for (const a of article.querySelectorAll('a[href]')) {
            const href = a.getAttribute('href');
            if (/^(https?|mailto):/.test(href)) continue;
            const [file, id] = href.split('#');
            const to = file ? file.replace(/\.html$/, '') : page;
            if (pages.includes(to)) a.setAttribute('href', '#' + target(to, id));
            else a.removeAttribute('href');  // an index, or a file: only the site has it
        }
        article.id = target(page);
        article.classList.add('chapter');
        const heads = [...article.querySelectorAll('h1, h2')].map(h => {
            const title = h.cloneNode(true);  // a link to the heading; within it is none
            title.querySelectorAll('a').forEach(a => { a.replaceWith(...a.childNodes); });
            const html = title.innerHTML;
            title.querySelectorAll('.math').forEach(e => e.replaceWith(`$${e.dataset.tex}$`));
            return {
                level: +h.tagName[1],
                id: h.closest('section').id,
                html,
                text: title.textContent.trim(),
            };
        });
        chapters.push({page, heads, html: article.outerHTML});
    }
    return chapters;
}"""

READY = """async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map(image => image.decode()));
}"""


def parts_of(toc):
    """The parts of the table of contents: a caption, and the names of its pages."""
    pages = [
        (part["caption"], [Path(page["file"]).name for chapter in part["chapters"]
                           for page in [chapter, *chapter.get("sections", [])]])
        for part in toc["parts"]
    ]  # fmt: skip
    return [("", [Path(toc["root"]).name]), *pages]


def to_read(parts):
    """The parts without the record of the papers, and without most of what is looked up."""
    return [
        (caption, [p for p in pages if caption not in RECORD or p in LOOKED_UP])
        for caption, pages in parts
        if caption != RECORD[0]
    ]


def head_of(pages):
    r"""The style sheets of all pages, and the script that scales what is too wide.

    A sheet that only some pages have stands before those that it stands before there.

    >>> one, two = ('<link rel="stylesheet" href="%s"></head>' % name for name in "ab")
    >>> head_of([two, one.replace("</head>", two)]).split("\n")[1:]
    ['<link rel="stylesheet" href="a">', '<link rel="stylesheet" href="b">']
    """
    sheets = []
    for page in pages:
        head, place = page.partition("</head>")[0], len(sheets)
        scripts = re.findall(r"<script[^>]*print\.js[^>]*></script>", head)
        for sheet in reversed(re.findall(r'<link [^>]*rel="stylesheet"[^>]*>', head)):
            if sheet in sheets:
                place = sheets.index(sheet)
            else:
                sheets.insert(place, sheet)
    return "\n".join(["<meta charset='utf-8'>", *sheets, *scripts])


def plain(text):
    r"""A heading as a bookmark has it, its formulas in plain letters.

    >>> plain(r"Why $1 - \tau_b$ is not a distance")
    'Why 1 - tau_b is not a distance'
    """
    return re.sub(r"\$(.*?)\$", lambda found: search_index.plain(found[1]), text)


def entry(head):
    name, title = escape(head["id"]), escape(plain(head["text"]))
    data = f'data-of="{name}" data-level="{head["level"]}" data-title="{title}"'
    return (
        f'<li class="level-{head["level"]}"><a href="#{name}">'
        f'<span class="title">{head["html"]}</span>'
        f'<span class="page" {data}>000</span></a></li>'
    )


def contents(parts, chapters):
    """The table of contents; the numbers of the pages come with the second printing."""
    lines = []
    for caption, pages in parts:
        if caption:
            lines.append(f'<li class="part">{escape(caption)}</li>')
        lines += [entry(head) for page in pages for head in chapters[page]["heads"]]
    return f'<nav id="contents"><h1>Contents</h1><ol>{"".join(lines)}</ol></nav>'


def cover(solutions, read):
    cff = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    name, _, subject = cff["title"].partition(": ")
    people = ", ".join(author["name"] for author in cff["authors"])
    where = "are printed" if solutions else "are on the pages of the book"
    missing = (
        "Proofs, questions, code of the package, the record of the papers and the reference are "
        "in the whole book. "
        if read
        else ""
    )
    return f"""<header id="cover">
        <img src="../_static/logo.svg" alt="{escape(name)}">
        <p class="subject">{escape(subject[0].upper() + subject[1:])}</p>
        <p>{escape(people)}</p>
        <p>Version {escape(str(cff["version"]))}</p>
        <footer><p>{missing}Solutions of the exercises {where}; so is the code that draws the
        figures. Text CC BY 4.0, code BSD 3-Clause.</p></footer>
    </header>"""


def running_heads(chapters):
    """A kind of sheet for each chapter, with its title above."""
    rules = []
    for page, chapter in chapters.items():
        title = re.sub(r'["\\\n]', " ", plain(chapter["heads"][0]["text"]))
        name = f"of-{page.replace('_', '-')}"
        form = f"{LANDSCAPE} " if page == SHEET else ""
        rules.append(f'@page {name} {{ {form}@top-right {{ content: "{title}" }} }}')
        rules.append(f"#{page}--top {{ page: {name} }}")
    return "\n".join(rules)


def document(parts, chapters, head, front, kind):
    """The book as one page of HTML."""
    body = "".join(chapter["html"] for chapter in chapters.values())
    style = STYLE.read_text(encoding="utf-8") + running_heads(chapters)
    return f"""<!DOCTYPE html>
        <html lang="en" data-theme="light" class="{kind}"><head><title>ordref</title>
        {head}<style>{style}</style></head>
        <body>{front}{contents(parts, chapters)}
        <div class="bd-main"><div class="bd-content"><div class="bd-article-container">
        {body}</div></div></div></body></html>"""


def open_book(browser, site=SITE, solutions=False, read=False):
    """A tab with the whole book in it, as it is to be printed."""
    files, made = Path(site).resolve(), {}
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    parts = to_read(parts_of(toc)) if read else parts_of(toc)

    def answer(route):
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        file = (files / path).resolve()
        if path in made:
            route.fulfill(body=made[path], content_type="text/html")
        elif file.is_relative_to(files) and file.is_file():
            route.fulfill(path=file)
        else:
            route.abort()

    tab = browser.new_page(viewport={"width": COLUMN, "height": 1000})
    tab.set_default_timeout(TIMEOUT)
    tab.route("**", answer)
    made["chapters/whole.html"] = "<!DOCTYPE html><title>ordref</title>"
    tab.goto(WHOLE)
    pages = [page for _, pages in parts for page in pages]
    asked = {"pages": pages, "solutions": solutions, "read": read}
    found = tab.evaluate(ASSEMBLE, asked)
    chapters = {chapter["page"]: chapter for chapter in found}
    texts = [(files / f"chapters/{page}.html").read_text("utf-8") for page in pages]
    head = head_of(texts)
    front = cover(solutions, read)
    made["chapters/whole.html"] = document(
        parts, chapters, head, front, "read" if read else "whole"
    )
    show(tab)
    return tab


def show(tab):
    """The book as it is to be printed."""
    tab.emulate_media(media="screen")
    tab.goto(WHOLE)
    tab.evaluate(READY)
    tab.emulate_media(media="print")
    tab.evaluate(
        "new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f)))"
    )


def page_numbers(pdf):
    """The page, from 1, that each named place of a PDF is on."""
    reader = PdfReader(pdf)
    return {
        name.removeprefix("/"): reader.get_destination_page_number(place) + 1
        for name, place in reader.named_destinations.items()
    }


def add_outline(path, entries, pages):
    """Bookmarks. The browser would tag each sign of each formula as well: 28 MB."""
    writer = PdfWriter(clone_from=path)
    above = None
    for level, title, name in entries:
        chapter = level == "1"
        parent = None if chapter else above
        item = writer.add_outline_item(
            title=title, page_number=pages[name] - 1, parent=parent
        )
        above = item if chapter else above
    writer.page_mode = "/UseOutlines"
    # The browser stores a font anew for each part that it prints: a ninth of the file.
    writer.compress_identical_objects(remove_duplicates=True, remove_unreferenced=True)
    for page in writer.pages:
        page.compress_content_streams(level=9)
    writer.write(path)


def print_book(tab, path):
    settings = {"path": path, "prefer_css_page_size": True, "print_background": True}
    tab.pdf(**settings)
    pages = page_numbers(path)
    show(tab)  # what has been printed once, the browser breaks otherwise the next time
    entries = tab.evaluate(
        """pages => [...document.querySelectorAll('[data-of]')].map(e => {
            e.textContent = pages[e.dataset.of] ?? '';
            return [e.dataset.level, e.dataset.title, e.dataset.of];
        })""",
        pages,
    )
    tab.pdf(**settings)
    if page_numbers(path) != pages:
        raise RuntimeError("the contents name other pages than those that were printed")
    add_outline(path, entries, pages)


def main():
    parser = argparse.ArgumentParser(description="Print the built book as one PDF.")
    parser.add_argument("--solutions", action="store_true", help="with the solutions")
    parser.add_argument("--read", action="store_true", help="without proofs")
    parser.add_argument("path", nargs="?", type=Path, default=BOOK)
    given = parser.parse_args()
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        parser.exit(2, f"A browser prints it: none of {', '.join(BROWSERS)} is here.\n")
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=found, args=flags)
        tab = open_book(browser, solutions=given.solutions, read=given.read)
        faults = tab.evaluate(CUT)
        print_book(tab, given.path)
        browser.close()
    size = given.path.stat().st_size / 1e6
    pages = len(PdfReader(given.path).pages)
    print(f"{given.path}: {pages} pages, {size:.1f} MB")
    if faults:
        parser.exit(1, "\n".join(["cut on paper:", *faults, ""]))


if __name__ == "__main__":
    main()
