"""Try the wheel as users install it: alone, and with each extra alone, each in an environment.

``make wheel`` builds the wheel and installs it into fresh environments. In each of them the library
must import, ``liesd --help`` must work, and the examples of the README must run. What was seen is
kept in ``benchmarks/results/wheel.json``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "benchmarks/results/wheel.json"
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
NOT_FOR_USERS = ("dev",)


def main() -> None:
    """Build, install and try everything; a failure ends it with what was printed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [name for name in project["optional-dependencies"] if name not in NOT_FOR_USERS]
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "readme.py").write_text(read_examples(ROOT / "README.md"))
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, str(ROOT))
        wheel = next(here.glob("liesd-*.whl"))
        rows = [try_alone(here, wheel)]
        rows += [try_extra(here, wheel, name) for name in extras]
    commit = run("git", "-C", str(ROOT), "rev-parse", "HEAD").strip()
    RESULT.write_text(json.dumps({"commit": commit, "environments": rows}, indent=2) + "\n")


def read_examples(page: Path) -> str:
    """All Python on a page, in its order."""
    return "\n".join(PYTHON_BLOCK.findall(page.read_text()))


def try_alone(here: Path, wheel: Path) -> dict[str, object]:
    """Install the wheel into a fresh environment and nothing else."""
    run(sys.executable, "-m", "venv", str(here / "alone"))
    pip(here / "alone", "torch")  # by name first: only so does pip take the pinned build
    pip(here / "alone", str(wheel))
    return use(here, "alone")


def try_extra(here: Path, wheel: Path, extra: str) -> dict[str, object]:
    """Install the wheel with one extra into a copy of the environment that has the wheel alone."""
    environment = here / extra
    shutil.copytree(here / "alone", environment, symlinks=True, copy_function=os.link)
    pip(environment, "--force-reinstall", "--no-deps", str(wheel))  # its command, for this copy
    pip(environment, f"{wheel}[{extra}]")
    row = use(here, extra)
    shutil.rmtree(environment)
    return row


def pip(environment: Path, *what: str) -> None:
    """Install by the constraints of the project."""
    constraints = ("--constraint", str(ROOT / "constraints.txt"))
    run(str(environment / "bin/python"), "-m", "pip", "install", "--quiet", *constraints, *what)


def use(here: Path, name: str) -> dict[str, object]:
    """Import the library, ask the command for help, run the README's examples."""
    programs = here / name / "bin"
    where = run(str(programs / "python"), "-c", "import liesd; print(liesd.__file__)").strip()
    helped = "Usage" in run(str(programs / "liesd"), "--help")
    printed = run(str(programs / "python"), "readme.py", folder=here)
    packages = len(run(str(programs / "python"), "-m", "pip", "list").splitlines()) - 2
    row = {
        "environment": name,
        "imported from its own folder": name in Path(where).parts,
        "help": helped,
        "answers printed": printed.count("SURE"),
        "packages": packages,
    }
    print(row, flush=True)
    return row


def run(*command: str, folder: Path | None = None) -> str:
    """Run a command away from this checkout and return what it printed."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(  # noqa: S603
        command,
        cwd=folder or tempfile.gettempdir(),
        env=kept,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
