"""One row for each measure and each chapter: whatever lists measures reads it here.

`rows` holds them; `on_request` the means over classes and the scores of forecasts that a table
holds for whom asks; `synonyms` says which measure may be meant by a name. May import `measures`,
`forecasts` and what they stand on. Begin with `rows.Measure`.
"""

from .rows import CHAPTERS as CHAPTERS
from .rows import MEASURES as MEASURES
from .rows import Chapter as Chapter
from .rows import Measure as Measure

__all__ = ["CHAPTERS", "MEASURES", "Chapter", "Measure"]
