"""Records what MXNet computes in training, for graph-runtime/tests/nnvm/training.rs.

usage: FOLDER/venv/bin/python tests/interop/record.py > graph-runtime/tests/data/nnvm/training.json

FOLDER is one that `tests/interop/run FOLDER` has made. A case is a graph, its inputs, the seeds of
its outputs, its outputs, and the gradients of the sum of seeds times outputs. MXNet leaves the
gradients of labels as they are, so there are none. It holds many attributes in single precision,
which those here are numbers of.
"""

import json

import mxnet as mx
import numpy as np

import real

random = np.random.RandomState(20)


def draw(*shape):
    return random.uniform(-1.5, 1.5, shape).round(3)


def classes(count, *shape):
    return random.randint(0, count, shape).astype("float64")


def tensor(array):
    array = np.asarray(array, "float64")
    return {"shape": list(array.shape), "data": array.reshape(-1).tolist()}


def operator(op, names, **attributes):
    """The text of one operator of variables."""
    variables = [mx.sym.var(name) for name in names]
    return getattr(mx.sym, op)(*variables, name="n", **attributes).tojson()


def with_heads(text, count):
    """The text with as many outputs of its last node as heads."""
    graph = json.loads(text)
    (node, _, _) = graph["heads"][0]
    graph["heads"] = [[node, index, 0] for index in range(count)]
    return json.dumps(graph)


def case(name, text, inputs, train=True, seeds=None, without=("label",)):
    """A case with random seeds for all outputs, or the ones given."""
    first, _, _ = real.evaluate(text, inputs, train, gradients=False)
    if seeds is None:
        seeds = [draw(*output.shape) for output in first]
    outputs, gradients, tolerance = real.evaluate(text, inputs, train, train, seeds)
    kept = {key: tensor(value) for key, value in gradients.items() if key not in without}
    return {
        "name": name,
        "train": train,
        "tolerance": tolerance,
        "graph": json.loads(text),
        "inputs": {key: tensor(value) for key, value in inputs.items()},
        "seeds": [tensor(seed) for seed in seeds],
        "outputs": [tensor(output) for output in outputs],
        "grads": kept,
    }


def normalisations():
    names = ["data", "gamma", "beta", "moving_mean", "moving_var"]

    def batch(name, shape, axis, train=True, count=3, **attributes):
        text = operator("BatchNorm", names, axis=axis, **attributes)
        channels = shape[axis]
        inputs = {
            "data": draw(*shape),
            "gamma": draw(channels),
            "beta": draw(channels),
            "moving_mean": draw(channels),
            "moving_var": abs(draw(channels)) + 0.25,
        }
        return case(name, with_heads(text, count), inputs, train)

    yield batch("batch_norm", (3, 2, 2, 2), 1, fix_gamma=False, eps=1 / 64)
    yield batch("batch_norm_fixed_gamma", (4, 3), 1, output_mean_var=True)
    yield batch("batch_norm_last_axis", (2, 3, 2), -1, count=1, fix_gamma=False, eps=1e-5)
    yield batch("batch_norm_global", (4, 2), 1, fix_gamma=False, use_global_stats=True)
    yield batch("batch_norm_inference", (4, 2), 1, train=False, fix_gamma=False)

    def own(name, op, shape, parameters, count, **attributes):
        text = operator(op, ["data", "gamma", "beta"][: 1 + 2 * (parameters > 0)], **attributes)
        inputs = {"data": draw(*shape)}
        if parameters:
            inputs.update(gamma=draw(parameters), beta=draw(parameters))
        return case(name, with_heads(text, count), inputs)

    yield own("layer_norm", "LayerNorm", (2, 3, 2), 3, 3, axis=1, eps=1 / 64)
    yield own("instance_norm", "InstanceNorm", (2, 3, 2, 2), 3, 3, eps=1 / 64)
    for mode in ["instance", "channel", "spatial"]:
        yield own(f"l2_{mode}", "L2Normalization", (2, 3, 2, 2), 0, 2, mode=mode, eps=0.5)
    yield own("lrn", "LRN", (1, 4, 2, 1), 0, 2, nsize=3, alpha=0.5, knorm=1.5)


def losses():
    def softmax(name, shape, label, **attributes):
        text = operator("SoftmaxOutput", ["data", "label"], **attributes)
        data = draw(*shape)
        return case(name, text, {"data": data, "label": label}, seeds=[np.ones(shape)])

    yield softmax("softmax", (4, 3), classes(3, 4))
    yield softmax("softmax_scaled", (4, 3), classes(3, 4), grad_scale=2.5, normalization="batch")
    yield softmax("softmax_valid", (4, 3), [0, 2, 0, 1], normalization="valid", ignore_label=0)
    yield softmax(
        "softmax_none_valid", (2, 3), [1, 1], normalization="valid", ignore_label=1, use_ignore=True
    )
    yield softmax("softmax_ignored", (4, 3), [0, -1, -0.5, 2], use_ignore=True)
    yield softmax("softmax_odd_labels", (6, 3), [0.9, 1.7, -1, -0.5, 5, 2])
    yield softmax("softmax_smooth", (4, 3), classes(3, 4), smooth_alpha=0.25)
    yield softmax("softmax_probabilities", (2, 3), abs(draw(2, 3)), grad_scale=0.5)
    yield softmax("softmax_flat", (2, 3, 2), classes(3, 2, 3))
    yield softmax("softmax_positions", (2, 3, 4), classes(3, 2, 4), multi_output=True)
    yield softmax(
        "softmax_positions_valid",
        (2, 3, 2, 2),
        np.array([[0.0, 1, 2, 1], [1, 0, 2, 1]]),
        multi_output=True,
        use_ignore=True,
        ignore_label=1,
        normalization="valid",
    )
    yield softmax(
        "softmax_positions_batch",
        (2, 3, 2),
        classes(3, 2, 2),
        multi_output=True,
        normalization="batch",
        smooth_alpha=0.25,
    )
    yield softmax(
        "softmax_last", (2, 2, 3), classes(3, 2, 2), preserve_shape=True, normalization="batch"
    )

    for op in ["LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput"]:
        for shape, labels in [((4, 1), (4,)), ((2, 3, 2), (2, 6))]:
            data, label = draw(*shape), draw(*labels)
            label.reshape(-1)[0] = data.reshape(-1)[0]
            text = operator(op, ["data", "label"], grad_scale=1.5)
            inputs = {"data": data, "label": label}
            yield case(f"{op}_{len(shape)}", text, inputs, seeds=[np.ones(shape)])
    for linear in [False, True]:
        text = operator(
            "SVMOutput",
            ["data", "label"],
            use_linear=linear,
            margin=0.5,
            regularization_coefficient=0.75,
        )
        data = draw(4, 3)
        data[0, 0], data[0, 1] = 0.5, -0.5
        inputs = {"data": data, "label": np.array([0, 2, 1.5, -1])}
        yield case(f"svm_{linear}", text, inputs, seeds=[np.ones((4, 3))])
    for normalization in ["null", "batch", "valid"]:
        text = operator(
            "MakeLoss", ["data"], grad_scale=1.5, normalization=normalization, valid_thresh=0.25
        )
        inputs = {"data": draw(4, 3)}
        yield case(f"make_loss_{normalization}", text, inputs, seeds=[np.ones((4, 3))])
    inputs = {"data": draw(3)}
    yield case("make_loss", operator("make_loss", ["data"]), inputs, seeds=[np.ones(3)])


def network():
    """A small network with the layers of larger ones, trained on two pictures."""
    layer = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=3, name="conv0")
    layer = mx.sym.BatchNorm(layer, fix_gamma=False, eps=1e-5, name="bn0")
    layer = mx.sym.Activation(layer, act_type="relu", name="relu0")
    layer = mx.sym.Pooling(layer, kernel=(2, 2), stride=(2, 2), pool_type="max", name="pool0")
    layer = mx.sym.BatchNorm(layer, name="bn1")
    layer = mx.sym.FullyConnected(layer, num_hidden=4, name="fc0")
    layer = mx.sym.SoftmaxOutput(layer, mx.sym.var("label"), normalization="batch", name="softmax")
    shapes, _, states = layer.infer_shape(data=(2, 2, 6, 6))
    inputs = {name: draw(*shape) for name, shape in zip(layer.list_arguments(), shapes)}
    for name, shape in zip(layer.list_auxiliary_states(), states):
        inputs[name] = abs(draw(*shape)) + 0.25
    inputs["label"] = classes(4, 2)
    return case("network", layer.tojson(), inputs, seeds=[np.ones((2, 4))])


def main():
    cases = [*normalisations(), *losses(), network()]
    lines = [json.dumps(case, separators=(",", ":")) for case in cases]
    print("[\n" + ",\n".join(lines) + "\n]")


main()
