//! Assignments, to variables as a whole and to parts of them.
//!
//! | file | does |
//! |---|---|
//! | `blocks` | finds the block in which a new variable is declared |
//! | `fields` | assigns to values of tuples |
//! | `fit` | gives what is assigned the type of what it replaces |
//! | `listed` | assigns at several positions at once |
//! | `masked` | says how elements are assigned under a condition |
//! | `numbers` | helps where an array stands for a number |
//! | `part` | assigns to known positions of an array |
//! | `parts` | takes tuples and arrays apart |
//! | `patterns` | binds the names of a `let` |
//! | `replacement` | assigns at indices that are computed at run time |
//! | `starts` | says how variables start with floats |
//! | `storage` | reads and writes the contents of variables |
//! | `structs` | takes structs apart |
//! | `targets` | finds the variables that are assigned |
//! | `useless` | notes what is assigned to itself |

mod blocks;
mod fields;
mod fit;
mod listed;
mod masked;
mod numbers;
mod part;
mod parts;
mod patterns;
mod replacement;
mod starts;
mod storage;
mod structs;
mod targets;
mod useless;

pub(super) use parts::Several;
pub(super) use patterns::{is_rest, names_in};
pub(crate) use useless::{SelfAssignments, is_useless};

use graph_ir::Element;
use graph_ir::ops::ScalarOp;
use syn::{Expr, ExprField, ExprIndex, UnOp};

use super::Lowerer;
use super::expressions::without_parentheses;
use super::report::{grouped, short_text};
use super::values::{Operand, Value};
use super::variables::{Stored, VariableId};
use crate::diagnostics::{Diagnostic, SourcePlace};

/// The target of an assignment to a part: the variable, and the whole expression.
#[derive(Clone, Copy)]
struct Target<'e> {
    base: &'e Expr,
    whole: &'e Expr,
}

/// The target of an assignment: `base.0.1[i][j]`.
pub(crate) struct Place<'e> {
    pub(crate) base: &'e Expr,
    /// The base with a `*` in front of it, which a reference has.
    pub(crate) dereferenced: Option<&'e Expr>,
    /// The fields on the way from the base, the outermost first, with the indices between them,
    /// which take elements of arrays of tuples and structs. It ends with a field.
    pub(crate) path: Vec<&'e Expr>,
    /// The indices behind them, the first one first.
    pub(crate) indices: Vec<&'e ExprIndex>,
}

impl<'e> Place<'e> {
    pub(crate) fn of(target: &'e Expr) -> Self {
        let (mut base, mut path, mut indices) = (target, Vec::new(), Vec::new());
        let mut dereferenced = None;
        loop {
            base = match base {
                Expr::Index(e) => {
                    match path.is_empty() {
                        true => indices.push(e),
                        false => path.push(base),
                    }
                    &e.expr
                }
                Expr::Field(e) => {
                    path.push(base);
                    &e.base
                }
                Expr::Paren(e) => &e.expr,
                Expr::Group(e) => &e.expr,
                Expr::Unary(e) if matches!(e.op, UnOp::Deref(_)) && dereferenced.is_none() => {
                    dereferenced = Some(base);
                    &e.expr
                }
                _ => break,
            };
        }
        path.reverse();
        indices.reverse();
        Self {
            base,
            dereferenced,
            path,
            indices,
        }
    }

    /// The fields that lead from the base to what is assigned; `None` where an element stands
    /// between them.
    pub(crate) fn fields(&self) -> Option<Vec<&'e ExprField>> {
        let fields = self.path.iter().map(|step| match step {
            Expr::Field(field) => Some(field),
            _ => None,
        });
        fields.collect()
    }

    /// All indices in it, the first one first.
    pub(crate) fn all_indices(&self) -> impl Iterator<Item = &'e ExprIndex> {
        let inner = self.path.iter().filter_map(|step| match step {
            Expr::Index(index) => Some(index),
            _ => None,
        });
        inner.chain(self.indices.iter().copied())
    }

    /// Whether this is a variable, and no part of one.
    pub(crate) fn is_whole(&self) -> bool {
        self.path.is_empty() && self.indices.is_empty()
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `target = value`, or `target op= value`.
    pub(super) fn assignment(&mut self, target: &'e Expr, op: Option<ScalarOp>, value: &'e Expr) {
        if self.masked(target, op, value) {
            return;
        }
        let (expr, value) = (value, self.operand(value));
        match op {
            None => {
                self.note_useless(target, expr, &value.value);
                self.assign(target, value);
            }
            Some(_) => self.assign_one(target, op, value),
        }
    }

    /// Assigns the parts of a value to the targets of a tuple or an array of these.
    fn assign(&mut self, target: &'e Expr, value: Operand<'b, 'e>) {
        let place = SourcePlace::of(target);
        let elements = match without_parentheses(target) {
            Expr::Infer(_) => return,
            Expr::Tuple(e) => &e.elems,
            Expr::Array(e) => &e.elems,
            _ => return self.assign_one(target, None, value),
        };
        if self.lacks_let(target, elements) {
            return;
        }
        let several = Several::of(elements, takes_rest);
        if let Expr::Array(_) = without_parentheses(target)
            && !self.has_known_length(&value, &several, ("", place))
        {
            return;
        }
        let (parts, written) = match (without_parentheses(target), without_parentheses(value.expr))
        {
            (Expr::Tuple(_), written) => {
                let parts = self.parts_of_tuple(&value.value, &several, place);
                let written = match written {
                    Expr::Tuple(e) => Some(&e.elems),
                    _ => None,
                };
                (parts, written)
            }
            (_, written) => {
                let parts = self.parts_of_array(&value.value, &several, place);
                let written = match written {
                    Expr::Array(e) => Some(&e.elems),
                    _ => None,
                };
                (parts, written)
            }
        };
        let parts = parts.into_iter().enumerate().map(|(position, part)| {
            let expr = written.and_then(|written| written.get(position));
            Operand {
                value: part,
                expr: expr.unwrap_or(value.expr),
                place: expr.map_or(value.place, SourcePlace::of),
            }
        });
        for (target, part) in several.with(parts.collect()) {
            self.assign(target, part);
        }
    }

    pub(in crate::lower) fn assign_one(
        &mut self,
        target: &'e Expr,
        op: Option<ScalarOp>,
        value: Operand<'b, 'e>,
    ) {
        let place = Place::of(target);
        let Some(id) = self.assigned_variable(&place, op, &value) else {
            return;
        };
        let takes_element = self.has_elements(id) && !place.indices.is_empty();
        match place.path.is_empty() && !takes_element {
            true => self.assign_from(id, &place.indices, target, op, value),
            false => self.assign_field(id, (&place, target), |lowerer, field, indices| {
                lowerer.assign_from(field, indices, target, op, value);
            }),
        }
    }

    /// Assigns to what the indices of a place leave of a variable.
    fn assign_from(
        &mut self,
        id: VariableId,
        indices: &[&'e ExprIndex],
        whole: &'e Expr,
        op: Option<ScalarOp>,
        value: Operand<'b, 'e>,
    ) {
        let Some(first) = indices.first() else {
            return self.assign_whole(id, whole, op, value);
        };
        let base = &first.expr;
        let brackets = self.brackets(indices, false);
        let before = self.names.diagnostics.len();
        self.assign_part(id, Target { base, whole }, brackets, op, value);
        if self.names.diagnostics.len() > before
            && let Some(help) = self.start_of_result(id)
            && (self.names.diagnostics).help_after(before, "out of range", &help)
        {
            self.doubt_target(whole);
        }
    }

    fn assign_whole(
        &mut self,
        id: VariableId,
        target: &'e Expr,
        op: Option<ScalarOp>,
        value: Operand<'b, 'e>,
    ) {
        let copied = self.copied(value.expr).filter(|_| op.is_none());
        self.assign_value(id, target, op, value);
        if let Some(of) = copied {
            self.note_copy(&of, id);
        }
    }

    fn assign_value(
        &mut self,
        id: VariableId,
        target: &'e Expr,
        op: Option<ScalarOp>,
        value: Operand<'b, 'e>,
    ) {
        if let (Stored::Nothing, None) = (&self.variables.get(id).stored, op) {
            let value = self.first_value(id, &value);
            let value = self.set_apart_as(id, value);
            let name = self.variables.get(id).name.clone();
            self.name_node(&name, &value);
            self.variables.name_dimensions(id, value.labels());
            return self.variables.assign(id, value);
        }
        if !self.has_value(id, SourcePlace::of(target)) {
            return;
        }
        let current = self.read(id);
        let value = self.compound(op, &current, target, value);
        let declared = self.variables.get(id).declared.clone();
        let value = self.fit_assigned(&current, declared.as_ref(), &value, target);
        let value = self.set_apart_as(id, value);
        let value = self.as_held(id, value);
        self.variables.assign(id, value);
    }

    /// The value that a compound assignment assigns.
    fn compound(
        &mut self,
        op: Option<ScalarOp>,
        current: &Value<'b>,
        target: &'e Expr,
        value: Operand<'b, 'e>,
    ) -> Operand<'b, 'e> {
        let Some(op) = op else { return value };
        let counts = current.element() == Some(Element::I64);
        let held = Operand {
            value: current.clone(),
            expr: target,
            place: SourcePlace::of(target),
        };
        if self.rounded_beside_integer(&[held, value.clone()]) {
            return Operand {
                value: Value::Poison,
                ..value
            };
        }
        let must_count = || self.must_count_target(target);
        let is_wrong = if counts && value.value.is_float() {
            // An element is no variable that a float could start.
            let is_part = !Place::of(target).indices.is_empty();
            let is_certain = !current.is_constant_integer() || is_part || must_count();
            if is_certain {
                self.float_for_counter(target, &value);
            }
            is_certain
        } else if current.is_float() && value.value.element() == Some(Element::I64) && must_count()
        {
            self.integer_for_start(current, &value, target);
            true
        } else {
            false
        };
        let is_wrong = is_wrong || self.other_float(op, current, target, &value);
        if is_wrong {
            return Operand {
                value: Value::Poison,
                ..value
            };
        }
        let left = Operand {
            value: current.clone(),
            expr: target,
            place: SourcePlace::of(target),
        };
        let symbol = op.symbol().unwrap_or(op.name());
        if self.other_shape(symbol, &left, &value) {
            return Operand {
                value: Value::Poison,
                ..value
            };
        }
        let place = left.place.to(value.place);
        let result = self.elementwise(op, &[left, value.clone()], place);
        Operand {
            value: result,
            expr: value.expr,
            place,
        }
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reports a compound assignment of floats of another type: the value is converted, since the
    /// target keeps its own.
    fn other_float(
        &mut self,
        op: ScalarOp,
        current: &Value<'b>,
        target: &'e Expr,
        value: &Operand<'b, 'e>,
    ) -> bool {
        let [Some(own), Some(found)] = [current, &value.value].map(Value::element) else {
            return false;
        };
        let is_literal = matches!(value.expr, Expr::Lit(_));
        if own == found || !own.is_float() || !found.is_float() || is_literal {
            return false;
        }
        let symbol = op.symbol().unwrap_or(op.name());
        let [own, found] = [own, found].map(|element| self.words.element(element));
        let message =
            format!("`{symbol}=` needs operands of one element type, found {own} and {found}");
        let held = Operand {
            value: current.clone(),
            expr: target,
            place: SourcePlace::of(target),
        };
        let texts = [target, value.expr].map(short_text);
        let convert = || match texts {
            [Some(target), Some(text)] => Some(format!(
                "convert the value: `{target} {symbol}= {} as {own}`",
                grouped(&text)
            )),
            _ => None,
        };
        let help = self.without_suffix(target, &found).or_else(convert);
        let mut diagnostic = Diagnostic::new(held.place.to(value.place), message);
        for operand in [&held, value] {
            diagnostic = diagnostic.note_if(self.explain(operand));
        }
        let diagnostic = match self.other_argument(&[held, value.clone()]) {
            Some((mistake, help)) => diagnostic.help(help).showing(Some(mistake)),
            None => diagnostic.help_if(help),
        };
        self.error(diagnostic);
        self.doubt_target(target);
        true
    }

    /// Has no other error come of the type of the variable that is assigned to.
    fn doubt_target(&mut self, target: &Expr) {
        if let Some(variable) = self.variable_of(Place::of(target).base) {
            self.variables.doubt(variable.name.clone());
        }
    }
}

/// Whether a part of a target is `..`.
fn takes_rest(part: &Expr) -> bool {
    matches!(part, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}
