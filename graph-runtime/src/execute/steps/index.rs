//! Indexing by values: gathering and its adjoint.

use graph_ir::math::Float;

use crate::execute::code::Frame;
use crate::execute::machine::Fault;
use crate::execute::memory::{Memory, Stored};
use crate::execute::place::{Kind, Place, for_kind};

/// The axis that is indexed, among what lies outside and inside of it.
#[derive(Debug)]
pub(in crate::execute) struct Axis {
    /// The product of the extents before the axis.
    pub(in crate::execute) outer: usize,
    /// The extent of the axis.
    pub(in crate::execute) extent: usize,
    /// The product of the extents after the axis.
    pub(in crate::execute) inner: usize,
    /// The number of indices.
    pub(in crate::execute) count: usize,
}

/// The parts of a value at some indices.
#[derive(Debug)]
pub(in crate::execute) struct Gather {
    pub(in crate::execute) kind: Kind,
    pub(in crate::execute) data: Place,
    pub(in crate::execute) indices: Place,
    pub(in crate::execute) axis: Axis,
    pub(in crate::execute) out: usize,
}

/// Zeros with updates added at some indices.
#[derive(Debug)]
pub(in crate::execute) struct ScatterAdd {
    pub(in crate::execute) kind: Kind,
    pub(in crate::execute) indices: Place,
    pub(in crate::execute) updates: Place,
    /// The axis of the result.
    pub(in crate::execute) axis: Axis,
    pub(in crate::execute) out: usize,
}

impl Axis {
    /// Refuses the first index that leaves the axis.
    fn check(&self, indices: &[i64]) -> Result<(), Fault> {
        let inside = |index: i64| usize::try_from(index).is_ok_and(|i| i < self.extent);
        match indices.iter().find(|&&index| !inside(index)) {
            Some(&index) => Err(Fault::Index {
                index,
                extent: self.extent,
            }),
            None => Ok(()),
        }
    }

    /// Calls `f` with the begin of each part among the parts and in the whole, in the order of
    /// the parts.
    fn parts(&self, indices: &[i64], mut f: impl FnMut(usize, usize)) {
        if self.count * self.inner == 0 {
            return;
        }
        for outer in 0..self.outer {
            for (number, &index) in indices.iter().enumerate() {
                let part = outer * self.count + number;
                let whole = outer * self.extent + index as usize;
                f(part * self.inner, whole * self.inner);
            }
        }
    }
}

impl Gather {
    pub(in crate::execute) fn run(&self, frame: &mut Frame<'_>) -> Result<(), Fault> {
        let data = frame.at(self.kind, self.data);
        let indices = frame.at(Kind::I64, self.indices);
        let out = frame.base[self.kind] + self.out;
        if self.kind == Kind::I64 {
            let (below, above) = frame.memory.split::<i64>(out);
            let indices = &below[indices..][..self.axis.count];
            return self.take(&below[data..], indices, above);
        }
        frame.memory.lend::<i64, _>(|memory, lane| {
            let indices = &lane[indices..][..self.axis.count];
            for_kind!(self.kind, T => {
                let (below, above) = memory.split::<T>(out);
                self.take(&below[data..], indices, above)
            })
        })
    }

    fn take<T: Copy>(&self, data: &[T], indices: &[i64], out: &mut [T]) -> Result<(), Fault> {
        self.axis.check(indices)?;
        let width = self.axis.inner;
        self.axis.parts(indices, |part, whole| {
            out[part..][..width].copy_from_slice(&data[whole..][..width]);
        });
        Ok(())
    }
}

impl ScatterAdd {
    pub(in crate::execute) fn run(&self, frame: &mut Frame<'_>) -> Result<(), Fault> {
        let updates = frame.at(self.kind, self.updates);
        let indices = frame.at(Kind::I64, self.indices);
        let out = frame.base[self.kind] + self.out;
        frame.memory.lend::<i64, _>(|memory, lane| {
            let indices = &lane[indices..][..self.axis.count];
            match self.kind {
                Kind::F64 => self.add::<f64>(memory, updates, indices, out),
                _ => self.add::<f32>(memory, updates, indices, out),
            }
        })
    }

    fn add<T: Stored + Float>(
        &self,
        memory: &mut Memory,
        updates: usize,
        indices: &[i64],
        out: usize,
    ) -> Result<(), Fault> {
        self.axis.check(indices)?;
        let (below, above) = memory.split::<T>(out);
        let (updates, width) = (&below[updates..], self.axis.inner);
        above[..self.axis.outer * self.axis.extent * width].fill(T::ZERO);
        self.axis.parts(indices, |part, whole| {
            let update = &updates[part..][..width];
            for (sum, &update) in above[whole..][..width].iter_mut().zip(update) {
                *sum += update;
            }
        });
        Ok(())
    }
}
