"""The pictures of docs/pictures.md: the symmetries of the moment of inertia."""

from __future__ import annotations

from pathlib import Path

import torch
from matplotlib.figure import Figure
from torch import Tensor

import liesd
from liesd import plots


def moment_of_inertia(x: Tensor) -> Tensor:
    squares = torch.einsum("bki,bkj->bij", x, x)
    trace = squares.diagonal(dim1=1, dim2=2).sum(1)
    return trace[:, None, None] * torch.eye(3, dtype=x.dtype) - squares


def main(folder: Path = Path(__file__).parent.parent / "docs/images") -> None:
    torch.manual_seed(0)
    x = torch.randn(2000, 3, 3, dtype=torch.float64)
    found = liesd.discover(moment_of_inertia, x, "3*x[3] -> a[3]*b[3]")
    folder.mkdir(parents=True, exist_ok=True)
    plots.overview(found).savefig(folder / "inertia.png", dpi=200)
    figure = Figure(figsize=(3 * plots.COLUMN, 2.9), layout="constrained")
    left, middle, right = figure.subplots(1, 3)
    plots.evidence(found, left)
    plots.orbit(found, 0, middle)
    plots.orbit(found, 0, right, side="output")
    figure.savefig(folder / "evidence-orbits.png", dpi=160)


if __name__ == "__main__":
    main()
