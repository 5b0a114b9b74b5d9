"""The code on the pages runs, and the figures on them are those of the result files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks import tables

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_on_the_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    assert blocks, f"{page.name} shows no code"
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(page), "exec"), names)


def test_links_and_pictures_exist() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} points at {target}"


def test_tables_on_the_pages_are_those_of_the_result_files() -> None:
    for page, marks in tables.tables().items():
        text = page.read_text()
        for mark, made in marks.items():
            shown = re.search(rf"<!-- {mark} -->\n(.*?)\n<!-- /{mark} -->", text, re.DOTALL)
            assert shown
            assert shown[1] == made
    ratio = re.search(r"<!-- memory.ratio -->([\d.]+)", (ROOT / "README.md").read_text())
    assert ratio
    assert ratio[1] == f"{tables.results('memory')['ratio']:.2f}"
