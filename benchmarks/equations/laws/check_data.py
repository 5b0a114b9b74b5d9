"""Quality of the data: ``python -m benchmarks.equations.laws.check_data [name ...]``.

Per law, for one sample of the usual size:

- ``seconds`` of processor time;
- ``tail``: largest amplitude among the highest fifth of the kept waves relative to the largest
  wave apart from the mean (equations in t and x; a bound on what the grid does not resolve);
- ``misfit``: the equation's left side, from differences of tenth order along the curve or in
  time, against its right side (x derivatives in t and x equations by Fourier series), root mean
  square relative to the left side: what a user of the grid can hope for at best;
- ``fill``: smallest singular value of the standardised arguments of F (jets), relative to the
  largest: far from zero where they fill their space;
- ``added``: for broken laws, root mean square of the added term relative to the right-hand side
  of the twin.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from benchmarks.equations.sets import LAWS

from .base import Law
from .data import Waves, right_hand_side


def weights(order: int, reach: int) -> np.ndarray:
    """Central difference weights of the given derivative on 2 reach + 1 points."""
    nodes = np.arange(-reach, reach + 1.0)
    powers = nodes ** np.arange(2 * reach + 1)[:, None]
    target = np.zeros(2 * reach + 1)
    target[order] = float(np.prod(np.arange(1, order + 1)))
    return np.linalg.solve(powers, target)


def differences(values: np.ndarray, step: float, order: int, reach: int = 5) -> np.ndarray:
    """Derivative along axis 1, without the first and last ``reach`` points."""
    count = values.shape[1] - 2 * reach
    parts = weights(order, reach) / step**order
    return sum(w * values[:, i : i + count] for i, w in enumerate(parts))


def jets(law: Law, data: dict[str, np.ndarray], names: tuple[str, ...]) -> list[np.ndarray]:
    """The named derivatives on the grid without the ends of the first axis."""
    main = "x" if law.kind == "ode" else "t"
    grid = data[main]
    step = grid[1] - grid[0]
    shape = data[law.fields[0]][:, 5:-5].shape
    result = []
    for name in names:
        field, _, letters = name.partition("_")
        if field in data and field not in law.fields:
            axis = data[field][5:-5] if field == main else data[field]
            full = axis[:, None] if field == main and law.kind != "ode" else axis
            result.append(np.broadcast_to(full, shape))
            continue
        values = data[field]
        if law.kind != "ode" and "x" in letters:
            points, x = values.shape[-1], data["x"]
            waves = 2j * np.pi * np.fft.rfftfreq(points, x[1] - x[0])
            factor = waves ** letters.count("x")
            values = np.fft.irfft(np.fft.rfft(values, axis=-1) * factor, points, axis=-1)
        result.append(differences(values, step, letters.count(main)))
    return result


def report(law: Law) -> str:
    """One line on the data of a law."""
    start = time.process_time()
    data = law.sample(0)
    spent = time.process_time() - start
    arguments = jets(law, data, law.arguments)
    right = np.array(
        [np.broadcast_to(r, arguments[0].shape) for r in right_hand_side(law)(*arguments)]
    )
    left = np.array(jets(law, data, law.left))
    misfit = np.sqrt(np.mean((left - right) ** 2) / np.mean(left**2))
    columns = np.array([a.ravel() for a in arguments])
    columns = (columns - columns.mean(axis=1)[:, None]) / columns.std(axis=1)[:, None]
    values = np.linalg.svd(columns @ columns.T / columns.shape[1])[1]
    fill = np.sqrt(values[-1] / values[0])
    spread = max(np.abs(data[field]).max() for field in law.fields)
    text = f"{law.name:34s} seconds {spent:5.2f} misfit {misfit:.1e} fill {fill:.2f}"
    text += f" largest {spread:.2f}"
    if isinstance(law.recipe, Waves):
        waves = np.concatenate([np.abs(np.fft.rfft(data[f], axis=-1)) for f in law.fields])
        cut = law.recipe.cut
        tail = waves[..., cut - cut // 5 : cut + 1].max() / waves[..., 1:].max()
        text += f" tail {tail:.1e}"
    if law.twin:
        twin = next(other for other in LAWS if other.name == law.twin)
        values = dict(zip(law.arguments, arguments, strict=True))
        parts = right_hand_side(twin)(*(values[name] for name in twin.arguments))
        old = np.array([np.broadcast_to(p, arguments[0].shape) for p in parts])
        added = np.sqrt(np.mean((right - old) ** 2) / np.mean(old**2))
        text += f" added {added:.4f} (nominal {law.broken})"
    return text


def main(names: list[str]) -> None:
    """Print a line for each of the named laws, or all."""
    for law in LAWS:
        if not names or law.name in names:
            print(report(law), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
