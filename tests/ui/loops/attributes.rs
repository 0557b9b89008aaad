// Attributes of loops: on what is not a loop, with arguments that they do not have, and two that
// contradict each other.
adgraph::graph! {
    const NONE: usize = 0;

    pub fn places(x: f64) -> f64 {
        #[unroll]
        let mut y = x;
        #[unroll]
        y = y * x;
        #[checkpoint(all)]
        if x > 0.0 {
            y = y * x;
        }
        #[unroll(never)]
        {
            y = y + x;
        }
        #[unroll]
        while y < 10.0 {
            y = y * x;
        }
        y
    }

    #[unroll]
    pub fn whole(x: f64) -> f64 {
        x
    }

    pub fn arguments(x: f64) -> f64 {
        let mut s = x;
        #[checkpoint(every = 0)]
        for _ in 0..5 {
            s = s * x;
        }
        #[checkpoint(every = NONE)]
        for _ in 0..5 {
            s = s * x;
        }
        #[checkpoint(soon)]
        for _ in 0..5 {
            s = s * x;
        }
        #[checkpoint]
        for _ in 0..5 {
            s = s * x;
        }
        #[checkpoint(every = 2, all)]
        for _ in 0..5 {
            s = s * x;
        }
        #[unroll(maybe)]
        for _ in 0..5 {
            s = s * x;
        }
        #[unroll = 4]
        for _ in 0..5 {
            s = s * x;
        }
        #[inline]
        for _ in 0..5 {
            s = s * x;
        }
        #[checkpoint(all)]
        #[unroll]
        for _ in 0..5 {
            s = s * x;
        }
        #[unroll]
        #[unroll(never)]
        for _ in 0..5 {
            s = s * x;
        }
        s
    }
}

fn main() {}
