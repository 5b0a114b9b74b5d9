"""Particle physics: which Lorentz symmetries does an observable of a jet have?

The observables are computed on real jets of simulated collisions, from the momenta of their ten
hardest particles. The beam runs along z. The last line counts all linear symmetries that LieSD
finds: the width does not use energies, so the four maps that change only those count as well.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

import liesd
from liesd import jets

PARTICLES = 10
SPEC = f"{PARTICLES}*p[4] -> 1"


def mass(p: Tensor) -> Tensor:
    E, px, py, pz = p.sum(dim=1).T
    return torch.sqrt(E**2 - px**2 - py**2 - pz**2)


def pt(p: Tensor) -> Tensor:
    return torch.hypot(p[..., 1].sum(1), p[..., 2].sum(1))


def coordinates(p: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    px, py, pz = p[..., 1:].unbind(-1)
    return torch.hypot(px, py), torch.asinh(pz / torch.hypot(px, py)), torch.atan2(py, px)


def width(p: Tensor) -> Tensor:
    """Mean distance from the axis in pseudorapidity and azimuth, weighted by pT."""
    pt, eta, phi = coordinates(p)
    _, eta0, phi0 = coordinates(p.sum(dim=1, keepdim=True))
    dphi = torch.remainder(phi - phi0 + torch.pi, 2 * torch.pi) - torch.pi
    return (pt * torch.hypot(eta - eta0, dphi)).sum(1) / pt.sum(1)


def generators() -> dict[str, list[np.ndarray]]:
    """The Lorentz algebra and the scaling, sorted by how they treat the beam."""
    rotations, boosts = np.zeros((2, 3, 4, 4))
    for k in range(3):
        rotations[k, 1:, 1:] = np.cross(np.eye(3)[k], np.eye(3)).T
        boosts[k, 0, 1 + k] = boosts[k, 1 + k, 0] = 1
    return {
        "turn about beam": [rotations[2]],
        "other turns": [*rotations[:2]],
        "boost along beam": [boosts[2]],
        "other boosts": [*boosts[:2]],
        "scaling": [np.eye(4)],
    }


def said(defect: float) -> str:
    return "exact" if defect < 1e-6 else f"{defect:.1%} off"


def main() -> None:
    p, _ = jets.sample(constituents=PARTICLES)
    full = (p[..., 0] > 0).all(axis=1)  # jets with at least ten particles
    x = torch.from_numpy(p[full].astype(np.float64))
    observables = {"mass": mass, "mass / pT": lambda p: mass(p) / pt(p), "width": width}
    print(f"{'':18}" + "".join(f"{name:>12}" for name in observables))
    for name, matrices in generators().items():
        worst = [
            max(liesd.measure(f, x, SPEC, {"p": A}) for A in matrices) for f in observables.values()
        ]
        print(f"{name:18}" + "".join(f"{said(defect):>12}" for defect in worst))
    numbers = [liesd.discover(f, x, SPEC).dimension for f in observables.values()]
    print(f"{'all linear ones':18}" + "".join(f"{number:12}" for number in numbers))


if __name__ == "__main__":
    main()
