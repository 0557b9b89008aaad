//! Traces of the value of an evaluator's function.

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_math::math::Float;

use super::origin::Origin;
use super::walk::Walk;
use super::{Filter, Visitor};
use crate::derivative::Evaluator;
use crate::execute::{Host, Item, Kept, Printed, Result, expect_count};

impl<T: Float + Item> Evaluator<T> {
    /// The value at `x` (`n_in`), `n_out` numbers with the bits of [`Self::value`], with every
    /// operator that is called handed to the visitor; see [`trace`](crate::trace).
    ///
    /// ```
    /// use graph_runtime::derivative::Evaluator;
    /// use graph_runtime::trace::Filter;
    ///
    /// let text = "adgraph 1\ngraph\n%0: [f64; 2] = input 0 x\n%1: [f64; 2] = sin %0 as wave\n\
    ///             %2: f64 = reduce sum [0] %1\noutput %2 y\n";
    /// let mut evaluator = Evaluator::<f64>::new(&graph_ir::text::parse(text)?)?;
    /// let mut seen = Vec::new();
    /// let y = evaluator.trace(&[0.0, 0.0], &mut |call| seen.push(call.to_string()))?;
    /// assert_eq!(y, [0.0]);
    /// assert_eq!(seen, [
    ///     "wave = sin x: [0.0, 0.0] -> [0.0, 0.0]",
    ///     "y = reduce sum [0] wave: [0.0, 0.0] -> 0.0",
    /// ]);
    /// let only = Filter::new().name("wave");
    /// let mut count = 0;
    /// evaluator.trace(&[0.5, 0.0], &mut |call| count += usize::from(only.accepts(call)))?;
    /// assert_eq!(count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::value`].
    pub fn trace(&mut self, x: &[T], visitor: &mut Visitor<'_>) -> Result<&[T]> {
        expect_count("variable", self.layout.n_in, x.len())?;
        let inputs = self.all_inputs(&self.graph, x, &[])?;
        let inputs: Vec<Arc<Kept>> = inputs.into_iter().map(Arc::new).collect();
        let listener = self.listener.as_deref();
        let mut print = |printed: Printed<'_>| {
            if let Some(listener) = listener {
                listener(printed);
            }
        };
        let mut host = Host::new().functions(&self.functions).print(&mut print);
        let origin = Origin::of_marked(&self.graph, &self.provenance);
        let all = Filter::new();
        let traced = Walk::new(origin, &all, &mut host, visitor).whole(&self.graph, &inputs)?;
        self.outcome = traced.outcome;
        let mut y: Vec<T> = alloc::vec![T::ZERO; self.layout.n_out];
        for span in &self.layout.results {
            if let Some(own) = traced.get::<T>(span.position) {
                y[span.range.clone()].copy_from_slice(own);
            }
        }
        self.y = y;
        Ok(&self.y)
    }
}
