"""What is cut, doubled, nameless or too faint on an open page; each check lists the faults."""

import io

import numpy as np
from PIL import Image

LETTER = 8  # pixels: the smallest letter of a figure
NO_FRAME = 5000  # milliseconds without one
CODE = 0.2  # of the height of the page: the most that is code


def open_all(page):
    """Open whatever a click would open."""
    page.evaluate(
        """() => {
            for (const e of document.querySelectorAll('details')) e.open = true;
            for (const e of document.querySelectorAll('.toggle-hidden > .admonition-title'))
                e.click();
        }"""
    )
    settle(page)


def settle(page):
    """Wait until the page has answered to a new width.

    At times a browser without a screen draws no more frames of a page that nobody looks at.
    """
    frame = (
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    enough = f"new Promise(done => setTimeout(done, {NO_FRAME}))"
    page.evaluate(f"() => Promise.race([{frame}.then(() => {frame}), {enough}])")


def cut_faults(page, *, paper=False):
    """Formulas, figures, tables and code of which a part cannot be seen.

    Their edges are held against those of whatever clips them, of their cell, of the article
    and of the page. What a box holds that scrolls can be seen, but not on paper. Text that is
    not in columns has no need to scroll.
    """
    return page.evaluate(
        r"""paper => {
            const faults = [], name = e => e.tagName.toLowerCase() + '.' + e.className;
            const parts = 'math, pre, table, img, svg, code';
            for (const e of document.querySelectorAll(`article :is(${parts})`)) {
                if (!e.checkVisibility({visibilityProperty: true})) continue;
                if (e.parentElement.closest('svg, math, pre')) continue;
                const text = e.src ?? e.textContent;
                const what = `${e.tagName.toLowerCase()} ${text.trim().slice(0, 60)}`;
                let {left, right} = e.getBoundingClientRect();
                if (e.matches('pre') && (paper || e.closest('.output.words'))
                        && e.scrollWidth > e.clientWidth + 1)
                    faults.push(`line cut: ${e.scrollWidth - e.clientWidth} of ${what}`);
                for (let box = e.parentElement; box; box = box.parentElement) {
                    const style = getComputedStyle(box), edge = box.getBoundingClientRect();
                    if (style.display === 'inline' || style.display === 'contents') continue;
                    const over = Math.max(right - edge.right, edge.left - left);
                    const scrolls = /auto|scroll/.test(style.overflowX);
                    if (scrolls && !paper) {
                        if (left + box.scrollLeft < edge.left - 1) {
                            faults.push(`cut at the left: ${what} by ${name(box)}`);
                            break;
                        }
                        left = Math.max(left, edge.left);
                        right = Math.min(right, edge.right);
                    } else if (over > 1 && style.overflowX !== 'visible') {
                        faults.push(`cut: ${Math.round(over)} of ${what} by ${name(box)}`);
                        break;
                    } else if (over > 1 && box.matches('td, th, article, body')) {
                        const by = Math.round(over);
                        faults.push(`runs over: ${by} of ${what} out of ${name(box)}`);
                        break;
                    }
                }
            }
            return faults;
        }""",
        paper,
    )


def line_faults(page):
    """Signs that stand against a formula, without a space, and not on its line."""
    return page.evaluate(
        r"""() => {
            const faults = [];
            const blocks = 'p, li, td, th, dt, dd, div, figcaption, summary, h1, h2, h3, h4';
            // The sign beside a formula, if nothing parts the two.
            const beside = (math, step) => {
                const block = math.closest(blocks), own = math.closest('.math');
                const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
                texts.currentNode = math;
                let text = texts[step]();
                while (text && math.contains(text)) text = texts[step]();
                const k = step === 'nextNode' ? 0 : text?.length - 1;
                if (!text?.data[k]?.trim() || text.parentElement.closest(blocks) !== block
                    || text.parentElement.closest('.headerlink')
                    || ![null, own].includes(text.parentElement.closest('.math'))) return null;
                const range = document.createRange();
                range.setStart(text, k);
                range.setEnd(text, k + 1);
                return [text.data[k], range.getBoundingClientRect()];
            };
            const formulas = 'article span.math, body > main span.math';  // of a page, of slides
            for (const formula of document.querySelectorAll(formulas)) {
                if (!formula.checkVisibility({visibilityProperty: true})) continue;
                const maths = [...formula.querySelectorAll('math')];
                if (!maths.length) continue;
                // Of one that scrolls, no more than what is seen of it.
                const {left, right} = formula.getBoundingClientRect();
                const first = Math.max(left, maths[0].getBoundingClientRect().left);
                const last = Math.min(right, maths.at(-1).getBoundingClientRect().right);
                const before = beside(maths[0], 'previousNode');
                const after = beside(maths.at(-1), 'nextNode');
                if (after && after[1].left < last - 2)
                    faults.push(`begins a line: ${after[0]} after ${formula.dataset.tex}`);
                if (before && before[1].right > first + 2)
                    faults.push(`ends a line: ${before[0]} before ${formula.dataset.tex}`);
            }
            return faults;
        }"""
    )


def letter_faults(page):
    """Figures with letters that are too small to be read."""
    return page.evaluate(
        r"""async least => {
            const faults = [];
            for (const img of document.querySelectorAll('article img[src$=".svg"]')) {
                const svg = await (await fetch(img.src)).text();
                const sizes = [...svg.matchAll(/scale\(([\d.]+) -/g)].map(m => 100 * m[1]);
                const drawn = Number(svg.match(/viewBox="0 0 ([\d.]+)/)[1]);
                const size = Math.min(...sizes) * img.getBoundingClientRect().width / drawn;
                if (size < least - 0.05)
                    faults.push(`letters of ${size.toFixed(1)} pixels: ${img.alt}`);
            }
            return faults;
        }""",
        LETTER,
    )


def id_faults(page):
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    return [f"id twice: {id}" for id in sorted({id for id in ids if ids.count(id) > 1})]


def ear_faults(page):
    """Formulas that are not read out, and what opens without saying what it opens."""
    return page.evaluate(
        r"""() => {
            const faults = [], seen = new Set();
            // A reader of the screen gets the MathML itself, and no picture of it.
            for (const e of document.querySelectorAll('math'))
                if (e.closest('[aria-hidden=true], [role=img], [role=presentation]'))
                    faults.push(`formula that nobody hears: ${e.textContent.trim()}`);
            for (const e of document.querySelectorAll('article summary, .toggle-button')) {
                const by = document.getElementById(e.getAttribute('aria-labelledby'));
                // What stands in a closed box has no inner text.
                const text = (by ?? e).innerText || (by ?? e).textContent;
                const said = e.getAttribute('aria-label') ?? text;
                const name = said.trim().replace(/\s+/g, ' ');
                if (!name || /hidden content|cell (source|output|content)$/.test(name))
                    faults.push(`opens what: "${name}"`);
                // The checks of one claim are told apart by the claim that they stand in.
                else if (!e.closest('table') && seen.has(name))
                    faults.push(`two are called: ${name}`);
                seen.add(name);
            }
            return faults;
        }"""
    )


def stop_faults(page):
    """Stops of the keyboard where there is nothing to do, and boxes that it cannot scroll."""
    return page.evaluate(
        r"""() => {
            const faults = [];
            const boxes = 'div, span:not(pre *), figure, math';
            for (const e of document.querySelectorAll(`article :is(${boxes})`)) {
                if (!e.checkVisibility({visibilityProperty: true})) continue;
                const scrolls = e.scrollWidth > e.clientWidth
                    && /auto|scroll/.test(getComputedStyle(e).overflowX);
                if (scrolls !== (e.getAttribute('tabindex') === '0'))
                    faults.push(`${scrolls ? 'scrolls, but is no' : 'is idle, but a'} stop: `
                        + [e.tagName.toLowerCase(), e.className].join('.')
                        + ` ${e.textContent.trim().slice(0, 40)}`);
                if (scrolls && !e.classList.contains('scrolls'))
                    faults.push(`does not look as if it scrolled: ${e.className}`);
            }
            return faults;
        }"""
    )


def code_share(page):
    """The share of the height of an article that is code and not folded away."""
    return page.evaluate(
        """() => {
            const article = document.querySelector('article');
            const code = article.querySelectorAll('.cell_input, [class*="highlight-python"]');
            const seen = [...code].filter(e => !e.parentElement.closest('.cell_input')
                && e.checkVisibility({visibilityProperty: true}));
            const height = e => e.getBoundingClientRect().height;
            return seen.map(height).reduce((a, b) => a + b, 0) / height(article);
        }"""
    )


def code_faults(page):
    """More code than words: the reader came for something else."""
    share = code_share(page)
    return [f"{share:.0%} of the height is code"] if share > CODE else []


def table_faults(page):
    """Names as typed, truth values as words of Python, numbers of rows, crooked columns."""
    return page.evaluate(
        r"""() => {
            const faults = [];
            const typed = new RegExp('^(col_\\d|row_\\d|True|False)$|'
                + '[a-z]+(19|20)\\d\\d_\\w+|'
                + '\\b(tau|gamma|kappa|beta|[A-Za-z])_[A-Za-z0-9]+\\b|r_int|^(gamma|kappa)$');
            for (const table of document.querySelectorAll('article table')) {
                const cells = [...table.querySelectorAll('th, td')];
                for (const cell of cells) {
                    const plain = cell.cloneNode(true);
                    for (const e of plain.querySelectorAll('.math, code, a')) e.remove();
                    const text = plain.textContent.trim();
                    if (typed.test(text)) faults.push(`as typed: ${text}`);
                }
                const rows = [...table.tBodies[0]?.rows ?? []];
                const numbers = rows.map(row => row.cells[0].textContent.trim());
                const corner = table.tHead?.rows[0]?.cells[0]?.textContent.trim();
                if (rows.length > 1 && corner === '' && numbers.every((text, k) => text == k))
                    faults.push(`numbers of rows: ${table.textContent.trim().slice(0, 60)}`);
                // Upright words have no left and right.
                const ends = cells.filter(c => c.colSpan === 1 && c.textContent.trim()
                    && c.checkVisibility() && getComputedStyle(c).display === 'table-cell');
                const columns = new Map();
                for (const cell of ends) {
                    const {left} = cell.getBoundingClientRect();
                    const side = {start: 'left', end: 'right', '-webkit-center': 'center'};
                    const {textAlign} = getComputedStyle(cell.querySelector(':scope > p') ?? cell);
                    const key = Math.round(left), align = side[textAlign] ?? textAlign;
                    const first = columns.get(key) ?? columns.set(key, {align, cell}).get(key);
                    if (first.align !== align) {
                        faults.push(`crooked column: ${first.cell.textContent.trim()} is`
                            + ` ${first.align}, ${cell.textContent.trim()} is ${align}`);
                        break;
                    }
                }
            }
            return faults;
        }"""
    )


def luminance(picture):
    c = np.asarray(picture, dtype=np.float32)[..., :3] / 255
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)


def contrast(a, b):
    return (np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)


def steps(light):
    """The contrast of each point with the ones two pixels to the right and down."""
    across, down = (
        contrast(light[:, 2:], light[:, :-2]),
        contrast(light[2:], light[:-2]),
    )
    return np.maximum(across[:-2], down[:, :-2])


def around(values, reach=2):
    """The largest value about each point: a thin stroke is faint at its edge, not within."""
    for axis in (0, 1):
        shifts = [np.roll(values, k, axis) for k in range(-reach, reach + 1)]
        values = np.maximum.reduce(shifts)
    return values


def shot(image):
    return Image.open(io.BytesIO(image.screenshot())).convert("RGB")


def dark_faults(page):
    """Figures that are a card in the dark, or lose an edge there that light shows.

    Each figure is photographed in both themes. Its ground must be that of the page, and where
    two points next to each other differ as text from paper in the light, they must differ as
    WCAG asks of graphics in the dark. Only the figures are left of the page.
    """
    faults = []
    theme = "document.documentElement.dataset.theme = "
    images = page.locator("article img").filter(visible=True).all()
    drawn = [i for i in images if i.evaluate("img => img.naturalWidth > 0")]
    # Each photograph paints a screen, and what is between the figures is slow to paint.
    page.add_style_tag(
        content="article :not(:has(img), img) { display: none !important }"
    )
    page.evaluate(theme + "'dark'")
    dark = [shot(image) for image in drawn]
    ground = page.evaluate(
        r"getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)"
    )
    page.evaluate(theme + "'light'")
    light = [shot(image) for image in drawn]
    for image, by_night, by_day in zip(drawn, dark, light, strict=True):
        name = f"{image.get_attribute('alt')} {image.get_attribute('src')}"
        corner = by_night.getpixel((1, by_night.height // 2))
        if max(abs(a - b) for a, b in zip(corner, ground, strict=True)) > 8:
            faults.append(f"a card in the dark: {corner} on {ground} under {name}")
        # A point that one picture has at its edge and the other has not is no matter.
        box = (0, 0, *np.minimum(by_night.size, by_day.size))
        sharp = steps(luminance(by_day.crop(box))) >= 4.5
        lost = sharp & (around(steps(luminance(by_night.crop(box)))) < 3)
        if lost.sum() > 0.02 * sharp.sum():
            share = lost.sum() / sharp.sum()
            faults.append(f"faint in the dark: {share:.0%} of the edges of {name}")
    return faults
