"""The parts of the book in the sidebar: all are folded but the one that the page is in."""

from bs4 import BeautifulSoup


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


def give(app, pagename, template, context, doctree):
    context["folded"] = folded


def setup(app):
    app.connect("html-page-context", give)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
