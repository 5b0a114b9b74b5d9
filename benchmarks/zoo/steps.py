"""Short-time flows of ordinary differential equations, as functions of where one starts."""

from __future__ import annotations

from collections.abc import Callable

from torch import Tensor

from benchmarks.zoo.case import Function


def flow(field: Callable[[Tensor], Tensor], time: float, steps: int = 4) -> Function:
    """Where x' = field(x) leads after some time, by Runge and Kutta's method of order 4.

    The method itself commutes with every linear map that the field commutes with, so the
    symmetries are exact whatever the step.
    """
    h = time / steps

    def function(x: Tensor) -> Tensor:
        for _ in range(steps):
            a = field(x)
            b = field(x + h / 2 * a)
            c = field(x + h / 2 * b)
            d = field(x + h * c)
            x = x + h / 6 * (a + 2 * b + 2 * c + d)
        return x

    return function
