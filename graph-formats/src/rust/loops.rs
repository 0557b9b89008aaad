//! Loops: a `for` over the iterations, in which the carried values are variables.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::NodeId;
use graph_ir::graph::{Constant, Literal};
use graph_ir::ops::{Op, OpView, ScalarOp, Scan};
use graph_ir::types::{Element, Extent};

use super::body::{Body, NodeText, Scope};
use super::counter::Counter;
use super::literal::{filled, number};
use super::region::value;
use super::text::{Binding, Text};
use crate::Error;

/// A variable with its value in the next iteration.
pub(super) struct Next {
    pub(super) name: Text,
    pub(super) text: Text,
    /// A shorter statement that assigns it.
    pub(super) compound: Option<String>,
}

/// The texts of a loop's values.
struct Texts {
    /// The names of its results; for a counter the value after the loop.
    results: Vec<Text>,
    /// The carried values in an iteration.
    carried: Vec<Text>,
    /// Whether each carried value is a counter, which needs no variable.
    counts: Vec<bool>,
}

impl Body<'_> {
    pub(super) fn scan(
        &mut self,
        scope: &Scope<'_>,
        id: NodeId,
        scan: &Scan,
    ) -> Result<NodeText, Error> {
        let graph = scope.graph;
        let count = graph.arguments(id).len();
        let mut inputs = self.captured(scope, id, 0..scan.captured)?;
        let i = self.names.numbered("i");
        let open = self.counters.len();
        let texts = self.variables(scope, id, scan, &i)?;
        let counts = self.counters.len() > open;
        inputs.extend(texts.carried.iter().cloned());
        for position in scan.captured + scan.carried..count {
            inputs.push(self.row(scope, id, position, &i)?);
        }
        if let Some(every) = scan.checkpoint.as_ref().and_then(Extent::known) {
            self.lines.push(&format!("#[checkpoint(every = {every})]"));
        }
        self.block.spent.statement()?;
        let range = match scan.reverse {
            true => format!("(0..{}).rev()", scan.length),
            false => format!("0..{}", scan.length),
        };
        let rows = inputs.len() > scan.captured + scan.carried;
        let named = rows || counts || texts.results.len() > scan.carried;
        let i = if named { i.as_str() } else { "_" };
        let head = self.lines.len();
        self.lines.open(&format!("for {i} in {range} {{"));
        let results = self.graph(&graph.function(scan.body).graph, &inputs)?;
        let (next, out) = results.split_at(scan.carried);
        for (name, row) in texts.results[scan.carried..].iter().zip(out) {
            self.line(&format!("{}[{i}] = {};", name.words, row.words))?;
        }
        let pairs = texts.carried.iter().zip(next).enumerate();
        let pairs = pairs.filter(|&(position, _)| !texts.counts[position]);
        let pairs = pairs.map(|(position, (name, text))| Next {
            name: name.clone(),
            text: text.clone(),
            compound: compound(scope, scan, position, name, text),
        });
        self.advance(&pairs.collect::<Vec<_>>())?;
        if !self.lines.mention(head + 1, i) {
            self.lines.replace(head, &format!("for {i} in"), "for _ in");
        }
        self.lines.close("}");
        self.counters.truncate(open);
        Ok(value(scope, id, texts.results))
    }

    /// Declares the variables of a loop with their first values.
    fn variables(
        &mut self,
        scope: &Scope<'_>,
        id: NodeId,
        scan: &Scan,
        i: &str,
    ) -> Result<Texts, Error> {
        let mut texts = Texts {
            results: self.results(scope, id, "_t"),
            carried: Vec::new(),
            counts: Vec::new(),
        };
        for position in 0..texts.results.len() {
            let carried = position < scan.carried;
            if carried && let Some((counter, last)) = Counter::of(scope, id, scan, position, i) {
                texts.carried.push(counter.text(0));
                texts.counts.push(true);
                texts.results[position] = number(Literal::I64(last), Element::F64);
                self.counters.push(counter);
                continue;
            }
            let first = match carried {
                true => self.argument(scope, id, scan.captured + position)?,
                false => self.zeros(scope.graph.result_types(id)[position]),
            };
            let name = &texts.results[position];
            let own = carried.then(|| stays(scope, scan, position));
            let mutable = if own == Some(true) { "" } else { "mut " };
            if carried {
                texts.carried.push(name.clone());
                texts.counts.push(false);
            }
            self.line(&format!("let {mutable}{} = {};", name.words, first.words))?;
        }
        Ok(texts)
    }

    /// The row of a stacked input in an iteration.
    fn row(
        &mut self,
        scope: &Scope<'_>,
        id: NodeId,
        position: usize,
        i: &str,
    ) -> Result<Text, Error> {
        let argument = scope.graph.arguments(id)[position];
        let constant = scope.graph.as_constant(argument);
        if let Some(splat) = constant.and_then(Constant::splat) {
            let shape = scope.graph.ty(argument).shape.extents();
            return Ok(filled(&shape[1..], &number(splat, self.float)));
        }
        if let Some((source, counter)) = even_rows(scope, argument, i) {
            let source = self.read(scope, source)?;
            if source.is_place() {
                let (own, at) = (source.words, counter.text(0).words);
                return Ok(Text::atom(format!("{own}[{at}]")));
            }
        }
        let text = self.read(scope, argument)?;
        let text = self.named(text)?;
        Ok(Text::atom(format!("{}[{i}]", text.words)))
    }

    /// Gives all carried variables their next values at once.
    pub(super) fn advance(&mut self, all: &[Next]) -> Result<(), Error> {
        let mut last: Vec<(&Text, Text)> = Vec::new();
        for (position, next) in all.iter().enumerate() {
            let Next { name, text, .. } = next;
            if text.words == name.words {
                continue;
            }
            let mut later = all[position + 1..].iter();
            // A variable whose old value is still needed is assigned at the end.
            if later.any(|next| next.text.mentions(&name.words)) {
                let text = self.bind(&format!("next_{}", name.words), text)?;
                last.push((name, text));
                continue;
            }
            match &next.compound {
                Some(line) => self.line(line)?,
                None => self.line(&format!("{} = {};", name.words, text.words))?,
            }
        }
        for (name, text) in last {
            self.line(&format!("{} = {};", name.words, text.words))?;
        }
        Ok(())
    }
}

/// Whether iterations hand a value on as it is.
fn stays(scope: &Scope<'_>, scan: &Scan, position: usize) -> bool {
    let body = &scope.graph.function(scan.body).graph;
    let (inputs, outputs) = (body.inputs(), body.outputs());
    let input = inputs.get(scan.captured + position);
    input.is_some_and(|input| {
        outputs
            .get(position)
            .is_some_and(|own| own.node == input.node)
    })
}

/// The source of evenly spaced rows, and the row of an iteration in it.
fn even_rows(scope: &Scope<'_>, id: NodeId, i: &str) -> Option<(NodeId, Counter)> {
    let graph = scope.graph;
    let (OpView::Slice(slice), &[source]) = (graph.view(id), graph.arguments(id)) else {
        return None;
    };
    let axes = slice.known_axes();
    let (&(start, step), rest) = axes.split_first()?;
    let (own, whole) = (&graph.ty(id).shape, &graph.ty(source).shape);
    let mut rest = rest.iter().zip(1..);
    let full = rest.all(|(&place, axis)| place == (0, 1) && own.extent(axis) == whole.extent(axis));
    (full && graph.node_name(id).is_none()).then(|| (source, Counter::new(i, step, start)))
}

/// `x += y` for a next value `x + y`.
fn compound(
    scope: &Scope<'_>,
    scan: &Scan,
    position: usize,
    name: &Text,
    text: &Text,
) -> Option<String> {
    let body = &scope.graph.function(scan.body).graph;
    let next = body.outputs().get(position)?.node;
    let input = body.inputs().get(scan.captured + position)?.node;
    let Op::Scalar(op @ (ScalarOp::Add | ScalarOp::Sub | ScalarOp::Mul | ScalarOp::Div)) =
        body.op(next)
    else {
        return None;
    };
    let symbol = op.symbol()?;
    let head = format!("{} {symbol} ", name.words);
    let right = text.words.strip_prefix(&head)?;
    let own = *body.arguments(next).first()? == input;
    // The operator between the operands is the only one outside of brackets that binds so loosely.
    let right = Text::new(right, Binding::Atom);
    own.then(|| format!("{} {symbol}= {};", name.words, right.without_parentheses()))
}
