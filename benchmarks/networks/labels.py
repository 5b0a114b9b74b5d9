"""Class labels and default settings: laws with known symmetries, and jets.

``python -m benchmarks.networks labels blind`` judges a set of laws (:mod:`benchmarks.labels`) from
20,000 samples each; ``python -m benchmarks.networks labels A.h5 B.h5 C.h5`` learns jets of three
files. Nothing but ``learn`` and ``discover`` is called, with no setting at all.
"""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch

import liesd
from benchmarks.networks.rows import RESULTS, Row, describe, perform_all
from benchmarks.zoo.run import RIGHT
from liesd.experiments.tasks import top_tagging

PATH = RESULTS / "networks-labels.json"
SAMPLES = 20_000
COMPARED = 1_000  # samples by which the found space is compared with the true one


def perform(key: Row, files: dict[str, Path]) -> Row:
    """Learn from labels and discover."""
    if key["set"] == "jets":
        return _perform_jets(files[key["law"]])
    law = load_laws(key["set"])[key["law"]]
    x, y = draw(law, key["seed"])
    model = liesd.learn(x, y, law.spec, progress=False)
    found = liesd.discover(model, x, law.spec, progress=False)
    return {
        "truth": len(law.true),
        "error": model.heldout_error,
        **describe(found),
        "angle": measure_angle(found, law.true, x[:COMPARED]),
        "transcript": found.transcript.to_plain(),
    }


def _perform_jets(path: Path) -> Row:
    x, y = top_tagging.jets(path=path)
    model = liesd.learn(x, y, "20*p[4] -> label", progress=False)
    found = liesd.discover(model, x, "20*p[4] -> label", progress=False)
    form = top_tagging.FORM
    return {
        "truth": len(form.true),
        "error": model.heldout_error,
        **describe(found),
        "space_error": form.space_error(found),
        "remarks": found.remarks,
    }


@cache
def load_laws(name: str) -> dict[str, Any]:
    """The laws of a set by name."""
    return {law.name: law for law in import_module(f"benchmarks.labels.{name}").LAWS}


def draw(law: Any, seed: int) -> tuple[Any, Any]:
    """Samples, and labels drawn from their probabilities."""
    rng = np.random.default_rng([seed, *law.name.encode()])
    x = law.sample(rng, SAMPLES)
    logits = law.logits(x)
    if logits.ndim == 1:
        logits = np.stack([np.zeros_like(logits), logits], axis=1)
    return x, (logits + rng.gumbel(size=logits.shape)).argmax(axis=1)


def measure_angle(found: Any, true: Any, x: Any) -> float | None:
    """The largest angle between what both spaces do to samples; None if they differ in size."""
    if found.dimension != len(true):
        return None
    action = found.spec.input
    units = np.sqrt((x**2).mean(axis=0))
    spans = [
        np.linalg.qr(np.stack([(action.field(one, x) / units).ravel() for one in each], axis=1))[0]
        for each in (found.generators, true)
        if len(each)
    ]
    if not spans:
        return 0.0
    rest = spans[0] - spans[1] @ (spans[1].T @ spans[0])
    return float(np.arcsin(min(1.0, np.linalg.norm(rest, 2))))


def run(*which: str) -> list[Row]:
    """All runs that are not made yet."""
    torch.set_num_threads(1)
    files = {Path(name).stem: Path(name) for name in which if Path(name).suffix == ".h5"}
    keys: list[Row] = []
    for name in which:
        if Path(name).stem in files:
            keys.append({"set": "jets", "law": Path(name).stem, "seed": 0})
        else:
            keys += [{"set": name, "law": law, "seed": 0} for law in load_laws(name)]
    return perform_all(keys, PATH, partial(perform, files=files), ("set", "law", "seed"))


def is_right(row: Row) -> bool:
    """Whether number and space are right."""
    return row["dimension"] == row["truth"] and (row.get("angle") or 0.0) <= RIGHT


def table(rows: list[Row]) -> str:
    """How often the answer is right and sure, by set, as Markdown."""
    lines = [
        "| set | laws | right & sure | right & unsure | wrong & unsure | wrong & sure |",
        "|---|---|---|---|---|---|",
    ]
    for name in dict.fromkeys(row["set"] for row in rows if row["set"] != "jets"):
        runs = [row for row in rows if row["set"] == name]
        kinds = [(is_right(row), row["verdict"] == "SURE") for row in runs]
        cells = [
            f"{100 * kinds.count(kind) / len(runs):.0f} % ({kinds.count(kind)})"
            for kind in ((True, True), (True, False), (False, False), (False, True))
        ]
        lines.append(f"| {name} | {len(runs)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def jets_table(rows: list[Row]) -> str:
    """Jets with default settings as Markdown."""
    lines = ["| jets | accuracy | found | space error |", "|---|---|---|---|"]
    lines += [
        f"| {row['law']} | {1 - row['error']:.3f} | {row['dimension']}, {row['verdict']} | "
        f"{row['space_error']:.1e} |"
        for row in rows
        if row["set"] == "jets"
    ]
    return "\n".join(lines)
