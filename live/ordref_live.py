"""Runs the cells of a chapter in a web page, where there is no Jupyter, and compares.

What a cell shows has the form in which a notebook stores it, so that both can be compared. The
build takes `printed` from here, too; everything but the standard library is loaded when a cell
has loaded it, or needs it.
"""

import ast
import builtins
import io
import json
import linecache
import math
import re
import symtable
import sys
import traceback
import types

from drawn import framed

RECORD = "application/papermill.record/text/plain"  # a number of the prose
SVG = "image/svg+xml"
# What a reader is shown of a number of the prose has far fewer digits.
SHARE = 1e-9
RICH = {"text/html": "_repr_html_", "text/latex": "_repr_latex_"}

outputs = []  # of the cell that runs
names = {}  # what the cells of the page have defined
forms = {}  # how values of a type are written, where not as usual
asked = {}  # what a chapter asks for its figures
lost = set()  # the names that a cell has not given a value, because it cannot run here


# --------------------------------------------------------------------------- compared


def whole(text):
    return "".join(text) if isinstance(text, list) else text


def printed(shown):
    r"""What a reader sees of outputs: pairs of a kind and a text.

    Examples
    --------
    >>> printed([{"output_type": "stream", "name": "stdout", "text": ["a\n", "b"]}])
    [['printed', 'a\nb']]
    """
    found, text = [], ""
    for output in shown:
        if output["output_type"] == "stream":
            text += whole(output["text"]) if output["name"] == "stdout" else ""
        elif output["output_type"] == "error":
            found.append(["error", output["ename"]])
        else:
            found.append(_seen({k: whole(v) for k, v in output["data"].items()}))
    return [*found, *([["printed", text]] if text else [])]


def _seen(data):
    if RECORD in data:
        return ["number", re.sub(r"^np\.float64\((.*)\)$", r"\1", data[RECORD])]
    if SVG in data:  # its words: the strokes are those of another matplotlib
        return ["figure", " ".join(re.findall(r"<!-- (.*?) -->", data[SVG]))]
    if "text/html" in data and "text/latex" not in data:
        return [
            "table",
            re.sub(r"<style scoped>[\s\S]*?</style>|\s+", "", data["text/html"]),
        ]
    return ["text", data.get("text/plain", "")]


def same(now, before):
    """Whether two lists of `printed` tell a reader the same.

    Examples
    --------
    >>> same([["number", "0.30000000000000004"]], [["number", "0.3"]])
    True
    >>> same([["text", "0.30000000000000004"]], [["text", "0.3"]])
    False
    """
    return len(now) == len(before) and all(map(_alike, now, before))


def _alike(now, before):
    if now == before or [now[0], before[0]] != ["number", "number"]:
        return now == before
    try:
        return math.isclose(
            float(now[1]), float(before[1]), rel_tol=SHARE, abs_tol=SHARE
        )
    except ValueError:
        return False


# ---------------------------------------------------------------------- in place of Jupyter


class Shell:
    """What libraries ask IPython for: that this is a notebook, and no terminal."""

    kernel = True
    config = types.MappingProxyType({})

    def run_line_magic(self, name, line):
        if name != "precision":
            raise NotImplementedError(f"%{name} is not known in a web page")
        import numpy as np

        for kind in (float, np.float64):
            forms[kind] = lambda value, printer, cycle: printer.text(
                f"%.{int(line)}f" % value
            )
        np.set_printoptions(precision=int(line))


class Shown:
    """HTML or LaTeX, given as text."""

    def __init__(self, data):
        self.data = data

    def __repr__(self):
        return f"<IPython.core.display.{type(self).__name__} object>"


class HTML(Shown):
    def _repr_html_(self):
        return self.data


class Latex(Shown):
    def _repr_latex_(self):
        return self.data


def display(*values):
    for value in values:
        outputs.append({"output_type": "display_data", "data": data_of(value)})


def glue(name, value, display=True):
    data = {(k if display else RECORD): v for k, v in data_of(value).items()}
    outputs.append({"output_type": "display_data", "data": data})


def set_matplotlib_formats(*formats, **options):
    asked.update(options)


def stand_in(name, **members):
    """A module of a few names. Its package is a folder: beside it are files of the real one."""
    module = sys.modules[name] = types.ModuleType(name)
    module.__dict__.update(members)


def begin():
    """Once, before the first cell."""
    shell = Shell()
    builtins.get_ipython = lambda: shell
    # Matplotlib is told that there is no IPython, and leaves the figures to us.
    stand_in("IPython", get_ipython=lambda: None, __path__=[], version_info=(9,))
    stand_in("IPython.core", __path__=[])
    stand_in("IPython.core.getipython", get_ipython=lambda: shell)
    shown = {"HTML": HTML, "Latex": Latex}
    stand_in("IPython.display", display=display, **shown)
    stand_in("matplotlib_inline", __path__=[])
    inline = {"set_matplotlib_formats": set_matplotlib_formats}
    stand_in("matplotlib_inline.backend_inline", **inline)
    stand_in("myst_nb", glue=glue)
    names.update(__name__="__main__", __builtins__=builtins, display=display)


# ------------------------------------------------------------------------------ shown


class Stream(io.TextIOBase):
    def __init__(self, name):
        self.of = name

    def writable(self):
        return True

    def write(self, text):
        last = outputs[-1] if outputs else {}
        if last.get("name") == self.of:
            last["text"] += text
        else:
            outputs.append({"output_type": "stream", "name": self.of, "text": text})
        return len(text)


def plain(value):
    """As IPython writes it, by the same code."""
    from ipython_pretty import RepresentationPrinter

    text = io.StringIO()
    printer = RepresentationPrinter(text, max_width=79)
    printer.type_pprinters.update(forms)
    printer.pretty(value)
    printer.flush()
    # Where the default has 32 bits, numpy tells that an array has the 64 that it has elsewhere.
    return text.getvalue().replace(", dtype=int64)", ")")


def data_of(value):
    if figure := figure_of(value):
        return figure
    data = {"text/plain": plain(value)}
    for kind, method in RICH.items():
        if not isinstance(value, type) and hasattr(value, method):
            shown = getattr(value, method)()
            if shown is not None:
                data[kind] = shown
    if "text/latex" in data:
        # The page has no script for LaTeX; sympy writes what every browser shows.
        from sympy.printing.mathml import mathml

        math = mathml(value, printer="presentation")
        data["text/html"] = f'<math display="block">{math}</math>'
    return data


def figure_of(value):
    if "matplotlib.figure" not in sys.modules:
        return None
    from matplotlib.figure import Figure

    if not isinstance(value, Figure):
        return None
    text = io.StringIO()
    colours = {"facecolor": value.get_facecolor(), "edgecolor": value.get_edgecolor()}
    value.savefig(text, format="svg", bbox_inches="tight", **colours, **asked)
    return {SVG: text.getvalue(), "text/plain": repr(value)}


def show_figures(*args, **options):
    if "matplotlib.pyplot" in sys.modules:
        import matplotlib.pyplot as plt

        try:
            for number in plt.get_fignums():
                display(plt.figure(number))
        finally:
            plt.close("all")


def with_figures():
    """Matplotlib is there: plt.show() gives the figures to the page."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    plt.show = show_figures


# -------------------------------------------------------------------------------- run


def run(source, name, before, check=""):
    """Run one cell; as JSON: whether it ended well, what it shows, and if that is as before.

    With a check it stands for itself, and the check is an expression over what it has defined.
    """
    space = {"__name__": "__main__", "display": display} if check else names
    outputs.clear()
    fault, there = None, {*names}
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
    file = f"<{name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    try:
        _execute(source, file, space)
        show_figures()
    except BaseException as raised:
        fault = raised
        told = {"ename": type(fault).__name__, "evalue": str(fault)}
        told |= {"traceback": _trace(fault, file), "short": _short(fault)}
        outputs.append({"output_type": "error", **told})
    finally:
        sys.stdout, sys.stderr = kept
    now = printed(outputs)
    for output in outputs:
        if svg := output.get("data", {}).get(SVG):
            output["data"][SVG] = framed(svg, "A figure drawn by this cell")
    done = {
        "ok": fault is None,
        "outputs": outputs,
        "same": same(now, json.loads(before)),
    }
    if check:
        done["right"] = fault is None and _holds(check, space)
    if name := absent(fault):
        done["missing"] = name
    if lacks := lacking(fault):
        done["lacks"] = lacks
        for name in _defined(source, there):
            lost.add(name)
            names.pop(name, None)  # half made, or of a cell above
    else:
        lost.difference_update(names)
    return json.dumps({**done, "now": now})


def _holds(check, space):
    try:
        return bool(eval(check, space))
    except Exception:  # of what a reader has made, anything may be asked
        return False


def _defined(source, there):
    """The names to which a cell gives a value; what it imports once more stays what it is."""
    for symbol in symtable.symtable(source, "cell", "exec").get_symbols():
        if symbol.is_assigned() or (
            symbol.is_imported() and symbol.get_name() not in there
        ):
            yield symbol.get_name()


def absent(fault):
    """The module that was not found, also where a package has said so in its own words."""
    while fault is not None and not isinstance(fault, ModuleNotFoundError):
        fault = fault.__cause__ or fault.__context__
    return fault and (fault.name or "").partition(".")[0]


def lacking(fault):
    """In words, what a cell needs that a page has not; None where the fault is its own.

    Examples
    --------
    >>> lacking(ModuleNotFoundError("No module named 'polars'", name="polars"))
    'needs polars, which a page cannot load'
    >>> lacking(ValueError("no order"))
    """
    if (name := absent(fault)) and name != "_multiprocessing":
        return f"needs {name}, which a page cannot load"
    if isinstance(fault, ImportError | OSError) and "process" in str(fault):
        return "needs a process of its own, which a page has not"
    if isinstance(fault, NameError) and fault.name in lost:
        return f"needs {fault.name}, from a cell that cannot run here"
    if isinstance(fault, TypeError) and "unexpected keyword" in str(fault):
        files = [frame.filename for frame in traceback.extract_tb(fault.__traceback__)]
        asked = [
            file.split("/site-packages/")[-1] for file in files if "/site-" in file
        ]
        name = asked[0].split("/")[0] if asked else "ordref"
        return None if name == "ordref" else f"needs a newer {name} than a page has"
    return None


def _execute(source, file, space):
    tree = ast.parse(source, file)
    last = None
    if (
        tree.body
        and isinstance(tree.body[-1], ast.Expr)
        and not source.rstrip().endswith(";")
    ):
        last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, file, "exec"), space)
    if last is None:
        return
    value = eval(compile(last, file, "eval"), space)
    if value is not None:
        space["_"] = value
        outputs.append({"output_type": "execute_result", "data": data_of(value)})


def _short(fault):
    """What a reader has written, and what is wrong with it; not the ways of the libraries."""
    told = traceback.TracebackException.from_exception(fault)
    mine = [frame for frame in told.stack if frame.filename.startswith("<cell")]
    told.stack = traceback.StackSummary.from_list(mine)
    return "".join(told.format(chain=False))


def _trace(fault, file):
    """The traceback from the cell on, without the frames of this module."""
    frames = fault.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != file:
        frames = frames.tb_next
    return "".join(traceback.format_exception(type(fault), fault, frames))
