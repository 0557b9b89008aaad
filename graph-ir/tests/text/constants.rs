//! Constants keep their bits; every NaN becomes the canonical one.

use graph_ir::graph::{Constant, Literal};
use graph_ir::{Builder, Element, Graph, Shape, text};

/// The constant after a round trip through the text of its graph.
fn again(constant: Constant) -> Constant {
    let b = Builder::new();
    let node = b.constant(constant).node();
    let text = b.finish().unwrap().to_string();
    let graph: Graph = text.parse().unwrap();
    assert_eq!(graph.to_string(), text);
    graph.as_constant(node).unwrap().clone()
}

/// A fixed sequence of bit patterns: all exponents, both signs, many mantissas.
fn patterns() -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    (0..20_000).map(move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}

#[test]
fn doubles_keep_their_bits() {
    let edges = [
        0.0,
        -0.0,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::EPSILON,
        f64::INFINITY,
    ];
    let edges = edges.iter().flat_map(|v| [v.to_bits(), (-v).to_bits()]);
    let denormal = [1, 0x000f_ffff_ffff_ffff, 1 << 63 | 1];
    let bits: Vec<u64> = edges.chain(denormal).chain(patterns()).collect();
    let values: Vec<f64> = bits.iter().copied().map(f64::from_bits).collect();
    let shape = || Shape::new(&[values.len()]).unwrap();
    for element in [Element::F64, Element::Float] {
        let constant = Constant::from_f64s(element, shape(), &values).unwrap();
        let read = again(constant);
        assert_eq!(read.element(), element);
        for (literal, value) in read.literals().zip(&values) {
            let found = literal.to_f64();
            let same = found.to_bits() == value.to_bits();
            assert!(
                same || (found.is_nan() && value.is_nan()),
                "{value:?} {found:?}"
            );
        }
    }
}

#[test]
fn singles_keep_their_bits() {
    for bits in patterns().take(2000).map(|bits| (bits >> 32) as u32) {
        let value = f32::from_bits(bits);
        let read = again(Constant::scalar(Literal::F32(bits))).literal(0);
        assert!(
            read == Literal::F32(bits) || value.is_nan(),
            "{value:?} {read:?}"
        );
    }
    // Halfway between two singles as a double: rounding twice would give another one.
    let read = again(Constant::scalar(Literal::F32(0x0000_0001))).literal(0);
    assert_eq!(read, Literal::F32(1));
}

#[test]
fn every_nan_becomes_the_canonical_one() {
    for bits in [
        0x7ff8_0000_0000_0000,
        0xfff8_0000_0000_0000,
        0x7ff0_0000_0000_0001_u64,
    ] {
        let read = again(Constant::scalar(Literal::F64(bits))).literal(0);
        assert_eq!(read, Literal::F64(f64::NAN.to_bits()));
    }
}

#[test]
fn integers_and_truth_values_are_exact() {
    for value in [0, -1, i64::MIN, i64::MAX, (1 << 53) + 1] {
        let constant = Constant::from_i64s(Shape::new(&[1]).unwrap(), vec![value]).unwrap();
        assert_eq!(again(constant.clone()), constant);
    }
    for value in [true, false] {
        let constant = Constant::scalar(Literal::Bool(value));
        assert_eq!(again(constant.clone()), constant);
    }
}

#[test]
fn numbers_out_of_reach_are_refused() {
    let text = |ty: &str, number: &str| format!("adgraph 1\ngraph\n%0: {ty} = constant {number}\n");
    for (ty, number) in [
        ("i64", "9223372036854775808"),
        ("i64", "1.0"),
        ("bool", "1"),
        ("f64", "true"),
        ("f64", ""),
        ("f64", "1e400"),
        ("f32", "1e39"),
        ("[f64; 2]", "[1.0]"),
        ("[f64; 2]", "[1.0, 2.0, 3.0]"),
        ("f64", "[1.0]"),
        ("[f64; 1]", "1.0"),
        ("(f64)", "1.0"),
    ] {
        assert!(text::parse(&text(ty, number)).is_err(), "{ty} {number}");
    }
}
