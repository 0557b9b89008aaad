//! Derivatives in the language: `deriv`, `jvp`, `vjp`, `jacobian` and `hessian` of a value with
//! respect to a variable, or to several.
//!
//! | file | does |
//! |---|---|
//! | `copies` | refuses a derivative in which a copy of the variable counts |
//! | `independent` | keeps the variables of differentiation distinct from equal values |
//! | `products` | takes products with directions and weights |
//! | `matrices` | takes Jacobians and Hessians apart by variables |
//! | `structs` | takes derivatives by whole structs |
//! | `dependence` | refuses a derivative with respect to a variable on which the value does not depend |

mod brackets;
mod copies;
mod dependence;
mod independent;
mod matrices;
mod products;
mod structs;

pub(super) use independent::Independent;
use independent::Source;

use graph_ir::{Type, Wire};
use syn::Expr;

use super::Lowerer;
use super::calls::Builtin;
use super::expressions::without_parentheses;
use super::report::{grouped, short_text};
use super::values::{Operand, Value};
use super::variables::{Stored, VariableId};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::labels::Labels;
use crate::tokens::mentions;

/// Where the elements of an array come from that is assigned element by element: for each value the
/// positions there and in the array.
type Origins<'b> = Vec<(Wire<'b>, Vec<(usize, usize)>)>;

/// A derivative as it is written: its name, and what stands behind the variable.
#[derive(Clone, Copy)]
struct Asked<'o, 'b, 'e> {
    name: &'o str,
    builtin: Builtin,
    others: &'o [Operand<'b, 'e>],
}

/// The variable that a derivative is taken with respect to.
struct With<'b> {
    id: VariableId,
    ty: Type,
    labels: Labels,
    /// One value, or those that the elements of an array come from.
    wires: Vec<Wire<'b>>,
    /// Of an array by its elements.
    places: Option<Vec<Vec<(usize, usize)>>>,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `deriv(c, x)`, `jvp(y, x, direction)`, `vjp(y, x, weights)`, `jacobian(y, x)` or
    /// `hessian(c, x)`; with respect to several variables at once, `deriv(c, (x, y))`, a tuple.
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
        // Variables have names: a variable that holds a tuple is not several.
        let is_tuple = matches!(without_parentheses(of.expr), Expr::Tuple(_));
        let variables = match is_tuple {
            true => of.parts(),
            false => vec![of.clone()],
        };
        if let Some(error) = turned(name, value, of, others) {
            return self.error(error);
        }
        let asked = Asked {
            name,
            builtin,
            others,
        };
        if self.matrix_by_struct(asked, &variables) {
            return Value::Poison;
        }
        let wire = self.differentiated(builtin, name, value, of);
        let floats = self.floats_of(&variables);
        let groups = floats.iter().map(|floats| {
            let with = { floats.iter() }.map(|(id, of)| self.with(name, value, of, *id));
            with.collect::<Vec<Option<With<'b>>>>()
        });
        let groups: Vec<Vec<Option<With<'b>>>> = groups.collect();
        let groups: Option<Vec<Vec<With<'b>>>> = groups
            .into_iter()
            .map(|group| group.into_iter().collect())
            .collect();
        let (Some(wire), Some(groups)) = (wire, groups) else {
            return Value::Poison;
        };
        if let Some(twice) = asked_twice(name, &groups, &variables) {
            return self.error(twice);
        }
        let factors = match (builtin, others) {
            (Builtin::Jvp, [directions]) => {
                self.directions(name, directions, &groups, &variables, &floats)
            }
            (Builtin::Vjp, [weights]) => {
                let fitted = |ty: Type| self.fitted(name, "weights", weights, (&ty, value));
                wire.ty().ok().and_then(fitted).map(|weights| vec![weights])
            }
            _ => Some(Vec::new()),
        };
        let Some(factors) = factors else {
            return Value::Poison;
        };
        if !self.follows_each(wire, value, &groups, &variables, (asked, place)) {
            return Value::Poison;
        }
        let with: Vec<With<'b>> = groups.into_iter().flatten().collect();
        if let Some(copied) = self.copied_beside(wire, value, &with, place) {
            return self.error(copied);
        }
        self.at(place);
        let before = self.builder.differentiated();
        let derivatives = match builtin {
            Builtin::Jvp => self.along(wire, &with, &factors).map(|along| vec![along]),
            Builtin::Jacobian => self.jacobian(wire, &with),
            Builtin::Hessian => self.hessian(wire, &with),
            _ => self.against(wire, &with, factors.first().copied()),
        };
        match derivatives {
            Ok(derivatives) => {
                let order = self.order(wire);
                let nodes = self.builder.differentiated() - before;
                let source = Source {
                    value: wire,
                    factors,
                    with: wires_of(&with),
                };
                self.independent.add(&derivatives, source, order, nodes);
                let is_tuple = is_tuple && builtin != Builtin::Jvp;
                let labels = labels_of(builtin, &value.value, &with);
                let mut pairs = derivatives.iter().copied().zip(labels.iter().cloned());
                match builtin {
                    Builtin::Deriv | Builtin::Vjp => {
                        let values = self.regrouped(&mut pairs, &variables);
                        match is_tuple {
                            true => Value::Tuple(values.into()),
                            false => values.into_iter().next().unwrap_or(Value::Poison),
                        }
                    }
                    _ => together(&derivatives, &labels, is_tuple.then_some(with.len())),
                }
            }
            Err(error) => self.refused_by(Some(name), &error, place, &operands[..2]),
        }
    }

    /// The value that is differentiated, if it can be.
    fn differentiated(
        &mut self,
        builtin: Builtin,
        name: &str,
        value: &Operand<'b, 'e>,
        of: &Operand<'b, 'e>,
    ) -> Option<Wire<'b>> {
        let ty = value.value.ty(self.float);
        let float = !value.value.is_constant_integer() && ty.as_ref().is_some_and(Type::is_float);
        let scalar = ty.as_ref().is_some_and(Type::is_scalar);
        let of_number = matches!(builtin, Builtin::Deriv | Builtin::Hessian);
        if float && (scalar || !of_number) {
            return self.default_wire(&value.value);
        }
        let own = self.float;
        let float_in = |part: &Value<'b>| {
            part.is_float() && part.ty(own).is_some_and(|ty| ty.is_scalar() || !of_number)
        };
        let found = self.describe(&value.value);
        let wanted = match of_number {
            true => "one number",
            false => "a floating point number or an array of them",
        };
        let message = format!("`{name}` differentiates {wanted}, found {found}");
        if let Some(help) = self.value_behind(name, value, of) {
            let diagnostic = Diagnostic::new(value.place, message);
            self.error(diagnostic.note_if(self.explain(value)).help(help));
            return None;
        }
        let help = short_text(value.expr).filter(|_| float);
        let variable = short_text(of.expr).unwrap_or_else(|| "x".into());
        let second = second_of(builtin, value.expr);
        let help = help.map(|text| {
            if let Some(number) = second {
                return format!("the second derivatives are `hessian({number}, {variable})`");
            }
            let weighted = match builtin {
                Builtin::Hessian if value.value.shape().is_some_and(|shape| shape.rank() == 1) => {
                    format!("dot(weights, {text})")
                }
                Builtin::Hessian => format!("sum(weights * {})", grouped(&text)),
                _ => format!("vjp({text}, {variable}, weights)"),
            };
            let is_struct = matches!(of.value, Value::Tuple(_));
            let all = match builtin {
                // No matrix has the derivatives by a struct.
                _ if is_struct => String::new(),
                Builtin::Deriv => format!("; all derivatives are `jacobian({text}, {variable})`"),
                Builtin::Hessian => {
                    format!("; the first derivatives of all are `jacobian({text}, {variable})`")
                }
                _ => String::new(),
            };
            format!("differentiate the sum, `sum({text})`, or a weighted one: `{weighted}`{all}")
        });
        let help = help.or_else(|| one_of_parts(value, float_in));
        let diagnostic = Diagnostic::new(value.place, message).note_if(self.explain(value));
        self.error(diagnostic.help_if(help));
        None
    }

    /// The help for a tuple in the place of a variable: a name for each of its values, which are no
    /// variables of their own.
    fn by_each_part(
        &self,
        name: &str,
        value: &Operand<'b, 'e>,
        of: &Operand<'b, 'e>,
    ) -> Option<String> {
        let Value::Tuple(parts) = &of.value else {
            return None;
        };
        let (text, value) = (short_text(of.expr)?, short_text(value.expr)?);
        let names = self.unused_names(parts.len());
        let floats = names.iter().zip(parts).filter(|(_, part)| part.is_float());
        let floats: Vec<&str> = floats.map(|(name, _)| name.as_str()).collect();
        let by = match &floats[..] {
            [] => return None,
            [only] => (*only).to_owned(),
            all => format!("({})", all.join(", ")),
        };
        Some(format!(
            "name its values before they are used, `let ({}) = {text};`, and write \
             `{name}({value}, {by})`",
            names.join(", ")
        ))
    }

    /// The help for a variable in the place of the value, where a number is computed from it that
    /// stands in the place of the variable.
    fn value_behind(
        &mut self,
        name: &str,
        variable: &Operand<'b, 'e>,
        value: &Operand<'b, 'e>,
    ) -> Option<String> {
        let is_number = value.value.ty(self.float)?.is_scalar();
        let [Value::Tensor(from), Value::Tensor(to)] = [&variable.value, &value.value] else {
            return None;
        };
        let is_computed = is_number && self.builder.depends(to.wire, &[from.wire]) == Ok(true);
        let texts = [value.expr, variable.expr].map(short_text);
        match texts {
            [Some(value), Some(variable)] if is_computed => Some(format!(
                "the value stands first, and the variable behind it: `{name}({value}, {variable})`"
            )),
            _ => None,
        }
    }

    /// The variable that a derivative is taken with respect to.
    fn with(
        &mut self,
        name: &str,
        value: &Operand<'b, 'e>,
        of: &Operand<'b, 'e>,
        id: Option<VariableId>,
    ) -> Option<With<'b>> {
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
                let help = self.by_each_part(name, value, of);
                let diagnostic = Diagnostic::new(of.place, message).note_if(note);
                self.error(diagnostic.help_if(help));
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
            labels: of.value.labels(),
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
            (Expr::Array(list), Some(value))
                if name == "deriv"
                    && let Some(base) = elements_of_one(list) =>
            {
                let parts = list.elems.iter().map(|part| {
                    let part = print(part);
                    format!("d{}", part.strip_prefix(&base).unwrap_or_default())
                });
                let parts: Vec<String> = parts.collect();
                format!(
                    "take parts of the derivative: `let d = deriv({value}, {base});`, and \
                     `[{}]`",
                    parts.join(", ")
                )
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
        let labels = like.value.labels();
        let fit = |lowerer: &mut Self, ty: &Type| {
            let value = lowerer.fit_type(&operand.value, ty, &labels)?;
            lowerer.wire(&value, ty.element)
        };
        if let Some(wire) = fit(self, ty) {
            return Some(wire);
        }
        self.at(operand.place);
        if let Some(wire) = fit(self, &scalar) {
            return self.builder.broadcast(wire, &ty.shape, &[]).ok();
        }
        let wanted = self.describe_array(ty, &labels);
        let found = self.describe(&operand.value);
        let whose = short_text(like.expr).map_or(String::new(), |text| format!(" of `{text}`"));
        let (of, have) = match what {
            "weights" => (format!("the weights of `{name}`"), "have"),
            _ => (format!("the {what} of `{name}`"), "has"),
        };
        let message = format!("{of} {have} the type{whose}, {wanted}, found {found}");
        let diagnostic = Diagnostic::new(operand.place, message);
        let note = self.explain(operand);
        let diagnostic = self.with_axes(diagnostic.note_if(note), operand, &labels);
        self.error(diagnostic);
        None
    }
}

/// The values behind all variables.
fn wires_of<'b>(with: &[With<'b>]) -> Vec<Wire<'b>> {
    with.iter()
        .flat_map(|with| with.wires.iter().copied())
        .collect()
}

/// Derivatives by one variable, or by so many as a tuple; second derivatives by several of them are
/// a tuple of tuples.
fn together<'b>(
    derivatives: &[Wire<'b>],
    labels: &[Labels],
    variables: Option<usize>,
) -> Value<'b> {
    let values = derivatives.iter().zip(labels);
    let values = values.map(|(&wire, labels)| Value::from(wire).labelled(labels.clone()));
    let values: Vec<Value<'b>> = values.collect();
    match variables {
        None => values.into_iter().next().unwrap_or(Value::Poison),
        Some(count) if values.len() > count => {
            let rows = values
                .chunks(count)
                .map(|row| Value::Tuple(row.to_vec().into()));
            Value::Tuple(rows.collect())
        }
        Some(_) => Value::Tuple(values.into()),
    }
}

/// For each derivative the names of its dimensions: those of the value, of the variable, or of both.
fn labels_of(builtin: Builtin, value: &Value<'_>, with: &[With<'_>]) -> Vec<Labels> {
    let both = |labels: &Labels, rank: usize, with: &With<'_>| {
        labels.followed_by(rank, &with.labels, with.ty.shape.rank())
    };
    let (own, rank) = (
        value.labels(),
        value.shape().map_or(0, |shape| shape.rank()),
    );
    match builtin {
        Builtin::Jvp => vec![own],
        Builtin::Jacobian => with.iter().map(|with| both(&own, rank, with)).collect(),
        Builtin::Hessian => {
            let pairs = with
                .iter()
                .flat_map(|rows| with.iter().map(move |of| (rows, of)));
            let pairs = pairs.map(|(rows, of)| both(&rows.labels, rows.ty.shape.rank(), of));
            pairs.collect()
        }
        _ => with.iter().map(|with| with.labels.clone()).collect(),
    }
}

/// The number of which a value is the derivative already: `deriv(c, x)`.
fn second_of(builtin: Builtin, value: &Expr) -> Option<String> {
    let Expr::Call(call) = without_parentheses(value) else {
        return None;
    };
    let is_first = matches!(&*call.func, Expr::Path(path) if path.path.is_ident("deriv"));
    let number = call
        .args
        .first()
        .filter(|_| is_first && builtin == Builtin::Deriv)?;
    short_text(number)
}

/// The error for a variable in the place of the value: `deriv(x, dot(x, x))`.
fn turned(
    name: &str,
    value: &Operand<'_, '_>,
    of: &Operand<'_, '_>,
    others: &[Operand<'_, '_>],
) -> Option<Diagnostic> {
    let Expr::Path(variable) = without_parentheses(value.expr) else {
        return None;
    };
    let variable = variable.path.get_ident()?;
    let is_made = matches!(
        without_parentheses(of.expr),
        Expr::Binary(_) | Expr::Call(_) | Expr::MethodCall(_)
    );
    let text = short_text(of.expr).filter(|_| is_made)?;
    if !mentions(of.expr, |name| variable == name) {
        return None;
    }
    let message = format!("the value stands first in `{name}`, and the variable behind it");
    let others = others.iter().map(|other| short_text(other.expr));
    let others: Vec<String> = others.collect::<Option<_>>()?;
    let others: String = others.iter().map(|other| format!(", {other}")).collect();
    let help = format!("write `{name}({text}, {variable}{others})`");
    Some(Diagnostic::new(value.place.to(of.place), message).help(help))
}

/// The error for a variable that stands twice among those of a derivative.
fn asked_twice(
    name: &str,
    groups: &[Vec<With<'_>>],
    variables: &[Operand<'_, '_>],
) -> Option<Diagnostic> {
    let are_same = |a: &With<'_>, b: &With<'_>| {
        let wires = a.wires.first().zip(b.wires.first());
        a.id == b.id && wires.is_none_or(|(a, b)| a.is_same(*b))
    };
    let meet = |a: &[With<'_>], b: &[With<'_>]| a.iter().any(|a| b.iter().any(|b| are_same(a, b)));
    let again = (0..groups.len()).find(|&i| groups[..i].iter().any(|own| meet(own, &groups[i])))?;
    let text = print(without_parentheses(variables[again].expr));
    let message = format!("`{name}` is asked for `{text}` twice");
    let help = format!(
        "remove it here; where two arguments of a function have the value of `{text}`, give each a \
         variable of its own: `let other = {text};`"
    );
    Some(Diagnostic::new(variables[again].place, message).help(help))
}

/// The variable whose elements an array consists of, `[x[0], x[1]]`.
fn elements_of_one(list: &syn::ExprArray) -> Option<String> {
    let bases = list.elems.iter().map(|part| {
        let mut base = part;
        while let Expr::Index(index) = base {
            base = &index.expr;
        }
        matches!((part, base), (Expr::Index(_), Expr::Path(_))).then(|| print(base))
    });
    let bases: Vec<String> = bases.collect::<Option<_>>()?;
    let first = bases.first()?.clone();
    bases.iter().all(|base| *base == first).then_some(first)
}

/// The help for a tuple or a struct in the place of the value: one of its parts that can be
/// differentiated.
fn one_of_parts<'b>(value: &Operand<'b, '_>, fits: impl Fn(&Value<'b>) -> bool) -> Option<String> {
    let Value::Tuple(parts) = &value.value else {
        return None;
    };
    let whole = if parts.of().is_some() {
        "fields"
    } else {
        "values"
    };
    let is_place = matches!(
        without_parentheses(value.expr),
        Expr::Path(_) | Expr::Field(_)
    );
    let text = short_text(value.expr).filter(|_| is_place)?;
    let (step, _) = parts.steps().find(|(_, part)| fits(part))?;
    Some(format!(
        "differentiate one of its {whole}: `{}{step}`",
        grouped(&text)
    ))
}
