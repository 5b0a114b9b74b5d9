"""The paper's own network and optimizer, for comparison on the same data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from liesd.learning.network.fit import NetworkLearner


@dataclass(frozen=True, kw_only=True)
class PaperLearner(NetworkLearner):
    """Three layers of weights of width 384, trained with Adan; any setting may be given.

    The paper takes tanh and 10 epochs for two bodies, ReLU and 100 epochs for inertia.
    """

    name: ClassVar[str] = "paper"
    widths: tuple[int, ...] = (384, 384)
    activation: str = "relu"
    epochs: int | None = 100
    optimizer: str = "adan"
    learning_rate: float = 1e-3
    """The paper does not say: Adan's customary value."""
    batch_size: int = 256
    """Nor does it say this."""
    schedule: str = "constant"
    warm_up: float = 0.0
    keep: str = "last"
    scaled: bool = False
    residual: bool | None = False
    solve_last: bool = False
