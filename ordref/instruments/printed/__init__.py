"""Printed numbers: which measure one may be, and whether a table with all of them exists.

`identify` finds what a printed number may be: by the catalogue, by the `readings` of its formula
and the mistakes that the kit knows, and by `misprints` of the table. `possible` searches for a
table with printed values, or for a proof that there is none: `claims` are what the values say,
`margins` and `forms` what follows for the cells, `tables` and `listed` all tables that are left.
`impossible` checks such a proof without the search, in fractions. May import everything but the
command line. Begin with `identify.identify` and `possible.possible`.
"""
