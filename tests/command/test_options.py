"""Options that do not go together, messages, and the help."""

import re
import tomllib
from pathlib import Path

import pytest
from asked import COLUMNS, FRAME

import ordref
from ordref import __main__ as command

# ------------------------------------------------------------------- options together


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--true", "t"], "required: --pred"),
        (
            [*COLUMNS, "--by", "t"],
            "--by is 't', as another column: give a column of its own",
        ),
        ([*COLUMNS, "--weight", "p"], "--weight is 'p', as another column"),
        (
            [*COLUMNS, "--versus", "p"],
            "--versus is 'p', as another column: give a third",
        ),
        (
            [*COLUMNS, "--versus", "w", "--by", "fold"],
            "--versus compares .* leave out --by",
        ),
        ([*COLUMNS, "--versus", "w", "--weight", "share"], "leave out --weight"),
        ([*COLUMNS, "--versus", "w", "--html", "x"], "leave out --html"),
        (
            [*COLUMNS, "--versus", "w", "--format", "latex"],
            "a table or JSON, not latex",
        ),
        ([*COLUMNS, "--by", "fold", "--interval"], "--interval takes one matrix"),
        (
            ["--matrix", "--true", "t"],
            "--matrix has no columns to name: leave out --true",
        ),
        (
            ["--matrix", "--dropna"],
            "--matrix has no rows to leave out: leave out --dropna",
        ),
        ([*COLUMNS, "--by", "group"], "no column 'group'"),
        ([*COLUMNS, "--weight", "group"], "no column 'group'"),
        ([*COLUMNS, "--format", "word"], "invalid choice: 'word'"),
    ],
    ids=str,
)
def test_options_that_do_not_go_together_are_refused(options, message, write, refused):
    code, err = refused(write(FRAME), *options)
    assert code == 2
    assert re.search(message, err)


def test_intervals_of_weights_that_are_no_counts_are_refused(write, refused):
    code, err = refused(write(FRAME), *COLUMNS, "--weight", "share", "--interval")
    assert code == 1
    assert "whole" in err


def test_every_extra_is_named_with_what_it_gives():
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    readme = (root / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^Extras add more, .*$", readme, re.MULTILINE)
    assert set(re.findall(r"`(\w+)` \(", line)) == set(extras)
    page = (root / "chapters/getting.md").read_text(encoding="utf-8")
    assert set(re.findall(r'install "\.\[(\w+)\]" +#', page)) == set(extras)


# ------------------------------------------------------------------- messages


def test_a_message_shows_so_many_columns_and_characters(tmp_path, refused):
    path = tmp_path / "FILE"
    names = [f"col{k}" for k in range(10)]
    for columns, end in (
        (names, ", 'col9'\n"),
        ([*names, "x"], "'col9', ... (11 in all)\n"),
    ):
        path.write_text(",".join(columns) + "\n", encoding="utf-8")
        assert refused(str(path), "--true", "true", "--pred", "x1")[1].endswith(end)
    near = ["grade1", "grade2", "grade3", "grade4"]
    path.write_text(",".join(near) + "\n", encoding="utf-8")
    err = refused(str(path), "--true", "grade", "--pred", "x1")[1]
    assert err.partition("is it ")[2].count("'grade") == 3
    for length, shown in (60, "x" * 60), (61, "x" * 60 + "..."):
        path.write_text(f"t,p\n1,{'x' * length}\n", encoding="utf-8")
        assert f" has '{shown}' in line 2" in refused(str(path), *COLUMNS)[1]
    path.write_text("t,p\n1,x\n", encoding="utf-8")
    for labels, end in (range(10), ",8,9\n"), (range(11), ",8,9,...\n"):
        given = ",".join(map(str, labels))
        assert refused(str(path), *COLUMNS, "--labels", given)[1].endswith(end)


def test_as_many_labels_as_a_table_holds_are_taken(tmp_path, refused):
    path = tmp_path / "FILE"
    path.write_text("t,p\n1,x\n", encoding="utf-8")
    labels = ",".join(map(str, range(2000)))
    assert (
        "'x', which is not among" in refused(str(path), *COLUMNS, "--labels", labels)[1]
    )


def test_the_help_names_what_each_option_takes(capsys):
    with pytest.raises(SystemExit):
        command.main(["--help"])
    said = " ".join(capsys.readouterr().out.split())
    for words in (
        *("positional arguments: FILE CSV", "--true COL the", "--pred COL the"),
        *(
            "--by COL a",
            "--weight COL a",
            "--labels a,b,c the",
            "--measures a,b,c which",
        ),
        *("--interval [LEVEL] print", "--versus COL the", "--sep CHAR what"),
        *("--html OUT write", "--book ADDRESS where"),
        *("--dropna leave", "--force let", "16 megabytes"),
    ):
        assert words in said
    with pytest.raises(SystemExit) as left:
        command.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"ordref {ordref.__version__}\n"
