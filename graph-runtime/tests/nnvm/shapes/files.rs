//! Contents of files besides the operators: versions, notes and names.

use super::table::{document, mxnet, nnvm};
use graph_runtime::json::nnvm::{Document, Entry};
use std::collections::BTreeMap;

#[test]
fn names_of_the_other_program_are_told_apart() {
    mxnet(
        "dense units=5 : (2,3); ?; ? -> ! operator `dense` of node `n` is not supported: it is an operator of NNVM",
    );
    mxnet("frobnicate : (2,3) -> ! no operator of this name is known");
    mxnet(
        "_contrib_MultiBoxTarget : (1,1,1); ?; ? -> ! /nodes/3/op: operator `_contrib_MultiBoxTarget` of node `n` is not supported",
    );
    nnvm("tvm_op func_name=f : (2,3) -> ! it names a compiled kernel");
}

/// A document of MXNet 0.8, which has no version.
fn old(nodes: &str, head: u32, version: &str) -> Document {
    let text = format!(
        r#"{{"nodes":[{{"op":"null","name":"x","param":{{}},"inputs":[],"backward_source_id":-1}},
        {nodes}],"arg_nodes":[0],"heads":[[{head},0]]{version}}}"#
    );
    text.parse().unwrap()
}

#[test]
fn inputs_that_old_versions_did_not_write_are_added() {
    let nodes = r#"{"op":"null","name":"g","inputs":[]},{"op":"null","name":"b","inputs":[]},
        {"op":"BatchNorm","name":"bn","inputs":[[0,0],[1,0],[2,0]]}"#;
    let given = BTreeMap::from([(String::from("x"), vec![2, 3])]);
    let document = old(nodes, 3, "");
    let result = document.infer(&given).unwrap();
    let arguments: Vec<_> = result.arguments().map(|(name, _)| name).collect();
    assert_eq!(
        arguments,
        ["x", "g", "b", "bn_moving_mean", "bn_moving_var"]
    );
    assert!(result.arguments().skip(1).all(|(_, shape)| shape == [3]));
    assert_eq!(document.nodes.len(), 4);
    let document = old(nodes, 3, r#","attrs":{"mxnet_version":["int",900]}"#);
    let message = document.infer(&given).err().unwrap().to_string();
    assert!(message.contains("expected the inputs (data, gamma, beta, moving_mean, moving_var)"));
}

#[test]
fn the_last_axis_meant_all_axes_to_old_versions() {
    let node = r#"{"op":"argmax","name":"a","inputs":[[0,0]],"param":{"axis":"-1"}}"#;
    let given = BTreeMap::from([(String::from("x"), vec![2, 3])]);
    for (version, shape) in [(904, vec![1]), (905, vec![2])] {
        let version = format!(r#","attrs":{{"mxnet_version":["int",{version}]}}"#);
        let document = old(node, 1, &version);
        let result = document.infer(&given).unwrap();
        assert_eq!(result.heads().next(), Some(shape.as_slice()), "{version}");
    }
}

#[test]
fn shapes_come_from_notes_where_they_are_not_given() {
    let note = |text: &str, given: &[(&str, &[usize])]| {
        let (mut document, _) = document("FullyConnected num_hidden=5 no_bias=1 : ?; ?", 1, true);
        document.nodes[0].set_attribute("__shape__", "(2, 3)");
        document.nodes[1].set_attribute("__shape__", text);
        let given = given
            .iter()
            .map(|(name, shape)| (name.to_string(), shape.to_vec()));
        let result = document.infer(&given.collect());
        result.map(drop).map_err(|error| error.to_string())
    };
    for fitting in ["(5, 3)", "(5, 0)", "(0, -1)", "()", "None"] {
        assert_eq!(note(fitting, &[]), Ok(()), "{fitting}");
    }
    for (text, part) in [
        ("(5, 4)", "expected (5, 3), found (5, 4), which is `x1`"),
        (
            "(0, 4)",
            "/nodes/2/inputs/1: expected (5, 3), found (0, 4), which is `x1`",
        ),
        ("(5,0,0)", "expected (5, 3), found (5, 0, 0), which is `x1`"),
        (
            "five",
            "expected a tuple of integers such as `(3, 3)`, found \"five\" of `x1`",
        ),
    ] {
        let message = note(text, &[]).unwrap_err();
        assert!(message.contains(part), "{text}: {message}");
    }
    // Given shapes take precedence over noted ones.
    assert_eq!(note("(5, 9)", &[("x1", &[5, 3])]), Ok(()));
    assert_eq!(note("(5, 0)", &[("x0", &[2, 7])]), Ok(()));
    let message = note("(5, 0)", &[("y", &[2])]).unwrap_err();
    assert!(
        message.contains("found `y`, for which a shape is given"),
        "{message}"
    );
}

#[test]
fn variables_must_have_names_of_their_own() {
    let (mut document, given) = document("elemwise_add : (2); (2)", 1, true);
    document.nodes[1].name = "x0".into();
    let message = document.infer(&given).err().unwrap().to_string();
    assert!(message.contains("/nodes/1/name"), "{message}");
    document.nodes[1].name = "z".into();
    document.heads.push(Entry::new(1, 0));
    let given = BTreeMap::from([(String::from("x0"), vec![2])]);
    let result = document.infer(&given).unwrap();
    assert_eq!(result.heads().collect::<Vec<_>>(), [[2], [2]]);
    document.heads = vec![Entry::new(1, 0)];
    let message = document.infer(&BTreeMap::new()).err().unwrap().to_string();
    assert!(
        message.contains("/nodes/1/name: expected a shape of every variable"),
        "{message}"
    );
}

#[test]
fn outputs_are_bounded_by_what_a_file_mentions() {
    let line = "SliceChannel num_outputs=65536 axis=0 : (65536)";
    let (mut document, given) = document(line, 1, true);
    assert!(document.infer(&given).is_ok());
    // The same node again, of which the file uses one output too.
    let again = document.nodes[1].clone();
    document.nodes.push(again);
    document.heads.push(Entry::new(2, 0));
    let message = document.infer(&given).err().unwrap().to_string();
    let expected = "/nodes/2: expected at most 65543 outputs of nodes in a file that names so few \
                    of them, found more";
    assert_eq!(message, expected);
    // A file that uses them is as long as it claims.
    document.heads = (1..3)
        .flat_map(|node| (0..65_536).map(move |index| Entry::new(node, index)))
        .collect();
    assert!(document.infer(&given).is_ok());
}
