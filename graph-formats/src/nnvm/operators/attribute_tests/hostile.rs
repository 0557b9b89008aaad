//! Hostile values of every attribute of every row, on unlikely shapes: the result is a graph or a
//! refusal, soon, and without memory in proportion to the number of elements that the file merely
//! claims.

use super::run::document;
use super::samples::{Sample, samples};
use crate::nnvm::Shape;
use crate::nnvm::operators::{Flavour, Operator, rows};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use graph_runtime::execute::Executable;
use std::time::{Duration, Instant};

const TEXTS: &[&str] = &[
    "",
    "None",
    "True",
    "0",
    "-1",
    "65536",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "nan",
    "-inf",
    "-0.0",
    "1e308",
    "1e400",
    "1e-400",
    "()",
    "(,)",
    "(0,)",
    "(0,0)",
    "(2147483647,)",
    "(2147483647,2147483647,2147483647)",
    "(-2147483648,-2147483648)",
    "(9223372036854775807,)",
    "(9223372036854775807,9223372036854775807,9223372036854775807)",
    "(-9223372036854775808,)",
    "(-9223372036854775808,-9223372036854775808,-9223372036854775808)",
    "(0,0,0,0,0,0,0,2147483647)",
    "(-1,-1)",
    "(-4,-1,-1,-2)",
    "(-4,0,0)",
    "(-3,-3,-3)",
    "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)",
    "((0,2147483647),(0,2147483647),(0,2147483647))",
    "((9223372036854775807,9223372036854775807),(0,0),(0,0))",
    "((-1,-1),(0,0),(0,0))",
    "(((((((((((",
];

/// The most that one reading may hold at a time, in bytes.
const MEMORY: u64 = 1 << 24;

#[test]
fn no_attribute_makes_a_reader_panic_or_take_its_time() {
    let mut read = 0;
    for row in rows() {
        for sample in hostile_samples(row) {
            read += usize::from(try_reading(row, &sample));
            for attribute in row.attributes {
                // A text that is not a value of the type is refused before it is used.
                let parsed = |text: &&&str| attribute.kind.parse(text).is_some();
                for text in TEXTS.iter().filter(parsed) {
                    let changed = sample.with(attribute.name, text);
                    read += usize::from(try_reading(row, &changed));
                }
            }
        }
    }
    assert!(read > 1000, "only {read} readable files");
}

/// The samples of a row, and its samples with other shapes.
fn hostile_samples(row: &'static Operator) -> Vec<Sample> {
    let flavour = match row.mxnet {
        [] => Flavour::Nnvm,
        _ => Flavour::Mxnet,
    };
    let mut found = Vec::new();
    for sample in samples(row.names(flavour)[0], flavour) {
        found.push(sample.clone());
        for shape in shapes() {
            let mut changed = sample.clone();
            changed
                .shapes
                .iter_mut()
                .for_each(|own| *own = Some(shape.clone()));
            found.push(changed);
        }
    }
    found
}

fn shapes() -> Vec<Shape> {
    vec![
        vec![],
        vec![0],
        vec![(1 << 31) - 1],
        vec![65_536, 32_767],
        vec![2, 0, 3],
        vec![1 << 40],
        vec![1; 32],
        vec![2; 30],
    ]
}

/// Reads a file; whether it is accepted.
fn try_reading(row: &'static Operator, sample: &Sample) -> bool {
    let (document, names) = document(row, sample);
    let shapes = sample.shapes.iter().enumerate();
    let shapes = shapes.filter_map(|(index, shape)| Some((format!("x{index}"), shape.clone()?)));
    let shapes: BTreeMap<String, Shape> = shapes
        .filter(|(name, _)| names.contains_key(name))
        .collect();
    let start = Instant::now();
    let mut accepted = false;
    let taken = allocation_counter::measure(|| match document.to_graph(&shapes) {
        Ok(graph) => {
            accepted = true;
            // Too large to be evaluated, for the most part.
            let _ = Executable::with_limit(&graph, 1 << 20);
        }
        Err(error) => assert!(error.to_string().len() < 10_000, "{sample:?}"),
    });
    assert!(taken.bytes_max < MEMORY, "{sample:?}: {taken:?}");
    let time = start.elapsed();
    assert!(time < Duration::from_secs(30), "{sample:?}: {time:?}");
    accepted
}
