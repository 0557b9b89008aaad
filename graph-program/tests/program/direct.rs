//! The meaning of a graph, node by node over whole tensors, with nothing rewritten before: the
//! reference for passes, schedules and the executor.

#[path = "direct_operators.rs"]
pub(crate) mod operators;

use graph_ir::algebra::Bodies;
use graph_ir::builder::Builder;
use graph_ir::graph::{Effect, EffectKind, External, Graph, InputKind, Literal, NodeId};
use graph_ir::ops::{Op, OpView, Runs, ScalarOp, Scan};

use super::scalar::{apply, truth};
use operators::{axes, tensor};

pub(crate) type Tensor = Vec<Literal>;

/// The outcome of an evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) results: Vec<Tensor>,
    /// The elements of the printed values, between texts.
    pub(crate) printed: Vec<(String, Vec<Literal>, String)>,
    /// The number of comparisons that did not hold.
    pub(crate) changed: usize,
}

/// The program around an evaluation.
#[derive(Default)]
pub(crate) struct World {
    /// Whether effects happen; if not, values that only they need are not computed.
    pub(crate) effects: bool,
    /// The functions of the host.
    pub(crate) host: Option<Host>,
}

pub(crate) type Host = fn(&External, &[&Tensor]) -> Result<Vec<Tensor>, String>;

impl World {
    /// Results and effects, or the index that was out of range.
    pub(crate) fn evaluate(&self, graph: &Graph, inputs: &[Tensor]) -> Result<Outcome, String> {
        let mut outcome = Outcome::default();
        outcome.results = self.results(graph, inputs, &mut outcome)?;
        Ok(outcome)
    }

    fn results(
        &self,
        graph: &Graph,
        inputs: &[Tensor],
        outcome: &mut Outcome,
    ) -> Result<Vec<Tensor>, String> {
        let needed = self.needed(graph);
        let mut values: Vec<Vec<Tensor>> = Vec::new();
        let wanted = if self.effects { graph.effects() } else { &[] };
        let mut effects = wanted.iter().peekable();
        for id in graph.ids() {
            while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
                happen(graph, effect, &values, outcome);
            }
            // A value that is not needed is not computed, so an index out of range there is no
            // error.
            if !needed[id.index()] {
                values.push(Vec::new());
                continue;
            }
            let value = match graph.op(id) {
                Op::Input(position) => vec![inputs[position as usize].clone()],
                Op::Project(position) => {
                    let tuple = &values[graph.arguments(id)[0].index()];
                    vec![tuple[position as usize].clone()]
                }
                op => {
                    let arguments = graph.arguments(id).iter();
                    let arguments: Vec<&Tensor> =
                        arguments.map(|a| &values[a.index()][0]).collect();
                    self.node(graph, id, op, &arguments, outcome)?
                }
            };
            values.push(value);
        }
        for effect in effects {
            happen(graph, effect, &values, outcome);
        }
        let outputs = graph.outputs().iter();
        Ok(outputs.map(|o| values[o.node.index()][0].clone()).collect())
    }

    /// The results of a node that is no projection.
    fn node(
        &self,
        graph: &Graph,
        id: NodeId,
        op: Op,
        arguments: &[&Tensor],
        outcome: &mut Outcome,
    ) -> Result<Vec<Tensor>, String> {
        let owned = |tensors: &[&Tensor]| tensors.iter().map(|&t| t.clone()).collect::<Vec<_>>();
        match op {
            Op::Branch(then, otherwise) => {
                let side = match truth(arguments[0][0]) {
                    true => then,
                    false => otherwise,
                };
                let side = &graph.function(side).graph;
                self.results(side, &owned(&arguments[1..]), outcome)
            }
            Op::Call(function) => {
                let callee = &graph.function(function).graph;
                self.results(callee, &owned(arguments), outcome)
            }
            Op::Composite(composite, list) => {
                let body = Builder::new();
                let ty = graph.ty(graph.arguments(id)[0]).clone();
                let operand = body.input("", ty, InputKind::Independent);
                let value = composite.expand(operand, &axes(graph, list)).unwrap();
                body.output("", value).unwrap();
                self.results(&body.finish().unwrap(), &owned(arguments), outcome)
            }
            Op::Algebra(op) => {
                let types = graph
                    .arguments(id)
                    .iter()
                    .map(|&argument| graph.ty(argument));
                let body = op
                    .body(&types.collect::<Vec<_>>(), Bodies::default())
                    .unwrap();
                self.results(&body, &owned(arguments), outcome)
            }
            Op::External(external) => {
                let host = self.host.expect("functions of the host");
                host(graph.external(external), arguments)
            }
            Op::Scan(..) => {
                let OpView::Scan(scan) = graph.view(id) else {
                    unreachable!("a loop");
                };
                self.scan(graph, &scan, arguments, outcome)
            }
            op => Ok(vec![tensor(graph, id, op, arguments)?]),
        }
    }

    fn needed(&self, graph: &Graph) -> Vec<bool> {
        let mut needed = vec![false; graph.len()];
        for output in graph.outputs() {
            needed[output.node.index()] = true;
        }
        if self.effects {
            for argument in graph.effects().iter().flat_map(|effect| &effect.arguments) {
                needed[argument.index()] = true;
            }
        }
        for id in graph.ids().rev() {
            if needed[id.index()] || self.effects && graph.node_has_effects(id) {
                needed[id.index()] = true;
                for argument in graph.arguments(id) {
                    needed[argument.index()] = true;
                }
            }
        }
        needed
    }

    fn scan(
        &self,
        graph: &Graph,
        scan: &Scan,
        args: &[&Tensor],
        outcome: &mut Outcome,
    ) -> Result<Vec<Tensor>, String> {
        let body = &graph.function(scan.body).graph;
        let captured = &args[..scan.captured];
        let mut carried: Vec<Tensor> = args[scan.captured..scan.captured + scan.carried]
            .iter()
            .map(|&t| t.clone())
            .collect();
        let stacked = &args[scan.captured + scan.carried..];
        let stacks = body.outputs().len() - scan.carried;
        let length = scan.iterations();
        let mut slices: Vec<Vec<Tensor>> = Vec::with_capacity(stacks);
        for output in &body.outputs()[scan.carried..] {
            let ty = body.ty(output.node);
            let zeros = vec![Literal::from_f64(ty.element, 0.0); ty.shape.size()];
            slices.push(vec![zeros; length]);
        }
        let runs = match (scan.runs, captured.first().map(|count| &count[..])) {
            (Runs::Count, Some(&[Literal::I64(count)])) => {
                usize::try_from(count).unwrap_or(0).min(length)
            }
            _ => length,
        };
        for i in 0..runs {
            if scan.runs == Runs::While && carried[0] == [Literal::Bool(false)] {
                break;
            }
            let at = if scan.reverse { runs - 1 - i } else { i };
            let mut inputs: Vec<Tensor> = captured.iter().map(|&t| t.clone()).collect();
            inputs.extend(carried);
            for input in stacked {
                let width = input.len() / scan.iterations();
                inputs.push(input[at * width..(at + 1) * width].to_vec());
            }
            let mut results = self.results(body, &inputs, outcome)?;
            for (stack, slice) in slices.iter_mut().zip(results.split_off(scan.carried)) {
                stack[at] = slice;
            }
            carried = results;
        }
        carried.extend(slices.into_iter().map(|stack| stack.concat()));
        Ok(carried)
    }
}

/// The results of a graph without effects, or the index that was out of range.
pub(crate) fn evaluate(graph: &Graph, inputs: &[Tensor]) -> Result<Vec<Tensor>, String> {
    Ok(World::default().evaluate(graph, inputs)?.results)
}

fn happen(graph: &Graph, effect: &Effect, values: &[Vec<Tensor>], outcome: &mut Outcome) {
    let value = |id: NodeId| &values[id.index()][0];
    match (&effect.kind, &effect.arguments[..]) {
        (EffectKind::Print { before, after }, &[condition, number]) => {
            let zero = Literal::from_f64(value(condition)[0].element(), 0.0);
            if !truth(apply(ScalarOp::Greater, &[value(condition)[0], zero])) {
                let numbers = value(number).to_vec();
                let texts = (before.clone(), after.clone());
                outcome.printed.push((texts.0, numbers, texts.1));
            }
        }
        (EffectKind::Compare(op), &[left, right]) => {
            let constant = |id| graph.as_constant(id).is_some();
            let mut pairs = value(left).iter().zip(value(right));
            let fails = pairs.any(|(&a, &b)| !truth(apply(*op, &[a, b])));
            // The comparison of two constants never changes.
            let matters = !constant(left) || !constant(right);
            outcome.changed += usize::from(fails && matters);
        }
        _ => {}
    }
}
