"""What a discovery costs beside the bare Jacobians, and beside the paper's way of doing it.

Times mean nothing by themselves on a shared machine, so everything is measured side by side in one
run, in turns, and only ratios are reported. ``python -m benchmarks.cost`` prints the table and
writes ``benchmarks/results/cost.json``.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn

import liesd
from liesd.spec import Rep, Spec

CASES = {
    "8-384-384-8": ([8, 384, 384, 8], "q1[2]+p1[2]+q2[2]+p2[2] -> q1+p1+q2+p2"),
    "9-384-384-9": ([9, 384, 384, 9], "3*x[3] -> a[3]*b[3]"),
    "80-200-200-1": ([80, 200, 200, 1], "20*p[4] -> 1"),
}
SAMPLES = 20_000


def network(sizes: list[int]) -> nn.Module:
    layers: list[nn.Module] = []
    for n, m in itertools.pairwise(sizes):
        layers += [nn.Linear(n, m), nn.Tanh()]
    return nn.Sequential(*layers[:-1])


def bare_jacobians(f: nn.Module, x: Tensor, batch: int = 4096) -> float:
    """One backward pass an output and nothing else; the sum keeps the work from being idle."""
    total = 0.0
    for part in x.split(batch):
        part = part.clone().requires_grad_(True)
        columns = f(part).sum(dim=0)
        rows = [
            torch.autograd.grad(columns[k], part, retain_graph=k + 1 < len(columns))[0]
            for k in range(len(columns))
        ]
        total += float(torch.stack(rows, dim=1)[0, 0, 0])
    return total


def paper_way(f: nn.Module, x: Tensor, spec: Spec) -> Tensor:
    """The method as first published: singular values from the eigenvalues of CᵀC."""
    return torch.linalg.eigh(paper_gram(f, x, spec)).eigenvalues


def paper_gram(f: Callable[[Tensor], Tensor], x: Tensor, spec: Spec) -> Tensor:
    """CᵀC by a loop over samples and outputs, with Kronecker products."""
    p = spec.size
    gram = torch.zeros(p, p)
    for sample in x:
        sample = sample.clone().requires_grad_(True)
        y = f(sample)
        J = torch.stack([torch.autograd.grad(v, sample, retain_graph=True)[0] for v in y])
        C = torch.zeros(len(y), p)
        _kronecker(C, spec, spec.output, torch.eye(len(y)), y.detach(), 1)
        _kronecker(C, spec, spec.input, J, sample.detach(), -1)
        gram += C.T @ C
    return gram


def _kronecker(C: Tensor, spec: Spec, rep: Rep, J: Tensor, x: Tensor, sign: int) -> None:
    """The blocks of Theorems 3 and 4, channel by channel, for one sample."""
    for word, index in rep.blocks().items():
        for block in torch.from_numpy(index):
            for axis, leaf in enumerate(word):
                columns = block.movedim(axis, -1).reshape(-1, leaf.size)
                for k in columns:
                    C[:, spec.slices[leaf.name]] += sign * torch.kron(J[:, k], x[k][None])


def seconds(work: Callable[..., object], *arguments: object) -> float:
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start


def run(rounds: int, samples: int) -> dict[str, dict[str, float]]:
    results = {}
    for name, (sizes, text) in CASES.items():
        torch.manual_seed(0)
        f, x, spec = network(sizes), torch.randn(samples, sizes[0]), Spec.parse(text)
        bare, full = [], []
        bare_jacobians(f, x[:4096])
        liesd.discover(f, x[:4096], spec)
        for _ in range(rounds):
            bare.append(seconds(bare_jacobians, f, x))
            full.append(seconds(liesd.discover, f, x, spec))
        few = x[: samples // 20]
        paper = seconds(paper_way, f, few, spec) * samples / len(few)
        own = statistics.median(full)
        results[name] = {
            "discover / bare Jacobians": round(own / statistics.median(bare), 3),
            "paper's way / discover": round(paper / own, 1),
        }
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results/cost.json")
    options = parser.parse_args()
    results = {}
    for threads in options.threads:
        torch.set_num_threads(threads)
        results[f"{threads} thread{'s' * (threads > 1)}"] = run(options.rounds, options.samples)
    for threads, table in results.items():
        for name, row in table.items():
            figures = "   ".join(f"{key}: {number}" for key, number in row.items())
            print(f"{threads:10s} {name:14s} {figures}")
    facts = {"samples": options.samples, "dtype": "float32"}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps({"settings": facts, "ratios": results}, indent=2) + "\n")


if __name__ == "__main__":
    main()
