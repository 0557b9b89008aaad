//! Networks from elsewhere: with the shapes of their data, everything else follows.
//!
//! The files are not part of the repository; without them the tests say that they skip.

use graph_ir::verify::verify;
use graph_runtime::json::nnvm::{Document, Shape};
use std::collections::BTreeMap;
use std::fs;

const FILES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../shared/cases/nnvm/third_party"
);

/// A part of a file's name, and the shapes of what the network is given.
type Network = (&'static str, &'static [(&'static str, &'static [usize])]);

const NETWORKS: &[Network] = &[
    ("ISLProject2021", &[("data", &[1, 3, 8, 112, 112])]),
    ("KeyKy__mobilenet", &[("data", &[1, 3, 224, 224])]),
    ("fashion-mnist", &[("data", &[1, 1, 28, 28])]),
    ("scripts__mnist", &[("data", &[1, 1, 28, 28])]),
    (
        "MirrorYuChen__tvm_insightface__model",
        &[("data", &[1, 3, 112, 112])],
    ),
    ("ZHUXUHAN", &[("data", &[1, 3, 112, 112])]),
    ("dnnl_model_model1", &[("data", &[1, 3, 32, 32])]),
    ("save_000800", &[("data", &[1, 100])]),
    ("ayyaz-azeem", &[("data", &[1, 3, 224, 224])]),
    ("cosmincatalin", &[("data", &[1, 1, 28, 28])]),
    ("mtcnn-model__det1", &[("data", &[1, 3, 12, 12])]),
    ("mtcnn-model__det2", &[("data", &[1, 3, 24, 24])]),
    ("mtcnn-model__det3", &[("data", &[1, 3, 48, 48])]),
    ("mtcnn-model__det4", &[("data", &[1, 15, 24, 24])]),
    ("gluoncv__models__cifar", &[("data", &[1, 3, 32, 32])]),
    ("resnet-152", &[("data", &[1, 3, 224, 224])]),
    ("det_model-symbol", &[("data", &[1, 3, 64, 64])]),
    ("genderage_v1", &[("data", &[1, 3, 112, 112])]),
    ("retinaface_mnet025_v2", &[("data", &[1, 3, 64, 64])]),
    ("resnet18_v1-symbol", &[("data", &[1, 3, 224, 224])]),
    ("mobileFacenet-ncnn", &[("data", &[1, 3, 112, 112])]),
    ("AdvOSBig", &[("data", &[1, 1, 28, 28])]),
    ("Short-Video", &[("data", &[1, 3, 224, 224])]),
    ("SqueezeNet", &[("data", &[1, 3, 227, 227])]),
    ("go-mxnet", &[("data", &[2, 4]), ("softmax_label", &[8])]),
    ("fcrc-demo__lenet", &[("data", &[1, 1, 28, 28])]),
    ("mnet.25__mnet.25", &[("data", &[1, 3, 64, 64])]),
    ("mobilenet_0_25", &[("data", &[1, 3, 224, 224])]),
    ("Age-Gender", &[("data", &[1, 3, 112, 112])]),
];

#[test]
fn networks_become_graphs() {
    let Ok(entries) = fs::read_dir(FILES) else {
        println!("skipped: there is no {FILES}");
        return;
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut graphs = 0;
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let found = NETWORKS.iter().find(|(part, _)| name.contains(part));
        let Some((_, shapes)) = found else {
            println!("{name}: not a network that is a function");
            continue;
        };
        let text = fs::read(&path).unwrap();
        let document = Document::from_slice(&text).unwrap();
        let shapes = shapes
            .iter()
            .map(|(name, shape)| ((*name).into(), shape.to_vec()));
        let shapes: BTreeMap<String, Shape> = shapes.collect();
        let graph = document.to_graph(&shapes);
        let graph = graph.unwrap_or_else(|error| panic!("{name}: {error}"));
        verify(&graph).unwrap();
        assert!(!graph.outputs().is_empty(), "{name}");
        graphs += 1;
    }
    println!("{graphs} networks");
    assert_eq!(graphs, 39);
}
