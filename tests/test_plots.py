"""Pictures show every direction where its defect is, in the style of its kind."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch

import liesd
from liesd import plots
from tests.exact import inertia

mpl.use("Agg")


@pytest.fixture
def found() -> liesd.Discovery:
    return liesd.discover(
        inertia, torch.randn(200, 3, 3, dtype=torch.float64), "3*x[3] -> a[3]*b[3]"
    )


def test_spectrum_draws_every_direction_once(found: liesd.Discovery, tmp_path: Path) -> None:
    _, ax = plt.subplots()
    assert found.plot(ax) is ax
    lines = {line.get_label(): line for line in ax.get_lines()}
    assert set(lines) == {"no symmetry", "symmetry", "gauge"}
    places = sorted(place for line in lines.values() for place in line.get_xdata())
    assert places == list(range(1, 28))
    heights = np.sort(lines["symmetry"].get_ydata())
    assert np.allclose(heights, np.sort([g.defect for g in found.generators]))
    assert max(lines["gauge"].get_ydata()) < 1e-12
    for ending in ("png", "svg", "pdf"):
        ax.figure.savefig(tmp_path / f"spectrum.{ending}")
    assert plots.spectrum(found) is not ax
    plt.close("all")


def test_generators_share_one_colour_scale(found: liesd.Discovery) -> None:
    figure = plots.generators(found)
    images = [image for ax in figure.axes for image in ax.get_images()]
    assert len(images) == 4 * 3
    assert len({image.get_clim() for image in images}) == 1
    assert np.allclose(images[0].get_array(), found.generators[0]["x"])
    plt.close("all")


def test_nothing_to_show() -> None:
    x = torch.randn(100, 2, dtype=torch.float64)
    none = liesd.discover(lambda x: x[:, 0] ** 3 + x[:, 1] + x[:, 0] * x[:, 1], x, "x[2] -> 1")
    assert none.dimension == 0
    assert not [image for ax in plots.generators(none).axes for image in ax.get_images()]
    plt.close("all")
