"""Fitted models of scikit-learn: regressors, classifiers, and pipelines that end in one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from liesd.data.packages import need
from liesd.errors import DataError, FunctionError
from liesd.sources.foreign.base import Array, register_framework
from liesd.sources.foreign.differences import Differences


@register_framework
class SklearnModel(Differences):
    """A fitted estimator: what it predicts, or the probabilities of its classes."""

    is_trained = True

    def __init__(self, model: Any) -> None:
        super().__init__(type(model).__qualname__)
        self.model = model
        self.predict, self.is_binary = _choose_method(model)
        names = getattr(model, "feature_names_in_", None)
        self.features = None if names is None else [str(name) for name in names]
        self.order: list[int] | None = None

    @classmethod
    def accepts(cls, f: Any) -> bool:
        kinds = type(f).__mro__
        return any(one.__module__ == "sklearn.base" for one in kinds if one is not object)

    @classmethod
    def wrap(cls, f: Any) -> Self:
        _check_fitted(f)
        return cls(f)

    def name_inputs(self, names: Sequence[str]) -> None:
        """Put named inputs into the order in which the model was fitted to them."""
        if self.features is None:
            return
        missing = [name for name in self.features if name not in names]
        extra = [name for name in names if name not in self.features]
        if missing or extra:
            raise DataError(
                f"{self.__qualname__} was fitted to {', '.join(self.features)}, but the inputs of "
                f"the spec are {', '.join(names)}: name the same columns"
            )
        self.order = [list(names).index(name) for name in self.features]

    def evaluate(self, x: Array) -> Array:
        """The predictions, for rows of numbers in the order of the fit."""
        rows = x.reshape(len(x), -1)
        width = getattr(self.model, "n_features_in_", rows.shape[1])
        if rows.shape[1] != width:
            raise DataError(
                f"{self.__qualname__} was fitted to {width} inputs, but a sample of x has "
                f"{rows.shape[1]}"
            )
        rows = rows if self.order is None else rows[:, self.order]
        given: Any = rows
        if self.features is not None:  # a plain array would draw a warning
            given = need("pandas", "frames", "a model that was fitted to named columns").DataFrame(
                rows, columns=self.features
            )
        values = np.asarray(self.predict(given))
        return values[:, 1:] if self.is_binary else values


def _check_fitted(model: Any) -> None:
    validation = need("sklearn.utils.validation", "sklearn")
    try:
        validation.check_is_fitted(model)
    except Exception as error:  # also of what is no estimator but a part of one
        raise FunctionError(
            f"this {type(model).__name__} is not fitted: call fit(X, y) first"
        ) from error


def _choose_method(model: Any) -> tuple[Any, bool]:
    """The method that gives real numbers, and whether it gives both probabilities of two classes.

    Labels have no derivatives, so a classifier is asked for probabilities or scores.
    """
    if need("sklearn.base", "sklearn").is_classifier(model):
        for name in ("predict_proba", "decision_function"):
            if hasattr(model, name):
                return getattr(model, name), name == "predict_proba" and len(model.classes_) == 2
        raise FunctionError(
            f"{type(model).__name__} gives class labels only, which have no derivatives: fit it "
            "with probabilities, as in CalibratedClassifierCV"
        )
    if not hasattr(model, "predict"):
        raise FunctionError(
            f"{type(model).__name__} has no predict: give a regressor, a classifier or a pipeline "
            "that ends in one, or liesd.black_box(model.transform)"
        )
    return model.predict, False
