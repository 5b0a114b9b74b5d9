"""Send functions to other processes, as state rather than code where possible.

A model of :func:`liesd.learn` travels as the file that it would be saved to, TorchScript as its own
archive. Any other module travels as its tensors and the names of its classes, which must be known
where it arrives; a lambda is sent whole.
"""

from __future__ import annotations

import io
import pickle
from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import torch

from liesd.data.packages import need
from liesd.errors import FunctionError


class Carrier(ABC):
    """A way to send a function."""

    @staticmethod
    @abstractmethod
    def takes(f: Any) -> bool:
        """Tell whether it can carry a function."""

    @staticmethod
    @abstractmethod
    def pack(f: Any) -> bytes:
        """The function as bytes."""

    @staticmethod
    @abstractmethod
    def unpack(content: bytes, device: str) -> Any:
        """The function again, on a device."""


class Packed(NamedTuple):
    """A function as bytes, and its carrier: a class, which is sent by name."""

    carrier: type[Carrier]
    content: bytes
    device: str


CARRIERS: list[type[Carrier]] = []
"""All carriers; the last one registered is asked first."""


def register_carrier(carrier: type[Carrier]) -> type[Carrier]:
    """Add a carrier; a class decorator."""
    CARRIERS.append(carrier)
    return carrier


def pack(f: Any) -> Packed:
    """Pack the function, as state where possible."""
    if isinstance(f, Packed):
        return f
    carrier = next(one for one in reversed(CARRIERS) if one.takes(f))
    return Packed(carrier, carrier.pack(f), _find_device(f))


def unpack(f: Any) -> Any:
    """Unpack the function."""
    return f.carrier.unpack(f.content, f.device) if isinstance(f, Packed) else f


@register_carrier
class Code(Carrier):
    """Whatever Python knows how to send: its tensors, and the names or the code of the rest."""

    @staticmethod
    def takes(f: Any) -> bool:
        return True

    @staticmethod
    def pack(f: Any) -> bytes:
        return _send(f)

    @staticmethod
    def unpack(content: bytes, device: str) -> Any:
        return _receive(content)


@register_carrier
class Script(Carrier):
    """TorchScript as its own archive."""

    @staticmethod
    def takes(f: Any) -> bool:
        return isinstance(f, torch.jit.ScriptModule)

    @staticmethod
    def pack(f: Any) -> bytes:
        buffer = io.BytesIO()
        torch.jit.save(f, buffer)
        return buffer.getvalue()

    @staticmethod
    def unpack(content: bytes, device: str) -> Any:
        return torch.jit.load(io.BytesIO(content), map_location=device)


def _send(f: Any) -> bytes:
    """Serialise the function to bytes, so that only the receiver must understand it."""
    try:
        return bytes(need("cloudpickle", "distributed").dumps(f))
    except (TypeError, AttributeError, ValueError, RuntimeError, pickle.PicklingError) as error:
        raise FunctionError(
            f"f cannot be sent to other processes ({error}): give a module, TorchScript, or a "
            "function that holds no open files, locks or connections"
        ) from error


def _receive(content: bytes) -> Any:
    try:
        return pickle.loads(content)  # noqa: S301
    except ImportError as error:
        raise FunctionError(
            f"the workers cannot import what f needs ({error}): install it there, send it with "
            "client.upload_file, or give the model as TorchScript"
        ) from error


def _find_device(f: Any) -> str:
    if not isinstance(f, torch.nn.Module):
        return ""
    first = next(iter([*f.parameters(), *f.buffers()]), None)
    return "cpu" if first is None else str(first.device)
