"""How the command line is asked in its tests, and how it answers."""

import pytest
from asked import KINDS

from ordref import __main__ as command


@pytest.fixture
def write(tmp_path):
    def written(frame, kind=".csv", name="labels"):
        path = tmp_path / f"{name}{kind}"
        KINDS[kind](frame, path)
        return str(path)

    return written


@pytest.fixture
def told(capsys):
    """What is printed and what is said where errors are told, of a command that succeeds."""

    def ran(*arguments):
        assert command.main(list(arguments)) == 0
        return capsys.readouterr()

    return ran


@pytest.fixture
def said(told):
    return lambda *arguments: told(*arguments).out


@pytest.fixture
def refused(capsys):
    def ran(*arguments):
        with pytest.raises(SystemExit) as left:
            command.main(list(arguments))
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("ordref: error: ")
        return left.value.code, err

    return ran
