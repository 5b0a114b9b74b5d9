"""Many machines: every reduction as a Dask graph.

Each partition of the samples becomes a state on its worker, and states merge in a tree. Dask does
the rest: it schedules, retries, and computes again what was lost with a worker. The borders of the
partitions depend on the data alone, so the number of workers changes nothing.
"""

from __future__ import annotations

import contextlib
import copy
import ctypes
import functools
import os
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import torch

from liesd.data.packages import need
from liesd.data.samples import samples
from liesd.equations.batches import Batches
from liesd.equations.reduce import Engine, Reduction, State
from liesd.errors import DataError

PARTITIONS = 64  # as many, at most, of a source that has no chunks of its own
FEWEST = 4  # a partition has so many batches at least: a state costs something to send
ROWS = 4  # ... and so many equations for each unknown: what is sent is a square of them
FAN_IN = 4  # states that merge at a time
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, KEPT_BYTES = -1, -3, 1 << 30  # as glibc numbers them


def engine_for(client: Any, *columns: Any) -> Engine:
    """One process, or Dask where a client is given or some of the data is a Dask array."""
    if client is None and not any(hasattr(column, "dask") for column in columns):
        return Engine()
    return Cluster(client)


class Cluster(Engine):
    """A Dask client, or whatever scheduler Dask would use by itself."""

    def __init__(self, client: Any) -> None:
        if client is not None and not callable(getattr(client, "compute", None)):
            raise DataError(
                f"client must be a dask.distributed.Client, not {type(client).__name__}: "
                "Client(address) or Client(cluster) makes one"
            )
        self.client = client

    def __call__(self, reduction: Reduction[State], batches: Batches) -> State:
        delayed = need("dask", "distributed").delayed
        if batches.source.samples.count is None:
            batches.part(0, 0)  # says what can be done instead
        # As tasks, not as data: what a lost worker held is made again. Large ones are sent once.
        task, empty = delayed(_same)(reduction), delayed(_same)(_empty(batches))
        states = []
        for start, stop in borders(batches):
            part = batches.part(start, stop)
            columns = [column.portable() for column in part.source.columns]
            extra = {name: column.portable() for name, column in part.extra.items()}
            states.append(delayed(_run, pure=False)(task, empty, columns, extra, part.start))
        while len(states) > 1:
            groups = (states[k : k + FAN_IN] for k in range(0, len(states), FAN_IN))
            states = [delayed(_merge, pure=False)(task, group) for group in groups]
        with warnings.catch_warnings():  # an array in memory has no other way to the workers
            warnings.filterwarnings("ignore", message="Sending large graph")
            if self.client is None:
                return states[0].compute()
            return self.client.compute(states[0]).result()


def borders(batches: Batches) -> list[tuple[int, int]]:
    """Where partitions begin and end: at those of the source's chunks, none too small."""
    count = batches.count
    block = max(column.block for column in batches.source.columns)
    spec = batches.source.spec
    size = max(
        -(-count // PARTITIONS),
        FEWEST * batches.batch_size,
        ROWS * spec.size // spec.output.dim,
        1,
    )
    # whole chunks or, where there are none, whole batches: the same ones as in one process
    block = block if block > 1 else batches.batch_size
    size = -(-size // block) * block
    return [(start, min(start + size, count)) for start in range(0, count, size)]


def _empty(batches: Batches) -> Batches:
    """Everything but the samples."""
    nothing = [None] * len(batches.source.columns)
    return replace(batches, source=batches.source.over(nothing), extra={}, progress=False)


def _same(value: Any) -> Any:
    return value


def _run(
    reduction: Reduction[State],
    empty: Batches,
    columns: Sequence[Any],
    extra: dict[str, Any],
    start: int,
) -> State:
    """On a worker: the state of one partition."""
    _keep_memory()
    batches = replace(
        empty,
        source=empty.source.over([samples(column) for column in columns]),
        extra={name: samples(column) for name, column in extra.items()},
        start=start,
    )
    with torch.inference_mode(False):
        state = reduction.start()
        reduction.add(state, batches)
    return state


@functools.cache
def _keep_memory() -> None:
    """Let a worker keep the memory of its batches for the next ones.

    Dask has workers give all memory back at once, so that every large tensor is a trip to the
    kernel and back, which doubles the time. What is kept is what one batch needs.
    """
    if "MALLOC_TRIM_THRESHOLD_" not in os.environ:
        return
    with contextlib.suppress(OSError, AttributeError):  # another C library has no such switch
        mallopt = ctypes.CDLL(None).mallopt
        for threshold in (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD):
            mallopt(threshold, KEPT_BYTES)


def _merge(reduction: Reduction[State], states: Sequence[State]) -> State:
    first, *rest = states
    whole = copy.deepcopy(first)  # what a task was given must stay as it is: it may run again
    for state in rest:
        reduction.merge(whole, state)
    return whole
