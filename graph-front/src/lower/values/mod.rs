//! The values of expressions during lowering.
//!
//! | file | holds |
//! |---|---|
//! | `numbers` | numbers known during expansion, and arithmetic on them |
//! | `range` | the positions that a loop runs over |
//! | `affine` | affine functions of loop counters |
//! | `elements` | mutable arrays with element-by-element assignments |
//! | `tuples` | arrays of tuples |
//! | `pieces` | the pieces from which such an array is assembled into one tensor |

mod affine;
mod elements;
mod numbers;
mod pieces;
mod range;
mod tuples;

pub(super) use affine::{Affine, Inside, product};
pub(super) use elements::{Elements, MAX_ELEMENTS, Slot};
pub(super) use numbers::{IntegerError, Number, Scalar, fold_floats, fold_integers, fold_truths};
pub(super) use range::Range;
pub(super) use tuples::Several;

use std::rc::Rc;

use graph_ir::graph::{Constant, Literal};
use graph_ir::types::Extent;
use graph_ir::{Element, Shape, Type, Wire};
use syn::Expr;

use super::Lowerer;
use crate::diagnostics::SourcePlace;
use crate::labels::Labels;
use crate::signature::Parts;

/// How many values a tuple has at most, those of tuples in it counted: `(t, t)` of a tuple has
/// twice as many as `t`, and a body that repeats this would take exponential time.
pub(crate) const MAX_PARTS: usize = 1 << 10;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value<'b> {
    /// A tensor that the program computes.
    Tensor(Tensor<'b>),
    /// A number that is known already.
    Scalar(Scalar),
    /// An integer that moves with the counters of loops, or depends on lengths that are known only
    /// at run time.
    Position(Rc<Affine>),
    /// An array of numbers that are known already.
    Table(Rc<Table>),
    /// Several values: a tuple or a struct; in one of these, an array of them too, as its elements.
    Tuple(Parts<Value<'b>>),
    /// An array of tuples or structs, as an array of each of their values.
    Tuples(Parts<Value<'b>>),
    /// No value: a block without a last expression.
    Unit,
    /// The value of something wrong, whose error is reported already.
    Poison,
}

/// A tensor that the program computes, its type, which outlives the region of the wire, and the names
/// of its dimensions.
#[derive(Clone, Debug)]
pub(crate) struct Tensor<'b> {
    pub(crate) wire: Wire<'b>,
    pub(crate) ty: Rc<Type>,
    pub(crate) labels: Labels,
}

/// A constant array. All items are of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) shape: Shape,
    /// The element type; `None` for literals whose type is open.
    pub(crate) element: Option<Element>,
    /// The elements in row-major order.
    pub(crate) items: Vec<Scalar>,
    pub(crate) labels: Labels,
}

/// A value and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct Lowered<'b> {
    pub(crate) value: Value<'b>,
    pub(crate) place: SourcePlace,
}

/// An operand: its value, and where and how it is written.
#[derive(Clone)]
pub(crate) struct Operand<'b, 'x> {
    pub(crate) value: Value<'b>,
    pub(crate) expr: &'x Expr,
    pub(crate) place: SourcePlace,
}

impl Table {
    /// Some items as an array of this shape, or as the one number that they are.
    pub(crate) fn part(&self, shape: Shape, items: Vec<Scalar>) -> Value<'static> {
        match items[..] {
            [only] if shape.rank() == 0 => Value::Scalar(only),
            _ => Value::Table(
                Self {
                    shape,
                    element: self.element,
                    items,
                    labels: Labels::default(),
                }
                .into(),
            ),
        }
    }

    /// The same items with an open type decided.
    pub(crate) fn decide(&self, element: Element) -> Self {
        let decide = |&item: &Scalar| match item {
            Scalar::Float(number) => Scalar::Float(number.decide(element)),
            other => other,
        };
        Self {
            shape: self.shape.clone(),
            element: self.element.or(Some(element)),
            items: self.items.iter().map(decide).collect(),
            labels: self.labels.clone(),
        }
    }

    /// The constant of this table, an open type being decided as `element`.
    pub(crate) fn constant(&self, element: Element) -> Option<Constant> {
        let literals = self.items.iter().map(|item| item.to_literal(element));
        if element == Element::I64 {
            let integer = |literal| match literal {
                Literal::I64(value) => value,
                other => other.to_f64() as i64,
            };
            return Constant::from_i64s(self.shape.clone(), literals.map(integer).collect());
        }
        let values: Vec<f64> = literals.map(Literal::to_f64).collect();
        Constant::from_f64s(element, self.shape.clone(), &values)
    }
}

impl<'b> From<Wire<'b>> for Value<'b> {
    /// The value of a wire that is in scope; poison for another.
    fn from(wire: Wire<'b>) -> Self {
        match wire.ty() {
            Ok(ty) => Self::Tensor(Tensor {
                wire,
                ty: Rc::new(ty),
                labels: Labels::default(),
            }),
            Err(_) => Self::Poison,
        }
    }
}

impl From<Extent> for Value<'_> {
    fn from(extent: Extent) -> Self {
        Self::from(Affine::constant(extent))
    }
}

impl From<Affine> for Value<'_> {
    /// A number where the form does not move.
    fn from(affine: Affine) -> Self {
        match affine.as_constant() {
            Some(value) => Self::Scalar(Scalar::Integer(value)),
            None => Self::Position(affine.into()),
        }
    }
}

impl<'b> Value<'b> {
    /// Whether an error stands behind this value or a part of it.
    pub(crate) fn is_poison(&self) -> bool {
        match self {
            Self::Poison => true,
            Self::Tuple(parts) | Self::Tuples(parts) => parts.iter().any(Value::is_poison),
            _ => false,
        }
    }

    /// How many values this is, those of tuples in tuples counted.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Tuple(parts) | Self::Tuples(parts) => parts.iter().map(Value::count).sum(),
            _ => 1,
        }
    }

    /// The element type, where it is decided.
    pub(crate) fn element(&self) -> Option<Element> {
        match self {
            Self::Tensor(tensor) => Some(tensor.ty.element),
            Self::Scalar(scalar) => scalar.element(),
            Self::Position(_) => Some(Element::I64),
            Self::Table(table) => table.element,
            Self::Tuple(_) | Self::Tuples(_) | Self::Unit | Self::Poison => None,
        }
    }

    /// Whether this is a float or an array of floats, or may become one.
    pub(crate) fn is_float(&self) -> bool {
        match self.element() {
            Some(element) => element.is_float(),
            None => self.shape().is_some(),
        }
    }

    /// The shape of a tensor.
    pub(crate) fn shape(&self) -> Option<Shape> {
        match self {
            Self::Tensor(tensor) => Some(tensor.ty.shape.clone()),
            Self::Scalar(_) | Self::Position(_) => Some(Shape::scalar()),
            Self::Table(table) => Some(table.shape.clone()),
            Self::Tuple(_) | Self::Tuples(_) | Self::Unit | Self::Poison => None,
        }
    }

    /// The type of a tensor, an open one being decided as `default`.
    pub(crate) fn ty(&self, default: Element) -> Option<Type> {
        if let Self::Tensor(tensor) = self {
            return Some((*tensor.ty).clone());
        }
        let element = self.element().unwrap_or(default);
        Some(Type::new(element, self.shape()?))
    }

    /// The names of the dimensions of an array.
    pub(crate) fn labels(&self) -> Labels {
        match self {
            Self::Tensor(tensor) => tensor.labels.clone(),
            Self::Table(table) => table.labels.clone(),
            Self::Scalar(_)
            | Self::Position(_)
            | Self::Tuple(_)
            | Self::Tuples(_)
            | Self::Unit
            | Self::Poison => Labels::default(),
        }
    }

    /// The same array under other names of its dimensions.
    pub(crate) fn labelled(self, labels: Labels) -> Self {
        match self {
            Self::Tensor(tensor) => Self::Tensor(Tensor { labels, ..tensor }),
            Self::Table(table) if table.labels != labels => Self::Table(
                Table {
                    labels,
                    ..(*table).clone()
                }
                .into(),
            ),
            other => other,
        }
    }

    /// The same value with an open type decided.
    pub(crate) fn decide(&self, element: Element) -> Self {
        match self {
            Self::Scalar(Scalar::Float(number)) => {
                Self::Scalar(Scalar::Float(number.decide(element)))
            }
            Self::Table(table) if table.element.is_none() => {
                Self::Table(table.decide(element).into())
            }
            other => other.clone(),
        }
    }

    /// The compile-time integer that this is.
    pub(crate) fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Scalar(Scalar::Integer(value)) => Some(*value),
            _ => None,
        }
    }

    /// The integer that this is, which may depend on lengths that are known only at run time.
    pub(crate) fn as_extent(&self) -> Option<Extent> {
        match self {
            Self::Scalar(Scalar::Integer(value)) => Some(Extent::from(*value)),
            Self::Position(affine) => affine.as_extent().cloned(),
            _ => None,
        }
    }

    /// Whether this is an integer that moves with loops.
    pub(crate) fn moves(&self) -> bool {
        matches!(self, Self::Position(affine) if affine.as_extent().is_none())
    }

    /// This as a sum of counters times constants, where it is one.
    pub(crate) fn as_affine(&self) -> Option<Affine> {
        match self {
            Self::Scalar(Scalar::Integer(value)) => Some(Affine::constant(*value)),
            Self::Position(affine) => Some((**affine).clone()),
            _ => None,
        }
    }

    /// Whether it is one integer, known or not.
    pub(in crate::lower) fn is_one_integer(&self) -> bool {
        self.element() == Some(Element::I64) && self.shape().is_some_and(|shape| shape.rank() == 0)
    }

    /// Whether this is a compile-time integer, an array of them, or made of loop variables.
    pub(crate) fn is_constant_integer(&self) -> bool {
        match self {
            Self::Scalar(Scalar::Integer(_)) | Self::Position(_) => true,
            Self::Table(table) => table.element == Some(Element::I64),
            _ => false,
        }
    }
}

impl<'b> Lowerer<'b, '_> {
    /// The value as a wire, an open type being decided as `element`; `None` for a value that is no
    /// tensor.
    pub(super) fn wire(&mut self, value: &Value<'b>, element: Element) -> Option<Wire<'b>> {
        match value {
            Value::Tensor(tensor) => Some(tensor.wire),
            Value::Scalar(scalar) => {
                let element = scalar.element().unwrap_or(element);
                Some(self.builder.literal(scalar.to_literal(element)))
            }
            Value::Position(affine) => self.affine_wire(affine),
            Value::Table(table) => self.table_wire(table, element),
            Value::Tuple(_) | Value::Tuples(_) | Value::Unit | Value::Poison => None,
        }
    }

    /// The value as a wire, an open type being decided as the function's own.
    pub(super) fn default_wire(&mut self, value: &Value<'b>) -> Option<Wire<'b>> {
        self.wire(value, self.float)
    }

    /// The constant node of a table, made once in each region that uses it.
    fn table_wire(&mut self, table: &Rc<Table>, element: Element) -> Option<Wire<'b>> {
        let element = table.element.unwrap_or(element);
        let key = (Rc::as_ptr(table), element);
        for made in self.tables.iter().rev() {
            if let Some((_, wire)) = made.get(&key) {
                return Some(*wire);
            }
        }
        let wire = self.builder.constant(table.constant(element)?);
        if let Some(made) = self.tables.last_mut() {
            // The table is kept alive with its wire, so that its address stays its own.
            made.insert(key, (Rc::clone(table), wire));
        }
        Some(wire)
    }

    /// A value's type in words, for messages.
    pub(super) fn describe(&self, value: &Value<'b>) -> String {
        match value {
            Value::Tuple(parts) => match parts.of() {
                Some(of) => of.text(),
                None if parts.are_elements() => {
                    let first = parts.first().map(|first| self.describe(first));
                    format!("[{}; {}]", first.unwrap_or_default(), parts.len())
                }
                None => {
                    let parts: Vec<String> = parts.iter().map(|part| self.describe(part)).collect();
                    format!("({})", parts.join(", "))
                }
            },
            Value::Tuples(columns) => {
                let count = value.count_of_tuples().unwrap_or(Extent::from(0));
                format!("[{}; {count}]", self.describe_rows(columns))
            }
            Value::Unit => "()".into(),
            Value::Scalar(Scalar::Integer(_)) | Value::Position(_) => "an integer".into(),
            other => match other.ty(self.float) {
                Some(ty) => self.describe_array(&ty, &other.labels()),
                None => "unknown".into(),
            },
        }
    }

    /// The type of the tuples of an array of them, in words.
    fn describe_rows(&self, columns: &Parts<Value<'b>>) -> String {
        if let Some(of) = columns.of() {
            return of.text();
        }
        if columns.are_elements()
            && let Some(Value::Tuples(first)) = columns.first()
        {
            return format!("[{}; {}]", self.describe_rows(first), columns.len());
        }
        let parts = columns
            .iter()
            .map(|column| match (column, column.ty(self.float)) {
                (Value::Tuples(columns), _) => self.describe_rows(columns),
                (column, Some(ty)) => self.describe_row(&ty, &column.labels()),
                (_, None) => "unknown".into(),
            });
        format!("({})", parts.collect::<Vec<String>>().join(", "))
    }

    /// The type of what is at one position along the first axis of an array, in words.
    pub(super) fn describe_row(&self, array: &Type, labels: &Labels) -> String {
        let row = array.with_shape(array.shape.row());
        match row.is_scalar() && row.element == Element::I64 {
            true => "an integer".into(),
            false => self.describe_array(&row, &labels.chosen(1..array.shape.rank())),
        }
    }

    /// The type of an array in words: an axis is called by its name.
    pub(super) fn describe_array(&self, ty: &Type, labels: &Labels) -> String {
        match labels.has_axes() {
            true => self.words.labelled(ty, labels, false),
            false => self.words.ty(ty),
        }
    }
}
