//! Random structural operators: views, reductions, contractions, indexing.

use graph_ir::algebra::Algebra;
use graph_ir::composite::Composite;
use graph_ir::graph::Literal;
use graph_ir::ops::{Contraction, Reduction, Slice, Windows};
use graph_ir::{Element, Shape, Type, Wire};

use super::generate::Maker;

type Made<'b> = Option<Vec<Wire<'b>>>;

impl<'b> Maker<'_, 'b> {
    /// A structural operator by its number, from 0 to 8.
    pub(crate) fn structural(&mut self, number: usize) -> Made<'b> {
        let made = match number {
            0 => match self.source.below(4) {
                0 => self.cast(),
                1 => self.select(),
                2 => self.sum(),
                _ => self.stop_gradient(),
            },
            1 => match self.source.below(3) {
                0 => self.broadcast(),
                1 => self.transpose(),
                _ => self.reshape(),
            },
            2 => match self.source.below(3) {
                0 => self.windows(),
                _ => self.slice(),
            },
            3 => self.assemble(),
            4 => self.join(),
            5 => self.reduce(),
            6 => self.contract(),
            7 => match self.source.below(3) {
                0 => self.part(),
                _ => self.index(),
            },
            _ => self.composite(),
        };
        made.map(|wire| vec![wire])
    }

    fn any(&mut self) -> Wire<'b> {
        *self.source.pick(&self.pool)
    }

    fn cast(&mut self) -> Option<Wire<'b>> {
        let x = self.any();
        let element = *self.source.pick(self.kinds.elements);
        self.builder.cast(x, element).ok()
    }

    fn select(&mut self) -> Option<Wire<'b>> {
        let a = self.any();
        let ty = a.ty().ok()?;
        let b = self.value(&ty);
        let condition = match self.source.below(4) {
            0 => self.value(&Type::scalar(Element::Bool)),
            1 if ty.element != Element::Bool => a.less(b),
            _ => self.value(&ty.with_element(Element::Bool)),
        };
        self.builder.select(condition, a, b).ok()
    }

    fn sum(&mut self) -> Option<Wire<'b>> {
        let ty = self.find(|ty| ty.element != Element::Bool)?.ty().ok()?;
        let count = self.source.below(5);
        let terms: Vec<Wire<'b>> = (0..count).map(|_| self.value(&ty)).collect();
        self.builder.sum(&terms, &ty).ok()
    }

    fn stop_gradient(&mut self) -> Option<Wire<'b>> {
        // Differences know nothing of it.
        let x = self.kinds.wild.then(|| self.any())?;
        self.builder.stop_gradient(x).ok()
    }

    fn broadcast(&mut self) -> Option<Wire<'b>> {
        let x = self.any();
        let own = x.ty().ok()?.shape.extents();
        let (mut extents, mut axes) = (Vec::new(), Vec::new());
        for extent in own {
            if self.source.once_in(3) {
                extents.push(self.extent());
            }
            axes.push(extents.len());
            extents.push(extent);
        }
        if self.source.once_in(2) {
            extents.push(self.extent());
        }
        self.builder
            .broadcast(x, &Shape::new(&extents).ok()?, &axes)
            .ok()
    }

    fn transpose(&mut self) -> Option<Wire<'b>> {
        let x = self.find(|ty| ty.shape.rank() > 1)?;
        let permutation = self.source.permutation(x.ty().ok()?.shape.rank());
        self.builder.transpose(x, &permutation).ok()
    }

    fn reshape(&mut self) -> Option<Wire<'b>> {
        let x = self.any();
        let size = x.ty().ok()?.shape.size();
        let divisors: Vec<usize> = (1..=size).filter(|d| size % d == 0).collect();
        let extents = match (divisors.as_slice(), self.source.below(3)) {
            ([], _) => vec![self.extent(), 0],
            (_, 0) => vec![size],
            (divisors, _) => {
                let first = *self.source.pick(divisors);
                vec![first, 1, size / first]
            }
        };
        self.builder.reshape(x, &Shape::new(&extents).ok()?).ok()
    }

    /// A place that fits into the shape, and the extents of what is there.
    fn place(&mut self, shape: &Shape) -> (Slice, Shape) {
        let (mut axes, mut extents) = (Vec::new(), Vec::new());
        for dim in shape.dims() {
            let extent = dim.extent();
            let count = self.source.below(extent + 1);
            extents.push(count);
            if count < 2 {
                // A single position may be followed by a step to anywhere.
                let step = *self.source.pick(&[1, 1, -1, 2, i64::MAX, i64::MIN]);
                axes.push((self.source.below(extent) as i64, step));
                continue;
            }
            let step = 1 + self.source.below((extent - 1) / (count - 1));
            let first = self.source.below(extent - step * (count - 1));
            axes.push(match self.source.once_in(3) {
                true => ((first + step * (count - 1)) as i64, -(step as i64)),
                false => (first as i64, step as i64),
            });
        }
        (Slice::from_known(axes), Shape::new(&extents).unwrap())
    }

    fn slice(&mut self) -> Option<Wire<'b>> {
        let x = self.find(|ty| ty.shape.rank() > 0)?;
        let ty = x.ty().ok()?;
        if self.source.once_in(4) && ty.shape.extent(0) > 0 {
            let index = self.source.below(ty.shape.extent(0)) as i64;
            return self.builder.index(x, 0, index).ok();
        }
        let (slice, shape) = self.place(&ty.shape);
        self.builder.slice(x, &slice, &shape).ok()
    }

    fn windows(&mut self) -> Option<Wire<'b>> {
        let x = self.find(|ty| ty.shape.rank() > 0)?;
        let shape = x.ty().ok()?.shape;
        let axis = self.source.below(shape.rank());
        let windows = Windows {
            axis,
            size: 1 + self.source.below(shape.extent(axis)),
            stride: *self.source.pick(&[1, 1, 2, usize::MAX]),
            dilation: *self.source.pick(&[1, 1, 2]),
        };
        self.builder.windows(x, windows).ok()
    }

    fn assemble(&mut self) -> Option<Wire<'b>> {
        let element = self.any().ty().ok()?.element;
        let whole = Type::new(element, self.shape());
        let background = self.value(&Type::scalar(element));
        let mut pieces = Vec::new();
        for _ in 0..self.source.below(4) {
            let (slice, shape) = self.place(&whole.shape);
            let piece = self.value(&whole.with_shape(shape));
            pieces.push((piece, slice));
        }
        self.builder.superpose(background, &pieces, &whole).ok()
    }

    fn join(&mut self) -> Option<Wire<'b>> {
        let ty = self.any().ty().ok()?;
        let count = 1 + self.source.below(3);
        let operands: Vec<Wire<'b>> = (0..count).map(|_| self.value(&ty)).collect();
        match self.source.below(3) {
            0 => {
                let axis = self.source.below(ty.shape.rank());
                self.builder.concat(&operands, axis).ok()
            }
            1 => {
                let axis = self.source.below(ty.shape.rank() + 1);
                self.builder.stack(&operands, axis).ok()
            }
            _ => {
                let widths: Vec<(usize, usize)> = (0..ty.shape.rank())
                    .map(|_| (self.source.below(3), self.source.below(2)))
                    .collect();
                let value = self.value(&Type::scalar(ty.element));
                self.builder.pad(operands[0], &widths, value).ok()
            }
        }
    }

    fn reduce(&mut self) -> Option<Wire<'b>> {
        let x = self.find(|ty| ty.element != Element::Bool)?;
        let axes = self.source.axes(x.ty().ok()?.shape.rank());
        let reduction = *self.source.pick(&Reduction::ALL);
        self.builder.reduce(reduction, x, &axes).ok()
    }

    /// A contraction whose right operand is made to fit the left one.
    fn contract(&mut self) -> Option<Wire<'b>> {
        let left = self.find(|ty| ty.element.is_float() && ty.shape.rank() > 0)?;
        let ty = left.ty().ok()?;
        let rank = ty.shape.rank();
        // The role of each axis: 0 free, 1 batch, 2 contracted.
        let fates: Vec<usize> = (0..rank).map(|_| self.source.below(3)).collect();
        let mut extents: Vec<(usize, Option<usize>)> = (0..rank)
            .filter(|&axis| fates[axis] > 0)
            .map(|axis| (ty.shape.extent(axis), Some(axis)))
            .collect();
        for _ in 0..self.source.below(3) {
            extents.push((self.extent(), None));
        }
        let order = self.source.permutation(extents.len());
        let extents: Vec<(usize, Option<usize>)> = order.iter().map(|&i| extents[i]).collect();
        let shape: Vec<usize> = extents.iter().map(|&(extent, _)| extent).collect();
        let right = self.value(&ty.with_shape(Shape::new(&shape).ok()?));
        let mut spec = Contraction {
            batch: Vec::new(),
            contracted: Vec::new(),
            absolute: self.source.once_in(4) && self.kinds.absolute,
        };
        for (axis, &(_, partner)) in extents.iter().enumerate() {
            match partner {
                Some(partner) if fates[partner] == 1 => spec.batch.push((partner, axis)),
                Some(partner) => spec.contracted.push((partner, axis)),
                None => {}
            }
        }
        if self.source.once_in(2) {
            spec.contracted.sort_unstable();
            spec.batch.reverse();
        }
        self.builder.contract(left, right, &spec).ok()
    }

    /// Gathering or its adjoint, mostly at indices that exist.
    fn index(&mut self) -> Option<Wire<'b>> {
        let data = self.find(|ty| ty.shape.rank() > 0)?;
        let ty = data.ty().ok()?;
        let axis = self.source.below(ty.shape.rank());
        let extent = ty.shape.extent(axis);
        let shape = self.shape();
        let values: Vec<i64> = (0..shape.size())
            .map(|_| self.source.below(extent) as i64)
            .collect();
        let constant = graph_ir::graph::Constant::from_i64s(shape, values)?;
        let mut indices = self.builder.constant(constant);
        if self.source.once_in(40) {
            indices = self.find(|ty| ty.element == Element::I64)?;
        } else if extent > 0 && self.source.once_in(4) {
            indices = self.computed(&indices.ty().ok()?.shape, extent)?;
        }
        if self.source.once_in(2) {
            return self.builder.gather(data, indices, axis).ok();
        }
        let before = ty.shape.extents()[..axis].to_vec();
        let after = ty.shape.extents()[axis + 1..].to_vec();
        let middle = indices.ty().ok()?.shape.extents();
        let parts = Shape::new(&[before, middle, after].concat()).ok()?;
        let updates = self.value(&ty.with_shape(parts));
        self.builder.scatter_add(indices, updates, axis, &ty).ok()
    }

    /// A part read or replaced, mostly at positions that exist.
    fn part(&mut self) -> Option<Wire<'b>> {
        let whole = self.find(|ty| ty.shape.rank() > 0)?;
        let ty = whole.ty().ok()?;
        let mut axes = self.source.axes(ty.shape.rank());
        axes.sort_unstable();
        let positions = axes.iter().map(|&axis| {
            let extent = ty.shape.extent(axis);
            if extent == 0 || self.source.once_in(40) {
                return self.find(|ty| *ty == Type::scalar(Element::I64));
            } else if self.source.once_in(3) {
                return self.computed(&Shape::scalar(), extent);
            }
            let position = Literal::I64(self.source.below(extent) as i64);
            Some(self.builder.literal(position))
        });
        let positions: Vec<Wire<'b>> = positions.collect::<Option<_>>()?;
        let rest = ty.shape.filter_axes(|axis| !axes.contains(&axis));
        if self.source.once_in(2) {
            return self.builder.part_at(whole, &axes, &positions).ok();
        }
        let part = self.value(&ty.with_shape(rest));
        self.builder.replace(whole, part, &axes, &positions).ok()
    }

    /// Indices below an extent that are computed of floats.
    fn computed(&mut self, shape: &Shape, extent: usize) -> Option<Wire<'b>> {
        let numbers = self.value(&Type::new(Element::F64, shape.clone()));
        let last = self.builder.number(Element::F64, (extent - 1) as f64);
        let last = last.broadcast(shape, &[]);
        let below = numbers.abs().min(last);
        self.builder.cast(below, Element::I64).ok()
    }

    /// Linear algebra, of what may be singular.
    fn algebra(&mut self) -> Option<Wire<'b>> {
        let op = *self.source.pick(&Algebra::ALL);
        let element = self.find(|ty| ty.element.is_float())?.ty().ok()?.element;
        let (extent, columns) = (self.source.below(4), self.source.below(3));
        let ty = |extents: &[usize]| Some(Type::new(element, Shape::new(extents).ok()?));
        let matrix = self.value(&ty(&[extent, extent])?);
        let right = match self.source.once_in(2) {
            _ if op == Algebra::CholeskyAdjoint => self.value(&ty(&[extent, extent])?),
            true => self.value(&ty(&[extent])?),
            false => self.value(&ty(&[extent, columns])?),
        };
        let operands = [matrix, right];
        self.builder
            .algebra(op, &operands[..op.operands().len()])
            .ok()
    }

    fn composite(&mut self) -> Option<Wire<'b>> {
        // Differences need matrices that are far from singular.
        if self.kinds.wild && self.source.once_in(3) {
            return self.algebra();
        }
        let x = self.find(|ty| ty.element.is_float())?;
        let axes = self.source.axes(x.ty().ok()?.shape.rank());
        let composite = *self.source.pick(&Composite::ALL);
        self.builder.composite(composite, &[x], &axes).ok()
    }
}
