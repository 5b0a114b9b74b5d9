"""The network for class labels: labels are mostly noise, so it starts flat and stops early."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from liesd.learning.network.fit import NetworkLearner


@dataclass(frozen=True, kw_only=True)
class LabelLearner(NetworkLearner):
    """Small inputs, a large learning rate that falls at the end, and frequent checks.

    Small inputs make the network start nearly linear, and checks against held-out labels stop it
    before it learns their noise.
    """

    name: ClassVar[str] = "labels"
    widths: tuple[int, ...] = (200, 200)
    activation: str = "silu"
    input_size: float = 0.5
    optimizer: str = "adan"
    learning_rate: float = 1.4e-2
    schedule: str = "linear"
    warm_up: float = 0.04
    decay: float = 0.7
    batch_size: int = 256
    epochs: int | None = 40
    least_steps: int = 300
    check_every: int = 50
