//! Expressions.
//!
//! Left-nested chains (`a + b + c`, `x.f().g()`, `a[i][j]`) are followed by a loop, so that their
//! length is unlimited; the guard bounds every other nesting.
//!
//! | file | holds |
//! |---|---|
//! | `paths` | names of values |
//! | `operators` | operators, and scalar functions |
//! | `powers` | powers in the words of other languages |
//! | `fold` | operators and functions of known operands |
//! | `euler` | powers of Euler's number |
//! | `choices` | `max`, `min`, `clamp` and `abs` of integers |
//! | `arrays` | array literals |
//! | `bits` | operators on bits, which are errors |
//! | `fields` | names of fields that no value has, which are errors |
//! | `held` | fields of variables that are held by these |
//! | `structs`, `whole_structs` | literals of structs, and operators on whole ones |
//! | `truths` | truth values that are compared with numbers, which are errors |
//! | `ended` | names whose `let` stands in a block that has ended |

mod arrays;
mod bits;
mod choices;
mod ended;
mod euler;
mod exponents;
mod fields;
mod fold;
mod held;
mod operators;
mod paths;
mod powers;
mod structs;
mod truths;
mod whole_structs;

pub(super) use fields::names_of_parts;
pub(crate) use operators::compound_operator;
pub(super) use paths::constant_of_path;
pub(super) use structs::extents_in;

use syn::{Expr, ExprField, ExprIndex, Lit, Member};

use super::Lowerer;
use super::calls::{is_builtin, leads_to_condition};
use super::report::short_text;
use super::types::{too_large_float, wrong_suffix};
use super::values::{Lowered, MAX_PARTS, Number, Operand, Scalar, Value};
use super::variables::Stored;
use crate::diagnostics::foreign_types::COMPLEX;
use crate::diagnostics::{Diagnostic, SourcePlace, plural, return_in_loop, unsupported_expression};
use crate::tokens::UNKNOWN_VALUE;

/// The operand that starts an expression, for those that start with one.
pub(crate) fn leftmost(expr: &Expr) -> Option<&Expr> {
    Some(match expr {
        Expr::Binary(e) => &e.left,
        Expr::MethodCall(e) => &e.receiver,
        Expr::Cast(e) => &e.expr,
        Expr::Field(e) => &e.base,
        Expr::Index(e) => &e.expr,
        Expr::Try(e) => &e.expr,
        Expr::Await(e) => &e.base,
        _ => return None,
    })
}

/// The expression inside of all parentheses around it.
pub(crate) fn without_parentheses(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Paren(e) => &e.expr,
            Expr::Group(e) => &e.expr,
            _ => return expr,
        };
    }
}

/// The expression whose fields are taken, `s` in `s.a[0].b`, and the fields and elements from there
/// on.
pub(super) fn behind_fields(expr: &Expr) -> (&Expr, Vec<&Expr>) {
    let (mut base, mut path) = (without_parentheses(expr), Vec::new());
    loop {
        let inner = match base {
            Expr::Field(field) => &field.base,
            Expr::Index(index) => &index.expr,
            _ => break,
        };
        path.push(base);
        base = without_parentheses(inner);
    }
    path.reverse();
    (base, path)
}

/// Whether what stands behind a value is its sum, `.sum()`.
fn is_sum(behind: Option<&&Expr>) -> bool {
    matches!(behind, Some(Expr::MethodCall(call)) if call.method == "sum" && call.args.is_empty())
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// An operand that an error shows, if it has no errors itself; these are forgotten.
    pub(super) fn operand_if_valid(&mut self, expr: &'e Expr) -> Option<Operand<'b, 'e>> {
        let before = self.names.diagnostics.len();
        let operand = self.operand(expr);
        let is_right = self.names.diagnostics.len() == before;
        self.names.diagnostics.truncate(before);
        is_right.then_some(operand)
    }

    /// The number of axes of an expression that an error shows; its own errors are forgotten.
    pub(super) fn rank_of(&mut self, expr: &'e Expr) -> Option<usize> {
        let before = self.names.diagnostics.len();
        let shape = self.expression(expr).value.shape();
        self.names.diagnostics.truncate(before);
        Some(shape?.rank())
    }

    /// The value of an expression.
    pub(super) fn expression(&mut self, expr: &'e Expr) -> Lowered<'b> {
        let is_operand = std::mem::take(&mut self.is_operand);
        let mut spine: Vec<&'e Expr> = Vec::new();
        let mut base = expr;
        while let Some(left) = leftmost(base) {
            spine.push(base);
            base = left;
        }
        let refused = self.module_call(base, &mut spine, is_operand);
        let refused = refused.or_else(|| self.module_value(base, &mut spine));
        let refused = refused.or_else(|| self.part_of_generated(base, &spine));
        let refused = refused.or_else(|| self.field_of_unknown(base, &spine));
        let refused = refused.or_else(|| self.indexed_function(base, &mut spine));
        let refused = refused.or_else(|| self.power_of_e(base, &mut spine));
        let refused = refused.or_else(|| self.negated_operand(base, &spine));
        let refused = refused.or_else(|| self.exponent_behind_point(base, &mut spine));
        let refused = refused.or_else(|| self.chain_over_range(base, &mut spine));
        let started = refused.or_else(|| self.elements_of(base, &mut spine));
        let mut lowered = started.unwrap_or_else(|| {
            self.is_operand = matches!(base, Expr::Call(_)) && (is_operand || !spine.is_empty());
            self.base(base)
        });
        if !spine.is_empty() {
            lowered.value = self.expect_value(lowered.value, base);
        }
        while let Some(outer) = spine.pop() {
            let is_call = matches!(outer, Expr::MethodCall(_));
            self.is_operand = is_call && (is_operand || !spine.is_empty());
            lowered = match outer {
                Expr::Index(e) => {
                    if is_sum(spine.last()) {
                        self.summed = Some(e);
                    }
                    let chain = index_chain(e, &mut spine);
                    self.index(lowered, &chain)
                }
                Expr::Binary(e) => self.binary(lowered, e),
                Expr::MethodCall(e) if leads_to_condition(e, &spine) => lowered,
                Expr::MethodCall(e) => match self.iterator_chain(&lowered, e, &mut spine) {
                    Some(refused) => {
                        self.is_operand = false;
                        refused
                    }
                    None => self.method_call(lowered, e),
                },
                Expr::Cast(e) => self.cast(lowered, e),
                Expr::Field(e) => {
                    let field = self.field(lowered, e);
                    self.element_or_array(field, &mut spine)
                }
                _ if lowered.value.is_poison() => lowered,
                other => Lowered {
                    value: self.unsupported(other),
                    place: lowered.place,
                },
            };
        }
        lowered
    }

    /// An expression as an operand.
    pub(super) fn operand(&mut self, expr: &'e Expr) -> Operand<'b, 'e> {
        let lowered = self.expression(expr);
        Operand {
            value: self.expect_value(lowered.value, expr),
            expr,
            place: lowered.place,
        }
    }

    /// A call with brackets for its parentheses, `sum[x]`, which is reported.
    fn indexed_function(&mut self, base: &Expr, spine: &mut Vec<&'e Expr>) -> Option<Lowered<'b>> {
        let (&Expr::Index(index), Expr::Path(path)) = (spine.last()?, base) else {
            return None;
        };
        let name = path.path.get_ident()?.to_string();
        let is_function = is_builtin(&name) || self.names.functions.contains_key(&name);
        if !is_function || self.has_value_named(&name) {
            return None;
        }
        spine.pop();
        let end = SourcePlace::token(index.bracket_token.span.close());
        let place = SourcePlace::of(base).to(end);
        let operands = match without_parentheses(&index.index) {
            Expr::Tuple(operands) => operands.elems.iter().map(short_text).collect(),
            operand => short_text(operand).map(|operand| vec![operand]),
        };
        let operands = operands.map_or_else(|| "..".into(), |texts: Vec<String>| texts.join(", "));
        let message = format!("`{name}` is a function, and no array");
        let help = format!("call it: `{name}({operands})`");
        let diagnostic = Diagnostic::new(place, message).help(help);
        let value = self.error(diagnostic.instead_of_inner());
        Some(Lowered { value, place })
    }

    /// An index into a variable whose elements are assigned one by one takes the elements without
    /// making the array whole.
    fn elements_of(&mut self, base: &'e Expr, spine: &mut Vec<&'e Expr>) -> Option<Lowered<'b>> {
        let Expr::Path(path) = base else { return None };
        let id = self.variables.find(&path.path.get_ident()?.to_string())?;
        if let Stored::Fields(_) = self.variables.get(id).stored {
            return self.field_of_variable(id, spine);
        }
        let &Expr::Index(index) = spine.last()? else {
            return None;
        };
        if let Stored::Value(_) | Stored::Nothing = self.variables.get(id).stored {
            return None;
        }
        spine.pop();
        let chain = index_chain(index, spine);
        Some(self.index_variable(id, base, &chain))
    }

    /// An expression that does not start with an operand.
    fn base(&mut self, expr: &'e Expr) -> Lowered<'b> {
        match expr {
            Expr::Paren(e) => {
                let span = e.paren_token.span;
                Lowered {
                    value: self.expression(&e.expr).value,
                    place: SourcePlace::between(span.open(), span.close()),
                }
            }
            Expr::Group(e) => self.expression(&e.expr),
            Expr::Lit(e) => Lowered {
                value: self.literal(&e.lit),
                place: SourcePlace::token(e.lit.span()),
            },
            Expr::Path(e) => self.path(e),
            Expr::Unary(e) => self.unary(e),
            Expr::Call(e) => self.call(e),
            Expr::If(e) => self.if_expression(e),
            Expr::Block(e) if e.label.is_none() => {
                let span = e.block.brace_token.span;
                Lowered {
                    value: self.block(&e.block),
                    place: SourcePlace::between(span.open(), span.close()),
                }
            }
            Expr::ForLoop(e) => self.for_loop(e),
            Expr::Array(e) => self.array(e),
            Expr::Repeat(e) => self.repeat(e),
            Expr::Tuple(e) => self.tuple(e),
            Expr::Struct(e) => self.structure(e),
            Expr::Assign(e) if let Some(error) = self.line_end_in(&e.left) => {
                self.lacks_semicolon = true;
                Lowered {
                    value: self.error(error),
                    place: SourcePlace::of(expr),
                }
            }
            Expr::Assign(_) => self.wrong(
                expr,
                "an assignment has no value",
                "write it as a statement of its own, with `;`",
            ),
            other => Lowered {
                place: SourcePlace::of(other),
                value: self.unsupported(other),
            },
        }
    }

    /// Reports an expression that the language does not have, unless it uses an item that was
    /// reported.
    pub(super) fn unsupported(&mut self, expr: &Expr) -> Value<'b> {
        let path = match expr {
            Expr::Macro(e) => Some(&e.mac.path),
            _ => None,
        };
        if path.is_some_and(|path| self.names.refused.may_lead(path)) {
            return Value::Poison;
        }
        let in_loop = match expr {
            Expr::Return(returned) if self.loops.bodies > 0 => return_in_loop(returned),
            _ => None,
        };
        self.error(in_loop.unwrap_or_else(|| unsupported_expression(expr)))
    }

    /// Reports that an expression makes no sense where it stands.
    fn wrong(&mut self, expr: &Expr, message: &str, help: &str) -> Lowered<'b> {
        let place = SourcePlace::of(expr);
        Lowered {
            value: self.error(Diagnostic::new(place, message).help(help)),
            place,
        }
    }

    fn tuple(&mut self, expr: &'e syn::ExprTuple) -> Lowered<'b> {
        let span = expr.paren_token.span;
        let place = SourcePlace::between(span.open(), span.close());
        let parts = expr.elems.iter().map(|part| self.operand(part).value);
        let parts: Vec<Value<'b>> = parts.collect();
        let value = if parts.is_empty() {
            Value::Unit
        } else if parts.iter().map(Value::count).sum::<usize>() > MAX_PARTS {
            let message = format!("a tuple, with the tuples in it, has at most {MAX_PARTS} values");
            match parts.iter().any(Value::is_poison) {
                true => Value::Poison,
                false => {
                    let help = "make an array of them: `[a, b]`";
                    self.error(Diagnostic::new(place, message).help(help))
                }
            }
        } else {
            Value::Tuple(parts.into())
        };
        Lowered { value, place }
    }

    fn literal(&mut self, literal: &Lit) -> Value<'b> {
        let place = SourcePlace::token(literal.span());
        match literal {
            Lit::Float(float) => {
                let digits = float.base10_digits();
                let (Ok(double), Ok(single)) = (digits.parse(), digits.parse()) else {
                    return self.error(Diagnostic::new(place, "this is no number"));
                };
                let number = Number::literal(double, single);
                let name = match float.suffix() {
                    "f32" => "f32",
                    _ => "f64",
                };
                if double.is_infinite() || name == "f32" && number.exceeds_single() {
                    return self.error(too_large_float(name, place));
                }
                self.with_suffix(number, (digits, float.suffix()), place)
            }
            Lit::Int(int) => match (int.base10_parse::<i64>(), int.suffix()) {
                (Ok(value), suffix @ ("" | "usize" | "i32" | "u32" | "i64" | "u64")) => {
                    match wrong_suffix(value, suffix, place) {
                        Some(diagnostic) => self.error(diagnostic),
                        None => Value::Scalar(Scalar::Integer(value)),
                    }
                }
                (Ok(_), suffix @ ("f64" | "f32")) => {
                    let digits = int.base10_digits();
                    let (double, single) = (digits.parse(), digits.parse());
                    let number = Number::literal(double.unwrap_or(0.0), single.unwrap_or(0.0));
                    self.with_suffix(number, (digits, suffix), place)
                }
                (Ok(_), suffix) => self.unknown_suffix(int.base10_digits(), suffix, place),
                (Err(_), _) => {
                    let help = format!("a float has a point: `{}.0`", int.base10_digits());
                    let diagnostic = Diagnostic::new(place, "literal out of range for `i64`");
                    let diagnostic = diagnostic.note("integers of the language have 64 bits");
                    self.error(diagnostic.help(help))
                }
            },
            Lit::Bool(truth) => Value::Scalar(Scalar::Truth(truth.value)),
            _ => self.error(
                Diagnostic::new(
                    place,
                    "the language has numbers and `true` and `false` only",
                )
                .help("text and characters have no place in a function to be differentiated"),
            ),
        }
    }

    fn with_suffix(
        &mut self,
        number: Number,
        (digits, suffix): (&str, &str),
        place: SourcePlace,
    ) -> Value<'b> {
        use graph_ir::Element;
        match suffix {
            "" => Value::Scalar(Scalar::Float(number)),
            "f64" => Value::Scalar(Scalar::Float(number.decide(Element::F64))),
            "f32" => Value::Scalar(Scalar::Float(number.decide(Element::F32))),
            other => self.unknown_suffix(digits, other, place),
        }
    }

    fn unknown_suffix(&mut self, digits: &str, suffix: &str, place: SourcePlace) -> Value<'b> {
        let message = format!("`{suffix}` is no suffix of the language's numbers");
        let whole = digits.bytes().all(|digit| digit.is_ascii_digit());
        let point = if whole { ".0" } else { "" };
        let diagnostic = Diagnostic::new(place, message);
        self.error(match self.variables.find(suffix).is_some() {
            true => diagnostic.help(format!(
                "a product has its sign: `{digits}{point} * {suffix}`"
            )),
            false if matches!(suffix, "i" | "j" | "I" | "J") => diagnostic.help(COMPLEX),
            false if is_of_integers(suffix) => diagnostic.help(format!(
                "an integer needs no suffix, `{digits}`, and a float has a point, `{digits}{point}`"
            )),
            false => diagnostic.help("the float types are `f64` and `f32`"),
        })
    }

    /// One value of a tuple: `t.0`.
    fn field(&mut self, base: Lowered<'b>, expr: &'e ExprField) -> Lowered<'b> {
        let place = base.place.to(SourcePlace::of(&expr.member));
        let value = match (self.field_of(&base.value, expr, place), base.value) {
            (Some(position), Value::Tuple(parts)) => parts[position].clone(),
            _ => Value::Poison,
        };
        Lowered { value, place }
    }

    /// The content of a field: of an array of structs the element that an index behind it takes at a
    /// known position, and the whole array otherwise.
    fn element_or_array(
        &mut self,
        mut field: Lowered<'b>,
        spine: &mut Vec<&'e Expr>,
    ) -> Lowered<'b> {
        while let Value::Tuple(elements) = &field.value
            && let Some(&Expr::Index(index)) = spine.last()
            && let Some(at) = self.element_at(elements, index)
        {
            spine.pop();
            let end = SourcePlace::token(index.bracket_token.span.close());
            field = Lowered {
                value: elements[at].clone(),
                place: field.place.to(end),
            };
        }
        if let Value::Tuple(elements) = &field.value
            && elements.are_elements()
            && matches!(spine.last(), Some(Expr::Index(_)))
        {
            // A position that moves with a loop is known where the loop is unrolled.
            self.loops.structs += 1;
        }
        field.value = self.as_array(field.value);
        field
    }

    /// The position of the field that an expression takes from a value; `None`, and an error, if
    /// the value is no tuple that has it.
    pub(super) fn field_of(
        &mut self,
        base: &Value<'b>,
        expr: &'e ExprField,
        place: SourcePlace,
    ) -> Option<usize> {
        let end = SourcePlace::of(&expr.member);
        if let Value::Tuple(parts) = base
            && let Some(of) = parts.of()
        {
            let position = match &expr.member {
                Member::Named(name) => parts.position(name),
                Member::Unnamed(_) => None,
            };
            if position.is_none() && !is_unknown(&expr.member) {
                self.no_field(of, &expr.member);
            }
            return position;
        }
        let position = match &expr.member {
            Member::Unnamed(index) => index.index as usize,
            Member::Named(name) => {
                if !base.is_poison() && name != UNKNOWN_VALUE {
                    self.no_named_field(base, &name.to_string(), expr, end);
                }
                return None;
            }
        };
        match base {
            Value::Poison => None,
            Value::Tuple(parts) if position < parts.len() => Some(position),
            Value::Tuple(parts) => {
                let (count, ending) = (parts.len(), plural(parts.len()));
                let message = format!("a tuple of {count} value{ending} has no value {position}");
                self.error(Diagnostic::new(end, message));
                None
            }
            value => {
                let message = format!("{} is no tuple", self.describe(value));
                let is_number = value.shape().is_some_and(|shape| shape.rank() == 0);
                let help = match value {
                    Value::Tuples(_) => tuple_or_column(expr, position),
                    _ if is_number => format!("it is a number already: remove `.{position}`"),
                    _ => format!("an array is indexed with brackets: `[{position}]`"),
                };
                self.error(Diagnostic::new(place, message).help(help));
                None
            }
        }
    }
}

/// Whether a member stands for what an error took away.
fn is_unknown(member: &Member) -> bool {
    matches!(member, Member::Named(name) if name == UNKNOWN_VALUE)
}

/// The help for a value that is taken from an array of tuples.
fn tuple_or_column(expr: &ExprField, position: usize) -> String {
    let base = short_text(&expr.base).unwrap_or_else(|| "t".into());
    format!(
        "of one tuple it is `{base}[i].{position}`; rows that are arrays, and no tuples, have the \
         column `{base}[(.., {position})]`"
    )
}

/// The indices that follow one another: `a[i][j]` is taken at once.
fn index_chain<'e>(first: &'e ExprIndex, spine: &mut Vec<&'e Expr>) -> Vec<&'e ExprIndex> {
    let mut chain = vec![first];
    while let Some(&Expr::Index(next)) = spine.last() {
        chain.push(next);
        spine.pop();
    }
    chain
}

/// Whether a suffix is an integer type of Rust.
fn is_of_integers(suffix: &str) -> bool {
    let width = suffix.strip_prefix(['u', 'i']);
    width.is_some_and(|width| ["8", "16", "32", "64", "128", "size"].contains(&width))
}
