"""Whether what a fit leaves unexplained looks like noise."""

from __future__ import annotations

import math

import numpy as np
import torch
from scipy.spatial import KDTree
from torch import nn

from liesd.learning import limits
from liesd.learning.data import Data
from liesd.learning.scales import survey


@torch.no_grad()
def are_neighbours_unrelated(model: nn.Module, data: Data) -> bool:
    """True if residuals of neighbouring samples are not alike, beyond chance.

    Noise differs from one sample to the next; what a fit has missed of a law does not. Residuals at
    the samples that were fitted tell it as well: they are smaller, and no more alike. Outliers
    are clipped.
    """
    inputs = data.x.shape[1]
    most = min(limits.LIMITS.compared_rows, limits.LIMITS.compared_numbers // inputs)
    rows = np.sort(np.random.default_rng(0).permutation(np.concatenate([data.train, data.heldout])))
    rows = rows[:: -(-len(rows) // most)]
    scale, points, rest = survey(data).y_scale, [], []
    for x, y in data.read_batches(rows):
        points.append(x)
        rest.append((model(x).reshape(len(x), -1) - y) / scale)
    z, residuals = torch.cat(points).numpy(), torch.cat(rest).numpy()
    spread = z.std(axis=0)
    z = z[:, spread > 0] / spread[spread > 0]
    size = np.sqrt(np.mean(residuals**2))
    if not z.size or not size:
        return True
    residuals = np.clip(residuals / size, *limits.LIMITS.clipped_residuals)
    nearest = np.asarray(KDTree(z).query(z, k=[2])[1])[:, 0]
    products = np.sum(residuals * residuals[nearest], axis=1)
    # Many samples are each other's nearest, so that a product counts up to twice.
    error = math.sqrt(2) * products.std() / math.sqrt(len(products))
    return bool(products.mean() <= limits.LIMITS.alike_residuals * error)
