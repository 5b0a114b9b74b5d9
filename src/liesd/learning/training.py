"""The training loop: plain arrays in shuffled batches, warm-up and cosine, the best one kept."""

from __future__ import annotations

import math
import time
import warnings
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn
from tqdm.auto import tqdm

from liesd.errors import DataError
from liesd.learning import checkpoint as storage
from liesd.learning.data import Data

if TYPE_CHECKING:
    from liesd.learning.network import NetworkModel

OPTIMIZERS = ("adam", "adan")
SCHEDULES = ("cosine", "constant")
JUDGE_ROWS = 1 << 14  # held-out samples that decide between moments of the training


@dataclass(frozen=True)
class Plan:
    """How to train. ``epochs`` counts passes over the data and, if given, overrules ``steps``."""

    steps: int = 12_000
    epochs: int | None = None
    batch_size: int = 256
    learning_rate: float = 2e-3
    optimizer: str = "adam"
    schedule: str = "cosine"
    warm_up: float = 0.02
    weight_decay: float = 0.0
    judge_every: int = 500
    checkpoint_seconds: float = 10.0

    def __post_init__(self) -> None:
        for name, allowed in (("optimizer", OPTIMIZERS), ("schedule", SCHEDULES)):
            if getattr(self, name) not in allowed:
                raise DataError(
                    f"{name} must be one of {', '.join(allowed)}, not {getattr(self, name)!r}"
                )
        for name in ("steps", "batch_size", "judge_every"):
            if getattr(self, name) < 1:
                raise DataError(f"{name} must be at least 1, not {getattr(self, name)}")

    def describe(self) -> dict[str, Any]:
        """The settings as plain values."""
        return asdict(self)

    def count(self, rows: int) -> int:
        """How many steps there are in all."""
        if self.epochs is None:
            return self.steps
        return self.epochs * max(1, rows // min(self.batch_size, rows))

    def rate(self, step: int, steps: int) -> float:
        """The learning rate at a step, relative to its peak."""
        rise = max(1, int(self.warm_up * steps))
        if step < rise:
            return (step + 1) / rise
        if self.schedule == "constant":
            return 1.0
        return 0.5 * (1 + math.cos(math.pi * (step - rise) / max(1, steps - rise)))


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
            "the Adan optimizer needs the package pytorch_optimizer: pip install pytorch_optimizer"
        ) from None
    optimizer: torch.optim.Optimizer = Adan(
        module.parameters(), lr=plan.learning_rate, weight_decay=plan.weight_decay
    )
    return optimizer


def train(
    model: NetworkModel,
    data: Data,
    z: Tensor,
    target: Tensor,
    plan: Plan,
    seed: int,
    progress: bool | None,
    checkpoint: str | Path | None,
) -> dict[str, Any]:
    """Train in place, on a GPU if there is one; ends with the best parameters.

    Ctrl-C ends the training early with the best so far. With a checkpoint, a run that was killed
    goes on where it was and ends with the same bits as one that was not.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    settings = {**plan.describe(), **model.config(), "seed": seed, "checkpoint_seconds": None}
    mark = storage.fingerprint(settings, z, target)
    rows = torch.from_numpy(data.train).to(device)
    judges = torch.from_numpy(_some(data.heldout)).to(device)
    z, target = z.to(device), target.to(device)
    model.to(device).train()
    loop = _Loop(model, plan, seed, rows, judges, z, target)
    if checkpoint is not None and Path(checkpoint).exists():
        loop.state, loop.best = storage.restore(checkpoint, mark, model, loop.optimizer)
    hide = None if progress is None else not progress
    saved = time.monotonic()
    total = loop.steps
    with tqdm(
        total=total, initial=loop.state["step"], desc="training", disable=hide, leave=False
    ) as bar:
        try:
            while loop.state["step"] < total:
                before = loop.state["step"]
                loop.stretch()
                bar.update(loop.state["step"] - before)
                bar.set_postfix(heldout=f"{loop.state['best_loss']:.2e}", refresh=False)
                due = time.monotonic() - saved >= plan.checkpoint_seconds
                if checkpoint is not None and (due or loop.state["step"] == total):
                    storage.save(checkpoint, mark, model, loop.optimizer, loop.state, loop.best)
                    saved = time.monotonic()
        except KeyboardInterrupt:
            warnings.warn(
                f"training was interrupted after {loop.state['step']} of {total} steps: the best "
                "network so far is kept",
                UserWarning,
                stacklevel=4,
            )
    if loop.best:
        model.load_state_dict(loop.best)
    model.cpu()
    return {"steps_done": loop.state["step"], "best_step": loop.state["best_step"]}


class _Loop:
    """Stretches of steps between two looks at the held-out samples."""

    def __init__(
        self,
        model: NetworkModel,
        plan: Plan,
        seed: int,
        rows: Tensor,
        judges: Tensor,
        z: Tensor,
        target: Tensor,
    ) -> None:
        self.model, self.plan, self.seed = model, plan, seed
        self.rows, self.judges, self.z, self.target = rows, judges, z, target
        self.steps = plan.count(len(rows))
        self.batch = min(plan.batch_size, len(rows))
        self.optimizer = make_optimizer(plan, model)
        self.state: dict[str, Any] = {"step": 0, "best_loss": math.inf, "best_step": 0}
        self.best: dict[str, Tensor] = {}
        self._epoch, self._order = -1, rows
        self._loss: nn.Module = {
            "regression": nn.MSELoss,
            "binary": nn.BCEWithLogitsLoss,
            "multiclass": nn.CrossEntropyLoss,
        }[model.task]()

    def stretch(self) -> None:
        """Some steps, then a look at the held-out samples."""
        first = self.state["step"]
        for step in range(first, min(first + self.plan.judge_every, self.steps)):
            rate = self.plan.learning_rate * self.plan.rate(step, self.steps)
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            index = self._batch_rows(step)
            loss = self.loss(self.z[index], self.target[index])
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            self.state["step"] = step + 1
        with torch.no_grad():
            judged = float(self.loss(self.z[self.judges], self.target[self.judges]))
        if judged < self.state["best_loss"]:
            self.state |= {"best_loss": judged, "best_step": self.state["step"]}
            self.best = {name: t.detach().clone() for name, t in self.model.state_dict().items()}

    def loss(self, z: Tensor, target: Tensor) -> Tensor:
        """What is made small: squared error, or cross-entropy of the logits."""
        out = self.model.raw(z)
        if self.model.task == "binary":
            out, target = out[:, 0], target.to(out)
        value: Tensor = self._loss(out, target)
        return value

    def _batch_rows(self, step: int) -> Tensor:
        """The rows of a step: a shuffle an epoch, which depends on nothing but seed and epoch."""
        per_epoch = len(self.rows) // self.batch
        epoch, place = divmod(step, per_epoch)
        if epoch != self._epoch:
            order = np.random.default_rng((self.seed, epoch)).permutation(len(self.rows))
            self._epoch, self._order = epoch, self.rows[torch.from_numpy(order).to(self.rows)]
        return self._order[place * self.batch : (place + 1) * self.batch]


def _some(rows: np.ndarray) -> np.ndarray:
    return rows[:: max(1, -(-len(rows) // JUDGE_ROWS))]
