"""Fluids: the shape of a vortex from noisy arrows.

Velocities are measured at scattered points, as in particle image velocimetry. A vortex keeps its
velocity field when points and arrows turn together along its streamlines; the generator of that
turn tells the shape of the streamlines: circles, or ellipses with a certain tilt.
"""

from __future__ import annotations

import numpy as np

import liesd


def velocity(x: np.ndarray, ratio: float, tilt: float) -> np.ndarray:
    """A Gaussian vortex whose streamlines are ellipses."""
    turn = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    u, v = (x @ turn).T
    swirl = np.exp(-((u / ratio) ** 2 + v**2) / 2)
    return np.stack([-swirl * ratio * v, swirl * u / ratio], axis=1) @ turn.T


def ellipse(A: np.ndarray) -> tuple[float, float]:
    """Axis ratio and tilt in degrees of the curves along which exp(tA) moves a point.

    They are level lines of xᵀQx, where Q is the symmetric part of A turned by a right angle.
    """
    Q = np.array([[0.0, 1.0], [-1.0, 0.0]]) @ A
    sizes, axes = np.linalg.eigh(Q + Q.T)
    sizes, axes = np.abs(sizes), axes[:, np.argsort(np.abs(sizes))]
    tilt = np.degrees(np.arctan2(axes[1, 0], axes[0, 0])) % 180
    return float(np.sqrt(sizes.max() / sizes.min())), float(tilt)


def main() -> None:
    rng = np.random.default_rng(0)
    x = rng.uniform(-2, 2, (4000, 2))
    for name, ratio, tilt in (("First vortex", 1.0, 0.0), ("Second vortex", 1.5, 30.0)):
        u = velocity(x, ratio, np.radians(tilt))
        u = u + 0.01 * u.std() * rng.normal(size=u.shape)  # 1 % noise
        model = liesd.learn(x, u, "x[2] -> u[2]", learner="kernel")
        found = liesd.discover(model, x, "x[2] -> u[2]")
        print(f"{name}: {found.dimension} symmetry ({found.verdict.name})")
        for generator in found.generators:
            measured, angle = ellipse(generator["x"])
            if measured < 1.02:
                print("  its streamlines are circles")
            else:
                print(f"  its streamlines are ellipses, {measured:.1f} : 1, tilted by {angle:.0f}°")


if __name__ == "__main__":
    main()
