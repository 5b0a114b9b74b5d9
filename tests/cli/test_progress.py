"""Progress of commands: drawn on a terminal, one line per stage in a pipe."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import liesd
from tests.cli.test_discover import QUICK, SPEC

STAGES = [
    "loading the library",
    "reading data.csv",
    "checking samples",
    "searching for a kernel",
    "replica 1 of 4: fitting a kernel",
    "replica 4 of 4: fitting a kernel",
    "making equations",
    "verdict: replicas",
    "writing r.html",
]


def test_a_pipe_gets_a_line_per_stage_and_the_same_results(run, csv: Path) -> None:
    loud = run("discover", csv, SPEC, "--report", "r.html", *QUICK)
    quiet = run("discover", csv, SPEC, "--quiet", *QUICK)
    assert loud.stdout == quiet.stdout
    assert quiet.stderr == ""
    lines = [re.fullmatch(r"\[ *\d+\.\d s\] (.*)", line) for line in loud.stderr.splitlines()[:-1]]
    said = [line[1] for line in lines if line]
    assert len(said) == len(lines) == len(set(said))
    assert [stage for stage in said if stage in STAGES] == STAGES


def test_a_terminal_shows_every_stage_before_the_answer(csv: Path) -> None:
    main, terminal = pty.openpty()
    command = [sys.executable, "-m", "liesd.cli", "discover", str(csv), SPEC]
    process = subprocess.Popen(
        [*command, "--report", str(csv.with_name("r.html")), *QUICK],
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "OMP_NUM_THREADS": "1", "COLUMNS": "80"},
    )
    os.close(terminal)
    shown, loaded_later = b"", False
    while True:
        try:
            part = os.read(main, 4096)
        except OSError:  # the terminal is closed
            break
        if not part:
            break
        loaded_later = loaded_later or (not shown and process.poll() is None)
        shown += part
    assert process.wait() == 0
    assert loaded_later  # the first sign of life came while it was at work
    text = shown.decode()
    assert text.startswith("\rloading the library")
    places = [text.index(stage) for stage in STAGES]
    assert places == sorted(places)
    assert text.index("the law has 1 symmetry") > text.index("verdict: replicas")


def test_nothing_heavy_is_loaded_before_the_first_sign_of_life() -> None:
    program = (
        "import sys\nfrom liesd.progress import Display\n"
        "import liesd.progress as module\n"
        "class First(Display):\n"
        "    def begin(self, stage):\n"
        "        assert not {'torch', 'numpy', 'scipy', 'tqdm'} & set(sys.modules)\n"
        "        sys.exit(7)\n"
        "module.Lines = First\n"
        "from liesd.cli import main\n"
        "main(['discover', 'no.csv', 'x[2] -> 1'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True)
    assert done.returncode == 7, done.stderr


def test_effort_on_the_command_line(run, csv: Path) -> None:
    done = run("discover", csv, SPEC, "--effort", "quick", "--save", "d.liesd", "--quiet")
    assert done.exit_code == 0
    assert "effort quick)" in done.stdout
    assert "the law seems to have 1 symmetry" in done.stdout
    assert "learn again without --effort quick" in done.stdout
    found = liesd.load("d.liesd")
    assert found.verdict is liesd.Verdict.UNSURE
    assert found.settings["function"]["effort"] == "quick"
    assert "effort='quick'" in found.summary()
    assert run("discover", csv, SPEC, "--effort", "soon").exit_code == 2
