"""Three discoveries, from exact formulas to a network that only saw data.

Run it with ``make demo``; it takes well under a minute on two cores.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

import liesd


def say(title: str, found: liesd.Discovery, comment: str) -> None:
    print(f"\n{title}\n{'-' * len(title)}\n{found}\n  {comment}")


def moment_of_inertia(x: Tensor) -> Tensor:
    squares = torch.einsum("bki,bkj->bij", x, x)
    trace = squares.diagonal(dim1=1, dim2=2).sum(1)
    return trace[:, None, None] * torch.eye(3, dtype=x.dtype) - squares


def invariant_mass(p: Tensor) -> Tensor:
    total = p.sum(1)
    return total[:, 0] ** 2 - total[:, 1:].square().sum(1)


def trained_network(x: Tensor, y: Tensor) -> nn.Module:
    """A network that learns from samples: a random hidden layer, the last layer solved."""
    hidden = nn.Sequential(nn.Linear(2, 400), nn.Tanh()).double()
    last = nn.Linear(400, 2, bias=False).double()
    with torch.no_grad():
        hidden[0].weight.mul_(5)
        hidden[0].bias.uniform_(-3, 3)
        fit = torch.linalg.lstsq(hidden(x), y, rcond=1e-10, driver="gelsd")
        last.weight.copy_(fit.solution.T)
    return nn.Sequential(hidden, last)


def main() -> None:
    torch.manual_seed(0)

    x = torch.randn(2000, 3, 3, dtype=torch.float64)
    found = liesd.discover(moment_of_inertia, x, "3*x[3] -> a[3]*b[3]")
    rotation = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 0]])
    turn = dict.fromkeys("xab", rotation)
    defect = liesd.measure(moment_of_inertia, x, found.spec, turn)
    say(
        "Moment of inertia of three particles (exact formula)",
        found,
        f"Three rotations and a scaling; the defect of a rotation about z is {defect:.0e}.",
    )

    p = torch.randn(2000, 20, 4, dtype=torch.float64)
    found = liesd.discover(invariant_mass, p, "20*p[4] -> 1")
    say(
        "Invariant mass of twenty particles (exact formula)",
        found,
        "Three rotations and three boosts: the Lorentz group, without being told of it.",
    )

    x = torch.rand(4000, 2, dtype=torch.float64) * 4 - 2
    y = -x / (0.5 + x.square().sum(1, keepdim=True)) ** 1.5
    found = liesd.discover(trained_network(x, y), x, "x[2] -> x")
    matrix = np.array2string(found.generators[0]["x"].round(3)).replace("\n", "")
    say(
        "A network that learned a central force from 4,000 samples",
        found,
        f"Its generator is {matrix}: a rotation of the plane.",
    )


if __name__ == "__main__":
    main()
