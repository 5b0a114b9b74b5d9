"""The training loop: plain arrays in shuffled batches, judged by held-out samples."""

from __future__ import annotations

import math
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn
from tqdm.auto import tqdm

from liesd.learning.data import Data
from liesd.learning.network import checkpoint as storage
from liesd.learning.network.plan import Plan, make_optimizer, make_schedule

if TYPE_CHECKING:
    from liesd.learning.network.model import NetworkModel

JUDGE_ROWS = 1 << 14  # held-out samples that decide between moments of the training


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
    """Train in place, on a GPU if there is one; ends with the parameters to keep.

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
        loop.state, loop.best = storage.restore(
            checkpoint, mark, model, loop.optimizer, loop.schedule
        )
    hide = None if progress is None else not progress
    saved = time.monotonic()
    total, interrupted = loop.steps, False
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
                    storage.save(
                        checkpoint,
                        mark,
                        model,
                        loop.optimizer,
                        loop.schedule,
                        loop.state,
                        loop.best,
                    )
                    saved = time.monotonic()
        except KeyboardInterrupt:
            warnings.warn(
                f"training was interrupted after {loop.state['step']} of {total} steps: the best "
                "network so far is kept",
                UserWarning,
                stacklevel=4,
            )
            interrupted = True
    if loop.best:
        model.load_state_dict(loop.best)
    model.cpu()
    return {
        "steps_done": loop.state["step"],
        "best_step": loop.state["best_step"],
        "interrupted": interrupted,
    }


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
        self.schedule = make_schedule(plan, self.optimizer, self.steps)
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
            index = self._batch_rows(step)
            loss = self.loss(self.z[index], self.target[index])
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            self.schedule.step()
            self.state["step"] = step + 1
        with torch.no_grad():
            judged = float(self.loss(self.z[self.judges], self.target[self.judges]))
        if judged < self.state["best_loss"] or self.plan.keep == "last":
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
