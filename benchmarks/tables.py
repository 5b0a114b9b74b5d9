"""Tables for the README, made from the result files by ``python benchmarks/tables.py``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def cost_table(cost: dict[str, Any]) -> str:
    """The costs on one thread as a Markdown table."""
    lines = [
        "| network | times the cost of bare Jacobians | times faster than a loop over samples |",
        "|---|---|---|",
    ]
    for name, row in cost["ratios"]["1 thread"].items():
        bare, paper = row["discover / bare Jacobians"], row["paper's way / discover"]
        lines.append(f"| {name} | {bare:.2f} | {paper:.0f} |")
    return "\n".join(lines)


def main() -> None:
    readme = ROOT / "README.md"
    results = ROOT / "benchmarks/results"
    table = cost_table(json.loads((results / "cost.json").read_text()))
    memory = json.loads((results / "memory.json").read_text())
    text = re.sub(
        r"<!-- cost -->\n.*?<!-- /cost -->",
        f"<!-- cost -->\n{table}\n<!-- /cost -->",
        readme.read_text(),
        flags=re.DOTALL,
    )
    text = re.sub(r"(<!-- memory.ratio -->)[\d.]+", lambda m: f"{m[1]}{memory['ratio']:.2f}", text)
    readme.write_text(text)


if __name__ == "__main__":
    main()
