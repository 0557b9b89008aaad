//! Matrices whose fewest colours are known.

use graph_autodiff::sparsity::Pattern;

/// The entries at most `width` off the diagonal.
pub(crate) fn band(count: usize, width: usize) -> Pattern {
    let row = |row: usize| row.saturating_sub(width)..count.min(row + width + 1);
    Pattern::from_rows(count, (0..count).map(|i| row(i).collect::<Vec<_>>()))
}

/// The first row, the first column and the diagonal.
pub(crate) fn arrow(count: usize) -> Pattern {
    let row = |row: usize| match row {
        0 => (0..count).collect(),
        _ => vec![0, row],
    };
    Pattern::from_rows(count, (0..count).map(row))
}

/// The points of a grid and their four neighbours.
pub(crate) fn grid(height: usize, width: usize) -> Pattern {
    let point = |number: usize| {
        let (row, column) = (number / width, number % width);
        let mut near = vec![number];
        near.extend((row > 0).then(|| number - width));
        near.extend((column > 0).then(|| number - 1));
        near.extend((column + 1 < width).then_some(number + 1));
        near.extend((row + 1 < height).then_some(number + width));
        near
    };
    Pattern::from_rows(width * height, (0..width * height).map(point))
}

/// All entries.
pub(crate) fn full(rows: usize, columns: usize) -> Pattern {
    Pattern::from_rows(columns, vec![(0..columns).collect::<Vec<_>>(); rows])
}

/// The entries on and below the diagonal.
pub(crate) fn lower(pattern: &Pattern) -> Pattern {
    let row = |row: usize| {
        let own = pattern.row(row).iter().copied();
        own.filter(|&column| column <= row).collect::<Vec<_>>()
    };
    Pattern::from_rows(pattern.columns(), (0..pattern.rows()).map(row))
}
