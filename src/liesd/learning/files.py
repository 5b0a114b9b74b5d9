"""A learned model as one file: arrays and a JSON header in a zip, no pickle."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO, Any

import torch
from torch import Tensor

from liesd.data.archive import read_archive
from liesd.errors import FileFormatError
from liesd.learning import limits
from liesd.learning.base import KINDS, LEARNERS
from liesd.learning.model import MODEL, LearnedModel
from liesd.sources.fitted import KEPT, REBUILDERS
from liesd.sources.transport import Carrier, register_carrier


def load_model(path: str | Path | IO[bytes]) -> LearnedModel:
    """Read a model that :meth:`LearnedModel.save` wrote."""
    header, arrays = read_archive(path, MODEL)
    try:
        tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
    except TypeError as error:
        raise FileFormatError(f"{path} is not {MODEL.noun} ({error}): {MODEL.remedy}") from error
    return build_model(header, tensors, str(path))


def build_model(
    header: dict[str, Any], tensors: dict[str, Tensor], where: str = ""
) -> LearnedModel:
    """Build a model from what :meth:`LearnedModel.describe` says and from its arrays."""
    foreign = f"{where} is not a model saved by liesd"
    try:
        kind, learner = str(header["kind"]), str(header["learner"]["name"])
    except (KeyError, TypeError) as error:
        raise FileFormatError(foreign) from error
    if kind not in KINDS or learner not in LEARNERS:
        raise FileFormatError(
            f"{where} holds a model of kind {kind!r} by the learner {learner!r}, which are not "
            "registered here: import the module that registers them first"
        )
    try:
        model = _build(header, tensors)
        model.load_state_dict(tensors)
        model.seal()
        _try_out(model)
    except Exception as error:  # a header that somebody wrote can hold anything
        raise FileFormatError(f"{foreign} ({str(error)[:100]}): {MODEL.remedy}") from error
    return model


def _try_out(model: LearnedModel) -> None:
    """Call a model once, so that arrays that do not fit are noticed now."""
    kinds = {tensor.dtype for tensor in model.state_dict().values() if tensor.is_floating_point()}
    if any(tensor.is_complex() for tensor in model.state_dict().values()) or len(kinds) > 1:
        raise ValueError("its numbers are of several kinds")
    if not isinstance(model.report, dict):
        raise ValueError("its report cannot be")
    for one in (model, *model.replicas):
        x = one.heldout_x[: limits.LIMITS.tried_samples].reshape(-1, *one.x_shape)
        if len(x):
            with torch.no_grad():
                one(x)
            one.sample_weight(x.numpy())


def register_reader() -> None:
    """Let learned models be found and rebuilt wherever their header is, as in TorchScript."""
    REBUILDERS[MODEL.format] = build_model


@register_carrier
class ModelFile(Carrier):
    """Sends a learned model as the file that it would be saved to."""

    @staticmethod
    def takes(f: Any) -> bool:
        return isinstance(f, LearnedModel)

    @staticmethod
    def pack(f: Any) -> bytes:
        buffer = io.BytesIO()
        f.save(buffer)
        return buffer.getvalue()

    @staticmethod
    def unpack(content: bytes, device: str) -> LearnedModel:
        return load_model(io.BytesIO(content)).to(device).eval()


def _build(header: dict[str, Any], tensors: dict[str, Tensor]) -> LearnedModel:
    shapes = {"x_shape": tuple(header["x_shape"]), "y_shape": tuple(header["y_shape"])}
    model: LearnedModel = KINDS[header["kind"]].build({**header["config"], **shapes}, tensors)
    model.learner = LEARNERS[header["learner"]["name"]].parse(header["learner"]["settings"])
    for name in KEPT:
        setattr(model, name, tensors[name])
    model.heldout_error, model.report = float(header["heldout_error"]), header["report"]
    model.interrupted = bool(header["interrupted"])
    for k, replica in enumerate(header["replicas"]):
        mine = f"replicas.{k}."
        own = {n.removeprefix(mine): t for n, t in tensors.items() if n.startswith(mine)}
        model.replicas.append(_build(replica, own))
    return model
