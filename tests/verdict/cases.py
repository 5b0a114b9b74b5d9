"""Transcripts and subjects for the tests of the verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from liesd.data.samples import open_samples
from liesd.equations.problem import make_batches, state_problem
from liesd.equations.reduce import Engine
from liesd.equations.solve import Solver
from liesd.sources import Fit, Request, open_source
from liesd.spec import Spec
from liesd.verdict import RULE, Decision, Measurement, Rule, Transcript, decide
from liesd.verdict.instruments import Subject
from liesd.verdict.transcript import LAW

Answer = Callable[[Sequence[int]], Measurement | None]


def known(law: list[float], noise: float | list[float]) -> Measurement:
    """Defects with noise, and intervals of one noise to either side."""
    values, errors = np.array(law), np.broadcast_to(noise, len(law)).astype(float)
    low, high = np.maximum(values - errors, 0), values + errors
    return Measurement(values, values, low, high, errors)


def asymmetry(
    square: float, error: float = 1e-7, of_fit: float = 0.05, left: float = 0.0
) -> Measurement:
    """What held-out samples say: a squared asymmetry, its standard error, and that of the fit.

    ``left`` is the error of the fit at the same samples; 0 if it was not measured.
    """
    law, low = (np.sqrt(np.maximum([one], 0.0)) for one in (square, square - 2 * error))
    high = np.sqrt([abs(square) + 2 * error])
    squares, errors = np.array([square]), np.array([error])
    whole, bias = np.array([of_fit]), np.array([left])
    return Measurement(whole, law, low, high, np.sqrt(errors), squares, errors, bias=bias)


@dataclass
class Said:
    """An instrument that says what it is told to."""

    answer: Answer

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        return self.answer(directions)


def decide_learned(
    measured: Measurement,
    error: float,
    classes: bool = False,
    steps: Answer | None = None,
    values: Answer | None = None,
    imposed: Answer | None = None,
    rule: Rule = RULE,
    rim: Answer | None = None,
) -> Decision:
    """What the rule says of a law, given what instruments say."""
    said = {"steps": steps, "heldout": values, "imposed": imposed, "rim": rim}
    instruments = {name: Said(answer) for name, answer in said.items() if answer is not None}
    transcript = Transcript(
        LAW, measured, 1e-14, error, has_classes=classes, instruments=instruments
    )
    transcript.place = "x[0] > 2" if rim is not None else ""
    return decide(transcript, rule)


def subject_of(f: Any, x: Any, spec: str, replicas: Sequence[Any], **given: Any) -> Subject:
    """A function with replicas, and the solved equations of its data; within ``source.ready()``."""
    parsed = Spec.parse(spec)
    source = open_source(Request(f, open_samples(x), parsed, **given))
    with source.ready():
        problem = state_problem(make_batches(source), Engine(), error=0.0)
        solver = Solver(problem, balanced=True)
        state = problem.equations()
    answer = solver(state)
    fit = Fit(f, 0.0, "regression", list(replicas))
    outputs = state.outputs.fill_space(problem.spec.output)
    defects = answer.solution.values.numpy()
    return Subject(problem, solver, state, answer, defects, outputs, fit, 0.0)
