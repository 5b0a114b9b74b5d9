"""Materials: which symmetry does a rubber with fibres have, and where do the fibres run?

The energy of a deformed body depends on the deformation gradient F, a 3×3 matrix. Turning the body
after it was deformed moves the first index of F; turning the material before moves the second. So
the spec ``lab[3]*material[3] -> 1`` asks both questions at once.
"""

from __future__ import annotations

import numpy as np

import liesd

SPEC = "lab[3]*material[3] -> 1"
FIBRE = np.array([0.36, 0.48, 0.80])


def energy(F: np.ndarray, fibre: np.ndarray | None) -> np.ndarray:
    """A compressible neo-Hookean solid; fibres add stiffness along their direction."""
    volume = np.linalg.det(F)
    stretch = np.sum(F**2, axis=(1, 2))
    W = (stretch - 3 - 2 * np.log(volume)) / 2 + (volume - 1) ** 2
    if fibre is not None:
        W = W + 2 * (np.sum((F @ fibre) ** 2, axis=1) - 1) ** 2
    return W


def alone(found: liesd.Discovery, name: str, other: str) -> list[np.ndarray]:
    """The symmetries that move one index of F and leave the other alone."""
    left = np.array([generator[other].ravel() for generator in found.generators])
    mixing, sizes, _ = np.linalg.svd(left)
    still = mixing[:, np.append(sizes, np.zeros(len(left)))[: len(left)] < 0.1].T
    return [sum(c * g[name] for c, g in zip(row, found.generators, strict=True)) for row in still]


def main() -> None:
    rng = np.random.default_rng(0)
    F = np.eye(3) + 0.15 * rng.uniform(-1, 1, (3000, 3, 3))  # tests with strains up to 15 %
    for name, fibre in (("Plain rubber", None), ("Rubber with fibres", FIBRE)):
        W = energy(F, fibre)
        W = W + 1e-3 * W.std() * rng.normal(size=len(W))
        model = liesd.learn(F, W, SPEC, learner="kernel")
        found = liesd.discover(model, F, SPEC)
        lab, material = alone(found, "lab", "material"), alone(found, "material", "lab")
        print(f"{name}: {found.dimension} symmetries ({found.verdict.name})")
        print(f"  of the laboratory: {len(lab)}, so the energy does not depend on the observer")
        if len(material) == 3:
            print("  of the material: 3, so it is isotropic")
        for A in material if len(material) == 1 else []:
            axis = np.array([A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]])
            x, y, z = axis / np.linalg.norm(axis) * np.sign(axis[2])
            print(f"  of the material: 1, turning about ({x:.2f}, {y:.2f}, {z:.2f}): the fibres")


if __name__ == "__main__":
    main()
