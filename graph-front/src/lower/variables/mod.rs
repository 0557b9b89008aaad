//! The variables of a body: scopes, values, and the changes of a branch.

mod fields;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use graph_ir::types::{Extent, Shape};
use graph_ir::{Element, Type};
use proc_macro2::Span;

use super::values::{Elements, Slot, Value};
pub(super) use fields::{Field, paired};

use crate::labels::Labels;
use crate::signature::Parts;

/// Where a variable comes from, for notes.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// An argument of the function.
    Argument,
    /// An argument that the function changes: it is behind `&mut`.
    State,
    /// A `let` statement, at this token.
    Let(Span),
    /// The variable of a `for` loop.
    Loop,
    /// An element of what a `for` loop, at this token, runs over, or a part of an element; how the
    /// loop names its position, if the variable is the element itself.
    Item(Span, Option<Rc<RunsOver>>),
    /// A row of an array, to which `map`, whose closure starts at this token, applies a function.
    Row(Span),
    /// The unknown of an equation.
    Unknown,
    /// A `const` in the body.
    Constant,
    /// A `const` parameter of the function.
    Length,
    /// An axis: a `const` parameter of the function, or a `const` in the body.
    Axis { is_parameter: bool },
}

/// An array whose elements a `for` loop names.
#[derive(Debug)]
pub(super) enum RunsOver {
    /// By their variable alone.
    Elements {
        /// The text of the array.
        array: String,
        /// The text of the range of their positions, in the order of the loop.
        positions: String,
    },
    /// Beside their positions, as `enumerate` does.
    Numbered {
        /// The text of the array, where that is known.
        array: Option<String>,
        /// The variable that is the position.
        position: String,
        /// Whether the body has the element as an index, and not the position: the two may be
        /// exchanged.
        is_exchanged: bool,
    },
}

impl From<Span> for Origin {
    fn from(of_let: Span) -> Self {
        Self::Let(of_let)
    }
}

/// A variable.
#[derive(Debug)]
pub(super) struct Variable<'b> {
    pub(super) name: String,
    pub(super) mutable: bool,
    pub(super) origin: Origin,
    /// The type that it was declared with.
    pub(super) declared: Option<Type>,
    /// The names of the dimensions of an array, whatever is assigned.
    pub(super) labels: Labels,
    pub(super) told: Told,
    pub(super) stored: Stored<'b>,
}

/// Facts that the text of a variable's first value tells, for messages and for bounds of loops.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The text of its first value as floats, where that is of integers; as integers, where it is
    /// of whole floats.
    pub(super) start: Option<String>,
    /// The text of its first value, where that is short.
    pub(super) first: Option<String>,
    /// The text of its first value, where that is an array of written extents: `zeros(3)`.
    pub(super) filled: Option<String>,
    /// The names of the variables to which the parts of its first value, a tuple, belong.
    pub(super) parts: Vec<String>,
    /// The names of what its first value is the derivative by, where that is one variable.
    pub(super) by: Vec<String>,
    /// A constant or a length that its value, an integer, never exceeds, as far as its `let` says.
    pub(super) upper: Option<Extent>,
}

impl Variable<'_> {
    /// Whether it holds an integer, or an array of integers.
    pub(super) fn holds_integers(&self) -> bool {
        match &self.stored {
            Stored::Value(value) => {
                value.is_constant_integer() || value.element() == Some(Element::I64)
            }
            Stored::Elements(elements) => elements.ty(Element::F64).element == Element::I64,
            Stored::Part(part) => part.whole.element == Element::I64,
            Stored::Fields(_) | Stored::Nothing => false,
        }
    }

    /// The shape of the value, if it has one.
    pub(super) fn shape(&self) -> Option<Shape> {
        match &self.stored {
            Stored::Value(value) => value.shape(),
            Stored::Elements(elements) => Some(elements.ty(Element::F64).shape),
            Stored::Part(part) => Some(part.whole.shape.clone()),
            Stored::Fields(_) | Stored::Nothing => None,
        }
    }

    /// Whether it holds an array.
    pub(super) fn is_array(&self) -> bool {
        match &self.stored {
            Stored::Value(value) => value.shape().is_some_and(|shape| shape.rank() > 0),
            Stored::Elements(_) | Stored::Part(_) => true,
            Stored::Fields(_) | Stored::Nothing => false,
        }
    }
}

/// The content of a variable.
#[derive(Debug)]
pub(super) enum Stored<'b> {
    /// Nothing yet: its `let` has no value, and it is not assigned on every way to here.
    Nothing,
    /// A value.
    Value(Value<'b>),
    /// An array whose elements are assigned one by one.
    Elements(Box<Elements<'b>>),
    /// A struct or a tuple whose fields are assigned one by one: each is a variable.
    Fields(Rc<Parts<Field>>),
    /// The part of an array that an iteration of a loop has as its own.
    Part(PartOf),
}

/// The elements of an array that an iteration of a loop touches: all positions of the other axes,
/// at some positions of one axis that move with the loop.
#[derive(Clone, Debug)]
pub(super) struct PartOf {
    /// The number of the loop.
    pub(super) number: usize,
    /// The axis.
    pub(super) axis: usize,
    /// How fast the positions move with the loop's variable.
    pub(super) scale: i64,
    /// The positions, where the loop's variable is 0, and the elements there as variables.
    pub(super) rows: Vec<(Extent, VariableId)>,
    /// The shape of the whole.
    pub(super) whole: Type,
}

/// Which variable: by its number, and that of one of its fields, which goes out of scope with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct VariableId {
    number: usize,
    field: Option<usize>,
}

impl VariableId {
    /// Whether the variable, or the one whose field it is, was there when a scope started.
    pub(super) fn is_before(self, scope: usize) -> bool {
        self.number < scope
    }

    /// The variable whose field this is; itself, if it is none.
    pub(super) fn whole(self) -> Self {
        Self {
            field: None,
            ..self
        }
    }
}

/// One change of a variable, as it was before.
#[derive(Debug)]
enum Change<'b> {
    Whole(VariableId, Stored<'b>),
    Slot(VariableId, usize, Slot),
}

/// The state at the start of a branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// How many variables there were: later ones are the branch's own.
    variables: usize,
    changes: usize,
}

/// The changes of a branch to the variables around it.
#[derive(Debug, Default)]
pub(super) struct Touched {
    /// Variables assigned as a whole, ascending.
    pub(super) whole: Vec<VariableId>,
    /// Elements assigned, ascending.
    pub(super) slots: Vec<(VariableId, usize)>,
}

/// All variables in scope.
#[derive(Debug, Default)]
pub(super) struct Variables<'b> {
    all: Vec<Variable<'b>>,
    /// The fields of those that are held by them.
    fields: HashMap<usize, Vec<Variable<'b>>>,
    by_name: HashMap<String, Vec<VariableId>>,
    /// Changes inside of branches.
    trail: Vec<Change<'b>>,
    /// How many branches are open.
    branches: usize,
    /// The names of those about whose type an error was reported.
    doubted: HashSet<String>,
}

impl<'b> Variables<'b> {
    /// Adds a variable, which hides one of the same name.
    pub(super) fn declare(&mut self, variable: Variable<'b>) -> VariableId {
        let id = VariableId {
            number: self.all.len(),
            field: None,
        };
        let ids = self.by_name.entry(variable.name.clone()).or_default();
        ids.push(id);
        self.all.push(variable);
        id
    }

    /// The number of variables: where a scope starts.
    pub(super) fn scope(&self) -> usize {
        self.all.len()
    }

    /// Removes the variables of a scope.
    pub(super) fn leave(&mut self, scope: usize) {
        for (number, variable) in self.all.drain(scope..).enumerate() {
            if !self.fields.is_empty() {
                self.fields.remove(&(scope + number));
            }
            if let Some(ids) = self.by_name.get_mut(&variable.name) {
                ids.pop();
            }
        }
    }

    /// The variable of that name.
    pub(super) fn find(&self, name: &str) -> Option<VariableId> {
        self.by_name.get(name)?.last().copied()
    }

    /// A variable.
    pub(super) fn get(&self, id: VariableId) -> &Variable<'b> {
        match id.field {
            Some(field) => &self.fields[&id.number][field],
            None => &self.all[id.number],
        }
    }

    /// A variable, unless it has gone out of scope; its number may be that of another one then.
    pub(super) fn in_scope(&self, id: VariableId) -> Option<&Variable<'b>> {
        match id.field {
            Some(field) => self.fields.get(&id.number)?.get(field),
            None => self.all.get(id.number),
        }
    }

    fn get_mut(&mut self, id: VariableId) -> &mut Variable<'b> {
        let fields = id.field.and_then(|field| {
            let fields = self.fields.get_mut(&id.number)?;
            fields.get_mut(field)
        });
        match fields {
            Some(field) => field,
            None => &mut self.all[id.number],
        }
    }

    /// The name of a variable, or of the one whose field it is.
    pub(super) fn name_of_whole(&self, id: VariableId) -> &str {
        &self.all[id.number].name
    }

    /// The names in scope.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|variable| variable.name.as_str())
    }

    /// Gives the dimensions of a variable's array their names, where its first value has them.
    pub(super) fn name_dimensions(&mut self, id: VariableId, labels: Labels) {
        self.get_mut(id).labels = labels;
    }

    /// The facts that a variable's first value tells, to be set.
    pub(super) fn told_mut(&mut self, id: VariableId) -> &mut Told {
        &mut self.get_mut(id).told
    }

    /// Remembers that an error about the type of the variable of this name was reported.
    pub(super) fn doubt(&mut self, name: String) {
        self.doubted.insert(name);
    }

    /// Whether an error about the type of a variable of this name was reported.
    pub(super) fn is_doubted(&self, name: &str) -> bool {
        self.doubted.contains(name)
    }

    /// Gives a variable another value; one that is held by its fields, theirs.
    pub(super) fn assign(&mut self, id: VariableId, value: Value<'b>) {
        match self.by_fields(id, &value) {
            Some(fields) => {
                for (field, value) in fields {
                    self.set(field, Stored::Value(value));
                }
            }
            None => self.set(id, Stored::Value(value)),
        }
    }

    /// Gives a variable another value, however it is held.
    pub(super) fn set(&mut self, id: VariableId, stored: Stored<'b>) {
        let old = std::mem::replace(&mut self.get_mut(id).stored, stored);
        if self.branches > 0 {
            self.trail.push(Change::Whole(id, old));
        }
    }

    /// Changes how a variable's value is held, not the value.
    pub(super) fn represent(&mut self, id: VariableId, stored: Stored<'b>) {
        self.get_mut(id).stored = stored;
    }

    /// Takes the content of a variable, to be given back with [`Self::represent`].
    pub(super) fn take(&mut self, id: VariableId) -> Stored<'b> {
        let empty = Stored::Value(Value::Poison);
        std::mem::replace(&mut self.get_mut(id).stored, empty)
    }

    /// Gives elements of an array other origins.
    pub(super) fn assign_slots(&mut self, id: VariableId, positions: &[usize], slots: &[Slot]) {
        for (&position, &slot) in positions.iter().zip(slots) {
            let Stored::Elements(elements) = &mut self.get_mut(id).stored else {
                return;
            };
            let old = elements.set_slot(position, slot);
            if self.branches > 0 {
                self.trail.push(Change::Slot(id, position, old));
            }
        }
    }

    /// Starts a side of a branch.
    pub(super) fn enter_branch(&mut self) -> Mark {
        self.branches += 1;
        Mark {
            variables: self.all.len(),
            changes: self.trail.len(),
        }
    }

    /// The changes since the mark.
    pub(super) fn touched(&self, mark: Mark) -> Touched {
        let mut touched = Touched::default();
        for change in &self.trail[mark.changes..] {
            match *change {
                Change::Whole(id, _) if id.is_before(mark.variables) => touched.whole.push(id),
                Change::Slot(id, position, _) if id.is_before(mark.variables) => {
                    touched.slots.push((id, position));
                }
                _ => {}
            }
        }
        touched.normalise();
        touched
    }

    /// Ends a side of a branch: the variables are as they were at the mark.
    pub(super) fn undo_branch(&mut self, mark: Mark) {
        self.branches = self.branches.saturating_sub(1);
        let changes = self.trail.split_off(mark.changes);
        for change in changes.into_iter().rev() {
            match change {
                Change::Whole(id, old) if id.is_before(mark.variables) => {
                    self.get_mut(id).stored = old;
                }
                Change::Slot(id, position, old) if id.is_before(mark.variables) => {
                    if let Stored::Elements(elements) = &mut self.get_mut(id).stored {
                        elements.set_slot(position, old);
                    }
                }
                _ => {}
            }
        }
    }
}

impl Touched {
    /// The changes of both sides.
    pub(super) fn merge(mut self, other: Self) -> Self {
        self.whole.extend(other.whole);
        self.slots.extend(other.slots);
        self.normalise();
        self
    }

    fn normalise(&mut self) {
        self.whole.sort_unstable();
        self.whole.dedup();
        // A variable that was assigned as a whole has its fields from there.
        let all = self.whole.clone();
        let is_part = |id: &VariableId| {
            let whole = id.whole();
            *id != whole && all.binary_search(&whole).is_ok()
        };
        self.whole.retain(|id| !is_part(id));
        self.slots
            .retain(|(id, _)| all.binary_search(id).is_err() && !is_part(id));
        self.slots.sort_unstable();
        self.slots.dedup();
    }
}
