"""Many machines: every reduction as a Dask graph.

Each partition of the samples becomes a state on its worker, and states merge in a tree. Dask does
the rest: it schedules, retries, and recomputes what was lost with a worker. The partitions depend
on the data alone, so the number of workers does not change the answer.
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
from liesd.data.samples import open_samples
from liesd.equations import limits
from liesd.equations.batches import Batches, Weights
from liesd.equations.reduce import Engine, Reduction, State
from liesd.errors import DataError
from liesd.progress import read_progress

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # the numbers of these options in glibc's mallopt


def choose_engine(client: Any, *columns: Any) -> Engine:
    """Choose Dask where a client is given or a column is a Dask array, else one process."""
    if client is None and not any(hasattr(column, "dask") for column in columns):
        return Engine()
    return Cluster(client)


class Cluster(Engine):
    """A Dask client, or the scheduler that Dask uses by default."""

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
            batches.part(0, 0)  # raises an error that names the alternative
        # As tasks, not as data: what a lost worker held is recomputed. Large ones are sent once.
        task, empty = delayed(_identity)(reduction), delayed(_identity)(_strip_samples(batches))
        states = []
        for start, stop in split_partitions(batches):
            part = batches.part(start, stop)
            columns = [column.portable() for column in part.source.columns]
            extra = {name: column.portable() for name, column in part.extra.items()}
            states.append(delayed(_run, pure=False)(task, empty, columns, extra, part.start))
        while len(states) > 1:
            groups = (
                states[k : k + limits.LIMITS.fan_in]
                for k in range(0, len(states), limits.LIMITS.fan_in)
            )
            states = [delayed(_merge, pure=False)(task, group) for group in groups]
        title = f"{reduction.title or 'reading'}, with Dask"
        with warnings.catch_warnings(), read_progress(batches.progress).stage(title):
            # An array in memory has no other way to the workers.
            warnings.filterwarnings("ignore", message="Sending large graph")
            if self.client is None:
                return states[0].compute()
            return self.client.compute(states[0]).result()


def split_partitions(batches: Batches) -> list[tuple[int, int]]:
    """Split samples into partitions (start, stop) of whole chunks, none of them too small."""
    count = batches.count
    block = max(column.block for column in batches.source.columns)
    spec = batches.source.spec
    size = max(
        -(-count // limits.LIMITS.partitions),
        limits.LIMITS.partition_batches * batches.batch_size,
        limits.LIMITS.partition_equations * spec.size // spec.output.dim,
        1,
    )
    # whole chunks or, where there are none, whole batches: the same ones as in one process
    block = block if block > 1 else batches.batch_size
    size = -(-size // block) * block
    return [(start, min(start + size, count)) for start in range(0, count, size)]


def _strip_samples(batches: Batches) -> Batches:
    """Copy everything but the samples."""
    nothing = [None] * len(batches.source.columns)
    source = batches.source.over(nothing)
    return replace(batches, source=source, extra={}, progress=False, known=Weights())


def _identity(value: Any) -> Any:
    return value


def _run(
    reduction: Reduction[State],
    empty: Batches,
    columns: Sequence[Any],
    extra: dict[str, Any],
    start: int,
) -> State:
    """Compute the state of one partition, on a worker."""
    _keep_memory()
    batches = replace(
        empty,
        source=empty.source.over([open_samples(column) for column in columns]),
        extra={name: open_samples(column) for name, column in extra.items()},
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
    kernel and back, which doubles the time. Only the memory of one batch is kept.
    """
    if "MALLOC_TRIM_THRESHOLD_" not in os.environ:
        return
    with contextlib.suppress(OSError, AttributeError):  # another C library has no such switch
        mallopt = ctypes.CDLL(None).mallopt
        for threshold in (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD):
            mallopt(threshold, limits.LIMITS.worker_bytes)


def _merge(reduction: Reduction[State], states: Sequence[State]) -> State:
    first, *rest = states
    whole = copy.deepcopy(first)  # what a task was given must stay as it is: it may run again
    for state in rest:
        reduction.merge(whole, state)
    return whole
