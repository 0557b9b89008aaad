//! Every conformance case through the command line: what is recorded comes out, and what is
//! malformed is refused in time and with little memory. A chosen part lies beside the tests of the
//! run time; all are taken where the shared folder is present.

mod support;

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use support::{Run, run, run_limited};
use test_support::{Case, Malformed, files, flat, malformed};

/// Parses the program's output, which has infinities as texts already.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Compares with a tolerance relative to the numbers where these exceed a scale.
#[track_caller]
fn compare(what: &str, found: &Value, expected: &Value, tolerance: f64, scale: f64) {
    let (found, expected) = (flat(found), flat(expected));
    assert_eq!(found.len(), expected.len(), "{what}");
    for (index, (found, expected)) in found.into_iter().zip(expected).enumerate() {
        // CppAD squares arguments: where that overflows its derivatives are 0, and ours are not.
        let squared_away = expected == 0.0 && found.abs() < f64::MAX.sqrt().recip();
        let close = found == expected
            || squared_away
            || found.is_nan() && expected.is_nan()
            || (found - expected).abs() <= tolerance * expected.abs().max(scale);
        assert!(close, "{what} {index}: {found}, not {expected}");
    }
}

/// The JSON that a command prints about a case.
fn result(command: &str, path: &Path) -> Value {
    let run = run(&[command, path.to_str().unwrap(), "--case", "--json"]);
    assert_eq!(run.code, 0, "{command} {}: {}", path.display(), run.stderr);
    parsed(&run.stdout)
}

#[test]
fn cases_of_cppad_have_the_recorded_values_and_jacobians() {
    let mut count = 0;
    for path in [files("cppad/valid"), files("cppad/third_party")].concat() {
        let case = Case::read(&path);
        let (name, case) = (&case.name, case.fields());
        let value = result("eval", &path);
        compare(&format!("{name}: y"), &value["y"], &case["y"], 1e-12, 0.0);
        count += 1;
        let truth = &case["jacobian_true"];
        let (trust, jacobian) = match truth.is_null() {
            true => (case["trust"].as_str().unwrap(), &case["jacobian"]),
            false => ("jacobian", truth),
        };
        if trust == "values" {
            continue;
        }
        let found = result("grad", &path);
        assert_eq!(found["y"], value["y"], "{name}");
        compare(
            &format!("{name}: Jacobian"),
            &found["jacobian"],
            jacobian,
            1e-10,
            0.0,
        );
    }
    println!("{count} cases");
    assert!(count >= 20);
}

#[test]
fn cases_of_cppad_have_the_recorded_hessians() {
    let mut count = 0;
    for path in [files("cppad/valid"), files("cppad/third_party")].concat() {
        let case = Case::read(&path);
        let (name, case) = (&case.name, case.fields());
        let expected = &case["hessian_weighted"];
        if case["trust"] != "full" || expected.is_null() {
            continue;
        }
        let found = result("hessian", &path);
        let rows = expected.as_array().unwrap().iter();
        for (row, expected) in rows.enumerate() {
            let scale = flat(expected)
                .iter()
                .fold(0.0_f64, |scale, entry| scale.max(entry.abs()));
            let what = format!("{name}: row {row} of the Hessian");
            compare(&what, &found["hessian"][row], expected, 1e-10, scale);
        }
        count += 1;
    }
    println!("{count} cases");
    assert!(count >= 20);
}

/// Whether the command says that an operator of the case is not supported yet.
fn unsupported(run: &Run) -> bool {
    run.code == 1 && run.stderr.contains("has no implementation yet")
}

#[test]
fn cases_of_nnvm_have_the_recorded_outputs_and_gradients() {
    let (mut count, mut refused) = (0, 0);
    for path in files("nnvm/valid") {
        let case = Case::read(&path);
        let (name, case) = (&case.name, case.fields());
        let file = path.to_str().unwrap();
        let run = run(&["grad", file, "--case", "--json"]);
        if unsupported(&run) {
            refused += 1;
            continue;
        }
        assert_eq!(run.code, 0, "{name}: {}", run.stderr);
        let found = parsed(&run.stdout);
        assert_eq!(result("eval", &path)["outputs"], found["outputs"], "{name}");
        let tolerance = case["tolerance"].as_f64().unwrap();
        let tensor = |what: &str, found: &Value, expected: &Value| {
            assert_eq!(found["shape"], expected["shape"], "{name}: {what}");
            let what = format!("{name}: {what}");
            compare(&what, &found["data"], &expected["data"], tolerance, 1.0);
        };
        let outputs = case["outputs"].as_array().unwrap();
        assert_eq!(found["outputs"].as_array().unwrap().len(), outputs.len());
        for (index, expected) in outputs.iter().enumerate() {
            tensor(
                &format!("output {index}"),
                &found["outputs"][index],
                expected,
            );
        }
        for grads in ["grads", "grads_aux"] {
            for (input, expected) in case[grads].as_object().into_iter().flatten() {
                tensor(
                    &format!("gradient of {input}"),
                    &found["grads"][input],
                    expected,
                );
            }
        }
        count += 1;
    }
    println!("{count} cases, {refused} with operators that are not supported yet");
    assert!(count >= 20);
}

/// The limits for a malformed file: a second, and 256 MiB of addresses.
const TIME: Duration = Duration::from_secs(1);
const ADDRESSES: u64 = 1 << 18;

/// Files whose faults show only where functions of the host are called.
const NEEDS_HOST: [&str; 3] = [
    "atom_unregistered.json",
    "atom_wrong_n_result.json",
    "discrete_unregistered.json",
];

/// Runs a command on a malformed file, and holds it to what its table says.
fn judge(arguments: &[&str], file: &str, verdict: &str) {
    // A machine that is busy otherwise gets three attempts.
    let timed = |_| {
        let start = Instant::now();
        let run = run_limited(arguments, ADDRESSES);
        (start.elapsed() < TIME).then_some(run)
    };
    let run = (0..3).find_map(timed);
    let run = run.unwrap_or_else(|| panic!("{file} takes more than {TIME:?}"));
    match verdict {
        "reject" => assert_eq!(run.code, 1, "{file}: {}", run.stdout),
        "accept" => assert_eq!(run.code, 0, "{file}: {}", run.stderr),
        _ => assert!(run.code <= 1, "{file}: {}", run.stderr),
    }
    if run.code == 1 {
        let text = format!("{}{}", run.stdout, run.stderr);
        let placed = ["/", "the top level ("].iter();
        let mut placed = placed.map(|place| format!("{file}: {place}"));
        assert!(
            placed.any(|place| text.replace("error: ", "").contains(&place)),
            "{text}"
        );
    }
}

#[test]
fn malformed_files_of_cppad_are_refused_as_their_table_says() {
    for Malformed { file, path, row } in malformed("cppad") {
        let path = path.to_str().unwrap();
        let verdict = row["correct"].as_str().unwrap().split(' ').next().unwrap();
        if NEEDS_HOST.contains(&file.as_str()) {
            judge(&["check", path], &file, "accept");
        } else {
            judge(&["check", path], &file, verdict);
        }
        let verdict = match verdict {
            // It is valid, and calls a function that nobody has registered.
            "accept" if file.ends_with("_VALID.json") => "reject",
            // The arguments that it takes are not known.
            "either" => continue,
            verdict => verdict,
        };
        judge(&["eval", path, "--x", "1,2", "--p", "1"], &file, verdict);
    }
}

#[test]
fn malformed_files_of_nnvm_are_refused_as_their_table_says() {
    for Malformed { file, path, row } in malformed("nnvm") {
        let inputs = support::temporary(&format!("inputs of {file}"), &row["inputs"]);
        let (path, given) = (path.to_str().unwrap(), inputs.to_str().unwrap());
        let expected = row["expect"].as_str().unwrap();
        judge(&["eval", path, "--inputs", given], &file, expected);
        let check = run_limited(&["check", path], ADDRESSES);
        assert!(check.code <= 1, "{file}: {}", check.stderr);
        fs::remove_file(inputs).unwrap();
    }
}

/// Files from elsewhere are all read; what in them is no mathematics is named.
#[test]
fn files_of_nnvm_from_elsewhere_are_looked_at() {
    let mut compiled = 0;
    for path in files("nnvm/third_party") {
        if path.ends_with("index.json") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let path = path.to_str().unwrap();
        let info = run(&["info", path, "--json"]);
        assert_eq!(info.code, 0, "{path}: {}", info.stderr);
        let report = parsed(&info.stdout);
        let unsupported = report["unsupported"].as_array().unwrap();
        let supported = unsupported.is_empty();
        let check = run(&["check", path]);
        assert_eq!(check.code == 0, supported, "{path}: {}", check.stdout);
        if text.contains("\"tvm_op\"") {
            assert!(check.stdout.contains("tvm_op ("), "{}", check.stdout);
            assert!(check.stdout.contains("it names a compiled kernel"));
            compiled += 1;
        }
    }
    println!("{compiled} compiled ones");
}
