//! Blocks that are written of graphs: the compiler finds nothing in them to warn of.

#[path = "compiler/mod.rs"]
mod compiler;

use std::fs;
use std::path::Path;

use adgraph::{Graph, graph};

graph! {
    /// An equation with a parameter that its derivative does not need.
    fn root(x: f64, a: [f64; 3], t: [f64; 3]) -> f64 {
        solve(|r| sum(a / (1.0 + r * t)) - x, 0.1)
    }
    /// Newton's method: a Hessian is put together in the loop.
    fn newton(x: [f64; 2], p: f64) -> f64 {
        let mut q = x;
        for _ in 0..300 {
            let c = q[0] * q[0] * q[1] + sum(cosh(q)) * p;
            let step = linear_solve(hessian(c, q), deriv(c, q));
            q -= 0.05 * step;
        }
        q[0] - 2.0 * q[1]
    }
    /// A state that nothing reads behind its loop, and one that stays what it is.
    fn states(x: [f64; 40]) -> f64 {
        let (mut s, mut t, u) = (0.0, x[0], x[1]);
        for i in 0..40 {
            s += t * x[i] + u;
            t = sin(t + s);
        }
        s
    }
    /// Branches of which some results are not needed.
    fn sides(x: f64, y: f64) -> f64 {
        let (a, b) = if x > y { (x * y, exp(x)) } else { (x, y) };
        let slope = deriv(a * b, y);
        slope + if b > 1.0 { a } else { 0.0 }
    }
    /// Arguments without use.
    #[allow(unused_variables, reason = "they are what is tested")]
    fn unused(x: f64, y: [f64; 2], #[dynamic] k: f64) -> f64 { sin(x) }
    fn parts(x: [f64; 6]) -> [f64; 6] {
        let mut y = zeros([6]);
        y[..3] = x[3..];
        y[4] = x[0] * x[1];
        y
    }
}

/// The graph of a function, and that of its adjoint.
fn with_adjoint(graph: Graph) -> [Graph; 2] {
    let inputs = adgraph::differentiate::differentiable_inputs(&graph);
    let adjoint = adgraph::differentiate::reverse(&graph, &inputs).expect("an adjoint");
    [graph, adjoint]
}

#[test]
fn the_compiler_has_nothing_to_warn_of() {
    let graphs = [
        root::graph(),
        newton::graph(),
        states::graph(),
        sides::graph(),
        unused::graph(),
        parts::graph(),
    ];
    let graphs = graphs.into_iter().flat_map(with_adjoint);
    let blocks = graphs.enumerate().map(|(number, graph)| {
        let block = adgraph::json::rust::to_string(&graph).expect("a block");
        format!("pub mod m{number} {{\n{block}}}\n")
    });
    let text = format!(
        "#![deny(warnings)]\n#![allow(missing_docs)]\n{}",
        blocks.collect::<String>()
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("written.rs");
    fs::write(&file, &text).expect("a file");
    let mut rustc = compiler::rustc(Path::new(env!("CARGO_MANIFEST_DIR")));
    rustc.args(["--crate-type=lib", "--emit=metadata", "--out-dir"]);
    let output = rustc.arg(folder).arg(&file).output();
    let output = output.expect("the compiler starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}\n{text}");
}
