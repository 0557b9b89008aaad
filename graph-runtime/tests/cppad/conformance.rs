//! Every conformance case of the CppAD format, evaluated and differentiated: what the graphs yield
//! is what CppAD recorded, where that is right.

// The program `adgraph` runs these cases too.
#[path = "../../../adgraph-cli/src/case/host.rs"]
mod cppad_host;

use cppad_host::functions;
use graph_autodiff::{forward, reverse};
use graph_ir::Graph;
use graph_ir::passes::prepare;
use graph_runtime::derivative::Evaluator;
use graph_runtime::execute::{Executable, ExecuteError, Functions, Host, Values};
use graph_runtime::json::cppad;
use graph_runtime::sparse::SparseMatrix;
use std::fs;
use std::path::Path;
use test_support::{self as support, SHARED, Value, files, flat};

/// The values that CppAD recorded for a graph at a point.
struct Case {
    name: String,
    graph: Graph,
    trust: String,
    p: Vec<f64>,
    x: Vec<f64>,
    y: Vec<f64>,
    jacobian: Vec<Vec<f64>>,
    hessian: Option<Vec<Vec<f64>>>,
    comparisons_changed: usize,
    printed: String,
    calls_host: bool,
}

impl Case {
    fn read(path: &Path) -> Self {
        let case = support::Case::read(path);
        let value = |key: &str| case.value(key);
        let truth = value("jacobian_true");
        let jacobian = if truth.is_null() {
            value("jacobian")
        } else {
            truth.clone()
        };
        let trust = value("trust").as_str().unwrap().to_string();
        let requires = value("requires");
        Self {
            graph: cppad::from_str(&case.graph()).unwrap(),
            // A true Jacobian is right where CppAD is not.
            trust: if truth.is_null() {
                trust
            } else {
                "jacobian".to_string()
            },
            p: flat(&value("p")),
            x: flat(&value("x")),
            y: flat(&value("y")),
            jacobian: rows(&jacobian),
            hessian: Some(value("hessian_weighted"))
                .filter(|h| !h.is_null())
                .map(|h| rows(&h)),
            comparisons_changed: value("compare_change_number").as_u64().unwrap() as usize,
            printed: value("printed").as_str().unwrap().to_string(),
            calls_host: ["atom", "atom4"]
                .iter()
                .any(|kind| requires.get(kind).is_some()),
            name: case.name,
        }
    }

    /// The input of variables, if there are any.
    fn wrt(&self) -> Vec<usize> {
        let inputs = self.graph.inputs().iter();
        inputs
            .enumerate()
            .filter(|(_, input)| input.name == "x")
            .map(|(i, _)| i)
            .collect()
    }

    /// The function, with its parameters in place.
    fn evaluator(&self) -> Evaluator<f64> {
        let function = Evaluator::<f64>::new(&self.graph).unwrap();
        let mut function = function.functions(functions());
        let dynamic = self.graph.inputs().iter().position(|i| i.name != "x");
        if let Some(position) = dynamic {
            function.set_parameter(position, &self.p[..]).unwrap();
        }
        function
    }

    /// The values of the inputs, those of the graph and more.
    fn arguments<'a>(&'a self, more: &[&'a [f64]]) -> Vec<&'a [f64]> {
        let own = [&*self.p, &*self.x]
            .into_iter()
            .filter(|values| !values.is_empty());
        own.chain(more.iter().copied()).collect()
    }

    /// Compares with a relative tolerance.
    #[track_caller]
    fn compare(&self, what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
        self.compare_beside(what, found, expected, tolerance, 0.0);
    }

    /// Compares with a tolerance relative to a scale, if a number itself is smaller: in a sum of
    /// terms of that scale more cannot be asked of small numbers.
    #[track_caller]
    fn compare_beside(
        &self,
        what: &str,
        found: &[f64],
        expected: &[f64],
        tolerance: f64,
        scale: f64,
    ) {
        assert_eq!(found.len(), expected.len(), "{}: {what}", self.name);
        for (index, (&found, &expected)) in found.iter().zip(expected).enumerate() {
            // CppAD's rules square arguments: beyond the square root of the largest number they
            // give 0 for derivatives like 1/|x|, which ours do not.
            let squared_away = expected == 0.0 && found.abs() < f64::MAX.sqrt().recip();
            let close = found == expected
                || squared_away
                || found.is_nan() && expected.is_nan()
                || expected.is_finite()
                    && (found - expected).abs() <= tolerance * expected.abs().max(scale);
            assert!(
                close,
                "{}: {what} {index}: {found}, not {expected}",
                self.name
            );
        }
    }
}

fn rows(list: &Value) -> Vec<Vec<f64>> {
    list.as_array().unwrap().iter().map(flat).collect()
}

fn cases() -> impl Iterator<Item = Case> {
    let files = [files("cppad/valid"), files("cppad/third_party")].concat();
    files.into_iter().map(|path| Case::read(&path))
}

/// A prepared graph that is evaluated several times.
struct Program {
    executable: Executable,
    functions: Functions,
}

impl Program {
    fn new(graph: &Graph) -> Self {
        Self {
            executable: Executable::new(graph).unwrap(),
            functions: functions(),
        }
    }

    /// All outputs.
    fn call(&self, arguments: &[&[f64]]) -> Vec<Vec<f64>> {
        let mut workspace = self.executable.workspace().unwrap();
        let mut host = Host::new().functions(&self.functions);
        self.executable
            .run(&mut host, &mut workspace, arguments)
            .unwrap();
        let outputs = 0..self.executable.output_types().len();
        let values = outputs.map(|position| match workspace.output(position) {
            Some(Values::F64(values)) => values.to_vec(),
            other => panic!("{other:?}"),
        });
        values.collect()
    }
}

/// The unit vectors of a space.
fn units(count: usize) -> impl Iterator<Item = Vec<f64>> {
    (0..count).map(move |index| {
        let mut unit = vec![0.0; count];
        unit[index] = 1.0;
        unit
    })
}

#[test]
fn values_comparisons_and_prints_are_those_of_cppad() {
    for case in cases() {
        for graph in [&case.graph, &prepare(&case.graph).unwrap()] {
            let executable = Executable::new(graph).unwrap();
            let mut workspace = executable.workspace().unwrap();
            let mut printed = String::new();
            let mut listener = |text: graph_runtime::execute::Printed<'_>| {
                let Values::F64(&[value]) = text.value else {
                    panic!("{:?}", text.value);
                };
                printed += &format!("{}{value}{}", text.before, text.after);
            };
            let functions = functions();
            let mut host = Host::new().functions(&functions).print(&mut listener);
            let outcome = executable
                .run(&mut host, &mut workspace, &case.arguments(&[]))
                .unwrap();
            let y = match workspace.output(0) {
                Some(Values::F64(values)) => values,
                _ => &[],
            };
            case.compare("value", y, &case.y, 1e-12);
            assert_eq!(
                outcome.comparisons_changed, case.comparisons_changed,
                "{}",
                case.name
            );
            assert_eq!(printed, case.printed, "{}", case.name);
        }
    }
}

#[test]
fn reverse_mode_gives_the_jacobian() {
    for case in cases().filter(|case| case.trust != "values") {
        let wrt = case.wrt();
        if wrt.is_empty() || case.y.is_empty() {
            continue;
        }
        let program = Program::new(&prepare(&reverse(&case.graph, &wrt).unwrap()).unwrap());
        for (row, seed) in units(case.y.len()).enumerate() {
            let results = program.call(&case.arguments(&[&seed]));
            case.compare("value", &results[0], &case.y, 1e-12);
            let what = format!("row {row} of the Jacobian, column");
            case.compare(&what, &results[1], &case.jacobian[row], 1e-10);
        }
    }
}

#[test]
fn forward_mode_gives_the_jacobian() {
    for case in cases().filter(|case| case.trust != "values") {
        let wrt = case.wrt();
        if wrt.is_empty() || case.y.is_empty() {
            continue;
        }
        let program = Program::new(&prepare(&forward(&case.graph, &wrt).unwrap()).unwrap());
        for (column, tangent) in units(case.x.len()).enumerate() {
            let results = program.call(&case.arguments(&[&tangent]));
            let expected: Vec<f64> = case.jacobian.iter().map(|row| row[column]).collect();
            let what = format!("column {column} of the Jacobian, row");
            case.compare(&what, &results[1], &expected, 1e-10);
        }
    }
}

#[test]
fn reverse_mode_twice_gives_the_hessian_of_the_sum() {
    for case in cases().filter(|case| case.trust == "full") {
        let (wrt, Some(hessian)) = (case.wrt(), &case.hessian) else {
            continue;
        };
        if wrt.is_empty() || case.y.is_empty() {
            continue;
        }
        let first = prepare(&reverse(&case.graph, &wrt).unwrap()).unwrap();
        let second = prepare(&reverse(&first, &wrt).unwrap()).unwrap();
        let program = Program::new(&second);
        let (ones, zeros) = (vec![1.0; case.y.len()], vec![0.0; case.y.len()]);
        for (row, unit) in units(case.x.len()).enumerate() {
            let results = program.call(&case.arguments(&[&ones, &zeros, &unit]));
            let what = format!("row {row} of the Hessian, column");
            let expected = &hessian[row];
            let scale = expected
                .iter()
                .fold(0.0_f64, |scale, entry| scale.max(entry.abs()));
            case.compare_beside(&what, &results[2], expected, 1e-10, scale);
        }
    }
}

#[test]
fn functions_of_the_host_are_needed_for_evaluation_alone() {
    let folder = Path::new(SHARED).join("cppad/malformed");
    let Ok(_) = fs::read_dir(&folder) else {
        println!("skipped: there is no {}", folder.display());
        return;
    };
    let error = |file: &str| {
        let text = fs::read(folder.join(file)).unwrap();
        let graph = cppad::from_slice(&text).unwrap();
        let executable = Executable::new(&graph).unwrap();
        let mut workspace = executable.workspace().unwrap();
        let functions = functions();
        let mut host = Host::new().functions(&functions);
        let arguments = [&[1.0][..], &[2.0, 3.0]];
        let error = executable
            .run(&mut host, &mut workspace, &arguments)
            .unwrap_err();
        let location = match &error {
            ExecuteError::MissingFunction { location, .. } => location,
            ExecuteError::Function { location, .. } => location,
            other => panic!("{other:?}"),
        };
        // The error leads to the entry of the file.
        let place = cppad::place(graph.node(location.path[0]).site).unwrap();
        assert_eq!(place.pointer, "/op_usage_vec/1/0");
        error.to_string()
    };
    for file in ["atom_unregistered.json", "discrete_unregistered.json"] {
        let message = error(file);
        assert!(message.ends_with("the function `nosuch` of the host is not registered"));
    }
    let message = error("atom_wrong_n_result.json");
    assert!(message.ends_with("the function `mulsum` of the host failed: it has 2 results, not 3"));
}

#[test]
fn an_evaluator_gives_value_jacobian_and_hessian() {
    for case in cases() {
        let mut function = case.evaluator();
        let (rows, columns) = (case.y.len(), case.x.len());
        assert_eq!((function.n_out(), function.n_in()), (rows, columns));
        let value = function.value(&case.x).unwrap();
        case.compare("value", value, &case.y, 1e-12);
        if case.trust == "values" {
            continue;
        }
        let jacobian = match function.jacobian(&case.x) {
            // A function of the host without the derivative that is asked for.
            Err(ExecuteError::Function { .. }) if case.calls_host => continue,
            jacobian => jacobian.unwrap(),
        };
        case.compare(
            "Jacobian",
            jacobian.elements(),
            &case.jacobian.concat(),
            1e-10,
        );
        let (Some(expected), "full") = (&case.hessian, &*case.trust) else {
            continue;
        };
        let hessian = function.hessian(&case.x, &vec![1.0; rows]).unwrap();
        for (row, expected) in expected.iter().enumerate() {
            let scale = expected.iter().fold(0.0_f64, |s, entry| s.max(entry.abs()));
            let what = format!("row {row} of the Hessian, column");
            case.compare_beside(&what, hessian.row(row), expected, 1e-10, scale);
        }
    }
}

/// The entries of a sparse matrix at their places, and at those beyond the diagonal.
fn dense(matrix: SparseMatrix<'_, f64>, symmetric: bool) -> Vec<Vec<f64>> {
    let pattern = matrix.pattern();
    let mut dense = vec![vec![0.0; pattern.columns()]; pattern.rows()];
    for (row, column, value) in matrix.triplets() {
        dense[row][column] = value;
        if symmetric {
            dense[column][row] = value;
        }
    }
    dense
}

#[test]
fn sparse_matrices_are_those_of_cppad() {
    let mut entries = 0;
    for case in cases().filter(|case| case.trust != "values") {
        let mut function = case.evaluator();
        let sparse = match function.sparse_jacobian(&case.x) {
            // A function of the host without the derivative that is asked for.
            Err(ExecuteError::Function { .. }) if case.calls_host => continue,
            sparse => dense(sparse.unwrap(), false),
        };
        case.compare("Jacobian", &sparse.concat(), &case.jacobian.concat(), 1e-10);
        let (Some(expected), "full") = (&case.hessian, &*case.trust) else {
            continue;
        };
        let ones = vec![1.0; case.y.len()];
        let sparse = dense(function.sparse_hessian(&case.x, &ones).unwrap(), true);
        for (row, expected) in expected.iter().enumerate() {
            let scale = expected.iter().fold(0.0_f64, |s, entry| s.max(entry.abs()));
            let what = format!("row {row} of the Hessian, column");
            case.compare_beside(&what, &sparse[row], expected, 1e-10, scale);
        }
        entries += function.hessian_pattern().unwrap().entries();
    }
    assert!(entries > 20, "{entries}");
}
