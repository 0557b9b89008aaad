//! The variables that are assigned, and the errors about those that cannot be: what no `let`
//! declares, what is not mutable, and what is no variable.

use graph_ir::Element;
use graph_ir::ops::ScalarOp;
use syn::{BinOp, Expr, Lit, UnOp};

use super::Place;
use crate::diagnostics::{Diagnostic, SourcePlace, closest};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Value};
use crate::lower::variables::{Origin, Stored, VariableId};
use crate::tokens::mentions;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The variable that an assignment names, if it may be assigned.
    pub(super) fn assigned_variable(
        &mut self,
        target: &Place<'e>,
        op: Option<ScalarOp>,
        value: &Operand<'b, 'e>,
    ) -> Option<VariableId> {
        let base = target.base;
        let name = match base {
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let place = SourcePlace::of(base);
        let Some(name) = name else {
            let message = "only variables and parts of them can be assigned";
            let help = match base {
                Expr::Tuple(_) | Expr::Array(_) => {
                    "change each by a statement of its own: `a += ..;`".into()
                }
                Expr::Unary(deref)
                    if matches!(deref.op, UnOp::Deref(_))
                        && let Some(text) = short_text(&deref.expr) =>
                {
                    let op = if op.is_some() { "+=" } else { "=" };
                    format!("variables are no references: assign `{text}` itself, `{text} {op} ..`")
                }
                _ => String::from(
                    "assign a name, `y = ..`, an element, `y[i] = ..`, or a value of a tuple, `t.0 = ..`",
                ),
            };
            self.error(Diagnostic::new(place, message).help(help));
            return None;
        };
        let Some(id) = self.variables.find(&name) else {
            if self.names.constants.contains(&name) {
                let message = format!("cannot assign to `{name}`, which is a `const`");
                self.error(Diagnostic::new(place, message));
            } else {
                self.unknown_target(name, target, op, value);
            }
            return None;
        };
        let variable = self.variables.get(id);
        if let Stored::Nothing = variable.stored {
            return self.assigned_first(id, place).then_some(id);
        }
        if variable.mutable {
            return Some(id);
        }
        // Its `let` is wrong.
        if matches!(&variable.stored, Stored::Value(value) if value.is_poison()) {
            return None;
        }
        self.not_mutable(id, place, value);
        None
    }

    /// Reports an assignment to a variable that is not mutable.
    fn not_mutable(&mut self, id: VariableId, place: SourcePlace, value: &Operand<'b, 'e>) {
        let variable = self.variables.get(id);
        let name = &variable.name;
        let origin = self.origin(variable);
        let is_integer = match value.value.element() {
            Some(element) => element == Element::I64,
            None => value.value.as_integer().is_some() || value.value.is_poison(),
        };
        let starts_whole =
            !is_integer && variable.holds_integers() && matches!(variable.origin, Origin::Let(_));
        let help = match variable.origin {
            Origin::Argument => format!("declare it as `mut {name}: ..` in the signature"),
            Origin::Let(_) if starts_whole => match &variable.start {
                Some(start) => format!("declare it with a float: `let mut {name} = {start};`"),
                None => format!(
                    "declare it as `let mut {name}`, with a float to start with, such as `0.0`"
                ),
            },
            Origin::Let(_) => format!("declare it as `let mut {name}`"),
            Origin::Item(..) => format!(
                "bind it as `mut {name}`, which is a copy; the array itself changes where its \
                 positions are assigned: `for i in 0..n {{ y[i] = ..; }}`"
            ),
            Origin::Row(_) => format!("bind it as `mut {name}`, which is a copy"),
            Origin::Loop | Origin::Unknown => {
                let is_counter = matches!(variable.origin, Origin::Unknown)
                    || value.value.element() == Some(Element::I64);
                let start = match is_counter {
                    true => name.clone(),
                    false => format!("{name} as {}", self.words.element(self.float)),
                };
                format!("use a variable of its own: `let mut k = {start};`")
            }
            Origin::Constant | Origin::Length | Origin::Axis { .. } => {
                "use a variable: `let mut ..`".into()
            }
        };
        let message = format!("cannot assign to `{name}`, which is not mutable");
        let note = format!("`{name}` is {origin}");
        if starts_whole {
            // What it would be is not known.
            self.variables.assign(id, Value::Poison);
        }
        self.error(Diagnostic::new(place, message).note(note).help(help));
    }

    /// Reports an assignment to a name that nothing has, which may lack its `let`.
    fn unknown_target(
        &mut self,
        name: String,
        target: &Place<'e>,
        op: Option<ScalarOp>,
        value: &Operand<'b, 'e>,
    ) {
        let place = SourcePlace::of(target.base);
        if !self.names.refused.may_have(&name) {
            let help = match closest(&name, self.variables.names()) {
                Some(close) => format!("did you mean `{close}`?"),
                None => self.declaration(&name, target, op, value),
            };
            let unknown = Diagnostic::unknown(place, "value", &name);
            self.error(unknown.help(help).declaring());
        }
        self.bind_name_to_nothing(name, Origin::Let(place.start()));
    }

    /// How a variable is declared that an assignment is the first to name.
    fn declaration(
        &self,
        name: &str,
        target: &Place<'e>,
        op: Option<ScalarOp>,
        value: &Operand<'b, 'e>,
    ) -> String {
        let is_changed = op.is_some() || mentions(value.expr, |own| own == name);
        let is_inner = self.loops.bodies > 0 || self.variables.is_in_branch();
        if target.is_whole() && !is_changed && !is_inner {
            return format!("a new variable starts with `let`: `let {name} = ..;`");
        }
        let start = match (target.is_whole(), value.value.shape()) {
            (false, _) => "..".into(),
            (true, Some(shape)) if shape.rank() > 0 => format!("zeros({shape})"),
            (true, _) => self.start_of_changes(name, op, value).into(),
        };
        let first = match self.loops.bodies {
            0 => "first",
            _ => "before the loop",
        };
        format!("declare it {first}: `let mut {name} = {start};`")
    }

    /// The value that a scalar starts with which an assignment changes: the one that leaves the
    /// first change as it is.
    fn start_of_changes(
        &self,
        name: &str,
        op: Option<ScalarOp>,
        value: &Operand<'b, 'e>,
    ) -> &'static str {
        let is_truth = value.value.element() == Some(Element::Bool);
        if let Some(truth) = first_truth(value.expr).or(is_truth.then_some("false")) {
            return truth;
        }
        let changes = match without_parentheses(value.expr) {
            Expr::Binary(binary) if op.is_none() => Some(binary),
            _ => None,
        };
        let is_number =
            |expr: &Expr| matches!(expr, Expr::Lit(lit) if matches!(lit.lit, Lit::Int(_)));
        let adds_number =
            changes.is_some_and(|change| is_number(&change.left) || is_number(&change.right));
        let counts = adds_number
            || value.value.element() == Some(Element::I64)
            || value.value.is_constant_integer()
            || self.must_count(name);
        let is_product = match changes {
            Some(change) => matches!(change.op, BinOp::Mul(_) | BinOp::Div(_)),
            None => matches!(op, Some(ScalarOp::Mul | ScalarOp::Div)),
        };
        match (is_product, counts) {
            (false, false) => "0.0",
            (false, true) => "0",
            (true, false) => "1.0",
            (true, true) => "1",
        }
    }

    /// Whether a variable may be assigned for the first time: in a loop around which it stands, it
    /// has no value before the first iteration, and may have none after the last.
    fn assigned_first(&mut self, id: VariableId, place: SourcePlace) -> bool {
        let is_outside = self.loops.open.iter().any(|open| id < open.scope);
        if !is_outside {
            return true;
        }
        let variable = self.variables.get(id);
        let name = &variable.name;
        let message = format!("`{name}` has no value before the loop that assigns it");
        let note = format!("`{name}` is {}", self.origin(variable));
        let help = format!("give it one: `let mut {name} = ..;`");
        self.loops.certain += 1;
        self.error(Diagnostic::new(place, message).note(note).help(help));
        // One error for all that follows.
        self.variables.assign(id, Value::Poison);
        false
    }
}

/// The truth value that a variable starts with which is assigned a condition; `None` where an
/// expression is none by its form.
fn first_truth(expr: &Expr) -> Option<&'static str> {
    match without_parentheses(expr) {
        Expr::Binary(binary) => match binary.op {
            BinOp::And(_) => Some("true"),
            BinOp::Or(_)
            | BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_) => Some("false"),
            _ => None,
        },
        Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_)).then_some("false"),
        Expr::Lit(lit) => match &lit.lit {
            Lit::Bool(truth) if !truth.value => Some("true"),
            Lit::Bool(_) => Some("false"),
            _ => None,
        },
        _ => None,
    }
}
