"""How many threads to compute on: one core is left to others, whatever the load is.

Threads that work together wait for the slowest. Where another process takes the core of one of
them, all of them wait, and most libraries wait by spinning. The number must not follow the load
though: the last bits of a sum depend on it, and the same seed shall give the same bits.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import torch
from threadpoolctl import threadpool_limits

SETTINGS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
_QUOTA = Path("/sys/fs/cgroup/cpu.max")


def choose_threads(current: int, cores: int, quota: float | None) -> int:
    """Choose a number of threads: all cores but one, and never more than torch uses already.

    ``current`` is what torch uses, ``cores`` what this process may run on, ``quota`` what a
    container is granted.

    >>> choose_threads(2, 2, None), choose_threads(8, 8, None), choose_threads(8, 8, 4.0)
    (1, 7, 3)
    """
    granted = cores if quota is None else min(cores, math.floor(quota))
    return max(1, min(current, granted - 1))


@contextmanager
def sharing_cores() -> Iterator[None]:
    """Leave a core to others, and compute the small matrices of NumPy and SciPy on one thread.

    Nothing is changed where the user set a number of threads in the environment. What torch and
    the others used before is restored afterwards.
    """
    if is_set(os.environ):
        yield
        return
    before = torch.get_num_threads()
    with threadpool_limits(1, user_api="blas"):
        torch.set_num_threads(choose_threads(before, _count_cores(), _read_quota()))
        try:
            yield
        finally:
            torch.set_num_threads(before)


def is_set(environment: Mapping[str, str]) -> bool:
    """Whether the user decided on a number of threads."""
    return any(environment.get(name) for name in SETTINGS)


def _count_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _read_quota() -> float | None:
    """The cores that a container is granted; None if they are not limited."""
    with suppress(OSError, ValueError):
        granted, period = _QUOTA.read_text().split()
        return None if granted == "max" else int(granted) / int(period)
    return None
