"""Learners: from data to models with accurate derivatives, on which everything rests."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from liesd.learning.base import KINDS, LEARNERS, Learner, register

if TYPE_CHECKING:
    from liesd.learning.api import learn
    from liesd.learning.files import load_model
    from liesd.learning.model import LearnedModel, register_model

__all__ = [
    "LEARNERS",
    "LearnedModel",
    "Learner",
    "learn",
    "load_model",
    "register",
    "register_model",
]

# Loaded on first use, so that the command line knows all learners and still starts at once.
LEARNERS.update(
    {
        "auto": "liesd.learning.auto:AutoLearner",
        "kernel": "liesd.learning.kernel.fit:KernelLearner",
        "polynomial": "liesd.learning.polynomial.fit:PolynomialLearner",
        "logistic": "liesd.learning.polynomial.logistic:LogisticLearner",
        "network": "liesd.learning.network.fit:NetworkLearner",
        "labels": "liesd.learning.network.labels:LabelLearner",
        "paper": "liesd.learning.network.paper:PaperLearner",
    }
)
KINDS.update(
    {
        "kernel": "liesd.learning.kernel.model:KernelModel",
        "polynomial": "liesd.learning.polynomial.model:PolynomialModel",
        "network": "liesd.learning.network.model:NetworkModel",
    }
)
_HOMES = {
    "LearnedModel": "model",
    "learn": "api",
    "load_model": "files",
    "register_model": "model",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'liesd.learning' has no attribute {name!r}")
    value = getattr(import_module(f"liesd.learning.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
