//! Host functions: a graph calls them by name, and the surrounding program provides them.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

use super::memory::{Lanes, LanesMut};
use super::place::Span;
use super::values::{Item, Values, ValuesMut};

/// A function of the host with its derivatives.
///
/// Every method gets the function's own arguments first. Results are zeros when it is called; it
/// writes all of them. A derivative that is not given is reported when a graph asks for it.
pub trait HostFunction {
    /// The results.
    ///
    /// # Errors
    /// Whatever keeps the function from computing them.
    fn value(&self, arguments: &Arguments<'_>, results: &mut Results<'_>) -> Result<(), HostError>;

    /// The tangents of the results, from the tangents of the arguments.
    ///
    /// # Errors
    /// Whatever keeps the function from computing them.
    fn tangent(
        &self,
        _arguments: &Arguments<'_>,
        _tangents: &Arguments<'_>,
        _results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        Err(HostError::new("it has no tangent"))
    }

    /// The adjoints of the arguments, from the adjoints of the results.
    ///
    /// # Errors
    /// Whatever keeps the function from computing them.
    fn adjoint(
        &self,
        _arguments: &Arguments<'_>,
        _adjoints: &Arguments<'_>,
        _results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        Err(HostError::new("it has no adjoint"))
    }

    /// The derivatives of the adjoints of the arguments along tangents of the arguments, from the
    /// adjoints of the results: for argument `i` the sum over `k` and `j` of
    /// `adjoint[k] * d2y[k] / (dx[i] dx[j]) * tangent[j]`. Hessians and their products need it;
    /// there is no third order.
    ///
    /// # Errors
    /// Whatever keeps the function from computing them.
    fn second(
        &self,
        _arguments: &Arguments<'_>,
        _adjoints: &Arguments<'_>,
        _tangents: &Arguments<'_>,
        _results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        Err(HostError::new(
            "it has no second derivative: give it one with `HostFunction::second`",
        ))
    }
}

/// The functions of the host under their names. Cloning shares them.
///
/// ```
/// use graph_runtime::execute::Functions;
///
/// let functions = Functions::new().discrete("floor", f64::floor);
/// assert!(functions.contains("floor"));
/// ```
#[derive(Clone, Default)]
pub struct Functions {
    by_name: BTreeMap<String, Arc<dyn HostFunction + Send + Sync>>,
}

impl Functions {
    /// No functions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// These and one more; it takes the place of another one of its name.
    #[must_use]
    pub fn register(
        mut self,
        name: impl Into<String>,
        function: impl HostFunction + Send + Sync + 'static,
    ) -> Self {
        self.by_name.insert(name.into(), Arc::new(function));
        self
    }

    /// These and a function of one number that is constant between jumps. It is applied element
    /// by element, to `f32` through `f64`; its derivatives are zero.
    #[must_use]
    pub fn discrete(
        self,
        name: impl Into<String>,
        function: impl Fn(f64) -> f64 + Send + Sync + 'static,
    ) -> Self {
        self.register(name, Discrete(function))
    }

    /// Whether there is a function of this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    pub(super) fn get(&self, name: &str) -> Option<&(dyn HostFunction + Send + Sync)> {
        self.by_name.get(name).map(|function| &**function)
    }
}

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.by_name.keys()).finish()
    }
}

/// The reason why a function of the host gave no results, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct HostError {
    what: String,
}

impl HostError {
    /// An error in these words: lower case, without a full stop.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into() }
    }
}

/// The arguments of a call of a function of the host.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'m> {
    pub(super) lanes: Lanes<'m>,
    pub(super) spans: &'m [Span],
    pub(super) call: Option<u64>,
}

impl<'m> Arguments<'m> {
    /// The number of arguments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is no argument.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The number of the call, for a function whose calls are numbered.
    #[must_use]
    pub fn call(&self) -> Option<u64> {
        self.call
    }

    /// One argument, of whatever type it is.
    #[must_use]
    pub fn values(&self, position: usize) -> Option<Values<'m>> {
        let span = self.spans.get(position)?;
        Some(self.lanes.values(*span))
    }

    /// The elements of one argument.
    ///
    /// # Errors
    /// When there is no such argument or it has another element type.
    pub fn get<T: Item>(&self, position: usize) -> Result<&'m [T], HostError> {
        let values = self.values(position);
        values
            .and_then(T::from_values)
            .ok_or_else(|| missing::<T>("argument", position))
    }
}

/// The places for the results of a call of a function of the host.
#[derive(Debug)]
pub struct Results<'m> {
    pub(super) lanes: LanesMut<'m>,
    /// Where the results begin in these lanes.
    pub(super) spans: &'m [Span],
}

impl Results<'_> {
    /// The number of results.
    #[must_use]
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is no result.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The place for one result, of whatever type it is.
    #[must_use]
    pub fn values_mut(&mut self, position: usize) -> Option<ValuesMut<'_>> {
        let span = self.spans.get(position)?;
        Some(self.lanes.values_mut(*span))
    }

    /// Sets all results to zero.
    pub(super) fn clear(&mut self) {
        for position in 0..self.len() {
            match self.values_mut(position) {
                Some(ValuesMut::F64(v)) => v.fill(0.0),
                Some(ValuesMut::F32(v)) => v.fill(0.0),
                Some(ValuesMut::Bool(v)) => v.fill(false),
                Some(ValuesMut::I64(v)) => v.fill(0),
                None => {}
            }
        }
    }

    /// The place for the elements of one result.
    ///
    /// # Errors
    /// When there is no such result or it has another element type.
    pub fn get_mut<T: Item>(&mut self, position: usize) -> Result<&mut [T], HostError> {
        let values = self.values_mut(position);
        values
            .and_then(T::from_values_mut)
            .ok_or_else(|| missing::<T>("result", position))
    }
}

fn missing<T: Item>(what: &str, position: usize) -> HostError {
    HostError::new(alloc::format!(
        "it has no {what} {position} of `{}`",
        T::ELEMENT
    ))
}

/// A function of one number that is constant between jumps.
struct Discrete<F>(F);

impl<F: Fn(f64) -> f64> HostFunction for Discrete<F> {
    fn value(&self, arguments: &Arguments<'_>, results: &mut Results<'_>) -> Result<(), HostError> {
        let unfit = || HostError::new("it takes one float and yields another");
        let (1, 1) = (arguments.len(), results.len()) else {
            return Err(unfit());
        };
        match (arguments.values(0), results.values_mut(0)) {
            (Some(Values::F64(x)), Some(ValuesMut::F64(y))) if x.len() == y.len() => {
                for (y, &x) in y.iter_mut().zip(x) {
                    *y = (self.0)(x);
                }
                Ok(())
            }
            (Some(Values::F32(x)), Some(ValuesMut::F32(y))) if x.len() == y.len() => {
                for (y, &x) in y.iter_mut().zip(x) {
                    *y = (self.0)(f64::from(x)) as f32;
                }
                Ok(())
            }
            _ => Err(unfit()),
        }
    }

    fn tangent(
        &self,
        _arguments: &Arguments<'_>,
        _tangents: &Arguments<'_>,
        _results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        Ok(())
    }

    fn adjoint(
        &self,
        _arguments: &Arguments<'_>,
        _adjoints: &Arguments<'_>,
        _results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        Ok(())
    }
}
