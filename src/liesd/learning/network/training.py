"""The training loop: plain arrays in shuffled batches, checked by held-out samples."""

from __future__ import annotations

import math
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from liesd.learning import limits
from liesd.learning.data import Data, thin
from liesd.learning.network import checkpoint as storage
from liesd.learning.network.model import NetworkModel
from liesd.learning.network.plan import Plan, make_optimizer, make_schedule
from liesd.learning.network.still import Still
from liesd.progress import Show, read_progress


def train(
    model: NetworkModel,
    data: Data,
    z: Tensor,
    target: Tensor,
    plan: Plan,
    seed: int,
    progress: Show,
    checkpoint: str | Path | None,
    still: Still | None = None,
) -> dict[str, Any]:
    """Train in place, on a GPU if there is one; ends with the parameters to keep.

    Ctrl-C ends the training early with the best so far. With a checkpoint, a run that was killed
    goes on where it was and ends with the same bits as one that was not. With ``still``, the
    network is kept from changing along fields.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    settings = {
        **plan.describe_training(),
        **model.config(),
        "seed": seed,
        "checkpoint_seconds": None,
    }
    mark = storage.compute_fingerprint(settings, z, target)
    rows = torch.from_numpy(data.train).to(device)
    held = torch.from_numpy(thin(data.heldout, limits.LIMITS.check_rows)).to(device)
    z, target = z.to(device), target.to(device)
    model.to(device).train()
    loop = Loop(model, plan, seed, rows, held, z, target, still)
    if checkpoint is not None and Path(checkpoint).exists():
        loop.state, loop.best = storage.restore(
            checkpoint, mark, model, loop.optimizer, loop.schedule
        )
    saved = time.monotonic()
    total, interrupted = loop.steps, False
    with read_progress(progress).stage("training a network", total) as stage:
        stage.advance(loop.state["step"])
        try:
            while loop.state["step"] < total:
                before = loop.state["step"]
                loop.run_until_check()
                stage.advance(loop.state["step"] - before)
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


class Loop:
    """Steps of training, and checks of the held-out loss between them."""

    def __init__(
        self,
        model: NetworkModel,
        plan: Plan,
        seed: int,
        rows: Tensor,
        held: Tensor,
        z: Tensor,
        target: Tensor,
        still: Still | None = None,
    ) -> None:
        self.model, self.plan, self.seed, self.still = model, plan, seed, still
        self.rows, self.held, self.z, self.target = rows, held, z, target
        self.steps = plan.count_steps(len(rows))
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

    def run_until_check(self) -> None:
        """Steps up to the next check of the held-out loss, and the check itself."""
        first = self.state["step"]
        for step in range(first, min(first + self.plan.check_every, self.steps)):
            index = self._choose_rows(step)
            loss = self._compute_training_loss(index)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            self.schedule.step()
            self.state["step"] = step + 1
        with torch.no_grad():
            checked = float(self.compute_loss(self.z[self.held], self.target[self.held]))
        if checked < self.state["best_loss"] or self.plan.keep == "last":
            self.state |= {"best_loss": checked, "best_step": self.state["step"]}
            self.best = {name: t.detach().clone() for name, t in self.model.state_dict().items()}

    def compute_loss(self, z: Tensor, target: Tensor) -> Tensor:
        """Compute the loss: squared error, or cross-entropy of the logits."""
        return self._compare(self.model.run(z), target)

    def _compute_training_loss(self, index: Tensor) -> Tensor:
        """Compute the loss of a batch, with the penalty on changes along fields."""
        z, target = self.z[index], self.target[index]
        if self.still is None:
            return self.compute_loss(z, target)
        out, moved = self.model.run(torch.cat([z, self.still.move(z, index)])).chunk(2)
        return self._compare(out, target) + self.still.penalise(self.model, out, moved)

    def _compare(self, out: Tensor, target: Tensor) -> Tensor:
        if self.model.task == "binary":
            out, target = out[:, 0], target.to(out)
        value: Tensor = self._loss(out, target)
        return value

    def _choose_rows(self, step: int) -> Tensor:
        """The rows of a step: one shuffle per epoch, which depends on seed and epoch only."""
        per_epoch = len(self.rows) // self.batch
        epoch, place = divmod(step, per_epoch)
        if epoch != self._epoch:
            order = np.random.default_rng((self.seed, epoch)).permutation(len(self.rows))
            self._epoch, self._order = epoch, self.rows[torch.from_numpy(order).to(self.rows)]
            if self.still is not None:
                self.still.follow(self.model)
        return self._order[place * self.batch : (place + 1) * self.batch]
