"""How to train: the settings, the optimizer and the schedule that they stand for."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import nn
from torch.optim import lr_scheduler

from liesd.errors import DataError, check_whole

OPTIMIZERS = ("adam", "adan")
SCHEDULES = ("cosine", "linear", "constant")
KEEP = ("best", "last")


@dataclass(frozen=True)
class Plan:
    """How to train.

    ``epochs`` counts passes over the data and, if given, overrules ``steps``. The learning rate
    rises over the share ``warm_up`` of all steps; then it falls to zero along a cosine, or stays
    and falls along a line over the last share ``decay``, or stays. ``keep`` says which parameters
    are kept: the best by held-out loss, or the last.
    """

    steps: int = 12_000
    epochs: int | None = None
    batch_size: int = 256
    learning_rate: float = 2e-3
    optimizer: str = "adam"
    schedule: str = "cosine"
    warm_up: float = 0.02
    decay: float = 0.3
    weight_decay: float = 0.0
    keep: str = "best"
    judge_every: int = 500
    checkpoint_seconds: float = 10.0

    def __post_init__(self) -> None:
        choices = (("optimizer", OPTIMIZERS), ("schedule", SCHEDULES), ("keep", KEEP))
        for name, allowed in choices:
            if getattr(self, name) not in allowed:
                raise DataError(
                    f"{name} must be one of {', '.join(allowed)}, not {getattr(self, name)!r}"
                )
        for name in ("steps", "epochs", "batch_size", "judge_every"):
            if getattr(self, name) is not None:
                check_whole(name, getattr(self, name), 1)
        for name in ("warm_up", "decay"):
            if not 0 <= getattr(self, name) < 1:
                raise DataError(f"{name} is a share of all steps, not {getattr(self, name)}")

    def describe(self) -> dict[str, Any]:
        """The settings as plain values."""
        return asdict(self)

    def count(self, rows: int) -> int:
        """How many steps there are in all."""
        if self.epochs is None:
            return self.steps
        return self.epochs * max(1, rows // min(self.batch_size, rows))


def make_optimizer(plan: Plan, module: nn.Module) -> torch.optim.Optimizer:
    """Adam from torch; Adan, the paper's, from pytorch_optimizer."""
    if plan.optimizer == "adam":
        return torch.optim.Adam(
            module.parameters(), lr=plan.learning_rate, weight_decay=plan.weight_decay
        )
    try:
        from pytorch_optimizer import Adan
    except ImportError:
        raise DataError(
            "the Adan optimizer needs the package pytorch_optimizer: pip install 'liesd[paper]'"
        ) from None
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
