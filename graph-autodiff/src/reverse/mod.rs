//! Reverse mode: adjoints from the outputs back to the inputs.

mod accumulate;
mod accumulators;
mod added;
mod backward;
mod branch;
mod chain;
mod in_place;
mod inner;
mod node;
mod outer_product;
mod scan;
mod stacks;
mod undo;
mod updates;

use alloc::vec::Vec;

use accumulate::Adjoints;
use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Graph, InputKind, NodeId};
use graph_ir::ops::derivative::{Mark, Sensitivity};
use graph_ir::ops::{Op, OpView};
use hashbrown::HashMap;
use in_place::{in_place, parts_in_place};
use inner::{Asked, Inner};
use rustc_hash::FxBuildHasher;
use undo::Undo;

use super::activity::active;
use super::checkpoint::segmented;
use super::counted::counted;
use super::kept::{Reads, Stored, kept_types};
use super::{ADJOINT, derived_name, prepared};

/// The vector-Jacobian product: a graph that takes the inputs of `graph` and one seed for each
/// output (of the output's type), and yields the outputs and, for each position of `wrt`, the
/// adjoint of that input.
///
/// The adjoint of a value that is named `y` is named `d_y`.
///
/// Seeds of outputs that are no floats are inputs all the same, and ignored. The adjoint of an
/// input that `wrt` names twice is yielded twice.
///
/// # Errors
/// [`Error::NotDifferentiable`] when `wrt` names an input that is no float, or the result depends
/// on it through something without a derivative.
pub fn reverse(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    with_seeds(graph, wrt, false)
}

/// [`reverse`] where zeros in the seeds are strict.
pub(super) fn reverse_marked(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    with_seeds(graph, wrt, true)
}

fn with_seeds(graph: &Graph, wrt: &[usize], masked: bool) -> Result<Graph> {
    let graph = &with_states(graph, wrt)?;
    let (builder, inner) = (Builder::new(), Inner::default());
    let mut primal = Primal::copy(&builder, graph, wrt, &inner, &Reads::default())?;
    let mut seeds = Vec::with_capacity(graph.outputs().len());
    for output in graph.outputs() {
        let ty = graph.ty(output.node);
        let name = derived_name("seed", &output.name);
        let seed = builder.input(&name, ty.clone(), InputKind::Independent);
        seeds.push(ty.is_float().then(|| Sensitivity::marked(seed, masked)));
    }
    primal.outputs(&builder, graph)?;
    let adjoints = sweep(&builder, graph, &mut primal, &seeds, wrt)?;
    let outputs = builder_outputs(&builder, graph, wrt, &adjoints);
    drop(primal);
    parts_in_place(finish(outputs, builder)?)
}

/// The graph to be differentiated: its loops keep as many states as they are to, and those that end
/// by a condition count their iterations.
fn with_states(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    counted(segmented(prepared(graph, wrt)?)?)
}

/// Value and gradient of a function with one scalar float result: like [`reverse`] with seed 1.
///
/// # Errors
/// As [`reverse`], and when there is not one scalar float result.
pub fn gradient(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    let graph = &with_states(graph, wrt)?;
    let [output] = graph.outputs() else {
        return Err(Error::CountMismatch {
            what: "results of a function with a gradient",
            expected: 1,
            found: graph.outputs().len(),
        });
    };
    let ty = graph.ty(output.node);
    if !ty.is_scalar() || !ty.is_float() {
        return Err(Error::NotDifferentiable {
            what: alloc::format!("a result of type {ty}, as a gradient needs one number,"),
        });
    }
    let (builder, inner) = (Builder::new(), Inner::default());
    let mut primal = Primal::copy(&builder, graph, wrt, &inner, &Reads::default())?;
    primal.outputs(&builder, graph)?;
    let seed = Sensitivity::new(builder.number(ty.element, 1.0));
    let adjoints = sweep(&builder, graph, &mut primal, &[Some(seed)], wrt)?;
    let outputs = builder_outputs(&builder, graph, wrt, &adjoints);
    drop(primal);
    parts_in_place(finish(outputs, builder)?)
}

/// Only the adjoints of a region's inputs, for seeds of its float outputs in `seeded`, with the
/// mark of each, and behind them the arrays that are recovered, whose last versions stand in the
/// place of their inputs: the body of the derivative of a branch or loop. `masked` marks the seeds. The
/// region has no effects and is [`prepared`].
fn adjoints_of_region(graph: &Graph, asked: &Asked, inner: &Inner) -> Result<(Graph, Vec<Mark>)> {
    let builder = Builder::new();
    let wrt = &asked.wrt;
    let mut primal = Primal::copy(&builder, graph, wrt, inner, &asked.given)?;
    let mut seeds = alloc::vec![None; graph.outputs().len()];
    for &position in &asked.seeded {
        let ty = graph.ty(graph.outputs()[position].node).clone();
        let wire = builder.input("", ty, InputKind::Independent);
        seeds[position] = Some(Sensitivity::marked(wire, asked.masked));
    }
    let adjoints = sweep(&builder, graph, &mut primal, &seeds, wrt)?;
    let marks = adjoints.iter().map(|a| Mark::of(a.as_ref())).collect();
    let mut outputs = builder_outputs(&builder, graph, wrt, &adjoints);
    for &(input, _) in &asked.given.undone {
        let first = primal.wires[graph.inputs()[input].node.index()];
        outputs = outputs.and_then(|()| builder.output("", first));
    }
    drop(primal);
    let adjoints = in_place(finish(outputs, builder)?, asked.carried.clone())?;
    // Some of the inputs may not be there for what is left.
    let adjoints = graph_ir::passes::trim(&adjoints)?;
    Ok((adjoints, marks))
}

fn finish(outputs: Result<()>, builder: Builder) -> Result<Graph> {
    // An error of an overloaded operator is behind any later one.
    match (builder.finish(), outputs) {
        (Err(error), _) | (Ok(_), Err(error)) => Err(error),
        (Ok(graph), Ok(())) => Ok(graph),
    }
}

fn builder_outputs(
    builder: &Builder,
    graph: &Graph,
    wrt: &[usize],
    adjoints: &[Option<Sensitivity<'_>>],
) -> Result<()> {
    for (&position, adjoint) in wrt.iter().zip(adjoints) {
        let input = &graph.inputs()[position];
        let wire = match adjoint {
            Some(adjoint) => adjoint.value(),
            None => builder.full(graph.ty(input.node), 0.0)?,
        };
        builder.output(&derived_name(ADJOINT, &input.name), wire)?;
    }
    Ok(())
}

/// The primal nodes in the new graph.
pub(super) struct Primal<'b> {
    /// The wire of each node.
    pub(super) wires: Vec<Wire<'b>>,
    /// The results of active loops for their backward loops.
    stored: HashMap<NodeId, Stored<'b>, FxBuildHasher>,
    /// The values that are given in the sides of branches.
    kept: HashMap<NodeId, Vec<(Reads, Vec<Wire<'b>>)>, FxBuildHasher>,
    pub(super) active: Vec<bool>,
    inner: &'b Inner,
    undo: Undo<'b>,
}

/// The values that are given of a graph.
struct GivenValues<'b> {
    own: Vec<Wire<'b>>,
    /// The parts that replacements overwrote.
    parts: Vec<Wire<'b>>,
    loops: HashMap<NodeId, Vec<Wire<'b>>, FxBuildHasher>,
}

impl<'b> Primal<'b> {
    /// Copies the inputs, and all else. Given values become inputs behind those.
    fn copy(
        builder: &'b Builder,
        graph: &Graph,
        wrt: &[usize],
        inner: &'b Inner,
        given: &Reads,
    ) -> Result<Self> {
        builder.continue_graph(graph);
        // The value, and about twice as much for its adjoint.
        builder.reserve(3 * graph.len(), 6 * graph.len());
        let mut primal = Self {
            wires: Vec::new(),
            stored: HashMap::default(),
            kept: HashMap::default(),
            active: active(graph, wrt),
            inner,
            undo: Undo::default(),
        };
        let inputs = builder.copy_inputs(graph);
        let stores = |id: NodeId| primal.is_active(id) && matches!(graph.op(id), Op::Scan(..));
        if !given.undone.is_empty() {
            primal.copy_last(builder, graph, &inputs, given)?;
        } else if !given.is_empty() || graph.ids().any(stores) {
            primal.copy_with_states(builder, graph, &inputs, given)?;
        } else {
            primal.wires = builder.take_over(graph, &inputs)?;
        }
        Ok(primal)
    }

    /// Copies all nodes and the effects among them, with active loops made to store their carried
    /// values, and inputs in the place of given nodes.
    fn copy_with_states(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        inputs: &[Wire<'b>],
        given: &Reads,
    ) -> Result<()> {
        let mut values = self.given_values(builder, graph, given)?;
        let wires = builder.copy_graph_but(graph, inputs, |id, arguments, _| {
            Ok(if let Ok(number) = given.own.binary_search(&id) {
                Some(values.own[number])
            } else if self.active[id.index()]
                && let Op::Scan(..) = graph.op(id)
                && let OpView::Scan(scan) = graph.view(id)
            {
                let given = given.of_loop(id).zip(values.loops.remove(&id));
                Some(self.storing_scan(builder, graph, id, &scan, arguments, given)?)
            } else {
                None
            })
        })?;
        self.wires = wires;
        Ok(())
    }

    /// Adds an input for each given value.
    fn given_values(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        given: &Reads,
    ) -> Result<GivenValues<'b>> {
        let values = given.types(graph)?.into_iter();
        let values = values.map(|ty| builder.input("", ty, InputKind::Independent));
        let values: Vec<Wire<'b>> = values.collect();
        let mut rest = &values[..];
        let mut next = |count: usize| {
            let (own, others) = rest.split_at(count);
            rest = others;
            own.to_vec()
        };
        let own = next(given.own.len());
        let parts = next(given.history(graph).replacements(graph).count());
        for (id, sides) in &given.branches {
            let functions = graph.functions_of(*id).zip(sides);
            let kept = functions.map(|(function, reads)| {
                let count = reads.types(&function.graph)?.len();
                Ok((reads.clone(), next(count)))
            });
            self.kept.insert(*id, kept.collect::<Result<_>>()?);
        }
        let mut loops = HashMap::<NodeId, Vec<Wire<'b>>, FxBuildHasher>::default();
        for (id, body, scan, reads) in given.loops_of(graph) {
            let count = kept_types(body, &scan, reads)?.len();
            loops.insert(id, next(count));
        }
        Ok(GivenValues { own, parts, loops })
    }

    fn outputs(&self, builder: &'b Builder, graph: &Graph) -> Result<()> {
        for output in graph.outputs() {
            builder.output(&output.name, self.wires[output.node.index()])?;
        }
        Ok(())
    }

    pub(super) fn is_active(&self, id: NodeId) -> bool {
        self.active[id.index()]
    }
}

/// The adjoints of the inputs `wrt`, for seeds of the outputs; none where it is zero.
fn sweep<'b>(
    builder: &'b Builder,
    graph: &Graph,
    primal: &mut Primal<'b>,
    seeds: &[Option<Sensitivity<'b>>],
    wrt: &[usize],
) -> Result<Vec<Option<Sensitivity<'b>>>> {
    let mut adjoints = Adjoints::new(graph.len());
    for (output, seed) in graph.outputs().iter().zip(seeds) {
        if let Some(seed) = *seed {
            adjoints.add(output.node, seed);
        }
    }
    for id in graph.ids().rev() {
        let undoes = primal.undo.undoes(id);
        if !(primal.is_active(id) || undoes) || matches!(graph.op(id), Op::Input(_)) {
            continue;
        }
        builder.set_site(graph.node(id).site);
        let recovered = node::propagate(builder, graph, primal, id, &mut adjoints)?;
        if undoes {
            primal.recover(builder, graph, id, &recovered)?;
        }
    }
    let mut results = Vec::with_capacity(wrt.len());
    for &position in wrt {
        let node = graph.inputs()[position].node;
        builder.set_site(graph.node(node).site);
        let total = adjoints.total(builder, node, graph.ty(node))?;
        let total = total.map(Sensitivity::signed);
        // An input may be asked for twice.
        if let Some(total) = total {
            adjoints.add(node, total);
        }
        results.push(total);
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use graph_ir::Builder;
    use graph_ir::graph::{Graph, InputKind};
    use graph_ir::types::{Element, Type};

    use super::gradient;

    /// The gradient of a function of one number, whose parts have names or none.
    fn derived(named: bool) -> Graph {
        let b = Builder::new();
        let x = b.input("x", Type::scalar(Element::F64), InputKind::Independent);
        let inner = x.sin();
        let negated = inner.exp();
        if named {
            b.name_node(inner, "inner");
            b.name_node(negated, "negated");
        }
        b.output("y", inner * inner - negated).unwrap();
        gradient(&b.finish().unwrap(), &[0]).unwrap()
    }

    #[test]
    fn adjoints_are_named_after_their_values() {
        let (named, plain) = (derived(true), derived(false));
        let names = |graph: &Graph, name| {
            let ids = graph.ids();
            ids.filter(|&id| graph.node_name(id) == Some(name)).count()
        };
        assert_eq!(names(&named, "d_inner"), 1);
        // What there is of this one is its negative.
        assert_eq!(names(&named, "d_negated"), 0);
        assert_eq!(named.len(), plain.len());
        for id in named.ids() {
            assert_eq!(named.op(id), plain.op(id));
            assert_eq!(named.arguments(id), plain.arguments(id));
        }
    }
}
