"""The code on the pages runs, and the figures on them are those of the result files."""

from __future__ import annotations

import dataclasses
import importlib.util
import pkgutil
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import liesd
from benchmarks import tables
from liesd.cli import main
from tests.registries import kept_registries
from tests.said import assert_printed

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
BLOCK = r"^```(python|sh)\n(.*?)^```(?:\n\n```text\n(.*?)^```)?"
WITHOUT_CODE = (
    "api.md",  # docstrings have tests of their own,
    "examples.md",  # and so have examples
    "gallery.md",  # and notebooks
    "glossary.md",
    "validation.md",
)
SMALL = {"200000": "8"}  # a page may show a long run


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_on_the_page_runs(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In the order of the page; what is shown right below a block of Python must be printed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text(measurements())  # "your data"
    blocks = re.findall(BLOCK, page.read_text(), re.DOTALL | re.MULTILINE)
    kinds = {kind for kind, _, _ in blocks}
    assert "python" in kinds or page.name in WITHOUT_CODE, f"{page.name} shows no code"
    names: dict[str, object] = {}
    with kept_registries():  # a page may show how to add to the library
        for kind, block, shown in blocks:
            if kind == "sh":
                for line in block.splitlines():
                    run(shlex.split(line, comments=True))
            else:
                exec(compile(block, str(page), "exec"), names)
                assert_printed(shown, capsys.readouterr().out)


def measurements() -> str:
    x = np.random.default_rng(0).normal(size=(300, 4))
    y = (x[:, :2] + x[:, 2:]) * np.exp(-np.sum(x**2, axis=1, keepdims=True) / 9)
    rows = [",".join(f"{number:.4f}" for number in row) for row in np.hstack([x, y])]
    return "\n".join(["q1,q2,p1,p2,y1,y2", *rows])


def run(command: list[str]) -> None:
    """Run a command of the library, made small; look whether there is such a one for others."""
    if command[0] == "eval":  # eval "$(command)"
        command = shlex.split(command[1].removeprefix("$(").removesuffix(")"))
    if command[0] == "liesd":
        words = [SMALL.get(word, word) for word in command[1:]]
        words = words[: words.index(">")] if ">" in words else words
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
    elif command[:2] == ["python", "-m"]:
        assert importlib.util.find_spec(command[2])
    elif command[0] == "python":
        assert (ROOT / command[1]).exists()
    elif command[0] == "make":
        assert f"\n{command[1]}:" in (ROOT / "Makefile").read_text()
    else:
        assert command[:2] == ["pip", "install"]


def test_links_and_pictures_exist() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
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


def test_every_threshold_of_the_verdict_is_explained() -> None:
    told = re.findall(r"^\| `(\w+)` \| \S+ \| .{10,} \|$", tables.rule_table(), re.MULTILINE)
    assert told == [field.name for field in dataclasses.fields(liesd.Rule)]


def test_the_readme_is_short() -> None:
    text = (ROOT / "README.md").read_text()
    prose = re.sub(r"```.*?```|<!--.*?-->|\]\(.*?\)", "", text, flags=re.DOTALL)
    words = [line.split() for line in prose.splitlines() if not line.startswith("|")]
    assert sum(map(len, words)) <= 500


def test_extensions_are_short() -> None:
    """An action, a source, a learner, a format: each in under 40 lines."""
    blocks = re.findall(BLOCK, (ROOT / "docs/extending.md").read_text(), re.DOTALL | re.MULTILINE)
    classes = [block for _, block, _ in blocks if "register" in block]
    assert len(classes) >= 5
    assert all(len(block.splitlines()) < 40 for block in classes)


def test_the_api_page_tells_the_truth() -> None:
    """What it lists as liesd.<name> is there, and all that is public is listed."""
    listed = re.findall(r"^::: liesd\.([\w.]+)", (ROOT / "docs/api.md").read_text(), re.MULTILINE)
    for name in listed:
        pkgutil.resolve_name(f"liesd.{name}")
    heads = {name.split(".")[0] for name in listed}
    errors = {name for name in liesd.__all__ if name.endswith("Error")}
    assert set(liesd.__all__) - heads <= errors | {"errors", "reproduce", "tasks"}


def test_the_walk_names_files_that_are_there() -> None:
    text = (ROOT / "docs/extending.md").read_text().split("## A walk through the house")[1]
    room, named = "", 0
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 3:
            continue
        room = cells[0].strip("`/") or room
        for name in re.findall(r"`([\w/]+\.py)`", " ".join(cells[1:])):
            home = ROOT / "src/liesd" / ("" if "/" in name else room)
            assert (home / name).exists(), f"{room}: {name}"
            named += 1
    assert named > 25
