//! Numbers that do not fit into the types written next to them, refused as `rustc` does.
//!
//! Integers of the language have 64 bits. The type written in a `const` or `let` limits them
//! further: an index below zero or a byte of 300 is a mistake in Rust, so it is one here.

use graph_ir::Element;
use syn::{Expr, ExprLit, Lit, LitFloat, UnOp};

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::values::{Lowered, Operand, Scalar, Value};
use crate::parse::AXIS;

/// How far aliases are followed; the type itself has been resolved already.
const MAX_ALIASES: usize = 64;

/// An integer type by its name in Rust, with the numbers that it holds.
#[derive(Clone, Copy, Debug)]
struct IntegerType {
    name: &'static str,
    low: i128,
    high: i128,
}

#[rustfmt::skip]
const INTEGERS: [IntegerType; 10] = [
    IntegerType { name: "usize", low: 0, high: u64::MAX as i128 },
    IntegerType { name: "isize", low: i64::MIN as i128, high: i64::MAX as i128 },
    IntegerType { name: "u8", low: 0, high: u8::MAX as i128 },
    IntegerType { name: "u16", low: 0, high: u16::MAX as i128 },
    IntegerType { name: "u32", low: 0, high: u32::MAX as i128 },
    IntegerType { name: "u64", low: 0, high: u64::MAX as i128 },
    IntegerType { name: "i8", low: i8::MIN as i128, high: i8::MAX as i128 },
    IntegerType { name: "i16", low: i16::MIN as i128, high: i16::MAX as i128 },
    IntegerType { name: "i32", low: i32::MIN as i128, high: i32::MAX as i128 },
    IntegerType { name: "i64", low: i64::MIN as i128, high: i64::MAX as i128 },
];

impl IntegerType {
    fn holds(self, value: i64) -> bool {
        (self.low..=self.high).contains(&value.into())
    }

    /// Whether there are integers of the language that it does not hold, besides those below zero.
    fn is_narrow(self) -> bool {
        self.high < i64::MAX.into()
    }

    fn note(self, value: i64) -> String {
        let Self { name, low, high } = self;
        format!("`{value}` does not fit into the type `{name}` whose range is `{low}..={high}`")
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The integer type that numbers of a written type are of, arrays and aliases followed.
    fn integer_type(&self, ty: &syn::Type) -> Option<IntegerType> {
        let name = self.element_name(ty, 0)?;
        INTEGERS.into_iter().find(|integer| name == integer.name)
    }

    /// The name of the innermost type of an array type, aliases followed.
    pub(in crate::lower) fn element_name(&self, ty: &syn::Type, depth: usize) -> Option<String> {
        match ty {
            syn::Type::Paren(ty) => self.element_name(&ty.elem, depth),
            syn::Type::Group(ty) => self.element_name(&ty.elem, depth),
            syn::Type::Array(array) => self.element_name(&array.elem, depth),
            syn::Type::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                match self.names.aliases.get(&name) {
                    Some(alias) if depth < MAX_ALIASES => self.element_name(&alias.ty, depth + 1),
                    // The length of an axis.
                    None if name == AXIS => Some("usize".into()),
                    _ => Some(name),
                }
            }
            _ => None,
        }
    }

    /// The value of an initialiser with a declared type: if that is unsigned and the initialiser
    /// plain arithmetic, nothing on the way to it is below zero.
    pub(in crate::lower) fn initialiser(
        &mut self,
        ty: Option<&syn::Type>,
        expr: &'e Expr,
    ) -> Lowered<'b> {
        let integer = ty.and_then(|ty| self.integer_type(ty));
        let unsigned = integer.filter(|integer| integer.low == 0 && is_arithmetic(expr));
        let unsigned = unsigned.map(|integer| integer.name);
        let before = core::mem::replace(&mut self.unsigned, unsigned);
        let lowered = self.expression(expr);
        self.unsigned = before;
        lowered
    }

    /// Whether the numbers of a value fit into its written type; those that do not are reported.
    pub(in crate::lower) fn holds(
        &mut self,
        ty: &syn::Type,
        value: &Value<'b>,
        expr: &'e Expr,
    ) -> bool {
        match (value, ty, expr) {
            (Value::Tuple(values), syn::Type::Tuple(types), Expr::Tuple(parts)) => {
                let parts = values.iter().zip(&types.elems).zip(&parts.elems);
                parts.fold(true, |all, ((value, ty), expr)| {
                    self.holds(ty, value, expr) && all
                })
            }
            (Value::Tuples(columns), syn::Type::Array(array), _) => {
                let syn::Type::Tuple(types) = &*array.elem else {
                    return true;
                };
                let columns = columns.iter().zip(&types.elems);
                columns.fold(true, |all, (column, ty)| {
                    self.holds(ty, column, expr) && all
                })
            }
            (Value::Scalar(scalar), ..) => self.holds_number(ty, *scalar, expr),
            (Value::Table(table), ..) => {
                let table = table.clone();
                let size = table.shape.size();
                let numbers = table.items.iter().enumerate();
                { numbers }.all(|(position, &scalar)| {
                    let own = element_expr(expr, position, size);
                    self.holds_number(ty, scalar, own)
                })
            }
            (Value::Tensor(tensor), ..) if tensor.ty.element == Element::I64 => {
                self.holds_computed(ty)
            }
            _ => true,
        }
    }

    /// Whether a written type may be that of integers which the program computes: they have 64 bits.
    fn holds_computed(&mut self, ty: &syn::Type) -> bool {
        let Some(integer) = self.integer_type(ty).filter(|integer| integer.is_narrow()) else {
            return true;
        };
        let message = format!(
            "`{}` holds integers that are known while compiling",
            integer.name
        );
        let help = "integers have 64 bits: write `i64`, or `usize` for an index";
        self.error(Diagnostic::new(SourcePlace::of(ty), message).help(help));
        false
    }

    fn holds_number(&mut self, ty: &syn::Type, scalar: Scalar, expr: &'e Expr) -> bool {
        let place = SourcePlace::of(expr);
        let diagnostic = match scalar {
            Scalar::Integer(value) => match self.integer_type(ty) {
                Some(integer) if !integer.holds(value) => out_of_range(integer, value, expr, place),
                _ => return true,
            },
            Scalar::Float(number) if number.exceeds_single() => {
                let single = self.element_name(ty, 0).is_some_and(|name| name == "f32");
                match too_large_literal(expr).filter(|_| single) {
                    Some(literal) => too_large_float("f32", SourcePlace::token(literal.span())),
                    None => return true,
                }
            }
            _ => return true,
        };
        self.error(diagnostic);
        false
    }
}

impl<'b> Lowerer<'b, '_> {
    /// Reports literals without a type that become `f32`, which does not hold them.
    pub(in crate::lower) fn exceed_single(&self, operands: &[Operand<'b, '_>]) -> bool {
        let exceeds = |scalar: &Scalar| matches!(scalar, Scalar::Float(n) if n.element().is_none() && n.exceeds_single());
        let mut found = false;
        for operand in operands {
            let exceeds = match &operand.value {
                Value::Scalar(scalar) => exceeds(scalar),
                Value::Table(table) if table.element.is_none() => table.items.iter().any(exceeds),
                _ => false,
            };
            let place = match (too_large_literal(operand.expr), operand.expr) {
                (Some(literal), _) => SourcePlace::token(literal.span()),
                (None, Expr::Path(_) | Expr::Array(_) | Expr::Repeat(_)) => operand.place,
                // A sum or product of numbers that fit.
                _ => continue,
            };
            if !exceeds {
                continue;
            }
            found = true;
            let diagnostic = too_large_float("f32", place);
            self.error(match operand.expr {
                Expr::Path(_) => diagnostic.note_if(self.explain(operand)),
                _ => diagnostic,
            });
        }
        found
    }
}

/// An integer that its type does not hold.
fn out_of_range(integer: IntegerType, value: i64, expr: &Expr, place: SourcePlace) -> Diagnostic {
    let name = integer.name;
    let message = match is_literal(expr) {
        true => format!("literal out of range for `{name}`"),
        false => format!("the value {value} is out of range for `{name}`"),
    };
    Diagnostic::new(place, message).note(integer.note(value))
}

/// A literal whose suffix names a type that does not hold it.
pub(in crate::lower) fn wrong_suffix(
    value: i64,
    suffix: &str,
    place: SourcePlace,
) -> Option<Diagnostic> {
    let integer = INTEGERS
        .into_iter()
        .find(|integer| integer.name == suffix)?;
    let message = format!("literal out of range for `{suffix}`");
    (!integer.holds(value)).then(|| Diagnostic::new(place, message).note(integer.note(value)))
}

/// A literal that would be an infinity.
pub(in crate::lower) fn too_large_float(name: &str, place: SourcePlace) -> Diagnostic {
    let message = format!("literal out of range for `{name}`");
    let note = format!("the literal does not fit into the type `{name}` and would be an infinity");
    let help = format!("an infinity is `{name}::INFINITY`");
    Diagnostic::new(place, message).note(note).help(help)
}

/// A literal of a formula that `f32` does not hold. (A product of others may leave the range, as in
/// Rust.)
fn too_large_literal(expr: &Expr) -> Option<&LitFloat> {
    let mut found = None;
    operands(expr, &mut |operand| {
        if let Expr::Lit(ExprLit {
            lit: Lit::Float(float),
            ..
        }) = operand
        {
            let single = float.base10_digits().parse::<f32>();
            found = found.or(single.is_ok_and(f32::is_infinite).then_some(float));
        }
    });
    found
}

/// Whether an expression is made of numbers, names and operators alone.
fn is_arithmetic(expr: &Expr) -> bool {
    let mut all = true;
    operands(expr, &mut |operand| {
        all &= matches!(operand, Expr::Lit(_) | Expr::Path(_));
    });
    all
}

/// Calls `f` with the operands of a formula's operators. Chains to the left are followed by a loop.
fn operands<'e>(expr: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    let mut rest = expr;
    loop {
        rest = match rest {
            Expr::Binary(binary) => {
                operands(&binary.right, f);
                &binary.left
            }
            Expr::Unary(unary) => &unary.expr,
            Expr::Paren(paren) => &paren.expr,
            Expr::Group(group) => &group.expr,
            operand => return f(operand),
        };
    }
}

fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_literal(&unary.expr),
        Expr::Paren(paren) => is_literal(&paren.expr),
        Expr::Group(group) => is_literal(&group.expr),
        _ => false,
    }
}

/// The expression of one element of an array literal; the whole expression where it is no such
/// literal.
fn element_expr(expr: &Expr, position: usize, size: usize) -> &Expr {
    let Expr::Array(array) = expr else {
        return expr;
    };
    let each = size / array.elems.len().max(1);
    match each.checked_sub(1) {
        Some(_) if position / each < array.elems.len() => {
            element_expr(&array.elems[position / each], position % each, each)
        }
        _ => expr,
    }
}
