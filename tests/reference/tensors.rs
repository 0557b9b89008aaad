//! The functions of arrays: an example of each, as a graph and as files have it.

use adgraph::Graph;

use crate::files;

/// An example: the function's name, its arguments, its call, and its graph.
pub(crate) struct Example {
    pub(crate) name: &'static str,
    arguments: &'static str,
    pub(crate) call: &'static str,
    pub(crate) graph: Graph,
}

/// Functions of one call each, some with axes, compiled, and the list of them.
macro_rules! examples {
    ($($name:ident$([$($axes:tt)*])?($($arguments:tt)*) -> $result:ty = $call:expr;)*) => {
        $(
            mod $name {
                adgraph::graph! {
                    $($($axes)*)?
                    pub(crate) fn example($($arguments)*) -> $result { $call }
                }
            }
        )*

        /// All of them.
        pub(crate) fn examples() -> Vec<Example> {
            vec![$(Example {
                name: stringify!($name),
                arguments: stringify!($($arguments)*),
                call: stringify!($call),
                graph: $name::example::graph(),
            }),*]
        }
    };
}

examples! {
    argmax(x: [f64; 3], y: [f64; 3]) -> f64 = y[argmax(x)];
    argmin(x: [f64; 3], y: [f64; 3]) -> f64 = y[argmin(x)];
    argsort(x: [f64; 3], y: [f64; 3]) -> [f64; 3] = y[argsort(x)];
    broadcast(x: [f64; 3]) -> [[f64; 3]; 2] = broadcast(x, [2, 3]);
    cholesky(a: [[f64; 3]; 3]) -> [[f64; 3]; 3] = cholesky(a);
    cholesky_adjoint(l: [[f64; 3]; 3], g: [[f64; 3]; 3]) -> [[f64; 3]; 3] = cholesky_adjoint(l, g);
    concat(a: [f64; 3], b: [f64; 2]) -> [f64; 5] = concat(a, b);
    cumprod(x: [f64; 3]) -> [f64; 3] = cumprod(x);
    cumsum(x: [[f64; 3]; 2]) -> [[f64; 3]; 2] = cumsum(x, axis = 1);
    deriv(x: [f64; 2]) -> [f64; 2] = deriv(x[0] * x[1], x);
    det(a: [[f64; 3]; 3]) -> f64 = det(a);
    dot(a: [f64; 3], b: [f64; 3]) -> f64 = dot(a, b);
    flip(x: [f64; 3]) -> [f64; 3] = flip(x);
    roll(x: [f64; 3]) -> [f64; 3] = roll(x, 1);
    scatter_add(x: [f64; 3], at: [usize; 3]) -> [f64; 4] = scatter_add(x, at, 4);
    eye(x: [f64; 3]) -> [f64; 3] = matmul(eye(3), x);
    diag(x: [f64; 3]) -> [[f64; 3]; 3] = diag(x);
    trace(a: [[f64; 3]; 3]) -> f64 = trace(a);
    tril(a: [[f64; 3]; 3]) -> [[f64; 3]; 3] = tril(a);
    triu(a: [[f64; 3]; 3]) -> [[f64; 3]; 3] = triu(a);
    cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] = cross(a, b);
    kron(a: [[f64; 2]; 2], b: [[f64; 2]; 2]) -> [[f64; 4]; 4] = kron(a, b);
    einsum(a: [[f64; 3]; 2], b: [[f64; 4]; 3]) -> [[f64; 4]; 2] = einsum("ij,jk->ik", a, b);
    contract[const A: Axis = 2; const B: Axis = 3; const C: Axis = 4;](
        a: [[f64; B]; A], b: [[f64; C]; B]) -> [[f64; C]; A] = contract(a, b);
    rename[const N: Axis = 3; const M: Axis = 3;](x: [f64; N]) -> [f64; M]
        = rename(x, N, M);
    interpolate(x: f64, xs: [f64; 4], ys: [f64; 4]) -> f64 = interpolate(x, xs, ys);
    cubic_spline(x: f64, xs: [f64; 4], ys: [f64; 4]) -> f64 = cubic_spline(x, xs, ys);
    linspace(a: f64, b: f64) -> [f64; 5] = linspace(a, b, 5);
    uniform(x: [f64; 3], key: usize) -> [f64; 3] = x + uniform(key, 3);
    normal(x: [f64; 3], key: usize) -> [f64; 3] = x + normal(key, 3);
    split(x: f64, key: usize) -> f64 = x + normal(split(key).1);
    fold_in(x: f64, key: usize) -> f64 = x + normal(fold_in(key, 1));
    random_bits(x: [f64; 6], key: usize) -> f64 = x[random_bits(key, 0) % 6];
    jacobian(x: [f64; 2]) -> [f64; 2] = jacobian(x[0] * x[1], x);
    hessian(x: [f64; 2]) -> [[f64; 2]; 2] = hessian(x[0] * x[0] * x[1], x);
    full(x: f64) -> [[f64; 3]; 2] = full([2, 3], x);
    full_like(x: [f64; 3], y: f64) -> [f64; 3] = full_like(x, y);
    expm(a: [[f64; 2]; 2]) -> [[f64; 2]; 2] = expm(a);
    qr(a: [[f64; 2]; 3]) -> [[f64; 2]; 3] = qr(a).0;
    eigh(a: [[f64; 2]; 2]) -> [f64; 2] = eigh(a).0;
    svd(a: [[f64; 2]; 3]) -> [f64; 2] = svd(a).1;
    inverse(a: [[f64; 3]; 3]) -> [[f64; 3]; 3] = inverse(a);
    jvp(x: [f64; 2], v: [f64; 2]) -> f64 = jvp(x[0] * x[1], x, v);
    len(x: [f64; 3]) -> f64 = x[x.len() - 1];
    linear_solve(a: [[f64; 3]; 3], b: [f64; 3]) -> [f64; 3] = linear_solve(a, b);
    logdet(a: [[f64; 3]; 3]) -> f64 = logdet(a);
    log_softmax(x: [[f64; 3]; 2]) -> [[f64; 3]; 2] = log_softmax(x, axis = 1);
    log_sum_exp(x: [[f64; 3]; 2]) -> [f64; 2] = log_sum_exp(x, axis = 1);
    lower_solve(l: [[f64; 3]; 3], b: [f64; 3]) -> [f64; 3] = lower_solve(l, b);
    lower_transposed_solve(l: [[f64; 3]; 3], b: [f64; 3]) -> [f64; 3]
        = lower_transposed_solve(l, b);
    map(x: [f64; 3]) -> [f64; 3] = map(|v| v * v, x);
    matmul(a: [[f64; 3]; 2], b: [[f64; 4]; 3]) -> [[f64; 4]; 2] = matmul(a, b);
    mean(x: [[f64; 3]; 2]) -> [f64; 2] = mean(x, axis = 1);
    norm(x: [[f64; 3]; 2]) -> [f64; 2] = norm(x, axis = 1);
    ones(x: [f64; 3]) -> [f64; 3] = x * ones(3);
    ones_like(x: [f64; 3]) -> [f64; 3] = x * ones_like(x);
    outer(a: [f64; 3], b: [f64; 2]) -> [[f64; 2]; 3] = outer(a, b);
    print(x: [f64; 3]) -> [f64; 3] = { print("x", x); x };
    prod(x: [[f64; 3]; 2]) -> [f64; 2] = prod(x, axis = 1);
    reshape(x: [f64; 6]) -> [[f64; 3]; 2] = reshape(x, [2, 3]);
    select(x: [f64; 3], y: [f64; 3]) -> [f64; 3] = select(x < 0.0, x, y);
    softmax(x: [[f64; 3]; 2]) -> [[f64; 3]; 2] = softmax(x, axis = 1);
    solve(a: f64) -> f64 = solve(|y| y * y - a, a);
    sort(x: [f64; 3]) -> [f64; 3] = sort(x);
    stack(a: [f64; 3], b: [f64; 3]) -> [[f64; 3]; 2] = stack(a, b);
    stop_gradient(x: f64) -> f64 = stop_gradient(x);
    sum(x: [[f64; 3]; 2]) -> [f64; 2] = sum(x, axis = 1);
    transpose(a: [[f64; 3]; 2]) -> [[f64; 2]; 3] = transpose(a);
    transposed_solve(a: [[f64; 3]; 3], b: [f64; 3]) -> [f64; 3] = transposed_solve(a, b);
    variance(x: [[f64; 3]; 2]) -> [f64; 2] = variance(x, axis = 1);
    vjp(x: [f64; 2], w: [f64; 2]) -> [f64; 2] = vjp(sin(x), x, w);
    windows(x: [f64; 5]) -> [[f64; 3]; 3] = windows(x, 3);
    zeros(x: [f64; 3]) -> [f64; 3] = x + zeros(3);
    zeros_like(x: [f64; 3]) -> [f64; 3] = x + zeros_like(x);
}

impl Example {
    /// The table below the text of the function's page.
    pub(crate) fn page(&self) -> String {
        let mut page = format!(
            "\nIn files, `{}` with `{}` becomes:\n\n| | |\n|---|---|\n",
            self.call, self.arguments
        );
        for (format, operators) in files::rows(&self.graph) {
            page.push_str(&format!("| {format} | {operators} |\n"));
        }
        page
    }

    /// The operator's names in CppAD's, NNVM's and MXNet's files.
    pub(crate) fn files(&self) -> [String; 3] {
        files::rows(&self.graph).map(|(_, operators)| operators)
    }
}

/// The names of the functions and their documentation.
pub(crate) fn pages() -> Vec<(String, String)> {
    let text = test_support::tables_of_array_functions();
    let mut pages = Vec::new();
    let mut documentation = String::new();
    for line in text.lines() {
        if let Some(said) = line.strip_prefix("    ///") {
            documentation.push_str(said);
            documentation.push('\n');
        } else if let Some((name, _)) = line.strip_prefix("    fn ").and_then(|l| l.split_once('('))
        {
            pages.push((name.to_owned(), std::mem::take(&mut documentation)));
        } else {
            // That of an item which is none of these.
            documentation.clear();
        }
    }
    pages
}
