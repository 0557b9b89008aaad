//! Functions given by tables: interpolation by straight lines and by cubic polynomials.
//!
//! The interval of each position is found by comparisons with all knots where there are few, and
//! by bisection elsewhere. Comparisons then choose among the numbers of the intervals, too, so that
//! there are neither branches nor indices. In a table whose length comes with a call, a loop bisects
//! for each position.
//!
//! Source of the spline: C. de Boor, *A Practical Guide to Splines*, revised edition, Springer
//! 2001, chapter IV; the equations at the ends are those of scipy's `CubicSpline`.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Function, FunctionId, InputKind, Literal};
use crate::intern::signed;
use crate::ops::{Iterations, Runs, Scan};
use crate::types::{Element, Extent, Shape, Type};

/// Up to so many intervals, comparisons choose among them.
const CHOSEN: usize = 8;

/// Up to so many knots, the equations of a spline are solved by straight-line code.
const STRAIGHT: usize = 64;

/// More than the steps of a bisection of any table: its length has fewer bits.
const STEPS: usize = 64;

impl Builder {
    /// The piecewise linear function through the points `(xs[i], ys[i])`, at each element of `x`;
    /// below the first knot and above the last one it is constant. Knots ascend.
    ///
    /// # Errors
    /// When `xs` and `ys` are not two vectors of equal length, of 2 at least, or the operands are
    /// not of one float type.
    pub fn interpolate<'b>(&'b self, x: Wire<'b>, xs: Wire<'b>, ys: Wire<'b>) -> Result<Wire<'b>> {
        let pieces = self.expect_table("interpolate", x, xs, ys)? - 1;
        let shape = self.ty(x)?.shape;
        let part = |table, from: i64| self.range(table, 0, from, &pieces);
        // The last knot is the end of an interval, without which there is no table.
        let ends = [
            self.index(xs, 0, 0)?,
            self.index(part(xs, 1)?, 0, &pieces - 1)?,
        ];
        let [first, last] = ends.map(|end| self.spread_to(end, &shape));
        let x = x.clamp(first?, last?);
        let intervals = Intervals::new(x, xs, &pieces)?;
        let of = |table, from| intervals.numbers(part(table, from)?);
        let ([a, b], [left, right]) = ([of(xs, 0)?, of(xs, 1)?], [of(ys, 0)?, of(ys, 1)?]);
        // Each end of an interval is met exactly.
        let part = (x - a) / (b - a);
        Ok(left * (1.0 - part) + right * part)
    }

    /// The cubic spline through the points `(xs[i], ys[i])` at each element of `x`, two times
    /// continuously differentiable, without a change of the third derivative at the knots next to
    /// the ends (*not-a-knot*). Outside of the knots its outermost polynomials continue. Of three
    /// points it is their parabola, of two their line. Knots ascend.
    ///
    /// # Errors
    /// As [`Self::interpolate`].
    pub fn cubic_spline<'b>(&'b self, x: Wire<'b>, xs: Wire<'b>, ys: Wire<'b>) -> Result<Wire<'b>> {
        let pieces = self.expect_table("cubic_spline", x, xs, ys)? - 1;
        let part = |table, from: i64| self.range(table, 0, from, &pieces);
        let difference = |table| -> Result<Wire<'b>> { Ok(part(table, 1)? - part(table, 0)?) };
        let widths = difference(xs)?;
        let secants = difference(ys)? / widths;
        let slopes = self.slopes(widths, secants, &pieces)?;
        let (left, right) = (part(slopes, 0)?, part(slopes, 1)?);
        let third = (left + right - 2.0 * secants) / widths;
        let second = (secants - left) / widths - third;
        let intervals = Intervals::new(x, xs, &pieces)?;
        let of = |numbers| intervals.numbers(numbers);
        let start = |table| of(part(table, 0)?);
        let distance = x - start(xs)?;
        let cubic = of(second)? + distance * of(third / widths)?;
        Ok(start(ys)? + distance * (of(left)? + distance * cubic))
    }

    /// The number of knots of a table.
    fn expect_table(&self, op: &str, x: Wire<'_>, xs: Wire<'_>, ys: Wire<'_>) -> Result<Extent> {
        let x = self.ty(x)?;
        if !x.is_float() {
            return Err(Error::WrongOperand {
                op: String::from(op),
                expected: "floating point numbers",
                found: x,
            });
        }
        let (knots, values) = (self.ty(xs)?, self.ty(ys)?);
        for table in [&knots, &values] {
            if table.element != x.element {
                return Err(Error::ElementMismatch {
                    op: String::from(op),
                    left: x,
                    right: table.clone(),
                });
            }
            let is_short = { table.shape.count().known() }.is_some_and(|count| count < 2);
            if table.shape.rank() != 1 || is_short {
                return Err(Error::WrongOperand {
                    op: String::from(op),
                    expected: "a vector of at least 2 numbers",
                    found: table.clone(),
                });
            }
        }
        if knots != values {
            return Err(Error::ShapeMismatch {
                op: String::from(op),
                left: knots,
                right: values,
            });
        }
        Ok(knots.shape.count().clone())
    }

    /// The slopes of a spline at its knots, for the widths of the intervals and the slopes of the
    /// lines between neighbours. Where a call says how many there are, they are three at least.
    fn slopes<'b>(
        &'b self,
        widths: Wire<'b>,
        secants: Wire<'b>,
        pieces: &Extent,
    ) -> Result<Wire<'b>> {
        let at = |vector, place: Extent| self.range(vector, 0, place, 1);
        let first = |vector, place: usize| at(vector, place.into());
        // Of those behind the first one, without which there are not enough.
        let behind = |vector| self.range(vector, 0, 1, pieces - 1);
        let last = |vector, place: usize| at(behind(vector)?, pieces - (2 + place));
        match pieces.known() {
            Some(1) => return self.concat(&[secants, secants], 0),
            Some(2) => {
                // The parabola, by its divided differences.
                let (a, b) = (first(widths, 0)?, first(widths, 1)?);
                let (before, after) = (first(secants, 0)?, first(secants, 1)?);
                let bend = (after - before) / (a + b);
                let slopes = [before - bend * a, before + bend * a, after + bend * b];
                return self.concat(&slopes, 0);
            }
            _ => {}
        }
        let neighbours = |vector| -> Result<_> {
            let [before, after] = [0, 1].map(|from| self.range(vector, 0, from, pieces - 1));
            Ok((before?, after?))
        };
        let ((w, v), (s, t)) = (neighbours(widths)?, neighbours(secants)?);
        let (a, b) = (first(widths, 0)?, first(widths, 1)?);
        let (y, z) = (last(widths, 0)?, last(widths, 1)?);
        let start = (a + 2.0 * (a + b)) * b * first(secants, 0)? + a * a * first(secants, 1)?;
        let start = start / (a + b);
        let end = y * y * last(secants, 1)? + (2.0 * (y + z) + y) * z * last(secants, 0)?;
        let end = end / (y + z);
        let system = Tridiagonal {
            lower: self.concat(&[a.zeros_like(), v, y + z], 0)?,
            diagonal: self.concat(&[b, 2.0 * (w + v), z], 0)?,
            upper: self.concat(&[a + b, w, a.zeros_like()], 0)?,
            right: self.concat(&[start, 3.0 * (v * s + w * t), end], 0)?,
        };
        system.solution(&(pieces + 1))
    }
}

/// The interval of a table of knots in which each of some positions lies.
enum Intervals<'b> {
    /// For each interval but the first, where positions are not below its start.
    Chosen(Shape, Vec<Wire<'b>>),
    /// The numbers of the intervals.
    Numbered(Wire<'b>),
}

impl<'b> Intervals<'b> {
    /// The first knot below which a position lies ends its interval; all positions above belong to
    /// the last interval.
    fn new(x: Wire<'b>, knots: Wire<'b>, count: &Extent) -> Result<Self> {
        let builder = x.builder();
        let ty = x.ty()?;
        let Some(count) = count.known() else {
            return Ok(Self::Numbered(found(x, knots, count)?));
        };
        if count <= CHOSEN {
            let reached = (1..count).map(|at| {
                let knot = builder.index(knots, 0, signed(at))?;
                Ok(x.greater_equal(builder.spread_to(knot, &ty.shape)?))
            });
            let reached = reached.collect::<Result<_>>()?;
            return Ok(Self::Chosen(ty.shape, reached));
        }
        // Knots that no position reaches fill the table up to a power of two.
        let steps = count.next_power_of_two();
        let starts = builder.range(knots, 0, 0, count)?;
        let missing = Type::new(ty.element, Shape::new(&[steps - count])?);
        let starts = builder.concat(&[starts, builder.full(&missing, f64::NAN)?], 0)?;
        let mut number = builder.full(&ty.with_element(Element::I64), 0.0)?;
        let mut step = steps / 2;
        while step > 0 {
            #[allow(clippy::cast_precision_loss, reason = "tables are shorter than 2^53")]
            let next = number + step as f64;
            let reached = x.greater_equal(builder.gather(starts, next, 0)?);
            number = reached.select(next, number);
            step /= 2;
        }
        Ok(Self::Numbered(number))
    }

    /// The number of each position's interval, of a vector of numbers for all intervals.
    fn numbers(&self, of_all: Wire<'b>) -> Result<Wire<'b>> {
        let builder = of_all.builder();
        let (shape, reached) = match self {
            Self::Numbered(number) => return builder.gather(of_all, *number, 0),
            Self::Chosen(shape, reached) => (shape, reached),
        };
        let of = |at: usize| builder.spread_to(builder.index(of_all, 0, signed(at))?, shape);
        let mut chosen = of(0)?;
        for (before, reached) in reached.iter().enumerate() {
            chosen = reached.select(of(before + 1)?, chosen);
        }
        Ok(chosen)
    }
}

/// The number of the interval of each position, of so many.
fn found<'b>(x: Wire<'b>, knots: Wire<'b>, count: &Extent) -> Result<Wire<'b>> {
    let (builder, ty) = (x.builder(), x.ty()?);
    if ty.is_scalar() {
        return bisected(x, knots, count);
    }
    let line = Shape::of([ty.shape.count().clone()])?;
    let positions = builder.reshape(x, &line)?;
    builder.begin_region()?;
    let position = builder.region_input(Type::scalar(ty.element));
    let number = bisected(position, knots, count)?;
    let body = builder.end_region(&[number])?;
    let numbers = builder.scan_region(body, &[], &[positions], ty.shape.count().clone(), false)?;
    let numbers = numbers.first().copied().ok_or(Error::OutOfScope)?;
    builder.reshape(numbers, &ty.shape)
}

/// The same of one position: the interval is `low` or after it, and before `high`.
fn bisected<'b>(x: Wire<'b>, knots: Wire<'b>, count: &Extent) -> Result<Wire<'b>> {
    let builder = x.builder();
    let more_than_one = |low: Wire<'b>, high: Wire<'b>| (high - low).greater_equal(2.0);
    let (low, high) = (builder.literal(Literal::I64(0)), builder.extent(count));
    let initial = [more_than_one(low, high), low, high];
    builder.begin_region()?;
    let [_, low, high] = [Element::Bool, Element::I64, Element::I64]
        .map(|element| builder.region_input(Type::scalar(element)));
    let middle = (low + high) / 2.0;
    let is_reached = x.greater_equal(builder.gather(knots, middle, 0)?);
    let (low, high) = (
        is_reached.select(middle, low),
        is_reached.select(high, middle),
    );
    let body = builder.end_region(&[more_than_one(low, high), low, high])?;
    let iterations = Iterations {
        runs: Runs::While,
        ..Iterations::new(STEPS, false, None)
    };
    let last = builder.scan_region_with(body, &initial, &[], iterations)?;
    last.get(1).copied().ok_or(Error::OutOfScope)
}

/// A system of equations of three neighbouring unknowns each, in vectors of one length; the first
/// number of `lower` and the last one of `upper` are zero.
struct Tridiagonal<'b> {
    lower: Wire<'b>,
    diagonal: Wire<'b>,
    upper: Wire<'b>,
    right: Wire<'b>,
}

impl<'b> Tridiagonal<'b> {
    /// The solution by elimination without exchanges of rows, which is stable where the diagonal
    /// dominates.
    fn solution(&self, count: &Extent) -> Result<Wire<'b>> {
        match count.known() {
            Some(count) if count <= STRAIGHT => self.straight(count),
            _ => self.by_loops(count),
        }
    }

    fn straight(&self, count: usize) -> Result<Wire<'b>> {
        let builder = self.right.builder();
        let of = |vector, at: usize| builder.index(vector, 0, signed(at));
        let mut rows = alloc::vec![(of(self.diagonal, 0)?, of(self.right, 0)?)];
        for at in 1..count {
            let row = [self.lower, self.diagonal, self.right].map(|vector| of(vector, at));
            let [lower, diagonal, right] = row;
            let before = (rows[at - 1], of(self.upper, at - 1)?);
            rows.push(eliminated([lower?, diagonal?, right?], before));
        }
        let mut solution: Vec<Wire<'b>> = Vec::with_capacity(count);
        for (at, &(diagonal, right)) in rows.iter().enumerate().rev() {
            let right = match solution.last() {
                Some(&after) => right - of(self.upper, at)? * after,
                None => right,
            };
            solution.push(right / diagonal);
        }
        solution.reverse();
        builder.stack(&solution, 0)
    }

    fn by_loops(&self, count: &Extent) -> Result<Wire<'b>> {
        let builder = self.right.builder();
        let element = self.right.ty()?.element;
        let scan = |inputs: usize, carried: usize, reverse, step: Step, arguments: &[Wire<'b>]| {
            let body = step_function(element, inputs, step)?;
            let scan = Scan {
                body: FunctionId::from_number(0),
                captured: 0,
                carried,
                length: count.clone(),
                reverse,
                checkpoint: None,
                runs: Runs::All,
            };
            builder.scan(&body, &scan, arguments)
        };
        let before = builder.range(self.upper, 0, 0, count - 1)?;
        let zero = builder.number(element, 0.0);
        let none = builder.spread_to(zero, &Shape::new(&[1])?)?;
        let before = builder.concat(&[none, before], 0)?;
        let one = builder.number(element, 1.0);
        let stacked = [one, zero, self.lower, self.diagonal, self.right, before];
        let rows = scan(6, 2, false, forward, &stacked)?;
        let solution = scan(4, 1, true, back, &[zero, rows[2], rows[3], self.upper])?;
        Ok(solution[1])
    }
}

/// Diagonal and right side of a row from which the row before it has been eliminated, which has
/// these itself and a number behind its diagonal.
fn eliminated<'b>(
    [lower, diagonal, right]: [Wire<'b>; 3],
    (before, upper): ((Wire<'b>, Wire<'b>), Wire<'b>),
) -> (Wire<'b>, Wire<'b>) {
    let factor = lower / before.0;
    (diagonal - factor * upper, right - factor * before.1)
}

/// The results of an iteration, from carried values and slices.
type Step = for<'b> fn(&[Wire<'b>]) -> Vec<Wire<'b>>;

fn forward<'b>(values: &[Wire<'b>]) -> Vec<Wire<'b>> {
    let [diagonal, right, ref row @ .., before] = *values else {
        return Vec::new();
    };
    let row = [row[0], row[1], row[2]];
    let (diagonal, right) = eliminated(row, ((diagonal, right), before));
    alloc::vec![diagonal, right, diagonal, right]
}

fn back<'b>(values: &[Wire<'b>]) -> Vec<Wire<'b>> {
    let [after, diagonal, right, upper] = *values else {
        return Vec::new();
    };
    let own = (right - upper * after) / diagonal;
    alloc::vec![own, own]
}

/// The body of a loop over numbers.
fn step_function(element: Element, inputs: usize, step: Step) -> Result<Arc<Function>> {
    let builder = Builder::new();
    let input = |_| builder.input("", Type::scalar(element), InputKind::Independent);
    let values: Vec<Wire<'_>> = (0..inputs).map(input).collect();
    for result in step(&values) {
        builder.output("", result)?;
    }
    Ok(Function::plain(builder.complete()?))
}
