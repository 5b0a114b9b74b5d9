"""Names, rectification, the metric and EMLP: ``python -m benchmarks.algebra``.

Writes results/algebra.json. Exact and noisy algebras in disguise are named; the saved discoveries
of the paper's tasks are named, rectified and used.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

import liesd
from benchmarks.algebra_cases import disguise, exact_algebras, tensor_square
from liesd import LieAlgebra
from liesd.experiments.tasks import get

ROOT = Path(__file__).parent.parent
RESULT = ROOT / "benchmarks/results/algebra.json"
NOISE, LOW = 1e-3, 3.0
RUNS = {
    "two-body": ("uniform-kernel", "uniform-network", "non-uniform-kernel", "non-uniform-network"),
    "inertia": ("tensor-kernel", "tensor-network", "tensor-noise-kernel", "tensor-noise-network"),
    "top-tagging": ("jets-network",),
}
PAPER = {"two-body": ("uniform-paper", "non-uniform-paper"), "inertia": ("tensor-paper",)}
TRUE = {"two-body": "so(2)", "inertia": "so(3) ⊕ ℝ", "top-tagging": "so(1,3) ⊕ ℝ"}
MINKOWSKI = np.diag([1.0, -1.0, -1.0, -1.0])


def identification(noise: float, repeats: int, largest: int = 50) -> dict[str, Any]:
    """How many disguised algebras are named right, and what happened to the others."""
    rng = np.random.default_rng(7)
    right, wrong, margins = 0, [], []
    for name, matrices in exact_algebras().items():
        for form, acting in (("fundamental", matrices), ("tensor", tensor_square(matrices))):
            if acting.shape[1] > largest:
                continue
            for _ in range(repeats):
                found = LieAlgebra.from_matrices(
                    disguise(acting, rng, noise), noise=max(noise, 1e-9)
                )
                if found.is_isomorphic(name):
                    right += 1
                    margins.append(found.margin)
                else:
                    wrong.append([name, form, found.name, found.margin])
        print(name, right, len(wrong), flush=True)
    low = sum(margin < LOW for *_, margin in wrong)
    return {
        "noise": noise,
        "algebras": len(exact_algebras()),
        "tries": right + len(wrong),
        "right": right,
        "wrong": wrong,
        "wrong with a low margin": low,
        "right with a low margin": sum(margin < LOW for margin in margins),
        "median margin": float(np.median(margins)),
    }


def discoveries(tasks: dict[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    """Every run that ``make paper`` saved: its name, its words, and its space errors."""
    return [
        _discovery(task, run, path)
        for task, runs in tasks.items()
        for run in runs
        for path in sorted((ROOT / f"benchmarks/results/{task}").glob(f"{run}-2?.liesd"))
    ]


def _discovery(task: str, run: str, path: Path) -> dict[str, Any]:
    found = liesd.load(path)
    form = get(task).datasets[run.rsplit("-", 1)[0]].form
    true = form.columns(form.true.values())

    def error(generators: Iterable[Any]) -> float:
        return liesd.metrics.space_error(form.columns(generators), true)

    algebra = found.algebra
    closed, exact = algebra.rectify(simple=False), algebra.rectify()
    row = {
        "task": task,
        "run": path.stem,
        "name": algebra.name,
        "margin": algebra.margin,
        "noise": algebra.noise,
        "residual": algebra.closure_residual,
        "words": list(algebra.words),
        "error": error(found.generators),
        "closed": error(closed),
        "simple": error(exact),
        "moved": exact.moved,
    }
    if task == "top-tagging":
        (metric,) = algebra.semisimple.invariant_forms("p")
        factor = np.sum(metric * MINKOWSKI) / 4
        row["metric"] = (metric / factor).tolist()
        row["metric error"] = float(np.linalg.norm(metric / factor - MINKOWSKI) / 2)
    return row


def emlp_equivariance(channels: int = 32) -> dict[str, Any]:
    """EMLP's basis and a random EMLP network for the so(3) that was found in inertia data."""
    from emlp.nn.objax import EMLP
    from emlp.reps import V

    found = liesd.load(ROOT / "tests/fixtures/inertia-tensor-kernel-20.liesd")
    algebra = found.algebra.rectify().compact
    group = algebra.to_emlp("x")
    basis = (V(group) * V(group)).equivariant_basis()
    model = EMLP(3 * V, V * V, group, ch=channels, num_layers=1)
    x = np.random.default_rng(0).standard_normal((50, 9))
    t = algebra.sample(50, size=1.0, seed=1)
    moved = np.einsum("nij,nj->ni", algebra.exp(t, "3*x"), x)
    want = np.einsum("nij,nj->ni", algebra.exp(t, "a*b"), np.asarray(model(x)))
    error = np.linalg.norm(np.asarray(model(moved)) - want) / np.linalg.norm(want)
    return {"algebra": algebra.name, "invariants of V⊗V": basis.shape[1], "error": float(error)}


def identification_table(result: dict[str, Any]) -> str:
    """How often the name is right, as Markdown."""
    lines = [
        "| generators | algebras | tries | right | wrong | of these with a low margin |",
        "|---|---|---|---|---|---|",
    ]
    for kind in ("exact", "noisy", "very noisy"):
        one = result[kind]
        told = "exact" if kind == "exact" else f"noise {one['noise']:.0e}"
        lines.append(
            f"| {told} | {one['algebras']} | {one['tries']} | {one['right']} | "
            f"{len(one['wrong'])} | {one['wrong with a low margin']} |"
        )
    return "\n".join(lines)


def discovery_table(result: dict[str, Any]) -> str:
    """Names and space errors of the saved discoveries, averaged over seeds, as Markdown."""
    lines = [
        "| data and learner | seeds | algebra | smallest margin | space error | closed | simple |",
        "|---|---|---|---|---|---|---|",
    ]
    rows = [*result["discoveries"], *result["paper's networks"]]
    for run in dict.fromkeys(row["run"].rsplit("-", 1)[0] for row in rows):
        chosen = [row for row in rows if row["run"].rsplit("-", 1)[0] == run]
        names = " or ".join(dict.fromkeys(row["name"] for row in chosen))
        errors = [np.mean([row[key] for row in chosen]) for key in ("error", "closed", "simple")]
        lines.append(
            f"| {chosen[0]['task']}, {run} | {len(chosen)} | {names} | "
            f"{min(row['margin'] for row in chosen):.1f} | "
            + " | ".join(f"{error:.1e}" for error in errors)
            + " |"
        )
    return "\n".join(lines)


def metric_table(result: dict[str, Any]) -> str:
    """The diagonal of the metric found in jets, seed by seed, as Markdown."""
    lines = ["| run | diagonal of the form | relative error |", "|---|---|---|"]
    for row in result["discoveries"]:
        if "metric" in row:
            diagonal = ", ".join(f"{value:.3f}" for value in np.diag(row["metric"]))
            lines.append(f"| {row['run']} | {diagonal} | {row['metric error']:.2%} |")
    return "\n".join(lines)


def emlp_sentence(result: dict[str, Any]) -> str:
    """What EMLP made of the algebra."""
    one = result["emlp"]
    return (
        f"For the {one['algebra']} found in inertia data, V⊗V has {one['invariants of V⊗V']} "
        f"invariant, and a random EMLP network is equivariant to {one['error']:.0e}."
    )


def page_tables(result: dict[str, Any]) -> dict[str, str]:
    """The tables of docs/algebra.md by their marks."""
    return {
        "identification": identification_table(result),
        "discoveries": discovery_table(result),
        "metric": metric_table(result),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=2)
    repeats = parser.parse_args().repeats
    result = {
        "discoveries": discoveries(RUNS),
        "paper's networks": discoveries(PAPER),
        "emlp": emlp_equivariance(),
        "exact": identification(0.0, repeats),
        "noisy": identification(NOISE, repeats),
        "very noisy": identification(0.1, 1, largest=16),
    }
    RESULT.write_text(json.dumps(result, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
