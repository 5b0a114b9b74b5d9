"""Functions that travel to other processes, as state and not as code where that can be.

A model of :func:`liesd.learn` travels as the file that it would be saved to, TorchScript as its own
archive. Any other module travels as its tensors and the names of its classes, which must be known
where it arrives; a lambda is sent whole.
"""

from __future__ import annotations

import io
from typing import Any, NamedTuple

import torch


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
        from liesd.learning.storage import save_model

        save_model(f, buffer)
        return Packed("learned", buffer.getvalue(), _device(f))
    if isinstance(f, torch.jit.ScriptModule):
        torch.jit.save(f, buffer)
        return Packed("script", buffer.getvalue(), _device(f))
    return f


def unpack(f: Any) -> Any:
    """The function that was packed."""
    if not isinstance(f, Packed):
        return f
    buffer = io.BytesIO(f.content)
    if f.kind == "script":
        return torch.jit.load(buffer, map_location=f.device)
    from liesd.learning.storage import load_model

    return load_model(buffer).to(f.device).eval()


def _device(module: torch.nn.Module) -> str:
    first = next(iter([*module.parameters(), *module.buffers()]), None)
    return "cpu" if first is None else str(first.device)
