"""The paper's network on jets (80-200-200-1, ReLU, Adan, 100 epochs), alone and as an ensemble.

``python -m benchmarks.networks jets TRAIN.h5 OTHER.h5``: networks are trained on the jets of the
first file, with five seeds. Each is asked about itself on these jets, then about the law with
20,000 jets of the second file; then the five are asked about the law together, as an ensemble.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import liesd
from benchmarks.networks.plain import keep, make_network, train_like_the_paper
from benchmarks.networks.rows import RESULTS, Row, describe, perform_all
from liesd.experiments.tasks import top_tagging

PATH = RESULTS / "networks-jets.json"
SEEDS = range(5)
ASKED = 20_000  # jets that a question takes
SPEC = "20*p[4] -> label"


@cache
def load(path: str) -> tuple[Tensor, Any]:
    """Momenta (N, 80) in units of their spread, and labels (N,)."""
    x, y = top_tagging.jets(path=Path(path))
    return torch.from_numpy(x).float().flatten(1), y


class Tagger(nn.Module):
    """Logits of a jet, whose momenta are divided by one number, as every user would do."""

    def __init__(self, body: nn.Module, unit: float) -> None:
        super().__init__()
        self.body = body
        self.register_buffer("unit", torch.tensor(unit))

    def forward(self, x: Tensor) -> Tensor:
        """(N, 80) -> (N,)."""
        return self.body(x / self.unit)[:, 0]


def get_tagger(path: str, seed: int) -> nn.Module:
    """The network of one seed."""
    x, y = load(path)
    start = Tagger(make_network(80, (200, 200), 1, nn.ReLU), float(x.std()))
    target = torch.from_numpy(np.asarray(y)).float()
    loss = nn.BCEWithLogitsLoss()

    def make(net: nn.Module) -> nn.Module:
        return train_like_the_paper(net, x, target, loss, 100, seed)

    return keep(f"paper-jets-{seed}", start, make)


def perform(key: Row, train: str, other: str) -> Row:
    """Ask about one network and the law behind it, or about the law of all of them."""
    x, _ = load(train)
    z, labels = (part[:ASKED] for part in load(other))
    form = top_tagging.FORM
    members = [get_tagger(train, seed) for seed in SEEDS if key["network"] in ("all", str(seed))]
    with torch.no_grad():
        mean = torch.stack([torch.sigmoid(one(z)) for one in members]).mean(dim=0)
    row: Row = {"accuracy": float(((mean > 0.5).numpy() == labels).mean())}
    if len(members) == 1:
        step = max(1, len(x) // ASKED)
        model = liesd.discover(members[0], x[::step], SPEC, progress=False)
        row |= {**describe(model), "space_error": form.space_error(model, 7)}
    f: Any = members[0] if len(members) == 1 else members
    law = liesd.discover(f, z, SPEC, y=labels, progress=False)
    row |= {**describe(law, "law_"), "law_space_error": form.space_error(law, 7)}
    return row | {"law_notes": law.notes, "law_remarks": law.remarks}


def run(train: str = "", other: str = "") -> list[Row]:
    """All runs that are not made yet."""
    torch.set_num_threads(1)
    keys = [{"network": str(seed)} for seed in SEEDS] + [{"network": "all"}]
    return perform_all(keys, PATH, partial(perform, train=train, other=other), ("network",))


def table(rows: list[Row]) -> str:
    """The rows as Markdown."""
    lines = [
        "| network | accuracy | model: found | candidates | law: found | candidates "
        "| space error |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        model = "" if "dimension" not in row else f"{row['dimension']}, {row['verdict']}"
        guesses = [", ".join(map(str, row.get(f"{p}candidates", [])[:4])) for p in ("", "law_")]
        lines.append(
            f"| {row['network']} | {row['accuracy']:.3f} | {model} | {guesses[0]} | "
            f"{row['law_dimension']}, {row['law_verdict']} | {guesses[1]} | "
            f"{row['law_space_error']:.1e} |"
        )
    return "\n".join(lines)
