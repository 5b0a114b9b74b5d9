"""The scikit-learn estimator: learn and discover in one ``fit``.

Needs scikit-learn (``pip install 'liesd[sklearn]'``), which is imported only when this is used.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from liesd.algebra.invariants import Invariants
from liesd.data.frames import Taken, open_frame, select_columns, take_samples
from liesd.discovery.api import discover
from liesd.discovery.named.frames import add_names
from liesd.errors import DataError, LiesdError, SpecError, check_choice, check_numbers
from liesd.learning import learn
from liesd.spec import Spec
from liesd.suggestion.api import suggest

try:
    from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
    from sklearn.metrics import accuracy_score, r2_score
    from sklearn.utils import ClassifierTags, RegressorTags, check_random_state
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data
except ImportError as error:
    raise ImportError(
        "SymmetryDiscovery needs scikit-learn 1.6 or newer: pip install 'liesd[sklearn]'"
    ) from error

if TYPE_CHECKING:
    from sklearn.utils import Tags

    from liesd.discovery.result import Discovery, Generator
    from liesd.learning.model import LearnedModel
    from liesd.suggestion.result import Suggestion

AUTO = "auto"
TASKS = ("auto", "regression", "classification")


def _knows_classes(estimator: SymmetryDiscovery) -> bool:
    if hasattr(estimator, "model_"):
        return hasattr(estimator, "classes_")
    return bool(estimator.task != "regression")


class SampleTypeError(DataError, TypeError):
    """Samples that hold no numbers: a TypeError too, which scikit-learn expects."""


class SymmetryDiscovery(
    ClassNamePrefixFeaturesOutMixin,  # type: ignore[misc]  # scikit-learn has no types
    TransformerMixin,  # type: ignore[misc]
    BaseEstimator,  # type: ignore[misc]
):
    """Learn a function from samples and find its continuous symmetries.

    Parameters
    ----------
    spec
        How a symmetry may act, as ``"q[2]+p[2] -> y[2]"``. By default ``x[n] -> y[m]`` for
        numbers, and ``x[n] -> k`` for class labels: probabilities that do not move. ``"auto"``
        takes the best one of :func:`liesd.suggest`; where the fit is too poor for that, the
        default with a warning.
    task
        ``"regression"``, ``"classification"``, or ``"auto"``: labels (text, truth values, whole
        numbers) are classes, real numbers are not.
    learner, replicas, effort, settings
        As in :func:`liesd.learn`; ``settings`` is a dictionary such as ``{"centres": 400}``.
    dictionary
        The functions of each name in ``fields(x[2], name)``, as in :func:`liesd.discover`.
    tolerance
        As in :func:`liesd.discover`.
    random_state
        A seed; the same seed gives the same bits.

    Attributes
    ----------
    discovery_ : Discovery or None
        The result; None (with a warning) if the samples are too few.
    dimension_, generators_, algebra_
        The number of symmetries, the symmetries, and the Lie algebra that they form.
    model_ : LearnedModel
        The function that was learned, a torch module.
    spec_ : str
        The spec that was used.
    suggestion_ : Suggestion or None
        With ``spec="auto"``: the suggestion that was taken, with the order and the factors of
        columns in which :attr:`generators_` are given.
    classes_ : ndarray
        The labels, for classes only.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(0).standard_normal((1000, 2))
    >>> found = SymmetryDiscovery("x[2] -> 1").fit(X, np.exp(-(X**2).sum(axis=1) / 4))
    >>> found.dimension_
    1
    >>> found.transform(X).shape  # the squared length, the one invariant of a rotation
    (1000, 1)
    """

    def __init__(
        self,
        spec: str | Spec | None = None,
        *,
        task: str = "auto",
        learner: str = "auto",
        replicas: int | None = None,
        effort: str = "normal",
        settings: dict[str, Any] | None = None,
        dictionary: dict[str, Any] | None = None,
        tolerance: float | None = None,
        random_state: Any = 0,
    ) -> None:
        self.spec = spec
        self.task = task
        self.learner = learner
        self.replicas = replicas
        self.effort = effort
        self.settings = settings
        self.dictionary = dictionary
        self.tolerance = tolerance
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None, groups: Any = None) -> Self:
        """Learn y from X, and find the symmetries of what was learned.

        X may be a data frame, and the spec name its columns: ``"pos(x,y,z) + mass -> energy"``. If
        X holds the outputs as well, y may be left out.
        ``groups`` says which samples belong together, as in :func:`liesd.learn` and in the
        splitters of scikit-learn.
        """
        check_choice("task", self.task, TASKS)
        if self.settings is not None and not isinstance(self.settings, Mapping):
            raise DataError(f"settings must be a dictionary, not {type(self.settings).__name__}")
        if taken := [name for name in self.settings or {} if name in signature(learn).parameters]:
            raise DataError(f"settings holds {taken[0]!r}, which is no setting of a learner")
        X, y, named = self._read_frame(X, y)
        y, self._y_shape = _flatten_outputs(y)
        X, y = self._validate(X, y=y, multi_output=True, y_numeric=self.task == "regression")
        target, kind, outputs = self._prepare_target(y)
        text = f"x[{X.shape[1]}] -> {outputs}"
        self.suggestion_: Suggestion | None = None
        try:
            seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        except Exception as error:  # whatever NumPy says of what is no seed
            raise DataError(f"random_state must be a seed ({str(error)[:100]})") from error
        settings = {
            "learner": self.learner,
            "seed": seed,
            "replicas": self.replicas,
            "effort": self.effort,
            "progress": False,
            "groups": groups,
            **(self.settings or {}),
        }
        is_auto = self._is_auto
        if named is not None:
            spec = named.spec
        else:
            spec = Spec.parse(text if self.spec is None or is_auto else self.spec, self.dictionary)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".* never changes in column")
            if is_auto:
                found = suggest(X, target, **settings)
                self.model_: LearnedModel = found.model
                self.suggestion_ = found.best if len(found) else None
            else:
                self.model_ = learn(X, target, spec, task=kind, **settings)
        if is_auto and self.suggestion_ is None:
            warnings.warn(f"{found.refusal}; the spec is {spec}", UserWarning, stacklevel=2)
        if self.suggestion_ is None:
            self.discovery_: Discovery | None = self._discover(X, spec)
        else:
            spec, self.discovery_ = self.suggestion_.spec, self.suggestion_.found
        self.spec_ = str(spec)
        if named is not None and self.discovery_ is not None:
            self.discovery_ = add_names(self.discovery_, named, X)
        try:
            self._invariants: Invariants | SpecError = Invariants.of(spec.input, self.generators_)
            self._n_features_out = self._invariants.count
        except SpecError as error:  # curved fields: all but transform works
            self._invariants, self._n_features_out = error, 0
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict with the learned function: numbers, or the most likely class."""
        values = self._predict_values(X)
        if not hasattr(self, "classes_"):
            return values if self._y_shape is None else values.reshape(-1, *self._y_shape)
        return np.asarray(self.classes_[self._make_probabilities(values).argmax(axis=1)])

    @available_if(_knows_classes)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The probability of each class."""
        return self._make_probabilities(self._predict_values(X))

    def score(self, X: Any, y: Any) -> float:
        """R² of the learned function, or its accuracy for classes."""
        check_is_fitted(self)
        measure = accuracy_score if hasattr(self, "classes_") else r2_score
        return float(measure(_flatten_outputs(y)[0], _flatten_outputs(self.predict(X))[0]))

    def transform(self, X: Any) -> NDArray[np.float64]:
        """Compute the linear and quadratic invariants of X.

        Rotations preserve the squared length, Lorentz transformations the Minkowski square. Without
        symmetries, every linear and quadratic function is invariant. Fields that are neither linear
        nor affine are refused.
        """
        check_is_fitted(self)
        if isinstance(self._invariants, SpecError):
            raise self._invariants
        samples = self._validate(X, reset=False)
        found = self.suggestion_
        return self._invariants(samples if found is None else found.arrange(samples))

    @property
    def generators_(self) -> list[Generator]:
        """The symmetries; ``generators_[0]["x"]`` is a matrix."""
        check_is_fitted(self, "model_")
        return [] if self.discovery_ is None else self.discovery_.generators

    @property
    def dimension_(self) -> int:
        """The number of symmetries."""
        return len(self.generators_)

    @property
    def algebra_(self) -> Any:
        """The Lie algebra that the symmetries form; None if the samples were too few."""
        check_is_fitted(self, "model_")
        found: Any = self.discovery_
        return None if found is None else found.algebra

    @property
    def _is_auto(self) -> bool:
        """True if the spec is left to the library."""
        return isinstance(self.spec, str) and self.spec.strip() == AUTO

    def _read_frame(self, X: Any, y: Any) -> tuple[Any, Any, Taken | None]:
        """Arrays by the names of columns; what has none, or needs none, stays as it is."""
        self.__dict__.pop("_columns", None)
        if self.spec is None or self._is_auto or open_frame(X) is None:
            return X, y, None
        taken = take_samples(X, y, self.spec, self.dictionary, wants_y=True)
        self._columns = taken.names
        return self._choose_columns(X), taken.y, taken

    def _choose_columns(self, X: Any) -> Any:
        """The columns of a data frame that were fitted to, in their order."""
        names = getattr(self, "_columns", None)
        if names is None or (table := open_frame(X)) is None:
            return X
        own = type(X).__module__.partition(".")[0] in ("pandas", "polars")
        if own and all(name in table.shapes for name in names):
            return X[list(names)]  # scikit-learn keeps their names
        return select_columns(table, names)

    def _prepare_target(self, y: NDArray[Any]) -> tuple[NDArray[Any], str, str]:
        """The targets, the task of :func:`liesd.learn`, and the output of the default spec."""
        self.__dict__.pop("classes_", None)
        labels = self.task == "classification" or (
            self.task == "auto" and y.size == len(y) and y.dtype.kind in "iubOUS"
        )
        if not labels:
            return check_numbers("y", y), "regression", f"y[{y[0].size}]"
        y = column_or_1d(y, warn=True)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        count = len(self.classes_)
        if count == 1:
            raise DataError("all samples are of one class: there is nothing to learn")
        kind = "binary" if count == 2 else "multiclass"
        return codes, kind, "1" if count == 2 else str(count)

    def _discover(self, X: NDArray[np.float64], spec: Spec) -> Discovery | None:
        try:
            return discover(self.model_, X, spec, tolerance=self.tolerance, progress=False)
        except DataError as error:
            if "too few" not in str(error):
                raise
            warnings.warn(f"nothing can be said of symmetries: {error}", UserWarning, stacklevel=3)
            return None

    def _predict_values(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self)
        return self.model_.predict(self._validate(X, reset=False))

    def _validate(self, X: Any, **options: Any) -> Any:
        """Check samples as scikit-learn does; what it refuses is refused with its own words."""
        try:
            if not options.get("reset", True):
                X = self._choose_columns(X)
            return validate_data(self, X, dtype=np.float64, **options)
        except LiesdError:
            raise
        except TypeError as error:
            raise SampleTypeError(str(error)) from error
        except (ValueError, ArithmeticError, RuntimeError) as error:
            raise DataError(str(error)) from error

    def _make_probabilities(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        if len(self.classes_) > 2:
            return values
        second = values.reshape(-1, 1)
        return np.concatenate([1 - second, second], axis=1)

    def __sklearn_tags__(self) -> Tags:
        """The tags for scikit-learn, which depend on the task."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.target_tags.multi_output = self.task != "classification"
        if self.task == "classification":
            tags.estimator_type, tags.classifier_tags = "classifier", ClassifierTags()
        elif self.task == "regression":
            tags.estimator_type, tags.regressor_tags = "regressor", RegressorTags()
        return tags


def _flatten_outputs(y: Any) -> tuple[Any, tuple[int, ...] | None]:
    """Values (N, a, b, ...) as rows of numbers, as specs count them, and the shape of one value.

    What has at most two axes is left as it is.
    """
    try:
        array = y if hasattr(y, "ndim") else np.asarray(y, dtype=object) if y is not None else None
    except Exception as error:  # objects may raise anything
        raise DataError(f"y is not a regular array: {str(error)[:200]}") from None
    if array is None or array.ndim < 3:
        return y, None
    return np.asarray(y).reshape(len(y), -1), tuple(array.shape[1:])
