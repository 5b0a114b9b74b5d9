"""From data alone: learn a function from samples, then discover its symmetries.

Run it with ``make demo``; it takes about a minute on two cores.
"""

from __future__ import annotations

import numpy as np

import liesd
from liesd.experiments.tasks import inertia, two_body


def show(title: str, x: np.ndarray, y: np.ndarray, spec: str) -> liesd.Discovery:
    print(f"\n{title}\n{'-' * len(title)}")
    model = liesd.learn(x, y, spec)
    print(f"Learned from {len(x):,} samples: {model.report['chosen']}.")
    found = liesd.discover(model, x, spec)
    print(found)
    return found


def main() -> None:
    x, y = two_body.data(seed=0)
    found = show(
        "Two bodies under gravity: the state now -> the state a moment later",
        x,
        y,
        "q1[2]+p1[2]+q2[2]+p2[2] -> q1+p1+q2+p2",
    )
    for generator in found.generators:
        matrices = ", ".join(f"{name} {rounded(A)}" for name, A in generator.items())
        print(f"  Its generator: {matrices}:")
        print("  positions and momenta of both bodies turn together.")

    x, y = inertia.data(seed=0, samples=20_000)
    found = show(
        "The inertia tensor of three particles",
        x,
        y,
        "3*x[3] -> a[3]*b[3]",
    )
    V = inertia.tensor_form().columns(found.generators)
    for name, theta in inertia.tensor_form().true.items():
        v = inertia.tensor_form().columns([theta])
        left = np.linalg.norm(v - V @ np.linalg.lstsq(V, v)[0]) / np.linalg.norm(v)
        print(f"  {name}: in the span of what was found up to {left:.0e}")


def rounded(A: np.ndarray) -> str:
    return np.array2string(A / np.abs(A).max(), formatter={"float": "{:.0f}".format}).replace(
        "\n", ""
    )


if __name__ == "__main__":
    main()
