//! Several threads to the bits of one.

use graph_ir::{Element, Graph};
use graph_runtime::execute::Executable;

use super::column::{Column, elements};
use super::{scalar, scalars, scan};
use crate::random::random_graph;
use crate::support::{f64s, graph, ty};

/// Evaluates columns in pools of one, two and three threads.
fn check(graph: &Graph, points: usize, what: &str) {
    let executable = Executable::new(graph).unwrap();
    let columns = elements(executable.input_types()).into_iter().zip(1..);
    let inputs = columns.map(|(element, seed)| Column::new(element, points, seed));
    let inputs: Vec<Column> = inputs.collect();
    let zeros = || {
        let outputs = elements(executable.output_types()).into_iter();
        outputs.map(|e| Column::zeros(e, points)).collect()
    };
    let mut expected: Vec<Column> = zeros();
    let mut batch = executable.batch().unwrap();
    let alone = executable.evaluate_columns(&mut batch, &inputs, &mut expected);
    for threads in 1..=3 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        for count in [threads, 4 * threads] {
            let mut batches = executable.batches(count).unwrap().clone();
            // The second time in the room of the first.
            for _ in 0..2 {
                let mut found: Vec<Column> = zeros();
                let outcome = pool.install(|| {
                    let outputs = &mut found;
                    executable.evaluate_columns_in_parallel(&mut batches, &inputs, outputs)
                });
                assert_eq!(outcome, alone, "{what}");
                if alone.is_ok() {
                    assert_eq!(
                        format!("{found:?}"),
                        format!("{expected:?}"),
                        "{what} at {points} points on {threads} threads in {count} parts"
                    );
                }
            }
        }
    }
}

#[test]
fn any_number_of_them_gives_the_same_bits() {
    let indices = graph(&[f64s(&[3]), ty(Element::I64, &[])], |b, x| {
        Ok(vec![b.gather(x[0], x[1], 0)?, x[0]])
    });
    let nothing = graph(&[f64s(&[])], |_, _| Ok(vec![]));
    for points in [0, 1, 7, 8, 9, 17, 64, 1000] {
        check(&scalars(), points, "scalars");
        check(&scan(4), points, "a scan");
        check(&indices, points, "indices");
        check(&nothing, points, "nothing");
    }
    for seed in 0..30 {
        check(&random_graph(seed), 41, &format!("graph {seed}"));
    }
}

#[test]
fn the_first_of_several_errors_is_reported() {
    let gather = graph(&[f64s(&[3]), ty(Element::I64, &[])], |b, x| {
        Ok(vec![b.gather(x[0], x[1], 0)?])
    });
    let executable = Executable::new(&gather).unwrap();
    let mut batches = executable.batches(5).unwrap();
    let zeros = Column::F64(vec![0.5; 50]);
    let mut indices = vec![1; 50];
    (indices[17], indices[18], indices[43]) = (7, 8, 9);
    let inputs = [zeros.clone(), zeros.clone(), zeros, Column::I64(indices)];
    let mut y = [0.0; 50];
    let outputs = &mut [&mut y];
    let outcome = executable.evaluate_columns_in_parallel(&mut batches, &inputs, outputs);
    let error = outcome.unwrap_err().to_string();
    assert!(error.contains("index 7 is out of range"), "{error}");
}

#[test]
fn batches_belong_to_their_executable() {
    let [one, other] = [(); 2].map(|()| Executable::new(&scalar()).unwrap());
    let mut batches = one.batches(2).unwrap();
    let outputs = &mut [&mut [0.0][..]];
    let outcome = other.evaluate_columns_in_parallel(&mut batches, &[[1.0]], outputs);
    assert_eq!(
        outcome.unwrap_err().to_string(),
        "the workspace belongs to another executable"
    );
    assert_eq!(one.batches(0).unwrap().count(), 1);
}
