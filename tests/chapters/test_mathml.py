"""What becomes of the TeX of a formula: spaces, signs, and where its line may break."""

import formulas
import pytest

THIN = 'lspace="0.1667em" rspace="0.1667em"'
MENDED = {
    # A large operator has the room that TeX gives it: none beside a relation or a bracket.
    r"2 \sum x": f"<mo {THIN}>∑</mo>",
    r"= \sum x": '<mo lspace="0" rspace="0.1667em">∑</mo>',
    r"2 \sum (x)": '<mo lspace="0.1667em" rspace="0">∑</mo>',
    r"\sum_r \sum_c x": '<munder><mo lspace="0" rspace="0.1667em">∑</mo><mi>c</mi></munder>',
    # A line that goes on begins with an operator between two things, a case with a sign.
    r"\begin{aligned} a &= b \\ &- c \end{aligned}": '<mo form="infix">\u2212</mo><mi>c</mi>',
    r"\begin{cases} -1 & x \end{cases}": '<mo lspace="0" rspace="0">\u2212</mo><mn>1</mn>',
    # A large bracket keeps its size under an index, dots are one sign, words are one.
    r"\bigl( x \bigr)^2": '<msup><mrow><mi /><mo minsize="1.2em" maxsize="1.2em">)</mo></mrow>',
    r"1, \dots, K": "<mi>…</mi>",
    r"\mathrm{MAE}": "<math><mi>MAE</mi></math>",
    # A colour is that of the matrices.
    r"x \textcolor{blue}{n}": '<mi>x</mi><mrow class="in-blue"><mi>n</mi></mrow>',
    r"x \textcolor{orange}{n}": '<mi>x</mi><mrow class="in-orange"><mi>n</mi></mrow>',
}


@pytest.mark.parametrize(
    ("tex", "count"),
    [
        (r"a = 1, \qquad b = 2, \quad c = 3 .", 3),
        (r"a = 1, b = 2, \; c", 1),
        (r"f(a, \quad b)", 1),
        (r"a \qquad b", 1),
        (r"\begin{aligned} a &= 1, \quad b = 2 \\ c &= 3 \end{aligned}", 1),
    ],
)
def test_formulas_abreast_are_several(tex, count):
    shown = formulas.mathml(tex, display=True)
    assert shown.count("</math> <math") == count - 1
    assert ('<mspace width="' in shown) is (count == 1)


@pytest.mark.parametrize("tex", MENDED)
def test_what_the_converter_leaves_is_mended(tex):
    assert MENDED[tex] in formulas.mathml(tex)


@pytest.mark.parametrize(
    ("tex", "pieces"),
    [
        ("a + b = c", 1),  # short
        (r"aaaa = bbbb + cccc + dddd", 4),
        (r"1 - aaaa = bbbbbbbb", 2),  # no line ends with a lone number
        (r"aaaa = (bbbb + cccc)(dddd - eeee)", 2),  # nor within brackets
        (r"aaaa = |bbbb + cccc|", 2),
        (
            r"aaaa = (bbbbbbbbbb + cccccccccc + dddddddddd)",
            4,
        ),  # but where a phone has no room
        (
            r"aaaa = -bbbb + cccc =",
            3,
        ),  # nor before a sign, or an operator with nothing behind
    ],
)
def test_a_line_breaks_between_things(tex, pieces):
    assert formulas.mathml(tex).count("<math>") == pieces
