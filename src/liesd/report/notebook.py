"""Discoveries and algebras in a notebook: small pieces of escaped HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from liesd.report import style

if TYPE_CHECKING:
    from liesd.discovery.result import Discovery

BADGES = {"SURE": "#0072B2", "UNSURE": "#B35900"}
POSITIVE, NEGATIVE = "213,94,0", "0,114,178"


def render_discovery(discovery: Discovery) -> str:
    """Render the verdict, the summary and the first generators of a discovery."""
    first, *rest = discovery.summary().splitlines()
    lines = "".join(f"<div>{escape(line.strip())}</div>" for line in rest)
    verdict = discovery.verdict.name
    badge = (
        f'<span style="background:{BADGES[verdict]};color:#fff;border-radius:1em;'
        f'padding:0.1em 0.7em;font-size:85%;font-weight:600">{verdict}</span>'
    )
    return _wrap_box(
        f"<div>{badge} <strong>{escape(first)}</strong></div>{lines}"
        + render_matrices(discovery.generators)
    )


def render_algebra(name: str, generators: Iterable[tuple[str, Mapping[str, Any]]] = ()) -> str:
    """Render an algebra: its name, and each generator in words with its matrices."""
    items = "".join(
        f"<li>{escape(words)}{render_matrices([matrices])}</li>" for words, matrices in generators
    )
    return _wrap_box(
        f"<div><strong>{escape(name)}</strong></div>" + (f"<ol>{items}</ol>" * bool(items))
    )


def render_matrices(generators: Iterable[Mapping[str, Any]]) -> str:
    """Render generators as coloured tables: positive numbers orange, negative ones blue."""
    shown = list(generators)
    arrays = [
        np.asarray(A)
        for generator in shown[: style.STYLE.notebook_generators]
        for A in generator.values()
    ]
    limit = max((float(np.abs(A).max()) for A in arrays), default=0.0) or 1.0
    rows = "".join(
        '<div style="display:flex;flex-wrap:wrap;gap:1em;margin-top:0.5em">'
        + "".join(_render_matrix(name, np.asarray(A), limit) for name, A in generator.items())
        + "</div>"
        for generator in shown[: style.STYLE.notebook_generators]
    )
    more = len(shown) - style.STYLE.notebook_generators
    return rows + (f"<div>… and {more} more</div>" if more > 0 else "")


def _render_matrix(name: str, A: np.ndarray, limit: float) -> str:
    A = np.atleast_2d(A)
    if len(A) > style.STYLE.notebook_size:
        return f"<div>{escape(name)}: {len(A)}×{len(A)}</div>"
    cells = "".join(f"<tr>{''.join(_render_cell(v, limit) for v in row)}</tr>" for row in A)
    return (
        '<table style="border-collapse:collapse;font-size:80%;margin:0">'
        f'<caption style="text-align:left">{escape(name)}</caption>{cells}</table>'
    )


def _render_cell(value: float, limit: float) -> str:
    colour = POSITIVE if value > 0 else NEGATIVE
    shade = f"rgba({colour},{0.75 * min(abs(value) / limit, 1.0):.2f})"
    number = f"{value:.2f}".replace("-", "−") if abs(value) >= 0.005 else "0"
    return (
        f'<td style="background:{shade};text-align:right;padding:0.15em 0.5em;'
        f'font-variant-numeric:tabular-nums">{number}</td>'
    )


def _wrap_box(inner: str) -> str:
    return f'<div style="line-height:1.5">{inner}</div>'
