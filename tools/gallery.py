"""The notebooks of docs/gallery as pages of the site, with the outputs that are kept in them.

Called by mkdocs. Text stays text, code becomes a block of code, what it printed a block below it,
and pictures become files next to the page.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

LINK = re.compile(r"\]\(([\w/]+)\.ipynb\)")


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Add a page for each notebook; the notebook itself stays, to be downloaded."""
    for book in [file for file in files if file.src_uri.endswith(".ipynb")]:
        path = Path(book.src_uri)
        cells = json.loads(Path(str(book.abs_src_path)).read_text())["cells"]
        pictures: list[bytes] = []
        parts = [part for cell in cells for part in render(cell, path.stem, pictures)]
        load = f'<p><a href="{path.name}" download>Download this notebook</a></p>'
        text = "\n\n".join([*parts, load]) + "\n"
        files.append(File.generated(config, str(path.with_suffix(".md")), content=text))
        for k, picture in enumerate(pictures):
            name = str(path.with_name(f"{path.stem}-{k}.png"))
            files.append(File.generated(config, name, content=picture))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links to notebooks lead to their pages."""
    return LINK.sub(r"](\1.md)", markdown)


def render(cell: dict[str, Any], stem: str, pictures: list[bytes]) -> Iterator[str]:
    """One cell as Markdown; its pictures are added to those of the notebook."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        shown = output.get("data", {"text/plain": output.get("text", ())})
        if "image/png" in shown:
            yield f"![{stem}, picture {len(pictures) + 1}]({stem}-{len(pictures)}.png)"
            pictures.append(base64.b64decode("".join(shown["image/png"])))
        else:
            yield "```text\n" + "".join(shown["text/plain"]).rstrip("\n") + "\n```"
