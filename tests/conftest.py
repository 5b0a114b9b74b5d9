from __future__ import annotations

import os
import signal

# Tests run side by side, one on each core: a second thread would only wait for the others. The
# linear algebra behind NumPy and SciPy reads this when it is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import pytest
import torch
from hypothesis import settings
from threadpoolctl import threadpool_limits

torch.set_num_threads(1)
threadpool_limits(1)  # where a plugin was faster to import it
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so is a job in the background started
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that press Ctrl-C need it

settings.register_profile("suite", deadline=None, max_examples=60)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(0)
