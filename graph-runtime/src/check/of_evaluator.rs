//! Where a value or an adjoint that is not finite comes from.

use alloc::vec::Vec;

use graph_autodiff::reverse;
use graph_ir::Graph;
use graph_math::math::Float;

use super::{NonFinite, Search};
use crate::derivative::{Evaluator, Span};
use crate::execute::{AsValues, Item, Kept, Result, expect_count};

impl<T: Float + Item> Evaluator<T> {
    /// Where the first result at `x` (`n_in`) that is not finite comes from, or, if all are finite,
    /// the first adjoint for the seed (`n_out`); `None` where everything is finite. Lines are those
    /// of the source, where the graph knows them.
    ///
    /// ```
    /// # use graph_ir::graph::InputKind;
    /// # use graph_ir::{Builder, Element, Type};
    /// use graph_runtime::derivative::Evaluator;
    ///
    /// # let builder = Builder::new();
    /// # let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
    /// # builder.output("y", x.sqrt())?;
    /// # let graph = builder.finish()?;
    /// // y = sqrt(x)
    /// let evaluator = Evaluator::<f64>::new(&graph)?;
    /// let found = evaluator.first_non_finite(&[-1.0], &[1.0])?.expect("a NaN");
    /// assert_eq!(found.to_string(), "`y` is NaN, which comes from:\n  `sqrt`: NaN\n    from `x` = -1");
    /// let found = evaluator.first_non_finite(&[0.0], &[1.0])?.expect("an infinite slope");
    /// assert_eq!((found.origins[0].operator.as_str(), found.value), ("div", f64::INFINITY));
    /// assert_eq!(evaluator.first_non_finite(&[4.0], &[1.0])?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of evaluating the graph with the values of all its nodes kept.
    pub fn first_non_finite(&self, x: &[T], seed: &[T]) -> Result<Option<NonFinite>> {
        expect_count("variable", self.layout.n_in, x.len())?;
        expect_count("seed", self.layout.n_out, seed.len())?;
        let search = |graph: &Graph| {
            let inputs = self.all_inputs(graph, x, seed)?;
            Search::new(&self.functions, &self.provenance).results(graph, &inputs)
        };
        match search(&self.graph)? {
            Some(found) => Ok(Some(found)),
            None => search(&reverse(&self.graph, &self.wrt)?),
        }
    }

    /// The inputs of the function's graph, or of its adjoint.
    pub(crate) fn all_inputs(&self, graph: &Graph, x: &[T], seed: &[T]) -> Result<Vec<Kept>> {
        let zeros = graph.input_types().map(Kept::zeros);
        let mut inputs: Vec<Kept> = zeros.collect::<Result<_>>()?;
        for (&position, parameter) in &self.parameters {
            inputs[position].set(parameter.as_values());
        }
        let mut write = |spans: &mut dyn Iterator<Item = Span>, flat: &[T]| {
            for Span { position, range } in spans {
                if let Some(input) = inputs.get_mut(position) {
                    input.set(T::values(&flat[range]));
                }
            }
        };
        write(&mut self.layout.inputs(), x);
        write(&mut self.layout.seeds(), seed);
        Ok(inputs)
    }
}
