//! A struct of a block is trained by each optimiser, without allocations in steps, and what is not
//! to be learnt stays.

use adgraph::optimise::{
    Adam, AdamW, Cosine, History, Lbfgs, Moments, Momentum, Schedule, Sgd, Stop, Velocity, Warmup,
    clip_norm, clip_values,
};
use adgraph::{graph, tree};

graph! {
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Hidden {
        #[init(glorot)]
        pub w: [[f64; 2]; 6],
        pub b: [f64; 6],
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Net {
        pub hidden: Hidden,
        #[init(normal(0.0, 0.5))]
        pub last: [f64; 6],
        #[init(1.5)]
        #[dynamic]
        pub scale: f64,
        pub shift: usize,
    }

    fn output(n: &Net, x: [f64; 2]) -> f64 {
        n.scale * dot(n.last, tanh(matmul(n.hidden.w, x) + n.hidden.b))
    }

    pub fn loss(n: &Net, x: &[[f64; 2]; 8], y: &[f64; 8]) -> f64 {
        mean(map(|x, y| (output(n, x) - y).powi(2), x, y))
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Line { pub slope: f32, pub offset: f32 }

    pub fn error(l: &Line, x: &[f32; 4], y: &[f32; 4]) -> f32 {
        let error = l.slope * x + l.offset - y;
        mean(error * error)
    }
}

const X: [[f64; 2]; 8] = [
    [0.0, 0.0],
    [0.0, 1.0],
    [1.0, 0.0],
    [1.0, 1.0],
    [0.5, 0.0],
    [0.0, 0.5],
    [-1.0, 0.5],
    [0.5, -1.0],
];
const Y: [f64; 8] = [0.1, 1.0, 1.0, -0.2, 0.6, 0.5, -0.7, -0.6];

fn start() -> Net {
    let mut n = Net::init(5);
    n.shift = 3;
    n
}

/// Trains for so many steps, which allocate nothing, to a loss that is at most `most`, from one
/// that is not.
fn trained(steps: usize, most: f64, mut step: impl FnMut(usize, &mut Net, &mut Net)) {
    let mut n = start();
    assert!(loss(&n, &X, &Y) > 10.0 * most);
    let info = allocation_counter::measure(|| {
        for done in 0..steps {
            let (_, mut d) = loss::gradient(&n, &X, &Y);
            step(done, &mut n, &mut d.n);
        }
    });
    assert_eq!(info.count_total, 0);
    let reached = loss(&n, &X, &Y);
    assert!(reached <= most, "{reached}");
    assert_eq!((n.scale, n.shift), (1.5, 3));
}

#[test]
fn every_optimiser_trains_without_allocations() {
    let rule = Sgd {
        rate: 0.1,
        weight_decay: 1e-6,
    };
    trained(5000, 0.02, |_, n, d| rule.step(n, d));
    for nesterov in [false, true] {
        let rule = Momentum {
            rate: 0.05,
            nesterov,
            weight_decay: 1e-6,
            ..Momentum::default()
        };
        let mut state = Velocity::new(Net::zeros);
        trained(2000, 0.02, |_, n, d| {
            clip_norm(d, 1.0).expect("a finite gradient");
            rule.step(&mut state, n, d);
        });
        assert_eq!(state.step, 2000);
        assert_eq!((state.velocity.scale, state.velocity.shift), (0.0, 0));
    }
    let rate = Warmup {
        from: 0.0,
        steps: 50,
        then: Cosine {
            from: 0.05,
            to: 1e-4,
            steps: 950,
        },
    };
    let mut state = Moments::new(Net::zeros);
    trained(1000, 0.01, |_, n, d| {
        let rule = Adam {
            rate: rate.at(state.step),
            ..Adam::default()
        };
        rule.step(&mut state, n, d);
    });
    let mut state = Moments::new(Net::zeros);
    trained(1000, 0.02, |done, n, d| {
        clip_values(d, 0.5).expect("a bound");
        let rule = AdamW {
            rate: rate.at(done),
            weight_decay: 1e-3,
            ..AdamW::default()
        };
        rule.step(&mut state, n, d);
    });
}

#[test]
fn a_struct_is_minimised_without_allocations() {
    let mut n = start();
    let rule = Lbfgs {
        steps: 500,
        ..Lbfgs::default()
    };
    let mut history = History::<_, 8>::new(Net::zeros);
    let mut report = None;
    let info = allocation_counter::measure(|| {
        report = Some(rule.minimise(&mut history, &mut n, |n, g| {
            let (c, d) = loss::gradient(n, &X, &Y);
            *g = d.n;
            c
        }));
    });
    assert_eq!(info.count_total, 0);
    let report = report.expect("a report");
    assert!(
        matches!(report.stop, Stop::Gradient | Stop::Value),
        "{report:?}"
    );
    assert!(report.value < 0.01, "{report:?}");
    assert_eq!(report.value.to_bits(), loss(&n, &X, &Y).to_bits());
    assert_eq!((n.scale, n.shift), (1.5, 3));
}

#[test]
fn single_precision_is_trained_in_its_own() {
    let (x, y) = ([0.0, 1.0, 2.0, 3.0], [1.0, 3.0, 5.0, 7.0]);
    let (mut l, mut state) = (Line::zeros(), Moments::new(Line::zeros));
    let rule = Adam {
        rate: 0.05,
        ..Adam::default()
    };
    for _ in 0..2000 {
        let (_, d) = error::gradient(&l, &x, &y);
        rule.step(&mut state, &mut l, &d.l);
    }
    assert!(
        (l.slope - 2.0).abs() < 1e-4 && (l.offset - 1.0).abs() < 1e-4,
        "{l:?}"
    );
}

#[test]
fn states_are_saved_under_the_names_of_the_parameters() {
    let mut names = Vec::new();
    tree::walk(&Moments::new(Net::zeros), &mut |path, _| {
        names.push(path.to_string());
    });
    let of = |name: &str| {
        let fields = ["hidden.w", "hidden.b", "last", "scale", "shift"];
        fields.map(|field| format!("{name}.{field}"))
    };
    let expected = [&of("first")[..], &of("second"), &["step".to_owned()]].concat();
    assert_eq!(names, expected);
}
