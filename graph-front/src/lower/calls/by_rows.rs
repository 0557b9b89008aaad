//! Help for functions of vectors and matrices that are called with arrays of such: `map` applies
//! them to each row.

use graph_ir::types::Shape;

use super::Builtin;
use super::map::MAP;
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::Operand;

/// The numbers of axes that an operand may have.
type Ranks = &'static [usize];

const VECTOR: Ranks = &[1];
const MATRIX: Ranks = &[2];
const RIGHT_SIDE: Ranks = &[1, 2];

/// An operand beside which the function is applied to rows.
enum Role {
    /// It has a row for each call.
    Rows,
    /// All calls have it as it is.
    Shared,
}

impl Builtin {
    /// The numbers of axes of the operands of a function of vectors and matrices.
    fn ranks(self) -> Option<&'static [Ranks]> {
        Some(match self {
            Self::Dot | Self::Cross => &[VECTOR, VECTOR],
            Self::Trace => &[MATRIX],
            Self::Matmul => &[MATRIX, RIGHT_SIDE],
            Self::Algebra(op) | Self::Factors(op) => match op.operands().len() {
                1 => &[MATRIX],
                2 => &[MATRIX, RIGHT_SIDE],
                _ => return None,
            },
            _ => return None,
        })
    }
}

impl<'b> Lowerer<'b, '_> {
    /// The call of `map` that applies a function to each row of its operands, where these are
    /// arrays of what it takes.
    pub(in crate::lower) fn applied_to_each_row(
        &self,
        function: &str,
        operands: &[Operand<'b, '_>],
    ) -> Option<String> {
        let ranks = Builtin::of(function)?.ranks()?;
        let shapes = operands.iter().map(|operand| operand.value.shape());
        let shapes: Vec<Shape> = shapes.collect::<Option<_>>()?;
        if ranks.len() != shapes.len() {
            return None;
        }
        // The first operand with an axis too many says how many rows there are.
        let has_rows = |(shape, ranks): &(&Shape, &Ranks)| {
            let most = ranks.last().copied().unwrap_or_default();
            shape.rank() == most + 1
        };
        let (rows, _) = shapes.iter().zip(ranks).find(has_rows)?;
        let count = rows.count_along(0);
        if !are_taken(function, &shapes) {
            return None;
        }
        let roles = shapes.iter().zip(ranks).map(|(shape, ranks)| {
            let is_taken = |rank: usize| ranks.contains(&rank);
            let has_as_many = shape.rank() > 0 && shape.count_along(0) == count;
            let is_rows = has_as_many && is_taken(shape.rank() - 1);
            match (is_rows, is_taken(shape.rank())) {
                (true, false) => Some(Role::Rows),
                (false, true) => Some(Role::Shared),
                // A vector for each row, or a matrix that all of them have: which one, the lengths
                // say.
                (true, true) if rows.count_along(2) != count => Some(Role::Rows),
                _ => None,
            }
        });
        let roles: Vec<Role> = roles.collect::<Option<_>>()?;
        let names = self.unused_names(operands.len());
        let (mut parameters, mut inside, mut arrays) = (Vec::new(), Vec::new(), Vec::new());
        for ((operand, role), name) in operands.iter().zip(&roles).zip(names) {
            let text = short_text(operand.expr).unwrap_or_else(|| "..".into());
            match role {
                Role::Rows => {
                    inside.push(name.clone());
                    parameters.push(name);
                    arrays.push(text);
                }
                Role::Shared => inside.push(text),
            }
        }
        let [parameters, inside, arrays] =
            [parameters, inside, arrays].map(|texts| texts.join(", "));
        Some(format!(
            "`{MAP}(|{parameters}| {function}({inside}), {arrays})`"
        ))
    }
}

/// Whether the rows of these shapes have extents that the function takes.
fn are_taken(function: &str, shapes: &[Shape]) -> bool {
    // From the last axis on.
    let extent = |shape: &Shape, axis: usize| {
        let axis = shape.rank().checked_sub(axis + 1);
        axis.map(|axis| shape.count_along(axis))
    };
    let mut lengths = shapes.iter().map(|shape| extent(shape, 0));
    match (function, &shapes[0]) {
        ("cross", _) => lengths.all(|length| length.is_some_and(|length| length == 3)),
        ("dot", first) => lengths.all(|length| length == extent(first, 0)),
        ("matmul" | "qr" | "svd" | "trace", _) => true,
        (_, matrices) => extent(matrices, 0) == extent(matrices, 1),
    }
}
