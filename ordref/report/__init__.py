"""Every measure at once: `values`, and what shows them.

`rows` makes the rows of a table; `frame` writes them for pandas, `sheet` as text, `page` in
HTML, and the command line as it prints. `figures`, `matrix_figure` and `reliability_figure`
draw, `scorers` serves scikit-learn, and `work` is the budget of the searches. May import all
but `verify` and the command line. Begin with `evaluation.evaluate`.
"""
