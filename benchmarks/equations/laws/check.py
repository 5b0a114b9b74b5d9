"""Exact check of the laws: ``python -m benchmarks.equations.laws.check [name ...]``.

For every law three things are verified, in exact arithmetic throughout.

1. Every listed generator is a symmetry: its prolongation, computed by the recursive
   prolongation formula with sympy and applied to the equation, is zero on the equation.
2. The generators are linearly independent and of the degree that the law states.
3. There are no others: the linear system for the coefficients of all polynomial vector fields
   of that degree, from the symmetry condition in evolutionary form at random rational points of
   the jet space, has over the rationals a null space of exactly the stated dimension.

The null space at finitely many points can only be larger than the space of symmetries, and the
space of symmetries cannot be smaller than the span of verified generators; where both numbers
agree the dimension is proved, not only likely.

Functions that are not rational (exp, sin, roots) become symbols of their own after all
derivatives are taken; points are chosen on the curve that relates them to their argument.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from fractions import Fraction

import sympy as sp
from sympy.polys.domains import QQ
from sympy.polys.matrices import DomainMatrix
from sympy.printing.pycode import PythonCodePrinter

from benchmarks.equations.sets import LAWS

from .base import Law

Index = tuple[int, int]  # number of letters t and x of a derivative


def jet(field: str, index: Index) -> sp.Symbol:
    """Symbol of a derivative, for example u_txx."""
    letters = "t" * index[0] + "x" * index[1]
    return sp.Symbol(f"{field}_{letters}" if letters else field)


def right_sides(law: Law) -> list[sp.Expr]:
    """Right-hand sides as expressions in the symbols of ``jet``."""
    names = {name: sp.Symbol(name) for name in law.arguments}
    sides = [sp.sympify(text, locals=names) for text in law.right]
    for side in sides:
        extra = side.free_symbols - set(names.values())
        if extra or side.has(sp.Float):
            raise ValueError(f"{law.name}: {side} uses {extra} or inexact numbers")
    return sides


def step(law: Law) -> Index:
    """Index of the derivative on the left-hand side."""
    return (0, law.order) if law.kind == "ode" else (law.order, 0)


def total(expr: sp.Expr, axis: str, law: Law) -> sp.Expr:
    """Total derivative of an expression in jets, off the equation."""
    shift = (1, 0) if axis == "t" else (0, 1)
    result = sp.diff(expr, sp.Symbol(axis))
    for symbol in expr.free_symbols:
        field, _, letters = symbol.name.partition("_")
        if field in law.fields:
            index = (letters.count("t") + shift[0], letters.count("x") + shift[1])
            result += sp.diff(expr, symbol) * jet(field, index)
    return result


class OnEquation:
    """Total derivatives on the equation: jets that can be replaced by it are replaced."""

    def __init__(self, law: Law) -> None:
        self.law = law
        self.left = step(law)
        self.sides = dict(zip(law.fields, right_sides(law), strict=True))
        self.known: dict[tuple[str, Index], sp.Expr] = {}

    def value(self, field: str, index: Index) -> sp.Expr:
        """A derivative of a field, in coordinates of the equation."""
        if index[0] < self.left[0] or index[1] < self.left[1]:
            return jet(field, index)
        if index == self.left:
            return self.sides[field]
        if (field, index) not in self.known:
            axis = "x" if index[1] > self.left[1] else "t"
            below = (index[0] - (axis == "t"), index[1] - (axis == "x"))
            self.known[field, index] = self.derive(self.value(field, below), axis)
        return self.known[field, index]

    def derive(self, expr: sp.Expr, axis: str, times: int = 1) -> sp.Expr:
        """Total derivative along an axis."""
        for _ in range(times):
            result = sp.diff(expr, sp.Symbol(axis))
            for symbol in sorted(expr.free_symbols, key=str):
                field, _, letters = symbol.name.partition("_")
                if field in self.law.fields:
                    index = (letters.count("t") + (axis == "t"), letters.count("x") + (axis == "x"))
                    result += sp.diff(expr, symbol) * self.value(field, index)
            expr = result
        return expr


def prolonged(law: Law, generator: list[sp.Expr]) -> list[sp.Expr]:
    """What the prolonged vector field makes of left minus right side, on the equation."""
    axes = law.axes
    flow = dict(zip(axes, generator[: len(axes)], strict=True))
    known = {
        (field, (0, 0)): part
        for field, part in zip(law.fields, generator[len(axes) :], strict=True)
    }

    def component(field: str, index: Index) -> sp.Expr:
        if (field, index) not in known:
            axis = "x" if index[1] else "t"
            below = (index[0] - (axis == "t"), index[1] - (axis == "x"))
            part = total(component(field, below), axis, law)
            for other in axes:
                beyond = (below[0] + (other == "t"), below[1] + (other == "x"))
                part -= total(flow[other], axis, law) * jet(field, beyond)
            known[field, index] = part
        return known[field, index]

    on = OnEquation(law)
    results = []
    for field, side in on.sides.items():
        value = component(field, step(law))
        for symbol in side.free_symbols:
            name, _, letters = symbol.name.partition("_")
            moved = (
                flow[name]
                if name in flow
                else component(name, (letters.count("t"), letters.count("x")))
            )
            value -= sp.diff(side, symbol) * moved
        replace = {}
        for symbol in value.free_symbols:
            name, _, letters = symbol.name.partition("_")
            if name in law.fields:
                replace[symbol] = on.value(name, (letters.count("t"), letters.count("x")))
        results.append(value.xreplace(replace))
    return results


class Kernels:
    """Symbols in place of functions that are not rational, and points where they are known."""

    def __init__(self, law: Law) -> None:
        self.table: dict[sp.Expr, sp.Symbol] = {}
        self.roots: dict[sp.Expr, int] = {}
        sides = right_sides(law)
        for side in sides:
            for part in side.atoms(sp.exp):
                self.table[part] = sp.Symbol("K_exp")
            for part in side.atoms(sp.sin, sp.cos):
                angle = part.args[0]
                self.table[sp.sin(angle)] = sp.Symbol("K_sin")
                self.table[sp.cos(angle)] = sp.Symbol("K_cos")
            for part in side.atoms(sp.Pow):
                if part.exp.is_Rational and not part.exp.is_Integer:
                    self.roots[part.base] = int(part.exp.q)
        if len(self.table) + len(self.roots) > 2 or len(self.roots) > 1:
            raise ValueError(f"{law.name}: too many functions")

    def replace(self, expr: sp.Expr) -> sp.Expr:
        """The expression as a rational function of jets and kernel symbols."""
        expr = expr.xreplace(self.table)
        root = sp.Symbol("K_root")
        for base, power in self.roots.items():
            expr = expr.replace(
                lambda part, base=base: (
                    part.is_Pow and part.base == base and not part.exp.is_Integer
                ),
                lambda part, power=power: root ** int(part.exp * power),
            )
        if expr.has(sp.exp, sp.sin, sp.cos) or any(
            not part.exp.is_Integer for part in expr.atoms(sp.Pow)
        ):
            raise ValueError(f"left over: {expr}")
        return expr

    def vanishes(self, expr: sp.Expr) -> bool:
        """Whether the expression is zero identically."""
        top = sp.expand(sp.fraction(sp.together(self.replace(expr)))[0])
        for base, power in self.roots.items():
            root = sp.Symbol("K_root")
            top = sp.rem(top, root**power - base, root)
        sine, cosine = sp.Symbol("K_sin"), sp.Symbol("K_cos")
        if sine in self.table.values():
            top = sp.rem(top, sine**2 + cosine**2 - 1, sine)
        return sp.expand(top) == 0

    def point(self, symbols: list[sp.Symbol], rng: random.Random) -> dict[str, Fraction]:
        """Random rational values of all symbols, with the kernels on their curves."""

        def draw() -> Fraction:
            return Fraction(rng.choice([-1, 1]) * rng.randint(1, 12), rng.randint(1, 7))

        values = {symbol.name: draw() for symbol in symbols}
        half = draw()
        values["K_exp"] = draw()
        values["K_sin"] = 2 * half / (1 + half**2)
        values["K_cos"] = (1 - half**2) / (1 + half**2)
        for base, power in self.roots.items():
            names = sorted(symbol.name for symbol in base.free_symbols)
            if base.is_Symbol:
                values["K_root"] = abs(draw())
                values[names[0]] = values["K_root"] ** power
            elif len(names) == 2 and base == sum(sp.Symbol(name) ** 2 for name in names):
                values["K_root"] = abs(draw())
                values[names[0]] = values["K_root"] * values["K_sin"]
                values[names[1]] = values["K_root"] * values["K_cos"]
            elif len(names) == 1 and base == 1 + sp.Symbol(names[0]) ** 2:
                half = abs(half)
                values[names[0]] = (half - 1 / half) / 2
                values["K_root"] = (half + 1 / half) / 2
            else:
                raise ValueError(f"no points on the curve of {base}")
        return values


class ExactPrinter(PythonCodePrinter):
    """Python code in which fractions stay fractions."""

    def _print_Rational(self, expr: sp.Rational) -> str:
        return f"Fraction({expr.p}, {expr.q})"


def basis(law: Law) -> list[list[sp.Expr]]:
    """All vector fields with one monomial of at most the law's degree in one component."""
    symbols = [sp.Symbol(name) for name in law.axes + law.fields]
    monomials = [
        sp.Mul(*choice)
        for degree in range(law.degree + 1)
        for choice in itertools.combinations_with_replacement(symbols, degree)
    ]
    return [
        [monomial if place == index else sp.Integer(0) for place in range(len(symbols))]
        for index in range(len(symbols))
        for monomial in monomials
    ]


def condition(law: Law, field_parts: list[sp.Expr]) -> list[sp.Expr]:
    """The symmetry condition in evolutionary form: linearised equation at the characteristic."""
    on = OnEquation(law)
    flow = dict(zip(law.axes, field_parts, strict=False))
    main = "x" if law.kind == "ode" else "t"
    characteristic = {}
    for field, part in zip(law.fields, field_parts[len(law.axes) :], strict=True):
        for axis in law.axes:
            part -= flow[axis] * on.value(field, (1, 0) if axis == "t" else (0, 1))
        characteristic[field] = part
    derived: dict[tuple[str, Index], sp.Expr] = {}

    def moved(field: str, index: Index) -> sp.Expr:
        if index == (0, 0):
            return characteristic[field]
        if (field, index) not in derived:
            axis = "x" if index[1] else "t"
            below = (index[0] - (axis == "t"), index[1] - (axis == "x"))
            derived[field, index] = on.derive(moved(field, below), axis)
        return derived[field, index]

    results = []
    for field, side in on.sides.items():
        value = on.derive(characteristic[field], main, law.order)
        for symbol in side.free_symbols:
            name, _, letters = symbol.name.partition("_")
            if name in law.fields:
                index = (letters.count("t"), letters.count("x"))
                value -= sp.diff(side, symbol) * moved(name, index)
        results.append(value)
    return results


def null_space(law: Law, seed: int = 0) -> list[list[sp.Expr]]:
    """Basis of the null space of the condition at random rational points."""
    fields = basis(law)
    unknowns = sp.symbols(f"c:{len(fields)}")
    generic = [
        sp.Add(*(c * row[place] for c, row in zip(unknowns, fields, strict=True)))
        for place in range(len(fields[0]))
    ]
    kernels = Kernels(law)
    results = [kernels.replace(expr) for expr in condition(law, generic)]
    symbols = sorted(set().union(*(r.free_symbols for r in results)) - set(unknowns), key=str)
    evaluate = sp.lambdify(
        [*symbols, *unknowns],
        results,
        modules=[{"Fraction": Fraction}],
        printer=ExactPrinter({"fully_qualified_modules": False}),
        cse=True,
    )
    rng = random.Random(seed)  # noqa: S311
    rows = []
    units = [[Fraction(int(i == j)) for j in range(len(fields))] for i in range(len(fields))]
    for _ in range(len(fields) + 15):
        values = kernels.point(symbols, rng)
        here = [values[symbol.name] for symbol in symbols]
        columns = [evaluate(*here, *unit) for unit in units]
        rows += [list(row) for row in zip(*columns, strict=True)]
    matrix = DomainMatrix(
        [[QQ(Fraction(v).numerator, Fraction(v).denominator) for v in row] for row in rows],
        (len(rows), len(fields)),
        QQ,
    )
    found = matrix.nullspace().rref()[0].to_Matrix()
    return [
        [
            sp.Add(*(c * row[place] for c, row in zip(found.row(i), fields, strict=True)))
            for place in range(len(fields[0]))
        ]
        for i in range(found.rows)
    ]


def independent(law: Law) -> bool:
    """Whether the listed generators are independent polynomials of the stated degree."""
    symbols = [sp.Symbol(name) for name in law.axes + law.fields]
    rows = []
    for generator in parsed(law):
        polynomials = [sp.Poly(part, *symbols) for part in generator]
        if any(polynomial.total_degree() > law.degree for polynomial in polynomials):
            return False
        rows.append({(i, key): c for i, poly in enumerate(polynomials) for key, c in poly.terms()})
    keys = sorted(set().union(*rows)) if rows else []
    matrix = sp.Matrix([[row.get(key, 0) for key in keys] for row in rows])
    return not rows or matrix.rank() == len(rows)


def parsed(law: Law) -> list[list[sp.Expr]]:
    """The listed generators as expressions."""
    names = {name: sp.Symbol(name) for name in law.axes + law.fields}
    return [[sp.sympify(text, locals=names) for text in row] for row in law.generators]


def check(law: Law) -> list[str]:
    """What is wrong with a law; an empty list if nothing is."""
    faults = []
    kernels = Kernels(law)
    for row, generator in zip(law.generators, parsed(law), strict=True):
        if len(generator) != len(law.axes) + len(law.fields):
            faults.append(f"{row} has the wrong length")
        elif not all(kernels.vanishes(value) for value in prolonged(law, generator)):
            faults.append(f"{row} is not a symmetry")
    if not independent(law):
        faults.append("generators depend on each other or exceed the degree")
    size = len(null_space(law))
    if not size == law.dimension == len(law.generators):
        faults.append(f"null space {size}, stated {law.dimension}, listed {len(law.generators)}")
    return faults


def main(names: list[str]) -> int:
    """Check the named laws (or all) and print a line for each."""
    wrong = 0
    laws = [law for law in LAWS if not names or law.name in names]
    if len({law.name for law in LAWS}) != len(LAWS):
        print("names are not unique")
        wrong += 1
    for law in laws:
        start = time.process_time()
        faults = check(law)
        wrong += bool(faults)
        state = "; ".join(faults) or "ok"
        spent = time.process_time() - start
        print(
            f"{law.name:34s} degree {law.degree} dimension {law.dimension:2d} "
            f"{state} ({spent:.1f} s)",
            flush=True,
        )
    print(f"{len(laws)} laws, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
