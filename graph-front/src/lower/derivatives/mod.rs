//! Derivatives in the language: `deriv`, `jvp` and `vjp` of a value with respect to a variable.
//!
//! | file | does |
//! |---|---|
//! | `independent` | keeps the variables of differentiation distinct from equal values |
//! | `dependence` | refuses a derivative with respect to a variable on which the value does not depend |

mod dependence;
mod independent;

pub(super) use independent::Independent;

use graph_autodiff::Derivatives;
use graph_ir::{Error, Shape, Type, Wire};
use syn::Expr;

use super::Lowerer;
use super::calls::Builtin;
use super::expressions::without_parentheses;
use super::report::short_text;
use super::values::{Elements, Number, Operand, Scalar, Value};
use super::variables::{Stored, VariableId};
use crate::diagnostics::{Diagnostic, SourcePlace, print};

/// Where the elements of an array come from that is assigned element by element: for each value the
/// positions there and in the array.
type Origins<'b> = Vec<(Wire<'b>, Vec<(usize, usize)>)>;

/// The variable that a derivative is taken with respect to.
struct With<'b> {
    id: VariableId,
    ty: Type,
    /// One value, or those that the elements of an array come from.
    wires: Vec<Wire<'b>>,
    /// Of an array by its elements.
    places: Option<Vec<Vec<(usize, usize)>>>,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `deriv(c, x)`, `jvp(y, x, direction)` or `vjp(y, x, weights)`.
    pub(super) fn derivative(
        &mut self,
        builtin: Builtin,
        name: &str,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Value<'b> {
        let [value, of, others @ ..] = operands else {
            return Value::Poison;
        };
        let (wire, with) = (self.differentiated(name, value), self.with(name, value, of));
        let (Some(wire), Some(with)) = (wire, with) else {
            return Value::Poison;
        };
        let direction = match (builtin, others) {
            (Builtin::Deriv, _) => None,
            (Builtin::Jvp, [direction]) => {
                let like = (&with.ty, of);
                Some(self.fitted(name, "direction", direction, like))
            }
            (_, [weights]) => match wire.ty() {
                Ok(ty) => Some(self.fitted(name, "weights", weights, (&ty, value))),
                Err(_) => Some(None),
            },
            _ => Some(None),
        };
        if matches!(direction, Some(None)) || !self.follows(wire, value, &with, of, place) {
            return Value::Poison;
        }
        self.at(place);
        let before = self.builder.differentiated();
        let derivative = match (builtin, direction.flatten()) {
            (Builtin::Jvp, Some(direction)) => self.along(wire, &with, direction),
            (_, weights) => self.against(wire, &with, weights),
        };
        match derivative {
            Ok(derivative) => {
                let order = self.order(wire);
                let nodes = self.builder.differentiated() - before;
                self.independent.add(derivative, order, nodes);
                Value::from(derivative)
            }
            Err(error) => self.refused(&error, place, &operands[..2]),
        }
    }

    /// The value that is differentiated, if it can be.
    fn differentiated(&mut self, name: &str, value: &Operand<'b, 'e>) -> Option<Wire<'b>> {
        let ty = value.value.ty(self.float);
        let float = !value.value.is_constant_integer() && ty.as_ref().is_some_and(Type::is_float);
        let scalar = ty.as_ref().is_some_and(Type::is_scalar);
        if float && (scalar || name != "deriv") {
            return self.default_wire(&value.value);
        }
        let found = self.describe(&value.value);
        let wanted = match name {
            "deriv" => "one number",
            _ => "a floating point number or an array of them",
        };
        let message = format!("`{name}` differentiates {wanted}, found {found}");
        let help = short_text(value.expr).filter(|_| float);
        let help = help.map(|text| {
            format!(
                "differentiate the sum, `sum({text})`, or a weighted one: `vjp({text}, x, weights)`"
            )
        });
        let diagnostic = Diagnostic::new(value.place, message).note_if(self.explain(value));
        self.error(diagnostic.help_if(help));
        None
    }

    /// The variable that a derivative is taken with respect to.
    fn with(
        &mut self,
        name: &str,
        value: &Operand<'b, 'e>,
        of: &Operand<'b, 'e>,
    ) -> Option<With<'b>> {
        let id = match without_parentheses(of.expr) {
            Expr::Path(path) => path
                .path
                .get_ident()
                .and_then(|name| self.variables.find(&name.to_string())),
            _ => None,
        };
        let Some(id) = id else {
            self.no_variable(name, value, of);
            return None;
        };
        let float = of.value.element().is_some_and(graph_ir::Element::is_float);
        let ty = of.value.ty(self.float).filter(|_| float);
        let (places, wires) = match (&self.variables.get(id).stored, &of.value, &ty) {
            (Stored::Elements(elements), _, Some(_)) => {
                let origins = elements.origins();
                let origins = self.origin_wires(origins)?;
                let (wires, places) = origins.into_iter().unzip();
                (Some(places), wires)
            }
            (_, Value::Tensor(tensor), Some(_)) => (None, vec![tensor.wire]),
            _ => {
                let found = self.describe(&of.value);
                let message = format!(
                    "`{name}` differentiates with respect to floating point numbers, found {found}"
                );
                let note = self.explain(of);
                self.error(Diagnostic::new(of.place, message).note_if(note));
                return None;
            }
        };
        let held = self.loops.open.iter().flat_map(|open| &open.held);
        if places.is_none() && held.into_iter().any(|held| held.wire.is_same(wires[0])) {
            let text = &self.variables.get(id).name;
            let message =
                format!("a derivative with respect to `{text}` cannot stand in this loop");
            let note = format!("`{text}` is assigned element by element outside of the loop");
            let help = format!("give the loop a variable of its own: `let own = {text};`");
            self.loops.through += 1;
            self.error(Diagnostic::new(of.place, message).note(note).help(help));
            return None;
        }
        Some(With {
            id,
            ty: ty?,
            wires,
            places,
        })
    }

    fn origin_wires(
        &mut self,
        origins: Vec<(Value<'b>, Vec<(usize, usize)>)>,
    ) -> Option<Origins<'b>> {
        let origins = origins.into_iter();
        origins
            .map(|(value, places)| Some((self.default_wire(&value)?, places)))
            .collect()
    }

    /// Reports an operand that is not a variable.
    fn no_variable(&mut self, name: &str, value: &Operand<'b, 'e>, of: &Operand<'b, 'e>) {
        if of.value.is_poison() {
            return;
        }
        let message = format!("`{name}` differentiates with respect to a variable");
        let diagnostic = Diagnostic::new(of.place, message);
        let help = match (without_parentheses(of.expr), short_text(value.expr)) {
            (Expr::Path(path), _) => {
                let path = print(path);
                let note = format!("`{path}` is a constant");
                self.error(diagnostic.note(note).help("use a variable: `let x = ..;`"));
                return;
            }
            (Expr::Index(index), Some(value)) if name == "deriv" => {
                let (mut base, brackets) = (&*index.expr, print(of.expr));
                while let Expr::Index(inner) = base {
                    base = &inner.expr;
                }
                let base = print(base);
                let part = brackets.strip_prefix(&base).unwrap_or("[..]");
                format!("take a part of the derivative: `deriv({value}, {base}){part}`")
            }
            _ => "give it a name before it is used: `let u = ..;`".into(),
        };
        self.error(diagnostic.help(help));
    }

    /// A direction or weights in the type of the value that they belong to; a scalar meets an array
    /// freely.
    fn fitted(
        &mut self,
        name: &str,
        what: &str,
        operand: &Operand<'b, 'e>,
        (ty, like): (&Type, &Operand<'b, 'e>),
    ) -> Option<Wire<'b>> {
        if operand.value.is_constant_integer() {
            self.integer_for_float(operand, ty.element);
            return None;
        }
        let scalar = Type::scalar(ty.element);
        let fit = |lowerer: &mut Self, ty: &Type| {
            let value = lowerer.fit_type(&operand.value, ty)?;
            lowerer.wire(&value, ty.element)
        };
        if let Some(wire) = fit(self, ty) {
            return Some(wire);
        }
        self.at(operand.place);
        if let Some(wire) = fit(self, &scalar) {
            return self.builder.broadcast(wire, &ty.shape, &[]).ok();
        }
        let (wanted, found) = (self.words.ty(ty), self.describe(&operand.value));
        let whose = short_text(like.expr).map_or(String::new(), |text| format!(" of `{text}`"));
        let (of, have) = match what {
            "weights" => (format!("the weights of `{name}`"), "have"),
            _ => (format!("the {what} of `{name}`"), "has"),
        };
        let message = format!("{of} {have} the type{whose}, {wanted}, found {found}");
        let diagnostic = Diagnostic::new(operand.place, message);
        let note = self.explain(operand);
        self.error(diagnostic.note_if(note));
        None
    }

    /// The derivative along a direction of the variable's type.
    fn along(
        &mut self,
        value: Wire<'b>,
        with: &With<'b>,
        direction: Wire<'b>,
    ) -> Result<Wire<'b>, Error> {
        let Some(places) = &with.places else {
            return self.builder.tangent(value, &with.wires, &[direction]);
        };
        let element = with.ty.element;
        let zero = Value::Scalar(Scalar::Float(Number::typed(0.0, element)));
        let mut directions = Vec::with_capacity(places.len());
        for (&wire, places) in with.wires.iter().zip(places) {
            let shape = wire.ty()?.shape;
            let mut slots = vec![(1, 0); shape.size()];
            for &(there, here) in places {
                slots[there] = (0, number(here));
            }
            let sources = [Value::from(direction), zero.clone()];
            directions.push(self.arranged(shape, element, &sources, slots)?);
        }
        self.builder.tangent(value, &with.wires, &directions)
    }

    /// The derivative by the variable, of the value's elements weighted and added, or of the one
    /// number.
    fn against(
        &mut self,
        value: Wire<'b>,
        with: &With<'b>,
        weights: Option<Wire<'b>>,
    ) -> Result<Wire<'b>, Error> {
        let adjoints = match weights {
            None => self.builder.gradient(value, &with.wires)?,
            Some(weights) => self.builder.adjoints(value, &with.wires, weights)?,
        };
        let Some(places) = &with.places else {
            return adjoints.first().copied().ok_or(Error::NotATensor);
        };
        let mut slots = vec![(0, 0); with.ty.shape.size()];
        for (source, places) in places.iter().enumerate() {
            for &(there, here) in places {
                slots[here] = (number(source), number(there));
            }
        }
        let sources: Vec<Value<'b>> = adjoints.into_iter().map(Value::from).collect();
        self.arranged(with.ty.shape.clone(), with.ty.element, &sources, slots)
    }

    /// An array whose elements come from these values.
    fn arranged(
        &mut self,
        shape: Shape,
        element: graph_ir::Element,
        sources: &[Value<'b>],
        slots: Vec<(u32, u32)>,
    ) -> Result<Wire<'b>, Error> {
        let flat = sources.iter().map(|source| self.flat(source));
        let sources = flat.collect::<Option<_>>().ok_or(Error::NotATensor)?;
        let mut elements = Elements::of_sources(shape, element, sources, slots);
        let whole = self.make_whole(&mut elements);
        self.wire(&whole, element).ok_or(Error::NotATensor)
    }
}

fn number(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
