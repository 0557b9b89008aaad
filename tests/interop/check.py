"""Checks files against MXNet: values and gradients. `tests/interop/run` makes the environment.

Three sets: programs of the test suite that were written as files, whose numbers are those of the
generated code; conformance cases that were read and written again; and networks from elsewhere with
random weights, evaluated by both programs from one file of parameters.
"""

import glob
import json
import os
import subprocess
import sys
import time

import numpy as np

import real
from networks import NETWORKS

ADGRAPH = os.environ["ADGRAPH"]
OWN = "graph-runtime/tests/data/nnvm/valid"
SHARED = "../shared/cases/nnvm"


def numbers(data):
    return np.array([float(number) for number in data], "float64")


def difference(found, expected):
    """The largest difference, relative to the largest number; nothing that is not finite may differ."""
    found, expected = (np.asarray(x, "float64").reshape(-1) for x in (found, expected))
    if found.shape != expected.shape:
        return float("inf")
    finite = np.isfinite(expected)
    if not np.array_equal(found[~finite], expected[~finite], equal_nan=True):
        return float("inf")
    if not finite.any():
        return 0.0
    scale = max(1.0, np.abs(expected[finite]).max())
    return float(np.abs(found[finite] - expected[finite]).max() / scale)


def adgraph(*arguments):
    done = subprocess.run([ADGRAPH, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return done.stdout


class Tally:
    """Counts what holds, and says what does not."""

    def __init__(self, name):
        self.name, self.good, self.bad, self.worst = name, 0, [], 0.0
        self.start = time.time()

    def take(self, name, differences, tolerance):
        worst = max(differences, default=0.0)
        self.worst = max(self.worst, worst if np.isfinite(worst) else 0.0)
        if worst <= tolerance:
            self.good += 1
        else:
            self.fail(name, f"differs by {worst:.2e}, more than {tolerance:.0e}")

    def fail(self, name, why):
        self.bad.append(name)
        lines = str(why).strip().splitlines() or [repr(why)]
        print(f"  {name}: {lines[0]}" if len(lines) == 1 else f"  {name}: {lines[-1]}")

    def close(self):
        seconds = time.time() - self.start
        print(
            f"{self.name}: {self.good} agree, {len(self.bad)} do not; "
            f"largest difference {self.worst:.1e}; {seconds:.0f} s"
        )
        return not self.bad


def exports(folder, work):
    """What the generated code gives, and MXNet from the file that was written of its graph."""
    tally = Tally("programs written as files of MXNet, values and gradients")
    for path in sorted(glob.glob(f"{folder}/*.json")):
        name = os.path.basename(path)[:-5]
        case = json.load(open(path))
        text = json.dumps(case["graph"])
        open(f"{work}/export-{name}-symbol.json", "w").write(text)
        try:
            shapes = dict(zip(*argument_shapes(text)))
            inputs = {
                key: numbers(tensor["data"]).reshape(shapes.get(key, -1))
                for key, tensor in case["inputs"].items()
            }
            outputs, grads, tolerance = real.evaluate(text, inputs)
        except Exception as error:
            tally.fail(name, error)
            continue
        found = np.concatenate([output.reshape(-1) for output in outputs])
        differences = [difference(found, numbers(case["outputs"]))]
        for key, tensor in case["grads"].items():
            if key in grads:
                differences.append(difference(grads[key], numbers(tensor["data"])))
            elif np.any(numbers(tensor["data"])):
                differences.append(float("inf"))
        tally.take(name, differences, tolerance)
    return tally.close()


def argument_shapes(text):
    graph = real.symbol(text)
    return graph.list_arguments(), graph.infer_shape()[0]


def cases(folder, work):
    """Cases that MXNet recorded, after reading and writing."""
    paths = sorted(glob.glob(f"{folder}/*.json"))
    tally = Tally(f"cases of {folder}, read and written again")
    for path in paths:
        name = os.path.basename(path)[:-5]
        case = json.load(open(path))
        if not name.startswith(("mx_", "legacy_")):
            continue
        file = f"{work}/case-{name}-symbol.json"
        try:
            adgraph("convert", path, "--case", "--to", "mxnet", "--output", file)
            inputs = {
                key: numbers(tensor["data"]).reshape(tensor["shape"])
                for key, tensor in case["inputs"].items()
            }
            outputs, _, tolerance = real.evaluate(
                open(file).read(), inputs, case.get("train", False), gradients=False
            )
        except Exception as error:
            tally.fail(name, error)
            continue
        pairs = zip(outputs, case["outputs"])
        differences = [difference(output, numbers(held["data"])) for output, held in pairs]
        tally.take(name, differences, max(tolerance, case["tolerance"]))
    return tally.close()


def networks(folder, work):
    """Networks with random weights, which both programs read from one file."""
    if not os.path.isdir(folder):
        print(f"skipped: there is no {folder}")
        return True
    tally = Tally("networks with random weights, values")
    largest = int(os.environ.get("INTEROP_PARAMETERS", 3_000_000))
    for path in sorted(glob.glob(f"{folder}/*.json")):
        name = os.path.basename(path)[:-5]
        data = next((shapes for part, shapes in NETWORKS.items() if part in name), None)
        if data is None:
            continue
        try:
            text = open(path).read()
            arguments, statistics = real.weights(text, data, seed=1)
            count = sum(value.size for value in {**arguments, **statistics}.values())
            if count > largest:
                print(f"  {name}: skipped, {count} parameters (INTEROP_PARAMETERS allows {largest})")
                continue
            file = f"{work}/net-{name}-0000.params"
            real.save(file, arguments, statistics)
            open(f"{work}/net-{name}-symbol.json", "w").write(text)
            found = json.loads(adgraph("eval", path, "--params", file, "--json"))
            inputs = {**arguments, **statistics}
            expected, _, tolerance = real.evaluate(text, inputs, gradients=False)
        except Exception as error:
            tally.fail(name, error)
            continue
        pairs = zip(found["outputs"], expected)
        differences = [difference(numbers(ours["data"]), theirs) for ours, theirs in pairs]
        tally.take(name, differences, tolerance)
    return tally.close()


def main():
    folder = sys.argv[1]
    work = f"{folder}/work"
    good = [exports(f"{folder}/exports", work), cases(OWN, work)]
    if os.path.isdir(f"{SHARED}/valid"):
        good.append(cases(f"{SHARED}/valid", work))
    good.append(networks(f"{SHARED}/third_party", work))
    sys.exit(not all(good))


main()
