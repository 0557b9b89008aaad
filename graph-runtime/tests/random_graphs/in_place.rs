//! Random assignments to elements of arrays, in loops and branches: what changes arrays where they
//! are computes the same as what makes new ones.

use graph_ir::graph::{InputKind, Literal};
use graph_ir::ops::{Iterations, Runs};
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire, passes};

use super::derivatives::{numbers, weighted};
use super::outcome::{Input, evaluate};
use super::reference;
use super::source::RandomSource;

const LIMIT: u64 = 1 << 26;

/// The arrays: too long for scalars, so that they are in memory.
const SHAPES: [&[usize]; 4] = [&[40], &[40], &[7, 9], &[4, 3, 5]];

/// The variables of a program: arrays and numbers that its statements change, and a position.
struct Variables<'b> {
    builder: &'b Builder,
    arrays: Vec<Wire<'b>>,
    number: Wire<'b>,
    position: Wire<'b>,
}

impl<'b> Variables<'b> {
    fn all(&self) -> Vec<Wire<'b>> {
        let others = [self.number, self.position];
        self.arrays.iter().copied().chain(others).collect()
    }

    fn set(&mut self, values: &[Wire<'b>]) {
        let count = self.arrays.len();
        self.arrays = values[..count].to_vec();
        (self.number, self.position) = (values[count], values[count + 1]);
    }

    /// Positions along some axes of an array, at least one, and these.
    fn place(&self, source: &mut RandomSource, array: usize) -> (Vec<usize>, Vec<Wire<'b>>) {
        let extents = SHAPES[array];
        let mut axes: Vec<usize> = (0..extents.len()).collect();
        if !source.once_in(3) {
            axes.retain(|_| source.once_in(2));
        }
        if axes.is_empty() {
            axes.push(source.below(extents.len()));
        }
        let positions = axes.iter().map(|&axis| {
            let extent = Literal::I64(extents[axis] as i64);
            let extent = self.builder.literal(extent);
            match source.below(3) {
                0 => {
                    let position = source.below(extents[axis]) as i64;
                    self.builder.literal(Literal::I64(position))
                }
                1 => self.position - (self.position / extent) * extent,
                _ => {
                    let some = (self.number.sin() * 3.7).abs();
                    let some = self.builder.cast(some, Element::I64).unwrap();
                    some - (some / extent) * extent
                }
            }
        });
        let positions = positions.collect();
        (axes, positions)
    }

    /// Runs statements.
    fn run(&mut self, source: &mut RandomSource, count: usize, depth: usize) {
        for _ in 0..count {
            let array = source.below(self.arrays.len());
            match source.below(if depth < 3 { 13 } else { 9 }) {
                0 => self.arrays.swap(0, 1),
                1 => self.arrays[0] = self.arrays[1],
                2 if source.once_in(2) => {
                    let (axes, positions) = self.place(source, array);
                    let several = [positions[0], positions[0]].map(|position| {
                        self.builder
                            .reshape(position, &Shape::new(&[1]).unwrap())
                            .unwrap()
                    });
                    let several = self.builder.concat(&several, 0).unwrap();
                    let parts = self.builder.gather(self.arrays[array], several, axes[0]);
                    let all: Vec<usize> = (0..SHAPES[array].len()).collect();
                    self.number = (self.number * parts.unwrap().sum(&all)).sin();
                }
                2 => {
                    let all: Vec<usize> = (0..SHAPES[array].len()).collect();
                    self.number = (self.number + self.arrays[array].sum(&all)).sin();
                }
                3 if source.once_in(3) => {
                    self.arrays[array] = self.arrays[array] * 0.5 + self.number;
                }
                4 => {
                    let one = self.builder.literal(Literal::I64(1));
                    self.position = self.position + one;
                }
                3 | 5..9 => self.assign(source, array),
                9..11 => self.branch(source, depth),
                _ => self.repeat(source, depth),
            }
        }
    }

    /// A part becomes a function of another part of the same array, or of a number.
    fn assign(&mut self, source: &mut RandomSource, array: usize) {
        let (axes, positions) = self.place(source, array);
        let whole = self.arrays[array];
        let read = match source.once_in(3) {
            true => positions.clone(),
            false => {
                let other = self.position + self.builder.literal(Literal::I64(3));
                let extents = axes.iter().map(|&axis| SHAPES[array][axis] as i64);
                let extents = extents.map(|extent| self.builder.literal(Literal::I64(extent)));
                extents
                    .map(|extent| other - (other / extent) * extent)
                    .collect()
            }
        };
        // The first two arrays are of one shape.
        let other = if array < 2 { 1 - array } else { array };
        let from = self.arrays[if source.once_in(3) { other } else { array }];
        let from = self.builder.part_at(from, &axes, &read).unwrap();
        let part = match source.below(3) {
            0 => from * 0.75 + self.number,
            1 => from.sin() * self.number,
            _ => from * from,
        };
        let part = part.sin();
        if source.once_in(3) {
            // Read in front of the assignment, used behind it.
            let old = self.builder.part_at(whole, &axes, &positions).unwrap();
            let kept: Vec<usize> = (0..old.ty().unwrap().shape.rank()).collect();
            self.number = (self.number + old.sum(&kept)).sin();
        }
        let changed = self.builder.replace(whole, part, &axes, &positions);
        self.arrays[array] = changed.unwrap();
        if source.once_in(4) {
            let again = self
                .builder
                .part_at(self.arrays[array], &axes, &read)
                .unwrap();
            let kept: Vec<usize> = (0..again.ty().unwrap().shape.rank()).collect();
            self.number = (self.number * again.sum(&kept)).sin();
        }
    }

    fn branch(&mut self, source: &mut RandomSource, depth: usize) {
        let condition = self.number.greater(0.1);
        let before = self.all();
        let sides = [0, 1].map(|side| {
            self.builder.begin_region().unwrap();
            let count = if side == 1 && source.once_in(2) {
                0
            } else {
                1 + source.below(3)
            };
            self.run(source, count, depth + 1);
            let results = self.all();
            let region = self.builder.end_region(&results).unwrap();
            self.set(&before);
            region
        });
        let [then, otherwise] = sides;
        let results = self.builder.branch(condition, then, otherwise).unwrap();
        self.set(&results);
    }

    fn repeat(&mut self, source: &mut RandomSource, depth: usize) {
        let ends = source.once_in(4);
        // An array that is not carried stays the same in all iterations, and behind them.
        let captures = source.once_in(3).then_some(self.arrays[1]);
        let carried = |values: &mut Vec<Wire<'b>>| {
            if captures.is_some() {
                values.remove(1);
            }
        };
        let all = |carried: &[Wire<'b>]| {
            let mut values = carried.to_vec();
            if let Some(array) = captures {
                values.insert(1, array);
            }
            values
        };
        let mut first = self.all();
        carried(&mut first);
        if ends {
            first.insert(0, self.number.less(10.0));
        }
        self.builder.begin_region().unwrap();
        let inputs = first.iter().map(|wire| wire.ty().unwrap());
        let inputs: Vec<Wire<'b>> = inputs.map(|ty| self.builder.region_input(ty)).collect();
        self.set(&all(&inputs[usize::from(ends)..]));
        let count = 1 + source.below(4);
        self.run(source, count, depth + 1);
        let mut results = self.all();
        carried(&mut results);
        if ends {
            results.insert(0, self.number.less(0.8));
        }
        let body = self.builder.end_region(&results).unwrap();
        let iterations = Iterations {
            runs: if ends { Runs::While } else { Runs::All },
            ..Iterations::new(2 + source.below(4), false, None)
        };
        let results = self.builder.scan_region_with(body, &first, &[], iterations);
        self.set(&all(&results.unwrap()[usize::from(ends)..]));
    }
}

/// A random program over the arrays.
fn program(source: &mut RandomSource) -> Graph {
    let builder = Builder::new();
    let input = |name: &str, extents: &[usize]| {
        let ty = Type::new(Element::F64, Shape::new(extents).unwrap());
        builder.input(name, ty, InputKind::Independent)
    };
    let mut variables = Variables {
        builder: &builder,
        arrays: SHAPES.iter().map(|extents| input("a", extents)).collect(),
        number: input("s", &[]),
        position: builder.literal(Literal::I64(source.below(5) as i64)),
    };
    variables.run(source, 6, 0);
    for wire in &variables.all()[..=SHAPES.len()] {
        builder.output("", *wire).unwrap();
    }
    drop(variables);
    builder.finish().unwrap()
}

#[test]
fn changed_arrays_hold_what_new_ones_would() {
    super::cases("in place", 80, |seed| {
        let source = &mut RandomSource::new(seed);
        let graph = program(source);
        let sizes = SHAPES.iter().map(|extents| extents.iter().product());
        let point = sizes
            .chain([1])
            .map(|size: usize| Input::F64((0..size).map(|_| source.moderate()).collect()));
        let point: Vec<Input> = point.collect();
        let expected = reference::evaluate(&graph, &point).unwrap();
        let found = evaluate(&graph, &point, LIMIT);
        assert!(
            found.as_ref() == Ok(&expected),
            "{found:x?}\ninstead of {expected:x?}\n{graph}"
        );

        let scalar = weighted(source, &graph);
        let wrt: Vec<usize> = (0..point.len()).collect();
        let gradient = graph_autodiff::gradient(&scalar, &wrt).unwrap();
        let expected = reference::evaluate(&gradient, &point).unwrap();
        let found = evaluate(&gradient, &point, LIMIT);
        assert!(
            found.as_ref() == Ok(&expected),
            "the gradient: {found:x?}\n{gradient}"
        );

        // The same of choices in the place of replacements, of which no array is changed.
        let inlined = passes::inline(&scalar).unwrap();
        let chosen = passes::expand_composites(&inlined).unwrap();
        let chosen = chosen.unwrap_or(inlined);
        let other = graph_autodiff::gradient(&chosen, &wrt).unwrap();
        let [found, expected] = [&gradient, &other].map(|graph| numbers(graph, &point).unwrap());
        let pairs = found.iter().flatten().zip(expected.iter().flatten());
        for (found, expected) in pairs {
            let close = (found - expected).abs() <= 1e-9 * expected.abs().max(1.0);
            assert!(close, "{found} instead of {expected}\n{graph}");
        }
    });
}
