"""The nine places of a measure: a row of the catalogue whose other places are missing is refused.

NEW-MEASURE.md shows them, and `tests/meta/test_new_measure.py` leaves out each in turn.
"""

from files import ROOT
from places import Places

PLACES = Places(ROOT)


def test_no_place_of_a_measure_is_missing():
    told = [f"{file}: {what}" for file, what in PLACES.missing()]
    assert not told, "\n".join(["see NEW-MEASURE.md", *told])


def test_the_catalogue_is_read_in_full():
    names = {row.name for row in PLACES.measures}
    assert len(PLACES.measures) == len(names) > 25
    assert len(PLACES.chapters) > 15
    assert {*PLACES.public()} >= set(PLACES.functions)
