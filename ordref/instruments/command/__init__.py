"""The command line: a module for each job, which has its `options`, does it and prints its answer.

`measure`, `compare`, `plan`, `raters`, `identify` and `possible` are the jobs, each with what it
prints, such as `compare._as_table`; that of `verify` is in its own room. `options` has what they
share of their options, `counted` makes a file into matrices, and `text` prints. May import all
rooms. Begin with `jobs.parser_of_command`.
"""
