//! The meaning of the operators without graphs inside, element by element.

use std::cmp::Ordering;

use graph_ir::Element;
use graph_ir::graph::{Graph, ListId, Literal, NodeId};
use graph_ir::ops::{Contraction, Op, OpView, Placement, Reduction, ScalarOp, Slice};
use graph_ir::types::Shape;
use graph_math::order::Order;

use super::super::scalar::{apply, cast, integer, truth};
use super::Tensor;

/// A list of axes.
pub(super) fn axes(graph: &Graph, list: ListId) -> Vec<usize> {
    let axes = graph.list(list).iter();
    axes.map(|axis| axis.known().unwrap()).collect()
}

/// The value of an operator without graphs inside.
pub(super) fn tensor(
    graph: &Graph,
    id: NodeId,
    op: Op,
    args: &[&Tensor],
) -> Result<Tensor, String> {
    let ty = graph.ty(id);
    let size = ty.shape.size();
    let shape_of = |i: usize| &graph.ty(graph.arguments(id)[i]).shape;
    let map = |f: &dyn Fn(usize) -> Literal| (0..size).map(f).collect();
    let from = |strides: &[i64], start: i64| {
        let places = places(&ty.shape, strides, start);
        places.into_iter().map(|p| args[0][p]).collect::<Tensor>()
    };
    Ok(match op {
        Op::Constant(constant) => graph.constant(constant).literals().collect(),
        Op::Scalar(op) => map(&|i| apply(op, &args.iter().map(|a| a[i]).collect::<Vec<_>>())),
        Op::Cast => map(&|i| cast(args[0][i], ty.element)),
        Op::Select => map(&|i| {
            if truth(args[0][i]) {
                args[1][i]
            } else {
                args[2][i]
            }
        }),
        Op::Sum if args.is_empty() => vec![Literal::from_f64(ty.element, 0.0); size],
        Op::Sum => map(&|i| {
            let rest = args[1..].iter();
            rest.fold(args[0][i], |sum, term| {
                apply(ScalarOp::Add, &[sum, term[i]])
            })
        }),
        Op::Reshape | Op::StopGradient => args[0].clone(),
        Op::Broadcast(list) => {
            let mut strides = vec![0; ty.shape.rank()];
            for (&axis, stride) in axes(graph, list).iter().zip(strides_of(shape_of(0))) {
                strides[axis] = stride;
            }
            from(&strides, 0)
        }
        Op::Transpose(list) => {
            let own = strides_of(shape_of(0));
            let strides: Vec<i64> = axes(graph, list).iter().map(|&a| own[a]).collect();
            from(&strides, 0)
        }
        Op::Slice(_) => {
            let OpView::Slice(slice) = graph.view(id) else {
                unreachable!("a slice");
            };
            let (strides, start) = sliced(shape_of(0), &slice);
            from(&strides, start)
        }
        Op::Windows(_) => {
            let OpView::Windows(windows) = graph.view(id) else {
                unreachable!("windows");
            };
            let mut strides = strides_of(shape_of(0));
            strides.push(strides[windows.axis] * windows.dilation as i64);
            strides[windows.axis] *= windows.stride as i64;
            from(&strides, 0)
        }
        Op::Assemble(_) => {
            let mut covering = vec![Vec::new(); size];
            let OpView::Assemble(Placement { pieces }) = graph.view(id) else {
                unreachable!("an assembly");
            };
            for (number, place) in pieces.iter().enumerate() {
                let (strides, start) = sliced(&ty.shape, place);
                let own = places(shape_of(number + 1), &strides, start);
                for (position, place) in own.into_iter().enumerate() {
                    covering[place].push(args[number + 1][position]);
                }
            }
            let join = |a, b| match (a, b) {
                (Literal::Bool(a), Literal::Bool(b)) => Literal::Bool(a || b),
                _ => apply(ScalarOp::Add, &[a, b]),
            };
            let elements = covering.into_iter();
            elements
                .map(|terms| terms.into_iter().reduce(join).unwrap_or(args[0][0]))
                .collect()
        }
        Op::Reduce(reduction, list) => {
            let of = (shape_of(0), ty.element);
            reduce(reduction, &axes(graph, list), of, args[0])
        }
        Op::Contract(_) => {
            let OpView::Contract(spec) = graph.view(id) else {
                unreachable!("a contraction");
            };
            let shapes = [shape_of(0), shape_of(1)];
            contract(&spec, ty.element, shapes, [args[0], args[1]])
        }
        Op::Gather(axis) => gather(axis as usize, shape_of(0), args)?,
        Op::PartAt(list) => part_at(&axes(graph, list), shape_of(0), args)?,
        Op::ScatterAdd(axis) => scatter_add(axis as usize, ty.element, &ty.shape, args)?,
        Op::Replace(list) => replace(&axes(graph, list), &ty.shape, args)?,
        Op::ArgSort(axis) => argsort(axis as usize, &ty.shape, args[0]),
        Op::Sort(axis) => {
            let strides = strides_of(&ty.shape);
            let (axis, extent) = (axis as usize, ty.shape.extent(axis as usize));
            let order = argsort(axis, &ty.shape, args[0]).into_iter().enumerate();
            let element = |(place, from): (usize, Literal)| {
                let stride = strides[axis] as usize;
                let first = place - place / stride % extent * stride;
                args[0][first + integer(from) as usize * stride]
            };
            order.map(element).collect()
        }
        other => panic!("{other:?} is not prepared"),
    })
}

/// The elements of the first operand whose positions along some axes are the given ones.
fn part_at(axes: &[usize], shape: &Shape, args: &[&Tensor]) -> Result<Tensor, String> {
    let positions = axes.iter().zip(&args[1..]);
    let positions = positions.map(|(&axis, position)| checked(position, shape.extent(axis)));
    let positions: Vec<usize> = positions.collect::<Result<Vec<_>, _>>()?.concat();
    let elements = args[0].iter().enumerate().filter(|(place, _)| {
        let strides = strides_of(shape);
        let at = |axis: usize| place / strides[axis] as usize % shape.extent(axis);
        let mut named = axes.iter().zip(&positions);
        named.all(|(&axis, &position)| at(axis) == position)
    });
    Ok(elements.map(|(_, &own)| own).collect())
}

/// The first operand, where the positions along some axes are not the given ones, else the second
/// one.
fn replace(axes: &[usize], shape: &Shape, args: &[&Tensor]) -> Result<Tensor, String> {
    let positions = axes.iter().zip(&args[2..]);
    let positions = positions.map(|(&axis, position)| checked(position, shape.extent(axis)));
    let positions: Vec<usize> = positions.collect::<Result<Vec<_>, _>>()?.concat();
    let mut parts = args[1].iter();
    let elements = args[0].iter().enumerate().map(|(place, &own)| {
        let strides = strides_of(shape);
        let at = |axis: usize| place / strides[axis] as usize % shape.extent(axis);
        let mut named = axes.iter().zip(&positions);
        match named.all(|(&axis, &position)| at(axis) == position) {
            true => parts.next().copied().unwrap(),
            false => own,
        }
    });
    Ok(elements.collect())
}

/// The positions of elements in ascending order, by std's stable sort.
pub(crate) fn argsort(axis: usize, shape: &Shape, operand: &Tensor) -> Tensor {
    let strides = strides_of(shape);
    let mut result = vec![Literal::I64(0); operand.len()];
    let length = shape.extent(axis);
    let first = |axis: &usize| shape.extent(*axis);
    let others: Vec<usize> = (0..shape.rank()).filter(|&other| other != axis).collect();
    let extents: Vec<usize> = others.iter().map(first).collect();
    let apart: Vec<i64> = others.iter().map(|&other| strides[other]).collect();
    for start in places(&Shape::new(&extents).unwrap(), &apart, 0) {
        let at = |i: usize| start + i * strides[axis] as usize;
        let mut order: Vec<usize> = (0..length).collect();
        order.sort_by(|&i, &j| match (operand[at(i)], operand[at(j)]) {
            (Literal::I64(a), Literal::I64(b)) => a.cmp(&b),
            (a, b) => {
                let (a, b) = (a.to_f64(), b.to_f64());
                a.partial_cmp(&b)
                    .unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
            }
        });
        for (place, position) in order.into_iter().enumerate() {
            result[at(place)] = Literal::I64(position as i64);
        }
    }
    result
}

fn reduce(
    reduction: Reduction,
    axes: &[usize],
    (shape, element): (&Shape, Element),
    operand: &Tensor,
) -> Tensor {
    let strides = strides_of(shape);
    let part = |chosen: &dyn Fn(&usize) -> bool| {
        let axes: Vec<usize> = (0..shape.rank()).filter(chosen).collect();
        let extents: Vec<usize> = axes.iter().map(|&a| shape.extent(a)).collect();
        let strides: Vec<i64> = axes.iter().map(|&a| strides[a]).collect();
        places(&Shape::new(&extents).unwrap(), &strides, 0)
    };
    let kept = part(&|axis| !axes.contains(axis));
    let terms = part(&|axis| axes.contains(axis));
    let order = Order::of(terms.len(), axes.contains(&shape.rank().wrapping_sub(1)));
    let results = kept.into_iter().map(|start| {
        let term = |i: usize| operand[start + terms[i]];
        if reduction.yields_position() {
            return Literal::I64(first_best(reduction, terms.len(), term));
        }
        let combined = order.combine(terms.len(), term, |a, b| match reduction.combination() {
            Some(op) if a.element() != Element::I64 => apply(op, &[a, b]),
            _ => Literal::I64(match reduction {
                Reduction::Sum => integer(a).wrapping_add(integer(b)),
                Reduction::Prod => integer(a).wrapping_mul(integer(b)),
                Reduction::Max => integer(a).max(integer(b)),
                _ => integer(a).min(integer(b)),
            }),
        });
        combined.unwrap_or_else(|| Literal::from_f64(element, reduction.neutral().unwrap()))
    });
    results.collect()
}

/// The first position whose element no other one beats; NaNs lose against numbers.
fn first_best(reduction: Reduction, terms: usize, term: impl Fn(usize) -> Literal) -> i64 {
    // Integers are compared as they are: not all of them are doubles.
    let order = |a: usize, b: usize| match (term(a), term(b)) {
        (Literal::I64(a), Literal::I64(b)) => Some(a.cmp(&b)),
        (a, b) => a.to_f64().partial_cmp(&b.to_f64()),
    };
    let numbers: Vec<usize> = (0..terms).filter(|&i| order(i, i).is_some()).collect();
    let loses = match reduction {
        Reduction::ArgMax => Ordering::Less,
        _ => Ordering::Greater,
    };
    let best = numbers
        .iter()
        .find(|&&i| numbers.iter().all(|&j| order(i, j) != Some(loses)));
    best.map_or(0, |&i| i as i64)
}

fn contract(
    spec: &Contraction,
    element: Element,
    shapes: [&Shape; 2],
    args: [&Tensor; 2],
) -> Tensor {
    let side = |which: usize, axes: &[usize]| {
        let strides = strides_of(shapes[which]);
        let extents: Vec<usize> = axes.iter().map(|&a| shapes[which].extent(a)).collect();
        let strides: Vec<i64> = axes.iter().map(|&a| strides[a]).collect();
        places(&Shape::new(&extents).unwrap(), &strides, 0)
    };
    let left = |pairs: &[(usize, usize)]| side(0, &pairs.iter().map(|p| p.0).collect::<Vec<_>>());
    let right = |pairs: &[(usize, usize)]| side(1, &pairs.iter().map(|p| p.1).collect::<Vec<_>>());
    let (left_terms, right_terms) = (left(&spec.contracted), right(&spec.contracted));
    let order = spec.order(shapes[0], shapes[1]);
    let op = match spec.absolute {
        true => ScalarOp::Azmul,
        false => ScalarOp::Mul,
    };
    let mut result = Vec::new();
    for (l, r) in left(&spec.batch).into_iter().zip(right(&spec.batch)) {
        for row in side(0, &spec.left_free(shapes[0].rank())) {
            for column in side(1, &spec.right_free(shapes[1].rank())) {
                let term = |i: usize| {
                    let a = args[0][l + row + left_terms[i]];
                    let b = args[1][r + column + right_terms[i]];
                    apply(op, &[a, b])
                };
                let sum =
                    order.combine(left_terms.len(), term, |a, b| apply(ScalarOp::Add, &[a, b]));
                result.push(sum.unwrap_or(Literal::from_f64(element, 0.0)));
            }
        }
    }
    result
}

fn gather(axis: usize, shape: &Shape, args: &[&Tensor]) -> Result<Tensor, String> {
    let extents = shape.extents();
    let (before, bound) = (extents[..axis].iter().product(), extents[axis]);
    let after: usize = extents[axis + 1..].iter().product();
    let indices = checked(args[1], bound)?;
    let mut result = Vec::new();
    for outer in 0..before {
        for index in &indices {
            let start = (outer * bound + index) * after;
            result.extend_from_slice(&args[0][start..start + after]);
        }
    }
    Ok(result)
}

fn scatter_add(
    axis: usize,
    element: Element,
    shape: &Shape,
    args: &[&Tensor],
) -> Result<Tensor, String> {
    let extents = shape.extents();
    let (before, bound): (usize, usize) = (extents[..axis].iter().product(), extents[axis]);
    let after: usize = extents[axis + 1..].iter().product();
    let indices = checked(args[0], bound)?;
    let mut result = vec![Literal::from_f64(element, 0.0); shape.size()];
    for outer in 0..before {
        for (number, index) in indices.iter().enumerate() {
            for inner in 0..after {
                let place = (outer * bound + index) * after + inner;
                let update = args[1][(outer * indices.len() + number) * after + inner];
                result[place] = apply(ScalarOp::Add, &[result[place], update]);
            }
        }
    }
    Ok(result)
}

fn checked(indices: &Tensor, bound: usize) -> Result<Vec<usize>, String> {
    let indices = indices.iter().map(|&index| {
        let index = integer(index);
        let position = usize::try_from(index).ok().filter(|&i| i < bound);
        position.ok_or_else(|| format!("{index} is out of range for {bound}"))
    });
    indices.collect()
}

fn strides_of(shape: &Shape) -> Vec<i64> {
    shape.strides().into_iter().map(|s| s as i64).collect()
}

fn sliced(shape: &Shape, slice: &Slice) -> (Vec<i64>, i64) {
    let strides = strides_of(shape);
    let places = slice.known_axes();
    let axes = || strides.iter().zip(&places);
    // A step from a single position to nowhere may be any number.
    let start = axes().map(|(stride, (start, _))| stride.wrapping_mul(*start));
    let steps = axes().map(|(stride, (_, step))| stride.wrapping_mul(*step));
    (steps.collect(), start.fold(0, i64::wrapping_add))
}

/// The places of a strided tensor's elements in row-major order, by division of the position.
fn places(shape: &Shape, strides: &[i64], start: i64) -> Vec<usize> {
    let own = shape.strides();
    let place = |position: usize| {
        let axes = own.iter().zip(strides).enumerate();
        let offsets = axes.map(|(axis, (&own, &stride))| {
            (position / own % shape.extent(axis).max(1)) as i64 * stride
        });
        usize::try_from(start + offsets.sum::<i64>()).expect("a place")
    };
    (0..shape.size()).map(place).collect()
}
