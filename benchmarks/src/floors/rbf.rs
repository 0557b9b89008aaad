//! Bells in space, eight of them at a time: all at a point are kept until its error is known, so
//! that each is computed once. A value takes the time of the machine's unit for roots and
//! divisions, 4 cycles for a bell, beside which its 14 flops vanish; an inverse root from an
//! estimate in single precision takes as long. A gradient has 21 flops more for a bell, 18 GFlop/s
//! in all, and takes two points at a time, which halves the loads and stores of its sums in the
//! fastest cache.

use wide::f64x8;

use super::tree;

const K: usize = 32;
const N: usize = 256;
const GROUPS: usize = K / 8;

/// Centres, widths and heights, or derivatives by them.
#[derive(Clone)]
pub(crate) struct Bells {
    pub(crate) centre: [[f64; 3]; K],
    pub(crate) width: [f64; K],
    pub(crate) height: [f64; K],
}

impl Bells {
    pub(crate) const ZERO: Self = Self {
        centre: [[0.0; 3]; K],
        width: [0.0; K],
        height: [0.0; K],
    };
}

pub(crate) struct Points {
    pub(crate) x: [[f64; 3]; N],
    pub(crate) seen: [f64; N],
}

/// A number of each of the bells.
type Each = [f64x8; GROUPS];

struct Columns {
    centre: [Each; 3],
    width: Each,
    height: Each,
}

impl Columns {
    fn new(bells: &Bells) -> Self {
        let mut centre = [[f64x8::ZERO; GROUPS]; 3];
        for k in 0..3 {
            let mut column = [0.0; K];
            for i in 0..K {
                column[i] = bells.centre[i][k];
            }
            centre[k] = vectors(&column);
        }
        Self {
            centre,
            width: vectors(&bells.width),
            height: vectors(&bells.height),
        }
    }

    /// From eight centres to a point.
    #[inline(always)]
    fn away(&self, x: &[f64x8; 3], group: usize) -> [f64x8; 3] {
        [
            x[0] - self.centre[0][group],
            x[1] - self.centre[1][group],
            x[2] - self.centre[2][group],
        ]
    }

    /// The bells at a point, and their sum.
    #[inline(always)]
    fn bells(&self, x: &[f64x8; 3]) -> (Each, f64) {
        let mut bells = [f64x8::ZERO; GROUPS];
        let mut sum = f64x8::ZERO;
        for group in 0..GROUPS {
            let square = square(&self.away(x, group));
            bells[group] = 1.0 / square.mul_add(self.width[group], f64x8::ONE).sqrt();
            sum = bells[group].mul_add(self.height[group], sum);
        }
        (bells, tree(&sum.to_array()))
    }
}

/// The squared error.
pub(crate) fn value(bells: &Bells, points: &Points) -> f64 {
    let columns = Columns::new(bells);
    let mut total = 0.0;
    for i in 0..N {
        let error = columns.bells(&splat(&points.x[i])).1 - points.seen[i];
        total += error * error;
    }
    total
}

/// Value and gradient.
pub(crate) fn gradient(bells: &Bells, points: &Points, g: &mut Bells) -> f64 {
    let columns = Columns::new(bells);
    let mut centre = [[f64x8::ZERO; GROUPS]; 3];
    let (mut width, mut height) = ([f64x8::ZERO; GROUPS], [f64x8::ZERO; GROUPS]);
    let mut total = 0.0;
    for i in (0..N).step_by(2) {
        let (x, other_x) = (splat(&points.x[i]), splat(&points.x[i + 1]));
        let (bells, sum) = columns.bells(&x);
        let (other_bells, other_sum) = columns.bells(&other_x);
        let (error, other_error) = (sum - points.seen[i], other_sum - points.seen[i + 1]);
        total += error * error + other_error * other_error;
        let (error, other_error) = (f64x8::splat(error), f64x8::splat(other_error));
        for group in 0..GROUPS {
            let (away, other_away) = (columns.away(&x, group), columns.away(&other_x, group));
            let (bell, other_bell) = (bells[group], other_bells[group]);
            // The derivatives by the roots' arguments, but for factors that all points share.
            let slope = bell * bell * (bell * error);
            let other_slope = other_bell * other_bell * (other_bell * other_error);
            let add = |sum: f64x8, a, b, c, d| f64x8::mul_add(a, b, f64x8::mul_add(c, d, sum));
            height[group] = add(height[group], bell, error, other_bell, other_error);
            let squares = (square(&away), square(&other_away));
            width[group] = add(width[group], slope, squares.0, other_slope, squares.1);
            for k in 0..3 {
                let sum = &mut centre[k][group];
                *sum = add(*sum, slope, away[k], other_slope, other_away[k]);
            }
        }
    }
    for group in 0..GROUPS {
        let scale = columns.height[group];
        width[group] *= -scale;
        height[group] *= 2.0;
        for k in 0..3 {
            centre[k][group] *= 2.0 * scale * columns.width[group];
        }
    }
    g.width = numbers(&width);
    g.height = numbers(&height);
    for k in 0..3 {
        for (i, number) in numbers(&centre[k]).into_iter().enumerate() {
            g.centre[i][k] = number;
        }
    }
    total
}

#[inline(always)]
fn square(away: &[f64x8; 3]) -> f64x8 {
    away[0].mul_add(away[0], away[1].mul_add(away[1], away[2] * away[2]))
}

#[inline(always)]
fn splat(x: &[f64; 3]) -> [f64x8; 3] {
    [f64x8::splat(x[0]), f64x8::splat(x[1]), f64x8::splat(x[2])]
}

fn vectors(numbers: &[f64; K]) -> Each {
    let mut vectors = [f64x8::ZERO; GROUPS];
    let (groups, _) = numbers.as_chunks::<8>();
    for group in 0..GROUPS {
        vectors[group] = f64x8::from(groups[group]);
    }
    vectors
}

fn numbers(vectors: &Each) -> [f64; K] {
    let mut numbers = [0.0; K];
    let (groups, _) = numbers.as_chunks_mut::<8>();
    for group in 0..GROUPS {
        groups[group] = vectors[group].to_array();
    }
    numbers
}
