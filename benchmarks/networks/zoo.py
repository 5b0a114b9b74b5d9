"""Plain networks on laws of the zoo, asked about model and law.

A network is trained on 20,000 samples without noise, and asked with 5,000 that it never saw. The
laws are those of the set "masked", each with one of three architectures in turn, and all laws
without symmetry or broken by 5 or 20 % of the set "blind", so that more than a third
has no symmetry or a broken one. Laws broken by 1 % are left out: no network here learns so well.
``python -m benchmarks.networks zoo tune`` runs the half on which rules may be tuned.
"""

from __future__ import annotations

from typing import Any

import torch

import liesd
from benchmarks.networks.plain import ARCHITECTURES, Standardized, keep, make_network, train
from benchmarks.networks.rows import RESULTS, Row, describe, perform_all
from benchmarks.zoo import CASES
from benchmarks.zoo.case import Case
from benchmarks.zoo.run import RIGHT, draw, space_angle

PATH = RESULTS / "networks-zoo.json"
TRAINED, HELD_OUT = 20_000, 5_000


def choose_cases(tune: bool = False) -> list[Case]:
    """The laws, in the order of the zoo."""
    if tune:
        return [case for case in CASES.values() if case.split == "tune"]
    return [
        case
        for case in CASES.values()
        if (case.broken is None or case.broken > 0.03)
        and (case.split == "masked" or (case.split == "blind" and _is_none(case)))
    ]


def _is_none(case: Case) -> bool:
    return not case.true or case.broken is not None


def perform(key: Row) -> Row:
    """Train, ask about the model, then about the law."""
    case, seed = CASES[key["name"]], key["seed"]
    x, y = (torch.from_numpy(part) for part in draw(case, 0.0, seed, TRAINED + HELD_OUT))
    widths, activation = ARCHITECTURES[key["architecture"]]
    x_train, y_train = x[:TRAINED].float(), y[:TRAINED].float()
    body = make_network(x.shape[1], widths, y.shape[1], activation)
    net = keep(
        f"{key['name']}-{key['architecture']}-{seed}",
        Standardized(body, x_train, y_train),
        lambda _: train(key["architecture"], x_train, y_train, seed),
    )
    x, y = x[TRAINED:].float(), y[TRAINED:].float()
    with torch.no_grad():
        rest = net(x) - y
    row: Row = {
        "split": case.split,
        "truth": len(case.true),
        "broken": case.broken,
        "test_error": float((rest.square().sum() / (y - y.mean(dim=0)).square().sum()).sqrt()),
    }
    for prefix, target in (("", None), ("law_", y)):
        try:
            found = liesd.discover(net, x, case.spec, y=target, progress=False)
        except liesd.LiesdError as error:
            row |= {f"{prefix}verdict": "REFUSED", f"{prefix}reason": str(error)}
            continue
        angle = space_angle(case, x.double().numpy(), found.generators)
        row |= {**describe(found, prefix), f"{prefix}angle": angle, f"{prefix}notes": found.notes}
    return row


def run(which: str = "") -> list[Row]:
    """All runs that are not made yet."""
    torch.set_num_threads(1)
    tune = which == "tune"
    names = list(ARCHITECTURES)
    keys = [
        {"name": case.name, "architecture": names[k % len(names)], "seed": 0}
        for k, case in enumerate(choose_cases(tune))
    ]
    path = PATH.with_name("networks-zoo-tune.json") if tune else PATH
    return perform_all(keys, path, perform, ("name", "architecture", "seed"))


def is_right(row: Row, prefix: str = "law_") -> bool:
    """Whether number and space are right."""
    angle: Any = row.get(f"{prefix}angle")
    right = row.get(f"{prefix}dimension") == row["truth"]
    return bool(right and angle is not None and angle <= RIGHT)


def table(rows: list[Row]) -> str:
    """How often the answer about the law is right and sure, by architecture, as Markdown."""
    lines = [
        "| network | runs | right & sure | right & unsure | wrong & unsure | wrong & sure |",
        "|---|---|---|---|---|---|",
    ]
    for name in (*ARCHITECTURES, "all"):
        runs = [row for row in rows if name in ("all", row["architecture"])]
        kinds = [(is_right(row), row["law_verdict"] == "SURE") for row in runs]
        cells = [
            f"{100 * kinds.count(kind) / max(len(runs), 1):.0f} % ({kinds.count(kind)})"
            for kind in ((True, True), (True, False), (False, False), (False, True))
        ]
        lines.append(f"| {name} | {len(runs)} | {' | '.join(cells)} |")
    return "\n".join(lines)
