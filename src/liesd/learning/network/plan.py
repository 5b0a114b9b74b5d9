"""The plan of a training: settings, optimizer and schedule."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from numbers import Real
from typing import Any

import torch
from torch import nn
from torch.optim import lr_scheduler

from liesd.errors import DataError
from liesd.learning.settings import Settings, as_choice, as_count, as_optional, as_size

OPTIMIZERS = ("adam", "adan")
SCHEDULES = ("cosine", "linear", "constant")
KEEP = ("best", "last")


@dataclass(frozen=True, kw_only=True)
class Plan(Settings):
    """The settings of a training."""

    steps: int = 12_000
    """How many steps there are."""
    epochs: int | None = None
    """How many passes over the data there are; if given, it overrules ``steps``."""
    least_steps: int = 1
    """How many steps there are at least, however few the passes."""
    batch_size: int = 256
    """Samples per step."""
    learning_rate: float = 2e-3
    """The largest learning rate."""
    optimizer: str = "adam"
    """Adam or Adan."""
    schedule: str = "cosine"
    """After the rise the learning rate falls to zero along a cosine, or stays and falls along a
    line at the end, or stays constant."""
    warm_up: float = 0.02
    """The share of all steps over which the learning rate rises."""
    decay: float = 0.3
    """The share of all steps over which it falls along a line."""
    weight_decay: float = 0.0
    """How strongly the optimizer shrinks all weights."""
    keep: str = "best"
    """Which parameters are kept: the best by held-out loss, or the last."""
    check_every: int = 500
    """Steps from one check of the held-out loss to the next."""
    checkpoint_seconds: float = 10.0
    """Seconds from one checkpoint to the next, at least."""

    def __post_init__(self) -> None:
        self.check(
            steps=as_count,
            epochs=as_optional(as_count),
            least_steps=as_count,
            batch_size=as_count,
            learning_rate=as_size,
            optimizer=as_choice(OPTIMIZERS),
            schedule=as_choice(SCHEDULES),
            warm_up=_as_share,
            decay=_as_share,
            weight_decay=as_size,
            keep=as_choice(KEEP),
            check_every=as_count,
            checkpoint_seconds=as_size,
        )

    def describe_training(self) -> dict[str, Any]:
        """The settings of this class alone, as plain values."""
        return {field.name: getattr(self, field.name) for field in fields(Plan)}

    def count_steps(self, rows: int) -> int:
        """Count all steps."""
        if self.epochs is None:
            return self.steps
        steps = self.epochs * max(1, rows // min(self.batch_size, rows))
        return max(steps, self.least_steps)


def _as_share(name: str, value: Any) -> float:
    number = float(value) if isinstance(value, Real) else math.nan
    if not 0 <= number < 1:
        raise DataError(f"{name} is a share of all steps, not {value}")
    return number


def make_optimizer(plan: Plan, module: nn.Module) -> torch.optim.Optimizer:
    """Adam from torch; Adan, the paper's, from pytorch_optimizer."""
    if plan.optimizer == "adam":
        return torch.optim.Adam(
            module.parameters(),
            lr=plan.learning_rate,
            weight_decay=plan.weight_decay,
            fused=True,
        )
    from pytorch_optimizer import Adan

    optimizer: torch.optim.Optimizer = Adan(
        module.parameters(), lr=plan.learning_rate, weight_decay=plan.weight_decay
    )
    return optimizer


def make_schedule(
    plan: Plan, optimizer: torch.optim.Optimizer, steps: int
) -> lr_scheduler.SequentialLR:
    """The learning rate over all steps: one of torch's schedules after another."""
    rise = int(plan.warm_up * steps)
    fall = steps - rise if plan.schedule == "cosine" else int(plan.decay * steps)
    parts: list[tuple[int, lr_scheduler.LRScheduler]] = []
    if rise > 1:
        parts.append((rise, lr_scheduler.LinearLR(optimizer, 1 / rise, 1.0, rise - 1)))
    if plan.schedule == "cosine":
        parts.append((fall, lr_scheduler.CosineAnnealingLR(optimizer, max(1, fall))))
    else:
        stay = steps - rise - (fall if plan.schedule == "linear" else 0)
        parts.append((stay, lr_scheduler.ConstantLR(optimizer, 1.0)))
    if plan.schedule == "linear" and fall:
        parts.append((fall, lr_scheduler.LinearLR(optimizer, 1.0, 0.0, fall)))
    ends = [sum(length for length, _ in parts[: k + 1]) for k in range(len(parts) - 1)]
    return lr_scheduler.SequentialLR(optimizer, [part for _, part in parts], ends)
