"""The real generator on a few jets: reproducible, physical, quiet."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from liesd import DataError
from liesd.experiments.jets import (
    Run,
    Settings,
    eta,
    generate,
    mass,
    momentum,
    multiplicity,
    pt,
    read,
)
from liesd.experiments.jets.generate import CLASSES, PYTHIA_SEEDS, choose_pythia_seed, make_chunk


def test_a_chunk_depends_on_its_seed_and_place_only(capfd: pytest.CaptureFixture[str]) -> None:
    first = make_chunk(Settings(), 1, 2, 8)
    other = make_chunk(Settings(), 1, 3, 8)
    again = make_chunk(Settings(), 1, 2, 8)  # with another one made in between
    assert first.p.tobytes() == again.p.tobytes()
    assert first.label.tolist() == again.label.tolist()
    assert first.counters == again.counters
    assert first.p.tobytes() != other.p.tobytes()
    assert first.label.sum() == 4
    assert make_chunk(Settings(), 2, 2, 3).label.sum() == 1
    assert capfd.readouterr().out == ""  # neither Pythia nor fastjet introduces itself


def test_seeds_are_in_range_and_never_repeat_in_a_run() -> None:
    for seed in (0, 1, 2**70):
        for name in CLASSES:
            seeds = [choose_pythia_seed(seed, place, name) for place in range(5000)]
            assert len(set(seeds)) == 5000
            assert min(seeds) >= 1
            assert max(seeds) <= PYTHIA_SEEDS
    assert np.gcd(generate.SEED_STRIDE, PYTHIA_SEEDS) == 1
    assert (
        choose_pythia_seed(0, 0, "top")
        != choose_pythia_seed(0, 0, "qcd")
        != choose_pythia_seed(1, 0, "qcd")
    )


def test_jets_are_what_was_asked_for(undisturbed: Run) -> None:
    p, label = read(undisturbed.path, constituents=200)
    assert p.shape == (60, 200, 4)
    assert label.sum() == 30
    # momenta: real particles, ordered, then zeros
    there = np.arange(200) < multiplicity(p)[:, None]
    assert (p[there][:, 0] > 0).all()
    assert (p[~there] == 0).all()
    exact = p.astype(np.float64)
    square = exact[..., 0] ** 2 - (exact[..., 1:] ** 2).sum(axis=-1)
    rounding = 1e-6 * exact[..., 0] ** 2
    assert (square >= -rounding).all()
    assert (square <= 0.9396**2 + rounding).all()  # nothing heavier than a neutron
    transverse = np.hypot(exact[..., 1], exact[..., 2])
    assert (np.diff(transverse, axis=1) <= 0).all()
    # jets: inside the window, and nearly all of their momentum near the axis
    assert (pt(p) > 550 * (1 - 1e-6)).all()
    assert (pt(p) < 650 * (1 + 1e-6)).all()
    assert (np.abs(eta(p)) < 2 + 1e-6).all()
    assert (spread(exact) < 0.5).all()
    assert 155 < np.median(mass(p[label == 1])) < 195
    assert np.median(mass(p[label == 0])) < 120


def spread(p: np.ndarray) -> np.ndarray:
    """The mean distance of momentum from the jet's axis, in rapidity and azimuth."""
    axis = momentum(p)[:, None]
    azimuth = np.arctan2(p[..., 2], p[..., 1]) - np.arctan2(axis[..., 2], axis[..., 1])
    azimuth = (azimuth + np.pi) % (2 * np.pi) - np.pi
    with np.errstate(divide="ignore", invalid="ignore"):
        rapidity = [np.arctanh(q[..., 3] / q[..., 0]) for q in (p, axis)]
    distance = np.hypot(rapidity[0] - rapidity[1], azimuth)
    weight = np.hypot(p[..., 1], p[..., 2])
    return np.nansum(distance * weight, axis=1) / weight.sum(axis=1)


def test_counters_add_up(undisturbed: Run) -> None:
    for name in CLASSES:
        counted = undisturbed.header["counters"][name]
        assert counted["jets"] == 30
        assert counted["events"] >= 15
        assert counted["failed"] == counted["cut"] == 0
        assert counted["window"] >= counted["jets"]
    # a top in the window need not have all its quarks near
    assert undisturbed.header["counters"]["top"]["window"] > 30
    assert undisturbed.header["counters"]["qcd"]["window"] == 30


def test_physical_settings_are_obeyed() -> None:
    wide = Settings(interactions=True, pthat_min=450, pthat_max=800, radius=1.0, pt_min=500)
    made = make_chunk(wide, 0, 0, 4)
    assert (pt(made.p) > 500 * (1 - 1e-6)).all()
    lines = generate.write_pythia_lines(wide, "top")
    assert "PartonLevel:MPI = on" in lines
    assert "PhaseSpace:pTHatMin = 450.0" in lines
    assert "24:onIfAny = 1 2 3 4 5" in lines


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"pt_min": 650.0}, "pt_min must be below pt_max"),
        ({"pthat_min": 800.0}, "pthat_min must be below pthat_max"),
        ({"pthat_min": -1.0}, "pthat_min must be below pthat_max"),
        ({"radius": 0.0}, "radius must be a positive number, not 0"),
        ({"radius": 3.0}, "at most 2"),
        ({"eta_max": float("nan")}, "eta_max must be a positive number"),
        ({"energy": 1000.0}, "cannot give two jets"),
    ],
)
def test_impossible_settings_are_refused(wrong: dict[str, float], message: str) -> None:
    with pytest.raises(DataError, match=message):
        Settings(**wrong)


def test_hopeless_settings_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "HOPELESS_EVENTS", 20)
    with pytest.raises(DataError, match="20 events gave no qcd jet"):
        make_chunk(Settings(pt_min=1500, pt_max=1600), 0, 0, 2)


def test_a_missing_generator_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pythia8mc", None)
    with pytest.raises(DataError, match=r"pythia8mc is needed .* pip install 'liesd\[hep\]'"):
        make_chunk(Settings(), 0, 0, 2)
