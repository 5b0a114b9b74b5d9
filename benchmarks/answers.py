"""From samples to an answer: seconds and memory against samples, inputs, outputs and centres.

Laws of the length of x, with 1 % noise, whose algebra is so(n): what ``learn`` and ``discover``
cost together, and beside them the paper's way (its network, then a loop over samples), LieGAN and a
Gaussian process of scikit-learn with its derivatives by formula. Each point runs in a process of
its own on one thread, in CPU seconds, and is kept in ``benchmarks/results/answers.json`` as soon as
it is made. ``python -m benchmarks.answers`` makes what is missing, the table and the picture.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "answers.json"
PICTURE = ROOT / "docs" / "images" / "answers.png"
NOISE, CHUNK = 0.01, 100_000
UNITS = {"seconds": "CPU seconds", "mib": "peak memory, MiB"}
Row = dict[str, Any]


class Point(NamedTuple):
    """One problem, and the way in which it is solved."""

    axis: str
    way: str
    N: int = 20_000
    n: int = 4
    m: int = 1
    centres: int = 700


POINTS = [
    *(Point("N", "liesd", N=10**k) for k in range(3, 8)),
    *(Point("N", "paper", N=10**k) for k in (3, 4, 5)),
    *(Point("N", "liegan", N=10**k) for k in (3, 4, 5)),
    *(Point("N", "gaussian process", N=N) for N in (500, 1000, 2000, 4000)),
    *(Point("n", "liesd", n=n) for n in (2, 4, 8, 16)),
    *(Point("m", "liesd", m=m) for m in (1, 2, 4, 8, 16)),
    *(Point("centres", "liesd", centres=c) for c in (200, 400, 800, 1600)),
]


def write(folder: Path, point: Point) -> None:
    """Samples and values in two files, some rows at a time."""
    x, y = (
        np.lib.format.open_memmap(folder / f"{name}.npy", "w+", np.float64, (point.N, size))
        for name, size in (("x", point.n), ("y", point.m))
    )
    for seed, start in enumerate(range(0, point.N, CHUNK)):
        rng, some = np.random.default_rng(seed), slice(start, min(start + CHUNK, point.N))
        x[some] = rng.normal(size=(some.stop - some.start, point.n))
        r = np.linalg.norm(x[some], axis=1, keepdims=True) / point.n**0.5
        clean = np.sin(np.arange(1, point.m + 1) * r**2)
        y[some] = clean + NOISE * rng.normal(size=clean.shape)


def solve(folder: Path, point: Point) -> Row:
    """One problem, with the time and the memory that it takes."""
    import torch

    from benchmarks.memory import Peak, anonymous

    torch.set_num_threads(1)
    x, y = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in "xy")
    before, start = anonymous(), time.process_time()
    with Peak() as peak:
        found = WAYS[point.way](x, y, point)
    return {
        **point._asdict(),
        "seconds": round(time.process_time() - start, 2),
        "mib": round((peak.bytes - before) / 2**20),
        "found": found,
        "truth": point.n * (point.n - 1) // 2,
    }


def ask_liesd(x: Any, y: Any, point: Point) -> str:
    """Learn and discover."""
    import liesd

    spec = f"x[{point.n}] -> {point.m}"
    model = liesd.learn(x, y, spec, "kernel", centres=point.centres, progress=False)
    found = liesd.discover(model, x, spec, progress=False)
    return f"{found.dimension}, {found.verdict.name}"


def ask_paper(x: Any, y: Any, point: Point) -> str:
    """The paper's network and a loop over samples; it does not say how many there are."""
    import torch

    import liesd
    from benchmarks.cost import paper_gram

    spec = liesd.Spec.parse(f"x[{point.n}] -> {point.m}")
    model = liesd.learn(x, y, spec, "paper", replicas=0, progress=False).float()
    shape = model.x_shape
    gram = paper_gram(
        lambda s: model(s.reshape(1, *shape)).flatten(), torch.from_numpy(np.array(x)).float(), spec
    )
    torch.linalg.eigh(gram)
    return "the number is given"


def ask_liegan(x: Any, y: Any, point: Point) -> str:
    """LieGAN with as many channels as the truth has; it does not find their number."""
    from benchmarks.liegan.train import Settings, train

    channels = max(1, point.n * (point.n - 1) // 2)
    train(np.array(x)[:, None, :], np.array(y), Settings(channels=channels, epochs=20))
    return "the number is given"


def ask_process(x: Any, y: Any, point: Point) -> str:
    """A Gaussian process of scikit-learn, its derivatives by formula, and a discovery from them."""
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, WhiteKernel

    import liesd

    x, y = np.array(x), np.array(y)
    process = GaussianProcessRegressor(RBF(1.0) + WhiteKernel(1e-2), normalize_y=True).fit(x, y)
    length = process.kernel_.k1.length_scale
    bells = process.kernel_.k1(x)
    alpha = process.alpha_.reshape(len(x), -1) * np.atleast_1d(process._y_train_std)
    toward = np.stack([bells @ (a[:, None] * x) for a in alpha.T], axis=1)
    J = (toward - (bells @ alpha)[:, :, None] * x[:, None, :]) / length**2
    values = process.predict(x).reshape(len(x), -1)
    found = liesd.discover(
        None, x, f"x[{point.n}] -> {point.m}", y=values, jacobian=J, tolerance=0.1, progress=False
    )
    return f"{found.dimension} within 10 %"


WAYS = {
    "liesd": ask_liesd,
    "paper": ask_paper,
    "liegan": ask_liegan,
    "gaussian process": ask_process,
}


def run(most: int) -> list[Row]:
    """Solve what is not in the file yet, of problems with at most so many samples."""
    from benchmarks.zoo.run import commit, write_rows

    rows: list[Row] = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    for point in POINTS:
        key = point._asdict()
        if most < point.N or any(all(row[k] == v for k, v in key.items()) for row in rows):
            continue
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder), point)
            command = [sys.executable, "-m", "benchmarks.answers", "--solve", folder]
            done = subprocess.run(  # noqa: S603
                [*command, json.dumps(key)], capture_output=True, text=True, check=True, cwd=ROOT
            )
        rows.append({**json.loads(done.stdout.splitlines()[-1]), "commit": commit()})
        write_rows(rows, RESULTS)
        print(rows[-1], flush=True)
    return rows


def list_lines(rows: list[Row]) -> list[tuple[str, str, list[Row]]]:
    """The points of each axis and way, in order."""
    keys = dict.fromkeys((point.axis, point.way) for point in POINTS)
    lines = []
    for axis, way in keys:
        own = [row for row in rows if (row["axis"], row["way"]) == (axis, way)]
        if own:
            lines.append((axis, way, sorted(own, key=lambda row: int(row[axis]))))
    return lines


def fit_slope(own: list[Row], axis: str, what: str) -> float:
    """The exponent, from the larger half of the points."""
    upper = own[len(own) // 2 - (len(own) < 4) :] if len(own) > 2 else own
    sizes, values = ([float(row[key]) for row in upper] for key in (axis, what))
    return float(np.polyfit(np.log(sizes), np.log(np.maximum(values, 1e-2)), 1)[0])


def table(rows: list[Row]) -> str:
    """Seconds, memory and exponents as Markdown."""
    lines = [
        "| way | grows with | from … to | CPU seconds | exponent | peak MiB | last answer |",
        "|---|---|---|---|---|---|---|",
    ]
    for axis, way, own in list_lines(rows):
        first, last = own[0], own[-1]
        lines.append(
            f"| {way} | {axis} | {first[axis]:,} … {last[axis]:,} | {first['seconds']:.1f} … "
            f"{last['seconds']:.1f} | {fit_slope(own, axis, 'seconds'):.1f} | {first['mib']:,} … "
            f"{last['mib']:,} | {last['found']} of {last['truth']} |"
        )
    return "\n".join(lines)


def draw(rows: list[Row], path: Path) -> None:
    """Seconds and memory against each axis on logarithmic scales."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    lines = list_lines(rows)
    names = list(dict.fromkeys(axis for axis, _, _ in lines))
    figure, axes = plt.subplots(
        2, len(names), figsize=(11, 6.4), sharex="col", sharey="row", layout="constrained"
    )
    shown = {"N": "samples", "n": "inputs", "m": "outputs"}
    for (what, unit), panels in zip(UNITS.items(), axes, strict=True):
        for ax, name in zip(panels, names, strict=True):
            for axis, way, own in lines:
                if axis == name:
                    sizes, values = ([row[key] for row in own] for key in (axis, what))
                    slope = fit_slope(own, axis, what)
                    ax.loglog(sizes, values, "o-", label=f"{way}, exponent {slope:.1f}")
            if name != "N":  # few numbers, each worth a tick
                ax.set_xticks(sizes, [f"{size:,}" for size in sizes])
                ax.xaxis.minorticks_off()
            ax.legend(frameon=False, fontsize=7, loc="upper left")
        top = max(row[what] for row in rows)
        panels[0].set(ylabel=unit, ylim=(None, 20 * top))  # room for the legends
    for ax, name in zip(axes[-1], names, strict=True):
        ax.set_xlabel(shown.get(name, name))
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=10**7, help="samples, at most")
    parser.add_argument("--solve", nargs=2, metavar=("FOLDER", "POINT"), help="one point")
    options = parser.parse_args()
    if options.solve:
        folder, point = options.solve
        print(json.dumps(solve(Path(folder), Point(**json.loads(point)))))
        return
    rows = run(options.most)
    draw(rows, PICTURE)
    print(table(rows))


if __name__ == "__main__":
    main()
