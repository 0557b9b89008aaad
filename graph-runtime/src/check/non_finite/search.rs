//! The way back from a result that is not finite, through calls, branches and loops.

use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::Graph;
use graph_ir::graph::{Function, NodeId, Site};
use graph_ir::ops::{Op, OpView, Runs, Scan};
use graph_ir::passes::Provenance;

use super::frame::{Frame, Kind};
use super::origin::{NonFinite, Origin, Step};
use crate::execute::{Executable, Functions, Host, Kept, Result};

/// A search, with its findings.
pub(crate) struct Search<'s> {
    functions: &'s Functions,
    provenance: &'s Provenance,
    path: Vec<Step>,
    origins: Vec<Origin>,
}

/// Where the way goes on outside of an inner graph: at this input of it.
type Entry = Option<(usize, Kind)>;

/// The arguments of a function inside.
#[derive(Clone)]
struct Inputs<'v> {
    values: &'v [Kept],
    /// Their names outside.
    names: Vec<String>,
}

/// A value that is looked for among the outputs of a loop's body, before a repetition.
struct Wanted {
    output: usize,
    kind: Kind,
    /// In the order of execution.
    before: usize,
}

impl<'s> Search<'s> {
    pub(crate) fn new(functions: &'s Functions, provenance: &'s Provenance) -> Self {
        Self {
            functions,
            provenance,
            path: Vec::new(),
            origins: Vec::new(),
        }
    }

    /// The first result that is not finite.
    pub(crate) fn results(mut self, graph: &Graph, inputs: &[Kept]) -> Result<Option<NonFinite>> {
        let frame = Frame::new(graph, self.functions, inputs, Vec::new())?;
        for (output, result) in graph.outputs().iter().enumerate() {
            let Some((values, kind)) = frame
                .value(result.node)
                .and_then(|values| Some((values, Kind::of(values)?)))
            else {
                continue;
            };
            let value = values.numbers().into_iter().find(|&x| kind.is(x));
            if let Some((input, kind)) = self.follow(&frame, result.node, kind)? {
                let input = graph.inputs()[input].node;
                self.tell(&frame, input, kind);
            }
            return Ok(Some(NonFinite {
                name: result.name.clone(),
                output,
                value: value.unwrap_or(f64::NAN),
                origins: self.origins,
            }));
        }
        Ok(None)
    }

    /// Goes back from a node with such a value, and tells where it comes from.
    fn follow(&mut self, frame: &Frame<'_>, root: NodeId, kind: Kind) -> Result<Entry> {
        let (mut root, mut kind) = (root, kind);
        loop {
            let node = frame.first(root, kind);
            if let Op::Input(position) = frame.graph.op(node) {
                return Ok(Some((position as usize, kind)));
            }
            match self.inside(frame, node, kind)? {
                Inside::Leaf => {
                    self.tell(frame, node, kind);
                    let infinite = frame.sources(node).iter();
                    let mut infinite = infinite.filter(|&&id| frame.has(id, Kind::Infinite));
                    match infinite.next() {
                        Some(&next) if kind == Kind::Nan => (root, kind) = (next, Kind::Infinite),
                        _ => return Ok(None),
                    }
                }
                Inside::Found => return Ok(None),
                Inside::From(next, of) => (root, kind) = (next, of),
            }
        }
    }

    fn tell(&mut self, frame: &Frame<'_>, node: NodeId, kind: Kind) {
        let line = self.line(frame.graph, node);
        self.origins
            .push(frame.origin(node, kind, &self.path, line));
    }

    fn line(&self, graph: &Graph, node: NodeId) -> Option<u32> {
        let site: Site = graph.node(node).site;
        self.provenance.line(site)
    }

    /// Goes into the graph inside of the node that this one is a result of.
    fn inside(&mut self, frame: &Frame<'_>, node: NodeId, kind: Kind) -> Result<Inside> {
        let graph = frame.graph;
        let (Op::Project(result), &[whole]) = (graph.op(node), graph.arguments(node)) else {
            return Ok(Inside::Leaf);
        };
        let arguments = graph.arguments(whole);
        let result = result as usize;
        let line = self.line(graph, whole);
        let values: Option<Vec<Kept>> = arguments
            .iter()
            .map(|&id| frame.value(id).cloned())
            .collect();
        let Some(values) = values else {
            return Ok(Inside::Leaf);
        };
        let names = arguments.iter().map(|&id| frame.name(id));
        let mut inputs = Inputs {
            values: &values,
            names: names.collect(),
        };
        let (entry, first) = if let Op::Call(function) = graph.op(whole) {
            let function = graph.function(function);
            let step = Step::Call(function.graph.name().into(), line);
            (self.enter(step, function, inputs, (result, kind))?, 0)
        } else if let Op::Branch(then, otherwise) = graph.op(whole) {
            let taken = values.first().is_some_and(holds);
            let side = graph.function(if taken { then } else { otherwise });
            let step = Step::Branch(taken, line);
            inputs.values = &values[1..];
            inputs.names.remove(0);
            (self.enter(step, side, inputs, (result, kind))?, 1)
        } else if let OpView::Scan(scan) = graph.view(whole) {
            let wanted = Wanted {
                output: result,
                kind,
                before: usize::MAX,
            };
            let body = graph.function(scan.body);
            (self.repetitions(body, &scan, inputs, wanted, line)?, 0)
        } else {
            return Ok(Inside::Leaf);
        };
        Ok(match entry {
            Some((input, kind)) => Inside::From(arguments[input + first], kind),
            None => Inside::Found,
        })
    }

    /// Looks for the origin of an output of a function at these inputs.
    fn enter(
        &mut self,
        step: Step,
        function: &Function,
        inputs: Inputs<'_>,
        (output, kind): (usize, Kind),
    ) -> Result<Entry> {
        self.path.push(step);
        let Inputs { values, names } = inputs;
        let frame = Frame::new(&function.graph, self.functions, values, names)?;
        let entry = self.follow(&frame, function.graph.outputs()[output].node, kind)?;
        self.path.pop();
        Ok(entry)
    }

    /// Looks for the repetition in which an output of a loop's body first is such a value, and goes
    /// on from there to those before, as far as carried values lead.
    fn repetitions(
        &mut self,
        body: &Function,
        scan: &Scan,
        mut arguments: Inputs<'_>,
        mut wanted: Wanted,
        line: Option<u32>,
    ) -> Result<Entry> {
        let carried = scan.captured..scan.captured + scan.carried;
        // Carried values are not those that the loop starts from.
        arguments.names[carried.clone()].fill(String::from("what the loop carries"));
        loop {
            let found = self.first(body, scan, arguments.values, &wanted)?;
            let Some((number, values)) = found else {
                // Before the first repetition: what the loop starts from.
                let start = scan.captured + wanted.output;
                return Ok(carried.contains(&start).then_some((start, wanted.kind)));
            };
            let inputs = Inputs {
                values: &values,
                names: arguments.names.clone(),
            };
            let runs = repetitions(scan, arguments.values);
            let step = Step::Repetition(slice(scan, runs, number), line);
            match self.enter(step, body, inputs, (wanted.output, wanted.kind))? {
                Some((input, kind)) if carried.contains(&input) && number > 0 => {
                    wanted = Wanted {
                        output: input - scan.captured,
                        kind,
                        before: number,
                    };
                }
                entry => return Ok(entry),
            }
        }
    }

    /// The first repetition after which an output is such a value, and its inputs.
    fn first(
        &self,
        body: &Function,
        scan: &Scan,
        arguments: &[Kept],
        wanted: &Wanted,
    ) -> Result<Option<(usize, Vec<Kept>)>> {
        let graph = &body.graph;
        let executable = Executable::new(graph)?;
        let mut workspace = executable.workspace()?;
        let mut host = Host::new().functions(self.functions);
        let stacked = scan.captured + scan.carried;
        let sizes: Vec<usize> = graph.input_types().map(|ty| ty.shape.size()).collect();
        let mut inputs = arguments[..stacked].to_vec();
        let runs = repetitions(scan, arguments);
        for number in 0..wanted.before.min(runs) {
            inputs.truncate(stacked);
            if scan.runs == Runs::While && !holds(&inputs[scan.captured]) {
                break;
            }
            for (argument, &size) in arguments.iter().zip(&sizes).skip(stacked) {
                inputs.push(argument.part(slice(scan, runs, number) * size, size));
            }
            executable.run(&mut host, &mut workspace, &inputs)?;
            let output = workspace.output(wanted.output).map(Kept::new);
            if output.is_some_and(|output| wanted.kind.is_in(&output)) {
                return Ok(Some((number, inputs)));
            }
            for (position, input) in inputs[scan.captured..stacked].iter_mut().enumerate() {
                if let Some(next) = workspace.output(position) {
                    input.set(next);
                }
            }
        }
        Ok(None)
    }
}

/// The result of looking inside of a node.
enum Inside {
    /// One without a graph inside: the origin.
    Leaf,
    /// A graph in which the origin has been told.
    Found,
    /// A graph that hands on what this argument has.
    From(NodeId, Kind),
}

/// The most repetitions that a loop with these arguments makes.
fn repetitions(scan: &Scan, arguments: &[Kept]) -> usize {
    let length = scan.iterations();
    match (scan.runs, arguments.first()) {
        (Runs::Count, Some(Kept::I64(count))) => {
            let count = count.first().copied().unwrap_or(0);
            usize::try_from(count).unwrap_or(0).min(length)
        }
        (Runs::All | Runs::While | Runs::Count, _) => length,
    }
}

/// Which slice of the stacked values a repetition has, of so many.
fn slice(scan: &Scan, repetitions: usize, number: usize) -> usize {
    match scan.reverse {
        true => repetitions - 1 - number,
        false => number,
    }
}

fn holds(condition: &Kept) -> bool {
    matches!(condition, Kept::Bool(c) if c.first() == Some(&true))
}
