//! A program under test.

use adgraph::Graph;
use adgraph::function::Function;
use num_dual::Dual3;

/// A function of one flat argument.
type ValueFn = Box<dyn Fn(&[f64]) -> Vec<f64>>;

/// A function of a flat argument and a seed or direction, to the value and its derivative.
type Derivative = Box<dyn Fn(&[f64], &[f64]) -> [Vec<f64>; 2]>;

/// A function of dual numbers of third order.
type Reference = fn(&[Dual3<f64>]) -> Vec<Dual3<f64>>;

/// A function of generated code, with what it is tested against.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) graph: Graph,
    pub(crate) n_in: usize,
    pub(crate) n_out: usize,
    /// The value.
    pub(crate) value: ValueFn,
    /// Value and adjoint for a seed.
    pub(crate) adjoint: Derivative,
    /// Value and tangent for a direction.
    pub(crate) tangent: Derivative,
    /// The same function for dual numbers of third order.
    pub(crate) reference: Option<Reference>,
    /// Points at ties, zeros and sides not taken, and the gradient of the sum of all results.
    pub(crate) corners: Vec<(Vec<f64>, Vec<f64>)>,
    interval: (f64, f64),
}

impl Program {
    pub(crate) fn new<F>(
        name: &'static str,
        function: F,
        graph: fn() -> Graph,
        interval: (f64, f64),
    ) -> Self
    where
        F: Function<Float = f64> + Copy + 'static,
    {
        Self {
            name,
            graph: graph(),
            n_in: function.n_in(),
            n_out: function.n_out(),
            value: Box::new(move |x| {
                let mut y = vec![0.0; function.n_out()];
                function.value(x, &mut y);
                y
            }),
            adjoint: Box::new(move |x, seed| {
                let (mut y, mut adjoint) =
                    (vec![0.0; function.n_out()], vec![0.0; function.n_in()]);
                function.adjoint(x, seed, &mut y, &mut adjoint);
                [y, adjoint]
            }),
            tangent: Box::new(move |x, direction| {
                let (mut y, mut tangent) =
                    (vec![0.0; function.n_out()], vec![0.0; function.n_out()]);
                function.tangent(x, direction, &mut y, &mut tangent);
                [y, tangent]
            }),
            reference: None,
            corners: Vec::new(),
            interval,
        }
    }

    pub(crate) fn with_reference(mut self, reference: Reference) -> Self {
        self.reference = Some(reference);
        self
    }

    pub(crate) fn with_corners(mut self, corners: &[(&[f64], &[f64])]) -> Self {
        let corners = corners.iter();
        self.corners = corners.map(|(x, g)| (x.to_vec(), g.to_vec())).collect();
        self
    }

    /// Points within the interval where the program is smooth, always the same ones.
    pub(crate) fn points(&self) -> Vec<Vec<f64>> {
        let (lo, hi) = self.interval;
        let mut draw = numbers(self.name.len() as u64);
        (0..4)
            .map(|_| (0..self.n_in).map(|_| lo + (hi - lo) * draw()).collect())
            .collect()
    }

    /// Weights of the results, none of them zero.
    pub(crate) fn seed(&self) -> Vec<f64> {
        let mut draw = numbers(7);
        (0..self.n_out).map(|_| draw() + 0.5).collect()
    }

    /// A direction with components of both signs.
    pub(crate) fn direction(&self) -> Vec<f64> {
        let mut draw = numbers(11);
        (0..self.n_in).map(|_| 2.0 * draw() - 1.0).collect()
    }
}

/// Numbers between 0 and 1 from a linear congruential generator.
fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        #[allow(clippy::cast_precision_loss, reason = "53 bits are exact")]
        let numerator = (state >> 11) as f64;
        numerator / (1_u64 << 53) as f64
    }
}
