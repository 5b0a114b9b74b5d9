"""Threads: as many as there are free cores, never more than torch uses, and restored."""

from __future__ import annotations

import pytest
import torch

from liesd.numerics import threads
from liesd.numerics.threads import choose_threads, sharing_cores


@pytest.mark.parametrize(
    ("current", "cores", "busy", "quota", "environment", "wanted"),
    [
        (2, 2, 0, None, {}, 2),
        (2, 2, 1, None, {}, 1),  # one of two cores is taken
        (2, 2, 9, None, {}, 1),  # never none
        (8, 8, 3, None, {}, 5),
        (1, 8, 0, None, {}, 1),  # never more than torch was told
        (4, 8, 2, None, {}, 4),
        (8, 8, 0, 2.0, {}, 2),  # a container with two of eight cores
        (8, 8, 0, 0.5, {}, 1),
        (8, 4, 0, None, {}, 4),  # bound to four cores
        (8, 8, 7, 1.0, {"OMP_NUM_THREADS": "8"}, 8),  # the user's word
        (8, 8, 7, None, {"MKL_NUM_THREADS": "8"}, 8),
        (8, 8, 7, None, {"OMP_NUM_THREADS": ""}, 1),
    ],
)
def test_the_choice(current, cores, busy, quota, environment, wanted) -> None:
    assert choose_threads(current, cores, busy, quota, environment) == wanted


def test_the_number_is_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    monkeypatch.setattr(threads, "choose_threads", lambda *facts: 2)
    try:
        with sharing_cores():
            assert torch.get_num_threads() == 2
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)


def test_the_machine_can_be_asked() -> None:
    assert threads._count_cores() >= 1
    assert threads._count_busy() >= 0
    assert threads._read_quota() is None or threads._read_quota() > 0
