"""One chunk of jets from Pythia 8: half tops, half QCD, the same for the same seed and place.

A chunk starts its own generators from seeds that depend on nothing but the run's seed, the place
of the chunk and the class. So it does not matter which process makes it, when, or after what.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.errors import DataError
from liesd.experiments.jets.settings import CONSTITUENTS, Settings, need

CLASSES = ("qcd", "top")  # in the order of their labels
PROCESSES = {
    "qcd": ("HardQCD:all = on",),
    "top": (
        "Top:gg2ttbar = on",
        "Top:qqbar2ttbar = on",
        "24:onMode = off",
        "24:onIfAny = 1 2 3 4 5",  # the W decays to quarks
    ),
}
PYTHIA_SEEDS = 900_000_000  # Pythia takes seeds from 1 to this.
SEED_STRIDE = 556_231_409  # Coprime to PYTHIA_SEEDS: no two chunks of a run share a seed.
HOPELESS_EVENTS = 20_000  # Events without a single jet after which a run gives up.
W_BOSON = 24  # Particle code of the W boson.
COUNTED = ("events", "failed", "window", "jets", "cut")
ANTI_KT, VISIBLE, TRUE_MASSES = -1, 2, 2  # Codes of Pythia's SlowJet.


@dataclass(frozen=True)
class Chunk:
    """Jets in a random order, with counters and times."""

    p: NDArray[np.float32]
    """(jets, 200, 4): E, px, py, pz in GeV, by falling pT, padded with zeros"""
    label: NDArray[np.int8]
    """1 for a top, 0 for QCD"""
    counters: dict[str, dict[str, int]]
    """for each class: events, failed events, jets in the window, jets taken, jets cut to 200"""
    seconds: dict[str, float]
    """of processor time, for each class"""


def make_chunk(settings: Settings, seed: int, place: int, jets: int) -> Chunk:
    """Make the ``place``-th chunk of a run: ``jets`` of them, half of them tops."""
    tops = jets // 2
    parts, counters, seconds = [], {}, {}
    for name, wanted in zip(CLASSES, (jets - tops, tops), strict=True):
        began = time.process_time()
        made, counters[name] = _make_jets(
            settings, name, choose_pythia_seed(seed, place, name), wanted
        )
        seconds[name] = time.process_time() - began
        parts.append(made)
    order = np.random.default_rng([seed, place]).permutation(jets)
    label = np.repeat(np.arange(2, dtype=np.int8), [jets - tops, tops])
    return Chunk(np.concatenate(parts)[order], label[order], counters, seconds)


def choose_pythia_seed(seed: int, place: int, name: str) -> int:
    """Choose Pythia's seed, different for every chunk of a run.

    >>> len({choose_pythia_seed(0, place, "top") for place in range(9)})
    9
    """
    start = np.random.SeedSequence([seed, CLASSES.index(name)]).generate_state(1, np.uint64)
    return (int(start[0]) + place * SEED_STRIDE) % PYTHIA_SEEDS + 1


def write_pythia_lines(settings: Settings, name: str) -> list[str]:
    """Write Pythia's settings for one class; all others are its defaults."""
    return [
        f"Beams:eCM = {settings.energy!r}",
        f"PhaseSpace:pTHatMin = {settings.pthat_min!r}",
        f"PhaseSpace:pTHatMax = {settings.pthat_max!r}",
        f"PartonLevel:MPI = {'on' if settings.interactions else 'off'}",
        *PROCESSES[name],
    ]


def _make_jets(
    settings: Settings, name: str, seed: int, wanted: int
) -> tuple[NDArray[np.float32], dict[str, int]]:
    """Make jets of one class, of shape (wanted, 200, 4), and count events."""
    jets = np.zeros((wanted, CONSTITUENTS, 4), np.float32)
    counters = dict.fromkeys(COUNTED, 0)
    source = generate_jets(settings, name, seed, counters)
    for place, (event, members) in zip(range(wanted), source, strict=False):
        jets[place] = _sort_constituents(event, members)
    return jets, counters


def generate_jets(
    settings: Settings, name: str, seed: int, counters: dict[str, int]
) -> Iterator[tuple[Any, list[int]]]:
    """Generate jets without end: an event of Pythia, and the indices of the jet's particles."""
    pythia8mc = need("pythia8mc")
    _hush(pythia8mc)
    pythia = _start_pythia(pythia8mc, settings, name, seed)
    finder = pythia8mc.SlowJet(
        ANTI_KT, settings.radius, settings.pt_min, 25.0, VISIBLE, TRUE_MASSES
    )
    while counters["jets"] or counters["events"] < HOPELESS_EVENTS:
        counters["events"] += 1
        if not pythia.next():
            counters["failed"] += 1
            continue
        event = pythia.event
        finder.analyze(event)
        tops = [_find_quarks(event, place) for place in (5, 6)] if name == "top" else []
        for jet in range(finder.sizeJet()):
            axis = finder.p(jet)
            if not (axis.pT() < settings.pt_max and abs(axis.eta()) < settings.eta_max):
                continue
            counters["window"] += 1
            if name == "qcd" or any(
                all(pythia8mc.RRapPhi(axis, quark) < settings.match_radius for quark in quarks)
                for quarks in tops
            ):
                members = list(finder.constituents(jet))
                counters["jets"] += 1
                counters["cut"] += len(members) > CONSTITUENTS
                yield event, members
    raise DataError(
        f"{HOPELESS_EVENTS:,} events gave no {name} jet with these settings: move the range of the "
        "hard process (pthat) nearer to that of the jets (pt)"
    )


def _start_pythia(pythia8mc: Any, settings: Settings, name: str, seed: int) -> Any:
    pythia = pythia8mc.Pythia("", False)
    hidden = ("Print:quiet = on", "Random:setSeed = on", f"Random:seed = {seed}")
    lines = (*write_pythia_lines(settings, name), *hidden)
    if not (all(pythia.readString(line) for line in lines) and pythia.init()):
        raise DataError(f"Pythia does not accept these settings: {', '.join(lines)}")
    return pythia


def _find_quarks(event: Any, place: int) -> list[Any]:
    """Find the momenta of the three quarks that a top of the hard process decays to."""
    quarks = []
    for child in _find_children(event, place):
        is_w = event[child].idAbs() == W_BOSON
        quarks += [event[k].p() for k in (_find_children(event, child) if is_w else [child])]
    return quarks


def _find_children(event: Any, place: int) -> list[int]:
    """Find the decay products of a particle, after radiation."""
    children: list[int] = list(event[event[place].iBotCopyId()].daughterList())
    return children


def _sort_constituents(event: Any, members: list[int]) -> NDArray[np.float32]:
    """Sort constituents by falling pT after rounding to float32, shape (200, 4)."""
    particles = [event[place] for place in members]
    p = np.array([(q.e(), q.px(), q.py(), q.pz()) for q in particles], np.float32)
    transverse = np.hypot(p[:, 1], p[:, 2], dtype=np.float64)
    order = np.argsort(-transverse, kind="stable")[:CONSTITUENTS]
    padded = np.zeros((CONSTITUENTS, 4), np.float32)
    padded[: len(order)] = p[order]
    return padded


@cache
def _hush(pythia8mc: Any) -> None:
    """Suppress the banner that the jet finder writes to standard output on first use."""
    finder, event = pythia8mc.SlowJet(ANTI_KT, 0.8), pythia8mc.Event()
    for _ in range(2):
        event.append(11, 1, 0, 0, 10.0, 0.0, 0.0, 10.0, 0.0)
    sys.stdout.flush()
    shown, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        finder.analyze(event)
        ctypes.CDLL(None).fflush(None)  # what C++ has written so far
    finally:
        os.dup2(shown, 1)
        os.close(shown)
        os.close(nowhere)
