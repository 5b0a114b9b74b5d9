from __future__ import annotations

import signal

import pytest
import torch
from hypothesis import settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so is a job in the background started
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that press Ctrl-C need it

settings.register_profile("suite", deadline=None, max_examples=60)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(0)
