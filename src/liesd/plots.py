"""Pictures of a discovery: its spectrum and its generators. Needs matplotlib (``liesd[plot]``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, FigureBase

    from liesd.result import Discovery, Generator

# Okabe and Ito's palette, which colour-blind readers can tell apart.
KINDS = {
    "refuted": ("#999999", "o", "no symmetry"),
    "generators": ("#0072B2", "D", "symmetry"),
    "unseen": ("#E69F00", "s", "unseen by the data"),
    "gauge": ("#CC79A7", "^", "gauge"),
}
FLOOR = 1e-17  # where a defect of exactly zero is drawn


def spectrum(discovery: Discovery, ax: Axes | None = None) -> Axes:
    """The defect of every direction on a logarithmic scale, marked by its kind."""
    ax = _axes(ax)
    marks = [
        (max(generator.defect, FLOOR), kind)
        for kind in KINDS
        for generator in getattr(discovery, kind)
    ]
    order = sorted(range(len(marks)), key=lambda k: (-marks[k][0], list(KINDS).index(marks[k][1])))
    for kind, (colour, marker, label) in KINDS.items():
        points = [(place + 1, marks[k][0]) for place, k in enumerate(order) if marks[k][1] == kind]
        if points:
            ax.semilogy(*np.array(points).T, marker, color=colour, label=label, markersize=5)
    ax.locator_params(axis="x", integer=True)
    ax.set_xlabel("direction")
    ax.set_ylabel("relative defect")
    ax.grid(True, axis="y", color="#dddddd", linewidth=0.5)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False)
    return ax


def matrix(values: np.ndarray, ax: Axes | None = None, limit: float | None = None) -> Axes:
    """One matrix in a diverging colour scale that is centred at zero."""
    ax = _axes(ax)
    bound = limit or float(np.abs(values).max()) or 1.0
    ax.imshow(values, cmap="RdBu_r", vmin=-bound, vmax=bound)
    ax.set_xticks([])
    ax.set_yticks([])
    return ax


def generators(discovery: Discovery, most: int = 9) -> Figure:
    """The matrices of the symmetries, all in one colour scale."""
    from matplotlib.figure import Figure

    rows, columns = _layout(discovery, most)
    figure = Figure(figsize=(1.1 * columns + 0.4, 1.1 * rows + 0.3), layout="constrained")
    _generators(discovery, figure, most)
    return figure


def overview(discovery: Discovery, most: int = 9) -> Figure:
    """The spectrum and beside it the matrices of the symmetries."""
    from matplotlib.figure import Figure

    rows, columns = _layout(discovery, most)
    width, height = 1.0 * columns + 0.4, max(3.0, 1.0 * rows + 0.3)
    figure = Figure(figsize=(4.2 + width, height), layout="constrained")
    halves = figure.subfigures(1, 2, squeeze=False, width_ratios=[4.2, width])
    spectrum(discovery, halves[0, 0].subplots())
    _generators(discovery, halves[0, 1], most)
    return figure


def _layout(discovery: Discovery, most: int) -> tuple[int, int]:
    """A row a generator and a column an unknown; where there is one unknown, rows of up to five."""
    shown, names = min(most, discovery.dimension), len(discovery.spec.unknowns)
    if names == 1:
        columns = min(max(shown, 1), 5)
        return -(-max(shown, 1) // columns), columns
    return max(shown, 1), names


def _generators(discovery: Discovery, figure: FigureBase, most: int) -> None:
    shown: list[Generator] = discovery.generators[:most]
    names = list(discovery.spec.unknowns)
    limit = max((float(np.abs(g.theta).max()) for g in shown), default=1.0)
    axes = figure.subplots(*_layout(discovery, most), squeeze=False)
    pairs = [(generator[name], name) for generator in shown for name in names]
    for ax, (values, _) in zip(axes.flat, pairs, strict=False):
        matrix(values, ax, limit)
    for ax in axes.flat[len(pairs) :]:
        ax.axis("off")
    for ax, name in zip(axes[0], names, strict=False):
        ax.set_title(name, fontsize=10)
    if not shown:
        axes[0, 0].text(0.5, 0.5, "no symmetry", ha="center", va="center", color="#666666")


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=(4.2, 3.0), layout="constrained")[1]
