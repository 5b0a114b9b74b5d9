"""Pictures show what was found, each in one axes that may be given."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from matplotlib.axes import Axes

import liesd
from liesd import plots
from tests.exact import inertia
from tests.fixtures import load
from tests.report.conftest import HOSTILE, Frame

mpl.use("Agg")


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.fixture
def found() -> liesd.Discovery:
    return liesd.discover(
        inertia, torch.randn(200, 3, 3, dtype=torch.float64), "3*x[3] -> a[3]*b[3]"
    )


def labelled(ax: Axes) -> dict[str, np.ndarray]:
    """What each entry of the legend stands for, as points."""
    return {str(line.get_label()): np.array(line.get_xydata()) for line in ax.get_lines()}


def test_spectrum_draws_every_direction_once(found: liesd.Discovery, tmp_path: Path) -> None:
    _, ax = plt.subplots()
    assert found.plot(ax) is ax
    marks = labelled(ax)
    assert set(marks) == {"no symmetry", "symmetry", "gauge", "noise"}
    places = sorted(x for kind, points in marks.items() if kind != "noise" for x in points[:, 0])
    assert places == list(range(1, 28))
    defects = [one.defect for one in found.evidence if one.kind == "genuine"]
    assert np.allclose(np.sort(marks["symmetry"][:, 1]), np.sort(defects))
    assert marks["gauge"][0, 1] == ax.get_ylim()[0]  # zero is on the lower edge
    assert np.allclose(marks["noise"][:, 1], found.evidence[0].noise)
    (band,) = ax.patches
    assert band.get_extents().x1 > band.get_extents().x0
    assert "4 symmetries, sure" in ax.get_legend().get_title().get_text()
    for ending in ("png", "svg", "pdf"):
        ax.figure.savefig(tmp_path / f"spectrum.{ending}")
    assert plots.spectrum(found) is not ax


def test_generators_share_one_colour_scale_and_are_outlined(found: liesd.Discovery) -> None:
    _, given = plt.subplots()
    ax = plots.generators(found, given)
    assert ax is given
    assert len(ax.collections) == len(ax.patches) == 4 * 3
    assert len({mesh.get_clim() for mesh in ax.collections}) == 1
    assert np.allclose(ax.collections[0].get_array(), found.readable[0]["x"])
    assert [text.get_text() for text in ax.texts][:3] == ["x", "a", "b"]


def test_evidence_shows_intervals() -> None:
    known = load("inertia-tensor-noise-kernel-20")
    ax = plots.evidence(known, most=6)
    assert len(ax.get_yticklabels()) == 6
    bars = [
        line for line in ax.get_lines() if len(line.get_xdata()) == 2 and line.get_ydata()[0] == 0
    ]
    assert np.allclose(bars[0].get_xdata(), [known.evidence[0].low, known.evidence[0].high])


def test_orbits_of_inputs_and_outputs(found: liesd.Discovery) -> None:
    orbits = found.orbits
    assert orbits is not None
    _, ax = plt.subplots()
    assert plots.orbit(found, 1, ax, most=5) is ax
    assert len(ax.get_lines()) == 10  # a path and its start each
    dots = labelled(plots.orbit(found, 1, side="output"))["f(g·x)"]
    lines = [line.get_xydata() for line in plt.gca().get_lines() if len(line.get_xdata()) == 41]
    assert len(lines) == 8
    nearest = [min(np.abs(np.vstack(lines) - dot).max(axis=1)) for dot in dots]
    assert max(nearest) < 1e-4
    for bad, message in (({"generator": 4}, "no orbit 4"), ({"side": "left"}, "side must be")):
        with pytest.raises(liesd.DataError, match=message):
            plots.orbit(found, **bad)


def test_an_invariant_is_drawn_over_t() -> None:
    x = torch.randn(100, 2, dtype=torch.float64)
    found = liesd.discover(lambda x: x.norm(dim=1), x, "x[2] -> 1")
    ax = plots.orbit(found, side="output")
    assert ax.get_xlabel() == "t"
    assert np.ptp(labelled(ax)["g·f(x)"][:, 1]) < 1e-12


def test_names_of_columns_are_taken_as_they_are(tmp_path: Path) -> None:
    frame = Frame(np.random.default_rng(0).normal(size=(60, 2)), ["$\\no{math", HOSTILE])
    found = liesd.discover(lambda x: x.norm(dim=1), frame, "x[2] -> 1")
    ax = plots.orbit(found)
    assert {ax.get_xlabel(), ax.get_ylabel()} == {"$\\no{math", HOSTILE}
    ax.figure.savefig(tmp_path / "orbit.svg")
    assert "<script" not in (tmp_path / "orbit.svg").read_text()


def test_nothing_to_show() -> None:
    x = torch.randn(100, 2, dtype=torch.float64)
    none = liesd.discover(lambda x: x[:, 0] ** 3 + x[:, 1] + x[:, 0] * x[:, 1], x, "x[2] -> 1")
    assert none.dimension == 0
    assert not plots.generators(none).collections
    assert plots.spectrum(none).get_lines()
    assert plots.overview(none).axes
    with pytest.raises(liesd.DataError, match="0 of them"):
        plots.orbit(none)


def test_one_matrix_is_centred_at_zero() -> None:
    (image,) = plots.matrix(np.diag([1.0, -3.0])).get_images()
    assert image.get_clim() == (-3.0, 3.0)


def test_without_matplotlib_the_extra_is_named(
    found: liesd.Discovery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r"liesd\[plot\]"):
        found.plot()


def test_a_field_is_drawn_as_arrows() -> None:
    c = torch.tensor([0.7, -0.4], dtype=torch.float64)
    x = torch.randn(200, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    ax = plots.field(liesd.discover(lambda x: (x - c).norm(dim=1), x, "affine(x[2]) -> 1"))
    (arrows,) = ax.collections
    along = np.stack([arrows.U, arrows.V], axis=1)
    out = arrows.get_offsets() - c.numpy()
    assert len(along) == 169
    assert np.allclose((along * out).sum(axis=1), 0.0, atol=1e-9)  # around the centre
    assert np.allclose(np.linalg.norm(along, axis=1) / np.linalg.norm(out, axis=1), 0.5**0.5, 0.3)
    line = liesd.discover(lambda x: x[:, 0] - x[:, 1], x, "2*poly(x[1], 2) -> 1")
    assert plots.field(line).get_lines()
    with pytest.raises(liesd.DataError, match="no orbit 3"):
        plots.field(line, 3)
