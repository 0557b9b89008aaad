//! Random functions of scalars, as they arrive from a recording: nearly all arithmetic, every
//! value used, no order beyond that of the operands.

use graph_ir::graph::InputKind;
use graph_ir::ops::ScalarOp;
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire};

/// The number of variables.
pub(crate) const VARIABLES: usize = 16;

/// A value for each variable, at which the function's values are of moderate size. Beside it they
/// need not be: what depends on as many operators is chaotic.
pub(crate) fn number(variable: usize) -> f64 {
    (variable % 97 + 1) as f64 / 97.0
}

/// The distribution that operands are drawn from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distribution {
    pub(crate) name: &'static str,
    /// The function is a sum of so many that share nothing but the variables.
    blocks: usize,
    /// Operands are among so many latest values of the block; `None`: among all.
    window: Option<usize>,
}

/// The kinds of graph: from long chains, in which few nodes are independent, to the opposite.
pub(crate) const SOURCES: [Distribution; 4] = [
    Distribution {
        name: "latest 80 values",
        blocks: 1,
        window: Some(80),
    },
    Distribution {
        name: "latest 1000 values",
        blocks: 1,
        window: Some(1000),
    },
    Distribution {
        name: "20 blocks, latest 80",
        blocks: 20,
        window: Some(80),
    },
    Distribution {
        name: "all values",
        blocks: 1,
        window: None,
    },
];

/// A part of a function that is made of its own values.
struct FunctionPart<'b> {
    values: Vec<Wire<'b>>,
    /// The numbers of the values at one point.
    numbers: Vec<f64>,
    used: Vec<bool>,
    /// Values before this one are used.
    oldest: usize,
    /// How many values are not.
    unused: usize,
}

/// A function with about `nodes` operators, of which one in fifty is a sine and all others are
/// sums, differences and products.
pub(crate) fn random_graph(nodes: usize, source: Distribution) -> Graph {
    let builder = Builder::new();
    let shape = Shape::new(&[VARIABLES]).expect("a small shape");
    let x = builder.input("x", Type::new(Element::F64, shape), InputKind::Independent);
    let variables =
        (0..VARIABLES as i64).map(|i| builder.index(x, 0, i).expect("an index in range"));
    let variables: Vec<Wire<'_>> = variables.collect();
    let mut parts: Vec<FunctionPart<'_>> = Vec::new();
    parts.resize_with(source.blocks, || FunctionPart {
        values: variables.clone(),
        numbers: (0..VARIABLES).map(number).collect(),
        used: vec![true; VARIABLES],
        oldest: 0,
        unused: 0,
    });
    let mut draw = generator();
    // Values that nothing uses are added up in the end.
    let (mut made, mut left) = (0, 0);
    while made + left < nodes {
        let part = &mut parts[made % source.blocks];
        left -= part.unused;
        add_node(&builder, part, source.window, &mut draw);
        left += part.unused;
        made += 1;
    }
    let ends = parts.iter().flat_map(|part| {
        let ends = part.values.iter().zip(&part.used);
        ends.filter(|(_, used)| !**used).map(|(&value, _)| value)
    });
    builder
        .output("y", total(ends.collect()))
        .expect("a value in scope");
    builder.finish().expect("a well-typed graph")
}

fn add_node<'b>(
    builder: &'b Builder,
    part: &mut FunctionPart<'b>,
    window: Option<usize>,
    draw: &mut impl FnMut(usize) -> usize,
) {
    let count = part.values.len();
    let reach = window.map_or(count, |window| window.min(count));
    while part.used.get(part.oldest) == Some(&true) {
        part.oldest += 1;
    }
    // Before a value is out of reach, it is an operand.
    let first = match part.oldest + reach / 2 < count {
        true => part.oldest,
        false => count - 1 - draw(reach),
    };
    let second = count - 1 - draw(reach);
    let [x, y] = [first, second].map(|at| part.numbers[at]);
    let all = [
        (ScalarOp::Add, x + y),
        (ScalarOp::Sub, x - y),
        (ScalarOp::Mul, x * y),
    ];
    // Numbers stay of a size as in real functions.
    let start = draw(3);
    let mut arithmetic = all.into_iter().cycle().skip(start).take(3);
    let (op, number) = match draw(50) {
        0 => None,
        _ => arithmetic.find(|(_, z)| (1e-3..1e3).contains(&z.abs())),
    }
    .unwrap_or((ScalarOp::Sin, graph_math::math::sin(x)));
    let operands = [first, second];
    let operands = &operands[..op.arity()];
    for &operand in operands {
        part.unused -= usize::from(!part.used[operand]);
        part.used[operand] = true;
    }
    let wires = operands.iter().map(|&at| part.values[at]);
    let value = builder.scalar(op, &wires.collect::<Vec<_>>());
    part.values.push(value.expect("scalars fit"));
    part.numbers.push(number);
    part.used.push(false);
    part.unused += 1;
}

/// The sum, of halves.
fn total(mut terms: Vec<Wire<'_>>) -> Wire<'_> {
    while terms.len() > 1 {
        let pairs = terms.chunks(2);
        let sums = pairs.map(|pair| match *pair {
            [a, b] => a + b,
            _ => pair[0],
        });
        terms = sums.collect();
    }
    terms[0]
}

/// Numbers below a bound, the same ones in every run.
fn generator() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}
