"""How foreign code is called: in this process and in a child, with limits."""

import subprocess
import sys
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from ordref.instruments.verify.calling import (
    Called,
    call_safely,
    child,
    imported_function,
)


def test_a_number_is_one_whatever_holds_it():
    for returned, value, error in [
        (np.array([[0.5]]), 0.5, ""),
        (np.array([3], "uint8"), 3.0, ""),
        (True, 1.0, ""),
        (Fraction(1, 4), 0.25, ""),
        (SimpleNamespace(statistic=0.75, pvalue=0.01), 0.75, ""),
        (None, None, "returned None"),
        ("0.5", None, "returned '0.5'"),
        (b"0.5", None, "returned b'0.5'"),
        ([0.5, 0.5], None, "returned an array of shape (2,)"),
        (SimpleNamespace(value=1), None, "raised TypeError"),
        (np.zeros((0,)), None, "returned an array of shape (0,)"),
        (np.complex64(1), None, "returned a complex number, "),
    ]:
        called = call_safely(lambda returned=returned: returned, [])
        assert called.error.startswith(error) if error else called.error == ""
        assert called.value == value if value is not None else np.isnan(called.value)
        assert (called.ends, called.changes) == (False, False)


class SilentError(ValueError):
    def __str__(self):
        raise RuntimeError("no message")


class EndingError(ValueError):
    def __str__(self):
        raise KeyboardInterrupt


def test_of_an_error_its_kind_and_the_first_line_are_told():
    for error, said in [
        (KeyError(), "KeyError: without a message"),
        (ValueError("\n first\nsecond"), "ValueError: first"),
        (ValueError("x" * 200), "ValueError: " + "x" * 160),
        (ValueError("x" * 160), "ValueError: " + "x" * 160),
        (SilentError(), "SilentError: with a message that cannot be read"),
        (EndingError(), "EndingError: with a message that cannot be read"),
        (ValueError("a\ud800\x1b[2Jb"), r"ValueError: a\ud800\x1b[2Jb"),
        (ValueError("≤ 1"), "ValueError: ≤ 1"),
    ]:

        def raising(error=error):
            raise error

        called = call_safely(raising, [])
        assert str(called) == called.error == f"raised {said}"
        assert (called.ends, called.changes) == (False, False)
        assert np.isnan(called.value)
        called.error.encode()


def test_a_value_is_told_with_twelve_digits():
    assert str(Called(1 / 3)) == "0.333333333333"
    assert str(Called()) == "nan"


def test_a_changed_argument_is_noticed_beside_one_that_is_not():
    def second(a, b):
        b[0] = 9
        return 1.0

    one = [np.array([1, 2]), np.array([3, 4])]
    assert call_safely(second, one).changes
    assert not call_safely(lambda a, b: 1.0, one).changes
    with np.errstate(all="raise"):
        assert np.isnan(
            call_safely(lambda a: np.float64(0) / a, [np.array([0.0])]).value
        )


def test_what_the_folder_has_comes_before_what_is_installed(tmp_path, monkeypatch):
    for name in ("here", "installed"):
        (tmp_path / name).mkdir()
        text = f"def where(cm):\n    return {name!r}\nclass C:\n    pass\n"
        (tmp_path / name / "kit_places.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "installed"), *sys.path])
    function, refused = imported_function("kit_places", "where")
    assert (function(None), refused) == ("here", "")
    assert imported_function("kit_places", "C.none") == (
        None,
        "kit_places has no C.none",
    )
    assert (
        imported_function("kit_places", "__name__")[1]
        == "kit_places:__name__ is not a function"
    )
    del sys.modules["kit_places"]


def test_an_import_may_take_longer_than_a_call():
    with pytest.raises(ValueError, match="math has no nothing"):
        child("math", "nothing", {}, 1e-3)


def test_a_function_that_goes_on_does_not_keep_the_program():
    code = (
        "import time; from ordref.instruments.verify import check, trial; trial.SECONDS = 0.1\n"
        "print(check(lambda cm: time.sleep(99), 'mae').lost)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.startswith("it gave no answer within 0.1 s")
