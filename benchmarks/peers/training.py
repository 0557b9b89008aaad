"""JAX: steps of AdamW on a small transformer, compiled just in time, in float64 on one core."""

import statistics
import time
from pathlib import Path

import jax
import jax.numpy as jnp

import inputs

jax.config.update("jax_enable_x64", True)

RATE, BETA1, BETA2, EPSILON, DECAY = 4e-3, 0.9, 0.999, 1e-8, 0.01


def normed(x, scale):
    return x / jnp.sqrt(jnp.mean(x * x, axis=1, keepdims=True) + 1e-5) * scale


def attention(n, b, head):
    alike = (n @ b["query"][head]) @ (n @ b["key"][head]).T / 4.0
    before = jnp.tril(jnp.ones(alike.shape)) > 0.5
    return jax.nn.softmax(jnp.where(before, alike, -1e9), axis=1) @ (n @ b["value"][head])


def block(b, x):
    n = normed(x, b["scale"])
    x = x + jnp.concatenate([attention(n, b, 0), attention(n, b, 1)], axis=1) @ b["join"]
    inner = jax.nn.gelu(normed(x, b["scale_inner"]) @ b["up"], approximate=False)
    return x + inner @ b["down"]


def part(m, name):
    return {key[len(name) + 1 :]: value for key, value in m.items() if key.startswith(name + ".")}


def surprise(m, text):
    x = m["letters"][text[:-1]] + m["places"]
    for number in range(2):
        x = block(part(m, f"blocks.{number}"), x)
    chances = jax.nn.log_softmax(normed(x, m["scale"]) @ m["letters"].T, axis=1)
    return -jnp.mean(chances[jnp.arange(len(text) - 1), text[1:]])


def loss(m, texts):
    return jnp.mean(jax.vmap(surprise, (None, 0))(m, texts))


def step(state, texts):
    m, first, second, count = state
    value, d = jax.value_and_grad(loss)(m, texts)
    count = count + 1
    moments = lambda own, g, beta: jax.tree.map(lambda a, b: beta * a + (1.0 - beta) * b, own, g)
    first = moments(first, d, BETA1)
    second = moments(second, jax.tree.map(jnp.square, d), BETA2)
    rate, root = RATE / (1.0 - BETA1**count), jnp.sqrt(1.0 - BETA2**count)
    moved = lambda p, a, b: p * (1.0 - RATE * DECAY) - rate * a / (jnp.sqrt(b) / root + EPSILON)
    return (jax.tree.map(moved, m, first, second), first, second, count), value


def measure(folder: Path, workload: str) -> dict:
    """As many steps as there are batches, each timed; the parameters behind them are the result."""
    arguments = inputs.read(folder, workload)
    batches = jnp.asarray(arguments.pop("texts"), dtype=jnp.int64)
    m = {name: jnp.asarray(value) for name, value in arguments.items()}
    zeros = jax.tree.map(jnp.zeros_like, m)
    start = (m, zeros, zeros, 0.0)
    compiled = jax.jit(step)
    jax.block_until_ready(compiled(start, batches[0]))
    state, times = start, []
    for texts in batches:
        before = time.perf_counter_ns()
        state, _ = jax.block_until_ready(compiled(state, texts))
        times.append(time.perf_counter_ns() - before)
    return {
        "tool": "JAX",
        "version": jax.__version__,
        "workload": workload,
        "ns": statistics.median(times),
        "result": inputs.write(folder, workload, "jax", [state[0][name] for name in arguments]),
    }


if __name__ == "__main__":
    inputs.main("JAX", measure)
