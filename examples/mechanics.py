"""Mechanics: what does a star conserve on its way through a flattened galaxy?

The energy of a star is known at random positions q and momenta p, with noise. A matrix A that moves
q, and p as its dual, without changing the energy is a symmetry, and by Noether's theorem p·Aq is
then conserved. Which turn that is, and so where the pole of the galaxy lies, is not told.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

import liesd

POLE = np.array([0.48, 0.36, 0.80])


def energy(q: np.ndarray, p: np.ndarray) -> np.ndarray:
    """A logarithmic potential, flattened to one half along the pole."""
    along = q @ POLE
    m2 = np.sum(q**2, axis=-1) + 3 * along**2
    return np.sum(p**2, axis=-1) / 2 + np.log(1 + m2) / 2


def orbit(start: np.ndarray, time: float) -> np.ndarray:
    """Hamilton's equations, with derivatives by central differences."""

    def flow(_: float, state: np.ndarray) -> np.ndarray:
        steps = 1e-5 * np.eye(6)
        up, down = (energy(*np.split(state + s * steps, 2, axis=1)) for s in (1, -1))
        dq, dp = np.split((up - down) / 2e-5, 2)
        return np.concatenate([dp, -dq])

    return solve_ivp(flow, (0, time), start, rtol=1e-8, atol=1e-8).y.T


def rotation(axis: np.ndarray) -> np.ndarray:
    return np.cross(axis, np.eye(3)).T


def main() -> None:
    rng = np.random.default_rng(0)
    q, p = rng.uniform(-1, 1, (2, 10_000, 3))
    measured = energy(q, p) + 1e-3 * rng.normal(size=len(q))

    spec = "q[3]+q.T -> 1"  # q moves by A, p by its dual, the energy stays
    x = np.hstack([q, p])
    model = liesd.learn(x, measured, spec, learner="kernel", centres=1000)
    found = liesd.discover(model, x, spec)
    print(f"Symmetries of the energy: {found.dimension} ({found.verdict.name})")

    A = found.generators[0]["q"]
    axis = np.array([A[2, 1], A[0, 2], A[1, 0]])
    axis *= np.sign(axis[2]) / np.linalg.norm(axis)
    print(f"It turns about ({axis[0]:.1f}, {axis[1]:.1f}, {axis[2]:.1f}), the pole of the galaxy")

    print("Spread along the path of a star, relative to the root mean square:")
    path = orbit(np.array([1.0, 0.0, 0.3, 0.1, 0.6, 0.2]), time=40)
    charges = {"p·Aq of the symmetry": A}
    charges |= {
        f"angular momentum about {n}": rotation(e) for n, e in zip("xyz", np.eye(3), strict=True)
    }
    for name, matrix in charges.items():
        charge = np.einsum("ti,ij,tj->t", path[:, 3:], matrix, path[:, :3])
        print(f"  {name:24} {np.std(charge) / np.sqrt(np.mean(charge**2)):4.0%}")


if __name__ == "__main__":
    main()
