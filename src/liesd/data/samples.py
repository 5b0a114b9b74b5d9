"""Sources of samples: arrays, files, tensors, data loaders and streams, read in batches.

Every source can be read more than once, because the discovery first surveys the data (is it
finite, what does it span) and only then starts the long computation. A stream that can be read only
once is copied to a temporary file, so memory stays flat.

A source that knows how many samples it has can be cut into parts and put into random order; that is
all that samples at random and many machines need.
"""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.data import limits
from liesd.data.arrays import make_portable, open_array
from liesd.data.packages import need
from liesd.errors import DataError


class Samples:
    """Samples of one shape, in batches. Made by :func:`open_samples`."""

    def __init__(self, shape: tuple[int, ...], dtype: torch.dtype, count: int | None) -> None:
        self.shape, self.dtype, self.count = shape, dtype, count
        self.size = int(np.prod(shape))

    def batches(self, size: int, step: int = 1, first: int = 0) -> Iterator[Tensor]:
        """Yield tensors (at most ``size``, *shape), of every ``step``-th sample from ``first``."""
        raise NotImplementedError

    @property
    def block(self) -> int:
        """The number of neighbours that are best read together."""
        return 1

    @property
    def draw(self) -> int:
        """The number of neighbours drawn together; small, so that draws come from many places."""
        return self.block

    def part(self, start: int, stop: int) -> Samples:
        """Give the samples from ``start`` to ``stop``, which are not read yet."""
        raise self._explain_order()

    def shuffled(self, order: Order) -> Samples:
        """Give the same samples in another order."""
        raise self._explain_order()

    def portable(self) -> Any:
        """Give what to send to another process, for :func:`open_samples` to take there."""
        raise self._explain_order()

    def _explain_order(self) -> DataError:
        return DataError(
            "a stream of batches can only be read from its beginning to its end; for samples= and "
            "client= give an array or a file, such as one of liesd.open_array"
        )


class Order:
    """A random order of ``count`` samples that keeps blocks of neighbours together.

    The number of blocks is bounded, so it takes little memory however many samples there are.
    """

    def __init__(self, count: int, block: int, seed: int) -> None:
        self.block = max(1, min(block, count), count // limits.LIMITS.shuffled_blocks)
        self.whole = count - count % self.block  # what does not fill a block stays at the end
        self._blocks = np.random.default_rng(seed).permutation(self.whole // self.block)

    def __call__(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Tell which samples stand at the given places."""
        inside = np.minimum(places, max(self.whole - 1, 0))
        found = self._blocks[inside // self.block] * self.block + inside % self.block
        return np.where(places < self.whole, found, places)


class _Array(Samples):
    """Anything with a shape that can be sliced: NumPy, memory maps, tensors, HDF5 and the like."""

    def __init__(self, array: Any, name: str) -> None:
        if len(array.shape) == 0:
            raise DataError(f"{name} is a single number; its first axis must count the samples")
        if array.shape[0] == 0:
            raise DataError(f"{name} is empty: it holds no samples")
        self.array = array
        self.start, self.order = 0, None
        first = _to_tensor(array if _is_sparse(array) else array[:1], name)
        super().__init__(tuple(array.shape[1:]), first.dtype, int(array.shape[0]))

    start: int
    order: Order | None
    count: int

    def batches(self, size: int, step: int = 1, first: int = 0) -> Iterator[Tensor]:
        for start in range(first, self.count, size * step):
            stop = min(start + size * step, self.count)
            yield self._read(range(self.start + start, self.start + stop, step))

    def _read(self, places: range) -> Tensor:
        if self.order is None:
            return _to_tensor(self.array[places.start : places.stop : places.step], "")
        index = self.order(np.arange(places.start, places.stop, places.step))
        if isinstance(self.array, np.ndarray | Tensor):
            return _to_tensor(self.array[index], "")
        rising = np.sort(index)  # files are read forwards, neighbours together
        runs = np.split(rising, np.flatnonzero(np.diff(rising) != 1) + 1)
        found = torch.cat([_to_tensor(self.array[run[0] : run[-1] + 1], "") for run in runs])
        return found[np.searchsorted(rising, index)]

    @property
    def block(self) -> int:
        chunks = getattr(self.array, "chunks", None)
        if not chunks or self.order is not None:
            return 1
        return int(np.max(chunks[0]))  # one number, or those of each chunk

    @property
    def draw(self) -> int:
        return (
            self.block if hasattr(self.array, "dask") else min(self.block, limits.LIMITS.drawn_rows)
        )

    def part(self, start: int, stop: int) -> Samples:
        part = copy.copy(self)
        part.start, part.count = self.start + start, min(stop, self.count) - start
        return part

    def shuffled(self, order: Order) -> Samples:
        other = copy.copy(self)
        other.order = order
        return other

    def portable(self) -> Any:
        sent = copy.copy(self)
        sent.array = make_portable(self.array)
        if not isinstance(sent.array, np.ndarray | Tensor) and not hasattr(sent.array, "dask"):
            return sent
        stop = self.start + self.count  # an array itself: only what is needed of it
        if self.order is None:
            return self.array[self.start : stop]
        index = self.order(np.arange(self.start, stop))
        if isinstance(self.array, np.ndarray | Tensor):
            return self.array[index]
        rising = np.sort(index)
        take = need("dask", "distributed").delayed(np.take)
        return take(self.array[rising], np.searchsorted(rising, index), 0)


class _Loader(Samples):
    """An iterable of batches that can be read repeatedly, such as a DataLoader."""

    def __init__(self, loader: Iterable[Any], name: str) -> None:
        self.loader, self.name = loader, name
        first = next((_take_inputs(batch, name) for batch in loader), None)
        if first is None:
            raise DataError(f"{name} is empty: it yields no batches")
        super().__init__(tuple(first.shape[1:]), first.dtype, None)

    def batches(self, size: int, step: int = 1, first: int = 0) -> Iterator[Tensor]:
        start = -first
        for batch in self.loader:
            tensor = _take_inputs(batch, self.name)
            if tuple(tensor.shape[1:]) != self.shape:
                raise DataError(
                    f"the batches of {self.name} differ in shape: samples of {self.shape} first, "
                    f"of {tuple(tensor.shape[1:])} later"
                )
            wanted = tensor[-start % step :: step]
            if len(wanted):
                yield from wanted.split(size)
            start += len(tensor)


def open_samples(x: Any, name: str = "x") -> Samples:
    """Turn whatever the user has into :class:`Samples`; refuses what holds no real numbers."""
    if isinstance(x, Samples):
        return x
    if isinstance(x, str | PathLike):
        x = open_array(x)
    if isinstance(x, np.ma.MaskedArray) and np.ma.is_masked(x):
        raise DataError(f"{name} is a masked array: drop or fill the samples that are masked")
    if hasattr(x, "to_dask_array"):  # data frames of Dask
        x = x.to_dask_array(lengths=True)
    if hasattr(x, "to_numpy"):  # data frames
        x = x.to_numpy()
    if isinstance(x, list | tuple) and (not x or np.ndim(_open_tuple(x[0])) < 2):
        x = _stack_rows(x, name)
    if hasattr(x, "shape") and hasattr(x, "__getitem__"):
        return _Array(x, name)
    if isinstance(x, Mapping):  # also an open HDF5 file, or a group of it
        raise DataError(
            f"{name} holds several things by name ({', '.join(map(str, list(x)[:5]))}): give one"
        )
    if not isinstance(x, Iterable) or isinstance(x, bytes):
        raise DataError(
            f"{name} must be an array, a tensor, a file, a DataLoader or an iterable of batches, "
            f"not {type(x).__name__}"
        )
    return _Array(_copy_stream(x, name), name) if isinstance(x, Iterator) else _Loader(x, name)


def check_finite(batch: Tensor, start: int | None, name: str) -> None:
    """Refuse NaN and infinity, naming the first bad sample; ``start`` is the batch's place."""
    if torch.isfinite(batch.sum()):
        return
    bad = (~torch.isfinite(batch.reshape(len(batch), -1))).any(dim=1).nonzero()
    if len(bad):
        raise DataError(
            f"{name} holds NaN or infinity"
            + (f", first in sample {start + int(bad[0])}" if start is not None else "")
            + "; drop or repair such samples before discovery"
        )


def _to_tensor(value: Any, name: str) -> Tensor:
    if not isinstance(value, Tensor):
        array = np.asarray(value)
        if array.dtype.kind == "f":
            kind = array.dtype if array.dtype.itemsize in (2, 4, 8) else np.dtype(np.float64)
            native = kind.newbyteorder("=")
            flags, backwards = array.flags, any(stride < 0 for stride in array.strides)
            if array.dtype != native or not flags.writeable or not flags.c_contiguous or backwards:
                array = np.array(array, dtype=native, order="C")
        elif array.dtype.kind not in "iubc":
            raise DataError(f"{name} must hold numbers, not {array.dtype}")
        value = torch.from_numpy(array)
    if value.layout is not torch.strided or value.device.type == "meta":
        raise DataError(
            f"{name} is a tensor of layout {value.layout} on {value.device}: give a dense one that "
            "holds numbers, as x.to_dense()"
        )
    if value.is_complex():
        raise DataError(f"{name} holds complex numbers: give real and imaginary parts as channels")
    if not value.is_floating_point():
        raise DataError(
            f"{name} holds {value.dtype} numbers, and only real ones can move continuously; "
            "convert it with .astype(float) if they are measurements"
        )
    return value.detach()


def _is_sparse(array: Any) -> bool:
    return isinstance(array, Tensor) and array.layout is not torch.strided


def _take_inputs(batch: Any, name: str) -> Tensor:
    """Take the inputs of a batch: the batch itself, or its first part beside targets."""
    if isinstance(batch, tuple | list) and len(batch):
        batch = batch[0]
    tensor = _to_tensor(batch, name)
    if tensor.ndim == 0:
        raise DataError(f"{name} yields single numbers; each batch's first axis must count samples")
    return tensor


def _open_tuple(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and value else value


def _stack_rows(x: Any, name: str) -> Any:
    try:
        if len(x) and all(isinstance(row, Tensor) for row in x):
            return torch.stack(tuple(x))
        return np.asarray(x)
    except (ValueError, RuntimeError) as error:
        raise DataError(f"{name} is not a regular array: {error}") from None


def _copy_stream(stream: Iterable[Any], name: str) -> np.ndarray:
    """Copy a stream that can be read only once into a temporary file, mapped into memory."""
    count, first = 0, None
    with tempfile.TemporaryFile() as file:  # the map keeps it alive; it has no name to clean up
        for batch in stream:
            tensor = _take_inputs(batch, name).cpu()
            if tensor.dtype == torch.bfloat16:  # unknown to NumPy
                tensor = tensor.float()
            if first is None:
                first = tensor
            if tensor.shape[1:] != first.shape[1:]:
                raise DataError(
                    f"the batches of {name} differ in shape: samples of {tuple(first.shape[1:])} "
                    f"first, of {tuple(tensor.shape[1:])} later"
                )
            file.write(tensor.to(first.dtype).contiguous().numpy().tobytes())
            count += len(tensor)
        if first is None or count == 0:
            raise DataError(f"{name} is empty: it yields no samples")
        file.flush()
        dtype = first[:0].numpy().dtype
        return np.memmap(file, dtype=dtype, mode="r", shape=(count, *first.shape[1:]))
