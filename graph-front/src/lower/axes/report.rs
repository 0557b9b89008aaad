//! Messages about axes: which they are, and where each comes from.

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::{Label, Labels};
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::Operand;
use crate::lower::variables::Origin;

impl<'b> Lowerer<'b, '_> {
    /// Reports two axes where one is needed.
    pub(in crate::lower) fn two_axes(
        &mut self,
        name: &str,
        axes: [&Label; 2],
        place: SourcePlace,
        operands: &[&Operand<'b, '_>],
    ) {
        let found: Vec<String> = operands.iter().map(|o| self.describe(&o.value)).collect();
        let message = format!(
            "`{name}` needs operands of equal axes, found {}",
            found.join(" and ")
        );
        let mut diagnostic = Diagnostic::new(place, message);
        for operand in operands {
            diagnostic = diagnostic.note_if(self.explain(operand));
        }
        self.error(self.noted(diagnostic, (axes[0], axes[1])));
    }

    /// Reports an array whose dimensions are numbers beside one whose dimensions are axes.
    pub(in crate::lower) fn axis_and_number(
        &mut self,
        name: &str,
        operands: [&Operand<'b, '_>; 2],
        place: SourcePlace,
    ) {
        let found = operands.map(|operand| self.describe(&operand.value));
        let message = format!(
            "`{name}` needs axes in all dimensions of both operands, or in the same ones, found {} \
             and {}",
            found[0], found[1]
        );
        let mut diagnostic = Diagnostic::new(place, message);
        for operand in operands {
            diagnostic = diagnostic.note_if(self.explain(operand));
        }
        let help = self.named_by_shape(operands);
        let other =
            "name the dimensions in a type, `let y: [f64; N] = ..;`, or by `reshape(x, [N])`";
        self.error(diagnostic.help(help.unwrap_or_else(|| other.into())));
    }

    /// The one operand without axes called as the other is, where the lengths tell how.
    fn named_by_shape(&self, operands: [&Operand<'b, '_>; 2]) -> Option<String> {
        let [a, b] = operands.map(|operand| operand.value.labels().has_axes());
        let (axes, plain) = match (a, b) {
            (true, false) => (operands[0], operands[1]),
            (false, true) => (operands[1], operands[0]),
            _ => return None,
        };
        let (shape, other) = (plain.value.shape()?, axes.value.shape()?);
        let labels = axes.value.labels();
        let named = |at: usize| labels.get(at).map(|label| label.name().to_string());
        let extent = |at: usize| shape.count_along(at);
        let names = (0..shape.rank()).map(|at| {
            if shape == other {
                return named(at).or_else(|| Some(extent(at).to_string()));
            }
            let mut equal = (0..other.rank()).filter(|&own| other.count_along(own) == extent(at));
            match (equal.next(), equal.next()) {
                (Some(own), None) => named(own),
                _ => None,
            }
        });
        let names: Vec<String> = names.collect::<Option<_>>()?;
        let text = short_text(plain.expr)?;
        Some(format!(
            "name its dimensions: `reshape({text}, [{}])`",
            names.join(", ")
        ))
    }

    /// Reports an operand of a function of axes that has none.
    pub(in crate::lower) fn no_axes(&mut self, operand: &Operand<'b, '_>) {
        let found = self.describe(&operand.value);
        let message =
            format!("`contract` needs arrays whose dimensions are all axes, found {found}");
        let diagnostic = Diagnostic::new(operand.place, message);
        let note = self.explain_named(operand);
        let help = "declare the extents as axes, `const N: Axis = 3;` or `fn f<const N: Axis>(..)`; \
                    of other arrays it is `matmul` or `einsum`";
        self.error(diagnostic.note_if(note).help(help));
    }

    /// Reports a name that no dimension has, or several.
    pub(in crate::lower) fn no_one_dimension(
        &mut self,
        name: &Label,
        count: usize,
        place: SourcePlace,
        array: &Operand<'b, '_>,
        labels: &Labels,
    ) {
        let text = short_text(array.expr).unwrap_or_else(|| "the array".into());
        let name = name.name();
        let message = match count {
            0 => format!("no dimension of `{text}` is called `{name}`"),
            _ => format!("{count} dimensions of `{text}` are called `{name}`"),
        };
        let ty = array.value.ty(self.float);
        let note = ty.map(|ty| format!("it is {}", self.words.labelled(&ty, labels, true)));
        let rank = array.value.shape().map_or(0, |shape| shape.rank());
        let own = |at: usize| match labels.get(at) {
            Some(own) if labels.positions(own).len() == 1 => format!("`{}`", own.name()),
            _ => format!("`{at}`"),
        };
        let own: Vec<String> = (0..rank).map(own).collect();
        let help = match &own[..] {
            [] => "a number has no dimensions".into(),
            [only] => format!("its only dimension is {only}"),
            [first @ .., last] => format!("its dimensions are {} and {last}", first.join(", ")),
        };
        self.error(Diagnostic::new(place, message).note_if(note).help(help));
    }

    /// An operand with the names of all its dimensions, and where it comes from.
    pub(super) fn explain_named(&self, operand: &Operand<'b, '_>) -> Option<String> {
        let ty = operand.value.ty(self.float)?;
        let text = short_text(operand.expr)?;
        let ty = self.words.labelled(&ty, &operand.value.labels(), true);
        let origin = self.variable_of(operand.expr).map(|v| self.origin(v));
        Some(match origin {
            Some(origin) => format!("`{text}` is {ty}: {origin}"),
            None => format!("`{text}` is {ty}"),
        })
    }

    /// An axis in words, and the place of its declaration.
    pub(in crate::lower) fn origin_of_axis(&self, axis: &Label) -> Option<String> {
        let name = axis.name();
        let Some(id) = self.variables.find(name) else {
            let value = self.names.constants.get(name, self.names)?;
            let length = value.as_integer()?;
            return Some(format!(
                "`{name}` is an axis of {length}: a `const` of the block"
            ));
        };
        let variable = self.variables.get(id);
        let origin = match variable.origin {
            Origin::Axis { is_parameter: true } => {
                let of = self.signature.map(|s| format!(" of `{}`", s.name));
                format!("a `const` parameter{}", of.unwrap_or_default())
            }
            Origin::Axis {
                is_parameter: false,
            } => "a `const` in the body".into(),
            _ => return None,
        };
        Some(format!("`{name}` is an axis: {origin}"))
    }

    /// A message about an array that should have the axes of a type: with what the axes are that
    /// are in each other's place, and how the array comes to have those of the type.
    pub(in crate::lower) fn with_axes(
        &self,
        diagnostic: Diagnostic,
        operand: &Operand<'b, '_>,
        wanted: &Labels,
    ) -> Diagnostic {
        let own = operand.value.labels();
        match own.conflict(wanted) {
            Some(axes) => {
                let noted = self.noted(diagnostic, axes);
                noted.help_if(self.other_order(operand, wanted))
            }
            None => diagnostic,
        }
    }

    /// A message with what two axes are, and where they come from.
    pub(in crate::lower) fn noted(
        &self,
        diagnostic: Diagnostic,
        (a, b): (&Label, &Label),
    ) -> Diagnostic {
        let notes = [a, b].map(|axis| self.origin_of_axis(axis));
        notes.into_iter().fold(diagnostic, Diagnostic::note_if)
    }

    /// The help where an array has the axes of a type in another order.
    fn other_order(&self, operand: &Operand<'b, '_>, wanted: &Labels) -> Option<String> {
        let own = operand.value.labels();
        let rank = operand.value.shape()?.rank();
        let names: Vec<&str> = wanted.axes().map(Label::name).collect();
        let is_order = own.are_axes(rank)
            && wanted.are_axes(rank)
            && own != *wanted
            && wanted.axes().all(|axis| !own.positions(axis).is_empty());
        let text = short_text(operand.expr).unwrap_or_else(|| "..".into());
        is_order.then(|| {
            format!(
                "exchange its dimensions: `transpose({text}, [{}])`",
                names.join(", ")
            )
        })
    }
}
