//! One graph in the words of both programs.

use super::scalars::{apply, is_ordinary, points, rows};
use super::support::{
    NOT_IN_NNVM, NOWHERE, check, close, evaluate, float, graph, lacks_operator, operators_as,
    read_back_as, refusal_as, run, ty,
};
use graph_ir::composite::Composite;
use graph_ir::graph::{Constant, InputKind};
use graph_ir::ops::{Class, Contraction, Reduction, Slice, Windows};
use graph_ir::{Builder, Element, Graph, Shape, Wire};
use graph_runtime::json::nnvm::{self, Document, Flavour, GraphAttribute};
use graph_runtime::json::{GraphJson, NnvmFlavour};
use std::collections::{BTreeMap, BTreeSet};
use std::slice;

#[test]
fn every_row_has_its_values_in_nnvm_or_is_refused_by_name() {
    let (mut refused, mut exact) = (BTreeSet::new(), 0);
    for op in rows() {
        let before = apply(op);
        if lacks_operator(op, Flavour::Nnvm) {
            let message = refusal_as(&before, Flavour::Nnvm);
            let expected = format!(
                "node %{}: {} cannot be written: \
                 NNVM has neither this operator nor others that say the same",
                op.arity(),
                op.name()
            );
            assert_eq!(message, expected);
            refused.insert(op.name());
            continue;
        }
        let after = read_back_as(&before, Flavour::Nnvm);
        let mut all_equal = true;
        for mut x in points(op.arity()) {
            if op.class() == Class::Logic {
                // In a file, a truth is 0 or 1.
                x.iter_mut()
                    .for_each(|x| *x = f64::from(u8::from(*x != 0.0)));
            }
            let (found, expected) = (evaluate(&after, &x), evaluate(&before, &x));
            let equal = found[0] == expected[0] || found[0].is_nan() && expected[0].is_nan();
            all_equal &= equal;
            let close = !is_ordinary(&x) || close(&found, &expected, 1e-12);
            assert!(
                equal || close && op.nnvm().is_none() && op.class() != Class::Comparison,
                "{op:?} of {x:?} is {found:?}, not {expected:?}"
            );
        }
        exact += usize::from(all_equal);
    }
    println!("{exact} with the same values everywhere");
    assert_eq!(refused.len(), NOT_IN_NNVM.len() + NOWHERE.len());
    assert!(exact >= 46, "{exact}");
}

type Build = for<'b> fn(&'b Builder, &[Wire<'b>]) -> graph_ir::Result<Wire<'b>>;

/// Structural operators of `x0 [2, 3]`, `x1 [3]`, `x2 [2, 3, 2]`, the truths `x3 [2, 3]` and the
/// indices `x4 [2]`, with their words in MXNet and in NNVM.
const STRUCTURE: &[(Build, &[&str], &[&str])] = &[
    (
        |b, x| b.reshape(x[0], &Shape::new(&[6])?),
        &["Reshape"],
        &["reshape"],
    ),
    (
        |b, x| b.transpose(x[0], &[1, 0]),
        &["transpose"],
        &["transpose"],
    ),
    (
        |b, x| b.broadcast(x[1], &Shape::new(&[2, 3])?, &[1]),
        &["Reshape", "broadcast_to"],
        &["broadcast_to", "reshape"],
    ),
    (
        |b, x| b.range(x[0], 1, 1, 2),
        &["slice_axis"],
        &["strided_slice"],
    ),
    (
        |b, x| {
            let axes = vec![(1, -1), (0, 2)];
            b.slice(x[0], &Slice::from_known(axes), &Shape::new(&[2, 2])?)
        },
        &["slice"],
        &["strided_slice"],
    ),
    (
        |b, x| b.concat(&[x[0], x[0] + 1.0], 0),
        &["Concat", "_plus_scalar"],
        &["__add_scalar__", "concatenate"],
    ),
    (
        |b, x| {
            let windows = Windows {
                axis: 0,
                size: 2,
                stride: 1,
                dilation: 1,
            };
            b.windows(x[1], windows)
        },
        &["Concat", "Reshape", "Reshape", "slice_axis", "slice_axis"],
        &[
            "concatenate",
            "reshape",
            "reshape",
            "strided_slice",
            "strided_slice",
        ],
    ),
    (
        |_, x| Ok(x[3].select(x[0], x[0].exp())),
        &["exp", "where"],
        &["exp", "where"],
    ),
    (
        |b, x| b.stop_gradient(x[0]),
        &["BlockGrad"],
        &["block_grad"],
    ),
    (
        |b, x| b.sum(&[x[0], x[0], x[0]], &float(&[2, 3])),
        &["add_n"],
        &["elemwise_sum"],
    ),
    (
        |b, x| b.reduce(Reduction::Sum, x[2], &[0, 2]),
        &["sum"],
        &["sum"],
    ),
    (
        |b, x| b.reduce(Reduction::Max, x[2], &[1]),
        &["max"],
        &["max"],
    ),
    (
        |b, x| b.reduce(Reduction::ArgMin, x[2], &[1]),
        &["argmin"],
        &["argmin", "cast"],
    ),
    (
        |b, x| b.reduce(Reduction::ArgMax, x[2], &[0, 2]),
        &["Reshape", "argmax", "transpose"],
        &["argmax", "cast", "reshape", "transpose"],
    ),
    (
        |b, x| b.sort(x[2], 2),
        &["sort"],
        &[
            "__rsub_scalar__",
            "broadcast_equal",
            "broadcast_less_equal",
            "concatenate",
            "elemwise_mul",
            "reshape",
            "reshape",
            "reshape",
            "reshape",
            "strided_slice",
            "strided_slice",
            "where",
            "where",
        ],
    ),
    (
        |b, x| b.argsort(x[0], 0),
        &["argsort"],
        &[
            "__rsub_scalar__",
            "broadcast_equal",
            "broadcast_less_equal",
            "concatenate",
            "elemwise_mul",
            "ones",
            "reshape",
            "reshape",
            "reshape",
            "reshape",
            "strided_slice",
            "strided_slice",
            "where",
            "where",
            "zeros",
        ],
    ),
    (
        |b, x| b.matmul(x[0], x[1]),
        &["dot"],
        &["matmul", "reshape", "reshape"],
    ),
    (
        |b, x| {
            let contraction = Contraction {
                batch: vec![(0, 0)],
                contracted: vec![(1, 1)],
                absolute: false,
            };
            b.contract(x[0], x[2], &contraction)
        },
        &["Reshape", "Reshape", "batch_dot"],
        &["broadcast_mul", "reshape", "reshape", "reshape", "sum"],
    ),
    (|b, x| b.gather(x[0], x[4], 1), &["take"], &["cast", "take"]),
    (
        |b, x| b.scatter_add(x[4], x[2], 0, &float(&[2, 3, 2])),
        &["Reshape", "_backward_gather_nd"],
        &[
            "broadcast_equal",
            "broadcast_to",
            "broadcast_to",
            "broadcast_to",
            "broadcast_to",
            "concatenate",
            "ones",
            "reshape",
            "reshape",
            "reshape",
            "reshape",
            "sum",
            "where",
            "zeros",
            "zeros",
        ],
    ),
    (
        |b, x| b.composite(Composite::Softmax, &[x[0]], &[0]),
        &["softmax"],
        &["softmax"],
    ),
    (
        |b, x| b.composite(Composite::LogSoftmax, &[x[0]], &[1]),
        &["log_softmax"],
        &["log_softmax"],
    ),
    (
        |b, x| b.composite(Composite::Mean, &[x[0]], &[1]),
        &["mean"],
        &["mean"],
    ),
    (|b, x| b.cast(x[0], Element::F32), &["Cast"], &["cast"]),
    (
        |b, _| {
            let row = Constant::from_f64s(Element::F64, Shape::new(&[3])?, &[0.0, 1.0, 0.1]);
            Ok(b.constant(row.unwrap()))
        },
        &["Concat", "_full", "_ones", "_zeros"],
        &["concatenate", "full", "ones", "zeros"],
    ),
];

fn structure(build: Build) -> Graph {
    let types = [
        float(&[2, 3]),
        float(&[3]),
        float(&[2, 3, 2]),
        ty(Element::Bool, &[2, 3]),
        ty(Element::I64, &[2]),
    ];
    graph(&types, |b, x| Ok(vec![build(b, x)?]))
}

#[test]
fn structure_has_words_in_both_programs() {
    let numbers = (0..21).map(|k| 0.25 * f64::from(k) - 2.0);
    let truths = [1.0, 0.0, 0.0, 1.0, 1.0, 0.0];
    let x: Vec<f64> = numbers.chain(truths).chain([1.0, 0.0]).collect();
    for (position, &(build, mxnet, nnvm)) in STRUCTURE.iter().enumerate() {
        let before = structure(build);
        check(&before, slice::from_ref(&x), 1e-15);
        for (flavour, words) in [(Flavour::Mxnet, mxnet), (Flavour::Nnvm, nnvm)] {
            let found = operators_as(&before, flavour);
            assert_eq!(found, words, "{position} for {}", flavour.name());
        }
    }
}

/// NNVM has no operator that sorts: sorting is written as choices, up to a number of elements.
#[test]
fn orders_of_many_have_no_words_in_nnvm() {
    for extent in [3, 9, 16] {
        let before = graph(&[float(&[2, extent])], |b, x| {
            let order = b.argsort(x[0], 1)?;
            Ok(vec![b.sort(x[0], 1)?, b.cast(order, Element::F64)?])
        });
        let x: Vec<f64> = (0..2 * extent).map(|i| (i * 5 % 7) as f64).collect();
        check(&before, &[x], 0.0);
    }
    let many = graph(&[float(&[17])], |b, x| {
        let sorted = b.sort(x[0], 0)?;
        b.name_node(sorted, "sorted");
        Ok(vec![sorted])
    });
    assert_eq!(operators_as(&many, Flavour::Mxnet), ["sort"]);
    assert_eq!(
        refusal_as(&many, Flavour::Nnvm),
        "node %1 (`sorted`): an order of so many numbers cannot be written: the format has \
         no operator that sorts, and choices sort up to 16"
    );
}

#[test]
fn positions_of_single_precision_need_no_type() {
    let single = graph(&[ty(Element::F32, &[20])], |b, x| {
        Ok(vec![b.gather(x[0], b.argsort(x[0], 0)?, 0)?])
    });
    let text = nnvm::to_string_as(&single, Flavour::Mxnet).unwrap();
    assert!(
        text.contains("argsort") && !text.contains("dtype\":\"float32"),
        "{text}"
    );
    read_back_as(&single, Flavour::Mxnet);
}

fn words(flavour: Flavour, f: for<'b> fn(Wire<'b>) -> Wire<'b>) -> Vec<String> {
    operators_as(&graph(&[float(&[3])], |_, x| Ok(vec![f(x[0])])), flavour)
}

#[test]
fn nnvm_takes_numbers_of_single_precision_as_attributes() {
    let one = |f| words(Flavour::Nnvm, f);
    assert_eq!(one(|x| x + 2.5), ["__add_scalar__"]);
    assert_eq!(one(|x| 2.5 - x), ["__rsub_scalar__"]);
    assert_eq!(one(|x| x.powf(0.5)), ["__pow_scalar__"]);
    // Rounded to single precision, one tenth is another number.
    assert_eq!(one(|x| x + 0.1), ["broadcast_add", "full"]);
    assert_eq!(one(|x| 0.1 / x), ["broadcast_div", "full"]);
    assert_eq!(one(|x| x.max(0.0)), ["broadcast_max", "zeros"]);
    assert_eq!(one(|x| x.leaky_relu(0.1)), ["leaky_relu"]);
    assert_eq!(one(|x| x.clamp(-0.5, 1.0)), ["clip"]);
    assert!(!one(|x| x.clamp(-0.1, 1.0)).contains(&"clip".to_string()));
    // The comparisons of two equal shapes yield single precision whatever they compare.
    let compared = graph(&[float(&[3]), float(&[3])], |_, x| {
        Ok(vec![x[0].less(x[1]).or(x[0].equal(x[1])).not()])
    });
    let expected = [
        "__rsub_scalar__",
        "broadcast_equal",
        "broadcast_less",
        "broadcast_max",
    ];
    assert_eq!(operators_as(&compared, Flavour::Nnvm), expected);
    check(&compared, &[vec![1.0, 2.0, 3.0, 1.0, 3.0, 2.0]], 0.0);
}

#[test]
fn an_operator_inside_of_another_is_refused_under_the_outer_name() {
    let gelu = graph(&[float(&[2])], |b, x| {
        let value = x[0].gelu();
        b.name_node(value, "hidden");
        Ok(vec![value])
    });
    assert_eq!(
        refusal_as(&gelu, Flavour::Nnvm),
        "node %1 (`hidden`): gelu cannot be written: \
         NNVM has neither this operator nor others that say the same"
    );
    let looped = graph(&[float(&[])], |b, x| {
        b.begin_region()?;
        let state = b.region_input(float(&[]));
        let body = b.end_region(&[state.sin()])?;
        b.scan_region(body, x, &[], 3, false)
    });
    assert_eq!(
        refusal_as(&looped, Flavour::Nnvm),
        "node %1 in node %1: sin cannot be written: \
         NNVM has neither this operator nor others that say the same"
    );
}

#[test]
fn indices_out_of_range_add_nothing_in_nnvm() {
    let before = graph(&[ty(Element::I64, &[3]), float(&[3])], |b, x| {
        Ok(vec![b.scatter_add(x[0], x[1], 0, &float(&[70]))?])
    });
    let x = [69.0, 33.0, 69.0, 1.0, 2.0, 4.0];
    check(&before, &[x.to_vec()], 0.0);
    let after = read_back_as(&before, Flavour::Nnvm);
    let outside = [69.0, 70.0, -1.0, 1.0, 2.0, 4.0];
    let found = run(&after, &outside).unwrap();
    assert_eq!((found[69], found.iter().sum::<f64>()), (1.0, 1.0));
    assert!(run(&before, &outside).is_err());
}

/// NNVM's places of extrema are integers, and its other reductions keep the type.
#[test]
fn entries_of_nnvm_have_their_types() {
    let before = graph(&[float(&[2, 3])], |b, x| {
        let place = b.reduce(Reduction::ArgMax, x[0], &[1])?;
        Ok(vec![place, x[0].sum(&[0])])
    });
    let document = Document::from_graph_as(&before, Flavour::Nnvm).unwrap();
    assert_eq!(document.attribute("mxnet_version"), None);
    let Some(GraphAttribute::Ints(types)) = document.attribute("dtype") else {
        panic!("{:?}", document.attributes);
    };
    let found = document
        .nodes
        .iter()
        .map(|node| node.op.as_str())
        .zip(types.iter().copied());
    let expected = [("null", 1), ("argmax", 4), ("cast", 1), ("sum", 1)];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_keeps_its_program_until_other_operators_join() {
    let builder = Builder::new();
    let x = builder.input("x", float(&[]), InputKind::Dynamic);
    builder.output("y", x.exp() * 3.0).unwrap();
    let before = builder.finish().unwrap();
    let text = before.to_nnvm_json_as(NnvmFlavour::Nnvm).unwrap();
    assert!(text.contains(r#""op":"__mul_scalar__""#));
    let read = nnvm::from_str(&text).unwrap();
    assert_eq!(read.to_nnvm_json().unwrap(), text);
    let mxnet = read.to_nnvm_json_as(Flavour::Mxnet).unwrap();
    assert!(mxnet.contains(r#""op":"_mul_scalar""#) && !mxnet.contains("__mul_scalar__"));
    let again = nnvm::from_str(&mxnet).unwrap();
    assert_eq!(again.to_nnvm_json_as(Flavour::Nnvm).unwrap(), text);
    let gradient = graph_autodiff::reverse(&read, &[]).unwrap();
    let joined = Document::from_graph(&gradient).unwrap();
    assert_eq!(Flavour::of(&joined), Flavour::Mxnet);
}

/// Layers of one program are said with operators of the other.
#[test]
fn files_of_one_program_are_written_for_the_other() {
    let layer = |op: &str, attributes: &str, version: &str| {
        let text = format!(
            r#"{{"nodes": [
                {{"op": "null", "name": "x", "inputs": []}},
                {{"op": "null", "name": "w", "inputs": []}},
                {{"op": "{op}", "name": "fc", "inputs": [[0, 0, 0], [1, 0, 0]],
                  "attrs": {{{attributes}}}}},
                {{"op": "tanh", "name": "act", "inputs": [[2, 0, 0]]}}
            ], "arg_nodes": [0, 1], "heads": [[3, 0, 0]]{version}}}"#
        );
        let shapes = BTreeMap::from([("x".to_string(), vec![4, 3])]);
        nnvm::from_str_with(&text, &shapes).unwrap()
    };
    let version = r#", "attrs": {"mxnet_version": ["int", 10901]}"#;
    let mxnet = layer(
        "FullyConnected",
        r#""num_hidden": "5", "no_bias": "True""#,
        version,
    );
    let nnvm = layer("dense", r#""units": "5", "use_bias": "False""#, "");
    let x: Vec<f64> = (0..27).map(|k| (0.7 * f64::from(k)).sin()).collect();
    for (graph, flavour) in [(&mxnet, Flavour::Nnvm), (&nnvm, Flavour::Mxnet)] {
        let after = read_back_as(graph, flavour);
        assert!(close(&evaluate(&after, &x), &evaluate(graph, &x), 1e-15));
        let names = after.inputs().iter().map(|input| input.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["x", "w"]);
    }
    let same = [(&mxnet, Flavour::Mxnet), (&nnvm, Flavour::Nnvm)];
    for (graph, flavour) in same {
        let text = nnvm::to_string_as(graph, flavour).unwrap();
        assert_eq!(text, nnvm::to_string(graph).unwrap());
        assert!(!text.contains("adgraph_inputs"));
    }
}
