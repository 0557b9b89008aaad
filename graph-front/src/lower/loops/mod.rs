//! `for` over ranges with constant bounds, unrolled or kept.
//!
//! A body is lowered once as the body of a kept loop (`rolled`), which checks it for all
//! iterations. If the unrolled code is short, the body is lowered again for each iteration, with a
//! number as the loop variable.
//!
//! | file | holds |
//! |---|---|
//! | `attributes` | the attributes of a loop |
//! | `rolled` | kept loops |
//! | `moving` | slices of tensors that move with the loop variable, as stacked inputs |
//! | `mentions` | the accesses to an array in a body |
//! | `parts` | arrays that a loop accesses only at indices that move with the loop variable, as stacked inputs and outputs |

mod attributes;
mod mentions;
mod moving;
mod parts;
mod rolled;

pub(super) use attributes::misplaced;

use graph_ir::Wire;
use syn::{Expr, ExprForLoop, Pat, RangeLimits};

use super::Lowerer;
use super::values::{Affine, Lowered, Range, Scalar, Value};
use super::variables::{Origin, Stored, Variable, VariableId};
use crate::diagnostics::{Diagnostic, Place, unsupported_pattern};
use attributes::{Kind, Unroll};
use moving::Request;
use rolled::Attempt;

/// A loop whose repetitions are about this many statements of generated code at most is unrolled.
///
/// rustc takes half a second for 1000 statements in a release build, and an adjoint has some four
/// times as many as its function. Kept as a loop, a body of one statement costs a tenth of the time
/// to compile, and one of dozens runs no slower.
const UNROLL_LIMIT: usize = 1024;

/// How often all unrolled loops of a function together may repeat their bodies.
const MAX_ITERATIONS: usize = 1 << 16;

/// The largest number of iterations at which a loop is divided; with more, its conditions are
/// branches. So they are where the copies of the body together are longer than [`UNROLL_LIMIT`]:
/// each of several loops in loops would double the code inside.
const MAX_SPLITS: usize = 8;

/// How often bodies may be lowered in a function, failed attempts included: loops in loops that
/// have to be tried in several ways would take exponential time.
const MAX_WORK: usize = 1 << 18;

/// The loops around the code that is being lowered, and facts about them.
#[derive(Default)]
pub(super) struct Loops<'b> {
    /// The loops that are kept, the outermost first.
    pub(super) open: Vec<Open<'b>>,
    /// The number of errors that are errors however the loop is made.
    pub(super) certain: usize,
    /// The number of derivatives in repetitions through values that iterations hand on; they grow
    /// with each repetition, so that only short loops are unrolled for their sake.
    pub(super) through: usize,
    /// How many bodies are being lowered, of loops of either kind.
    pub(super) bodies: usize,
    /// How often what is being lowered stands in the code, as loops around it are unrolled.
    copies: Copies,
    /// How many branches are open whose conditions depend on values that would be known in an
    /// unrolled loop.
    pub(super) guarded: usize,
    /// How often unrolled bodies have been repeated.
    iterations: usize,
    /// How often bodies have been lowered.
    work: usize,
}

/// A number of copies, at least one.
struct Copies(usize);

impl Default for Copies {
    fn default() -> Self {
        Self(1)
    }
}

impl Copies {
    /// How many statements these many make, each of them in all copies.
    fn of(&self, statements: usize) -> usize {
        self.0.saturating_mul(statements)
    }
}

/// A loop that is kept, while its body is lowered.
pub(super) struct Open<'b> {
    /// Its variable; empty for `_`.
    name: String,
    pub(super) range: Range,
    /// How deep its region is.
    depth: usize,
    /// Its variable as a value of the program, once that is needed.
    counter: Option<Wire<'b>>,
    /// The slices that its iterations take.
    requests: Vec<Request<'b>>,
    /// Variables of the surroundings that stand for themselves in the body.
    pub(super) held: Vec<Held<'b>>,
    /// Whether it is divided at iterations from which on a condition has another value: these
    /// iterations; otherwise such a condition is a branch.
    pub(super) divides: bool,
    pub(super) splits: Vec<usize>,
}

/// An array that is held by its elements outside of a loop, and whole in its body.
pub(super) struct Held<'b> {
    id: VariableId,
    /// The input that stands for it.
    pub(super) wire: Wire<'b>,
    /// The tensors that its elements come from.
    origins: Vec<Wire<'b>>,
}

/// Quantities that grow while bodies are lowered.
#[derive(Clone, Copy)]
struct Progress {
    errors: usize,
    certain: usize,
    through: usize,
    names: usize,
    iterations: usize,
}

impl Loops<'_> {
    /// Whether all loops that a position moves with are short enough to be unrolled.
    pub(super) fn can_unroll(&self, affine: &Affine) -> bool {
        let mut loops = affine.terms.iter().map(|&(n, _)| self.open.get(n));
        loops.all(|open| open.is_some_and(|open| open.range.count <= MAX_ITERATIONS))
    }

    /// [`Affine::first_outside`] with the names of the loops.
    pub(super) fn first_outside(
        &self,
        affine: &Affine,
        extent: usize,
    ) -> Option<(i64, Vec<(String, i64)>)> {
        self.first_of_outside(&[affine], extent)
    }

    /// Of several forms, over the same loops, the one that is outside first.
    pub(super) fn first_of_outside(
        &self,
        forms: &[&Affine],
        extent: usize,
    ) -> Option<(i64, Vec<(String, i64)>)> {
        let range = |n: usize| self.open[n].range;
        let found = forms.iter().filter_map(|f| f.first_outside(extent, range));
        let iterations = |positions: &[(usize, i64)]| -> Vec<i64> {
            let positions = positions.iter();
            positions
                .map(|&(n, position)| (position - range(n).start) / range(n).step)
                .collect()
        };
        let (value, positions) = found.min_by_key(|(_, positions)| iterations(positions))?;
        let positions = positions.into_iter();
        let positions = positions.map(|(n, position)| (self.open[n].name.clone(), position));
        Some((value, positions.collect()))
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `for i in a..b { .. }`.
    pub(super) fn for_loop(&mut self, expr: &'e ExprForLoop) -> Lowered<'b> {
        let place = Place::between(expr.for_token.span, expr.body.brace_token.span.close());
        let kind = self.loop_attributes(&expr.attrs);
        let value = match (self.loop_variable(&expr.pat), self.loop_range(&expr.expr)) {
            (Some(name), Some(range)) => self.run_loop(expr, name.as_deref(), range, kind),
            _ => Value::Poison,
        };
        Lowered { value, place }
    }

    /// Unrolls the loop or keeps it.
    fn run_loop(
        &mut self,
        expr: &'e ExprForLoop,
        name: Option<&str>,
        range: Range,
        kind: Kind,
    ) -> Value<'b> {
        if kind.unroll == Unroll::Always || range.count < 2 {
            return self.repeat_body(expr, name, range);
        }
        let start = self.progress();
        let Some(mut attempt) = self.attempt(expr, name, range, true) else {
            return Value::Poison;
        };
        let splits = attempt.splits().len();
        let copied = self
            .loops
            .copies
            .of(splits.saturating_mul(attempt.statements));
        if splits > MAX_SPLITS || copied > UNROLL_LIMIT {
            self.go_back(start);
            let Some(branching) = self.attempt(expr, name, range, false) else {
                return Value::Poison;
            };
            // A division may leave out the iterations that would be wrong.
            match splits <= MAX_SPLITS && self.progress().errors > start.errors {
                true => self.go_back(start),
                false => attempt = branching,
            }
        }
        let now = self.progress();
        let wrong = now.errors > start.errors;
        let hopeless = now.certain > start.certain;
        let through = now.through > start.through;
        let left = MAX_ITERATIONS.saturating_sub(start.iterations);
        let divides = !attempt.splits().is_empty();
        let repeated = now.iterations - start.iterations;
        let statements = attempt.statements.max(repeated + 1);
        let unrolled = self.loops.copies.of(range.count.saturating_mul(statements));
        let is_short = unrolled <= UNROLL_LIMIT;
        // Errors of iterations that a division would leave out are none yet.
        let helps =
            is_short && (divides || !hopeless) || wrong && !(divides || hopeless || through);
        let repeats = kind.unroll == Unroll::Auto && range.count <= left && helps;
        if !(repeats || wrong || divides) {
            return self.commit(attempt, kind.checkpoint, Place::of(&expr.expr));
        }
        if repeats || divides {
            self.go_back(start);
        }
        match repeats {
            true => self.repeat_body(expr, name, range),
            false => self.run_parts(expr, name, range, &attempt, kind),
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            errors: self.names.diagnostics.len(),
            certain: self.loops.certain,
            through: self.loops.through,
            names: self.named.len(),
            iterations: self.loops.iterations,
        }
    }

    /// Discards the effects of an attempt other than its region.
    fn go_back(&mut self, to: Progress) {
        self.names.diagnostics.truncate(to.errors);
        self.forget_names(to.names);
        self.loops.certain = to.certain;
        self.loops.through = to.through;
        self.loops.iterations = to.iterations;
    }

    /// Runs a loop as several consecutive ones, such that all conditions on its variable are known
    /// in each.
    fn run_parts(
        &mut self,
        expr: &'e ExprForLoop,
        name: Option<&str>,
        range: Range,
        attempt: &Attempt<'b>,
        kind: Kind,
    ) -> Value<'b> {
        let before = self.names.diagnostics.len();
        if attempt.splits().is_empty() {
            return Value::Poison;
        }
        let ends = attempt.splits().iter().copied().chain([range.count]);
        let mut from = 0;
        for to in ends {
            let value = self.run_loop(expr, name, range.part(from, to), kind);
            // The next part would report the same errors again.
            if self.names.diagnostics.len() > before {
                return Value::Poison;
            }
            if value.is_poison() {
                return value;
            }
            from = to;
        }
        Value::Unit
    }

    fn repeat_body(
        &mut self,
        expr: &'e ExprForLoop,
        name: Option<&str>,
        range: Range,
    ) -> Value<'b> {
        let around = self.loops.copies.0;
        self.loops.copies.0 = self.loops.copies.of(range.count.max(1));
        let value = self.repetitions(expr, name, range);
        self.loops.copies.0 = around;
        value
    }

    fn repetitions(
        &mut self,
        expr: &'e ExprForLoop,
        name: Option<&str>,
        range: Range,
    ) -> Value<'b> {
        let before = self.names.diagnostics.len();
        for position in range.positions() {
            self.loops.iterations += 1;
            if self.loops.iterations > MAX_ITERATIONS {
                return self.too_many(Place::of(&expr.expr));
            }
            let variable = Value::Scalar(Scalar::Integer(position));
            if !self.body_of_loop(expr, name, variable) {
                return Value::Poison;
            }
            // The next repetition would report the same errors again.
            if self.names.diagnostics.len() > before {
                return Value::Poison;
            }
        }
        Value::Unit
    }

    /// The body once, with the loop's variable; whether it has no value, as it should.
    fn body_of_loop(
        &mut self,
        expr: &'e ExprForLoop,
        name: Option<&str>,
        variable: Value<'b>,
    ) -> bool {
        self.loops.work += 1;
        if self.loops.work > MAX_WORK {
            self.too_many(Place::of(&expr.expr));
            return false;
        }
        let scope = self.variables.scope();
        if let Some(name) = name {
            self.variables.declare(Variable {
                name: name.into(),
                mutable: false,
                origin: Origin::Loop,
                declared: None,
                stored: Stored::Value(variable),
            });
        }
        self.loops.bodies += 1;
        let value = self.block(&expr.body);
        self.loops.bodies -= 1;
        self.variables.leave(scope);
        if matches!(value, Value::Unit | Value::Poison) {
            return true;
        }
        let found = self.describe(&value);
        let message = format!("the body of a `for` has no value, found {found}");
        let last = expr.body.stmts.last();
        let place = last.map_or_else(|| Place::token(expr.for_token.span), Place::of);
        self.loops.certain += 1;
        self.error(Diagnostic::new(place, message).help("end it with `;`"));
        false
    }

    fn loop_variable(&mut self, pattern: &Pat) -> Option<Option<String>> {
        match pattern {
            Pat::Wild(_) => Some(None),
            Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() && p.mutability.is_none() => {
                Some(Some(p.ident.to_string()))
            }
            Pat::Paren(p) => self.loop_variable(&p.pat),
            other => {
                self.error(unsupported_pattern(other));
                None
            }
        }
    }

    /// The positions that a loop runs over: a range with constant bounds, perhaps reversed or
    /// with a step.
    fn loop_range(&mut self, expr: &'e Expr) -> Option<Range> {
        match expr {
            Expr::Paren(e) => self.loop_range(&e.expr),
            Expr::Group(e) => self.loop_range(&e.expr),
            Expr::MethodCall(e) if e.method == "rev" && e.args.is_empty() => {
                self.loop_range(&e.receiver).map(Range::reversed)
            }
            Expr::MethodCall(e) if e.method == "step_by" && e.args.len() == 1 => {
                let range = self.loop_range(&e.receiver);
                let step = self.constant_index(e.args.first()?, "the step of a loop")?;
                match usize::try_from(step) {
                    Ok(step) if step > 0 => range.map(|range| range.step_by(step)),
                    _ => {
                        let place = Place::of(&e.args);
                        self.error(Diagnostic::new(
                            place,
                            "the step of a loop must be positive",
                        ));
                        None
                    }
                }
            }
            Expr::Range(e) => {
                let bound = |lowerer: &mut Self, bound: &'e Option<Box<Expr>>| match bound {
                    Some(bound) => lowerer.constant_index(bound, "the bounds of a loop"),
                    None => {
                        let message = "the range of a loop needs both bounds";
                        lowerer.error(Diagnostic::new(Place::of(expr), message));
                        None
                    }
                };
                let start = bound(self, &e.start);
                let end = bound(self, &e.end)?;
                let start = start?;
                let closed = matches!(e.limits, RangeLimits::Closed(_));
                let count = i128::from(end) - i128::from(start) + i128::from(closed);
                let Ok(count) = i64::try_from(count.max(0)) else {
                    self.too_many(Place::of(expr));
                    return None;
                };
                Some(Range {
                    start,
                    step: 1,
                    count: usize::try_from(count).unwrap_or(usize::MAX),
                })
            }
            other => {
                let message = "a loop of the language runs over a range with constant bounds";
                let help = "write `for i in 0..n { .. }` and index with `i`";
                self.error(Diagnostic::new(Place::of(other), message).help(help));
                None
            }
        }
    }

    fn too_many(&mut self, place: Place) -> Value<'b> {
        self.loops.certain += 1;
        let message = format!(
            "loops are unrolled here, and this function's repeat more than {MAX_ITERATIONS} times"
        );
        self.error(
            Diagnostic::new(place, message)
                .help("compute with whole arrays: `sum(x * y)` instead of a loop over elements"),
        )
    }
}
