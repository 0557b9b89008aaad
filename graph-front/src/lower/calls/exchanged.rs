//! Arguments of a function of the block that stand in another order than its parameters: one error,
//! with the call as it is meant, in place of one for each argument.

use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Token};

use super::lengths::WrittenLengths;
use crate::diagnostics::Diagnostic;
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Value};

/// How many arguments are tried in all orders at most: 5 have 120 of them.
const MOST: usize = 5;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A call of a function of the block. Where its arguments are wrong, and right in one other
    /// order alone, that order is the only error.
    pub(super) fn in_order<'x>(
        &mut self,
        name: &Ident,
        declared: impl FnOnce() -> String,
        parameters: &[String],
        operands: &[Operand<'b, 'x>],
        call: impl Fn(&mut Self, &[Operand<'b, 'x>]) -> Value<'b>,
    ) -> Value<'b> {
        let before = self.names.diagnostics.len();
        let value = call(self, operands);
        // A call with a value has an error in the body of the function, and none of its arguments.
        if self.names.diagnostics.len() == before || !value.is_poison() {
            return value;
        }
        let Some(ordered) = self.only_order(parameters, operands, &call) else {
            return value;
        };
        self.names.diagnostics.truncate(before);
        let message = format!("the arguments of `{name}` stand in another order");
        let note = format!("it is declared as `{}`", declared());
        let texts: Option<Vec<String>> = ordered.iter().map(|own| short_text(own.expr)).collect();
        let help = texts.map(|texts| format!("write `{name}({})`", texts.join(", ")));
        let place = operands[0].place.to(operands[operands.len() - 1].place);
        self.error(Diagnostic::new(place, message).note(note).help_if(help))
    }

    /// The operands in the only order in which a call takes them, or, of several, in that in which
    /// most have the names of their parameters; `None` if that is none of them alone. The attempts
    /// leave no trace: their errors are forgotten, and so is the graph of a body with an error.
    fn only_order<'x>(
        &mut self,
        parameters: &[String],
        operands: &[Operand<'b, 'x>],
        call: &impl Fn(&mut Self, &[Operand<'b, 'x>]) -> Value<'b>,
    ) -> Option<Vec<Operand<'b, 'x>>> {
        let is_wrong = operands.iter().any(|operand| operand.value.is_poison());
        if is_wrong || !(2..=MOST).contains(&operands.len()) || self.names.tries_orders.get() {
            return None;
        }
        self.names.tries_orders.set(true);
        let found = self.accepted_order(parameters, operands, call);
        self.names.tries_orders.set(false);
        found
    }

    fn accepted_order<'x>(
        &mut self,
        parameters: &[String],
        operands: &[Operand<'b, 'x>],
        call: &impl Fn(&mut Self, &[Operand<'b, 'x>]) -> Value<'b>,
    ) -> Option<Vec<Operand<'b, 'x>>> {
        let before = self.names.diagnostics.len();
        let mut best: Option<Accepted<'b, 'x>> = None;
        let mut is_alone = true;
        for order in orders(operands.len()) {
            let ordered: Vec<_> = order.iter().map(|&at| operands[at].clone()).collect();
            let value = call(self, &ordered);
            let errors = self.names.diagnostics.len() - before;
            self.names.diagnostics.truncate(before);
            if errors > 0 || value.is_poison() {
                continue;
            }
            let next = Accepted::new(ordered, parameters);
            match &best {
                // Equal arguments are exchanged without a difference.
                Some(best) if best.texts == next.texts || best.named > next.named => {}
                Some(best) if best.named == next.named => is_alone = false,
                _ => (best, is_alone) = (Some(next), true),
            }
        }
        best.filter(|_| is_alone).map(|best| best.ordered)
    }

    /// The call that is meant by `x.g(k)` of a function of the block.
    pub(super) fn as_function(
        &mut self,
        name: &Ident,
        receiver: &Operand<'b, 'e>,
        args: &'e Punctuated<Expr, Token![,]>,
    ) -> Option<String> {
        let text = name.to_string();
        let callee = self.names.functions.get(&text)?;
        let template = self.names.templates.get(&text);
        let expected = match (template, &callee.signature) {
            (Some(template), _) => Some(template.source.signature.inputs.len()),
            (None, signature) => signature.as_ref().map(|own| own.formals().count()),
        };
        let before = self.names.diagnostics.len();
        let mut operands = vec![receiver.clone()];
        operands.extend(args.iter().map(|arg| match arg {
            Expr::Reference(e) => self.operand(&e.expr),
            arg => self.operand(arg),
        }));
        let call = |own: &mut Self, operands: &[Operand<'b, 'e>]| match template {
            Some(template) => own.call_template_operands(
                template,
                WrittenLengths::default(),
                operands,
                receiver.place,
            ),
            None => own.call_operands(name, callee, operands, receiver.place),
        };
        if expected == Some(operands.len()) {
            let is_accepted = !call(self, &operands).is_poison();
            let ordered = match is_accepted {
                true => None,
                false => self.only_order(&[], &operands, &call),
            };
            operands = ordered.unwrap_or(operands);
        }
        self.names.diagnostics.truncate(before);
        let texts = operands.iter().map(|operand| short_text(operand.expr));
        let mut texts: Vec<String> = texts
            .map(|text| text.unwrap_or_else(|| "..".into()))
            .collect();
        if expected.is_some_and(|expected| expected > texts.len()) {
            texts.push("..".into());
        }
        let code = format!("{text}({})", texts.join(", "));
        Some(format!("`{text}` is a function of the block: `{code}`"))
    }
}

/// Operands in an order in which a call takes them.
struct Accepted<'b, 'x> {
    ordered: Vec<Operand<'b, 'x>>,
    texts: Vec<Option<String>>,
    /// How many have the names of their parameters.
    named: usize,
}

impl<'b, 'x> Accepted<'b, 'x> {
    fn new(ordered: Vec<Operand<'b, 'x>>, parameters: &[String]) -> Self {
        let texts = ordered.iter().map(|operand| short_text(operand.expr));
        let texts: Vec<Option<String>> = texts.collect();
        let pairs = texts.iter().zip(parameters);
        let named = pairs.filter(|(text, name)| text.as_ref() == Some(*name));
        Self {
            named: named.count(),
            ordered,
            texts,
        }
    }
}

/// All orders of so many things but the one that they have.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for next in 0..count {
        let longer = orders.iter().flat_map(|order| {
            (0..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, next);
                order
            })
        });
        orders = longer.collect();
    }
    orders.retain(|order| !order.is_sorted());
    orders
}
