"""The equation that was found, as text: ``u_t = −u·u_x − u_xxx``."""

from __future__ import annotations

import numpy as np
import torch

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.differential.fitting.features import add_features, format_term
from liesd.differential.fitting.model import Polynomial
from liesd.spec.polynomial import list_powers, substitute


def write_equation(model: Polynomial, z: Array, y: Array) -> str:
    """Write the polynomial with as few terms as explain the left sides about as well.

    ``z`` and ``y`` are arguments and left sides of trajectories that were held out.
    """
    equation, names = model.equation, model.equation.arguments
    powers = list_powers(len(names) + len(model.features), model.degree)
    centre, scale = model.centre.numpy(), model.scale.numpy()
    change = substitute(powers, -centre / scale, 1 / scale)[np.ix_(model.kept, model.kept)]
    numbers = change.T @ model.coefficients.numpy()  # over monomials of the arguments
    every = add_features(torch.from_numpy(np.ascontiguousarray(z)), model.features).numpy()
    shown = [powers[k] for k in model.kept]
    features = np.stack([np.prod(every ** np.array(power), axis=1) for power in shown], axis=1)
    texts = [format_term(names, model.features, power) for power in shown]
    sides = []
    for k, term in enumerate(equation.left):
        kept, refined = _select(features, y[:, k], numbers[:, k])
        pairs = [(refined[j], texts[j]) for j in kept]
        sides.append(f"{equation.name(term)} = {_write(pairs)}")
    return ", ".join(sides)


def _select(features: Array, y: Array, numbers: Array) -> tuple[list[int], Array]:
    """Leave out terms, the least one first, while the error hardly grows."""
    sizes = np.abs(numbers) * np.sqrt(np.mean(features**2, axis=0))
    spread = max(float(y.std()), np.finfo(float).tiny)

    def score(kept: list[int]) -> tuple[float, Array]:
        out = np.zeros(len(numbers))
        if kept:
            A = features[:, kept]
            units = np.sqrt(np.mean(A**2, axis=0))
            units = np.where(units > 0, units, 1.0)
            out[kept] = np.linalg.lstsq(A / units, y, rcond=limits.LIMITS.rank)[0] / units
        return float(np.sqrt(np.mean((features @ out - y) ** 2))) / spread, out

    whole = float(np.sqrt(np.mean((features @ numbers - y) ** 2))) / spread
    allowed = max(limits.LIMITS.sparse * whole, limits.LIMITS.shown)
    kept = [int(k) for k in np.argsort(-sizes) if sizes[k] > whole / 10 * sizes.max()]
    best = score(kept)
    if best[0] > allowed:
        return [k for k in range(len(numbers)) if sizes[k] > 0], numbers
    for k in sorted(kept, key=lambda one: sizes[one]):
        fewer = [one for one in kept if one != k]
        tried = score(fewer)
        if tried[0] <= allowed:
            kept, best = fewer, tried
    return sorted(kept), best[1]


def _write(pairs: list[tuple[float, str]]) -> str:
    out = ""
    for value, text in pairs:
        number = f"{float(f'{abs(value):.4g}'):g}"
        part = number if text == "1" else text if number == "1" else f"{number}·{text}"
        sign = "−" if value < 0 else "+"
        out += f" {sign} {part}" if out else f"{'−' if value < 0 else ''}{part}"
    return out or "0"
