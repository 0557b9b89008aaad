//! Random graphs over all structural operators, with shapes on both sides of every limit.

use graph_ir::builder::Builder;
use graph_ir::graph::{Graph, InputKind, Literal};
use graph_ir::ops::{Contraction, Iterations, Reduction, Runs, ScalarOp, Slice, Windows};
use graph_ir::types::Extent;
use graph_ir::{Element, Shape, Type, Wire};

#[path = "superpose.rs"]
pub(crate) mod superpose;

use superpose::superpose;

/// A small generator of numbers (SplitMix64), so that a failure names its seed.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// The elements of a tensor of floats.
    pub(crate) fn elements(&mut self, ty: &Type) -> Vec<Literal> {
        let numbers = (0..ty.shape.size()).map(|_| self.number());
        numbers.map(|x| Literal::F64(x.to_bits())).collect()
    }

    /// A number, now and then a special one.
    pub(crate) fn number(&mut self) -> f64 {
        match self.below(24) {
            0 => 0.0,
            1 => -0.0,
            2 => f64::INFINITY,
            3 => f64::NAN,
            _ => (self.next() >> 11) as f64 / (1_u64 << 53) as f64 * 4.0 - 2.0,
        }
    }
}

const SHAPES: &[&[usize]] = &[
    &[],
    &[1],
    &[3],
    &[2, 3],
    &[4, 4],
    &[40],
    &[7, 9],
    &[3, 20],
    &[20, 3],
    &[35, 1],
    &[1, 50],
    &[2, 5, 7],
    &[3, 1, 17],
    &[0],
    &[0, 40],
    &[40, 0],
];

pub(crate) fn shape(extents: &[usize]) -> Shape {
    Shape::new(extents).unwrap()
}

/// A graph with inputs of floats and one index, and the elements of its inputs.
pub(crate) fn graph(seed: u64, nodes: usize) -> (Graph, Vec<Vec<Literal>>) {
    let mut numbers = Numbers(seed);
    let builder = Builder::new();
    let mut wires = Vec::new();
    let mut inputs = Vec::new();
    for _ in 0..3 {
        let extents = numbers.pick(SHAPES);
        let ty = Type::new(Element::F64, shape(extents));
        inputs.push(numbers.elements(&ty));
        wires.push(builder.input("x", ty, InputKind::Independent));
    }
    let ty = Type::scalar(Element::I64);
    wires.push(builder.input("i", ty, InputKind::Independent));
    inputs.push(vec![Literal::I64(numbers.below(4) as i64)]);
    grow(&builder, &mut wires, nodes, &mut numbers, 0);
    // Most graphs have floats as results only, so that they have derivatives.
    let is_float = |w: &Wire<'_>| w.ty().unwrap().is_float();
    let floats = wires.iter().copied().filter(is_float).collect();
    let results = if seed.is_multiple_of(3) {
        wires
    } else {
        floats
    };
    for _ in 0..3 {
        builder.output("", numbers.pick(&results)).unwrap();
    }
    builder.output("", results[results.len() - 1]).unwrap();
    (builder.finish().unwrap(), inputs)
}

fn grow<'b>(
    builder: &'b Builder,
    wires: &mut Vec<Wire<'b>>,
    nodes: usize,
    numbers: &mut Numbers,
    depth: usize,
) {
    while wires.len() < nodes {
        // Recent wires are taken more often, so that chains arise.
        let recent = wires.len().saturating_sub(4);
        let wire = match numbers.below(3) {
            0 => wires[numbers.below(wires.len())],
            _ => wires[recent + numbers.below(wires.len() - recent)],
        };
        wires.extend(step(builder, wires, wire, numbers, depth));
    }
}

fn step<'b>(
    builder: &'b Builder,
    wires: &[Wire<'b>],
    x: Wire<'b>,
    numbers: &mut Numbers,
    depth: usize,
) -> Vec<Wire<'b>> {
    let ty = x.ty().unwrap();
    if !ty.is_float() {
        return match ty.element {
            Element::Bool => vec![
                builder
                    .cast(x, numbers.pick(&[Element::F64, Element::I64]))
                    .unwrap(),
            ],
            _ => vec![
                indexing(builder, wires, x, numbers).unwrap_or(x),
                builder.cast(x, Element::F64).unwrap(),
            ],
        };
    }
    let kind = numbers.below(if depth < 2 { 16 } else { 14 });
    let result = match kind {
        0..=2 => elementwise(builder, wires, x, numbers),
        3 => Some(x.sin()),
        4 => view(builder, x, numbers),
        5 => broadcast(builder, x, numbers),
        6 | 7 => reduce(builder, x, numbers),
        8 => contract(builder, wires, x, numbers),
        9 => assemble(builder, wires, x, numbers),
        10 => indices(builder, x, numbers),
        11 => {
            let terms: Vec<Wire<'b>> = (0..numbers.below(4))
                .map(|_| like(wires, &ty, x, numbers))
                .collect();
            builder.sum(&terms, &ty).ok()
        }
        12 => view(builder, x, numbers).map(Wire::square),
        13 => sort(builder, x, numbers),
        14 => return branch(builder, wires, x, numbers, depth),
        _ => return scan(builder, wires, x, numbers, depth),
    };
    result.into_iter().collect()
}

/// The elements along an axis in order, or where they come from.
fn sort<'b>(builder: &'b Builder, x: Wire<'b>, numbers: &mut Numbers) -> Option<Wire<'b>> {
    let rank = x.ty().unwrap().shape.rank();
    let order = builder.argsort(x, numbers.below(rank.max(1))).ok()?;
    match rank {
        1 => builder.gather(x, order, 0).ok(),
        _ => Some(order),
    }
}

/// A wire of the same type, or `x` itself.
fn like<'b>(wires: &[Wire<'b>], ty: &Type, x: Wire<'b>, numbers: &mut Numbers) -> Wire<'b> {
    let alike: Vec<Wire<'b>> = wires
        .iter()
        .copied()
        .filter(|w| w.ty().as_ref() == Ok(ty))
        .collect();
    if alike.is_empty() {
        x
    } else {
        numbers.pick(&alike)
    }
}

fn elementwise<'b>(
    builder: &'b Builder,
    wires: &[Wire<'b>],
    x: Wire<'b>,
    numbers: &mut Numbers,
) -> Option<Wire<'b>> {
    let ty = x.ty().unwrap();
    let y = like(wires, &ty, x, numbers);
    let z = like(wires, &ty, y, numbers);
    Some(match numbers.below(8) {
        0 => x + y,
        1 => x * y,
        2 => x - 1.5,
        3 => builder.scalar(ScalarOp::Max, &[x, y]).unwrap(),
        4 => x.less(y).select(z, x),
        5 => x.less(y),
        6 => x.powi(numbers.below(5) as i32 - 2),
        _ => x.mul_add(y, z),
    })
}

fn view<'b>(builder: &'b Builder, x: Wire<'b>, numbers: &mut Numbers) -> Option<Wire<'b>> {
    let own = x.ty().unwrap().shape;
    let rank = own.rank();
    match numbers.below(4) {
        0 => {
            let mut permutation: Vec<usize> = (0..rank).collect();
            permutation.reverse();
            builder.transpose(x, &permutation).ok()
        }
        1 => {
            let mut extents = own.extents();
            match numbers.below(3) {
                0 => extents = vec![own.size()],
                1 => extents.push(1),
                _ => extents.reverse(),
            }
            builder.reshape(x, &shape(&extents)).ok()
        }
        2 if rank > 0 => {
            let windows = windows(&own, numbers);
            builder.windows(x, windows).ok()
        }
        _ => {
            let mut axes = Vec::new();
            let mut extents = Vec::new();
            for axis in 0..rank {
                let extent = own.extent(axis);
                let (place, count) = match numbers.below(4) {
                    0 => ((extent as i64 - 1, -1), extent),
                    1 if extent > 2 => ((1, 1), extent - 2),
                    2 if extent > 3 => ((0, 2), extent / 2),
                    _ => ((0, 1), extent),
                };
                axes.push(place);
                extents.push(count);
            }
            builder
                .slice(x, &Slice::from_known(axes), &shape(&extents))
                .ok()
        }
    }
}

/// Windows of some size, which need not fit.
fn windows(own: &Shape, numbers: &mut Numbers) -> Windows {
    Windows {
        axis: numbers.below(own.rank()),
        size: numbers.pick(&[1, 2, 3, 5]),
        stride: numbers.pick(&[1, 1, 2, 3]),
        dilation: numbers.pick(&[1, 1, 2]),
    }
}

fn broadcast<'b>(builder: &'b Builder, x: Wire<'b>, numbers: &mut Numbers) -> Option<Wire<'b>> {
    let own = x.ty().unwrap().shape;
    if own.rank() > 2 || own.size() > 300 {
        return None;
    }
    let mut extents = own.extents();
    let at = numbers.below(own.rank() + 1);
    extents.insert(at, numbers.pick(&[1, 2, 6, 40]));
    let axes: Vec<usize> = (0..extents.len()).filter(|&axis| axis != at).collect();
    builder.broadcast(x, &shape(&extents), &axes).ok()
}

fn reduce<'b>(builder: &'b Builder, x: Wire<'b>, numbers: &mut Numbers) -> Option<Wire<'b>> {
    let rank = x.ty().unwrap().shape.rank();
    let axes: Vec<usize> = (0..rank).filter(|_| numbers.below(2) == 0).collect();
    let reduction = numbers.pick(&Reduction::ALL);
    builder.reduce(reduction, x, &axes).ok()
}

fn contract<'b>(
    builder: &'b Builder,
    wires: &[Wire<'b>],
    x: Wire<'b>,
    numbers: &mut Numbers,
) -> Option<Wire<'b>> {
    let y = numbers.pick(wires);
    let (left, right) = (x.ty().ok()?.shape, y.ty().ok()?.shape);
    let mut spec = Contraction {
        batch: Vec::new(),
        contracted: Vec::new(),
        absolute: numbers.below(3) == 0,
    };
    let mut used = Vec::new();
    for l in 0..left.rank() {
        let partner =
            (0..right.rank()).find(|r| !used.contains(r) && right.extent(*r) == left.extent(l));
        match (partner, numbers.below(3)) {
            (Some(r), 0) => {
                used.push(r);
                spec.batch.push((l, r));
            }
            (Some(r), 1) => {
                used.push(r);
                spec.contracted.push((l, r));
            }
            _ => {}
        }
    }
    let result = builder.contract(x, y, &spec).ok()?;
    (result.ty().ok()?.shape.size() < 3_000).then_some(result)
}

fn assemble<'b>(
    builder: &'b Builder,
    wires: &[Wire<'b>],
    x: Wire<'b>,
    numbers: &mut Numbers,
) -> Option<Wire<'b>> {
    let ty = x.ty().unwrap();
    let y = like(wires, &ty, x, numbers);
    let rank = ty.shape.rank();
    match numbers.below(5) {
        0 if rank > 0 => builder.concat(&[x, y, x.cos()], numbers.below(rank)).ok(),
        1 => builder.stack(&[x, y], numbers.below(rank + 1)).ok(),
        2 | 3 => superpose(x, numbers, |numbers| like(wires, &ty, x, numbers)),
        _ => {
            let widths = vec![(numbers.below(3), numbers.below(2)); rank];
            let background = builder.number(Element::F64, -0.0);
            builder.pad(x.exp(), &widths, background).ok()
        }
    }
}

/// Integers made of floats, mostly within -1 and 5.
fn indices<'b>(builder: &'b Builder, x: Wire<'b>, numbers: &mut Numbers) -> Option<Wire<'b>> {
    let scaled = match numbers.below(3) {
        0 => x.max(0.0).min(1.0),
        1 => x * 0.0,
        _ => x.max(0.0),
    };
    builder.cast(scaled, Element::I64).ok()
}

fn indexing<'b>(
    builder: &'b Builder,
    wires: &[Wire<'b>],
    indices: Wire<'b>,
    numbers: &mut Numbers,
) -> Option<Wire<'b>> {
    let data = numbers.pick(wires);
    let ty = data.ty().ok()?;
    let rank = ty.shape.rank();
    if rank == 0 || indices.ty().ok()?.shape.size() * ty.shape.size() > 4_000 {
        return None;
    }
    let axis = numbers.below(rank);
    let gathered = builder.gather(data, indices, axis).ok()?;
    if ty.is_float() && numbers.below(2) == 0 {
        return builder.scatter_add(indices, gathered.sin(), axis, &ty).ok();
    }
    Some(gathered)
}

fn branch<'b>(
    builder: &'b Builder,
    wires: &[Wire<'b>],
    x: Wire<'b>,
    numbers: &mut Numbers,
    depth: usize,
) -> Vec<Wire<'b>> {
    let condition = builder.reduce(Reduction::Max, x.abs(), &all_axes(x));
    let Ok(condition) = condition else {
        return Vec::new();
    };
    let condition = condition.less(1.5);
    let y = numbers.pick(wires);
    let mut side = |twist: bool| {
        builder.begin_region().unwrap();
        let mut inner = wires.to_vec();
        let nodes = inner.len() + 4;
        grow(builder, &mut inner, nodes, numbers, depth + 1);
        let results = match twist {
            true => [x * 2.0, y],
            false => [like(&inner, &x.ty().unwrap(), x, numbers), y],
        };
        builder.end_region(&results).unwrap()
    };
    let (then, otherwise) = (side(false), side(true));
    builder.branch(condition, then, otherwise).unwrap()
}

fn scan<'b>(
    builder: &'b Builder,
    wires: &[Wire<'b>],
    x: Wire<'b>,
    numbers: &mut Numbers,
    depth: usize,
) -> Vec<Wire<'b>> {
    let stacked: Vec<Wire<'b>> = wires
        .iter()
        .copied()
        .filter(|w| {
            w.ty()
                .is_ok_and(|ty| ty.shape.rank() > 0 && ty.shape.extent(0) > 0)
        })
        .collect();
    if stacked.is_empty() || x.ty().unwrap().shape.size() > 200 {
        return Vec::new();
    }
    let source = numbers.pick(&stacked);
    let shape = source.ty().unwrap().shape;
    let length = shape.extent(0);
    builder.begin_region().unwrap();
    let ty = x.ty().unwrap();
    let ends = numbers.below(8) == 0;
    if ends {
        builder.region_input(Type::scalar(Element::Bool));
    }
    let [a, b] = [
        builder.region_input(ty.clone()),
        builder.region_input(ty.clone()),
    ];
    let slice = source
        .ty()
        .unwrap()
        .with_shape(shape.filter_axes(|axis| axis > 0));
    let slice = builder.region_input(slice);
    let mut inner = wires.to_vec();
    inner.extend([a, b, slice]);
    let nodes = inner.len() + 4;
    grow(builder, &mut inner, nodes, numbers, depth + 1);
    let next = like(&inner, &ty, a, numbers);
    let emitted = inner[inner.len() - 1];
    // The second carried value is the first one's last: a delay line.
    let mut results = vec![next.tanh(), a, slice, emitted, a];
    if ends {
        results.insert(0, is_small(a));
    }
    let body = builder.end_region(&results).unwrap();
    let y = like(wires, &ty, x, numbers);
    let reverse = !ends && numbers.below(2) == 0;
    // Not said, all states, or checkpoints so far apart.
    let every = Some(Extent::from(numbers.below(5)));
    let iterations = Iterations {
        runs: if ends { Runs::While } else { Runs::All },
        ..Iterations::new(length, reverse, every)
    };
    let mut carried = vec![x, y];
    if ends {
        carried.insert(0, is_small(x));
    }
    builder
        .scan_region_with(body, &carried, &[source], iterations)
        .unwrap()
}

/// Whether the elements are together below a number that some of these graphs reach.
fn is_small(x: Wire<'_>) -> Wire<'_> {
    let builder = x.builder();
    let total = builder.reduce(Reduction::Sum, x.abs(), &all_axes(x));
    let total = total.unwrap();
    let bound = builder.number(total.ty().unwrap().element, 2.0);
    builder.scalar(ScalarOp::Less, &[total, bound]).unwrap()
}

fn all_axes(x: Wire<'_>) -> Vec<usize> {
    (0..x.ty().unwrap().shape.rank()).collect()
}
