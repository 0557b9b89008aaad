// Loops end at their limits, too: what they began with may be read behind them.
#![deny(unused)]

adgraph::graph! {
    pub fn found_or_zero(x: f64) -> f64 {
        let mut y = x;
        let mut found = 0.0;
        #[limit(9)]
        loop {
            y *= 0.5;
            if y < 1.0 {
                found = y;
                break;
            }
        }
        found
    }

    pub fn goes_on(x: f64) -> f64 {
        let mut y = x;
        let mut found = 0.0;
        #[limit(5)]
        loop {
            y -= 1.0;
            if y > 2.0 {
                found = y;
                continue;
            }
            found += 1.0;
            break;
        }
        found
    }

    // What a loop assigns must have a value before it, read or not; what it assigns twice need not.
    pub fn overwritten(x: f64) -> f64 {
        let mut y = x;
        let mut last = 0.0;
        let mut other = 0.0;
        #[limit(5)]
        loop {
            y -= 1.0;
            last = y;
            other = y;
            if y > 2.0 {
                continue;
            }
            other = 2.0 * y;
            if y < 0.0 {
                break;
            }
        }
        last + other
    }

    pub fn behind_two_exits(x: f64) -> f64 {
        let mut y = x;
        #[limit(5)]
        loop {
            if y > 2.0 {
                y -= 1.0;
                continue;
            } else {
                break;
            }
            y -= 2.0;
        }
        y
    }

    pub fn behind_an_exit(x: f64) -> f64 {
        let mut y = x;
        #[limit(5)]
        loop {
            if y > 2.0 {
                y -= 1.0;
                continue;
                y -= 2.0;
            }
            break;
        }
        y
    }
}

fn main() {}
