"""Every measure at once: `values`, and what shows them.

`rows` says once what a table has of each measure; `frame` writes it for pandas, `sheet` as
text, `page` in HTML, and the command line as it prints. `figures` and `matrix_figure` draw,
`scorers` has what scikit-learn asks for; `work` is the budget of the searches. May import all
but `verify` and the command line. Begin with `evaluation.evaluate`.
"""
