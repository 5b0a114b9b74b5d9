"""Observables of jets: mass, momentum and multiplicity, and statistics of both classes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.experiments.jets import kinematics
from liesd.experiments.jets.files import Jets, chunks
from liesd.experiments.jets.settings import CONSTITUENTS

NAMES = ("mass", "pt", "eta", "multiplicity")
SMOOTHING = 4.0  # Width in GeV over which a mass spectrum is smoothed to find its peak.


@dataclass(frozen=True)
class Observables:
    """Observables, one number per jet each."""

    mass: NDArray[np.float64]
    pt: NDArray[np.float64]
    eta: NDArray[np.float64]
    multiplicity: NDArray[np.int64]
    label: NDArray[np.int64]

    @classmethod
    def of(cls, parts: Iterable[Jets]) -> Observables:
        """Compute observables of momenta and labels that come in parts."""
        lists: dict[str, list[Any]] = {name: [] for name in (*NAMES, "label")}
        for p, label in parts:
            for name in NAMES:
                lists[name].append(getattr(kinematics, name)(p))
            lists["label"].append(label)
        return cls(**{name: np.concatenate(values) for name, values in lists.items()})

    @classmethod
    def read(cls, path: str | Path) -> Observables:
        """Compute observables of a file of any size."""
        return cls.of(chunks(path, CONSTITUENTS, 2000))

    def statistics(self, label: int) -> dict[str, float]:
        """Means, medians and the peak of one class; of an empty one only the number of jets."""
        mine = self.label == label
        if not mine.any():
            return {"jets": 0}
        mass, multiplicity = self.mass[mine], self.multiplicity[mine]
        return {
            "jets": int(mine.sum()),
            "mass_mean": float(mass.mean()),
            "mass_median": float(np.median(mass)),
            "mass_peak": find_peak(mass),
            "multiplicity_mean": float(multiplicity.mean()),
            "multiplicity_deviation": float(multiplicity.std()),
            "multiplicity_most": int(multiplicity.max()),
            "pt_mean": float(self.pt[mine].mean()),
        }


def find_peak(values: NDArray[np.float64]) -> float:
    """Find where values are densest, after smoothing."""
    bins = np.arange(values.min() - 4 * SMOOTHING, values.max() + 4 * SMOOTHING + 1.0)
    density, _ = np.histogram(values, bins)
    reach = np.arange(-4 * SMOOTHING, 4 * SMOOTHING + 1)
    smooth = np.convolve(density, np.exp(-0.5 * (reach / SMOOTHING) ** 2), "same")
    return float(bins[smooth.argmax()] + 0.5)
