"""``python -m benchmarks.conserved [exact|learned]``: conserved quantities on real trajectories.

The equations of motion are given, or learned from 6,000 random states. Their symmetries give
quantities that should be conserved, which is checked along trajectories that a solver of
differential equations makes from the true equations.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from torch import Tensor

import liesd
from benchmarks.networks.rows import RESULTS
from benchmarks.zoo.run import commit

Array = NDArray[np.float64]
SAMPLES, TRAJECTORIES, STEPS = 6000, 8, 200


class System(NamedTuple):
    """Equations of motion, with a way to draw states."""

    name: str
    rates: Callable[[Tensor], Tensor]
    spec: str
    draw: Callable[[np.random.Generator, int], Array]
    time: float
    """How long a trajectory is followed."""
    expected: int
    """The number of conserved quantities."""


def two_body(z: Tensor) -> Tensor:
    """Two bodies in the plane that attract each other: q1, q2, p1, p2."""
    r = z[:, :2] - z[:, 2:4]
    pull = r / r.norm(dim=1, keepdim=True) ** 3
    return torch.cat([z[:, 4:], -pull, pull], dim=1)


def draw_two_body(rng: np.random.Generator, count: int) -> Array:
    """Bound pairs on roughly round orbits about a common centre near the origin."""
    angle, distance = rng.uniform(0, 2 * np.pi, count), rng.uniform(0.8, 1.6, count)
    along = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    speed = rng.choice([-1.0, 1.0], count) * rng.uniform(0.85, 1.1, count) / np.sqrt(2 * distance)
    centre, drift = 0.1 * rng.normal(size=(count, 2)), 0.02 * rng.normal(size=(count, 2))
    r, p = along * distance[:, None] / 2, across * speed[:, None]
    return np.concatenate([centre + r, centre - r, p + drift, drift - p], axis=1)


def kepler(z: Tensor) -> Tensor:
    """A planet in space: q, p."""
    q, p = z[:, :3], z[:, 3:]
    return torch.cat([p, -q / q.norm(dim=1, keepdim=True) ** 3], dim=1)


def draw_kepler(rng: np.random.Generator, count: int) -> Array:
    """Orbits that are not far from round, in any plane."""
    q = rng.normal(size=(count, 3))
    q *= rng.uniform(0.8, 1.6, (count, 1)) / np.linalg.norm(q, axis=1, keepdims=True)
    radius = np.linalg.norm(q, axis=1, keepdims=True)
    p = rng.normal(size=(count, 3))
    p -= 0.9 * q * np.sum(q * p, axis=1, keepdims=True) / radius**2
    p *= rng.uniform(0.8, 1.1, (count, 1)) / np.sqrt(radius) / np.linalg.norm(p, axis=1)[:, None]
    return np.concatenate([q, p], axis=1)


MOMENTS = (1.0, 1.0, 0.4)  # of a symmetric top


def turn(q: Tensor) -> Tensor:
    """q e_k for the quaternions e_1, e_2, e_3: (N, 3, 4)."""
    w, x, y, z = q.T
    rows = [(-x, w, z, -y), (-y, -z, w, x), (-z, y, -x, w)]
    return torch.stack([torch.stack(row, dim=1) for row in rows], dim=1)


def top_energy(z: Tensor) -> Tensor:
    """A heavy symmetric top: its attitude as a quaternion q, and the momenta of that."""
    q, p = z[:, :4], z[:, 4:]
    momentum = torch.einsum("bki,bi->bk", turn(q), p) / 2
    spin = (momentum**2 / (2 * torch.tensor(MOMENTS, dtype=z.dtype))).sum(dim=1)
    w, x, y, u = q.T
    return spin + (w**2 - x**2 - y**2 + u**2) / (q**2).sum(dim=1)


def top(z: Tensor) -> Tensor:
    """Hamilton's equations of the top."""
    slopes = torch.func.vmap(torch.func.grad(lambda one: top_energy(one[None])[0]))(z)
    return torch.cat([slopes[:, 4:], -slopes[:, :4]], dim=1)


def draw_top(rng: np.random.Generator, count: int) -> Array:
    """Any attitude, and momenta that turn the top."""
    q = rng.normal(size=(count, 4))
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    p = 2 * rng.normal(size=(count, 4))
    return np.concatenate([q, p - q * np.sum(q * p, axis=1, keepdims=True)], axis=1)


SYSTEMS = (
    System("two-body", two_body, "2*q[2]+2*p[2] -> 2*q+2*p", draw_two_body, 4.0, 1),
    System("kepler", kepler, "q[3]+p[3] -> q+p", draw_kepler, 4.0, 3),
    System("top", top, "q[4]+p[4] -> q+p", draw_top, 3.0, 2),
)


def integrate(system: System, start: Array) -> Array:
    """One trajectory, (steps, n)."""

    def rates(_: float, z: Array) -> Array:
        return system.rates(torch.from_numpy(z[None]))[0].numpy()

    times = np.linspace(0, system.time, STEPS)
    done = solve_ivp(rates, (0, system.time), start, "DOP853", times, rtol=1e-10, atol=1e-12)
    return np.asarray(done.y.T)


def measure(system: System, mode: str, seed: int = 0) -> dict[str, Any]:
    """Find what is conserved, and follow it along trajectories."""
    rng = np.random.default_rng(seed)
    x = torch.from_numpy(system.draw(rng, SAMPLES))
    f: Any = system.rates
    if mode == "learned":
        f = liesd.learn(x.numpy(), system.rates(x).numpy(), system.spec, progress=False)
    found = liesd.discover(f, x, system.spec, progress=False)
    paths = [integrate(system, start) for start in system.draw(rng, TRAJECTORIES)]
    each = found.conserved()
    return {
        "system": system.name,
        "mode": mode,
        "spec": system.spec,
        "expected": system.expected,
        "dimension": found.dimension,
        "verdict": found.verdict.name,
        "quantities": [str(one) for one in each],
        "change_at_samples": [one.change for one in each],
        "variation": [one.variation(paths) for one in each],
        "heldout_error": getattr(f, "heldout_error", None),
        "commit": commit(),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """What is conserved, and how well, as Markdown."""
    lines = ["| system | spec | conserved | largest variation |", "|---|---|---|---|"]
    for row in rows:
        worst = max(row["variation"], default=float("nan"))
        told = "; ".join(row["quantities"])
        lines.append(f"| {row['system']} | `{row['spec']}` | {told} | {worst:.0e} |")
    return "\n".join(lines)


def main(mode: str) -> None:
    """Measure all systems and keep the result."""
    torch.set_num_threads(1)
    rows = [measure(system, mode) for system in SYSTEMS]
    (RESULTS / f"conserved-{mode}.json").write_text(json.dumps(rows, indent=1) + "\n")
    for row in rows:
        worst = max(row["variation"], default=float("nan"))
        print(row["system"], row["quantities"], f"largest variation {worst:.1e}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "exact")
