"""The tables of README and docs, made from result files by ``python -m benchmarks.tables``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from benchmarks import kernel
from benchmarks.jets import jets_table
from liesd.reproduce import table
from liesd.tasks import get

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


def reproduce_table(rows: list[dict[str, Any]]) -> str:
    """The paper's tables with ours beside it, as Markdown."""
    lines = [
        "| task | data | method | dimension | space error | given the number |",
        "|---|---|---|---|---|---|",
    ]
    for task in ("two-body", "inertia"):
        chosen = [row for row in rows if row["dataset"] != "vector"]
        lines += [
            f"| {task} | {line.dataset} | {line.method} | {line.dimension} | {line.space_error} "
            f"| {line.given_the_number} |"
            for line in table(get(task), chosen)
        ]
    return "\n".join(lines)


def flattened_table(rows: list[dict[str, Any]]) -> str:
    """What the flattened form finds, seed by seed."""
    lines = ["| seed | genuine | unseen | true generators outside the span |", "|---|---|---|---|"]
    lines += [
        f"| {row['seed']} | {row['dimension']} | {row['unseen']} | {row['span_error']:.1e} |"
        for row in rows
        if row["dataset"] == "vector" and row["method"] == "kernel"
    ]
    return "\n".join(lines)


def results(name: str) -> Any:
    return json.loads((ROOT / f"benchmarks/results/{name}.json").read_text())


def tables() -> dict[Path, dict[str, str]]:
    """Every table of the pages, by page and by the mark that stands around it."""
    names = ("two-body", "two-body-paper", "inertia", "inertia-paper")
    rows = [row for name in names for row in results(name)]
    return {
        ROOT / "README.md": {"cost": cost_table(results("cost"))},
        ROOT / "docs/learning.md": {
            "reproduce": reproduce_table(rows),
            "flattened": flattened_table(rows),
            "kernel": kernel.table(results("kernel")),
        },
        ROOT / "docs/jets.md": {"jets": jets_table(results("jets"))},
    }


def main() -> None:
    for page, marks in tables().items():
        text = page.read_text()
        for mark, made in marks.items():
            pattern = rf"<!-- {mark} -->\n.*?<!-- /{mark} -->"
            block = f"<!-- {mark} -->\n{made}\n<!-- /{mark} -->"
            text = re.sub(pattern, lambda _, block=block: block, text, flags=re.DOTALL)
        ratio = f"{results('memory')['ratio']:.2f}"
        text = re.sub(r"(<!-- memory.ratio -->)[\d.]+", rf"\g<1>{ratio}", text)
        page.write_text(text)


if __name__ == "__main__":
    main()
