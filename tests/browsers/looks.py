"""What every browser is asked of a page, and a page with the faults that it must find."""

import glyphs
import seen
from test_site import CHAPTER, SITE, STILL, width_faults

# Whether formulas are set as mathematics: a browser that knows none writes one part behind
# the other.
PLACED = r"""() => {
    const faults = [], told = e => e.closest('.math').dataset.tex ?? e.textContent;
    const seen = e => e.checkVisibility({visibilityProperty: true});
    const box = e => e.getBoundingClientRect();
    const middle = e => (box(e).top + box(e).bottom) / 2;
    let shown = 0;
    for (const formula of document.querySelectorAll('.math')) {
        const parts = [...formula.querySelectorAll('math')];
        if (!parts.length) faults.push(`no formula: ${formula.textContent.trim()}`);
        for (const part of parts) {
            if (!seen(part)) continue;
            shown += 1;
            if (!(box(part).width > 0 && box(part).height > 0))
                faults.push(`without a place: ${told(part)}`);
        }
    }
    for (const e of document.querySelectorAll('merror')) faults.push(`in error: ${told(e)}`);
    const parts = {mfrac: 2, mroot: 2, msub: 2, msup: 2, munder: 2, mover: 2, msubsup: 3,
        munderover: 3};
    for (const [tag, count] of Object.entries(parts))
        for (const e of document.querySelectorAll(`.math ${tag}`))
            if (e.children.length !== count) faults.push(`half of ${tag}: ${told(e)}`);
    const over = {mfrac: [0, 1], msub: [0, 1], msup: [1, 0], munder: [0, 1], mover: [1, 0]};
    for (const [tag, [up, down]] of Object.entries(over))
        for (const e of document.querySelectorAll(`.math ${tag}`)) {
            if (!seen(e) || e.children.length < 2) continue;
            // A tall base has its index beside it, and in a line a sum has its range there.
            if (/^msu/.test(tag) && !e.children[0].matches('mi')) continue;
            const high = e.closest('[displaystyle=true]') && !e.closest('mfrac');
            if (/^m(un|ov)/.test(tag) && !high) continue;
            if (!(middle(e.children[up]) < middle(e.children[down])))
                faults.push(`as text: ${tag} of ${told(e)}`);
        }
    const fonts = [...document.fonts].filter(font => /STIX Two Math/.test(font.family));
    if (shown && !fonts.some(font => font.status === 'loaded'))
        faults.push('the font of formulas is not loaded');
    return faults;
}"""


def look_faults(page):
    """What is out of place at the width that the page has, with all that opens open."""
    # What is far from the screen is laid out too.
    page.evaluate(
        "css => { document.head.insertAdjacentHTML('beforeend', `<style>${css}</style>`); }",
        STILL,
    )
    page.evaluate("document.fonts.ready.then(() => true)")
    seen.open_all(page)
    found = [f"formula: {fault}" for fault in page.evaluate(PLACED)]
    return found + width_faults(page) + seen.cut_faults(page) + seen.line_faults(page)


def first_faults(page, site):
    """What is seen of a page that has just been opened; at other widths it is the same."""
    return glyphs.glyph_faults(page, site) + look_faults(page)


def copied(site, changed):
    """A copy of the built book in an empty folder, in which some files are others."""
    folders = {file.split("/")[0] for file in changed if "/" in file}
    for folder in folders:
        (site / folder).mkdir()
    for file in [*SITE.iterdir(), *(f for d in folders for f in (SITE / d).iterdir())]:
        copy = site / file.relative_to(SITE)
        if not copy.exists() and str(file.relative_to(SITE)) not in changed:
            copy.symlink_to(file)
    for file, text in changed.items():
        if text is not None:
            (site / file).write_text(text, encoding="utf-8")
    return site


# Each with what is to be said of it.
PLANTED = {
    "too wide: ": '<div style="width: 3000px">wide</div>',
    "cut: ": """<div style="overflow: hidden; width: 20em"><table><tr>
        <td style="min-width: 900px">b</td></tr></table></div>""",
    "of math www": f"""<div style="overflow: hidden; width: 9em"><math>
        <mtext>{"w" * 60}</mtext></math></div>""",
    "begins a line: . after alone": """<p><span class="math" data-tex="alone"><math>
        <mi>x</mi></math></span><br>.</p>""",
    "formula: no formula: a/b": '<span class="math">a/b</span>',
    "formula: as text: mfrac of": """<span class="math"><math><mi>x</mi></math><mfrac>
        <mn>1</mn><mn>2</mn></mfrac></span>""",
    "formula: as text: msub of": """<span class="math"><math><mi>x</mi></math><msub>
        <mi>a</mi><mn>2</mn></msub></span>""",
    "formula: half of msup: lost": """<span class="math" data-tex="lost"><math><msup>
        <mi>x</mi></msup></math></span>""",
    "formula: without a place: nowhere": """<span class="math" data-tex="nowhere">
        <math></math></span>""",
    "formula: in error: wrong": """<span class="math" data-tex="wrong"><math>
        <merror><mi>x</mi></merror></math></span>""",
    "formula: the font of formulas is not loaded": "",
    "no glyph: F0F3 in i.bell": """<i class="bell" style="font: var(--fa-font-solid)">
        &#xf0f3;</i>""",
    "no glyph: F303 in p.pencil::after": """<style>p.pencil::after { content: "\\f303";
        font: var(--fa-font-solid) }</style><p class="pencil">Exercise</p>""",
}


def planted(site, more=""):
    """A copy in which a chapter has all of these faults, and no font its formulas."""
    text = (SITE / CHAPTER).read_text(encoding="utf-8")
    assert text.count("</article>") == 1
    text = text.replace("</article>", "".join(PLANTED.values()) + more + "</article>")
    return copied(site, {CHAPTER: text, "_static/fonts": None})
