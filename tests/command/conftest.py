"""How the command line is asked in its tests, and how it answers."""

import pytest
from asked import KINDS

from ordref import __main__ as command


@pytest.fixture
def write(tmp_path):
    def written(frame, kind=".csv"):
        path = tmp_path / f"labels{kind}"
        KINDS[kind](frame, path)
        return str(path)

    return written


@pytest.fixture
def said(capsys):
    def ran(*arguments):
        assert command.main(list(arguments)) == 0
        return capsys.readouterr().out

    return ran


@pytest.fixture
def refused(capsys):
    def ran(*arguments):
        with pytest.raises(SystemExit) as left:
            command.main(list(arguments))
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("python -m ordref: error: ")
        return left.value.code, err

    return ran
