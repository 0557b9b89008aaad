//! Graphs of symbolic extents, one or more for each operator that takes them.

use graph_ir::algebra::Algebra;
use graph_ir::error::Result;
use graph_ir::graph::{Constant, InputKind, Literal};
use graph_ir::ops::composite::Composite;
use graph_ir::ops::{Contraction, Iterations, Slice, Windows};
use graph_ir::ops::{Cumulation, Reduction};
use graph_ir::types::{Element, Extent, Shape, Symbol, Type};
use graph_ir::{Builder, Graph, Wire};

use super::{FEW, LONG, NUMBERS, SMALL};

/// A graph with inputs of these extents: `N` and `M` are symbols, others are numbers.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    inputs: &'static [&'static [&'static str]],
    body: for<'b> fn(&'b Builder, &[Wire<'b>]) -> Result<Vec<Wire<'b>>>,
}

impl Case {
    pub(crate) fn graph(&self) -> Graph {
        let builder = Builder::new();
        let inputs = self.inputs.iter().enumerate().map(|(number, extents)| {
            let shape = Shape::of(extents.iter().map(|text| extent(text))).unwrap();
            let ty = Type::new(Element::F64, shape);
            builder.input(&format!("x{number}"), ty, InputKind::Independent)
        });
        let inputs: Vec<Wire<'_>> = inputs.collect();
        let results = (self.body)(&builder, &inputs);
        let results = results.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        for (number, result) in results.into_iter().enumerate() {
            builder.output(&format!("y{number}"), result).unwrap();
        }
        let finished = builder.finish();
        finished.unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Numbers for all symbols.
    pub(crate) fn extents(&self) -> Vec<Vec<(&'static str, usize)>> {
        let symbols = self.graph().symbols();
        let has = |name| symbols.contains(&Symbol::new(name));
        let mut all = vec![Vec::new()];
        let numbers = match LONG.contains(&self.name) {
            true => &SMALL[..],
            false => &NUMBERS,
        };
        for (name, numbers) in [("N", numbers), ("M", &FEW)] {
            if has(name) {
                let with = |given: &Vec<_>| -> Vec<Vec<_>> {
                    let numbers = numbers.iter();
                    numbers
                        .map(|&number| [&given[..], &[(name, number)]].concat())
                        .collect()
                };
                all = all.iter().flat_map(with).collect();
            }
        }
        all
    }
}

fn extent(text: &str) -> Extent {
    match text.parse::<usize>() {
        Ok(known) => known.into(),
        Err(_) => Extent::symbol(&Symbol::new(text)),
    }
}

fn n() -> Extent {
    extent("N")
}

fn m() -> Extent {
    extent("M")
}

/// Six numbers that differ.
fn table(b: &Builder) -> Wire<'_> {
    let numbers = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
    let table = Constant::from_f64s(Element::F64, shape(&[6.into()]), &numbers);
    b.constant(table.unwrap())
}

fn shape(extents: &[Extent]) -> Shape {
    Shape::of(extents.to_vec()).unwrap()
}

/// Cells that exchange what they hold with their neighbours, step by step: the last state, and the
/// sum after each step.
fn diffusion<'b>(b: &'b Builder, x: &[Wire<'b>], steps: Extent) -> Result<Vec<Wire<'b>>> {
    b.begin_region()?;
    let cells = Type::new(Element::F64, shape(&[n()]));
    let state = b.region_input(cells.clone());
    let source = b.region_input(Type::scalar(Element::F64));
    let way = b.range(state, 0, 1, n() - 1)? - b.range(state, 0, 0, n() - 1)?;
    let flow = way * x[1].broadcast(&way.ty()?.shape, &[]);
    let zero = b.number(Element::F64, 0.0);
    let (gain, loss) = (b.pad(flow, &[(0, 1)], zero)?, b.pad(flow, &[(1, 0)], zero)?);
    let next = (state + gain - loss).sin() + source.broadcast(&cells.shape, &[]);
    let body = b.end_region(&[next, next.sum(&[0])])?;
    b.scan_region(body, &[x[0]], &[x[2]], steps, false)
}

pub(crate) const CASES: &[Case] = &[
    Case {
        name: "elements",
        inputs: &[&["N"], &["N"], &[]],
        body: |b, x| {
            let larger = x[0].less(x[1]);
            let chosen = b.select(larger, x[0] * x[1], x[0].sin() + x[2])?;
            let sum = b.sum(&[x[0], x[1], chosen], &x[0].ty()?)?;
            Ok(vec![
                sum.exp(),
                b.cast(b.cast(x[0], Element::F32)?, Element::F64)? * x[1],
            ])
        },
    },
    Case {
        name: "least squares",
        inputs: &[&["N", "3"], &["N"], &["3"]],
        body: |b, x| {
            let error = b.matmul(x[0], x[2])? - x[1];
            Ok(vec![b.dot(error, error)? / b.count(&n(), Element::F64)?])
        },
    },
    Case {
        name: "broadcast, transpose, reshape",
        inputs: &[&["N"], &["2", "M"]],
        body: |b, x| {
            let wide = b.broadcast(x[0], &shape(&[m(), n(), 2.into()]), &[1])?;
            let turned = b.transpose(wide, &[1, 0, 2])?;
            let other = b.broadcast(b.transpose(x[1], &[1, 0])?, &turned.ty()?.shape, &[1, 2])?;
            let flat = b.reshape(turned * other, &shape(&[&n() * &m(), 2.into()]))?;
            Ok(vec![
                flat.sin() * flat,
                b.reshape(flat, &shape(&[n(), m(), 2.into()]))?,
            ])
        },
    },
    Case {
        name: "neighbours",
        inputs: &[&["N"]],
        body: |b, x| {
            let stretch = b.range(x[0], 0, 1, n() - 1)? - b.range(x[0], 0, 0, n() - 1)?;
            let last = b.index(x[0], 0, n() - 1)?;
            Ok(vec![b.dot(stretch, stretch)? * last, stretch.sin()])
        },
    },
    Case {
        name: "backwards, and every element of the third row",
        inputs: &[&["N", "M"]],
        body: |b, x| Ok(vec![b.flip(x[0], 0)? * x[0], b.index(x[0], 0, 2)?.exp()]),
    },
    Case {
        name: "joined",
        inputs: &[&["N"], &["M"]],
        body: |b, x| {
            let joined = b.concat(&[x[0], x[1], x[0]], 0)?;
            let middle = b.range(joined, 0, n(), m())?;
            let around = b.pad(joined.sin(), &[(1, 2)], b.number(Element::F64, 0.5))?;
            Ok(vec![middle * x[1], around * around])
        },
    },
    Case {
        name: "pieces over a background",
        inputs: &[&["N"], &[]],
        body: |b, x| {
            let mut place = Slice::whole(1);
            place.axes[0].0 = 2.into();
            let whole = Type::new(Element::F64, shape(&[n() * 2 + 3]));
            let placed = b.assemble(x[1], &[(x[0], place)], &whole)?;
            Ok(vec![placed * placed])
        },
    },
    Case {
        name: "overlapping pieces",
        inputs: &[&["N"]],
        body: |b, x| {
            let mut second = Slice::whole(1);
            second.axes[0].0 = 1.into();
            let whole = Type::new(Element::F64, shape(&[n() + 1]));
            let zero = b.number(Element::F64, 0.0);
            let pieces = [(x[0], Slice::whole(1)), (x[0] * x[0], second)];
            Ok(vec![b.superpose(zero, &pieces, &whole)?.sin()])
        },
    },
    Case {
        name: "reductions",
        inputs: &[&["N", "M"]],
        body: |b, x| {
            let mut results = vec![x[0].sum(&[0, 1]), x[0].sum(&[0]), x[0].sum(&[1])];
            for reduction in [Reduction::Max, Reduction::Min] {
                results.push(b.reduce(reduction, x[0], &[0])? * 2.0);
                results.push(b.reduce(reduction, x[0], &[1])?.exp());
            }
            let first = b.reduce(Reduction::ArgMax, x[0], &[1])?;
            results.push(b.cast(first, Element::F64)? * b.index(x[0], 1, 0)?);
            Ok(results)
        },
    },
    Case {
        name: "composites",
        inputs: &[&["N", "3"]],
        body: |b, x| {
            let of = |composite, axes: &[usize]| b.composite(composite, &[x[0]], axes);
            Ok(vec![
                of(Composite::Softmax, &[0])?,
                of(Composite::LogSoftmax, &[0])?,
                of(Composite::LogSumExp, &[0])?,
                of(Composite::LogSumExp, &[0, 1])?,
                of(Composite::Mean, &[0])?,
                of(Composite::Variance, &[0])?,
                of(Composite::Norm, &[0])?,
            ])
        },
    },
    Case {
        name: "contractions",
        inputs: &[&["N", "M"], &["M", "3"], &["N", "3"]],
        body: |b, x| {
            let product = b.matmul(x[0], x[1])?;
            let batch = Contraction {
                batch: vec![(0, 0)],
                contracted: vec![(1, 1)],
                absolute: false,
            };
            let rows = b.contract(product, x[2], &batch)?;
            let outer = Contraction {
                batch: Vec::new(),
                contracted: vec![(0, 0)],
                absolute: true,
            };
            Ok(vec![product, rows.sin(), b.contract(x[2], x[0], &outer)?])
        },
    },
    Case {
        name: "named axes",
        inputs: &[&["N", "M"], &["M"]],
        body: |b, x| {
            let gram = b.einsum(
                &[&['i', 'k'], &['j', 'k'], &['k']],
                &['i', 'j'],
                &[x[0], x[0], x[1]],
            )?;
            Ok(vec![gram])
        },
    },
    Case {
        name: "positions",
        inputs: &[&["N"], &["M"]],
        body: |b, x| {
            let positions = b.iota(&n())?;
            let number = b.cast(positions, Element::F64)?;
            let back = b.extent(&(n() - 1)) - positions;
            let turned = b.gather(x[0], back, 0)?;
            let whole = Type::new(Element::F64, shape(&[n(), m()]));
            let rows = b.broadcast(x[1], &whole.shape, &[1])?;
            let added = b.scatter_add(back, rows, 0, &whole)?;
            Ok(vec![
                turned * number,
                added.sin() * x[0].broadcast(&whole.shape, &[0]),
            ])
        },
    },
    Case {
        name: "a network: rows at computed positions",
        inputs: &[&["N", "2"], &["3"]],
        body: |b, x| {
            let first = b.iota(&(n() - 1))?;
            let other = first + b.literal(Literal::I64(1));
            let ends = [first, other].map(|at| b.gather(x[0], at, 0));
            let [first_end, other_end] = ends;
            let (first_end, other_end) = (first_end?, other_end?);
            let stretch = other_end - first_end;
            let pull = stretch * stretch.sin();
            let whole = x[0].ty()?;
            let forces = b.sum(
                &[
                    b.scatter_add(first, pull, 0, &whole)?,
                    b.scatter_add(other, -pull, 0, &whole)?,
                ],
                &whole,
            )?;
            let few = Type::new(Element::F64, shape(&[3.into()]));
            let zero = first * b.literal(Literal::I64(0));
            let bins = b.scatter_add(zero, b.index(pull, 1, 1)?, 0, &few)?;
            Ok(vec![
                forces * x[0],
                bins * x[1],
                b.gather(x[0], b.extent(&(n() - 1)), 0)?,
            ])
        },
    },
    Case {
        name: "diffusion, over a known number of steps",
        inputs: &[&["N"], &[], &["5"]],
        body: |b, x| diffusion(b, x, 5.into()),
    },
    Case {
        name: "running sums and products",
        inputs: &[&["N"], &["N", "3"], &["N", "M"]],
        body: |b, x| {
            Ok(vec![
                b.cumulate(Cumulation::Sum, x[0], 0)?.sin(),
                b.cumulate(Cumulation::Prod, x[0], 0)?,
                b.cumulate(Cumulation::Sum, x[1], 0)?.sin(),
                b.cumulate(Cumulation::Prod, x[1], 1)?.sin(),
                b.cumulate(Cumulation::Sum, x[2], 1)?.sin(),
                b.cumulate(Cumulation::Prod, x[2], 0)?.sin(),
            ])
        },
    },
    Case {
        name: "products over axes",
        inputs: &[&["N"], &["N", "3"]],
        body: |b, x| {
            Ok(vec![
                b.reduce(Reduction::Prod, x[0], &[0])?,
                b.reduce(Reduction::Prod, x[1], &[0])?.sin(),
                b.reduce(Reduction::Prod, x[1], &[1])?.sin(),
                b.reduce(Reduction::Prod, x[1], &[0, 1])?,
            ])
        },
    },
    Case {
        name: "sorting",
        inputs: &[&["N"], &["N", "3"], &["N", "M"]],
        body: |b, x| {
            let sorted = [(x[0], 0), (x[1], 0), (x[1], 1), (x[2], 0), (x[2], 1)];
            let sorted = sorted
                .into_iter()
                .map(|(x, axis)| Ok(b.sort(x.sin(), axis)?.sin()));
            let mut results = sorted.collect::<Result<Vec<_>>>()?;
            let order = b.argsort(x[0], 0)?;
            results.push(b.gather(x[0], order, 0)? * x[0]);
            Ok(results)
        },
    },
    Case {
        name: "systems of equations",
        inputs: &[&["N", "N"], &["N"], &["N", "2"]],
        body: |b, x| {
            let three = b.full(&x[1].ty()?, 3.0)?;
            let matrix = x[0].sin() + b.diagonal(three)?;
            let inverse = b.algebra(Algebra::Inverse, &[matrix])?;
            Ok(vec![
                b.algebra(Algebra::LinearSolve, &[matrix, x[1]])?.sin(),
                b.algebra(Algebra::TransposedSolve, &[matrix, x[2]])?.sin(),
                b.matmul(inverse, x[1])?.sin(),
                b.algebra(Algebra::LogDet, &[matrix])?.sin(),
            ])
        },
    },
    Case {
        name: "determinants",
        inputs: &[&["N", "N"]],
        body: |b, x| Ok(vec![b.algebra(Algebra::Det, &[x[0].sin()])?]),
    },
    Case {
        name: "branches on extents",
        inputs: &[&["N"]],
        body: |b, x| {
            let condition = b.extent(&n()).greater(b.number(Element::I64, 2.0));
            b.begin_side(condition)?;
            let third = b.index(x[0], 0, 2)? * x[0].sum(&[0]);
            let then = b.end_region(&[third])?;
            b.begin_side(condition)?;
            let otherwise = b.end_region(&[x[0].sin().sum(&[0])])?;
            b.branch(condition, then, otherwise)
        },
    },
    Case {
        name: "a part replaced at a position",
        inputs: &[&["N"], &["N", "3"], &["3"]],
        body: |b, x| {
            let last = b.extent(&(n() - 1));
            let one = b.literal(Literal::I64(1));
            let first = b.index(x[0], 0, 0)? * x[0].sum(&[0]);
            let changed = b.replace(x[0], first, &[0], &[last])?;
            let row = b.replace(x[1], x[2], &[0], &[last])?;
            let column = b.replace(row, x[0], &[1], &[one])?;
            let element = b.replace(column, x[2].sum(&[0]), &[0, 1], &[last, one])?;
            Ok(vec![changed.sin() * x[0], row.sin(), column, element.sin()])
        },
    },
    Case {
        name: "parts at positions along several axes",
        inputs: &[&["N", "3"], &["2", "N"], &["2", "3", "N"]],
        body: |b, x| {
            let last = b.extent(&(n() - 1));
            let one = b.literal(Literal::I64(1));
            let element = b.part_at(x[0], &[0, 1], &[last, one])?;
            let of_lines = b.part_at(x[1], &[0, 1], &[one, last])?;
            let line = b.part_at(x[2], &[0, 1], &[one, one])?;
            let pair = b.part_at(x[2], &[1, 2], &[one, last])?;
            // An element of a row, which is read of the whole.
            let row = b.gather(x[1], one, 0)?;
            let of_row = b.gather(row, last, 0)? * b.index(row.sin(), 0, 0)?;
            Ok(vec![
                element * of_lines,
                line * of_lines,
                pair.sin(),
                of_row,
            ])
        },
    },
    Case {
        name: "elements assigned in a loop, under a condition",
        inputs: &[&["N"], &["N"]],
        body: |b, x| {
            b.begin_region()?;
            let array = b.region_input(x[0].ty()?);
            let counter = b.region_input(Type::scalar(Element::I64));
            let own = b.region_input(Type::scalar(Element::F64));
            let two = b.literal(Literal::I64(2));
            let half = b.gather(array, counter / two, 0)?;
            let changed = b.replace(array, half * own + own, &[0], &[counter])?;
            b.begin_region()?;
            let first = b.gather(changed, b.literal(Literal::I64(0)), 0)?;
            let both = b.replace(changed, first * half, &[0], &[counter / two])?;
            let then = b.end_region(&[both, first])?;
            b.begin_region()?;
            let otherwise = b.end_region(&[changed, own])?;
            let sides = b.branch(half.greater(0.2), then, otherwise)?;
            let next = counter + b.literal(Literal::I64(1));
            let body = b.end_region(&[sides[0], next, sides[1] * half])?;
            let start = b.literal(Literal::I64(0));
            let results = b.scan_region(body, &[x[0], start], &[x[1]], n(), false)?;
            Ok(vec![results[0], results[2]])
        },
    },
    Case {
        name: "diffusion, over as many steps as cells",
        inputs: &[&["N"], &[], &["N"]],
        body: |b, x| diffusion(b, x, n()),
    },
    Case {
        name: "pairs",
        inputs: &[&["N", "2"], &["N"]],
        body: |b, x| {
            b.begin_region()?;
            let number = || Type::scalar(Element::F64);
            let (energy, own) = (
                b.region_input(number()),
                b.region_input(Type::new(Element::F64, shape(&[2.into()]))),
            );
            b.begin_region()?;
            let sum = b.region_input(number());
            let other = b.region_input(Type::new(Element::F64, shape(&[2.into()])));
            let charge = b.region_input(number());
            let way = own - other;
            let softened = b.dot(way, way)? + b.number(Element::F64, 0.25);
            let inner = b.end_region(&[sum + charge / softened.sqrt()])?;
            let zero = b.number(Element::F64, 0.0);
            let pulls = b.scan_region(inner, &[zero], &[x[0], x[1]], n(), false)?[0];
            let body = b.end_region(&[energy + pulls * pulls, pulls])?;
            let zero = b.number(Element::F64, 0.0);
            b.scan_region(body, &[zero], &[x[0]], n(), false)
        },
    },
    Case {
        name: "a part of a known array and of a table, at a symbolic position",
        inputs: &[&["6"]],
        body: |b, x| {
            Ok(vec![
                b.range(table(b), 0, n(), 3)? * b.range(x[0], 0, n(), 3)?,
            ])
        },
    },
    Case {
        name: "one element of known arrays",
        inputs: &[&["2", "3"], &["6"]],
        body: |b, x| {
            let flat = b.reshape(x[0], &Shape::new(&[6])?)?;
            let column = b.reshape(x[1], &Shape::new(&[6, 1])?)?;
            let product = b.index(flat, 0, n())? * b.index(table(b), 0, n() + 1)?;
            Ok(vec![product.sin(), b.index(column, 0, n())?.exp()])
        },
    },
    Case {
        name: "a piece at a symbolic position of a known array",
        inputs: &[&["6"]],
        body: |b, x| {
            let mut place = Slice::whole(1);
            place.axes[0].0 = n() + 6;
            let last = b.range(table(b), 0, n(), 1)?;
            let whole = Type::new(Element::F64, Shape::new(&[9])?);
            let half = b.number(Element::F64, 0.5);
            let pieces = [(x[0], Slice::whole(1)), (last, place)];
            let placed = b.assemble(half, &pieces, &whole)?;
            Ok(vec![placed * placed])
        },
    },
    Case {
        name: "many pieces, of which one moves",
        inputs: &[&["9"], &["9"]],
        body: |b, x| {
            let pieces = |of| {
                let piece = |place: i64| {
                    Ok((
                        b.range(of, 0, place, 1)?,
                        Slice::from_known([(8 - place, 1)]),
                    ))
                };
                (0..9).map(piece).collect::<Result<Vec<_>>>()
            };
            let whole =
                |count| -> Result<Type> { Ok(Type::new(Element::F64, Shape::new(&[count])?)) };
            let zero = b.number(Element::F64, 0.0);
            let known = b.assemble(zero, &pieces(x[0])?, &whole(9)?)?;
            let mut moved = pieces(x[1])?;
            moved[0].1.axes[0].0 = n() + 8;
            let moving = b.assemble(zero, &moved, &whole(11)?)?;
            Ok(vec![b.index(known, 0, n() + 2)?.sin(), moving * moving])
        },
    },
    Case {
        name: "conditions",
        inputs: &[&["N"], &[]],
        body: |b, x| {
            let condition = x[1].less(b.number(Element::F64, 1.0));
            b.begin_region()?;
            let then = b.end_region(&[x[0].sin() * x[1]])?;
            b.begin_region()?;
            let otherwise = b.end_region(&[x[0] * x[0]])?;
            b.branch(condition, then, otherwise)
        },
    },
    Case {
        name: "a recurrence",
        inputs: &[&["N", "2"], &["2"]],
        body: |b, x| {
            b.begin_region()?;
            let pair = || Type::new(Element::F64, Shape::new(&[2]).unwrap());
            let (state, row) = (b.region_input(pair()), b.region_input(pair()));
            let next = (state * row).sin() + x[1];
            let body = b.end_region(&[next, state * next])?;
            b.scan_region(body, &[x[1]], &[x[0]], n(), false)
        },
    },
    Case {
        name: "a recurrence of vectors, backwards, that counts",
        inputs: &[&["N"], &["M"]],
        body: |b, x| {
            b.begin_region()?;
            let vector = Type::new(Element::F64, shape(&[m()]));
            let state = b.region_input(vector);
            let count = b.region_input(Type::scalar(Element::I64));
            let number = b.region_input(Type::scalar(Element::F64));
            let next = (state * number).tanh() + b.cast(count, Element::F64)?;
            let one = b.literal(Literal::I64(1));
            let body = b.end_region(&[next, count + one, next.sum(&[0])])?;
            let zero = b.literal(Literal::I64(0));
            let results = b.scan_region(body, &[x[1], zero], &[x[0]], n(), true)?;
            Ok(vec![results[0], results[2]])
        },
    },
    Case {
        name: "loops with checkpoints",
        inputs: &[&["N"], &[], &["N", "2"]],
        body: |b, x| {
            let mut results = Vec::new();
            let intervals = [
                Extent::root(&n()),
                3.into(),
                Extent::quotient(&n(), &2.into()),
            ];
            for (number, every) in intervals.into_iter().enumerate() {
                b.begin_region()?;
                let state = b.region_input(Type::scalar(Element::F64));
                let own = b.region_input(Type::scalar(Element::F64));
                let row = b.region_input(Type::new(Element::F64, shape(&[2.into()])));
                let next = (state * own + x[1]).sin() + b.dot(row, row)?;
                let body = b.end_region(&[next, next * own])?;
                let iterations = Iterations::new(n(), number == 1, Some(every));
                let scan = b.scan_region_with(body, &[x[1]], &[x[0], x[2]], iterations)?;
                results.extend(scan);
            }
            Ok(results)
        },
    },
    Case {
        name: "a function",
        inputs: &[&["N"]],
        body: |b, x| {
            b.begin_region()?;
            let argument = b.region_input(Type::new(Element::F64, shape(&[n()])));
            let body = b.end_region(&[argument.sin() * argument])?;
            let function = b.region_function(body)?;
            let once = b.call(&function, &[x[0]])?[0];
            b.call(&function, &[once])
        },
    },
    Case {
        name: "diagonals and triangles",
        inputs: &[&["N", "N"], &["N"], &["N", "M"]],
        body: |b, x| {
            let matrix = b.diagonal(x[1])? * x[0];
            Ok(vec![
                b.trace(b.lower_triangle(matrix * x[0])?)?,
                b.diagonal(x[0])? * x[1],
                b.upper_triangle(x[2])? - b.lower_triangle(x[2])?,
                b.einsum(&[&['i', 'i'], &['i']], &[], &[x[0], x[1]])?,
            ])
        },
    },
    Case {
        name: "products of matrices",
        inputs: &[&["N", "M"], &["M", "N"], &["N"]],
        body: |b, x| {
            let all = Contraction {
                batch: Vec::new(),
                contracted: vec![(0, 0), (1, 1)],
                absolute: false,
            };
            let square = b.matmul(x[0], x[1])?.sin();
            let gram = b.matmul(b.transpose(x[0], &[1, 0])?, x[0])?;
            let long = b.matmul(square, b.transpose(square, &[1, 0])?)?;
            Ok(vec![
                long * square,
                gram.exp(),
                b.matmul(x[2], square)?,
                b.matmul(square, x[2])? * x[2],
                b.contract(long, square, &all)?,
            ])
        },
    },
    Case {
        name: "a Gaussian process",
        inputs: &[&["N", "2"], &["N"], &["2"]],
        body: |b, x| {
            let square = shape(&[n(), n()]);
            let across = b.matmul(x[0], b.transpose(x[0], &[1, 0])?)?;
            let own = b.reduce(Reduction::Sum, x[0] * x[0], &[1])?;
            let both = own.broadcast(&square, &[0]) + own.broadcast(&square, &[1]);
            let width = b.index(x[2], 0, 0)?.exp().broadcast(&square, &[]);
            let kernel = ((across * 2.0 - both) * width).exp();
            let noise = b.full(&x[1].ty()?, 0.5)?;
            let lower = b.algebra(Algebra::Cholesky, &[kernel + b.diagonal(noise)?])?;
            let half = b.algebra(Algebra::LowerSolve, &[lower, x[1]])?;
            let whole = b.algebra(Algebra::LowerTransposedSolve, &[lower, half])?;
            let spread = b.diagonal(lower)?.ln().sum(&[0]);
            Ok(vec![b.dot(half, half)? * 0.5 + spread, whole])
        },
    },
    Case {
        name: "windows along known axes",
        inputs: &[&["N", "7"], &["N", "2", "6"]],
        body: |b, x| {
            let windows = |axis, size, stride, dilation| Windows {
                axis,
                size,
                stride,
                dilation,
            };
            let wide = b.windows(x[0], windows(1, 3, 2, 1))?;
            let apart = b.windows(x[1], windows(2, 2, 1, 3))?;
            // A single window, windows of one position, and more positions than windows.
            let one = b.windows(x[0], windows(1, 7, 1, 1))?;
            let single = b.windows(x[0], windows(1, 1, 3, 1))?;
            let long = b.windows(x[0], windows(1, 6, 1, 1))?;
            Ok(vec![wide * wide, apart.exp(), one, single, long.sin()])
        },
    },
    Case {
        name: "rolled axes and windows",
        inputs: &[&["N", "3"], &["4", "N"], &["N", "2"]],
        body: |b, x| {
            let windows = |axis, size, dilation| Windows {
                axis,
                size,
                stride: 1,
                dilation,
            };
            Ok(vec![
                b.roll(x[0], 0, -1)? * x[0],
                b.windows(x[2], windows(0, 2, 1))?,
                b.windows(x[1], windows(1, 1, 2))?,
            ])
        },
    },
    Case {
        name: "single rows",
        inputs: &[&["1", "N"], &["N"], &["1", "1", "N"], &["1", "N", "3"]],
        body: |b, x| {
            let row = b.reshape(x[1], &x[0].ty()?.shape)?;
            let product = row.sin() * x[0];
            let deep = b.reshape(product, &x[2].ty()?.shape)? * x[2];
            let wide = x[3].exp() * x[3];
            Ok(vec![
                product,
                b.reshape(product, &shape(&[n()]))? * x[1],
                product.sum(&[0, 1]),
                x[0].sum(&[0]),
                x[0].sum(&[1]),
                deep,
                wide,
                wide.sum(&[1]),
                b.transpose(product, &[1, 0])?,
                b.concat(&[x[0].cos(), x[0]], 0)?,
                b.concat(&[x[0], product], 1)?,
            ])
        },
    },
    Case {
        name: "products with single rows and columns",
        inputs: &[
            &["N", "4"],
            &["1", "4"],
            &["1", "N"],
            &["N", "1"],
            &["1", "1"],
        ],
        body: |b, x| {
            let turned = |wire| b.transpose(wire, &[1, 0]);
            let (column, row) = (
                b.matmul(x[0], turned(x[1])?)?,
                b.matmul(x[1], turned(x[0])?)?,
            );
            let number = b.matmul(x[2], x[3])?;
            Ok(vec![
                (row - x[2]).tanh(),
                (column - x[3]).tanh(),
                b.matmul(x[2], x[0])?,
                b.matmul(number, x[2])? * turned(x[3])?,
                b.matmul(x[3], number)? + turned(x[2])?,
                b.matmul(x[3], x[4])?,
                b.matmul(x[4], x[2])?,
                number,
            ])
        },
    },
    Case {
        name: "single rows and columns of several symbols",
        inputs: &[&["N", "M"], &["1", "M"], &["N", "1"], &["1", "N"]],
        body: |b, x| {
            let column = b.matmul(x[0], b.transpose(x[1], &[1, 0])?)? - x[2];
            let row = b.matmul(x[3], x[0])?;
            Ok(vec![
                (column * column).sum(&[0, 1]),
                column,
                row.tanh(),
                row * x[1],
            ])
        },
    },
];
