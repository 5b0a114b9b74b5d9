"""``liesd discover`` and its neighbours, as a new user would use them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

import liesd
from tests.cli.conftest import ROTATION, table, write_csv

SPEC = "q[2]+p[2] -> y[2]"
QUICK = ("--learner", "kernel", "--setting", "centres=150")


def test_from_a_csv_file_to_the_answer_in_words(run, csv: Path) -> None:
    done = run("discover", csv, SPEC, "--save", "d.liesd", "--quiet", *QUICK)
    assert (done.exit_code, done.stderr) == (0, "wrote d.liesd\n")
    assert f"{SPEC}: the law has 1 symmetry, to within" in done.stdout
    assert "(12 unknown numbers, 1,500 samples)" in done.stdout
    assert "SURE: replicas of the fit agree" in done.stdout
    assert "inputs q1, q2, p1, p2; outputs u, v" in done.stdout
    assert "\x1b" not in done.stdout  # a pipe gets no colours
    (generator,) = liesd.load("d.liesd").generators
    for name in "qpy":
        assert np.allclose(generator[name] / generator[name][1, 0], ROTATION, atol=0.01)


def test_from_a_csv_file_to_a_report(run, csv: Path, tmp_path: Path) -> None:
    done = run("discover", csv, SPEC, "--report", "r.html", "--save", "d.liesd", *QUICK)
    assert done.exit_code == 0
    assert "1 symmetry" in Path("r.html").read_text(encoding="utf-8")
    assert run("report", "d.liesd").exit_code == 0
    assert "1 symmetry" in Path("d.html").read_text(encoding="utf-8")
    assert {path.name for path in tmp_path.iterdir()} == {
        *("data.csv", "d.liesd", "r.html", "d.html")
    }


def test_a_report_names_the_columns_and_escapes_what_is_hostile(run, csv: Path) -> None:
    hostile = "</script><script>alert(1)</script>"
    Path("odd.csv").write_text(csv.read_text().replace("q1", f'"{hostile}"', 1))
    done = run("discover", "odd.csv", SPEC, "--report", "r.html", *QUICK)
    assert done.exit_code == 0
    page = Path("r.html").read_text(encoding="utf-8")
    assert hostile not in page
    assert "&lt;/script&gt;" in page
    assert "odd.csv" in page


def test_a_column_of_groups_keeps_samples_together(run, tmp_path: Path) -> None:
    rows, runs = table(1500), np.repeat([f"run {k}" for k in range(30)], 50)
    order = np.random.default_rng(0).permutation(1500)
    lines = [
        ",".join([*map(repr, row.tolist()), name]) for row, name in zip(rows, runs, strict=True)
    ]
    text = "\n".join(["q1,q2,p1,p2,u,v,film", *(lines[k] for k in order)])
    Path("films.csv").write_text(text + "\n")
    done = run("discover", "films.csv", SPEC, "--groups", "film", "--save-model", "m", *QUICK)
    assert done.exit_code == 0, done.stderr
    assert "inputs q1, q2, p1, p2; outputs u, v" in done.stdout
    held = {tuple(row) for row in liesd.load_model("m").heldout_x.numpy().tolist()}
    films = [
        name for row, name in zip(rows[:, :4].tolist(), runs, strict=True) if tuple(row) in held
    ]
    assert len(films) == 50 * len(set(films)) == len(held)
    for name, said in (("films", "did you mean 'film'"), ("q*", "one column is needed")):
        wrong = run("discover", "films.csv", SPEC, "--groups", name, *QUICK)
        assert wrong.exit_code != 0
        assert said in wrong.stderr


def test_json_is_for_programs(run, csv: Path) -> None:
    done = run("discover", csv, SPEC, "--json", "--samples", "1200", "--seed", "1", *QUICK)
    facts = json.loads(done.stdout)
    assert (facts["dimension"], facts["verdict"], facts["advice"]) == (1, "sure", "")
    assert facts["samples"] == 1200
    assert facts["columns"] == {"x": ["q1", "q2", "p1", "p2"], "y": ["u", "v"]}
    assert facts["candidates"][0]["dimension"] == 1
    assert np.shape(facts["generators"][0]["matrices"]["y"]) == (2, 2)
    first, second, *_ = facts["directions"]
    assert first["high"] < second["low"]
    assert second["kind"] == "refuted"
    again = run("discover", csv, SPEC, "--json", "--samples", "1200", "--seed", "1", *QUICK)
    assert again.stdout == done.stdout


def test_columns_by_name_range_and_pattern(run, tmp_path: Path) -> None:
    rows = table(300)[:, [4, 0, 1, 2, 3, 5]]
    path = write_csv(tmp_path / "mixed.csv", rows, ["u", "q1", "q2", "p1", "p2", "v"])
    for choice in (
        ("--x", "q1,q2,p1,p2", "--y", "u,v"),
        ("--x", "q1:p2"),
        ("--y", "u,v"),
        ("--x", "q*,p*", "--y", "u,v"),
    ):
        done = run("discover", path, SPEC, "--json", "--replicas", "0", *choice, *QUICK)
        assert json.loads(done.stdout)["columns"] == {
            "x": ["q1", "q2", "p1", "p2"],
            "y": ["u", "v"],
        }


def test_classes_from_text(run, tmp_path: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(400, 2))
    lines = [f"{a},{b},{'in' if a * a + b * b < 1.4 else 'out'}" for a, b in rows]
    Path("ring.csv").write_text("\n".join(["a,b,where", *lines]))
    quick = ("--setting", 'network={"steps": 300, "widths": [16]}', "--replicas", "0")
    done = run("discover", "ring.csv", "x[2] -> 1", *quick)
    assert done.exit_code == 0
    assert "classes in, out" in done.stdout


def model(path: Path, dynamic: bool = True) -> Path:
    class Length(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("scale", torch.ones((), dtype=torch.float64))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.scale * x.square().sum(dim=1)

    x = torch.randn(8, 3, dtype=torch.float64)
    shapes = ({0: torch.export.Dim("batch")},) if dynamic else None
    torch.export.save(torch.export.export(Length(), (x,), dynamic_shapes=shapes), path)
    return path


@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")
def test_models_from_files(run, tmp_path: Path) -> None:
    np.save("x.npy", np.random.default_rng(0).normal(size=(500, 3)))
    exported = model(tmp_path / "length.pt2")
    net = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
    torch.jit.script(net).save("net.pt")
    done = run("discover", "x.npy", "x[3] -> 1", "--model", exported, "--json")
    assert json.loads(done.stdout)["dimension"] == 3
    done = run("discover", "x.npy", "x[3] -> 1", "--model", "net.pt")
    assert "of the model is confirmed" in done.stdout
    done = run("discover", "x.npy", "x[3] -> 1", "--model", "net.pt", "--ask", "function")
    assert "the function has no symmetries" in done.stdout
    turn = json.dumps({"x": [[0, -1, 0], [1, 0, 0], [0, 0, 0]]})
    done = run("measure", "x.npy", "x[3] -> 1", "--model", exported, "--generator", turn, "--json")
    assert json.loads(done.stdout)["defect"] < 1e-12


def test_a_learned_model_is_kept_and_used_again(run, csv: Path) -> None:
    arguments = ("discover", csv, SPEC, "--json")
    first = json.loads(run(*arguments, "--save-model", "m.npz", *QUICK).stdout)
    again = json.loads(run(*arguments, "--model", "m.npz").stdout)
    assert again["directions"] == first["directions"]


def test_measure_of_learned_data(run, csv: Path, tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    good.write_text(json.dumps(dict.fromkeys("qpy", ROTATION)))
    np.savez("bad.npz", q=np.array(ROTATION), p=np.array(ROTATION), y=np.zeros((2, 2)))
    done = run("measure", csv, SPEC, "--generator", good, *QUICK)
    assert "relative defect of" in done.stdout
    defects = [
        json.loads(run("measure", csv, SPEC, "--generator", one, "--json", *QUICK).stdout)["defect"]
        for one in (good, "bad.npz")
    ]
    assert defects[0] < 0.05 < 0.5 < defects[1]


def test_explain_says_what_a_spec_means(run) -> None:
    done = run("explain", "3*x[3] -> a[3]*b[3]")
    assert "27 unknown numbers in all, 1 of which move nothing (gauge)" in done.stdout
    assert "3 copies of x[3], one after another, all moved alike" in done.stdout
    facts = json.loads(run("explain", "2*(a[3]+b[2]) + 1 -> a.T", "--json").stdout)
    assert [part["columns"] for part in facts["inputs"]] == ["1-10", "11"]
    assert (facts["size"], facts["rows_a_sample"], facts["least_samples"]) == (13, 3, 5)
    assert "TiB" in run("explain", "x[100000] -> 1").stdout  # only told, not taken


def test_completion_scripts_and_colours(run, monkeypatch: pytest.MonkeyPatch) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_LIESD_COMPLETE" in run("completion", shell).stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in run("explain", "x[2] -> 1").stdout


def test_ctrl_c_keeps_the_model_and_says_how_to_go_on(csv: Path) -> None:
    command = [sys.executable, "-m", "liesd.cli", "discover", str(csv), SPEC]
    command += ["--learner", "network", "--setting", "steps=1000000", "--setting", "check_every=20"]
    kept, checkpoint = csv.with_name("m.npz"), csv.with_name("c")
    command += ["--save-model", str(kept), "--checkpoint", str(checkpoint)]
    process = subprocess.Popen(
        [*command, "--setting", "checkpoint_seconds=0.01"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    while not checkpoint.exists():  # it is training
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert errors.splitlines()[-1] == (
        f"Error: stopped; the model so far is in {kept}: go on with --model {kept}"
    )
    assert liesd.load_model(kept).report["interrupted"]


def test_help_answers_without_torch() -> None:
    program = (
        "import sys\nfrom liesd.cli import main\n"
        "for line in (['--help'], ['discover', '--help'], ['completion', 'fish']):\n"
        "    try:\n        main(line)\n"
        "    except SystemExit as end:\n        assert end.code == 0\n"
        "assert not {'torch', 'numpy', 'sklearn', 'rich', 'pyarrow'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_import_is_quick() -> None:
    """Processor seconds, the least of some runs: other work on the machine must not count."""

    def seconds(module: str, times: int) -> float:
        program = f"import time, {module}; print(time.process_time())"
        runs = [subprocess.check_output([sys.executable, "-c", program]) for _ in range(times)]
        return min(map(float, runs))

    assert seconds("liesd", 3) <= 1.5 * seconds("torch", 2)
