"""A discovery as one web page that needs no network. Needs jinja2 (``liesd[report]``).

Everything in it that comes from data, such as the names of columns, passes through the template
engine, which escapes it, or through JSON in a script element that nothing in it can close. The
page's own script is the only one that its content policy lets run.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from liesd.data.archive import atomic_write

if TYPE_CHECKING:
    from liesd.discovery.result import Discovery

SCRIPTS = ("dom.js", "spectrum.js", "matrices.js", "orbit.js", "main.js")


def write(discovery: Discovery, path: str | Path, title: str | None = None) -> Path:
    """Write the page; the file appears whole or not at all."""
    page = render(discovery, title)
    with atomic_write(path) as file:
        file.write(page.encode())
    return Path(path)


def render(discovery: Discovery, title: str | None = None) -> str:
    """The page as text."""
    from liesd.report.content import content
    from liesd.report.payload import payload

    script = "\n" + "\n".join(_part(name) for name in SCRIPTS)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return str(
        _environment()
        .get_template("report.html")
        .render(
            **content(discovery, title),
            payload=payload(discovery),
            style=_part("style.css"),
            script=script,
            digest=digest,
        )
    )


def _environment() -> Any:
    try:
        import jinja2
    except ImportError as error:
        raise ImportError("a report needs jinja2: pip install 'liesd[report]'") from error
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_part),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}
    return environment


def _part(name: str) -> str:
    return (files("liesd.report") / "page" / name).read_text(encoding="utf-8")
