"""The list of measures, of the instruments, under the name that users type."""

from .instruments.catalogue import MEASURES as MEASURES
from .instruments.catalogue import Measure as Measure
