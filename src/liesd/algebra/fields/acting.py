"""Matrices of fields that are not linear: affine maps on (x, 1), and where points were."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from liesd.algebra import ranks
from liesd.errors import SpecError
from liesd.spec import Action, Array, Chart, Spec, Theta
from liesd.spec.action import name_shift


def augment(action: Action, theta: Theta) -> Array:
    """The matrix (n + 1, n + 1) of an affine field on (x, 1); refuses any other."""
    n = action.dim
    b = action.field(theta, np.zeros((1, n)))
    A = (action.field(theta, np.eye(n)) - b).T
    x = np.random.default_rng(0).standard_normal((3, n))
    if not np.allclose(action.field(theta, x), x @ A.T + b, atol=1e-6 * (1 + np.abs(A).max())):
        raise SpecError(
            f"{action} moves by fields that are not affine, and only linear and affine ones have "
            "matrices, and invariants that are known here"
        )
    out = np.zeros((n + 1, n + 1))
    out[:n, :n], out[:n, n] = A, b[0]
    return out


def find_slopes(generator: Any) -> dict[str, Array]:
    """The matrix of the linear part of each name; nothing where a field is curved."""
    found: dict[str, Array] = {}
    spec: Spec = generator.spec
    for name, table in spec.tabulate(generator).items():
        library, axes = spec.library(name), spec.coordinates(name)
        if table.ndim < 2:
            return {}
        known = {text: k for k, text in enumerate(library)}
        kept = [known[one] for one in axes if one in known]
        curved = [k for text, k in known.items() if text not in ("1", *axes)]
        if (
            np.abs(table[:, curved]).max(initial=0.0)
            > ranks.TOLERANCES.exact_noise * np.abs(table).max()
        ):
            return {}
        found[name] = table[:, kept] if len(kept) == len(table) else np.zeros((0, 0))
    return found


def build_faithful(spec: Spec, rows: Array, constants: Array, noise: float) -> Array:
    """Matrices (k, n, n) that the algebra acts by: on (x, 1), or else on itself.

    ``constants`` are its structure constants; coefficients below ``noise`` are none.
    """
    blocks = []
    if not set(spec.unknowns) <= {one for name in spec.names for one in (name, name_shift(name))}:
        return constants.transpose(0, 2, 1)
    for row in rows:
        parts = []
        for name, table in spec.tabulate(spec.unpack(row)).items():
            if table.ndim < 2:
                return constants.transpose(0, 2, 1)
            known = {"1": len(table)}
            known |= {one: k for k, one in enumerate(spec.coordinates(name))}
            matrix = np.zeros((len(table) + 1, len(table) + 1))
            for text, column in zip(spec.library(name), table.T, strict=True):
                if text in known:
                    matrix[:-1, known[text]] = column
                elif np.abs(column).max() > ranks.TOLERANCES.entry_noises * noise:
                    return constants.transpose(0, 2, 1)
            parts.append(matrix)
        blocks.append(scipy.linalg.block_diag(*parts))
    return np.array(blocks)


def estimate_charts(spec: Spec, x: Array, y: Array) -> dict[str, Chart]:
    """Estimate centre and scale of each space of points from a few samples."""
    found: dict[str, Chart] = {}
    for action, data in ((spec.input, x), (spec.output, y)):
        for channel in action.channels():
            if channel.name is None or channel.name in found:
                continue
            points = data[:, channel.coordinates].reshape(-1, channel.coordinates.shape[1])
            centre, spread = points.mean(axis=0), points.std(axis=0)
            largest = float(spread.max())
            least = ranks.TOLERANCES.exact_noise * max(largest, float(np.abs(centre).max()))
            scale = np.where(spread > least, spread, largest if largest > least else 1.0)
            found[channel.name] = Chart(tuple(map(float, centre)), tuple(map(float, scale)))
    return found
