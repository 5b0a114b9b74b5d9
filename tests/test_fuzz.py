"""Hostile arguments end in errors of the library's own; ``benchmarks.fuzz`` draws thousands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import liesd
from benchmarks.fuzz import (
    CALLS,
    DONE,
    FOREIGN,
    OPTIONS,
    OWN,
    VALUES,
    draw_command,
    list_choices,
    perform,
    run_command,
    write_files,
)


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """A call, and the names of the odd values for one or two of its arguments."""
    name = draw(st.sampled_from(list(CALLS)))
    keys = draw(st.sets(st.sampled_from(list(CALLS[name].arguments)), min_size=1, max_size=2))
    return name, {key: draw(st.sampled_from([n for n, _ in list_choices(key)])) for key in keys}


@settings(max_examples=150, derandomize=True)
@given(calls())
def test_python(call: tuple[str, dict[str, str]]) -> None:
    name, odd = call
    end, told = perform(name, {key: dict(list_choices(key))[value] for key, value in odd.items()})
    assert end != FOREIGN, told


@pytest.mark.parametrize("name", [name for name in CALLS if not name.startswith(("load", "open"))])
def test_the_same_call_without_odd_arguments_is_fine(name: str) -> None:
    assert perform(name, {}) == (DONE, "")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path]:
    folder = tmp_path_factory.mktemp("fuzz")
    return write_files(folder), folder


@settings(
    max_examples=80, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 2**32 - 1))
def test_command_line(
    seed: int, files: tuple[list[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files[1])
    arguments = draw_command(*files, np.random.default_rng(seed))
    end, told = run_command(arguments)
    assert end != FOREIGN, (arguments, told)


def test_every_option_is_known_but_one(files: tuple[list[str], Path]) -> None:
    """Odd values reach the options: a name that is misspelt would be refused before."""
    for option in OPTIONS:
        command = "measure" if option in ("--generator", "--finite") else "discover"
        end, told = run_command([command, files[0][0], "x[3] -> 1", option, VALUES[0]])
        assert end in (OWN, DONE)
        assert ("No such option" in told) == (option == "--nonsense"), told


@pytest.mark.parametrize("value", [None, 3, [], np.eye(2), {"x": "a"}, {"x": np.zeros((2, 3))}])
def test_describe_takes_matrices_alone(value: Any) -> None:
    with pytest.raises(liesd.DataError):
        liesd.describe(value)


@pytest.mark.parametrize(
    "odd",
    [{"x": "abc"}, {"y": None}, {"size": -1}, {"size": "a"}, {"seed": 0.5}, {"x": np.eye(3) + 1j}],
)
def test_augment_takes_numbers_alone(odd: dict[str, Any]) -> None:
    x = np.random.default_rng(0).normal(size=(50, 3))
    found = liesd.discover(lambda x: x.norm(dim=1), x, "x[3] -> 1")
    y = np.linalg.norm(x, axis=1)
    with pytest.raises(liesd.DataError):
        found.algebra.augment(**({"x": x, "y": y} | odd))
