"""Find the modules inside a callable, and replace them.

Followed are a module itself, the owner of a bound method, a partial, the attributes of an object,
the variables and default arguments of a function, functions that it calls, lists and dictionaries
of any of these, and what ``torch.compile`` was given: so ``lambda x: torch.sigmoid(net(x))`` is as
good as ``net``.
"""

from __future__ import annotations

import copy
import dis
import functools
import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from torch import nn

COMPILED = "_torchdynamo_orig_callable"  # where torch.compile keeps the function it was given


def find_modules(f: Any) -> list[nn.Module]:
    """Find the modules that a callable uses, the outermost ones only."""
    return list(dict.fromkeys(_search(f, set(), outermost=True)))


def replace_modules(f: Any, others: Mapping[nn.Module, nn.Module]) -> Any:
    """Copy a callable with modules replaced; the original is left as it is."""
    return _replace(f, others, {}, outermost=True)


def read_parts(value: Any) -> list[Any]:
    """What a callable is made of: variables, defaults and globals that it reads, its owner."""
    parts = _list_parts(value, outermost=False)
    return [*parts, value.__self__] if inspect.ismethod(value) else parts


def _search(value: Any, seen: set[int], outermost: bool = False) -> Iterator[nn.Module]:
    """Walk through everything that is followed."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, nn.Module):
        yield value
        return
    for part in _list_parts(value, outermost):
        yield from _search(part, seen)


def _list_parts(value: Any, outermost: bool) -> list[Any]:
    """What is inside a value; of plain objects only the outermost is opened."""
    if isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if inspect.ismethod(value):
        owner = value.__self__
        return [owner] if isinstance(owner, nn.Module) else list(_read_attributes(owner).values())
    if inspect.isfunction(value):
        inner = getattr(value, COMPILED, value)
        defaults = [*(inner.__defaults__ or ()), *(inner.__kwdefaults__ or {}).values()]
        return [*_read_cells(inner), *_read_globals(inner).values(), *defaults]
    if isinstance(value, Mapping):
        return list(value.values())
    if isinstance(value, list | tuple):
        return list(value)
    return list(_read_attributes(value).values()) if outermost else []


def _read_attributes(value: Any) -> dict[str, Any]:
    if isinstance(value, type | types.ModuleType):
        return {}
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    held = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**getattr(value, "__dict__", {}), **held}


def _read_cells(function: types.FunctionType) -> list[Any]:
    return [cell.cell_contents for cell in function.__closure__ or () if not _is_empty(cell)]


def _read_globals(function: types.FunctionType) -> dict[str, Any]:
    """The global variables that a function reads; attributes of the same name are none."""
    return {
        name: function.__globals__[name]
        for name in _list_globals(function.__code__)
        if name in function.__globals__
    }


@functools.cache
def _list_globals(code: types.CodeType) -> tuple[str, ...]:
    own = [one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"]
    inner = [part for part in code.co_consts if isinstance(part, types.CodeType)]
    return tuple(dict.fromkeys([*own, *(name for part in inner for name in _list_globals(part))]))


def _is_empty(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return True
    return False


def _replace(
    value: Any, others: Mapping[nn.Module, nn.Module], done: dict[int, Any], outermost: bool = False
) -> Any:
    """Copy a value with modules replaced; itself where there are none in it."""
    if isinstance(value, nn.Module):
        return _replace_inside(value, others)
    if id(value) in done:
        return done[id(value)]
    if not any(_contains(module, others) for module in _search(value, set(), outermost)):
        return value
    done[id(value)] = value  # a function that refers to itself goes on as it is

    def again(part: Any) -> Any:
        return _replace(part, others, done)

    done[id(value)] = _rebuild(value, again)
    return done[id(value)]


def _rebuild(value: Any, again: Callable[[Any], Any]) -> Any:
    if isinstance(value, functools.partial):
        keywords = {name: again(one) for name, one in value.keywords.items()}
        return functools.partial(again(value.func), *map(again, value.args), **keywords)
    if inspect.ismethod(value):
        owner = value.__self__
        copied = again(owner) if isinstance(owner, nn.Module) else _copy_object(owner, again)
        return types.MethodType(value.__func__, copied)
    if inspect.isfunction(value):
        return _copy_function(getattr(value, COMPILED, value), again)
    if isinstance(value, Mapping):
        return {name: again(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(again, value))
    return _copy_object(value, again)


def _copy_function(function: types.FunctionType, again: Callable[[Any], Any]) -> Any:
    cells = tuple(
        cell if _is_empty(cell) else types.CellType(again(cell.cell_contents))
        for cell in function.__closure__ or ()
    )
    scope = function.__globals__ | {k: again(v) for k, v in _read_globals(function).items()}
    defaults = tuple(map(again, function.__defaults__ or ())) or None
    twin = types.FunctionType(function.__code__, scope, function.__name__, defaults, cells)
    named = function.__kwdefaults__
    twin.__kwdefaults__ = named and {name: again(one) for name, one in named.items()}
    return twin


def _copy_object(value: Any, again: Callable[[Any], Any]) -> Any:
    twin = copy.copy(value)
    for name, one in _read_attributes(value).items():
        object.__setattr__(twin, name, again(one))
    return twin


def _contains(module: nn.Module, others: Mapping[nn.Module, nn.Module]) -> bool:
    return any(part in others for part in module.modules())


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
