//! The search for a step length along a direction of descent, under the strong Wolfe conditions: J.
//! Nocedal and S. J. Wright, Numerical Optimization, 2nd edition, Springer 2006, algorithms 3.5 (the
//! bracket) and 3.6 (the zoom), with cubic interpolation (equation 3.59) kept inside of the bracket.

use graph_math::math;

/// A point on the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// Its distance from the start, in lengths of the direction.
    pub(super) length: f64,
    /// The value of the function.
    pub(super) value: f64,
    /// The derivative along the line.
    pub(super) slope: f64,
}

/// The conditions on a point, and the number of points that are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions {
    /// The share of the first slope by which the value has to fall.
    pub(super) decrease: f64,
    /// The share of the first slope that may be left.
    pub(super) curvature: f64,
    /// The most evaluations.
    pub(super) evaluations: usize,
}

/// A search along one line.
pub(super) struct Search<F> {
    conditions: Conditions,
    start: Point,
    left: usize,
    evaluate: F,
}

impl<F: FnMut(f64) -> Point> Search<F> {
    /// From a point of length 0 and negative slope.
    pub(super) fn new(conditions: Conditions, start: Point, evaluate: F) -> Self {
        Self {
            conditions,
            start,
            left: conditions.evaluations,
            evaluate,
        }
    }

    /// A point that satisfies the conditions, tried from this length on. Where the evaluations run
    /// out, the lowest point that satisfies the first condition, if there is one.
    pub(super) fn run(mut self, first: f64) -> Option<Point> {
        let (mut previous, mut length) = (self.start, first);
        while let Some(point) = self.at(length) {
            if self.is_found(point) {
                return Some(point);
            }
            if !self.is_low(point) || point.value >= previous.value {
                return self.zoom(previous, point);
            }
            if point.slope >= 0.0 {
                return self.zoom(point, previous);
            }
            // As far as MINPACK goes (dcstep): between 1.1 and 4 times the last stride.
            let stride = point.length - previous.length;
            let (least, most) = (point.length + 1.1 * stride, point.length + 4.0 * stride);
            let guess = minimum_of_cubic(previous, point);
            let is_between = guess > least && guess < most;
            length = if is_between { guess } else { most };
            previous = point;
        }
        self.below_start(previous)
    }

    /// Between a low point and another one, of which one point in between satisfies the
    /// conditions.
    fn zoom(mut self, mut low: Point, mut high: Point) -> Option<Point> {
        let mut widths = [f64::INFINITY; 2];
        loop {
            let width = high.length - low.length;
            // An interval that shrinks slowly is halved, as in MINPACK.
            let is_slow = math::abs(width) > 0.66 * widths[0];
            widths = [widths[1], math::abs(width)];
            let share = if is_slow { 0.5 } else { share(low, high) };
            let length = low.length + share * width;
            if length == low.length || length == high.length {
                return self.below_start(low);
            }
            let Some(point) = self.at(length) else {
                return self.below_start(low);
            };
            if self.is_found(point) {
                return Some(point);
            }
            if !self.is_low(point) || point.value >= low.value {
                high = point;
                continue;
            }
            if point.slope * width >= 0.0 {
                high = low;
            }
            low = point;
        }
    }

    fn at(&mut self, length: f64) -> Option<Point> {
        self.left = self.left.checked_sub(1)?;
        Some((self.evaluate)(length))
    }

    /// The first condition, that of sufficient decrease.
    fn is_low(&self, point: Point) -> bool {
        let fall = self.conditions.decrease * point.length * self.start.slope;
        is_finite(point) && point.value <= self.start.value + fall
    }

    /// Both conditions. Close to a minimum, where values are equal but for rounding, slopes alone
    /// tell points apart: there a point need not be lower than the start (W. W. Hager and H. Zhang,
    /// A new conjugate gradient method with guaranteed descent and an efficient line search, SIAM
    /// Journal on Optimization 16, 2005).
    fn is_found(&self, point: Point) -> bool {
        let is_flat = math::abs(point.slope) <= -self.conditions.curvature * self.start.slope;
        let rounding = ROUNDING * math::abs(self.start.value);
        let is_level = math::abs(point.value - self.start.value) <= rounding;
        is_flat && (self.is_low(point) || is_finite(point) && is_level)
    }

    /// The point, if it is below the start.
    fn below_start(&self, point: Point) -> Option<Point> {
        (point.length != 0.0 && point.value < self.start.value).then_some(point)
    }
}

/// The error of a value that is computed in a few operations.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

fn is_finite(point: Point) -> bool {
    point.value.is_finite() && point.slope.is_finite()
}

/// How far the next trial lies from the low point to the other one: where the cubic has its
/// minimum, but not close to an end. A point beyond which nothing is finite is far too far.
fn share(low: Point, high: Point) -> f64 {
    if !is_finite(high) {
        return 0.1;
    }
    let share = (minimum_of_cubic(low, high) - low.length) / (high.length - low.length);
    if share.is_nan() {
        return 0.5;
    }
    share.clamp(0.1, 0.9)
}

/// Where the cubic with the values and slopes of two points has its minimum; a NaN without one.
fn minimum_of_cubic(a: Point, b: Point) -> f64 {
    let distance = a.length - b.length;
    let d1 = a.slope + b.slope - 3.0 * (a.value - b.value) / distance;
    let d2 = math::sqrt(d1 * d1 - a.slope * b.slope);
    let d2 = math::copysign(d2, b.length - a.length);
    b.length - (b.length - a.length) * (b.slope + d2 - d1) / (b.slope - a.slope + 2.0 * d2)
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    fn searched(
        evaluations: usize,
        first: f64,
        f: impl Fn(f64) -> (f64, f64),
    ) -> (Point, Option<Point>) {
        let point = |length| {
            let (value, slope) = f(length);
            Point {
                length,
                value,
                slope,
            }
        };
        let conditions = Conditions {
            decrease: 1e-4,
            curvature: 0.1,
            evaluations,
        };
        let start = point(0.0);
        (start, Search::new(conditions, start, point).run(first))
    }

    /// Functions with their derivatives, the second and third of J. J. Moré and D. J. Thuente, Line
    /// search algorithms with guaranteed sufficient decrease, ACM TOMS 20, 1994, among them.
    const LINES: [fn(f64) -> (f64, f64); 5] = [
        |a| {
            let d = a * a + 2.0;
            (-a / d, (a * a - 2.0) / (d * d))
        },
        |a| {
            let d = a + 0.004;
            (
                d.powi(5) - 2.0 * d.powi(4),
                5.0 * d.powi(4) - 8.0 * d.powi(3),
            )
        },
        |a| ((a - 3.0).powi(2), 2.0 * (a - 3.0)),
        |a| (a.cosh() - 5.0 * a, a.sinh() - 5.0),
        // Not defined from 2 on.
        |a| (-(2.0 - a).ln() - 20.0 * a, 1.0 / (2.0 - a) - 20.0),
    ];

    #[test]
    fn points_satisfy_the_strong_wolfe_conditions() {
        for (at, f) in LINES.into_iter().enumerate() {
            for first in [1e-3, 0.1, 1.0, 10.0, 1e3] {
                let (start, found) = searched(40, first, f);
                let found = found.unwrap_or_else(|| panic!("{at} from {first}"));
                let fall = 1e-4 * found.length * start.slope;
                assert!(
                    found.value <= start.value + fall,
                    "{at} from {first}: {start:?} {found:?}"
                );
                assert!(
                    found.slope.abs() <= 0.1 * start.slope.abs(),
                    "{at} from {first}"
                );
            }
        }
    }

    #[test]
    fn the_lowest_point_is_found_where_evaluations_run_out() {
        let f = |a: f64| ((a - 1000.0).powi(2), 2.0 * (a - 1000.0));
        assert_eq!(searched(0, 1.0, f).1, None);
        let (start, found) = searched(1, 1.0, f);
        let found = found.expect("a lower point");
        assert_eq!(found.length, 1.0);
        assert!(found.value < start.value);
        // Rises from the start on: there is none.
        assert_eq!(searched(30, 1.0, |a| (a, -1.0)).1, None);
        assert_eq!(searched(30, 1.0, |_| (f64::NAN, f64::NAN)).1, None);
    }
}
