"""Figures of jets of both classes. Needs matplotlib (``liesd[plot]``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from liesd.experiments.jets.settings import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from liesd.experiments.jets.summary import Observables

# Okabe and Ito's palette; the line style tells the classes apart without colours too.
CLASSES = {1: ("top", "#0072B2", "-"), 0: ("QCD", "#D55E00", "--")}
TOP_MASS = 173.0  # Of the top quark, in GeV.
PANELS: dict[str, tuple[str, Any]] = {
    "mass": ("jet mass [GeV]", np.linspace(0, 300, 61)),
    "multiplicity": ("constituents", np.linspace(0, 200, 51)),
    "pt": ("jet $p_T$ [GeV]", 26),
}


def draw_sanity(jets: Observables) -> Figure:
    """Draw mass, multiplicity and transverse momentum of both classes."""
    need("matplotlib", "plot")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 3.1), layout="constrained")
    for ax, name in zip(figure.subplots(1, len(PANELS)), PANELS, strict=True):
        draw_spectrum(jets, name, ax)
    return figure


def draw_spectrum(jets: Observables, name: str, ax: Axes) -> Axes:
    """Draw one quantity of both classes, each with area one."""
    title, bins = PANELS[name]
    values = getattr(jets, name)
    edges = np.histogram_bin_edges(values, bins)
    for label, (word, colour, style) in CLASSES.items():
        density, _ = np.histogram(values[jets.label == label], edges, density=True)
        ax.stairs(density, edges, color=colour, linestyle=style, linewidth=1.5, label=word)
    if name == "mass":
        ax.axvline(TOP_MASS, color="#666666", linewidth=0.8, linestyle=":")
        ax.annotate(
            f"top quark,\n{TOP_MASS:g} GeV",
            (TOP_MASS, 0.97),
            (6, 0),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            va="top",
            fontsize=8,
            color="#444444",
        )
    ax.set_ylim(bottom=0)
    ax.set_xlim(edges[0], edges[-1])
    ax.set_xlabel(title)
    ax.set_ylabel("jets (area one)")
    ax.ticklabel_format(axis="y", style="plain")
    ax.grid(True, axis="y", color="#dddddd", linewidth=0.5)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, loc="center right" if name == "mass" else "upper right", fontsize=9)
    return ax
