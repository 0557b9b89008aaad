//! Structs and tuples that loops change as a whole and by their fields: a loop that is kept computes
//! what its statements do that are written one after another, and so does its derivative.

use super::{evaluated, graph};

/// Bodies of loops over the counter `i` that change `r: S` and `q: Q`.
const BODIES: [&str; 22] = [
    "r = made(r, 0.3); r.a *= 0.5;",
    "r.a = 1.0; r = made(r, 0.3);",
    "r = S { a: r.b[0], ..r }; r.b[1] = 0.5 * r.a;",
    "r += 0.1 * made(r, 0.2); r.b[0] *= 0.9;",
    "r -= 0.1 * deriv(r.a * r.b[0] * r.b[1], r); r.a *= 0.9;",
    "step(&mut r, 0.3); r.b[0] *= 0.9;",
    "if r.a > 0.8 { r.a = 0.2 * r.b[0]; } step(&mut r, 0.7);",
    "if i % 3 == 1 { r.b[0] = 0.5; } r = made(r, 0.8);",
    "step(&mut r, 0.3); if i % 3 == 1 { r.b[0] = 0.5; } step(&mut r, 0.2);",
    "if r.a > 0.7 { r.a *= 0.9; } if r.b[1] > 0.1 { step(&mut r, 0.4); }",
    "r = S { a: 0.9 * r.a, b: r.b }; if r.a > 0.2 { r.b[1] *= 0.5; }",
    "q.t = (q.t.0 + 0.1 * q.t.1, q.t.1 - 0.1 * q.t.0); q.t.1 *= 0.99;",
    "(r, q.p) = (q.p, r); r.b[0] += 1.0;",
    "r = q.p; r.b[1] += 1.0; q.p = r;",
    "touch(&mut q); q.p.b[0] = 0.5 * r.a; q.t.1 += q.p.a;",
    "touch(&mut q); if i == 2 { q.t.1 = q.p.b[1]; q.p.a = 0.4; } q.p.b[0] = q.t.1;",
    "for k in 0..3 { r.a += 0.1 * r.b[k % 2]; } step(&mut r, 0.5);",
    "#[unroll(never)] for k in 0..3 { r.a += 0.1 * r.b[k % 2]; r = made(r, 0.5); } r.a *= 0.9;",
    "w[0] = made(w[1], 0.3); w[1].a *= 0.5; r.a += w[0].b[0];",
    "w = [w[1], made(w[0], 0.4)]; w[0].b[1] = 0.1 * r.a; r.b[0] += w[1].a;",
    "l.all[1] = made(l.all[0], 0.3); l.all[0].a *= 0.5; l = l; r.a += l.all[1].b[0];",
    "l = L { all: [r, l.all[0]] }; l.all[0].b[0] *= 0.5; r.b[1] += l.all[1].a;",
];

fn program(statements: &str) -> String {
    format!(
        "struct S {{ a: f64, b: [f64; 2] }}
        struct Q {{ p: S, t: (f64, f64) }}
        struct L {{ all: [S; 2] }}
        fn step(s: &mut S, h: f64) {{ s.a += 0.1 * sin(h * s.b[0]); s.b[1] = tanh(s.a * h); }}
        fn made(s: S, h: f64) -> S {{ S {{ a: sin(s.b[0] * h), b: [s.a, h] }} }}
        fn touch(q: &mut Q) {{ q.p = made(q.p, 0.9); q.t = (q.t.1, q.t.0); }}
        fn f(x: f64, p: f64) -> f64 {{
            let mut r = S {{ a: x, b: [p, 0.4] }};
            let mut q = Q {{ p: S {{ a: 0.3, b: [x * p, 0.2] }}, t: (p, 0.3) }};
            let mut w = [r, q.p];
            let mut l = L {{ all: [q.p, r] }};
            {statements}
            q.p.a + 2.0 * q.p.b[0] - q.p.b[1] + 0.7 * q.t.0 - 0.3 * q.t.1 + 1.1 * r.a - r.b[0]
                + 0.6 * r.b[1] + 0.2 * norm(w[0]) + dot(w[1], l.all[1]) - sum(l.all[0])
        }}"
    )
}

#[test]
fn kept_loops_change_all_that_their_statements_change() {
    for body in BODIES {
        let steps: String = (0..6)
            .map(|i| format!("{{ let i = {i}; {body} }}\n"))
            .collect();
        let expected = graph(&program(&steps));
        for loops in [
            format!("#[unroll(never)] for i in 0..6 {{ {body} }}"),
            format!("#[unroll] for i in 0..6 {{ {body} }}"),
            format!("let mut i = 0; #[limit(9)] while i < 6 {{ {body} i += 1; }}"),
        ] {
            let found = graph(&program(&loops));
            for arguments in [[0.7, 0.4], [-0.3, 1.5]] {
                let arguments = [&arguments[..1], &arguments[1..]];
                let [own, other] = [&found, &expected].map(|own| evaluated(own, &arguments)[0][0]);
                assert!((own - other).abs() < 1e-12, "{own} for {other}: {loops}");
                let [own, other] = [&found, &expected].map(|own| {
                    let own = graph_autodiff::gradient(own, &[0, 1]).expect("a gradient");
                    evaluated(&own, &arguments).concat()
                });
                for (own, other) in own.iter().zip(&other) {
                    assert!((own - other).abs() < 1e-11, "{own} for {other}: {loops}");
                }
            }
        }
    }
}
