"""What is asked: a model and samples, or samples from which a model is learned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from liesd.data.arrays import make_array
from liesd.errors import DataError, check_numbers
from liesd.learning import learn
from liesd.progress import Reporter
from liesd.sources.calls import call_function
from liesd.sources.torch import evaluating
from liesd.sources.wrappers import find_modules
from liesd.suggestion import limits
from liesd.suggestion.names import Hints

Array = NDArray[np.float64]


class Asked(NamedTuple):
    """A function, the samples at which it is asked, and the names of columns."""

    model: Any
    x: Array
    """Flat samples (N, n)."""
    y: Array | None
    """Values (N, m); None for class labels."""
    shape: tuple[int, ...]
    """The shape of one sample, as the function takes it."""
    hints: Hints


def read_question(
    f: Any,
    x: Any,
    names: Sequence[str] | None,
    y_names: Sequence[str] | None,
    seed: int,
    reporter: Reporter,
    **learning: Any,
) -> Asked:
    """Tell ``(model, x)`` from ``(x, y)``, and learn a model where there is none."""
    is_model = _is_function(f) or (
        isinstance(f, list | tuple) and bool(f) and all(map(_is_function, f))
    )
    if not is_model and hasattr(f, "predict") and not hasattr(f, "shape"):
        raise DataError(
            f"a {type(f).__name__} gives no derivatives: suggest from its values instead, as "
            "liesd.suggest(x, model.predict(x))"
        )
    inputs = x if is_model else f
    known = _read_names(inputs, names), _read_names(x, y_names) if not is_model else y_names
    samples = check_numbers("x", make_array(inputs, "x"))
    if samples.ndim < 2 or not len(samples):
        raise DataError(
            f"x needs samples with at least one column each, of shape (N, n), not {samples.shape}"
        )
    shape = samples.shape[1:]
    rows = _choose_rows(len(samples), seed)
    flat = samples.reshape(len(samples), math.prod(shape))
    if is_model:
        return _ask_model(f, flat[rows], shape, *known)
    values, is_label = _read_values(x, len(samples))
    spec = _separate(flat.shape[1], 0 if is_label else values.shape[1])
    model = learn(samples, values, spec, seed=seed, progress=reporter, **learning)
    hints = _make_hints(*known, flat.shape[1], 0 if is_label else values.shape[1])
    return Asked(model, flat[rows], None if is_label else values[rows], shape, hints)


def _is_function(value: Any) -> bool:
    return callable(value) and not isinstance(value, np.ndarray | torch.Tensor)


def _ask_model(f: Any, x: Array, shape: tuple[int, ...], names: Any, y_names: Any) -> Asked:
    first = f[0] if isinstance(f, list | tuple) else f
    modules = find_modules(first)
    anchor = next(
        (p for one in modules for p in one.parameters() if p.is_floating_point()),
        torch.empty(0, dtype=torch.float64),
    )
    points = torch.from_numpy(x.reshape(-1, *shape)).to(anchor)
    with evaluating(modules), torch.no_grad():
        y = call_function(first, points).double().cpu().numpy().reshape(len(x), -1)
    return Asked(f, x, y, shape, _make_hints(names, y_names, x.shape[1], y.shape[1]))


def _read_values(y: Any, count: int) -> tuple[NDArray[Any], bool]:
    """Values (N, m), or class numbers (N,)."""
    values = np.asarray(make_array(y, "y"))
    if len(values) != count:
        raise DataError(f"x has {count} samples and y has {len(values)}: give one y for each x")
    if values.size == count and values.dtype.kind in "iubOUS":
        return np.unique(values.reshape(-1), return_inverse=True)[1].astype(np.int64), True
    numbers = check_numbers("y", values)
    return numbers.reshape(count, -1), False


def _separate(n: int, m: int) -> str:
    """A spec in which every column is a channel of its own, so that each has its own unit."""
    inputs, outputs = (
        " + ".join(f"{name}{k}[1]" for k in range(size)) for name, size in (("x", n), ("y", m))
    )
    return f"{inputs} -> {outputs or 'label'}"


def _choose_rows(count: int, seed: int) -> NDArray[np.intp]:
    most = limits.LIMITS.samples
    if count <= most:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).permutation(count)[:most])


def _read_names(table: Any, names: Sequence[str] | None) -> list[str] | None:
    """The names of columns: those given, or those that the table has."""
    found = names if names is not None else getattr(table, "columns", None)
    if found is None:
        own = getattr(table, "name", None)
        return [own] if isinstance(own, str) else None
    return [str(name) for name in found]


def _make_hints(names: Any, y_names: Any, n: int, m: int) -> Hints:
    sides = []
    for what, given, size in (("x", names, n), ("y", y_names, m)):
        if given is not None and size and len(given) != size:
            raise DataError(f"{what} has {size} columns, but {len(given)} names were given for it")
        sides.append(None if given is None or not size else list(map(str, given)))
    return Hints(n, m, *sides)
