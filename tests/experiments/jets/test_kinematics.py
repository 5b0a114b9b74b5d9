"""Mass, momentum and direction of jets, against the definitions and under boosts."""

from __future__ import annotations

import numpy as np
import pytest

from liesd.experiments.jets import eta, mass, momentum, multiplicity, pt
from liesd.experiments.jets.ragged import pack, unpack


def boosted(p: np.ndarray, rapidity: float) -> np.ndarray:
    """Along the beam."""
    cosh, sinh = np.cosh(rapidity), np.sinh(rapidity)
    matrix = np.eye(4)
    matrix[[0, 0, 3, 3], [0, 3, 0, 3]] = [cosh, sinh, sinh, cosh]
    return p @ matrix.T


@pytest.fixture
def jets() -> np.ndarray:
    rng = np.random.default_rng(0)
    p = rng.normal(size=(50, 10, 4)) * 30
    p[..., 0] = np.linalg.norm(p[..., 1:], axis=-1)
    p[np.arange(10) >= rng.integers(1, 11, size=(50, 1))] = 0
    return p


def test_boosts_along_the_beam_change_the_direction_only(jets: np.ndarray) -> None:
    moved = boosted(jets, 1.5)
    np.testing.assert_allclose(mass(moved), mass(jets), rtol=1e-9, atol=1e-5)
    np.testing.assert_allclose(pt(moved), pt(jets), rtol=1e-12)
    massless = jets[:, :1]
    np.testing.assert_allclose(eta(boosted(massless, 1.5)), eta(massless) + 1.5, rtol=1e-9)


def test_definitions(jets: np.ndarray) -> None:
    total = momentum(jets)
    square = total[:, 0] ** 2 - (total[:, 1:] ** 2).sum(axis=1)
    np.testing.assert_allclose(mass(jets) ** 2, square, atol=1e-8 * total[:, 0].max() ** 2)
    angle = np.arctan2(pt(jets), total[:, 3])
    np.testing.assert_allclose(eta(jets), -np.log(np.tan(angle / 2)), rtol=1e-10)
    assert multiplicity(jets).min() >= 1
    assert multiplicity(jets).max() == 10


def test_rounding_makes_no_imaginary_mass_and_empty_jets_are_at_rest() -> None:
    direction = np.array([1.0, 0.1, 0.2, 5.0])
    direction[0] = np.linalg.norm(direction[1:])
    light = (direction * 100 * np.ones((1000, 3, 1))).astype(np.float32)
    assert (mass(light) < 0.5).all()
    assert not np.isnan(mass(light)).any()
    empty = np.zeros((2, 5, 4), np.float32)
    for quantity in (mass, pt, eta, multiplicity):
        assert (quantity(empty) == 0).all()


def test_sums_are_taken_in_float64() -> None:
    p = np.zeros((1, 4000, 4), np.float32)
    p[..., 0] = 0.1
    assert momentum(p)[0, 0] == 4000 * np.float64(np.float32(0.1))


def test_packing_and_unpacking_are_inverse(jets: np.ndarray) -> None:
    small = jets.astype(np.float32)
    flat, counts = pack(small)
    assert flat.shape == (counts.sum(), 4)
    assert np.array_equal(unpack(flat, counts, 10), small)
    assert np.array_equal(unpack(flat, counts, 3), small[:, :3])
    assert np.array_equal(unpack(flat, counts, 12)[:, :10], small)
