"""Any torch callable on a batch: values, and derivatives by automatic differentiation."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor, nn

from liesd.data.samples import Samples, check_finite
from liesd.errors import DataError, FunctionError, check_choice
from liesd.sources import limits
from liesd.sources.base import Pair, Request, Source, register_source
from liesd.sources.calls import call_function, explain_failure
from liesd.sources.fitted import find_fit, linearize_by_formula
from liesd.sources.foreign import Foreign
from liesd.sources.transport import pack, unpack
from liesd.sources.wrappers import find_modules
from liesd.spec import Spec


@register_source
class Autodiff(Source):
    """A torch callable on a batch, differentiated by one backward pass per output.

    Backward passes, and not ``vmap``, so that TorchScript and custom autograd functions work too.
    The module is used in evaluation mode, in its own dtype and on its own device, and is left
    exactly as it was.
    """

    def __init__(
        self,
        f: Callable[[Tensor], Tensor],
        samples: Samples,
        spec: Spec,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__(samples, spec)
        self.dtype = dtype or raise_to_single(self.dtype)
        if not callable(f):
            raise FunctionError(f"f must be a torch callable on a batch, not {type(f).__name__}")
        self.f: Any = f
        self.weighs = False
        self.weigher: Any = None
        self.modules = find_modules(f)
        anchor = next((t for module in self.modules for t in _list_floating(module)), None)
        self.device: torch.device | None = None
        if anchor is not None:
            self.dtype, self.device = anchor.dtype, anchor.device

    @classmethod
    def accepts(cls, request: Request) -> bool:
        return request.f is not None

    @classmethod
    def open(cls, request: Request) -> Self:
        with evaluating(find_modules(request.f)):
            fit = find_fit(
                request.f, lambda: next(request.samples.batches(limits.LIMITS.tried_samples))
            )
        f = convert_precision(request.f if fit is None else fit.function, request.dtype)
        source = cls(f, request.samples, request.spec, request.dtype)
        source.prepare()
        if fit is not None:
            source.fit, source.weighs = fit, fit.weigher is not None
            source.weigher = None if fit.weigher is fit.function else fit.weigher
        return source

    @property
    def is_trained(self) -> bool:
        return any(_is_trained(module) for module in self.modules)

    @property
    def foreign(self) -> list[Foreign]:
        """The functions of other frameworks that f is made of."""
        inner = (part for module in self.modules for part in module.modules())
        return [part for part in inner if isinstance(part, Foreign)]

    @property
    def floor(self) -> float:
        return max(super().floor, *(one.floor for one in self.foreign), 0.0)

    @property
    def has_slopes(self) -> bool:
        return all(one.has_slopes for one in self.foreign)

    @property
    def obstacle(self) -> str:
        return next((one.obstacle for one in self.foreign if one.obstacle), "")

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(note for one in self.foreign for note in one.notes))

    def prepare(self) -> None:
        """Let a function of another framework look at samples from everywhere."""
        if isinstance(self.f, Foreign):
            wanted = limits.LIMITS.unit_samples
            step = max(1, (self.samples.count or 0) // wanted)
            x = self.place(next(self.samples.batches(wanted, step)))
            check_finite(x, None, "x")
            with explain_failure(x):
                self.f.prepare(x.numpy())

    @property
    def callable(self) -> Any:
        return self.f

    def with_function(self, f: Any) -> Autodiff:
        return Autodiff(f, self.samples, self.spec)

    def __getstate__(self) -> dict[str, Any]:
        """Send the function as its state where it has one, and never the samples."""
        weigher = None if self.weigher is None else pack(self.weigher)
        kept = {**vars(self), "f": pack(self.f), "weigher": weigher}
        return {**kept, "modules": [], "samples": None, "fit": None}

    def place(self, x: Tensor) -> Tensor:
        return x.to(device=self.device or x.device, dtype=self.dtype)

    def weigh(self, x: Tensor) -> Tensor | None:
        if not self.weighs:
            return None
        self.f, self.weigher = unpack(self.f), unpack(self.weigher)
        model = self.f if self.weigher is None else self.weigher  # the function is the model
        known = model.sample_weight(x.cpu().numpy())
        return None if known is None else torch.from_numpy(known)

    def value(self, x: Tensor) -> Tensor:
        """f(x) for one batch."""
        with torch.no_grad():
            return self._call(x).detach()

    def linearize(self, x: Tensor) -> Pair:
        """f(x) and its Jacobian for one batch."""
        self.f = unpack(self.f)  # on a worker it arrives packed
        with torch.no_grad():
            known = linearize_by_formula(self.f, x)
        if known is not None:
            return known
        with torch.enable_grad():
            x = (x.clone() if x.is_inference() else x.detach()).requires_grad_(True)
            y = self._call(x)
            b, m, n = len(x), self.spec.output.dim, self.spec.input.dim
            if not y.requires_grad:
                return y, x.new_zeros((b, m, n))
            columns = y.sum(dim=0)  # samples do not mix, so one sum serves the whole batch
            with explain_failure(x, "the derivative of f"):
                rows = [
                    torch.autograd.grad(
                        columns[k], x, retain_graph=k + 1 < m, materialize_grads=True
                    )
                    for k in range(m)
                ]
        return y.detach(), torch.stack([row.reshape(b, n) for (row,) in rows], dim=1)

    def _call(self, x: Tensor) -> Tensor:
        self.f = unpack(self.f)  # on a worker it arrives packed
        y = call_function(self.f, x)
        if not isinstance(y, Tensor):
            raise FunctionError(
                f"f must return one tensor, not {type(y).__name__}; wrap it: lambda x: f(x)[0]"
            )
        if not y.is_floating_point():
            raise FunctionError(
                f"f returns {y.dtype}, which has no derivative; give real outputs, such as the "
                "logits or probabilities instead of a class"
            )
        if y.ndim == 0 or len(y) != len(x):
            raise FunctionError(
                f"f got a batch of {len(x)} samples and returned shape {tuple(y.shape)}: the first "
                "axis must count the samples"
            )
        y = y.reshape(len(y), -1)
        if y.shape[1] != self.spec.output.dim:
            one = self.spec.for_outputs(2) is not self.spec
            hint = ": for scores of classes let the spec end in '-> label'" if one else ""
            raise DataError(
                f"f returns {y.shape[1]} numbers per sample, but the output of the spec, "
                f"{self.spec.output}, has {self.spec.output.dim}{hint}"
            )
        return y

    def _check(self) -> None:
        """Try f on a subsample: do its derivatives tell how its outputs change?"""
        x = self.place(next(self.samples.batches(limits.LIMITS.tried_samples)))
        check_finite(x, 0, "x")
        y, jacobian = self.linearize(x)
        check_finite(y, 0, "the output of f")
        check_finite(jacobian, 0, "the Jacobian of f")
        scale = y.abs().amax(dim=0).clamp_min(torch.finfo(y.dtype).tiny)
        tolerance = 1e3 * torch.finfo(y.dtype).eps ** 0.75
        if len(x) > 1:
            other = y.roll(1, dims=0)
            again = self.value(x.roll(1, dims=0)[: len(x) // 2])
            if ((again - other[: len(again)]).abs() > tolerance * scale).any():
                raise FunctionError(
                    "f gives other outputs for the same samples in another batch: it mixes the "
                    "samples of a batch or draws random numbers; each sample must stand alone"
                )
        else:
            other = self.value(x + x.abs().mean())
        if not self.has_slopes:
            return
        changes = ((other - y).abs() > tolerance * scale).any(dim=0)
        flat = (jacobian == 0).all(dim=2).all(dim=0)
        if (changes & flat).any():
            output = int((changes & flat).nonzero()[0])
            raise FunctionError(
                f"output {output} of f changes with x, but its derivative is zero: the graph is "
                "broken there (.detach(), .numpy(), no_grad() or a rounding step inside f); let "
                "gradients through, or bring your own with jacobian="
            )

    @contextmanager
    def ready(self) -> Iterator[None]:
        """Enter evaluation mode, and try f on a subsample."""
        with evaluating(self.modules):
            self._check()
            yield


@contextmanager
def evaluating(modules: list[nn.Module]) -> Iterator[None]:
    """Switch to evaluation mode; every training flag is restored at the end."""
    modules = [module for module in modules if hasattr(module, "training")]  # else it is frozen
    parts = [part for module in modules for part in module.modules()]
    training = [part for part in parts if part.training]
    try:
        for module in modules:
            module.eval()
        with torch.inference_mode(False):
            yield
    finally:
        for part in training:
            part.training = True


def parse_dtype(dtype: str | torch.dtype | None) -> torch.dtype | None:
    """Parse a precision by its name."""
    kinds = {"float32": torch.float32, "float64": torch.float64}
    if dtype is None or (isinstance(dtype, torch.dtype) and dtype in kinds.values()):
        return dtype
    with suppress(Exception):  # whatever NumPy says of what is no dtype
        dtype = np.dtype(dtype).name  # type: ignore[arg-type]
    return kinds[check_choice("dtype", dtype, kinds)]


def raise_to_single(dtype: torch.dtype) -> torch.dtype:
    """Raise half precision to single: its derivatives would be nothing but rounding."""
    return torch.float32 if torch.finfo(dtype).eps > torch.finfo(torch.float32).eps else dtype


def convert_precision(f: Any, dtype: torch.dtype | None) -> Any:
    """Copy a module to another precision; a function without parameters stays as it is."""
    kind, modules = dtype, find_modules(f)
    held = [tensor.dtype for module in modules for tensor in _list_floating(module)]
    if kind is None and any(raise_to_single(own) != own for own in held):
        kind = torch.float32
    if kind is None or all(own == kind for own in held):
        return f
    if not isinstance(f, nn.Module):
        raise FunctionError(
            f"f uses a module in {str(held[0]).removeprefix('torch.')}: give the module itself, or "
            "convert it with .double() or .float(), and leave dtype= out"
        )
    return copy.deepcopy(f).to(kind)


def _is_trained(module: nn.Module) -> bool:
    """True if a module has parameters; a script may have frozen them to constants."""
    if isinstance(module, Foreign):
        return module.is_trained
    return isinstance(module, torch.jit.ScriptModule) or any(
        part.numel() for part in module.parameters()
    )


def _list_floating(module: nn.Module) -> Iterator[Tensor]:
    for tensor in (*module.parameters(), *module.buffers()):
        if tensor.is_floating_point():
            yield tensor
