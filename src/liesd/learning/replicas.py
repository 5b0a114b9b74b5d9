"""The same learner on disjoint parts of the data: what changes from one to another is noise.

A discovery judges a defect by how far such replicas differ. Each draws its own centres or starts
from its own random network, so that they share as little as two fits to the same law can.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from torch import nn

from liesd.learning.data import BLOCKS, Data
from liesd.learning.kernel.fit import refit_kernel
from liesd.learning.kernel.model import KernelModel
from liesd.learning.model import LearnedModel
from liesd.learning.network.model import fit_network
from liesd.learning.network.plan import Plan

REPLICAS = 4
FEWEST = 200  # training rows a replica, below which it would tell nothing


def replicate(
    model: LearnedModel,
    data: Data,
    seed: int,
    count: int,
    progress: bool | None,
    checkpoint: str | Path | None,
) -> None:
    """Fit ``count`` replicas on disjoint parts of the training rows and keep them in the model."""
    enough = len(data.train) >= count * max(FEWEST, 4 * data.x.shape[1])
    if not enough or count == 0 or model.report.get("interrupted"):
        return
    replicas = []
    for k in range(count):
        own = int(np.random.SeedSequence((seed, k)).generate_state(1)[0])
        path = None if checkpoint is None else Path(f"{checkpoint}.replica-{k + 1}")
        replicas.append(_again(model, part(data, k, count), count, own, progress, path))
        if replicas[-1].report.get("interrupted"):
            return
    model.replicas = nn.ModuleList(replicas)


def part(data: Data, k: int, count: int) -> Data:
    """The k-th of ``count`` parts of the training rows; stretches of neighbours stay together."""
    stretches = max(BLOCKS, 2 * count)
    place = np.arange(len(data.train)) * stretches // len(data.train)
    return replace(data, train=data.train[place % count == k])


def _again(
    model: LearnedModel,
    data: Data,
    share: int,
    seed: int,
    progress: bool | None,
    checkpoint: Path | None,
) -> LearnedModel:
    """The same learner with the same settings on a part of the data.

    A network makes as many passes over its part as the whole one over everything.
    """
    if isinstance(model, KernelModel):
        return refit_kernel(model, data, seed, progress)
    settings: dict[str, Any] = {name: model.report[name] for name in FIELDS}
    settings["steps"] = max(1, settings["steps"] // share)
    return fit_network(data, seed, progress, checkpoint, **settings)


FIELDS = (
    *("widths", "activation", "residual", "products", "scaled", "input_size", "solve_last"),
    *Plan.__dataclass_fields__,
)
