//! Copies of the variables with respect to which a body differentiates: `let old = u;`.
//!
//! A copy is the same value, and a derivative counts it. Where `u` is assigned later, and a residual
//! is made of `u` and of `old`, it was meant as a constant as often as not, and the program says
//! nothing of it: such a derivative is an error. A copy is a value of its own in the graph, so that
//! its uses are known.

use graph_ir::Wire;
use syn::{Expr, Pat};

use super::With;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::expressions::{behind_fields, without_parentheses};
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Value};
use crate::lower::variables::{Field, Stored, VariableId};

/// A name for what a variable was.
pub(in crate::lower) struct Copied<'b> {
    /// The variable, and the values that it was.
    of: VariableId,
    were: Vec<Wire<'b>>,
    /// The other variable, and its value.
    id: VariableId,
    name: String,
    wire: Wire<'b>,
    /// Whether it may be assigned.
    mutable: bool,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The variables that parts of an expression name, with the names that a pattern gives their
    /// values: those alone that are assigned, and that derivatives are taken with respect to.
    pub(in crate::lower) fn copies_in(
        &mut self,
        pattern: &Pat,
        expr: &Expr,
    ) -> Vec<(Field, String)> {
        let (mut found, mut open) = (Vec::new(), vec![(pattern, expr)]);
        while let Some((pattern, expr)) = open.pop() {
            match (pattern, without_parentheses(expr)) {
                (Pat::Paren(p), expr) => open.push((&p.pat, expr)),
                (Pat::Type(p), expr) => open.push((&p.pat, expr)),
                (Pat::Tuple(p), Expr::Tuple(e)) => open.extend(p.elems.iter().zip(&e.elems)),
                (Pat::Slice(p), Expr::Array(e)) => open.extend(p.elems.iter().zip(&e.elems)),
                (Pat::Ident(p), expr) => {
                    let copied = self.copied(expr).map(|id| (id, p.ident.to_string()));
                    found.extend(copied);
                }
                _ => {}
            }
        }
        found
    }

    /// The variable, or the field of one, that an expression names and is a copy of, if it is
    /// assigned and derivatives are taken with respect to it.
    pub(in crate::lower) fn copied(&mut self, expr: &Expr) -> Option<Field> {
        let (base, names) = behind_fields(expr);
        let name = match base {
            Expr::Path(path) => path.path.get_ident()?.to_string(),
            Expr::MethodCall(call) if call.method == "clone" && names.is_empty() => {
                return self.copied(&call.receiver);
            }
            _ => return None,
        };
        let id = self.variables.find(&name)?;
        let is_assigned = self.variables.get(id).mutable;
        if !is_assigned || !self.independent.names.contains(&name) {
            return None;
        }
        self.variables.hold_fields(id);
        match (&self.variables.get(id).stored, names.is_empty()) {
            (_, false) => self.field_at(id, &names),
            (Stored::Fields(fields), true) => Some(Field::Several((**fields).clone())),
            (_, true) => Some(Field::One(id)),
        }
    }

    /// Notes that variables in scope have just become copies of others.
    pub(in crate::lower) fn note_copies(&mut self, copies: Vec<(Field, String)>) {
        for (of, name) in copies {
            if let Some(id) = self.variables.find(&name) {
                self.note_copy(&of, id);
            }
        }
    }

    /// Notes that a variable has just become a copy of another one, and gives it a value of its own;
    /// of a struct, each of its fields.
    pub(in crate::lower) fn note_copy(&mut self, of: &Field, id: VariableId) {
        let mut were = Vec::new();
        of.variables(&mut were);
        if let Field::Several(_) = of {
            self.variables.hold_fields(id);
        }
        let own = self.variables.holders(id);
        if own.len() == were.len() {
            for (of, id) in were.into_iter().zip(own) {
                self.note_copy_of_one(of, id);
            }
        }
    }

    fn note_copy_of_one(&mut self, of: VariableId, id: VariableId) {
        let variable = self.variables.get(id);
        let (name, mutable) = (variable.name.clone(), variable.mutable);
        let Stored::Value(value @ Value::Tensor(_)) = &variable.stored else {
            return;
        };
        let value = value.clone();
        let whole = self.variables.name_of_whole(id);
        let is_apart = self.independent.names.contains(whole);
        let own = match &value {
            Value::Tensor(tensor) if is_apart => tensor.wire,
            Value::Tensor(tensor) => match self.builder.variable(tensor.wire) {
                Ok(wire) => wire,
                Err(_) => return,
            },
            _ => return,
        };
        let were = self.last_wires(of);
        // A variable that has another value now differentiates along none of the copies before.
        let is_present = |copy: &Copied<'b>| copy.of != of || are_same(&copy.were, &were);
        self.independent.copies.retain(is_present);
        self.independent.copies.push(Copied {
            of,
            were,
            id,
            name,
            wire: own,
            mutable,
        });
        if !is_apart {
            let own = Value::from(own).labelled(value.labels());
            self.variables.represent(id, Stored::Value(own));
        }
    }

    /// The error for a derivative of a value that is computed both from a variable that is assigned
    /// and from a copy of it.
    pub(super) fn copied_beside(
        &self,
        wire: Wire<'b>,
        value: &Operand<'b, 'e>,
        with: &[With<'b>],
        place: SourcePlace,
    ) -> Option<Diagnostic> {
        let wires: Vec<Wire<'b>> = with.iter().flat_map(|with| with.wires.clone()).collect();
        let copies = self.independent.copies.iter().filter(|copy| {
            let of = with.iter().find(|with| with.id == copy.of);
            of.is_some_and(|with| are_same(&with.wires, &copy.were))
                && !wires.iter().any(|wire| wire.is_same(copy.wire))
                && (!copy.mutable || self.is_still(copy))
        });
        let mut both = copies.filter(|copy| {
            self.builder.depends_so_far(wire, &[copy.wire]) == Ok(true)
                && self.builder.depends_past(wire, &copy.were, copy.wire) == Ok(true)
        });
        let copy = both.next()?;
        let (name, old) = (&self.variables.get(copy.of).name, &copy.name);
        let text = short_text(value.expr).map_or("this value".into(), |text| format!("`{text}`"));
        let message = format!(
            "{text} is computed from `{name}` and from `{old}`, a copy of it, which counts as \
             `{name}` does"
        );
        let help = format!(
            "{}; to let it count, write `{name}` for `{old}`",
            self.held(copy)
        );
        Some(Diagnostic::new(place, message).help(help))
    }

    /// The help for a value that is computed from a copy of a variable before a loop.
    pub(super) fn copied_before(
        &self,
        wire: Wire<'b>,
        of: VariableId,
        before: &[Wire<'b>],
    ) -> Option<String> {
        let copies = self.independent.copies.iter();
        let mut copies = copies.filter(|copy| copy.of == of && are_same(&copy.were, before));
        let leads =
            |copy: &&Copied<'b>| self.builder.depends_so_far(wire, &[copy.wire]) == Ok(true);
        let copy = copies.find(leads)?;
        Some(self.held(copy))
    }

    /// The help that a variable starts from what is a constant for its derivatives.
    fn held(&self, copy: &Copied<'b>) -> String {
        let (name, old) = (&self.variables.get(copy.of).name, &copy.name);
        if name.contains('.') {
            return format!(
                "to hold `{old}` constant, write `stop_gradient({name})` where it is made"
            );
        }
        format!(
            "to hold `{old}` constant, bind it first, and have `{name}` start from it: `let {old} = \
             ..; let mut {name} = {old};`"
        )
    }

    /// Whether a variable that may be assigned is the copy still.
    fn is_still(&self, copy: &Copied<'b>) -> bool {
        let variable = self.variables.in_scope(copy.id);
        variable.is_some_and(|variable| variable.name == copy.name)
            && are_same(&self.last_wires(copy.id), &[copy.wire])
    }
}

fn are_same<'b>(some: &[Wire<'b>], others: &[Wire<'b>]) -> bool {
    let mut pairs = some.iter().zip(others);
    some.len() == others.len() && pairs.all(|(a, b)| a.is_same(*b))
}
