//! Arrays that a loop touches at one moving position alone, such as `y[i]` in all places.
//!
//! Each iteration then has an element of its own. The loop takes the elements as slices of a
//! stacked input and yields them as slices of a stacked output, and no iteration carries the array.
//! Whether a variable is such an array is told from the text of the body before it is lowered.

use std::collections::HashSet;

use graph_ir::graph::Literal;
use graph_ir::ops::Slice;
use graph_ir::{Element, Error, Shape, Type, Wire};
use proc_macro2::TokenStream;
use syn::{BinOp, Expr, ExprForLoop, Lit, UnOp};

use super::Lowerer;
use super::affine::Range;
use super::indices::Bracket;
use super::selection::{Index, Selection};
use super::value::Value;
use super::variables::{PartOf, Stored, Variable, VariableId};
use crate::diagnostics::Place;
use crate::scan::{bound, indexed};

/// Between neighbours of a stacked position so many others are put back one slice each; arrays with
/// more are carried.
const MAX_STEP: usize = 8;

/// How deep an index is looked into.
const MAX_DEPTH: usize = 32;

/// An array whose elements along one axis belong to one iteration each.
pub(super) struct Part<'b> {
    /// The array, a variable of the surroundings.
    pub(super) id: VariableId,
    /// The element of an iteration, a variable of the body.
    row: VariableId,
    /// The element at the start of the iteration, an input of the body.
    pub(super) input: Wire<'b>,
    axis: usize,
    form: Form,
}

/// `scale * i + offset`, of a loop's variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    scale: i64,
    offset: i64,
}

/// What an entry of an index is to a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// A position that moves with the loop.
    Moving(Form),
    /// The same position in every iteration, a range, or one that only loops inside move.
    Still,
}

impl Part<'_> {
    /// The first position and the step from one to the next.
    fn places(&self, range: Range) -> (i64, i64) {
        let Form { scale, offset } = self.form;
        let first = scale.saturating_mul(range.start).saturating_add(offset);
        (first, scale.saturating_mul(range.step))
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The variable called `own` as one of which each iteration of the innermost loop, whose variable is `name`,
    /// has its own part; if the text of the body shows that it is.
    pub(super) fn part_of(
        &mut self,
        (own, id): (&str, VariableId),
        name: &str,
        body: &TokenStream,
    ) -> Option<Part<'b>> {
        let ty = self.whole_type(id)?;
        let bound = bound(body.clone());
        if bound.contains(own) || bound.contains(name) || ty.shape.rank() == 0 {
            return None;
        }
        let taken = self.taken_axes(own, id)?;
        let reader = Reader {
            lowerer: self,
            name,
            bound: &bound,
            depth: 0,
        };
        let (axis, form) = reader.single_position(own, &taken, &ty.shape, body)?;
        let range = self.loops.open.last()?.range;
        let step = form.scale.checked_mul(range.step)?.unsigned_abs();
        if usize::try_from(step).ok()? > MAX_STEP {
            return None;
        }
        let row_type = ty.with_shape(ty.shape.filter_axes(|a| a != axis));
        let input = self.input_of_loop(row_type.clone())?;
        let variable = self.variables.get(id);
        let row = Variable {
            // No path reaches this variable but the one through the array.
            name: String::new(),
            mutable: variable.mutable,
            origin: variable.origin.clone(),
            declared: Some(row_type),
            stored: Stored::Value(Value::from(input)),
        };
        let row = self.variables.declare(row);
        let whole = ty;
        self.variables
            .set(id, Stored::Part(PartOf { axis, row, whole }));
        Some(Part {
            id,
            row,
            input,
            axis,
            form,
        })
    }

    fn whole_type(&self, id: VariableId) -> Option<Type> {
        match &self.variables.get(id).stored {
            Stored::Value(value) => value.ty(self.float),
            Stored::Elements(elements) => Some(elements.ty(self.float)),
            Stored::Part(_) => None,
        }
    }

    /// The axes, of the variable called `name`, that loops around have taken already on the way to
    /// the part `id`: each is numbered among those that were left.
    fn taken_axes(&self, name: &str, id: VariableId) -> Option<Vec<usize>> {
        let mut taken = Vec::new();
        let mut at = self.variables.find(name)?;
        while at != id {
            let Stored::Part(part) = &self.variables.get(at).stored else {
                return None;
            };
            taken.push(part.axis);
            at = part.row;
        }
        Some(taken)
    }

    /// The parts after an iteration.
    pub(super) fn last_parts(
        &mut self,
        parts: &[Part<'b>],
        results: &mut Vec<Wire<'b>>,
        expr: &'e ExprForLoop,
    ) {
        for part in parts {
            let last = self.read(part.row);
            let ty = part.input.ty();
            let fitted = ty.ok().and_then(|ty| {
                let value = self.fit_type(&last, &ty)?;
                self.wire(&value, ty.element)
            });
            match fitted {
                Some(wire) => results.push(wire),
                None if last.is_poison() => {}
                None => {
                    let place = Place::token(expr.for_token.span);
                    self.refused(&Error::NotATensor, place, &[]);
                }
            }
        }
    }

    /// The stacked input of a part, whose loop has ended.
    pub(super) fn source_of_part(
        &mut self,
        part: &Part<'b>,
        range: Range,
    ) -> Result<Wire<'b>, Error> {
        let whole = self.whole_of_part(part)?;
        let (first, step) = part.places(range);
        self.strided(whole, &[(part.axis, first, step)], range.count)
    }

    fn whole_of_part(&mut self, part: &Part<'b>) -> Result<Wire<'b>, Error> {
        let whole = self.read(part.id);
        self.default_wire(&whole).ok_or(Error::OutOfScope)
    }

    /// The array after the loop: the parts at their places, and what was there elsewhere.
    pub(super) fn overlaid(
        &mut self,
        part: &Part<'b>,
        stack: Wire<'b>,
        range: Range,
    ) -> Result<Wire<'b>, Error> {
        let before = self.whole_of_part(part)?;
        let ty = before.ty()?;
        let (mut first, mut step) = part.places(range);
        let mut stack = stack;
        if step < 0 {
            // From the last to the first.
            let last = i64::try_from(range.count).unwrap_or(i64::MAX) - 1;
            let shape = stack.ty()?.shape;
            let mut axes = vec![(0, 1); shape.rank()];
            axes[0] = (last, -1);
            stack = self.builder.slice(stack, &Slice { axes }, &shape)?;
            (first, step) = (first + last * step, -step);
        }
        let rank = ty.shape.rank();
        let back = (0..rank).map(|axis| match axis.cmp(&part.axis) {
            std::cmp::Ordering::Less => axis + 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => axis,
        });
        let stack = self.builder.transpose(stack, &back.collect::<Vec<_>>())?;
        let extent = ty.shape.extent(part.axis);
        if step == 1 && range.count == extent {
            return Ok(stack);
        }
        let place = |start: i64, step: i64| {
            let mut axes = vec![(0, 1); rank];
            axes[part.axis] = (start, step);
            Slice { axes }
        };
        let mut pieces = vec![(stack, place(first, step))];
        let background = match self.builder.splat(before) {
            Some(literal) => self.builder.literal(literal),
            None => {
                for (start, by, count) in between(first, step, range.count, extent) {
                    let mut extents = ty.shape.extents();
                    extents[part.axis] = count;
                    let shape = Shape::new(&extents)?;
                    let place = place(start, by);
                    let piece = self.builder.slice(before, &place, &shape)?;
                    pieces.push((piece, place));
                }
                self.builder.literal(zero(ty.element))
            }
        };
        self.builder.assemble(background, &pieces, &ty)
    }

    /// Takes the position of the axis that a loop has taken out of an index into the array; whether
    /// it is in range.
    pub(super) fn without_taken(
        &mut self,
        part: &PartOf,
        brackets: &mut [Bracket<'b, 'e>],
    ) -> bool {
        let mut axis = 0;
        for Bracket { entries, .. } in brackets {
            let at = part.axis.checked_sub(axis);
            let Some(at) = at.filter(|&at| at < entries.len()) else {
                axis += entries.len();
                continue;
            };
            let position = entries.remove(at);
            let Index::Moving(_, place) = position else {
                return false;
            };
            // Selected for the check alone.
            let mut selection = Selection::all(&part.whole.shape);
            let before = (0..part.axis).map(|_| Index::Range(None, None, place));
            let all: Vec<Index<'b>> = before.chain([position]).collect();
            return self.select(&mut selection, &all, part.whole.element);
        }
        false
    }
}

fn zero(element: Element) -> Literal {
    Literal::from_f64(element, 0.0)
}

/// The positions of an axis that are not among `count` positions from `first` on, `step` apart, as
/// slices: start, step, and number.
fn between(first: i64, step: i64, count: usize, extent: usize) -> Vec<(i64, i64, usize)> {
    let extent = i64::try_from(extent).unwrap_or(i64::MAX);
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let end = first + step * (count - 1) + 1;
    let run = |from: i64, to: i64| (from, 1, usize::try_from(to - from).unwrap_or(0));
    let gaps = (1..step).map(|at| (first + at, step, usize::try_from(count - 1).unwrap_or(0)));
    let all = [run(0, first), run(end, extent)].into_iter().chain(gaps);
    all.filter(|&(_, _, count)| count > 0).collect()
}

/// Reads indices from the text.
struct Reader<'l, 'b, 'e> {
    lowerer: &'l Lowerer<'b, 'e>,
    /// The loop's variable.
    name: &'l str,
    /// The names that the body binds.
    bound: &'l HashSet<String>,
    depth: usize,
}

impl Reader<'_, '_, '_> {
    /// The axis and position, if it is the same one wherever the array is mentioned.
    fn single_position(
        mut self,
        array: &str,
        taken: &[usize],
        shape: &Shape,
        body: &TokenStream,
    ) -> Option<(usize, Form)> {
        let mut single = None;
        for brackets in indexed(body.clone(), array)? {
            let entries = self.entries(brackets, taken, shape.rank())?;
            let mut moving = entries.iter().enumerate().filter_map(|(axis, entry)| {
                let Entry::Moving(form) = entry else {
                    return None;
                };
                Some((axis, *form))
            });
            let (found, None) = (moving.next()?, moving.next()) else {
                return None;
            };
            if *single.get_or_insert(found) != found {
                return None;
            }
        }
        single
    }

    /// What stands for each axis in one mention.
    fn entries(
        &mut self,
        brackets: Vec<TokenStream>,
        taken: &[usize],
        rank: usize,
    ) -> Option<Vec<Entry>> {
        let mut exprs: Vec<Expr> = Vec::new();
        let mut ranged = false;
        for tokens in brackets {
            // An index into a range counts from its start.
            if std::mem::replace(&mut ranged, false) {
                return None;
            }
            match syn::parse2::<Expr>(tokens).ok()? {
                Expr::Tuple(tuple) => exprs.extend(tuple.elems),
                single => exprs.push(single),
            }
            ranged = exprs.iter().any(|expr| matches!(expr, Expr::Range(_)));
        }
        for &axis in taken {
            if axis >= exprs.len() {
                return None;
            }
            std::mem::forget(exprs.remove(axis));
        }
        let alone = rank == 1;
        let entries = exprs.iter().map(|expr| self.entry(expr, alone));
        let entries = entries.collect::<Option<Vec<Entry>>>();
        // A tree is as deep as its longest chain; dropping it would recurse as deeply.
        std::mem::forget(exprs);
        entries.filter(|entries| entries.len() <= rank)
    }

    fn entry(&mut self, expr: &Expr, alone: bool) -> Option<Entry> {
        let moves = crate::scan::mentions(expr, |name| name == self.name);
        if moves {
            let form = self.form(expr)?;
            return (form.scale != 0).then_some(Entry::Moving(form));
        }
        // A position that loops around move would make each iteration copy all others.
        let still = alone
            || !crate::scan::mentions(expr, |name| {
                let id = self.lowerer.variables.find(name);
                let outer = id.filter(|_| !self.bound.contains(name));
                outer.is_some_and(|id| match &self.lowerer.variables.get(id).stored {
                    Stored::Value(value) => !matches!(value, Value::Scalar(_)),
                    _ => true,
                })
            });
        still.then_some(Entry::Still)
    }

    /// An index as `scale * i + offset`.
    fn form(&mut self, expr: &Expr) -> Option<Form> {
        self.depth += 1;
        let form = (self.depth <= MAX_DEPTH).then(|| self.form_of(expr));
        self.depth -= 1;
        form.flatten()
    }

    fn form_of(&mut self, expr: &Expr) -> Option<Form> {
        let number = |offset| Form { scale: 0, offset };
        Some(match expr {
            Expr::Paren(e) => self.form(&e.expr)?,
            Expr::Group(e) => self.form(&e.expr)?,
            Expr::Lit(e) => match &e.lit {
                Lit::Int(int) => number(int.base10_parse().ok()?),
                _ => return None,
            },
            Expr::Unary(e) if matches!(e.op, UnOp::Neg(_)) => {
                number(0).plus(self.form(&e.expr)?, -1)?
            }
            Expr::Path(e) => self.named(&e.path.get_ident()?.to_string())?,
            Expr::Binary(e) => {
                let (a, b) = (self.form(&e.left)?, self.form(&e.right)?);
                match e.op {
                    BinOp::Add(_) => a.plus(b, 1)?,
                    BinOp::Sub(_) => a.plus(b, -1)?,
                    BinOp::Mul(_) if a.scale == 0 => number(0).plus(b, a.offset)?,
                    BinOp::Mul(_) if b.scale == 0 => number(0).plus(a, b.offset)?,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn named(&self, name: &str) -> Option<Form> {
        if name == self.name {
            return Some(Form {
                scale: 1,
                offset: 0,
            });
        }
        if self.bound.contains(name) {
            return None;
        }
        let names = self.lowerer.names;
        let value = match self.lowerer.variables.find(name) {
            Some(id) => {
                let variable = self.lowerer.variables.get(id);
                match &variable.stored {
                    Stored::Value(value) if !variable.mutable => value.as_integer(),
                    _ => None,
                }
            }
            None => names.constants.get(name, names)?.as_integer(),
        };
        value.map(|offset| Form { scale: 0, offset })
    }
}

impl Form {
    fn plus(self, other: Self, factor: i64) -> Option<Self> {
        let sum = |a: i64, b: i64| a.checked_add(b.checked_mul(factor)?);
        Some(Self {
            scale: sum(self.scale, other.scale)?,
            offset: sum(self.offset, other.offset)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn gaps_and_parts_cover_an_axis_once() {
        for first in 0..4 {
            for step in 1..4 {
                for count in 1..4 {
                    let end = first + step * (i64::try_from(count).expect("small") - 1) + 1;
                    for extent in end..end + 3 {
                        let extent = usize::try_from(extent).expect("small");
                        let mut hits = vec![0; extent];
                        let own = [(first, step, count)].into_iter();
                        for (start, step, count) in own.chain(between(first, step, count, extent)) {
                            for number in 0..i64::try_from(count).expect("small") {
                                hits[usize::try_from(start + step * number).expect("inside")] += 1;
                            }
                        }
                        assert!(hits.iter().all(|&hits| hits == 1), "{first} {step} {count}");
                    }
                }
            }
        }
    }
}
