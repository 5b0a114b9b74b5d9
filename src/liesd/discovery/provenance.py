"""The provenance of a discovery: data, function, versions, as plain values."""

from __future__ import annotations

import platform
from functools import cache
from importlib.metadata import version
from typing import Any

from liesd.sources import Fit
from liesd.sources.wrappers import find_modules

VERSIONS = ("liesd", "numpy", "scipy", "torch")


def record_provenance(f: Any, x: Any, fit: Fit | None, **settings: Any) -> dict[str, Any]:
    """Record where a discovery comes from, so that a reader of its file knows."""
    return {
        "function": _describe_function(f, fit),
        "data": _describe_data(x),
        "options": {name: value for name, value in settings.items() if value is not None},
        "versions": dict(_list_versions()),
    }


@cache
def _list_versions() -> dict[str, str]:
    own = {name: version(name) for name in VERSIONS}
    return {"python": platform.python_version(), **own}


def _describe_function(f: Any, fit: Fit | None) -> dict[str, Any]:
    if f is None:
        return {"name": "given by its values and derivatives"}
    known: dict[str, Any] = {"name": getattr(f, "__qualname__", type(f).__qualname__)}
    modules = find_modules(f)
    if count := sum(p.numel() for module in modules for p in module.parameters()):
        known["parameters"] = count
    if fit is not None:
        known["held-out error"] = fit.error
        if fit.replicas:
            known["replicas"] = len(fit.replicas)
        plain = {name: value for name, value in fit.report.items() if _is_plain(value)}
        known |= {name: value for name, value in plain.items() if name != "heldout_error"}
    return known


def _describe_data(x: Any) -> dict[str, Any]:
    known: dict[str, Any] = {"type": type(x).__qualname__}
    if hasattr(x, "shape"):
        known["shape"] = " × ".join(map(str, x.shape))
    if hasattr(x, "dtype"):
        known["numbers"] = str(x.dtype).removeprefix("torch.")
    if hasattr(x, "columns"):
        known["columns"] = [str(name) for name in x.columns]
    return known


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float | bool)
