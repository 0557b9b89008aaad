"""JAX: value and gradient, compiled just in time, in float64 on one core."""

from pathlib import Path

import jax
import jax.numpy as jnp
import jax.scipy.special
import numpy
from jax import lax

import inputs

jax.config.update("jax_enable_x64", True)


def ros(x):
    a = 1.0 - x[:-1]
    b = x[1:] - x[:-1] * x[:-1]
    return jnp.sum(a * a + 100.0 * b * b)


def det(m):
    if m.shape[0] == 1:
        return m[0, 0]
    terms = [
        (-1.0) ** j * m[0, j] * det(jnp.delete(m[1:], j, axis=1, assume_unique_indices=True))
        for j in range(m.shape[0])
    ]
    return sum(terms)


def ode(p, start):
    h = 0.01

    def slope(z):
        met = z[0] * z[1]
        return jnp.stack([p[0] * z[0] - p[1] * met, p[2] * met - p[3] * z[1]])

    def step(z, _):
        k1 = slope(z)
        k2 = slope(z + 0.5 * h * k1)
        k3 = slope(z + 0.5 * h * k2)
        k4 = slope(z + h * k3)
        return z + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4), None

    z, _ = lax.scan(step, start, None, length=STEPS)
    return z[0] + z[1]


def mlp(w1, b1, w2, b2, w3, b3, x, target):
    h1 = jnp.tanh(w1 @ x + b1)
    h2 = jnp.tanh(w2 @ h1 + b2)
    error = w3 @ h2 + b3 - target
    return error * error


def mlp_b(w1, b1, w2, b2, images, targets):
    hidden = jnp.tanh(images @ w1.T + b1)
    scores = hidden @ w2.T + b2
    return -jnp.sum(targets * jax.nn.log_softmax(scores, axis=1)) / 32.0


def mm(a, b):
    c = a @ b
    return jnp.sum(c * c)


def gmm(alphas, means, factors, points, constant):
    d = 10
    diagonal = jnp.exp(factors[:, :d])
    below = factors[:, d:]
    # Column after column below the diagonal.
    pairs = [(i, j) for i in range(d) for j in range(i + 1, d)]
    columns, rows = numpy.array(pairs).T
    triangle = jnp.zeros((25, d, d)).at[:, rows, columns].set(below)
    triangle = triangle.at[:, numpy.arange(d), numpy.arange(d)].set(diagonal)
    centred = points[None, :, :] - means[:, None, :]
    whitened = jnp.einsum("kij,knj->kni", triangle, centred)
    log_determinant = jnp.sum(factors[:, :d], axis=1)
    terms = (alphas + log_determinant)[:, None] - 0.5 * jnp.sum(whitened**2, axis=2)
    likelihood = jnp.sum(jax.nn.logsumexp(terms, axis=0)) - 1000.0 * jax.nn.logsumexp(alphas)
    return likelihood + constant + 0.5 * (jnp.sum(diagonal**2) + jnp.sum(below**2))


def ba(camera, point, weight, feature):
    rotation, x = camera[:3], point - camera[3:6]
    angle = jnp.sqrt(rotation @ rotation)
    axis = rotation / angle
    along = (axis @ x) * (1.0 - jnp.cos(angle))
    x = x * jnp.cos(angle) + jnp.cross(axis, x) * jnp.sin(angle) + axis * along
    image = x[:2] / x[2]
    square = image @ image
    distortion = 1.0 + camera[9] * square + camera[10] * square * square
    return weight * (camera[6] * distortion * image + camera[7:9] - feature)


def arm(angles, lengths, goals):
    sin, cos = jnp.sin(angles), jnp.cos(angles)
    zero, one = jnp.zeros(26), jnp.ones(26)
    about_z = [cos, -sin, zero, sin, cos, zero, zero, zero, one]
    about_y = [cos, zero, sin, zero, one, zero, -sin, zero, cos]
    about_x = [one, zero, zero, zero, cos, -sin, zero, sin, cos]
    turns = jnp.stack([jnp.stack(turn, axis=1) for turn in (about_z, about_y, about_x)])
    joints = numpy.arange(26)
    turns = turns[joints % 3, joints].reshape(26, 3, 3)

    def step(carry, joint):
        rotation, place = carry
        turn, length = joint
        rotation = rotation @ turn
        place = place + rotation[:, 0] * length
        return (rotation, place), place

    _, places = lax.scan(step, (jnp.eye(3), jnp.zeros(3)), (turns, lengths))
    away = places - goals
    return jnp.sum(jnp.sqrt(jnp.sum(away * away, axis=1)))


def price(spot, strike, rate, volatility, time):
    spread = volatility * jnp.sqrt(time)
    d1 = (jnp.log(spot / strike) + (rate + 0.5 * volatility**2) * time) / spread
    cumulative = lambda d: 0.5 * jax.scipy.special.erfc(-d * 0.5**0.5)
    return spot * cumulative(d1) - strike * jnp.exp(-rate * time) * cumulative(d1 - spread)


STEPS = 1000
FUNCTIONS = {
    "ros": ros,
    "det": det,
    "ode": ode,
    "mlp": mlp,
    "mlp-b": mlp_b,
    "mm32": mm,
    "mm256": mm,
    "gmm": gmm,
    "ba": ba,
    "arm": arm,
    "bs": price,
}


def derivative(workload: str, names: list[str]):
    """Value and gradient by the arguments that have one; of `ba` the Jacobian alone."""
    function = FUNCTIONS[workload]
    by = tuple(i for i, name in enumerate(names) if not inputs.is_constant(workload, name))
    if workload == "ba":
        return jax.jacrev(function, by)
    if workload == "bs":
        return jax.vmap(jax.value_and_grad(function, by))
    return jax.value_and_grad(function, by)


def parts(workload: str, result) -> list:
    """The numbers in the benchmark's order."""
    if workload == "ba":
        camera, point, weight = result
        rows = [jnp.concatenate([camera[i], point[i], weight[i : i + 1]]) for i in range(2)]
        return rows
    value, gradient = result
    return [value, *gradient]


def measure(folder: Path, workload: str) -> dict:
    """Compiles and runs one workload."""
    arguments = inputs.read(folder, workload)
    compiled = jax.jit(derivative(workload, list(arguments)))
    values = [jnp.asarray(value) for value in arguments.values()]
    result = jax.block_until_ready(compiled(*values))
    return {
        "tool": "JAX",
        "version": jax.__version__,
        "workload": workload,
        "ns": inputs.median_ns(lambda: jax.block_until_ready(compiled(*values))),
        "result": inputs.write(folder, workload, "jax", parts(workload, result)),
    }


if __name__ == "__main__":
    inputs.main("JAX", measure)
