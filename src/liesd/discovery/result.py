"""The result of a discovery, with its summary, figures, reports and files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from liesd.discovery.findings import Findings
from liesd.discovery.generator import Generator
from liesd.discovery.saving import save
from liesd.discovery.words.summary import summarize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from liesd.algebra.dynamics.noether import ConservedQuantity

__all__ = ["Discovery", "Generator"]


@dataclass(frozen=True, eq=False, repr=False)
class Discovery(Findings):
    """The answer to "which continuous symmetries does this function have?"."""

    def summary(self) -> str:
        """The result in words."""
        return summarize(self)

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"<Discovery of {self.spec}: dimension {self.dimension}, {self.verdict.value}>"

    def conserved(
        self,
        positions: str | Sequence[int] | None = None,
        momenta: str | Sequence[int] | None = None,
    ) -> list[ConservedQuantity]:
        """The quantity that each symmetry conserves, for dynamics of positions and momenta.

        ``positions`` and ``momenta`` are names of channels of the inputs, by default q and p, or
        numbers of columns that belong together one by one. The function gives the motion of the
        state, the next state, or the energy. Symmetries that are not canonical, as most scalings,
        conserve nothing and are left out.

        >>> import torch, liesd
        >>> x = torch.randn(400, 4, dtype=torch.float64)
        >>> def kepler(x):
        ...     q, p = x[:, :2], x[:, 2:]
        ...     return torch.cat([p, -q / q.norm(dim=1, keepdim=True) ** 3], dim=1)
        >>> (J,) = liesd.discover(kepler, x, "q[2]+p[2] -> q+p").conserved()
        >>> print(J)
        angular momentum: q0·p1 − q1·p0
        """
        from liesd.algebra.dynamics.noether import find_conserved

        kept = self.sample
        samples = None if kept is None else (kept.x, kept.y)
        return find_conserved(self.algebra, positions, momenta, samples)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the defect of every direction; see ``liesd.plots`` for more figures."""
        from liesd.report.plots import spectrum

        return spectrum(self, ax)

    def report(self, path: str | Path, title: str | None = None) -> Path:
        """Write everything as one self-contained web page; return its path."""
        from liesd.report import write

        return write(self, path, title)

    def _repr_html_(self) -> str:
        from liesd.report.notebook import render_discovery

        return render_discovery(self)

    def save(self, path: str | Path) -> None:
        """Write everything to one file, which :func:`liesd.load` reads back."""
        save(self, path)
