"""Is a jet the decay of a top quark? Invariant under rotations, boosts and scaling of momenta.

The inputs are the four-momenta (E, px, py, pz) of the 20 hardest constituents of a jet. The jets
come from a file, which ``liesd data top-tagging`` makes; see :mod:`liesd.experiments.jets`.

Two controls tell what the data can show. Labels drawn from the mass of the very same jets know
rotations and boosts but no scaling; and momenta at wide angles are labelled by a ratio of masses,
which allows scaling, or by a mass, which does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from liesd.errors import DataError
from liesd.experiments.tasks.base import Array, Dataset, Figure, Form, Labels, Row, Task, Theta
from liesd.spec import Spec

CONSTITUENTS = 20  # Constituents per jet: the hardest ones, as in the paper.
METRIC = np.diag([1.0, -1.0, -1.0, -1.0])
NEEDED = (
    "top-tagging needs a file of jets: make one with 'liesd data top-tagging --jets 100000 "
    "--out jets.h5' and give it by --data jets.h5"
)
WIDE_SAMPLES, WIDE_MOMENTA = 100_000, 4  # The control at wide angles: samples, momenta each.


def jets(seed: int = 0, path: Path | None = None) -> tuple[Array, Labels]:
    """Momenta (N, 20, 4) in GeV and labels (N,), 1 for top quarks. The seed changes nothing."""
    from liesd.experiments.jets import read

    if path is None:
        raise DataError(NEEDED)
    momenta, labels = read(path, constituents=CONSTITUENTS)
    return np.asarray(momenta, dtype=np.float64), labels


def mass_labels(seed: int = 0, path: Path | None = None) -> tuple[Array, Labels]:
    """The same jets with labels drawn from the mass of their 20 constituents and nothing else."""
    momenta, _ = jets(seed, path)
    m = mass(momenta.sum(axis=1))
    return momenta, _draw(np.log(m / np.median(m)) / 0.2, seed)


def wide(seed: int = 0, ratio: bool = True) -> tuple[Array, Labels]:
    """Four momenta at wide angles, labelled by m₁₂²/m₁₂₃₄² or by m₁₂₃₄."""
    rng = np.random.default_rng(seed)
    p = rng.standard_normal((WIDE_SAMPLES, WIDE_MOMENTA, 3))
    rest = rng.uniform(0.2, 1.0, (WIDE_SAMPLES, WIDE_MOMENTA, 1))
    momenta = np.concatenate([np.sqrt((p**2).sum(axis=2, keepdims=True) + rest**2), p], axis=2)
    whole = mass(momenta.sum(axis=1))
    if ratio:
        score = (mass(momenta[:, :2].sum(axis=1)) / whole) ** 2
        return momenta, _draw((score - np.median(score)) / 0.05, seed)
    return momenta, _draw(np.log(whole / np.median(whole)) / 0.15, seed)


def mass(momenta: Array) -> Array:
    """Invariant masses of four-momenta (..., 4)."""
    square = np.einsum("...i,ij,...j->...", momenta, METRIC, momenta)
    return np.sqrt(np.maximum(square, 1e-12))


def _draw(logit: Array, seed: int) -> Labels:
    rng = np.random.default_rng((seed, 1))
    return (rng.uniform(size=len(logit)) < 1 / (1 + np.exp(-logit))).astype(np.int64)


def _rotation(i: int, j: int) -> Array:
    A = np.zeros((4, 4))
    A[i, j], A[j, i] = -1.0, 1.0
    return A


def _boost(i: int) -> Array:
    A = np.zeros((4, 4))
    A[0, i] = A[i, 0] = 1.0
    return A


ALGEBRA: Mapping[str, Array] = {
    **{
        f"rotation about {axis}": _rotation(*plane)
        for axis, plane in (("x", (2, 3)), ("y", (3, 1)), ("z", (1, 2)))
    },
    **{f"boost along {axis}": _boost(i) for i, axis in enumerate("xyz", start=1)},
    "scaling": np.eye(4),
}
LORENTZ = {name: A for name, A in ALGEBRA.items() if name != "scaling"}


def _layout(theta: Theta) -> Array:
    return theta["p"].ravel()


def _form(momenta: int, algebra: Mapping[str, Array]) -> Form:
    true = {name: {"p": A} for name, A in algebra.items()}
    return Form(Spec.parse(f"{momenta}*p[4] -> 1"), true, _layout)


FORM = _form(CONSTITUENTS, ALGEBRA)
TASK = Task(
    "top-tagging",
    {
        "jets": Dataset(
            jets,
            FORM,
            needs_file=True,
            paper=(
                Row("LieSD", Figure(1.47e-3, 1.19e-3, 2.11e-3), Figure(1.72e-6, 1.46e-6, 2.07e-6)),
                Row("LieGAN, 7 channels", Figure(2.49, 1.28, 4.07), Figure(0.582, 0.214, 1.26)),
                Row("LieGAN, 9 channels", Figure(2.22, 1.65, 2.75), Figure(1.13, 0.554, 1.43)),
            ),
        ),
        "mass-labels": Dataset(mass_labels, _form(CONSTITUENTS, LORENTZ), needs_file=True),
        "wide-ratio": Dataset(partial(wide, ratio=True), _form(WIDE_MOMENTA, ALGEBRA)),
        "wide-mass": Dataset(partial(wide, ratio=False), _form(WIDE_MOMENTA, LORENTZ)),
    },
    settings={
        "paper": {"widths": (200, 200), "activation": "relu", "epochs": 100, "replicas": 0},
        "network": {
            "widths": (200, 200),
            "activation": "silu",
            "input_size": 0.5,
            "optimizer": "adan",
            "learning_rate": 2e-2,
            "schedule": "linear",
            "warm_up": 0.04,
            "decay": 0.3,
            "batch_size": 512,
            "epochs": 30,
        },
    },
)
