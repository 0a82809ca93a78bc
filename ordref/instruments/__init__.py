"""What works with the measures: how sure they are, reports, comparisons, files, checks of code.

The reference, that is all rooms beside this one, imports nothing from here. Begin with the
`catalogue`.
"""
