//! Covariances and correlations: of two vectors, or of the rows of a matrix.

use super::given::Given;

const OF_VECTOR: &str = "of one vector it is its variance; divided by one less than the number of \
                         elements, as in numpy, that is \
                         `variance({x}) * ({n}.0 / ({n}.0 - 1.0))`{takes:ddof bias correction}";
const OF_TWO: &str = "of two vectors, divided by one less than the number of elements, as at [0][1] \
                      of numpy's matrix, it is \
                      `sum(({x} - mean({x})) * ({y} - mean({y}))) / ({n}.0 - 1.0)`; divided by \
                      their number, `mean(({x} - mean({x})) * ({y} - mean({y})))`\
                      {takes:ddof bias correction}";
const OF_ROWS: &str = "of the rows, divided by one less than the number of columns, as in numpy, it \
                       is `{ let {new:c} = {x} - broadcast(mean({x}, axis = 1), [{shape}], axis = 0); \
                       matmul({new:c}, transpose({new:c})) / ({x}[0].len() as f64 - 1.0) }`";
const CORRELATION: &str = "of two vectors, as at [0][1] of numpy's matrix, it is \
                           `dot({x} - mean({x}), {y} - mean({y})) / \
                           (norm({x} - mean({x})) * norm({y} - mean({y})))`";

/// The help for a covariance of what is given.
pub(super) fn covariance(given: &Given<'_, '_>) -> Option<String> {
    let sentence = match (rank(given), is_of_two(given)) {
        (1, true) => OF_TWO,
        (1, false) if given.texts.len() == 1 => OF_VECTOR,
        (2, _) if given.texts.len() == 1 && given.named("y").is_none() => OF_ROWS,
        _ => return None,
    };
    Some(given.sentence(sentence))
}

/// The help for a correlation of two vectors.
pub(super) fn correlation(given: &Given<'_, '_>) -> Option<String> {
    (rank(given) == 1 && is_of_two(given)).then(|| given.sentence(CORRELATION))
}

/// The rank of the first operand; that of a vector where nothing is known of it.
fn rank(given: &Given<'_, '_>) -> usize {
    given.shape().map_or(1, |shape| shape.rank())
}

/// Whether a second vector stands behind the first one.
fn is_of_two(given: &Given<'_, '_>) -> bool {
    given.texts.len() > 1 && given.second.is_none_or(|rank| rank == 1)
}
