//! Small programs over tensors.

use graph_ir::composite::Composite;
use graph_ir::graph::InputKind;
use graph_ir::ops::Reduction;
use graph_ir::{Builder, Element, Graph, Result, Shape, Type, Wire};

/// Small programs over tensors, with the number by which their time is divided.
pub(crate) fn tensors() -> Result<Vec<(&'static str, f64, Graph)>> {
    Ok(vec![
        ("chain of 8 on 10^6", 8e6, chain(1_000_000)?),
        ("chain of 8 on 100", 800.0, chain(100)?),
        ("sine of 10^5", 1e5, unary(&[100_000], |_, x| Ok(x.sin()))?),
        ("exp of 10^5", 1e5, unary(&[100_000], |_, x| Ok(x.exp()))?),
        ("tanh of 10^5", 1e5, unary(&[100_000], |_, x| Ok(x.tanh()))?),
        ("tanh of 20", 20.0, unary(&[20], |_, x| Ok(x.tanh()))?),
        ("network 16-32-32-1", 1.0, network()?),
        (
            "sum of 10^6",
            1e6,
            unary(&[1_000_000], |b, x| b.reduce(Reduction::Sum, x, &[0]))?,
        ),
        (
            "columns of 1000x100",
            1e5,
            unary(&[1000, 100], |b, x| b.reduce(Reduction::Sum, x, &[0]))?,
        ),
        (
            "rows of 1000x100",
            1e5,
            unary(&[1000, 100], |b, x| b.reduce(Reduction::Sum, x, &[1]))?,
        ),
        (
            "softmax of 1000x100",
            1e5,
            unary(&[1000, 100], |b, x| {
                b.composite(Composite::Softmax, &[x], &[1])
            })?,
        ),
        (
            "transpose of 300x300",
            9e4,
            unary(&[300, 300], |b, x| Ok(b.transpose(x, &[1, 0])? + x))?,
        ),
        (
            "bias on 1000x100",
            1e5,
            binary(&[1000, 100], &[100], |b, x, bias| {
                Ok(x + b.broadcast(bias, &Shape::new(&[1000, 100])?, &[1])?)
            })?,
        ),
        (
            "argmax of rows 1000x100",
            1e5,
            unary(&[1000, 100], |b, x| b.reduce(Reduction::ArgMax, x, &[1]))?,
        ),
        (
            "product 64x64x64",
            262_144.0,
            binary(&[64, 64], &[64, 64], Builder::matmul)?,
        ),
        (
            "product 256x256x1",
            65_536.0,
            binary(&[256, 256], &[256, 1], Builder::matmul)?,
        ),
        ("steps of a loop, 10000", 1e4, steps(10_000)?),
    ])
}

fn chain(extent: usize) -> Result<Graph> {
    unary(&[extent], |_, x| {
        let mut y = x;
        for _ in 0..4 {
            y = (y + 0.25) * x;
        }
        Ok(y)
    })
}

fn unary(
    extents: &[usize],
    build: impl for<'b> FnOnce(&'b Builder, Wire<'b>) -> Result<Wire<'b>>,
) -> Result<Graph> {
    binary(extents, &[], |b, x, _| build(b, x))
}

fn binary(
    left: &[usize],
    right: &[usize],
    build: impl for<'b> FnOnce(&'b Builder, Wire<'b>, Wire<'b>) -> Result<Wire<'b>>,
) -> Result<Graph> {
    let builder = Builder::new();
    {
        let [x, y] = [left, right].map(|extents| {
            let shape = Shape::new(extents).expect("small extents");
            builder.input("", Type::new(Element::F64, shape), InputKind::Independent)
        });
        builder.output("", build(&builder, x, y)?)?;
    }
    builder.finish()
}

/// The squared value of a network of two hidden layers.
fn network() -> Result<Graph> {
    let builder = Builder::new();
    let input = |extents: &[usize]| {
        let shape = Shape::new(extents).expect("small extents");
        builder.input("", Type::new(Element::F64, shape), InputKind::Independent)
    };
    let mut layer = input(&[16]);
    for extents in [[32, 16], [32, 32]] {
        let (weights, bias) = (input(&extents), input(&extents[..1]));
        layer = (builder.matmul(weights, layer)? + bias).tanh();
    }
    let y = builder.matmul(input(&[1, 32]), layer)? + input(&[1]);
    builder.output("", (y * y).sum(&[0]))?;
    builder.finish()
}

/// A loop of two carried numbers.
fn steps(length: usize) -> Result<Graph> {
    unary(&[2], |b, x| {
        let scalar = Type::scalar(Element::F64);
        b.begin_region()?;
        let (p, q) = (b.region_input(scalar.clone()), b.region_input(scalar));
        let body = b.end_region(&[p + q * 0.01, q - p * 0.01])?;
        let start = [b.index(x, 0, 0)?, b.index(x, 0, 1)?];
        let last = b.scan_region(body, &start, &[], length, false)?;
        Ok(last[0] + last[1])
    })
}
