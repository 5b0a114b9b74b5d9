"""Keep a network from changing along given fields, so that it has the symmetries they generate.

The fields may depend on the network: it then chooses itself which symmetries it has, but not how
many. Whether that costs it anything on held-out samples tells whether the law has as many.
"""

from __future__ import annotations

import copy

import torch
from torch import Tensor

from liesd.learning import limits
from liesd.learning.network.model import NetworkModel
from liesd.sources.fitted import Choose


class Still:
    """The penalty on changes along fields, which follow the network as it learns."""

    def __init__(self, choose: Choose, seed: int) -> None:
        self.choose = choose
        self.random = torch.Generator().manual_seed(seed)

    def follow(self, model: NetworkModel) -> None:
        """Choose the fields for a network as it is now."""
        fields = self.choose(copy.deepcopy(model).double().eval())
        self.tangents = (fields / model.x_scale.double().cpu()).to(model.x_scale)
        self.step = limits.LIMITS.still_step / float(self.tangents.square().mean().sqrt())

    def move(self, z: Tensor, rows: Tensor) -> Tensor:
        """Move scaled inputs by a small step along a random combination of the fields."""
        mix = torch.randn(len(self.tangents), generator=self.random).to(z)
        return z + self.step * torch.einsum("d,dbn->bn", mix, self.tangents[:, rows])

    def penalise(self, model: NetworkModel, out: Tensor, moved: Tensor) -> Tensor:
        """The mean squared change of the outputs per unit of time."""
        change = (model.link(moved) - model.link(out)) / self.step
        return limits.LIMITS.still_strength * change.square().sum(dim=1).mean()
