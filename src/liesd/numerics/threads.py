"""How many threads to compute on: no more than the machine has to give.

Threads that work together wait for the slowest. Where another process takes one of two cores, a
second thread makes everything slower, not faster.
"""

from __future__ import annotations

import math
import os
import statistics
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import torch

from liesd.numerics import limits

SETTINGS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")
_QUOTA = Path("/sys/fs/cgroup/cpu.max")
_RUNNING = Path("/proc/loadavg")


def choose_threads(
    current: int, cores: int, busy: float, quota: float | None, environment: Mapping[str, str]
) -> int:
    """Choose a number of threads; never more than torch uses already.

    ``current`` is what torch uses, ``cores`` what this process may run on, ``busy`` how many of
    them others keep busy, ``quota`` what a container is granted. What the user set in the
    environment stays.

    >>> choose_threads(2, 2, 1.0, None, {}), choose_threads(2, 2, 0.0, None, {})
    (1, 2)
    """
    if any(environment.get(name) for name in SETTINGS):
        return current
    granted = cores if quota is None else min(cores, math.floor(quota))
    return max(1, min(current, granted, cores - round(busy)))


@contextmanager
def sharing_cores() -> Iterator[None]:
    """Compute on as many threads as there are free cores; the number is restored afterwards."""
    before = torch.get_num_threads()
    chosen = choose_threads(before, _count_cores(), _count_busy(), _read_quota(), os.environ)
    if chosen == before:
        yield
        return
    torch.set_num_threads(chosen)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _count_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _count_busy() -> float:
    """How many threads of others run right now, by the median of a few looks.

    The load average would not do: it lags behind by a minute, and counts this process itself.
    """
    with suppress(OSError, ValueError, IndexError):
        looks = []
        for _ in range(limits.LIMITS.load_looks):
            looks.append(int(_RUNNING.read_text().split()[3].partition("/")[0]) - 1)
            time.sleep(limits.LIMITS.load_seconds)
        return max(0.0, statistics.median(looks))
    return 0.0  # not known here


def _read_quota() -> float | None:
    """The cores that a container is granted; None if they are not limited."""
    with suppress(OSError, ValueError):
        granted, period = _QUOTA.read_text().split()
        return None if granted == "max" else int(granted) / int(period)
    return None
