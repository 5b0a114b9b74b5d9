"""Symmetries of positions and momenta, and what they conserve."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from benchmarks.conserved import SYSTEMS, integrate

NAMED = {system.name: system for system in SYSTEMS}


def ask(name: str, count: int = 300) -> liesd.Discovery:
    system = NAMED[name]
    x = torch.from_numpy(system.draw(np.random.default_rng(0), count))
    return liesd.discover(system.rates, x, system.spec)


@pytest.mark.parametrize("name", NAMED)
def test_what_is_conserved_does_not_vary_along_trajectories(name: str) -> None:
    system = NAMED[name]
    each = ask(name).conserved()
    turning = [one for one in each if one.name == "angular momentum"]
    assert len(turning) == system.expected
    starts = system.draw(np.random.default_rng(1), 3)
    short = system._replace(time=1.5)
    paths = [integrate(short, start) for start in starts]
    for one in turning:
        assert one.holds
        assert one.change < 1e-9
        assert one.variation(paths) < 1e-6  # the solver's own error
        assert np.concatenate([one(path) for path in paths]).std() > 0.01


def test_the_angular_momentum_of_a_planet_is_that_of_the_textbook() -> None:
    each = ask("kepler").conserved()
    z = np.random.default_rng(2).normal(size=(5, 6))
    values = np.stack([one(z) for one in each], axis=1)
    cross = np.cross(z[:, :3], z[:, 3:])
    assert np.allclose(np.abs(values), np.abs(cross[:, [2, 1, 0]]))
    assert [one.formula for one in each] == ["q0·p1 − q1·p0", "q0·p2 − q2·p0", "q1·p2 − q2·p1"]


def test_a_symmetry_that_is_not_canonical_conserves_nothing() -> None:
    x = torch.randn(300, 4, dtype=torch.float64, generator=torch.manual_seed(0))
    damped = lambda z: torch.cat([z[:, 2:], -z[:, :2] - 0.3 * z[:, 2:]], dim=1)
    found = liesd.discover(damped, x, "q[2]+p[2] -> q+p")
    assert found.dimension > 1  # rotations and scalings of a linear equation
    each = found.conserved()
    assert all(one.name == "angular momentum" for one in each)
    assert all(one.holds is False for one in each)  # friction: the check on the data says no
    assert "not conserved" in str(each[0])


def test_positions_and_momenta_may_be_columns() -> None:
    x = torch.randn(300, 4, dtype=torch.float64, generator=torch.manual_seed(0))
    energy = lambda z: (z[:, 1] ** 2 + z[:, 3] ** 2) / 2 + (z[:, 0] ** 2 + z[:, 2] ** 2) ** 2
    found = liesd.discover(lambda z: energy(z[:, [0, 2, 1, 3]]), x, "2*v[2] -> 1")
    (J,) = found.conserved(positions=[0, 2], momenta=[1, 3])
    assert J.change is None  # an energy gives no motion
    with pytest.raises(liesd.SpecError, match="which inputs .* are positions"):
        found.conserved()
    with pytest.raises(liesd.DataError, match="one momentum for each position"):
        found.conserved([0, 1], [1, 2])
    with pytest.raises(liesd.SpecError, match="no channel"):
        found.conserved("q", "p")
