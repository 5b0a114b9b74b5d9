"""Choose the learner with the least held-out error, and try no more of them than it takes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar, TypeVar

import torch

from liesd.learning.base import Learner
from liesd.learning.data import Data
from liesd.learning.kernel.fit import KernelLearner
from liesd.learning.kernel.model import KernelModel
from liesd.learning.kernel.ridge import choose_smoothest
from liesd.learning.lift import Lift, is_affordable
from liesd.learning.model import LearnedModel
from liesd.learning.network.fit import NetworkLearner
from liesd.learning.network.labels import LabelLearner
from liesd.learning.network.model import NetworkModel
from liesd.learning.network.polar import count_features, list_channels
from liesd.learning.polynomial.fit import PolynomialLearner
from liesd.learning.polynomial.logistic import LogisticLearner
from liesd.learning.polynomial.model import PolynomialModel
from liesd.learning.scales import are_neighbours_unrelated, find_squares, is_clearly_better
from liesd.learning.settings import as_count, as_flag, as_positive, as_settings
from liesd.learning.words import tell_error
from liesd.progress import Show


@dataclass(frozen=True, kw_only=True)
class AutoLearner(Learner[LearnedModel]):
    """A polynomial where it is all but exact, else a kernel too, and networks where both do badly.

    Held-out samples choose. There are two networks, unless their settings say which one: one sees
    the inputs, the other their products too. Class labels have a polynomial and networks of their
    own. A model knows the learner that was chosen, not this one.
    """

    name: ClassVar[str] = "auto"
    polynomial: PolynomialLearner = field(default_factory=PolynomialLearner)
    """The settings of the polynomial, or a dictionary of them."""
    kernel: KernelLearner = field(default_factory=KernelLearner)
    """The settings of the kernel, or a dictionary of them."""
    network: NetworkLearner = field(default_factory=NetworkLearner)
    """The settings of the networks, or a dictionary of them."""
    logistic: LogisticLearner = field(default_factory=LogisticLearner)
    """The settings of the polynomial for class labels, or a dictionary of them."""
    labels: LabelLearner = field(default_factory=LabelLearner)
    """The settings of the networks for class labels, or a dictionary of them."""
    tiny_error: float = 1e-5
    """A polynomial with at most this held-out error needs no rival."""
    good_error: float = 0.01
    """Where a polynomial or a kernel has at most this, no network is tried."""
    fair_error: float = 0.03
    """Nor where one has at most this, if all of it seems to be noise."""
    clear_gain: float = 0.95
    """A network must be better by this factor: its derivatives have fewer digits."""
    race: int = 6
    """The networks race each other over one part in so many of the steps, and the winner trains to
    the end."""
    close: float = 1.3
    """So does a loser whose error is at most so many times as large."""
    longer: int = 4
    """Networks for class labels first make one part in so many of their passes over the data."""
    hopeless: float = 3.0
    """A model that is worse than its rival by this factor is given up: a network after the race,
    and a polynomial whatever it does for most samples."""
    rivals: bool = True
    """Whether networks are tried where the others do not do well."""
    most_inputs: int = 64
    """With more inputs than this, distances tell little, and only networks are tried."""

    def __post_init__(self) -> None:
        self.check(
            polynomial=as_settings(PolynomialLearner),
            kernel=as_settings(KernelLearner),
            network=as_settings(NetworkLearner),
            logistic=as_settings(LogisticLearner),
            labels=as_settings(LabelLearner),
            tiny_error=as_positive,
            good_error=as_positive,
            fair_error=as_positive,
            clear_gain=as_positive,
            race=as_count,
            close=as_positive,
            longer=as_count,
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
            why = f"{n} inputs are too many for distances to tell much"
            return _explain(self.network.fit(data, seed, progress, checkpoint), why)
        plain = self.polynomial.fit(data, seed, progress, checkpoint)
        if plain.heldout_error <= self.tiny_error:
            told = tell_error(plain.heldout_error)
            why = f"its held-out error is {told}, so that no other learner was tried"
            return _explain(plain, why)
        smooth = self.kernel.fit(data, seed, progress, checkpoint)
        best, errors = self._choose(plain, smooth, data)
        error = best.heldout_error
        if error <= self.good_error:
            return _explain(best, f"{errors}, so that no network was tried")
        as_good = [m for m in (plain, smooth) if self.clear_gain * m.heldout_error <= error]
        saturated = error <= self.fair_error and any(m.saturated for m in as_good)
        if saturated and are_neighbours_unrelated(best, data):
            why = "what is left seems to be noise, which more data would not remove"
            return _explain(best, f"{errors}; {why}")
        if not self.rivals:
            return _explain(best, f"{errors}; no network was tried")
        rival, said = self._race(error, data, seed, progress, checkpoint)
        if rival.heldout_error < self.clear_gain * error:
            return _explain(rival, f"{errors}, {said}; the network is clearly better")
        return _explain(best, f"{errors}, {said}; the network is not clearly better")

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

    def _choose(
        self, plain: PolynomialModel, smooth: KernelModel, data: Data
    ) -> tuple[PolynomialModel | KernelModel, str]:
        """The kernel where held-out samples say that it is better, and the errors of both.

        A few samples on the rim, where a polynomial may be anything, do not decide, unless they
        ruin it.
        """
        squares = torch.stack([find_squares(one, data) for one in (plain, smooth)], dim=1)
        best = (plain, smooth)[choose_smoothest(squares)]
        if plain.heldout_error > self.hopeless * smooth.heldout_error:
            best = smooth
        errors = ", ".join(f"{m.kind} {tell_error(m.heldout_error)}" for m in (plain, smooth))
        return best, f"held-out errors: {errors}"

    def _race(
        self,
        error: float,
        data: Data,
        seed: int,
        progress: Show,
        checkpoint: str | Path | None,
    ) -> tuple[NetworkModel, str]:
        """The network that wins a short race, fully trained if it has a chance against the others.

        Where the race was close, the loser trains to the end too, and may win.
        """
        full = self.network
        short = replace(full, steps=max(1, full.steps // self.race))
        path = f"{checkpoint}.race" if checkpoint else None
        first, said = _train(_list_rivals(short, data), data, seed, progress, path)
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
        ends = " and ".join(tell_error(one.heldout_error) for one in trained)
        return model, f"{said} after {short.steps} steps, then {ends}"

    def _learn_labels(
        self, data: Data, seed: int, progress: Show, checkpoint: str | Path | None
    ) -> LearnedModel:
        """A polynomial or a network, whichever has the smaller log loss on held-out labels."""
        network, losses = self._train_on_labels(data, seed, progress, checkpoint)
        if network.interrupted or not self.logistic.can_fit(data):
            return _explain(network, f"held-out log loss: {losses}")
        plain = self.logistic.fit(data, seed, progress, checkpoint)
        why = f"held-out log loss: polynomial {_tell_loss(plain)}, {losses}"
        return _explain(min(plain, network, key=_get_loss), why)

    def _train_on_labels(
        self, data: Data, seed: int, progress: Show, checkpoint: str | Path | None
    ) -> tuple[NetworkModel, str]:
        """The better network by its log loss on held-out labels, after as few passes as it needs.

        A long training learns the noise of labels before its learning rate has fallen. So networks
        race over few passes, and the winner starts again with twice as many while that clearly
        helps.
        """
        most = self.labels.epochs
        epochs = None if most is None else max(1, most // self.longer)
        rivals = _list_rivals(replace(self.labels, epochs=epochs), data)
        networks, losses = _train(rivals, data, seed, progress, checkpoint)
        best = networks[0]
        while epochs is not None and most is not None and epochs < most and not best.interrupted:
            epochs = min(2 * epochs, most)
            path = f"{checkpoint}.{epochs}" if checkpoint else None
            polar = best.channels is not None
            longer = replace(self.labels, epochs=epochs, products=best.products, directions=polar)
            again = longer.fit(data, seed, progress, path)
            losses += f", with {epochs} passes {_tell_loss(again)}"
            if not is_clearly_better(again, best, data):
                best.interrupted = again.interrupted
                break
            best = again
        return best, losses


def _train(
    rivals: dict[str, NetworkLearner],
    data: Data,
    seed: int,
    progress: Show,
    checkpoint: str | Path | None,
) -> tuple[list[NetworkModel], str]:
    """Networks that see different things, the best first, and their losses."""
    networks: dict[str, NetworkModel] = {}
    for name, learner in rivals.items():
        if any(one.interrupted for one in networks.values()):
            break
        path = f"{checkpoint}.{name.split()[-1]}" if checkpoint and networks else checkpoint
        networks[name] = learner.fit(data, seed, progress, path)
    said = ", ".join(f"{name} {_tell_loss(one)}" for name, one in networks.items())
    return sorted(networks.values(), key=_get_loss), said


def _list_rivals(learner: NetworkLearner, data: Data) -> dict[str, NetworkLearner]:
    """A network of the inputs, and of products too; for labels also one of directions.

    Settings that say what a network sees leave no choice.
    """
    rivals = {"network": learner}
    if learner.products is not None or learner.directions:
        return rivals
    samples, inputs = len(data.train), data.x.shape[1]
    if is_affordable(Lift(torch.ones(inputs), True).size, samples):
        rivals["network of products"] = replace(learner, products=True)
    channels = [] if data.task == "regression" else list_channels(data)
    if channels and is_affordable(count_features(inputs, len(channels)), samples):
        rivals["network of directions"] = replace(learner, directions=True)
    return rivals


def _get_loss(model: LearnedModel) -> float:
    """The held-out error; for classes the log loss, which says more than the share of errors."""
    return float(model.report.get("heldout_log_loss", model.heldout_error))


def _tell_loss(model: LearnedModel) -> str:
    """The same in words: an error in per cent, a log loss as a number."""
    loss = model.report.get("heldout_log_loss")
    return tell_error(model.heldout_error) if loss is None else f"{loss:.3g}"


M = TypeVar("M", bound=LearnedModel)


def _explain(model: M, why: str) -> M:
    model.report = {**model.report, "chosen": f"{model.learner.name}: {why}"}
    return model
