"""The notebooks of the gallery run, and still print what is kept in them and shown on the site."""

from __future__ import annotations

import ast
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pytest

from tests.said import assert_printed

ROOT = Path(__file__).parents[2]
GALLERY = ROOT / "docs" / "gallery"
BOOKS = sorted(GALLERY.glob("*.ipynb"))
TOPICS = ["chemistry", "jets", "materials", "mechanics", "molecules", "sklearn_model"]


def read_cells(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text())["cells"]


def read_printed(cell: dict[str, Any]) -> str:
    streams = [output for output in cell["outputs"] if output.get("name") == "stdout"]
    return "".join(line for output in streams for line in output["text"])


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_shows(path: Path) -> None:
    names: dict[str, object] = {}
    drawn = 0
    plt.close("all")
    for cell in read_cells(path):
        if cell["cell_type"] != "code":
            continue
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(ast.parse("".join(cell["source"])), path.name, "exec"), names)
        assert_printed(read_printed(cell), printed.getvalue())
        shown = [output for output in cell["outputs"] if "image/png" in output.get("data", {})]
        assert len(shown) == len(plt.get_fignums()), "".join(cell["source"])
        drawn += len(shown)
        plt.close("all")
    assert drawn, "there is no picture for the thumbnail"


def test_there_are_six_that_were_run_to_the_end() -> None:
    assert [path.stem for path in BOOKS] == TOPICS
    for path in BOOKS:
        cells = [cell for cell in read_cells(path) if cell["cell_type"] == "code"]
        assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
        outputs = [output for cell in cells for output in cell["outputs"]]
        kinds = {output["output_type"] for output in outputs}
        assert kinds <= {"stream", "display_data", "execute_result"}
        assert not any(output.get("name") == "stderr" for output in outputs)
        assert path.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_teaches(path: Path) -> None:
    """From a question to data, a spec, an answer in words, and what to do next."""
    text = "\n".join(
        "".join(cell["source"]) for cell in read_cells(path) if cell["cell_type"] == "markdown"
    )
    steps = re.findall(r"\*\*([^*]+?)[.?]?\*\*", text)
    assert [steps[0], steps[1], steps[-1]] == ["The question", "The data", "What next"]
    assert "The answer" in steps
    assert any("spec" in step for step in steps)
    assert path.stem in (ROOT / "docs/gallery.md").read_text()
