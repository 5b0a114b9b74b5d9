"""A discovery answers one of three questions, and says which: function, model or law."""

from __future__ import annotations

import copy
import functools
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import liesd
from liesd.discovery.files import load_function
from liesd.spec import Spec

SPEC = "2*x[2] -> 1"


def scalar_product(x: Tensor) -> Tensor:
    return torch.tanh((x[:, :2] * x[:, 2:]).sum(dim=1, keepdim=True))


@functools.cache
def train(activation: type[nn.Module], seed: int = 0) -> nn.Module:
    """A network that somebody trained, in float32."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        net = nn.Sequential(
            nn.Linear(4, 64), activation(), nn.Linear(64, 64), activation(), nn.Linear(64, 1)
        )
        optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 1500)
        for _ in range(1500):
            x = torch.randn(256, 4)
            optimizer.zero_grad()
            (net(x) - scalar_product(x)).square().mean().backward()
            optimizer.step()
            schedule.step()
    return net.eval()


def samples(count: int = 2000, seed: int = 1) -> Tensor:
    return torch.randn(count, 4, generator=torch.Generator().manual_seed(seed))


def test_a_trained_network_is_asked_about_itself() -> None:
    found = liesd.discover(train(nn.Tanh), samples(), SPEC)
    assert (found.about, found.dimension, found.decision.exact) == ("model", 1, 0)
    assert found.verdict is liesd.Verdict.SURE
    assert 1e-3 < found.decision.within < 0.15
    first = found.summary().splitlines()[0]
    assert "the model has 1 symmetry, to within" in first
    assert "not exact" in first
    turn = found.generators[0]["x"]
    assert np.allclose(turn, -turn.T, atol=0.1)


@pytest.mark.parametrize("question", [{"exact": True}, {"ask": "function"}])
def test_the_old_question_counts_nothing_but_rounding(question: dict[str, Any]) -> None:
    found = liesd.discover(train(nn.Tanh), samples(), SPEC, **question)
    assert (found.about, found.dimension) == ("function", 0)
    assert found.verdict is liesd.Verdict.SURE


def test_values_ask_about_the_law() -> None:
    x = samples(4000)
    found = liesd.discover(train(nn.Tanh), x, SPEC, y=scalar_product(x), progress=False)
    assert (found.about, found.dimension) == ("law", 1)
    assert found.verdict is liesd.Verdict.SURE
    assert any("not trained on" in note for note in found.notes)
    assert "not trained on" in found.summary()
    asked = liesd.discover(train(nn.Tanh), x, SPEC, y=scalar_product(x), ask="model")
    assert asked.about == "model"


def test_a_broken_law_is_told_from_a_symmetric_one() -> None:
    """The network is the same: only the values say that the law has no symmetry."""
    x = samples(4000)
    y = scalar_product(x) + 0.2 * torch.tanh(x[:, :1])
    found = liesd.discover(train(nn.Tanh), x, SPEC, y=y, progress=False)
    assert (found.about, found.dimension) == ("law", 0)
    assert found.verdict is liesd.Verdict.SURE


def test_the_finite_step_is_judged_by_the_tolerance() -> None:
    found = liesd.discover(train(nn.Tanh), samples(), SPEC, tolerance=0.15)
    assert (found.dimension, found.verdict.name) == (1, "SURE")


def test_steps_that_derivatives_do_not_see_are_noticed() -> None:
    net = train(nn.Tanh)

    def rounded(x: Tensor) -> Tensor:
        return net(x) + 0.3 * torch.round(x[:, :1]).detach()

    found = liesd.discover(rounded, samples(), SPEC, tolerance=0.15)
    assert found.verdict is liesd.Verdict.UNSURE
    assert "UNLIKE_DERIVATIVES" in found.decision.doubts


def test_kinks_do_not_change_the_answer() -> None:
    smooth, rough = (liesd.discover(train(kind), samples(), SPEC) for kind in (nn.SiLU, nn.ReLU))
    assert smooth.dimension == rough.dimension == 1
    assert smooth.verdict is rough.verdict is liesd.Verdict.SURE


def export(net: nn.Module, folder: Path) -> nn.Module:
    dynamic = ({0: torch.export.Dim("batch")},)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = torch.export.export(net, (samples(8),), dynamic_shapes=dynamic)
        torch.export.save(program, folder / "net.pt2")
    return load_function(folder / "net.pt2")


def script(net: nn.Module, folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.jit.script(net)


def freeze(net: nn.Module, folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.jit.freeze(torch.jit.script(net))


FORMS: dict[str, Callable[[nn.Module, Path], Any]] = {
    "lambda": lambda net, folder: lambda x: net(x),
    "partial": lambda net, folder: functools.partial(net.forward),
    "torch.compile": lambda net, folder: torch.compile(net, backend="eager"),
    "TorchScript": script,
    "frozen": freeze,
    "exported": export,
    "DataParallel": lambda net, folder: nn.DataParallel(net),
    "float64": lambda net, folder: copy.deepcopy(net).double(),
    "parameters without gradients": lambda net, folder: copy.deepcopy(net).requires_grad_(False),
}


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_of_a_network_give_one_answer(form: str, tmp_path: Path) -> None:
    net, x = train(nn.Tanh), samples()
    plain = liesd.discover(net, x, SPEC)
    found = liesd.discover(FORMS[form](net, tmp_path), x, SPEC)
    assert found.about == "model"
    assert (found.dimension, found.verdict) == (plain.dimension, plain.verdict)
    assert np.allclose(found.singular_values, plain.singular_values, atol=1e-4)
    assert found.decision.within == pytest.approx(plain.decision.within, rel=1e-2)


class DistanceNetwork(nn.Module):
    """Like an EGNN: a network of distances moves points along their differences."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.inner = nn.Sequential(nn.Linear(1, 16), nn.SiLU(), nn.Linear(16, 1))

    def forward(self, x: Tensor) -> Tensor:
        a, b = x[:, :3], x[:, 3:]
        weight = self.inner((a - b).square().sum(dim=1, keepdim=True))
        return a + weight * (a - b)


class BlindToOne(nn.Module):
    """A network that ignores its last input."""

    def __init__(self) -> None:
        super().__init__()
        self.net = train(nn.Tanh)

    def forward(self, x: Tensor) -> Tensor:
        return self.net(x[:, :4])


def test_equivariant_networks_are_exact() -> None:
    x = torch.randn(1000, 6, generator=torch.Generator().manual_seed(0))
    found = liesd.discover(DistanceNetwork(), x, "2*x[3] -> x")
    assert (found.about, found.dimension, found.decision.exact) == ("model", 3, 3)
    assert found.verdict is liesd.Verdict.SURE
    assert "exact up to rounding" in found.summary().splitlines()[0]


class Square(nn.Module):
    """A tensor product of inputs with themselves."""

    def __init__(self, product: Any) -> None:
        super().__init__()
        self.product = product

    def forward(self, x: Tensor) -> Tensor:
        return self.product(x, x)


def test_e3nn_is_exact() -> None:
    from e3nn import o3

    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        net = Square(o3.FullyConnectedTensorProduct("2x1o", "2x1o", "2x0e+2x1e"))
    x = torch.randn(1000, 6, generator=torch.Generator().manual_seed(0))
    found = liesd.discover(net, x, "2*x[3] -> 2+2*x")
    assert (found.about, found.dimension, found.decision.exact) == ("model", 3, 3)
    assert found.verdict is liesd.Verdict.SURE


def test_exact_symmetries_beside_approximate_ones_are_named() -> None:
    x = torch.randn(2000, 5, generator=torch.Generator().manual_seed(0))
    found = liesd.discover(BlindToOne(), x, "2*x[2]+z[1] -> 1")
    assert (found.about, found.dimension, found.decision.exact) == ("model", 2, 1)
    said = found.summary()
    assert "1 of them is exact" in said
    assert "Exact: scaling of z" in said


def test_several_models_are_replicas_of_one_law() -> None:
    nets = [train(nn.Tanh, seed) for seed in range(3)]
    found = liesd.discover(nets, samples(), SPEC)
    assert (found.about, found.dimension) == ("law", 1)
    assert found.transcript is not None
    assert found.transcript.replicated
    assert not found.transcript.disjoint
    flat = [lambda x, net=net: net(x)[:, 0] for net in nets]  # one number per sample: shape (N,)
    again = liesd.discover(flat, samples(), SPEC)
    assert np.allclose(again.singular_values, found.singular_values, atol=1e-5)
    with pytest.raises(liesd.DataError, match="at least two"):
        liesd.discover(nets[:1], samples(), SPEC)
    with pytest.raises(liesd.DataError, match="holds a str"):
        liesd.discover([nets[0], "net"], samples(), SPEC)  # type: ignore[list-item]


def test_values_that_the_model_has_seen_are_noticed() -> None:
    x = samples(1500).double()
    noise = 0.02 * torch.randn(1500, 1, generator=torch.Generator().manual_seed(5)).double()
    y = scalar_product(x) + noise

    def remembers(z: Tensor) -> Tensor:
        nearest = torch.exp(-torch.cdist(z, x).square() / 1e-4)
        return scalar_product(z) + nearest @ noise

    found = liesd.discover(remembers, x, SPEC, y=y, progress=False)
    assert any("trained on" in remark for remark in found.remarks)
    honest = liesd.discover(scalar_product, x, SPEC, y=y, progress=False)
    assert not any("trained on" in remark for remark in honest.remarks)


def test_questions_that_cannot_be_asked() -> None:
    net, x = train(nn.Tanh), samples(200)
    with pytest.raises(liesd.DataError, match="ask must be one of function, model, law"):
        liesd.discover(net, x, SPEC, ask="data")
    with pytest.raises(liesd.DataError, match="to ask about the law, give y="):
        liesd.discover(net, x, SPEC, ask="law")
    with pytest.raises(liesd.DataError, match="leave one out"):
        liesd.discover(net, x, SPEC, ask="model", exact=True)
    with pytest.raises(liesd.DataError, match="each of the 200 samples"):
        liesd.discover(net, x, SPEC, y=torch.zeros(9, 1))


def test_the_question_is_kept_in_files(tmp_path: Path) -> None:
    x = samples()
    found = liesd.discover(train(nn.Tanh), x, SPEC, y=scalar_product(x), progress=False)
    found.save(tmp_path / "d.liesd")
    again = liesd.load(tmp_path / "d.liesd")
    assert (again.about, again.notes) == ("law", found.notes)
    assert again.summary() == found.summary()
    assert Spec.parse(str(again.spec)) == again.spec


def test_too_few_values_are_compared_but_not_fitted() -> None:
    x = samples(5)
    found = liesd.discover(train(nn.Tanh), x, SPEC, y=scalar_product(x), progress=False)
    assert "5 samples are too few to learn from" in found.notes[1]
    assert found.verdict is liesd.Verdict.UNSURE


def test_values_that_cannot_be_fitted_are_refused_rather_than_passed_over() -> None:
    x = samples(50)
    with pytest.raises(liesd.DataError, match="measure it in other units"):
        liesd.discover(train(nn.Tanh), x, SPEC, y=1e300 * scalar_product(x).double())
