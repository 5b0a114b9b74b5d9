"""Formulas in ```math blocks become MathML, which browsers draw without any script."""

from __future__ import annotations

import re
from typing import Any

from latex2mathml.converter import convert

BLOCK = re.compile(r"^```math\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs for every page."""
    return BLOCK.sub(lambda block: f"<div class='math'>{formula(block[1])}</div>", markdown)


def formula(latex: str) -> str:
    """One formula on a line of its own."""
    return convert(" ".join(latex.split()), display="block")
