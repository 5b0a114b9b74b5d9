"""Large specs of functions with known algebras: is the answer right, and what does it cost?

``x[n] -> 1`` has n² unknown numbers, all of which meet in every equation. Its function is generic
in two diagonal quadratic forms that share equal entries in seven coordinates, four and three of
them, so that its algebra is so(4)+so(3). ``x[3] -> y[m]`` has 9 + m², of which an equation has 9 +
m: all polynomials in three coordinates up to some degree, mixed at random, with the algebra gl(3).
Both have dimension nine. Each size runs in a process of its own. ``python -m benchmarks.large``
prints the rows and writes ``benchmarks/results/large.json``.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

import liesd

GROUPS = (range(4), range(4, 7))


class TwoForms(torch.nn.Module):
    """sin(u) cos(v) of two standardised quadratic forms u and v."""

    def __init__(self, n: int) -> None:
        super().__init__()
        forms = np.random.default_rng(0).normal(size=(2, n))
        for group in GROUPS:
            forms[:, list(group)] = forms[:, group.start, None]
        self.register_buffer("forms", torch.from_numpy(forms))

    def forward(self, x: Tensor) -> Tensor:
        u, v = ((x.square() - 1) @ self.forms.T / (2 * self.forms.square().sum(dim=1)).sqrt()).T
        return torch.sin(u) * torch.cos(v)

    @property
    def spec(self) -> str:
        return f"x[{self.forms.shape[1]}] -> 1"

    def data(self, rng: np.random.Generator) -> np.ndarray:
        n = self.forms.shape[1]
        return rng.normal(size=(3 * n * n, n))

    def truth(self) -> np.ndarray:
        return truth(self.forms.shape[1])


def truth(n: int) -> np.ndarray:
    """The rotations of coordinates that both forms treat alike, as rows θ."""
    rows = []
    for group in GROUPS:
        for i, j in itertools.combinations(group, 2):
            A = np.zeros((n, n))
            A[i, j], A[j, i] = np.sqrt(0.5), -np.sqrt(0.5)
            rows.append(A.ravel())
    return np.array(rows)


class Polynomials(torch.nn.Module):
    """An orthonormal basis of all polynomials of a degree on the cube, turned at random."""

    def __init__(self, degree: int) -> None:
        super().__init__()
        every = itertools.product(range(degree + 1), repeat=3)
        self.powers = torch.tensor([powers for powers in every if sum(powers) <= degree])
        turn = np.linalg.qr(np.random.default_rng(0).normal(size=(len(self.powers),) * 2))[0]
        self.register_buffer("turn", torch.from_numpy(turn))

    def forward(self, x: Tensor) -> Tensor:
        legendre = [torch.ones_like(x), x]
        for k in range(1, int(self.powers.max())):
            legendre.append(((2 * k + 1) * x * legendre[k] - k * legendre[k - 1]) / (k + 1))
        norms = (2 * torch.arange(len(legendre), dtype=x.dtype) + 1).sqrt()
        table = torch.stack(legendre, dim=-1) * norms  # (b, 3, degree + 1)
        return table[:, torch.arange(3), self.powers].prod(dim=-1) @ self.turn.T

    @property
    def spec(self) -> str:
        return f"x[3] -> y[{len(self.powers)}]"

    def data(self, rng: np.random.Generator) -> np.ndarray:
        return rng.uniform(-1, 1, size=(20 * len(self.powers), 3))

    def truth(self) -> np.ndarray:
        """For each matrix A what it does to the basis, by quadrature, which is exact here."""
        nodes, weights = np.polynomial.legendre.leggauss(int(self.powers.max()) + 2)
        x = torch.tensor(list(itertools.product(nodes, repeat=3)))
        weight = torch.tensor([np.prod(w) for w in itertools.product(weights / 2, repeat=3)])
        y = self(x)
        J = torch.func.vmap(torch.func.jacrev(lambda point: self(point[None])[0]))(x)
        rows = []
        for A in torch.eye(9, dtype=x.dtype).reshape(9, 3, 3):
            moved = torch.einsum("bmn,bn->bm", J, x @ A.T)
            B = moved.T @ (weight[:, None] * y)
            rows.append(np.concatenate([A.numpy().ravel(), B.numpy().ravel()]))
        return np.linalg.qr(np.array(rows).T)[0].T


KINDS = {"forms": TwoForms, "polynomials": Polynomials}


def child(kind: str, number: int) -> dict[str, Any]:
    f = KINDS[kind](number)
    x = f.data(np.random.default_rng(1))
    spec = liesd.Spec.parse(f.spec)
    start = time.perf_counter()
    found = liesd.discover(f, x, spec, progress=False)
    seconds = time.perf_counter() - start
    basis = np.array([generator.theta for generator in found.generators]).reshape(-1, spec.size)
    true = f.truth()
    lost = np.linalg.norm(true - true @ basis.T @ basis, axis=1).max()
    return {
        "spec": f.spec,
        "unknowns": spec.size,
        "samples": len(x),
        "seconds": round(seconds, 1),
        "processor_seconds": round(time.process_time(), 1),
        "threads": torch.get_num_threads(),
        "load": round(os.getloadavg()[0], 1),
        "peak_gib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, 2),
        "dimension": found.dimension,
        "verdict": found.verdict.name,
        "true_dimension": len(true),
        "space_error": float(lost),
        "largest_zero": float(found.singular_values[-len(true)]),
        "smallest_other": float(found.singular_values[-len(true) - 1]),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The costs of large specs as a Markdown table."""
    lines = [
        "| spec | unknown numbers | samples | processor time | clock | peak memory | "
        "symmetries found | error |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| `{row['spec']}` | {row['unknowns']:,} | {row['samples']:,} | "
        f"{row['processor_seconds']:,.0f} s | {row['seconds']:,.0f} s | "
        f"{row['peak_gib']:.1f} GiB | {row['dimension']} of {row['true_dimension']} | "
        f"{row['space_error']:.0e} |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--forms", type=int, nargs="*", default=[25, 50, 70, 100])
    parser.add_argument("--polynomials", type=int, nargs="*", default=[3, 4, 5, 6])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results/large.json")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return print(json.dumps(child(options.child[0], int(options.child[1]))))
    known = json.loads(options.out.read_text()) if options.out.exists() else []
    rows = {row["spec"]: row for row in known}
    for kind in KINDS:
        for number in getattr(options, kind):
            run = [sys.executable, "-m", "benchmarks.large", "--child", kind, str(number)]
            printed = subprocess.run(run, check=True, capture_output=True).stdout  # noqa: S603
            row = json.loads(printed)
            rows[row["spec"]] = row
            print(row, flush=True)
            ordered = sorted(
                rows.values(), key=lambda row: (row["spec"][-1] == "]", row["unknowns"])
            )
            options.out.write_text(json.dumps(ordered, indent=2) + "\n")
    return None


if __name__ == "__main__":
    main()
