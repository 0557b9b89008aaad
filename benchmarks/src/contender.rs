//! One thing that is timed: a function on an input, with the last result it gave.

use std::hint::black_box;
use std::rc::Rc;

/// A function under a name, ready to be run.
pub(crate) struct Contender {
    pub(crate) name: String,
    /// The sizes of input and output, without what they point to.
    pub(crate) input_bytes: usize,
    pub(crate) output_bytes: usize,
    body: Box<dyn Body>,
}

impl Contender {
    /// A function that reads `input` and writes to `output`; `read` lists the numbers that are
    /// compared with those of the other contenders.
    ///
    /// The call is compiled into the loop that repeats it, as it would be in a user's program.
    pub(crate) fn new<I: 'static, O: 'static>(
        name: &str,
        input: &Input<I>,
        output: O,
        call: impl Fn(&I, &mut O) + 'static,
        read: impl Fn(&O) -> Vec<f64> + 'static,
    ) -> Self {
        let body = Case {
            input: Rc::clone(&input.0),
            output: Box::new(Aligned(output)),
            call,
            read,
        };
        Self {
            name: name.to_owned(),
            input_bytes: size_of::<I>(),
            output_bytes: size_of::<O>(),
            body: Box::new(body),
        }
    }

    /// Calls the function this often.
    pub(crate) fn run(&mut self, calls: usize) {
        self.body.run(calls);
    }

    /// Calls the function once and lists its results.
    pub(crate) fn result(&mut self) -> Vec<f64> {
        self.body.run(1);
        self.body.result()
    }
}

/// An input that several contenders read.
pub(crate) struct Input<I>(Rc<Aligned<I>>);

impl<I> Input<I> {
    pub(crate) fn new(input: I) -> Self {
        Self(Rc::new(Aligned(input)))
    }
}

impl<I> std::ops::Deref for Input<I> {
    type Target = I;

    fn deref(&self) -> &I {
        &self.0.0
    }
}

/// Inputs and outputs start on a cache line, so that no contender is slower for where its memory
/// happened to be.
#[repr(align(64))]
struct Aligned<T>(T);

/// The driver's interface to a case, whatever its types are.
trait Body {
    fn run(&mut self, calls: usize);
    fn result(&self) -> Vec<f64>;
}

struct Case<I, O, C, R> {
    input: Rc<Aligned<I>>,
    output: Box<Aligned<O>>,
    call: C,
    read: R,
}

impl<I, O, C: Fn(&I, &mut O), R: Fn(&O) -> Vec<f64>> Body for Case<I, O, C, R> {
    fn run(&mut self, calls: usize) {
        for _ in 0..calls {
            (self.call)(black_box(&self.input.0), black_box(&mut self.output.0));
        }
    }

    fn result(&self) -> Vec<f64> {
        (self.read)(&self.output.0)
    }
}

/// Slices one after another.
pub(crate) fn flat(parts: &[&[f64]]) -> Vec<f64> {
    parts.concat()
}
