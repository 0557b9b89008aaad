//! The price of options and its five derivatives, in lanes: the two distribution functions share
//! their exponentials with the densities, and the density at `d2` follows from that at `d1`.

use super::lanes;

/// The parameters of options, or prices' derivatives by them: one list each.
#[derive(Clone)]
pub(crate) struct Options {
    pub(crate) spot: Vec<f64>,
    pub(crate) strike: Vec<f64>,
    pub(crate) rate: Vec<f64>,
    pub(crate) volatility: Vec<f64>,
    pub(crate) time: Vec<f64>,
}

impl Options {
    /// Room for this many options.
    pub(crate) fn zeros(count: usize) -> Self {
        let zeros = || vec![0.0; count];
        Self {
            spot: zeros(),
            strike: zeros(),
            rate: zeros(),
            volatility: zeros(),
            time: zeros(),
        }
    }
}

/// The prices.
pub(crate) fn values(options: &Options, prices: &mut [f64]) {
    let count = prices.len();
    let Options {
        spot,
        strike,
        rate,
        volatility,
        time,
    } = options;
    let (spot, strike, rate) = (&spot[..count], &strike[..count], &rate[..count]);
    let (volatility, time) = (&volatility[..count], &time[..count]);
    for i in 0..count {
        let (s, k, r, v, t) = (spot[i], strike[i], rate[i], volatility[i], time[i]);
        let spread = v * t.sqrt();
        let d1 = (lanes::ln(s / k) + (r + 0.5 * v * v) * t) / spread;
        let (n1, _) = lanes::normal(d1);
        let (n2, _) = lanes::normal(d1 - spread);
        prices[i] = s * n1 - k * lanes::exp(-r * t) * n2;
    }
}

/// Prices and greeks.
pub(crate) fn gradients(options: &Options, prices: &mut [f64], greeks: &mut Options) {
    let count = prices.len();
    let Options {
        spot,
        strike,
        rate,
        volatility,
        time,
    } = options;
    let (spot, strike, rate) = (&spot[..count], &strike[..count], &rate[..count]);
    let (volatility, time) = (&volatility[..count], &time[..count]);
    let delta = &mut greeks.spot[..count];
    let dual_delta = &mut greeks.strike[..count];
    let rho = &mut greeks.rate[..count];
    let vega = &mut greeks.volatility[..count];
    let theta = &mut greeks.time[..count];
    for i in 0..count {
        let (s, k, r, v, t) = (spot[i], strike[i], rate[i], volatility[i], time[i]);
        let root = t.sqrt();
        let spread = v * root;
        let d1 = (lanes::ln(s / k) + (r + 0.5 * v * v) * t) / spread;
        let (n1, density) = lanes::normal(d1);
        let (n2, _) = lanes::normal(d1 - spread);
        let discount = lanes::exp(-r * t);
        let discounted = k * discount;
        let by_volatility = s * density * root;
        prices[i] = s * n1 - discounted * n2;
        delta[i] = n1;
        dual_delta[i] = -discount * n2;
        rho[i] = discounted * t * n2;
        vega[i] = by_volatility;
        theta[i] = r * discounted * n2 + 0.5 * by_volatility * v / t;
    }
}
