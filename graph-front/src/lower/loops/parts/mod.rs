//! Arrays that a loop accesses only at indices that move with the loop variable, such as `y[i]`, or
//! `y[i]` and `y[i - 1]`.
//!
//! The old elements of an iteration are slices of stacked inputs, and its assigned elements are
//! slices of stacked outputs. Elements that earlier iterations assigned are carried as far back as
//! the body reads them. No iteration carries the whole array.

mod outside;
mod sources;

use graph_ir::types::Extent;
use graph_ir::{Error, Type, Wire};
use proc_macro2::TokenStream;
use syn::ExprForLoop;

use crate::diagnostics::SourcePlace;
use crate::lower::Lowerer;
use crate::lower::indexing::{Bracket, Index, Selection};
use crate::lower::loops::Reach;
use crate::lower::loops::mentions::{AffineIndex, Positions, Reader, Taken};
use crate::lower::values::{Affine, Value};
use crate::lower::variables::{PartOf, Stored, Told, Variable, VariableId};
use crate::tokens::{Assigned, bound, mentions};
use sources::{ElementSource, sources};

/// The largest number of positions between neighbouring stacked ones that are put back one slice
/// each; arrays with more are carried.
const MAX_STEP: u64 = 8;

/// A variable that a loop's body assigns.
pub(super) struct Changed {
    pub(super) id: VariableId,
    /// The name in the text, and the axes that loops around have taken of the array of that name.
    name: String,
    taken: Vec<Taken>,
}

/// An array in which each iteration of a loop has its own elements along one axis.
pub(super) struct MovingArray<'b> {
    /// The array, a variable of the surroundings.
    pub(super) id: VariableId,
    /// Its type.
    pub(super) whole: Type,
    axis: usize,
    scale: i64,
    rows: Vec<Row<'b>>,
}

/// The elements at one position that moves with the loop.
struct Row<'b> {
    /// The position where the loop's variable is 0.
    offset: Extent,
    /// The elements, a variable of the body.
    variable: VariableId,
    kind: RowKind<'b>,
}

enum RowKind<'b> {
    /// No iteration before has assigned these: a stacked input.
    Read(Wire<'b>),
    /// The iteration assigns these: a stacked input, and a stacked output. The elements assigned by
    /// the last iterations are carried, the latest first.
    Written {
        input: Wire<'b>,
        last: Vec<Wire<'b>>,
    },
    /// Elements that an earlier iteration has assigned.
    Past,
}

/// The inputs of a loop's body for its parts, each with its value at the start or in all
/// iterations.
#[derive(Default)]
pub(super) struct Inputs<'b> {
    pub(super) carried: Vec<(Wire<'b>, Wire<'b>)>,
    pub(super) stacked: Vec<(Wire<'b>, Wire<'b>)>,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The variables, of the surroundings, that are behind names which are assigned.
    pub(super) fn changed_variables(&mut self, assigned: Vec<Assigned>) -> Vec<Changed> {
        // Before any of them is looked at: a variable that is assigned as a whole too is all of its
        // fields.
        for own in assigned.iter().filter(|own| !own.fields.is_empty()) {
            if let Some(id) = self.variables.find(&own.name)
                && self.variables.get(id).mutable
            {
                self.hold_fields(id);
            }
        }
        let mut open: Vec<Changed> = Vec::new();
        for own in assigned {
            let Some(id) = self.variables.find(&own.name) else {
                continue;
            };
            for id in self.holders_in(id, &own.fields) {
                if open.iter().all(|other| other.id != id) {
                    open.push(Changed {
                        id,
                        name: self.variables.get(id).name.clone(),
                        taken: Vec::new(),
                    });
                }
            }
        }
        let mut found = Vec::new();
        while let Some(changed) = open.pop() {
            let variable = self.variables.get(changed.id);
            let Stored::Part(part) = &variable.stored else {
                if variable.mutable {
                    found.push(changed);
                }
                continue;
            };
            for (offset, row) in &part.rows {
                let taken = Taken {
                    axis: part.axis,
                    variable: self.loops.open[part.number].name.clone(),
                    form: AffineIndex {
                        scale: part.scale,
                        offset: offset.clone(),
                    },
                };
                open.push(Changed {
                    id: *row,
                    name: changed.name.clone(),
                    taken: [&changed.taken[..], &[taken]].concat(),
                });
            }
        }
        found.reverse();
        found
    }

    /// The variables that hold the part of a variable to which the names of fields lead, all of it
    /// where they lead to none.
    fn holders_in(&self, id: VariableId, names: &[String]) -> Vec<VariableId> {
        let all = self.variables.holders(id);
        let whole = &self.variables.get(id).name;
        let path: String = names.iter().map(|name| format!(".{name}")).collect();
        let is_within = |id: &&VariableId| {
            let rest = self.variables.get(**id).name.strip_prefix(whole.as_str());
            let rest = rest.and_then(|rest| rest.strip_prefix(path.as_str()));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let within: Vec<VariableId> = all.iter().filter(is_within).copied().collect();
        match within.is_empty() {
            true => all,
            false => within,
        }
    }

    /// The variable as an array in which each iteration of the innermost loop has its own elements,
    /// if the text of the body shows that it is one.
    pub(super) fn part_of(
        &mut self,
        changed: &Changed,
        body: &TokenStream,
    ) -> Option<MovingArray<'b>> {
        let whole = self.whole_type(changed.id)?;
        let number = self.loops.open.len().checked_sub(1)?;
        let (name, range) = {
            let open = &self.loops.open[number];
            (open.name.clone(), open.range.clone())
        };
        if name.is_empty() || whole.shape.rank() == 0 {
            return None;
        }
        let reader = Reader {
            lowerer: self,
            variable: &name,
            bound: &bound(body.clone()),
        };
        let positions = reader.positions(&changed.name, &changed.taken, &whole.shape, body)?;
        let step = positions.scale.checked_mul(range.step)?;
        if step.unsigned_abs() > MAX_STEP {
            return None;
        }
        let axis = positions.axis;
        let stays = |offset: &Extent| {
            let moving = Affine::variable(number).times(positions.scale)?;
            let position = moving.plus(&Affine::constant(offset.clone()), 1)?;
            match self.loops.inside(&position, &whole.shape.count_along(axis)) {
                Reach::Inside => Some(true),
                // A branch may exclude the iterations in which it leaves the array.
                Reach::Depends | Reach::Outside(..) => Some(!mentions(body, |word| word == "if")),
            }
        };
        let mut offsets = positions.offsets.iter();
        if !offsets.all(|(offset, _)| stays(offset) == Some(true)) {
            return None;
        }
        let sources = sources(&positions, step)?;
        let ty = whole.with_shape(whole.shape.filter_axes(|other| other != axis));
        let rows = self.rows(changed.id, &positions, &sources, &ty)?;
        let offsets = rows.iter().map(|row| (row.offset.clone(), row.variable));
        let offsets = offsets.collect();
        let stored = Stored::Part(PartOf {
            number,
            axis,
            scale: positions.scale,
            rows: offsets,
            whole: whole.clone(),
        });
        self.variables.set(changed.id, stored);
        Some(MovingArray {
            id: changed.id,
            whole,
            axis,
            scale: positions.scale,
            rows,
        })
    }

    fn whole_type(&self, id: VariableId) -> Option<Type> {
        match &self.variables.get(id).stored {
            Stored::Value(value) => value.ty(self.float),
            Stored::Elements(elements) => Some(elements.ty(self.float)),
            Stored::Nothing | Stored::Fields(_) | Stored::Part(_) => None,
        }
    }

    /// The elements at each position as variables of the body.
    fn rows(
        &mut self,
        id: VariableId,
        positions: &Positions,
        sources: &[ElementSource],
        ty: &Type,
    ) -> Option<Vec<Row<'b>>> {
        let origins = match &self.variables.get(id).stored {
            Stored::Value(Value::Tensor(tensor)) => vec![tensor.wire],
            Stored::Elements(elements) => self.origins_of(elements),
            Stored::Nothing | Stored::Value(_) | Stored::Fields(_) | Stored::Part(_) => Vec::new(),
        };
        let name = self.variables.get(id).name.clone();
        let mut kinds = Vec::with_capacity(sources.len());
        for source in sources {
            kinds.push(match *source {
                ElementSource::Input => {
                    let input = self.input_made_of(ty.clone(), &origins)?;
                    (RowKind::Read(input), None)
                }
                ElementSource::Own { back } => {
                    let input = self.input_made_of(ty.clone(), &origins)?;
                    let last = (0..back).map(|_| self.input_of_loop(&name, ty.clone()));
                    let last = last.collect::<Option<Vec<Wire<'b>>>>()?;
                    (RowKind::Written { input, last }, None)
                }
                ElementSource::Past { row, back } => (RowKind::Past, Some((row, back))),
            });
        }
        let value = |kind: &(RowKind<'b>, Option<(usize, usize)>)| match kind {
            (RowKind::Read(input) | RowKind::Written { input, .. }, _) => Some(*input),
            (RowKind::Past, past) => match (*past, past.map(|(row, _)| &kinds[row].0)) {
                (Some((_, back)), Some(RowKind::Written { last, .. })) => {
                    last.get(back - 1).copied()
                }
                _ => None,
            },
        };
        let values = kinds.iter().map(value).collect::<Option<Vec<_>>>()?;
        let mut rows = Vec::with_capacity(kinds.len());
        let rank = ty.shape.rank() + 1;
        let inner = (0..rank).filter(|&dimension| dimension != positions.axis);
        let labels = self.variables.get(id).labels.chosen(inner);
        let triples = positions.offsets.iter().zip(kinds).zip(values);
        for (((offset, _), (kind, _)), value) in triples {
            let variable = self.variables.get(id);
            let variable = Variable {
                // No path reaches this variable but the one through the array.
                name: String::new(),
                mutable: variable.mutable && matches!(kind, RowKind::Written { .. }),
                origin: variable.origin.clone(),
                declared: Some(ty.clone()),
                labels: labels.clone(),
                told: Told::default(),
                stored: Stored::Value(Value::from(value)),
            };
            rows.push(Row {
                offset: offset.clone(),
                variable: self.variables.declare(variable),
                kind,
            });
        }
        Some(rows)
    }

    /// Collects the values that the parts hand to the next iteration, and those that they yield in
    /// this one; whether all are known.
    pub(super) fn last_parts(
        &mut self,
        parts: &[MovingArray<'b>],
        [carried, stacked]: [&mut Vec<Wire<'b>>; 2],
        expr: &'e ExprForLoop,
    ) -> bool {
        let mut known = true;
        for row in parts.iter().flat_map(|part| &part.rows) {
            let RowKind::Written { input, last } = &row.kind else {
                continue;
            };
            let value = self.read(row.variable);
            let labels = self.variables.get(row.variable).labels.clone();
            let fitted = input.ty().ok().and_then(|ty| {
                let value = self.fit_type(&value, &ty, &labels)?;
                self.wire(&value, ty.element)
            });
            match fitted {
                Some(wire) => {
                    stacked.push(wire);
                    let recent = [wire].into_iter().chain(last.iter().copied());
                    carried.extend(recent.take(last.len()));
                }
                None if value.is_poison() => known = false,
                None => {
                    let place = SourcePlace::token(expr.for_token.span);
                    self.refused(&Error::NotATensor, place, &[]);
                }
            }
        }
        known
    }

    /// Takes the position of the axis that a loop has taken out of an index into the array: the
    /// variable of the elements there, if it is in range.
    pub(in crate::lower) fn row_of(
        &mut self,
        part: &PartOf,
        brackets: &mut [Bracket<'b, 'e>],
    ) -> Option<VariableId> {
        let mut axis = 0;
        for Bracket { entries, .. } in brackets {
            let at = part.axis.checked_sub(axis);
            let Some(at) = at.filter(|&at| at < entries.len()) else {
                axis += entries.len();
                continue;
            };
            let position = entries.remove(at);
            let Index::Moving(affine, place) = &position else {
                return None;
            };
            let place = *place;
            let mut rows = part.rows.iter();
            let &(_, row) = rows.find(|(offset, _)| *offset == affine.offset)?;
            // Selected for the check alone.
            let mut selection = Selection::all(&part.whole.shape);
            let before = (0..part.axis).map(|_| Index::Range(None, None, place));
            let all: Vec<Index<'b>> = before.chain([position]).collect();
            let inside = self.select(&mut selection, &all, part.whole.element);
            return inside.then_some(row);
        }
        None
    }
}
