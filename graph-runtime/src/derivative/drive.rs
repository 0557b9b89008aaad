//! How an evaluator's graphs are made, given their inputs, run and read.

use alloc::borrow::Cow;

use graph_autodiff::{forward, hessian_product, reverse, weighted_hessian_product};
use graph_ir::Graph;
use graph_math::math::Float;

use super::Evaluator;
use super::layout::Span;
use super::sweep::Sweep;
use crate::execute::{Executable, Host, Item, Printed, Result, expect_count};

/// The graphs that an evaluator evaluates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Value,
    Adjoint,
    Tangent,
    /// The tangent of the adjoint.
    Second,
    SparseJacobian,
    SparseHessian,
    /// Value, gradient and sparse Hessian.
    Newton,
}

impl Mode {
    /// How many there are.
    pub(super) const COUNT: usize = 7;

    /// Whether it is of the second order, with weights.
    fn is_second(self) -> bool {
        matches!(self, Self::Second | Self::SparseHessian | Self::Newton)
    }

    pub(super) fn is_sparse(self) -> bool {
        matches!(
            self,
            Self::SparseJacobian | Self::SparseHessian | Self::Newton
        )
    }
}

impl<T: Float + Item> Evaluator<T> {
    /// Writes the variables of a graph, which is made if it is not there yet.
    pub(super) fn start(&mut self, mode: Mode, x: &[T]) -> Result<()> {
        expect_count("variable", self.layout.n_in, x.len())?;
        if self.sweeps[mode as usize].is_none() {
            if mode.is_sparse() {
                self.sparse(mode)?;
            }
            let derivative = self.derivative(mode)?;
            let executable = Executable::of_marked(derivative, &self.provenance, self.limit)?;
            let sweep = Sweep::new(executable, &self.parameters)?;
            self.sweeps[mode as usize] = Some(sweep);
        }
        match &mut self.sweeps[mode as usize] {
            Some(sweep) => sweep.write(self.layout.inputs(), x),
            None => Ok(()),
        }
    }

    /// The graph of a mode; a sparse matrix is made before.
    fn derivative(&self, mode: Mode) -> Result<Cow<'_, Graph>> {
        let (graph, wrt) = (&*self.graph, &self.wrt[..]);
        Ok(Cow::Owned(match mode {
            Mode::Adjoint => reverse(graph, wrt)?,
            Mode::Tangent => forward(graph, wrt)?,
            Mode::Second if self.layout.is_number => hessian_product(graph, wrt)?,
            Mode::Second => weighted_hessian_product(graph, wrt)?,
            _ => {
                return Ok(Cow::Borrowed(match self.sparse_of(mode) {
                    Some(sparse) => &sparse.graph,
                    None => graph,
                }));
            }
        }))
    }

    /// Writes the seed of an adjoint or of a second derivative, or the direction of a tangent.
    pub(super) fn write(&mut self, mode: Mode, flat: &[T]) -> Result<()> {
        let layout = &self.layout;
        if mode.is_second() && layout.is_number {
            self.weight = flat[0];
            return Ok(());
        }
        match (mode, &mut self.sweeps[mode as usize]) {
            (Mode::Adjoint | Mode::Second, Some(sweep)) => sweep.write(layout.seeds(), flat),
            (Mode::SparseHessian | Mode::Newton, Some(sweep)) => {
                sweep.write(layout.weights(), flat)
            }
            (Mode::Tangent, Some(sweep)) => sweep.write(layout.directions(), flat),
            _ => Ok(()),
        }
    }

    /// Writes the direction of a second derivative.
    pub(super) fn write_second(&mut self, direction: &[T]) -> Result<()> {
        match &mut self.sweeps[Mode::Second as usize] {
            Some(sweep) => sweep.write(self.layout.second_directions(), direction),
            None => Ok(()),
        }
    }

    /// Evaluates one of the graphs; prints only where that is wanted.
    pub(super) fn run(&mut self, mode: Mode, prints: bool) -> Result<()> {
        let listener = self.listener.as_deref().filter(|_| prints);
        let mut print = |printed: Printed<'_>| {
            if let Some(listener) = listener {
                listener(printed);
            }
        };
        let mut host = Host::new().functions(&self.functions).print(&mut print);
        if let Some(sweep) = &mut self.sweeps[mode as usize] {
            self.outcome = sweep.run(&mut host)?;
        }
        Ok(())
    }

    /// Reads the results and derivatives of the last evaluation.
    pub(super) fn read(&mut self, mode: Mode) {
        let entries = self.sparse_of(mode).map(|sparse| Span {
            position: sparse.graph.outputs().len() - 1,
            range: 0..sparse.pattern.entries(),
        });
        let layout = &self.layout;
        let Some(sweep) = &self.sweeps[mode as usize] else {
            return;
        };
        if !matches!(mode, Mode::SparseJacobian | Mode::SparseHessian) {
            self.y.resize(layout.n_out, T::ZERO);
            sweep.read(layout.values(), &mut self.y);
        }
        match mode {
            Mode::Value => {}
            Mode::Adjoint | Mode::Newton => {
                self.adjoint.resize(layout.n_in, T::ZERO);
                sweep.read(layout.adjoints(), &mut self.adjoint);
            }
            Mode::Tangent => {
                self.tangent.resize(layout.n_out, T::ZERO);
                sweep.read(layout.tangents(), &mut self.tangent);
            }
            Mode::Second => {
                self.adjoint.resize(layout.n_in, T::ZERO);
                sweep.read(layout.second(), &mut self.adjoint);
            }
            Mode::SparseJacobian | Mode::SparseHessian => {}
        }
        if let Some(entries) = entries {
            self.entries.resize(entries.range.end, T::ZERO);
            sweep.read([entries].into_iter(), &mut self.entries);
        }
        if mode.is_second() && layout.is_number {
            self.scale(mode);
        }
    }

    /// Multiplies what was read by the weight of the only result.
    fn scale(&mut self, mode: Mode) {
        let weight = self.weight;
        if matches!(mode, Mode::Second | Mode::Newton) {
            self.adjoint
                .iter_mut()
                .for_each(|element| *element *= weight);
        }
        if mode.is_sparse() {
            self.entries.iter_mut().for_each(|entry| *entry *= weight);
        }
    }
}
