//! Colouring: that colours are valid, by their definitions and by reading matrices back from their
//! products, and that they are few.

mod brute;
mod few;
mod matrices;
mod readable;
mod valid;

use graph_autodiff::sparsity::Pattern;

/// Numbers that look random, from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        // Knuth's multiplier; the high bits are the better ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) as usize) % bound
    }
}

/// A matrix with about so many entries in each row, some rows and columns denser than others.
fn random(random: &mut Random, rows: usize, columns: usize, each: usize) -> Pattern {
    let skew = 1 + random.below(3);
    let rows = (0..rows).map(|_| {
        let count = random.below(2 * each + 1);
        let place = |random: &mut Random| {
            let all = (0..skew).map(|_| random.below(columns));
            all.min().unwrap()
        };
        (0..count).map(|_| place(random)).collect::<Vec<_>>()
    });
    let rows: Vec<Vec<usize>> = rows.collect();
    Pattern::from_rows(columns, rows)
}

/// The lower triangle of a symmetric matrix with about so many entries in each row.
fn random_symmetric(random: &mut Random, count: usize, each: usize) -> Pattern {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); count];
    for row in 0..count {
        if random.below(4) > 0 {
            rows[row].push(row);
        }
        for _ in 0..random.below(each + 1) {
            let other = random.below(count);
            rows[row.max(other)].push(row.min(other));
        }
    }
    Pattern::from_rows(count, rows)
}
