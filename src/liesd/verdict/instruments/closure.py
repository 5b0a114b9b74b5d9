"""Brackets of symmetries: those of a function are symmetries too, so they stay in the span.

If f has θ and φ on an open set, it has [θ, φ] there as well. Samples that fill no open set, too few
samples and too many accepted directions all show in brackets that leave the span. Directions that
move nothing, or nothing that the data sees, are divided out. Where inputs fill only a subspace,
samples are kept in it by force, and brackets prove nothing; nor do they for actions that are not
linear, whose brackets may leave the family that the spec can say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from liesd.spec import Spec
from liesd.verdict import limits
from liesd.verdict.estimates import Array, Measurement
from liesd.verdict.instruments.base import Instrument, Subject, register_instrument


@register_instrument
class Closure(Instrument):
    """The part of a typical bracket outside the span, relative to the largest possible one."""

    name = "closure"

    @classmethod
    def applies(cls, subject: Subject) -> bool:
        problem = subject.problem
        return problem.spec.is_linear and problem.frame.inputs.projector is None

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        if len(directions) < 2:
            return None
        subject, spec = self.subject, self.subject.problem.spec
        weights = find_weights(
            spec, subject.problem.frame.inputs.rms.numpy(), subject.outputs.rms.numpy()
        )
        hidden = subject.answer.solution.hidden.T.numpy()
        size = measure_brackets(spec, subject.thetas(directions), hidden, weights)
        out = np.array([size])
        return Measurement(out, out, out, out, np.zeros(1))


def measure_brackets(spec: Spec, thetas: Array, hidden: Array, weights: Array) -> float:
    """Measure how far brackets of θ (rows) leave their span, in coordinates θ·weights."""
    divided = _orthonormalize(hidden * weights)
    rows = _orthonormalize((thetas * weights) - (thetas * weights) @ divided.T @ divided)
    scale = max(
        float(np.linalg.norm(matrix, 2)) for row in rows for matrix in spec.unpack(row).values()
    )
    first, second = np.triu_indices(len(rows), 1)
    every = max(1, -(-len(first) // limits.LIMITS.bracket_pairs))
    first, second = first[::every], second[::every]
    total, span, plain = 0.0, np.concatenate([divided, rows]), rows / weights
    for k in range(0, len(first), limits.LIMITS.bracket_batch):
        # conjugation by units is a homomorphism: brackets may be taken as they are
        part = slice(k, k + limits.LIMITS.bracket_batch)
        brackets = spec.bracket(plain[first[part]], plain[second[part]]) * weights / scale
        total += float(np.sum((brackets - (brackets @ span.T) @ span) ** 2))
    return float(np.sqrt(total / max(len(first), 1)))


def find_weights(spec: Spec, inputs: Array, outputs: Array) -> Array:
    """Find the factors that turn θ into what it is in units in which every axis is one."""
    units: dict[str, Array] = {}
    for action, sizes in ((spec.output, outputs), (spec.input, inputs)):
        for block, index in action.require_blocks().items():
            for axis, leaf in enumerate(block):
                others = tuple(k for k in range(index.ndim) if k != axis + 1)
                size = np.exp(np.log(sizes[index]).mean(axis=others))
                units[leaf.name] = 1 / size if leaf.dual else size
    shapes = spec.unknowns.items()
    weights = [
        (units[name] / units[name][:, None]).ravel() if name in units else np.ones(np.prod(shape))
        for name, shape in shapes
    ]
    return np.concatenate(weights)


def _orthonormalize(rows: Array) -> Array:
    """Orthonormal rows that span the given ones."""
    if not len(rows):
        return rows
    sizes = np.linalg.norm(rows, axis=1, keepdims=True)
    _, values, right = np.linalg.svd(rows / np.maximum(sizes, 1e-300), full_matrices=False)
    return np.asarray(right[values > limits.LIMITS.dependent * values[0]])
