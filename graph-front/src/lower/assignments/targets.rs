//! The variables that are assigned, and the errors about those that cannot be: what no `let`
//! declares, what is not mutable, and what is no variable.

use graph_ir::Element;
use graph_ir::ops::ScalarOp;
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, Lit, Token, UnOp};

use super::Place;
use super::blocks::declaration_at;
use crate::diagnostics::{Diagnostic, SourcePlace, closest, print_type};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Value};
use crate::lower::variables::{Origin, Stored, VariableId};
use crate::tokens::mentions;

/// The parts of a tuple or an array that is assigned.
type Elements = Punctuated<Expr, Token![,]>;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The variable that an assignment names, if it may be assigned.
    pub(super) fn assigned_variable(
        &mut self,
        target: &Place<'e>,
        op: Option<ScalarOp>,
        value: &Operand<'b, 'e>,
    ) -> Option<VariableId> {
        let base = target.base;
        let name = match (base, target.dereferenced) {
            (Expr::Path(_), Some(_)) if !self.is_state(base) => None,
            (Expr::Path(path), _) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let base = target.dereferenced.unwrap_or(base);
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
            Origin::Argument if let Some(ty) = self.referenced(name) => format!(
                "to change what the caller has, declare it as `{name}: &mut {ty}`; a copy, as \
                 `mut {name}: &{ty}`"
            ),
            Origin::Argument | Origin::State => {
                format!("declare it as `mut {name}: ..` in the signature")
            }
            Origin::Let(_) if starts_whole => match &variable.told.start {
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

    /// The type behind the reference that an argument is declared as.
    fn referenced(&self, name: &str) -> Option<String> {
        let mut referenced = self.source?.referenced();
        let (_, ty) = referenced.find(|(own, _)| *own == name)?;
        Some(print_type(ty))
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

    /// The keyword of the `let` in place of an assignment that is the first to name a variable;
    /// `None` where that would declare it for a part of its uses.
    fn keyword_at(&self, name: &str, place: SourcePlace) -> Option<&'static str> {
        let tokens = self.source?.tokens.clone();
        declaration_at(tokens.into(), name, place.start())
    }

    /// Reports an assignment to several names that nothing has, which lacks its `let`; `false`
    /// where that is not so.
    pub(super) fn lacks_let(&mut self, target: &'e Expr, elements: &'e Elements) -> bool {
        let names = elements.iter().map(|element| match element {
            Expr::Path(path) => path.path.get_ident(),
            _ => None,
        });
        let Some(names) = names.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let mut keywords = Vec::new();
        for name in &names {
            let text = name.to_string();
            let is_known = self.variables.find(&text).is_some()
                || self.names.constants.contains(&text)
                || self.names.refused.may_have(&text)
                || closest(&text, self.variables.names()).is_some();
            let keyword = self.keyword_at(&text, SourcePlace::token(name.span()));
            match keyword.filter(|_| !is_known) {
                Some(keyword) => keywords.push(keyword),
                None => return false,
            }
        }
        let texts: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let Some((last, others)) = texts.split_last().filter(|(_, others)| !others.is_empty())
        else {
            return false;
        };
        let message = format!("cannot find the values {} and {last}", others.join(", "));
        let parts = names.iter().zip(&keywords);
        let parts = parts.map(|(name, keyword)| match *keyword {
            "let" => name.to_string(),
            _ => format!("mut {name}"),
        });
        let parts = parts.collect::<Vec<_>>().join(", ");
        let pattern = match without_parentheses(target) {
            Expr::Array(_) => format!("[{parts}]"),
            _ => format!("({parts})"),
        };
        let help = format!("new variables start with `let`: `let {pattern} = ..;`");
        let place = SourcePlace::of(target);
        self.error(Diagnostic::new(place, message).help(help));
        for name in names {
            self.bind_name_to_nothing(name.to_string(), Origin::Let(name.span()));
        }
        true
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
        if target.is_whole()
            && !is_changed
            && let Some(keyword) = self.keyword_at(name, SourcePlace::of(target.base))
        {
            return format!("a new variable starts with `let`: `{keyword} {name} = ..;`");
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
            Some(change) => {
                let of_itself = mentions(change, |own| own == name);
                of_itself && matches!(change.op, BinOp::Mul(_) | BinOp::Div(_))
            }
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
        let is_outside = self.loops.open.iter().any(|open| id.is_before(open.scope));
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
