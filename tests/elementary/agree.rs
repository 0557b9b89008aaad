//! All that computes one function, compared at the same points.

use adgraph::Graph;
use adgraph::execute::{Batch, Executable, Item, Workspace};
use adgraph::math::Float;

use crate::math_operands::{Random, bits, count, operand};

/// How many points are compared together: the length of the generated functions' arrays.
const POINTS: usize = 1000;

/// The points of batches and columns: some that end within a block of lanes, none of them in the
/// lane that it has in the array.
const INNER: std::ops::Range<usize> = 1..POINTS - 2;

type OfArrays<T, const N: usize> = fn([&[T; POINTS]; N]) -> [T; POINTS];
type OfColumns<T, const N: usize> = fn([&[T]; N], &mut [T]);

/// One function of `N` operands, in all its generated forms.
pub(crate) struct Ways<T: 'static, const N: usize> {
    pub(crate) alone: fn([T; N]) -> T,
    pub(crate) dispatched: fn([T; N]) -> T,
    /// As the target has it, and dispatched.
    pub(crate) arrays: [OfArrays<T, N>; 2],
    /// The same.
    pub(crate) batches: [OfColumns<T, N>; 2],
    /// Of numbers, and of arrays.
    pub(crate) graphs: [Graph; 2],
}

/// The executor's programs and workspaces for the two graphs.
struct Executor {
    numbers: (Executable, Workspace, Batch),
    arrays: (Executable, Workspace),
}

/// The operands of some points, as columns, and the results of single calls.
struct Points<T, const N: usize> {
    operands: [Box<[T; POINTS]>; N],
    alone: [u64; POINTS],
}

impl<T: Float + Item, const N: usize> Ways<T, N> {
    /// Compares all at as many points as asked for.
    pub(crate) fn agree(&self) {
        let mut executor = Executor::new(&self.graphs);
        let mut random = Random(11);
        for _ in 0..count(20_000).div_ceil(POINTS) {
            let operands: [Box<[T; POINTS]>; N] =
                std::array::from_fn(|_| Box::new(std::array::from_fn(|_| operand(&mut random))));
            let alone = std::array::from_fn(|i| {
                let point = std::array::from_fn(|j| operands[j][i]);
                bits((self.alone)(point))
            });
            let points = Points { operands, alone };
            self.generated(&points);
            executor.agrees(&points);
        }
    }

    fn generated(&self, points: &Points<T, N>) {
        let dispatched: [T; POINTS] = std::array::from_fn(|i| (self.dispatched)(points.point(i)));
        points.expect("dispatched", 0, &dispatched);
        for (array, which) in self.arrays.iter().zip(["array", "dispatched array"]) {
            points.expect(which, 0, &array(points.operands.each_ref().map(|x| &**x)));
        }
        for (batch, which) in self.batches.iter().zip(["batch", "dispatched batch"]) {
            let mut results = [T::ZERO; INNER.end - INNER.start];
            batch(points.columns(), &mut results);
            points.expect(which, INNER.start, &results);
            #[cfg(feature = "rayon")]
            for pool in &*crate::pools::POOLS {
                results.fill(T::ZERO);
                pool.install(|| batch(points.columns(), &mut results));
                let threads = pool.current_num_threads();
                points.expect(
                    &format!("{which} of {threads} threads"),
                    INNER.start,
                    &results,
                );
            }
        }
    }
}

impl Executor {
    fn new([numbers, arrays]: &[Graph; 2]) -> Self {
        let [numbers, arrays] =
            [numbers, arrays].map(|graph| Executable::new(graph).expect("an executable"));
        let of_numbers = numbers.workspace().expect("memory");
        let batch = numbers.batch().expect("memory");
        let of_arrays = arrays.workspace().expect("memory");
        Self {
            numbers: (numbers, of_numbers, batch),
            arrays: (arrays, of_arrays),
        }
    }

    fn agrees<T: Float + Item, const N: usize>(&mut self, points: &Points<T, N>) {
        let mut results = [T::ZERO; POINTS];
        let (numbers, workspace, batch) = &mut self.numbers;
        for (i, result) in results.iter_mut().enumerate() {
            let point = points.point(i);
            let inputs = point.each_ref().map(std::slice::from_ref);
            let output = std::slice::from_mut(result);
            let outcome = numbers.evaluate(workspace, &inputs, &mut [output]);
            outcome.expect("a number");
        }
        points.expect("executor", 0, &results);
        let (arrays, workspace) = &mut self.arrays;
        let inputs = points.operands.each_ref().map(|x| &x[..]);
        results.fill(T::ZERO);
        let outcome = arrays.evaluate(workspace, &inputs, &mut [&mut results[..]]);
        outcome.expect("an array");
        points.expect("executor over an array", 0, &results);
        let results = &mut results[INNER];
        results.fill(T::ZERO);
        let outcome = numbers.evaluate_columns(batch, &points.columns(), &mut [&mut *results]);
        outcome.expect("columns");
        points.expect("executor over columns", INNER.start, results);
    }
}

impl<T: Float, const N: usize> Points<T, N> {
    fn point(&self, i: usize) -> [T; N] {
        std::array::from_fn(|j| self.operands[j][i])
    }

    /// The operands of the inner points.
    fn columns(&self) -> [&[T]; N] {
        self.operands.each_ref().map(|x| &x[INNER])
    }

    /// Whether results at the points from `first` on are those of single calls.
    fn expect(&self, which: &str, first: usize, results: &[T]) {
        for (i, &result) in (first..).zip(results) {
            assert!(
                bits(result) == self.alone[i],
                "at point {i}, {:?}: {result:?} by {which}, {:#x} alone",
                self.point(i),
                self.alone[i],
            );
        }
    }
}
