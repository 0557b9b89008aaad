//! Graphs in tiles of rows give the bits of the graphs of their numbers.

use graph_ir::error::Error;
use graph_ir::graph::InputKind;
use graph_ir::ops::{Reduction, Slice};
use graph_ir::passes::tile::{
    ArrayId, Assembly, Join, Kernel, KernelCall, Loop, LoopResult, Operand, Origin, Pass, Product,
    Step, Stretch, TermOrder, Terms, TileResult, Tiling, tile,
};
use graph_ir::types::{Element, Extent, Shape, Symbol, Type};
use graph_ir::{Builder, Graph, passes};
use graph_math::order::Partial;
use graph_runtime::execute::{AsValues, Executable, Host, Values};

use super::cases::CASES;
use super::{DERIVED, evaluate, inputs};

/// Graphs of several symbols are evaluated with these numbers of rows alone.
const ROWS_OF_SEVERAL: [usize; 2] = [0, 17];

/// The cases of which some form is refused, with the operator that is not computed by rows.
const REFUSED: [(&str, &str); 3] = [
    ("broadcast, transpose, reshape", "reshape"),
    ("pieces over a background", "assemble"),
    ("products of matrices", "broadcast"),
];

#[test]
fn tiles_give_the_bits_of_the_whole() {
    let mut refused: Vec<(&str, String)> = Vec::new();
    let mut tiled = 0;
    for case in CASES {
        let graph = case.graph();
        for (form, derive) in DERIVED {
            // With one symbol and with several, and of single rows.
            let known = |all: Vec<(&'static str, usize)>| {
                let (own, others): (Vec<_>, Vec<_>) = all.iter().partition(|e| e.0 == "N");
                let some = |e: &(_, usize)| e.0 != "N" || ROWS_OF_SEVERAL.contains(&e.1);
                let both = !others.is_empty() && all.iter().all(some);
                let single = !others.is_empty() && own == [("N", 1)];
                let none = both.then(|| (all.clone(), Vec::new()));
                let single = single.then(|| (all.clone(), own));
                [(all, others)].into_iter().chain(none).chain(single)
            };
            let extents = case.extents().into_iter();
            for (all, known_ones) in extents.flat_map(known) {
                let Ok(graph) = graph.with_extents(&known_ones) else {
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
pub(super) fn run_tiling(
    tiling: &Tiling,
    extents: &[(&'static str, usize)],
    inputs: &[Vec<f64>],
) -> Vec<Vec<u64>> {
    let inputs: Vec<Data> = inputs.iter().cloned().map(Data::Floats).collect();
    let bits = |x: &f64| match x.is_nan() {
        true => f64::NAN.to_bits(),
        false => x.to_bits(),
    };
    let outputs = Runner::run_all(tiling, extents, &inputs).into_iter();
    let outputs = outputs.map(|output| match output {
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

impl<'t> Runner<'t> {
    /// The results of all steps.
    fn run_all(
        tiling: &'t Tiling,
        extents: &'t [(&'static str, usize)],
        inputs: &[Data],
    ) -> Vec<Data> {
        let mut runner = Self {
            tiling,
            extents,
            arrays: vec![None; tiling.arrays.len()],
        };
        for (place, array) in runner.arrays.iter_mut().zip(&tiling.arrays) {
            if let Origin::Input(position) = array.origin {
                *place = Some(inputs[position].clone());
            }
        }
        for step in &tiling.steps {
            runner.step(step);
        }
        let outputs = tiling.outputs.iter();
        outputs.map(|&array| runner.array(array)).collect()
    }

    fn integer(&self, extent: &Extent) -> i64 {
        let value = |symbol: &Symbol| {
            let mut known = self.extents.iter();
            known
                .find(|(name, _)| *name == symbol.name())
                .map(|&(_, number)| Extent::from(number))
        };
        extent.with(&value).known_integer().unwrap()
    }

    fn number(&self, extent: &Extent) -> usize {
        usize::try_from(self.integer(extent)).unwrap()
    }

    fn sizes(&self, shape: &Shape) -> Vec<usize> {
        shape.counts().iter().map(|e| self.number(e)).collect()
    }

    fn array(&self, ArrayId(id): ArrayId) -> Data {
        let array = &self.tiling.arrays[id];
        match &array.origin {
            Origin::Part { of, first } => {
                let first = self.number(first);
                let count = self.number(array.ty.shape.count());
                self.array(*of).pick(first..first + count)
            }
            Origin::Block { of, positions } => {
                let mut first = 0;
                for (axis, &position) in positions.iter().enumerate() {
                    let extent = self.sizes(&self.tiling.arrays[of.0].ty.shape)[axis];
                    let Data::Integers(position) = self.array(position) else {
                        panic!("positions are integers");
                    };
                    first = first * extent + usize::try_from(position[0]).unwrap();
                }
                let count = self.number(array.ty.shape.count());
                self.array(*of).pick(first * count..(first + 1) * count)
            }
            Origin::Input(_) | Origin::Step | Origin::Place { .. } => {
                self.arrays[id].clone().unwrap()
            }
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
            Operand::Whole(array) => self.array(*array),
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
            Operand::Extent(extent) => Data::Integers(vec![self.integer(extent)]),
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Once(once) => {
                let inputs = once.inputs.iter().map(|o| self.operand(o, &[]));
                let inputs: Vec<Data> = inputs.collect();
                for (array, data) in once.outputs.iter().zip(self.run(&once.graph, &inputs)) {
                    self.arrays[array.0] = Some(data);
                }
            }
            Step::Pass(pass) => self.pass(pass),
            Step::Loop(own) => self.rows_in_order(own),
            Step::Branch(own) => {
                let holds = matches!(&self.operand(&own.condition, &[]), Data::Truths(t) if t[0]);
                let captured = own.captured.iter().map(|o| self.operand(o, &[]));
                let captured: Vec<Data> = captured.collect();
                let side = &own.sides[usize::from(!holds)];
                let results = Runner::run_all(&side.tiling, self.extents, &captured);
                for (array, data) in own.results.iter().zip(results) {
                    self.arrays[array.0] = Some(data);
                }
            }
            Step::Assemble(assembly) => self.assemble(assembly),
            Step::Join(join) => self.join(join),
            Step::Kernel(call) => {
                let result = self.kernel(call);
                self.arrays[call.array.0] = Some(result);
            }
            Step::Scatter(scatter) => {
                let positions = self.operand(&scatter.positions, &[]);
                let Data::Integers(positions) = positions else {
                    panic!("positions are integers");
                };
                let sizes = self.sizes(&self.tiling.arrays[scatter.array.0].ty.shape);
                let mut sums = vec![0.0; sizes.iter().product()];
                let updates = self.array(scatter.updates);
                let updates = updates.floats();
                add_rows(&mut sums, &positions, updates, self.width(scatter.array));
                self.arrays[scatter.array.0] = Some(Data::Floats(sums));
            }
        }
    }

    fn kernel(&self, call: &KernelCall) -> Data {
        let operands: Vec<Data> = { call.operands.iter() }
            .map(|&operand| self.array(operand))
            .collect();
        let builder = Builder::new();
        let inputs = call.operands.iter().map(|operand| {
            let ty = &self.tiling.arrays[operand.0].ty;
            let ty = ty.with_shape(Shape::new(&self.sizes(&ty.shape)).unwrap());
            builder.input("", ty, InputKind::Dynamic)
        });
        let inputs: Vec<_> = inputs.collect();
        let result = match &call.kernel {
            Kernel::Transpose => {
                let rank = self.tiling.arrays[call.array.0].ty.shape.rank();
                let axes: Vec<usize> = [1, 0].into_iter().chain(2..rank).collect();
                builder.transpose(inputs[0], &axes)
            }
            Kernel::Algebra(op) => builder.algebra(*op, &inputs),
            Kernel::ArgSort => builder.argsort(inputs[0], 0),
            Kernel::Gather(axis) => builder.gather(inputs[0], inputs[1], *axis),
            Kernel::PartAt(axes) => builder.part_at(inputs[0], axes, &inputs[1..]),
            Kernel::ScatterAdd(axis) => {
                let own = &self.tiling.arrays[call.array.0].ty;
                let own = own.with_shape(Shape::new(&self.sizes(&own.shape)).unwrap());
                builder.scatter_add(inputs[0], inputs[1], *axis, &own)
            }
            Kernel::Replace(axes) => builder.replace(inputs[0], inputs[1], axes, &inputs[2..]),
            Kernel::Slice(slice) => {
                let axes = slice.axes.iter();
                let axes = axes.map(|(start, step)| (self.integer(start), *step));
                let own = &self.tiling.arrays[call.array.0].ty.shape;
                let shape = Shape::new(&self.sizes(own)).unwrap();
                builder.slice(inputs[0], &Slice::from_known(axes), &shape)
            }
            Kernel::Product(product) => {
                return Data::Floats(self.product(product, &operands));
            }
        };
        builder.output("", result.unwrap()).unwrap();
        run(&builder.finish().unwrap(), &operands).remove(0)
    }

    /// A product, term by term.
    fn product(&self, product: &Product, operands: &[Data]) -> Vec<f64> {
        let number = |extent: &Extent| self.number(extent);
        let [rows, columns, terms] = product.extents.each_ref().map(number);
        let strides = product.strides.each_ref();
        let [[row, left_term], [right_term, column]] =
            strides.map(|strides| strides.each_ref().map(number));
        let (first, second) = match product.swapped {
            false => (&operands[0], &operands[1]),
            true => (&operands[1], &operands[0]),
        };
        let [left_wins, right_wins] = product.zeros_win;
        let mut results = Vec::new();
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let mut sum = if terms == 0 { 0.0 } else { -0.0 };
            for k in 0..terms {
                let x = first.floats()[i * row + k * left_term];
                let y = second.floats()[k * right_term + j * column];
                let cut = left_wins && x == 0.0 || right_wins && y == 0.0;
                sum += if cut { 0.0 } else { x * y };
            }
            results.push(sum);
        }
        results
    }

    fn rows_in_order(&mut self, own: &Loop) {
        let count = self.number(&own.count);
        let captured = own.captured.iter().map(|o| self.operand(o, &[]));
        let captured: Vec<Data> = captured.collect();
        let states = own.carried.iter().map(|(o, _)| self.operand(o, &[]));
        let mut states: Vec<Data> = states.collect();
        let mut rows: Vec<Vec<Data>> = vec![Vec::new(); own.results.len()];
        for iteration in 0..count {
            let row = match own.reverse {
                true => count - 1 - iteration,
                false => iteration,
            };
            let mut inputs = captured.clone();
            inputs.extend(states);
            let stacked = own.stacked.iter();
            inputs.extend(stacked.map(|&array| self.rows(array, row..row + 1)));
            let mut outputs = Runner::run_all(&own.tiling, self.extents, &inputs);
            let new = outputs.split_off(own.carried.len());
            states = outputs;
            for (rows, row) in rows.iter_mut().zip(new) {
                rows.push(row);
            }
        }
        for ((_, array), state) in own.carried.iter().zip(states) {
            self.arrays[array.0] = Some(state);
        }
        for (result, mut rows) in own.results.iter().zip(rows) {
            if own.reverse {
                rows.reverse();
            }
            let array = result.array();
            self.arrays[array.0] = Some(match result {
                LoopResult::Rows(_) => {
                    let mut all = Data::empty(self.tiling.arrays[array.0].ty.element);
                    rows.iter().for_each(|row| all.extend(row));
                    all
                }
                LoopResult::Fold(fold) => Data::Floats(vec![folded(fold.reduction, &rows)]),
            });
        }
    }

    /// The array that an array has elements of.
    fn whole(&self, ArrayId(id): ArrayId) -> ArrayId {
        match &self.tiling.arrays[id].origin {
            Origin::Part { of, .. } | Origin::Place { of, .. } | Origin::Block { of, .. } => {
                self.whole(*of)
            }
            Origin::Input(_) | Origin::Step => ArrayId(id),
        }
    }

    /// Whether a pass reads nothing of the arrays that it writes but the rows of its tile.
    fn reads_before_writing(&self, pass: &Pass) -> bool {
        let mut results = pass.results.iter().filter_map(|result| match result {
            TileResult::Rows(array) => Some(self.whole(*array)),
            TileResult::Terms(_) | TileResult::Product(_) | TileResult::Scatter(_) => None,
        });
        results.all(|written| {
            let mut inputs = pass.inputs.iter();
            inputs.all(|operand| match operand {
                Operand::Tile { array, first } => {
                    *array == written && *first == 0 || self.whole(*array) != written
                }
                Operand::Whole(array) | Operand::Rows { array, .. } => {
                    self.whole(*array) != written
                }
                Operand::Positions | Operand::Extent(_) => true,
            })
        })
    }

    fn pass(&mut self, pass: &Pass) {
        assert!(self.reads_before_writing(pass), "{pass:?}");
        let count = self.number(&pass.count);
        let sizes = &self.tiling.sizes;
        let smallest: Vec<&Type> = pass.graphs[sizes.len() - 1].output_types().collect();
        let mut first_output = 0;
        let mut results: Vec<(usize, Sum)> = Vec::new();
        for result in &pass.results {
            let sum = Sum::new(self, result, smallest[first_output], count);
            results.push((first_output, sum));
            first_output += result.outputs();
        }
        let mut first = 0;
        while first < count {
            let fits = sizes.iter().position(|size| first + size <= count);
            let number = fits.unwrap_or(sizes.len() - 1);
            let (size, graph) = (sizes[number], &pass.graphs[number]);
            let valid = size.min(count - first);
            let rows: Vec<usize> = (first..first + size).map(|r| r.min(count - 1)).collect();
            let data: Vec<Data> = pass.inputs.iter().map(|o| self.operand(o, &rows)).collect();
            let outputs = self.run(graph, &data);
            for (result, (output, sum)) in pass.results.iter().zip(&mut results) {
                let tile = [first, valid, size];
                sum.add(self, result, &outputs[*output..], tile);
            }
            first += size;
        }
        for (result, (_, sum)) in pass.results.iter().zip(results) {
            let (array, data) = sum.finish(result, count);
            self.arrays[array.0] = Some(data);
        }
    }

    /// The results of a graph of known extents, but for the rows of its tables.
    fn run(&self, graph: &Graph, inputs: &[Data]) -> Vec<Data> {
        let symbols = graph.symbols();
        let numbers = self.extents.iter().copied();
        let numbers: Vec<(&str, usize)> = numbers
            .filter(|(name, _)| symbols.contains(&Symbol::new(name)))
            .collect();
        run(&graph.with_extents(&numbers).unwrap(), inputs)
    }

    /// An array of the stretches of a step, and of those that were computed in their places.
    fn join(&mut self, join: &Join) {
        let size = self.number(self.tiling.arrays[join.array.0].ty.shape.count());
        let mut result: Vec<Option<f64>> = vec![None; size];
        let mut write = |first: usize, elements: &[f64]| {
            for (place, &element) in result[first..].iter_mut().zip(elements) {
                assert_eq!(place.replace(element), None, "stretches overlap");
            }
        };
        for (number, array) in self.tiling.arrays.iter().enumerate() {
            if let Origin::Place { of, first } = &array.origin
                && *of == join.array
            {
                write(self.number(first), self.array(ArrayId(number)).floats());
            }
        }
        for Stretch { first, end, from } in &join.stretches {
            let [first, end] = [first, end].map(|extent| self.number(extent));
            match from {
                Some(piece) => write(first, self.array(*piece).floats()),
                None => write(first, &vec![join.background.to_f64(); end - first]),
            }
        }
        let result = result.into_iter().collect::<Option<Vec<f64>>>();
        self.arrays[join.array.0] = Some(Data::Floats(result.expect("all elements")));
    }

    fn assemble(&mut self, assembly: &Assembly) {
        let Assembly {
            array,
            background,
            pieces,
        } = assembly;
        let extents = self.sizes(&self.tiling.arrays[array.0].ty.shape);
        let size = extents.iter().product();
        let mut result: Vec<f64> = vec![background.to_f64(); size];
        let mut covered = vec![false; size];
        for (piece, place) in pieces {
            let sizes = self.sizes(&self.tiling.arrays[piece.0].ty.shape);
            let data = self.array(*piece);
            for (number, &value) in data.floats().iter().enumerate() {
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

/// Adds updates to rows of so many elements.
fn add_rows(sums: &mut [f64], positions: &[i64], updates: &[f64], width: usize) {
    for (&row, update) in positions.iter().zip(updates.chunks(width.max(1))) {
        let row = usize::try_from(row).unwrap() * width;
        for (sum, term) in sums[row..row + width].iter_mut().zip(update) {
            *sum += term;
        }
    }
}

/// A result of a pass on its way.
enum Sum {
    Rows(Data),
    Lanes(Vec<Partial<f64>>),
    InOrder(Vec<f64>),
    /// The best terms, and their numbers.
    Best(Vec<(f64, i64)>),
}

impl Sum {
    fn new(runner: &Runner<'_>, result: &TileResult, ty: &Type, count: usize) -> Self {
        let zeros = |array: ArrayId, zero: f64| {
            let sizes = runner.sizes(&runner.tiling.arrays[array.0].ty.shape);
            Self::InOrder(vec![zero; sizes.iter().product()])
        };
        match result {
            TileResult::Rows(_) => Self::Rows(Data::empty(ty.element)),
            TileResult::Product(array) => zeros(*array, -0.0),
            TileResult::Scatter(array) => zeros(*array, 0.0),
            TileResult::Terms(terms) => {
                let first = traceless(terms.reduction);
                match terms.order {
                    _ if terms.reduction.yields_position() => {
                        Self::Best(vec![(first, 0); ty.shape.extent(0)])
                    }
                    TermOrder::Lanes => {
                        let partial = Partial::new(first, count * terms.count);
                        Self::Lanes(vec![partial; ty.shape.extent(0)])
                    }
                    TermOrder::Sequential => Self::InOrder(vec![first; ty.shape.extent(1)]),
                }
            }
        }
    }

    /// Takes the outputs of a tile: its first row, how many are there, and how many it has.
    fn add(
        &mut self,
        runner: &Runner<'_>,
        result: &TileResult,
        outputs: &[Data],
        [first, valid, size]: [usize; 3],
    ) {
        match (self, result) {
            (Self::Rows(data), TileResult::Rows(array)) => {
                data.extend(&outputs[0].pick(0..valid * runner.width(*array)));
            }
            (Self::InOrder(sums), TileResult::Product(_)) => {
                let [left, right] = [0, 1].map(|i| outputs[i].floats());
                let [rows, columns] = [left, right].map(|data| data.len() / size);
                for term in 0..valid {
                    for (place, sum) in sums.iter_mut().enumerate() {
                        let left = left[term * rows + place / columns];
                        *sum += left * right[term * columns + place % columns];
                    }
                }
            }
            (Self::InOrder(sums), TileResult::Scatter(array)) => {
                let Data::Integers(positions) = &outputs[0] else {
                    panic!("positions are integers");
                };
                let width = runner.width(*array);
                let each = positions.len() / size;
                add_rows(sums, &positions[..valid * each], outputs[1].floats(), width);
            }
            (sum, TileResult::Terms(terms)) => {
                let (width, valid) = (size * terms.count, valid * terms.count);
                let combine = |a, b| combined(terms.reduction, a, b);
                let result = outputs[0].floats();
                match sum {
                    Self::Best(best) => {
                        for (k, best) in best.iter_mut().enumerate() {
                            let new = result[k * width..][..valid].iter();
                            for (&term, position) in new.zip(first * terms.count..) {
                                let better = match terms.reduction {
                                    Reduction::ArgMin => term < best.0,
                                    _ => term > best.0,
                                };
                                if better || best.0.is_nan() && !term.is_nan() {
                                    *best = (term, i64::try_from(position).unwrap());
                                }
                            }
                        }
                    }
                    Self::Lanes(sums) => {
                        for (k, sum) in sums.iter_mut().enumerate() {
                            sum.add(&result[k * width..][..valid], combine);
                        }
                    }
                    Self::InOrder(sums) => {
                        let results = sums.len();
                        for term in 0..valid {
                            for (k, sum) in sums.iter_mut().enumerate() {
                                *sum = combine(*sum, result[term * results + k]);
                            }
                        }
                    }
                    Self::Rows(_) => panic!("terms are combined"),
                }
            }
            _ => panic!("a result has one form"),
        }
    }

    fn finish(self, result: &TileResult, count: usize) -> (ArrayId, Data) {
        let nothing = |terms: &Terms, results| {
            Data::Floats(vec![terms.reduction.neutral().unwrap(); results])
        };
        match (self, result) {
            (Self::Rows(data), TileResult::Rows(array)) => (*array, data),
            (Self::InOrder(sums), TileResult::Product(array)) if count == 0 => {
                (*array, Data::Floats(vec![0.0; sums.len()]))
            }
            (Self::InOrder(sums), TileResult::Product(array) | TileResult::Scatter(array)) => {
                (*array, Data::Floats(sums))
            }
            (Self::Best(best), TileResult::Terms(terms)) => {
                let places = best.iter().map(|best| best.1).collect();
                (terms.array, Data::Integers(places))
            }
            (Self::Lanes(sums), TileResult::Terms(terms)) => {
                if count * terms.count == 0 {
                    return (terms.array, nothing(terms, sums.len()));
                }
                let combine = |a, b| combined(terms.reduction, a, b);
                let sums = sums.iter().map(|sum| sum.finish(combine));
                (terms.array, Data::Floats(sums.collect()))
            }
            (Self::InOrder(sums), TileResult::Terms(terms)) => match count * terms.count {
                0 => (terms.array, nothing(terms, sums.len())),
                _ => (terms.array, Data::Floats(sums)),
            },
            _ => panic!("a result has one form"),
        }
    }
}

fn traceless(reduction: Reduction) -> f64 {
    match reduction {
        Reduction::Sum => -0.0,
        Reduction::Prod => 1.0,
        _ => f64::NAN,
    }
}

/// The combination of rows as they come.
fn folded(reduction: Reduction, rows: &[Data]) -> f64 {
    let total: usize = rows.iter().map(|row| row.floats().len()).sum();
    if total == 0 {
        return reduction.neutral().unwrap_or(f64::NAN);
    }
    let combine = |a, b| combined(reduction, a, b);
    let mut partial = Partial::new(traceless(reduction), total);
    for row in rows {
        partial.add(row.floats(), combine);
    }
    partial.finish(combine)
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
