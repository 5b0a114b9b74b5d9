"""LieSD: which continuous symmetries do my data or my trained model have, and how many?

>>> import torch, liesd
>>> x = torch.randn(1000, 3, 3, dtype=torch.float64)
>>> def inertia(x):
...     squares = torch.einsum("bki,bkj->bij", x, x)
...     trace = squares.diagonal(dim1=1, dim2=2).sum(1)
...     return trace[:, None, None] * torch.eye(3, dtype=x.dtype) - squares
>>> found = liesd.discover(inertia, x, "3*x[3] -> a[3]*b[3]")
>>> found.dimension, len(found.gauge)
(4, 1)
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from liesd import metrics, nn
    from liesd.algebra import LieAlgebra, describe
    from liesd.data.arrays import open_array
    from liesd.discovery.api import discover, measure
    from liesd.discovery.files import load
    from liesd.discovery.result import Discovery, Generator
    from liesd.equations.cost import requirements
    from liesd.errors import (
        DataError,
        FileFormatError,
        FunctionError,
        LiesdError,
        ResourceError,
        SpecError,
    )
    from liesd.estimator import SymmetryDiscovery as SymmetryDiscovery
    from liesd.experiments import tasks
    from liesd.learning import learn, load_model
    from liesd.spec import Rep, Scalar, Spec, Vector
    from liesd.verdict.rule import Verdict

__version__ = version("liesd")

# Loaded on first use, so that ``import liesd`` and the command line start at once.
_HOMES = {
    "LieAlgebra": "algebra",
    "describe": "algebra",
    "discover": "discovery.api",
    "measure": "discovery.api",
    "Verdict": "verdict.rule",
    "Discovery": "discovery.result",
    "Generator": "discovery.result",
    "load": "discovery.files",
    "SymmetryDiscovery": "estimator",  # needs scikit-learn, so that * leaves it out
    "learn": "learning",
    "load_model": "learning",
    "open_array": "data.arrays",
    "requirements": "equations.cost",
    "Spec": "spec.spec",
    "Rep": "spec.compose",
    "Scalar": "spec.compose",
    "Vector": "spec.compose",
    "LiesdError": "errors",
    "SpecError": "errors",
    "DataError": "errors",
    "FunctionError": "errors",
    "ResourceError": "errors",
    "FileFormatError": "errors",
}

_MODULES = {
    "jets": "experiments.jets",
    "metrics": "metrics",
    "nn": "nn",
    "plots": "report.plots",
    "reproduce": "experiments.reproduce",
    "tasks": "experiments.tasks",
}

__all__ = [
    "DataError",
    "Discovery",
    "FileFormatError",
    "FunctionError",
    "Generator",
    "LieAlgebra",
    "LiesdError",
    "Rep",
    "ResourceError",
    "Scalar",
    "Spec",
    "SpecError",
    "Vector",
    "Verdict",
    "describe",
    "discover",
    "learn",
    "load",
    "load_model",
    "measure",
    "metrics",
    "nn",
    "open_array",
    "requirements",
    "tasks",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"liesd.{_MODULES[name]}")
    if name not in _HOMES:
        raise AttributeError(f"module 'liesd' has no attribute {name!r}")
    value = getattr(import_module(f"liesd.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_HOMES})
