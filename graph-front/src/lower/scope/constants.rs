//! Constants: values that are known while the macro runs. The `const` items of a block are
//! evaluated when they are first used.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use graph_ir::{Builder, Element, Type};
use proc_macro2::Ident;
use syn::{Attribute, Expr, ItemConst};

use super::Names;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::purpose::integer_meant;
use crate::lower::report::short_text;
use crate::lower::types::{Declared, floats_in_tuples};
use crate::lower::values::{Lowered, Operand, Scalar, Table, Value};
use crate::parse::is_axis;
use crate::signature::Parts;

/// How far constants may refer to constants that stand after them.
const MAX_DEPTH: usize = 48;

/// A value that is known while the macro runs.
#[derive(Clone, Debug)]
enum Fixed {
    /// A number.
    Scalar(Scalar),
    /// An array.
    Table(Rc<Table>),
    /// A tuple.
    Tuple(Parts<Fixed>),
    /// An array of tuples, as an array of each of their values.
    Tuples(Parts<Fixed>),
}

impl Fixed {
    /// The value, if it is known while the macro runs.
    fn of(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::Scalar(scalar) => Some(Self::Scalar(*scalar)),
            Value::Table(table) => Some(Self::Table(Rc::clone(table))),
            Value::Tuple(parts) => parts.try_map(Self::of).map(Self::Tuple),
            Value::Tuples(columns) => columns.try_map(Self::of).map(Self::Tuples),
            Value::Tensor(_) | Value::Position(_) | Value::Unit | Value::Poison => None,
        }
    }

    fn value<'b>(&self) -> Value<'b> {
        match self {
            Self::Scalar(scalar) => Value::Scalar(*scalar),
            Self::Table(table) => Value::Table(Rc::clone(table)),
            Self::Tuple(parts) => Value::Tuple(parts.map(Self::value)),
            Self::Tuples(columns) => Value::Tuples(columns.map(Self::value)),
        }
    }
}

enum State {
    /// Being evaluated: a constant that needs it now depends on itself.
    Busy,
    /// Evaluated, or wrong and reported.
    Done(Option<Fixed>),
}

/// The constants of a block.
#[derive(Default)]
pub(crate) struct Constants<'s> {
    items: HashMap<String, &'s ItemConst>,
    states: RefCell<HashMap<String, State>>,
    depth: Cell<usize>,
}

impl<'s> Constants<'s> {
    /// Adds an item; whether its name was free.
    pub(crate) fn add(&mut self, item: &'s ItemConst) -> bool {
        self.items.insert(item.ident.to_string(), item).is_none()
    }

    /// The attributes on a constant.
    pub(crate) fn attributes(&self, name: &str) -> &[Attribute] {
        self.items.get(name).map_or(&[], |item| &item.attrs)
    }

    /// Whether there is a constant of that name.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.items.contains_key(name)
    }

    /// The item of that name.
    pub(crate) fn item(&self, name: &str) -> Option<&'s ItemConst> {
        self.items.get(name).copied()
    }

    /// Takes the constant of that name for wrong and reported.
    pub(crate) fn forget(&self, name: &str) {
        let mut states = self.states.borrow_mut();
        states.insert(name.into(), State::Done(None));
    }

    /// Whether there is an axis of that name.
    pub(crate) fn is_axis(&self, name: &str) -> bool {
        self.items.get(name).is_some_and(|item| is_axis(&item.ty))
    }

    /// Whether there is any axis.
    pub(crate) fn has_axes(&self) -> bool {
        self.items.values().any(|item| is_axis(&item.ty))
    }

    /// Whether there is a constant of that name that may be a length.
    pub(crate) fn is_length(&self, name: &str) -> bool {
        let item = self.items.get(name);
        item.is_some_and(|item| matches!(*item.ty, syn::Type::Path(_)) && !is_axis(&item.ty))
    }

    /// The names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.items.keys().map(String::as_str)
    }

    /// The value of a constant, poison if it is wrong; `None` if there is none of that name.
    pub(crate) fn get<'b>(&self, name: &str, names: &Names<'_>) -> Option<Value<'b>> {
        let item = *self.items.get(name)?;
        match self.states.borrow().get(name) {
            Some(State::Done(fixed)) => return Some(to_value(fixed.as_ref())),
            Some(State::Busy) => {
                let message = format!("the constant `{name}` refers to itself");
                let place = SourcePlace::token(item.ident.span());
                names.diagnostics.push(Diagnostic::new(place, message));
                return Some(Value::Poison);
            }
            None => {}
        }
        let fixed = self.evaluate(item, names);
        let value = to_value(fixed.as_ref());
        self.states
            .borrow_mut()
            .insert(name.into(), State::Done(fixed));
        Some(value)
    }

    fn evaluate(&self, item: &ItemConst, names: &Names<'_>) -> Option<Fixed> {
        if self.depth.get() >= MAX_DEPTH {
            let message = format!("constants refer to later ones more than {MAX_DEPTH} deep");
            let place = SourcePlace::token(item.ident.span());
            let help = "put each constant before those that use it";
            names
                .diagnostics
                .push(Diagnostic::new(place, message).help(help));
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let name = item.ident.to_string();
        self.states.borrow_mut().insert(name, State::Busy);
        let builder = Builder::new();
        let fixed = Lowerer::new(&builder, names, None).constant(item);
        self.depth.set(self.depth.get() - 1);
        fixed
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The value of a `const` item inside of a body.
    pub(in crate::lower) fn constant_value(&mut self, item: &'e ItemConst) -> Value<'b> {
        to_value(self.constant(item).as_ref())
    }

    /// The length of an axis that is declared inside of a body: a formula of lengths, as an extent is.
    pub(in crate::lower) fn axis_value(&mut self, item: &'e ItemConst) -> Value<'b> {
        let lowered = self.initialiser(Some(&item.ty), &item.expr);
        match lowered.value.as_extent() {
            Some(extent) if !extent.is_negative() => Value::from(extent),
            _ => {
                if !lowered.value.is_poison() {
                    self.no_length_of_axis(&item.ident, &lowered);
                }
                Value::Poison
            }
        }
    }

    fn no_length_of_axis(&mut self, name: &Ident, lowered: &Lowered<'b>) {
        let found = match lowered.value.as_extent() {
            Some(extent) => extent.to_string(),
            None => self.describe(&lowered.value),
        };
        let message =
            format!("the length of the axis `{name}` is a constant integer, found {found}");
        self.error(Diagnostic::new(lowered.place, message));
    }

    /// The value of a `const` item in its declared type; `None` when it is wrong, which is
    /// reported.
    fn constant(&mut self, item: &'e ItemConst) -> Option<Fixed> {
        if self.is_unsized_constant(item) {
            return None;
        }
        let is_axis = is_axis(&item.ty);
        let declared = match is_axis {
            true => Some(Declared::Tensor(
                Type::scalar(Element::I64),
                Labels::default(),
            )),
            false => self.resolve_type(&item.ty),
        };
        let lowered = self.initialiser(Some(&item.ty), &item.expr);
        let (declared, false) = (declared?, lowered.value.is_poison()) else {
            return None;
        };
        let name = &item.ident;
        let Some(value) = self.fit(&lowered.value, &declared) else {
            match is_axis {
                true => self.no_length_of_axis(name, &lowered),
                false => self.wrong_constant(name, &item.expr, lowered, &declared),
            }
            return None;
        };
        if !self.holds(&item.ty, &value, &item.expr) {
            return None;
        }
        match Fixed::of(&value) {
            Some(fixed) => Some(fixed),
            None => {
                let message = format!("the value of `{name}` is not known while the macro runs");
                let help = self.as_variable(item);
                let help = help.unwrap_or_else(|| {
                    "a `const` is made of numbers, array literals and arithmetic on numbers".into()
                });
                self.error(Diagnostic::new(lowered.place, message).help(help));
                None
            }
        }
    }

    /// The variable that a constant in a body is, whose value depends on the call.
    fn as_variable(&self, item: &ItemConst) -> Option<String> {
        let name = item.ident.to_string().to_lowercase();
        let value = short_text(&item.expr)?;
        let is_free = self.variables.find(&name).is_none();
        (self.signature.is_some() && is_free)
            .then(|| format!("what depends on the call is a variable: `let {name} = {value};`"))
    }

    /// The help for an array of other lengths than its declaration says: those that are written.
    fn with_own_lengths(
        &self,
        name: &Ident,
        value: &Value<'b>,
        declared: &Declared,
    ) -> Option<String> {
        let Declared::Tensor(ty, _) = declared else {
            return None;
        };
        let shape = value.shape()?;
        let is_other = shape.rank() == ty.shape.rank() && shape != ty.shape;
        let found = self.describe(value);
        is_other.then(|| format!("write its own length: `const {name}: {found} = ..;`"))
    }

    fn wrong_constant(
        &mut self,
        name: &Ident,
        expr: &'e Expr,
        lowered: Lowered<'b>,
        declared: &Declared,
    ) {
        let float = match declared {
            Declared::Tensor(ty, _) if ty.is_float() => Some(ty.element),
            _ => None,
        };
        let place = lowered.place;
        if let (Some(element), true) = (float, lowered.value.is_constant_integer()) {
            let operand = Operand {
                value: lowered.value,
                expr,
                place,
            };
            return self.integer_for_float(&operand, element);
        }
        let (expected, found) = (
            self.describe_declared(declared),
            self.describe(&lowered.value),
        );
        // Types that are written in a declaration call integers so.
        let expected = match expected == Element::I64.name() {
            true => "usize".into(),
            false => expected.replace("an integer", "usize"),
        };
        let message = format!("`{name}` is declared as {expected}, but its value is {found}");
        let is_integer = matches!(declared, Declared::Tensor(ty, _) if ty.element == Element::I64);
        let help = match is_integer {
            true => integer_meant(expr),
            false => floats_in_tuples(&lowered.value, declared, expr)
                .or_else(|| self.with_own_lengths(name, &lowered.value, declared)),
        };
        self.error(Diagnostic::new(place, message).help_if(help));
    }
}

/// A constant as a value.
fn to_value<'b>(fixed: Option<&Fixed>) -> Value<'b> {
    fixed.map_or(Value::Poison, Fixed::value)
}
