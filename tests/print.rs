//! `print` in a body: the lines that generated code, the executor and files print.
//!
//! Generated code prints to the standard error of its process: the tests start themselves again,
//! with the name of a case in the environment.

use std::process::Command;

use adgraph::prelude::*;
use adgraph::{Float, json};

graph! {
    fn scaled(x: f64, k: f64) -> f64 {
        let y = x * k;
        print("scaled", y);
        y
    }

    /// Every kind of value and place.
    #[derivatives(batch, jacobian, hessian, hessian_product)]
    fn all(x: [f64; 2], #[shared] n: usize) -> f64 {
        let mut s = 0.0;
        print("x", x);
        print("n", n);
        print("mask", x > 1.5);
        print("rows", [x, 2.0 * x]);
        print("half", 0.5);
        for i in 0..2 {
            s += x[i] * x[i];
            print("s", s);
        }
        #[unroll(never)]
        for i in 0..2 {
            s += x[i];
            print("i", i);
        }
        if x[0] > 0.0 {
            print("positive", x[0]);
            s
        } else {
            s * scaled(x[1], s)
        }
    }

    fn generic<T: Float>(x: T) -> T {
        let y = 2.0 * x;
        print("text {} \"\\\n", y);
        print("constant", 0.5);
        y
    }

    fn lazy(x: f64) -> bool {
        x > 0.0 && { print("lazy", x); x < 2.0 }
    }

    fn large(x: [[f64; 40]; 30]) -> f64 {
        let y = sin(x);
        print("y", y);
        print("none", x[..0]);
        sum(y)
    }

    /// Nothing else needs what is printed.
    fn only(x: f64) -> f64 {
        print("exp", exp(x));
        let square = x * x;
        print("slope", deriv(square * square, square));
        x
    }

    /// On sides that do nothing else.
    #[derivatives(batch, hessian)]
    fn sides(x: f64) -> f64 {
        if x > 1.0 { print("large", x); }
        if x > 2.0 { } else { print("at most two", x); }
        if x > 0.0 && x < 1.0 { if x > 0.25 { print("within", x); } }
        x * x
    }

    /// In a loop whose iterations the reverse sweep computes again.
    fn long(x: f64) -> f64 {
        let mut y = x;
        #[unroll(never)]
        #[checkpoint(every = 2)]
        for i in 0..5 {
            y = sin(y);
            if i > 3 { print("last", y); }
        }
        y
    }
}

#[cfg(feature = "import")]
graph! {
    #[cppad("tests/imports/files/print_ops.json")]
    fn loud(x: [f64; 2], #[dynamic] p: [f64; 1]) -> f64;

    #[cppad("tests/imports/files/print_ops.json", silent)]
    fn silent(x: [f64; 2], #[dynamic] p: [f64; 1]) -> f64;

    fn calls(x: [f64; 2], #[dynamic] p: [f64; 1]) -> f64 {
        silent(x, p)
    }
}

const POSITIVE: &str = "\
x = [1.0, 2.0]
n = 7
mask = [false, true]
rows = [[1.0, 2.0], [2.0, 4.0]]
half = 0.5
s = 1.0
s = 5.0
i = 0
i = 1
positive = 1.0
";

const NEGATIVE: &str = "\
x = [-1.0, 2.0]
n = 7
mask = [false, true]
rows = [[-1.0, 2.0], [-2.0, 4.0]]
half = 0.5
s = 1.0
s = 5.0
i = 0
i = 1
scaled = 12.0
";

fn ignore<T>(_: T) {}

/// A name, what it runs, and the lines that this prints.
type Case = (&'static str, fn(), String);

fn cases() -> Vec<Case> {
    let sines = |value: f64| format!("{:?}", [[value.sin(); 40]; 30]);
    let mut cases: Vec<Case> = vec![
        (
            "value",
            || assert_eq!(all([1.0, 2.0], 7), 8.0),
            POSITIVE.into(),
        ),
        ("branch", || ignore(all([-1.0, 2.0], 7)), NEGATIVE.into()),
        (
            "gradient",
            || ignore(all::gradient([1.0, 2.0], 7)),
            POSITIVE.into(),
        ),
        (
            "adjoint",
            || ignore(all::adjoint([-1.0, 2.0], 7, 2.0)),
            NEGATIVE.into(),
        ),
        (
            "tangent",
            || ignore(all::tangent([1.0, 2.0], 7, &all::Tangent::ZERO)),
            POSITIVE.into(),
        ),
        (
            "jacobian",
            || ignore(all::jacobian([1.0, 2.0], 7)),
            String::new(),
        ),
        (
            "product",
            || ignore(all::hessian_product([1.0, 2.0], 7, &all::Tangent::ZERO)),
            POSITIVE.into(),
        ),
        (
            "batch",
            || {
                let mut value = [0.0; 2];
                all::batch::value([&[1.0, -1.0], &[2.0, 2.0]], 7, &mut value);
                assert_eq!(value, [8.0, 72.0]);
            },
            [POSITIVE, NEGATIVE].concat(),
        ),
        (
            "sum",
            || assert_eq!(all::batch::sum_value([&[1.0, -1.0], &[2.0, 2.0]], 7), 80.0),
            [POSITIVE, NEGATIVE].concat(),
        ),
        (
            "generic",
            || assert_eq!(generic(1.5_f32), 3.0),
            "text {} \"\\\n = 3.0\nconstant = 0.5\n".into(),
        ),
        (
            "lazy",
            || assert_eq!([-1.0, 1.0, 3.0].map(lazy), [false, true, false]),
            "lazy = 1.0\nlazy = 3.0\n".into(),
        ),
        (
            "large",
            || ignore(large::gradient([[0.5; 40]; 30])),
            format!("y = {}\nnone = []\n", sines(0.5)),
        ),
        (
            "only",
            || ignore(only::gradient(0.0)),
            "exp = 1.0\nslope = 0.0\n".into(),
        ),
        (
            "sides",
            || {
                ignore((
                    sides::gradient(0.5),
                    sides::gradient(2.0),
                    sides::hessian(0.1),
                ));
            },
            "at most two = 0.5\nwithin = 0.5\nlarge = 2.0\nat most two = 2.0\nat most two = 0.1\n"
                .into(),
        ),
        (
            "sides of a batch",
            || {
                let mut y = [0.0; 2];
                sides::batch::value(&[0.5, 3.0], &mut y);
            },
            "at most two = 0.5\nwithin = 0.5\nlarge = 3.0\n".into(),
        ),
        (
            "long",
            || ignore(long::gradient(0.0)),
            "last = 0.0\n".into(),
        ),
        (
            "edges",
            || {
                ignore((
                    scaled(f64::NAN, 1.0),
                    scaled(-0.0, 1.0),
                    scaled(1.0, f64::INFINITY),
                ));
            },
            "scaled = NaN\nscaled = -0.0\nscaled = inf\n".into(),
        ),
    ];
    #[cfg(feature = "import")]
    cases.extend([
        (
            "import",
            (|| ignore(loud([-1.0, 2.0], [3.0]))) as fn(),
            run_time_lines(),
        ),
        (
            "silent",
            || ignore(calls([-1.0, 2.0], [3.0])),
            String::new(),
        ),
    ]);
    cases
}

/// The lines of the file at run time.
#[cfg(feature = "import")]
fn run_time_lines() -> String {
    let file = json::cppad::from_str(include_str!("imports/files/print_ops.json")).unwrap();
    lines(&file, &[&[3.0], &[-1.0, 2.0]])
}

/// The lines that the executor prints.
fn lines(graph: &Graph, inputs: &[&[f64]]) -> String {
    use adgraph::execute::{Executable, Host, Printed, Values};

    let executable = Executable::new(graph).unwrap();
    let mut text = String::new();
    let mut listener = |printed: Printed<'_>| text.push_str(&printed.to_string());
    let mut host = Host::new().print(&mut listener);
    let inputs: Vec<Values<'_>> = inputs.iter().map(|x| Values::F64(x)).collect();
    let mut workspace = executable.workspace().unwrap();
    executable.run(&mut host, &mut workspace, &inputs).unwrap();
    text
}

const CASE: &str = "ADGRAPH_PRINT_CASE";

#[test]
fn generated_code_prints_each_value_once() {
    if let Ok(name) = std::env::var(CASE) {
        let case = cases().into_iter().find(|case| case.0 == name).unwrap();
        eprintln!("begin");
        case.1();
        eprintln!("end");
        return;
    }
    for (name, _, expected) in cases() {
        let own = std::env::current_exe().unwrap();
        let output = Command::new(own)
            .args([
                "--exact",
                "generated_code_prints_each_value_once",
                "--nocapture",
            ])
            .env(CASE, name)
            .output()
            .unwrap();
        assert!(output.status.success(), "{name}: {output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        let found = text
            .split("begin\n")
            .nth(1)
            .and_then(|t| t.split("end\n").next());
        assert_eq!(found, Some(&*expected), "{name}");
    }
}

#[test]
fn the_executor_prints_the_same() {
    assert_eq!(
        lines(&scaled::graph(), &[&[3.0], &[4.0]]),
        "scaled = 12.0\n"
    );
    assert_eq!(lines(&only::graph(), &[&[0.0]]), "exp = 1.0\nslope = 0.0\n");
    let x = [0.5; 1200];
    let (_, _, expected) = cases().into_iter().find(|case| case.0 == "large").unwrap();
    assert_eq!(lines(&large::graph(), &[&x]), expected);
    let reverse = adgraph::differentiate::reverse(&large::graph(), &[0]).unwrap();
    assert_eq!(lines(&reverse, &[&x, &[1.0]]), expected);
}

#[test]
fn files_keep_what_is_printed() {
    let written = json::cppad::to_string(&scaled::graph()).unwrap();
    assert!(
        written.contains("\"scaled = \",\"\\n\"") || written.contains("scaled = "),
        "{written}"
    );
    let again = json::cppad::from_str(&written).unwrap();
    assert_eq!(lines(&again, &[&[3.0, 4.0]]), "scaled = 12.0\n");
    assert_eq!(json::cppad::to_string(&again).unwrap(), written);
    // The elements of an array one by one.
    graph! { fn pair(x: [f64; 2]) -> f64 { print("x", x); sum(x) } }
    let written = json::cppad::to_string(&pair::graph()).unwrap();
    let again = json::cppad::from_str(&written).unwrap();
    assert_eq!(lines(&again, &[&[1.0, 2.0]]), "x = 1.0\nx = 2.0\n");
    let refused = json::nnvm::to_string(&pair::graph())
        .unwrap_err()
        .to_string();
    assert!(refused.contains("the report \"x = \""), "{refused}");
    let source = json::rust::to_string(&pair::graph()).unwrap();
    assert!(source.contains("print(\"x\", x);"), "{source}");
    let silent = json::rust::to_string_without_effects(&pair::graph()).unwrap();
    assert!(!silent.contains("print"), "{silent}");
}
