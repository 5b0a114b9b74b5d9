"""Vector fields that combine functions of the caller's: ``fields(x[2], trig)``.

A dictionary is a list of functions of a batch x (N, n), written with torch: scalar ones, (N,), each
of which may stand in every component, or whole vector fields, (N, n). A formula in the coordinates
such as ``"sin(x0)"`` does as well; it is read without ``eval``.

>>> from liesd.spec import Spec
>>> spec = Spec.parse("fields(x[2], trig) -> 1", dictionary={"trig": ["1", "sin(x0)", "cos(x0)"]})
>>> spec.library("x")
('1', 'sin(x0)', 'cos(x0)')
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from liesd.errors import SpecError
from liesd.spec import limits
from liesd.spec.action import Array, Channel, Chart, Hints, Phrase, Shapes, Theta
from liesd.spec.language import register_action
from liesd.spec.linear import Vector
from liesd.spec.phrases import find_size, format_operator
from liesd.spec.polynomial import Combination

if TYPE_CHECKING:
    from torch import Tensor

    from liesd.spec.action import Coefficients

Function = Callable[["Tensor"], "Tensor"]
CALLS = ("sin", "cos", "tan", "exp", "log", "sqrt", "sinh", "cosh", "tanh", "abs")
OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}


@dataclass(frozen=True)
class Formula:
    """A formula in the coordinates, as a function of a batch."""

    text: str
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        self._check(self._tree.body)

    @cached_property
    def _tree(self) -> ast.Expression:
        try:
            return ast.parse(self.text.strip().replace("^", "**"), mode="eval")
        except (SyntaxError, ValueError) as error:
            raise SpecError(f"{self.text!r} is no formula ({error})") from error

    def _check(self, node: ast.AST) -> None:
        known = ", ".join(self.names)
        match node:
            case ast.BinOp(op=op) | ast.UnaryOp(op=op) if type(op) in OPERATORS:
                pass
            case ast.Constant(value=int() | float()):
                return None
            case ast.Name(id=name) if name in self.names:
                return None
            case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in CALLS:
                return self._check(argument)
            case _:
                raise SpecError(
                    f"{ast.unparse(node)!r} in the formula {self.text!r} is not understood: use "
                    f"numbers, {known}, + - * / ** and {', '.join(CALLS)}"
                )
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._check(child)
        return None

    def __call__(self, x: Tensor) -> Tensor:
        import torch

        def call(name: str, value: Any) -> Tensor:
            made: Tensor = getattr(torch, name)(torch.as_tensor(value, dtype=x.dtype))
            return made

        return x.new_zeros(len(x)) + self.compute(list(x.T), call)

    def compute(self, values: Sequence[Any], call: Callable[[str, Any], Any]) -> Any:
        """The formula for any numbers: one for each coordinate, and what a function gives."""
        return self._evaluate(self._tree.body, values, call)

    def _evaluate(
        self, node: ast.AST, values: Sequence[Any], call: Callable[[str, Any], Any]
    ) -> Any:
        match node:
            case ast.Constant(value=value):
                return float(value)  # type: ignore[arg-type]
            case ast.Name(id=name):
                return values[self.names.index(name)]
            case ast.Call(func=ast.Name(id=name), args=[argument]):
                return call(name, self._evaluate(argument, values, call))
            case ast.BinOp(left=left, op=op, right=right):
                both = (self._evaluate(side, values, call) for side in (left, right))
                return OPERATORS[type(op)](*both)
            case ast.UnaryOp(op=op, operand=operand):
                return OPERATORS[type(op)](self._evaluate(operand, values, call))
        raise AssertionError(f"unchecked node {node}")


@dataclass(frozen=True)
class Dictionary:
    """A named list of functions, as it was given."""

    name: str
    functions: tuple[Any, ...]
    titles: tuple[str | None, ...]

    @classmethod
    def read(cls, name: str, given: Any) -> Dictionary:
        """Read a list of functions or formulas, or a mapping from titles to functions."""
        if isinstance(given, Dictionary):
            return given
        titles: tuple[str | None, ...]
        if isinstance(given, Mapping):
            titles, functions = tuple(map(str, given)), tuple(given.values())
        elif isinstance(given, str) or callable(given):
            return cls.read(name, [given])
        else:
            try:
                functions = tuple(given)
            except TypeError:
                functions = ()
            titles = tuple(one if isinstance(one, str) else None for one in functions)
        if not functions or not all(isinstance(one, str) or callable(one) for one in functions):
            raise SpecError(
                f"the dictionary {name!r} must be a list of functions of x (N, n), or of formulas "
                f"such as 'sin(x0)', not {given!r}"
            )
        return cls(name, functions, titles)

    @property
    def formulas(self) -> list[str] | None:
        """The formulas, where nothing else is in it."""
        return list(self.functions) if all(isinstance(f, str) for f in self.functions) else None


@dataclass(frozen=True, repr=False)
class VectorFields(Combination):
    """One unknown combination of the functions of a dictionary."""

    dictionary: Dictionary = field(default=Dictionary("", (), ()))
    keyword = "fields"

    def __init__(self, vector: Vector, name: Any, functions: Any = None) -> None:
        if functions is None and not isinstance(name, Dictionary):
            raise SpecError(
                "fields needs a dictionary of functions: give it as dictionary={'trig': [...]} "
                "with the spec fields(x[2], trig), or as VectorFields(x, 'trig', [...])"
            )
        known = name if isinstance(name, Dictionary) else Dictionary.read(str(name), functions)
        object.__setattr__(self, "vector", vector)
        object.__setattr__(self, "dictionary", known)
        self.__post_init__()
        _ = self._functions, self._is_whole  # refuses what does not work

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The functions, where all of them are formulas."""
        if not all(isinstance(one, Formula) for one in self._functions):
            raise SpecError(
                f"derivatives of the functions of {self.dictionary.name} are needed here: give "
                "them as formulas such as 'sin(x)'"
            )
        return self._functions  # type: ignore[return-value]

    @cached_property
    def _functions(self) -> tuple[Function, ...]:
        return tuple(
            Formula(one, self.axes) if isinstance(one, str) else one
            for one in self.dictionary.functions
        )

    @cached_property
    def _is_whole(self) -> bool:
        """True if the functions are whole vector fields."""
        import torch

        x = torch.from_numpy(np.random.default_rng(0).uniform(0.5, 1.5, (3, self.dim)))
        shapes = {tuple(self._call(one, x).shape) for one in self._functions}
        for shape, whole in (((3,), False), ((3, self.dim), True)):
            if shapes == {shape}:
                return whole
        shown = ", ".join(map(str, sorted(shapes)))
        raise SpecError(
            f"every function of {self.dictionary.name} must give one number per sample, (N,), or "
            f"every one a whole vector, (N, {self.dim}); three samples gave {shown}"
        )

    def _call(self, function: Function, x: Tensor) -> Tensor:
        import torch

        try:
            made = function(x)
        except Exception as error:  # it is not ours
            raise SpecError(
                f"a function of the dictionary {self.dictionary.name} fails on a batch of shape "
                f"{tuple(x.shape)} ({type(error).__name__}: {error}); write it with torch, as in "
                "lambda x: torch.sin(x[:, 0])"
            ) from error
        if not isinstance(made, torch.Tensor):
            raise SpecError(
                f"a function of the dictionary {self.dictionary.name} gives "
                f"{type(made).__name__}, not a torch tensor: write it with torch, as in "
                "lambda x: torch.sin(x[:, 0])"
            )
        return made

    @cached_property
    def unknowns(self) -> Shapes:
        count = len(self._functions)
        return {self.name: (count,) if self._is_whole else (self.dim, count)}

    @property
    def features(self) -> int:
        return len(self._functions) * (self.dim if self._is_whole else 1)

    def lift(self, x: Tensor) -> Tensor:
        import torch

        made = [self._call(one, x).to(x).reshape(len(x), -1) for one in self._functions]
        return torch.cat(made, dim=1)

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        if not self._is_whole:
            yield from super().coefficients(J, phi)
            return
        import torch

        whole = phi.reshape(len(phi), len(self._functions), self.dim, -1)
        yield self.name, torch.einsum("bmns,bkns->bmk", J, whole)

    def field(self, theta: Theta, x: Array) -> Array:
        if not self._is_whole:
            return super().field(theta, x)
        import torch

        made = self.lift(torch.from_numpy(np.ascontiguousarray(x, dtype=np.float64))).numpy()
        made = made.reshape(len(x), len(self._functions), self.dim)
        return np.asarray(np.einsum("...k,...kn->...n", self.read(theta), made))

    def with_charts(self, charts: Mapping[str, Chart]) -> VectorFields:
        return self  # functions of x are not those of a shifted x

    def channels(self) -> list[Channel]:
        return [one._replace(name=None) for one in super().channels()]

    def dictionaries(self) -> dict[str, Dictionary]:
        return {self.dictionary.name: self.dictionary}

    def bracket(self, theta: Theta, phi: Theta) -> dict[str, Array]:
        return {self.name: self._bracket(theta, phi)[0]}

    def remainder(self, theta: Theta, phi: Theta) -> Array:
        return self._bracket(theta, phi)[1]

    def _bracket(self, theta: Theta, phi: Theta) -> tuple[Array, Array]:
        """The bracket inside the dictionary by least squares, and the size of the rest."""
        basis, slopes, inverse = self._table
        W, V = (self.read(one).reshape(*self._leading(one), -1) for one in (theta, phi))
        w, v = (np.einsum("...p,spn->...sn", one, basis) for one in (W, V))
        dw, dv = (np.einsum("...p,spnj->...snj", one, slopes) for one in (W, V))
        made = np.einsum("...snj,...sj->...sn", dw, v) - np.einsum("...snj,...sj->...sn", dv, w)
        flat = made.reshape(*made.shape[:-2], -1)
        numbers = flat @ inverse.T
        inside = np.einsum("...p,spn->...sn", numbers, basis).reshape(flat.shape)
        rest = np.sqrt(np.mean((flat - inside) ** 2, axis=-1))
        scale = np.sqrt(np.mean(flat**2, axis=-1))
        rest = np.where(rest > limits.LIMITS.bracket_rounding * (1 + scale), rest, 0.0)
        return numbers.reshape(*numbers.shape[:-1], *self.unknowns[self.name]), rest

    def _leading(self, theta: Theta) -> tuple[int, ...]:
        value = self.read(theta)
        return value.shape[: value.ndim - len(self.unknowns[self.name])]

    @cached_property
    def _table(self) -> tuple[Array, Array, Array]:
        """The fields (s, p, n) and their derivatives (s, p, n, n) at points, and the inverse."""
        import torch

        rng = np.random.default_rng(0)
        x = rng.standard_normal((limits.LIMITS.bracket_points, self.dim))
        x[::2] = np.abs(x[::2])  # logarithms and roots want positive numbers
        points = torch.from_numpy(x)

        def fields(one: Tensor) -> Tensor:
            phi = self.lift(one[None])[0]
            if self._is_whole:
                return phi.reshape(len(self._functions), self.dim)
            eye = torch.eye(self.dim, dtype=one.dtype)
            return (eye[:, None, :] * phi[None, :, None]).reshape(-1, self.dim)

        each = [(fields(one), torch.autograd.functional.jacobian(fields, one)) for one in points]
        basis, slopes = (np.stack([pair[k].detach().numpy() for pair in each]) for k in (0, 1))
        good = np.isfinite(basis).all(axis=(1, 2)) & np.isfinite(slopes).all(axis=(1, 2, 3))
        basis, slopes = basis[good], slopes[good]
        design = np.moveaxis(basis, 1, 2).reshape(-1, basis.shape[1])
        return basis, slopes, np.linalg.pinv(design)

    def library(self) -> dict[str, tuple[str, ...]]:
        titles = (
            title or getattr(function, "__name__", "").strip("<>") or "function"
            for title, function in zip(
                self.dictionary.titles, self.dictionary.functions, strict=True
            )
        )
        name = self.dictionary.name
        return {
            self.name: tuple(
                f"{name}[{k}]" if title == "lambda" else title for k, title in enumerate(titles)
            )
        }

    def describe(self, theta: Theta, hints: Hints = Hints()) -> dict[str, Phrase]:  # noqa: B008
        if not self._is_whole:
            return super().describe(theta, hints)
        W = self.read(theta)
        if not W.any():
            return {}
        size = find_size(W)
        formula = format_operator(np.sign(size) * W[None], self.texts, [""])
        return {self.name: Phrase(f"field {formula} of {{}}", size, 2)}

    def degrees(self) -> dict[str, Array]:
        shape = self.unknowns[self.name]
        degrees = np.array([float(text != "1") for text in self.texts])
        return {self.name: np.ones(shape) if self._is_whole else np.broadcast_to(degrees, shape)}

    def explain(self) -> str:
        return (
            f"a point of {self.dim} coordinates, moved by an unknown combination of "
            f"{self.dictionary.name}"
        )

    def text(self, seen: set[str]) -> str:
        return f"fields({self.vector.text(seen)}, {self.dictionary.name})"


register_action("fields", VectorFields)
register_action("{}", Dictionary.read)
