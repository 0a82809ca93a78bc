"""Cut the font of the formulas from STIX Two Math: ``python tools/formula_font.py FONT``.

FONT is `stix-two-math-latin-400-normal.woff` of the package `@fontsource/stix-two-math`
5.3.0. What is kept are the signs that formulas of a book like this one are made of, and
for each that stretches its taller forms. Six things are changed, for a browser sets
formulas by the numbers in the font:

- Forms that stretch are made as narrow as the smallest, or nearly. Chromium leaves room
  for the widest form of a root or a bracket behind the one that it draws.
- Roots have two more heights, so that those about one letter hardly hang below it.
- A prime stands as high as a superscript puts it, and is as large as a base letter's.
- The parts of a fraction in the text come closer to its bar, and bars are thinner.
- An index stands as low on a letter that goes below the line as on others.
"""

import argparse
from pathlib import Path

from fontTools import subset
from fontTools.misc.transform import Transform
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables

TO = Path(__file__).resolve().parents[1] / "chapters/_static/fonts/formulas.woff"
LETTERS = [
    *range(0x20, 0x7F), *range(0x391, 0x3AA), *range(0x3B1, 0x3CA), 0x3D1, 0x3D5, 0x3D6,
    0x3F0, 0x3F1, 0x3F5, 0xE4, 0xE9, 0xF6, 0xFC,
    *range(0x1D400, 0x1D468),  # bold, italic
    *range(0x1D49C, 0x1D4D0),  # script
    *range(0x1D538, 0x1D552),  # double-struck
    *range(0x1D6A4, 0x1D6A6), *range(0x1D6A8, 0x1D71C),  # Greek, bold and italic
    *range(0x1D7CE, 0x1D7D8),  # bold digits
    *map(ord, "ℬℰℱℋℐℒℳℛℯℊℴℂℍℕℙℚℝℤℎℓıȷ"),
]  # fmt: skip
SIGNS = map(
    ord,
    "ˆ˜ˇ˙¨¯′″…⋯⋮⋱·⋅∙•∘°±∓×÷∗⋆−∕√∑∏∫∂∇∞∅∀∃¬∧∨∩∪⊂⊃⊆⊇∈∉∋∖⊕⊗⊥∣∥‖∼≃≈≅≡≠≤≥≪≫≺≻∝"  # noqa: RUF001
    "←→↑↓↔↦⇐⇒⇔⟵⟶⟷⟸⟹⟺⟼⟨⟩⌈⌉⌊⌋⏞⏟⎯‾□■△▽◦†‡§¶∎",
)
JOINERS = [0x300, 0x301, 0x302, 0x303, 0x304, 0x305, 0x307, 0x308, 0x30C, 0x332, 0x338,
           0x20D7, 0x2061, 0x2062, 0x2063, 0xA0, 0xFE00, 0xFE01]  # fmt: skip
ROOT, BRACKETS = 0x221A, "([{⟨⌈⌊)]}⟩⌉⌋"
FORMS = 7  # of a bracket; what is taller is put together of parts
WIDEST = {"root": 850, "bracket": 420}
# Half as large again, and lower: set in small letters as a superscript it is a prime.
PRIME = Transform(1.5, 0, 0, 1.5, -30, -512)
CONSTANTS = {
    "FractionNumeratorShiftUp": 430,
    "FractionDenominatorShiftDown": 370,
    "FractionNumeratorGapMin": 50,
    "FractionDenominatorGapMin": 50,
    "FractionRuleThickness": 50,
    "RadicalRuleThickness": 50,
    "SubscriptBaselineDropMin": -100,
}


def reshape(font, name, transform):
    pen = TTGlyphPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(TransformPen(pen, transform))
    glyph = font["glyf"][name] = pen.glyph()
    glyph.recalcBounds(font["glyf"])
    width = round(font["hmtx"][name][0] * transform[0])
    font["hmtx"][name] = (width, getattr(glyph, "xMin", 0))


def narrow(font):
    """The taller forms of what stretches upwards, hardly wider than the smallest."""
    cmap, variants = font.getBestCmap(), font["MATH"].table.MathVariants
    covered = variants.VertGlyphCoverage.glyphs
    for sign in [chr(ROOT), *BRACKETS]:
        form = variants.VertGlyphConstruction[covered.index(cmap[ord(sign)])]
        form.MathGlyphVariantRecord = form.MathGlyphVariantRecord[:FORMS]
        form.VariantCount = len(form.MathGlyphVariantRecord)
        parts = form.GlyphAssembly.PartRecords if form.GlyphAssembly else []
        most = WIDEST["root" if sign == chr(ROOT) else "bracket"]
        for name in sorted(
            {r.VariantGlyph for r in form.MathGlyphVariantRecord}
            | {p.glyph for p in parts}
        ):
            width = font["hmtx"][name][0]
            if width > most:
                reshape(font, name, Transform(most / width, 0, 0, 1, 0, 0))


def add(font, name, glyph, width):
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (width, glyph.xMin)


def record(name, size):
    found = otTables.MathGlyphVariantRecord()
    found.VariantGlyph, found.AdvanceMeasurement = name, size
    return found


def scaled(font, name, share):
    """The glyph, as high as this share of it."""
    pen, glyphs = TTGlyphPen(font.getGlyphSet()), font.getGlyphSet()
    glyphs[name].draw(TransformPen(pen, Transform(1, 0, 0, share, 0, 0)))
    return pen.glyph()


def more_roots(font):
    """Heights between the first and the second, and one that is lower than the first."""
    variants = font["MATH"].table.MathVariants
    name = font.getBestCmap()[ROOT]
    form = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(name)]
    first, second, *rest = form.MathGlyphVariantRecord
    made = []
    for new, old, share in (("root.1", first, 1), ("root.2", second, 0.8)):
        width = font["hmtx"][old.VariantGlyph][0]
        add(font, new, scaled(font, old.VariantGlyph, share), width)
        made.append(record(new, round(share * old.AdvanceMeasurement)))
    low = 0.82
    reshape(font, name, Transform(1, 0, 0, low, 0, 0))
    first.AdvanceMeasurement = round(low * first.AdvanceMeasurement)
    form.MathGlyphVariantRecord = [first, *made, second, *rest]
    form.VariantCount = len(form.MathGlyphVariantRecord)


def main():
    parser = argparse.ArgumentParser(description="Cut the font of the formulas.")
    parser.add_argument("font", type=Path)
    font = TTFont(parser.parse_args().font)
    narrow(font)
    more_roots(font)
    reshape(font, font.getBestCmap()[0x2032], PRIME)
    for name, value in CONSTANTS.items():
        getattr(font["MATH"].table.MathConstants, name).Value = value
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True)
    options.name_IDs = [0, 1, 2, 5, 13, 14]
    options.flavor = "woff"
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[*LETTERS, *SIGNS, *JOINERS])
    cutter.subset(font)
    TO.parent.mkdir(exist_ok=True)
    subset.save_font(font, str(TO), options)
    print(f"{TO.name}: {TO.stat().st_size:,} bytes, {len(font.getGlyphOrder())} glyphs")


if __name__ == "__main__":
    main()
