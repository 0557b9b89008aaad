//! Graphs that arrive at run time: random functions of scalars with 100,000 nodes, prepared and
//! evaluated by the executor, in nanoseconds a node.

use std::error::Error;
use std::hint::black_box;

use adgraph::Graph;
use adgraph::differentiate::{forward, reverse};
use adgraph::execute::{Batch, Executable, ExecuteError, Host, Workspace};

use crate::table;
use crate::timing::{self, Run, as_f64};

/// The graphs are those of the executor's own benchmark.
#[path = "../../graph-runtime/benches/execute/random.rs"]
mod random;

use random::{Distribution, SOURCES, VARIABLES, number, random_graph};

const NODES: usize = 100_000;

/// Nodes of a graph that is checked. Derivatives grow with the length of its chains.
const CHECKED: usize = 2_000;

/// How many points are evaluated together.
const POINTS: usize = 64;

/// The time that CppAD's optimised tape takes for value and gradient of such a graph, in
/// nanoseconds a node. The figure is quoted from another run on a machine of this kind.
const CPPAD: f64 = 26.0;

/// The text that goes with the table.
pub(crate) const ABOUT: &str = "\
    Random functions of 16 numbers with 100,000 nodes, nearly all sums, differences and products, \
    one in fifty a sine, whose operands are drawn from the latest 80 values, within each of 20 \
    independent blocks, or from all values. Nanoseconds by node of the function: making its \
    executable, its value, its value and gradient (all 16 numbers), and these at 64 points \
    together, by point, on one thread; *run* is how many nodes an instruction of the gradient \
    computes. The gradient of a graph of the same kind with 2,000 nodes is compared with a tangent \
    first; in the longest chains of 100,000 derivatives overflow, which takes no other time. *CppAD* is quoted, not \
    measured in this run: 2.6 ms for value and gradient on its optimised tape, taken in another \
    run on a machine of this kind; *ratio* is that over ours.";

/// The table.
pub(crate) fn table() -> Result<String, String> {
    let header = [
        "operands from",
        "nodes",
        "run",
        "preparation",
        "value",
        "value and gradient",
        "at 64 points",
        "CppAD",
        "ratio",
    ];
    let mut cells = vec![header.map(str::to_owned).to_vec()];
    for source in SOURCES {
        eprintln!("executor: {}", source.name);
        cells.push(row(source).map_err(|error| format!("{}: {error}", source.name))?);
    }
    Ok(table::render(&cells))
}

/// Checks and times one graph.
fn row(source: Distribution) -> Result<Vec<String>, Box<dyn Error>> {
    let graph = random_graph(NODES, source);
    let nodes = as_f64(graph.len() - VARIABLES);
    check(&random_graph(CHECKED, source))?;
    let gradient = Evaluation::new(&reverse(&graph, &[0])?)?;
    let run = nodes / as_f64(gradient.executable.instructions());
    let times = times(&graph, gradient)?;
    let [preparation, value, both, point] = times.map(|ns| ns / nodes);
    let mut cells = vec![source.name.to_owned(), nodes.to_string()];
    cells.push(format!("{run:.0}"));
    cells.push(format!("{preparation:.0}"));
    cells.extend([value, both, point].map(|ns| format!("{ns:.2}")));
    cells.push(format!("{CPPAD}"));
    cells.push(format!("{:.1}", CPPAD / both));
    Ok(cells)
}

/// The times of preparing the value, of the value, of value and gradient, and of these at one of
/// many points.
fn times(graph: &Graph, mut gradient: Evaluation) -> Result<[f64; 4], ExecuteError> {
    let mut value = Evaluation::new(graph)?;
    let mut columns = Columns::new(&gradient.executable)?;
    let prepare: Run<'_> = &mut |times| {
        for _ in 0..times {
            let executable = Executable::new(black_box(graph));
            assert!(black_box(executable).is_ok(), "it was prepared before");
        }
    };
    let runs = &mut [
        prepare,
        &mut |times| value.run(times),
        &mut |times| gradient.run(times),
        &mut |times| columns.run(times),
    ];
    let times = timing::interleaved(runs);
    Ok([times[0], times[1], times[2], times[3] / as_f64(POINTS)])
}

/// The variables, and what comes after them: the seed of an adjoint or the direction of a tangent.
struct Evaluation {
    executable: Executable,
    workspace: Workspace,
    inputs: Vec<Vec<f64>>,
}

impl Evaluation {
    fn new(graph: &Graph) -> Result<Self, ExecuteError> {
        let executable = Executable::new(graph)?;
        let sizes = executable.input_types().map(|ty| ty.shape.size());
        let mut inputs: Vec<Vec<f64>> = sizes.map(|size| vec![1.0; size]).collect();
        inputs[0] = (0..VARIABLES).map(number).collect();
        Ok(Self {
            workspace: executable.workspace()?,
            executable,
            inputs,
        })
    }

    fn run(&mut self, times: usize) {
        for _ in 0..times {
            let inputs = black_box(&self.inputs);
            let run = self
                .executable
                .run(&mut Host::new(), &mut self.workspace, inputs);
            assert!(black_box(run).is_ok(), "nothing in the graph fails");
        }
    }
}

/// Many points held as columns.
struct Columns {
    executable: Executable,
    batch: Batch,
    inputs: Vec<Vec<f64>>,
    outputs: Vec<[f64; POINTS]>,
}

impl Columns {
    /// The variables at points close to each other, and a seed of one.
    fn new(executable: &Executable) -> Result<Self, ExecuteError> {
        let points = || (0..POINTS).map(as_f64);
        let column = |i| points().map(|point| number(i) + 1e-3 * point).collect();
        let mut inputs: Vec<Vec<f64>> = (0..VARIABLES).map(column).collect();
        inputs.push(vec![1.0]);
        Ok(Self {
            executable: executable.clone(),
            batch: executable.batch()?,
            inputs,
            outputs: vec![[0.0; POINTS]; 1 + VARIABLES],
        })
    }

    fn run(&mut self, times: usize) {
        for _ in 0..times {
            let inputs = black_box(&self.inputs);
            let run = self
                .executable
                .evaluate_columns(&mut self.batch, inputs, &mut self.outputs);
            assert!(black_box(run).is_ok(), "nothing in the graph fails");
        }
    }
}

/// Compares the gradient with the tangent in a direction.
fn check(graph: &Graph) -> Result<(), Box<dyn Error>> {
    let gradient = Evaluation::new(&reverse(graph, &[0])?)?;
    let mut tangent = Evaluation::new(&forward(graph, &[0])?)?;
    let direction: Vec<f64> = (0..VARIABLES).map(|i| 0.5 - number(i * 7)).collect();
    tangent.inputs[1].clone_from(&direction);
    let outputs = |evaluation: &Evaluation| evaluation.executable.call::<f64>(&evaluation.inputs);
    let (adjoint, tangent) = (outputs(&gradient)?, outputs(&tangent)?);
    let terms = adjoint[1].iter().zip(&direction).map(|(g, d)| g * d);
    let (sum, size) = terms.fold((0.0, 0.0), |(sum, size): (f64, f64), term| {
        (sum + term, size + term.abs())
    });
    let slope = tangent[1][0];
    // Written so that a NaN is wrong.
    let right = (sum - slope).abs() <= 1e-9 * size;
    match right && adjoint[0] == tangent[0] {
        true => Ok(()),
        false => Err(format!("the gradient gives a slope of {sum}, the tangent {slope}").into()),
    }
}
