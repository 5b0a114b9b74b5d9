"""Polynomials: exact where a law is one, and few terms where it is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from torch import Tensor

import liesd
from liesd.learning import learn
from liesd.learning.polynomial.basis import Terms, find_recurrence, list_powers
from liesd.learning.polynomial.model import PolynomialModel

Array = NDArray[np.float64]
ALONE: dict[str, Any] = {"learner": "polynomial", "replicas": 0}


def draw(count: int, n: int, seed: int = 0) -> Array:
    return np.random.default_rng(seed).standard_normal((count, n))


def cubic(x: Array) -> Array:
    """Two outputs of degree 3."""
    first = x[:, 0] ** 3 - 2 * x[:, 1] * x[:, 2] + 0.5
    return np.stack([first, x[:, 0] * x[:, 1] * x[:, 2] + x[:, 2]], axis=1)


class TestBasis:
    """One polynomial of each degree per coordinate, orthonormal over the samples."""

    @given(
        st.integers(0, 1000),
        st.integers(1, 6),
        st.floats(1e-3, 1e3),
        st.floats(-5, 5),
    )
    @settings(max_examples=30, deadline=None)
    def test_they_are_orthonormal(self, seed: int, degree: int, size: float, away: float) -> None:
        z = torch.from_numpy(size * (draw(200, 2, seed) + away))
        table = find_recurrence(z, degree, 1e-6).tabulate(z)
        for j in range(2):
            gram = table[:, j] @ table[:, j].T / len(z)
            torch.testing.assert_close(gram, torch.eye(degree + 1).double(), atol=1e-6, rtol=0)

    def test_their_derivatives_are_those_of_autograd(self) -> None:
        z = torch.from_numpy(draw(50, 3))
        recurrence = find_recurrence(z, 5, 1e-6)
        terms = Terms(list_powers([1.0, 1.5, 2.0], [5, 5, 5], 40)[0])
        weights = torch.from_numpy(draw(len(terms), 2, seed=1))
        slopes = terms.differentiate(recurrence, weights)
        found = torch.einsum("pn,rpk->nkr", terms.evaluate(recurrence, z), slopes)

        def total(point: Tensor) -> Tensor:
            return weights.T @ terms.evaluate(recurrence, point[None])[:, 0]

        true = torch.stack([torch.autograd.functional.jacobian(total, one) for one in z])
        torch.testing.assert_close(found, true, atol=1e-9, rtol=1e-9)

    def test_a_coordinate_with_few_values_has_few_polynomials(self) -> None:
        rng = np.random.default_rng(0)
        z = torch.from_numpy(
            np.stack([rng.integers(2, size=100), np.full(100, 0.0), rng.random(100)], axis=1)
        ).double()
        assert find_recurrence(z - z.mean(dim=0), 6, 1e-6).count_degrees() == [1, 0, 6]

    @given(st.lists(st.floats(1, 5), min_size=1, max_size=4), st.integers(1, 60), st.integers(1, 6))
    @settings(max_examples=50, deadline=None)
    def test_the_cheapest_exponents_come_first(
        self, costs: list[float], count: int, most: int
    ) -> None:
        powers, totals = list_powers(costs, [most] * len(costs), count)
        rows = [tuple(row) for row in powers.tolist()]
        assert len(set(rows)) == len(rows) <= count
        np.testing.assert_allclose(powers @ np.array(costs), totals, atol=1e-6)
        assert (np.diff(totals) >= 0).all()
        for row in rows:  # with each of them, all lower ones are there
            lower = [(*row[:j], row[j] - 1, *row[j + 1 :]) for j in range(len(row)) if row[j]]
            assert set(lower) <= set(rows)


class TestFit:
    """What comes out for laws that are known."""

    def test_a_polynomial_is_found_up_to_rounding(self) -> None:
        x, new = draw(3000, 4), draw(200, 4, seed=5)
        model = learn(x, cubic(x), **ALONE)
        assert isinstance(model, PolynomialModel)
        np.testing.assert_allclose(model.predict(new), cubic(new), atol=1e-9)
        _, J = model.linearize(torch.from_numpy(new))
        np.testing.assert_allclose(J[:, 0, 0], 3 * new[:, 0] ** 2, atol=1e-8)
        np.testing.assert_allclose(J[:, 1, 3], 0, atol=1e-8)
        assert model.heldout_error < 1e-12
        assert "polynomial of degree 3 explains held-out samples up to rounding" in str(
            model.report["why"]
        )

    def test_few_directions_need_few_terms(self) -> None:
        """A steep wave along one of six directions: terms alone would reach degree 5."""
        x = draw(4000, 6)
        way = draw(6, 1, seed=3)[:, 0]
        y = np.sin(2 * x @ way / np.linalg.norm(way))
        model = learn(x, y, **ALONE)
        assert model.heldout_error < 1e-8
        assert model.report["degree"] > 10

    def test_noise_leaves_few_terms(self) -> None:
        x = draw(6000, 3)
        y = (x**2).sum(axis=1)
        noisy = y + 0.05 * y.std() * draw(6000, 1, seed=1)[:, 0]
        model = learn(x, noisy, **ALONE)
        assert model.report["saturated"]
        assert model.report["terms"] == 10
        assert 0.04 < model.heldout_error < 0.06
        off = model.predict(x) - y
        assert off.std() < 0.005 * y.std()

    def test_a_law_beyond_its_terms_is_not_taken_for_noise(self) -> None:
        x = draw(6000, 3)
        model = learn(x, np.sin(5 * x).prod(axis=1), **ALONE)
        assert not model.report["saturated"] or model.heldout_error > 0.5

    def test_it_is_given_up_where_it_is_hopeless(self) -> None:
        x = draw(4000, 5)
        model = learn(x, np.sign(x[:, 0]) * np.sin(4 * x[:, 1]), **ALONE)
        assert model.report["terms"] <= 330
        assert model.heldout_error > 0.05

    def test_columns_that_say_nothing_do_no_harm(self) -> None:
        rng = np.random.default_rng(0)
        free = rng.standard_normal((3000, 2))
        x = np.column_stack(
            [free, free.sum(axis=1), np.full(3000, 7.0), rng.integers(2, size=3000)]
        )
        y = x[:, 0] ** 2 + x[:, 2] * (1 + x[:, 4])
        with pytest.warns(UserWarning, match="x never changes in column 3"):
            model = learn(x, y, **ALONE)
        assert model.heldout_error < 1e-10
        np.testing.assert_allclose(model.predict(x), y, atol=1e-9)
        assert model.sample_weight(x) is None  # a polynomial is known everywhere

    def test_replicas_of_a_polynomial_are_polynomials(self) -> None:
        """The law and three quarters of the samples are the same, the noise of rounding is not."""
        x = draw(6000, 4)
        model = learn(x, cubic(x), learner="polynomial")
        assert len(model.replicas) == 4
        new = 3 * draw(50, 4, seed=2)
        for replica in model.replicas:
            assert isinstance(replica, PolynomialModel)
            assert replica.heldout_error < 1e-12
            assert len(replica.powers) == len(model.powers)
            np.testing.assert_allclose(replica.predict(new), cubic(new), atol=1e-8)

    def test_a_tail_that_is_no_polynomial_is_not_known_everywhere(self) -> None:
        """Most samples are explained up to rounding, but not all."""
        x = draw(6000, 2)
        law = x[:, 0] * x[:, 1] + np.maximum(x[:, 0] - 2.5, 0.0)
        model = learn(x, law, learner="polynomial")
        assert model.heldout_error > 1e-6
        weights = model.sample_weight(x)
        assert weights is not None
        assert weights.min() < 0.5 < weights.max()

    @pytest.mark.parametrize("count", [9, 40, 150])
    def test_few_samples_give_a_model_all_the_same(self, count: int) -> None:
        x = draw(count, 3)
        model = learn(x, x @ [1.0, 2.0, 3.0], **ALONE)
        assert np.isfinite(model.predict(draw(50, 3, seed=1))).all()
        assert count < 100 or model.heldout_error < 1e-10

    @given(st.integers(-12, 12), st.integers(-12, 12), st.floats(-20, 20))
    @settings(max_examples=10, deadline=None)
    def test_units_and_origin_do_not_matter(self, inner: int, outer: int, away: float) -> None:
        x = draw(800, 3)
        y = np.exp(x @ [0.5, -0.3, 0.1])
        plain = learn(x, y, **ALONE, terms=60, progress=False)
        moved, scaled = 2.0**inner * (x + away), 2.0**outer * (y + away)
        other = learn(moved, scaled, **ALONE, terms=60, progress=False)
        guess = other.predict(moved) / 2.0**outer - away
        np.testing.assert_allclose(guess, plain.predict(x), atol=1e-6)

    def test_a_turned_law_is_a_turned_fit(self) -> None:
        x = draw(2000, 3)
        turn = np.linalg.qr(draw(3, 3, seed=1))[0]
        y = np.cos(x @ [1.0, 0.4, 0.0])
        plain = learn(x, y, **ALONE, terms=100)
        turned = learn(x @ turn, y, **ALONE, terms=100)
        np.testing.assert_allclose(turned.predict(x @ turn), plain.predict(x), atol=1e-4)

    def test_memory_maps_are_learned_from(self, tmp_path) -> None:
        x = draw(2000, 3)
        np.save(tmp_path / "x.npy", x)
        mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
        a, b = (learn(one, np.sin(x[:, 0]), **ALONE) for one in (mapped, x))
        np.testing.assert_array_equal(a.predict(x), b.predict(x))


@pytest.fixture(scope="module")
def model() -> PolynomialModel:
    x = draw(2000, 4)
    y = np.stack([np.sin(x[:, 0] + x[:, 1]), np.exp(x[:, 2] / 3)], axis=1)
    found = learn(x, y, **ALONE)
    assert isinstance(found, PolynomialModel)
    return found


class TestModel:
    """A module like every other."""

    def test_its_jacobian_is_exact(self, model: PolynomialModel) -> None:
        x = torch.from_numpy(draw(40, 4, seed=2))
        values, J = model.linearize(x)
        true = torch.func.vmap(torch.func.jacrev(lambda one: model(one[None])[0]))(x)
        torch.testing.assert_close(J, true, atol=1e-9, rtol=1e-9)
        torch.testing.assert_close(values, model(x), atol=1e-12, rtol=0)

    def test_a_sample_has_one_value_in_whatever_batch(self, model: PolynomialModel) -> None:
        x = torch.from_numpy(draw(300, 4, seed=2))
        whole, J = model.linearize(x)
        for k in (0, 7, 299):
            value, slope = model.linearize(x[k : k + 1])
            assert torch.equal(value[0], whole[k])
            assert torch.equal(slope[0], J[k])
            assert torch.equal(model(x[k : k + 1])[0], model(x)[k])

    def test_it_trusts_the_middle_more_than_the_rim(self, model: PolynomialModel) -> None:
        middle, rim = model.sample_weight(np.zeros((1, 4))), model.sample_weight(np.full((1, 4), 4))
        assert 0 < rim[0] < middle[0] < 1

    @pytest.mark.filterwarnings("ignore::DeprecationWarning")
    def test_it_can_be_scripted(self, model: PolynomialModel, tmp_path) -> None:
        x = torch.from_numpy(draw(30, 4, seed=2))
        torch.jit.script(model).save(tmp_path / "model.pt")
        again = torch.jit.load(tmp_path / "model.pt")
        torch.testing.assert_close(again(x), model(x), atol=1e-12, rtol=0)


@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_symmetries_are_found_and_sure(noise: float) -> None:
    x = draw(6000, 4)
    y = (x[:, :2] ** 2).sum(axis=1) + 0.5 * x[:, 2] * x[:, 3]
    y = y + noise * y.std() * draw(6000, 1, seed=1)[:, 0]
    model = learn(x, y, "x[4] -> 1", "polynomial")
    found = liesd.discover(model, x, "x[4] -> 1")
    assert (found.dimension, found.verdict.name) == (6, "SURE")  # so(3, 1)


def test_replicas_choose_their_own_terms() -> None:
    x = draw(4000, 3)
    y = x[:, 0] * x[:, 1] + 0.02 * draw(4000, 1, seed=1)[:, 0]
    model = learn(x, y, "x[3] -> 1", "polynomial")
    errors = [replica.heldout_error for replica in model.replicas]
    assert max(errors) < 1.1 * model.heldout_error
    first, second, *_ = (replica.predict(x) for replica in model.replicas)
    assert (first != second).any()


class TestAuto:
    """The polynomial is one of several."""

    def test_it_needs_no_rival_where_it_is_all_but_exact(self) -> None:
        x = draw(2000, 3)
        model = learn(x, (x**3).sum(axis=1), replicas=0)
        assert model.report["learner"] == "polynomial"
        assert "no other learner was tried" in model.report["chosen"]

    def test_a_kernel_takes_over_where_it_does_better(self) -> None:
        x = draw(3000, 3)
        y = np.sqrt(0.1 + (x**2).sum(axis=1))
        model = learn(x, y, replicas=0, kernel={"centres": 300})
        assert model.report["learner"] == "kernel"
        assert "held-out errors: polynomial" in model.report["chosen"]
