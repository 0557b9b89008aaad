"""CasADi: value and gradient as generated C, compiled with gcc -O3 -march=native.

Scalar functions are written with SX, which becomes straight-line code; those of large matrices with
MX, which keeps products as calls, and the steps of `ode` as a loop.
"""

import subprocess
from pathlib import Path

import casadi
import numpy
from casadi import MX, SX

import inputs

STEPS = 1000


def symbols(kind, workload: str) -> dict:
    """A symbol for each argument. CasADi keeps columns together, so that a symbol is transposed."""
    made = {}
    for name, shape in inputs.SHAPES[workload].items():
        rows, columns = (1, *shape)[-2:] if shape not in ((), (-1,)) else (1, 1)
        made[name] = kind.sym(name, columns, rows)
    return made


def ros(s):
    x = s["x"]
    a = 1 - x[:-1]
    b = x[1:] - x[:-1] * x[:-1]
    return casadi.sumsqr(a) + 100 * casadi.sumsqr(b)


def det(s):
    def minor(row, columns):
        if len(columns) == 1:
            return s["m"][columns[0], row]
        total = 0
        for j, column in enumerate(columns):
            rest = columns[:j] + columns[j + 1 :]
            total += (-1) ** j * s["m"][column, row] * minor(row + 1, rest)
        return total

    return minor(0, list(range(6)))


def ode(s):
    h = 0.01
    z, p = SX.sym("z", 2), SX.sym("p", 4)

    def slope(z):
        met = z[0] * z[1]
        return casadi.vertcat(p[0] * z[0] - p[1] * met, p[2] * met - p[3] * z[1])

    k1 = slope(z)
    k2 = slope(z + 0.5 * h * k1)
    k3 = slope(z + 0.5 * h * k2)
    k4 = slope(z + h * k3)
    step = casadi.Function("step", [z, p], [z + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)])
    # One long accumulation keeps all states; CasADi's default splits it.
    last = step.mapaccum("steps", STEPS, {"base": -1})(s["start"], s["p"])[:, -1]
    return last[0] + last[1]


def mlp(s):
    h1 = casadi.tanh(s["w1"].T @ s["x"] + s["b1"])
    h2 = casadi.tanh(s["w2"].T @ h1 + s["b2"])
    error = casadi.dot(s["w3"], h2) + s["b3"] - s["target"]
    return error * error


def mlp_b(s):
    # A column for each image.
    hidden = casadi.tanh(s["w1"].T @ s["images"] + casadi.repmat(s["b1"], 1, 32))
    scores = s["w2"].T @ hidden + casadi.repmat(s["b2"], 1, 32)
    largest = casadi.fmax(scores[0, :], scores[1, :])
    for row in range(2, 10):
        largest = casadi.fmax(largest, scores[row, :])
    sums = casadi.sum1(casadi.exp(scores - casadi.repmat(largest, 10, 1)))
    log_sums = casadi.log(sums) + largest
    return (casadi.sum2(log_sums) - casadi.dot(s["targets"], scores)) / 32


def mm(s):
    return casadi.sumsqr(s["b"] @ s["a"])


def gmm(s):
    d, k = 10, 25
    point, alphas = SX.sym("point", d), SX.sym("alphas", k)
    means, factors = SX.sym("means", d, k), SX.sym("factors", 55, k)
    terms = []
    for g in range(k):
        x = point - means[:, g]
        whitened = [casadi.exp(factors[i, g]) * x[i] for i in range(d)]
        entry = d
        for i in range(d):
            for j in range(i + 1, d):
                whitened[j] += factors[entry, g] * x[i]
                entry += 1
        terms.append(alphas[g] + casadi.sum1(factors[:d, g]) - 0.5 * sum(w * w for w in whitened))
    terms = casadi.vertcat(*terms)
    likelihood = casadi.Function("one", [point, alphas, means, factors], [log_sum_exp(terms)])
    shared = [s["alphas"], s["means"], s["factors"]]
    all_points = casadi.sum2(likelihood.map(1000)(s["points"], *shared))
    diagonal, below = casadi.exp(s["factors"][:d, :]), s["factors"][d:, :]
    prior = 0.5 * (casadi.sumsqr(diagonal) + casadi.sumsqr(below))
    return all_points - 1000 * log_sum_exp(s["alphas"]) + s["constant"] + prior


def log_sum_exp(x):
    largest = casadi.mmax(x)
    return casadi.log(casadi.sum1(casadi.exp(x - largest))) + largest


def ba(s):
    camera = s["camera"]
    rotation, x = camera[:3], s["point"] - camera[3:6]
    angle = casadi.sqrt(casadi.dot(rotation, rotation))
    axis = rotation / angle
    along = casadi.dot(axis, x) * (1 - casadi.cos(angle))
    x = x * casadi.cos(angle) + casadi.cross(axis, x) * casadi.sin(angle) + axis * along
    image = x[:2] / x[2]
    square = casadi.dot(image, image)
    distortion = 1 + camera[9] * square + camera[10] * square * square
    return s["weight"] * (camera[6] * distortion * image + camera[7:9] - s["feature"])


def arm(s):
    x, y, z = (SX(casadi.DM.eye(3)[:, i]) for i in range(3))
    place, total = SX.zeros(3), 0
    for joint in range(26):
        sin, cos = casadi.sin(s["angles"][joint]), casadi.cos(s["angles"][joint])
        x, y, z = [
            [x * cos + y * sin, y * cos - x * sin, z],
            [x * cos - z * sin, y, x * sin + z * cos],
            [x, y * cos + z * sin, z * cos - y * sin],
        ][joint % 3]
        place += x * s["lengths"][joint]
        away = place - s["goals"][:, joint]
        total += casadi.sqrt(casadi.dot(away, away))
    return total


def chain(s):
    residual = s["x"][1:] - s["x"][:-1] * s["x"][:-1]
    return casadi.dot(residual, residual)


def price(s):
    spread = s["volatility"] * casadi.sqrt(s["time"])
    drift = s["rate"] + 0.5 * s["volatility"] ** 2
    d1 = (casadi.log(s["spot"] / s["strike"]) + drift * s["time"]) / spread
    cumulative = lambda d: 0.5 * (1 + casadi.erf(d * 0.5**0.5))
    discounted = s["strike"] * casadi.exp(-s["rate"] * s["time"])
    return s["spot"] * cumulative(d1) - discounted * cumulative(d1 - spread)


FUNCTIONS = {
    "ros": (SX, ros),
    "det": (SX, det),
    "ode": (MX, ode),
    "mlp": (SX, mlp),
    "mlp-b": (MX, mlp_b),
    "mm32": (MX, mm),
    "mm256": (MX, mm),
    "gmm": (MX, gmm),
    "ba": (SX, ba),
    "arm": (SX, arm),
    "chain": (SX, chain),
    "bs": (SX, price),
}

# Calls the function on inputs that it reads, often enough to time it, and writes the results.
HARNESS = """
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}
static int ascending(const void *a, const void *b) {
    double d = *(const double *)a - *(const double *)b;
    return (d > 0) - (d < 0);
}
/* The number of entries, of which a dense pattern names none. */
static long entries(const casadi_int *sparsity) {
    casadi_int columns = sparsity[1];
    return sparsity[2] == 1 ? sparsity[0] * columns : sparsity[2 + columns];
}
static const char *paths[] = {PATHS};
static double *arguments[ARGUMENTS], *results[RESULTS];
static void call(casadi_int *iw, double *w, const double **arg, double **res) {
    for (long i = 0; i < COUNT; ++i) {
        for (int a = 0; a < ARGUMENTS; ++a) arg[a] = arguments[a] + (COUNT > 1 ? i : 0);
        for (int r = 0; r < RESULTS; ++r) res[r] = results[r] + (COUNT > 1 ? i : 0);
        f(arg, res, iw, w, 0);
    }
}
static double window(long calls, casadi_int *iw, double *w, const double **arg, double **res) {
    double start = now();
    for (long i = 0; i < calls; ++i) {
        call(iw, w, arg, res);
        __asm__ volatile("" ::: "memory");
    }
    return now() - start;
}
int main(int argc, char **argv) {
    casadi_int sz_arg, sz_res, sz_iw, sz_w;
    f_work(&sz_arg, &sz_res, &sz_iw, &sz_w);
    const double **arg = calloc(sz_arg, sizeof *arg);
    double **res = calloc(sz_res, sizeof *res);
    casadi_int *iw = calloc(sz_iw + 1, sizeof *iw);
    double *w = calloc(sz_w + 1, sizeof *w);
    for (int a = 0; a < ARGUMENTS; ++a) {
        FILE *file = fopen(paths[a], "rb");
        long size = (fseek(file, 0, SEEK_END), ftell(file));
        arguments[a] = malloc(size);
        rewind(file);
        if (fread(arguments[a], 1, size, file) != (size_t)size) return 1;
        fclose(file);
    }
    for (int r = 0; r < RESULTS; ++r) {
        results[r] = calloc(COUNT * entries(f_sparsity_out(r)), sizeof(double));
    }
    long calls = 1;
    while (window(calls, iw, w, arg, res) < 250000) calls *= 2;
    double times[51];
    for (int i = 0; i < 51; ++i) times[i] = window(calls, iw, w, arg, res) / calls;
    qsort(times, 51, sizeof(double), ascending);
    FILE *out = fopen(argv[1], "wb");
    for (int r = 0; r < RESULTS; ++r) {
        fwrite(results[r], sizeof(double), COUNT * entries(f_sparsity_out(r)), out);
    }
    fclose(out);
    printf("%.3f\\n", times[25]);
    return 0;
}
"""


def derivative(workload: str):
    """The function of value and gradient; of `ba` the Jacobian alone, row after row, and of `chain`
    the entries of the Hessian's lower triangle, row after row: the upper one's, column by column."""
    kind, function = FUNCTIONS[workload]
    s = symbols(kind, workload)
    y = function(s)
    by = [symbol for name, symbol in s.items() if not inputs.is_constant(workload, name)]
    if workload == "ba":
        outputs = [casadi.densify(casadi.jacobian(y, casadi.vertcat(*by)).T)]
    elif workload == "chain":
        outputs = [casadi.triu(casadi.hessian(y, s["x"])[0])]
    else:
        outputs = [y] + [casadi.densify(casadi.gradient(y, symbol)) for symbol in by]
    return casadi.Function("f", list(s.values()), outputs, {"cse": True})


def measure(folder: Path, workload: str) -> dict:
    """Generates, compiles and runs one workload."""
    home = folder / workload
    f = derivative(workload)
    f.generate("casadi_f.c", {"with_header": False, "casadi_int": "long long int"})
    names = inputs.SHAPES[workload]
    paths = ", ".join(f'"{home / name}.f64"' for name in names)
    count = len(numpy.fromfile(home / "spot.f64")) if workload == "bs" else 1
    harness = HARNESS.replace("{PATHS}", f"{{{paths}}}")
    for key, value in {"ARGUMENTS": f.n_in(), "RESULTS": f.n_out(), "COUNT": count}.items():
        harness = harness.replace(key, str(value))
    source, binary = home / "casadi.c", home / "casadi"
    source.write_text(Path("casadi_f.c").read_text() + harness)
    Path("casadi_f.c").unlink()
    gcc = ["gcc", "-O3", "-march=native", str(source), "-o", str(binary), "-lm"]
    subprocess.run(gcc, check=True, timeout=300)
    result = home / "casadi.f64"
    done = subprocess.run([str(binary), str(result)], check=True, capture_output=True, text=True)
    return {
        "tool": "CasADi",
        "version": casadi.__version__,
        "workload": workload,
        "ns": float(done.stdout),
        "result": str(result),
    }


if __name__ == "__main__":
    inputs.main("CasADi", measure)
