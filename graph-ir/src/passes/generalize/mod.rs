//! A symbol in place of numbers: the inverse of [`Graph::with_extents`].
//!
//! A front end whose rules know numbers alone makes a graph for each of some numbers, and the graph
//! for all of them follows: the graphs must be equal but for their extents, and each extent must be
//! a polynomial of degree 1 in the number. Two graphs determine the polynomials, and the third one
//! tells where an extent is none, because it is cut off or rounded. Every node is then verified as
//! any node with symbols is.

mod numbers;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::builder::{Builder, Change, Wire};
use crate::error::{Error, Result};
use crate::graph::{
    ConstantId, ExternalId, Function, FunctionId, FunctionKind, Graph, ListId, NodeId, Rule, Site,
};
use crate::graph::{Importer, Op, Reference};
use crate::text::Listing;
use crate::types::{Extent, Symbol, Type};
use crate::verify::verify;

/// The graphs for three numbers as one graph for any number, which it calls by a symbol.
///
/// ```
/// use graph_ir::{passes, text, types::Symbol};
///
/// let row_sums = |rows: usize| text::parse(&format!(
///     "adgraph 1\ngraph\n%0: [[f64; 3]; {rows}] = input 0 x\n%1: [f64; {rows}] = reduce sum [1] %0\noutput %1\n"
/// ));
/// let graphs = [row_sums(5)?, row_sums(7)?, row_sums(11)?];
/// let [a, b, c] = &graphs;
/// let any = passes::generalize(&Symbol::new("N"), [(5, a), (7, b), (11, c)])?;
/// assert_eq!(any.output_types().next().map(|ty| ty.to_string()).as_deref(), Some("[f64; N]"));
/// assert_eq!(any.with_extents(&[("N", 5)])?.to_string(), a.to_string());
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotForAll`] with the site of the outermost node that differs by more than extents of
/// that form; errors of nodes that have no value of symbolic extent.
pub fn generalize(symbol: &Symbol, graphs: [(usize, &Graph); 3]) -> Result<Graph> {
    let numbers = graphs.map(|(number, _)| crate::intern::signed(number));
    let mut pass = Generalize {
        symbol,
        numbers,
        functions: HashMap::default(),
    };
    pass.graph(graphs.map(|(_, graph)| graph))
}

/// Three of a kind, for the three numbers.
type Three<T> = [T; 3];

struct Generalize<'s> {
    symbol: &'s Symbol,
    numbers: Three<i64>,
    /// The functions that are made, by the addresses of those that they are made of; the originals
    /// live as long as the graphs.
    functions: HashMap<Three<*const Function>, Arc<Function>, FxBuildHasher>,
}

impl Generalize<'_> {
    /// One graph of three. Recurses as deeply as functions are nested.
    fn graph(&mut self, graphs: Three<&Graph>) -> Result<Graph> {
        let first = graphs[0];
        let counts = graphs.map(|graph| {
            let outputs = graph.outputs().iter().map(|output| output.node);
            let outputs: Vec<NodeId> = outputs.collect();
            (graph.len(), graph.inputs().len(), outputs)
        });
        if !equal(&counts) || !equal(&graphs.map(Graph::effects)) {
            return Err(self.differs("a graph", Site::default()));
        }
        // Nodes that are equal for a symbol may differ for its numbers, and remain as they are.
        let builder = Builder::without_sharing();
        builder.reserve_for(first);
        builder.continue_graph(first);
        for (key, value) in first.attributes() {
            builder.set_attribute(key, value);
        }
        let inputs = self.inputs(&builder, graphs)?;
        let mut values: Vec<Wire<'_>> = Vec::with_capacity(first.len());
        let mut effects = first.effects().iter().peekable();
        for id in first.ids() {
            while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
                builder.copy_effect(effect, |id| values[id.index()])?;
            }
            let value = match graphs.map(|graph| graph.as_input(id)) {
                [Some(a), Some(b), Some(c)] if equal(&[a, b, c]) => inputs[a],
                _ => self.node(&builder, graphs, id, &values)?,
            };
            if let Some(name) = first.node_name(id) {
                builder.name_node(value, name);
            }
            builder.tag_as(value, first, id);
            values.push(value);
        }
        for effect in effects {
            builder.copy_effect(effect, |id| values[id.index()])?;
        }
        for output in first.outputs() {
            builder.output(&output.name, values[output.node.index()])?;
        }
        let graph = builder.finish()?;
        verify(&graph)?;
        Ok(graph)
    }

    fn inputs<'b>(&self, builder: &'b Builder, graphs: Three<&Graph>) -> Result<Vec<Wire<'b>>> {
        let inputs = graphs[0].inputs().iter().enumerate();
        let inputs = inputs.map(|(position, input)| {
            let site = graphs[0].node(input.node).site;
            let types = graphs.map(|graph| graph.ty(graph.inputs()[position].node));
            let ty = self.ty(types);
            let ty = ty.ok_or_else(|| self.differs("an input", site))?;
            builder.set_site(site);
            Ok(builder.input(&input.name, ty, input.kind))
        });
        inputs.collect()
    }

    /// The node of the three graphs at one place.
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graphs: Three<&Graph>,
        id: NodeId,
        values: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        let first = graphs[0];
        let site = first.node(id).site;
        let differs = |pass: &Self| pass.differs(&Listing::new(first).operator(first, id), site);
        builder.set_site(site);
        if let Op::Constant(_) = first.op(id) {
            let constants = graphs.map(|graph| graph.as_constant(id));
            let [Some(a), Some(b), Some(c)] = constants else {
                return Err(differs(self));
            };
            let wire = self.constant(builder, [a, b, c])?;
            return wire.ok_or_else(|| differs(self));
        }
        let kinds = graphs.map(|graph| graph.op(id).import(&mut Blank));
        let [a, b, c] = kinds;
        if !equal(&[a?, b?, c?]) || !equal(&graphs.map(|graph| graph.arguments(id))) {
            return Err(differs(self));
        }
        let mut change = match self.change(graphs, id) {
            Ok(Some(change)) => change,
            Ok(None) => return Err(differs(self)),
            Err(error @ Error::NotForAll { site: 1.., .. }) => return Err(error),
            // Sites inside of a function of a file's operator are those of no place.
            Err(_) => return Err(differs(self)),
        };
        let arguments = first.arguments(id).iter();
        let arguments: Vec<Wire<'b>> = arguments.map(|a| values[a.index()]).collect();
        builder.copy_node_with(first, id, &arguments, &mut change)
    }

    /// The changes in the copy of a node of the first graph; `None` where none makes it one of all.
    fn change(&mut self, graphs: Three<&Graph>, id: NodeId) -> Result<Option<Node>> {
        let mut node = Node::default();
        let [a, b, c] = graphs.map(|graph| graph.result_types(id));
        if a.len() != b.len() || a.len() != c.len() {
            return Ok(None);
        }
        for (&a, (&b, &c)) in a.iter().zip(b.iter().zip(&c)) {
            let Some(ty) = self.ty([a, b, c]) else {
                return Ok(None);
            };
            if !note(&mut node.types, a, ty) {
                return Ok(None);
            }
        }
        let [a, b, c] = graphs.map(|graph| references(graph.op(id)));
        for (a, (b, c)) in a.into_iter().zip(b.into_iter().zip(c)) {
            let noted = match [a, b, c] {
                [Reference::List(a), Reference::List(b), Reference::List(c)] => {
                    let lists = [(0, a), (1, b), (2, c)].map(|(at, list)| graphs[at].list(list));
                    let list = self.list(lists);
                    list.is_some_and(|list| note(&mut node.lists, lists[0], list))
                }
                [
                    Reference::Function(a),
                    Reference::Function(b),
                    Reference::Function(c),
                ] => {
                    let functions = [(0, a), (1, b), (2, c)];
                    let functions = functions.map(|(at, id)| graphs[at].function(id));
                    let made = self.function(functions)?;
                    let before = Arc::as_ptr(functions[0]) as usize;
                    let known = node.functions.iter().find(|(known, _)| *known == before);
                    let agrees = known.is_none_or(|(_, known)| Arc::ptr_eq(known, &made));
                    node.functions.push((before, made));
                    agrees
                }
                // What external functions are and take is part of the graph's text, not of extents.
                [a, b, c] => a == b && b == c,
            };
            if !noted {
                return Ok(None);
            }
        }
        Ok(Some(node))
    }

    fn function(&mut self, functions: Three<&Arc<Function>>) -> Result<Arc<Function>> {
        let key = functions.map(Arc::as_ptr);
        if let Some(made) = self.functions.get(&key) {
            return Ok(Arc::clone(made));
        }
        let kind = match functions.map(|function| function.rule()) {
            [Some(a), Some(b), Some(c)] => {
                let mut part = |parts: Three<Option<&Arc<Function>>>| match parts {
                    [Some(a), Some(b), Some(c)] => self.function([a, b, c]).map(Some),
                    [None, None, None] => Ok(None),
                    _ => Err(self.differs("a derivative", Site::default())),
                };
                let adjoint = part([a, b, c].map(Rule::adjoint))?;
                let tangent = part([a, b, c].map(Rule::tangent))?;
                FunctionKind::WithRule(Rule::new(adjoint, tangent)?)
            }
            _ if equal(&functions.map(|function| &function.kind)) => functions[0].kind.clone(),
            _ => return Err(self.differs("a function", Site::default())),
        };
        let graph = self.graph(functions.map(|function| &function.graph))?;
        let made = Arc::new(Function { kind, graph });
        self.functions.insert(key, Arc::clone(&made));
        Ok(made)
    }

    fn differs(&self, op: &str, site: Site) -> Error {
        Error::NotForAll {
            name: self.symbol.name().into(),
            op: String::from(op),
            site: site.0,
        }
    }
}

/// The changes in the copy of a node.
#[derive(Default)]
struct Node {
    types: Vec<(Type, Type)>,
    lists: Vec<(Vec<Extent>, Vec<Extent>)>,
    functions: Vec<(usize, Arc<Function>)>,
}

/// Adds what replaces a value; whether that replaces it everywhere in the node.
fn note<K, V>(noted: &mut Vec<(K::Owned, V)>, from: &K, to: V) -> bool
where
    K: alloc::borrow::ToOwned + PartialEq + ?Sized,
    V: PartialEq,
{
    let known = noted.iter().find(|(known, _)| {
        let known: &K = core::borrow::Borrow::borrow(known);
        known == from
    });
    let agrees = known.is_none_or(|(_, known)| *known == to);
    noted.push((from.to_owned(), to));
    agrees
}

impl Change for Node {
    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        let noted = self.types.iter().find(|(from, _)| from == ty);
        noted.map_or(Cow::Borrowed(ty), |(_, to)| Cow::Owned(to.clone()))
    }

    fn list<'l>(&self, list: &'l [Extent]) -> Cow<'l, [Extent]> {
        let noted = self.lists.iter().find(|(from, _)| from == list);
        noted.map_or(Cow::Borrowed(list), |(_, to)| Cow::Owned(to.clone()))
    }

    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        let own = Arc::as_ptr(function) as usize;
        let noted = self.functions.iter().find(|(from, _)| *from == own);
        Ok(Arc::clone(noted.map_or(function, |(_, to)| to)))
    }
}

/// Takes an operator out of its graph: what is left of equal operators with other lists and
/// functions is equal.
struct Blank;

impl Importer for Blank {
    fn list(&mut self, _: ListId) -> ListId {
        ListId::from_number(0)
    }

    fn constant(&mut self, _: ConstantId) -> ConstantId {
        ConstantId::from_number(0)
    }

    fn function(&mut self, _: FunctionId) -> Result<FunctionId> {
        Ok(FunctionId::from_number(0))
    }

    fn external(&mut self, external: ExternalId) -> ExternalId {
        external
    }
}

fn references(op: Op) -> Vec<Reference> {
    let mut references = Vec::new();
    op.references(&mut |reference| references.push(reference));
    references
}

fn equal<T: PartialEq>([a, b, c]: &Three<T>) -> bool {
    a == b && b == c
}
