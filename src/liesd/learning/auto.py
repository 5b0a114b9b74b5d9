"""Choose the learner with the least held-out error."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar, TypeVar

import torch

from liesd.learning.base import Learner
from liesd.learning.data import Data
from liesd.learning.kernel.fit import KernelLearner
from liesd.learning.lift import Lift
from liesd.learning.model import LearnedModel
from liesd.learning.network.fit import NetworkLearner
from liesd.learning.network.labels import LabelLearner
from liesd.learning.network.model import NetworkModel
from liesd.learning.settings import as_count, as_flag, as_positive, as_settings
from liesd.progress import Show


@dataclass(frozen=True, kw_only=True)
class AutoLearner(Learner[LearnedModel]):
    """The kernel where it does well, else whichever of kernel and networks does better.

    There are two networks, unless its settings say which one: one sees the inputs, the other their
    products too. Class labels are for networks alone. A model knows the learner that was chosen,
    not this one.
    """

    name: ClassVar[str] = "auto"
    kernel: KernelLearner = field(default_factory=KernelLearner)
    """The settings of the kernel, or a dictionary of them."""
    network: NetworkLearner = field(default_factory=NetworkLearner)
    """The settings of the networks, or a dictionary of them."""
    labels: LabelLearner = field(default_factory=LabelLearner)
    """The settings of the networks for class labels, or a dictionary of them."""
    good_error: float = 0.01
    """A kernel with at most this held-out error needs no rival."""
    fair_error: float = 0.03
    """Nor does one with at most this, if all of it seems to be noise."""
    clear_gain: float = 0.95
    """A network must be better by this factor: its derivatives have fewer digits."""
    race: int = 6
    """The networks race each other over one part in so many of the steps, and the winner trains to
    the end."""
    close: float = 1.3
    """So does a loser whose error is at most so many times as large."""
    hopeless: float = 3.0
    """A network that is worse than the kernel by this factor after the race is given up."""
    rivals: bool = True
    """Whether networks are tried where a kernel does not do well."""
    most_inputs: int = 64
    """With more inputs than this, distances tell a kernel little, and only networks are tried."""

    def __post_init__(self) -> None:
        self.check(
            kernel=as_settings(KernelLearner),
            network=as_settings(NetworkLearner),
            labels=as_settings(LabelLearner),
            good_error=as_positive,
            fair_error=as_positive,
            clear_gain=as_positive,
            race=as_count,
            close=as_positive,
            hopeless=as_positive,
            rivals=as_flag,
            most_inputs=as_count,
        )

    def fit(
        self,
        data: Data,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> LearnedModel:
        n = data.x.shape[1]
        if data.task != "regression":
            return self._learn_labels(data, seed, progress, checkpoint)
        if n > self.most_inputs:
            why = f"{n} inputs are too many for a kernel"
            return _explain(self.network.fit(data, seed, progress, checkpoint), why)
        smooth = self.kernel.fit(data, seed, progress, checkpoint)
        k = smooth.heldout_error
        if k <= self.good_error:
            why = f"the kernel's held-out error, {k:.1e}, is at most {self.good_error}"
            return _explain(smooth, why)
        if k <= self.fair_error and smooth.saturated:
            why = f"the rest, {k:.2g}, seems to be noise: more data changes nothing"
            return _explain(smooth, why)
        if not self.rivals:
            return _explain(smooth, f"its held-out error is {k:.2g}, and no network was tried")
        rival, errors = self._race(k, data, seed, progress, checkpoint)
        errors = f"held-out errors: kernel {k:.3g}, {errors}"
        if rival.heldout_error < self.clear_gain * k:
            return _explain(rival, f"{errors}; the network is clearly better")
        return _explain(smooth, f"{errors}; the network is not clearly better")

    def refit(
        self,
        model: LearnedModel,
        data: Data,
        share: int,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> LearnedModel:
        """The learner that was chosen learns again."""
        again: LearnedModel = model.learner.refit(model, data, share, seed, progress, checkpoint)
        return again

    def _race(
        self,
        error: float,
        data: Data,
        seed: int,
        progress: Show,
        checkpoint: str | Path | None,
    ) -> tuple[NetworkModel, str]:
        """The network that wins a short race, fully trained if it has a chance against a kernel.

        Where the race was close, the loser trains to the end too, and may win.
        """
        full = self.network
        short = replace(full, steps=max(1, full.steps // self.race))
        path = f"{checkpoint}.race" if checkpoint else None
        first, said = _train(short, data, seed, progress, path)
        winner = first[0]
        if winner.interrupted or winner.heldout_error > self.hopeless * error:
            return winner, f"{said} after {short.steps} steps"
        close = [one for one in first if one.heldout_error <= self.close * winner.heldout_error]
        trained = [
            replace(full, products=one.products).fit(
                data, seed, progress, f"{checkpoint}.{k}" if checkpoint and k else checkpoint
            )
            for k, one in enumerate(close)
        ]
        model = min(trained, key=_get_loss)
        ends = " and ".join(f"{one.heldout_error:.3g}" for one in trained)
        return model, f"{said} after {short.steps} steps, then {ends}"

    def _learn_labels(
        self, data: Data, seed: int, progress: Show, checkpoint: str | Path | None
    ) -> NetworkModel:
        """The better network by its log loss on held-out labels."""
        networks, losses = _train(self.labels, data, seed, progress, checkpoint)
        return _explain(networks[0], f"held-out log loss: {losses}")


def _train(
    learner: NetworkLearner,
    data: Data,
    seed: int,
    progress: Show,
    checkpoint: str | Path | None,
) -> tuple[list[NetworkModel], str]:
    """Two networks, one of them with products of inputs, the better first, and their losses."""
    plain = learner.fit(data, seed, progress, checkpoint)
    said = f"network {_get_loss(plain):.3g}"
    affordable = Lift(torch.ones(data.x.shape[1]), True).is_affordable(len(data.train))
    if learner.products is not None or not affordable or plain.interrupted:
        return [plain], said
    path = f"{checkpoint}.products" if checkpoint else None
    lifted = replace(learner, products=True).fit(data, seed, progress, path)
    said += f", network of products {_get_loss(lifted):.3g}"
    return sorted([plain, lifted], key=_get_loss), said


def _get_loss(model: NetworkModel) -> float:
    """The held-out error; for classes the log loss, which says more than the share of errors."""
    return float(model.report.get("heldout_log_loss", model.heldout_error))


M = TypeVar("M", bound=LearnedModel)


def _explain(model: M, why: str) -> M:
    model.report = {**model.report, "chosen": f"{model.learner.name}: {why}"}
    return model
