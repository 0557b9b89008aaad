//! What a call changes is a place, and changes where Rust changes it.

use adgraph::{differentiable, graph};

graph! {
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Meter { pub calls: f64, pub seen: [f64; 3] }

    fn add(to: &mut f64, x: f64) { to += x * x; }

    fn turn(row: &mut [f64; 2]) { row = [-row[1], row[0]]; }

    fn positive(m: &mut Meter, x: f64) -> bool {
        m.calls += 1.0;
        x > 0.0
    }

    pub fn both(m: &mut Meter, x: f64, y: f64) -> f64 {
        if positive(m, x) && positive(m, y) { 1.0 } else { 0.0 }
    }

    pub fn either(m: &mut Meter, x: f64, y: f64) -> f64 {
        let mut n = m;
        let is_one = positive(&mut n, x) || positive(&mut n, y);
        m = n;
        if is_one { 1.0 } else { 0.0 }
    }

    pub fn elements(x: [f64; 3], rows: [[f64; 2]; 2]) -> ([f64; 3], [[f64; 2]; 2]) {
        let mut y = [1.0, 2.0, 3.0];
        add(&mut y[1], x[0]);
        for i in 0..3 { add(&mut y[i], x[i]); }
        let mut turned = rows;
        turn(&mut turned[1]);
        (y, turned)
    }

    pub fn in_a_long_loop(m: &mut Meter, x: [f64; 500]) -> [f64; 500] {
        let mut y = x;
        for i in 0..500 {
            add(&mut y[i], x[i]);
            add(&mut m.seen[1], 0.5);
        }
        y
    }
}

#[differentiable]
mod robot {
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Arm {
        #[init(ones)]
        pub(crate) lengths: [f64; 2],
        pub(crate) pair: (f64, f64),
    }

    pub(crate) struct Own {
        pub(crate) a: f64,
    }

    impl Own {
        pub(crate) fn zeros() -> Self {
            Self { a: 7.0 }
        }
    }

    pub(crate) fn reach(arm: &Arm) -> f64 {
        sum(arm.lengths) + arm.pair.0
    }

    pub(crate) fn double(own: &Own) -> f64 {
        2.0 * own.a
    }
}

const NONE: Meter = Meter {
    calls: 0.0,
    seen: [0.0; 3],
};

#[test]
fn a_side_that_does_not_decide_changes_nothing() {
    let calls = |f: fn(&mut Meter, f64, f64) -> f64, x, y| {
        let mut m = NONE;
        let value = f(&mut m, x, y);
        (value, m.calls)
    };
    assert_eq!(calls(both, -1.0, 2.0), (0.0, 1.0));
    assert_eq!(calls(both, 1.0, 2.0), (1.0, 2.0));
    assert_eq!(calls(both, 1.0, -2.0), (0.0, 2.0));
    assert_eq!(calls(either, 1.0, 2.0), (1.0, 1.0));
    assert_eq!(calls(either, -1.0, 2.0), (1.0, 2.0));
}

#[test]
fn elements_are_changed_where_they_are() {
    let (y, turned) = elements([1.0, 2.0, 3.0], [[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(y, [2.0, 7.0, 12.0]);
    assert_eq!(turned, [[1.0, 2.0], [-4.0, 3.0]]);
    let x = std::array::from_fn(|i| i as f64 * 0.25);
    let mut m = NONE;
    let y = in_a_long_loop(&mut m, x);
    assert_eq!(y, x.map(|x| x + x * x));
    assert_eq!(m.seen, [0.0, 125.0, 0.0]);
}

#[test]
fn structs_of_modules_have_their_functions() {
    let arm = robot::Arm::init(0);
    assert_eq!(arm.lengths, [1.0; 2]);
    assert_eq!(robot::reach::gradient(&arm).1.arm.pair, (1.0, 0.0));
    assert_eq!(robot::Arm::zeros().lengths, [0.0; 2]);
    let mut names = Vec::new();
    adgraph::tree::walk(&arm, &mut |path, _| names.push(path.to_string()));
    assert_eq!(names, ["lengths", "pair.0", "pair.1"]);
    // The functions of the user's go first.
    assert_eq!(robot::double(&robot::Own::zeros()), 14.0);
}
