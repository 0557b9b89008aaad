"""Records what PyTorch, Optax and SciPy compute in training, for the tests in this folder.

usage: FOLDER/bin/python graph-runtime/tests/optimise/record.py > graph-runtime/tests/optimise/recorded.json

FOLDER is a virtual environment with the packages torch, optax and scipy. A case is an optimiser with
its options, and the parameters after some of 100 steps on a function of five numbers whose gradient
is written out below, and in `problem.rs`. Options have the names of the fields in Rust.
"""

import importlib.metadata
import json

import jax
import numpy as np
import optax
import scipy.optimize
import torch

jax.config.update("jax_enable_x64", True)
torch.set_num_threads(1)

START = [1.5, -0.75, 0.5, 2.0, -1.25]
STEPS = 100
KEPT = [1, 2, 5, 10, 50, 100]


def gradient(p):
    """Of sum((p[i + 1] - p[i]^2)^2) + sum((p[i] - 0.3 i)^2) / 2."""
    g = p - 0.3 * np.arange(5, dtype=p.dtype)
    inner = p[1:] - p[:-1] * p[:-1]
    g[:-1] -= 4.0 * p[:-1] * inner
    g[1:] += 2.0 * inner
    return g.astype(p.dtype)


def value(p):
    inner = p[1:] - p[:-1] * p[:-1]
    return np.sum(inner * inner) + 0.5 * np.sum((p - 0.3 * np.arange(5)) ** 2)


def with_torch(make, dtype=torch.float64, clip=None, schedule=None):
    p = torch.tensor(START, dtype=dtype, requires_grad=True)
    optimiser = make([p])
    scheduler = schedule(optimiser) if schedule else None
    kept = {}
    for step in range(1, STEPS + 1):
        p.grad = torch.tensor(gradient(p.detach().numpy().copy()))
        if clip:
            clip([p])
        optimiser.step()
        if scheduler:
            scheduler.step()
        if step in KEPT:
            kept[step] = p.detach().numpy().astype("float64").tolist()
    return kept


def with_optax(rule, schedule=None):
    p = jax.numpy.array(START)
    state = rule.init(p)
    kept = {}
    for step in range(1, STEPS + 1):
        update, state = rule.update(jax.numpy.array(gradient(np.array(p))), state, p)
        # Rules that have schedules give them the step as a JAX integer, of which some make a float32.
        if schedule:
            update = -float(schedule(step - 1)) * update
        p = optax.apply_updates(p, update)
        if step in KEPT:
            kept[step] = np.array(p).tolist()
    return kept


CASES = []


def case(by, rule, parameters, number="f64", **options):
    CASES.append({"by": by, "rule": rule, "number": number, "options": options, "parameters": parameters})


def sgd(number, rate, **options):
    dtype = {"f64": torch.float64, "f32": torch.float32}[number]
    rule = "momentum" if "momentum" in options else "sgd"
    result = with_torch(lambda p: torch.optim.SGD(p, lr=rate, foreach=False, **options), dtype)
    case("torch", rule, result, number, rate=rate, **options)


def adam(number, kind, rate, beta1=0.9, beta2=0.999, epsilon=1e-8, **options):
    make = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW}[kind]
    dtype = {"f64": torch.float64, "f32": torch.float32}[number]

    def made(p):
        return make(p, lr=rate, betas=(beta1, beta2), eps=epsilon, foreach=False, **options)

    written = dict(rate=rate, beta1=beta1, beta2=beta2, epsilon=epsilon, **options)
    case("torch", kind, with_torch(made, dtype), number, **written)


def torch_cases():
    for number in ["f64", "f32"]:
        sgd(number, 0.02)
        sgd(number, 0.02, weight_decay=0.1)
        sgd(number, 0.01, momentum=0.9)
        sgd(number, 0.01, momentum=0.8, dampening=0.25, weight_decay=0.05)
        sgd(number, 0.01, momentum=0.9, nesterov=True)
        sgd(number, 0.01, momentum=0.9, nesterov=True, weight_decay=0.1)
        for kind in ["adam", "adamw"]:
            adam(number, kind, 0.05, weight_decay=0.0)
            adam(number, kind, 0.05, weight_decay=0.2)
            adam(number, kind, 0.02, beta1=0.5, beta2=0.9, epsilon=1e-3, weight_decay=0.01)
    for bound in [0.5, 3.0]:
        result = with_torch(
            lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9),
            clip=lambda p, bound=bound: torch.nn.utils.clip_grad_norm_(p, bound),
        )
        case("torch", "momentum", result, rate=0.05, momentum=0.9, clip_norm=bound)
        result = with_torch(
            lambda p: torch.optim.AdamW(p, lr=0.05),
            clip=lambda p, bound=bound: torch.nn.utils.clip_grad_value_(p, bound),
        )
        case("torch", "adamw", result, rate=0.05, weight_decay=0.01, clip_values=bound)
    cosine = {"kind": "cosine", "from": 0.05, "to": 0.001, "steps": 100}
    result = with_torch(
        lambda p: torch.optim.Adam(p, lr=0.05),
        schedule=lambda own: torch.optim.lr_scheduler.CosineAnnealingLR(own, 100, 0.001),
    )
    case("torch", "adam", result, rate=0.05, weight_decay=0.0, schedule=cosine)


def optax_cases():
    decayed = optax.add_decayed_weights
    case("optax", "sgd", with_optax(optax.sgd(0.02)), rate=0.02)
    case("optax", "sgd", with_optax(optax.chain(decayed(0.1), optax.sgd(0.02))), rate=0.02, weight_decay=0.1)
    case("optax", "momentum", with_optax(optax.sgd(0.01, 0.9)), rate=0.01, momentum=0.9)
    nesterov = optax.sgd(0.01, 0.9, nesterov=True)
    case("optax", "momentum", with_optax(nesterov), rate=0.01, momentum=0.9, nesterov=True)
    # Without a second root of epsilon, Optax's place for it is PyTorch's.
    for b1, b2, eps, decay in [(0.9, 0.999, 1e-8, 0.0), (0.5, 0.9, 1e-3, 0.01)]:
        written = dict(rate=0.02, beta1=b1, beta2=b2, epsilon=eps)
        rule = optax.chain(decayed(decay), optax.adam(0.02, b1, b2, eps, eps_root=0.0))
        case("optax", "adam", with_optax(rule), weight_decay=decay, **written)
        rule = optax.adamw(0.02, b1, b2, eps, eps_root=0.0, weight_decay=decay)
        case("optax", "adamw", with_optax(rule), weight_decay=decay, **written)
    rule = optax.chain(optax.clip(0.5), optax.sgd(0.05))
    case("optax", "sgd", with_optax(rule), rate=0.05, clip_values=0.5)
    rule = optax.chain(optax.clip_by_global_norm(0.5), optax.sgd(0.05))
    case("optax", "sgd", with_optax(rule), rate=0.05, scale_norm=0.5)
    warm = {"kind": "warmup", "from": 0.001, "steps": 20,
            "then": {"kind": "cosine", "from": 0.05, "to": 0.001, "steps": 80}}
    rule = optax.chain(optax.scale_by_adam(), decayed(0.1))
    schedule = optax.warmup_cosine_decay_schedule(0.001, 0.05, 20, 100, 0.001)
    case("optax", "adamw", with_optax(rule, schedule), rate=0.0, weight_decay=0.1, schedule=warm)


SCHEDULES = []


def torch_rates(schedule, start, **written):
    optimiser = torch.optim.SGD([torch.zeros(1)], lr=start)
    scheduler = schedule(optimiser)
    rates = []
    for _ in range(40):
        rates.append(optimiser.param_groups[0]["lr"])
        optimiser.step()
        scheduler.step()
    SCHEDULES.append({"by": "torch", "schedule": written, "rates": rates})


def optax_rates(schedule, **written):
    rates = [float(schedule(step)) for step in range(40)]
    SCHEDULES.append({"by": "optax", "schedule": written, "rates": rates})


def schedules():
    own = torch.optim.lr_scheduler
    cosine = {"kind": "cosine", "from": 0.3, "to": 0.02, "steps": 25}
    torch_rates(lambda o: own.ConstantLR(o, 1.0), 0.3, kind="constant", rate=0.3)
    torch_rates(lambda o: own.LinearLR(o, 1.0, 0.1, 30), 0.3, **{"kind": "linear", "from": 0.3, "to": 0.03, "steps": 30})
    torch_rates(lambda o: own.CosineAnnealingLR(o, 40, 0.02), 0.3, **{**cosine, "steps": 40})
    torch_rates(lambda o: own.ExponentialLR(o, 0.9), 0.3, **{"kind": "exponential", "from": 0.3, "factor": 0.9, "every": 1})
    torch_rates(lambda o: own.StepLR(o, 7, 0.5), 0.3, **{"kind": "staircase", "from": 0.3, "factor": 0.5, "every": 7})

    def warm(o):
        return own.SequentialLR(o, [own.LinearLR(o, 0.1, 1.0, 10), own.CosineAnnealingLR(o, 30, 0.02)], [10])

    torch_rates(warm, 0.3, **{"kind": "warmup", "from": 0.03, "steps": 10, "then": {**cosine, "steps": 30}})
    optax_rates(lambda step: optax.constant_schedule(0.3)(step), kind="constant", rate=0.3)
    optax_rates(optax.linear_schedule(0.3, 0.03, 30), **{"kind": "linear", "from": 0.3, "to": 0.03, "steps": 30})
    optax_rates(optax.cosine_decay_schedule(0.3, 25, 0.02 / 0.3), **cosine)
    exponential = {"from": 0.3, "factor": 0.5, "every": 7}
    optax_rates(optax.exponential_decay(0.3, 7, 0.5), kind="exponential", **exponential)
    optax_rates(optax.exponential_decay(0.3, 7, 0.5, staircase=True), kind="staircase", **exponential)
    joined = optax.warmup_cosine_decay_schedule(0.0, 0.3, 10, 35, 0.02)
    optax_rates(joined, **{"kind": "warmup", "from": 0.0, "steps": 10, "then": cosine})


def chain(p):
    """Rosenbrock's function."""
    inner = p[1:] - p[:-1] * p[:-1]
    g = np.zeros_like(p)
    g[:-1] = -400.0 * p[:-1] * inner - 2.0 * (1.0 - p[:-1])
    g[1:] += 200.0 * inner
    return np.sum(100.0 * inner * inner + (1.0 - p[:-1]) ** 2), g


def bowl(p):
    """A quadratic whose curvatures are from 1 to 1e4."""
    scale = 10.0 ** (4.0 * np.arange(len(p)) / (len(p) - 1))
    return 0.5 * np.sum(scale * (p - 1.0) ** 2), scale * (p - 1.0)


def beale(p):
    x, y = p
    terms = np.array([1.5 - x + x * y, 2.25 - x + x * y * y, 2.625 - x + x * y**3])
    dx = np.array([y - 1.0, y * y - 1.0, y**3 - 1.0])
    dy = np.array([x, 2.0 * x * y, 3.0 * x * y * y])
    return np.sum(terms * terms), np.array([2.0 * terms @ dx, 2.0 * terms @ dy])


def minima():
    problems = [
        ("rosenbrock", chain, [-1.2, 1.0]),
        ("rosenbrock", chain, [-1.2, 1.0] * 5),
        ("bowl", bowl, [0.0] * 10),
        ("beale", beale, [1.0, 1.0]),
        ("chain", lambda p: (value(p), gradient(p)), START),
    ]
    for name, function, start in problems:
        options = {"gtol": 1e-8, "ftol": 0.0, "maxcor": 10}
        found = scipy.optimize.minimize(function, start, jac=True, method="L-BFGS-B", options=options)
        p = torch.tensor(start, dtype=torch.float64, requires_grad=True)
        count = 0

        def closure():
            nonlocal count
            count += 1
            c, g = function(p.detach().numpy().copy())
            p.grad = torch.tensor(g)
            return torch.tensor(c, dtype=torch.float64)

        rule = torch.optim.LBFGS([p], max_iter=1000, max_eval=2000, tolerance_grad=1e-8, tolerance_change=0.0,
                                 history_size=10, line_search_fn="strong_wolfe")
        rule.step(closure)
        yield {"name": name, "start": start, "scipy": found.x.tolist(), "scipy_evaluations": found.nfev,
               "torch": p.detach().numpy().tolist(), "torch_evaluations": count, "value": float(found.fun)}


def main():
    torch_cases()
    optax_cases()
    schedules()
    versions = {name: importlib.metadata.version(name) for name in ["torch", "optax", "scipy"]}
    lists = {"cases": CASES, "schedules": SCHEDULES, "minima": list(minima())}
    print('{"versions": ' + json.dumps(versions) + ', "start": ' + json.dumps(START) + ",")
    texts = [f'"{key}": [\n' + ",\n".join(map(json.dumps, own)) + "\n]" for key, own in lists.items()]
    print(",\n".join(texts) + "}")


main()
