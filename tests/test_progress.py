"""Progress: stages that begin, advance and end, wherever they are shown."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import liesd
from liesd.progress import (
    Caller,
    Display,
    Lines,
    Notebook,
    Progress,
    Reporter,
    Terminal,
    is_notebook,
    read_progress,
)

X = np.random.default_rng(0).normal(size=(1600, 3))
Y = np.exp(-(X**2).sum(axis=1) / 4)
KERNEL: dict[str, Any] = {"learner": "kernel", "centres": 60}


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def learn_and_discover(progress: Any, **settings: Any) -> None:
    model = liesd.learn(X, Y, "x[3] -> 1", progress=progress, **(KERNEL | settings))
    liesd.discover(model, X, "x[3] -> 1", progress=progress)


def test_a_function_sees_every_stage_and_shares_that_never_fall() -> None:
    seen: list[Progress] = []
    learn_and_discover(seen.append)
    stages = list(dict.fromkeys(one.stage for one in seen))
    assert stages[:2] == ["checking samples", "searching for a kernel"]
    assert "replica 1 of 4: fitting a kernel" in stages
    assert "replica 4 of 4: fitting a kernel" in stages
    assert "making equations" in stages
    assert "verdict: replicas" in stages
    for stage in stages:
        runs = [one for one in seen if one.stage == stage]
        assert runs[0].done == 0
        for total in {one.total for one in runs if one.total is not None}:
            mine = [one for one in runs if one.total == total]
            assert mine[-1].share == 1.0
            begun = [k for k, one in enumerate(mine) if one.done == 0]
            for start, stop in zip(begun, [*begun[1:], len(mine)], strict=True):
                shares = [one.share for one in mine[start:stop]]
                assert shares == sorted(shares)
    with pytest.raises(AttributeError):
        seen[0].done = 3  # type: ignore[misc]


def test_networks_report_their_steps() -> None:
    seen: list[Progress] = []
    settings = {"steps": 60, "check_every": 20, "widths": (8,), "replicas": 0}
    liesd.learn(X, Y, learner="network", progress=seen.append, **settings)
    assert [one.done for one in seen if one.stage == "training a network"] == [
        *(0, 0, 20, 40, 60, 60)
    ]


def test_what_the_function_raises_ends_the_work() -> None:
    class Enough(Exception):
        pass

    def stop(now: Progress) -> None:
        if now.stage.startswith("replica 2"):
            raise Enough

    with pytest.raises(Enough):
        learn_and_discover(stop)


def test_lines_without_a_terminal_only_where_asked_for(capsys: Any) -> None:
    learn_and_discover(None)
    assert capsys.readouterr() == ("", "")
    learn_and_discover(True)
    out, err = capsys.readouterr()
    assert out == ""
    lines = [line.partition("] ")[2] for line in err.splitlines()]
    assert lines[0] == "checking samples"
    assert "making equations" in lines
    assert lines.index("checking samples") < lines.index("searching for a kernel")


def test_a_terminal_is_drawn_on_and_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    reporter = read_progress(None, wait=0.0)
    assert isinstance(reporter.display, Terminal)
    with reporter.within("replica 2 of 4").stage("training", 10) as stage:
        stage.advance(5)
        with reporter.stage("inside"):
            pass
    drawn = screen.getvalue().split("\r")
    assert drawn[1].startswith("replica 2 of 4: training  0 %")
    assert drawn[2].startswith("inside  0 s")
    assert drawn[3].startswith("replica 2 of 4: training  50 %")
    assert drawn[-2].strip() == drawn[-1] == ""  # wiped
    assert len(drawn[-2]) == len(drawn[3].rstrip())


def test_what_is_over_at_once_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with read_progress(True, wait=60.0).stage("a moment", 1):
        pass
    assert screen.getvalue() == ""


def test_notebooks_get_bars(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    assert not is_notebook()
    shell = SimpleNamespace(config={"IPKernelApp": {}})
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    reporter = read_progress(None)
    assert isinstance(reporter.display, Notebook)
    with reporter.stage("training", 4) as stage:
        stage.advance(4)
    assert "training" in "".join(capsys.readouterr())


def test_who_is_shown_what() -> None:
    kinds = {None: Display, False: Display, True: Lines, np.True_: Lines}
    for value, kind in kinds.items():
        assert type(read_progress(value).display) is kind  # tests have no terminal
    assert isinstance(read_progress(print).display, Caller)
    reporter = Reporter(Display())
    assert read_progress(reporter) is reporter
    assert reporter.stage("a\x1b[31m\n").title == "a?[31m?"
    for wrong in ("yes", 3, [True]):
        with pytest.raises(liesd.DataError, match="progress must be"):
            liesd.learn(X, Y, progress=wrong)  # type: ignore[arg-type]
    for useless in (lambda: None, lambda stage, done: None):
        with pytest.raises(liesd.DataError, match="progress is called with one argument"):
            liesd.learn(X, Y, progress=useless)  # type: ignore[arg-type]


def test_time_that_is_left() -> None:
    assert Progress("", 1, 4, 2.0).seconds_left == 6.0
    assert Progress("", 0, 4, 2.0).seconds_left is None
    assert Progress("", 5, None, 2.0).share is None
    assert Progress("", 0, 0, 2.0).share == 1.0
