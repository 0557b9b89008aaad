//! The program as its surroundings see it: pipes that close, stdin, files that are no text, and
//! what it writes for shells and manuals.

mod support;

use graph_ir::graph::InputKind;
use graph_ir::{Builder, Element, Shape, Type};
use graph_runtime::json::GraphJson;
use graph_runtime::json::weights::{Tensor, Weights};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use support::{run, run_with, temporary};

const PROGRAM: &str = env!("CARGO_BIN_EXE_adgraph");

/// A graph of CppAD with so many variables and their sines as results.
fn sines(count: usize) -> String {
    let usages: Vec<Value> = (1..=count).map(|node| json!([1, node])).collect();
    let results: Vec<usize> = (count + 1..=2 * count).collect();
    format!(
        r#"{{"function_name":"sines","op_define_vec":[1,[{{"op_code":1,"name":"sin","n_arg":1}}]],
        "n_dynamic_ind":0,"n_variable_ind":{count},"constant_vec":[0,[]],
        "op_usage_vec":[{count},{}],"dependent_vec":[{count},{}]}}"#,
        json!(usages),
        json!(results)
    )
}

#[test]
fn a_graph_may_come_from_stdin() {
    let run = run_with(&["eval", "-", "--x", "0", "--json"], &sines(1));
    assert_eq!((run.code, &*run.stdout), (0, "{\"y\":[0.0]}\n"));
    let run = run_with(&["check", "-"], "");
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("stdin: error: the top level"));
    let run = run_with(&["diff", "-", "-"], "");
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, "error: stdin cannot be both graphs\n");
}

#[test]
fn two_graphs_are_drawn_as_one() {
    let texts = ["sin", "cos"].map(|op| {
        format!("adgraph 1\ngraph\n%0: f64 = input 0 x\n%1: f64 = {op} %0\noutput %1 y\n")
    });
    let [a, b, svg, dot, png] = ["a.graph", "b.graph", "both.svg", "both.dot", "both.png"]
        .map(|name| temporary(name, &Value::Null).to_str().unwrap().to_owned());
    fs::write(&a, &texts[0]).unwrap();
    fs::write(&b, &texts[1]).unwrap();
    // The functions differ, and so says the exit code.
    let drawn = run(&["diff", "--picture", &svg, &a, &b]);
    assert_eq!(drawn.code, 1, "{}", drawn.stderr);
    let text = fs::read_to_string(&svg).unwrap();
    for class in ["operator only-first", "operator only-second"] {
        assert_eq!(
            text.matches(&format!("class=\"{class}\"><title>")).count(),
            1,
            "{text}"
        );
    }
    let drawn = run(&["diff", "--picture", &dot, &a, &a]);
    assert_eq!(drawn.code, 0, "{}", drawn.stderr);
    let text = fs::read_to_string(&dot).unwrap();
    assert!(
        text.starts_with("digraph") && !text.contains("penwidth"),
        "{text}"
    );
    let refused = run(&["diff", "--picture", &png, &a, &b]);
    assert_eq!(refused.code, 2);
    let expected = "a picture of two graphs is a file .svg or .dot, not `";
    assert!(refused.stderr.contains(expected), "{}", refused.stderr);
}

/// `adgraph .. | head -1` ends without a word.
#[test]
fn a_reader_may_close_the_pipe() {
    let file = temporary("sines.json", &Value::Null);
    // The Jacobian is larger than any pipe's buffer.
    fs::write(&file, sines(300)).unwrap();
    let mut child = Command::new(PROGRAM)
        .args(["jacobian", file.to_str().unwrap(), "--random"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    assert_eq!(line, "{\n");
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
    fs::remove_file(file).unwrap();
}

/// The program alone says how it is used.
#[test]
fn without_arguments_the_help_is_shown() {
    let run = run(&[]);
    assert_eq!((run.code, &*run.stdout), (2, ""));
    for part in ["Usage: adgraph ", "  eval ", "  convert "] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
}

/// Two formats have other operators for one function, so that a difference in their numbers says
/// nothing.
#[test]
fn operators_are_compared_within_one_format_alone() {
    let file = temporary("three-sines.json", &Value::Null);
    fs::write(&file, sines(3)).unwrap();
    let other = file.with_extension("mxnet.json");
    let [from, to] = [&file, &other].map(|path| path.to_str().unwrap());
    let converted = run(&["convert", from, "--to", "mxnet", "-o", to]);
    assert_eq!(converted.code, 0, "{}", converted.stderr);
    let compared = run(&["diff", from, to]);
    assert!(
        !compared.stdout.contains("operator "),
        "{}",
        compared.stdout
    );
    assert!(
        compared.stdout.contains("the values are equal at"),
        "{}",
        compared.stdout
    );
    let report = run(&["diff", from, to, "--json"]);
    let report: Value = serde_json::from_str(&report.stdout).unwrap();
    assert_eq!(report["operators"], json!([]), "{report}");
    fs::remove_file(file).unwrap();
    fs::remove_file(other).unwrap();
}

/// Nothing panics where neither results nor messages can be written.
#[test]
fn everything_may_be_closed() {
    for command in ["info", "eval", "check", "--help", "frobnicate"] {
        let script = format!("\"$0\" {command} absent.json >&- 2>&-");
        let status = Command::new("sh").args(["-c", &script, PROGRAM]).status();
        let code = status.unwrap().code();
        assert!(matches!(code, Some(0..=2)), "{command}: {code:?}");
    }
}

#[test]
fn results_that_cannot_be_written_are_reported() {
    if !PathBuf::from("/dev/full").exists() {
        println!("skipped: there is no /dev/full");
        return;
    }
    let script = "\"$0\" completions bash > /dev/full";
    let output = Command::new("sh").args(["-c", script, PROGRAM]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: the output cannot be written: "));
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let file = temporary("bytes.json", &Value::Null);
    for bytes in [
        &b"\xff\xfe\"nodes\"\x00"[..],
        b"{\"nodes\": \"\xc0\x80\"}",
        b"\0\0\0\0",
    ] {
        fs::write(&file, bytes).unwrap();
        for command in ["info", "check", "eval"] {
            let run = run(&[command, file.to_str().unwrap()]);
            assert_eq!(run.code, 1, "{command}");
            let message = format!("{}{}", run.stdout, run.stderr);
            assert!(message.contains("(line 1, column "), "{message}");
        }
        let run = run(&["eval", file.to_str().unwrap(), "--case"]);
        assert_eq!(run.code, 1);
    }
    fs::remove_file(file).unwrap();
}

/// All commands that read a file, in every place where they take one: the file is the last word.
const READERS: [&[&str]; 15] = [
    &["info"],
    &["check"],
    &["eval", "--random=1"],
    &["grad", "--random=1"],
    &["jacobian", "--random=1"],
    &["hessian", "--random=1"],
    &["convert", "--to", "cppad"],
    &["draw"],
    &["dump"],
    &["bench", "--time", "0"],
    &["diff", WAVE],
    &["eval", "--case"],
    &["eval", WAVE, "--inputs"],
    &["eval", WAVE, "--params"],
    &["info", "--case"],
];

const WAVE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/console/adgraph.in/wave.json"
);

/// The exit code is the one that `--help` defines, whichever command reads the file, and a message
/// names the file.
#[test]
fn files_that_cannot_be_read_have_one_exit_code() {
    let wave = fs::read(WAVE).unwrap();
    let contents: [(&str, Option<&[u8]>); 4] = [
        ("missing", None),
        ("empty", Some(b"")),
        ("garbage", Some(b"\x00\xffneither a graph nor JSON")),
        ("truncated", Some(&wave[..wave.len() / 2])),
    ];
    let file = |kind: &str, content: Option<&[u8]>| {
        let path = temporary(kind, &Value::Null);
        match content {
            Some(content) => fs::write(&path, content).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        (kind.to_string(), path)
    };
    let mut files: Vec<(String, PathBuf)> =
        contents.map(|(kind, content)| file(kind, content)).into();
    files.push(("a folder".into(), env!("CARGO_TARGET_TMPDIR").into()));
    for (kind, path) in &files {
        let name = path.to_str().unwrap();
        for reader in READERS {
            let run = run(&[reader, &[name]].concat());
            let message = format!("{}{}", run.stdout, run.stderr);
            assert_eq!(run.code, 1, "{reader:?} {kind}: {message}");
            assert!(message.contains(name), "{reader:?} {kind}: {message}");
            let is_opened = !["missing", "a folder"].contains(&kind.as_str());
            let told = message.contains("cannot be read");
            assert_eq!(told, !is_opened, "{reader:?} {kind}: {message}");
        }
    }
    // The list above is complete: every other command reads no file.
    let help = run(&["--help"]).stdout;
    let commands = help.split("Commands:\n").nth(1).unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    // Lines that are deeper go on with a description.
    let named = commands.filter(|line| !line.starts_with("   "));
    let named = named.filter_map(|line| line.split_whitespace().next());
    for command in named.filter(|name| !["completions", "man", "help"].contains(name)) {
        let is_read = READERS.iter().any(|reader| reader[0] == command);
        assert!(is_read, "{command} is missing in the list");
    }
    for (_, path) in files.iter().filter(|(_, path)| path.is_file()) {
        fs::remove_file(path).unwrap();
    }
}

/// Shapes fit here; that an operator has no meaning shows only when the graph is made.
#[test]
fn what_cannot_be_evaluated_is_not_called_supported() {
    let symbol = r#"{"nodes": [{"op": "null", "name": "x", "inputs": []},
        {"op": "Dropout", "name": "drop", "inputs": [[0, 0, 0]]}],
        "arg_nodes": [0], "heads": [[1, 0, 0]], "attrs": {"mxnet_version": ["int", 10901]}}"#;
    let info = |more: &[&str]| {
        let arguments = [&["info", "-", "--shape", "x=3"], more].concat();
        let run = run_with(&arguments, symbol);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    assert!(info(&[]).contains("supported   all of it"));
    let training = info(&["--train"]);
    let expected =
        "unsupported Dropout (1 node, first `drop`): it draws random numbers in training";
    assert!(training.contains(expected), "{training}");
}

/// A few bytes must not make the program ask for absurd memory.
#[test]
fn absurd_sizes_are_refused() {
    let file = temporary("absurd.json", &Value::Null);
    let symbol = r#"{"nodes": [{"op": "null", "name": "x", "inputs": []},
        {"op": "dot", "name": "y", "inputs": [[0, 0, 0], [0, 0, 0]]}],
        "arg_nodes": [0], "heads": [[1, 0, 0]], "attrs": {"mxnet_version": ["int", 10901]}}"#;
    fs::write(&file, symbol).unwrap();
    let file_name = file.to_str().unwrap();
    for shape in [
        "x=99999999,99999999",
        "x=18446744073709551615",
        "x=30000,30000",
    ] {
        let arguments = ["eval", file_name, "--random", "--shape", shape];
        let run = support::run_limited(&arguments, 1 << 20);
        assert_eq!(run.code, 1, "{shape}: {}", run.stderr);
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    }
    fs::remove_file(file).unwrap();
}

#[test]
fn shells_and_manuals_know_every_subcommand() {
    let names = [
        "info", "check", "eval", "grad", "jacobian", "hessian", "convert", "bench", "diff",
    ];
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(&["completions", shell]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(
            names.iter().all(|name| run.stdout.contains(name)),
            "{shell}"
        );
    }
    let page = run(&["man"]).stdout;
    assert!(page.contains(".TH adgraph 1"), "{page}");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man");
    fs::create_dir_all(&folder).unwrap();
    let run = run(&["man", folder.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for name in names {
        assert!(folder.join(format!("adgraph-{name}.1")).exists(), "{name}");
    }
    let run = support::run(&["man", "/absent/folder"]);
    assert_eq!(run.code, 1);
    fs::remove_dir_all(folder).unwrap();
}

/// The numbers of the report depend on the machine; that they are there does not.
#[test]
fn a_benchmark_measures_value_and_gradient() {
    let run = run_with(&["bench", "-", "--time", "0.01", "--json"], &sines(3));
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (&report["variables"], &report["results"]),
        (&json!(3), &json!(3))
    );
    for time in ["read_seconds", "value_seconds", "gradient_seconds"] {
        assert!(report[time].as_f64().unwrap() > 0.0, "{report}");
    }
    let run = run_with(&["bench", "-", "--time", "-1"], &sines(3));
    assert_eq!(run.code, 2);
}

/// Written files convert back to the same function.
#[test]
fn conversions_are_the_same_function() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let name = |name: &str| folder.join(format!("{} {name}", std::process::id()));
    let (first, second, third) = (name("a.json"), name("b.json"), name("c.json"));
    fs::write(&first, sines(4)).unwrap();
    for file in [&first, &PathBuf::from(WAVE)] {
        let file = file.to_str().unwrap();
        let (second, third) = (second.to_str().unwrap(), third.to_str().unwrap());
        let to = |from, format, pretty: &[&str], to| {
            let arguments = ["convert", from, "--to", format, "-o", to];
            let run = run(&[&arguments[..], pretty].concat());
            assert_eq!(run.code, 0, "{}", run.stderr);
        };
        to(file, "mxnet", &["--pretty"], second);
        to(second, "cppad", &[], third);
        for other in [second, third] {
            let run = run(&["diff", file, other, "--json"]);
            assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
            let report: Value = serde_json::from_str(&run.stdout).unwrap();
            assert_eq!(report["difference"], 0.0, "{report}");
        }
    }
    let run = run(&["diff", WAVE, first.to_str().unwrap()]);
    assert_eq!(run.code, 1);
    for file in [first, second, third] {
        fs::remove_file(file).unwrap();
    }
}

/// Indices get numbers for which both graphs have values, also where one has floats in their place.
#[test]
fn functions_of_indices_are_compared() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let name = |name: &str| folder.join(format!("{} indices {name}", std::process::id()));
    let files = ["a.graph", "b.json", "c.graph"].map(name);
    let [own, nnvm, other] = [0, 1, 2].map(|file: usize| files[file].to_str().unwrap());
    let text = |op: &str| {
        format!(
            "adgraph 1\ngraph at\n%0: [f64; 4] = input 0 x\n%1: i64 = dynamic 1 n\n\
             %2: f64 = gather 0 %0, %1\n%3: f64 = {op} %2\noutput %3\n"
        )
    };
    fs::write(&files[0], text("sin")).unwrap();
    fs::write(&files[2], text("cos")).unwrap();
    let run_ok = |arguments: &[&str]| {
        let run = run(arguments);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        run
    };
    run_ok(&["convert", own, "--to", "mxnet", "-o", nnvm]);
    for (a, b) in [(own, own), (own, nnvm), (nnvm, own)] {
        let report: Value =
            serde_json::from_str(&run_ok(&["diff", a, b, "--json"]).stdout).unwrap();
        assert_eq!(report["difference"], 0.0, "{report}");
        assert_eq!(report["indices"], json!(["`n` is below 4"]), "{report}");
    }
    let run = run(&["diff", own, other]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        run.stdout.contains("indices: `n` is below 4\n"),
        "{}",
        run.stdout
    );
    for file in files {
        fs::remove_file(file).unwrap();
    }
}

/// The three kinds of files of weights give the same numbers, whatever they are called.
#[test]
fn weights_come_from_files_of_mxnet_and_from_safetensors() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/console/adgraph.in");
    let [graph, inputs, json] =
        ["layer-symbol.json", "inputs.json", "weights.json"].map(|file| format!("{folder}/{file}"));
    let eval = |weights: &str| run(&["eval", &graph, "--inputs", &inputs, "--params", weights]);
    let expected = eval(&json);
    assert_eq!(expected.code, 0, "{}", expected.stderr);

    let mut weights = Weights::new();
    let numbers = [0.1, 0.2, 0.3, -0.3, -0.2, -0.1];
    weights.push("arg:fc_weight", Tensor::of_f64(&[2, 3], &numbers).unwrap());
    let bias = Tensor::of_f64(&[2], &[0.0, f64::INFINITY]).unwrap();
    weights.push("arg:fc_bias", bias);
    weights.push("aux:other", Tensor::of_f64(&[1], &[1.0]).unwrap());
    let contents = [weights.to_params(), weights.to_safetensors().unwrap()];
    for (number, content) in contents.into_iter().enumerate() {
        let file = temporary(&format!("weights{number}"), &Value::Null);
        fs::write(&file, &content).unwrap();
        let name = file.to_str().unwrap();
        assert_eq!(eval(name).stdout, expected.stdout, "{number}");
        // A part of a file is refused with a message.
        fs::write(&file, &content[..content.len() - 3]).unwrap();
        let cut = eval(name);
        assert_eq!(cut.code, 1);
        assert!(
            cut.stderr.starts_with(&format!("error: {name}: ")),
            "{}",
            cut.stderr
        );
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_picture_is_what_the_ending_of_its_file_says() {
    for (ending, start) in [
        ("svg", "<svg "),
        ("html", "<!DOCTYPE html>"),
        ("DOT", "digraph {"),
        ("mmd", "---\ntitle"),
    ] {
        let file = temporary(&format!("picture.{ending}"), &Value::Null);
        let drawn = run(&["draw", WAVE, "--grad", "-o", file.to_str().unwrap()]);
        assert_eq!((drawn.code, &*drawn.stdout), (0, ""), "{}", drawn.stderr);
        assert!(
            fs::read_to_string(&file).unwrap().starts_with(start),
            "{ending}"
        );
        fs::remove_file(file).unwrap();
    }
    assert!(run(&["draw", WAVE]).stdout.starts_with("<svg "));
    let absent = run(&["draw", WAVE, "-o", "/nonexistent/picture.svg"]);
    assert_eq!(absent.code, 1);
    assert!(
        absent.stderr.contains("cannot be written"),
        "{}",
        absent.stderr
    );
}

/// CppAD's files have dynamic parameters before variables, whatever their order was, and one vector
/// of each; a symbol file has a tensor for each input.
#[test]
fn inputs_are_compared_by_their_names_and_roles() {
    let graph = |parameters_first: bool| {
        let builder = Builder::new();
        let vector = |extent| Type::new(Element::F64, Shape::new(&[extent]).unwrap());
        let variable = || builder.input("x", vector(2), InputKind::Independent);
        let parameter = || builder.input("p", vector(3), InputKind::Dynamic);
        let (x, p) = match parameters_first {
            true => {
                let p = parameter();
                (variable(), p)
            }
            false => (variable(), parameter()),
        };
        let z = builder.input("z", Type::scalar(Element::F64), InputKind::Independent);
        let (sum, shift) = (x.sum(&[0]), p.sum(&[0]));
        builder.output("y", (sum * shift).sin() - z).unwrap();
        builder.finish().unwrap()
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let name = |name: &str| folder.join(format!("{} {name}", std::process::id()));
    let files = [name("roles.json"), name("names.json"), name("order.json")];
    let [cppad, nnvm, other] = [0, 1, 2].map(|file: usize| files[file].to_str().unwrap());
    fs::write(&files[0], graph(false).to_cppad_json().unwrap()).unwrap();
    fs::write(&files[1], graph(false).to_nnvm_json().unwrap()).unwrap();
    fs::write(&files[2], graph(true).to_nnvm_json().unwrap()).unwrap();
    for (a, b, matched) in [
        (cppad, nnvm, "roles"),
        (nnvm, cppad, "roles"),
        (nnvm, other, "names"),
        (nnvm, nnvm, "order"),
    ] {
        let run = run(&["diff", a, b, "--json"]);
        assert_eq!(run.code, 0, "{a} {b}: {}{}", run.stdout, run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(report["matched"], matched, "{report}");
        assert_eq!(report["difference"], 0.0, "{report}");
    }
    let run = run(&["eval", nnvm, "--x", "1,2", "--p=1,2,3"]);
    assert_eq!(run.code, 2);
    for line in [
        "--x 1,2 --p=1,2,3 --z 0.5",
        "--set x=1,2 --set p=1,2,3 --z=0.5",
    ] {
        let arguments: Vec<&str> = ["eval", nnvm].into_iter().chain(line.split(' ')).collect();
        let run = self::run(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let found = report["outputs"][0]["data"][0].as_f64().unwrap();
        assert!((found - (18.0_f64.sin() - 0.5)).abs() < 1e-15, "{report}");
    }
    for file in files {
        fs::remove_file(file).unwrap();
    }
}

/// A file of MXNet holds a number in a tensor of one element, and says that it is a number.
#[test]
fn numbers_are_inputs_of_one_element() {
    let builder = Builder::new();
    let number = Type::scalar(Element::F64);
    let a = builder.input("a", number.clone(), InputKind::Independent);
    let b = builder.input("b", number, InputKind::Independent);
    builder.output("y", a * b - b).unwrap();
    let graph = builder.finish().unwrap();
    let file = temporary("numbers-symbol.json", &Value::Null);
    fs::write(&file, graph.to_nnvm_json().unwrap()).unwrap();
    let file = file.to_str().unwrap();
    let number = |shape: Value| json!({"shape": shape, "data": [3.0]});
    for a in [
        json!(3.0),
        json!([3.0]),
        number(json!([])),
        number(json!([1])),
    ] {
        let inputs = temporary("numbers.json", &json!({"a": a, "b": 0.5}));
        let run = run(&["eval", file, "--inputs", inputs.to_str().unwrap(), "--json"]);
        assert_eq!(run.code, 0, "{a}: {run:?}");
        let value: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(value["outputs"][0]["data"], json!([1.0]), "{a}");
    }
}
