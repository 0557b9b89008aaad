//! `if` and `for`.
//!
//! An `if` becomes a branch node whose sides are regions; what either side assigns to variables
//! of the surroundings becomes a result of the branch. A condition that is known already (one of
//! a loop variable, say) selects its side while the macro runs. A `for` is unrolled.

use graph_ir::builder::Region;
use graph_ir::{Element, Error, Type, Wire};
use syn::spanned::Spanned;
use syn::{Expr, ExprBinary, ExprForLoop, ExprIf, Pat, RangeLimits};

use super::Lowerer;
use super::report::{Operand, short_text};
use super::scalar::Scalar;
use super::value::{Lowered, Value};
use super::variables::{Mark, Origin, Stored, Touched, Variable, VariableId};
use crate::diagnostics::{Diagnostic, Place, print, unsupported_expression, unsupported_pattern};
use crate::scan::mentions;

/// How often all loops of a function together may repeat their bodies.
const MAX_ITERATIONS: usize = 1 << 16;

/// One side of a branch, lowered.
struct Side<'b> {
    /// The region; absent only while it is open again.
    region: Option<Region>,
    value: Value<'b>,
    /// The values of what it assigned, by variable and by element.
    whole: Vec<(VariableId, Value<'b>)>,
    slots: Vec<((VariableId, usize), Value<'b>)>,
}

/// A value of both sides of a branch.
enum Joined<'b> {
    /// Known already, and equal on both sides.
    Known(Value<'b>),
    /// The result of that number.
    Result(usize),
    Tuple(Vec<Joined<'b>>),
}

/// Pairs of values that become results of a branch, with the type of open ones.
type Pairs<'b> = Vec<(Value<'b>, Value<'b>, Element)>;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `if .. { .. } else { .. }`.
    pub(super) fn if_expression(&mut self, expr: &'e ExprIf) -> Lowered<'b> {
        let place = Place::token(expr.if_token.span).to(match &expr.else_branch {
            Some((_, otherwise)) => end_of(otherwise),
            None => Place::token(expr.then_branch.brace_token.span.close()),
        });
        let condition = match &*expr.cond {
            Expr::Let(_) => self.error(unsupported_expression(&expr.cond)),
            cond => {
                let condition = self.operand(cond);
                self.condition(condition)
            }
        };
        let value = match condition {
            Value::Scalar(Scalar::Truth(true)) => self.block(&expr.then_branch),
            Value::Scalar(Scalar::Truth(false)) => match &expr.else_branch {
                Some((_, otherwise)) => self.expression(otherwise).value,
                None => Value::Unit,
            },
            Value::Tensor(condition) => self.branch(condition.wire, expr, place),
            _ => self.poisoned_branch(expr),
        };
        Lowered { value, place }
    }

    /// A condition: one truth value.
    fn condition(&mut self, condition: Operand<'b, 'e>) -> Value<'b> {
        match &condition.value {
            Value::Poison | Value::Scalar(Scalar::Truth(_)) => return condition.value,
            Value::Tensor(tensor) if *tensor.ty == Type::scalar(Element::Bool) => {
                return condition.value;
            }
            _ => {}
        }
        let found = self.describe(&condition.value);
        let message = format!("the condition of `if` must be one bool, found {found}");
        let is_mask = condition.value.element() == Some(Element::Bool);
        let text = short_text(condition.expr).unwrap_or_else(|| "c".into());
        let help = if is_mask {
            format!("to choose element by element write `select({text}, a, b)`")
        } else {
            format!("compare: `{text} != 0.0`")
        };
        self.error(Diagnostic::new(condition.place, message).help(help))
    }

    /// Both sides, for the errors in them.
    fn poisoned_branch(&mut self, expr: &'e ExprIf) -> Value<'b> {
        let mark = self.variables.enter_branch();
        self.block(&expr.then_branch);
        self.poison_touched(mark);
        if let Some((_, otherwise)) = &expr.else_branch {
            let mark = self.variables.enter_branch();
            self.expression(otherwise);
            self.poison_touched(mark);
            return Value::Poison;
        }
        Value::Unit
    }

    fn poison_touched(&mut self, mark: Mark) {
        let touched = self.variables.touched(mark);
        self.variables.undo_branch(mark);
        let elements = touched.slots.into_iter().map(|(id, _)| id);
        for id in touched.whole.into_iter().chain(elements) {
            self.variables.assign(id, Value::Poison);
        }
    }

    fn branch(&mut self, condition: Wire<'b>, expr: &'e ExprIf, place: Place) -> Value<'b> {
        let Some(then) = self.side(place, |lowerer| lowerer.block(&expr.then_branch)) else {
            return Value::Poison;
        };
        let otherwise = self.side(place, |lowerer| match &expr.else_branch {
            Some((_, otherwise)) => lowerer.expression(otherwise).value,
            None => Value::Unit,
        });
        let Some(otherwise) = otherwise else {
            return Value::Poison;
        };
        self.join_sides(condition, then, otherwise, place, Some(expr))
    }

    /// The right side of `&&` or `||`, computed only where it decides.
    pub(super) fn lazy(
        &mut self,
        left: &Lowered<'b>,
        expr: &'e ExprBinary,
        and: bool,
    ) -> Lowered<'b> {
        let operand = Operand {
            value: left.value.clone(),
            expr: &expr.left,
            place: left.place,
        };
        let mut place = left.place;
        let condition = self.condition(operand);
        let right = |lowerer: &mut Self, place: &mut Place| {
            let right = lowerer.operand(&expr.right);
            *place = place.to(right.place);
            lowerer.condition(right)
        };
        let Value::Tensor(condition) = condition else {
            let value = right(self, &mut place);
            return Lowered { value, place };
        };
        let at = place;
        let decided = |_: &mut Self| Value::Scalar(Scalar::Truth(!and));
        let (then, otherwise) = if and {
            let then = self.side(at, |lowerer| right(lowerer, &mut place));
            (then, self.side(at, decided))
        } else {
            let then = self.side(at, decided);
            (then, self.side(at, |lowerer| right(lowerer, &mut place)))
        };
        let value = match (then, otherwise) {
            (Some(then), Some(otherwise)) => {
                self.join_sides(condition.wire, then, otherwise, place, None)
            }
            _ => Value::Poison,
        };
        Lowered { value, place }
    }

    /// Lowers one side as a region of its own and puts the variables back.
    fn side(
        &mut self,
        place: Place,
        lower: impl FnOnce(&mut Self) -> Value<'b>,
    ) -> Option<Side<'b>> {
        if let Err(error) = self.builder.begin_region() {
            self.refused(&error, place, &[]);
            return None;
        }
        self.tables.push(std::collections::HashMap::new());
        let mark = self.variables.enter_branch();
        let value = lower(self);
        let touched = self.variables.touched(mark);
        let whole = touched
            .whole
            .iter()
            .map(|&id| (id, self.read(id)))
            .collect();
        let slots = touched.slots.iter().map(|&(id, position)| {
            let value = self.read_element(id, position);
            ((id, position), value)
        });
        let slots = slots.collect();
        self.variables.undo_branch(mark);
        self.tables.pop();
        let region = self.builder.end_region(&[]).ok()?;
        Some(Side {
            region: Some(region),
            value,
            whole,
            slots,
        })
    }

    /// Makes the branch node of two sides, and its results the values of what they assigned.
    fn join_sides(
        &mut self,
        condition: Wire<'b>,
        mut then: Side<'b>,
        mut otherwise: Side<'b>,
        place: Place,
        expr: Option<&'e ExprIf>,
    ) -> Value<'b> {
        let touched = touched_by(&then).merge(touched_by(&otherwise));
        let mut pairs = Pairs::new();
        let value = self.join_values(&then.value, &otherwise.value, expr, place, &mut pairs);
        let mut whole = Vec::new();
        for &id in &touched.whole {
            let [a, b] = [&mut then, &mut otherwise].map(|side| match find(&side.whole, &id) {
                Some(value) => value,
                None => self.read_in(side, id),
            });
            let joined = self.join_variable(id, &a, &b, place, &mut pairs);
            whole.push((id, joined));
        }
        let mut slots = Vec::new();
        for &(id, position) in &touched.slots {
            let [a, b] = [&then, &otherwise].map(|side| {
                find(&side.slots, &(id, position))
                    .unwrap_or_else(|| self.read_element(id, position))
            });
            let joined = self.join_variable(id, &a, &b, place, &mut pairs);
            slots.push(((id, position), joined));
        }
        let Some(results) =
            self.branch_node(condition, then.region, otherwise.region, &pairs, place)
        else {
            return Value::Poison;
        };
        for (id, joined) in whole {
            let value = joined.map_or(Value::Poison, |joined| resolve(joined, &results));
            self.variables.assign(id, value);
        }
        for ((id, position), joined) in slots {
            let value = joined.map_or(Value::Poison, |joined| resolve(joined, &results));
            self.assign_element(id, position, &value);
        }
        value.map_or(Value::Poison, |joined| resolve(joined, &results))
    }

    /// The value of a variable after a side that did not assign it as a whole.
    fn read_in(&mut self, side: &mut Side<'b>, id: VariableId) -> Value<'b> {
        let own: Vec<(usize, Value<'b>)> = side
            .slots
            .iter()
            .filter(|((of, _), _)| *of == id)
            .map(|((_, position), value)| (*position, value.clone()))
            .collect();
        if own.is_empty() {
            return self.read(id);
        }
        let reopened = side
            .region
            .take()
            .map(|region| self.builder.resume_region(region));
        if !matches!(reopened, Some(Ok(()))) {
            return Value::Poison;
        }
        let value = self.read_with(id, &own);
        side.region = self.builder.end_region(&[]).ok();
        value
    }

    fn branch_node(
        &mut self,
        condition: Wire<'b>,
        then: Option<Region>,
        otherwise: Option<Region>,
        pairs: &Pairs<'b>,
        place: Place,
    ) -> Option<Vec<Wire<'b>>> {
        if pairs.is_empty() {
            return Some(Vec::new());
        }
        let (then, otherwise) = (then?, otherwise?);
        self.at(place);
        let firsts = pairs.iter().map(|(a, _, element)| (a, *element));
        let seconds = pairs.iter().map(|(_, b, element)| (b, *element));
        let result = self
            .finish_side(then, firsts)
            .and_then(|then| Ok((then, self.finish_side(otherwise, seconds)?)))
            .and_then(|(then, otherwise)| self.builder.branch(condition, then, otherwise));
        match result {
            Ok(results) => Some(results),
            Err(error) => {
                self.refused(&error, place, &[]);
                None
            }
        }
    }

    /// Ends a side with its results, which are known only now that the other side is.
    fn finish_side<'v>(
        &mut self,
        region: Region,
        values: impl Iterator<Item = (&'v Value<'b>, Element)>,
    ) -> Result<Region, Error>
    where
        'b: 'v,
    {
        self.builder.resume_region(region)?;
        self.tables.push(std::collections::HashMap::new());
        let wires = values.map(|(value, element)| self.wire(value, element));
        let wires: Option<Vec<Wire<'b>>> = wires.collect();
        self.tables.pop();
        self.builder.end_region(&wires.unwrap_or_default())
    }

    fn join_variable(
        &mut self,
        id: VariableId,
        a: &Value<'b>,
        b: &Value<'b>,
        place: Place,
        pairs: &mut Pairs<'b>,
    ) -> Option<Joined<'b>> {
        if a.is_poison() || b.is_poison() {
            return None;
        }
        let joined = self.join(a, b, pairs);
        if joined.is_none() {
            let name = &self.variables.get(id).name;
            let (a, b) = (self.describe(a), self.describe(b));
            let message =
                format!("`{name}` is {a} after one side of the `if` and {b} after the other");
            self.error(Diagnostic::new(place, message));
        }
        joined
    }

    fn join_values(
        &mut self,
        a: &Value<'b>,
        b: &Value<'b>,
        expr: Option<&'e ExprIf>,
        place: Place,
        pairs: &mut Pairs<'b>,
    ) -> Option<Joined<'b>> {
        if a.is_poison() || b.is_poison() {
            return None;
        }
        let joined = self.join(a, b, pairs);
        if joined.is_some() {
            return joined;
        }
        let (first, second) = (self.describe(a), self.describe(b));
        let Some(expr) = expr else { return joined };
        let diagnostic = match &expr.else_branch {
            None => Diagnostic::new(
                place,
                format!("this `if` has a value of type {first} and no `else`"),
            )
            .help("add `else { .. }` with the other value, or end the value with `;`"),
            Some((_, otherwise)) => {
                let at = tail_place(otherwise);
                let message =
                    format!("`if` and `else` have values of different types, {first} and {second}");
                let diagnostic = Diagnostic::new(at, message);
                match expr.then_branch.stmts.last() {
                    Some(syn::Stmt::Expr(tail, None)) if short_text(tail).is_some() => {
                        diagnostic.note(format!("`{}` is {first}", print(tail)))
                    }
                    _ => diagnostic,
                }
            }
        };
        self.error(diagnostic);
        None
    }

    /// One value from two of the same type; `None` when the types differ.
    fn join(&mut self, a: &Value<'b>, b: &Value<'b>, pairs: &mut Pairs<'b>) -> Option<Joined<'b>> {
        match (a, b) {
            (Value::Unit, Value::Unit) => return Some(Joined::Known(Value::Unit)),
            (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
                let parts = a.iter().zip(b);
                let parts = parts.map(|(a, b)| self.join(a, b, pairs));
                return parts.collect::<Option<_>>().map(Joined::Tuple);
            }
            (Value::Scalar(a), Value::Scalar(b)) if a.same(*b) => {
                return Some(Joined::Known(Value::Scalar(*a)));
            }
            _ => {}
        }
        let element = match (a.element(), b.element()) {
            (Some(a), Some(b)) if a != b => return None,
            (Some(element), _) | (None, Some(element)) => element,
            (None, None) => self.float,
        };
        let open = a.element().is_none() || b.element().is_none();
        if (open && !element.is_float()) || a.shape()? != b.shape()? {
            return None;
        }
        pairs.push((a.clone(), b.clone(), element));
        Some(Joined::Result(pairs.len() - 1))
    }

    /// Whether computing the expression could fail: where an index is computed at run time.
    pub(super) fn may_fail(&self, expr: &Expr) -> bool {
        mentions(expr, |name| {
            let is_index = |id| match &self.variables.get(id).stored {
                Stored::Value(Value::Tensor(tensor)) => tensor.ty.element == Element::I64,
                _ => false,
            };
            self.variables.find(name).is_some_and(is_index)
        })
    }
}

/// `for`.
impl<'b, 'e> Lowerer<'b, 'e> {
    /// `for i in a..b { .. }`, its body repeated.
    pub(super) fn for_loop(&mut self, expr: &'e ExprForLoop) -> Lowered<'b> {
        let place = Place::between(expr.for_token.span, expr.body.brace_token.span.close());
        let value = match (self.loop_variable(&expr.pat), self.loop_range(&expr.expr)) {
            (Some(name), Some(positions)) => self.repeat_body(expr, name.as_deref(), positions),
            _ => Value::Poison,
        };
        Lowered { value, place }
    }

    fn repeat_body(
        &mut self,
        expr: &'e ExprForLoop,
        name: Option<&str>,
        positions: Box<dyn Iterator<Item = i64>>,
    ) -> Value<'b> {
        let before = self.names.diagnostics.len();
        for position in positions {
            self.iterations += 1;
            if self.iterations > MAX_ITERATIONS {
                return self.too_many(Place::of(&expr.expr));
            }
            let scope = self.variables.scope();
            if let Some(name) = name {
                self.variables.declare(Variable {
                    name: name.into(),
                    mutable: false,
                    origin: Origin::Loop,
                    declared: None,
                    stored: Stored::Value(Value::Scalar(Scalar::Integer(position))),
                });
            }
            let value = self.block(&expr.body);
            self.variables.leave(scope);
            if !matches!(value, Value::Unit | Value::Poison) {
                let found = self.describe(&value);
                let message = format!("the body of a `for` has no value, found {found}");
                let place = expr
                    .body
                    .stmts
                    .last()
                    .map_or_else(|| Place::token(expr.for_token.span), Place::of);
                return self.error(Diagnostic::new(place, message).help("end it with `;`"));
            }
            // The next repetition would report the same errors again.
            if self.names.diagnostics.len() > before {
                return Value::Poison;
            }
        }
        Value::Unit
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
    fn loop_range(&mut self, expr: &'e Expr) -> Option<Box<dyn Iterator<Item = i64>>> {
        match expr {
            Expr::Paren(e) => self.loop_range(&e.expr),
            Expr::Group(e) => self.loop_range(&e.expr),
            Expr::MethodCall(e) if e.method == "rev" && e.args.is_empty() => {
                let positions = self.loop_range(&e.receiver)?;
                let mut all: Vec<i64> = positions.take(MAX_ITERATIONS + 1).collect();
                all.reverse();
                Some(Box::new(all.into_iter()))
            }
            Expr::MethodCall(e) if e.method == "step_by" && e.args.len() == 1 => {
                let positions = self.loop_range(&e.receiver);
                let step = self.constant_index(e.args.first()?, "the step of a loop")?;
                match usize::try_from(step) {
                    Ok(step) if step > 0 => Some(Box::new(positions?.step_by(step))),
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
                let end = match e.limits {
                    RangeLimits::HalfOpen(_) => end,
                    RangeLimits::Closed(_) => end.saturating_add(1),
                };
                let count = end.saturating_sub(start);
                if usize::try_from(count).is_ok_and(|count| count > MAX_ITERATIONS) {
                    self.too_many(Place::of(expr));
                    return None;
                }
                Some(Box::new(start..end))
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
        let message = format!(
            "loops are unrolled, and this function's repeat more than {MAX_ITERATIONS} times"
        );
        self.error(
            Diagnostic::new(place, message)
                .help("compute with whole arrays: `sum(x * y)` instead of a loop over elements"),
        )
    }
}

fn touched_by(side: &Side<'_>) -> Touched {
    Touched {
        whole: side.whole.iter().map(|&(id, _)| id).collect(),
        slots: side.slots.iter().map(|&(slot, _)| slot).collect(),
    }
}

/// The value under a key, in a list sorted by it.
fn find<'b, K: Ord>(list: &[(K, Value<'b>)], key: &K) -> Option<Value<'b>> {
    let found = list.binary_search_by(|(k, _)| k.cmp(key)).ok()?;
    Some(list[found].1.clone())
}

fn resolve<'b>(joined: Joined<'b>, results: &[Wire<'b>]) -> Value<'b> {
    match joined {
        Joined::Known(value) => value,
        Joined::Result(number) => Value::from(results[number]),
        Joined::Tuple(parts) => Value::Tuple(
            parts
                .into_iter()
                .map(|part| resolve(part, results))
                .collect(),
        ),
    }
}

/// Where the value of an `else` stands.
fn tail_place(otherwise: &Expr) -> Place {
    match otherwise {
        Expr::Block(e) => match e.block.stmts.last() {
            Some(last) => Place::of(last),
            None => Place::of(otherwise),
        },
        other => Place::of(other),
    }
}

fn end_of(otherwise: &Expr) -> Place {
    let mut last = otherwise;
    loop {
        match last {
            Expr::If(e) => match &e.else_branch {
                Some((_, next)) => last = next,
                None => return Place::token(e.then_branch.brace_token.span.close()),
            },
            Expr::Block(e) => return Place::token(e.block.brace_token.span.close()),
            other => return Place::token(other.span()),
        }
    }
}
