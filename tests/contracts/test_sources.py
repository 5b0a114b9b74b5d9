"""What every source of values and derivatives promises."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

import liesd
from liesd.data.samples import open_samples
from liesd.sources import SOURCES, Autodiff, Ensemble, Given, Request, Source
from liesd.spec import Spec
from tests.contracts.toys import Formula, FormulaSource

SPEC = Spec.parse("x[3] -> y[2]")
X = torch.randn(200, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(5))


def function(x: Tensor) -> Tensor:
    return torch.stack([x[:, 0] ** 3 + x[:, 1] ** 3, x[:, 2] ** 3], dim=1)


def values(x: np.ndarray) -> np.ndarray:
    return np.stack([x[:, 0] ** 3 + x[:, 1] ** 3, x[:, 2] ** 3], axis=1)


def slopes(x: np.ndarray) -> np.ndarray:
    J = np.zeros((len(x), 2, 3))
    J[:, 0, :2], J[:, 1, 2] = 3 * x[:, :2] ** 2, 3 * x[:, 2] ** 2
    return J


REQUESTS = {
    Autodiff: Request(function, open_samples(X), SPEC),
    Ensemble: Request([function, lambda x: 1.0 * function(x)], open_samples(X), SPEC),
    Given: Request(None, open_samples(X), SPEC, values(X.numpy()), slopes(X.numpy())),
    FormulaSource: Request(Formula(values, slopes), open_samples(X), SPEC),
}


@pytest.fixture(params=list(REQUESTS), ids=lambda kind: kind.__name__)
def source(request: pytest.FixtureRequest) -> Source:
    return request.param.open(REQUESTS[request.param])


def test_every_registered_source_is_tried_here() -> None:
    """Those of differential equations give values of the left side, and are tried in their room."""
    own = {kind for kind in SOURCES if not kind.__module__.startswith("liesd.differential")}
    assert own <= set(REQUESTS)


class TestSource:
    def test_it_takes_what_is_its_own(self, source: Source) -> None:
        assert type(source).accepts(REQUESTS[type(source)])

    def test_batches_are_all_samples_in_order(self, source: Source) -> None:
        with source.ready():
            triples = list(source.triples(64))
            assert [len(x) for x, _, _ in triples] == [64, 64, 64, 8]
            x, y, J = (torch.cat(parts) for parts in zip(*triples, strict=True))
            assert torch.equal(x, X)
            assert np.allclose(y, values(X.numpy()))
            assert np.allclose(J, slopes(X.numpy()))
            assert torch.allclose(torch.cat([y for _, y in source.values(64)]), y)
            assert torch.allclose(torch.cat([y for _, y in source.values(64, 3, 1)]), y[1::3])
            assert torch.equal(torch.cat(list(source.inputs(50))), X)

    def test_it_is_what_it_is_over_other_samples(self, source: Source) -> None:
        part = source.over([column.part(20, 50) for column in source.columns])
        with part.ready():
            ((x, y, J),) = part.triples(64)
        assert torch.equal(x, X[20:50])
        assert np.allclose(y, values(X[20:50].numpy()))
        assert np.allclose(J, slopes(X[20:50].numpy()))
        assert source.samples.count == 200

    def test_rounding_is_small(self, source: Source) -> None:
        assert 0 < source.floor <= 1e-6

    def test_it_is_evaluated_elsewhere_or_says_that_it_cannot(self, source: Source) -> None:
        points = 0.5 * X[:7]
        if source.is_evaluable:
            with source.ready():
                assert np.allclose(source.function(points), values(points.numpy()))
        else:
            with pytest.raises(liesd.DataError, match="at the samples only"):
                source.function(points)

    def test_samples_of_another_size_are_refused(self, source: Source) -> None:
        request = REQUESTS[type(source)]._replace(samples=open_samples(X[:, :2]))
        with pytest.raises(liesd.DataError, match="a sample of x has 2 numbers"):
            type(source).open(request)


def test_another_function_on_the_same_samples() -> None:
    source = Autodiff.open(REQUESTS[Autodiff]).with_function(lambda x: 2 * function(x))
    with source.ready():
        (_, y) = next(source.values(5))
    assert np.allclose(y, 2 * values(X[:5].numpy()))
