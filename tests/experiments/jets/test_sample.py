"""The jets that come with the library look like tops and like QCD."""

from __future__ import annotations

import io

import numpy as np
import pytest

from liesd import DataError
from liesd.experiments.jets import Observables, eta, mass, multiplicity, plots, pt, sample
from liesd.experiments.jets import sample as sample_function
from liesd.experiments.jets.sample import MASSES, write


def test_the_sample_is_physical() -> None:
    p, label = sample(constituents=200)
    assert p.shape == (4000, 200, 4)
    assert p.dtype == np.float32
    assert label.dtype == np.int64
    assert np.bincount(label).tolist() == [2000, 2000]
    assert 0.4 < label[:500].mean() < 0.6  # in a random order
    seen = Observables.of([(p, label)])
    top, qcd = seen.statistics(1), seen.statistics(0)
    assert top["mass_peak"] == pytest.approx(173, abs=5)
    assert qcd["mass_peak"] < 80
    assert 60 < qcd["mass_median"] < 90 < 160 < top["mass_median"] < 185
    assert qcd["multiplicity_mean"] < top["multiplicity_mean"]
    assert (pt(p) > 549.9).all()
    assert (pt(p) < 650.1).all()
    assert (np.abs(eta(p)) < 2.001).all()
    transverse = np.hypot(p[..., 1].astype(float), p[..., 2])
    assert (np.diff(transverse, axis=1) <= 0).all()
    assert len(np.unique(p[:, 0], axis=0)) == 4000  # no jet twice


def test_parts_of_the_sample() -> None:
    p, label = sample(constituents=200)
    some, labels = sample(30, 20)
    assert np.array_equal(some, p[:30, :20])
    assert np.array_equal(labels, label[:30])
    for wrong in ({"jets": 0}, {"jets": 4001}, {"constituents": 0}):
        with pytest.raises(DataError):
            sample(**wrong)


def test_storing_compactly_changes_momenta_by_a_hundred_thousandth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(0)
    p = np.zeros((20, 200, 4), np.float32)
    momenta = rng.normal(size=(20, 60, 3)) * rng.lognormal(1, 2, size=(20, 60, 1))
    transverse = np.hypot(momenta[..., 0], momenta[..., 1])
    momenta = np.take_along_axis(momenta, np.argsort(-transverse)[..., None], axis=1)
    heavy = rng.choice(MASSES, size=(20, 60))
    p[:, :60, 1:] = momenta
    p[:, :60, 0] = np.sqrt((momenta**2).sum(axis=-1) + heavy**2)
    label = rng.integers(0, 2, 20)
    stored = io.BytesIO()
    write(stored, p, label, {})
    stored.seek(0)

    class Here:
        def joinpath(self, name: str) -> Here:
            return self

        def open(self, mode: str) -> io.BytesIO:
            return stored

    module = sample_function.__globals__
    monkeypatch.setitem(module, "resources", lambda package: Here())
    got, labels = sample(constituents=200)
    assert np.array_equal(labels, label)
    assert np.array_equal(multiplicity(got), multiplicity(p))
    np.testing.assert_allclose(mass(got), mass(p), rtol=1e-4)
    np.testing.assert_allclose(np.sort(got, axis=1), np.sort(p, axis=1), rtol=2e-5, atol=1e-6)


def test_the_sanity_plot_marks_the_top() -> None:
    figure = plots.draw_sanity(Observables.of([sample(constituents=200)]))
    assert figure.axes[0].get_xlabel() == "jet mass [GeV]"
    words = [text.get_text() for text in figure.axes[0].texts]
    assert any("173" in word for word in words)
    assert [text.get_text() for text in figure.axes[0].get_legend().get_texts()] == ["top", "QCD"]


def test_statistics_of_one_class_only() -> None:
    p, label = sample(200)
    seen = Observables.of([(p[label == 1], label[label == 1])])
    assert seen.statistics(0) == {"jets": 0}
    assert seen.statistics(1)["jets"] == label.sum()
