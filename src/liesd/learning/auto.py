"""Which learner to take: the one with the least error on held-out samples, if it is feasible."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from liesd.learning.data import Data
from liesd.learning.kernel.fit import fit_kernel
from liesd.learning.lift import Lift
from liesd.learning.model import LearnedModel
from liesd.learning.network.model import NetworkModel, fit_network

GOOD = 0.01  # a kernel with so small an error needs no rival
FAIR = 0.03  # ... nor one with this, if all of it seems to be noise
CLEARLY = 0.95  # a network must be better by this factor: its derivatives have fewer digits
WIDEST = 64  # inputs beyond which distances tell a kernel little


def fit_auto(
    data: Data,
    seed: int = 0,
    progress: bool | None = None,
    checkpoint: str | Path | None = None,
    *,
    kernel: Mapping[str, Any] | None = None,
    network: Mapping[str, Any] | None = None,
) -> LearnedModel:
    """The kernel where it does well, else whichever of kernel and networks does better.

    There are two networks: one sees the inputs, the other their products too. ``kernel`` and
    ``network`` are settings for either.
    """

    def trained(products: bool = False) -> NetworkModel:
        path = f"{checkpoint}.products" if products and checkpoint else checkpoint
        settings = {"products": products, **(network or {})}
        return fit_network(data, seed, progress, path, **settings)

    n = data.x.shape[1]
    if data.task != "regression":
        return _because(trained(), "classes are for the network")
    if n > WIDEST:
        return _because(trained(), f"{n} inputs are too many for a kernel")
    smooth = fit_kernel(data, seed, progress, **(kernel or {}))
    k = smooth.heldout_error
    if k <= GOOD:
        return _because(smooth, f"the kernel's held-out error, {k:.1e}, is at most {GOOD}")
    if k <= FAIR and smooth.report.get("saturated"):
        return _because(smooth, f"the rest, {k:.2g}, seems to be noise: more data changes nothing")
    rival = trained()
    e = rival.heldout_error
    errors = f"held-out errors: kernel {k:.3g}, network {e:.3g}"
    affordable = Lift(torch.ones(n), True).affordable(len(data.train))
    if affordable and "products" not in (network or {}) and not rival.report["interrupted"]:
        other = trained(products=True)
        errors += f", network of products {other.heldout_error:.3g}"
        if other.heldout_error < e:
            rival, e = other, other.heldout_error
    if e < CLEARLY * k:
        return _because(rival, f"{errors}; the network is clearly better")
    return _because(smooth, f"{errors}; the network is not clearly better")


def _because(model: LearnedModel, why: str) -> LearnedModel:
    model.report = {**model.report, "chosen": f"{model.report['learner']}: {why}"}
    return model
