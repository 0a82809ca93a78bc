"""What a reader of the book meets: a module for each chapter, with the code that it derives.

May import `matrices` and `search`, and another measure only where its formula does: r_int
stands on pairs, agreement on kappa, and `flowchart`, which of two matrices is better, on
`functional`. Knows nothing of reports, intervals, files or figures. Begin with `mae`.
"""

from . import flowchart as flowchart
