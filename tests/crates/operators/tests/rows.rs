//! Generated code against the executor and the file formats, for every row.

use adgraph::execute::{Executable, Item};
use adgraph::function::Function;
use adgraph::ir::ops::ScalarOp;
use adgraph::math::Float;
use adgraph::{Graph, differentiate, json, passes};
use operators::{Visit, visit_rows};

/// Ordinary numbers, both zeros, infinities, NaN, and the ends of the range.
const NUMBERS: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.3,
    2.75,
    -3.5,
    1e-310,
    1e300,
    -1e30,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// All combinations of the numbers for operators of one and two operands, and as many for three.
fn points(arity: usize) -> Vec<Vec<f64>> {
    let n = NUMBERS.len();
    let digit = |number: usize, i: usize| NUMBERS[(number / n.pow(i as u32)) % n];
    let count = n.pow(u32::try_from(arity).unwrap());
    (0..count)
        .map(|number| (0..arity).map(|i| digit(number, i)).collect())
        .collect()
}

fn evaluate<T: Float + Item>(graph: &Graph, inputs: &[T]) -> Vec<T> {
    let executable = Executable::new(graph).unwrap();
    let mut rest = inputs;
    let inputs: Vec<&[T]> = executable
        .input_types()
        .map(|ty| rest.split_off(..ty.shape.size()).unwrap())
        .collect();
    let mut outputs = vec![[T::default()]; executable.output_types().len()];
    let mut workspace = executable.workspace().unwrap();
    executable
        .evaluate(&mut workspace, &inputs, &mut outputs)
        .unwrap();
    outputs.concat()
}

struct Bits;

impl Visit for Bits {
    fn row<T: Float + Item, F: Function<Float = T>>(
        &mut self,
        name: &str,
        parameter: Option<i32>,
        function: F,
        graph: fn() -> Graph,
    ) {
        let graph = graph();
        let wrt: Vec<usize> = (0..function.n_in()).collect();
        let prepare = |graph: &Graph| passes::prepare(graph).unwrap();
        let value = prepare(&graph);
        let reverse = prepare(&differentiate::reverse(&graph, &wrt).unwrap());
        let forward = prepare(&differentiate::forward(&graph, &wrt).unwrap());
        for x in points(function.n_in()) {
            let x: Vec<T> = x.into_iter().map(T::from_f64).collect();
            let same = |what: &str, found: &[T], expected: &[T]| {
                let equal = |(f, e): (&T, &T)| {
                    f.to_bits_u64() == e.to_bits_u64() || (f.is_nan() && e.is_nan())
                };
                assert!(
                    found.iter().zip(expected).all(equal),
                    "{name} {parameter:?}: {what} at {x:?} is {found:?}, the executor's {expected:?}"
                );
            };
            let (mut y, mut adjoint, mut tangent) =
                ([T::ZERO], vec![T::ZERO; function.n_in()], [T::ZERO]);
            function.value(&x, &mut y);
            same("value", &y, &evaluate(&value, &x));
            let seed = [T::from_f64(1.5)];
            function.adjoint(&x, &seed, &mut y, &mut adjoint);
            let expected = evaluate(&reverse, &[&x[..], &seed].concat());
            same("adjoint", &[&y[..], &adjoint].concat(), &expected);
            let direction: Vec<T> = (0..function.n_in())
                .map(|i| T::from_f64(0.5 + i as f64))
                .collect();
            function.tangent(&x, &direction, &mut y, &mut tangent);
            let expected = evaluate(&forward, &[&x[..], &direction].concat());
            same("tangent", &[y, tangent].concat(), &expected);
        }
    }
}

#[test]
fn generated_code_has_the_executors_bits() {
    visit_rows(&mut Bits);
}

/// Counts the rows that a format can say, so that losing one is noticed.
struct Formats {
    cppad: usize,
    nnvm: usize,
}

impl Visit for Formats {
    fn row<T: Float + Item, F: Function<Float = T>>(
        &mut self,
        name: &str,
        parameter: Option<i32>,
        function: F,
        graph: fn() -> Graph,
    ) {
        let graph = graph();
        let op = ScalarOp::from_name(name, parameter).unwrap();
        self.nnvm::<T>(name, op, &graph, &function);
        let text = json::cppad::to_string(&graph);
        assert!(text.is_ok() || op.cppad().is_none(), "{name}: {text:?}");
        let Ok(text) = text else { return };
        self.cppad += 1;
        let again = json::cppad::from_str(&text).unwrap();
        for x in points(function.n_in()) {
            let x: Vec<T> = x.into_iter().map(T::from_f64).collect();
            let mut y = [T::ZERO];
            function.value(&x, &mut y);
            // The file's numbers are doubles; a row of its own there gives the same double.
            if op.cppad().is_some() && T::BITS == 64 {
                let wide: Vec<f64> = x.iter().map(|x| x.to_f64()).collect();
                let found = evaluate(&again, &wide)[0];
                let expected = y[0].to_f64();
                assert!(
                    found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan()),
                    "{name} at {x:?} is {found} after the round trip, {expected} before"
                );
            }
        }
    }
}

impl Formats {
    fn nnvm<T: Float + Item>(
        &mut self,
        name: &str,
        op: ScalarOp,
        graph: &Graph,
        function: &impl Function<Float = T>,
    ) {
        let text = json::nnvm::to_string(graph);
        assert!(text.is_ok() || op.mxnet().is_none(), "{name}: {text:?}");
        let Ok(text) = text else { return };
        self.nnvm += 1;
        let again = json::nnvm::from_str(&text).unwrap();
        for x in points(op.arity()) {
            let x: Vec<T> = x.into_iter().map(T::from_f64).collect();
            let mut y = [T::ZERO];
            function.value(&x, &mut y);
            // A row of its own there gives the same double.
            if op.mxnet().is_some() && T::BITS == 64 {
                let wide: Vec<f64> = x.iter().map(|x| x.to_f64()).collect();
                let (found, expected) = (evaluate(&again, &wide)[0], y[0].to_f64());
                assert!(
                    found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan()),
                    "{name} at {x:?} is {found} after the round trip, {expected} before"
                );
            }
        }
    }
}

#[test]
fn rows_survive_the_formats() {
    let mut formats = Formats { cppad: 0, nnvm: 0 };
    visit_rows(&mut formats);
    assert!(
        formats.nnvm >= 120,
        "only {} rows could be written",
        formats.nnvm
    );
    assert!(
        formats.cppad >= 100,
        "only {} rows could be written",
        formats.cppad
    );
}

/// f32 derivatives against those in f64: the rules are the same, only the rounding differs.
struct Single;

impl Visit for Single {
    fn row<T: Float + Item, F: Function<Float = T>>(
        &mut self,
        name: &str,
        parameter: Option<i32>,
        function: F,
        graph: fn() -> Graph,
    ) {
        if T::BITS == 64 {
            return;
        }
        let op = ScalarOp::from_name(name, parameter).unwrap();
        let single = graph();
        let wide = {
            let builder = adgraph::Builder::new();
            let ty = adgraph::Type::scalar(adgraph::Element::F64);
            let kind = adgraph::ir::graph::InputKind::Independent;
            let x: Vec<_> = (0..function.n_in())
                .map(|_| builder.input("", ty.clone(), kind))
                .collect();
            let Ok(y) = builder.scalar(op, &x) else {
                return;
            };
            if y.ty().unwrap().element != adgraph::Element::F64 {
                return;
            }
            builder.output("", y).unwrap();
            builder.finish().unwrap()
        };
        assert_eq!(single.inputs().len(), wide.inputs().len());
        let wrt: Vec<usize> = (0..function.n_in()).collect();
        let wide = differentiate::gradient(&wide, &wrt).unwrap();
        for i in 0..6_u32 {
            let x: Vec<f64> = (0..function.n_in())
                .map(|j| f64::from(0.37_f32 + 0.29 * i as f32 + 0.61 * j as f32))
                .collect();
            let narrow: Vec<T> = x.iter().map(|&x| T::from_f64(x)).collect();
            let (mut y, mut adjoint) = ([T::ZERO], vec![T::ZERO; function.n_in()]);
            function.adjoint(&narrow, &[T::ONE], &mut y, &mut adjoint);
            let found = [&y[..], &adjoint].concat();
            for (f, e) in found.iter().zip(evaluate(&wide, &x)) {
                let f = f.to_f64();
                let close = (f - e).abs() <= 2e-5 * e.abs().max(1.0);
                assert!(
                    close || (f.is_nan() && e.is_nan()),
                    "{name} at {x:?}: {f}, in f64 {e}"
                );
            }
        }
    }
}

#[test]
fn single_precision_follows_double() {
    visit_rows(&mut Single);
}
