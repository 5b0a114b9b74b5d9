from __future__ import annotations

import pytest
import torch
from hypothesis import settings

settings.register_profile("suite", deadline=None, max_examples=60)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(0)
