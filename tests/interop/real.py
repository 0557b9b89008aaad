"""Evaluation by MXNet itself."""

import json
import os

# MXNet's own kernels are the reference: with oneDNN, in single precision, the sums of residual
# networks differ from theirs in the first digit.
os.environ["MXNET_MKLDNN_ENABLED"] = "0"
os.environ["MXNET_STORAGE_FALLBACK_LOG_VERBOSE"] = "0"
# One operator after the other: with its threads, what was refused in double precision can come back
# as the error of the next evaluation, in single precision, that uses the same scratch memory.
os.environ["MXNET_ENGINE_TYPE"] = "NaiveEngine"
# Its pass that merges equal operators loses nodes of gradients that have equal parts, and then
# refuses to index their graph; the same graphs are evaluated without the pass.
os.environ["MXNET_ELIMINATE_COMMON_EXPR"] = "0"

import mxnet as mx  # noqa: E402
import numpy as np  # noqa: E402


def symbol(text):
    """The graph of a text, read by MXNet."""
    return mx.sym.load_json(text)


# Operators that MXNet computes in single precision whatever the type of their arrays is.
SINGLE = ("LeakyReLU", "erf", "hard_sigmoid")

# Operators whose derivative alone it computes so: that of `gammaln`, the digamma function, is wrong
# by 8e-8 at 2.5, where the value has all its digits.
SINGLE_DERIVATIVE = ("gammaln",)


def evaluate(text, inputs, train=False, gradients=True, seeds=None):
    """The outputs at named arrays, the gradients of the sum of all outputs by each of them, and how
    much rounding may be in them. Seeds are what the outputs are multiplied by in the sum.

    All is computed in double precision, unless there is an operator that has single alone.
    """
    single = SINGLE + SINGLE_DERIVATIVE if gradients else SINGLE
    tolerance = 1e-6 if any(node["op"] in single for node in json.loads(text)["nodes"]) else 1e-9
    try:
        return (*bound(text, inputs, train, "float64", gradients, seeds), tolerance)
    except mx.base.MXNetError as error:
        if "data type" not in str(error):
            raise
    return (*bound(text, inputs, train, "float32", gradients, seeds), 1e-4)


def bound(text, inputs, train, dtype, gradients, seeds=None):
    """The outputs and gradients in one type."""
    graph = symbol(text)
    array = lambda name: mx.nd.array(np.asarray(inputs[name], dtype), dtype=dtype)
    arguments = {name: array(name) for name in graph.list_arguments()}
    statistics = {name: array(name) for name in graph.list_auxiliary_states()}
    found = {name: mx.nd.zeros(value.shape, dtype=dtype) for name, value in arguments.items()}
    executor = graph.bind(
        mx.cpu(),
        arguments,
        args_grad=found if gradients else None,
        grad_req="write" if gradients else "null",
        aux_states=statistics,
    )
    outputs = executor.forward(is_train=train or gradients)
    if gradients:
        ones = [np.ones(output.shape) for output in outputs]
        pairs = zip(outputs, seeds or ones)
        executor.backward([mx.nd.array(seed, dtype=output.dtype) for output, seed in pairs])
    return (
        [output.asnumpy() for output in outputs],
        {name: value.asnumpy() for name, value in found.items()} if gradients else {},
    )


def weights(text, data, seed):
    """Numbers at random for a network, given the shapes of its data; those of the rest are MXNet's."""
    graph = symbol(text)
    shapes, _, states = graph.infer_shape(**data)
    random = np.random.RandomState(seed)

    def draw(name, shape):
        numbers = random.uniform(-1, 1, shape)
        if name.endswith("var"):
            numbers = np.abs(numbers) + 0.5
        if name.endswith("weight"):
            numbers *= (3.0 / max(1, int(np.prod(shape[1:])))) ** 0.5
        return numbers.astype("float32")

    arguments = zip(graph.list_arguments(), shapes)
    arguments = {name: draw(name, shape) for name, shape in arguments}
    statistics = zip(graph.list_auxiliary_states(), states)
    return arguments, {name: draw(name, shape) for name, shape in statistics}


def save(file, arguments, statistics):
    """Writes numbers as MXNet's parameters."""
    named = {"arg:" + name: mx.nd.array(value) for name, value in arguments.items()}
    named.update({"aux:" + name: mx.nd.array(value) for name, value in statistics.items()})
    mx.nd.save(file, named)
