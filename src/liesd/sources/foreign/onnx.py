"""Models in ONNX files, run by onnxruntime; derivatives by differences."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any, Self

import numpy as np
import torch

from liesd.data.files import check_file, read_path
from liesd.data.packages import need
from liesd.errors import DataError, FileFormatError, FunctionError
from liesd.sources.foreign.base import Array, register_framework
from liesd.sources.foreign.differences import Differences

ENDING = ".onnx"
KINDS = {"tensor(float)": torch.float32, "tensor(double)": torch.float64}


@register_framework
class OnnxModel(Differences):
    """An ONNX model with one input: its first output that holds real numbers."""

    is_trained = True

    def __init__(self, session: Any, path: Path | None = None) -> None:
        inputs, outputs = session.get_inputs(), session.get_outputs()
        title = "the ONNX session" if path is None else path.name
        if len(inputs) != 1:
            raise FunctionError(
                f"{title} has {len(inputs)} inputs ({', '.join(one.name for one in inputs)}), but "
                "one is needed, with all numbers of a sample"
            )
        if inputs[0].type not in KINDS:
            raise FunctionError(
                f"{title} takes {inputs[0].type}, and only real numbers can move continuously"
            )
        real = [one.name for one in outputs if one.type in KINDS]
        if not real:
            raise FunctionError(
                f"{title} gives {', '.join(one.type for one in outputs)}, none of which has "
                "derivatives: export probabilities as a tensor (zipmap=False), or numbers"
            )
        super().__init__(title, KINDS[inputs[0].type])
        self.session, self.path = session, path
        self.input, self.output = inputs[0], real[0]

    @classmethod
    def accepts(cls, f: Any) -> bool:
        if isinstance(f, str | PathLike):
            return str(f).lower().endswith(ENDING)
        return type(f).__module__.partition(".")[0] == "onnxruntime" and hasattr(f, "get_inputs")

    @classmethod
    def wrap(cls, f: Any) -> Self:
        return cls.load(f) if isinstance(f, str | PathLike) else cls(f)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Read a file."""
        where = read_path("f", path)
        check_file(where, "export the model again")
        return cls(_open(where), where)

    def __reduce__(self) -> tuple[Any, ...]:
        """Send the model as the name of its file, which workers must reach."""
        if self.path is None:
            raise TypeError("a session of onnxruntime stays where it is: give the .onnx file")
        return OnnxModel.load, (str(self.path.absolute()),)

    def evaluate(self, x: Array) -> Array:
        """The values; one sample at a time where the model was exported for one."""
        kind = np.float32 if self.precision.dtype == torch.float32 else np.float64
        batch, shape = self._shape(x)
        rows = np.ascontiguousarray(x.reshape(shape), dtype=kind)
        parts = [rows] if batch is None else [rows[k : k + batch] for k in range(0, len(x), batch)]
        if batch is not None and len(parts[-1]) < batch:
            fill = np.repeat(parts[-1][-1:], batch - len(parts[-1]), axis=0)
            parts[-1] = np.concatenate([parts[-1], fill])
        try:
            made = [self.session.run([self.output], {self.input.name: part})[0] for part in parts]
        except Exception as error:  # whatever the runtime raises
            said = " ".join(str(error).split())[:200]
            raise FunctionError(
                f"{self.__qualname__} refuses a batch of shape {rows.shape} ({said}): export it "
                "with a dynamic batch size, and give inputs of its size"
            ) from error
        return np.concatenate(made)[: len(x)]

    def _shape(self, x: Array) -> tuple[int | None, tuple[int, ...]]:
        """The batch size that the model is bound to, if it is, and the shape that it takes."""
        wanted = list(self.input.shape or [])
        size = int(np.prod(x.shape[1:]))
        if not wanted:
            return None, x.shape
        inner = wanted[1:]
        if all(isinstance(one, int) for one in inner):
            if int(np.prod(inner)) != size:
                raise DataError(
                    f"{self.__qualname__} takes samples of shape {tuple(inner)}, but a sample of x "
                    f"has {size} numbers"
                )
            shape: tuple[int, ...] = (len(x), *inner)
        else:
            shape = (len(x), size) if len(inner) == 1 else x.shape
        return wanted[0] if isinstance(wanted[0], int) else None, shape


def _open(path: Path) -> Any:
    runtime = need("onnxruntime", "onnx", "reading ONNX models")
    options = runtime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = torch.get_num_threads()
    try:
        return runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # whatever the runtime raises on damaged files
        said = " ".join(str(error).split())[:120]
        raise FileFormatError(
            f"{path} is no ONNX model that onnxruntime can read ({said}): export or download it "
            "again"
        ) from error
