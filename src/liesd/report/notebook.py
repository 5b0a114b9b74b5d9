"""How a discovery and an algebra show themselves in a notebook: small pieces of escaped HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from liesd.discovery.result import Discovery

BADGES = {"SURE": "#0072B2", "UNSURE": "#B35900"}
POSITIVE, NEGATIVE = "213,94,0", "0,114,178"
MOST, LARGEST = 6, 12  # generators, and the size up to which a matrix is drawn


def discovery_html(discovery: Discovery) -> str:
    """The verdict, the summary and the first generators of a discovery."""
    first, *rest = discovery.summary().splitlines()
    lines = "".join(f"<div>{escape(line.strip())}</div>" for line in rest)
    verdict = discovery.verdict.name
    badge = (
        f'<span style="background:{BADGES[verdict]};color:#fff;border-radius:1em;'
        f'padding:0.1em 0.7em;font-size:85%;font-weight:600">{verdict}</span>'
    )
    return _box(
        f"<div>{badge} <strong>{escape(first)}</strong></div>{lines}"
        + matrices_html(discovery.generators)
    )


def algebra_html(name: str, generators: Iterable[tuple[str, Mapping[str, Any]]] = ()) -> str:
    """An algebra: its name, and each generator in words with its matrices."""
    items = "".join(
        f"<li>{escape(words)}{matrices_html([matrices])}</li>" for words, matrices in generators
    )
    return _box(f"<div><strong>{escape(name)}</strong></div>" + (f"<ol>{items}</ol>" * bool(items)))


def matrices_html(generators: Iterable[Mapping[str, Any]]) -> str:
    """Generators as coloured tables: positive numbers orange, negative ones blue."""
    shown = list(generators)
    arrays = [np.asarray(A) for generator in shown[:MOST] for A in generator.values()]
    limit = max((float(np.abs(A).max()) for A in arrays), default=0.0) or 1.0
    rows = "".join(
        '<div style="display:flex;flex-wrap:wrap;gap:1em;margin-top:0.5em">'
        + "".join(_matrix(name, np.asarray(A), limit) for name, A in generator.items())
        + "</div>"
        for generator in shown[:MOST]
    )
    more = len(shown) - MOST
    return rows + (f"<div>… and {more} more</div>" if more > 0 else "")


def _matrix(name: str, A: np.ndarray, limit: float) -> str:
    if len(A) > LARGEST:
        return f"<div>{escape(name)}: {len(A)}×{len(A)}</div>"
    cells = "".join(f"<tr>{''.join(_cell(v, limit) for v in row)}</tr>" for row in A)
    return (
        '<table style="border-collapse:collapse;font-size:80%;margin:0">'
        f'<caption style="text-align:left">{escape(name)}</caption>{cells}</table>'
    )


def _cell(value: float, limit: float) -> str:
    colour = POSITIVE if value > 0 else NEGATIVE
    shade = f"rgba({colour},{0.75 * min(abs(value) / limit, 1.0):.2f})"
    number = f"{value:.2f}".replace("-", "−") if abs(value) >= 0.005 else "0"
    return (
        f'<td style="background:{shade};text-align:right;padding:0.15em 0.5em;'
        f'font-variant-numeric:tabular-nums">{number}</td>'
    )


def _box(inner: str) -> str:
    return f'<div style="line-height:1.5">{inner}</div>'
