"""Four thousand jets that come with the library, for tests and examples.

They are the jets of ``liesd data top-tagging --jets 4000 --seed 1``, compressed: momenta are
rounded to 16 binary digits, a relative 1e-5, and energies follow from them and from the masses of
stable particles. ``python benchmarks/jets.py --sample`` reproduces them.
"""

from __future__ import annotations

import json
from importlib.resources import files as resources
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from liesd.errors import DataError
from liesd.experiments.jets.files import Jets
from liesd.experiments.jets.ragged import pack, unpack

JETS, SEED = 4000, 1  # Of the sample that comes with the library.
FILE = "sample.npz"
# photon, electron, muon, pion, charged and neutral kaon, proton, neutron
MASSES = np.array([0.0, 0.000511, 0.10566, 0.13957, 0.49368, 0.49761, 0.93827, 0.93957])


def sample(jets: int | None = None, constituents: int = 20) -> Jets:
    """Read the jets that come with the library, like :func:`liesd.experiments.jets.read`.

    >>> p, label = sample()
    >>> p.shape, int(label.sum())
    ((4000, 20, 4), 2000)
    """
    if constituents < 1:
        raise DataError(f"constituents must be at least 1, not {constituents}")
    if jets is not None and not 1 <= jets <= JETS:
        raise DataError(
            f"the sample holds {JETS:,} jets, not {jets:,}: make more with `liesd data top-tagging`"
        )
    with resources(__package__).joinpath(FILE).open("rb") as file, np.load(file) as archive:
        momenta, mass = _join_bytes(archive["bits"]), MASSES[archive["kind"]]
        counts, label = archive["counts"].astype(np.int64), archive["label"].astype(np.int64)
    energy = np.sqrt(np.square(momenta, dtype=np.float64).sum(axis=1) + mass**2)
    p = unpack(np.column_stack([energy, momenta]), counts, constituents)
    return p[:jets], label[:jets]


def write(file: IO[bytes], p: NDArray[np.float32], label: NDArray[Any], facts: Any) -> None:
    """Store jets (N, 200, 4) compactly."""
    flat, counts = pack(p)
    bits, kind = _split_bytes(flat[:, 1:]), _find_kinds(flat.astype(np.float64))
    px, py, _ = _join_bytes(bits).T.astype(np.float64)
    # by falling pT in each jet, as it is after the rounding
    order = np.lexsort((-np.hypot(px, py), np.repeat(np.arange(len(counts)), counts)))
    np.savez_compressed(
        file,
        bits=bits[..., order],
        kind=kind[order],
        counts=counts.astype(np.int16),
        label=label.astype(np.int8),
        facts=np.array(json.dumps(facts)),
    )


def _split_bytes(momenta: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Split (n, 3) float32 into bytes without the lowest, (3 bytes, 3, n), for compression."""
    whole = np.ascontiguousarray(momenta.T, np.dtype("<f4")).view("<u4") + np.uint32(0x80)
    return np.stack([(whole >> shift & 0xFF).astype(np.uint8) for shift in (8, 16, 24)])


def _join_bytes(bits: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Join bytes to (n, 3) float32."""
    low, middle, high = bits.astype(np.uint32)
    return np.asarray((low << 8 | middle << 16 | high << 24).view(np.float32).T)


def _find_kinds(flat: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Find the known mass that is nearest to that of each particle (E, px, py, pz)."""
    square = flat[:, 0] ** 2 - np.square(flat[:, 1:]).sum(axis=1)
    return np.abs(square[:, None] - MASSES**2).argmin(axis=1).astype(np.uint8)
