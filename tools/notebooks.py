"""``python -m tools.notebooks [NAME ...]``: run the notebooks of the gallery.

Every notebook is run from its first cell to its last, in a kernel of its own. Its outputs are
written into the file, which the site shows, and its last picture becomes its thumbnail.
"""

from __future__ import annotations

import base64
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

GALLERY = Path(__file__).parents[1] / "docs" / "gallery"
WIDTH = 360  # pixels of a thumbnail


def list_notebooks(names: Sequence[str] = ()) -> list[Path]:
    """The files of the gallery: all, or those that are named."""
    return sorted(path for path in GALLERY.glob("*.ipynb") if not names or path.stem in names)


def run(path: Path) -> None:
    """Run one notebook, and write it with its outputs and its thumbnail."""
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(path, as_version=4)
    NotebookClient(book, timeout=600, kernel_name="python3").execute()
    for cell in book.cells:
        cell.metadata.pop("execution", None)  # times of day, which differ each time
        if cell.cell_type == "code":  # warnings about the machine are no part of the answer
            cell.outputs = [one for one in cell.outputs if one.get("name") != "stderr"]
    nbformat.write(book, path)
    *_, last = list_pictures(book)
    shrink(last, path.with_suffix(".png"))


def list_pictures(book: Any) -> Iterator[bytes]:
    """The pictures that a notebook shows."""
    for cell in book["cells"]:
        for output in cell.get("outputs", ()):
            if "image/png" in output.get("data", {}):
                yield base64.b64decode(output["data"]["image/png"])


def shrink(picture: bytes, path: Path) -> None:
    """Write a picture as a thumbnail."""
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        size = WIDTH, round(image.height * WIDTH / image.width)
        image.convert("RGB").resize(size, Image.Resampling.LANCZOS).save(path, optimize=True)


def main(names: Sequence[str]) -> None:
    """Run all notebooks, or those that are named."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    for path in list_notebooks(names):
        print(path.name, flush=True)
        run(path)


if __name__ == "__main__":
    main(sys.argv[1:])
