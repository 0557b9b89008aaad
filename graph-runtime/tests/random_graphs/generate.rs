//! Random well-typed graphs.
//!
//! A maker keeps a pool of values and adds operators over them; what the builder refuses is left
//! out, so that its type rules alone say what a graph is.

use std::sync::Arc;

use graph_ir::graph::{Constant, Function, InputKind, Literal};
use graph_ir::ops::ScalarOp;
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire};

use super::source::RandomSource;

/// The kinds of values and operators that graphs may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    /// Element types of inputs.
    pub(crate) elements: &'static [Element],
    /// Whether values may be anything, or are kept where functions are smooth.
    pub(crate) wild: bool,
    /// Effects and functions of the host.
    pub(crate) host: bool,
    /// Absolute contractions, which only derivatives have otherwise.
    pub(crate) absolute: bool,
    /// Branches, loops and calls.
    pub(crate) inner: bool,
    /// Functions that come with their derivatives.
    pub(crate) rules: bool,
    /// Whether equal nodes are shared.
    pub(crate) sharing: bool,
    /// About how many operators.
    pub(crate) size: usize,
}

impl Kinds {
    /// Everything.
    pub(crate) const ALL: Self = Self {
        elements: &[
            Element::F64,
            Element::F64,
            Element::F32,
            Element::I64,
            Element::Bool,
        ],
        wild: true,
        host: true,
        absolute: true,
        inner: true,
        rules: true,
        sharing: true,
        size: 25,
    };

    /// Small graphs to differentiate: floats of one type, and no wild numbers.
    pub(crate) const SMOOTH: Self = Self {
        elements: &[
            Element::F64,
            Element::F64,
            Element::F64,
            Element::I64,
            Element::Bool,
        ],
        wild: false,
        size: 10,
        ..Self::ALL
    };
}

/// Adds random operators to a graph under construction.
pub(crate) struct Maker<'m, 'b> {
    pub(crate) builder: &'b Builder,
    pub(crate) source: &'m mut RandomSource,
    pub(crate) kinds: Kinds,
    /// The values so far.
    pub(crate) pool: Vec<Wire<'b>>,
    /// Functions that were called already.
    pub(crate) functions: Vec<Arc<Function>>,
    /// How many regions are open.
    pub(crate) depth: usize,
}

/// A random graph.
pub(crate) fn graph(source: &mut RandomSource, kinds: Kinds) -> Graph {
    function(source, kinds, 0)
}

/// A random graph that is called at this depth.
pub(crate) fn function(source: &mut RandomSource, kinds: Kinds, depth: usize) -> Graph {
    let builder = match kinds.sharing {
        true => Builder::new(),
        false => Builder::without_sharing(),
    };
    if source.once_in(2) {
        builder.set_name("f");
    }
    let mut maker = Maker {
        builder: &builder,
        source,
        kinds,
        pool: Vec::new(),
        functions: Vec::new(),
        depth,
    };
    for position in 0..1 + maker.source.below(4) {
        let element = *maker.source.pick(kinds.elements);
        let shape = maker.shape();
        let kind = match maker.source.below(5) {
            0 => InputKind::Dynamic,
            _ => InputKind::Independent,
        };
        let name = format!("x{position}");
        let wire = builder.input(&name, Type::new(element, shape), kind);
        maker.pool.push(wire);
    }
    maker.run(kinds.size);
    let outputs = maker.results();
    for (position, output) in outputs.into_iter().enumerate() {
        builder.output(&format!("y{position}"), output).unwrap();
    }
    builder.finish().unwrap()
}

impl<'b> Maker<'_, 'b> {
    /// Adds about so many operators.
    pub(crate) fn run(&mut self, size: usize) {
        for number in 0..1 + self.source.below(2 * size) {
            self.builder
                .set_site(graph_ir::Site(number as u32 % 3 * self.depth as u32));
            let before = self.pool.len();
            self.step();
            if self.pool.len() > before && self.source.once_in(8) {
                let last = self.pool[self.pool.len() - 1];
                self.builder.name_node(last, &format!("n{number}"));
            }
        }
    }

    /// Some values of the pool, preferably late ones.
    pub(crate) fn results(&mut self) -> Vec<Wire<'b>> {
        let count = 1 + self.source.below(3);
        (0..count)
            .map(|_| {
                let late = self.source.below(4).min(self.pool.len() - 1);
                match self.source.once_in(3) {
                    true => *self.source.pick(&self.pool),
                    false => self.pool[self.pool.len() - 1 - late],
                }
            })
            .collect()
    }

    fn step(&mut self) {
        let choices = match (self.kinds.inner && self.depth < 3, self.kinds.host) {
            (true, true) => 19,
            (true, false) => 17,
            (false, _) => 14,
        };
        let made = match self.source.below(choices) {
            0..5 => self.scalar(),
            14 => self.branch(),
            15 => self.scan(),
            16 => self.call(),
            17 => self.external(),
            18 => self.effect(),
            choice => self.structural(choice - 5),
        };
        for wire in made.into_iter().flatten() {
            let size = wire.ty().map_or(0, |ty| ty.shape.size());
            // Nothing is learned from large tensors.
            if size <= 600 {
                self.pool.push(wire);
            }
        }
    }

    fn scalar(&mut self) -> Option<Vec<Wire<'b>>> {
        let all = ScalarOp::all();
        let op = *self.source.pick(&all);
        let x = self.find(|ty| op.class().takes(ty.element))?;
        let ty = x.ty().ok()?;
        let mut operands = vec![if self.kinds.wild { x } else { self.tame(op, x) }];
        for _ in 1..op.arity() {
            let other = match self.source.below(4) {
                0 => self.value(&Type::scalar(ty.element)),
                _ => self.value(&ty),
            };
            operands.push(if self.kinds.wild {
                other
            } else {
                self.tame(op, other)
            });
        }
        if let Some(divisor) = operands.last_mut()
            && op.divides()
            && ty.element == Element::I64
        {
            let zero = divisor.equal(divisor.zeros_like());
            *divisor = zero.select(divisor.ones_like(), *divisor);
        }
        self.builder.scalar(op, &operands).ok().map(|y| vec![y])
    }

    /// A value between 0.2 and 0.8 made of another, for operators with poles and bounded domains.
    fn tame(&mut self, op: ScalarOp, x: Wire<'b>) -> Wire<'b> {
        let Ok(ty) = x.ty() else { return x };
        if !ty.is_float() {
            return x;
        }
        match op {
            ScalarOp::Add | ScalarOp::Sub | ScalarOp::Neg | ScalarOp::Sin | ScalarOp::Tanh => x,
            ScalarOp::Acosh => 1.5 + 0.3 * x.sin(),
            _ => 0.5 + 0.3 * x.sin(),
        }
    }

    /// A value of the pool whose type fits.
    pub(crate) fn find(&mut self, fits: impl Fn(&Type) -> bool) -> Option<Wire<'b>> {
        let found = self.pool.iter().copied();
        let found: Vec<Wire<'b>> = found
            .filter(|wire| wire.ty().is_ok_and(|ty| fits(&ty)))
            .collect();
        (!found.is_empty()).then(|| *self.source.pick(&found))
    }

    /// A value of this type: one of the pool, or one made for the purpose.
    pub(crate) fn value(&mut self, ty: &Type) -> Wire<'b> {
        if !self.source.once_in(5)
            && let Some(found) = self.find(|own| own == ty)
        {
            return found;
        }
        let scalar = self.find(|own| own.is_scalar() && own.element == ty.element);
        match scalar {
            Some(scalar) if self.source.once_in(2) => scalar.broadcast(&ty.shape, &[]),
            _ => self.constant(ty),
        }
    }

    pub(crate) fn constant(&mut self, ty: &Type) -> Wire<'b> {
        if self.source.once_in(3) {
            let literal = self.literal(ty.element);
            let number = self.builder.literal(literal);
            return number.broadcast(&ty.shape, &[]);
        }
        let size = ty.shape.size();
        let values: Vec<Literal> = (0..size).map(|_| self.literal(ty.element)).collect();
        let constant = match ty.element {
            Element::I64 => {
                let values = values.iter().map(|literal| match literal {
                    Literal::I64(value) => *value,
                    _ => 0,
                });
                Constant::from_i64s(ty.shape.clone(), values.collect())
            }
            element => {
                let values: Vec<f64> = values.iter().map(|literal| literal.to_f64()).collect();
                Constant::from_f64s(element, ty.shape.clone(), &values)
            }
        };
        self.builder.constant(constant.unwrap())
    }

    fn literal(&mut self, element: Element) -> Literal {
        match element {
            Element::I64 => Literal::I64(self.source.integer()),
            Element::Bool => Literal::Bool(self.source.once_in(2)),
            element if self.kinds.wild => Literal::from_f64(element, self.source.float()),
            element => Literal::from_f64(element, self.source.moderate()),
        }
    }

    /// A shape of few elements.
    pub(crate) fn shape(&mut self) -> Shape {
        let rank = *self.source.pick(&[0, 0, 1, 1, 1, 2, 2, 3]);
        let extents: Vec<usize> = (0..rank).map(|_| self.extent()).collect();
        Shape::new(&extents).unwrap()
    }

    pub(crate) fn extent(&mut self) -> usize {
        *self.source.pick(&[0, 1, 1, 2, 2, 2, 3, 3, 4, 17])
    }
}
