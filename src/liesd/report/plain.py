"""The question, the answer and what to do next, for a reader who was not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from liesd.discovery.result import Discovery
from liesd.errors import LiesdError
from liesd.report import style
from liesd.verdict.rule import Verdict
from liesd.verdict.transcript import FUNCTION, LAW, MODEL

SUBJECTS = {FUNCTION: "the function", MODEL: "the trained model", LAW: "the law behind the data"}


class Step(NamedTuple):
    """Something to do with the symmetries: what it is good for, and the lines to paste."""

    title: str
    text: str
    code: str


def write_title(discovery: Discovery) -> str:
    """A title that says what was looked at."""
    name = discovery.settings.get("data", {}).get("file", "")
    return f"Symmetries in {name}" if name else f"Symmetries of {SUBJECTS[discovery.about]}"


def ask_plainly(discovery: Discovery) -> str:
    """The question without a formula."""
    subject = SUBJECTS[discovery.about]
    if discovery.spec.output.unknowns:
        return (
            "Which continuous changes of the inputs, such as rotations or scalings, change the "
            f"outputs of {subject} in a matching way?"
        )
    return (
        "Which continuous changes of the inputs, such as rotations or scalings, leave the outputs "
        f"of {subject} as they are?"
    )


def answer_plainly(discovery: Discovery) -> tuple[str, list[str]]:
    """The answer in a sentence or two, and each symmetry in words."""
    sure = discovery.verdict is Verdict.SURE
    trust = (
        "This can be relied on, for motions of this kind and on data like these."
        if sure
        else "This is not certain: the reason is given below."
    )
    count = discovery.dimension
    if not count:
        return f"None of the kind that was looked for. {trust}", []
    within = discovery.decision.within
    exact = within < style.STYLE.exact_within
    how = "exactly, up to rounding" if exact else f"to within {100 * within:.2g} %"
    many = (
        f"These {count}, and their combinations. They hold" if count > 1 else "This one. It holds"
    )
    shown = discovery.words if count <= style.STYLE.told_generators else ()
    return f"{many} {how}. {trust}", list(shown)


def suggest_steps(discovery: Discovery) -> list[Step]:
    """What to do next, with the exact lines."""
    if not discovery.dimension:
        return list(_suggest_questions(discovery))
    spec = discovery.spec
    steps = [
        Step(
            "Get the numbers",
            "The generators are matrices, one per unknown of the spec. The other steps use the "
            "same names.",
            f"{_write_start(discovery)}\n"
            "for one, words in zip(found.readable, found.words):\n"
            f'    print(words, one["{next(iter(spec.unknowns))}"])',
        ),
        Step(
            "Augment data",
            "Every sample, moved by a random element of the group, is again a valid sample. Keep "
            "boosts and scalings small: moved samples leave the region of the data.",
            "more_x, more_y = found.algebra.augment(x, y)",
        ),
    ]
    if spec.is_linear:
        steps += _suggest_network(discovery)
        steps.append(
            Step(
                "Use invariants as features",
                "Linear and quadratic functions of the inputs that the symmetries do not change.",
                f'features = liesd.SymmetryDiscovery("{spec}").fit(x, y).transform(x)',
            )
        )
    return [*steps, *_suggest_conserved(discovery)]


def _write_start(discovery: Discovery) -> str:
    """Lines that make ``found``, and x and y where the file that they came from can be read."""
    known = discovery.settings.get("data", {})
    lines = ["import liesd"]
    if known.get("saved"):
        lines += [f"found = liesd.load({known['saved']!r})"]
    elif known.get("file"):
        lines += ["found = liesd.load('d.liesd')  # the same command with --save d.liesd makes it"]
    else:
        lines += [
            "found.save('d.liesd')  # once, where it was found",
            "found = liesd.load('d.liesd')",
        ]
    name, outputs = str(known.get("file", "")), known.get("outputs")
    reader = {".csv": "read_csv", ".parquet": "read_parquet"}.get(name[name.rfind(".") :])
    if not reader or not outputs or "," in name:
        return "\n".join([*lines, "# x and y stand for your samples: arrays, inputs and outputs"])
    lines.insert(1, "import pandas")
    lines.append(f"table = pandas.{reader}({name!r})")
    for side, columns in (("x", known["columns"]), ("y", outputs)):
        lines.append(f"{side} = table[{list(columns)!r}].to_numpy()")
    return "\n".join(lines)


def _suggest_questions(discovery: Discovery) -> Iterator[Step]:
    """What to ask where nothing was found."""
    if discovery.decision.approximate:
        yield Step(
            "Count what nearly holds",
            "A direction is broken weakly, as said above. As an approximate symmetry it may serve.",
            f'found = liesd.discover(f, x, "{discovery.spec}", tolerance=0.05)',
        )
    yield Step(
        "Ask for other motions",
        "Only motions that the spec allows were considered. Give each vector a matrix of its own, "
        "let points move by affine maps, or let LieSD propose a spec.",
        "print(liesd.suggest(x, y))",
    )


def _suggest_network(discovery: Discovery) -> Iterator[Step]:
    """An equivariant network, which can have the compact part of an algebra."""
    try:
        algebra = discovery.algebra.rectify()
        compact = algebra.compact
    except LiesdError:
        return
    if not compact.dimension:
        return
    told = "An equivariant network cannot break it, and needs fewer samples."
    if compact.dimension < algebra.dimension:
        told += (
            f" This one has only the compact part of the algebra, {compact.name}; the other "
            f"{algebra.dimension - compact.dimension} of {algebra.dimension} generators, such as "
            "boosts and scalings, are not built in."
        )
    yield Step(
        "Train a network that has the symmetry",
        told,
        "net = liesd.nn.EquivariantMLP(found.spec, found.algebra.rectify().compact)",
    )


def _suggest_conserved(discovery: Discovery) -> Iterator[Step]:
    """What Noether's theorem says, if the function is one of dynamics."""
    try:
        found = [one for one in discovery.conserved() if one.holds is not False]
    except LiesdError:
        return
    if not found:
        return
    kept = "; ".join(map(str, found))
    is_checked = all(one.holds for one in found)
    condition = "" if is_checked else "If the output is the energy of positions and momenta, "
    yield Step(
        "Follow what is conserved",
        f"{condition}Noether's theorem gives {kept}.",
        "for quantity in found.conserved():\n    print(quantity, quantity(x))",
    )
