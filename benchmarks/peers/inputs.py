"""What the tools' scripts share: inputs that the benchmark wrote, results that it reads, timing."""

import json
import statistics
import sys
import time
import traceback
from pathlib import Path

import numpy


def transformer_block(name: str) -> dict[str, tuple[int, ...]]:
    """The shapes of one block of the transformer."""
    shapes = {
        "scale": (32,),
        "query": (2, 32, 16),
        "key": (2, 32, 16),
        "value": (2, 32, 16),
        "join": (32, 32),
        "scale_inner": (32,),
        "up": (32, 128),
        "down": (128, 32),
    }
    return {f"{name}.{part}": shape for part, shape in shapes.items()}


# The shape of each argument, in order.
SHAPES = {
    "ros": {"x": (100,)},
    "det": {"m": (6, 6)},
    "ode": {"p": (4,), "start": (2,)},
    "mlp": {
        "w1": (32, 16),
        "b1": (32,),
        "w2": (32, 32),
        "b2": (32,),
        "w3": (32,),
        "b3": (),
        "x": (16,),
        "target": (),
    },
    "mlp-b": {
        "w1": (128, 784),
        "b1": (128,),
        "w2": (10, 128),
        "b2": (10,),
        "images": (32, 784),
        "targets": (32, 10),
    },
    "mm32": {"a": (32, 32), "b": (32, 32)},
    "mm256": {"a": (256, 256), "b": (256, 256)},
    "gmm": {
        "alphas": (25,),
        "means": (25, 10),
        "factors": (25, 55),
        "points": (1000, 10),
        "constant": (),
    },
    "ba": {"camera": (11,), "point": (3,), "weight": (), "feature": (2,)},
    "arm": {"angles": (26,), "lengths": (26,), "goals": (26, 3)},
    "chain": {"x": (1000,)},
    "training": {
        "letters": (64, 32),
        "places": (32, 32),
        **transformer_block("blocks.0"),
        **transformer_block("blocks.1"),
        "scale": (32,),
        "texts": (-1, 16, 33),
    },
    "bs": {"spot": (-1,), "strike": (-1,), "rate": (-1,), "volatility": (-1,), "time": (-1,)},
}

# The arguments without derivative, in all workloads but these, whose `x` has one.
CONSTANTS = {"x", "target", "images", "targets", "points", "constant", "feature", "lengths", "goals"}


def read(folder: Path, workload: str) -> dict[str, numpy.ndarray]:
    """The arguments of a workload by their names, in their order."""
    arguments = {}
    for name, shape in SHAPES[workload].items():
        numbers = numpy.fromfile(folder / workload / f"{name}.f64", dtype="<f8")
        arguments[name] = numbers.reshape(shape)
    return arguments


def is_constant(workload: str, name: str) -> bool:
    """Whether an argument has no derivative."""
    return name in CONSTANTS and (workload, name) not in (("ros", "x"), ("chain", "x"))


def write(folder: Path, workload: str, tool: str, parts: list) -> str:
    """Writes a derivative, its parts one after another, and gives the path."""
    path = folder / workload / f"{tool}.f64"
    flat = [numpy.asarray(part, dtype="<f8").ravel() for part in parts]
    numpy.concatenate(flat).tofile(path)
    return str(path)


def median_ns(call) -> float:
    """The median time of a call over 51 windows of at least 0.25 ms."""
    calls = 1
    while window(call, calls) < 250_000:
        calls *= 2
    return statistics.median(window(call, calls) / calls for _ in range(51))


def window(call, calls: int) -> int:
    """The time of this many calls, in nanoseconds."""
    start = time.perf_counter_ns()
    for _ in range(calls):
        call()
    return time.perf_counter_ns() - start


def main(tool: str, measure) -> None:
    """Measures the workloads of the command line and prints the entries."""
    folder, entries = Path(sys.argv[1]), []
    for workload in sys.argv[2:]:
        print(f"{tool}: {workload}", file=sys.stderr)
        try:
            entries.append(measure(folder, workload))
        except Exception:
            # One workload that fails, for whatever reason, must not take the others with it.
            traceback.print_exc()
            entries.append({"tool": tool, "skipped": f"{workload} failed"})
    json.dump(entries, sys.stdout)
