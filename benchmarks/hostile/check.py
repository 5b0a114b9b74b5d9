"""Check the truth of every case on its noise-free law, without the library.

For each case: the true generators satisfy eta(f(x)) = J xi(x) on the data, they are independent
there, and no other direction does (the numerical null space, modulo directions that move nothing).
Decoys are applied with a finite step and have to change the values by 1 % of what a random
direction of the same size does.
"""

import re
import sys
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.hostile import SETS
from benchmarks.hostile.case import Array, Case, Generator, Samples

TERM = re.compile(r"^(?:(\d+)\*)?([a-z]\w*)(?:\[(\d+)\])?(\.T)?$")


class Action:
    """How the unknowns of a spec act on inputs and outputs: sums of vectors and fixed numbers."""

    def __init__(self, spec: str) -> None:
        """Read a spec such as "2*x[3] + 1 -> x"."""
        self.sizes: dict[str, int] = {}
        self.sides = [self._side(side) for side in spec.split("->")]
        self.names = list(self.sizes)
        self.count = sum(n * n for n in self.sizes.values())

    def _side(self, text: str) -> list[tuple[str | None, int, bool]]:
        parts: list[tuple[str | None, int, bool]] = []
        for term in text.replace(" ", "").split("+"):
            if term.isdigit():
                parts.append((None, int(term), False))
                continue
            found = TERM.match(term)
            if found is None:
                raise ValueError(f"cannot read {term!r}")
            times, name, size, dual = found.groups()
            if size:
                self.sizes[name] = int(size)
            parts += [(name, self.sizes[name], bool(dual))] * int(times or 1)
        return parts

    def matrix(self, side: int, generator: Generator) -> Array:
        """The matrix by which a generator moves one side."""
        blocks = []
        for name, size, dual in self.sides[side]:
            block = np.zeros((size, size)) if name is None else generator[name]
            blocks.append(-block.T if dual else block)
        total = sum(len(b) for b in blocks)
        out, at = np.zeros((total, total)), 0
        for block in blocks:
            out[at : at + len(block), at : at + len(block)] = block
            at += len(block)
        return out

    def generator(self, theta: Array) -> Generator:
        """A generator from its numbers."""
        out, at = {}, 0
        for name in self.names:
            n = self.sizes[name]
            out[name] = theta[at : at + n * n].reshape(n, n)
            at += n * n
        return out

    def theta(self, generator: Generator) -> Array:
        """The numbers of a generator."""
        return np.concatenate([np.asarray(generator[name]).ravel() for name in self.names])


def jacobian(case: Case, x: Array) -> tuple[Array, Array]:
    """Values (N, m) and derivatives (N, m, n) of the law."""
    t = torch.from_numpy(x.copy()).requires_grad_()
    f = case.law(t)
    f = f[:, None] if f.ndim == 1 else f
    grads = []
    for k in range(f.shape[1]):
        if f.requires_grad:
            (g,) = torch.autograd.grad(f[:, k].sum(), t, retain_graph=True, allow_unused=True)
        else:
            g = None
        grads.append(np.zeros_like(x) if g is None else g.numpy())
    return f.detach().numpy(), np.stack(grads, axis=1)


def system(case: Case, x: Array) -> tuple[Array, Array]:
    """Defects (N, ., P) and actions (N, n + m, P) of all unknowns."""
    act = Action(case.spec)
    f, j = jacobian(case, x)
    centred = f.std(axis=0).max() or 1.0
    defects, actions = [], []
    for row in np.eye(act.count):
        g = act.generator(row)
        xi, eta = x @ act.matrix(0, g).T, f @ act.matrix(1, g).T
        defect = eta - np.einsum("nij,nj->ni", j, xi)
        if case.normals is not None:
            off = np.einsum("nki,ni->nk", case.normals(x), xi)
            defect = np.concatenate([defect, off], axis=1)
        defects.append(defect)
        actions.append(np.concatenate([xi / x.std(), eta / centred], axis=1))
    return np.stack(defects, axis=2), np.stack(actions, axis=2)


def possible(case: Case, x: Array) -> Array:
    """The size of J times that of xi, and eta: what the defect would be if nothing cancelled."""
    act = Action(case.spec)
    f, j = jacobian(case, x)
    moving = np.concatenate([[name is not None] * size for name, size, _ in act.sides[0]])
    steep = np.linalg.norm(j[:, :, moving], axis=(1, 2))[:, None]
    parts = []
    for row in np.eye(act.count):
        g = act.generator(row)
        xi = x @ act.matrix(0, g).T
        off = [xi * (case.normals is not None)]
        parts.append(np.concatenate([steep * xi, f @ act.matrix(1, g).T, *off], axis=1))
    return np.stack(parts, axis=2)


def spectrum(defects: Array, actions: Array) -> Array:
    """Singular values of the defect against the action, among directions that move something."""
    p = defects.shape[2]
    _, s, vt = np.linalg.svd(np.linalg.qr(actions.reshape(-1, p), mode="r"))
    if not s[0] > 0.0:
        return np.zeros(0)
    keep = s > 1e-9 * s[0]
    basis = vt[keep].T / s[keep]
    d = np.linalg.qr(defects.reshape(-1, p) @ basis, mode="r")
    found = np.linalg.svd(d, compute_uv=False)
    return np.pad(found, (0, basis.shape[1] - len(found)))


def space_error(case: Case, found: Sequence[Generator], seed: int = 0) -> float:
    """The sine of the largest angle between found and true symmetries, by what they do to the data.

    If one space is larger, it is the angle between the smaller one and the larger one: zero if
    the one contains the other. All rows weigh the same, so that tails do not decide.
    """
    if not found or not case.true:
        return 0.0
    act = Action(case.spec)
    _, actions = system(case, case.sample(seed).clean)
    actions = actions / np.maximum(np.linalg.norm(actions, axis=(1, 2)), 1e-12)[:, None, None]
    bases = []
    for space in (found, case.true):
        thetas = np.array([act.theta(g) for g in space])
        u, s, _ = np.linalg.svd((actions @ thetas.T).reshape(-1, len(thetas)), full_matrices=False)
        bases.append(u[:, s > 1e-9 * s[0]])
    small, large = sorted(bases, key=lambda b: b.shape[1])
    return float(np.linalg.norm(small - large @ (large.T @ small), 2))


def exponential(a: Array) -> Array:
    """The matrix exponential."""
    return np.asarray(torch.linalg.matrix_exp(torch.from_numpy(a)).numpy())


def finite(case: Case, x: Array, generator: Generator, step: float = 0.3) -> float:
    """The change of the law under a finite step, relative to random directions."""
    act = Action(case.spec)
    rng = np.random.default_rng(0)
    f = values(case, x)
    size = _moves(act, x, f, generator)

    def change(g: Generator) -> float:
        moved = x @ exponential(step * act.matrix(0, g)).T
        return _rms(values(case, moved) - f @ exponential(step * act.matrix(1, g)).T)

    usual = []
    for _ in range(30):
        g = act.generator(rng.normal(size=act.count))
        scale = size / _moves(act, x, f, g)
        usual.append(change({k: scale * v for k, v in g.items()}))
    return change(generator) / float(np.nanmedian(usual))


def values(case: Case, x: Array) -> Array:
    """The values of the law, (N, m)."""
    with torch.no_grad():
        f = case.law(torch.from_numpy(np.ascontiguousarray(x))).numpy()
    return f[:, None] if f.ndim == 1 else f


def _rms(a: NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(a * a)))


def _moves(act: Action, x: Array, f: Array, g: Generator) -> float:
    moved = _rms(x @ act.matrix(0, g).T) / x.std()
    return float(np.hypot(moved, _rms(f @ act.matrix(1, g).T) / (f.std() or 1.0)))


def check(case: Case, seed: int = 0) -> tuple[str, list[str]]:
    """A line about a case, and what is wrong with it."""
    data = case.sample(seed)
    wrong = _check_data(case, data, case.sample(seed))
    count, n = data.x.shape
    act = Action(case.spec)
    sizes = [sum(size for _, size, _ in side) for side in act.sides]
    if sizes != [n, data.y.size // count]:
        wrong.append(f"shapes {data.x.shape}, {data.y.shape} do not fit {case.spec}")
        return case.name, wrong
    x = data.clean
    wrong += _check_function(case, x)
    null, least, more = _check_generators(case, act, x)
    turns = [finite(case, x, g) for g in case.decoys]
    if turns and not min(turns) >= 0.01:
        wrong.append(f"decoys change by {min(turns):.1e}")
    kept = [finite(case, x, g) for g in case.true] if case.why else []
    if kept and max(kept) > 0.02:
        wrong.append(f"true generators change by {max(kept):.1e}")
    line = (
        f"{case.name:44s} {case.spec:18s} N={count:5d} truth={case.truth} null={null} "
        f"least={least:.1e} decoys={[round(t, 3) for t in turns]}"
    )
    line += f" kept={max(kept):.1e}" if kept else ""
    return f"{line} {case.why[:30]}", wrong + more


def _check_data(case: Case, data: Samples, again: Samples) -> list[str]:
    wrong = []
    if not (np.array_equal(data.x, again.x) and np.array_equal(data.y, again.y)):
        wrong.append("not deterministic")
    if not (np.isfinite(data.x).all() and np.isfinite(data.y).all()):
        wrong.append("not finite")
    count, n = data.x.shape
    low, high = (500, 20000) if case.mode == "exact" else (5, 8000)
    if n > 8 or not low <= count <= high:
        wrong.append(f"size {count} x {n}")
    if case.truth not in case.accepted:
        wrong.append("truth is not accepted")
    return wrong


def _check_function(case: Case, x: Array) -> list[str]:
    """Whether what is handed over has the values of the law, in any batch."""
    with torch.no_grad():
        handed = case.f(torch.from_numpy(x.copy())).numpy().reshape(len(x), -1)
        part = case.f(torch.from_numpy(x[1:4].copy())).numpy().reshape(len(x[1:4]), -1)
    gap = np.abs(handed - values(case, x)).max() / (values(case, x).std() or 1.0)
    if gap > 5e-3 or not np.allclose(part, handed[1:4], rtol=1e-5, atol=1e-6):
        return [f"f is not the law: {gap:.1e}"]
    return []


def _check_generators(case: Case, act: Action, x: Array) -> tuple[int, float, list[str]]:
    """The dimension of the null space, the least defect of the others, and what is wrong."""
    defects, actions = system(case, x)
    # The null space does not depend on weights: equal ones keep tails from drowning the rest.
    size = np.maximum(np.linalg.norm(actions, axis=(1, 2)), 1e-12)[:, None, None]
    each = np.linalg.norm(defects, axis=(1, 2))
    each = np.maximum(each, 1e-9 * (each.max() or 1.0))
    s = spectrum(defects / each[:, None, None], actions / size)
    null = int((s / (s.max() or 1.0) < 1e-7).sum())
    # The part of all that could have happened, in root mean squares: 1 % of it is broken.
    ratio = spectrum(defects, possible(case, x))
    live = ratio[ratio > 1e-7]
    least = float(live.min()) if len(live) else np.nan
    wrong = []
    thetas = np.array([act.theta(g) for g in case.true]).reshape(case.truth, act.count)
    for k, theta in enumerate(thetas):
        bad = 0.0 if case.why else np.abs(defects @ theta / each[:, None]).max()
        if bad > 1e-7 * max(1.0, float(np.abs(theta).max())):
            wrong.append(f"true generator {k} has a defect of {bad:.1e}")
        if not np.abs(actions @ theta).max() > 0:
            wrong.append(f"true generator {k} moves nothing")
    if case.truth:
        r = np.linalg.qr((actions / size @ thetas.T).reshape(-1, case.truth), "r")
        sv = np.linalg.svd(r, compute_uv=False)
        if sv.min() < 1e-6 * sv.max():
            wrong.append("true generators are dependent on the data")
    if not case.why and null != case.truth:
        wrong.append(f"null space {null}, truth {case.truth}")
    if not case.why and len(case.accepted) == 1 and least < 0.01:
        wrong.append(f"least defect {least:.1e}")
    return null, least, wrong


def main() -> int:
    """Check all cases, or those whose name contains the first argument."""
    failures = 0
    cases = [case for each in SETS.values() for case in each]
    names = [case.name for case in cases]
    if len(set(names)) != len(names):
        print("names are not unique")
        failures += 1
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    for case in cases:
        if part in case.name:
            line, wrong = check(case)
            print(line + "".join(f"\n    WRONG: {w}" for w in wrong))
            failures += bool(wrong)
    print(f"{len(cases)} cases, {failures} with something wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
