"""Code that computes a law in a way that misleads."""

from functools import partial

import numpy as np
import torch

from benchmarks.hostile.case import (
    ROT,
    SPIN,
    SQUEEZE,
    Array,
    Law,
    make,
    normal,
    on,
    rotations,
    sq,
    turn,
)

tricks = partial(make, "tricks_four", "exact")

GENTLE = np.array([[0.0, -1.0, 0.0], [0.5, 0.0, -0.5], [0.0, 1.0, 0.0]])
DICE = torch.Generator().manual_seed(3)
AREAS = on("x", [ROT, SQUEEZE, np.array([[0.0, 1.0], [1.0, 0.0]])])


def lean(x: torch.Tensor) -> torch.Tensor:
    """A bowl with a cubic term."""
    return sq(x) + 0.1 * x[:, 0] ** 3


def centred(law: Law) -> Law:
    """Take the mean of the batch away and add it again, outside of the graph."""

    def f(x: torch.Tensor) -> torch.Tensor:
        y = law(x)
        return y - y.mean() + y.mean().detach()

    return f


def hooked(x: torch.Tensor) -> torch.Tensor:
    """A bowl whose derivatives are clipped on the way back."""
    inner = x.clone()
    if inner.requires_grad:
        inner.register_hook(lambda g: g.clamp(-0.5, 0.5))
    return sq(inner)


def hooked_idly(x: torch.Tensor) -> torch.Tensor:
    """Clip the derivatives, but so far out that nothing happens."""
    inner = x.clone()
    if inner.requires_grad:
        inner.register_hook(lambda g: torch.sign(g) * g.abs().clamp(max=1e3))
    return lean(inner)


def sixteen_bits(x: torch.Tensor) -> torch.Tensor:
    """A bowl in double precision, and what breaks it in sixteen bits."""
    cubic = (0.05 * x[:, 0] ** 3).to(torch.bfloat16)
    return sq(x) + cubic.to(x.dtype)


def filled(x: torch.Tensor) -> torch.Tensor:
    """Strike out the second column where the first one is large."""
    y = x.clone()
    y[y[:, 0] > 1.8, 1] = 0.0
    return sq(y)


def struck(x: torch.Tensor) -> torch.Tensor:
    """The same in one line."""
    return x[:, 0].square() + torch.where(x[:, 0] > 1.8, 0.0, x[:, 1]).square()


def two_largest(x: torch.Tensor) -> torch.Tensor:
    """The two largest of three squares."""
    return x.square().topk(2, dim=1).values.sum(dim=1)


def remembered(law: Law) -> Law:
    """Keep the answers to the last questions, without their graph."""
    seen: dict[bytes, torch.Tensor] = {}

    def f(x: torch.Tensor) -> torch.Tensor:
        key = x.detach().numpy().tobytes()
        if key in seen:
            return seen[key].clone()
        y = law(x)
        if len(seen) < 50:
            seen[key] = y.detach().clone()
        return y

    return f


def bilinear(x: torch.Tensor) -> torch.Tensor:
    """A form whose matrix is far from symmetric."""
    m = [[1.0, 7.0, -4.0], [-7.0, 1.0, 2.5], [4.0, -2.5, 1.0]]
    return torch.einsum("ni,ij,nj->n", x, torch.tensor(m, dtype=x.dtype), x)


def shifted_determinant(x: torch.Tensor) -> torch.Tensor:
    """The determinant of two rows and a tenth of the unit matrix."""
    return torch.linalg.det(x.reshape(-1, 2, 2) + 0.2 * torch.eye(2, dtype=x.dtype))


def largest_eigenvalue(x: torch.Tensor) -> torch.Tensor:
    """The larger eigenvalue of a symmetric matrix with three entries."""
    m = torch.stack([x[:, 0], x[:, 1], x[:, 1], x[:, 2]], dim=1).reshape(-1, 2, 2)
    return torch.linalg.eigvalsh(m)[:, 1]


def every_other(law: Law) -> Law:
    """Every other row leaves the graph."""

    def f(x: torch.Tensor) -> torch.Tensor:
        y = law(x)
        odd = torch.arange(len(x)) % 2 == 1
        return torch.where(odd, y.detach(), y)

    return f


def random_basis(x: torch.Tensor) -> torch.Tensor:
    """Draw a basis at each call and add up the squares in it."""
    q, _ = torch.linalg.qr(torch.randn(3, 3, dtype=x.dtype, generator=DICE))
    return torch.sin(sq(x @ q))


def late_steps(x: torch.Tensor) -> torch.Tensor:
    """Steps of descent towards the input, of which only the last one is in the graph."""
    z = torch.zeros_like(x)
    with torch.no_grad():
        for _ in range(60):
            z = z - 0.2 * (z - x)
    z = z - 0.2 * (z - x)
    return sq(z)


def half_and_half(x: torch.Tensor) -> torch.Tensor:
    """A bowl put together from two halves of the batch."""
    middle = len(x) // 2
    return torch.cat([sq(x[:middle]), sq(x[middle:].flip(1))])


def kinked_axis(rng: np.random.Generator) -> Array:
    """A third of the rows lie exactly on an axis."""
    x = rng.normal(size=(3000, 2))
    x[::3, 0] = 0.0
    return x


CASES = (
    tricks(
        "spectrum",
        "x[4] -> 1",
        lambda x: sq(x).sqrt(),
        normal(2000, 4),
        on("x", rotations(4)),
        "The strength of a signal, added up over its frequencies.",
        f=lambda x: (torch.fft.fft(x, dim=1).abs().square().sum(dim=1) / 4.0).sqrt(),
    ),
    tricks(
        "spectrum-filtered",
        "x[4] -> 1",
        lambda x: sq(x) - 0.04 * x.sum(dim=1).square() / 4.0,
        normal(2000, 4),
        on("x", [(np.eye(4) + np.full((4, 4), 0.25) * (1 / 0.96 - 1)) @ k for k in rotations(4)]),
        "The same with a mean that is damped by 2 %: still round after a stretch.",
        f=lambda x: (
            torch.fft.fft(x, dim=1).abs().square()
            * torch.tensor([0.96, 1.0, 1.0, 1.0], dtype=x.dtype)
            / 4.0
        ).sum(dim=1),
        decoys=on("x", [turn(4, 0, 1)]),
    ),
    tricks(
        "clipped-derivatives",
        "x[2] -> 1",
        sq,
        normal(2000, 2),
        SPIN,
        "Derivatives are clipped on the way back, so that a circle looks like a square.",
        f=hooked,
    ),
    tricks(
        "idle-clip",
        "x[2] -> 1",
        lean,
        normal(2000, 2),
        (),
        "Derivatives pass a clip that never acts, and a cubic term breaks.",
        f=hooked_idly,
        decoys=SPIN,
    ),
    tricks(
        "batch-mean",
        "x[2] -> 1",
        lean,
        normal(3000, 2),
        (),
        "The derivative of the sum over a batch vanishes, since its mean is taken away.",
        f=centred(lean),
        decoys=SPIN,
    ),
    tricks(
        "batch-mean-round",
        "x[2] -> 1",
        lambda x: torch.cos(sq(x)),
        normal(3000, 2),
        SPIN,
        "The same for a round law: it does not allow all that its derivatives do.",
        f=centred(lambda x: torch.cos(sq(x))),
        decoys=on("x", [SQUEEZE]),
    ),
    tricks(
        "sixteen-bits",
        "x[2] -> 1",
        lambda x: sq(x) + 0.05 * x[:, 0] ** 3,
        normal(2000, 2),
        (),
        "The part that breaks is computed with two digits.",
        f=sixteen_bits,
        decoys=SPIN,
    ),
    tricks(
        "struck-out",
        "x[2] -> 1",
        struck,
        normal(4000, 2),
        (),
        "Entries are struck out in place beyond a threshold that 4 % of the rows pass.",
        f=filled,
        decoys=SPIN,
    ),
    tricks(
        "two-largest",
        "x[3] -> 1",
        two_largest,
        normal(3000, 3),
        (),
        "Two of three squares: each region has a turn of its own.",
        decoys=on("x", rotations(3)),
    ),
    tricks(
        "distances",
        "x[3] -> 1",
        lambda x: torch.sin(2.0 * sq(x).sqrt()),
        normal(2000, 3),
        on("x", rotations(3)),
        "The length as one entry of a table of distances to the origin.",
        f=lambda x: torch.sin(2.0 * torch.cdist(x, torch.zeros(1, 3, dtype=x.dtype)))[:, 0],
    ),
    tricks(
        "memory",
        "x[2] -> 1",
        lean,
        normal(2000, 2),
        (),
        "A question that was asked before is answered from memory, without derivatives.",
        f=remembered(lean),
        decoys=SPIN,
    ),
    tricks(
        "memory-round",
        "x[2] -> 1",
        lambda x: torch.log1p(sq(x)),
        normal(2000, 2),
        SPIN,
        "A round law whose answers are remembered without derivatives.",
        f=remembered(lambda x: torch.log1p(sq(x))),
        decoys=on("x", [SQUEEZE]),
    ),
    tricks(
        "lopsided-form",
        "x[3] -> 1",
        lambda x: torch.sin(sq(x)),
        normal(2000, 3),
        on("x", rotations(3)),
        "A quadratic form with a matrix that is mostly antisymmetric, which cancels.",
        f=lambda x: torch.sin(bilinear(x)),
    ),
    tricks(
        "shifted-determinant",
        "2*x[2] -> 1",
        shifted_determinant,
        normal(2000, 4),
        (),
        "The determinant of two vectors, regularised by a part of the unit matrix.",
        decoys=AREAS,
    ),
    tricks(
        "largest-eigenvalue",
        "x[3] -> 1",
        largest_eigenvalue,
        normal(2000, 3),
        on("x", [GENTLE]),
        "The larger eigenvalue of a matrix, which a turn of the basis leaves alone.",
        decoys=on("x", rotations(3)),
    ),
    tricks(
        "rounded-inputs",
        "x[2] -> 1",
        lambda x: torch.sin(sq(x)),
        normal(2000, 2, 0.8),
        SPIN,
        "Inputs are rounded to four digits first: no derivative is left.",
        f=lambda x: torch.sin(sq(torch.round(x, decimals=4))),
        decoys=on("x", [SQUEEZE]),
    ),
    tricks(
        "every-other-row",
        "x[2] -> 1",
        lean,
        normal(2000, 2),
        (),
        "Every other row of a batch has no derivatives.",
        f=every_other(lean),
        decoys=SPIN,
    ),
    tricks(
        "random-basis",
        "x[3] -> 1",
        lambda x: torch.sin(sq(x)),
        normal(2000, 3),
        on("x", rotations(3)),
        "The work is done in a basis that is drawn anew at each call, and does not matter.",
        f=random_basis,
    ),
    tricks(
        "last-step",
        "x[2] -> 1",
        sq,
        normal(2000, 2),
        SPIN,
        "An iteration of which only the last step has derivatives, a fifth of the true ones.",
        f=late_steps,
        decoys=on("x", [SQUEEZE]),
    ),
    tricks(
        "two-halves",
        "x[2] -> 1",
        sq,
        normal(2000, 2),
        SPIN,
        "One half of the batch is computed with exchanged columns.",
        f=half_and_half,
    ),
    tricks(
        "rows-on-the-kink",
        "x[2] -> 1",
        lambda x: sq(x) + 0.3 * x[:, 0].abs(),
        kinked_axis,
        (),
        "A third of the rows lie exactly on the kink, where the derivative is said to be zero.",
        decoys=SPIN,
    ),
)
