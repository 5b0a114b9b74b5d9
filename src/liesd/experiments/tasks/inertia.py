"""The inertia tensor of particles. Equivariant under rotations and scaling of space.

M = Σ |x_k|² I − x_k x_kᵀ for unit masses at x_k in space. The tensor form says that the output is
a matrix, ``a[3]*b[3]``; the vector form forgets it, ``y[9]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from liesd.experiments.tasks.base import Array, Dataset, Figure, Form, Row, Task, Theta
from liesd.spec import Spec

SAMPLES, PARTICLES = 100_000, 3  # The size of the data set, and unit masses per sample.
NOISE = 0.1  # The relative noise of the noisy data set.


def data(
    seed: int = 0, samples: int = SAMPLES, particles: int = PARTICLES, noise: float = 0.0
) -> tuple[Array, Array]:
    """Standard normal positions (N, k, 3) and inertia tensors (N, 3, 3).

    With a noise level, every number of x and of y is then multiplied by 1 + noise·u, with u uniform
    in [−1, 1], drawn independently.
    """
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((samples, particles, 3))
    y = moment_of_inertia(x)
    if noise:
        x, y = (part * (1 + noise * rng.uniform(-1, 1, part.shape)) for part in (x, y))
    return x, y


def moment_of_inertia(x: Array) -> Array:
    """The inertia tensor of unit masses: (N, k, 3) -> (N, 3, 3)."""
    squares = x.transpose(0, 2, 1) @ x
    return np.trace(squares, axis1=1, axis2=2)[:, None, None] * np.eye(3) - squares


def tensor_form(particles: int = PARTICLES) -> Form:
    """The output as a matrix, with an unknown on either side."""
    true = {name: dict.fromkeys(("x", "a", "b"), A) for name, A in ALGEBRA.items()}
    return Form(Spec.parse(f"{particles}*x[3] -> a[3]*b[3]"), true, _tensor_layout)


def vector_form(particles: int = PARTICLES) -> Form:
    """The output as a flat vector of nine numbers: the paper's ablation."""
    true = {name: {"x": A, "y": _kronecker_sum(A, A)} for name, A in ALGEBRA.items()}
    return Form(Spec.parse(f"{particles}*x[3] -> y[9]"), true, _vector_layout)


def _rotation(i: int, j: int) -> Array:
    A = np.zeros((3, 3))
    A[i, j], A[j, i] = 1.0, -1.0
    return A


def _kronecker_sum(A: Array, B: Array) -> Array:
    return np.kron(A, np.eye(len(B))) + np.kron(np.eye(len(A)), B)


def _tensor_layout(theta: Theta) -> Array:
    return np.concatenate([theta["x"].ravel(), _kronecker_sum(theta["a"], theta["b"]).ravel()])


def _vector_layout(theta: Theta) -> Array:
    return np.concatenate([theta["x"].ravel(), theta["y"].ravel()])


ALGEBRA: Mapping[str, Array] = {
    "rotation in xy": _rotation(0, 1),
    "rotation in xz": _rotation(0, 2),
    "rotation in yz": _rotation(1, 2),
    "scaling": np.eye(3),
}
"""The true algebra: each acts on positions and on both sides of the tensor alike."""

TASK = Task(
    "inertia",
    {
        "tensor": Dataset(
            data,
            tensor_form(),
            discover_every=10,
            paper=(
                Row(
                    "LieSD",
                    Figure(7.08e-5, 6.66e-5, 7.55e-5),
                    Figure(1.17e-1, 5.91e-2, 2.22e-1),
                ),
            ),
        ),
        "vector": Dataset(
            data,
            vector_form(),
            discover_every=10,
            paper=(
                Row(
                    "LieSD",
                    Figure(3.44e1, 3.43e1, 3.45e1),
                    Figure(4.56e-5, 1.78e-5, 8.88e-5),
                ),
            ),
        ),
        "tensor-noise": Dataset(partial(data, noise=NOISE), tensor_form(), discover_every=10),
    },
    settings={"paper": {"activation": "relu", "epochs": 100, "replicas": 0}},
)
