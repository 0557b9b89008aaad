//! Variables that start with integers and are assigned floats, or the reverse: how their `let`
//! starts them with these.

use graph_ir::{Element, Error, Shape};
use syn::{Expr, LitFloat, Pat, ReturnType, Stmt, Type};

use super::Place;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::{names_of_parts, without_parentheses};
use crate::lower::report::{filled_text, grouped, short_text, with_elements};
use crate::lower::types::{as_float, whole_number};
use crate::lower::values::{Operand, Value};
use crate::lower::variables::{Origin, Stored, Told, Variable, VariableId};
use crate::tokens::mentions;

impl<'b> Lowerer<'b, '_> {
    /// Remembers the first values of the variables of a pattern, as floats where these are integers,
    /// and as integers where they are whole floats.
    pub(super) fn note_starts(&mut self, pattern: &Pat, expr: &Expr) {
        let mut open = vec![(pattern, expr)];
        while let Some((pattern, expr)) = open.pop() {
            match (pattern, without_parentheses(expr)) {
                (Pat::Type(p), _) => open.push((&p.pat, expr)),
                (Pat::Paren(p), _) => open.push((&p.pat, expr)),
                (Pat::Tuple(p), Expr::Tuple(e)) if p.elems.len() == e.elems.len() => {
                    open.extend(p.elems.iter().zip(&e.elems));
                }
                (Pat::Ident(p), expr) => {
                    let name = p.ident.to_string();
                    if let Some(id) = self.variables.find(&name) {
                        let start = match self.variables.get(id).holds_integers() {
                            true => self.as_floats_of(expr),
                            false => as_integers(expr),
                        };
                        let by = self.names_of_derivative(expr);
                        let told = self.variables.told_mut(id);
                        *told = Told {
                            start,
                            first: short_text(expr),
                            filled: filled_text(expr),
                            parts: names_of_parts(expr),
                            by,
                            upper: told.upper.take(),
                        };
                    }
                }
                _ => {}
            }
        }
    }

    /// The text of integers as floats.
    fn as_floats_of(&self, expr: &Expr) -> Option<String> {
        let mut element = expr;
        // The length behind it is no element.
        while let Expr::Repeat(e) = element {
            element = &e.expr;
        }
        let float = self.words.element(self.float);
        if let Some(quotient) = self.quotient_of_floats(expr, &float) {
            return Some(quotient);
        }
        let text = short_text(expr)?;
        Some(match mentions(element, |_| true) {
            true => format!("{} as {float}", grouped(&text)),
            false => as_float(expr),
        })
    }

    /// The help for a variable that holds integers and is to hold floats.
    pub(in crate::lower) fn start_with_float(&self, variable: &Variable<'b>) -> String {
        let name = &variable.name;
        let (float, is_array) = (self.words.element(self.float), variable.is_array());
        let floats = if is_array { "floats" } else { "a float" };
        match (&variable.told.start, &variable.origin) {
            (Some(start), _) => {
                format!("start `{name}` with {floats}: `let mut {name} = {start};`")
            }
            (None, Origin::Argument) => {
                let own = if name == "y" { "z" } else { "y" };
                format!("use a variable of its own: `let mut {own} = {name} as {float};`")
            }
            (None, _) => format!("start `{name}` with {floats}, such as `0.0`"),
        }
    }

    /// The help for a variable that starts with a number and is to hold an array, of this shape where
    /// that is known.
    pub(super) fn start_of_array(&self, target: &Expr, shape: Option<&Shape>) -> Option<String> {
        let variable = self.variable_of(target)?;
        let is_number = variable.shape()?.rank() == 0;
        let is_own = variable.mutable && matches!(variable.origin, Origin::Let(_));
        let first = variable
            .told
            .first
            .as_deref()
            .filter(|_| is_number && is_own)?;
        let value: f64 = first.parse().ok()?;
        let extents = match shape {
            Some(shape) if shape.rank() == 0 => return None,
            Some(shape) => {
                let extents: Vec<String> = shape.counts().iter().map(ToString::to_string).collect();
                extents.join(", ")
            }
            None => "n".into(),
        };
        let array = match value == 0.0 {
            true => format!("zeros([{extents}])"),
            false => format!("full([{extents}], {value:?})"),
        };
        let of = if shape.is_none() {
            ", of `n` elements"
        } else {
            ""
        };
        let name = &variable.name;
        Some(format!(
            "start `{name}` with an array: `let mut {name} = {array};`{of}"
        ))
    }

    /// Reports an operand of an operator that refused it: a variable that starts with an integer and
    /// is assigned floats. Whether there is one.
    pub(in crate::lower) fn started_with_integer(
        &mut self,
        error: &Error,
        operands: &[Operand<'b, '_>],
    ) -> bool {
        let wants_float = match error {
            Error::ElementMismatch { left, right, .. } => left.is_float() || right.is_float(),
            Error::WrongOperand {
                found, expected, ..
            } => found.element == Element::I64 && expected.contains("floating"),
            _ => false,
        };
        let mut operands = operands.iter().filter(|_| wants_float);
        let wrong = operands.find(|operand| self.started_as_counter(operand.expr).is_some());
        if let Some(operand) = wrong {
            self.integer_for_float(operand, self.float);
        }
        wrong.is_some()
    }

    /// The variable that an expression names, if it starts with an integer and is assigned something
    /// else than integers.
    pub(in crate::lower) fn started_as_counter(&self, expr: &Expr) -> Option<VariableId> {
        let Expr::Path(path) = without_parentheses(expr) else {
            return None;
        };
        let id = self.variables.find(&path.path.get_ident()?.to_string())?;
        let variable = self.variables.get(id);
        let name = &variable.name;
        let starts = variable.mutable
            && variable.told.start.is_some()
            && variable.holds_integers()
            && !variable.is_array()
            && matches!(variable.origin, Origin::Let(_));
        (starts && !self.must_count(name) && !self.is_assigned_integers(name)).then_some(id)
    }

    /// Lets a variable that should have started with a float hold one, after the error that says so.
    pub(in crate::lower) fn hold_float(&mut self, expr: &Expr) {
        let Some(id) = self.started_as_counter(expr) else {
            return;
        };
        if let Stored::Value(value) = &self.variables.get(id).stored {
            let float = self.cast_value(value.clone(), self.float, SourcePlace::of(expr));
            self.variables.assign(id, float);
        }
    }

    /// The help for a variable that holds floats and is to hold integers.
    pub(in crate::lower) fn start_with_integer(&self, variable: &Variable<'b>) -> Option<String> {
        if variable.holds_integers() {
            return None;
        }
        let (name, start) = (&variable.name, variable.told.start.as_ref()?);
        let integers = match variable.is_array() {
            true => "integers",
            false => "an integer",
        };
        let mutable = if variable.mutable { "mut " } else { "" };
        Some(format!(
            "start `{name}` with {integers}: `let {mutable}{name} = {start};`"
        ))
    }

    /// The help for an array that is the result, and starts with other extents than those that the
    /// signature promises.
    pub(super) fn start_of_result(&self, id: VariableId) -> Option<String> {
        let variable = self.variables.get(id);
        let (name, source) = (&variable.name, self.source?);
        let Some(Stmt::Expr(tail, None)) = source.body.as_ref().ok()?.stmts.last() else {
            return None;
        };
        let is_result = matches!(tail, Expr::Path(own) if own.path.is_ident(name));
        let is_free = matches!(variable.origin, Origin::Let(_)) && variable.declared.is_none();
        let first = variable
            .told
            .first
            .as_ref()
            .filter(|_| is_result && is_free)?;
        let ReturnType::Type(_, promised) = &source.signature.output else {
            return None;
        };
        let (mut ty, mut counts) = (&**promised, Vec::new());
        while let Type::Array(array) = ty {
            counts.push(print(&array.len));
            ty = &array.elem;
        }
        let start =
            with_elements(first, counts.len(), 0, &counts).filter(|start| start != first)?;
        let promised = print(promised);
        Some(format!(
            "start with the extents of the result, {promised}: `let mut {name} = {start};`"
        ))
    }

    /// The `let` of a variable that starts with a rounded float and has to hold integers, as it
    /// starts with one of these.
    pub(in crate::lower) fn rounded_start(&self, variable: &Variable<'b>) -> Option<String> {
        let Stored::Value(value) = &variable.stored else {
            return None;
        };
        let is_float = value.element().is_none_or(Element::is_float);
        let is_number = value.shape().is_some_and(|shape| shape.rank() == 0);
        let is_free = matches!(variable.origin, Origin::Let(_)) && variable.declared.is_none();
        let first = variable
            .told
            .first
            .as_ref()
            .filter(|text| is_rounded(text))?;
        let name = &variable.name;
        let mutable = if variable.mutable { "mut " } else { "" };
        (is_float && is_number && is_free && self.must_count(name))
            .then(|| format!("`let {mutable}{name} = {} as usize;`", grouped(first)))
    }

    /// Reports a rounded float that meets an integer where it has to be one itself: whether there
    /// is one among the operands. Other errors of that variable come of it.
    pub(in crate::lower) fn rounded_beside_integer(
        &mut self,
        operands: &[Operand<'b, '_>],
    ) -> bool {
        let is_integer = |o: &Operand<'b, '_>| {
            o.value.element() == Some(Element::I64) || o.value.is_constant_integer()
        };
        if !operands.iter().any(is_integer) {
            return false;
        }
        let rounded = operands.iter().find_map(|operand| {
            let variable = self.variable_of(operand.expr)?;
            Some((
                operand,
                variable.name.clone(),
                self.rounded_start(variable)?,
            ))
        });
        let Some((operand, name, start)) = rounded else {
            return false;
        };
        let found = self.describe(&operand.value);
        let message = format!("`{name}` must be an integer, found {found}");
        let diagnostic = Diagnostic::new(operand.place, message);
        let diagnostic = diagnostic.note_if(self.explain(operand));
        let mistake = self.is_index_mistake(&name);
        let help = format!("convert its first value: {start}");
        self.error(diagnostic.help(help).showing(Some(mistake)));
        if let Some(id) = self.variables.find(&name) {
            self.variables.assign(id, Value::Poison);
        }
        true
    }

    /// The mistake that all errors about a variable of floats that is an index show.
    pub(in crate::lower) fn is_index_mistake(&self, name: &str) -> String {
        let function = self.signature.map(|signature| signature.name.to_string());
        format!("`{name}` of {function:?} is an index")
    }

    /// The help for a variable that starts with a float literal with a suffix, and is to hold
    /// another float type.
    pub(super) fn without_suffix(&self, target: &Expr, float: &str) -> Option<String> {
        let variable = self.variable_of(Place::of(target).base)?;
        let literal: LitFloat = syn::parse_str(variable.told.first.as_ref()?).ok()?;
        let is_free = variable.declared.is_none() && !literal.suffix().is_empty();
        let digits = literal.to_string();
        let digits = digits.strip_suffix(literal.suffix())?;
        let digits = digits.trim_end_matches('_');
        let name = &variable.name;
        is_free.then(|| format!("start `{name}` with {float}: `let mut {name} = {digits};`"))
    }

    /// The help for a variable that is to be an integer, and starts with a whole float: it starts
    /// with an integer, or is converted where others use it too.
    pub(in crate::lower) fn whole_start(&self, operand: &Operand<'b, '_>) -> Option<String> {
        let variable = self.variable_of(operand.expr)?;
        let start = self.start_with_integer(variable)?;
        let is_alone = self.mentions_in_body(&variable.name) <= 2;
        match is_alone {
            true => Some(start),
            false => {
                (!variable.mutable).then(|| format!("convert it: `{} as usize`", variable.name))
            }
        }
    }
}

/// The text of whole floats, or of an array of such, as integers. Arrays are nested as deeply as
/// [`crate::guard`] allows.
fn as_integers(expr: &Expr) -> Option<String> {
    match without_parentheses(expr) {
        Expr::Repeat(e) => Some(format!(
            "[{}; {}]",
            as_integers(&e.expr)?,
            short_text(&e.len)?
        )),
        Expr::Array(e) => {
            let elements = e.elems.iter().map(as_integers);
            Some(format!(
                "[{}]",
                elements.collect::<Option<Vec<_>>>()?.join(", ")
            ))
        }
        Expr::Call(e) => {
            let name = print(&e.func);
            let number = ["zeros", "ones"].iter().position(|own| *own == name)?;
            let extents = match e.args.iter().collect::<Vec<_>>()[..] {
                [Expr::Array(extents)] => extents.elems.iter().collect(),
                [extent] => vec![extent],
                _ => return None,
            };
            extents
                .into_iter()
                .rev()
                .try_fold(number.to_string(), |row, extent| {
                    Some(format!("[{row}; {}]", short_text(extent)?))
                })
        }
        expr => whole_number(expr).map(Into::into),
    }
}

/// Whether the text of a value rounds it, `floor(x)` or `x.floor()`, so that it is a position.
fn is_rounded(text: &str) -> bool {
    const ROUNDINGS: [&str; 4] = ["ceil", "floor", "round", "trunc"];
    called(text).is_some_and(|name| ROUNDINGS.contains(&&*name))
}

/// Whether the text of a value makes it a whole number: it is rounded, or a sign.
pub(super) fn is_whole(text: &str) -> bool {
    is_rounded(text) || called(text).is_some_and(|name| name == "sign")
}

/// The name of the function or method that the text of a value calls.
fn called(text: &str) -> Option<String> {
    match syn::parse_str(text).ok()? {
        Expr::Call(call) => Some(print(&call.func)),
        Expr::MethodCall(call) => Some(call.method.to_string()),
        _ => None,
    }
}
