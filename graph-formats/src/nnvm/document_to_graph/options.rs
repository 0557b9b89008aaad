//! Options for making a graph of a document.

use graph_ir::Element;

/// The purpose of a network's graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// To be evaluated: dropout does nothing, and batch normalisation takes the statistics that are
    /// stored.
    #[default]
    Inference,
    /// To be trained: batch normalisation takes the statistics of its batch, unless it is told to
    /// take the stored ones. Operators that then draw random numbers, such as dropout, are refused.
    Training,
}

/// How a document becomes a graph.
///
/// ```
/// use graph_formats::nnvm::{GraphOptions, Purpose};
/// use graph_ir::Element;
///
/// let options = GraphOptions::new();
/// assert_eq!(options.purpose, Purpose::Inference);
/// assert_eq!(options, GraphOptions::default().with_element(Element::F64));
/// let training = GraphOptions::new().with_purpose(Purpose::Training).with_loss_gradients(true);
/// assert_eq!(training, GraphOptions::training());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GraphOptions {
    /// The float type of all numbers; `f64` unless set.
    pub element: Element,
    /// The purpose of the graph; inference unless set.
    pub purpose: Purpose,
    /// Whether a loss at the end of a network has the derivative by which MXNet trains.
    ///
    /// The value of `SoftmaxOutput`, `LinearRegressionOutput`, `LogisticRegressionOutput`,
    /// `MAERegressionOutput`, `SVMOutput`, `MakeLoss` and `make_loss` is a prediction, not a loss,
    /// and MXNet's derivative of each element by the element of the data at its place is that of a
    /// loss: for `SoftmaxOutput` the probability, less 1 for the class that the label names.
    /// Without this option the derivative is that of the value. With it, an adjoint is multiplied
    /// by MXNet's derivative, so that the gradient of the sum of all elements is the one with which
    /// MXNet trains (which passes over the adjoint that it is given). It is no derivative of the
    /// value: finite differences do not show it, it is zero where the data is infinite, and
    /// derivatives of it are zero.
    pub loss_gradients: bool,
}

impl GraphOptions {
    /// Inference in double precision, with derivatives of values.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            element: Element::F64,
            purpose: Purpose::Inference,
            loss_gradients: false,
        }
    }

    /// Training in double precision, with the derivatives of losses.
    #[must_use]
    pub const fn training() -> Self {
        Self {
            element: Element::F64,
            purpose: Purpose::Training,
            loss_gradients: true,
        }
    }

    /// The same with numbers of another float type.
    #[must_use]
    pub const fn with_element(self, element: Element) -> Self {
        Self { element, ..self }
    }

    /// The same for another purpose.
    #[must_use]
    pub const fn with_purpose(self, purpose: Purpose) -> Self {
        Self { purpose, ..self }
    }

    /// The same with or without the derivatives of losses.
    #[must_use]
    pub const fn with_loss_gradients(self, loss_gradients: bool) -> Self {
        Self {
            loss_gradients,
            ..self
        }
    }
}

impl Default for GraphOptions {
    fn default() -> Self {
        Self::new()
    }
}
