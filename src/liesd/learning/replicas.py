"""Replicas: the same learner on disjoint parts of the data; their differences are noise.

A discovery measures the noise of a defect by how far such replicas differ. Each draws its own
centres or starts from its own random network, so that they share as little as two fits to the same
law can.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from torch import nn

from liesd.learning import limits
from liesd.learning.data import Data
from liesd.learning.model import LearnedModel
from liesd.progress import Show, read_progress


def replicate(
    model: LearnedModel,
    data: Data,
    seed: int,
    count: int,
    progress: Show,
    checkpoint: str | Path | None,
) -> None:
    """Fit ``count`` replicas on disjoint parts of the training rows and keep them in the model."""
    needed = count * max(
        limits.LIMITS.replica_rows, limits.LIMITS.replica_rows_per_input * data.x.shape[1]
    )
    if count == 0 or len(data.train) < needed or model.interrupted:
        return
    replicas: list[LearnedModel] = []
    shown = read_progress(progress)
    parts = [take_part(data, k, count) for k in range(count)]
    if min(len(part.train) for part in parts) < needed // count // 2:  # groups of uneven size
        return
    for k, part in enumerate(parts):
        own = int(np.random.SeedSequence((seed, k)).generate_state(1)[0])
        path = None if checkpoint is None else Path(f"{checkpoint}.replica-{k + 1}")
        inner = shown.within(f"replica {k + 1} of {count}")
        replicas.append(model.learner.refit(model, part, count, own, inner, path))
        if replicas[-1].interrupted:
            return
    model.replicas = nn.ModuleList(replicas)


def take_part(data: Data, k: int, count: int) -> Data:
    """The k-th of ``count`` parts of the training rows; relatives and neighbours stay together."""
    place = data.relatives.cut(data.train, max(limits.LIMITS.blocks, 2 * count))
    return replace(data, train=data.train[place % count == k])
