"""Pictures of a discovery: its spectrum and its generators. Needs matplotlib (``liesd[plot]``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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


def generators(discovery: Discovery, most: int = 8) -> Figure:
    """The matrices of the symmetries, one row a generator, all in one colour scale."""
    from matplotlib.figure import Figure

    shown: list[Generator] = discovery.generators[:most]
    names = list(discovery.spec.unknowns)
    limit = max((float(np.abs(g.theta).max()) for g in shown), default=1.0)
    size = (1.1 * len(names) + 0.4, 1.1 * max(len(shown), 1) + 0.3)
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots(max(len(shown), 1), len(names), squeeze=False)
    for row, generator in zip(axes, shown, strict=False):
        for ax, name in zip(row, names, strict=True):
            matrix(generator[name], ax, limit)
    for ax, name in zip(axes[0], names, strict=True):
        ax.set_title(name, fontsize=10)
        if not shown:
            ax.axis("off")
    return figure


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=(4.2, 3.0), layout="constrained")[1]
