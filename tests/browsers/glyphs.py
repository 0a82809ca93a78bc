"""Letters of nobody's alphabet, which only the right font can draw: icons."""

from functools import cache
from io import BytesIO
from urllib.parse import unquote, urlsplit

from fontTools.ttLib import TTFont

# Each is drawn by the first family of its element that the page brings a font for.
DRAWN = r"""() => {
    const faces = [], drawn = new Map();
    const plain = family => family.trim().replace(/^["']|["']$/g, '').replace(/\\/g, '');
    const gather = sheet => {
        for (const rule of sheet.cssRules)
            if (rule instanceof CSSImportRule) gather(rule.styleSheet);
            else if (rule instanceof CSSFontFaceRule)
                faces.push({
                    family: plain(rule.style.getPropertyValue('font-family')),
                    weight: rule.style.getPropertyValue('font-weight') || '400',
                    files: [...rule.style.getPropertyValue('src').matchAll(/url\("?([^")]+)/g)]
                        .map(found => new URL(found[1], sheet.href ?? document.baseURI).href),
                });
    };
    for (const sheet of document.styleSheets) gather(sheet);
    const note = (text, e, part) => {
        for (const sign of text.match(/[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu) ?? []) {
            const {fontFamily, fontWeight} = getComputedStyle(e, part);
            const families = fontFamily.split(',').map(plain);
            const where = `${e.tagName.toLowerCase()}.${e.getAttribute('class')}${part}`;
            drawn.set([sign, fontFamily, fontWeight].join(),
                {code: sign.codePointAt(0), families, weight: fontWeight, where});
        }
    };
    for (const e of document.querySelectorAll('*')) {
        for (const part of ['::before', '::after', '::marker'])
            note(getComputedStyle(e, part).content, e, part);
        for (const child of e.childNodes)
            if (child.nodeType === Node.TEXT_NODE) note(child.data, e, '');
    }
    return {faces, drawn: [...drawn.values()]};
}"""


@cache
def codes(file):
    return frozenset(TTFont(BytesIO(file.read_bytes())).getBestCmap() or {})


def glyph_faults(page, site):
    """Icons of a page of this site that the font they are drawn with has not."""
    found = page.evaluate(DRAWN)
    faults = []
    for icon in found["drawn"]:
        fonts = [
            site / unquote(urlsplit(file).path).lstrip("/")
            for face in found["faces"]
            if face["family"] in icon["families"] and face["weight"] == icon["weight"]
            for file in face["files"]
        ]
        if not any(icon["code"] in codes(font) for font in fonts):
            what = f"{icon['code']:04X} in {icon['where']}"
            faults.append(f"no glyph: {what} with {', '.join(icon['families'])}")
    return faults
