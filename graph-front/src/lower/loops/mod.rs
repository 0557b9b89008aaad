//! `for` over ranges and over arrays, unrolled or kept.
//!
//! A body is lowered once as the body of a kept loop (`rolled`), which checks it for all
//! iterations. If the unrolled code is short, the body is lowered again for each iteration, with a
//! number as the loop variable.
//!
//! | file | holds |
//! |---|---|
//! | `state` | the open loops, and counts that bound the work on them |
//! | `header` | the variable of a loop with its range, and what else its iterations bind |
//! | `sequence` | ranges, the elements of arrays, and several of these at a time |
//! | `elements` | help for elements that stand where their positions are meant |
//! | `foreign` | loops as other languages write them |
//! | `attributes` | the attributes of a loop |
//! | `limit` | how often a `while` or `loop` repeats at most |
//! | `bounds` | the range of a loop, with constant or moving bounds |
//! | `positions` | the positions of a range, which may be known only when the loop starts |
//! | `backwards` | ranges that end before they start |
//! | `open_bound` | help for bounds that are known only at run time |
//! | `reads` | the positions at which the body of a loop reads arrays |
//! | `upper` | upper bounds of integers that are known only at run time |
//! | `rolled` | kept loops |
//! | `carried` | the values that kept loops carry, as tensors |
//! | `narrowed` | help for positions beside those of an array |
//! | `moving` | slices of tensors that move with the loop variable, as stacked inputs |
//! | `mentions` | the accesses to an array in a body |
//! | `parts` | arrays that a loop accesses only at indices that move with the loop variable, as stacked inputs and outputs |

mod attributes;
mod backwards;
mod bounds;
mod carried;
mod elements;
mod foreign;
mod header;
mod limit;
mod mentions;
mod moving;
mod narrowed;
mod open_bound;
mod parts;
mod positions;
mod reads;
mod rolled;
mod sequence;
mod state;
mod upper;

use graph_ir::Wire;
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Extent, Type};
use quote::ToTokens;
use syn::{ExprForLoop, Stmt};

use super::Lowerer;
use super::branches::Conditional;
use super::values::{Affine, Lowered, Operand, Range, Scalar, Value};
use super::variables::{Stored, VariableId};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::parse::{behind_loop, condition_of};
use crate::tokens::{assigned, words};
use attributes::{Kind, Unroll, asks_to_unroll, has_limit, may_end_early};
pub(super) use carried::leaves;
use header::Header;
pub(super) use open_bound::STEP;
use rolled::Attempt;
#[cfg(test)]
pub(crate) use sequence::ADAPTERS;
pub(crate) use sequence::operands_of_adapter;
pub(super) use state::{HandedOn, Loops, Open, Reach, Undecided};

/// The largest number of generated statements, approximately, for which a loop is unrolled.
///
/// rustc takes half a second for 1000 statements in a release build, and an adjoint has some four
/// times as many as its function. Kept as a loop, a body of one statement costs a tenth of the time
/// to compile, and one of dozens runs no slower.
const UNROLL_LIMIT: usize = 1024;

/// The largest number of structs in an array over which a loop is unrolled though its body is long.
/// Those of a model are arguments of their own, such as the layers of a network: a loop that is kept
/// reads them from arrays that are made of them each time, and adds up their derivatives in such.
const MAX_STRUCTS: usize = 16;

/// The largest number of iterations of all unrolled loops of a function together.
///
/// With its derivatives, so many take the compiler about a minute.
const MAX_ITERATIONS: usize = 1 << 14;

/// The largest number of iterations that a kept loop inside of unrolled ones counts for: with its
/// derivatives, each copy of it is a few hundred statements.
const COPY_OF_LOOP: usize = 256;

/// The largest number of iterations at which a loop is split; with more, its conditions are
/// branches. They are also branches if the copies of the body together are longer than
/// [`UNROLL_LIMIT`]: each level of nested loops would double the code inside.
const MAX_SPLITS: usize = 8;

/// The largest number of times that bodies are lowered in a function, including failed attempts:
/// nested loops that must be tried in several ways would take exponential time.
const MAX_WORK: usize = 1 << 18;

/// Quantities that grow while bodies are lowered.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    pub(super) errors: usize,
    certain: usize,
    through: usize,
    names: usize,
    iterations: usize,
    kept: usize,
    inside: usize,
    absent: usize,
    derivatives: usize,
    structs: usize,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `for i in a..b { .. }`, `for v in x { .. }`.
    pub(super) fn for_loop(&mut self, expr: &'e ExprForLoop) -> Lowered<'b> {
        let place = SourcePlace::between(expr.for_token.span, expr.body.brace_token.span.close());
        let kind = self.loop_attributes(expr);
        // What is wrong with the range of a loop that is bounded beside it is the same mistake.
        let is_right = !has_limit(expr) && self.expect_limit(expr);
        let header = is_right.then(|| self.header(expr));
        let value = match header.flatten() {
            Some(header) => self.run_loop(&header, &header.range, kind),
            None => Value::Poison,
        };
        if value.is_poison() {
            self.poison_unassigned(expr);
        }
        Lowered { value, place }
    }

    /// After an error in a loop, variables that it may assign have an unknown value, where they have
    /// none before it, or integers, which may have been meant as floats.
    fn poison_unassigned(&mut self, expr: &'e ExprForLoop) {
        for name in assigned(expr.body.to_token_stream()) {
            let Some(id) = self.variables.find(&name) else {
                continue;
            };
            let is_unknown = match &self.variables.get(id).stored {
                Stored::Nothing => true,
                Stored::Value(value) => {
                    value.as_integer().is_some() || value.element() == Some(Element::I64)
                }
                Stored::Elements(elements) => elements.ty(self.float).element == Element::I64,
                Stored::Fields(_) | Stored::Part(_) => false,
            };
            if is_unknown {
                self.variables.assign(id, Value::Poison);
            }
        }
    }

    /// Unrolls the loop or keeps it.
    fn run_loop(&mut self, header: &Header<'b, 'e>, range: &Range, kind: Kind) -> Value<'b> {
        if let Some(goes_on) = kind.goes_on {
            return self.ending_loop(header, range, kind, goes_on);
        }
        let (Some(count), None) = (range.count.known(), header.told) else {
            return self.kept_loop(header, range, kind);
        };
        if count == 0 {
            let variable = Value::from(range.start.clone());
            self.unreached(|lowerer| {
                lowerer.body_of_loop(header, variable);
            });
        }
        if kind.unroll == Unroll::Always || count < 2 {
            return self.repeat_body(header, range);
        }
        let start = self.progress();
        let Some(mut attempt) = self.attempt(header, range, true, None) else {
            return Value::Poison;
        };
        let splits = attempt.splits().len();
        let copied = self
            .loops
            .copies
            .of(splits.saturating_mul(attempt.statements));
        if splits > MAX_SPLITS || copied > UNROLL_LIMIT {
            self.go_back(start);
            let Some(branching) = self.attempt(header, range, false, None) else {
                return Value::Poison;
            };
            // A split may exclude the iterations with errors.
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
        let statements = attempt.unrolled_statements.max(repeated + 1);
        let unrolled = self.loops.copies.of(count.saturating_mul(statements));
        // A loop around it that is kept has its arrays in memory.
        let in_memory = !self.loops.open.is_empty() && attempt.stays_in_memory(count);
        let over_structs = header.runs_over_structs() || now.structs > start.structs;
        let is_short = match over_structs && count <= MAX_STRUCTS {
            true => unrolled <= MAX_STRUCTS * UNROLL_LIMIT,
            false => unrolled <= UNROLL_LIMIT && !in_memory,
        };
        // Of a loop that is divided, each part is as long as its own attempt shows: what stands under
        // the conditions is not part of this one, and its errors may be excluded.
        let helps = !(divides || hopeless) && (is_short || wrong && !through);
        // Copies of kept loops may be too many where the loop can be kept as well.
        let inside = count.saturating_mul(now.inside - start.inside);
        let fits = self.loops.copies.of(inside) <= left.saturating_sub(start.kept);
        let repeats = kind.unroll == Unroll::Auto && count <= left && helps && (wrong || fits);
        if !(repeats || wrong || divides) {
            self.loops.inside += count.min(COPY_OF_LOOP);
            if self.loops.copies.0 > 1 {
                self.loops.kept += count.min(COPY_OF_LOOP);
            }
            return self.commit(attempt, kind.checkpoint, SourcePlace::of(&header.expr.expr));
        }
        if repeats || divides {
            self.go_back(start);
        }
        match repeats {
            true => self.repeat_body(header, range),
            false => self.run_parts(header, range, &attempt, kind),
        }
    }

    /// A loop that may end before all of its range, as a variable says.
    fn ending_loop(
        &mut self,
        header: &Header<'b, 'e>,
        range: &Range,
        kind: Kind,
        goes_on: VariableId,
    ) -> Value<'b> {
        let first = self.read(goes_on);
        let never = matches!(first, Value::Scalar(Scalar::Truth(false)));
        if never || range.count.known() == Some(0) {
            let variable = Value::from(range.start.clone());
            self.unreached(|lowerer| {
                lowerer.body_of_loop(header, variable);
            });
            return Value::Unit;
        }
        let is_condition = match &first {
            Value::Poison => return Value::Poison,
            Value::Scalar(scalar) => matches!(scalar, Scalar::Truth(_)),
            Value::Tensor(tensor) => *tensor.ty == Type::scalar(Element::Bool),
            _ => false,
        };
        if !is_condition {
            let name = &self.variables.get(goes_on).name;
            let Some(expr) = condition_of(&header.expr.body, name) else {
                return Value::Poison;
            };
            let condition = Operand {
                value: first,
                expr,
                place: SourcePlace::of(expr),
            };
            let error = self.no_condition(&condition, Conditional::While);
            return self.error(error);
        }
        if let Some(told) = header.told
            && self
                .goes_on_while(goes_on, &Affine::constant(0), told)
                .is_none()
        {
            return Value::Poison;
        }
        let errors = self.progress().errors;
        match self.attempt(header, range, false, Some(goes_on)) {
            Some(attempt) if self.progress().errors == errors => {
                let place = SourcePlace::of(&header.expr.expr);
                self.commit(attempt, kind.checkpoint, place)
            }
            _ => Value::Poison,
        }
    }

    /// Ends a loop that is told how many iterations there are in front of the one of this number.
    pub(super) fn goes_on_while(
        &mut self,
        goes_on: VariableId,
        iteration: &Affine,
        told: Wire<'b>,
    ) -> Option<()> {
        let going = self.read(goes_on);
        let (going, iteration) = (self.default_wire(&going)?, self.affine_wire(iteration)?);
        let is_told = self
            .builder
            .scalar(ScalarOp::Less, &[iteration, told])
            .ok()?;
        let both = self.builder.scalar(ScalarOp::And, &[going, is_told]).ok()?;
        self.variables.assign(goes_on, Value::from(both));
        Some(())
    }

    /// A loop whose number of iterations is known only at run time.
    fn kept_loop(&mut self, header: &Header<'b, 'e>, range: &Range, kind: Kind) -> Value<'b> {
        let place = SourcePlace::of(&header.expr.expr);
        if kind.unroll == Unroll::Always {
            let count = match header.told {
                Some(_) => format!("over `{}`", print(&header.expr.expr)),
                None => format!("of `{}` repetitions", range.count),
            };
            let message =
                format!("a loop {count}, a number that is known only at run time, is not unrolled");
            let help = "remove `#[unroll]`: the loop is kept";
            return self.error(Diagnostic::new(place, message).help(help));
        }
        let errors = self.progress().errors;
        match self.attempt(header, range, false, None) {
            Some(attempt) if self.progress().errors == errors => {
                self.commit(attempt, kind.checkpoint, place)
            }
            _ => Value::Poison,
        }
    }

    pub(super) fn progress(&self) -> Progress {
        Progress {
            errors: self.names.diagnostics.len(),
            certain: self.loops.certain,
            through: self.loops.through,
            names: self.named.len(),
            iterations: self.loops.iterations,
            kept: self.loops.kept,
            inside: self.loops.inside,
            absent: self.independent.absent.len(),
            derivatives: self.independent.derivatives.len(),
            structs: self.loops.structs,
        }
    }

    /// Discards the effects of an attempt other than its region.
    pub(super) fn go_back(&mut self, to: Progress) {
        self.names.diagnostics.truncate(to.errors);
        self.forget_names(to.names);
        self.loops.certain = to.certain;
        self.loops.through = to.through;
        self.loops.iterations = to.iterations;
        self.loops.kept = to.kept;
        self.loops.inside = to.inside;
        self.loops.structs = to.structs;
        self.independent.absent.truncate(to.absent);
        self.independent.derivatives.truncate(to.derivatives);
    }

    /// Splits a loop into consecutive ones, in each of which all conditions on its variable are
    /// known.
    fn run_parts(
        &mut self,
        header: &Header<'b, 'e>,
        range: &Range,
        attempt: &Attempt<'b>,
        kind: Kind,
    ) -> Value<'b> {
        let before = self.names.diagnostics.len();
        if attempt.splits().is_empty() {
            return Value::Poison;
        }
        let ends = attempt.splits().iter().map(|&end| Extent::from(end));
        let mut from = Extent::from(0);
        for to in ends.chain([range.count.clone()]) {
            let value = self.run_loop(header, &range.part(&from, &to), kind);
            // The next loop would report the same errors again.
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

    /// Lowers the body for each iteration, the number of which is known.
    fn repeat_body(&mut self, header: &Header<'b, 'e>, range: &Range) -> Value<'b> {
        let around = self.loops.copies.0;
        let count = range.count.known().unwrap_or(0);
        self.loops.copies.0 = self.loops.copies.of(count.max(1));
        let value = self.repetitions(header, range);
        self.loops.copies.0 = around;
        value
    }

    fn repetitions(&mut self, header: &Header<'b, 'e>, range: &Range) -> Value<'b> {
        let before = self.names.diagnostics.len();
        for position in range.positions() {
            self.loops.iterations += 1;
            if self.loops.iterations + self.loops.kept > MAX_ITERATIONS {
                return self.too_many(header.expr);
            }
            if !self.body_of_loop(header, Value::from(position)) {
                return Value::Poison;
            }
            // The next iteration would report the same errors again.
            if self.names.diagnostics.len() > before {
                return Value::Poison;
            }
        }
        Value::Unit
    }

    /// Lowers the body once, with the loop variable; returns whether it has no value, as required.
    fn body_of_loop(&mut self, header: &Header<'b, 'e>, variable: Value<'b>) -> bool {
        self.loops.work += 1;
        if self.loops.work > MAX_WORK {
            self.too_many(header.expr);
            return false;
        }
        let scope = self.variables.scope();
        let expr = header.expr;
        self.bind_iteration(header, variable);
        self.loops.bodies += 1;
        let outer = std::mem::replace(&mut self.is_dropped, true);
        let value = self.block(&expr.body);
        self.is_dropped = outer;
        self.loops.bodies -= 1;
        self.variables.leave(scope);
        if matches!(value, Value::Unit | Value::Poison) {
            return true;
        }
        let found = self.describe(&value);
        let ends = may_end_early(&expr.attrs);
        let keyword = if ends { "loop" } else { "`for`" };
        let message = format!("the body of a {keyword} has no value, found {found}");
        let last = expr.body.stmts.last();
        let place = last.map_or_else(|| SourcePlace::token(expr.for_token.span), SourcePlace::of);
        self.loops.certain += 1;
        let help = match last {
            Some(Stmt::Expr(value, None)) => behind_loop(value),
            _ => "end it with `;`".into(),
        };
        self.error(Diagnostic::new(place, message).help(help));
        false
    }

    /// Reports that unrolled loops, of which this is one, have too many iterations.
    fn too_many(&mut self, expr: &'e ExprForLoop) -> Value<'b> {
        let holds_loops = words(&expr.body).iter().any(|word| word == "for");
        let help = match (asks_to_unroll(&expr.attrs), holds_loops) {
            (true, _) => "remove `#[unroll]`: a loop that is not unrolled may be of any length",
            (false, true) => INNER_LOOP,
            (false, false) => WHOLE_ARRAYS,
        };
        self.too_many_at(SourcePlace::of(&expr.expr), help)
    }

    fn too_many_at(&mut self, place: SourcePlace, help: &str) -> Value<'b> {
        self.loops.certain += 1;
        let message = format!(
            "loops are unrolled here, and this function's repeat more than {MAX_ITERATIONS} times"
        );
        self.error(Diagnostic::new(place, message).help(help))
    }
}

const WHOLE_ARRAYS: &str =
    "compute with whole arrays: `sum(x * y)` instead of a loop over elements";

const INNER_LOOP: &str = "a loop that stays one may be of any length, and its bounds may move, \
    `for j in 0..i`; its variable is no number then";
