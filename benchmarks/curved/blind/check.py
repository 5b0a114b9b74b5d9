"""Checks the laws: their generators, their number, the gap above it, and that fields are seen.

Run it as ``python -m benchmarks.curved.blind.check [--second] [--learn] [name ...]``.
"""

import argparse
import re
from dataclasses import dataclass

import numpy as np
import torch

from benchmarks.curved import second
from benchmarks.curved.blind import LAWS
from benchmarks.curved.blind.law import Function, Generator, Law
from benchmarks.curved.blind.parts import exponents

TERM = re.compile(
    r"(?:(?P<copies>\d+)\*)?(?:(?P<action>affine|shift|poly)\()?"
    r"(?P<name>[a-z]\w*)(?:\[(?P<size>\d+)\])?(?:,(?P<degree>\d+))?\)?"
)
EXACT = 1e-9
ZERO = 1e-8
SEEN = 1e-4
CLEAR = 1e-2


@dataclass(frozen=True)
class Block:
    """Numbers that move together: the monomials by which they do, or none."""

    start: int
    size: int
    name: str = ""
    degrees: tuple[int, ...] = ()


@dataclass(frozen=True)
class Unknown:
    """An unknown field: its components and the exponents of its monomials."""

    size: int
    table: tuple[tuple[int, ...], ...]


def parse(spec: str) -> tuple[list[Block], list[Block], dict[str, Unknown]]:
    """The blocks of inputs and of outputs, and the unknowns that move them."""
    unknowns: dict[str, Unknown] = {}
    sides = [side(text, unknowns) for text in spec.replace(" ", "").split("->")]
    return sides[0], sides[1], unknowns


def side(text: str, unknowns: dict[str, Unknown]) -> list[Block]:
    """The blocks of one side of a spec."""
    blocks: list[Block] = []
    start = 0
    for word in text.split("+"):
        if word.isdigit():
            blocks.append(Block(start, int(word)))
            start += int(word)
            continue
        term = TERM.fullmatch(word)
        if term is None:
            raise ValueError(f"cannot read {word!r}")
        name, action = term["name"], term["action"]
        if name not in unknowns:
            size, degree = int(term["size"]), int(term["degree"] or action == "affine")
            unknowns[name] = Unknown(size, tuple(exponents(size, degree)))
        if action is None:
            degrees: tuple[int, ...] = (1,)
        else:
            degrees = tuple(range(max(map(sum, unknowns[name].table)) + 1))
        for _ in range(int(term["copies"] or 1)):
            blocks.append(Block(start, unknowns[name].size, name, degrees))
            start += unknowns[name].size
    return blocks


def jacobian(law: Function, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Values (N, m) and derivatives (N, m, n) of a law."""
    x = x.clone().requires_grad_(True)
    y = law(x)
    rows = [torch.autograd.grad(y[:, k].sum(), x, retain_graph=True)[0] for k in range(y.shape[1])]
    return y.detach(), torch.stack(rows, dim=1)


def frames(
    x: np.ndarray, blocks: list[Block], unknowns: dict[str, Unknown]
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The mean and the size of the points that each unknown moves, by component."""
    found = {}
    for name, unknown in unknowns.items():
        points = np.concatenate(
            [
                x[:, b.start : b.start + b.size]
                for b in blocks
                if b.name == name and (0 in b.degrees or len(b.degrees) > 1)
            ]
        )
        if points.shape[1] != unknown.size:
            raise ValueError(f"{name} has the wrong size")
        found[name] = points.mean(axis=0), points.std(axis=0)
    return found


def fields(
    x: np.ndarray,
    blocks: list[Block],
    unknowns: dict[str, Unknown],
    units: dict[str, tuple[np.ndarray, np.ndarray]],
) -> np.ndarray:
    """How every number moves by every unknown coefficient, (N, numbers, coefficients)."""
    width = {name: u.size * len(u.table) for name, u in unknowns.items()}
    first = dict(zip(width, np.cumsum([0, *width.values()]), strict=False))
    moved = np.zeros((len(x), sum(b.size for b in blocks), sum(width.values())))
    for block in blocks:
        if not block.name:
            continue
        unknown, (mean, size) = unknowns[block.name], units[block.name]
        points = x[:, block.start : block.start + block.size]
        points = (points - mean * (block.degrees != (1,))) / size
        basis = np.stack(
            [
                np.prod(points ** np.array(e), axis=1) * (sum(e) in block.degrees)
                for e in unknown.table
            ],
            axis=1,
        )
        for k in range(block.size):
            at = first[block.name] + k * len(unknown.table)
            moved[:, block.start + k, at : at + len(unknown.table)] = size[k] * basis
    return moved


def coefficients(generator: Generator, unknowns: dict[str, Unknown]) -> np.ndarray:
    """A generator as one row of coefficients, in the coordinates of the data."""
    rows = []
    for name, unknown in unknowns.items():
        part = generator[name]
        if isinstance(part, dict):
            shift = np.asarray(part["b"])[:, None]
            part = np.hstack([shift, part["A"]]) if "A" in part else shift
        if part.shape != (unknown.size, len(unknown.table)):
            raise ValueError(f"{name} has coefficients of the wrong shape")
        rows.append(part.ravel())
    return np.concatenate(rows)


def plain(unknowns: dict[str, Unknown]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The coordinates of the data themselves."""
    return {name: (np.zeros(u.size), np.ones(u.size)) for name, u in unknowns.items()}


@dataclass(frozen=True)
class Result:
    """What was measured of a law."""

    error: float
    count: int
    last: float
    gap: float
    defect: float
    independent: float
    seen: float
    broken: float

    def right(self, law: Law) -> bool:
        """Whether the law is what it says."""
        whole = self.error < EXACT and self.count == law.truth and self.last < ZERO
        return whole and self.independent > ZERO and self.seen > SEEN


def check(law: Law, samples: int = 3000, seed: int = 0) -> Result:
    """Measure a law on samples of its own."""
    x = law.sample(np.random.default_rng(seed), samples)
    left, right, unknowns = parse(law.spec)
    y, slopes = (part.numpy() for part in jacobian(law.law, torch.as_tensor(x)))
    if x.shape[1] != sum(b.size for b in left) or y.shape[1] != sum(b.size for b in right):
        raise ValueError(f"{law.name} does not fit its spec")
    if not (np.isfinite(y).all() and np.isfinite(slopes).all()):
        raise ValueError(f"{law.name} is singular")

    own = plain(unknowns)
    moves, answers = fields(x, left, unknowns, own), fields(y, right, unknowns, own)
    error, known = 0.0, [coefficients(g, unknowns) for g in law.true]
    for row in known:
        terms = slopes * (moves @ row)[:, None, :]
        size = np.sqrt((terms**2).sum(axis=2) + (answers @ row) ** 2)
        rest = terms.sum(axis=2) - answers @ row
        scale = np.sqrt((size**2).mean(axis=0))
        error = max(error, float(np.abs(rest / np.where(scale > 0, scale, 1.0)).max()))

    units = frames(x, left, unknowns)
    moves, answers = fields(x, left, unknowns, units), fields(y, right, unknowns, units)
    equations = (slopes @ moves - answers) / y.std(axis=0)[:, None]
    values = np.linalg.svd(equations.reshape(-1, equations.shape[2]), compute_uv=False)
    spread = np.concatenate([x.std(axis=0), y.std(axis=0)])[:, None]
    everything = np.concatenate([moves, answers], axis=1) / spread
    visible = np.linalg.svd(everything.reshape(-1, everything.shape[2]), compute_uv=False)
    count = int((values < ZERO * values[0]).sum())
    above = values[-1 - count] if count < len(values) else 0.0
    middle = np.sqrt((values**2).mean())
    return Result(
        error=error,
        count=count,
        last=float(values[-count] / values[0]) if count else 0.0,
        gap=float(above / values[0]),
        defect=float(above / middle),
        independent=independence(known),
        seen=float(visible[-1] / visible[0]),
        broken=breaking(law, x),
    )


def independence(rows: list[np.ndarray]) -> float:
    """The smallest relative singular value of the generators, each of unit size by column."""
    if not rows:
        return 1.0
    matrix = np.array(rows)
    matrix = matrix / np.maximum(np.abs(matrix).max(axis=0), 1e-300)
    values = np.linalg.svd(matrix, compute_uv=False)
    return float(values[-1] / values[0])


def breaking(law: Law, x: np.ndarray) -> float:
    """The size of the part that breaks the symmetry, relative to that of the law."""
    if law.intact is None:
        return 0.0
    whole, part = law.f(x), law.intact(torch.as_tensor(x)).numpy()
    return float(np.sqrt((whole - part).var(axis=0).sum() / whole.var(axis=0).sum()))


def learn(law: Law, samples: int = 10000, centres: int = 800, seed: int = 1) -> float:
    """The relative error, on new samples, of the best of a few Gaussian kernels."""
    rng = np.random.default_rng(seed)
    x = law.sample(rng, samples + 2000)
    values = law.f(x)
    y = torch.as_tensor((values - values.mean(axis=0)) / values.std())
    u = torch.as_tensor((x - x.mean(axis=0)) / x.std(axis=0))
    best = np.inf
    for length in (1.5, 3.0, 6.0):
        width = length * np.sqrt(x.shape[1] / 2.0)
        kernel = torch.exp(-0.5 * (torch.cdist(u, u[:centres]) / width) ** 2)
        ridge = 1e-9 * torch.eye(centres, dtype=kernel.dtype)
        zero = torch.zeros(centres, y.shape[1], dtype=y.dtype)
        weights = torch.linalg.lstsq(
            torch.cat([kernel[:samples], ridge]), torch.cat([y[:samples], zero]), driver="gels"
        ).solution
        guess = kernel[samples:] @ weights
        rest = (guess - y[samples:]).square().mean() / y[samples:].var(dim=0).mean()
        best = min(best, float(rest.sqrt()))
    return best


def main() -> None:
    """Check the laws and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="laws to check; all of them unless told")
    parser.add_argument("--second", action="store_true", help="check the second set instead")
    parser.add_argument("--learn", action="store_true", help="fit Gaussian kernels as well")
    options = parser.parse_args()
    laws = second.LAWS if options.second else LAWS
    wrong = 0
    for law in laws:
        if options.names and law.name not in options.names:
            continue
        result = check(law)
        again = check(law, seed=7)
        right = result.right(law) and again.right(law)
        wrong += not right
        learned = f" learned {learn(law):.1e}" if options.learn else ""
        print(
            f"{'ok ' if right else 'BAD'} {law.name:21s} {law.spec:38s} truth {law.truth:2d}"
            f" found {result.count:2d} error {result.error:.0e} zero {result.last:.0e}"
            f" gap {result.gap:.1e}{' ' if result.gap > CLEAR else '!'}"
            f" defect {result.defect:.2f} seen {result.seen:.0e}"
            f" broken {law.broken:.2f} ({result.broken:.3f}){learned}",
            flush=True,
        )
    print(f"{wrong} of {len(options.names) or len(laws)} laws are wrong")
    if len({law.name for law in laws}) < len(laws):
        raise SystemExit("two laws share a name")
    raise SystemExit(min(wrong, 1))


if __name__ == "__main__":
    main()
