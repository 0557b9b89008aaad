#!/usr/bin/env python3
"""Evaluates a network with ONNX Runtime, and prints its times as JSON.

    network.py FOLDER

FOLDER holds `symbol.json`, a file of MXNet; `shapes.json`, the shape of each variable; and for
each variable its numbers as raw little-endian float32. The network is translated to ONNX, node by
node. Printed is a list of objects, `{"version", "threads", "ns", "scores"}` for one thread and for
as many as there are cores, where `scores` is a file of float32; or `[{"skipped"}]` with the reason
where the packages cannot be had. They go into a virtual environment beside FOLDER.
"""

import ast
import json
import os
import subprocess
import sys
import time
import venv
from pathlib import Path

PACKAGES = ["numpy", "onnx", "onnxruntime"]
ROUNDS = 21


def inside(folder: Path) -> None:
    """Goes on in the virtual environment, which is made on the first call."""
    home = folder.parent / "venv"
    python = home / "bin" / "python"
    if Path(sys.prefix) == home.resolve():
        return
    if not python.exists():
        venv.create(home, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", *PACKAGES]
    if subprocess.run(install, stdout=sys.stderr, check=False).returncode != 0:
        json.dump([{"skipped": f"pip could not install {' '.join(PACKAGES)}"}], sys.stdout)
        sys.exit()
    os.execv(python, [str(python), *sys.argv])


def translate(folder: Path):
    """The network as a model of ONNX, with its weights, and the image."""
    import numpy
    from onnx import TensorProto, helper, numpy_helper

    symbol = json.loads((folder / "symbol.json").read_text())
    shapes = json.loads((folder / "shapes.json").read_text())
    nodes, weights, names, image = [], [], [], None
    for node in symbol["nodes"]:
        name, attributes = node["name"], node.get("attrs", {})
        inputs = [names[entry[0]] for entry in node["inputs"]]
        names.append(name)

        def pair(key, default):
            return list(ast.literal_eval(attributes.get(key, default)))

        def add(op, inputs=inputs, name=name, **options):
            nodes.append(helper.make_node(op, inputs, [name], **options))

        if node["op"] == "null":
            numbers = numpy.fromfile(folder / f"{name}.f32", dtype="<f4").reshape(shapes[name])
            if name == "data":
                image = numbers
            else:
                weights.append(numpy_helper.from_array(numbers, name))
        elif node["op"] == "Convolution":
            pads = 2 * pair("pad", "(0, 0)")
            kernel, strides = pair("kernel", ""), pair("stride", "(1, 1)")
            add("Conv", kernel_shape=kernel, strides=strides, pads=pads)
        elif node["op"] == "BatchNorm":
            add("BatchNormalization", epsilon=0.0010000000474974513)
        elif node["op"] == "Activation":
            add("Relu")
        elif node["op"] == "Pooling" and attributes.get("global_pool") == "True":
            add("GlobalAveragePool")
        elif node["op"] == "Pooling":
            pads = 2 * pair("pad", "(0, 0)")
            kernel, strides = pair("kernel", ""), pair("stride", "(1, 1)")
            add("MaxPool", kernel_shape=kernel, strides=strides, pads=pads)
        elif node["op"] == "elemwise_add":
            add("Add")
        elif node["op"] == "Flatten":
            add("Flatten")
        elif node["op"] == "FullyConnected":
            add("Gemm", transB=1)
        else:
            sys.exit(f"no translation of {node['op']}")
    data = helper.make_tensor_value_info("data", TensorProto.FLOAT, list(image.shape))
    output = names[symbol["heads"][0][0]]
    scores = helper.make_tensor_value_info(output, TensorProto.FLOAT, None)
    graph = helper.make_graph(nodes, "network", [data], [scores], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    return model.SerializeToString(), image


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    inside(folder)
    import onnxruntime

    model, image = translate(folder)
    entries = []
    for threads in sorted({1, len(os.sched_getaffinity(0))}):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        times = []
        for _ in range(ROUNDS + 1):
            start = time.perf_counter()
            (scores,) = session.run(None, {"data": image})
            times.append(time.perf_counter() - start)
        path = folder / "scores.f32"
        scores.astype("<f4").tofile(path)
        ns = sorted(times[1:])[ROUNDS // 2] * 1e9
        version = onnxruntime.__version__
        entries.append({"version": version, "threads": threads, "ns": ns, "scores": str(path)})
    json.dump(entries, sys.stdout)


if __name__ == "__main__":
    main()
