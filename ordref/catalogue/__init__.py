"""One row for each measure: whatever lists measures reads it here.

`rows` holds the measures, `measure` says what a row tells; `on_request` the means over classes
and the scores of forecasts that a table holds for whom asks; `panel` the few to report;
`synonyms` says which measure may be meant by a name. May import `measures`, `forecasts` and
what they stand on. Begin with `measure.Measure`.
"""

from .measure import Measure as Measure
from .rows import MEASURES as MEASURES

__all__ = ["MEASURES", "Measure"]
