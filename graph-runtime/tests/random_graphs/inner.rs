//! Random nodes with inner graphs, functions of the host, effects.

use std::sync::Arc;

use graph_ir::graph::{
    EffectKind, External, ExternalKind, Foreign, Function, FunctionKind, InputKind, Role, Rule,
};
use graph_ir::ops::{Class, Iterations, Runs, ScalarOp};
use graph_ir::types::Extent;
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire, passes};

use super::generate::{Kinds, Maker, function};
use super::source::RandomSource;

type Made<'b> = Option<Vec<Wire<'b>>>;

impl<'b> Maker<'_, 'b> {
    /// Runs in a region: the values made there are gone when it ends.
    fn within<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> Option<R> {
        self.builder.begin_region().ok()?;
        let before = self.pool.len();
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        self.pool.truncate(before);
        Some(result)
    }

    pub(crate) fn branch(&mut self) -> Made<'b> {
        let condition = self.value(&Type::scalar(Element::Bool));
        let then = self.within(|maker| {
            maker.run(4);
            let results = maker.results();
            maker.builder.end_region(&results).unwrap()
        })?;
        let types = then.result_types();
        let otherwise = self.within(|maker| {
            maker.run(4);
            let results: Vec<Wire<'b>> = types.iter().map(|ty| maker.value(ty)).collect();
            maker.builder.end_region(&results).unwrap()
        })?;
        Some(self.builder.branch(condition, then, otherwise).unwrap())
    }

    pub(crate) fn scan(&mut self) -> Made<'b> {
        let length = *self.source.pick(&[0, 1, 2, 3, 3, 5]);
        let ends = self.source.below(4) == 0;
        let going = ends.then(|| self.value(&Type::scalar(Element::Bool)));
        let mut carried: Vec<Wire<'b>> = going.into_iter().collect();
        for _ in 0..self.source.below(3) {
            carried.push(*self.source.pick(&self.pool));
        }
        let mut stacked = Vec::new();
        for _ in 0..self.source.below(3) {
            let slice = self.source.pick(&self.pool).ty().ok()?;
            if slice.shape.rank() < 3 {
                let extents = [vec![length], slice.shape.extents()].concat();
                let ty = slice.with_shape(Shape::new(&extents).ok()?);
                stacked.push((self.value(&ty), slice));
            }
        }
        let body = self.within(|maker| {
            let mut next = Vec::new();
            for wire in &carried {
                let ty = wire.ty().unwrap();
                maker.pool.push(maker.builder.region_input(ty.clone()));
                next.push(ty);
            }
            for (_, slice) in &stacked {
                maker.pool.push(maker.builder.region_input(slice.clone()));
            }
            maker.run(4);
            let mut results: Vec<Wire<'b>> = next.iter().map(|ty| maker.value(ty)).collect();
            if maker.source.once_in(2) {
                results.extend(maker.results());
            }
            maker.builder.end_region(&results).unwrap()
        })?;
        let stacked: Vec<Wire<'b>> = stacked.iter().map(|&(wire, _)| wire).collect();
        let reverse = !ends && self.source.once_in(2);
        // Not said, all states, or checkpoints of which some lie beyond the end.
        let every = Some(Extent::from(self.source.below(4)));
        let iterations = Iterations {
            runs: if ends { Runs::While } else { Runs::All },
            ..Iterations::new(length, reverse, every)
        };
        let results = self
            .builder
            .scan_region_with(body, &carried, &stacked, iterations);
        Some(results.unwrap())
    }

    pub(crate) fn call(&mut self) -> Made<'b> {
        if self.functions.is_empty() || self.source.once_in(2) {
            let kind = match self.source.below(3) {
                0 => FunctionKind::Foreign(Foreign {
                    format: "a \"format\"".into(),
                    op: "op\n".into(),
                    attributes: vec![("as".into(), "ü".into()), (String::new(), "b".into())],
                }),
                _ => FunctionKind::Plain,
            };
            let kinds = Kinds {
                size: 4,
                ..self.kinds
            };
            let graph = function(self.source, kinds, self.depth + 1);
            let rule = match kind {
                FunctionKind::Plain if self.kinds.rules && self.source.once_in(2) => {
                    rule(self.source, &graph)
                }
                _ => None,
            };
            let kind = rule.map_or(kind, FunctionKind::WithRule);
            self.functions.push(Arc::new(Function { kind, graph }));
        }
        let function = Arc::clone(self.source.pick(&self.functions));
        let types: Vec<Type> = function.graph.input_types().cloned().collect();
        let arguments: Vec<Wire<'b>> = types.iter().map(|ty| self.value(ty)).collect();
        self.builder.call(&function, &arguments).ok()
    }

    /// A call of one of the functions that the host of these tests has.
    pub(crate) fn external(&mut self) -> Made<'b> {
        let x = self.find(|ty| ty.element == Element::F64)?;
        let ty = x.ty().ok()?;
        let discrete = self.source.once_in(3);
        let count = if discrete {
            1
        } else {
            1 + self.source.below(2)
        };
        let mut arguments = vec![x];
        for _ in 1..count {
            arguments.push(self.value(&ty));
        }
        let results = if discrete {
            1
        } else {
            1 + self.source.below(2)
        };
        let external = External {
            name: if discrete { "floor" } else { "waves" }.into(),
            kind: match self.source.below(2) {
                _ if discrete => ExternalKind::Discrete,
                0 => ExternalKind::Numbered { call: 3 },
                _ => ExternalKind::Smooth,
            },
            role: Role::Value,
            arguments: vec![ty.clone(); count],
            results: vec![ty; results],
        };
        self.builder.external(&external, &arguments).ok()
    }

    pub(crate) fn effect(&mut self) -> Made<'b> {
        let kind = match self.source.below(5) {
            0..2 => {
                let condition = self.find(|ty| ty.is_scalar() && ty.is_float())?;
                let value = self.find(|ty| ty.is_scalar() && ty.element != Element::Bool)?;
                let kind = EffectKind::Print {
                    before: format!("b{}", self.source.below(100)),
                    after: "\"\\\n".into(),
                };
                self.builder.effect(kind, &[condition, value]).ok()?;
                return None;
            }
            2..4 if self.depth == 0 => {
                let comparisons: Vec<ScalarOp> = ScalarOp::all()
                    .into_iter()
                    .filter(|op| op.class() == Class::Comparison)
                    .collect();
                EffectKind::Compare(*self.source.pick(&comparisons))
            }
            _ => EffectKind::ControlDependency,
        };
        // A statement about constants is not counted, so it may not become one: it is about the
        // first input.
        let a = self.pool[0];
        let ty = a.ty().ok()?;
        let b = self.value(&ty);
        self.builder.effect(kind, &[a, b]).ok()?;
        None
    }
}

/// The derivative that a function has, as a rule of it in one mode or both; `None` where functions
/// of the host or effects stand against it.
fn rule(source: &mut RandomSource, graph: &Graph) -> Option<Rule> {
    let wrt = graph_autodiff::differentiable_inputs(graph);
    // By dynamic arguments a rule gives none, where the body of a function has one.
    if wrt.len() < graph.input_types().filter(|ty| ty.is_float()).count() {
        return None;
    }
    let (adjoint, tangent) = match source.below(3) {
        0 => (true, false),
        1 => (false, true),
        _ => (true, true),
    };
    let inputs: Vec<&Type> = graph.input_types().collect();
    let made = |derivative: Graph, taken: Vec<Option<&Type>>| {
        let builder = Builder::new();
        let input = |ty: &Type| builder.input("", ty.clone(), InputKind::Independent);
        let mut arguments: Vec<Wire<'_>> = inputs.iter().map(|ty| input(ty)).collect();
        graph.output_types().for_each(|ty| {
            input(ty);
        });
        for (taken, ty) in taken
            .into_iter()
            .zip(derivative.input_types().skip(inputs.len()))
        {
            arguments.push(match taken {
                Some(ty) => input(ty),
                None => builder.full(ty, 0.0).ok()?,
            });
        }
        let results = builder.embed(&derivative, &arguments).ok()?;
        // The tangent of what is no float is none.
        let results = results.into_iter().skip(graph.outputs().len());
        for result in results.filter(|result| result.ty().is_ok_and(|ty| ty.is_float())) {
            builder.output("", result).ok()?;
        }
        let graph = passes::trim(&builder.finish().ok()?).ok()?;
        Some(Function::plain(graph))
    };
    let adjoint = match adjoint {
        true => {
            let seeds = graph.output_types().map(|ty| ty.is_float().then_some(ty));
            Some(made(
                graph_autodiff::reverse(graph, &wrt).ok()?,
                seeds.collect(),
            )?)
        }
        false => None,
    };
    let tangent = match tangent {
        true => {
            let tangents = wrt.iter().map(|&position| Some(inputs[position]));
            Some(made(
                graph_autodiff::forward(graph, &wrt).ok()?,
                tangents.collect(),
            )?)
        }
        false => None,
    };
    Rule::new(adjoint, tangent).ok()
}
