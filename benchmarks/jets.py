"""How fast jets are made, and what they look like.

``python benchmarks/jets.py`` runs ``liesd data top-tagging`` for 100,000 jets, writes
``benchmarks/results/jets.json`` and draws ``docs/images/jets-*.png``. A file that is complete
already is only looked at, and its times are kept from the run that made it (``--times``, or else
the result file of before). ``--sample`` makes the few jets that come with the library.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from liesd.data.files import write_atomically
from liesd.experiments.jets import Observables, Settings, header, produce, read
from liesd.experiments.jets import plots as jet_plots
from liesd.experiments.jets.generate import CLASSES, COUNTED, generate_jets, make_chunk
from liesd.experiments.jets.sample import FILE, JETS, SEED, write
from liesd.experiments.jets.settings import CONSTITUENTS

ROOT = Path(__file__).parent.parent
TIMED = ("wall_seconds", "processor_seconds", "jets_a_second")
FAST = Settings()
PHYSICAL = Settings(interactions=True, pthat_min=400.0, pthat_max=1000.0)
WIDE = Settings(pthat_min=250.0, pthat_max=1000.0)
ROWS = {
    "jets": ("jets", "{:,}"),
    "events": ("collisions", "{:,}"),
    "window": ("jets in the window of pT and η", "{:,}"),
    "acceptance": ("jets taken per collision", "{:.3f}"),
    "jets_a_second": ("jets per second, one core", "{:.0f}"),
    "mass_peak": ("mass, peak (GeV)", "{:.1f}"),
    "mass_median": ("mass, median (GeV)", "{:.1f}"),
    "mass_mean": ("mass, mean (GeV)", "{:.1f}"),
    "multiplicity_mean": ("constituents, mean", "{:.1f}"),
    "multiplicity_deviation": ("constituents, standard deviation", "{:.1f}"),
    "multiplicity_most": ("constituents, most", "{}"),
    "pt_mean": ("pT, mean (GeV)", "{:.1f}"),
    "left_out": ("share of the window left out", "{:.2f}"),
}


def jets_table(results: dict[str, Any]) -> str:
    """All figures of the page, as Markdown."""
    took = (
        f"{results['jets']:,} jets took {results['wall_seconds'] / 60:.1f} minutes of wall clock "
        f"with {results['workers']} processes{results['note']}."
    )
    return "\n\n".join([classes_table(results), took, settings_table(results)])


def classes_table(results: dict[str, Any]) -> str:
    """The figures of both classes."""
    classes = [results["classes"][name] for name in ("top", "qcd")]
    lines = ["| | top | QCD |", "|---|---|---|"]
    lines += [
        f"| {title} | " + " | ".join(form.format(row[name]) for row in classes) + " |"
        for name, (title, form) in ROWS.items()
        if name != "left_out"
    ]
    return "\n".join(lines)


def settings_table(results: dict[str, Any]) -> str:
    """What the physical settings change."""
    shown = ("jets_a_second", "acceptance", "left_out", "mass_mean", "multiplicity_mean")
    lines = ["| settings | class | " + " | ".join(ROWS[name][0] for name in shown) + " |"]
    lines += ["|---" * (2 + len(shown)) + "|"]
    for title, classes in (("fast", results["classes"]), ("physical", results["physical"])):
        lines += [
            f"| {title} | {word} | "
            + " | ".join(ROWS[what][1].format(classes[name][what]) for what in shown)
            + " |"
            for name, word in (("top", "top"), ("qcd", "QCD"))
        ]
    return "\n".join(lines)


def make(out: Path, jets: int, workers: int, facts: Path) -> dict[str, Any]:
    """Run the command itself; give back its summary."""
    command = [sys.executable, "-m", "liesd.cli", "data", "top-tagging", "--jets", str(jets)]
    command += ["--out", str(out), "--workers", str(workers), "--json", str(facts)]
    subprocess.run(command, check=True)  # noqa: S603
    found: dict[str, Any] = json.loads(facts.read_text())
    return found


def keep_times(results: dict[str, Any], before: dict[str, Any]) -> None:
    """Where a file was only looked at, take the times from the run that made it."""
    if before.get("seed") != results["seed"] or before.get("settings") != results["settings"]:
        return
    pairs = [(results, before)]
    pairs += [(results["classes"][name], before["classes"][name]) for name in results["classes"]]
    for now, then in pairs:
        for name in TIMED:
            if name in now and now[name] is None:
                now[name] = then[name]


def physical(jets: int = 1000) -> dict[str, Any]:
    """The same with interactions on and a wide range of the hard process, from a short run."""
    made = make_chunk(PHYSICAL, 0, 0, jets)
    seen = Observables.of([(made.p, made.label.astype("i8"))])
    return {
        name: {
            **seen.statistics(label),
            "jets_a_second": made.counters[name]["jets"] / made.seconds[name],
            "acceptance": made.counters[name]["jets"] / made.counters[name]["events"],
        }
        for label, name in enumerate(CLASSES)
    }


def left_out(jets: int = 500) -> dict[str, dict[str, float]]:
    """The share of the window's jets whose hard process is outside of the range of the settings."""
    shares: dict[str, dict[str, float]] = {"classes": {}, "physical": {}}
    for name in CLASSES:
        source = generate_jets(WIDE, name, 1, dict.fromkeys(COUNTED, 0))
        pthat = np.array([event[5].pT() for event, _ in islice(source, jets)])
        for title, settings in (("classes", FAST), ("physical", PHYSICAL)):
            inside = (pthat > settings.pthat_min) & (pthat < settings.pthat_max)
            shares[title][name] = 1 - float(inside.mean())
    return shares


def sample() -> None:
    """Make the jets that come with the library."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "jets.h5"
        produce(made, JETS, seed=SEED)
        p, label = read(made, constituents=CONSTITUENTS)
        with write_atomically(ROOT / "src/liesd/jets" / FILE) as file:
            write(file, p, label, header(made))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=Path("jets.h5"))
    parser.add_argument("--jets", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--times", type=Path, help="the --json of the command that made the file")
    parser.add_argument("--note", default="", help="on what machine, to follow the wall clock")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks/results/jets.json")
    parser.add_argument("--images", type=Path, default=ROOT / "docs/images")
    parser.add_argument("--sample", action="store_true")
    options = parser.parse_args()
    if options.sample:
        return sample()
    before = options.times or options.out
    before = json.loads(before.read_text()) if before.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        results = make(options.file, options.jets, options.workers, Path(folder) / "facts.json")
    keep_times(results, before)
    results |= {"workers": options.workers, "note": options.note or before.get("note", "")}
    results["physical"] = physical()
    for title, shares in left_out().items():
        for name, share in shares.items():
            results[title][name]["left_out"] = share
    seen = Observables.read(options.file)
    jet_plots.draw_sanity(seen).savefig(options.images / "jets-spectra.png", dpi=160)
    options.out.write_text(json.dumps(results, indent=2) + "\n")
    print(jets_table(results))
    return None


if __name__ == "__main__":
    main()
