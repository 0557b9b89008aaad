// Loops that end early: their limits, conditions and exits, and derivatives that would follow what
// the repetition before computed.
adgraph::graph! {
    pub fn no_limit(x: f64) -> f64 {
        let mut y = x;
        while y > 1.0 {
            y *= 0.5;
        }
        y
    }

    pub fn no_end(x: f64) -> f64 {
        let mut y = x;
        #[limit(10)]
        loop {
            y *= 0.5;
        }
        y
    }

    pub fn no_condition(x: f64) -> f64 {
        let mut y = x;
        #[limit(10)]
        while y {
            y *= 0.5;
        }
        y
    }

    pub fn no_constant(x: f64) -> f64 {
        let mut y = x;
        #[limit(x)]
        while y > 1.0 {
            y *= 0.5;
        }
        y
    }

    pub fn a_for(x: f64) -> f64 {
        let mut y = x;
        #[limit(10)]
        for _ in 0..3 {
            y *= 0.5;
        }
        y
    }

    pub fn inside(x: f64) -> f64 {
        let mut y = x;
        for _ in 0..3 {
            let z = if y > 1.0 { break } else { y };
            y = 0.5 * z;
        }
        y
    }

    pub fn outside(x: f64) -> f64 {
        if x > 1.0 {
            break;
        }
        x
    }

    pub fn value(x: f64) -> f64 {
        #[limit(10)]
        loop {
            if x > 1.0 {
                break x;
            }
        }
    }

    pub fn before(x: f64) -> f64 {
        let mut y = x;
        let mut c = y * y;
        #[limit(1000)]
        while c > 1e-6 {
            y -= 0.1 * deriv(c, y);
            c = y * y;
        }
        y
    }

    #[cfg(unix)]
    fn by_system(x: f64) -> f64 {
        x
    }

    pub fn calls(x: f64) -> f64 {
        by_system(x)
    }

    pub fn dropped(x: f64) -> f64 {
        if x > 0.0 { 1.0 } else { 2.0 } - x
    }
}

fn main() {}
