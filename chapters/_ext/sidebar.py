"""The sidebars: the parts of the book, and the sections of the page.

All parts are folded but the one that the page is in. The sections have no numbers there, for
their order is seen.
"""

import re

from bs4 import BeautifulSoup

NUMBER = re.compile(r'(<a class="[^"]*" href="#[^"]*">)[A-Z\d]+(?:\.\d+)*\.\s')


def folded(html):
    """Each caption and the list below it as one element that opens; no script is needed."""
    soup = BeautifulSoup(str(html), "html.parser")
    for caption in soup.select("p.caption"):
        pages = caption.find_next_sibling("ul")
        part = soup.new_tag("details", attrs={"class": "part"})
        if pages.select_one(".current"):
            part["open"] = ""
        for toggle in pages.select("summary"):
            toggle["aria-label"] = (
                f"Pages of {toggle.find_previous('a').get_text(strip=True)}"
            )
        caption.name = "summary"
        caption.wrap(part)
        part.append(pages.extract())
    return str(soup)


def unnumbered(toc):
    """The contents of a page without the numbers of its sections.

    >>> unnumbered('<a class="reference internal" href="#x">8.1. At a glance</a>')
    '<a class="reference internal" href="#x">At a glance</a>'
    """
    return NUMBER.sub(r"\1", toc)


AFTER = ("#exercises", "#check-yourself", "#for-referees")


def nested(toc):
    """The contents of a page, in which the details are below the line that stands before them.

    >>> page = '<ul><li><a href="#{}">T</a></li><li><a href="#b">B</a></li><li><a href="#{}">E</a>'
    >>> nested(page.format("the-details", "exercises")).count("<ul>")
    2
    >>> nested(page.format("a", "exercises")).count("<ul>")
    1
    """
    soup = BeautifulSoup(toc, "html.parser")
    link = soup.find("a", href="#the-details")
    if link is None:
        return toc
    entry, inner = link.find_parent("li"), soup.new_tag("ul")
    for other in entry.find_next_siblings("li"):
        if other.a["href"] in AFTER:
            break
        inner.append(other.extract())
    if inner.contents:
        entry.append(inner)
    return str(soup)


def give(app, pagename, template, context, doctree):
    context["folded"] = folded
    if "toc" in context:
        context["toc"] = nested(unnumbered(context["toc"]))


def setup(app):
    app.connect("html-page-context", give)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
