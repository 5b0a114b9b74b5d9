"""The commands on the tutorial page run, and say what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import liesd
from tests.said import assert_printed

PAGE = (Path(__file__).parents[2] / "docs/tutorial.md").read_text()


def blocks(kind: str) -> str:
    return "\n".join(re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE))


def test_the_tutorial_does_what_it_says(run) -> None:
    exec(compile(blocks("python"), "tutorial.md", "exec"), {})
    shown, said = blocks("text"), ""
    assert Path("data.csv").read_text().startswith(shown.splitlines()[0])
    for line in blocks("sh").split("\n"):
        if not line:
            continue
        program, *arguments = shlex.split(line)
        assert program == "liesd"
        done = run(*arguments)
        assert done.exit_code == 0, done.output
        said += done.stdout
    assert_printed("\n".join(shown.splitlines()[3:]), said)
    assert re.search(r"relative defect of \d\.\d+e-0[2-9]", said)
    assert liesd.load("found.liesd").dimension == 1
