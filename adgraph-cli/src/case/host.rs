//! The functions of the host that conformance cases of CppAD call.

use graph_runtime::execute::{Arguments, Functions, HostError, HostFunction, Results};

/// Every function that a case requires.
pub(crate) fn functions() -> Functions {
    let heaviside = |x: f64| match x {
        x if x < 0.0 => 0.0,
        0.0 => 0.5,
        _ => 1.0,
    };
    // The mean of the arguments times the number of the call, unless that is 0.
    let average: Weights = |count, call| {
        let factor = call.filter(|&call| call != 0).unwrap_or(1) as f64;
        vec![factor / count as f64; count]
    };
    let weighted: Weights = |count, _| [2.0, 1.0].into_iter().take(count).collect();
    Functions::new()
        .discrete("heaviside", heaviside)
        .discrete("floor_dis", f64::floor)
        .register("mulsum", ProductAndSum)
        .register("f(x; p)", Weighted(weighted))
        .register("avg", Weighted(average))
}

/// The weight of each argument, for their number and the number of the call.
type Weights = fn(usize, Option<u64>) -> Vec<f64>;

/// A weighted sum.
struct Weighted(Weights);

impl Weighted {
    fn sum(
        &self,
        of: &Arguments<'_>,
        call: Option<u64>,
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let mut sum = 0.0;
        for (position, weight) in (self.0)(of.len(), call).into_iter().enumerate() {
            sum += weight * number(of, position)?;
        }
        write(results, &[sum])
    }
}

impl HostFunction for Weighted {
    fn value(&self, arguments: &Arguments<'_>, results: &mut Results<'_>) -> Result<(), HostError> {
        self.sum(arguments, arguments.call(), results)
    }

    fn tangent(
        &self,
        arguments: &Arguments<'_>,
        tangents: &Arguments<'_>,
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        self.sum(tangents, arguments.call(), results)
    }

    fn adjoint(
        &self,
        arguments: &Arguments<'_>,
        adjoints: &Arguments<'_>,
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let adjoint = number(adjoints, 0)?;
        let weights = (self.0)(arguments.len(), arguments.call());
        let products: Vec<f64> = weights.iter().map(|weight| weight * adjoint).collect();
        write(results, &products)
    }

    fn second(
        &self,
        arguments: &Arguments<'_>,
        _adjoints: &Arguments<'_>,
        _tangents: &Arguments<'_>,
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        write(results, &vec![0.0; arguments.len()])
    }
}

/// `(u, v)` to `(u * v, u + v)`.
struct ProductAndSum;

impl HostFunction for ProductAndSum {
    fn value(&self, arguments: &Arguments<'_>, results: &mut Results<'_>) -> Result<(), HostError> {
        let (u, v) = (number(arguments, 0)?, number(arguments, 1)?);
        write(results, &[u * v, u + v])
    }

    fn tangent(
        &self,
        arguments: &Arguments<'_>,
        tangents: &Arguments<'_>,
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let (u, v) = (number(arguments, 0)?, number(arguments, 1)?);
        let (du, dv) = (number(tangents, 0)?, number(tangents, 1)?);
        write(results, &[du * v + u * dv, du + dv])
    }

    fn adjoint(
        &self,
        arguments: &Arguments<'_>,
        adjoints: &Arguments<'_>,
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let (u, v) = (number(arguments, 0)?, number(arguments, 1)?);
        let (product, sum) = (number(adjoints, 0)?, number(adjoints, 1)?);
        write(results, &[product * v + sum, product * u + sum])
    }

    fn second(
        &self,
        _arguments: &Arguments<'_>,
        adjoints: &Arguments<'_>,
        tangents: &Arguments<'_>,
        results: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let product = number(adjoints, 0)?;
        let (du, dv) = (number(tangents, 0)?, number(tangents, 1)?);
        write(results, &[product * dv, product * du])
    }
}

/// The argument at a position, which is one number. A file may call with fewer arguments.
fn number(of: &Arguments<'_>, position: usize) -> Result<f64, HostError> {
    let missing = || HostError::new(format!("it needs an argument {}", position + 1));
    of.get::<f64>(position)?
        .first()
        .copied()
        .ok_or_else(missing)
}

/// Writes all results; there must be as many as the function has.
fn write(results: &mut Results<'_>, values: &[f64]) -> Result<(), HostError> {
    if results.len() != values.len() {
        let (has, asked) = (values.len(), results.len());
        return Err(HostError::new(format!(
            "it has {has} result{}, not {asked}",
            if has == 1 { "" } else { "s" }
        )));
    }
    for (position, &value) in values.iter().enumerate() {
        results.get_mut::<f64>(position)?[0] = value;
    }
    Ok(())
}
