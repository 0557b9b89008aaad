//! Mentions of an array in a loop's body, read from its text before it is lowered: the positions
//! that move with the loop, and which of these it assigns.

use std::collections::HashSet;

use graph_ir::Shape;
use graph_ir::types::Extent;
use proc_macro2::TokenStream;
use syn::{BinOp, Expr, Lit, UnOp};

use crate::lower::Lowerer;
use crate::lower::values::{Value, product};
use crate::lower::variables::Stored;
use crate::tokens::{Mention, indexed, mentions};

/// How deep an index is looked into.
const MAX_DEPTH: usize = 32;

/// `scale * i + offset`, of a loop's variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AffineIndex {
    pub(super) scale: i64,
    pub(super) offset: Extent,
}

/// An axis that a loop around has taken already: the array is one at this position of it.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    /// The axis, among those that were left.
    pub(super) axis: usize,
    /// The loop's variable.
    pub(super) variable: String,
    pub(super) form: AffineIndex,
}

/// The positions at which a body mentions an array.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Positions {
    /// The one axis that moves with the loop, among those that are left.
    pub(super) axis: usize,
    /// How fast it moves.
    pub(super) scale: i64,
    /// The positions, where the loop's variable is 0, and whether the body assigns there.
    pub(super) offsets: Vec<(Extent, bool)>,
}

/// The index of an axis in one mention.
enum Entry {
    /// A position that moves with the loop.
    Moving(AffineIndex),
    /// One position, the same in every iteration.
    Fixed,
    /// A range, or a position that loops inside move.
    Others,
}

/// The most elements of an iteration of which it may leave all but some as they are: of more, each
/// iteration would copy the others.
const COPIED: usize = 64;

/// Reads the body of a loop.
pub(super) struct Reader<'l, 'b, 'e> {
    pub(super) lowerer: &'l Lowerer<'b, 'e>,
    /// The loop's variable.
    pub(super) variable: &'l str,
    /// The names that the body binds.
    pub(super) bound: &'l HashSet<String>,
}

impl Reader<'_, '_, '_> {
    /// Where an array, a variable or a field of one, is mentioned, which has this shape without the
    /// axes taken; `None` if it is in any other way than at one axis that moves evenly with the
    /// loop.
    pub(super) fn positions(
        &self,
        array: &str,
        taken: &[Taken],
        shape: &Shape,
        body: &TokenStream,
    ) -> Option<Positions> {
        let names = taken.iter().map(|t| t.variable.as_str());
        let variable = array.split('.').next().unwrap_or(array);
        let mut names = names.chain([variable, self.variable]);
        if names.any(|name| self.bound.contains(name)) {
            return None;
        }
        let mut found: Option<Positions> = None;
        let mut takes_rows = false;
        for Mention { brackets, assigned } in indexed(body.clone(), array)? {
            let Some(entries) = self.entries(brackets, taken, shape.rank())? else {
                continue;
            };
            let mut moving = entries
                .iter()
                .enumerate()
                .filter_map(|(axis, entry)| match entry {
                    Entry::Moving(form) => Some((axis, form)),
                    Entry::Fixed | Entry::Others => None,
                });
            let (Some((axis, form)), None) = (moving.next(), moving.next()) else {
                return None;
            };
            let positions = found.get_or_insert_with(|| Positions {
                axis,
                scale: form.scale,
                offsets: Vec::new(),
            });
            if (positions.axis, positions.scale) != (axis, form.scale) {
                return None;
            }
            let mut others = entries.iter();
            takes_rows |= entries.len() < shape.rank();
            takes_rows |= others.any(|entry| matches!(entry, Entry::Others));
            let mut offsets = positions.offsets.iter_mut();
            match offsets.find(|(offset, _)| *offset == form.offset) {
                Some((_, written)) => *written |= assigned,
                None => positions.offsets.push((form.offset.clone(), assigned)),
            }
        }
        found.filter(|own| {
            let row = shape.filter_axes(|axis| axis != own.axis);
            takes_rows || row.count().known().is_some_and(|size| size <= COPIED)
        })
    }

    /// The entry of each remaining axis in one mention; nothing if the mention is outside of the
    /// part that the surrounding loops have taken.
    fn entries(
        &self,
        brackets: Vec<TokenStream>,
        taken: &[Taken],
        rank: usize,
    ) -> Option<Option<Vec<Entry>>> {
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
        let entries = self.entries_of(&mut exprs, taken, rank);
        // A tree is as deep as its longest chain; dropping it would recurse as deeply.
        std::mem::forget(exprs);
        entries
    }

    fn entries_of(
        &self,
        exprs: &mut Vec<Expr>,
        taken: &[Taken],
        rank: usize,
    ) -> Option<Option<Vec<Entry>>> {
        for taken in taken {
            if taken.axis >= exprs.len() {
                return None;
            }
            let expr = exprs.remove(taken.axis);
            let form = self.form(&expr, &taken.variable, 0);
            std::mem::forget(expr);
            if form? != taken.form {
                return Some(None);
            }
        }
        if exprs.len() > rank {
            return None;
        }
        let entries = exprs.iter().map(|expr| self.entry(expr, rank == 1));
        entries.collect::<Option<Vec<Entry>>>().map(Some)
    }

    fn entry(&self, expr: &Expr, alone: bool) -> Option<Entry> {
        if mentions(expr, |name| name == self.variable) {
            let form = self.form(expr, self.variable, 0)?;
            return (form.scale != 0).then_some(Entry::Moving(form));
        }
        // A position that loops around move would make each iteration copy all others.
        let moves = |name: &str| {
            let id = self.lowerer.variables.find(name);
            let outer = id.filter(|_| !self.bound.contains(name));
            outer.is_some_and(|id| match &self.lowerer.variables.get(id).stored {
                Stored::Value(value) => {
                    !matches!(value, Value::Scalar(_)) && value.as_extent().is_none()
                }
                _ => true,
            })
        };
        let is_inside = |name: &str| self.bound.contains(name);
        let one = !matches!(expr, Expr::Range(_)) && !mentions(expr, is_inside);
        let entry = if one { Entry::Fixed } else { Entry::Others };
        (alone || !mentions(expr, moves)).then_some(entry)
    }

    /// An index as `scale * i + offset`, of a variable.
    fn form(&self, expr: &Expr, variable: &str, depth: usize) -> Option<AffineIndex> {
        if depth > MAX_DEPTH {
            return None;
        }
        let number = |offset: i64| AffineIndex::from(Extent::from(offset));
        let inner = |expr: &Expr| self.form(expr, variable, depth + 1);
        Some(match expr {
            Expr::Paren(e) => inner(&e.expr)?,
            Expr::Group(e) => inner(&e.expr)?,
            Expr::Lit(e) => match &e.lit {
                Lit::Int(int) => number(int.base10_parse().ok()?),
                _ => return None,
            },
            Expr::Unary(e) if matches!(e.op, UnOp::Neg(_)) => {
                number(0).plus(&inner(&e.expr)?, -1)?
            }
            Expr::Path(e) => self.named(&e.path.get_ident()?.to_string(), variable)?,
            Expr::Binary(e) => {
                let (a, b) = (inner(&e.left)?, inner(&e.right)?);
                match e.op {
                    BinOp::Add(_) => a.plus(&b, 1)?,
                    BinOp::Sub(_) => a.plus(&b, -1)?,
                    BinOp::Mul(_) if a.scale == 0 && b.scale == 0 => {
                        AffineIndex::from(product(&a.offset, &b.offset)?)
                    }
                    BinOp::Mul(_) if a.scale == 0 => {
                        number(0).plus(&b, a.offset.known_integer()?)?
                    }
                    BinOp::Mul(_) if b.scale == 0 => {
                        number(0).plus(&a, b.offset.known_integer()?)?
                    }
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn named(&self, name: &str, variable: &str) -> Option<AffineIndex> {
        if name == variable {
            return Some(AffineIndex {
                scale: 1,
                offset: Extent::from(0),
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
                    Stored::Value(value) if !variable.mutable => value.as_extent(),
                    _ => None,
                }
            }
            None => names.constants.get(name, names)?.as_extent(),
        };
        value.map(AffineIndex::from)
    }
}

impl From<Extent> for AffineIndex {
    /// A position that does not move.
    fn from(offset: Extent) -> Self {
        Self { scale: 0, offset }
    }
}

impl AffineIndex {
    fn plus(self, other: &Self, factor: i64) -> Option<Self> {
        let scale = self.scale.checked_add(other.scale.checked_mul(factor)?)?;
        let added = product(&other.offset, &Extent::from(factor))?;
        let offset = match (self.offset.known_integer(), added.known_integer()) {
            (Some(a), Some(b)) => Extent::from(a.checked_add(b)?),
            _ => self.offset + added,
        };
        Some(Self { scale, offset })
    }
}
