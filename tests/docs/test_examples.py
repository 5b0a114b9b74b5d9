"""The examples run, and print what the page about them says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from tests.said import assert_printed, test_alike

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/examples.md").read_text()
SHOWN = dict(re.findall(r"^<!-- example (\w+) -->\n```text\n(.*?)^```", PAGE, re.M | re.DOTALL))

__all__ = ["test_alike"]


@pytest.mark.parametrize("name", SHOWN)
def test_example_prints_what_its_page_says(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / f"examples/{name}.py"), run_name="__main__")
    assert_printed(SHOWN[name], capsys.readouterr().out)


def test_there_are_five() -> None:
    assert sorted(SHOWN) == ["fluid", "jets", "materials", "mechanics", "ml_model"]
