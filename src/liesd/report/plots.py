"""Figures of a discovery, each in one axes. Needs matplotlib (``liesd[plot]``).

They fit one column of a paper (3.3 inches): save them as PDF or SVG. All take ``ax=`` and return
it. The colours are Okabe and Ito's, which colour-blind readers can tell apart, and every colour
comes with a shape or a label.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from liesd.data.files import write_atomically
from liesd.errors import DataError
from liesd.report import style
from liesd.report.views import (
    Array,
    Channel,
    choose_plane,
    find_liveliest,
    list_channels,
    list_input_channels,
)
from liesd.verdict.estimates import Evidence

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from liesd.discovery.orbits import Orbits
    from liesd.discovery.result import Discovery

GREY, BLUE, VERMILLION = "#8A8A8A", "#0072B2", "#D55E00"
STYLES = {
    "refuted": (GREY, "o", "no symmetry"),
    "approximate": ("#009E73", "X", "weakly broken"),
    "genuine": (BLUE, "D", "symmetry"),
    "multiple": ("#56B4E9", "d", "multiple of a symmetry"),
    "unseen": ("#E69F00", "s", "unseen"),
    "gauge": ("#CC79A7", "^", "gauge"),
}


def save_figure(figure: Figure, path: Path, dpi: int = 160) -> None:
    """Write a figure in the format that the ending names; it appears whole or not at all."""
    kinds = figure.canvas.get_supported_filetypes()
    kind = path.suffix.removeprefix(".").lower() or "png"
    if kind not in kinds:
        raise DataError(f"{path} is no picture: give a name that ends in .{', .'.join(kinds)}")
    with write_atomically(path) as file:
        figure.savefig(file, format=kind, dpi=dpi)


def spectrum(discovery: Discovery, ax: Axes | None = None) -> Axes:
    """The defect of every direction on a logarithmic scale, its kind, the noise and the decision.

    What lies below the scale, such as a defect of zero, is drawn on its lower edge.
    """
    ax = _make_axes(ax)
    order = _sort_evidence(discovery.evidence)
    floor = _find_floor(discovery.evidence)
    defects, noise = (
        np.array([getattr(one, name) for one in order]) for name in ("defect", "noise")
    )
    places = np.arange(1, len(order) + 1)
    for kind, (colour, marker, label) in STYLES.items():
        of_kind = np.array([one.kind == kind for one in order], dtype=bool)
        if of_kind.any():
            heights = np.maximum(defects[of_kind], floor)
            ax.plot(places[of_kind], heights, marker, color=colour, label=label, markersize=3.5,
                    clip_on=False, zorder=3)  # fmt: skip
    measured = np.array([one.kind not in ("unseen", "gauge") for one in order], dtype=bool)
    if measured.any():
        level = np.maximum(noise[measured], floor)
        ax.step(places[measured], level, where="mid", color="black", linewidth=0.8, linestyle=":",
                label="noise", zorder=2)  # fmt: skip
    first = sum(one.kind in ("refuted", "approximate") for one in order)
    if discovery.dimension:
        accepted = discovery.dimension + len(discovery.multiples)
        ax.axvspan(first + 0.5, first + accepted + 0.5, color=BLUE, alpha=0.1, lw=0)
    else:
        ax.axvline(first + 0.5, color=BLUE, linewidth=0.8)
    ax.set_yscale("log")
    ax.set_ylim(floor, 10 * max(1.0, float(defects.max())))
    ax.set_xlim(0.25, len(order) + 0.75)
    ax.locator_params(axis="x", integer=True, nbins=6)
    found, verdict = discovery.dimension, discovery.verdict.value
    title = f"{found or 'no'} {'symmetry' if found == 1 else 'symmetries'}, {verdict}"
    _label_axes(ax, "direction", "relative defect")
    ax.grid(True, axis="y", color="#DDDDDD", linewidth=0.4)
    _add_legend(ax, title)
    return ax


def evidence(discovery: Discovery, ax: Axes | None = None, most: int = 12) -> Axes:
    """The defect of each direction with its 95 % interval and its noise, the most exact on top."""
    measured = [one for one in discovery.evidence if one.kind not in ("unseen", "gauge")][:most]
    ax = _make_axes(ax, height=0.8 + 0.17 * max(len(measured), 3))
    floor = _find_floor(measured, law=True)
    top = 10 * max([1.0, *(one.law_defect for one in measured)])
    seen: set[str] = set()
    for row, one in enumerate(measured):
        colour, marker, label = STYLES[one.kind]
        low, high = max(one.low, floor), min(max(one.high, floor), top)
        ax.plot([low, high], [row, row], color=colour, linewidth=1.6, solid_capstyle="butt")
        ax.plot(max(one.law_defect, floor), row, marker, color=colour, markersize=4, clip_on=False,
                label="" if one.kind in seen else label, zorder=3)  # fmt: skip
        ax.plot(max(min(one.noise, top), floor), row, "|", color="black", markersize=7,
                label="" if seen else "noise", clip_on=False)  # fmt: skip
        seen.add(one.kind)
    ax.set_xscale("log")
    ax.set_xlim(floor, top)
    ax.set_ylim(len(measured) - 0.4, -0.6)
    ax.set_yticks(range(len(measured)), [str(row + 1) for row in range(len(measured))])
    if measured:
        ax.axhline(min(discovery.dimension, len(measured)) - 0.5, color=BLUE, linewidth=0.8)
        _add_legend(ax)
    _label_axes(ax, "relative defect of the law", "direction")
    ax.grid(True, axis="x", color="#DDDDDD", linewidth=0.4)
    return ax


def generators(
    discovery: Discovery, ax: Axes | None = None, most: int = style.STYLE.shown_generators
) -> Axes:
    """The symmetries as matrices: one block per unknown, one colour scale for all."""
    from matplotlib.patches import Rectangle

    shown = discovery.readable[:most]
    unknowns = discovery.spec.unknowns.items()
    shapes = {name: np.atleast_2d(np.empty(shape)).shape for name, shape in unknowns}
    gap = 0.12 * max(max(shape) for shape in shapes.values())
    tall = max(rows for rows, _ in shapes.values()) + gap
    wide = sum(columns for _, columns in shapes.values()) + gap * (len(shapes) - 1)
    columns = _choose_columns(len(shown), wide / tall)
    lines = -(-max(len(shown), 1) // columns)
    across = columns * wide + (columns - 1) * 3 * gap
    if ax is None:
        ax = _make_axes(
            None,
            height=min(8.0, style.STYLE.column_width * lines * tall / across + 0.35)
            if shown
            else 0.8,
        )
    limit = max((float(np.abs(g.theta).max()) for g in shown), default=1.0)
    mesh: Any = None
    for k, generator in enumerate(shown):
        left, top = (k % columns) * (wide + 3 * gap), (k // columns) * tall
        for name, (height, width) in shapes.items():
            edges_x, edges_y = left + np.arange(width + 1), top + np.arange(height + 1)
            values = np.atleast_2d(generator[name])
            mesh = ax.pcolormesh(edges_x, edges_y, values, cmap="RdBu_r", vmin=-limit,
                                 vmax=limit, edgecolors="white", linewidth=0.3)  # fmt: skip
            outline = Rectangle((left, top), width, height, fill=False, linewidth=0.7)
            outline.set_edgecolor("#333333")
            ax.add_patch(outline)
            if k < columns:
                ax.text(
                    left + width / 2,
                    -0.5 * gap,
                    name,
                    fontsize=style.STYLE.font_size,
                    ha="center",
                    va="bottom",
                )
            left += width + gap
    ax.set_xlim(-0.1, across + 0.1)
    ax.set_ylim(lines * tall - gap + 0.1, -gap - 0.1)
    ax.set_aspect("equal")
    ax.axis("off")
    if not shown:
        ax.text(
            across / 2,
            tall / 2,
            "no symmetry",
            ha="center",
            fontsize=style.STYLE.font_size,
            color="#666666",
        )
    elif mesh is not None:
        bar = ax.figure.colorbar(mesh, ax=ax, shrink=0.7, aspect=12, pad=0.03)
        bar.ax.tick_params(labelsize=style.STYLE.font_size - 1, width=0.5, length=2)
        bar.outline.set_linewidth(0.5)
    return ax


def orbit(
    discovery: Discovery,
    generator: int = 0,
    ax: Axes | None = None,
    *,
    side: str = "input",
    channel: int | None = None,
    most: int = 8,
) -> Axes:
    """Samples moved along one generator, in the plane in which it acts most.

    On the output side the lines are g·f(x) and the dots f(g·x): on the lines, if f is symmetric.
    """
    orbits = _require_orbit(discovery, generator)
    if side not in ("input", "output"):
        raise DataError(f"side must be 'input' or 'output', not {side!r}")
    ax = _make_axes(ax, height=style.STYLE.column_width * 0.85)
    moving = orbits.generators[generator]
    on_input = side == "input"
    parts = list_input_channels(discovery) if on_input else list_channels(discovery.spec.output)
    start = orbits.x if on_input else orbits.y
    one = parts[find_liveliest(parts, moving, start) if channel is None else channel]
    view = choose_plane(one, moving, start)
    path = orbits.inputs(generator) if on_input else orbits.expected(generator)
    lines = _project_points(one, view.axes, path, most)
    flat = one.size == 1
    places = orbits.t[generator]
    for k, line in enumerate(np.moveaxis(lines, 1, 0)):
        across, up = (places, line[:, 0]) if flat else line.T
        ax.plot(across, up, color=GREY, linewidth=0.8, zorder=1,
                label=("g·x" if on_input else "g·f(x)") if k == 0 else "")  # fmt: skip
        middle = len(line) // 2
        ax.plot(across[middle], up[middle], "o", color=BLUE, markersize=3.5, zorder=3,
                label=("x" if on_input else "f(x)") if k == 0 else "")  # fmt: skip
    if not on_input and orbits.values is not None:
        dots = _project_points(one, view.axes, orbits.values[generator], most)[::4]
        across = np.repeat(places[::4, None], dots.shape[1], axis=1) if flat else dots[..., 0]
        ax.plot(across.ravel(), dots[..., 0 if flat else 1].ravel(), "o", color=VERMILLION,
                markersize=2, zorder=2, label="f(g·x)")  # fmt: skip
    _label_axes(ax, *(("t", view.labels[0]) if flat else view.labels))
    if not flat:
        ax.set_aspect("equal", adjustable="datalim")
    _add_legend(ax)
    return ax


def field(
    discovery: Discovery,
    generator: int = 0,
    ax: Axes | None = None,
    *,
    channel: int | None = None,
) -> Axes:
    """One generator as arrows on the inputs, in the plane in which it acts most.

    The plane goes through the mean of the samples, which are drawn as dots; where there is one
    coordinate only, the field is drawn as a curve.
    """
    orbits = _require_orbit(discovery, generator)
    ax = _make_axes(ax, height=style.STYLE.column_width * 0.85)
    moving, parts = orbits.generators[generator], list_input_channels(discovery)
    one = parts[find_liveliest(parts, moving, orbits.x) if channel is None else channel]
    view, points = choose_plane(one, moving, orbits.x), one.points(orbits.x)
    if one.size == 1:
        line = np.linspace(points.min(), points.max(), 101)[:, None]
        ax.plot(line[:, 0], one.velocity(moving, line)[:, 0], color=BLUE, linewidth=1.0)
        ax.axhline(0.0, color=GREY, linewidth=0.6)
        _label_axes(ax, view.labels[0], "field")
        return ax
    flat = points @ view.axes.T
    edges = np.percentile(flat, [1, 99], axis=0).T
    grids = [np.linspace(low, high, style.STYLE.field_arrows) for low, high in edges]
    across, up = (part.ravel() for part in np.meshgrid(*grids))
    places = np.stack([across, up], axis=1)
    mean = points.mean(axis=0)
    along = one.velocity(moving, mean + (places - mean @ view.axes.T) @ view.axes) @ view.axes.T
    ax.plot(*flat.T, "o", color=GREY, markersize=1.5, zorder=1)
    cell = float(np.mean([grid[1] - grid[0] for grid in grids])) or 1.0
    scale = float(np.linalg.norm(along, axis=1).max()) / (1.2 * cell) or 1.0
    ax.quiver(across, up, *along.T, color=BLUE, angles="xy", scale_units="xy", scale=scale,
              width=0.004, zorder=2)  # fmt: skip
    _label_axes(ax, *view.labels)
    ax.set_aspect("equal", adjustable="datalim")
    return ax


def _require_orbit(discovery: Discovery, generator: int) -> Orbits:
    orbits = discovery.orbits
    if orbits is None or not 0 <= generator < len(orbits.generators):
        have = 0 if orbits is None else len(orbits.generators)
        raise DataError(f"there is no orbit {generator}: the discovery has {have} of them")
    return orbits


def matrix(values: np.ndarray, ax: Axes | None = None, limit: float | None = None) -> Axes:
    """One matrix in a diverging colour scale that is centred at zero."""
    ax = _make_axes(ax, height=style.STYLE.column_width)
    bound = limit or float(np.abs(values).max()) or 1.0
    ax.imshow(values, cmap="RdBu_r", vmin=-bound, vmax=bound)
    ax.set_xticks([])
    ax.set_yticks([])
    return ax


def overview(discovery: Discovery, most: int = style.STYLE.shown_generators) -> Figure:
    """The spectrum and beside it the matrices of the symmetries."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(2 * style.STYLE.column_width, 2.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    spectrum(discovery, left)
    generators(discovery, right, most)
    return figure


def _sort_evidence(known: list[Evidence]) -> list[Evidence]:
    """Sort as in the paper, falling: refuted directions, symmetries, then gauge and unseen."""
    measured = [one for one in known if one.kind not in ("unseen", "gauge")]
    return measured[::-1] + known[len(measured) :]


def _find_floor(known: list[Evidence], law: bool = False) -> float:
    """Find the lower edge of a scale that shows all defects and noise, but no zeros."""
    measured = [one for one in known if one.kind not in ("unseen", "gauge")]
    sizes = [s for one in measured for s in (one.law_defect if law else one.defect, one.noise)]
    smallest = min((s for s in sizes if s > style.STYLE.lowest_defect), default=0.01)
    return float(10 ** np.floor(np.log10(smallest / 2)))


def _project_points(channel: Channel, axes: Array, points: np.ndarray, most: int) -> Array:
    """Project the first copies of the first samples onto a plane: (steps, points, 2)."""
    chosen = points[..., channel.index].reshape(len(points), -1, channel.size)
    step = max(1, chosen.shape[1] // most)
    return np.asarray(chosen[:, ::step][:, :most] @ axes.T)


def _choose_columns(count: int, ratio: float) -> int:
    """Choose how many generators to put in a row, so that the whole is about square."""
    if count < 2:
        return 1
    wanted = int(np.ceil(np.sqrt(count / max(ratio, 1e-9))))
    return max(1, min(count, wanted))


def _label_axes(ax: Axes, x: str, y: str) -> None:
    """Label the axes; names of columns may hold anything, so they are not parsed as mathematics."""
    ax.set_xlabel(x, fontsize=style.STYLE.font_size + 1, labelpad=2, parse_math=False)
    ax.set_ylabel(y, fontsize=style.STYLE.font_size + 1, labelpad=2, parse_math=False)
    ax.tick_params(labelsize=style.STYLE.font_size, width=0.6, length=2.5)
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_linewidth(0.6)
    ax.set_axisbelow(True)


def _add_legend(ax: Axes, title: str | None = None) -> None:
    """Add a legend above the axes, where it hides nothing."""
    small = style.STYLE.font_size
    ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2,
              frameon=False, fontsize=small, title=title, title_fontsize=small + 1,
              alignment="left", handletextpad=0.3, columnspacing=1.0, borderpad=0.1,
              handlelength=1.4)  # fmt: skip


def _make_axes(ax: Axes | None, height: float = 2.3) -> Axes:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install 'liesd[plot]'") from error
    return plt.subplots(figsize=(style.STYLE.column_width, height), layout="constrained")[1]
