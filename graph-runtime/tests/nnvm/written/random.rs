//! Structural operators with random shapes, axes, starts and steps.

use super::support::{Random, check, float, graph, ty};
use graph_ir::ops::{Contraction, Reduction, Slice};
use graph_ir::{Element, Graph, Shape};

const ROUNDS: u64 = 150;

/// Checks a graph for each round that the closure makes one.
fn rounds(tolerance: f64, make: impl Fn(&mut Random) -> Graph) {
    for seed in 0..ROUNDS {
        let mut random = Random::new(seed * 7919 + 1);
        let graph = make(&mut random);
        let point = random.point(&graph);
        check(&graph, &[point], tolerance);
    }
}

#[test]
fn broadcasts_and_transposes() {
    rounds(0.0, |random| {
        let to = random.shape(0..=4);
        let axes: Vec<usize> = (0..to.len()).filter(|_| random.below(2) == 0).collect();
        let own: Vec<usize> = axes.iter().map(|&axis| to[axis]).collect();
        let order = random.permutation(to.len());
        graph(&[float(&own)], |b, x| {
            let wide = b.broadcast(x[0], &Shape::new(&to)?, &axes)?;
            Ok(vec![b.transpose(wide, &order)? * 2.0])
        })
    });
}

/// A part of a tensor: where it is and its extents.
fn part(random: &mut Random, extents: &[usize]) -> (Slice, Vec<usize>) {
    let axes = extents.iter().map(|&extent| {
        let (start, step) = (random.below(extent), 1 + random.below(2));
        let backwards = random.below(2) == 0;
        let room = if backwards { start } else { extent - 1 - start };
        let count = 1 + random.below(room / step + 1);
        let step = if backwards {
            -(step as i64)
        } else {
            step as i64
        };
        ((start as i64, step), count)
    });
    let (axes, counts): (Vec<(i64, i64)>, Vec<usize>) = axes.unzip();
    (Slice::from_known(axes), counts)
}

#[test]
fn slices() {
    rounds(0.0, |random| {
        let own = random.shape(1..=4);
        let (slice, to) = part(random, &own);
        graph(&[float(&own)], |b, x| {
            Ok(vec![b.slice(x[0], &slice, &Shape::new(&to)?)?])
        })
    });
}

/// Parts of a tensor that no element is in twice.
fn disjoint(random: &mut Random, extents: &[usize], tries: usize) -> Vec<(Slice, Vec<usize>)> {
    let shape = Shape::new(extents).unwrap();
    let strides = shape.strides();
    let mut taken = vec![false; shape.size()];
    let mut parts = Vec::new();
    for _ in 0..tries {
        let (slice, counts) = part(random, extents);
        let shape = Shape::new(&counts).unwrap();
        let positions: Vec<usize> = slice.positions(&shape, &strides).collect();
        if positions.iter().all(|&position| !taken[position]) {
            positions
                .iter()
                .for_each(|&position| taken[position] = true);
            parts.push((slice, counts));
        }
    }
    parts
}

#[test]
fn assemblies() {
    let mut pieces = 0;
    for seed in 0..2 * ROUNDS {
        let random = &mut Random::new(seed + 1);
        let to = random
            .shape(0..=3)
            .iter()
            .map(|extent| extent * 2)
            .collect::<Vec<_>>();
        let parts = disjoint(random, &to, 12);
        pieces += parts.len();
        let mut types: Vec<_> = parts.iter().map(|(_, counts)| float(counts)).collect();
        types.push(float(&[]));
        let graph = graph(&types, |b, x| {
            let wires = x.iter().zip(&parts);
            let pieces: Vec<_> = wires.map(|(&x, (slice, _))| (x, slice.clone())).collect();
            let background = x[x.len() - 1];
            Ok(vec![b.assemble(background, &pieces, &float(&to))?])
        });
        check(&graph, &[random.point(&graph)], 0.0);
    }
    assert!(pieces > 600, "{pieces}");
}

#[test]
fn overlapping_assemblies() {
    let mut overlapping = 0;
    for seed in 0..2 * ROUNDS {
        let random = &mut Random::new(seed + 2);
        let to = random.shape(0..=3);
        let to: Vec<usize> = to.iter().map(|extent| extent * 2).collect();
        let parts: Vec<_> = (0..4).map(|_| part(random, &to)).collect();
        let element = [Element::F64, Element::F32, Element::Bool][random.below(3)];
        let types = parts.iter().map(|(_, counts)| ty(element, counts));
        let mut types: Vec<_> = types.collect();
        let known = random.below(2) == 0;
        types.push(ty(element, &[]));
        let before = graph(&types, |b, x| {
            let wires = x.iter().zip(&parts);
            let pieces: Vec<_> = wires.map(|(&x, (slice, _))| (x, slice.clone())).collect();
            overlapping += usize::from(b.assemble(x[4], &pieces, &ty(element, &to)).is_err());
            let background = match known {
                true => b.number(element, 0.0),
                false => x[4],
            };
            Ok(vec![b.superpose(background, &pieces, &ty(element, &to))?])
        });
        let mut point = random.point(&before);
        if element == Element::Bool {
            point
                .iter_mut()
                .for_each(|x| *x = f64::from(u8::from(*x > 0.0)));
        }
        check(&before, &[point], 1e-15);
    }
    assert!(overlapping > 50, "{overlapping}");
}

#[test]
fn reductions() {
    rounds(1e-14, |random| {
        let own = random.shape(1..=4);
        let axes: Vec<usize> = (0..own.len()).filter(|_| random.below(2) == 0).collect();
        let reduction = Reduction::ALL[random.below(6)];
        graph(&[float(&own)], |b, x| {
            Ok(vec![b.reduce(reduction, x[0], &axes)?])
        })
    });
}

#[test]
fn contractions() {
    rounds(1e-13, |random| {
        let shared = random.shape(0..=3);
        let batch = random.below(shared.len() + 1);
        let (left, right) = (random.shape(0..=2), random.shape(0..=2));
        // The shared axes are put among the free ones of each operand in any order.
        let mut side = |free: &[usize]| {
            let all: Vec<usize> = shared.iter().chain(free).copied().collect();
            let order = random.permutation(all.len());
            let extents: Vec<usize> = order.iter().map(|&axis| all[axis]).collect();
            let place = |axis: usize| order.iter().position(|&held| held == axis).unwrap();
            let places: Vec<usize> = (0..shared.len()).map(place).collect();
            (extents, places)
        };
        let ((left, l), (right, r)) = (side(&left), side(&right));
        let pairs: Vec<(usize, usize)> = l.into_iter().zip(r).collect();
        let axes = Contraction {
            batch: pairs[..batch].to_vec(),
            contracted: pairs[batch..].to_vec(),
            absolute: random.below(3) == 0,
        };
        graph(&[float(&left), float(&right)], |b, x| {
            Ok(vec![b.contract(x[0], x[1], &axes)?])
        })
    });
}

#[test]
fn gathers_and_scatters() {
    for seed in 0..ROUNDS {
        let random = &mut Random::new(seed + 3);
        let own = random.shape(1..=3);
        let axis = random.below(own.len());
        let places = random.shape(0..=2);
        let graph = graph(&[float(&own), ty(Element::I64, &places)], |b, x| {
            let parts = b.gather(x[0], x[1], axis)?;
            let mut results = vec![parts, b.scatter_add(x[1], parts, axis, &float(&own))?];
            if places.is_empty() {
                results.push(b.replace(x[0], parts * 2.0, &[axis], &[x[1]])?);
            }
            Ok(results)
        });
        let mut point = random.point(&graph);
        let data: usize = own.iter().product();
        for index in &mut point[data..] {
            *index = random.below(own[axis]) as f64;
        }
        check(&graph, &[point], 1e-14);
    }
}
