"""Lines of code that break where a screen is narrow, below where they begin.

A line that a phone has no room for becomes an element with its indentation, so that what is left
of it stands farther in. Code that is wider than the column of the text says so, and reaches out
of it; code of many lines says so too, for on paper it may go on on the next side. In a table a
long name may break between its parts.
"""

import re
from html import unescape

KINDS = "python|ipython3|default|sh|console|coq|toml|r"
CODE = re.compile(
    rf'<div class="((?:doctest |wheel )?highlight-(?:{KINDS})) notranslate">'
    r'<div class="highlight"><pre>(.*?)</pre>',
    re.DOTALL,
)
PRINTED = re.compile(
    r'<div class="(output (?:text_plain|stream) highlight-[\w-]+) notranslate">'
    r'(<div class="highlight"><pre>(.*?)</pre>)',
    re.DOTALL,
)
PHONE = 34  # signs that fit a line of a phone
COLUMN = 62  # and the column of the text
ANSWER = 66  # and of what code has printed, in smaller letters
LINES = 20  # of code that stay on one side of paper
TABLE = re.compile(r'<table class="(?:[^"]* )?table[ "].*?</table>', re.DOTALL)
LONG = re.compile(r'(?<=<span class="pre">)[^<]{11,}(?=</span>)')
PART = re.compile(r"(?<=[.(_=])(?=[\w\"'&])")
TAG = re.compile(r"<[^>]*>")


def line(html):
    """A line, as an element if it is long. No element of the colours goes on to the next."""
    text = unescape(TAG.sub("", html))
    if len(text) <= PHONE or html.count("<span") != html.count("</span"):
        return html, len(text)
    indent = len(text) - len(text.lstrip())
    style = f' style="--in:{indent}"' if indent else ""
    return f'<span class="line"{style}>{html}\n</span>', len(text)


def block(match):
    kind, html = match.groups()
    if '<span class="line"' in html:
        return match[0]  # by an earlier build, of which this page is left
    lines = [line(one) for one in html.rstrip("\n").split("\n")]
    far = " far" if max(length for _, length in lines) > COLUMN else ""
    far += " long" if len(lines) > LINES else ""
    joined = "".join(
        text if text.endswith("\n</span>") else f"{text}\n" for text, _ in lines
    )
    return f'<div class="{kind}{far} notranslate"><div class="highlight"><pre>{joined}</pre>'


def printed(match):
    kind, html, text = match.groups()
    long = max(len(unescape(TAG.sub("", one))) for one in text.split("\n")) > ANSWER
    return f'<div class="{kind}{" far" if long else ""} notranslate">{html}'


def parted(match):
    return LONG.sub(lambda name: PART.sub("<wbr>", name[0]), match[0])


def lined(html):
    r"""The code of a page, line by line.

    >>> page = '<div class="highlight-sh notranslate"><div class="highlight"><pre>%s\n</pre>'
    >>> lined(page % "short") == page % "short"
    True
    >>> html = lined(page % ("  " + "x" * 40))
    >>> html.count('<span class="line" style="--in:2">  x')
    1
    >>> lined(html) == html
    True
    >>> lined(page % ("x\n" * 30))[:38]
    '<div class="highlight-sh long notransl'
    >>> page = '<div class="output stream highlight-none notranslate">%s</pre>'
    >>> lined(page % ('<div class="highlight"><pre>' + "x" * 70)).count("none far not")
    1
    >>> name = '<span class="pre">%s</span>' % "ordref.expected_cost"
    >>> lined(name) == name
    True
    >>> lined(f'<table class="table">{name}</table>').count("<wbr>")
    2
    """
    return PRINTED.sub(printed, CODE.sub(block, TABLE.sub(parted, html)))
