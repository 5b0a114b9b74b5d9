"""A discovery as one self-contained web page. Needs jinja2 (``liesd[report]``).

Everything that comes from data, such as the names of columns, is escaped by the template engine or
is JSON in a script element that it cannot close. The content policy allows the page's own script
only.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from liesd.data.files import write_atomically

if TYPE_CHECKING:
    from liesd.discovery.result import Discovery

SCRIPTS = ("dom.js", "spectrum.js", "matrices.js", "orbit.js", "film.js", "main.js")


def write(discovery: Discovery, path: str | Path, title: str | None = None) -> Path:
    """Write the page; the file appears whole or not at all."""
    page = render(discovery, title)
    with write_atomically(path) as file:
        file.write(page.encode())
    return Path(path)


def render(discovery: Discovery, title: str | None = None) -> str:
    """Render the page as text."""
    from liesd.report.content import collect_content
    from liesd.report.payload import collect_payload

    script = "\n" + "\n".join(_read_part(name) for name in SCRIPTS)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return str(
        _make_environment()
        .get_template("report.html")
        .render(
            **collect_content(discovery, title),
            payload=collect_payload(discovery),
            style=_read_part("style.css"),
            script=script,
            digest=digest,
        )
    )


def _make_environment() -> Any:
    try:
        import jinja2
    except ImportError as error:
        raise ImportError("a report needs jinja2: pip install 'liesd[report]'") from error
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_read_part),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}
    return environment


def _read_part(name: str) -> str:
    return (files("liesd.report") / "page" / name).read_text(encoding="utf-8")
