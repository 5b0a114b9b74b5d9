"""Two bodies under gravity: from one state to the next. Equivariant under rotations, SO(2).

The set-up of Hamiltonian neural networks (Greydanus et al. 2019): two unit masses, G = 1, centre
of mass at the origin, nearly circular orbits. A state is (q1, p1, q2, p2) in the plane.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.integrate import solve_ivp

from liesd.experiments.tasks.base import Array, Dataset, Figure, Form, Row, Task, Theta
from liesd.spec import Spec

TRAJECTORIES, POINTS, DURATION = 375, 50, 20.0  # Orbits, points per orbit, time per orbit.
START_RANGE = (0.5, 1.5)  # Range of each coordinate of the first body at the start.
ORBIT_NOISE = 0.05  # Relative spread of the momenta about those of a circular orbit.
NAMES = ("q1", "p1", "q2", "p2")

ROTATION = np.array([[0.0, -1.0], [1.0, 0.0]])
SPEC = Spec.parse("q1[2]+p1[2]+q2[2]+p2[2] -> q1+p1+q2+p2")


def data(
    seed: int = 0, uniform: bool = True, trajectories: int = TRAJECTORIES
) -> tuple[Array, Array]:
    """Pairs (a state, the next state), each of shape (N, 8), one orbit after another.

    Not uniform: where q1 is in the first or third quadrant, the pair is turned by 90 degrees, which
    leaves the second and the fourth.
    """
    states = orbits(seed, trajectories)
    x, y = (part.reshape(-1, 8).copy() for part in (states[:, :-1], states[:, 1:]))
    if not uniform:
        turned = x[:, 0] * x[:, 1] > 0
        for states in (x, y):
            states[turned] = (states[turned].reshape(-1, 4, 2) @ ROTATION.T).reshape(-1, 8)
    return x, y


def orbits(seed: int = 0, trajectories: int = TRAJECTORIES) -> Array:
    """Whole trajectories, of shape (trajectories, points in time, 8)."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(*START_RANGE, (trajectories, 2))
    radius = np.linalg.norm(q, axis=1, keepdims=True)
    circular = q @ ROTATION.T / (2 * radius**1.5)  # speed² = radius · 1/(2·radius)²
    p = circular * (1 + ORBIT_NOISE * rng.standard_normal((trajectories, 1)))
    start = np.concatenate([q, p, -q, -p], axis=1)
    solution = solve_ivp(
        _motion,
        (0.0, DURATION),
        start.ravel(),
        method="DOP853",
        t_eval=np.linspace(0.0, DURATION, POINTS),
        rtol=1e-13,
        atol=1e-13,
    )
    states: Array = solution.y.reshape(trajectories, 8, POINTS).transpose(0, 2, 1)
    return states


def energy(states: Array) -> Array:
    """Kinetic and potential energy of states (..., 8)."""
    q1, p1, q2, p2 = np.split(states, 4, axis=-1)
    kinetic = (p1**2 + p2**2).sum(axis=-1) / 2
    return np.asarray(kinetic - 1 / np.linalg.norm(q1 - q2, axis=-1))


def angular_momentum(states: Array) -> Array:
    """Σ q × p of states (..., 8)."""
    q1, p1, q2, p2 = np.split(states, 4, axis=-1)
    return np.asarray(
        sum(q[..., 0] * p[..., 1] - q[..., 1] * p[..., 0] for q, p in ((q1, p1), (q2, p2)))
    )


def _motion(t: float, flat: Array) -> Array:
    q1, p1, q2, p2 = np.split(flat.reshape(-1, 8), 4, axis=1)
    apart = q2 - q1
    force = apart / np.linalg.norm(apart, axis=1, keepdims=True) ** 3
    return np.concatenate([p1, force, p2, -force], axis=1).ravel()


def _layout(theta: Theta) -> Array:
    """One block-diagonal 8×8 matrix, flattened."""
    return SPEC.input.matrix(theta).ravel()


FORM = Form(SPEC, {"rotation": dict.fromkeys(NAMES, ROTATION)}, _layout)
_NONE = Figure(0.0, 0.0, 0.0)
TASK = Task(
    "two-body",
    {
        "uniform": Dataset(
            data,
            FORM,
            paper=(
                Row("LieSD", Figure(2.65e-2, 4.35e-4, 1.04e-1), _NONE),
                Row("LieGAN", Figure(3.33e-4, 1.97e-4, 5.93e-4), _NONE),
            ),
        ),
        "non-uniform": Dataset(
            partial(data, uniform=False),
            FORM,
            paper=(
                Row("LieSD", Figure(7.17e-2, 2.50e-2, 1.85e-1), _NONE),
                Row("LieGAN", Figure(9.35e-1, 5.97e-1, 1.35), _NONE),
            ),
        ),
    },
    settings={"paper": {"activation": "tanh", "epochs": 10, "replicas": 0}},
)
