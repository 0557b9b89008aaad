//! Requests of one function, as its attributes make them.

use proc_macro2::Ident;

use super::Request;

/// Requests by `#[derivatives(..)]` and `#[check]`.
#[derive(Clone, Default)]
pub(crate) struct Derivatives {
    /// The requests that are written.
    requests: Vec<Request>,
    /// Whether `only` stands around them, and nothing else is made.
    pub(crate) only: bool,
    /// The highest order of Taylor coefficients, where those are asked for.
    pub(crate) order: usize,
    /// `f::check`, and a test.
    pub(crate) check: Option<Check>,
    /// `f::batch`: many points at once, in this layout.
    pub(crate) batch: Option<Layout>,
    /// The name of the module, if it is not the function's.
    pub(crate) module: Option<Ident>,
}

/// The layout of the points of a batch in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    /// A slice for each number, with an element for each point.
    Columns,
    /// A slice for each argument and result, with a value of its type for each point.
    Rows,
}

/// Points at which `#[check]` compares derivatives; the run time chooses values that are not given.
#[derive(Clone, Default)]
pub(crate) struct Check {
    pub(crate) points: Option<usize>,
    pub(crate) seed: Option<u64>,
    pub(crate) range: Option<[f64; 2]>,
    /// The lengths that are given, by name. Once the body has been lowered, they are all those that
    /// come with the call.
    pub(crate) lengths: Vec<(Ident, usize)>,
}

impl Derivatives {
    /// Asks for one more.
    pub(crate) fn ask(&mut self, request: Request) {
        self.requests.push(request);
    }

    /// The same with one request alone.
    pub(crate) fn only(&self, request: Request) -> Self {
        Self {
            requests: vec![request],
            only: true,
            check: None,
            batch: None,
            ..self.clone()
        }
    }

    /// Whether a request is asked for by itself, or by the lack of `only`.
    pub(crate) fn asks(&self, request: Request) -> bool {
        self.requests.contains(&request) || !self.only && request.row().by_default
    }

    /// Whether a request is made, where the signature allows it: one that is asked for, or comes
    /// with another.
    pub(crate) fn makes(&self, request: Request) -> bool {
        let mut others = self.requests.iter().map(|other| other.row().brings);
        self.asks(request) || !self.only && others.any(|brought| brought.contains(&request))
    }
}
