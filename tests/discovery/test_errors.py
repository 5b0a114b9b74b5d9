"""Bad functions and impossible requests: a clear word before any long work."""

from __future__ import annotations

import numpy as np
import psutil
import pytest
import torch
from torch import Tensor

import liesd
from liesd import DataError, FunctionError, LiesdError, ResourceError

X = torch.randn(200, 3, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


def nan_at(index: int) -> object:
    """A function that fails on one sample only."""

    def f(x: Tensor) -> Tensor:
        bad = (x[:, 0] == X[index, 0]).double()
        return x[:, :2] / (1 - bad)[:, None]

    return f


def bad_jacobian(x: Tensor) -> Tensor:
    """Finite everywhere, but √|·| has no slope at the corner that sample 123 sits in."""
    corner = X[123, 0]
    return (x[:, 0] - corner).abs().clamp_min(0).sqrt()


FUNCTIONS = {
    "detached": (lambda x: x.norm(dim=1).detach(), "x[3] -> 1", "output 0 .* graph is broken"),
    "through numpy": (
        lambda x: torch.from_numpy(np.linalg.norm(x.detach().numpy(), axis=1)),
        "x[3] -> 1",
        "graph is broken",
    ),
    "one output detached": (
        lambda x: torch.cat([x[:, :1], x[:, 1:2].detach()], dim=1),
        "x[3] -> 2",
        "output 1 .* graph is broken",
    ),
    "rounding": (lambda x: x.round(), "x[3] -> x", "graph is broken"),
    "a class": (lambda x: x.argmax(dim=1), "x[3] -> 1", "no derivative"),
    "mixes samples": (lambda x: x - x.mean(dim=0), "x[3] -> x", "mixes the samples"),
    "random": (lambda x: x + torch.rand_like(x), "x[3] -> x", "random"),
    "a tuple": (lambda x: (x, x), "x[3] -> x", "not tuple"),
    "one number": (lambda x: x.sum(), "x[3] -> 1", "must count the samples"),
    "transposed": (lambda x: x.T, "x[3] -> x", "must count the samples"),
    "not callable": (torch.ones(3), "x[3] -> x", "torch callable"),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_bad_functions(name: str) -> None:
    f, spec, words = FUNCTIONS[name]
    with pytest.raises(FunctionError, match=words):
        liesd.discover(f, X, spec)


def test_a_detached_function_of_one_sample_is_noticed() -> None:
    with pytest.raises(FunctionError, match="graph is broken"):
        liesd.discover(lambda x: x.norm(dim=1).detach(), X[:1], "x[3] -> 1")


def test_outputs_that_do_not_fit_the_spec() -> None:
    with pytest.raises(DataError, match=r"f returns 3 numbers per sample.*y\[2\], has 2"):
        liesd.discover(lambda x: x, X, "x[3] -> y[2]")


def test_outputs_and_jacobians_that_are_not_finite() -> None:
    with pytest.raises(DataError, match="output of f holds NaN or infinity.*sample 150"):
        liesd.discover(nan_at(150), X, "x[3] -> y[2]")
    with pytest.raises(DataError, match="Jacobian of f holds NaN or infinity.*sample 123"):
        liesd.discover(bad_jacobian, X, "x[3] -> 1")


def test_the_first_bad_output_is_named_among_many() -> None:
    x = torch.randn(20_000, 3, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    f = lambda z: z[:, :2] / (1 - torch.isin(z[:, 0], x[[7001, 9000], 0]).double())[:, None]
    with pytest.raises(DataError, match="output of f holds NaN or infinity, first in sample 7001"):
        liesd.discover(f, x, "x[3] -> y[2]")


def test_an_attribute_that_happens_to_be_called_sample_weight() -> None:
    net = torch.nn.Linear(3, 1).double()
    net.register_buffer("sample_weight", torch.ones(3))
    assert liesd.discover(net, X, "x[3] -> 1").samples == 200


def test_too_few_samples_says_how_many_are_needed() -> None:
    f = lambda x: torch.stack([x.norm(dim=1), x[:, 0] * x[:, 1]], dim=1)
    with pytest.raises(DataError, match="5 samples are too few.*13 unknown.*at least 7 samples"):
        liesd.discover(f, X[:5], "x[3] -> y[2]")
    assert liesd.discover(f, X[:40], "x[3] -> y[2]").dimension >= 0


def test_too_few_samples_for_outputs_on_a_subspace() -> None:
    f = lambda x: (x[:, :1] ** 3 + x[:, 1:2] * x[:, 2:]).expand(-1, 3)
    with pytest.raises(DataError, match="1 equations per sample"):
        liesd.discover(f, X[:8], "x[3] -> y[3]")


def test_more_memory_than_there_is() -> None:
    total = psutil.virtual_memory().total
    n = int((total / 64) ** 0.25) + 200
    with pytest.raises(ResourceError, match=r"GiB of memory.*share an unknown"):
        liesd.discover(lambda x: x, np.zeros((10, n)), f"x[{n}] -> 1")


def test_requests_that_make_no_sense() -> None:
    f = lambda x: x.norm(dim=1)
    y, J = np.ones((200, 1)), np.ones((200, 1, 3))
    for call, words in [
        (lambda: liesd.discover(f, X, "x[3] -> 1", weights="heavy"), "balanced, paper"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", batch_size=0), "at least 1"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", batch_size=1.5), "whole number"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", tolerance=2.0), "from 0 to 1"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", tolerance="1"), "from 0 to 1"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", samples=True), "or .auto.. must be a whole"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", samples="auto", settle="x"), "between 0 and 1"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", seed=-1), "seed must be a whole number"),
        (lambda: liesd.discover(f, {"a": X, "b": X}, "x[3] -> 1"), r"by name \(a, b\): give one"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", jacobian=J), "either f, or y= and jacobian="),
        (lambda: liesd.discover(None, X, "x[3] -> 1", y=y), "both y= and jacobian="),
        (lambda: liesd.discover(None, X, "x[3] -> 1", y=y[:9], jacobian=J), "200 .* y has 9"),
        (lambda: liesd.discover(None, X, "x[3] -> 1", y=J, jacobian=J), "y has 3 numbers"),
        (lambda: liesd.discover(None, X, "x[3] -> 1", y=y, jacobian=y), r"needs \(1, 3\)"),
        (
            lambda: liesd.discover(None, iter(X.split(9)), "x[3] -> 1", y=y[:9], jacobian=J),
            "y has 9",
        ),
        (lambda: liesd.discover(None, X.split(9), "x[3] -> 1", y=y, jacobian=J), "an array too"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", sample_weight=np.ones(3)), r"\(200,\)"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", sample_weight=-np.ones(200)), "not negative"),
        (lambda: liesd.discover(f, X, "x[3] -> 1", sample_weight="w.npy"), "no file w.npy"),
        (lambda: liesd.measure(f, X, "x[3] -> 1", {"y": np.eye(3)}), "says nothing of x"),
        (lambda: liesd.measure(f, X, "x[3] -> 1", {"x": np.eye(3)}, finite=np.inf), "finite step"),
    ]:
        with pytest.raises(DataError, match=words):
            call()
    with pytest.raises(FunctionError, match="finite= needs"):
        liesd.measure(f, X, "x[3] -> 1", {"x": np.eye(3)}, finite=0.0)
    with pytest.raises(FunctionError, match="finite= needs"):
        liesd.measure(None, X, "x[3] -> 1", {"x": np.eye(3)}, y=y, jacobian=J, finite=0.1)


def test_one_family_of_errors() -> None:
    for error in (DataError, FunctionError, ResourceError, liesd.SpecError, liesd.FileFormatError):
        assert issubclass(error, LiesdError)
    assert issubclass(DataError, ValueError)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = liesd.nonsense
    assert "discover" in dir(liesd)
