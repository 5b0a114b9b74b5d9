"""The picture of the README: the symmetries of the moment of inertia, as LieSD sees them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from matplotlib.figure import Figure
from torch import Tensor

import liesd
from liesd import plots


def moment_of_inertia(x: Tensor) -> Tensor:
    squares = torch.einsum("bki,bkj->bij", x, x)
    trace = squares.diagonal(dim1=1, dim2=2).sum(1)
    return trace[:, None, None] * torch.eye(3, dtype=x.dtype) - squares


def main(path: Path = Path(__file__).parent.parent / "docs/images/inertia.png") -> None:
    torch.manual_seed(0)
    x = torch.randn(2000, 3, 3, dtype=torch.float64)
    found = liesd.discover(moment_of_inertia, x, "3*x[3] -> a[3]*b[3]")
    names = list(found.spec.unknowns)
    figure = Figure(figsize=(8.4, 3.6), layout="constrained")
    left, right = figure.subfigures(1, 2, width_ratios=[1.25, 1])
    found.plot(left.subplots())
    left.suptitle("5 of 27 directions leave the data at zero", fontsize=10)
    limit = max(float(np.abs(g.theta).max()) for g in found.generators)
    axes = right.subplots(len(names), found.dimension, squeeze=False)
    for column, generator in enumerate(found.generators):
        for row, name in enumerate(names):
            plots.matrix(generator[name], axes[row, column], limit)
            if column == 0:
                axes[row, 0].set_ylabel(name, rotation=0, labelpad=10, fontsize=10)
    right.suptitle("the 4 symmetries: a mixture of\nthree rotations and a scaling", fontsize=10)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=160)


if __name__ == "__main__":
    main()
