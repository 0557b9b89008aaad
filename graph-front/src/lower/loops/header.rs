//! The header of a loop: its variable with its range, and what else its iterations bind.

use std::rc::Rc;

use graph_ir::Wire;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprForLoop, Pat};

use super::elements::exchanged;
use super::sequence::Sequence;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Affine, Range, Value};
use crate::lower::variables::{Origin, RunsOver, Stored, Told, Variable};

/// A loop with its header read.
pub(super) struct Header<'b, 'e> {
    pub(super) expr: &'e ExprForLoop,
    /// The variable that runs over the range, if it has a name.
    pub(super) name: Option<String>,
    pub(super) range: Range,
    /// How many of its positions there are, if that is known only when the loop starts.
    pub(super) told: Option<Wire<'b>>,
    /// The bindings of the iterations beside it; the range has a step of 1 or -1 then.
    bindings: Vec<Binding<'b, 'e>>,
}

/// A pattern that an iteration binds beside the loop's own variable.
struct Binding<'b, 'e> {
    pattern: &'e Pat,
    sequence: Sequence<'b>,
    /// The array that the loop runs over, if the pattern is the name of an element.
    over: Option<Rc<RunsOver>>,
}

impl<'b, 'e> Header<'b, 'e> {
    /// The header of a loop over a sequence. A name that is bound to positions is the loop's own
    /// variable: an index that it is in moves evenly.
    fn new(expr: &'e ExprForLoop, sequence: Sequence<'b>, told: Option<Wire<'b>>) -> Self {
        let count = sequence.count();
        let mut bindings = sequence.bound_to(&expr.pat);
        let alone = bindings.len() == 1;
        let own = bindings.iter().position(|(pattern, sequence)| {
            let is_name = matches!(pattern, Pat::Wild(_)) || name_of(pattern).is_some();
            let range = sequence.range().filter(|_| is_name);
            range.is_some_and(|range| alone || range.step.abs() == 1)
        });
        let own = own.map(|own| bindings.remove(own));
        let range = own.as_ref().and_then(|(_, sequence)| sequence.range());
        bindings.retain(|(pattern, _)| !matches!(pattern, Pat::Wild(_)));
        let name = own.and_then(|(pattern, _)| name_of(pattern));
        let over = |pattern: &Pat, sequence: &Sequence<'b>| match (pattern, &name) {
            (Pat::Ident(_), Some(name)) if sequence.elements_at() == range => {
                Some(RunsOver::numbered(expr, name.clone()))
            }
            _ => RunsOver::elements(expr, &count),
        };
        let bindings = bindings.into_iter().map(|(pattern, sequence)| Binding {
            over: over(pattern, &sequence).map(Rc::new),
            pattern,
            sequence,
        });
        Self {
            bindings: bindings.collect(),
            expr,
            name,
            range: range.unwrap_or(Range::below(count)),
            told,
        }
    }

    /// Whether iterations have the elements of an array of structs.
    pub(super) fn runs_over_structs(&self) -> bool {
        let mut bindings = self.bindings.iter();
        bindings.any(|binding| binding.sequence.has_structs())
    }

    /// All positions of the loop, where a range between two bounds is written.
    pub(super) fn written(&self) -> Option<Range> {
        let is_range = matches!(without_parentheses(&self.expr.expr), Expr::Range(_));
        let is_constant = self.told.is_none() && self.bindings.is_empty();
        (is_range && is_constant).then(|| self.range.clone())
    }

    /// The number of the iteration in which the loop's variable is at a position.
    pub(super) fn iteration(&self, position: &Affine) -> Option<Affine> {
        let Range { start, step, .. } = &self.range;
        Affine::constant(0)
            .plus(&Affine::constant(start), step.checked_neg()?)?
            .plus(position, *step)
    }

    /// The body as tokens, behind what binds the names of the header.
    pub(super) fn tokens(&self) -> TokenStream {
        let body = self.expr.body.to_token_stream();
        let patterns = self.bindings.iter().map(|binding| binding.pattern);
        quote!(#(let #patterns;)* #body)
    }
}

/// The error for a position beside each element, which the elements do not have by themselves.
fn without_positions(pattern: &Pat, sequence: &Sequence<'_>, expr: &Expr) -> Option<Diagnostic> {
    let Pat::Tuple(tuple) = pattern else {
        return None;
    };
    let (Some(first), Some(second), 2) =
        (tuple.elems.get(0), tuple.elems.get(1), tuple.elems.len())
    else {
        return None;
    };
    let element = match sequence {
        Sequence::Elements(array, ..) if array.shape()?.rank() == 1 => "one number".into(),
        // What the second part takes apart is an element.
        _ if !matches!(first, Pat::Ident(_) | Pat::Wild(_)) || has_positions(expr) => return None,
        _ if sequence.is_taken_by(pattern) || !sequence.is_taken_by(second) => return None,
        Sequence::Elements(..) if matches!(second, Pat::Slice(_)) => "an array".into(),
        Sequence::Tuples(parts) if matches!(second, Pat::Tuple(_)) => {
            format!("a tuple of {}", parts.len())
        }
        Sequence::Positions(_) | Sequence::Elements(..) | Sequence::Tuples(_) => return None,
    };
    let message = format!("this pattern binds a tuple of 2 values, and each element is {element}");
    let text = short_text(expr).map_or("x".into(), |text| grouped(&text));
    let iterator = if text.contains(".iter()") {
        ""
    } else {
        ".iter()"
    };
    let help = format!(
        "elements have their positions beside them by `for {} in {text}{iterator}.enumerate()`",
        print(tuple)
    );
    Some(Diagnostic::new(SourcePlace::of(pattern), message).help(help))
}

/// Whether the elements behind `in` have their positions beside them already.
fn has_positions(expr: &Expr) -> bool {
    matches!(without_parentheses(expr), Expr::MethodCall(call) if call.method == "enumerate")
}

/// The name in a pattern that is a name alone.
pub(super) fn name_of(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() && p.mutability.is_none() => {
            Some(p.ident.to_string())
        }
        _ => None,
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reads the header of a loop.
    pub(super) fn header(&mut self, expr: &'e ExprForLoop) -> Option<Header<'b, 'e>> {
        self.expect_distinct(&expr.pat);
        self.loops.header = Some(expr);
        let sequence = self.sequence(&expr.expr)?;
        let wrong = without_positions(&expr.pat, &sequence, &expr.expr);
        if let Some(diagnostic) = wrong.or_else(|| exchanged(&expr.pat, &sequence, &expr.body)) {
            self.error(diagnostic);
            return None;
        }
        let told = match &sequence.told()[..] {
            [] => None,
            told => Some(self.least_of(told)?),
        };
        Some(Header::new(expr, sequence, told))
    }

    /// The smallest of some integers.
    fn least_of(&mut self, integers: &[Value<'b>]) -> Option<Wire<'b>> {
        let (first, others) = integers.split_first()?;
        let mut least = self.default_wire(first)?;
        for other in others {
            let other = self.default_wire(other)?;
            least = self.smaller(least, other)?;
        }
        Some(least)
    }

    /// Declares what an iteration binds, its variable having this value.
    pub(super) fn bind_iteration(&mut self, header: &Header<'b, 'e>, variable: Value<'b>) {
        let position = variable.as_affine();
        let iteration = position.and_then(|position| header.iteration(&position));
        if let Some(name) = &header.name {
            self.variables.declare(Variable {
                name: name.clone(),
                mutable: false,
                origin: Origin::Loop,
                declared: None,
                labels: Labels::default(),
                told: Told::default(),
                stored: Stored::Value(variable),
            });
        }
        for binding in &header.bindings {
            let value = match &iteration {
                Some(iteration) => self.item(&binding.sequence, iteration),
                None => Value::Poison,
            };
            let origin = Origin::Item(header.expr.for_token.span, binding.over.clone());
            self.bind(binding.pattern, value, origin);
        }
    }
}
