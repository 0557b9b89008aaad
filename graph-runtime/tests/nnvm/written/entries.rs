//! Attributes of entries in written files: the shape and type of each.

use super::support::{graph, ty};
use graph_ir::Element;
use graph_runtime::json::nnvm::{Document, GraphAttribute};

#[test]
fn every_entry_has_a_shape_and_a_type() {
    let inputs = [
        ty(Element::F32, &[2, 3]),
        ty(Element::F64, &[3]),
        ty(Element::F32, &[4]),
    ];
    // The last input is not used, and is there all the same.
    let graph = graph(&inputs, |b, x| {
        let wide = b.cast(x[0], Element::F64)?;
        Ok(vec![wide.sin().sum(&[0]) * x[1], x[0].exp()])
    });
    let document = Document::from_graph(&graph).unwrap();
    let (Some(GraphAttribute::Shapes(shapes)), Some(GraphAttribute::Ints(types))) =
        (document.attribute("shape"), document.attribute("dtype"))
    else {
        panic!("{:?}", document.attributes);
    };
    let entries = *document.node_row_ptr.as_ref().unwrap().last().unwrap() as usize;
    assert_eq!((shapes.len(), types.len()), (entries, entries));
    let nodes = document.nodes.iter().zip(shapes.iter().zip(types));
    let found = nodes.map(|(node, (shape, dtype))| {
        let name = if node.is_variable() {
            &node.name
        } else {
            &node.op
        };
        (name.as_str(), shape.as_slice(), *dtype)
    });
    let expected: [(&str, &[i64], i64); 8] = [
        ("x1", &[3], 1),
        ("x0", &[2, 3], 0),
        ("Cast", &[2, 3], 1),
        ("sin", &[2, 3], 1),
        ("sum", &[3], 1),
        ("elemwise_mul", &[3], 1),
        ("exp", &[2, 3], 0),
        ("x2", &[4], 0),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}
