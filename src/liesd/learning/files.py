"""A learned model as one file: arrays and a JSON header in a zip, no pickle."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

import torch
from torch import Tensor

from liesd.data.archive import Kind, read_archive, write_archive
from liesd.errors import FileFormatError
from liesd.learning.model import LearnedModel

MODEL = Kind("liesd.LearnedModel", 1, "a model saved by liesd", "save the model again")


def save_model(model: LearnedModel, path: str | Path | IO[bytes]) -> None:
    """Write a model; the file appears whole or not at all."""
    arrays = {name: tensor.cpu().numpy() for name, tensor in model.state_dict().items()}
    write_archive(path, MODEL, _describe(model), arrays)


def load_model(path: str | Path | IO[bytes]) -> LearnedModel:
    """Read a model that :meth:`LearnedModel.save` wrote."""
    header, arrays = read_archive(path, MODEL)
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
