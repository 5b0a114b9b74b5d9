"""Threads: all cores but one, whatever the load is, never more than torch uses, and restored."""

from __future__ import annotations

import pytest
import torch
from threadpoolctl import threadpool_info, threadpool_limits

from liesd.numerics import threads
from liesd.numerics.threads import SETTINGS, choose_threads, is_set, sharing_cores


@pytest.mark.parametrize(
    ("current", "cores", "quota", "wanted"),
    [
        (2, 2, None, 1),
        (1, 1, None, 1),  # never none
        (8, 8, None, 7),
        (1, 8, None, 1),  # never more than torch was told
        (4, 8, None, 4),
        (8, 8, 3.0, 2),  # a container with three of eight cores
        (8, 8, 0.5, 1),
        (8, 4, None, 3),  # bound to four cores
    ],
)
def test_the_choice(current, cores, quota, wanted) -> None:
    assert choose_threads(current, cores, quota) == wanted


def count_blas() -> set[int]:
    return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}


@pytest.fixture
def three_threads(monkeypatch: pytest.MonkeyPatch):
    """Three threads of torch and of the others, on a machine with three cores."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(threads, "_count_cores", lambda: 3)
    monkeypatch.setattr(threads, "_read_quota", lambda: None)
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    with threadpool_limits(3, user_api="blas"):
        yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("three_threads")
def test_all_numbers_are_set_and_restored() -> None:
    outside = count_blas()  # of some libraries no more than there are cores
    with sharing_cores():
        assert (torch.get_num_threads(), count_blas()) == (2, {1})
        with sharing_cores():  # as where a discovery learns
            assert (torch.get_num_threads(), count_blas()) == (2, {1})
    assert (torch.get_num_threads(), count_blas()) == (3, outside)


@pytest.mark.usefixtures("three_threads")
def test_the_user_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        monkeypatch.setenv(name, "3")
        outside = count_blas()
        with sharing_cores():
            assert (torch.get_num_threads(), count_blas()) == (3, outside)
        monkeypatch.delenv(name)
    assert not is_set({"OMP_NUM_THREADS": ""})


def test_the_machine_can_be_asked() -> None:
    assert threads._count_cores() >= 1
    assert threads._read_quota() is None or threads._read_quota() > 0
