"""The settings of the search for a kernel."""

from __future__ import annotations

from dataclasses import dataclass

from liesd.learning.settings import Settings, as_count, as_positive, as_tuple

LENGTHS = (0.18, 0.25, 0.35, 0.5, 0.7, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
RIDGES = tuple(10.0 ** (k / 2) for k in range(-32, 7))


@dataclass(frozen=True, kw_only=True)
class KernelSearch(Settings):
    """The search for the metric, the length and the ridge of a kernel."""

    lengths: tuple[float, ...] = LENGTHS
    """The lengths that are tried, in units of the median distance."""
    ridges: tuple[float, ...] = RIDGES
    """The ridges that are tried, relative to the size of all kernels at all samples."""
    quick_centres: int = 320
    """Centres while inputs and metrics are compared."""
    centres_per_input: int = 25
    """... and per input or product, at least: a metric of many needs them."""
    rows_per_centre: int = 9
    """Samples that are fitted to per centre, while lengths and metrics are compared."""
    rows_per_input: int = 100
    """... and per input or product, while there are few centres."""
    heldout_rows: int = 4000
    """Held-out samples by which settings are compared, and samples that represent all others."""
    typical_rows: int = 1000
    """Samples whose median variance of the Jacobian is the typical one."""
    unit_centres: int = 500
    """Centres whose median distance is the unit of length."""
    sketch: int = 32
    """Random directions by which the covariance of the weights is remembered."""
    uneven: float = 30.0
    """How far units inside a channel may differ before it is tried to even them out."""
    even_gain: float = 0.5
    """Evening out must multiply the held-out error by less than this."""
    clear_gain: float = 0.5
    """Inputs or their products are clearly better if they multiply the typical error by less than
    this; else both are fitted with all centres."""
    clearly_worse: float = 1.25
    """A longer kernel that multiplies the typical error by more than this while there are few
    centres is not tried with all of them."""
    rounds: int = 10
    """How often the metric is sharpened, at most."""
    replica_rounds: int = 1
    """How often a part of the data sharpens a metric of products by itself."""
    near_error: float = 1.2
    """A metric that multiplies the typical error by more than this is not tried with other
    lengths."""
    enough_gain: float = 0.99
    """Sharpening must multiply the held-out error by at most this to be tried again."""
    fine_error: float = 1e-4
    """A typical held-out error that needs no better metric."""
    quick_share: float = 0.2
    """So much of it must be expected of all centres while there are few of them."""
    centre_power: float = 2.5
    """The error is expected to shrink with this power of the number of centres."""
    least_factor: float = 0.3
    """What a direction counts at least in a new metric, relative to the one that counts most."""
    rounding: float = 1e-7
    """The largest rounding error of f, relative to y, with which a ridge may be chosen."""
    bent_gain: float = 0.7
    """If all centres multiply the error of a part of them by less than this, it is not noise, and
    few samples are enough."""
    bent_rows: int = 18
    """Samples per centre that are enough then, besides those by which settings are compared."""
    ragged_error: float = 0.005
    """If the held-out error is larger than this..."""
    noise_like: float = 0.25
    """... and the typical error is a smaller part of it than this, few samples have most of the
    error. That is not noise, and lengths are compared again with all samples."""
    saturated_gain: float = 0.97
    """More samples and centres change nothing if they multiply the error by at least this."""

    def __post_init__(self) -> None:
        numbers = as_tuple(as_positive)
        self.check(
            lengths=numbers,
            ridges=numbers,
            quick_centres=as_count,
            centres_per_input=as_count,
            rows_per_centre=as_count,
            rows_per_input=as_count,
            heldout_rows=as_count,
            typical_rows=as_count,
            unit_centres=as_count,
            sketch=as_count,
            uneven=as_positive,
            even_gain=as_positive,
            clear_gain=as_positive,
            clearly_worse=as_positive,
            rounds=as_count,
            replica_rounds=as_count,
            near_error=as_positive,
            enough_gain=as_positive,
            fine_error=as_positive,
            quick_share=as_positive,
            centre_power=as_positive,
            least_factor=as_positive,
            rounding=as_positive,
            bent_gain=as_positive,
            bent_rows=as_count,
            ragged_error=as_positive,
            noise_like=as_positive,
            saturated_gain=as_positive,
        )
