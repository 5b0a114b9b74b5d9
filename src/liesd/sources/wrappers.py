"""Find the modules inside a callable, and replace them.

Seen are a module itself, the owner of a bound method, what is inside a partial, the attributes of
an object, the variables of a function, and what ``torch.compile`` was given: so
``lambda x: torch.sigmoid(net(x))`` is as good as ``net``.
"""

from __future__ import annotations

import copy
import functools
import inspect
import types
from collections.abc import Mapping
from typing import Any

from torch import nn

COMPILED = "_torchdynamo_orig_callable"  # where torch.compile keeps the function it was given


def find_modules(f: Any) -> list[nn.Module]:
    """Find the modules that a callable uses: itself, or those that it refers to directly."""
    if isinstance(f, nn.Module):
        return [f]
    if isinstance(f, functools.partial):
        given = [*f.args, *f.keywords.values()]
        return [*find_modules(f.func), *(one for one in given if isinstance(one, nn.Module))]
    if inspect.ismethod(f):
        return find_modules(f.__self__)
    if inspect.isfunction(f):
        if hasattr(f, COMPILED):
            return find_modules(getattr(f, COMPILED))
        names = inspect.getclosurevars(f)
        values = [*names.nonlocals.values(), *names.globals.values()]
    else:
        values = list(vars(f).values()) if hasattr(f, "__dict__") else []
    return [value for value in values if isinstance(value, nn.Module)]


def replace_modules(f: Any, others: Mapping[nn.Module, nn.Module]) -> Any:
    """Copy a callable with modules replaced; the original is left as it is."""
    if isinstance(f, nn.Module):
        return _replace_inside(f, others)
    if isinstance(f, functools.partial):
        args = [_replace_value(one, others) for one in f.args]
        keywords = {name: _replace_value(one, others) for name, one in f.keywords.items()}
        return functools.partial(replace_modules(f.func, others), *args, **keywords)
    if inspect.ismethod(f):
        return types.MethodType(f.__func__, replace_modules(f.__self__, others))
    if inspect.isfunction(f):
        inner = getattr(f, COMPILED, f)
        cells = tuple(_replace_cell(cell, others) for cell in inner.__closure__ or ())
        used = {name: inner.__globals__.get(name) for name in inner.__code__.co_names}
        changed = {name: _replace_value(one, others) for name, one in used.items()}
        scope = {**inner.__globals__, **{k: v for k, v in changed.items() if v is not used[k]}}
        twin = types.FunctionType(inner.__code__, scope, inner.__name__, inner.__defaults__, cells)
        twin.__kwdefaults__ = inner.__kwdefaults__
        return twin
    twin = copy.copy(f)
    for name, value in vars(f).items():
        object.__setattr__(twin, name, _replace_value(value, others))
    return twin


def _replace_inside(module: nn.Module, others: Mapping[nn.Module, nn.Module]) -> nn.Module:
    if module in others:
        return others[module]
    children = {
        name: None if child is None else _replace_inside(child, others)
        for name, child in module._modules.items()
    }
    if all(children[name] is child for name, child in module._modules.items()):
        return module
    twin = copy.copy(module)
    twin.__dict__ = {**module.__dict__, "_modules": children}
    return twin


def _replace_value(value: Any, others: Mapping[nn.Module, nn.Module]) -> Any:
    return _replace_inside(value, others) if isinstance(value, nn.Module) else value


def _replace_cell(cell: types.CellType, others: Mapping[nn.Module, nn.Module]) -> types.CellType:
    return types.CellType(_replace_value(cell.cell_contents, others))
