"""Checks files against MXNet: values and gradients. `tests/interop/run` makes the environment.

Three sets: programs of the test suite that were written as files, whose numbers are those of the
generated code; conformance cases that were read and written again, by way of NNVM too; and networks
from elsewhere with random weights, evaluated, and trained where they are small, by both programs from
one file of parameters.
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
            outputs, grads, tolerance = evaluate(name, text, inputs)
        except Exception as error:
            tally.fail(name, error)
            continue
        found = np.concatenate([output.reshape(-1) for output in outputs])
        differences = [difference(found, numbers(case["outputs"]))]
        for key, tensor in case["grads"].items() if grads is not None else ():
            if key in grads:
                differences.append(difference(grads[key], numbers(tensor["data"])))
            elif np.any(numbers(tensor["data"])):
                differences.append(float("inf"))
        tally.take(name, differences, tolerance)
    return tally.close()


def evaluate(name, text, inputs):
    """Values and gradients; no gradients where MXNet has none: it adds up derivatives of what
    several of its operators take, and refuses to do so for the indices of `take`."""
    try:
        return real.evaluate(text, inputs)
    except real.mx.base.MXNetError as error:
        if "doesn't support gradient of req type kAddTo to index" not in str(error):
            raise
    print(f"  {name}: values alone, MXNet refuses the gradient")
    outputs, _, tolerance = real.evaluate(text, inputs, gradients=False)
    return outputs, None, tolerance


def argument_shapes(text):
    graph = real.symbol(text)
    return graph.list_arguments(), graph.infer_shape()[0]


def cases(folder, work):
    """Cases that MXNet or NNVM recorded, after reading and writing: as MXNet's files, and as files
    of NNVM that are read and written once more, as NNVM itself cannot be had."""
    tallies = {
        "": Tally(f"cases of {folder}, read and written again"),
        "nnvm": Tally(f"cases of {folder}, written for NNVM and from there for MXNet"),
    }
    for path in sorted(glob.glob(f"{folder}/*.json")):
        name = os.path.basename(path)[:-5]
        case = json.load(open(path))
        for through, tally in tallies.items():
            file = f"{work}/case-{name}{through}-symbol.json"
            try:
                convert(path, through, file, case)
                inputs = {
                    key: numbers(tensor["data"]).reshape(tensor["shape"])
                    for key, tensor in case["inputs"].items()
                }
                outputs, _, tolerance = real.evaluate(
                    open(file).read(), inputs, case.get("train", False), gradients=False
                )
            except Refused:
                continue
            except Exception as error:
                tally.fail(name, error)
                continue
            pairs = zip(outputs, case["outputs"])
            differences = [difference(output, numbers(held["data"])) for output, held in pairs]
            tally.take(name, differences, max(tolerance, case["tolerance"]))
    return all([tally.close() for tally in tallies.values()])


class Refused(Exception):
    """NNVM lacks an operator."""


def convert(path, through, file, case):
    """Writes a case as a file of MXNet, if asked by way of another program's."""
    if not through:
        adgraph("convert", path, "--case", "--to", "mxnet", "--output", file)
        return
    try:
        adgraph("convert", path, "--case", "--to", through, "--output", file)
    except RuntimeError as error:
        raise Refused(error) if "NNVM has neither" in str(error) else error
    given = []
    # A file that was not changed tells no shapes.
    if "adgraph_inputs" not in open(file).read():
        shapes = {name: tensor["shape"] for name, tensor in case["inputs"].items()}
        given = [f"--shape={name}={','.join(map(str, shape))}" for name, shape in shapes.items()]
    adgraph("convert", file, "--to", "mxnet", "--output", file, *given)


def weighted(folder):
    """Networks that are named in `networks.py`, with random weights and how many there are."""
    for path in sorted(glob.glob(f"{folder}/*.json")):
        name = os.path.basename(path)[:-5]
        data = next((shapes for part, shapes in NETWORKS.items() if part in name), None)
        if data is None:
            continue
        text = open(path).read()
        arguments, statistics = real.weights(text, data, seed=1)
        count = sum(value.size for value in {**arguments, **statistics}.values())
        yield name, path, text, arguments, statistics, count


def networks(folder, work):
    """Networks with random weights, which both programs read from one file: their values, and of
    small ones the gradients with which they are trained."""
    if not os.path.isdir(folder):
        print(f"skipped: there is no {folder}")
        return True
    values = Tally("networks with random weights, values")
    training = Tally("small networks with random weights, values and gradients in training")
    largest = int(os.environ.get("INTEROP_PARAMETERS", 3_000_000))
    trained = int(os.environ.get("INTEROP_TRAINED", 50_000))
    for name, path, text, arguments, statistics, count in weighted(folder):
        if count > largest:
            print(f"  {name}: skipped, {count} parameters (INTEROP_PARAMETERS allows {largest})")
            continue
        file = f"{work}/net-{name}-0000.params"
        real.save(file, arguments, statistics)
        open(f"{work}/net-{name}-symbol.json", "w").write(text)
        inputs = {**arguments, **statistics}
        try:
            found = json.loads(adgraph("eval", path, "--params", file, "--json"))
            expected, _, tolerance = real.evaluate(text, inputs, gradients=False)
            values.take(name, apart(found, expected), tolerance)
        except Exception as error:
            values.fail(name, error)
        if count > trained or "Dropout" in text:
            continue
        try:
            found = json.loads(adgraph("grad", path, "--params", file, "--train", "--json"))
            expected, gradients, tolerance = real.evaluate(text, inputs, train=True)
            differences = apart(found, expected)
            for key in arguments:
                # MXNet leaves the gradients of labels as they are, and within a network its
                # gradients of the slopes of prelu disagree with differences of its own values.
                if not key.endswith("label") and "prelu" not in key:
                    ours = numbers(found["grads"][key]["data"])
                    differences.append(difference(ours, gradients[key]))
            training.take(name, differences, 10 * tolerance)
        except Exception as error:
            training.fail(name, error)
    return all([values.close(), training.close()])


def apart(found, expected):
    """The differences between the outputs of both programs."""
    pairs = zip(found["outputs"], expected)
    return [difference(numbers(ours["data"]), theirs) for ours, theirs in pairs]


def main():
    folder = sys.argv[1]
    work = f"{folder}/work"
    good = [exports(f"{folder}/exports", work), cases(OWN, work)]
    if os.path.isdir(f"{SHARED}/valid"):
        good.append(cases(f"{SHARED}/valid", work))
    good.append(networks(f"{SHARED}/third_party", work))
    sys.exit(not all(good))


main()
