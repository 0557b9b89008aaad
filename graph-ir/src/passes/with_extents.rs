//! Numbers in place of symbols.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;

use super::inline::splice;
use super::inside::{Functions, once};
use super::requirements::decided;
use super::rewrite::{Rewriter, Rewritten, rewrite};
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::{Op, OpView};
use crate::types::{Extent, Shape, Symbol, Type, ValueType};

impl Graph {
    /// The symbols of the graph, and of those inside of it, by their names.
    #[must_use]
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut symbols = BTreeSet::new();
        for graph in self.graphs() {
            for ty in &graph.types {
                if let ValueType::Tensor(ty) = ty {
                    symbols.extend(ty.shape.dims().iter().flat_map(|dim| dim.count().symbols()));
                }
            }
            symbols.extend(graph.lists.iter().flatten().flat_map(Extent::symbols));
        }
        symbols
    }

    /// Whether an extent of a tensor, or of the first operand that it is made of, is symbolic.
    pub(crate) fn is_symbolic_at(&self, id: NodeId) -> bool {
        let first = self.arguments(id).first();
        let mut shapes = first.into_iter().chain([&id]).map(|&id| &self.ty(id).shape);
        shapes.any(Shape::is_symbolic)
    }

    /// Refuses a graph with symbols: its writers, patterns and evaluations are of known extents,
    /// which [`Self::with_extents`] gives it.
    ///
    /// # Errors
    /// [`Error::Symbols`].
    pub fn require_known(&self) -> Result<()> {
        let symbols = self.symbols();
        if symbols.is_empty() {
            return Ok(());
        }
        Err(Error::Symbols {
            symbols: symbols.iter().map(|symbol| symbol.name().into()).collect(),
        })
    }

    /// The graph for these numbers in place of symbols. Symbols without a number stay.
    ///
    /// ```
    /// let graph = graph_ir::text::parse(
    ///     "adgraph 1\ngraph\n%0: [f64; N] = input 0\n%1: f64 = reduce sum [0] %0\noutput %1\n",
    /// )?;
    /// let sum = graph.with_extents(&[("N", 100)])?;
    /// assert_eq!(sum.input_types().next().map(|ty| ty.to_string()).as_deref(), Some("[f64; 100]"));
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Requirement`] where a number does not satisfy a condition of the graph;
    /// [`Error::UnknownSymbol`] when a symbol is not there; [`Error::TooLarge`].
    pub fn with_extents(&self, extents: &[(&str, usize)]) -> Result<Self> {
        let symbols = self.symbols();
        for &(name, _) in extents {
            if !symbols.contains(&Symbol::new(name)) {
                return Err(Error::UnknownSymbol {
                    name: name.into(),
                    known: symbols.iter().map(|symbol| symbol.name().into()).collect(),
                });
            }
        }
        let numbers = extents.iter();
        let numbers = numbers.map(|&(name, number)| (Symbol::new(name), Extent::from(number)));
        let pass = WithExtents {
            functions: Functions::default(),
            numbers: numbers.collect(),
        };
        for requirement in self.requirements()? {
            if requirement.is_broken(&|symbol| pass.number(symbol)) {
                return Err(Error::Requirement {
                    extent: requirement.extent,
                    given: extents
                        .iter()
                        .map(|&(name, number)| (String::from(name), number))
                        .collect(),
                });
            }
        }
        pass.apply(self)
    }
}

struct WithExtents {
    functions: Functions,
    numbers: BTreeMap<Symbol, Extent>,
}

impl WithExtents {
    fn apply(mut self, graph: &Graph) -> Result<Graph> {
        self.check(graph)?;
        rewrite(graph, &mut self)
    }

    /// Refuses shapes that are too large, where there is a way to say so.
    fn check(&self, graph: &Graph) -> Result<()> {
        for ty in &graph.types {
            if let ValueType::Tensor(ty) = ty {
                self.shape(&ty.shape)?;
            }
        }
        Ok(())
    }

    fn known(&self, extent: &Extent) -> Extent {
        extent.with(&|symbol| self.number(symbol))
    }

    fn number(&self, symbol: &Symbol) -> Option<Extent> {
        self.numbers.get(symbol).cloned()
    }

    fn shape(&self, shape: &Shape) -> Result<Shape> {
        let extents = shape.dims().iter().map(|dim| self.known(dim.count()));
        Ok(Shape::of(extents)?)
    }
}

impl Rewriter for WithExtents {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        if let OpView::Extent(value) = graph.view(id) {
            let wire = builder.extent(&self.known(&value.extent));
            return Ok(Some(Rewritten::Wire(wire)));
        }
        if let Op::Iota = graph.op(id) {
            let wire = builder.iota(&self.known(graph.ty(id).shape.count()))?;
            return Ok(Some(Rewritten::Wire(wire)));
        }
        // What has no iteration, and the side that is not taken, may need other numbers.
        if let OpView::Scan(scan) = graph.view(id)
            && scan.length.is_symbolic()
            && self.known(&scan.length) == 0
        {
            let (carried, _) = arguments[scan.captured..].split_at(scan.carried);
            let mut results = carried.to_vec();
            for ty in graph.result_types(id).into_iter().skip(scan.carried) {
                results.push(builder.full(&self.ty(ty), 0.0)?);
            }
            return Ok(Some(Rewritten::Results(results)));
        }
        if let Op::Branch(then, otherwise) = graph.op(id)
            && let condition = graph.arguments(id)[0]
            && let Some(truth) = decided(graph, condition, &|symbol| self.number(symbol))
        {
            let taken = if truth { then } else { otherwise };
            let taken = once(self, graph.function(taken))?;
            return splice(builder, &taken.graph, &arguments[1..]).map(Some);
        }
        Ok(None)
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn inner(&mut self, graph: &Graph) -> Result<Graph> {
        self.check(graph)?;
        rewrite(graph, self)
    }

    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        if !ty.shape.is_symbolic() {
            return Cow::Borrowed(ty);
        }
        match self.shape(&ty.shape) {
            Ok(shape) => Cow::Owned(ty.with_shape(shape)),
            // Found before.
            Err(_) => Cow::Borrowed(ty),
        }
    }

    fn list<'l>(&self, list: &'l [Extent]) -> Cow<'l, [Extent]> {
        match list.iter().any(Extent::is_symbolic) {
            true => list.iter().map(|extent| self.known(extent)).collect(),
            false => Cow::Borrowed(list),
        }
    }
}
