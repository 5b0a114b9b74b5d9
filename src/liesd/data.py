"""Sources of samples: arrays, memory maps, tensors, data loaders and streams, read in batches.

Every source can be read more than once, because the discovery first surveys the data (is it
finite, what does it span) and only then does the long work. A stream that can be read only once is
copied to a temporary file, so memory stays flat.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import torch
from torch import Tensor

from liesd.errors import DataError


class Samples:
    """Samples of one shape, in batches. Made by :func:`samples`."""

    def __init__(self, shape: tuple[int, ...], dtype: torch.dtype, count: int | None) -> None:
        self.shape, self.dtype, self.count = shape, dtype, count
        self.size = int(np.prod(shape))

    def batches(self, size: int, step: int = 1) -> Iterator[Tensor]:
        """Yield tensors of shape (at most ``size``, *shape), of every ``step``-th sample."""
        raise NotImplementedError


class _Array(Samples):
    """Anything with a shape that can be sliced: NumPy, memory maps, tensors, HDF5 and the like."""

    def __init__(self, array: Any, name: str) -> None:
        if len(array.shape) == 0:
            raise DataError(f"{name} is a single number; its first axis must count the samples")
        if array.shape[0] == 0:
            raise DataError(f"{name} is empty: it holds no samples")
        self.array = array
        first = _tensor(array[:1], name)
        super().__init__(tuple(array.shape[1:]), first.dtype, int(array.shape[0]))

    def batches(self, size: int, step: int = 1) -> Iterator[Tensor]:
        for start in range(0, len(self.array), size * step):
            yield _tensor(self.array[start : start + size * step : step], "")


class _Loader(Samples):
    """An iterable of batches that starts anew each time it is asked, such as a DataLoader."""

    def __init__(self, loader: Iterable[Any], name: str) -> None:
        self.loader, self.name = loader, name
        first = next((_first(batch, name) for batch in loader), None)
        if first is None:
            raise DataError(f"{name} is empty: it yields no batches")
        super().__init__(tuple(first.shape[1:]), first.dtype, None)

    def batches(self, size: int, step: int = 1) -> Iterator[Tensor]:
        start = 0
        for batch in self.loader:
            tensor = _first(batch, self.name)
            if tuple(tensor.shape[1:]) != self.shape:
                raise DataError(
                    f"the batches of {self.name} differ in shape: samples of {self.shape} first, "
                    f"of {tuple(tensor.shape[1:])} later"
                )
            yield from tensor[-start % step :: step].split(size)
            start += len(tensor)


def samples(x: Any, name: str = "x") -> Samples:
    """Turn whatever the user has into :class:`Samples`; refuses what holds no real numbers."""
    if hasattr(x, "to_numpy"):  # data frames
        x = x.to_numpy()
    if isinstance(x, list | tuple) and (not x or np.ndim(_peek(x[0])) < 2):
        x = _stack(x, name)
    if hasattr(x, "shape") and hasattr(x, "__getitem__"):
        return _Array(x, name)
    if not isinstance(x, Iterable) or isinstance(x, str | bytes | dict):
        raise DataError(
            f"{name} must be an array, a tensor, a DataLoader or an iterable of batches, "
            f"not {type(x).__name__}"
        )
    return _Array(_spool(x, name), name) if isinstance(x, Iterator) else _Loader(x, name)


def check_finite(batch: Tensor, start: int, name: str) -> None:
    """Refuse NaN and infinity, naming the first bad sample; ``start`` is the batch's place."""
    if torch.isfinite(batch.sum()):
        return
    bad = (~torch.isfinite(batch.reshape(len(batch), -1))).any(dim=1).nonzero()
    if len(bad):
        raise DataError(
            f"{name} holds NaN or infinity, first in sample {start + int(bad[0])}; "
            "drop or repair such samples before discovery"
        )


def _tensor(value: Any, name: str) -> Tensor:
    if not isinstance(value, Tensor):
        array = np.asarray(value)
        if array.dtype.kind == "f":
            kind = array.dtype if array.dtype.itemsize in (2, 4, 8) else np.dtype(np.float64)
            native = kind.newbyteorder("=")
            if array.dtype != native or not array.flags.writeable or not array.flags.c_contiguous:
                array = np.array(array, dtype=native, order="C")
        elif array.dtype.kind not in "iubc":
            raise DataError(f"{name} must hold numbers, not {array.dtype}")
        value = torch.from_numpy(array)
    if value.is_complex():
        raise DataError(f"{name} holds complex numbers: give real and imaginary parts as channels")
    if not value.is_floating_point():
        raise DataError(
            f"{name} holds {value.dtype} numbers, and only real ones can move continuously; "
            "convert it with .astype(float) if they are measurements"
        )
    return value.detach()


def _first(batch: Any, name: str) -> Tensor:
    """The inputs of a batch: the batch itself, or its first part when it comes with targets."""
    if isinstance(batch, tuple | list) and len(batch):
        batch = batch[0]
    tensor = _tensor(batch, name)
    if tensor.ndim == 0:
        raise DataError(f"{name} yields single numbers; each batch's first axis must count samples")
    return tensor


def _peek(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and value else value


def _stack(x: Any, name: str) -> Any:
    try:
        if len(x) and all(isinstance(row, Tensor) for row in x):
            return torch.stack(tuple(x))
        return np.asarray(x)
    except (ValueError, RuntimeError) as error:
        raise DataError(f"{name} is not a regular array: {error}") from None


def _spool(stream: Iterable[Any], name: str) -> np.ndarray:
    """Copy a stream that can be read only once into a temporary file, mapped into memory."""
    count, first = 0, None
    with tempfile.TemporaryFile() as file:  # the map keeps it alive; it has no name to clean up
        for batch in stream:
            tensor = _first(batch, name).cpu()
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
