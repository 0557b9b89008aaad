//! Sums of products over named axes (Einstein's convention), as views, products and contractions.
//!
//! Axes that an operand names twice become its diagonal, and axes that nothing else names are
//! summed over at once. Then the operands are combined in pairs, in the order that takes the fewest
//! multiplications.

use alloc::string::String;
use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::intern::signed;
use crate::ops::{Contraction, Reduction, Slice};
use crate::types::{Extent, Shape, Type};

/// Up to so many operands all orders of combining them are compared; of more, the cheapest pair is
/// combined first.
const COMPARED: usize = 8;

/// A value whose axes have names, each once.
#[derive(Clone)]
struct Term<'b> {
    wire: Wire<'b>,
    names: Vec<char>,
}

/// The extents of the named axes.
struct Extents(Vec<(char, Extent)>);

impl Extents {
    fn of(&self, name: char) -> Option<Extent> {
        let found = self.0.iter().find(|(own, _)| *own == name);
        found.map(|(_, extent)| extent.clone())
    }

    /// The number of elements of a tensor over these axes.
    fn size(&self, names: impl Iterator<Item = char>) -> f64 {
        #[allow(
            clippy::cast_precision_loss,
            reason = "costs are compared, not counted"
        )]
        let extents = names.map(|name| self.of(name).map_or(1, |extent| extent.estimate()) as f64);
        extents.product()
    }

    fn shape(&self, names: &[char]) -> Result<Shape> {
        Ok(Shape::of(names.iter().filter_map(|&name| self.of(name)))?)
    }
}

impl Builder {
    /// The sum of products over named axes, as numpy's `einsum`: axes of the same name run
    /// together, and those that the result does not name are summed over. `names` are those of the
    /// axes of each operand. The sums of several products are added in the order of contractions.
    ///
    /// ```
    /// use graph_ir::graph::InputKind;
    /// use graph_ir::{Builder, Element, Shape, Type};
    ///
    /// let b = Builder::new();
    /// let matrix = Type::new(Element::F64, Shape::new(&[2, 3])?);
    /// let a = b.input("a", matrix, InputKind::Independent);
    /// let gram = b.einsum(&[&['i', 'j'], &['k', 'j']], &['i', 'k'], &[a, a])?;
    /// assert_eq!(gram.ty()?.shape.extents(), [2, 2]);
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there are no operands, their numbers of axes and names differ, axes of one name differ
    /// in extent, the result names an axis twice or one that no operand has, or the operands are
    /// not of one float type.
    pub fn einsum<'b>(
        &'b self,
        names: &[&[char]],
        result: &[char],
        operands: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        let extents = self.named_extents(names, operands)?;
        if repeated(result).is_some() || result.iter().any(|&name| extents.of(name).is_none()) {
            return Err(count("axes of the result", extents.0.len(), result.len()));
        }
        let mut terms = Vec::with_capacity(operands.len());
        for (own, &wire) in names.iter().zip(operands) {
            terms.push(self.distinct(wire, own, &extents)?);
        }
        for at in 0..terms.len() {
            terms[at] = self.summed(&terms, at, result)?;
        }
        while terms.len() > COMPARED {
            let (left, right) = cheapest(&terms, &extents);
            self.combine(&mut terms, left, right, result, &extents)?;
        }
        for (left, right) in order(&terms, result, &extents) {
            self.combine(&mut terms, left, right, result, &extents)?;
        }
        let Some(Term { wire, names }) = terms.pop() else {
            return Err(count("operands", 1, 0));
        };
        self.transpose(wire, &places(result, &names))
    }

    /// The extent of each name.
    fn named_extents(&self, names: &[&[char]], operands: &[Wire<'_>]) -> Result<Extents> {
        if names.len() != operands.len() {
            return Err(count("operands", names.len(), operands.len()));
        }
        let mut extents = Extents(Vec::new());
        for (own, &operand) in names.iter().zip(operands) {
            let ty = self.ty(operand)?;
            if !ty.is_float() {
                return Err(Error::WrongOperand {
                    op: String::from("einsum"),
                    expected: "floating point numbers",
                    found: ty,
                });
            }
            if own.len() != ty.shape.rank() {
                return Err(count("names of axes", ty.shape.rank(), own.len()));
            }
            for (axis, &name) in own.iter().enumerate() {
                let extent = ty.shape.count_along(axis);
                match extents.of(name) {
                    None => extents.0.push((name, extent)),
                    Some(known) if known == extent => {}
                    Some(_) => {
                        let mut before = names.iter().zip(operands).filter_map(|(own, other)| {
                            Some((*other, own.iter().position(|&other| other == name)?))
                        });
                        let (left, left_axis) = before.next().unwrap_or((operand, axis));
                        return Err(Error::ContractionExtents {
                            op: String::from("einsum"),
                            left: self.ty(left)?,
                            left_axis,
                            right: ty,
                            right_axis: axis,
                        });
                    }
                }
            }
        }
        Ok(extents)
    }

    /// A value with one axis for each name: along a name that it has twice, its diagonal.
    fn distinct<'b>(
        &'b self,
        wire: Wire<'b>,
        names: &[char],
        extents: &Extents,
    ) -> Result<Term<'b>> {
        let mut term = Term {
            wire,
            names: names.to_vec(),
        };
        while let Some((first, second)) = repeated(&term.names) {
            let name = term.names[first];
            let extent = extents.of(name).unwrap_or(Extent::from(1));
            let rank = term.names.len();
            let others = (0..rank).filter(|&axis| axis != first && axis != second);
            let permutation: Vec<usize> = others.chain([first, second]).collect();
            let matrices = self.transpose(term.wire, &permutation)?;
            term.names = permutation[..rank - 1]
                .iter()
                .map(|&axis| term.names[axis])
                .collect();
            let mut flat = extents.shape(&term.names[..rank - 2])?.counts();
            let Some(known) = extent.known() else {
                // With so many elements more, the rows of the matrices begin with the diagonal.
                flat.push(&extent * &extent);
                let matrices = self.reshape(matrices, &Shape::of(flat.clone())?)?;
                flat[rank - 2] = extent.clone();
                let more = Type::new(matrices.ty()?.element, Shape::of(flat.clone())?);
                let longer = self.concat(&[matrices, self.full(&more, 0.0)?], rank - 2)?;
                flat.push(&extent + 1);
                let rows = self.reshape(longer, &Shape::of(flat)?)?;
                term.wire = self.index(rows, rank - 1, 0)?;
                continue;
            };
            flat.push(Extent::from(known * known));
            let flat = self.reshape(matrices, &Shape::of(flat)?)?;
            let mut slice = Slice::whole(rank - 1);
            slice.axes[rank - 2].1 = signed(known) + 1;
            term.wire = self.slice(flat, &slice, &extents.shape(&term.names)?)?;
        }
        Ok(term)
    }

    /// A term summed over the axes that neither the result nor another term names.
    fn summed<'b>(&'b self, terms: &[Term<'b>], at: usize, result: &[char]) -> Result<Term<'b>> {
        let term = &terms[at];
        let others = || terms.iter().enumerate().filter(|&(other, _)| other != at);
        let stays = |name: &char| {
            result.contains(name) || others().any(|(_, other)| other.names.contains(name))
        };
        let axes = term.names.iter().enumerate();
        let axes = axes.filter(|(_, name)| !stays(name)).map(|(axis, _)| axis);
        let wire = self.reduce(Reduction::Sum, term.wire, &axes.collect::<Vec<_>>())?;
        let names = term.names.iter().copied().filter(stays).collect();
        Ok(Term { wire, names })
    }

    /// Replaces two terms by their product, summed over what nothing else names.
    fn combine<'b>(
        &'b self,
        terms: &mut Vec<Term<'b>>,
        left: usize,
        right: usize,
        result: &[char],
        extents: &Extents,
    ) -> Result<()> {
        let pair = [terms.remove(left.max(right)), terms.remove(left.min(right))];
        // The axes of the first one come first, as in the result where that is possible.
        let position = |name: &char| result.iter().position(|own| own == name);
        let leading = pair.each_ref().map(|term| {
            let positions = term.names.iter().filter_map(position);
            positions.min().unwrap_or(usize::MAX)
        });
        let [second, first] = pair;
        let (first, second) = match leading[0] < leading[1] {
            true => (second, first),
            false => (first, second),
        };
        let stays = |name: char| {
            result.contains(&name) || terms.iter().any(|term| term.names.contains(&name))
        };
        let shared = first.names.iter().enumerate().filter_map(|(axis, name)| {
            let other = second.names.iter().position(|own| own == name)?;
            Some((axis, other))
        });
        let (batch, contracted): (Vec<_>, Vec<_>) =
            shared.partition(|&(axis, _)| stays(first.names[axis]));
        let of_first = |axis: &(usize, usize)| first.names[axis.0];
        let own = |term: &Term<'b>, other: &Term<'b>| -> Vec<char> {
            let names = term.names.iter().copied();
            names.filter(|name| !other.names.contains(name)).collect()
        };
        let names: Vec<char> = batch.iter().map(of_first).collect();
        let mut names = [names, own(&first, &second), own(&second, &first)].concat();
        let is_outer = batch.is_empty() && !first.names.is_empty() && !second.names.is_empty();
        let wire = if contracted.is_empty() && !is_outer {
            // Element by element, where one is repeated along the axes of the other.
            names.sort_by_key(|name| position(name).unwrap_or(usize::MAX));
            let shape = extents.shape(&names)?;
            let [a, b] = [&first, &second].map(|term| self.spread_along(term, &names, &shape));
            a? * b?
        } else {
            let contraction = Contraction {
                batch,
                contracted,
                absolute: false,
            };
            self.contract(first.wire, second.wire, &contraction)?
        };
        terms.push(Term { wire, names });
        Ok(())
    }

    /// A term repeated along all of the named axes.
    fn spread_along<'b>(
        &'b self,
        term: &Term<'b>,
        names: &[char],
        shape: &Shape,
    ) -> Result<Wire<'b>> {
        let axes: Vec<usize> = (0..names.len())
            .filter(|&axis| term.names.contains(&names[axis]))
            .collect();
        let own: Vec<char> = axes.iter().map(|&axis| names[axis]).collect();
        let wire = self.transpose(term.wire, &places(&own, &term.names))?;
        self.broadcast(wire, shape, &axes)
    }
}

fn count(what: &'static str, expected: usize, found: usize) -> Error {
    Error::CountMismatch {
        what,
        expected,
        found,
    }
}

/// The first two places of a name that stands there twice.
fn repeated(names: &[char]) -> Option<(usize, usize)> {
    let mut pairs = (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b)));
    pairs.find(|&(a, b)| names[a] == names[b])
}

/// The place of each name among others.
fn places(names: &[char], among: &[char]) -> Vec<usize> {
    let place = |name: &char| among.iter().position(|other| other == name);
    names.iter().filter_map(place).collect()
}

/// The names of two, each once.
fn joined(left: &[char], right: &[char]) -> Vec<char> {
    let other = right.iter().filter(|name| !left.contains(name));
    left.iter().chain(other).copied().collect()
}

/// The pair of terms whose product takes the fewest multiplications.
fn cheapest(terms: &[Term<'_>], extents: &Extents) -> (usize, usize) {
    let pairs = (0..terms.len()).flat_map(|a| (a + 1..terms.len()).map(move |b| (a, b)));
    let cost = |&(a, b): &(usize, usize)| {
        let names = joined(&terms[a].names, &terms[b].names);
        extents.size(names.into_iter())
    };
    let cheapest = pairs.min_by(|left, right| cost(left).total_cmp(&cost(right)));
    cheapest.unwrap_or((0, 1))
}

/// The best way to combine a set of terms.
#[derive(Clone)]
struct Best {
    /// The axes that are left.
    names: Vec<char>,
    cost: f64,
    /// One of the two sets that are combined last; 0 for a single term.
    part: usize,
}

/// The pairs of terms to combine, one after the other, each by its place in the list as it is then:
/// products are added at its end. Found for all sets of terms from smaller ones.
fn order(terms: &[Term<'_>], result: &[char], extents: &Extents) -> Vec<(usize, usize)> {
    let all = (1_usize << terms.len()) - 1;
    let mut best: Vec<Option<Best>> = alloc::vec![None; all + 1];
    for set in 1..=all {
        best[set] = best_of(set, terms, result, extents, &best);
    }
    // From the last step back, then in the order of time.
    let mut steps: Vec<[usize; 2]> = Vec::new();
    let mut open = alloc::vec![all];
    while let Some(set) = open.pop() {
        if let Some(Best { part, .. }) = best.get(set).and_then(Option::as_ref)
            && *part != 0
        {
            steps.push([*part, set & !part]);
            open.extend([*part, set & !part]);
        }
    }
    let mut list: Vec<usize> = (0..terms.len()).map(|term| 1 << term).collect();
    let place = |list: &[usize], set: usize| list.iter().position(|&own| own == set).unwrap_or(0);
    let steps = steps.into_iter().rev().map(|[left, right]| {
        let found = (place(&list, left), place(&list, right));
        list.retain(|&set| set != left && set != right);
        list.push(left | right);
        found
    });
    steps.collect()
}

fn best_of(
    set: usize,
    terms: &[Term<'_>],
    result: &[char],
    extents: &Extents,
    best: &[Option<Best>],
) -> Option<Best> {
    if set.is_power_of_two() {
        let names = terms[set.trailing_zeros() as usize].names.clone();
        return Some(Best {
            names,
            cost: 0.0,
            part: 0,
        });
    }
    let outside = |name: &char| {
        let mut others = (0..terms.len()).filter(|term| set >> term & 1 == 0);
        result.contains(name) || others.any(|term| terms[term].names.contains(name))
    };
    // Each pair of sets once: the part holds the first term.
    let first = set & set.wrapping_neg();
    let parts = (1..set).filter(|part| part & !set == 0 && part & first != 0);
    let ways = parts.filter_map(|part| {
        let (left, right) = (best[part].as_ref()?, best[set & !part].as_ref()?);
        let names = joined(&left.names, &right.names);
        let own = extents.size(names.iter().copied());
        Some(Best {
            names: names.into_iter().filter(outside).collect(),
            cost: left.cost + right.cost + own,
            part,
        })
    });
    ways.min_by(|a, b| a.cost.total_cmp(&b.cost))
}
