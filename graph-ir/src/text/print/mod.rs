//! Writing a graph: one section for the graph itself, one for each function inside.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::VERSION;
use crate::graph::{
    Effect, EffectKind, ExternalId, ExternalKind, Function, FunctionId, FunctionKind, Graph,
    NodeId, Op, Role, Rule, Site,
};
use crate::syntax::{NodeWriter, Numbers, name, write_arguments, write_type, write_types};

/// The words of the textual form for single nodes, without the text of the whole graph: for
/// messages and pictures.
///
/// ```
/// # use graph_ir::text::{self, Listing};
/// let graph = text::parse("adgraph 1\ngraph\n%0: [f64; 3] = input 0\n%1: f64 = reduce sum [0] %0\n")?;
/// let listing = Listing::new(&graph);
/// let words = graph.ids().map(|id| listing.operator(&graph, id));
/// assert!(words.eq(["input", "reduce sum [0]"]));
/// # Ok::<(), graph_ir::Error>(())
/// ```
pub struct Listing {
    functions: Vec<Arc<Function>>,
    numbers: Numbers,
}

impl Listing {
    /// The words for the nodes of a graph and of all functions inside.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let functions = in_order(graph);
        let numbers = Numbers::new(&functions);
        Self { functions, numbers }
    }

    /// Every function inside, each once, under the number that it has here: that of the first is
    /// `f0`.
    #[must_use]
    pub fn functions(&self) -> &[Arc<Function>] {
        &self.functions
    }

    /// The operator of a node with its attributes, without its arguments and without long
    /// attributes: the elements of a constant and the places of an assembly.
    #[must_use]
    pub fn operator(&self, graph: &Graph, id: NodeId) -> String {
        let mut words = String::new();
        // Writing into a string does not fail.
        let _ = write_operator(&mut words, graph, id, &self.numbers, true);
        words
    }

    /// The type of a node's value; a tuple in parentheses.
    #[must_use]
    pub fn value_type(&self, graph: &Graph, id: NodeId) -> String {
        let mut words = String::new();
        let _ = write_type(&mut words, graph, graph.value_type(id));
        words
    }
}

impl fmt::Debug for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.functions).finish()
    }
}

/// Writes the whole text.
pub(super) fn write(out: &mut dyn Write, graph: &Graph) -> fmt::Result {
    let functions = in_order(graph);
    let mut numbers = Numbers::new(&functions);
    writeln!(out, "adgraph {VERSION}")?;
    out.write_str("graph")?;
    write_section(out, graph, &mut numbers)?;
    for (number, function) in functions.iter().enumerate() {
        write!(out, "\nfunction f{number}")?;
        write_function_kind(out, &function.kind, &numbers)?;
        write_section(out, &function.graph, &mut numbers)?;
    }
    Ok(())
}

/// Every function inside, each once and after all that refer to it.
fn in_order(graph: &Graph) -> Vec<Arc<Function>> {
    let mut order = Order {
        seen: HashMap::default(),
        done: Vec::new(),
    };
    order.visit(graph);
    order.done.reverse();
    order.done
}

struct Order {
    seen: HashMap<*const Function, (), FxBuildHasher>,
    /// Every function before those that refer to it.
    done: Vec<Arc<Function>>,
}

impl Order {
    /// Follows functions in functions, whose depth the builder bounds. Later ones come first, as
    /// the whole list is reversed at the end.
    fn visit(&mut self, graph: &Graph) {
        for id in functions_of(graph).into_iter().rev() {
            self.visit_function(graph.function(id));
        }
    }

    fn visit_function(&mut self, function: &Arc<Function>) {
        if self.seen.insert(Arc::as_ptr(function), ()).is_none() {
            if let Some(rule) = function.rule() {
                rule.functions()
                    .for_each(|given| self.visit_function(given));
            }
            self.visit(&function.graph);
            self.done.push(Arc::clone(function));
        }
    }
}

/// The functions that nodes refer to, in the order of the nodes.
fn functions_of(graph: &Graph) -> Vec<FunctionId> {
    if graph.functions.is_empty() {
        return Vec::new();
    }
    let functions = graph.nodes.iter().flat_map(|node| node.op.functions());
    functions.flatten().collect()
}

/// The rest of the header line and all lines of one graph.
fn write_section(out: &mut dyn Write, graph: &Graph, numbers: &mut Numbers) -> fmt::Result {
    if !graph.name.is_empty() {
        out.write_char(' ')?;
        name::write(out, &graph.name)?;
    }
    out.write_char('\n')?;
    if !graph.sites.is_empty() {
        out.write_str("sites ")?;
        name::write(out, &graph.sites)?;
        out.write_char('\n')?;
    }
    if let Some(file) = graph.file() {
        out.write_str("file ")?;
        name::write_quoted(out, file)?;
        out.write_char('\n')?;
    }
    for (key, value) in &graph.attributes {
        out.write_str("attribute ")?;
        write_attribute(out, key, value)?;
        out.write_char('\n')?;
    }
    numbers.externals.clear();
    for node in &graph.nodes {
        if let Op::External(id) = node.op {
            let number = numbers.externals.len();
            if *numbers.externals.entry(id).or_insert(number) == number {
                write_external(out, graph, id, number)?;
            }
        }
    }
    let mut effects = graph.effects.iter().peekable();
    for id in graph.ids() {
        while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
            write_effect(out, effect)?;
        }
        write_node(out, graph, id, numbers)?;
    }
    for effect in effects {
        write_effect(out, effect)?;
    }
    for id in graph.tags.keys() {
        for tag in graph.tags(*id) {
            write!(out, "tag {id} ")?;
            name::write(out, tag)?;
            out.write_char('\n')?;
        }
    }
    for output in &graph.outputs {
        write!(out, "output {}", output.node)?;
        if !output.name.is_empty() {
            out.write_char(' ')?;
            name::write(out, &output.name)?;
        }
        out.write_char('\n')?;
    }
    Ok(())
}

fn write_node(out: &mut dyn Write, graph: &Graph, id: NodeId, numbers: &Numbers) -> fmt::Result {
    write!(out, "{id}: ")?;
    write_type(out, graph, graph.value_type(id))?;
    out.write_str(" = ")?;
    write_operator(out, graph, id, numbers, false)?;
    if let Some(own) = graph.node_name(id) {
        out.write_str(" as ")?;
        name::write(out, own)?;
    }
    write_site(out, graph.node(id).site)
}

/// Writes the text after the `=` of a node: operator, attributes and arguments.
fn write_operator(
    out: &mut dyn Write,
    graph: &Graph,
    id: NodeId,
    numbers: &Numbers,
    brief: bool,
) -> fmt::Result {
    let view = graph.view(id);
    view.rules().print(&mut NodeWriter {
        out,
        graph,
        id,
        numbers,
        brief,
    })
}

/// Ends a line, with its site where it has one.
fn write_site(out: &mut dyn Write, site: Site) -> fmt::Result {
    match site {
        Site(0) => out.write_char('\n'),
        Site(site) => writeln!(out, " @{site}"),
    }
}

fn write_effect(out: &mut dyn Write, effect: &Effect) -> fmt::Result {
    out.write_str("effect ")?;
    match &effect.kind {
        EffectKind::Print { before, after } => {
            out.write_str("print ")?;
            name::write_quoted(out, before)?;
            out.write_char(' ')?;
            name::write_quoted(out, after)?;
        }
        EffectKind::Compare(op) => write!(out, "compare {}", op.name())?,
        EffectKind::ControlDependency => out.write_str("control")?,
    }
    write_arguments(out, &effect.arguments)?;
    write_site(out, effect.site)
}

fn write_external(
    out: &mut dyn Write,
    graph: &Graph,
    id: ExternalId,
    number: usize,
) -> fmt::Result {
    let external = graph.external(id);
    write!(out, "external e{number} ")?;
    write_kind(out, external.kind)?;
    write!(out, " {} ", role_name(external.role))?;
    name::write(out, &external.name)?;
    write_types(out, &external.arguments)?;
    out.write_str(" -> ")?;
    write_types(out, &external.results)?;
    out.write_char('\n')
}

fn write_function_kind(out: &mut dyn Write, kind: &FunctionKind, numbers: &Numbers) -> fmt::Result {
    let foreign = match kind {
        FunctionKind::Plain => return Ok(()),
        FunctionKind::WithRule(rule) => return write_rule(out, rule, numbers),
        FunctionKind::Foreign(foreign) => foreign,
    };
    out.write_str(" foreign ")?;
    name::write_quoted(out, &foreign.format)?;
    out.write_char(' ')?;
    name::write_quoted(out, &foreign.op)?;
    out.write_str(" {")?;
    for (position, (key, value)) in foreign.attributes.iter().enumerate() {
        out.write_str(if position > 0 { ", " } else { "" })?;
        write_attribute(out, key, value)?;
    }
    out.write_char('}')
}

fn write_rule(out: &mut dyn Write, rule: &Rule, numbers: &Numbers) -> fmt::Result {
    out.write_str(" {")?;
    let given = [("adjoint", rule.adjoint()), ("tangent", rule.tangent())];
    let given = given.into_iter().filter_map(|(mode, f)| Some((mode, f?)));
    for (position, (mode, function)) in given.enumerate() {
        let number = numbers.functions.get(&Arc::as_ptr(function));
        let number = number.copied().unwrap_or(usize::MAX);
        out.write_str(if position > 0 { ", " } else { "" })?;
        write!(out, "{mode} f{number}")?;
    }
    out.write_char('}')
}

/// A key, which may be bare, and its value, which never is.
fn write_attribute(out: &mut dyn Write, key: &str, value: &str) -> fmt::Result {
    name::write(out, key)?;
    out.write_char(' ')?;
    name::write_quoted(out, value)
}

/// The word for a family of functions of the host; a numbered one has its number after it.
fn write_kind(out: &mut dyn Write, kind: ExternalKind) -> fmt::Result {
    match kind {
        ExternalKind::Smooth => out.write_str("smooth"),
        ExternalKind::FirstOrder => out.write_str("first"),
        ExternalKind::Opaque => out.write_str("opaque"),
        ExternalKind::Discrete => out.write_str("discrete"),
        ExternalKind::Numbered { call } => write!(out, "numbered {call}"),
    }
}

/// The word for the part of a function of the host that is computed.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::Value => "value",
        Role::Tangent => "tangent",
        Role::Adjoint => "adjoint",
        Role::Second => "second",
    }
}
