//! The state of loops during lowering: the open loops, and counts that bound the work on them.

use graph_ir::Wire;
use graph_ir::types::Extent;
use syn::ExprForLoop;

use super::MAX_ITERATIONS;
use super::moving::Request;
use crate::diagnostics::SourcePlace;
use crate::lower::values::{Affine, Inside, Range};
use crate::lower::variables::VariableId;

/// The loops around the current code, and counts that bound the work on them.
#[derive(Default)]
pub(in crate::lower) struct Loops<'b, 'e> {
    /// The loops that are kept, the outermost first.
    pub(in crate::lower) open: Vec<Open<'b>>,
    /// The number of errors that do not depend on whether the loop is kept.
    pub(in crate::lower) certain: usize,
    /// How often an element of an array of structs was taken at a position that is not known.
    pub(in crate::lower) structs: usize,
    /// The number of derivatives through values that iterations carry; they grow with each
    /// iteration, so that only short loops are unrolled for them.
    pub(in crate::lower) through: usize,
    /// The number of open bodies, of loops of either kind.
    pub(in crate::lower) bodies: usize,
    /// The number of copies of the current code, as loops around it are unrolled.
    pub(super) copies: Copies,
    /// The number of open branches whose conditions would be known in an unrolled loop.
    pub(in crate::lower) guarded: usize,
    /// The loop whose header is read.
    pub(super) header: Option<&'e ExprForLoop>,
    /// The number of iterations of unrolled loops so far.
    pub(super) iterations: usize,
    /// The number of iterations of kept loops inside of unrolled ones, of each up to a limit.
    pub(super) kept: usize,
    /// The number of iterations of all kept loops, of each up to a limit.
    pub(super) inside: usize,
    /// The number of bodies lowered so far.
    pub(super) work: usize,
}

/// A number of copies, at least one.
pub(super) struct Copies(pub(super) usize);

impl Default for Copies {
    fn default() -> Self {
        Self(1)
    }
}

impl Copies {
    /// The number of statements in all copies together.
    pub(super) fn of(&self, statements: usize) -> usize {
        self.0.saturating_mul(statements)
    }
}

/// A kept loop during the lowering of its body.
pub(in crate::lower) struct Open<'b> {
    /// Its variable; empty for `_`.
    pub(in crate::lower) name: String,
    pub(in crate::lower) range: Range,
    /// All of its positions, where a range between two bounds is written; `range` may be a part.
    pub(super) written: Option<Range>,
    /// How many variables there are around it: later ones are the body's own.
    pub(in crate::lower) scope: usize,
    /// The depth of its region.
    pub(super) depth: usize,
    /// Its variable as a value of the program, once needed.
    pub(in crate::lower) counter: Option<Wire<'b>>,
    /// The slices that its iterations take.
    pub(super) requests: Vec<Request<'b>>,
    /// Outer variables that are inputs of the body.
    pub(in crate::lower) held: Vec<Held<'b>>,
    /// Whether it is split at the iterations where a condition changes its value; otherwise such a
    /// condition is a branch.
    pub(in crate::lower) divides: bool,
    /// These iterations.
    pub(in crate::lower) splits: Vec<usize>,
    /// How many iterations there are, if that is known only when the loop starts; `range` has the
    /// most that there may be then.
    pub(in crate::lower) told: Option<Wire<'b>>,
    /// The variable that says whether it goes on, if it may end early.
    pub(super) goes_on: Option<VariableId>,
    /// The variables that its iterations hand on.
    pub(in crate::lower) handed_on: Vec<HandedOn<'b>>,
    /// Derivatives whose meaning the rest of the body decides.
    pub(in crate::lower) undecided: Vec<Undecided>,
}

/// A variable that the iterations of a loop hand on.
#[derive(Clone)]
pub(in crate::lower) struct HandedOn<'b> {
    pub(in crate::lower) id: VariableId,
    /// Its value at the start of an iteration: inputs of the body.
    pub(in crate::lower) now: Vec<Wire<'b>>,
    /// Its value before the loop.
    pub(in crate::lower) first: Vec<Wire<'b>>,
}

/// A derivative with respect to a variable that iterations hand on, of a value computed from
/// another such variable. If an iteration computes the second from the first, the derivative would
/// have to follow the iteration before.
pub(in crate::lower) struct Undecided {
    /// The variable that is differentiated with respect to.
    pub(in crate::lower) with: VariableId,
    /// The other one.
    pub(in crate::lower) other: VariableId,
    /// Where the derivative stands.
    pub(in crate::lower) place: SourcePlace,
    /// The value that is differentiated, in words.
    pub(in crate::lower) text: String,
}

/// An array that is stored by elements outside a loop, and as a whole in its body.
pub(in crate::lower) struct Held<'b> {
    pub(super) id: VariableId,
    /// The input that stands for it.
    pub(in crate::lower) wire: Wire<'b>,
    /// The tensors that its elements come from.
    pub(super) origins: Vec<Wire<'b>>,
}

impl Loops<'_, '_> {
    /// Whether all loops that a position moves with are short enough to be unrolled.
    pub(in crate::lower) fn can_unroll(&self, affine: &Affine) -> bool {
        let mut loops = affine.terms.iter().map(|&(n, _)| self.open.get(n));
        loops.all(|open| open.is_some_and(|open| open.range.count.at_most(MAX_ITERATIONS)))
    }

    /// Whether all values of a form are positions of an axis, with the names of the loops.
    pub(in crate::lower) fn inside(&self, affine: &Affine, extent: &Extent) -> Reach {
        self.all_inside(&[affine], extent)
    }

    /// The same of several forms over the same loops: the one that is outside first.
    pub(in crate::lower) fn all_inside(&self, forms: &[&Affine], extent: &Extent) -> Reach {
        let range = |n: usize| self.open[n].range.clone();
        let iterations = |positions: &[(usize, i64)]| -> Vec<i64> {
            let iteration = |&(n, position): &(usize, i64)| {
                let range = range(n);
                Some((position - range.start.known_integer()?) / range.step)
            };
            positions.iter().filter_map(iteration).collect()
        };
        let (mut depends, mut outside) = (false, Vec::new());
        for form in forms {
            match form.inside(extent, range) {
                Inside::Always => {}
                Inside::Depends => depends = true,
                Inside::Never(value, positions) => outside.push((value, positions)),
            }
        }
        let first = outside.into_iter();
        match first.min_by_key(|(_, positions)| iterations(positions)) {
            Some((value, positions)) => {
                let positions = positions.into_iter();
                let named = positions.map(|(n, at)| (self.open[n].name.clone(), at));
                Reach::Outside(value, named.collect())
            }
            None if depends => Reach::Depends,
            None => Reach::Inside,
        }
    }
}

/// Where the values of forms are.
pub(in crate::lower) enum Reach {
    /// On the axis.
    Inside,
    /// That depends on lengths that are known only at run time.
    Depends,
    /// The first value that is not on the axis, and the variables of the loops there.
    Outside(Extent, Vec<(String, i64)>),
}
