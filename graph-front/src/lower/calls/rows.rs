//! The function of `map`, applied to one row of each array: the body of a loop.
//!
//! Values of its surroundings are captured. It assigns none of them, since no row comes before
//! another.

use graph_ir::Wire;
use syn::{Expr, ExprClosure, Ident, Pat, PathArguments};

use super::applied::Applied;
use super::element_by_element::is_rows;
use super::lengths::WrittenLengths;
use super::map::{Arrays, MAP, Rows};
use crate::diagnostics::{Diagnostic, SourcePlace, plural};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::loops::leaves;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Operand, Value};
use crate::lower::variables::{Origin, Stored};
use crate::signature::{Formal, Signature};
use crate::tokens::words;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The function applied to a row of each array; `None` after an error.
    pub(super) fn applied_to_rows(
        &mut self,
        function: &'e Expr,
        arrays: &Arrays<'b, 'e>,
        place: SourcePlace,
    ) -> Option<Rows<'b>> {
        let applied = self.applied(function, arrays.operands.len())?;
        if let Applied::Closure(closure) = &applied
            && let Some(error) = self.assigns_alone(closure, &arrays.operands)
        {
            self.error(error);
            return None;
        }
        self.make_whole_outside(function);
        let before = self.names.diagnostics.len();
        let (row, assigned) = self.in_region(place, |lowerer| {
            let rows = lowerer.inputs_of_rows(arrays)?;
            let value = match applied {
                Applied::Closure(closure) => lowerer.closure_of(closure, rows),
                Applied::Function(path) => lowerer.function_of(path, rows, arrays, place),
            };
            lowerer.row(&value, function)
        })?;
        if let Some(name) = &assigned {
            self.assigns(name, function);
        }
        let is_wrong = assigned.is_some() || self.names.diagnostics.len() > before;
        let Some((value, results)) = row.filter(|_| !is_wrong) else {
            self.builder.cancel_region();
            return None;
        };
        match self.builder.end_region(&results) {
            Ok(region) => Some(Rows { region, value }),
            Err(error) => {
                self.refused(&error, place, &[]);
                None
            }
        }
    }

    /// Arrays that are held by their elements become tensors outside of the body: inside, each row
    /// would make them anew.
    fn make_whole_outside(&mut self, function: &Expr) {
        for name in words(function) {
            let Some(id) = self.variables.find(&name) else {
                continue;
            };
            for id in self.variables.holders(id) {
                if let Stored::Elements(_) = self.variables.get(id).stored {
                    self.read(id);
                }
            }
        }
    }

    /// An input of the region for a row of each array.
    fn inputs_of_rows(&mut self, arrays: &Arrays<'b, 'e>) -> Option<Vec<Value<'b>>> {
        let mut wires = arrays.wires.iter();
        let rows = arrays.operands.iter().map(|operand| {
            self.at(operand.place);
            self.input_of_row(&operand.value, &mut wires)
        });
        rows.collect()
    }

    /// The same of one array, whose wires are the next ones: of an array of structs there is an input
    /// for each number and array in one.
    fn input_of_row<'w>(
        &mut self,
        array: &Value<'b>,
        wires: &mut impl Iterator<Item = &'w Wire<'b>>,
    ) -> Option<Value<'b>>
    where
        'b: 'w,
    {
        if let Value::Tuples(columns) = array {
            let parts = columns.try_map(|column| self.input_of_row(column, wires));
            return parts.map(|parts| self.as_array(Value::Tuple(parts)));
        }
        let (depth, wire) = (self.builder.depth(), *wires.next()?);
        let ty = wire.ty().ok()?;
        let rank = ty.shape.rank();
        let input = self.builder.region_input_of(depth, ty.row(), &[wire]);
        Some(Value::from(input.ok()?).labelled(array.labels().chosen(1..rank)))
    }

    pub(super) fn closure_of(
        &mut self,
        closure: &'e ExprClosure,
        rows: Vec<Value<'b>>,
    ) -> Operand<'b, 'e> {
        let origin = closure.inputs_begin.span;
        for (pattern, value) in closure.inputs.iter().zip(rows) {
            self.expect_distinct(pattern);
            let (pattern, value) = match pattern {
                Pat::Type(typed) => {
                    let row = Operand {
                        value,
                        expr: &closure.body,
                        place: SourcePlace::of(pattern),
                    };
                    (&*typed.pat, self.typed_row(typed, row))
                }
                pattern => (pattern, value),
            };
            self.bind(pattern, value, Origin::Row(origin));
        }
        self.operand(&closure.body)
    }

    /// A call of a function of the block with rows.
    fn function_of(
        &mut self,
        path: &'e Expr,
        rows: Vec<Value<'b>>,
        arrays: &Arrays<'b, 'e>,
        place: SourcePlace,
    ) -> Operand<'b, 'e> {
        // A row is written as the first one: notes about it show its type.
        let texts = arrays.operands.iter().map(|array| {
            let text = short_text(array.expr).map(|text| format!("{}[0]", grouped(&text)));
            let text = text.unwrap_or_else(|| "{ row }".into());
            syn::parse_str::<Expr>(&text).unwrap_or_else(|_| array.expr.clone())
        });
        let texts: Vec<Expr> = texts.collect();
        let operands = rows.into_iter().zip(&texts).zip(&arrays.operands);
        let operands: Vec<Operand<'b, '_>> = operands
            .map(|((value, expr), array)| Operand {
                value,
                expr,
                place: array.place,
            })
            .collect();
        let value = self.call_by_path(path, &operands, &arrays.operands[0], place);
        Operand {
            value,
            expr: path,
            place: SourcePlace::of(path),
        }
    }

    pub(super) fn call_by_path(
        &mut self,
        path: &'e Expr,
        operands: &[Operand<'b, '_>],
        array: &Operand<'b, 'e>,
        place: SourcePlace,
    ) -> Value<'b> {
        let Expr::Path(of) = path else {
            return Value::Poison;
        };
        let Some(last) = of.path.segments.last() else {
            return Value::Poison;
        };
        let template = self.template_of(path);
        let Some(callee) = self.names.functions.get(&last.ident.to_string()) else {
            return Value::Poison;
        };
        if !self.expect_present(&last.ident, &callee.cfg) {
            return Value::Poison;
        }
        let name = last.ident.to_string();
        if !self.states_of(&name).is_empty() {
            let message = format!("`{name}` changes an argument, and `{MAP}` has none that stays");
            let help = format!("call it in a loop: `for i in 0..n {{ {name}(..); }}`");
            let place = SourcePlace::of(path);
            return self.error(Diagnostic::new(place, message).help(help));
        }
        let expected = match (&template, &callee.signature) {
            (Some((template, _)), _) => template.source.signature.inputs.len(),
            (None, Some(signature)) => signature.formals().count(),
            (None, None) => return Value::Poison,
        };
        let found = operands.len();
        if expected != found {
            let name = &last.ident;
            let message = format!(
                "`{name}` takes {expected} argument{}, and `{MAP}` has {found} array{}",
                plural(expected),
                plural(found)
            );
            let signature = callee.signature.as_ref();
            let closure = signature.and_then(|own| self.of_row(own, operands, array.expr));
            let closure = closure.unwrap_or_else(|| format!("{MAP}(|row| {name}(row, ..), ..)"));
            let help = format!("what is the same for all rows is read by a closure: `{closure}`");
            let help = (expected > found).then_some(help);
            return self.error(Diagnostic::new(SourcePlace::of(path), message).help_if(help));
        }
        if let (None, Some(signature)) = (&template, &callee.signature) {
            let arguments = signature.formals().zip(operands);
            let takes_number =
                |(formal, operand): (Formal<'_>, &Operand<'b, '_>)| is_rows(operand, formal);
            if expected == 1 && arguments.into_iter().any(takes_number) {
                return self.takes_elements(&last.ident, &operands[0], array);
            }
        }
        match (template, &last.arguments) {
            (Some((template, written)), _) => {
                let lengths = WrittenLengths {
                    written,
                    result: None,
                };
                self.call_template_operands(template, lengths, operands, place)
            }
            (None, PathArguments::None) => self.call_operands(&last.ident, callee, operands, place),
            (None, _) => {
                let message = format!("`{}` has no `const` parameters", last.ident);
                let place = SourcePlace::of(&last.arguments);
                self.error(Diagnostic::new(place, message).help("remove them"))
            }
        }
    }

    /// Reports a function of one number that is applied to rows of several.
    fn takes_elements(
        &self,
        name: &Ident,
        row: &Operand<'b, '_>,
        array: &Operand<'b, 'e>,
    ) -> Value<'b> {
        let found = self.describe(&row.value);
        let message = format!("`{name}` takes one number, and the rows are {found}");
        let note = self.explain(array);
        let rank = row.value.shape().map_or(0, |shape| shape.rank());
        let help = short_text(array.expr).filter(|_| rank == 1).map(|text| {
            format!(
                "apply it to the elements of each row: `{MAP}(|row| {MAP}({name}, row), {text})`"
            )
        });
        let diagnostic = Diagnostic::new(row.place, message);
        self.error(diagnostic.note_if(note).help_if(help))
    }

    /// The value of a row, and its tensors.
    fn row(
        &mut self,
        row: &Operand<'b, 'e>,
        function: &'e Expr,
    ) -> Option<(Value<'b>, Vec<Wire<'b>>)> {
        if row.value.is_poison() {
            return None;
        }
        let value = self.as_elements(&row.value);
        if value.has_tuples() {
            let found = self.describe(&row.value);
            let message =
                format!("the function of `{MAP}` makes numbers and arrays, found {found}");
            self.error(Diagnostic::new(row.place, message));
            return None;
        }
        let value = self.as_tensors(&value);
        let (mut tensors, mut wires) = (Vec::new(), Vec::new());
        if let Some(value) = &value {
            leaves(value, &mut tensors);
            wires.extend(tensors.iter().map(|tensor| tensor.wire));
        }
        if let (Some(value), false) = (value, wires.is_empty()) {
            return Some((value, wires));
        }
        let message = format!("the function of `{MAP}` has no value");
        let help = "its last expression, without `;`, is the result for a row";
        let place = match without_parentheses(function) {
            Expr::Closure(closure) => SourcePlace::of(&closure.body),
            other => SourcePlace::of(other),
        };
        self.error(Diagnostic::new(place, message).help(help));
        None
    }

    /// The value with numbers that are known as tensors.
    fn as_tensors(&mut self, value: &Value<'b>) -> Option<Value<'b>> {
        match value {
            Value::Unit | Value::Poison => None,
            Value::Tuple(parts) => parts
                .try_map(|part| self.as_tensors(part))
                .map(Value::Tuple),
            other => {
                let wire = self.default_wire(other)?;
                Some(Value::from(wire).labelled(other.labels()))
            }
        }
    }
}

impl<'b> Lowerer<'b, '_> {
    /// The call of `map` that gives a function its row where the types of its arguments say, and
    /// values of the names of the others.
    fn of_row(
        &self,
        signature: &Signature,
        rows: &[Operand<'b, '_>],
        array: &Expr,
    ) -> Option<String> {
        let [row] = rows else { return None };
        let row = row.value.shape()?;
        let arguments: Vec<Formal<'_>> = signature.formals().collect();
        let fits = |own: Formal<'_>| own.whole().is_none() && own.first().ty.shape == row;
        let mut fitting = (0..arguments.len()).filter(|&own| fits(arguments[own]));
        let (at, None) = (fitting.next()?, fitting.next()) else {
            return None;
        };
        let texts = arguments.iter().enumerate().map(|(position, argument)| {
            let name = argument.name().to_string();
            match position {
                position if position == at => "row".into(),
                _ if self.has_value_named(&name) => name,
                _ => "..".into(),
            }
        });
        let texts: Vec<String> = texts.collect();
        let (name, texts) = (&signature.name, texts.join(", "));
        Some(format!(
            "{MAP}(|row| {name}({texts}), {})",
            short_text(array)?
        ))
    }
}
