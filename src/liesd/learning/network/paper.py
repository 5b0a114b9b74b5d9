"""The paper's own network and optimizer, for comparison on the same data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from liesd.learning.data import Data
from liesd.learning.network.model import NetworkModel, fit_network

SETTINGS: dict[str, Any] = {
    "widths": (384, 384),  # three layers of weights
    "activation": "relu",
    "epochs": 100,
    "optimizer": "adan",
    "learning_rate": 1e-3,  # the paper does not say: Adan's customary value
    "batch_size": 256,  # neither
    "schedule": "constant",
    "warm_up": 0.0,
    "keep": "last",
    "scaled": False,
    "residual": False,
    "solve_last": False,
}


def fit_paper(
    data: Data,
    seed: int = 0,
    progress: bool | None = None,
    checkpoint: str | Path | None = None,
    **settings: Any,
) -> NetworkModel:
    """Three layers of width 384, trained with Adan; every setting can be given another value.

    The paper takes tanh and 10 epochs for two bodies, ReLU and 100 epochs for inertia.
    """
    model = fit_network(data, seed, progress, checkpoint, **{**SETTINGS, **settings})
    model.report = {**model.report, "learner": "paper"}
    return model
