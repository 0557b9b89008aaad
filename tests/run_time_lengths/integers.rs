//! Integers and truth values of run-time length: tables that loops fill, and the user's own arrays
//! of `usize`, in every place where floats may stand.

use adgraph::{Rows, graph};

graph! {
    /// The best way through hidden states, by the states that lead to the best ones.
    pub fn viterbi<const T: usize, const S: usize>(seen: Rows<f64, T, S>, step: Rows<f64, S, S>) -> f64 {
        let mut best = [[0.0; S]; T];
        let mut back = [[0; S]; T];
        for s in 0..S { best[0][s] = seen[0][s]; }
        for t in 1..T {
            for s in 0..S {
                let mut most = -1000.0;
                for q in 0..S {
                    let way = best[t - 1][q] + step[q][s];
                    if way > most {
                        most = way;
                        back[t][s] = q;
                    }
                }
                best[t][s] = most + seen[t][s];
            }
        }
        let mut s = 0;
        for other in 0..S {
            if best[T - 1][other] > best[T - 1][s] { s = other; }
        }
        let mut score = seen[0][0];
        for i in 0..T - 1 {
            let t = T - 1 - i;
            score += seen[t][s] + step[back[t][s]][s];
            s = back[t][s];
        }
        score
    }

    pub fn tables<const N: usize>(x: &[f64; N], k: usize) -> f64 {
        let mut counts = [0; N + 1];
        counts[1] = 4;
        counts[k] += 3;
        for i in 0..N { counts[i + 1] += counts[i] + 1; }
        let mut seen = [false; N + 1];
        seen[0] = true;
        seen[k] = true;
        let rolled = roll(seen, 1);
        let hit = if rolled[k + 1] { 10.0 } else { 0.0 };
        (counts[N] as f64) * x[0] + hit
    }

    pub fn backwards<const N: usize>(x: &[f64; N], at: &[usize; N]) -> f64 {
        let mut sum = 0.0;
        for k in 1..N { sum = 0.5 * sum + x[at[N - k]]; }
        for a in at.iter().rev() { sum = 0.5 * sum + x[a]; }
        sum + dot(x[flip(at)], x)
    }

    pub fn arranged<const N: usize>(x: &[f64; N], at: &[usize; N]) -> f64 {
        let mut b = at;
        (b[0], b[N - 1]) = (b[N - 1], b[0]);
        b[1] = 0;
        for i in 1..N { b[i] = at[i - 1]; }
        let order = argsort(at);
        let joined = concat(at[1..], at[..1]);
        dot(x[b], x[joined]) + dot(x[order], x) + x[sort(at)[0]] + max(at) as f64 + min(at) as f64
    }

    pub fn assigned<const N: usize>(x: &[f64; N], at: &[usize; N], k: usize) -> f64 {
        let mut b = at;
        b[k] = 0;
        b[k..k + 2] = [1, 0];
        #[unroll(never)]
        for i in 0..N { b[at[i]] = b[i]; }
        dot(x[b], x)
    }
}

#[test]
fn tables_of_integers_are_filled() {
    let seen = [1.0, 2.0, 0.5, 0.3, 1.5, 1.4];
    let step = [0.1, 0.9, 0.3, 0.4];
    let (seen, step) = (Rows::new(&seen, 2), Rows::new(&step, 2));
    // States 1 (or 0), 0, 0: from the last one back.
    let ways = [0, 1].map(|a| {
        [0, 1].map(|b| {
            [0, 1].map(|c| {
                let all = [a, b, c];
                let of = |t: usize| seen[t][all[t]];
                of(0) + step[a][b] + of(1) + step[b][c] + of(2)
            })
        })
    });
    let most = ways
        .iter()
        .flatten()
        .flatten()
        .fold(f64::MIN, |a, &b| a.max(b));
    let (found, d) = viterbi::gradient(seen, step);
    // The first term is that of state 0 whatever the way.
    assert!((found - (most - 2.0 + 1.0)).abs() < 1e-12, "{found} {most}");
    assert_eq!(Vec::from(d.step).iter().sum::<f64>(), 2.0);

    let mut counts = [0.0_f64; 6];
    counts[1] = 4.0;
    counts[2] += 3.0;
    for i in 0..5 {
        counts[i + 1] += counts[i] + 1.0;
    }
    assert_eq!(tables(&[2.0; 5], 2), counts[5] * 2.0 + 10.0);
}

#[test]
fn arrays_of_usize_are_arrays_like_others() {
    let x = [0.5, 1.5, -2.0, 0.25, 3.0];
    let at = [3, 0, 4, 1, 2];
    let mut sum = 0.0;
    for k in 1..5 {
        sum = 0.5 * sum + x[at[5 - k]];
    }
    for &a in at.iter().rev() {
        sum = 0.5 * sum + x[a];
    }
    let turned: f64 = at.iter().rev().zip(&x).map(|(&a, x)| x * x_at(a)).sum();
    assert!((backwards(&x, &at) - (sum + turned)).abs() < 1e-12);

    let mut b = at;
    b.swap(0, 4);
    b[1] = 0;
    b[1..5].copy_from_slice(&at[..4]);
    let joined = [0, 4, 1, 2, 3];
    let order = [1, 3, 4, 0, 2];
    let dot = |a: &[usize], b: &[f64]| a.iter().zip(b).map(|(&a, b)| x[a] * b).sum::<f64>();
    let expected = dot(&b, &joined.map(|j| x[j])) + dot(&order, &x) + x[0] + 4.0;
    assert!((arranged(&x, &at) - expected).abs() < 1e-12);

    let mut b = at;
    b[2..4].copy_from_slice(&[1, 0]);
    for i in 0..5 {
        b[at[i]] = b[i];
    }
    assert!((assigned(&x, &at, 2) - dot(&b, &x)).abs() < 1e-12);
    let (_, d) = assigned::gradient(&x, &at, 2);
    assert_eq!(d.x.len(), 5);
}

/// An element of the array that the test above has.
fn x_at(position: usize) -> f64 {
    [0.5, 1.5, -2.0, 0.25, 3.0][position]
}
