"""Whatever a user has is read in batches, again and again, in flat memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.utils.data import DataLoader, TensorDataset

import liesd
from liesd.data.samples import open_samples

X = np.random.default_rng(0).normal(size=(300, 3))


def found(x: object) -> np.ndarray:
    return liesd.discover(
        lambda x: x[:, 0] ** 2 + x[:, 1] * x[:, 2], x, "x[3] -> 1"
    ).singular_values


def stream() -> Iterator[np.ndarray]:
    yield from np.array_split(X, 7)


def test_every_kind_of_source_gives_the_same(tmp_path: Path) -> None:
    expected = found(X)
    np.save(tmp_path / "x.npy", X)
    tensor = torch.from_numpy(X)
    dataset = TensorDataset(tensor, torch.arange(300))
    sources = {
        "tensor": tensor,
        "needs grad": tensor.clone().requires_grad_(True),
        "nested list": X.tolist(),
        "list of rows": list(X),
        "list of tensors": list(tensor),
        "memory map": np.load(tmp_path / "x.npy", mmap_mode="r"),
        "fortran order": np.asfortranarray(X),
        "big endian": X.astype(">f8"),
        "long double": X.astype(np.longdouble),
        "data loader with targets": DataLoader(dataset, batch_size=32),
        "list of batches": np.array_split(X, 5),
        "list of batches with targets": [(part, 0) for part in np.array_split(X, 5)],
        "generator": stream(),
        "generator with targets": ((part, 1) for part in stream()),
        "read only": np.frombuffer(X.tobytes()).reshape(X.shape),
    }
    for name, source in sources.items():
        assert np.allclose(found(source), expected, rtol=1e-10), name


def test_data_frames() -> None:
    class Frame:
        """The one thing that is asked of a data frame."""

        def to_numpy(self) -> np.ndarray:
            return X

    assert np.allclose(found(Frame()), found(X))


def test_a_half_precision_stream_is_spooled() -> None:
    source = open_samples(torch.from_numpy(part).bfloat16() for part in np.array_split(X, 3))
    assert source.count == 300
    assert source.dtype == torch.float32


def test_steps_skip_evenly_whatever_the_batches() -> None:
    for source in (X, np.array_split(X, 11)):
        got = torch.cat(list(open_samples(source).batches(10, 7))).numpy()
        assert np.array_equal(got, X[::7])


BAD = {
    "complex": (X + 1j, "complex"),
    "integers": (np.ones((9, 3), dtype=int), "convert it with .astype"),
    "booleans": (np.ones((9, 3), dtype=bool), "bool"),
    "texts": (np.array([["a", "b", "c"]]), "must hold numbers"),
    "objects": (np.array([[None, 1, 2]]), "must hold numbers"),
    "empty array": (np.zeros((0, 3)), "no samples"),
    "empty list": ([], "no samples"),
    "a number": (np.float64(3.0), "single number"),
    "not data": (object(), "must be an array"),
    "a text": ("x.npy", "no file x.npy"),
    "a dictionary": ({"x": X}, "by name .x.: give one"),
    "no batches": ((part for part in ()), "yields no samples"),
    "no batches in a list-like": (iter([]), "yields no samples"),
    "ragged rows": ([[1.0, 2.0], [1.0]], "not a regular array"),
    "ragged tensors": ([torch.ones(2), torch.ones(3)], "not a regular array"),
    "batches of numbers": ((np.float64(1) for _ in range(3)), "single numbers"),
    "wrong size": (np.ones((9, 4)), r"4 numbers.*x\[3\], has 3"),
    "wrong shape": (np.ones((9, 2, 2)), r"4 numbers \(shape \(2, 2\)\)"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_data_is_refused_with_the_reason(name: str) -> None:
    x, words = BAD[name]
    with pytest.raises(liesd.DataError, match=words):
        found(x)


def test_batches_that_differ_in_shape() -> None:
    parts = [np.ones((5, 3)), np.ones((5, 4))]
    for source in (parts, iter(parts)):
        with pytest.raises(liesd.DataError, match="differ in shape"):
            found(source)


class Nothing:
    def __iter__(self) -> Iterator[np.ndarray]:
        return iter(())


def test_a_loader_without_batches() -> None:
    with pytest.raises(liesd.DataError, match="yields no batches"):
        found(Nothing())


def test_nan_and_infinity_name_the_first_bad_sample() -> None:
    for value in (np.nan, np.inf, -np.inf):
        x = X.copy()
        x[[217, 260], 1] = value
        for source in (x, np.array_split(x, 4)):
            with pytest.raises(liesd.DataError, match="x holds NaN or infinity.*sample 217"):
                found(source)


def test_large_finite_numbers_are_no_infinity() -> None:
    big = np.full((40, 3), 3e38, dtype=np.float32) * np.random.default_rng(0).uniform(
        0.5, 1, (40, 3)
    )
    f = lambda x: x[:, 0] / 2 - x[:, 1] / 2 + x[:, 2] / 4
    assert np.isfinite(liesd.discover(f, big.astype(np.float32), "x[3] -> 1").singular_values).all()


@pytest.mark.parametrize("size", [1, 8, 32])
def test_loaders_with_small_batches(size: int) -> None:
    x = torch.randn(1000, 3, dtype=torch.float64)
    loader = DataLoader(TensorDataset(x), batch_size=size)
    f = lambda x: x.square().sum(dim=1)
    found, whole = (liesd.discover(f, data, "x[3] -> 1") for data in (loader, x))
    assert np.allclose(found.singular_values, whole.singular_values, atol=1e-12)


def test_arrays_backwards_and_masked() -> None:
    x = np.random.default_rng(0).normal(size=(500, 3))
    f = lambda x: x.square().sum(dim=1)
    assert liesd.discover(f, x[::-1], "x[3] -> 1").dimension == 3
    with pytest.raises(liesd.DataError, match="masked array: drop or fill"):
        liesd.discover(f, np.ma.masked_array(x, x > 2), "x[3] -> 1")


def test_a_target_that_is_not_finite() -> None:
    x = torch.randn(500, 3, dtype=torch.float64)
    y = x.square().sum(dim=1)
    y[77] = float("nan")
    with pytest.raises(liesd.DataError, match="y holds NaN or infinity, first in sample 77"):
        liesd.discover(lambda x: x.square().sum(dim=1), x, "x[3] -> 1", y=y)


def test_samples_without_weight() -> None:
    weight = np.zeros(5000)
    weight[:5] = 1.0
    x = torch.randn(5000, 3, dtype=torch.float64)
    for some in (50, "auto"):
        with pytest.raises(liesd.DataError, match="have weight zero"):
            liesd.discover(
                lambda x: x.norm(dim=1), x, "x[3] -> 1", samples=some, sample_weight=weight
            )
