//! Items that callers have of a function, called in the block: parts of what they return,
//! `f::gradient(x, p).1.p`, are a value, or a derivative by one argument.

use syn::{Expr, ExprCall, Member, Pat};

use super::foreign::{Variables, derivative_of, filled};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::values::{Lowered, Value};

/// The item that returns a value and its derivatives.
const GRADIENT: &str = "gradient";

/// The value and its derivatives, as a block writes them.
const PAIR: &str = "differentiate its value: `({f}, deriv({f}, {x}))`";

/// The part of what an item returns.
enum Part {
    Value,
    /// The derivatives by some arguments.
    Derivatives(Variables),
}

/// A call of an item of a function of the block.
struct Generated {
    function: String,
    item: String,
    arguments: Vec<String>,
    /// The names of the function's arguments.
    parameters: Vec<String>,
    /// Those that it is differentiated by.
    variables: Variables,
}

impl Generated {
    /// The part that the fields behind the call name.
    fn part(&self, fields: &[String]) -> Option<Part> {
        let position = |name: &String| self.parameters.iter().position(|own| own == name);
        let by = |name: &String| Some(Part::Derivatives(Variables::At(vec![position(name)?])));
        match fields {
            [first, ..] if first == "0" && self.item == GRADIENT => Some(Part::Value),
            [first, name, ..] if first == "1" => {
                by(name).or(Some(Part::Derivatives(self.variables.clone())))
            }
            [first] if first == "1" => Some(Part::Derivatives(self.variables.clone())),
            [name, ..] => by(name),
            [] => None,
        }
    }

    /// How a block writes that part.
    fn written(&self, part: &Part) -> Option<String> {
        let (item, variables) = match part {
            Part::Value => ("value", &Variables::All),
            Part::Derivatives(variables) => (&*self.item, variables),
        };
        derivative_of(&self.function, item, &self.arguments, variables)
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reports an item that is called for a part of what it returns.
    pub(in crate::lower) fn part_of_generated(
        &self,
        base: &Expr,
        spine: &[&Expr],
    ) -> Option<Lowered<'b>> {
        let fields = spine.iter().rev().map_while(|expr| match expr {
            Expr::Field(field) => Some(match &field.member {
                Member::Named(name) => name.to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            }),
            _ => None,
        });
        let fields: Vec<String> = fields.collect();
        let Expr::Call(call) = base else { return None };
        let generated = self.generated(call)?;
        let help = generated.written(&generated.part(&fields)?)?;
        Some(self.no_item(call, help))
    }

    /// Reports an item whose value and derivatives a `let` takes apart.
    pub(in crate::lower) fn pair_of_generated(
        &self,
        pattern: &Pat,
        value: &Expr,
    ) -> Option<Lowered<'b>> {
        let (Pat::Tuple(names), Expr::Call(call)) = (pattern, without_parentheses(value)) else {
            return None;
        };
        let generated = self.generated(call)?;
        let is_pair = names.elems.len() == 2 && generated.item == GRADIENT;
        is_pair.then(|| {
            let (function, arguments) = (&generated.function, &generated.arguments);
            let help = filled(PAIR, function, arguments, &generated.variables);
            self.no_item(call, help)
        })
    }

    /// The item of a function of the block that is called by its path.
    fn generated(&self, call: &ExprCall) -> Option<Generated> {
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let segments = path.path.segments.iter();
        let names: Vec<String> = segments.map(|segment| segment.ident.to_string()).collect();
        let [.., function, item] = &names[..] else {
            return None;
        };
        let callee = self.names.functions.get(function)?;
        let parameters = callee.signature.as_ref()?.formals();
        let parameters: Vec<String> = parameters.map(|own| own.name().to_string()).collect();
        Some(Generated {
            variables: self.differentiated_by(function),
            arguments: self.texts(&call.args, parameters.len()),
            function: function.clone(),
            item: item.clone(),
            parameters,
        })
    }

    /// The arguments by which callers differentiate a function of the block: those of floats that
    /// are not `#[dynamic]`.
    pub(super) fn differentiated_by(&self, function: &str) -> Variables {
        let callee = self.names.functions.get(function);
        let signature = callee.and_then(|callee| callee.signature.as_ref());
        let Some(signature) = signature else {
            return Variables::All;
        };
        let formals = signature.formals().enumerate();
        let own = formals.filter(|(_, formal)| formal.has_derivative());
        let own: Vec<usize> = own.map(|(position, _)| position).collect();
        match own.is_empty() || own.len() == signature.formals().count() {
            true => Variables::All,
            false => Variables::At(own),
        }
    }

    fn no_item(&self, call: &ExprCall, help: String) -> Lowered<'b> {
        let place = SourcePlace::of(&call.func);
        let message = format!("the macro cannot call `{}`", print(&call.func));
        let value: Value<'b> = self.error(Diagnostic::new(place, message).help(help));
        let place = place.to(SourcePlace::token(call.paren_token.span.close()));
        Lowered { value, place }
    }
}
