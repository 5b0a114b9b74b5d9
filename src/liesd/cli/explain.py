"""``liesd explain``: what a spec means, and what data and memory it needs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from liesd.cli.session import dictionary_option, read_dictionary

if TYPE_CHECKING:
    from liesd.spec import Action, Spec


@click.command()
@click.argument("spec")
@dictionary_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs instead of words.")
def explain(spec: str, dictionary: tuple[str, ...], as_json: bool) -> None:
    """Tell what SPEC means: its columns, its unknowns, the rows it makes, the memory it needs.

    \b
    x[5] -> y[3]               an unknown matrix acts on 5 inputs, another on 3 outputs
    a[2]+b[3] -> y[2]          channels: each transforms on its own
    q[2]+p[2] -> q+p           a name used twice is the same unknown
    3*x[3] -> a[3]*b[3]        three vectors that share one unknown; a tensor with two sides
    20*p[4] -> 1               a whole number: numbers that do not move, an invariance
    x[3] -> x.T                the dual, for covectors and gradients
    5*affine(x[3]) -> 5*x      points, moved by Ax + b; vectors, moved by the same A
    4*poly(x[2], 2) -> 1       polynomial vector fields of degree 2; shift(x[2]) has b alone
    fields(x[2], trig) -> 1    combinations of the functions that --dictionary gives
    """
    from liesd.cli.show import show_table, write_json
    from liesd.spec import Spec
    from liesd.spec.named.draft import Draft

    given = read_dictionary(dictionary)
    draft = Draft.parse(spec, given)
    parsed = draft.preview or Spec.parse(spec, given)
    facts = _collect_facts(parsed)
    for side, terms in (("inputs", draft.inputs), ("outputs", draft.outputs)):
        if len(terms) == len(facts[side]):  # as the user wrote them, with names of columns
            for part, term in zip(facts[side], terms, strict=True):
                part["part"] = term.text
    if as_json:
        write_json(facts)
        return
    click.echo(f"{' '.join(spec.split())}: how an unknown symmetry may act.\n")
    rows = [
        (side, *(str(part[name]) for name in ("columns", "part", "meaning")))
        for side in ("inputs", "outputs")
        for part in facts[side]
    ]
    show_table(("", "columns", "part", "what it is"), rows)
    unknowns = ", ".join(
        f"{name} ({'×'.join(map(str, shape))})" for name, shape in facts["unknowns"].items()
    )
    gauge = f", {facts['gauge']} of which move nothing (gauge)" if facts["gauge"] else ""
    least = facts["least_samples"]
    click.echo(
        f"\nUnknowns: {unknowns}; {facts['size']:,} unknown numbers in all{gauge}.\n"
        f"Each sample makes {_count(facts['rows_a_sample'])}; samples needed: at least "
        f"{least:,}, better {10 * least:,} or more.\n"
        f"Memory for the equations: about {_format_bytes(facts['memory_bytes'])}, however many "
        "samples."
    )


def _collect_facts(spec: Spec) -> dict[str, Any]:
    from liesd.equations.cost import requirements
    from liesd.spec.gauge import count_gauge

    needs = requirements(spec)
    if not spec.is_linear:
        needs.check(None)  # to count the gauge of other actions takes as much memory
    memory, gauge = needs.memory, count_gauge(spec)
    return {
        "spec": str(spec),
        "inputs": _list_parts(spec.input),
        "outputs": _list_parts(spec.output),
        "input_size": spec.input.dim,
        "output_size": spec.output.dim,
        "unknowns": {name: list(shape) for name, shape in spec.unknowns.items()},
        "size": spec.size,
        "gauge": gauge,
        "rows_a_sample": spec.output.dim,
        "least_samples": math.ceil((spec.size - gauge) / spec.output.dim),
        "memory_bytes": memory,
    }


def _list_parts(action: Action) -> list[dict[str, str]]:
    """List the terms of a sum with their columns, counted from 1."""
    parts, start = [], 1
    for part in action.parts:
        end = start + part.dim - 1
        columns = str(start) if end == start else f"{start}-{end}"
        parts.append({"columns": columns, "part": str(part), "meaning": part.explain()})
        start = end + 1
    return parts


def _count(equations: int) -> str:
    return "1 equation" if equations == 1 else f"{equations:,} equations"


def _format_bytes(count: int) -> str:
    size = float(count)
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:.0f} {unit}"
        size /= 1024
    return f"{size:,.0f} TiB"
