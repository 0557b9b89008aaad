#!/usr/bin/env python3
"""Runs the tools outside of Rust on the inputs of the benchmark, and prints their times as JSON.

    run.py FOLDER WORKLOAD...

The benchmark calls this with `--peers`. FOLDER holds a folder of inputs for each workload: raw
float64, little-endian, row-major, one file for each argument. Each tool writes its derivative as
`TOOL.f64` beside them, which the benchmark compares with its own before it prints the time.

Printed is a list of objects, `{"tool", "version", "workload", "ns", "result"}` for a time and
`{"tool", "skipped"}` with the reason where a tool cannot run. Packages go into a virtual
environment in FOLDER.
"""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent

# A script for each tool, and the packages that it needs.
TOOLS = {
    "casadi_c.py": ["casadi", "numpy"],
    "jax_jit.py": ["jax", "numpy"],
    "training.py": ["jax", "numpy"],
    "tensors.py": [],
    "std_autodiff.py": [],
}


# What is not written for the tools.
NONE = """
    pairs trade neuron gru kalman string front lorenz lse dose rbf pass field
""".split()
# What only some of the tools compute; the others compute everything else.
ONLY = {"chain": ["casadi_c.py"], "training": ["training.py"], **{name: [] for name in NONE}}
MOST = [tool for tool in TOOLS if tool != "training.py"]


def environment(folder: Path) -> Path:
    """The interpreter of the virtual environment, which is made on the first call."""
    home = folder / "venv"
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
    return python


def run(python: Path, script: str, packages: list[str], folder: Path, workloads: list[str]) -> list:
    """The entries of one tool."""
    tool = script.removesuffix(".py")
    if packages:
        install = [str(python), "-m", "pip", "install", "--quiet", *packages]
        done = subprocess.run(install, stdout=sys.stderr, check=False)
        if done.returncode != 0:
            return [{"tool": tool, "skipped": f"pip could not install {' '.join(packages)}"}]
    # One core, as for everything else in the table.
    variables = dict(os.environ, OMP_NUM_THREADS="1", JAX_PLATFORMS="cpu")
    variables["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    command = [str(python), str(HERE / script), str(folder), *workloads]
    done = subprocess.run(command, stdout=subprocess.PIPE, env=variables, check=False)
    if done.returncode != 0:
        return [{"tool": tool, "skipped": f"{script} ended with code {done.returncode}"}]
    return json.loads(done.stdout)


def main() -> None:
    folder = Path(sys.argv[1])
    python = environment(folder)
    entries = []
    for script, packages in TOOLS.items():
        workloads = [name for name in sys.argv[2:] if script in ONLY.get(name, MOST)]
        if workloads:
            entries += run(python, script, packages, folder, workloads)
    json.dump(entries, sys.stdout)


if __name__ == "__main__":
    main()
