"""What a reader of the book meets: a module for each chapter, with the code that it derives.

May import `matrices` and `search`, and another measure only where its formula does: r_int
stands on pairs, agreement on kappa. Knows nothing of reports, intervals, files or figures.
Begin with `mae`.
"""
