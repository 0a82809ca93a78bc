"""The measures: for each chapter a module with the code that the chapter derives.

May import `matrices` and `search`, and another measure only where its formula does: r_int
stands on pairs, agreement on kappa, and `flowchart`, which of two matrices is better, on
`functional`. Knows nothing of reports, intervals, files or figures. Begin with `mae`.
"""

from . import flowchart as flowchart
