//! Time of preparing and evaluating graphs at run time: functions of scalars, of growing size and
//! by node of the function, and small tensor programs, by element. Run with
//! `cargo bench -p graph-runtime --bench execute`; a word after `--` picks kinds of graph by name.

mod random;
mod tensors;

use std::hint::black_box;
use std::time::Instant;

use graph_autodiff::reverse;
use graph_ir::Graph;
use graph_runtime::execute::{Executable, Host};

use random::{Distribution, SOURCES, VARIABLES, number, random_graph};

fn main() {
    let words = std::env::args().skip(1);
    let words: Vec<String> = words.filter(|word| !word.starts_with("--")).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(&**word));
    println!("scalars: ns per node; nodes per instruction; a point of 64 for the gradient");
    println!(
        "{:>20} {:>9} {:>8} {:>7} {:>6} {:>9} {:>6} {:>9}",
        "operands", "nodes", "prepare", "value", "run", "gradient", "run", "a point"
    );
    for source in SOURCES {
        if wanted(source.name) {
            for nodes in [1_000, 10_000, 100_000, 1_000_000] {
                scalars(nodes, source);
            }
        }
    }
    println!("tensors: ns, by element, and for a point of 64");
    for (name, elements, graph) in tensors::tensors().expect("well-typed graphs") {
        if wanted(name) {
            let executable = executable(&graph);
            let time = evaluation(&executable);
            print!("{name:>24} {time:>12.0} {:>12.3}", time / elements);
            // Columns of large arrays are a benchmark of memory.
            let inputs = executable.input_types().map(|ty| ty.shape.size());
            match inputs.sum::<usize>() {
                0..10_000 => println!(" {:>12.0}", columns(&executable)),
                _ => println!(),
            }
        }
    }
}

/// Prints the times for a random graph of about so many scalars.
fn scalars(nodes: usize, source: Distribution) {
    let graph = random_graph(nodes, source);
    let nodes = graph.len() - VARIABLES;
    let per_node = |ns: f64| ns / nodes as f64;
    let prepare = time(|| Executable::new(&graph).map(|e| e.workspace_bytes()).is_ok());
    let value = executable(&graph);
    let gradient = executable(&reverse(&graph, &[0]).expect("a differentiable graph"));
    let run = |executable: &Executable| nodes as f64 / executable.instructions() as f64;
    println!(
        "{:>20} {nodes:>9} {:>8.0} {:>7.2} {:>6.1} {:>9.2} {:>6.1} {:>9.2}",
        source.name,
        per_node(prepare),
        per_node(evaluation(&value)),
        run(&value),
        per_node(evaluation(&gradient)),
        run(&gradient),
        per_node(columns(&gradient)),
    );
}

fn executable(graph: &Graph) -> Executable {
    Executable::new(graph).expect("a graph that fits")
}

/// The time of one evaluation.
fn evaluation(executable: &Executable) -> f64 {
    let mut workspace = executable.workspace().expect("memory");
    let inputs: Vec<Vec<f64>> = executable
        .input_types()
        .map(|ty| (0..ty.shape.size()).map(number).collect())
        .collect();
    time(|| {
        let run = executable.run(&mut Host::new(), &mut workspace, black_box(&inputs));
        run.is_ok()
    })
}

/// The time for one of 64 points that are evaluated together, which differ in the first input.
fn columns(executable: &Executable) -> f64 {
    const POINTS: usize = 64;
    let mut batch = executable.batch().expect("memory");
    let inputs = executable.input_types().enumerate();
    let inputs = inputs.flat_map(|(input, ty)| {
        let points = if input == 0 { POINTS } else { 1 };
        (0..ty.shape.size()).map(move |i| vec![number(i); points])
    });
    let inputs: Vec<Vec<f64>> = inputs.collect();
    let outputs: usize = executable.output_types().map(|ty| ty.shape.size()).sum();
    let mut outputs = vec![[0.0; POINTS]; outputs];
    let time = time(|| {
        let run = executable.evaluate_columns(&mut batch, black_box(&inputs), &mut outputs);
        run.is_ok()
    });
    time / POINTS as f64
}

/// The best time of some windows, in nanoseconds. Windows are short, so that some of them are left
/// alone by whatever else the machine does.
fn time(mut run: impl FnMut() -> bool) -> f64 {
    const WINDOW: f64 = 5e4;
    const ALL: f64 = 2e8;
    let mut once = || {
        let start = Instant::now();
        assert!(black_box(run()), "the graph was refused");
        start.elapsed().as_nanos() as f64
    };
    let first = once().max(1.0);
    let repetitions = (WINDOW / first).clamp(1.0, 1e4) as usize;
    let windows = (ALL / (repetitions as f64 * first)).clamp(5.0, 1e4) as usize;
    let mut best = f64::INFINITY;
    for _ in 0..windows {
        let total: f64 = (0..repetitions).map(|_| once()).sum();
        best = best.min(total / repetitions as f64);
    }
    best
}
