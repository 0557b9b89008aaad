//! The fewest colours of small matrices, by trying all.

use graph_autodiff::colouring::{self, Colouring};

use crate::valid::{is_acyclic_colouring, is_column_colouring, is_star_colouring};
use crate::{Random, random, random_symmetric};

/// All colourings of the wanted vertices that differ in more than the colours' numbers: each colour
/// is first given after all lower ones.
fn all(wanted: &[bool]) -> Vec<Vec<Option<usize>>> {
    let Some((&last, before)) = wanted.split_last() else {
        return vec![Vec::new()];
    };
    let mut colourings = Vec::new();
    for colours in all(before) {
        let next = colours.iter().flatten().max().map_or(0, |most| most + 1);
        let choices = (0..=next).map(Some).filter(|_| last);
        for choice in choices.chain((!last).then_some(None)) {
            let mut colours = colours.clone();
            colours.push(choice);
            colourings.push(colours);
        }
    }
    colourings
}

/// The fewest colours for the wanted vertices that a test accepts.
fn fewest(wanted: &[bool], valid: impl Fn(&Colouring) -> bool) -> usize {
    let colourings = all(wanted).into_iter().map(Colouring::new);
    let valid = colourings.filter(|colouring| valid(colouring));
    valid.map(|colouring| colouring.count()).min().unwrap()
}

#[test]
fn columns() {
    let mut more = 0;
    for seed in 0..60 {
        let matrix = random(&mut Random(seed), 7, 7, 2);
        let transposed = matrix.transposed();
        let wanted: Vec<bool> = (0..7).map(|i| !transposed.row(i).is_empty()).collect();
        let least = fewest(&wanted, |colouring| is_column_colouring(&matrix, colouring));
        let found = colouring::columns(&matrix).count();
        assert!(
            least <= found && found <= least + 1,
            "{seed}: {least} {found}"
        );
        more += found - least;
    }
    assert!(more <= 2, "{more} of 60 are not the fewest");
}

#[test]
fn stars_and_trees() {
    let mut more = [0, 0];
    for seed in 0..60 {
        let lower = random_symmetric(&mut Random(seed), 7, 3);
        let whole = lower.symmetric();
        let wanted: Vec<bool> = (0..7).map(|i| !whole.row(i).is_empty()).collect();
        let star = fewest(&wanted, |colouring| is_star_colouring(&lower, colouring));
        let acyclic = fewest(&wanted, |colouring| is_acyclic_colouring(&lower, colouring));
        let found = [
            colouring::star(&lower).count(),
            colouring::acyclic(&lower).count(),
        ];
        for ((found, least), more) in found.into_iter().zip([star, acyclic]).zip(&mut more) {
            assert!(
                least <= found && found <= least + 1,
                "{seed}: {least} {found}"
            );
            *more += found - least;
        }
    }
    assert!(
        more[0] <= 10 && more[1] <= 6,
        "{more:?} of 60 are not the fewest"
    );
}
