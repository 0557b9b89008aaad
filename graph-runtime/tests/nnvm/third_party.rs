//! Networks from elsewhere: what becomes of each, with the shapes of its data given and numbers at
//! random for its weights.
//!
//! The files are not part of the repository; without them the test says that it skips. Pictures are
//! as small as a network takes them. Those that take none small are evaluated in release builds.

use graph_ir::verify::verify;
use graph_ir::{Element, Graph};
use graph_runtime::check::Random;
use graph_runtime::execute::Executable;
use graph_runtime::json::Error;
use graph_runtime::json::nnvm::{Document, Shape};
use std::collections::BTreeMap;
use std::fs;
use std::time::Instant;

const FILES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../shared/cases/nnvm/third_party"
);

/// The expected outcome for a file.
enum Fate {
    /// It is evaluated, its inputs of these shapes.
    Runs(&'static [(&'static str, &'static [usize])]),
    /// The same, if the build is one that computes fast.
    RunsInRelease(&'static [(&'static str, &'static [usize])]),
    /// It is refused because of these operators.
    Refused(&'static [&'static str]),
}
use Fate::{Refused, Runs, RunsInRelease};

/// Each file by a part of its name.
const FATES: &[(&str, Fate)] = &[
    ("2in1out__deploy", Refused(&["tvm_op"])),
    ("4in2out__deploy", Refused(&["tvm_op"])),
    ("AdvOSBig", Runs(&[("data", &[1, 1, 28, 28])])),
    ("Age-Gender", RunsInRelease(&[("data", &[1, 3, 112, 112])])),
    (
        "Boats-Detection-With-Google-Maps__model__",
        Refused(&["_contrib_MultiBoxTarget", "_contrib_MultiBoxDetection"]),
    ),
    (
        "Boats-Detection-With-Google-Maps__model_algo",
        Refused(&["_contrib_MultiBoxTarget", "_contrib_MultiBoxDetection"]),
    ),
    ("Covid-Data", Refused(&["_sample_normal"])),
    (
        "FaceFeature80M",
        RunsInRelease(&[("data", &[1, 3, 112, 112])]),
    ),
    (
        "ISLProject2021",
        RunsInRelease(&[("data", &[1, 3, 8, 32, 32])]),
    ),
    (
        "KeyKy__mobilenet",
        RunsInRelease(&[("data", &[1, 3, 224, 224])]),
    ),
    ("LeNet__deploy_graph", Runs(&[("data", &[1, 1, 28, 28])])),
    ("LiGuihong__nonn", Refused(&["tvm_op"])),
    (
        "MirrorYuChen__tvm_insightface__deploy",
        Refused(&["tvm_op"]),
    ),
    (
        "MirrorYuChen__tvm_insightface__model",
        RunsInRelease(&[("data", &[1, 3, 112, 112])]),
    ),
    ("RichieZhu26", Refused(&["tvm_op"])),
    ("SqueezeNet", RunsInRelease(&[("data", &[1, 3, 227, 227])])),
    ("YiChunHung", Refused(&["tvm_op"])),
    (
        "ZHUXUHAN__mxnet_backbone__2730",
        RunsInRelease(&[("data", &[1, 3, 112, 112])]),
    ),
    (
        "ZHUXUHAN__mxnet_backbone__model",
        RunsInRelease(&[("data", &[1, 3, 112, 112])]),
    ),
    (
        "ZHUXUHAN__mxnet_backbone__network",
        RunsInRelease(&[("data", &[1, 3, 112, 112])]),
    ),
    ("ayyaz-azeem", RunsInRelease(&[("data", &[1, 3, 224, 224])])),
    ("cifar_resnet110_v1", Runs(&[("data", &[1, 3, 32, 32])])),
    (
        "cifar_resnet110_v2",
        RunsInRelease(&[("data", &[1, 3, 32, 32])]),
    ),
    ("cifar_resnet20_v1", Runs(&[("data", &[1, 3, 32, 32])])),
    ("cifar_resnet20_v2", Runs(&[("data", &[1, 3, 32, 32])])),
    ("cifar_resnet56_v1", Runs(&[("data", &[1, 3, 32, 32])])),
    (
        "cifar_resnet56_v2",
        RunsInRelease(&[("data", &[1, 3, 32, 32])]),
    ),
    (
        "cifar_wideresnet16_10",
        RunsInRelease(&[("data", &[1, 3, 32, 32])]),
    ),
    ("cosmincatalin", Runs(&[("data", &[1, 1, 28, 28])])),
    ("det_model-symbol", Runs(&[("data", &[1, 3, 32, 32])])),
    (
        "dnnl_model_model1",
        RunsInRelease(&[("data", &[1, 3, 32, 32])]),
    ),
    ("face-recognition-api__deploy_graph", Refused(&["tvm_op"])),
    ("fashion-mnist", Runs(&[("data", &[1, 1, 28, 28])])),
    ("fcrc-demo__lenet", Runs(&[("data", &[1, 1, 28, 28])])),
    ("genderage_v1", Runs(&[("data", &[1, 3, 112, 112])])),
    (
        "go-mxnet",
        Runs(&[("data", &[2, 4]), ("softmax_label", &[8])]),
    ),
    ("improved-ParaBank-rewriter", Refused(&["Custom"])),
    ("mnet.25__mnet.25", Runs(&[("data", &[1, 3, 32, 32])])),
    (
        "mobileFacenet-ncnn",
        RunsInRelease(&[("data", &[1, 3, 112, 112])]),
    ),
    ("mobilenet_0_25", Runs(&[("data", &[1, 3, 64, 64])])),
    ("mtcnn-model__det1", Runs(&[("data", &[1, 3, 12, 12])])),
    ("mtcnn-model__det2", Runs(&[("data", &[1, 3, 24, 24])])),
    ("mtcnn-model__det3", Runs(&[("data", &[1, 3, 48, 48])])),
    ("mtcnn-model__det4", Runs(&[("data", &[1, 15, 24, 24])])),
    ("ocr_recognition", Refused(&["WarpCTC"])),
    (
        "resnet-101-symbol",
        RunsInRelease(&[("data", &[1, 3, 32, 32])]),
    ),
    ("resnet-152", RunsInRelease(&[("data", &[1, 3, 32, 32])])),
    ("resnet-18_model", Refused(&["tvm_op"])),
    (
        "resnet-50-symbol",
        RunsInRelease(&[("data", &[1, 3, 32, 32])]),
    ),
    // NNVM wants the shapes of all that is broadcast.
    (
        "resnet18_qt8",
        RunsInRelease(&[("data", &[1, 3, 224, 224])]),
    ),
    (
        "resnet18_v1-symbol",
        RunsInRelease(&[("data", &[1, 3, 32, 32])]),
    ),
    ("retinaface_mnet025_v2", Runs(&[("data", &[1, 3, 32, 32])])),
    ("save_000800", Runs(&[("data", &[1, 100])])),
    ("scripts__mnist", Runs(&[("data", &[1, 1, 28, 28])])),
    (
        "sterling239",
        RunsInRelease(&[
            ("images", &[240, 3, 112, 112]),
            ("body", &[240, 5]),
            ("specters", &[54, 3, 40, 40]),
            ("emotions", &[6, 7]),
        ]),
    ),
    (
        "xieydd__TVM-RetinaFace__model__deploy_graph.1331d81",
        Refused(&["tvm_op"]),
    ),
    (
        "xieydd__TVM-RetinaFace__model__deploy_graph",
        Refused(&["tvm_op"]),
    ),
];

#[test]
fn what_becomes_of_each_file_is_known() {
    let Ok(entries) = fs::read_dir(FILES) else {
        println!("skipped: there is no {FILES}");
        return;
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        let name = path.file_name().unwrap();
        path.extension().is_some_and(|kind| kind == "json") && name != "index.json"
    });
    paths.sort();
    assert_eq!(paths.len(), FATES.len());
    let mut counts = [0; 2];
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let fate = FATES.iter().find(|(part, _)| name.contains(part));
        let Some((_, fate)) = fate else {
            panic!("{name} is not in the table");
        };
        let document = Document::from_slice(&fs::read(&path).unwrap()).unwrap();
        match fate {
            Refused(operators) => {
                counts[1] += 1;
                refused(&name, &document, operators);
            }
            Runs(shapes) => {
                counts[0] += 1;
                runs(&name, &document, shapes, true);
            }
            RunsInRelease(shapes) => {
                counts[0] += 1;
                runs(&name, &document, shapes, !cfg!(debug_assertions));
            }
        }
    }
    // Five of those refused have no mathematics, ten are compiled.
    assert_eq!(counts, [42, 15]);
}

fn refused(name: &str, document: &Document, expected: &[&str]) {
    let error = document.infer(&BTreeMap::new()).err();
    let Some(Error::UnsupportedOperators { operators, .. }) = error else {
        panic!("{name}: {error:?}");
    };
    println!("{name}: refused: {operators}");
    let found: Vec<&str> = operators
        .0
        .iter()
        .map(|operator| operator.operator.as_str())
        .collect();
    assert_eq!(found, expected, "{name}");
}

fn runs(name: &str, document: &Document, shapes: &[(&str, &[usize])], evaluates: bool) {
    let given = shapes
        .iter()
        .map(|(name, shape)| (name.to_string(), shape.to_vec()));
    let mut given: BTreeMap<String, Shape> = given.collect();
    given.extend(statistics(document));
    let start = Instant::now();
    let inferred = document.infer(&given);
    let inferred = inferred.unwrap_or_else(|error| panic!("{name}: {error}"));
    let graph = inferred.to_graph(Element::F32);
    let graph = graph.unwrap_or_else(|error| panic!("{name}: {error}"));
    verify(&graph).unwrap();
    assert_eq!(graph.outputs().len(), document.heads.len());
    if !evaluates {
        println!("{name}: read; evaluated in release builds only");
        return;
    }
    let executable = Executable::new(&graph).unwrap();
    let outputs: Vec<Vec<f32>> = executable.call(&weights(&graph)).unwrap();
    println!(
        "{name}: evaluated in {:.2} s",
        start.elapsed().as_secs_f64()
    );
    for output in outputs {
        assert!(output.iter().all(|number| number.is_finite()), "{name}");
        let zero = output.iter().all(|&number| number == 0.0);
        assert!(!zero || name.contains("qt8"), "{name}");
    }
}

/// The scales and offsets of a quantised network, one for each channel: how many there are depends
/// on its stage.
fn statistics(document: &Document) -> BTreeMap<String, Shape> {
    let variables = document.variables().map(|(_, node)| node.name.as_str());
    let expanded = variables.filter_map(|name| {
        let number = name.strip_suffix("_expand")?.strip_prefix("batch_norm")?;
        let channels = match number.split('_').next()?.parse::<usize>().ok()? {
            0 => 3,
            1..=6 => 64,
            7..=10 => 128,
            11..=14 => 256,
            _ => 512,
        };
        Some((name.to_string(), vec![channels, 1, 1]))
    });
    expanded.collect()
}

/// Numbers at random, such that those that a network computes stay of a moderate size: weights as
/// small as many of them are added up, and variances that are positive.
fn weights(graph: &Graph) -> Vec<Vec<f32>> {
    let mut random = Random::new(1);
    let mut uniform = || random.between(-1.0, 1.0) as f32;
    let inputs = graph.inputs().iter().zip(graph.input_types());
    let numbers = inputs.map(|(input, ty)| {
        let extents = ty.shape.extents();
        let fan_in: usize = extents.iter().skip(1).product();
        let name = &input.name;
        (0..ty.shape.size())
            .map(|_| match () {
                () if name.ends_with("var") => uniform().abs() + 0.5,
                () if name.ends_with("weight") => uniform() * (3.0 / fan_in as f32).sqrt(),
                () => uniform(),
            })
            .collect()
    });
    numbers.collect()
}
