//! An argument of another float type than all others, or a variable that is annotated so: one
//! mistake, wherever it is used.

use graph_ir::Element;
use syn::LitFloat;

use super::{grouped, short_text};
use crate::lower::Lowerer;
use crate::lower::expressions::leftmost;
use crate::lower::values::Operand;
use crate::lower::variables::Origin;
use crate::signature::{Argument, display};

impl<'b> Lowerer<'b, '_> {
    /// The mistake of which operands of two float types are a part, and the help: one of them is made
    /// of the only argument of its float type among several.
    pub(in crate::lower) fn other_argument(
        &self,
        operands: &[Operand<'b, '_>],
    ) -> Option<(String, String)> {
        self.other_annotation(operands)
            .or_else(|| self.odd_argument(operands))
    }

    /// [`Self::other_argument`] for a variable that its `let` gives a number, of no type of its
    /// own, under a float type that is not that of the function.
    fn other_annotation(&self, operands: &[Operand<'b, '_>]) -> Option<(String, String)> {
        let signature = self.signature?;
        let is_own = |o: &Operand<'b, '_>| o.value.element() == Some(self.float);
        if !operands.iter().any(is_own) {
            return None;
        }
        operands.iter().find_map(|operand| {
            let variable = self.variable_of(operand.expr)?;
            let declared = variable.declared.as_ref()?;
            let is_other = declared.is_float() && declared.element != self.float;
            let is_let = matches!(variable.origin, Origin::Let(_));
            let first = variable
                .told
                .first
                .as_deref()
                .filter(|_| is_other && is_let)?;
            let number: LitFloat = syn::parse_str(first).ok()?;
            let (name, ty) = (&variable.name, declared.with_element(self.float));
            let mutable = if variable.mutable { "mut " } else { "" };
            let help = format!(
                "annotate it like the others: `let {mutable}{name}: {} = {first};`",
                display(&ty, signature)
            );
            let mistake = format!("the annotation of `{name}` of `{}`", signature.name);
            number.suffix().is_empty().then_some((mistake, help))
        })
    }

    /// [`Self::other_argument`] for an argument.
    fn odd_argument(&self, operands: &[Operand<'b, '_>]) -> Option<(String, String)> {
        let signature = self.signature?;
        let element = |argument: &Argument| argument.ty.element;
        let floats = signature
            .arguments
            .iter()
            .filter(|own| element(own).is_float());
        let floats: Vec<&Argument> = floats.collect();
        let is_alone = |own: &&&Argument| {
            let others = floats.iter().filter(|other| other.name != own.name);
            let others: Vec<Element> = others.map(|other| element(other)).collect();
            let is_other = others.iter().all(|other| *other != element(own));
            others.len() > 1 && is_other && others.windows(2).all(|pair| pair[0] == pair[1])
        };
        let argument = floats.iter().find(is_alone)?;
        let common = floats.iter().find(|other| other.name != argument.name)?;
        let operand = operands.iter().find(|operand| {
            let mut base = operand.expr;
            while let Some(left) = leftmost(base) {
                base = left;
            }
            let variable = self.variable_of(base);
            let is_float = operand.value.element() == Some(element(argument));
            is_float && variable.is_some_and(|own| argument.name == own.name)
        })?;
        let ty = argument.ty.with_element(element(common));
        let reference = if argument.by_reference { "&" } else { "" };
        let declared = format!("{}: {reference}{}", argument.name, display(&ty, signature));
        let converted = short_text(operand.expr).map(|text| {
            let common = self.words.element(element(common));
            format!("; or convert it: `{} as {common}`", grouped(&text))
        });
        let help = format!(
            "declare it like the other arguments: `{declared}`{}",
            converted.unwrap_or_default()
        );
        let mistake = format!(
            "the float type of `{}` of `{}`",
            argument.name, signature.name
        );
        Some((mistake, help))
    }
}
