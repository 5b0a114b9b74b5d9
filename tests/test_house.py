"""The house stays as it was built: few flat files, small rooms, short files, lean start-up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src/liesd"
FOLDERS = [
    SOURCE,
    *(path for path in SOURCE.rglob("*") if path.is_dir() and list(path.glob("*.py"))),
]
FLAT, MODULES, LINES = 5, 15, 400


def test_few_modules_are_flat() -> None:
    assert len(list(SOURCE.glob("*.py"))) <= FLAT


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_rooms_are_small_and_files_short(folder: Path) -> None:
    files = list(folder.glob("*.py"))
    assert len(files) <= MODULES
    for file in files:
        assert len(file.read_text().splitlines()) <= LINES, file.name


def test_tests_mirror_the_rooms() -> None:
    rooms = {folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists()}
    tested = {folder.name for folder in Path(__file__).parent.iterdir() if folder.is_dir()}
    assert rooms <= tested


@pytest.mark.parametrize("module", ["liesd", "liesd.cli", "liesd.verdict.decide", "liesd.algebra"])
def test_torch_is_not_loaded_before_it_is_needed(module: str) -> None:
    code = f"import sys, {module}; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
