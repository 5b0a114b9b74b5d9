"""How much effort learning takes: a first look, an answer, or a night."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from liesd.errors import check_choice
from liesd.learning import limits

QUICK, NORMAL, THOROUGH = "quick", "normal", "thorough"


@dataclass(frozen=True)
class Effort:
    """Settings of all learners that go together; whatever a user sets overrules them."""

    replicas: int = limits.LIMITS.replicas
    """Replicas of the fit; without any a discovery is UNSURE of the law."""
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """For each learner by name, the settings that differ from its own."""

    def fill(self, learner: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """The settings of a learner, with those that are given in place of these."""
        return _merge(self.settings.get(learner, {}), given)


def _merge(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Two sets of settings; settings within settings are merged likewise."""
    merged = {**under, **over}
    for name in under.keys() & over.keys():
        if isinstance(under[name], Mapping) and isinstance(over[name], Mapping):
            merged[name] = _merge(under[name], over[name])
    return merged


_QUICK_KERNEL: dict[str, Any] = {
    "centres": 240,
    "search": {
        "lengths": (0.35, 0.7, 1.0, 2.0, 4.0, 8.0, 16.0),
        "quick_centres": 120,
        "rows_per_centre": 6,
        "heldout_rows": 1000,
        "sketch": 8,
        "rounds": 3,
        "bent_rows": 12,
    },
}
_QUICK_POLYNOMIAL: dict[str, Any] = {"terms": 330}
_QUICK_NETWORK: dict[str, Any] = {"steps": 800, "widths": (64, 64), "check_every": 200}
_QUICK_LOGISTIC: dict[str, Any] = {"weights": 300}
_QUICK_LABELS: dict[str, Any] = {"epochs": 4, "least_steps": 300, "widths": (64, 64)}
_THOROUGH_POLYNOMIAL: dict[str, Any] = {"terms": 3000}
_THOROUGH_KERNEL: dict[str, Any] = {"centres": 2000, "search": {"quick_centres": 640}}
_THOROUGH_NETWORK: dict[str, Any] = {"steps": 60_000, "widths": (256, 256)}
_THOROUGH_LOGISTIC: dict[str, Any] = {"weights": 2000}
_THOROUGH_LABELS: dict[str, Any] = {"epochs": 80, "least_steps": 4000}

EFFORTS: dict[str, Effort] = {
    QUICK: Effort(
        replicas=0,
        settings={
            "polynomial": _QUICK_POLYNOMIAL,
            "kernel": _QUICK_KERNEL,
            "network": _QUICK_NETWORK,
            "logistic": _QUICK_LOGISTIC,
            "labels": _QUICK_LABELS,
            "paper": {"epochs": 2},
            "auto": {
                "rivals": False,
                "polynomial": _QUICK_POLYNOMIAL,
                "kernel": _QUICK_KERNEL,
                "network": _QUICK_NETWORK,
                "logistic": _QUICK_LOGISTIC,
                "labels": _QUICK_LABELS,
            },
        },
    ),
    NORMAL: Effort(),
    THOROUGH: Effort(
        settings={
            "polynomial": _THOROUGH_POLYNOMIAL,
            "kernel": _THOROUGH_KERNEL,
            "network": _THOROUGH_NETWORK,
            "logistic": _THOROUGH_LOGISTIC,
            "labels": _THOROUGH_LABELS,
            "auto": {
                "polynomial": _THOROUGH_POLYNOMIAL,
                "kernel": _THOROUGH_KERNEL,
                "network": _THOROUGH_NETWORK,
                "logistic": _THOROUGH_LOGISTIC,
                "labels": _THOROUGH_LABELS,
            },
        },
    ),
}
"""All efforts. There are four replicas or none: the verdict is calibrated on four."""


def read_effort(name: Any) -> Effort:
    """The effort of a name; others are refused."""
    return EFFORTS[check_choice("effort", name, EFFORTS)]
