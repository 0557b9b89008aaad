//! Helpers of the tests: graphs in few words, values at the edges, comparison of bits.

use graph_ir::graph::InputKind;
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire};
use graph_runtime::execute::{AsValues, Executable, Item};

/// Numbers at which functions behave unlike elsewhere.
pub(crate) const EDGES: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -2.5,
    3.0,
    1e-310,
    f64::MAX,
    f64::MIN_POSITIVE,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    710.0,
];

pub(crate) fn ty(element: Element, extents: &[usize]) -> Type {
    Type::new(element, Shape::new(extents).unwrap())
}

pub(crate) fn f64s(extents: &[usize]) -> Type {
    ty(Element::F64, extents)
}

/// A graph of inputs of these types.
pub(crate) fn graph(
    inputs: &[Type],
    build: impl for<'b> FnOnce(&'b Builder, &[Wire<'b>]) -> graph_ir::Result<Vec<Wire<'b>>>,
) -> Graph {
    let builder = Builder::new();
    {
        let wires = inputs.iter().enumerate();
        let wires = wires.map(|(i, ty)| {
            let name = format!("x{i}");
            builder.input(&name, ty.clone(), InputKind::Independent)
        });
        let wires: Vec<Wire<'_>> = wires.collect();
        for (i, output) in build(&builder, &wires).unwrap().into_iter().enumerate() {
            builder.output(&format!("y{i}"), output).unwrap();
        }
    }
    let graph = builder.finish().unwrap();
    graph_ir::verify::verify(&graph).unwrap();
    graph
}

/// The only result of a graph.
pub(crate) fn result<T: Item>(graph: &Graph, inputs: &[impl AsValues]) -> Vec<T> {
    let executable = Executable::new(graph).unwrap();
    let mut results = executable.call(inputs).unwrap();
    assert_eq!(results.len(), 1);
    results.remove(0)
}

/// Floats of either type, by their bits.
pub(crate) trait Bits: Item + std::fmt::Debug {
    fn same(self, other: Self) -> bool;
}

impl Bits for f64 {
    fn same(self, other: Self) -> bool {
        self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
    }
}

impl Bits for f32 {
    fn same(self, other: Self) -> bool {
        self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
    }
}

/// Any NaN equals any NaN; everything else must have the same bits.
pub(crate) fn assert_bits<T: Bits>(found: &[T], expected: &[T], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (&f, &e)) in found.iter().zip(expected).enumerate() {
        assert!(f.same(e), "{what}: element {i} is {f:?}, expected {e:?}");
    }
}

/// All index tuples of a shape in row-major order.
pub(crate) fn indices(extents: &[usize]) -> Vec<Vec<usize>> {
    let size: usize = extents.iter().product();
    let tuple = |mut number: usize| {
        let mut tuple = vec![0; extents.len()];
        for (axis, &extent) in extents.iter().enumerate().rev() {
            tuple[axis] = number % extent;
            number /= extent;
        }
        tuple
    };
    (0..size).map(tuple).collect()
}

/// The row-major position of an index tuple.
pub(crate) fn position(extents: &[usize], index: &[usize]) -> usize {
    let steps = extents.iter().zip(index);
    steps.fold(0, |position, (&extent, &i)| position * extent + i)
}

/// The agreed order of combination, written out: eight partial results from sixteen terms on
/// where they are neighbours, else from the first to the last.
pub(crate) fn combine<T: Copy>(terms: &[T], innermost: bool, f: impl Fn(T, T) -> T) -> Option<T> {
    let (&first, rest) = terms.split_first()?;
    if !innermost || terms.len() < 16 {
        return Some(rest.iter().fold(first, |sum, &x| f(sum, x)));
    }
    let (groups, tail) = terms.as_chunks::<8>();
    let mut lanes = groups[0];
    for group in &groups[1..] {
        for (lane, &x) in lanes.iter_mut().zip(group) {
            *lane = f(*lane, x);
        }
    }
    let [a, b, c, d, e, g, h, i] = lanes;
    let tree = f(f(f(a, e), f(c, h)), f(f(b, g), f(d, i)));
    Some(tail.iter().fold(tree, |sum, &x| f(sum, x)))
}
