//! Arrays in the place of numbers in calls of the block's own functions: only functions of the
//! language are applied element by element, and `map` applies others.

use graph_ir::Element;

use crate::diagnostics::Diagnostic;
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::Operand;
use crate::signature::{Formal, Signature, concrete};

/// Whether an operand is an array where the function takes a number.
pub(super) fn is_rows(operand: &Operand<'_, '_>, formal: Formal<'_>) -> bool {
    let rank = operand.value.shape().map_or(0, |shape| shape.rank());
    rank > 0 && formal.whole().is_none() && formal.first().ty.is_scalar()
}

impl<'b> Lowerer<'b, '_> {
    /// Whether there are arrays where a function takes numbers, which is reported.
    pub(super) fn expect_no_rows(
        &self,
        signature: &Signature,
        operands: &[Operand<'b, '_>],
        generic: Element,
    ) -> bool {
        let pairs = operands.iter().zip(signature.formals());
        let rows = pairs.filter(|(operand, formal)| is_rows(operand, *formal));
        let rows: Vec<(&Operand<'b, '_>, Formal<'_>)> = rows.collect();
        let Some((first, formal)) = rows.first() else {
            return false;
        };
        let argument = formal.first();
        let (name, own) = (&signature.name, &argument.name);
        let (wanted, found) = (
            self.words.ty(&concrete(&argument.ty, generic)),
            self.describe(&first.value),
        );
        let message = format!("the argument `{own}` of `{name}` is {wanted}, found {found}");
        let mut diagnostic = Diagnostic::new(first.place, message);
        for (operand, _) in &rows {
            diagnostic = diagnostic.note_if(self.explain(operand));
        }
        let ending = if rows.len() == 1 { "" } else { "s" };
        let arrays = if rows.len() == 1 {
            "an array"
        } else {
            "arrays"
        };
        let code = applied(signature, operands).map(|code| format!("write `{code}`, or "));
        let help = format!(
            "a function of the block is not applied element by element: {}let its argument{ending} \
             be {arrays}",
            code.unwrap_or_default()
        );
        self.error(diagnostic.help(help));
        true
    }
}

/// The call of `map` that applies a function to all elements of the arrays among its operands.
fn applied(signature: &Signature, operands: &[Operand<'_, '_>]) -> Option<String> {
    let texts = operands.iter().map(|operand| short_text(operand.expr));
    let texts: Vec<String> = texts.collect::<Option<_>>()?;
    let formals: Vec<Formal<'_>> = signature.formals().collect();
    let is_rows = |at: &usize| is_rows(&operands[*at], formals[*at]);
    let rows: Vec<usize> = (0..operands.len()).filter(is_rows).collect();
    let shape = operands[*rows.first()?].value.shape()?;
    let are_equal = |at: &usize| operands[*at].value.shape().as_ref() == Some(&shape);
    if !rows.iter().all(are_equal) {
        return None;
    }
    let is_used = |name: &&String| texts.contains(name) || signature.name == name.as_str();
    let one = ["row"].into_iter().filter(|_| rows.len() == 1);
    let several = [
        "a", "b", "c", "d", "e", "g", "h", "r", "s", "t", "u", "v", "w",
    ];
    let names: Vec<String> = one
        .chain(several)
        .map(String::from)
        .filter(|name| !is_used(&name))
        .take(rows.len())
        .collect();
    if names.len() < rows.len() {
        return None;
    }
    let (parameters, name) = (names.join(", "), &signature.name);
    let mut function = match rows.len() == operands.len() {
        true => name.to_string(),
        false => {
            let mut own = names.iter();
            let args = texts
                .iter()
                .enumerate()
                .map(|(at, text)| match rows.contains(&at) {
                    true => own.next().unwrap_or(text).clone(),
                    false => text.clone(),
                });
            let args: Vec<String> = args.collect();
            format!("|{parameters}| {name}({})", args.join(", "))
        }
    };
    for _ in 1..shape.rank() {
        function = format!("|{parameters}| map({function}, {parameters})");
    }
    let arrays: Vec<&str> = rows.iter().map(|&at| texts[at].as_str()).collect();
    Some(format!("map({function}, {})", arrays.join(", ")))
}
