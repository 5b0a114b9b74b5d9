from __future__ import annotations

import os
import signal

import pytest
import torch
from hypothesis import settings

# Tests run side by side, one on each core: a second thread would only wait for the others.
os.environ.setdefault("OMP_NUM_THREADS", "1")
torch.set_num_threads(1)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so is a job in the background started
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that press Ctrl-C need it

settings.register_profile("suite", deadline=None, max_examples=60)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(0)
