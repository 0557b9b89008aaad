//! `map(|row, target| .., x, y)`: a function applied along the outermost axis of arrays, whose
//! results are stacked along a new one.
//!
//! It is a loop without carried values: the body (`rows`) is lowered once, for all rows, and knows
//! nothing of its position.

use graph_ir::Wire;
use graph_ir::builder::Region;
use graph_ir::ops::Iterations;
use graph_ir::types::Extent;
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Token};

use super::arguments::option;
use super::builtins::{Builtin, is_builtin};
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::{Label, Labels, differ};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Value};

/// The name of the function.
pub(crate) const MAP: &str = "map";

/// The arrays of a call, which agree in their outermost axis.
pub(super) struct Arrays<'b, 'e> {
    pub(super) operands: Vec<Operand<'b, 'e>>,
    /// Those of one operand after the other: of an array of tuples or structs there are several.
    pub(super) wires: Vec<Wire<'b>>,
    count: Extent,
    /// The name of the outermost dimension.
    label: Option<Label>,
}

/// The results of a body in its region.
pub(super) struct Rows<'b> {
    pub(super) region: Region,
    /// The value of one row, whose tensors are the results of the region.
    pub(super) value: Value<'b>,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `map(f, x, ..)`, or `x.map(f)`.
    pub(super) fn map(
        &mut self,
        receiver: Option<Operand<'b, 'e>>,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
    ) -> Value<'b> {
        if let Some((name, _)) = args.iter().find_map(option) {
            self.unknown_option(MAP, name, &[], None);
            return Value::Poison;
        }
        let is_method = receiver.is_some();
        let Some((function, others)) = self.function_first(is_method, args, place) else {
            return Value::Poison;
        };
        let mut operands: Vec<Operand<'b, 'e>> = receiver.into_iter().collect();
        operands.extend(others.into_iter().map(|array| self.array_of_map(array)));
        if operands.iter().all(|operand| !operand.value.is_poison())
            && let Some(fields) = self.map_fields(function, &operands, place)
        {
            return fields;
        }
        let Some(arrays) = self.arrays(operands, is_method) else {
            return Value::Poison;
        };
        match self.applied_to_rows(function, &arrays, place) {
            Some(rows) => self.stacked(rows, &arrays, place),
            None => Value::Poison,
        }
    }

    /// The function and the arrays beside it; `None`, and an error, where the arguments are others.
    fn function_first(
        &self,
        is_method: bool,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
    ) -> Option<(&'e Expr, Vec<&'e Expr>)> {
        let mut arguments = args.iter();
        let function = arguments.next();
        let arrays: Vec<&'e Expr> = arguments.collect();
        let found = args.len();
        if is_method && found != 1 {
            let message = format!("`.{MAP}` takes 1 argument, found {found}");
            let help = format!("of several arrays it is called as `{}`", usage());
            self.error(Diagnostic::new(place, message).help(help));
            return None;
        }
        let is_closure = |expr: &&Expr| matches!(without_parentheses(expr), Expr::Closure(_));
        if let (false, Some(first), Some(last)) = (is_method, function, arrays.last())
            && !is_closure(&first)
            && self.function_named(first).is_none()
            && (is_closure(last) || self.function_named(last).is_some())
        {
            let message = format!("the function of `{MAP}` stands first");
            let texts: Option<Vec<String>> = args.iter().map(short_text).collect();
            // Functions of the language are applied by a closure.
            let closure = self.function_named(last).filter(|name| is_builtin(name));
            let closure = closure.and_then(|_| self.applied_by_name(last));
            let help = texts.map(|mut texts| {
                texts.rotate_right(1);
                texts[0] = closure.unwrap_or_else(|| texts[0].clone());
                format!("write `{MAP}({})`", texts.join(", "))
            });
            let diagnostic = Diagnostic::new(SourcePlace::of(last), message);
            self.error(diagnostic.help(help.unwrap_or_else(called)));
            return None;
        }
        let is_short = function.is_none() || !is_method && arrays.is_empty();
        if is_short {
            let message =
                format!("`{MAP}` takes a function and at least one array, found {found} argument");
            let ending = crate::diagnostics::plural(found);
            let diagnostic = Diagnostic::new(place, message + ending);
            self.error(diagnostic.help(called()));
            return None;
        }
        Some((function?, arrays))
    }

    /// The function that an expression names, where no value has that name.
    pub(super) fn function_named(&self, expr: &Expr) -> Option<String> {
        let Expr::Path(path) = without_parentheses(expr) else {
            return None;
        };
        let name = path.path.get_ident()?.to_string();
        let is_function = is_builtin(&name)
            || self.names.functions.contains_key(&name)
            || self.names.templates.contains_key(&name);
        (is_function && !self.has_value_named(&name)).then_some(name)
    }

    /// An argument behind the function; what is a range is reported.
    fn array_of_map(&mut self, arg: &'e Expr) -> Operand<'b, 'e> {
        if let Expr::Range(range) = without_parentheses(arg) {
            let message = format!("`{MAP}` runs over arrays, found a range");
            let range = short_text(arg).filter(|_| range.end.is_some());
            let range = range.unwrap_or_else(|| "0..n".into());
            let help =
                format!("positions are those of a loop: `for i in {range} {{ y[i] = ..; }}`");
            self.error(Diagnostic::new(SourcePlace::of(arg), message).help(help));
            return Operand {
                value: Value::Poison,
                expr: arg,
                place: SourcePlace::of(arg),
            };
        }
        self.operand(arg)
    }

    /// The operands as arrays of equal outermost extents; `None`, and an error, where they are not.
    fn arrays(
        &mut self,
        operands: Vec<Operand<'b, 'e>>,
        is_method: bool,
    ) -> Option<Arrays<'b, 'e>> {
        let mut poisoned = false;
        for operand in &operands {
            let is_array = outermost(&operand.value).is_some();
            poisoned |= operand.value.is_poison();
            if !is_array && !operand.value.is_poison() {
                self.no_array(operand, operands.len(), is_method);
                poisoned = true;
            }
        }
        if poisoned {
            return None;
        }
        let (first, others) = operands.split_first()?;
        let count = outermost(&first.value)?;
        let mut label = first.value.labels().get(0).cloned();
        for other in others {
            label = self.agreeing(first, other, &count, label)?;
        }
        let mut columns = Vec::new();
        for operand in &operands {
            columns_of(&operand.value, &mut columns);
        }
        let wires = columns.into_iter().map(|column| self.default_wire(column));
        let wires = wires.collect::<Option<Vec<_>>>()?;
        Some(Arrays {
            operands,
            wires,
            count,
            label,
        })
    }

    fn no_array(&mut self, operand: &Operand<'b, 'e>, count: usize, is_method: bool) {
        let found = self.describe(&operand.value);
        let message = match is_method {
            true => format!("`.{MAP}` is a method of arrays, found {found}"),
            false => format!("`{MAP}` runs over the rows of arrays, found {found}"),
        };
        let diagnostic = Diagnostic::new(operand.place, message);
        let text = short_text(operand.expr);
        let help = (count > 1).then(|| {
            let text = text.unwrap_or_else(|| "it".into());
            format!("a closure reads the values around it: use `{text}` in the closure")
        });
        let note = self.explain(operand);
        self.error(diagnostic.note_if(note).help_if(help));
    }

    /// The name of the dimension that two arrays have in common; `None`, and an error, where they
    /// have none.
    fn agreeing(
        &mut self,
        first: &Operand<'b, 'e>,
        other: &Operand<'b, 'e>,
        count: &Extent,
        label: Option<Label>,
    ) -> Option<Option<Label>> {
        let own = other.value.labels().get(0).cloned();
        let found = outermost(&other.value)?;
        if found == *count {
            if let (Some(a), Some(b)) = (&label, &own)
                && differ(Some(a), Some(b))
            {
                self.two_axes(MAP, [a, b], other.place, &[first, other]);
                return None;
            }
            let is_axis = |label: &Option<Label>| label.as_ref().is_some_and(Label::is_axis);
            if is_axis(&label) != is_axis(&own) {
                self.axis_and_number(MAP, [first, other], other.place);
                return None;
            }
            // Two words for a number are none.
            return Some(match (label, own) {
                (Some(a), Some(b)) => Some(a).filter(|a| *a == b),
                (a, b) => a.or(b),
            });
        }
        let types = [first, other].map(|operand| self.describe(&operand.value));
        let message = format!(
            "`{MAP}` needs arrays of equal outermost extents, found {} and {}",
            types[0], types[1]
        );
        let mut diagnostic = Diagnostic::new(other.place, message);
        for operand in [first, other] {
            diagnostic = diagnostic.note_if(self.explain(operand));
        }
        let help = self.equal_lengths((first, count), (other, &found), 0);
        self.error(diagnostic.help_if(help));
        None
    }

    /// The values of all rows.
    fn stacked(
        &mut self,
        rows: Rows<'b>,
        arrays: &Arrays<'b, 'e>,
        place: SourcePlace,
    ) -> Value<'b> {
        self.at(place);
        let iterations = Iterations::new(arrays.count.clone(), false, None);
        let region = rows.region;
        let results = self
            .builder
            .scan_region_with(region, &[], &arrays.wires, iterations);
        match results {
            Ok(results) => with_rows(&rows.value, &arrays.label, &mut results.into_iter()),
            Err(error) => self.refused_by(Some(MAP), &error, place, &arrays.operands),
        }
    }
}

/// The extent of the outermost axis of an array, be it of tuples or structs.
fn outermost(value: &Value<'_>) -> Option<Extent> {
    let shape = value.shape().filter(|shape| shape.rank() > 0);
    let own = shape.map(|shape| shape.count_along(0));
    own.or_else(|| value.count_of_tuples())
}

/// The arrays of numbers that an array is made of: itself, or one for each number and array of a
/// tuple or a struct.
fn columns_of<'v, 'b>(array: &'v Value<'b>, found: &mut Vec<&'v Value<'b>>) {
    match array {
        Value::Tuples(columns) => columns.iter().for_each(|own| columns_of(own, found)),
        array => found.push(array),
    }
}

/// A value of one row with the arrays of all rows in place of its tensors: a tuple of arrays, or an
/// array of structs.
fn with_rows<'b>(
    row: &Value<'b>,
    label: &Option<Label>,
    results: &mut impl Iterator<Item = Wire<'b>>,
) -> Value<'b> {
    match row {
        Value::Tuple(parts) if parts.are_of_tuple() => {
            Value::Tuple(parts.map(|part| with_rows(part, label, results)))
        }
        row => column_of(row, label, results),
    }
}

/// The array of all rows of one kind.
fn column_of<'b>(
    row: &Value<'b>,
    label: &Option<Label>,
    results: &mut impl Iterator<Item = Wire<'b>>,
) -> Value<'b> {
    if let Value::Tuple(parts) = row {
        return Value::Tuples(parts.map(|part| column_of(part, label, results)));
    }
    let rank = row.shape().map_or(0, |shape| shape.rank());
    let labels = [label.clone()].into_iter().chain(row.labels().list(rank));
    let whole = results.next().map_or(Value::Poison, Value::from);
    whole.labelled(Labels::of(labels))
}

/// How the function is called.
pub(super) fn usage() -> String {
    Builtin::Map.usage(MAP)
}

pub(super) fn called() -> String {
    format!("it is called as `{}`", usage())
}

/// The error for a call of `map` without its arrays, which stand behind it as arguments of a
/// function of one operand: `mean(map(|x| f(x)), data)`.
pub(super) fn closed_early(
    name: &Ident,
    builtin: Builtin,
    args: &Punctuated<Expr, Token![,]>,
) -> Option<Diagnostic> {
    let (_, most) = builtin.arity(&name.to_string());
    let takes_one = most == 1 || matches!(builtin, Builtin::Reduce(..));
    let Expr::Call(call) = args.first().filter(|_| takes_one)? else {
        return None;
    };
    let is_map = matches!(&*call.func, Expr::Path(path) if path.path.is_ident(MAP));
    let [Some(closure), None] = [0, 1].map(|own| call.args.iter().nth(own)) else {
        return None;
    };
    let (options, arrays): (Vec<&Expr>, Vec<&Expr>) =
        args.iter().skip(1).partition(|arg| option(arg).is_some());
    if !is_map || !matches!(closure, Expr::Closure(_)) || arrays.is_empty() {
        return None;
    }
    let message = format!("`{MAP}` has a function and no array");
    let inside = [closure].into_iter().chain(arrays).map(short_text);
    let inside: Option<Vec<String>> = inside.collect();
    let options: Option<Vec<String>> = options.into_iter().map(short_text).collect();
    let help = inside.zip(options).map(|(inside, options)| {
        let mapped = format!("{MAP}({})", inside.join(", "));
        let all = [vec![mapped], options].concat().join(", ");
        format!("its parenthesis ends before the arrays: `{name}({all})`")
    });
    Some(Diagnostic::new(SourcePlace::of(call), message).help_if(help))
}
