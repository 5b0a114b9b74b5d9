"""Requirements of a spec: samples, memory and time, known before any computation.

>>> print(requirements("x[100] -> 1").summary())
x[100] -> 1 has 10,000 unknown numbers: at least 10,000 samples, better 100,000, and 5.7 GiB
"""

from __future__ import annotations

import logging
import math
import time
from dataclasses import dataclass
from functools import cache

import psutil
import torch

from liesd.equations import limits
from liesd.equations.outer import count_operations, find_outer
from liesd.errors import ResourceError
from liesd.numerics import limits as numerics_limits
from liesd.spec import Spec
from liesd.spec.sparsity import arrange

log = logging.getLogger("liesd")
HELP = (
    "let channels share an unknown (k*x[n]), name the factors of a tensor (a[n]*b[m]), or leave "
    "unknowns out (a whole number k for coordinates that do not move)"
)


@dataclass(frozen=True)
class Requirements:
    """The resources that finding the symmetries of a spec requires."""

    spec: Spec
    unknowns: int
    samples: int
    """The smallest number that determines all unknowns; ten times as many are better."""
    memory: int
    """Peak memory in bytes, whatever the number of samples."""
    fixed_operations: float
    """Floating-point operations that do not depend on the number of samples."""

    @property
    def sample_operations(self) -> float:
        """Floating-point operations per sample, besides its derivatives."""
        written_out = find_outer(self.spec) is None
        return arrange(self.spec).operations if written_out else count_operations(self.spec)

    def seconds(self, samples: int | None = None) -> float:
        """The time of the linear algebra on this machine, at its present speed."""
        count = 10 * self.samples if samples is None else samples
        return (self.fixed_operations + count * self.sample_operations) / measure_rate()

    def summary(self) -> str:
        """Unknowns, samples and memory in a sentence."""
        return (
            f"{self.spec} has {self.unknowns:,} unknown numbers: at least {self.samples:,} "
            f"samples, better {10 * self.samples:,}, and {self.memory / 2**30:.1f} GiB"
        )

    def __str__(self) -> str:
        time = max(self.seconds(), 1.0)
        span = f"{time / 60:.0f} minutes" if time >= 120 else f"{time:.0f} seconds"
        return f"{self.summary()}; besides the derivatives about {span} for so many"

    def check(self, samples: int | None) -> None:
        """Refuse a spec that does not fit into memory; announce one that will take long."""
        available = psutil.virtual_memory().available
        if self.memory > available:
            raise ResourceError(
                f"{self.spec} has {self.unknowns:,} unknown numbers and would need about "
                f"{self.memory / 2**30:,.1f} GiB of memory, but {available / 2**30:,.1f} GiB are "
                f"free; {HELP}"
            )
        if (
            self.unknowns >= numerics_limits.LIMITS.large
            and self.seconds(samples) > limits.LIMITS.long_seconds
        ):
            log.info("%s", self)


def requirements(spec: str | Spec) -> Requirements:
    """Estimate what a spec needs: samples, memory, and the operations of the linear algebra."""
    spec = Spec.parse(spec)
    p, n, m = spec.size, spec.input.dim, spec.output.dim
    # R, the scale, both in balanced units, their quotient and its square; up to `large`
    # unknowns also all directions.
    matrices = 7 if p > numerics_limits.LIMITS.large else 9
    rows = 3 * 8 * numerics_limits.LIMITS.wide_rows * p
    memory = 8 * (matrices * p**2 + 6 * (n**2 + m**2) + 4 * m * (p + n)) + rows + (1 << 26)
    return Requirements(
        spec=spec,
        unknowns=p,
        samples=math.ceil(p / m),
        memory=memory,
        fixed_operations=(12.0 if p > numerics_limits.LIMITS.large else 60.0) * p**3,
    )


@cache
def measure_rate() -> float:
    """Measure the operations per second of a QR factorisation, on the threads that torch uses."""
    matrix = torch.randn((1536, 512), dtype=torch.float64)
    best = math.inf
    for _ in range(3):
        start = time.perf_counter()
        torch.linalg.qr(matrix, mode="r")
        best = min(best, time.perf_counter() - start)
    rows, columns = matrix.shape
    return (2 * rows * columns**2 - 2 / 3 * columns**3) / best
