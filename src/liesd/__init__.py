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
    from liesd import errors, metrics, nn
    from liesd.algebra import LieAlgebra, describe
    from liesd.data.arrays import open_array
    from liesd.differential.api import discover_equation
    from liesd.differential.fields import Fields
    from liesd.differential.files import load
    from liesd.differential.result import EquationDiscovery
    from liesd.discovery.api import discover, measure
    from liesd.discovery.orbits import Orbits
    from liesd.discovery.result import Discovery, Generator
    from liesd.equations.cost import Requirements, requirements
    from liesd.errors import (
        DataError,
        FileFormatError,
        FunctionError,
        LiesdError,
        RegistrationError,
        ResourceError,
        SpecError,
    )
    from liesd.estimator import SymmetryDiscovery as SymmetryDiscovery
    from liesd.experiments import jets, reproduce, tasks
    from liesd.learning.api import learn
    from liesd.learning.files import load_model
    from liesd.learning.model import LearnedModel
    from liesd.progress import Progress
    from liesd.report import plots
    from liesd.sources.foreign import black_box
    from liesd.spec import Affine, Label, Poly, Rep, Scalar, Shift, Spec, Vector, VectorFields
    from liesd.suggestion.api import suggest
    from liesd.suggestion.result import Suggestion, Suggestions
    from liesd.verdict.estimates import Evidence
    from liesd.verdict.rule import Candidate, Decision, Rule, Verdict
    from liesd.verdict.transcript import Transcript

__version__ = version("liesd")

# Loaded on first use, so that ``import liesd`` and the command line start at once.
_HOMES = {
    "LieAlgebra": "algebra",
    "describe": "algebra",
    "discover": "discovery.api",
    "discover_equation": "differential.api",
    "Fields": "differential.fields",
    "EquationDiscovery": "differential.result",
    "measure": "discovery.api",
    "Discovery": "discovery.result",
    "Generator": "discovery.result",
    "Orbits": "discovery.orbits",
    "load": "differential.files",
    "Candidate": "verdict.rule",
    "Decision": "verdict.rule",
    "Rule": "verdict.rule",
    "Verdict": "verdict.rule",
    "Evidence": "verdict.estimates",
    "Transcript": "verdict.transcript",
    "black_box": "sources.foreign",
    "learn": "learning.api",
    "suggest": "suggestion.api",
    "Suggestion": "suggestion.result",
    "Suggestions": "suggestion.result",
    "load_model": "learning.files",
    "LearnedModel": "learning.model",
    "open_array": "data.arrays",
    "Progress": "progress",
    "Requirements": "equations.cost",
    "requirements": "equations.cost",
    "Affine": "spec",
    "Label": "spec",
    "Poly": "spec",
    "Rep": "spec",
    "Scalar": "spec",
    "Shift": "spec",
    "Spec": "spec",
    "Vector": "spec",
    "VectorFields": "spec",
    "SymmetryDiscovery": "estimator",  # needs scikit-learn, so that * leaves it out
    "LiesdError": "errors",
    "SpecError": "errors",
    "DataError": "errors",
    "FunctionError": "errors",
    "ResourceError": "errors",
    "FileFormatError": "errors",
    "RegistrationError": "errors",
}
_MODULES = {
    "errors": "errors",
    "jets": "experiments.jets",
    "metrics": "metrics",
    "nn": "nn",
    "plots": "report.plots",
    "reproduce": "experiments.reproduce",
    "tasks": "experiments.tasks",
}

__all__ = [
    "Affine",
    "Candidate",
    "DataError",
    "Decision",
    "Discovery",
    "EquationDiscovery",
    "Evidence",
    "Fields",
    "FileFormatError",
    "FunctionError",
    "Generator",
    "Label",
    "LearnedModel",
    "LieAlgebra",
    "LiesdError",
    "Orbits",
    "Poly",
    "Progress",
    "RegistrationError",
    "Rep",
    "Requirements",
    "ResourceError",
    "Rule",
    "Scalar",
    "Shift",
    "Spec",
    "SpecError",
    "Suggestion",
    "Suggestions",
    "Transcript",
    "Vector",
    "VectorFields",
    "Verdict",
    "black_box",
    "describe",
    "discover",
    "discover_equation",
    "errors",
    "jets",
    "learn",
    "load",
    "load_model",
    "measure",
    "metrics",
    "nn",
    "open_array",
    "plots",
    "reproduce",
    "requirements",
    "suggest",
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
