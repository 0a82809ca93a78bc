"""The command line: its `options`, the check of what is `asked`, and the `text` that is printed.

`raters` has all three for ratings by several raters.

`ordref.__main__` reads the file, asks for values and hands them over. May import all but
`verify`. Begin with `options.parser_of_command`.
"""
