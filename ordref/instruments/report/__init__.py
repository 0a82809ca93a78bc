"""Every measure at once: `values`, and what shows them.

`rows` makes the rows of a table; `frame` writes them for pandas, `sheet` as text, `page` in
HTML, and the command line as it prints; `raters` reports on several raters, with the columns
of `panel_of_raters` and, for the mean over pairs and the effective number of judges, of
`raters_together`. `figures`, `matrix_figure`, `raters_figure` and `reliability_figure` draw, in
the style of `style`, and with names at the ends of lines by `line_names`. `scorers` serves
scikit-learn, and `work` is the budget of the searches. May import all but `verify`,
`printed` and the command line. Begin with `evaluation.evaluate`.
"""
