// Lints of the compiler about names, and about items that nothing uses, in its own words.
#![deny(nonstandard_style, dead_code)]

adgraph::graph! {
    const lower: f64 = 1.0;
    const UNUSED: f64 = lower + OF_UNUSED;
    const OF_UNUSED: f64 = 2.0;
    const IN_ALIAS: usize = 2;
    const IN_LENGTH: usize = 3;
    const IN_BODY: f64 = 4.0;
    #[allow(dead_code)]
    const ALLOWED: f64 = 5.0;
    #[expect(non_upper_case_globals)]
    const expected: f64 = 6.0;
    pub const public_constant: f64 = 7.0;

    type lower_alias = f64;
    type Unused = f64;
    type Pair = [f64; IN_ALIAS];
    pub type public_alias = f64;

    pub fn BadName(BadArgument: f64, good: f64) -> f64 {
        BadArgument + good
    }

    pub fn bad_variables(x: [f64; IN_LENGTH], y: Pair) -> lower_alias {
        let BadVariable = x[0] * IN_BODY + expected;
        let (BadPart, good) = (x[1], y[0]);
        let mut s = 0.0;
        for Step in 0..3 {
            s += x[Step] * good;
        }
        solve(|Root| Root - s, BadVariable + BadPart)
    }

    pub fn lower_length<const n: usize>(x: &[f64; n]) -> f64 {
        sum(x)
    }

    #[allow(non_upper_case_globals)]
    pub fn allowed_length<const n: usize>(x: &[f64; n]) -> f64 {
        sum(x)
    }

    pub fn inner_constants(x: f64) -> f64 {
        const inner: f64 = 2.0;
        const OF_NEVER: f64 = 3.0;
        const NEVER: f64 = OF_NEVER + 1.0;
        const HIDDEN: f64 = 5.0;
        let y = x * inner + HIDDEN;
        let HIDDEN = y;
        HIDDEN
    }

    #[allow(non_snake_case)]
    pub fn AllowedName(X: f64) -> f64 {
        let Y = X;
        Y
    }

    #[expect(non_snake_case)]
    pub fn expected_name(x: f64) -> f64 {
        let Y = x;
        Y
    }

    #[expect(non_snake_case)]
    pub fn unfulfilled(x: f64) -> f64 {
        x
    }
}

fn main() {
    let _: (f64, public_alias) = (public_constant, 0.0);
}
