//! Graphs in tiles of rows give the bits of the graphs of their numbers.

use graph_ir::error::Error;
use graph_ir::graph::{InputKind, Literal};
use graph_ir::ops::{Reduction, Slice};
use graph_ir::passes::tile::{ArrayId, Operand, Origin, Step, TermOrder, TileResult, Tiling, tile};
use graph_ir::types::{Element, Extent, Shape, Symbol, Type};
use graph_ir::{Builder, Graph, passes};
use graph_math::order::Partial;
use graph_runtime::execute::{AsValues, Executable, Host, Values};

use super::cases::CASES;
use super::{DERIVED, evaluate, inputs};

/// The cases of which some form is refused, with the operator that is not computed by rows.
const REFUSED: [(&str, &str); 9] = [
    ("broadcast, transpose, reshape", "reshape"),
    ("backwards, and every element of the third row", "slice"),
    ("pieces over a background", "assemble"),
    ("named axes", "contract"),
    ("named axes", "input"),
    ("positions", "gather"),
    ("conditions", "if"),
    ("diagonals and triangles", "input"),
    ("rolled axes and windows", "input"),
];

#[test]
fn tiles_give_the_bits_of_the_whole() {
    let mut refused: Vec<(&str, String)> = Vec::new();
    let mut tiled = 0;
    for case in CASES {
        let graph = case.graph();
        for (form, derive) in DERIVED {
            for all in case.extents() {
                let others: Vec<_> = all.iter().copied().filter(|e| e.0 != "N").collect();
                let Ok(graph) = graph.with_extents(&others) else {
                    continue;
                };
                let derived = passes::prepare(&derive(&graph).unwrap()).unwrap();
                let tiling = match tile(&derived, &[16, 8]) {
                    Ok(tiling) => tiling,
                    Err(Error::NotByRows { op, .. }) => {
                        let new = (case.name, op);
                        if !refused.contains(&new) {
                            refused.push(new);
                        }
                        continue;
                    }
                    Err(error) => panic!("{}, {form}: {error}", case.name),
                };
                let symbols = derived.symbols();
                let own: Vec<_> = all
                    .iter()
                    .copied()
                    .filter(|(name, _)| symbols.contains(&Symbol::new(name)))
                    .collect();
                let Ok(known) = derived.with_extents(&own) else {
                    continue;
                };
                tiled += 1;
                let inputs = inputs(&known);
                let expected = evaluate(&known, &inputs);
                let found = run_tiling(&tiling, &own, &inputs);
                assert_eq!(expected, found, "{}, {form}, {all:?}", case.name);
            }
        }
    }
    assert!(tiled > 700, "{tiled}");
    let refused: Vec<(&str, &str)> = refused.iter().map(|(n, w)| (*n, w.as_str())).collect();
    assert_eq!(refused, REFUSED);
}

#[test]
fn a_sum_of_nothing_is_zeros_of_any_length() {
    let builder = Builder::new();
    let rows = Shape::of([Extent::symbol(&Symbol::new("N"))]).unwrap();
    let ty = Type::new(Element::F64, rows);
    builder.input("x", ty.clone(), InputKind::Dynamic);
    let zeros = builder.sum(&[], &ty).unwrap();
    builder.output("y", zeros).unwrap();
    let tiling = tile(&builder.finish().unwrap(), &[8]).unwrap();
    let found = run_tiling(&tiling, &[("N", 11)], &[vec![1.0; 11]]);
    assert_eq!(found, [[0_u64; 11]]);
}

/// The bits of the results of a tiling.
fn run_tiling(
    tiling: &Tiling,
    extents: &[(&'static str, usize)],
    inputs: &[Vec<f64>],
) -> Vec<Vec<u64>> {
    let mut runner = Runner {
        tiling,
        extents,
        arrays: vec![None; tiling.arrays.len()],
    };
    for (place, array) in runner.arrays.iter_mut().zip(&tiling.arrays) {
        if let Origin::Input(position) = array.origin {
            *place = Some(Data::Floats(inputs[position].clone()));
        }
    }
    for step in &tiling.steps {
        runner.step(step);
    }
    let bits = |x: &f64| match x.is_nan() {
        true => f64::NAN.to_bits(),
        false => x.to_bits(),
    };
    let outputs = tiling.outputs.iter();
    let outputs = outputs.map(|&array| match runner.array(array) {
        Data::Floats(data) => data.iter().map(bits).collect(),
        other => panic!("{other:?}"),
    });
    outputs.collect()
}

/// The elements of a value.
#[derive(Clone, Debug)]
enum Data {
    Floats(Vec<f64>),
    Integers(Vec<i64>),
    Truths(Vec<bool>),
}

impl AsValues for Data {
    fn as_values(&self) -> Values<'_> {
        match self {
            Self::Floats(data) => Values::F64(data),
            Self::Integers(data) => Values::I64(data),
            Self::Truths(data) => Values::Bool(data),
        }
    }
}

impl Data {
    fn empty(element: Element) -> Self {
        match element {
            Element::I64 => Self::Integers(Vec::new()),
            Element::Bool => Self::Truths(Vec::new()),
            _ => Self::Floats(Vec::new()),
        }
    }

    /// Elements of this one by their positions.
    fn pick(&self, positions: impl Iterator<Item = usize>) -> Self {
        match self {
            Self::Floats(data) => Self::Floats(positions.map(|i| data[i]).collect()),
            Self::Integers(data) => Self::Integers(positions.map(|i| data[i]).collect()),
            Self::Truths(data) => Self::Truths(positions.map(|i| data[i]).collect()),
        }
    }

    fn extend(&mut self, other: &Self) {
        match (self, other) {
            (Self::Floats(own), Self::Floats(other)) => own.extend(other),
            (Self::Integers(own), Self::Integers(other)) => own.extend(other),
            (Self::Truths(own), Self::Truths(other)) => own.extend(other),
            _ => panic!("elements of two types"),
        }
    }

    fn floats(&self) -> &[f64] {
        match self {
            Self::Floats(data) => data,
            _ => panic!("no floats"),
        }
    }
}

/// Runs the steps of a tiling, by the executor's evaluation of their graphs.
struct Runner<'t> {
    tiling: &'t Tiling,
    extents: &'t [(&'static str, usize)],
    arrays: Vec<Option<Data>>,
}

impl Runner<'_> {
    fn number(&self, extent: &Extent) -> usize {
        let value = |symbol: &Symbol| {
            let mut known = self.extents.iter();
            known
                .find(|(name, _)| *name == symbol.name())
                .map(|&(_, number)| Extent::from(number))
        };
        extent.with(&value).known().unwrap()
    }

    fn sizes(&self, shape: &Shape) -> Vec<usize> {
        shape.counts().iter().map(|e| self.number(e)).collect()
    }

    fn array(&self, ArrayId(id): ArrayId) -> &Data {
        match self.tiling.arrays[id].origin {
            Origin::Same(other) => self.array(other),
            Origin::Input(_) | Origin::Step => self.arrays[id].as_ref().unwrap(),
        }
    }

    /// The number of elements of a row.
    fn width(&self, ArrayId(id): ArrayId) -> usize {
        let sizes = self.sizes(&self.tiling.arrays[id].ty.shape);
        sizes[1..].iter().product()
    }

    /// Rows of an array, where those behind the last one are the last one again.
    fn rows(&self, array: ArrayId, rows: impl Iterator<Item = usize>) -> Data {
        let width = self.width(array);
        let positions = rows.flat_map(|row| row * width..(row + 1) * width);
        self.array(array).pick(positions)
    }

    /// An operand, in a tile with these rows.
    fn operand(&self, operand: &Operand, rows: &[usize]) -> Data {
        match operand {
            Operand::Whole(array) => self.array(*array).clone(),
            Operand::Rows { array, first, rows } => {
                let first = self.number(first);
                self.rows(*array, first..first + rows)
            }
            Operand::Tile { array, first } => {
                let first = self.number(first);
                self.rows(*array, rows.iter().map(|row| first + row))
            }
            Operand::Positions => {
                Data::Integers(rows.iter().map(|&r| i64::try_from(r).unwrap()).collect())
            }
            Operand::Extent(extent) => {
                Data::Integers(vec![i64::try_from(self.number(extent)).unwrap()])
            }
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Once {
                graph,
                inputs,
                outputs,
            } => {
                let inputs: Vec<Data> = inputs.iter().map(|o| self.operand(o, &[])).collect();
                for (array, data) in outputs.iter().zip(run(graph, &inputs)) {
                    self.arrays[array.0] = Some(data);
                }
            }
            Step::Tiles {
                count,
                graphs,
                inputs,
                outputs,
            } => self.tiles(self.number(count), graphs, inputs, outputs),
            Step::Scan {
                count,
                reverse,
                body,
                captured,
                carried,
                stacked,
                results,
            } => {
                let count = self.number(count);
                let captured: Vec<Data> = captured.iter().map(|o| self.operand(o, &[])).collect();
                let mut states: Vec<Data> =
                    carried.iter().map(|(o, _)| self.operand(o, &[])).collect();
                let mut rows: Vec<Vec<Data>> = vec![Vec::new(); results.len()];
                for iteration in 0..count {
                    let row = if *reverse {
                        count - 1 - iteration
                    } else {
                        iteration
                    };
                    let mut inputs = captured.clone();
                    inputs.extend(states);
                    inputs.extend(stacked.iter().map(|&array| self.rows(array, row..row + 1)));
                    let mut outputs = run(body, &inputs);
                    let new = outputs.split_off(carried.len());
                    states = outputs;
                    for (rows, row) in rows.iter_mut().zip(new) {
                        rows.push(row);
                    }
                }
                for ((_, array), state) in carried.iter().zip(states) {
                    self.arrays[array.0] = Some(state);
                }
                for (array, mut rows) in results.iter().zip(rows) {
                    if *reverse {
                        rows.reverse();
                    }
                    let mut all = Data::empty(self.tiling.arrays[array.0].ty.element);
                    rows.iter().for_each(|row| all.extend(row));
                    self.arrays[array.0] = Some(all);
                }
            }
            Step::Assemble {
                array,
                background,
                pieces,
            } => self.assemble(*array, *background, pieces),
        }
    }

    fn tiles(&mut self, count: usize, graphs: &[Graph], inputs: &[Operand], uses: &[TileResult]) {
        let sizes = &self.tiling.sizes;
        let smallest = &graphs[sizes.len() - 1];
        let mut kept: Vec<Data> = smallest
            .output_types()
            .map(|ty| Data::empty(ty.element))
            .collect();
        let mut sums: Vec<Vec<Partial<f64>>> = Vec::new();
        let mut flat: Vec<Vec<f64>> = Vec::new();
        let mut best: Vec<Vec<(f64, i64)>> = Vec::new();
        for (usage, ty) in uses.iter().zip(smallest.output_types()) {
            let (results, first, total) = match usage {
                TileResult::Rows(_) | TileResult::Left(_) | TileResult::Right(_) => (0, 0.0, 0),
                TileResult::Terms {
                    reduction,
                    order,
                    terms,
                    ..
                } => {
                    let axis = usize::from(*order == TermOrder::Sequential);
                    (ty.shape.extent(axis), traceless(*reduction), count * terms)
                }
            };
            sums.push(vec![Partial::new(first, total); results]);
            flat.push(vec![first; results]);
            best.push(vec![(first, 0); results]);
        }
        let mut first = 0;
        while first < count {
            let fits = sizes.iter().position(|size| first + size <= count);
            let number = fits.unwrap_or(sizes.len() - 1);
            let (size, graph) = (sizes[number], &graphs[number]);
            let valid = size.min(count - first);
            let rows: Vec<usize> = (first..first + size).map(|r| r.min(count - 1)).collect();
            let data: Vec<Data> = inputs.iter().map(|o| self.operand(o, &rows)).collect();
            let results = run(graph, &data);
            for (number, (usage, result)) in uses.iter().zip(&results).enumerate() {
                match usage {
                    TileResult::Left(_) => {}
                    TileResult::Right(_) => {
                        let factors = [&results[number - 1], result].map(Data::floats);
                        let [rows, columns] = factors.map(|data| data.len() / size);
                        let sums = &mut flat[number];
                        sums.resize(rows * columns, -0.0);
                        for term in 0..valid {
                            for (place, sum) in sums.iter_mut().enumerate() {
                                let left = factors[0][term * rows + place / columns];
                                *sum += left * factors[1][term * columns + place % columns];
                            }
                        }
                    }
                    TileResult::Rows(array) => {
                        let elements = valid * self.width(*array);
                        kept[number].extend(&result.pick(0..elements));
                    }
                    TileResult::Terms {
                        reduction,
                        order,
                        terms,
                        ..
                    } => {
                        let (width, valid) = (size * terms, valid * terms);
                        let combine = |a, b| combined(*reduction, a, b);
                        let result = result.floats();
                        match order {
                            _ if reduction.yields_position() => {
                                for (k, best) in best[number].iter_mut().enumerate() {
                                    let new = result[k * width..][..valid].iter();
                                    for (&term, position) in new.zip(first * terms..) {
                                        let better = match reduction {
                                            Reduction::ArgMin => term < best.0,
                                            _ => term > best.0,
                                        };
                                        if better || best.0.is_nan() && !term.is_nan() {
                                            *best = (term, i64::try_from(position).unwrap());
                                        }
                                    }
                                }
                            }
                            TermOrder::Lanes => {
                                for (k, sum) in sums[number].iter_mut().enumerate() {
                                    sum.add(&result[k * width..][..valid], combine);
                                }
                            }
                            TermOrder::Sequential => {
                                let results = flat[number].len();
                                for term in 0..valid {
                                    for (k, sum) in flat[number].iter_mut().enumerate() {
                                        *sum = combine(*sum, result[term * results + k]);
                                    }
                                }
                            }
                        }
                    }
                }
            }
            first += size;
        }
        for (number, usage) in uses.iter().enumerate() {
            match usage {
                TileResult::Rows(array) => self.arrays[array.0] = Some(kept[number].clone()),
                TileResult::Left(_) => {}
                TileResult::Right(array) => {
                    let size: usize = self
                        .sizes(&self.tiling.arrays[array.0].ty.shape)
                        .iter()
                        .product();
                    let mut sums = flat[number].clone();
                    sums.resize(size, 0.0);
                    self.arrays[array.0] = Some(Data::Floats(sums));
                }
                TileResult::Terms {
                    array,
                    reduction,
                    order,
                    terms,
                } => {
                    let combine = |a, b| combined(*reduction, a, b);
                    if reduction.yields_position() {
                        let places = best[number].iter().map(|best| best.1).collect();
                        self.arrays[array.0] = Some(Data::Integers(places));
                        continue;
                    }
                    let result: Vec<f64> = match order {
                        _ if count * terms == 0 => {
                            vec![reduction.neutral().unwrap(); flat[number].len()]
                        }
                        TermOrder::Lanes => {
                            let sums = sums[number].iter();
                            sums.map(|sum| sum.finish(combine)).collect()
                        }
                        TermOrder::Sequential => flat[number].clone(),
                    };
                    self.arrays[array.0] = Some(Data::Floats(result));
                }
            }
        }
    }

    fn assemble(&mut self, array: ArrayId, background: Literal, pieces: &[(ArrayId, Slice)]) {
        let extents = self.sizes(&self.tiling.arrays[array.0].ty.shape);
        let size = extents.iter().product();
        let mut result: Vec<f64> = vec![background.to_f64(); size];
        let mut covered = vec![false; size];
        for (piece, place) in pieces {
            let sizes = self.sizes(&self.tiling.arrays[piece.0].ty.shape);
            let data = self.array(*piece).floats();
            for (number, &value) in data.iter().enumerate() {
                let (mut rest, mut position, mut stride) = (number, 0, 1);
                for axis in (0..sizes.len()).rev() {
                    let along = rest % sizes[axis];
                    rest /= sizes[axis];
                    let (start, step) = &place.axes[axis];
                    let start = i64::try_from(self.number(start)).unwrap();
                    let at = start + step * i64::try_from(along).unwrap();
                    position += usize::try_from(at).unwrap() * stride;
                    stride *= extents[axis];
                }
                result[position] = match covered[position] {
                    true => result[position] + value,
                    false => value,
                };
                covered[position] = true;
            }
        }
        self.arrays[array.0] = Some(Data::Floats(result));
    }
}

fn traceless(reduction: Reduction) -> f64 {
    match reduction {
        Reduction::Sum => -0.0,
        Reduction::Prod => 1.0,
        _ => f64::NAN,
    }
}

fn combined(reduction: Reduction, a: f64, b: f64) -> f64 {
    match reduction {
        Reduction::Sum => a + b,
        Reduction::Prod => a * b,
        Reduction::Max => graph_math::math::max(a, b),
        Reduction::Min => graph_math::math::min(a, b),
        Reduction::ArgMax | Reduction::ArgMin => panic!("no terms are combined"),
    }
}

/// The results of a graph of known extents.
fn run(graph: &Graph, inputs: &[Data]) -> Vec<Data> {
    let executable = Executable::new(graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    executable
        .run(&mut Host::new(), &mut workspace, inputs)
        .unwrap();
    let outputs = graph.output_types().enumerate();
    let outputs = outputs.map(|(position, _)| match workspace.output(position).unwrap() {
        Values::F64(data) => Data::Floats(data.to_vec()),
        Values::I64(data) => Data::Integers(data.to_vec()),
        Values::Bool(data) => Data::Truths(data.to_vec()),
        Values::F32(_) => panic!("f32"),
    });
    outputs.collect()
}
