//! Whether a value depends on the variable with respect to which it is to be differentiated.
//!
//! A derivative that is zero because the variable has no part in the value is most often a mistake:
//! a variable that was assigned in between, or an argument in place of a copy. In a loop, a
//! dependence may come and go: there it is reported where no repetition has one.

use graph_ir::{Error, Wire};

use super::independent::Site;
use super::{Asked, With, wires_of};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::calls::Builtin;
use crate::lower::expressions::without_parentheses;
use crate::lower::loops::{HandedOn, Undecided, leaves};
use crate::lower::report::short_text;
use crate::lower::values::Operand;
use crate::lower::variables::{Stored, VariableId};

/// The number of nodes that all derivatives in a function may go through: in each repetition of an
/// unrolled loop there may be more of them.
const MAX_NODES: usize = 1 << 18;

/// The number of them from the third order on, and the number for each node that derivatives of the
/// first order go through: each order is about twice as long as the one before, so that without a
/// bound the length of the code would be exponential in that of the text.
const MAX_NODES_OF_HIGH_ORDER: usize = 1 << 11;
const FOR_EACH_NODE: usize = 16;
const HIGH_ORDER: usize = 3;

/// The number of values that may be searched for a variable behind derivatives in a function:
/// beyond it, a derivative may be zero.
const MAX_SEARCHES: usize = 1 << 14;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Whether a value depends on a variable, on some of the floats of a struct; reports it if it does not. In a loop, and of a
    /// derivative, a dependence may be missing at times, and its derivative is zero: unless the value
    /// is computed from what was assigned over.
    pub(super) fn follows(
        &mut self,
        wire: Wire<'b>,
        value: &Operand<'b, 'e>,
        group: &[With<'b>],
        of: &Operand<'b, 'e>,
        (asked, place): (Asked<'_, 'b, 'e>, SourcePlace),
    ) -> bool {
        if self.too_long(wire, place) {
            return false;
        }
        if !group
            .iter()
            .all(|with| self.stays_in_iteration(wire, value, with, place))
        {
            return false;
        }
        let all = wires_of(group);
        match self.builder.depends(wire, &all) {
            Ok(true) => match { group.iter() }.find(|with| self.precedes_elements(wire, with)) {
                Some(with) => {
                    self.before_assignments(value, with, place);
                    false
                }
                None => {
                    self.independent.reached.insert(site(value, of));
                    true
                }
            },
            Ok(false) if self.leads_through_derivatives(wire, &all) => true,
            Ok(false) => {
                let diagnostic = self.independent_of(wire, value, group, of, (asked, place));
                let is_replaced = { group.iter() }.any(|own| self.is_made_of_replaced(wire, own));
                let may_come = self.loops.bodies > 0 && !is_replaced;
                let absent = &mut self.independent.absent;
                match may_come {
                    true => absent.push((site(value, of), diagnostic)),
                    false if self.has_errors() => {}
                    false => self.report_independence(diagnostic),
                }
                may_come
            }
            Err(Error::OutsideOfLoop { part }) => {
                self.loops.through += 1;
                let is_own = self.builder.depends_so_far(wire, &all) == Ok(true);
                self.outside_of_loop((part, is_own), value, of, place);
                false
            }
            Err(error) => {
                self.refused(&error, place, &[]);
                false
            }
        }
    }

    /// Reports, at the end of the function, the derivatives in loops that are zero in every
    /// repetition. One that is written for several lengths may have its dependence at another one.
    pub(in crate::lower) fn report_absent(&mut self) {
        let is_of_length = self.signature.is_some_and(|own| own.lengths.has_numbers());
        if is_of_length || self.has_errors() {
            return;
        }
        for (site, diagnostic) in std::mem::take(&mut self.independent.absent) {
            if self.independent.reached.insert(site) {
                self.report_independence(diagnostic);
            }
        }
    }

    fn report_independence(&mut self, diagnostic: Diagnostic) {
        self.error(diagnostic);
        // It takes nothing away from other values.
        self.errors_before += 1;
    }

    /// Whether a value is computed from one that a variable had before an assignment.
    fn is_made_of_replaced(&self, wire: Wire<'b>, with: &With<'b>) -> bool {
        let replaced = self.independent.replaced.get(&with.id);
        let replaced = replaced.into_iter().flatten();
        // Those of a region that has ended have no part in a value that is in scope.
        let replaced = replaced.filter(|wire| wire.ty().is_ok()).copied();
        let replaced: Vec<Wire<'b>> = replaced.collect();
        self.builder.depends_so_far(wire, &replaced) == Ok(true)
    }

    /// Whether elements of an array were assigned after a value was computed from those that they
    /// replaced: the others alone would have a derivative.
    fn precedes_elements(&self, wire: Wire<'b>, with: &With<'b>) -> bool {
        let is_later = |&now: &Wire<'b>| self.builder.precedes(wire, now) == Ok(true);
        with.places.is_some()
            && with.wires.iter().any(is_later)
            && self.is_made_of_replaced(wire, with)
    }

    /// Whether the derivative follows nothing from one iteration of a kept loop to the next: a value
    /// that is computed from one variable that iterations hand on may depend on another one, as it
    /// was at the end of the iteration before. Where the rest of the body decides that, it is noted.
    fn stays_in_iteration(
        &mut self,
        wire: Wire<'b>,
        value: &Operand<'b, 'e>,
        with: &With<'b>,
        place: SourcePlace,
    ) -> bool {
        let text = value_text(value);
        for number in 0..self.loops.open.len() {
            let handed_on = self.loops.open[number].handed_on.clone();
            let is_own = |own: &&HandedOn<'b>| {
                let mut pairs = own.now.iter().zip(&with.wires);
                own.id == with.id && pairs.all(|(a, b)| a.is_same(*b))
            };
            let Some(own) = handed_on.iter().find(is_own) else {
                continue;
            };
            let depends = |value: Wire<'b>, starts: &[Wire<'b>]| {
                self.builder.depends_so_far(value, starts) == Ok(true)
            };
            if depends(wire, &own.first) {
                let held = self.copied_before(wire, with.id, &own.first);
                self.before_the_loop(&text, with.id, place, held);
                return false;
            }
            let others = handed_on.iter().filter(|other| other.id != with.id);
            for other in others.filter(|other| depends(wire, &other.now)) {
                let undecided = Undecided {
                    with: with.id,
                    other: other.id,
                    place,
                    text: text.clone(),
                };
                if other.first.iter().any(|&first| depends(first, &own.first)) {
                    self.iteration_before(&undecided);
                    return false;
                }
                self.loops.open[number].undecided.push(undecided);
            }
        }
        true
    }

    /// Reports, at the end of a loop's body, the derivatives that would follow its iterations.
    pub(in crate::lower) fn decide_derivatives(&mut self) {
        let Some(open) = self.loops.open.last_mut() else {
            return;
        };
        for undecided in std::mem::take(&mut open.undecided) {
            let [with, other] = [undecided.with, undecided.other].map(|id| self.last_wires(id));
            let depends = |&value: &Wire<'b>| self.builder.depends_so_far(value, &with) == Ok(true);
            if other.iter().any(depends) {
                self.iteration_before(&undecided);
            }
        }
    }

    /// The tensors of a variable as it is.
    pub(super) fn last_wires(&self, id: VariableId) -> Vec<Wire<'b>> {
        let mut tensors = Vec::new();
        match &self.variables.get(id).stored {
            Stored::Value(value) => leaves(value, &mut tensors),
            Stored::Elements(elements) => return self.origins_of(elements),
            Stored::Fields(_) => {
                let fields = self.variables.holders(id).into_iter();
                return fields.flat_map(|field| self.last_wires(field)).collect();
            }
            Stored::Nothing | Stored::Part(_) => {}
        }
        tensors.iter().map(|tensor| tensor.wire).collect()
    }

    fn before_the_loop(
        &mut self,
        text: &str,
        with: VariableId,
        place: SourcePlace,
        held: Option<String>,
    ) {
        self.loops.through += 1;
        let name = &self.variables.get(with).name;
        let message = format!(
            "{text} is computed from a value that depends on `{name}` as it was before the loop, in \
             the first repetition alone"
        );
        let help = held.unwrap_or(format!("compute that value from `{name}` in the loop"));
        self.error(Diagnostic::new(place, message).help(help));
    }

    fn iteration_before(&mut self, undecided: &Undecided) {
        self.loops.through += 1;
        let [name, other] =
            [undecided.with, undecided.other].map(|id| self.variables.get(id).name.clone());
        let text = &undecided.text;
        let message = match *text == format!("`{other}`") {
            true => format!("{text} is what the repetition before computed from `{name}`"),
            false => format!(
                "{text} is computed from `{other}`, which the repetition before computed from \
                 `{name}`"
            ),
        };
        let help = format!(
            "compute it in this repetition, before it is differentiated: a derivative in a loop does \
             not follow `{other}` to the repetition before"
        );
        self.error(Diagnostic::new(undecided.place, message).help(help));
    }

    /// Whether the derivatives go through more than is allowed, which is reported.
    fn too_long(&mut self, wire: Wire<'b>, place: SourcePlace) -> bool {
        let nodes = self.builder.differentiated();
        if nodes <= MAX_NODES_OF_HIGH_ORDER {
            return false;
        }
        let order = self.order(wire) + 1;
        let of_first = self.independent.of_first_order;
        let high = MAX_NODES_OF_HIGH_ORDER.saturating_add(FOR_EACH_NODE.saturating_mul(of_first));
        let (limit, of, help) = match order >= HIGH_ORDER && high < MAX_NODES {
            true => (
                high,
                format!(", and this one is of order {order}"),
                "each order is about twice as long as the one before: ask for the derivatives of \
                 the whole function by `#[derivatives(taylor(8))]`",
            ),
            false => (
                MAX_NODES,
                String::new(),
                "in an unrolled loop each is taken anew: let the loop stay one",
            ),
        };
        if nodes <= limit {
            return false;
        }
        let message =
            format!("the derivatives in this function go through more than {limit} operations{of}");
        self.loops.certain += 1;
        self.error(Diagnostic::new(place, message).help(help));
        true
    }

    /// How many times a value is differentiated, as far as that can be seen from where it is.
    pub(super) fn order(&self, wire: Wire<'b>) -> usize {
        let derivatives = &self.independent.derivatives;
        let highest = derivatives.iter().map(|taken| taken.order).max();
        let mut orders = (1..=highest.unwrap_or(0)).rev();
        let reached = orders.find(|&order| {
            let made = derivatives.iter().filter(|taken| taken.order == order);
            let there = made
                .map(|taken| taken.made)
                .filter(|made| made.ty().is_ok());
            let made: Vec<Wire<'b>> = there.collect();
            !made.is_empty() && self.builder.depends(wire, &made) != Ok(false)
        });
        reached.unwrap_or(0)
    }

    /// Whether a value may be made of a derivative that is zero, or lacks the variable, for what
    /// the function is: the second derivative of a product along one factor. The variable leads to
    /// what was differentiated there, or that was differentiated with respect to it.
    fn leads_through_derivatives(&mut self, wire: Wire<'b>, with: &[Wire<'b>]) -> bool {
        let taken = &self.independent.derivatives;
        // Those of a region that has ended may stand behind anything.
        if taken.iter().any(|taken| taken.made.ty().is_err()) {
            return true;
        }
        let is_with = |wire: &Wire<'b>| with.iter().any(|own| own.is_same(*wire));
        let mut reached = vec![wire];
        // A derivative is made of earlier ones.
        for taken in taken.iter().rev() {
            self.independent.searches += reached.len();
            if self.independent.searches > MAX_SEARCHES {
                return true;
            }
            let made = [taken.made];
            let mut values = reached.iter();
            if !values.any(|&value| self.builder.depends(value, &made) != Ok(false)) {
                continue;
            }
            let source = &*taken.source;
            let leads = |of: &Wire<'b>| self.builder.depends(*of, with) != Ok(false);
            // A variable that is the value itself leads to it along no computation.
            if source.with.iter().any(is_with)
                || !is_with(&source.value) && leads(&source.value)
                || source.factors.iter().any(leads)
            {
                return true;
            }
            for &of in source.factors.iter().chain([&source.value]) {
                if !reached.iter().any(|there| there.is_same(of)) {
                    reached.push(of);
                }
            }
        }
        false
    }

    fn independent_of(
        &self,
        wire: Wire<'b>,
        value: &Operand<'b, 'e>,
        group: &[With<'b>],
        of: &Operand<'b, 'e>,
        (asked, place): (Asked<'_, 'b, 'e>, SourcePlace),
    ) -> Diagnostic {
        let with = &group[0];
        let variable = self.variables.get(with.id);
        let name = short_text(of.expr).unwrap_or(variable.name.clone());
        let text = value_text(value);
        let exchanged = || self.exchanged(wire, value, &wires_of(group), of, asked);
        let help = match variable.mutable {
            _ if let Some(exchanged) = exchanged() => exchanged,
            true => format!(
                "a derivative is with respect to what `{name}` is now: compute {text} from it after \
                 its last assignment"
            ),
            false => {
                let zeros = zeros(asked.builtin, value, with, of);
                let zeros = zeros.map_or(String::new(), |zeros| {
                    format!(", or write the zeros: `{zeros}`")
                });
                format!("compute {text} from `{name}`{zeros}")
            }
        };
        let diagnostic = Diagnostic::new(place, format!("{text} does not depend on `{name}`"));
        let diagnostic = diagnostic.note_if(self.explain(value));
        let diagnostic = diagnostic.note_if(self.explain(of));
        diagnostic.help(help)
    }

    /// The help for a variable in the place of the value, where the value that stands in the place of
    /// the variable is computed from it.
    fn exchanged(
        &self,
        wire: Wire<'b>,
        value: &Operand<'b, 'e>,
        with: &[Wire<'b>],
        of: &Operand<'b, 'e>,
        Asked { name, others, .. }: Asked<'_, 'b, 'e>,
    ) -> Option<String> {
        self.variable_of(value.expr)?;
        let is_computed = |&with: &Wire<'b>| self.builder.depends(with, &[wire]) == Ok(true);
        let texts = [value.expr, of.expr].map(short_text);
        let others = others.iter().map(|other| short_text(other.expr));
        let others: Vec<String> = others.collect::<Option<_>>()?;
        let others: String = others.iter().map(|other| format!(", {other}")).collect();
        match texts {
            [Some(value), Some(variable)] if with.iter().any(is_computed) => Some(format!(
                "the value stands first, and the variable behind it: `{name}({variable}, \
                 {value}{others})`"
            )),
            _ => None,
        }
    }

    fn before_assignments(&mut self, value: &Operand<'b, 'e>, with: &With<'b>, place: SourcePlace) {
        let name = &self.variables.get(with.id).name;
        let text = value_text(value);
        let message = format!("elements of `{name}` were assigned after {text} was computed");
        let help = format!(
            "a derivative is with respect to what `{name}` is now: compute {text} from it after its \
             last assignment"
        );
        self.error(Diagnostic::new(place, message).help(help));
    }

    fn outside_of_loop(
        &self,
        (part, is_own): (bool, bool),
        value: &Operand<'b, 'e>,
        of: &Operand<'b, 'e>,
        place: SourcePlace,
    ) {
        let name = print(without_parentheses(of.expr));
        let text = value_text(value);
        let (message, help) = match part {
            true => (
                format!(
                    "{text} is computed from a part of an array that each repetition takes, which \
                     may depend on `{name}`"
                ),
                "name the part in the loop, and differentiate with respect to it: \
                 `let part = x[i];`"
                    .into(),
            ),
            false => (
                format!(
                    "{text} is computed from what repetitions of the loop hand on, which may depend \
                     on `{name}`"
                ),
                match is_own {
                    true => format!(
                        "name in the loop what is to vary, and use it in place of `{name}`: \
                         `let own = {name};`"
                    ),
                    false => "a derivative in a loop does not follow the repetitions before this \
                              one: take it behind the loop"
                        .into(),
                },
            ),
        };
        let diagnostic = Diagnostic::new(place, message).note_if(self.explain(of));
        self.error(diagnostic.help(help));
    }
}

/// The places of a value and of a variable in the text, which all repetitions share.
fn site(value: &Operand<'_, '_>, of: &Operand<'_, '_>) -> Site {
    [value, of].map(|operand| std::ptr::from_ref(operand.expr))
}

/// A value in the words of a message.
fn value_text(value: &Operand<'_, '_>) -> String {
    short_text(value.expr).map_or("this value".into(), |text| format!("`{text}`"))
}

/// The code of a derivative that is zero, in its own shape.
fn zeros(
    builtin: Builtin,
    value: &Operand<'_, '_>,
    with: &With<'_>,
    of: &Operand<'_, '_>,
) -> Option<String> {
    let rank = value.value.shape()?.rank();
    let own = with.ty.shape.rank();
    let like = |operand: &Operand<'_, '_>| {
        short_text(operand.expr).map(|text| format!("zeros_like({text})"))
    };
    match (builtin, rank, own) {
        (Builtin::Deriv | Builtin::Vjp, ..)
        | (Builtin::Jacobian, 0, _)
        | (Builtin::Hessian, _, 0) => like(of),
        (Builtin::Jvp, ..) | (Builtin::Jacobian, _, 0) => like(value),
        _ => {
            let rows = match builtin {
                Builtin::Hessian => with.ty.shape.clone(),
                _ => value.value.shape()?,
            };
            let extents = rows.counts().into_iter().chain(with.ty.shape.counts());
            let extents: Vec<String> = extents.map(|extent| extent.to_string()).collect();
            Some(format!("zeros([{}])", extents.join(", ")))
        }
    }
}
