"""Every source of derivatives gives the same answer, and leaves what it is given as it was."""

from __future__ import annotations

import copy
import functools

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import liesd
from liesd.data.samples import open_samples
from liesd.sources import Autodiff, Given, Source
from liesd.spec import Spec

SPEC = "x[3] -> y[2]"


class Cube(torch.autograd.Function):
    """A custom function without a rule for vmap."""

    @staticmethod
    def forward(ctx, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, grad: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return 3 * x**2 * grad


def plain(x: Tensor) -> Tensor:
    return torch.stack([x[:, 0] ** 3 + x[:, 1] ** 3, x[:, 2] ** 3], dim=1)


def custom(x: Tensor) -> Tensor:
    cubes = Cube.apply(x)
    return torch.stack([cubes[:, 0] + cubes[:, 1], cubes[:, 2]], dim=1)


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(3, 8), nn.BatchNorm1d(8), nn.Tanh(), nn.Dropout(0.5), nn.Linear(8, 2)
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.body(x)

    def predict(self, x: Tensor) -> Tensor:
        return self(x)


def data(count: int = 200, dtype: torch.dtype = torch.float64) -> Tensor:
    return torch.randn(count, 3, generator=torch.Generator().manual_seed(5), dtype=dtype)


def state(net: nn.Module) -> tuple[object, ...]:
    return (
        [module.training for module in net.modules()],
        [(p.requires_grad, None if p.grad is None else p.grad.clone()) for p in net.parameters()],
        {name: tensor.clone() for name, tensor in net.state_dict().items()},
        [f"{t.dtype} {t.device}" for t in net.state_dict().values()],
    )


def unchanged(before: tuple[object, ...], after: tuple[object, ...]) -> None:
    assert before[0] == after[0]
    assert before[3] == after[3]
    torch.testing.assert_close(before[2], after[2], rtol=0, atol=0)
    for (flag, grad), (other_flag, other_grad) in zip(before[1], after[1], strict=True):
        assert flag == other_flag
        assert (grad is None) == (other_grad is None)
        assert grad is None or torch.equal(grad, other_grad)


def sources() -> list[Source]:
    x, spec = data(), Spec.parse(SPEC)
    f = lambda z: plain(z)
    auto = Autodiff(f, open_samples(x), spec)
    y, J = auto.linearize(x)
    given = Given(open_samples(x), spec, open_samples(y), open_samples(J))
    return [auto, Autodiff(custom, open_samples(x), spec), given]


@pytest.mark.parametrize("source", sources(), ids=["function", "custom autograd", "given"])
def test_contract_of_every_source(source: Source) -> None:
    x = data()
    with source.ready():
        triples = list(source.triples(64))
        pairs = list(source.values(64))
        assert [len(triple[0]) for triple in triples] == [64, 64, 64, 8]
        got_x, got_y, got_J = (torch.cat(parts) for parts in zip(*triples, strict=True))
        assert torch.equal(got_x, x)
        assert torch.allclose(got_y, plain(x))
        assert torch.allclose(torch.cat([y for _, y in pairs]), got_y)
        assert torch.allclose(torch.cat([y for _, y in source.values(64, 3)]), got_y[::3])
        assert torch.equal(torch.cat(list(source.inputs(50))), x)
    exact = torch.zeros(len(x), 2, 3, dtype=x.dtype)
    exact[:, 0, :2], exact[:, 1, 2] = 3 * x[:, :2] ** 2, 3 * x[:, 2] ** 2
    assert torch.allclose(got_J, exact)


def test_training_mode_module_and_its_evaluation_twin() -> None:
    net = Net().double()
    net.body[1].eval()  # one part is frozen already
    net.body[0].weight.requires_grad_(False)
    net(data()).sum().backward()
    twin = copy.deepcopy(net).eval()
    before = state(net)
    found = liesd.discover(net, data(), SPEC)
    unchanged(before, state(net))
    assert [m.training for m in net.body] == [True, False, True, True, True]
    expected = liesd.discover(twin, data(), SPEC)
    assert np.array_equal(found.singular_values, expected.singular_values)


def test_module_comes_back_unchanged_after_an_error() -> None:
    net = Net().double()
    bad = data()
    bad[150] = torch.nan
    with pytest.raises(liesd.DataError, match="sample 150"):
        liesd.discover(net, bad, SPEC)
    assert all(module.training for module in net.modules())


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
def test_torchscript_left_in_training_mode() -> None:
    net = Net().double()
    scripted = torch.jit.script(net)
    assert scripted.training
    found = liesd.discover(scripted, data(), SPEC)
    assert scripted.training
    expected = liesd.discover(copy.deepcopy(net).eval(), data(), SPEC)
    assert np.allclose(found.singular_values, expected.singular_values, rtol=1e-12)


def test_bound_methods_and_partials_are_put_into_evaluation_mode() -> None:
    net = Net().double()
    expected = liesd.discover(copy.deepcopy(net).eval(), data(), SPEC).singular_values
    for f in (net.predict, functools.partial(net), functools.partial(net.predict)):
        assert np.array_equal(liesd.discover(f, data(), SPEC).singular_values, expected)
        assert net.training


class Wrapper:
    """An object that holds a module and is no module itself."""

    def __init__(self, net: nn.Module) -> None:
        self.net = net

    def __call__(self, x: Tensor) -> Tensor:
        return self.net(x)


def test_data_reaches_the_module_in_its_own_dtype_and_mode() -> None:
    seen: set[tuple[torch.dtype, bool]] = set()
    net = nn.Linear(3, 2)
    net.register_forward_pre_hook(lambda net, x: seen.add((x[0].dtype, net.training)))
    wrapper = Wrapper(net)
    for f in (net, lambda x: torch.sigmoid(net(x)), wrapper, wrapper.__call__):
        assert liesd.discover(f, data().numpy(), SPEC).dtype == "float32"
        assert seen == {(torch.float32, False)}
        assert net.training


@pytest.mark.parametrize("shape", [(), (1,), (1, 1)])
def test_shapes_of_outputs(shape: tuple[int, ...]) -> None:
    f = lambda x: x.norm(dim=1).reshape(len(x), *shape)
    assert liesd.discover(f, data(), "x[3] -> 1").dimension == 3


def test_matrix_outputs_and_any_shape_of_data() -> None:
    x = torch.randn(300, 2, 1, 3, dtype=torch.float64)
    f = lambda x: x[:, 0, 0, :, None] * x[:, 1, 0, None, :]
    flat = liesd.discover(lambda z: f(z.reshape(-1, 2, 1, 3)), x.reshape(300, 6), "2*x[3] -> x*x")
    assert liesd.discover(f, x, "2*x[3] -> x*x").dimension == flat.dimension == 9


def test_works_inside_no_grad_and_inference_mode() -> None:
    for context in (torch.no_grad, torch.inference_mode):
        with context():
            assert liesd.discover(lambda x: x.norm(dim=1), data(), "x[3] -> 1").dimension == 3


def test_outputs_that_do_not_depend_on_some_or_any_input() -> None:
    x = data()
    f = lambda x: torch.stack([x[:, 0], torch.ones(len(x)).double()], dim=1)
    assert liesd.discover(f, x, "x[3] -> 2").dimension == 6  # rows of A but the first
    learned = nn.Parameter(torch.ones(2).double())
    constant = liesd.discover(lambda x: learned.expand(len(x), 2), x, "x[3] -> 2")
    assert constant.dimension == 9


def test_same_call_gives_the_same_bits() -> None:
    net = Net()
    one, two = (liesd.discover(net, data(), SPEC) for _ in range(2))
    assert np.array_equal(one.singular_values, two.singular_values)
    assert all(
        np.array_equal(a.theta, b.theta) for a, b in zip(one.refuted, two.refuted, strict=True)
    )


def test_bring_your_own_derivatives() -> None:
    x = data().numpy()
    y = np.linalg.norm(x, axis=1)
    found = liesd.discover(None, x, "x[3] -> 1", y=y, jacobian=(x / y[:, None])[:, None, :])
    assert found.dimension == 3
    assert liesd.measure(
        None, x, "x[3] -> 1", {"x": np.diag([1.0, 0, 0])}, y=y, jacobian=x / y[:, None]
    ) == pytest.approx(
        liesd.measure(lambda x: x.norm(dim=1), x, "x[3] -> 1", {"x": np.diag([1.0, 0, 0])})
    )


def test_half_precision_is_raised_to_single() -> None:
    f = lambda x: torch.cat([x, x.square().sum(dim=1, keepdim=True) * x[:, :2]], dim=1)
    x = torch.randn(2000, 3)
    for half in (torch.bfloat16, torch.float16):
        found = liesd.discover(f, x.to(half), "x[3] -> x+2")
        assert (found.dimension, found.dtype) == (0, "float32")
        model = torch.nn.Linear(3, 5).to(half)
        assert liesd.discover(model, x, "x[3] -> x+2").dtype == "float32"
        assert next(model.parameters()).dtype == half
    assert liesd.discover(f, x, "x[3] -> x+2", dtype=np.float64).dtype == "float64"


def test_a_transposed_jacobian_is_refused() -> None:
    x, y, J = np.zeros((50, 3)), np.zeros((50, 6)), np.zeros((50, 3, 6))
    with pytest.raises(liesd.DataError, match=r"shape \(3, 6\), but .* needs \(6, 3\)"):
        liesd.discover(None, x, "x[3] -> y[6]", y=y, jacobian=J)


@pytest.mark.parametrize("learner", ["kernel", "network"])
def test_learned_models_in_single_precision(learner: str) -> None:
    x = np.random.default_rng(0).normal(size=(1000, 2))
    y = np.exp(-np.sum(x**2, axis=1) / 4)
    few = {"centres": 40} if learner == "kernel" else {"steps": 50}
    model = liesd.learn(x, y, "x[2] -> 1", learner, replicas=2, **few)
    assert liesd.discover(model, x, "x[2] -> 1", dtype="float32").dtype == "float32"
