"""Class labels are recognised in whatever form they come."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from liesd.data.targets import read_targets

LABELS = np.array([0, 1, 1, 0, 1, 0])
THREE = np.array([0, 1, 2, 2, 1, 0])


@pytest.mark.parametrize(
    ("y", "outputs", "classes", "task"),
    [
        (LABELS, 1, 2, "binary"),
        (LABELS.astype(bool), 1, 2, "binary"),
        (LABELS.astype(float), 1, 2, "binary"),
        (LABELS[:, None].astype(np.float32), 1, 2, "binary"),
        (torch.from_numpy(LABELS), 2, 2, "binary"),
        (THREE, 3, 3, "multiclass"),
        (np.eye(3)[THREE], 3, 3, "multiclass"),
        (THREE.tolist(), 3, 3, "multiclass"),
        (THREE, 5, 5, "multiclass"),  # classes that happen to be absent
        (THREE, 1, 0, "regression"),  # one number cannot stand for three classes
        (np.linspace(0, 1, 6), 1, 0, "regression"),
        (np.random.default_rng(0).normal(size=(6, 3)), 3, 0, "regression"),
        (-LABELS, 1, 0, "regression"),
    ],
)
def test_labels_in_all_forms(y: Any, outputs: int, classes: int, task: str) -> None:
    targets = read_targets(y, outputs)
    assert (targets.classes, targets.task) == (classes, task)
    assert targets.samples.count == 6
    assert targets.samples.size == (outputs if classes else np.asarray(y).size // 6)
    if classes:
        assert targets.labels is not None
        assert np.array_equal(targets.labels, LABELS if classes == 2 else THREE)
