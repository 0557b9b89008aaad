//! The meaning of a graph, node by node over whole tensors: what schedules are held against.

use graph_ir::Element;
use graph_ir::graph::{Graph, Literal, NodeId};
use graph_ir::ops::attributes::axes;
use graph_ir::ops::{Contraction, Op, Placement, Reduction, ScalarOp, Scan, Slice};
use graph_ir::order::Order;
use graph_ir::types::Shape;

use super::scalar::{apply, cast, integer, truth};

type Tensor = Vec<Literal>;

/// The results, or what was out of range.
pub(crate) fn evaluate(graph: &Graph, inputs: &[Tensor]) -> Result<Vec<Tensor>, String> {
    let mut needed = vec![false; graph.len()];
    for output in graph.outputs() {
        needed[output.node.index()] = true;
    }
    for id in graph.ids().rev() {
        if needed[id.index()] {
            for argument in graph.arguments(id) {
                needed[argument.index()] = true;
            }
        }
    }
    let mut values: Vec<Vec<Tensor>> = Vec::new();
    for id in graph.ids() {
        // What nobody needs is not computed, so an index out of range there is no error.
        if !needed[id.index()] {
            values.push(Vec::new());
            continue;
        }
        let arguments: Vec<&Tensor> = match graph.op(id) {
            Op::Project(_) => Vec::new(),
            _ => graph
                .arguments(id)
                .iter()
                .map(|a| &values[a.index()][0])
                .collect(),
        };
        let value = match graph.op(id) {
            Op::Input(position) => vec![inputs[position as usize].clone()],
            Op::Project(position) => {
                let tuple = &values[graph.arguments(id)[0].index()];
                vec![tuple[position as usize].clone()]
            }
            Op::Branch(then, otherwise) => {
                let side = if truth(arguments[0][0]) {
                    then
                } else {
                    otherwise
                };
                let captured: Vec<Tensor> = arguments[1..].iter().map(|&t| t.clone()).collect();
                evaluate(&graph.function(side).graph, &captured)?
            }
            Op::Scan(list) => scan(graph, Scan::from_list(graph.list(list)), &arguments)?,
            op => vec![tensor(graph, id, op, &arguments)?],
        };
        values.push(value);
    }
    let outputs = graph.outputs().iter();
    Ok(outputs.map(|o| values[o.node.index()][0].clone()).collect())
}

fn tensor(graph: &Graph, id: NodeId, op: Op, args: &[&Tensor]) -> Result<Tensor, String> {
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
            for (&axis, stride) in axes(graph.list(list)).iter().zip(strides_of(shape_of(0))) {
                strides[axis] = stride;
            }
            from(&strides, 0)
        }
        Op::Transpose(list) => {
            let own = strides_of(shape_of(0));
            let strides: Vec<i64> = axes(graph.list(list)).iter().map(|&a| own[a]).collect();
            from(&strides, 0)
        }
        Op::Slice(list) => {
            let (strides, start) = sliced(shape_of(0), &Slice::from_list(graph.list(list)));
            from(&strides, start)
        }
        Op::Assemble(list) => {
            let mut covering = vec![Vec::new(); size];
            let pieces = Placement::from_list(graph.list(list), args.len() - 1).pieces;
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
            reduce(reduction, &axes(graph.list(list)), shape_of(0), args[0])
        }
        Op::Contract(list) => {
            let spec = Contraction::from_list(graph.list(list));
            contract(&spec, [shape_of(0), shape_of(1)], [args[0], args[1]])
        }
        Op::Gather(axis) => gather(axis as usize, shape_of(0), args)?,
        Op::ScatterAdd(axis) => scatter_add(axis as usize, ty.element, &ty.shape, args)?,
        other => panic!("{other:?} is not prepared"),
    })
}

fn reduce(reduction: Reduction, axes: &[usize], shape: &Shape, operand: &Tensor) -> Tensor {
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
        combined.unwrap_or_else(|| Literal::F64(reduction.neutral().unwrap().to_bits()))
    });
    results.collect()
}

/// The first position whose element no other one beats; NaNs lose against numbers.
fn first_best(reduction: Reduction, terms: usize, term: impl Fn(usize) -> Literal) -> i64 {
    let number = |i: usize| match term(i) {
        Literal::I64(value) => value as f64,
        other => other.to_f64(),
    };
    let numbers: Vec<usize> = (0..terms).filter(|&i| !number(i).is_nan()).collect();
    let wins = |a: f64, b: f64| match reduction {
        Reduction::ArgMax => a >= b,
        _ => a <= b,
    };
    let best = numbers
        .iter()
        .find(|&&i| numbers.iter().all(|&j| wins(number(i), number(j))));
    best.map_or(0, |&i| i as i64)
}

fn contract(spec: &Contraction, shapes: [&Shape; 2], args: [&Tensor; 2]) -> Tensor {
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
                result.push(sum.unwrap_or(Literal::F64(0)));
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

fn scan(graph: &Graph, scan: Scan, args: &[&Tensor]) -> Result<Vec<Tensor>, String> {
    let body = &graph.function(scan.body).graph;
    let captured = &args[..scan.captured];
    let mut carried: Vec<Tensor> = args[scan.captured..scan.captured + scan.carried]
        .iter()
        .map(|&t| t.clone())
        .collect();
    let stacked = &args[scan.captured + scan.carried..];
    let stacks = body.outputs().len() - scan.carried;
    let mut slices: Vec<Vec<Tensor>> = vec![vec![Vec::new(); scan.length]; stacks];
    for i in 0..scan.length {
        let at = if scan.reverse { scan.length - 1 - i } else { i };
        let mut inputs: Vec<Tensor> = captured.iter().map(|&t| t.clone()).collect();
        inputs.extend(carried);
        for input in stacked {
            let width = input.len() / scan.length;
            inputs.push(input[at * width..(at + 1) * width].to_vec());
        }
        let mut results = evaluate(body, &inputs)?;
        for (stack, slice) in slices.iter_mut().zip(results.split_off(scan.carried)) {
            stack[at] = slice;
        }
        carried = results;
    }
    carried.extend(slices.into_iter().map(|stack| stack.concat()));
    Ok(carried)
}

fn strides_of(shape: &Shape) -> Vec<i64> {
    shape.strides().into_iter().map(|s| s as i64).collect()
}

fn sliced(shape: &Shape, slice: &Slice) -> (Vec<i64>, i64) {
    let strides = strides_of(shape);
    let axes = || strides.iter().zip(&slice.axes);
    let start = axes().map(|(stride, (start, _))| stride * start).sum();
    (
        axes().map(|(stride, (_, step))| stride * step).collect(),
        start,
    )
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
