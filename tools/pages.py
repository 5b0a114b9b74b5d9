"""The pages are written for a reader of the source; this makes them pages of the site.

Formulas in ```math blocks become MathML, which browsers draw without any script, and links to files
outside of docs/ lead to the pages that say the same.
"""

from __future__ import annotations

import re
from typing import Any

from latex2mathml.converter import convert

FORMULA = re.compile(r"^```math\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OUTSIDE = {r"\.\./README\.md[^)]*": "index.md", r"\.\./examples/[^)]*": "examples.md"}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs for every page."""
    for link, page in OUTSIDE.items():
        markdown = re.sub(rf"\]\({link}\)", f"]({page})", markdown)
    return FORMULA.sub(lambda block: f"<div class='math'>{formula(block[1])}</div>", markdown)


def formula(latex: str) -> str:
    """One formula on a line of its own."""
    return convert(" ".join(latex.split()), display="block")
