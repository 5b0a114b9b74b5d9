"""Training that survives a kill: everything that its further course depends on, in one file."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.lr_scheduler import LRScheduler

from liesd.data.archive import Kind, read_archive, write_archive
from liesd.errors import FileFormatError

CHECKPOINT = Kind("liesd.Checkpoint", 1, "a checkpoint of liesd", "delete it to start anew")


def compute_fingerprint(settings: dict[str, Any], *tensors: Tensor) -> str:
    """Tells whether a checkpoint belongs to the same data and settings."""
    code = zlib.crc32(json.dumps(settings, sort_keys=True, default=str).encode())
    for tensor in tensors:
        code = zlib.crc32(np.ascontiguousarray(tensor.numpy()).data, code)
    return f"{code:08x}"


def save(
    path: str | Path,
    mark: str,
    module: nn.Module,
    optimizer: torch.optim.Optimizer,
    schedule: LRScheduler,
    state: dict[str, Any],
    best: dict[str, Tensor],
) -> None:
    """Write all that the further course depends on, and the best so far."""
    arrays: dict[str, Any] = {}
    for name, tensor in module.state_dict().items():
        arrays[f"model/{name}"] = tensor.cpu().numpy()
    for name, tensor in best.items():
        arrays[f"best/{name}"] = tensor.cpu().numpy()
    plain: dict[str, Any] = {}
    memory = optimizer.state_dict()
    for number, entries in memory["state"].items():
        for name, value in entries.items():
            if isinstance(value, Tensor):
                arrays[f"memory/{number}/{name}"] = value.cpu().numpy()
            else:
                plain[f"{number}/{name}"] = value
    groups = [
        {name: value for name, value in group.items() if name != "params"}
        for group in memory["param_groups"]
    ]
    header = {
        "mark": mark,
        "state": state,
        "plain": plain,
        "groups": groups,
        "schedule": schedule.state_dict(),
    }
    write_archive(path, CHECKPOINT, header, arrays)


def restore(
    path: str | Path,
    mark: str,
    module: nn.Module,
    optimizer: torch.optim.Optimizer,
    schedule: LRScheduler,
) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Put everything back; returns the counters and the best parameters so far."""
    header, arrays = read_archive(path, CHECKPOINT)
    if header.get("mark") != mark:
        raise FileFormatError(
            f"the checkpoint {path} belongs to other data or other settings: delete it to start "
            "anew, or give another path"
        )
    try:
        return _restore(header, arrays, module, optimizer, schedule)
    except Exception as error:  # a header that somebody wrote can hold anything
        raise FileFormatError(
            f"{path} is not {CHECKPOINT.noun} ({str(error)[:100]}): {CHECKPOINT.remedy}"
        ) from error


def _restore(
    header: dict[str, Any],
    arrays: dict[str, Any],
    module: nn.Module,
    optimizer: torch.optim.Optimizer,
    schedule: LRScheduler,
) -> tuple[dict[str, Any], dict[str, Tensor]]:
    parts: dict[str, dict[str, Tensor]] = {"model": {}, "best": {}, "memory": {}}
    for name, array in arrays.items():
        part, _, rest = name.partition("/")
        parts[part][rest] = torch.from_numpy(array)
    module.load_state_dict(parts["model"])
    memory: dict[int, dict[str, Any]] = {}
    for name, value in (*parts["memory"].items(), *header["plain"].items()):
        number, _, rest = name.partition("/")
        memory.setdefault(int(number), {})[rest] = value
    current = optimizer.state_dict()["param_groups"]
    groups = [
        {**new, **old, "params": new["params"]}
        for new, old in zip(current, header["groups"], strict=True)
    ]
    for group in groups:  # JSON knows no tuples
        for name, value in group.items():
            if isinstance(value, list) and name != "params":
                group[name] = tuple(value)
    optimizer.load_state_dict({"state": memory, "param_groups": groups})
    schedule.load_state_dict(header["schedule"])
    return header["state"], parts["best"]
