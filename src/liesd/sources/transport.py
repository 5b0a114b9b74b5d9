"""Functions that travel to other processes, as state and not as code where that can be.

A model of :func:`liesd.learn` travels as the file that it would be saved to, TorchScript as its own
archive. Any other module travels as its tensors and the names of its classes, which must be known
where it arrives; a lambda is sent whole.
"""

from __future__ import annotations

import io
import pickle
from typing import Any, NamedTuple

import torch

from liesd.data.packages import need
from liesd.errors import FunctionError


class Packed(NamedTuple):
    """A function as bytes, and what reads them."""

    kind: str
    content: bytes
    device: str


def pack(f: Any) -> Any:
    """The function as state; itself where only Python knows how to send it."""
    from liesd.learning.model import LearnedModel

    buffer = io.BytesIO()
    if isinstance(f, LearnedModel):
        from liesd.learning.files import save_model

        save_model(f, buffer)
        return Packed("learned", buffer.getvalue(), _device(f))
    if isinstance(f, torch.jit.ScriptModule):
        torch.jit.save(f, buffer)
        return Packed("script", buffer.getvalue(), _device(f))
    return f if isinstance(f, Packed) else Packed("code", _sent(f), "")


def unpack(f: Any) -> Any:
    """The function that was packed."""
    if not isinstance(f, Packed):
        return f
    buffer = io.BytesIO(f.content)
    if f.kind == "code":
        return _received(f.content)
    if f.kind == "script":
        return torch.jit.load(buffer, map_location=f.device)
    from liesd.learning.files import load_model

    return load_model(buffer).to(f.device).eval()


def _sent(f: Any) -> bytes:
    """What Python knows of the function; bytes, so that only who needs it must understand it."""
    try:
        return bytes(need("cloudpickle", "distributed").dumps(f))
    except (TypeError, AttributeError, ValueError, RuntimeError, pickle.PicklingError) as error:
        raise FunctionError(
            f"f cannot be sent to other processes ({error}): give a module, TorchScript, or a "
            "function that holds no open files, locks or connections"
        ) from error


def _received(content: bytes) -> Any:
    try:
        return pickle.loads(content)  # noqa: S301
    except ImportError as error:
        raise FunctionError(
            f"the workers cannot import what f needs ({error}): install it there, send it with "
            "client.upload_file, or give the model as TorchScript"
        ) from error


def _device(module: torch.nn.Module) -> str:
    first = next(iter([*module.parameters(), *module.buffers()]), None)
    return "cpu" if first is None else str(first.device)
