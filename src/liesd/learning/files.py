"""A learned model as one file: arrays and a JSON header in a zip, no pickle."""

from __future__ import annotations

import json
import zipfile
import zlib
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.data.archive import atomic_write
from liesd.errors import FileFormatError
from liesd.learning.model import LearnedModel

FORMAT, VERSION = "liesd.LearnedModel", 1


def save_model(model: LearnedModel, path: str | Path | IO[bytes]) -> None:
    """Write a model; the file appears whole or not at all."""
    arrays = {name: tensor.cpu().numpy() for name, tensor in model.state_dict().items()}
    write(path, FORMAT, _describe(model), arrays)


def load_model(path: str | Path | IO[bytes]) -> LearnedModel:
    """Read a model that :meth:`LearnedModel.save` wrote."""
    header, arrays = read(path, FORMAT, "a model saved by liesd")
    try:
        tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
        model = _build(header, tensors)
        model.load_state_dict(tensors)
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise FileFormatError(f"{path} is not a model saved by liesd") from error
    return model


def _describe(model: LearnedModel) -> dict[str, Any]:
    """Everything but the arrays, replicas included."""
    return {
        "kind": model.kind,
        "config": model.config(),
        "x_shape": model.x_shape,
        "y_shape": model.y_shape,
        "heldout_error": model.heldout_error,
        "report": model.report,
        "replicas": [
            _describe(replica) for replica in model.replicas if isinstance(replica, LearnedModel)
        ],
    }


def _build(facts: dict[str, Any], tensors: dict[str, Tensor]) -> LearnedModel:
    from liesd.learning.kernel.model import KernelModel
    from liesd.learning.network.model import NetworkModel

    kinds: dict[str, type[LearnedModel]] = {k.kind: k for k in (KernelModel, NetworkModel)}
    config = {**facts["config"], "x_shape": facts["x_shape"], "y_shape": facts["y_shape"]}
    model = kinds[facts["kind"]].build(config, tensors)
    model.heldout_x, model.heldout_y = tensors["heldout_x"], tensors["heldout_y"]
    model.heldout_error, model.report = float(facts["heldout_error"]), facts["report"]
    for k, replica in enumerate(facts["replicas"]):
        mine = f"replicas.{k}."
        own = {n.removeprefix(mine): t for n, t in tensors.items() if n.startswith(mine)}
        model.replicas.append(_build(replica, own))
    return model


def write(
    path: str | Path | IO[bytes], kind: str, header: dict[str, Any], arrays: dict[str, Any]
) -> None:
    """Arrays and a header of plain values, under a name that says what they are."""
    text = json.dumps({"format": kind, "version": VERSION, **header})
    named = {f"array_{name}": array for name, array in arrays.items()}
    with atomic_write(path) if isinstance(path, str | Path) else nullcontext(path) as file:
        np.savez(file, header=np.array(text), allow_pickle=False, **named)


def read(
    path: str | Path | IO[bytes], kind: str, what: str
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The header and the arrays of a file that :func:`write` made."""
    try:
        with (
            Path(path).open("rb") if isinstance(path, str | Path) else nullcontext(path) as file,
            np.load(file, allow_pickle=False) as archive,
        ):
            header = json.loads(str(archive["header"]))
            arrays = {
                name.removeprefix("array_"): archive[name]
                for name in archive.files
                if name != "header"
            }
        if header["format"] != kind:
            raise KeyError(kind)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, KeyError, TypeError) as error:
        raise FileFormatError(f"{path} is not {what}, or is damaged") from error
    if header["version"] > VERSION:
        raise FileFormatError(
            f"{path} was written by a newer version of liesd (format {header['version']}, this one "
            f"reads up to {VERSION}): upgrade liesd to read it"
        )
    return header, arrays
