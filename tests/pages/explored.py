"""The explorer on its page: what a reader does there, and what is read of it."""

import math
import re

PAGE = "chapters/explorer.html"
DOT = 11  # pixels: the dot of a value on its ruler


def opened(tab, address=""):
    page = tab.open_anew(PAGE + address)
    page.locator("#explorer.ready").wait_for(state="attached")
    return page


def cell(page, i, j, panel="Matrix A"):
    box = page.get_by_role("region", name=panel)
    return box.locator("tbody tr").nth(i).locator(".explorer-count").nth(j)


def counts(page, panel="Matrix A"):
    box = page.get_by_role("region", name=panel)
    found = box.locator(".explorer-count").evaluate_all("all => all.map(e => e.value)")
    K = math.isqrt(len(found))
    return [[int(x) for x in found[i * K : i * K + K]] for i in range(K)]


def settled(page):
    """The rows out of sight are written in a task of their own, where there are scripts."""
    ready = "document.querySelector('#explorer.ready')"
    page.evaluate(f"{ready} && new Promise(done => setTimeout(done)).then(() => true)")
    return page


def row(page, name, part):
    return settled(page).locator(f"[data-measure={name}] .{part}").text_content()


def shown(page):
    """The values on the page, as numbers; nothing where there is no number."""
    rows = (
        settled(page)
        .locator("[data-measure]")
        .evaluate_all(
            "rows => rows.map(r => [r.dataset.measure, r.querySelector('.decimal').textContent])"
        )
    )
    return {
        name: float(text.replace("\N{MINUS SIGN}", "-"))
        for name, text in rows
        if re.search(r"\d", text)
    }


def said(page):
    return page.get_by_role("status").first.text_content()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


def paste(page, text):
    box = page.locator(".explorer-paste").first
    box.evaluate("box => { box.open = true; }")
    box.get_by_role("textbox").fill(text)
    box.get_by_role("button", name="Use it").click()
