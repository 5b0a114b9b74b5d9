"""The result of a discovery, with its summary, figures, reports and files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from liesd.discovery.findings import Findings
from liesd.discovery.generator import Generator
from liesd.discovery.saving import save
from liesd.discovery.summary import summarize

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
