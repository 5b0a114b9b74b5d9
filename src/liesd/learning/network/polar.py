"""Lengths and directions of channels, of which angles, ratios and powers are made.

The cosine of an angle, a ratio of two lengths or a power of one is smooth in them, while a network
of the inputs themselves bends it: it then seems to change with the scale of its inputs.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from liesd.learning import limits
from liesd.learning.data import Data
from liesd.learning.lift import Lift
from liesd.spec.action import group_channels


class Polar(nn.Module):
    """Scaled inputs z, the logarithm of the length of each channel, its direction, and products.

    ``size`` is the root mean square of z. A channel much shorter than others has no direction.
    """

    members: Tensor

    def __init__(self, inputs: int, channels: list[list[int]], size: float) -> None:
        super().__init__()
        self.size = size
        members = torch.zeros(inputs, len(channels))
        for k, channel in enumerate(channels):
            members[channel, k] = 1.0
        self.register_buffer("members", members, persistent=False)
        self.features = count_features(inputs, len(channels))

    def forward(self, z: Tensor) -> Tensor:
        """(N, inputs) -> (N, features)."""
        squares = z.square() @ (self.members / self.members.sum(dim=0)) / self.size**2
        lengths = (squares + limits.LIMITS.shortest**2).sqrt()
        alone = 1 - self.members.sum(dim=1)
        directions = z * ((1 / lengths) @ self.members.T + alone)
        lifted = Lift(torch.ones_like(z[0]), True)(directions)
        return torch.cat([lifted, z, self.size * lengths.log()], dim=1)


def count_features(inputs: int, channels: int) -> int:
    """Count inputs, directions, their products, and lengths."""
    return Lift(torch.ones(inputs), True).size + inputs + channels


def list_channels(data: Data) -> list[list[int]]:
    """The coordinates of each channel that has a direction."""
    if data.spec is None:
        return [list(range(data.x.shape[1]))]
    groups = (own for own, _ in group_channels(data.spec.input.channels()))
    return [channel.tolist() for own in groups for channel in own if len(channel) > 1]
