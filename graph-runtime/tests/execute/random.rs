//! Random graphs: evaluating never panics, and the passes keep every bit.

use graph_ir::builder::Builder;
use graph_ir::composite::Composite;
use graph_ir::graph::InputKind;
use graph_ir::ops::{Class, Contraction, Reduction, ScalarOp, Slice};
use graph_ir::passes::prepare;
use graph_ir::{Element, Graph, Result, Shape, Type, Wire};
use graph_runtime::check;
use graph_runtime::execute::{Executable, Host, Values};

use crate::support::{EDGES, f64s, ty};

/// The source of random graphs and values.
struct Random(check::Random);

impl Random {
    fn new(seed: u64) -> Self {
        Self(check::Random::new(seed))
    }

    /// A number below `bound`; 0 for a bound of 0.
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn extents(&mut self) -> Vec<usize> {
        let rank = self.below(4);
        (0..rank)
            .map(|_| self.pick(&[0, 1, 1, 2, 3, 5, 17]))
            .collect()
    }

    /// Some of the axes of a shape, ascending.
    fn axes(&mut self, rank: usize) -> Vec<usize> {
        (0..rank).filter(|_| self.below(2) == 0).collect()
    }

    fn permutation(&mut self, rank: usize) -> Vec<usize> {
        let mut axes: Vec<usize> = (0..rank).collect();
        for i in (1..rank).rev() {
            axes.swap(i, self.below(i + 1));
        }
        axes
    }

    fn slice(&mut self, extents: &[usize]) -> (Slice, Vec<usize>) {
        let mut axes = Vec::new();
        let mut part = Vec::new();
        for &extent in extents {
            let step: i64 = self.pick(&[1, 1, 2, -1, -2]);
            let start = self.below(extent);
            let left = if step > 0 { extent - start } else { start + 1 };
            let count = left.min(extent).div_ceil(step.unsigned_abs() as usize);
            axes.push((start as i64, step));
            part.push(self.below(count + 1));
        }
        (Slice::from_known(axes), part)
    }
}

/// A random operator over random values so far; most attempts fit, some do not.
fn operator<'b>(b: &'b Builder, wires: &[Wire<'b>], random: &mut Random) -> Result<Vec<Wire<'b>>> {
    let x = random.pick(wires);
    let own = x.ty()?;
    let extents = own.shape.extents();
    let rank = extents.len();
    let other = random.pick(wires);
    Ok(vec![match random.below(18) {
        0..=2 => {
            let op = random.pick(&ScalarOp::all());
            let mut operands = vec![x, other, random.pick(wires)];
            operands.truncate(op.arity());
            if op.class() == Class::Logic {
                let zeros = operands.iter().map(|&wire| b.cast(wire, Element::Bool));
                operands = zeros.collect::<Result<_>>()?;
            }
            if op.divides() && own.element == Element::I64 && operands[1].ty()? == own {
                // A divisor of zero would be an error.
                let zero = operands[1].equal(operands[1].zeros_like());
                operands[1] = zero.select(operands[1].ones_like(), operands[1]);
            }
            b.scalar(op, &operands)?
        }
        3 => b.cast(x, random.pick(&Element::ALL[..4]))?,
        4 => b.select(b.cast(x, Element::Bool)?, x, other)?,
        5 => b.sum(&[x, x, other][..random.below(4)], &own)?,
        6 => {
            let mut to = random.extents();
            let axes: Vec<usize> = (0..rank).map(|axis| axis + to.len()).collect();
            to.extend(&extents);
            b.broadcast(x, &Shape::new(&to)?, &axes)?
        }
        7 => b.transpose(x, &random.permutation(rank))?,
        8 => b.reshape(x, &Shape::new(&[extents.iter().product()])?)?,
        9 => {
            let (slice, part) = random.slice(&extents);
            b.slice(x, &slice, &Shape::new(&part)?)?
        }
        10 => {
            let axis = random.below(rank);
            b.concat(&[x, other, x], axis)?
        }
        11 | 12 => {
            let axes = random.axes(rank);
            b.reduce(random.pick(&Reduction::ALL), x, &axes)?
        }
        13 => {
            let contraction = Contraction {
                batch: vec![],
                contracted: random.axes(rank).into_iter().map(|a| (a, a)).collect(),
                absolute: random.below(2) == 0,
            };
            b.contract(x, x, &contraction)?
        }
        14 => b.composite(random.pick(&Composite::ALL), &[x], &random.axes(rank))?,
        15 => {
            // Indices that are in range wherever there is a position at all.
            let axis = random.below(rank);
            let indices = b.reduce(Reduction::ArgMax, x, &[axis])?;
            let part = b.gather(x, indices, axis)?;
            return Ok(vec![part, b.scatter_add(indices, part, axis, &own)?]);
        }
        16 => match random.below(2) {
            0 => b.sort(x, random.below(rank))?,
            _ => b.argsort(x, random.below(rank))?,
        },
        _ => {
            b.begin_region()?;
            let body = x.ty().and_then(|ty| {
                let carried = b.region_input(ty);
                operator(b, &[carried, other], random)
            });
            let Ok(body) = body else {
                b.cancel_region();
                return body;
            };
            let region = b.end_region(&[body[0]])?;
            b.scan_region(region, &[x], &[], random.below(4), random.below(2) == 0)?[0]
        }
    }])
}

pub(crate) fn random_graph(seed: u64) -> Graph {
    let random = &mut Random::new(seed);
    let b = Builder::new();
    let types: Vec<Type> = vec![f64s(&random.extents()), ty(Element::F32, &random.extents())];
    let mut wires: Vec<Wire<'_>> = Vec::new();
    for ty in types {
        wires.push(b.input("", ty, InputKind::Independent));
    }
    wires.push(b.number(Element::F64, random.pick(&EDGES)));
    for _ in 0..25 {
        // Operators that do not fit, and results that have become large, are left out.
        if let Ok(results) = operator(&b, &wires, random) {
            let small = |wire: &Wire<'_>| wire.ty().is_ok_and(|ty| ty.shape.size() < 5000);
            wires.extend(results.into_iter().filter(small));
        }
    }
    for &wire in &wires[2..] {
        b.output("", wire).unwrap();
    }
    b.finish().unwrap()
}

/// All results as text, in which NaNs are alike and zeros keep their signs.
fn results(graph: &Graph) -> Vec<String> {
    let executable = Executable::new(graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let size = |position: usize| executable.input_types().nth(position).unwrap().shape.size();
    let mut edges = EDGES.iter().copied().cycle();
    let doubles: Vec<f64> = edges.by_ref().take(size(0)).collect();
    let singles: Vec<f32> = edges.by_ref().take(size(1)).map(|x| x as f32).collect();
    let inputs = [Values::F64(&doubles), Values::F32(&singles)];
    executable
        .run(&mut Host::new(), &mut workspace, &inputs)
        .unwrap();
    let outputs = 0..graph.outputs().len();
    outputs
        .map(|position| match workspace.output(position).unwrap() {
            Values::F64(v) => format!("{v:?}"),
            Values::F32(v) => format!("{v:?}"),
            Values::Bool(v) => format!("{v:?}"),
            Values::I64(v) => format!("{v:?}"),
        })
        .collect()
}

#[test]
fn preparing_a_graph_keeps_every_bit() {
    let mut operators = std::collections::BTreeSet::new();
    for seed in 0..1500 {
        let graph = random_graph(seed);
        graph_ir::verify::verify(&graph).unwrap();
        for id in graph.ids() {
            let text = format!("{:?}", graph.op(id));
            operators.insert(text.split('(').next().unwrap().to_string());
        }
        let prepared = prepare(&graph).unwrap();
        let (plain, prepared) = (results(&graph), results(&prepared));
        for (i, (plain, prepared)) in plain.iter().zip(&prepared).enumerate() {
            assert_eq!(plain, prepared, "output {i} of graph {seed}");
        }
    }
    // Every operator has come by but calls, branches and functions of the host.
    assert!(operators.len() >= 17, "{operators:?}");
}
