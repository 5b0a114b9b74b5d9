"""Fields as a person writes them: differential operators, and expressions of sympy."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import numpy as np

from liesd.spec import Array, Hints, Spec
from liesd.spec.phrases import format_operator


def find_sign(spec: Spec, generator: Mapping[str, Array]) -> float:
    """Find the sign with which words tell of a generator: −1 if they tell of its opposite."""
    told = spec.describe(generator, Hints())
    return next((float(np.sign(phrase.size)) for phrase in told.values() if phrase.size), 1.0)


def write_formula(generator: Any) -> str:
    """Write the fields of all names as one differential operator; empty without a library.

    Its sign is that of the motion that words tell of.
    """
    spec: Spec = generator.spec
    if not spec.names:
        return ""
    found = spec.tabulate(generator)
    sign = find_sign(spec, generator)
    tables = {name: sign * np.atleast_2d(table) for name, table in found.items()}
    whole = {name for name, table in found.items() if table.ndim == 1}
    columns = list(dict.fromkeys(text for name in tables for text in spec.library(name)))
    rows, names = [], []
    for name, table in tables.items():
        places = [columns.index(text) for text in spec.library(name)]
        row = np.zeros((len(table), len(columns)))
        row[:, places] = table
        rows.append(row)
        names += [""] if name in whole else [f"∂{one}" for one in spec.coordinates(name)]
    return format_operator(np.concatenate(rows), columns, names)


def build_expressions(generator: Any) -> dict[str, Any]:
    """Build the components of the field of each name: a list of expressions of sympy."""
    try:
        import sympy  # type: ignore[import-untyped]
    except ImportError as error:
        raise ImportError("expressions need sympy: pip install sympy") from error
    found: dict[str, Any] = {}
    for name, table in generator.spec.tabulate(generator).items():
        library = [_convert(sympy, text) for text in generator.spec.library(name)]
        sums = [
            sympy.Add(*(_shorten(v) * one for v, one in zip(row, library, strict=True) if v))
            for row in np.atleast_2d(table)
        ]
        found[name] = sums if table.ndim > 1 else sums[0]
    return found


def _shorten(value: float) -> int | float:
    """A whole number where it is one."""
    return int(value) if float(value).is_integer() else float(value)


def _convert(sympy: Any, text: str) -> Any:
    """Convert a function that is given as text; one that is no formula becomes a symbol."""
    try:
        return _convert_node(sympy, ast.parse(text.strip().replace("^", "**"), mode="eval").body)
    except (SyntaxError, TypeError, KeyError):
        return sympy.Symbol(text)


_OPERATORS: Mapping[type, str] = {
    ast.Add: "__add__",
    ast.Sub: "__sub__",
    ast.Mult: "__mul__",
    ast.Div: "__truediv__",
    ast.Pow: "__pow__",
}


def _convert_node(sympy: Any, node: ast.AST) -> Any:
    match node:
        case ast.Constant(value=int() | float()):
            return sympy.nsimplify(node.value)
        case ast.Name():
            return sympy.Symbol(node.id)
        case ast.UnaryOp(op=ast.USub()):
            return -_convert_node(sympy, node.operand)
        case ast.UnaryOp(op=ast.UAdd()):
            return _convert_node(sympy, node.operand)
        case ast.BinOp():
            left, right = (_convert_node(sympy, one) for one in (node.left, node.right))
            return getattr(left, _OPERATORS[type(node.op)])(right)
        case ast.Call(func=ast.Name(id=called), args=[argument]):
            function = str({"abs": "Abs"}.get(called, called))
            made = getattr(sympy, function, None) or sympy.Function(function)
            return made(_convert_node(sympy, argument))
    raise TypeError("no formula")
