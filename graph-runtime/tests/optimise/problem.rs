//! A struct of five numbers to be learnt, among fields that are not, and the gradient of a function
//! of them: the same as in `record.py`.

use graph_math::math::Float;
use graph_runtime::tree::{Field, FieldMut, Name, Tree};

/// As a block would write it: `fixed` is `#[dynamic]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model<T> {
    pub(crate) a: [T; 2],
    pub(crate) count: usize,
    pub(crate) fixed: (T, [T; 2]),
    pub(crate) b: (T, [[T; 1]; 2]),
    pub(crate) none: [T; 0],
    pub(crate) on: [bool; 2],
}

impl<T: Tree> Tree for Model<T> {
    fn field(&self, at: usize) -> Option<Field<'_>> {
        let (name, value): (&'static str, &dyn Tree) = match at {
            0 => ("a", &self.a),
            1 => ("count", &self.count),
            2 => ("fixed", &self.fixed),
            3 => ("b", &self.b),
            4 => ("none", &self.none),
            5 => ("on", &self.on),
            _ => return None,
        };
        Some(Field {
            name: Name::Field(name),
            is_dynamic: at == 2,
            value,
        })
    }

    fn field_mut(&mut self, at: usize) -> Option<FieldMut<'_>> {
        let (name, value): (&'static str, &mut dyn Tree) = match at {
            0 => ("a", &mut self.a),
            1 => ("count", &mut self.count),
            2 => ("fixed", &mut self.fixed),
            3 => ("b", &mut self.b),
            4 => ("none", &mut self.none),
            5 => ("on", &mut self.on),
            _ => return None,
        };
        Some(FieldMut {
            name: Name::Field(name),
            is_dynamic: at == 2,
            value,
        })
    }
}

impl<T: Float> Model<T> {
    /// With these numbers to be learnt, and others that must stay.
    pub(crate) fn of(p: [T; 5]) -> Self {
        Self {
            a: [p[0], p[1]],
            count: 3,
            fixed: (T::from_f64(0.5), [T::from_f64(-2.0), T::from_f64(1e3)]),
            b: (p[2], [[p[3]], [p[4]]]),
            none: [],
            on: [true, false],
        }
    }

    pub(crate) fn start() -> Self {
        Self::of([1.5, -0.75, 0.5, 2.0, -1.25].map(T::from_f64))
    }

    pub(crate) fn zeros() -> Self {
        Self::of([T::ZERO; 5])
    }

    pub(crate) fn numbers(&self) -> [T; 5] {
        let (a, (b, c)) = (self.a, self.b);
        [a[0], a[1], b, c[0][0], c[1][0]]
    }

    /// Whether all that is not learnt is as it was.
    pub(crate) fn is_kept(&self) -> bool {
        let zeros = Self::zeros();
        let others = |m: &Self| (m.count, m.fixed, m.on);
        others(self) == others(&zeros)
    }
}

/// The sum of `(p[i + 1] - p[i]^2)^2` and of half the squares of `p[i] - 0.3 i`.
pub(crate) fn value(m: &Model<f64>) -> f64 {
    let p = m.numbers();
    let inner = p.windows(2).map(|p| (p[1] - p[0] * p[0]).powi(2));
    let outer = (0..5).map(|i| 0.5 * (p[i] - 0.3 * i as f64).powi(2));
    inner.sum::<f64>() + outer.sum::<f64>()
}

/// Its gradient, with wrong numbers where nothing is learnt.
pub(crate) fn gradient<T: Float>(m: &Model<T>) -> Model<T> {
    let p = m.numbers();
    let (two, four) = (T::from_f64(2.0), T::from_f64(4.0));
    let mut g = [T::ZERO; 5];
    for (i, g) in g.iter_mut().enumerate() {
        *g = p[i] - T::from_f64(0.3) * T::from_f64(i as f64);
        if i < 4 {
            *g -= four * p[i] * (p[i + 1] - p[i] * p[i]);
        }
        if i > 0 {
            *g += two * (p[i] - p[i - 1] * p[i - 1]);
        }
    }
    Model {
        fixed: (T::NAN, [T::INFINITY; 2]),
        count: 17,
        ..Model::of(g)
    }
}
