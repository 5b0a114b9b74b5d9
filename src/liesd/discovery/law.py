"""The law behind given values: which fit speaks for it, the user's or one made here.

Values that a model was not fitted to say more than its error: a fit to them has replicas and
held-out samples of its own, and often explains them better than the model does. Whichever explains
held-out values better speaks for the law.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.data.samples import check_finite
from liesd.data.targets import Targets
from liesd.discovery import limits
from liesd.errors import TooLittleDataError
from liesd.learning import learn
from liesd.learning.data import split
from liesd.learning.effort import NORMAL, read_effort
from liesd.learning.model import LearnedModel
from liesd.learning.relatives import find_relatives, read_groups
from liesd.learning.scales import scale_channels
from liesd.learning.words import tell_error
from liesd.numerics.moments import double
from liesd.progress import Show
from liesd.sources import Fit, Request, Source, open_source
from liesd.sources.links import Probabilities
from liesd.spec import Label, Spec

HELD_OUT = "y is assumed to come from samples that the model was not trained on"


class Witness(NamedTuple):
    """A fit to the given values that does not speak for the law, but can confirm what is said."""

    model: LearnedModel
    spec: Spec


class Spokesman(NamedTuple):
    """The source that speaks for the law, and what there is to say about it."""

    source: Source
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    witness: Witness | None = None


def find_spokesman(
    source: Source,
    request: Request,
    targets: Targets,
    seed: int,
    progress: Show,
    groups: Any = None,
    effort: str = NORMAL,
) -> Spokesman:
    """Fit the given values, and compare the fit with the function on held-out ones."""
    if targets.classes:
        source = _give_probabilities(source)
    sample = _Sample.take(source, targets)
    with source.ready():
        guess = _evaluate(source, sample.x)
    if groups is not None:
        groups = sample.thin(groups, source.samples.count or 0)
    flat = sample.x.reshape(len(sample.x), -1)
    relatives = find_relatives(flat, groups, read_effort(effort).replicas)
    held = split(len(sample.x), seed, relatives)[1]
    notes: tuple[str, ...] = (HELD_OUT,)
    witness = None
    try:
        learned = _learn(sample, source.spec, targets, seed, progress, groups, effort)
    except TooLittleDataError as why:
        notes = (HELD_OUT, f"the values of y were not fitted: {why}")
    else:
        spec = source.spec
        if targets.classes:
            spec = _for_labels(spec).for_outputs(math.prod(learned.y_shape))
        witness = Witness(learned, spec)
        own = _score(guess[held], sample.values[held], source.spec, targets)
        other = _score_learned(learned)
        suspicious = _looks_fitted(learned, own, other)
        rather = limits.LIMITS.rather if source.fit is None else 1.0
        if suspicious or other.loss <= rather * own.loss:
            spoken = open_source(request._replace(f=learned, spec=spec, y=None, dtype=None))
            note = _compare(own.error, other.error, learned.learner.name, targets)
            return Spokesman(spoken, (HELD_OUT, note), suspicious)
    error = _score(guess, sample.values, source.spec, targets).error
    return Spokesman(_add_fit(source, sample, error, targets), notes, witness=witness)


def add_values(source: Source, targets: Targets) -> Spokesman:
    """Judge the fit by the given values, without another fit."""
    sample = _Sample.take(source, targets)
    with source.ready():
        guess = _evaluate(source, sample.x)
    error = _score(guess, sample.values, source.spec, targets).error
    return Spokesman(_add_fit(source, sample, error, targets), (HELD_OUT,))


def learn_values(
    source: Source, request: Request, seed: int, progress: Show, effort: str = NORMAL
) -> tuple[Source, str]:
    """A fit to the values of a function without derivatives, and why it speaks for that."""
    count = source.samples.count or 0
    step = max(1, -(-count // limits.LIMITS.law_samples))  # evenly spread
    x = torch.cat([part.cpu().double() for part in source.samples.batches(1 << 14, step)])
    check_finite(x, 0 if step == 1 else None, "x")
    values = _evaluate(source, x.numpy())
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".* never changes in column")
        learned = learn(
            x.numpy(), values, source.spec, seed=seed, progress=progress, task="regression",
            effort=effort,
        )  # fmt: skip
    spoken = open_source(
        request._replace(f=learned, spec=source.spec, y=None, jacobian=None, dtype=None)
    )
    note = (
        f"f was learned from its values at the samples, because {source.obstacle}; the answer is "
        f"about the law behind these values (learner {learned.learner.name!r}, held-out error "
        f"{tell_error(learned.heldout_error)})"
    )
    return spoken, note


class _Sample(NamedTuple):
    """At most so many samples and values as a fit needs, evenly spread."""

    x: NDArray[np.float64]
    values: NDArray[np.float64]
    labels: NDArray[np.int64] | None

    @classmethod
    def take(cls, source: Source, targets: Targets) -> _Sample:
        count = source.samples.count or 0
        step = max(1, -(-count // limits.LIMITS.law_samples))  # evenly spread
        x, values = (
            torch.cat([part.cpu().double() for part in column.batches(1 << 14, step)]).numpy()
            for column in (source.samples, targets.samples)
        )
        for name, part in (("x", x), ("y", values)):
            check_finite(torch.from_numpy(part), 0 if step == 1 else None, name)
        labels = None if targets.labels is None else targets.labels[::step]
        return cls(x, values.reshape(len(values), -1), labels)

    def thin(self, groups: Any, count: int) -> NDArray[Any]:
        """The groups of these samples, out of those of all."""
        every = read_groups(groups, count)
        return every[:: max(1, -(-count // limits.LIMITS.law_samples))]


class _Score(NamedTuple):
    """The error as :func:`liesd.learn` tells it, and the loss by which fits are compared."""

    error: float
    loss: float


def _give_probabilities(source: Source) -> Source:
    """The same source with probabilities of classes, whatever it gives."""
    example = source.place(next(source.samples.batches(limits.LIMITS.tried_samples)))
    with source.ready():
        whole = Probabilities(source.callable, example)
        linked, fit = source.with_function(whole), source.fit
        if fit is not None:
            replicas = [Probabilities(one, example) for one in fit.replicas]
            linked.fit = replace(fit, function=whole, replicas=replicas)
    return linked


def _evaluate(source: Source, x: NDArray[np.float64]) -> NDArray[np.float64]:
    parts = [
        double(source.function(torch.from_numpy(x[start : start + 4096]))).cpu().numpy()
        for start in range(0, len(x), 4096)
    ]
    return np.concatenate(parts)


def _learn(
    sample: _Sample,
    spec: Spec,
    targets: Targets,
    seed: int,
    progress: Show,
    groups: Any,
    effort: str,
) -> LearnedModel:
    """A fit to the values, with replicas."""
    y = sample.values if sample.labels is None else sample.labels
    label = _for_labels(spec) if targets.classes else spec
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".* never changes in column")
        return learn(
            sample.x,
            y,
            label,
            seed=seed,
            progress=progress,
            task=targets.task,
            groups=groups,
            effort=effort,
        )


def _for_labels(spec: Spec) -> Spec:
    """The same for a label; outputs that move stay as they are."""
    return spec if spec.output.unknowns else Spec(spec.input, Label())


def _score(
    guess: NDArray[np.float64], values: NDArray[np.float64], spec: Spec, targets: Targets
) -> _Score:
    if targets.classes:
        both = np.hstack([1 - guess, guess]) if guess.shape[1] == 1 else guess
        true = values[:, 0].astype(int) if values.shape[1] == 1 else values.argmax(axis=1)
        chosen = np.maximum(both[np.arange(len(both)), true], np.finfo(float).tiny)
        return _Score(float((both.argmax(axis=1) != true).mean()), -float(np.log(chosen).mean()))
    spread = torch.from_numpy(values.var(axis=0))
    units = scale_channels(spread, spec.output).numpy()
    total = float((spread.numpy() / units**2).sum())
    error = float((((guess - values) / units) ** 2).sum(axis=1).mean())
    error = (error / total) ** 0.5 if total > 0 else float(error > 0)
    return _Score(error, error)


def _score_learned(learned: LearnedModel) -> _Score:
    loss = learned.report.get("heldout_log_loss", learned.heldout_error)
    return _Score(learned.heldout_error, float(loss))


def _looks_fitted(learned: LearnedModel, own: _Score, other: _Score) -> tuple[str, ...]:
    """Say so if the function explains the values far better than they seem to allow.

    Where more data would not help a fit, the rest is noise, and nobody predicts noise.
    """
    noisy = learned.report.get("saturated", learned.task != "regression")
    if not noisy or own.error > limits.LIMITS.too_good * other.error or other.error < 0.005:
        return ()
    return (
        f"the model explains y far better ({_format(own.error, learned)}) than a fit to other "
        f"samples does ({_format(other.error, learned)}), though the rest of that looks like "
        "noise: if these are the samples that it was trained on, give others",
    )


def _format(error: float, learned: LearnedModel) -> str:
    what = "{} of the labels wrong" if learned.task != "regression" else "held-out error {}"
    return what.format(tell_error(error))


def _compare(own: float, other: float, name: str, targets: Targets) -> str:
    what = "predicts {} of the labels wrong" if targets.classes else "has a held-out error of {}"
    return (
        f"the law is judged by a fit to y (learner {name!r}), which "
        f"{what.format(tell_error(other))}; that of the model is {tell_error(own)}"
    )


def _add_fit(source: Source, sample: _Sample, error: float, targets: Targets) -> Source:
    """The function itself as a fit, with the values as held-out samples."""
    fit = source.fit or Fit(source.callable, error, targets.task, ())
    step = max(1, -(-len(sample.x) // limits.LIMITS.kept_heldout))
    held: tuple[Tensor, Tensor] = (
        torch.from_numpy(sample.x[::step].reshape(len(sample.x[::step]), -1).copy()),
        torch.from_numpy(sample.values[::step].copy()),
    )
    other = source.twin()
    other.fit = replace(fit, error=error, task=targets.task, heldout=held)
    return other
