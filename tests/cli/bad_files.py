"""Files that are wrong in one way each, in the folder of a test."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pyarrow
import pyarrow.parquet
import torch

import liesd
from tests.cli.conftest import table
from tests.cli.test_discover import model

SPEC = "q[2]+p[2] -> y[2]"
X = np.random.default_rng(0).normal(size=(60, 3))


def text(name: str, *lines: str) -> str:
    Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return name


def rows(name: str = "data.csv", **cells: str) -> str:
    """A good CSV file, but for the cells ``row_column``."""
    lines = [[f"{value:.6g}" for value in row] for row in table(40)]
    for place, cell in cells.items():
        row, column = map(int, place.removeprefix("at_").split("_"))
        lines[row][column] = cell
    return text(name, "q1,q2,p1,p2,u,v", *(",".join(line) for line in lines))


def header(names: str) -> str:
    return text("data.csv", names, *(",".join(map(str, row)) for row in table(40)))


def npz(**arrays: object) -> str:
    np.savez("data.npz", **arrays)
    return "data.npz"


def npy(array: np.ndarray, name: str = "x.npy") -> str:
    np.save(name, array, allow_pickle=True)
    return name


def cut(name: str, share: float = 0.6) -> str:
    whole = Path(name).read_bytes()
    Path(name).write_bytes(whole[: int(len(whole) * share)])
    return name


def raw(name: str, content: bytes) -> str:
    Path(name).write_bytes(content)
    return name


def parquet(**columns: list[object]) -> str:
    pyarrow.parquet.write_table(pyarrow.table(columns), "data.parquet")
    return "data.parquet"


def hdf5(**sets: np.ndarray) -> str:
    with h5py.File("data.h5", "w") as file:
        for name, array in sets.items():
            file[name] = array
    return "data.h5"


def pickled(legacy: bool = False) -> str:
    torch.save(torch.nn.Linear(3, 1), "net.pt", _use_new_zipfile_serialization=not legacy)
    return "net.pt"


def script(inputs: int = 3, outputs: int = 1) -> str:
    torch.jit.script(torch.nn.Linear(inputs, outputs)).save("net.pt")
    return "net.pt"


def smuggler() -> str:
    """An exported program with a pickle put into it."""
    path = model(Path("model.pt2"))
    with zipfile.ZipFile(path, "a") as archive:
        root = archive.namelist()[0].partition("/")[0]
        archive.writestr(f"{root}/data/constants/opaque_obj_0", b"\x80\x04.")
    return str(path)


def saved() -> str:
    x = torch.randn(50, 3, dtype=torch.float64)
    liesd.discover(lambda x: x.norm(dim=1), x, "x[3] -> 1").save("d.liesd")
    return "d.liesd"


def elsewhere(name: str, target: str) -> str:
    Path(name).symlink_to(target)
    return name


def contents(folder: Path) -> dict[Path, bytes | None]:
    files = [path for path in folder.rglob("*") if path.is_symlink() or path.is_file()]
    return {path: None if path.is_symlink() else path.read_bytes() for path in files}


def d(*arguments: object) -> list[object]:
    return ["discover", *arguments]


def with_model(file: Callable[[], str], spec: str = "x[3] -> 1") -> Callable[[], list[object]]:
    return lambda: d(npy(X), spec, "--model", file())


TURN = '{"x": [[0, -1], [1, 0]]}'
# what is done; the problem that the line must name; the remedy that it must give; the exit code
