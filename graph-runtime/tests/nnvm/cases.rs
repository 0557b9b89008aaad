//! Holds the NNVM document, its writer and shape inference against the conformance cases: a chosen
//! part that lies beside this file, and all of them where the shared folder is present.

use graph_runtime::json::nnvm::{Document, Shape};
use std::collections::BTreeMap;
use std::fs;
use test_support::{Case, Malformed, Value, files, malformed};

/// The shapes of the inputs of a case.
fn shapes(inputs: &Value) -> BTreeMap<String, Shape> {
    let inputs = inputs.as_object().unwrap().iter();
    inputs
        .map(|(name, tensor)| (name.clone(), shape(tensor)))
        .collect()
}

fn shape(tensor: &Value) -> Shape {
    serde_json::from_value(tensor["shape"].clone()).unwrap()
}

/// Writes a document in both layouts and reads it again: it must be equal, and its second writing
/// must be identical to the first.
fn round_trip(document: &Document, name: &str) {
    for write in [Document::to_string, Document::to_string_pretty] {
        let first = write(document).unwrap();
        let again: Document = first.parse().unwrap();
        assert_eq!(again, *document, "{name}");
        assert_eq!(write(&again).unwrap(), first, "{name}");
    }
    let mut written = Vec::new();
    document.to_writer(&mut written).unwrap();
    assert_eq!(written, document.to_string().unwrap().as_bytes());
    let streamed = Document::from_reader(written.as_slice()).unwrap();
    assert_eq!(streamed, *document, "{name}");
}

#[test]
fn valid_cases_are_read_written_and_given_the_recorded_shapes() {
    let mut inferred = 0;
    for path in files("nnvm/valid") {
        let case = Case::read(&path);
        let (name, document): (_, Document) = (&case.name, case.graph().parse().unwrap());
        let case = case.fields();
        round_trip(&document, name);
        let given = shapes(&case["inputs"]);
        let result = document.infer(&given);
        let result = result.unwrap_or_else(|error| panic!("{name}: {error}"));
        let recorded = case["outputs"].as_array().unwrap().iter().map(shape);
        let heads: Vec<Shape> = result.heads().map(<[usize]>::to_vec).collect();
        assert_eq!(heads, recorded.collect::<Vec<_>>(), "{name}");
        inferred += 1;
    }
    println!("{inferred} cases");
    assert!(inferred >= 8);
}

/// Shapes of weights and labels need not be given where MXNet and NNVM find them out.
#[test]
fn parameters_get_the_recorded_shapes_from_those_of_the_data() {
    let mut count = 0;
    for path in files("nnvm/valid") {
        let case = Case::read(&path);
        let (name, document): (_, Document) = (&case.name, case.graph().parse().unwrap());
        let case = case.fields();
        let all = shapes(&case["inputs"]);
        let parameter = |name: &str| {
            [
                "weight",
                "bias",
                "gamma",
                "beta",
                "moving_mean",
                "moving_var",
                "label",
            ]
            .iter()
            .any(|ending| name.ends_with(ending))
        };
        let mut given = all.clone();
        given.retain(|name, _| !parameter(name));
        if given.len() == all.len() || given.is_empty() {
            continue;
        }
        let Ok(result) = document.infer(&given) else {
            assert!(document.infer(&all).is_err(), "{name}");
            continue;
        };
        for (variable, shape) in result.arguments() {
            assert_eq!(shape, all[variable], "{name}: {variable}");
        }
        count += 1;
    }
    println!("{count} cases");
    assert!(count >= 2);
}

/// Files whose faults show only when operators, attributes and shapes are looked at.
const BEYOND_THE_DOCUMENT: [&str; 22] = [
    "attr_num_hidden_float",
    "attr_unknown",
    "concat_num_args_lie",
    "conv_group_not_dividing",
    "conv_group_zero",
    "conv_kernel_rank5",
    "fc_missing_bias",
    "reduce_axis_duplicate",
    "reduce_axis_out_of_range",
    "reshape_empty",
    "reshape_minus1_not_dividing",
    "reshape_minus3_at_end",
    "reshape_minus5",
    "reshape_overflow",
    "reshape_zero_past_end",
    "scalar_1e400",
    "scalar_expr",
    "scalar_hex",
    "shape_mismatch",
    "split_billion",
    "split_not_dividing",
    "unknown_op",
];

#[test]
fn malformed_cases_are_refused() {
    for Malformed { file, path, row } in malformed("nnvm") {
        let text = fs::read(path).unwrap();
        let stem = file.strip_suffix(".json").unwrap();
        let beyond = BEYOND_THE_DOCUMENT.contains(&stem);
        let why = &row["why"];
        let result = match Document::from_slice(&text) {
            Ok(document) => {
                round_trip(&document, stem);
                let given = shapes(&row["inputs"]);
                document.infer(&given).map(drop)
            }
            Err(error) => {
                assert!(!beyond, "{file}: {error}");
                assert!(error.place().position.is_some(), "{file}: {error}");
                Err(error)
            }
        };
        match (&result, row["expect"].as_str()) {
            (Ok(()), Some("reject")) => panic!("{file} is taken, although {why}"),
            (Err(error), Some("accept")) => panic!("{file} ({why}) is refused: {error}"),
            _ => println!("{file} ({why}): {result:?}"),
        }
        if beyond {
            let error = result.unwrap_err().to_string();
            assert!(error.starts_with("/nodes/"), "{file}: {error}");
        }
    }
}

/// How many of the real files lack a blank at the end of a line or list a node's keys in another
/// order than today's writers do: those of MXNet 0.8 and of compiled graphs.
const IN_ANOTHER_LAYOUT: usize = 15;

/// Why a real file may have no shapes: an operator without a row, or data of unknown shape.
const ACCEPTABLE: [&str; 5] = [
    "it sorts candidates and drops some of them",
    "it names a compiled kernel",
    "its mathematics is in a program outside of the file",
    "it draws random numbers",
    "expected a shape given for `",
];

#[test]
fn files_from_elsewhere_are_read_and_written_as_they_were() {
    let mut identical = 0;
    let mut total = 0;
    for path in files("nnvm/third_party") {
        let name = path.file_stem().unwrap().to_string_lossy();
        if name == "index" {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let document: Document = text.parse().unwrap();
        round_trip(&document, &name);
        let same = document.to_string_pretty().unwrap() == text.trim_end();
        total += 1;
        identical += usize::from(same);
        let message = document.infer(&BTreeMap::new()).err().unwrap().to_string();
        println!("{name}: {message}");
        let acceptable = ACCEPTABLE.iter().any(|part| message.contains(part));
        assert!(acceptable, "{name}: {message}");
        let compiled = text.contains("\"tvm_op\"");
        assert_eq!(compiled, message.contains("compiled kernel"), "{message}");
    }
    assert_eq!(identical, total - IN_ANOTHER_LAYOUT.min(total));
}
