//! The `const` items of a block, evaluated when they are first used.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use graph_ir::Builder;
use syn::ItemConst;

use crate::block::Names;
use crate::diagnostics::{Diagnostic, Place};
use crate::lower::{Lowerer, Scalar, Table, Value};

/// How far constants may refer to constants that stand after them.
const MAX_DEPTH: usize = 48;

/// A value that is known while the macro runs.
#[derive(Clone, Debug)]
pub(crate) enum Fixed {
    /// A number.
    Scalar(Scalar),
    /// An array.
    Table(Rc<Table>),
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

    /// Whether there is a constant of that name.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.items.contains_key(name)
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
                let place = Place::token(item.ident.span());
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
            let place = Place::token(item.ident.span());
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

/// A constant as a value.
pub(crate) fn to_value<'b>(fixed: Option<&Fixed>) -> Value<'b> {
    match fixed {
        Some(Fixed::Scalar(scalar)) => Value::Scalar(*scalar),
        Some(Fixed::Table(table)) => Value::Table(Rc::clone(table)),
        None => Value::Poison,
    }
}
