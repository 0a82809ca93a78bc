"""The list of measures, the table of all of them, and the command line."""

import inspect
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from small import all_matrices, random_matrices

import ordref
from ordref import __main__ as command
from ordref import definitions, evaluate
from ordref.measures import MEASURES, values

CM = [[4, 1, 0], [2, 6, 1], [0, 1, 1]]
SHOWN = [m.name for m in MEASURES.values() if m.shown]

every_measure = pytest.mark.parametrize("name", MEASURES)


# ------------------------------------------------------------------- the list


def public_measures(package):
    """Public functions of a matrix that return a number for it."""
    for name in package.__all__:
        function = getattr(package, name)
        first, *others = inspect.signature(function).parameters.values()
        needs_more = any(p.default is inspect.Parameter.empty for p in others)
        of_matrix = first.name == "cm" and not needs_more
        if of_matrix and isinstance(function([[1, 1], [0, 1]]), float):
            yield name


def missing(package):
    listed = {m.function or m.name for m in MEASURES.values()}
    return sorted(set(public_measures(package)) - listed)


def test_every_public_measure_is_in_the_list():
    assert missing(ordref) == []


def test_a_measure_that_is_not_in_the_list_is_noticed():
    def novel(cm):
        return 0.5

    def per_class(cm):
        return np.zeros(2)

    package = SimpleNamespace(
        __all__=["novel", "per_class", "mae"],
        novel=novel, per_class=per_class, mae=ordref.mae,
    )  # fmt: skip
    assert missing(package) == ["novel"]


@every_measure
def test_measure_is_its_function_with_its_options(name):
    measure = MEASURES[name]
    function = getattr(ordref, measure.function or name)
    assert measure(CM) == function(CM, **measure.options)


@every_measure
def test_a_suffix_names_another_option(name):
    measure = MEASURES[name]
    if measure.function:
        assert name.startswith(measure.function + "_")
        assert measure.options
        assert measure(CM) != MEASURES[measure.function](CM)
    else:
        assert not measure.options


@every_measure
@pytest.mark.parametrize("K", [1, 2, 3])
def test_values_are_within_the_range(name, K):
    measure = MEASURES[name]
    value = measure(all_matrices(K, 3))
    value = value[~np.isnan(value)]
    # A singular value may miss a bound by rounding.
    slack = 1e-12 if measure.chapter == "functional" else 0
    assert (measure.least - slack <= value).all()
    assert (value <= measure.greatest(K) + slack).all()


@pytest.mark.parametrize("name", SHOWN)
def test_a_perfect_classifier_is_at_the_better_end(name):
    measure = MEASURES[name]
    if measure.better == "neither":
        return
    best = measure.least if measure.better == "low" else measure.greatest(3)
    assert measure(np.diag([2, 1, 3])) == pytest.approx(best, abs=1e-12)


@every_measure
def test_chapter_is_one_or_is_the_module_of_one(name):
    root = Path(__file__).parents[1]
    stems = {path.stem for path in (root / "chapters").glob("*.ipynb")}
    stems |= {path.stem for path in (root / "ordref").glob("*.py")}
    assert MEASURES[name].chapter in stems


# ------------------------------------------------------------------- the table


def test_one_matrix_has_a_row_for_each_measure():
    table = evaluate(CM)
    assert list(table.index) == SHOWN
    assert list(table.columns) == ["symbol", "value", "least", "greatest", "better"]
    for name in SHOWN:
        assert table.loc[name, "value"] == MEASURES[name](CM)
        assert table.loc[name, "greatest"] == MEASURES[name].greatest(3)


def test_the_wrong_formula_of_2008_has_no_place_in_the_table():
    assert "r_int_2008" not in evaluate(CM).index


def test_values_are_those_of_the_definitions():
    pairs = definitions.observations(CM)
    table = evaluate(CM)["value"]
    assert table["mae"] == float(definitions.mae(pairs))
    assert table["somers_d_true"] == float(definitions.somers_d(pairs, "true"))
    assert table["oci"] == pytest.approx(float(definitions.oci(pairs, 3)), abs=1e-15)


def test_labels_are_counted():
    true, pred = ["low", "high", "mid", "low"], ["low", "mid", "mid", "mid"]
    order = ["low", "mid", "high"]
    expected = evaluate(ordref.confusion_matrix(true, pred, labels=order))
    pd.testing.assert_frame_equal(evaluate(true, pred, labels=order), expected)


def test_an_ordered_categorical_brings_its_order():
    order = ["low", "mid", "high"]
    true, pred = (
        pd.Series(pd.Categorical(v, order, ordered=True))
        for v in (["low", "high"], ["mid", "high"])
    )
    assert evaluate(true, pred).loc["mae", "greatest"] == 2


def test_a_stack_has_a_row_for_each_matrix():
    stack = random_matrices(4, S=7)
    table = evaluate(stack)
    assert list(table.columns) == SHOWN
    assert list(table.index) == list(range(7))
    for k, cm in enumerate(stack):
        pd.testing.assert_series_equal(
            table.loc[k], evaluate(cm)["value"], check_names=False, rtol=1e-14
        )


def test_a_stack_of_stacks_is_indexed_by_place():
    stack = random_matrices(3, S=6).reshape(2, 3, 3, 3)
    table = evaluate(stack)
    assert list(table.index) == list(np.ndindex(2, 3))
    assert table.loc[(1, 2), "mae"] == ordref.mae(stack[1, 2])


def test_a_frame_is_a_matrix():
    frame = pd.DataFrame(CM, index=[1, 2, 3], columns=[1, 2, 3])
    pd.testing.assert_frame_equal(evaluate(frame), evaluate(CM))


def test_shares_have_every_measure_but_r_int():
    value = evaluate(np.array(CM) / 16)["value"]
    assert list(value.index[value.isna()]) == ["r_int"]


def test_counts_beside_shares_in_a_stack_keep_r_int():
    column = evaluate([CM, np.array(CM) / 16])["r_int"]
    assert column[0] == ordref.r_int(CM)
    assert np.isnan(column[1])


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([1, 2, 3],), {}, "y_pred is missing"),
        ((CM,), {"labels": [1, 2, 3]}, "labels goes with"),
        ((["a", "b"], ["b", "a"]), {}, "order of the classes"),
        (([1, 2], [1, 2, 3]), {}, "paired by position"),
        (([[1, 2, 3], [4, 5, 6]],), {}, "shape"),
        (([[0, 0], [0, 0]],), {}, "no mass"),
    ],
)
def test_bad_input_is_refused(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        evaluate(*arguments, **options)


def test_symbols_are_refused():
    sp = pytest.importorskip("sympy")
    n = np.array(sp.symbols("a b c d", positive=True)).reshape(2, 2)
    with pytest.raises(ValueError, match="symbols"):
        evaluate(n)


def run(code):
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_without_pandas_it_says_what_to_install():
    said = run(
        "import sys; sys.modules['pandas'] = None; import ordref; ordref.evaluate([[1]])"
    )
    assert said.endswith("ImportError: evaluate makes a pandas table: install pandas\n")


def test_the_command_line_needs_no_pandas(sheet):
    code = f"import sys; sys.modules['pandas'] = None; from ordref.__main__ import main; main({[sheet, *INTEGERS]})"  # noqa: E501
    assert "mae" in run(code)


# ------------------------------------------------------------------- the command line

TEXT = """id,grade,guess,score,pred score,empty
1,low,low,1,2,
2,"mid, or so",high,3,3,
3,high,high,5,3,
"""
WORDS = ["--true", "grade", "--pred", "guess"]
ORDER = ["--labels", 'low,"mid, or so",high']
INTEGERS = ["--true", "score", "--pred", "pred score"]


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


def started(arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "ordref", *arguments],
        capture_output=True, text=True, check=False, **options,
    )  # fmt: skip


def test_command_prints_every_measure(sheet):
    done = started([sheet, *WORDS, *ORDER])
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "3 observations, 3 classes in order: low, mid, or so, high"
    assert [line.split()[0] for line in lines[3:]] == SHOWN
    assert "mae                            0.333333  0 to 2    low" in lines


def test_command_prints_standard_json(sheet):
    done = started([sheet, *WORDS, *ORDER, "--json"])

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    report = json.loads(done.stdout, parse_constant=refuse)
    assert report["classes"] == ["low", "mid, or so", "high"]
    assert report["confusion_matrix"] == [[1, 0, 0], [0, 0, 1], [0, 0, 1]]
    assert report["observations"] == 3
    assert report["measures"] == values(np.array(report["confusion_matrix"]))


def test_undefined_is_null(tmp_path, capsys):
    path = tmp_path / "one.csv"
    path.write_text("t,p\n1,1\n", encoding="utf-8")
    assert command.main([str(path), "--true", "t", "--pred", "p", "--json"]) == 0
    measures = json.loads(capsys.readouterr().out)["measures"]
    assert [k for k, v in measures.items() if v is None] == [
        "kendall_tau_b", "goodman_kruskal_gamma", "somers_d", "somers_d_true", "spearman",
        "pearson", "r_int", "weighted_kappa", "weighted_kappa_quadratic",
        "weighted_kappa_unweighted", "sup_correlation", "ii_correlation",
        "id_correlation", "mon_correlation", "co_correlation", "anti_correlation",
        "coanti_correlation",
    ]  # fmt: skip
    assert command.main([str(path), "--true", "t", "--pred", "p"]) == 0
    assert "undefined" in capsys.readouterr().out


def test_integers_span_smallest_to_largest(sheet, capsys):
    assert command.main([sheet, *INTEGERS, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["classes"] == [1, 2, 3, 4, 5]
    assert report["measures"]["mae"] == 1


def test_integers_take_labels(sheet, capsys):
    assert command.main([sheet, *INTEGERS, "--labels", "1,2,3,5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["classes"] == [1, 2, 3, 5]


def test_columns_may_be_one(sheet, capsys):
    assert command.main([sheet, "--true", "id", "--pred", "id"]) == 0
    assert "3 classes in order: 1, 2, 3" in capsys.readouterr().out


def test_byte_order_mark_and_carriage_returns_are_no_part_of_a_name(tmp_path, capsys):
    path = tmp_path / "windows.csv"
    path.write_bytes(b"\xef\xbb\xbft,p\r\n1,2\r\n2,2\r\n\r\n")
    assert command.main([str(path), "--true", "t", "--pred", "p"]) == 0
    assert capsys.readouterr().out.startswith("2 observations")


def test_standard_input_is_a_dash():
    done = started(["-", "--true", "t", "--pred", "p"], input="t,p\n1,2\n")
    assert done.stdout.startswith("1 observation, 2 classes")


REFUSED = {
    "missing column": (2, TEXT, ["--true", "grades", "--pred", "guess"],
                       "no column 'grades'; there are 'id', 'grade', 'guess'"),
    "other separator": (2, TEXT.replace(",", ";"), WORDS, "separated by commas?"),
    "column twice": (2, "t,t,p\n1,1,1\n", ["--true", "t", "--pred", "p"], "2 columns"),
    "no option": (2, TEXT, ["--true", "grade"], "required: --pred"),
    "empty label": (2, TEXT, [*WORDS, "--labels", "low,,high"], "empty class"),
    "no label": (2, TEXT, [*WORDS, "--labels", ""], "empty class"),
    "label twice": (2, TEXT, [*WORDS, "--labels", "low,high,low"], "'low' twice"),
    "unknown label": (1, TEXT, [*WORDS, "--labels", "low,high"],
                      "line 3 of FILE: column 'grade' has 'mid, or so', which is not "
                      "among --labels low,high"),
    "unknown integer": (1, TEXT, [*INTEGERS, "--labels", "1,2,3"],
                        "line 4 of FILE: column 'score' has 5, which is not among"),
    "order unknown": (1, TEXT, WORDS,
                      "order of the classes is unknown: column 'grade' has 'low' in "
                      "line 2; give --labels"),
    "one word among integers": (1, "t,p\n1,1\n2,two\n", ["--true", "t", "--pred", "p"],
                                "column 'p' has 'two' in line 3"),
    "empty file": (1, "", WORDS, "FILE is empty"),
    "blank file": (1, "\n\n", WORDS, "FILE is empty"),
    "header only": (1, "grade,guess\n", WORDS, "a header and no observations"),
    "no value": (1, TEXT, ["--true", "grade", "--pred", "empty"],
                 "line 2 of FILE has no value in column 'empty'"),
    "too few fields": (1, "grade,guess\nlow\n", WORDS, "line 2 of FILE has 1 fields"),
    "open quote": (1, 'grade,guess\n"low,low\n', WORDS, "not CSV"),
    "too many classes": (1, "t,p\n1,99999999\n", ["--true", "t", "--pred", "p"],
                         "table too large"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_command_refuses_in_one_line(case, tmp_path, capsys):
    code, text, arguments, message = REFUSED[case]
    path = tmp_path / "FILE"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as refused:
        command.main([str(path), *arguments])
    out, err = capsys.readouterr()
    assert (refused.value.code, out) == (code, "")
    assert message in err.replace(str(path), "FILE")
    assert err.startswith("python -m ordref: error: ")
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit) as refused:
        command.main([str(tmp_path / "none.csv"), *WORDS])
    assert refused.value.code == 2
    assert "cannot read" in capsys.readouterr().err


def test_a_file_that_is_not_text_is_refused(tmp_path, capsys):
    path = tmp_path / "latin.csv"
    path.write_bytes("t,p\nmäßig,gut\n".encode("latin-1"))
    with pytest.raises(SystemExit) as refused:
        command.main([str(path), "--true", "t", "--pred", "p"])
    assert refused.value.code == 1
    assert "not UTF-8" in capsys.readouterr().err


def test_refusals_reach_the_shell(sheet):
    done = started([sheet, *WORDS])
    assert done.returncode == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_reader_may_leave(sheet):
    command = [sys.executable, "-m", "ordref", sheet, *WORDS, *ORDER]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        started.stdout.close()
        assert started.stderr.read() == b""
    assert started.returncode == 0


def test_help_states_the_rule_of_order(capsys):
    with pytest.raises(SystemExit) as left:
        command.main(["--help"])
    assert left.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "from the smallest to the largest seen" in said
