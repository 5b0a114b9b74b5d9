"""The tables of README and docs, made from result files by ``python -m benchmarks.tables``."""

from __future__ import annotations

import ast
import inspect
import itertools
import json
import re
from pathlib import Path
from typing import Any

from benchmarks import (
    algebra,
    answers,
    calibration,
    conserved,
    corruption,
    effort,
    end_to_end,
    equivariant,
    growth,
    kernel,
    large,
    million,
    speed,
    stream,
    threads,
    tutorial,
    verdict_cost,
    weak_fit,
    workers,
)
from benchmarks.curved import cost as curved_cost
from benchmarks.curved import learned as curved_learned
from benchmarks.curved import run as curved
from benchmarks.equations import augment as equations_augment
from benchmarks.equations import blind as equations_blind
from benchmarks.equations import odes as equations_odes
from benchmarks.hostile import run as hostile
from benchmarks.hostile import span as hostile_span
from benchmarks.jets import jets_table
from benchmarks.liegan.table import page_tables
from benchmarks.networks import jets as networks_jets
from benchmarks.networks import labels as networks_labels
from benchmarks.networks import paper as networks_paper
from benchmarks.networks import zoo as networks_zoo
from benchmarks.suggest import run as suggest
from benchmarks.zoo.table import calibration_markdown
from liesd.experiments.equations.reproduce import HEADS, tabulate
from liesd.experiments.reproduce import Line, figures, table
from liesd.experiments.tasks import get
from liesd.verdict.rule import Rule

ROOT = Path(__file__).parent.parent
TASKS = ("two-body", "inertia", "top-tagging")


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


def task_table(task: str, rows: list[dict[str, Any]], rivals: list[dict[str, Any]]) -> str:
    """A table of the paper as Markdown: its own figures, then LieGAN and LieSD on our data."""
    lines = [
        "| data | method | dimension | sure | space error | given the number | orthogonality |",
        "|---|---|---|---|---|---|---|",
    ]
    for dataset in get(task).datasets:
        chosen = [row for row in rows if row["task"] == task and row["dataset"] == dataset]
        ours = table(get(task), chosen)
        published = [line for line in ours if line.method.endswith("(paper)")]
        others = [row for row in rivals if row["task"] == task and row["dataset"] == dataset]
        together = (*published, *rival_lines(others), *ours[len(published) :])
        lines += [f"| {' | '.join(line[:-1])} |" for line in together]
    return "\n".join(lines)


def rival_lines(rows: list[dict[str, Any]]) -> list[Line]:
    """LieGAN's runs, in which the number is always given."""
    lines = []
    for method in dict.fromkeys(row["method"] for row in rows):
        runs = [row for row in rows if row["method"] == method]
        _, *words = method.split("-")
        name = ", ".join(["LieGAN", *(f"{word} channels" for word in words)])
        errors = figures(row["space_error"] for row in runs)
        angles = figures(row["orthogonality_error"] for row in runs)
        lines.append(Line(runs[0]["dataset"], name, "given", "", "", errors, angles, ""))
    return lines


def summary_table(rows: list[dict[str, Any]], rivals: list[dict[str, Any]]) -> str:
    """What README shows: average space errors, the number of symmetries found by the library."""
    lines = [
        "| task | true symmetries | found by LieSD | its space error | the paper's | LieGAN's |",
        "|---|---|---|---|---|---|",
    ]
    for task, dataset, method, rival in SUMMARY:
        chosen = get(task).datasets[dataset]
        mine = [row for row in rows if _is(row, task, dataset, method)]
        theirs = [row for row in rivals if _is(row, task, dataset, rival)]
        published = next((row for row in chosen.paper if row.method == "LieSD"), None)
        counts = " or ".join(dict.fromkeys(str(row["dimension"]) for row in mine))
        lines.append(
            f"| {task}, {dataset} | {len(chosen.form.true)} | {counts} | {_average(mine)} | "
            + (f"{published.space_error.average:.1e}" if published else "")
            + f" | {_average(theirs)} |"
        )
    return "\n".join(lines)


SUMMARY = (
    ("two-body", "uniform", "kernel", "liegan"),
    ("two-body", "non-uniform", "kernel", "liegan"),
    ("inertia", "tensor", "kernel", ""),
    ("inertia", "tensor-noise", "kernel", ""),
    ("top-tagging", "jets", "network", "liegan-7"),
)


def _is(row: dict[str, Any], task: str, dataset: str, method: str) -> bool:
    return (row["task"], row["dataset"], row["method"]) == (task, dataset, method)


def _average(rows: list[dict[str, Any]]) -> str:
    return f"{sum(row['space_error'] for row in rows) / len(rows):.1e}" if rows else ""


def flattened_table(rows: list[dict[str, Any]]) -> str:
    """What the flattened form finds, seed by seed."""
    lines = ["| seed | genuine | unseen | true generators outside the span |", "|---|---|---|---|"]
    lines += [
        f"| {row['seed']} | {row['dimension']} | {row['unseen']} | {row['span_error']:.1e} |"
        for row in rows
        if row["dataset"] == "vector" and row["method"] == "kernel"
    ]
    return "\n".join(lines)


def random_table(facts: dict[str, Any]) -> str:
    """How many symmetries were invented."""
    cells = f"{facts['problems']:,} | {len(facts['invented'])} | {facts['unsure']}"
    return f"| problems | with an invented symmetry | unsure |\n|---|---|---|\n| {cells} |"


def rule_table() -> str:
    """Every threshold of the verdict: name, default, and the sentence below it in the code."""
    (body,) = ast.parse(inspect.getsource(Rule)).body
    assert isinstance(body, ast.ClassDef)
    lines = ["| field | default | meaning |", "|---|---|---|"]
    for field, said in itertools.pairwise(body.body):
        match field, said:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(str(text))):
                default = getattr(Rule, name)
                told = " ".join(text.split()).replace("``", "`")
                lines.append(f"| `{name}` | {default:g} | {told} |")
    return "\n".join(lines)


def equations_table(rows: list[dict[str, Any]]) -> str:
    """The symmetries of differential equations, over all seeds."""
    lines = [HEADS, ("---",) * len(HEADS), *tabulate(rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def equations_tables() -> dict[str, str]:
    """All tables about differential equations."""
    levels = {
        what: {
            noise: json.loads(path.read_text())
            for noise in (0.0, 0.001, 0.01)
            if (path := ROOT / f"benchmarks/results/equations-{what}-{noise:g}.json").exists()
        }
        for what in ("blind", "known", "second", "third", "fourth", "fifth", "sixth")
    }
    return {
        "equations": equations_table(results("equations")),
        "equations-odes": equations_odes.table(results("equations-odes")),
        "equations-learned": equations_table(results("equations-learned")),
        "equations-blind": equations_blind.table(levels["blind"]),
        "equations-known": equations_blind.table(levels["known"]),
        "equations-second": equations_blind.table(levels["second"]),
        "equations-third": equations_blind.table(levels["third"]),
        "equations-fourth": equations_blind.table(levels["fourth"]),
        "equations-fifth": equations_blind.table(levels["fifth"]),
        "equations-sixth": equations_blind.table(levels["sixth"]),
        "equations-new": equations_blind.tell_rate(levels["fifth"][0.0] + levels["sixth"][0.0]),
        "equations-augment": equations_augment.table(results("equations-augment")),
    }


def results(name: str) -> Any:
    return json.loads((ROOT / f"benchmarks/results/{name}.json").read_text())


def paper_rows(folder: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """All runs of LieSD and of LieGAN in a folder of results."""
    ours, rivals = (
        [
            row
            for task in TASKS
            if (path := folder / f"{prefix}{task}.json").exists()
            for row in json.loads(path.read_text())
        ]
        for prefix in ("", "liegan-")
    )
    return ours, rivals


def zoo_rows() -> list[dict[str, Any]]:
    """All runs on the zoo."""
    files = sorted((ROOT / "benchmarks/results").glob("zoo-*.json"))
    return [row for file in files for row in json.loads(file.read_text())]


def paper_tables(folder: Path) -> str:
    """The tables of all tasks, one under another."""
    return "\n\n".join(f"{task}\n\n{task_table(task, *paper_rows(folder))}" for task in TASKS)


def networks_tables() -> dict[str, str]:
    """What is said of networks that users train."""
    labels = results("networks-labels")
    return {
        "networks-paper": networks_paper.table(results("networks-paper")),
        "networks-zoo": networks_zoo.table(results("networks-zoo")),
        "networks-labels": networks_labels.table(labels),
        "networks-jets-labels": networks_labels.jets_table(labels),
        "networks-jets": networks_jets.table(results("networks-jets")),
    }


def tables() -> dict[Path, dict[str, str]]:
    """Every table of the pages, by page and by the mark that stands around it."""
    rows, rivals = paper_rows(ROOT / "benchmarks/results")
    return {
        ROOT / "README.md": {
            "summary": summary_table(rows, rivals),
            "masked": calibration_markdown(results("masked-first")),
            "cost": cost_table(results("cost")),
        },
        ROOT / "docs/algebra.md": algebra.page_tables(results("algebra")),
        ROOT / "docs/suggest.md": {"suggest": suggest.markdown()},
        ROOT / "docs/conserved.md": {"conserved": conserved.table(results("conserved-exact"))},
        ROOT / "docs/curved.md": {
            "curved-exact": curved.table(results("curved-exact")),
            "curved-cost": curved_cost.table(results("curved-cost")),
            **{
                f"curved-{mode}": curved_learned.table(results(f"curved-{mode}"))
                for mode in curved_learned.MODES
            },
        },
        ROOT / "docs/equivariant.md": {
            "equivariant": equivariant.table(results("equivariant")),
            "emlp": algebra.emlp_sentence(results("algebra")),
        },
        ROOT / "docs/article.md": {
            "summary": summary_table(rows, rivals),
            "masked": calibration_markdown(results("masked-first")),
            "equations": equations_table(results("equations")),
        },
        ROOT / "docs/index.md": {"summary": summary_table(rows, rivals)},
        ROOT / "docs/model.md": networks_tables(),
        ROOT / "docs/learning.md": {
            "kernel": kernel.table(results("kernel")),
            "speed": speed.table(results("speed")),
            "effort": effort.table(results("effort")),
        },
        ROOT / "docs/scale.md": {
            "large": large.table(results("large")),
            "stream": stream.table(results("stream")),
            "workers": workers.table(results("workers")),
            "growth": growth.table(results("growth")),
            "million": million.table(results("million")),
            "answers": answers.table(results("answers")),
        },
        ROOT / "docs/equations.md": equations_tables(),
        ROOT / "docs/tutorial.md": {"tutorial": tutorial.table(results("tutorial"))},
        ROOT / "docs/files.md": {
            "corruption": corruption.table(results("corruption")),
            "threads": threads.table(results("threads")),
        },
        ROOT / "docs/jets.md": {"jets": jets_table(results("jets"))},
        ROOT / "docs/liegan.md": page_tables(ROOT / "benchmarks/results"),
        ROOT / "docs/deciding.md": {"rule": rule_table()},
        ROOT / "docs/validation.md": {
            "zoo": calibration_markdown(zoo_rows()),
            "sealed": calibration_markdown(results("sealed-first")),
            "unseen": calibration_markdown(results("unseen-first")),
            "blind": calibration_markdown(results("blind-first")),
            "masked": calibration_markdown(results("masked-first")),
            "intervals": calibration.table(calibration.read()),
            "random": random_table(results("random")),
            "weak-fit": weak_fit.table(results("weak-fit")),
            "verdict-cost": verdict_cost.table(results("verdict-cost")),
            **{
                f"hostile-{mode}": hostile.table(results(f"hostile-{mode}"))
                for mode in hostile.MODES
            },
            "hostile-span": hostile_span.table(results("hostile-span")),
            "hostile-surface": hostile_span.table_surface(results("hostile-surface")),
        },
        ROOT / "docs/paper.md": {
            **{task: task_table(task, rows, rivals) for task in TASKS},
            "flattened": flattened_table(rows),
            "end-to-end": end_to_end.table(
                [results(f"end-to-end-{task}") for task in end_to_end.CASES]
            ),
        },
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
