"""Every measure at once: `values`, and what shows them.

`evaluation` makes of them the table of pandas; `frame` and `sheet` write tables, `page` the
report in HTML, `figures` and `matrix_figure` the drawings, `scorers` what scikit-learn asks
for; `work` is the budget of the searches. May import all but `verify` and the command line.
Begin with `evaluation.evaluate`.
"""
