"""The words of the command line: its `options`, and the `text` that it prints.

`ordref.__main__` reads the file, asks for values and hands them over. May import all but
`verify`. Begin with `options.parser_of_command`.
"""
