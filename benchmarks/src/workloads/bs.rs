//! Black and Scholes' price of a call and its five derivatives, for a million options.

use adgraph::math;
use num_dual::{DualNum, DualSVec64};

use super::{Entry, Memory, Program, SecondOrder, Workload, memory, numbers, variants};
use crate::contender::{Contender, Input};
use crate::floors::bs::{self as floor, Options};
use crate::peers;

/// A million, or so few that a test in a dev build takes no time.
const COUNT: usize = if cfg!(test) { 1_000 } else { 1_000_000 };

variants! {
    /// The price of a European call.
    #[derivatives(batch)]
    pub fn price(spot: f64, strike: f64, rate: f64, volatility: f64, time: f64) -> f64 {
        let spread = volatility * sqrt(time);
        let d1 = (ln(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / spread;
        spot * cumulative(d1) - strike * exp(-rate * time) * cumulative(d1 - spread)
    }

    /// The normal distribution's.
    fn cumulative(d: f64) -> f64 {
        0.5 * erfc(-d * f64::consts::FRAC_1_SQRT_2)
    }
}

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $options:expr) => {
        Entry {
            // Of one option: the function sees no more.
            memory: Memory {
                arguments: size_of::<[f64; 5]>(),
                results: size_of::<[f64; 6]>(),
                workspace: memory($variant::price::COST.gradient),
            },
            ..Entry::ours(
                stringify!($variant),
                Program {
                    text: $variant::TEXT,
                    functions: ["price::batch::value", "price::batch::gradient"],
                    workspace: memory($variant::price::COST.gradient),
                },
                Contender::new(
                    "value",
                    $options,
                    vec![0.0; COUNT],
                    |o, prices| {
                        $variant::price::batch::value(
                            &o.spot,
                            &o.strike,
                            &o.rate,
                            &o.volatility,
                            &o.time,
                            prices,
                        );
                    },
                    Vec::clone,
                ),
                Contender::new(
                    "gradient",
                    $options,
                    (vec![0.0; COUNT], Options::zeros(COUNT)),
                    |o, (prices, greeks)| {
                        $variant::price::batch::gradient(
                            &o.spot,
                            &o.strike,
                            &o.rate,
                            &o.volatility,
                            &o.time,
                            prices,
                            $variant::price::batch::Adjoint {
                                spot: &mut greeks.spot,
                                strike: &mut greeks.strike,
                                rate: &mut greeks.rate,
                                volatility: &mut greeks.volatility,
                                time: &mut greeks.time,
                            },
                        );
                    },
                    results,
                ),
            )
        }
    };
}

pub(super) fn workload() -> Workload {
    let options = Input::new(options());
    Workload {
        name: "bs",
        about: "price and five greeks of a million options",
        inputs: inputs(&options),
        ours: vec![entry!(plain, &options), entry!(contract, &options)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &options,
                vec![0.0; COUNT],
                |options, prices| floor::values(options, prices),
                Vec::clone,
            ),
            Contender::new(
                "gradient",
                &options,
                (vec![0.0; COUNT], Options::zeros(COUNT)),
                |options, (prices, greeks)| floor::gradients(options, prices, greeks),
                results,
            ),
        ),
        beyond: Vec::new(),
        peers: vec![Contender::new(
            "num-dual",
            &options,
            (vec![0.0; COUNT], Options::zeros(COUNT)),
            |options, (prices, greeks)| {
                for_each(options, |i, option| {
                    let (price, g) = peers::gradient(price, &option);
                    prices[i] = price;
                    greeks.spot[i] = g[0];
                    greeks.strike[i] = g[1];
                    greeks.rate[i] = g[2];
                    greeks.volatility[i] = g[3];
                    greeks.time[i] = g[4];
                });
            },
            results,
        )],
        tolerance: 1e-13,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let x = workload()
        .inputs
        .iter()
        .map(|(_, numbers)| numbers[0])
        .collect();
    SecondOrder::new("bs", second::price::Function, x)
}

/// Calls a function with each option.
#[inline(always)]
fn for_each(options: &Options, mut call: impl FnMut(usize, [f64; 5])) {
    let Options {
        spot,
        strike,
        rate,
        volatility,
        time,
    } = options;
    for i in 0..COUNT {
        call(i, [spot[i], strike[i], rate[i], volatility[i], time[i]]);
    }
}

/// Options about the money, of up to two years.
fn options() -> Options {
    let mut draw = numbers(11);
    let mut list = |low: f64, high: f64| (0..COUNT).map(|_| low + (high - low) * draw()).collect();
    Options {
        spot: list(80.0, 120.0),
        strike: list(80.0, 120.0),
        rate: list(0.01, 0.05),
        volatility: list(0.1, 0.5),
        time: list(0.1, 2.0),
    }
}

/// The arguments by their names.
fn inputs(options: &Options) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("spot", options.spot.clone()),
        ("strike", options.strike.clone()),
        ("rate", options.rate.clone()),
        ("volatility", options.volatility.clone()),
        ("time", options.time.clone()),
    ]
}

/// All results, one after another.
fn results((prices, greeks): &(Vec<f64>, Options)) -> Vec<f64> {
    let Options {
        spot,
        strike,
        rate,
        volatility,
        time,
    } = greeks;
    [prices, spot, strike, rate, volatility, time]
        .map(|list| &list[..])
        .concat()
}

/// The function for num-dual.
fn price(&[spot, strike, rate, volatility, time]: &[DualSVec64<5>; 5]) -> DualSVec64<5> {
    let spread = volatility * time.sqrt();
    let drift = rate + volatility * volatility * 0.5;
    let d1 = ((spot / strike).ln() + drift * time) / spread;
    let cumulative = |d: DualSVec64<5>| erfc(d * -std::f64::consts::FRAC_1_SQRT_2) * 0.5;
    let discounted = strike * (-rate * time).exp();
    spot * cumulative(d1) - discounted * cumulative(d1 - spread)
}

/// num-dual lacks this function and has what it takes to add it.
fn erfc(x: DualSVec64<5>) -> DualSVec64<5> {
    let slope = -std::f64::consts::FRAC_2_SQRT_PI * (-x.re * x.re).exp();
    DualSVec64::new(math::erfc(x.re), x.eps * slope)
}
