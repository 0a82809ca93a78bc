"""One row for each measure: whatever lists measures reads it here.

`rows` holds the measures, and `measure` says what a row contains. `on_request` adds means over
classes and scores of forecasts, which a table has only by name; `panel` names the few to report;
`synonyms` finds the measure that an unknown name may mean. May import `measures`, `forecasts`
and the rooms that these may import. Begin with `measure.Measure`.
"""

from .measure import Measure as Measure
from .rows import MEASURES as MEASURES

__all__ = ["MEASURES", "Measure"]
