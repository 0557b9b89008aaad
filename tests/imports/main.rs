//! Functions from files: generated code gives the values that CppAD, MXNet and NNVM recorded of the
//! files, and such functions are like others of a block.

mod blocks;
mod cppad;
mod nnvm;
mod weights;

use adgraph::function::Function;
use test_support::Case;

/// A test for each function, whose arguments without derivative stand in the brackets.
macro_rules! recorded {
    ($($name:ident($($dynamic:ident),* $(,)?);)*) => {
        mod is_as_recorded {
            $(
                #[test]
                fn $name() {
                    let case = crate::case(stringify!($name));
                    $(let $dynamic = crate::Argument::given(&case, stringify!($dynamic));)*
                    crate::check(&super::$name::Function { $($dynamic),* }, &case);
                }
            )*
        }
    };
}
pub(crate) use recorded;

/// The values recorded of a function at a point. An empty list stands where nothing was recorded,
/// or nothing that holds; a list that is missing altogether is an error.
fn case(name: &str) -> Case {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/imports/recorded");
    let case = Case::read(format!("{folder}/{name}.json").as_ref());
    for list in ["x", "y", "jacobian", "seeded"] {
        assert_ne!(case.text(list), "null", "{name}: {list}");
    }
    case
}

/// A number or nested arrays of them, from one list.
trait Argument: Sized {
    fn take(numbers: &mut impl Iterator<Item = f64>) -> Self;

    fn given(case: &Case, name: &str) -> Self {
        let mut numbers = case.numbers(&format!("dynamic {name}")).into_iter();
        let argument = Self::take(&mut numbers);
        assert_eq!(numbers.next(), None, "{name}");
        argument
    }
}

impl Argument for f64 {
    fn take(numbers: &mut impl Iterator<Item = f64>) -> Self {
        numbers.next().expect("a number")
    }
}

impl<T: Argument, const N: usize> Argument for [T; N] {
    fn take(numbers: &mut impl Iterator<Item = f64>) -> Self {
        std::array::from_fn(|_| T::take(numbers))
    }
}

/// Compares value, adjoint and tangent.
#[track_caller]
fn check<F: Function<Float = f64>>(function: &F, case: &Case) {
    let (n, m) = (function.n_in(), function.n_out());
    // The Jacobian has a row for each result; `seeded` are the derivatives of the results' sum.
    let [x, recorded, jacobian, seeded] =
        ["x", "y", "jacobian", "seeded"].map(|list| case.numbers(list));
    let mut y = vec![0.0; m];
    function.value(&x, &mut y);
    compare("value", &y, &recorded);
    let mut adjoint = vec![0.0; n];
    if !seeded.is_empty() {
        function.adjoint(&x, &vec![1.0; m], &mut y, &mut adjoint);
        compare("gradient of the sum", &adjoint, &seeded);
        compare("value beside it", &y, &recorded);
    }
    for (row, recorded) in jacobian.chunks(n.max(1)).enumerate() {
        let mut seed = vec![0.0; m];
        seed[row] = 1.0;
        function.adjoint(&x, &seed, &mut y, &mut adjoint);
        compare("row of the Jacobian", &adjoint, recorded);
    }
    for column in 0..n {
        let recorded: Vec<f64> = jacobian.iter().skip(column).step_by(n).copied().collect();
        if recorded.is_empty() {
            continue;
        }
        let mut direction = vec![0.0; n];
        direction[column] = 1.0;
        let mut tangent = vec![0.0; m];
        function.tangent(&x, &direction, &mut y, &mut tangent);
        compare("column of the Jacobian", &tangent, &recorded);
    }
}

/// Compares to nine digits, as the recorded numbers were compared with an independent evaluation.
#[track_caller]
fn compare(what: &str, found: &[f64], recorded: &[f64]) {
    assert_eq!(found.len(), recorded.len(), "{what}");
    for (found, recorded) in found.iter().zip(recorded) {
        let same = found == recorded || found.is_nan() && recorded.is_nan();
        let close = (found - recorded).abs() <= 1e-9 * recorded.abs().max(1.0);
        assert!(same || close, "{what}: {found}, not {recorded}");
    }
}
