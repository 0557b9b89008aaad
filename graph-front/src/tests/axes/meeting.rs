//! Arrays of axes meet by name, in whatever order they have their axes.

use super::same_bits;

#[test]
fn equal_axes_in_one_order_are_plain_arrays() {
    same_bits(
        "fn f(x: [[f64; W]; C], y: [[f64; W]; C]) -> [[f64; W]; C] { x * y + 2.0 }",
        "fn f(x: [[f64; 4]; 3], y: [[f64; 4]; 3]) -> [[f64; 4]; 3] { x * y + 2.0 }",
        &[12, 12],
    );
}

#[test]
fn the_order_is_that_of_the_left_operand() {
    same_bits(
        "fn f(x: [[f64; W]; C], y: [[f64; C]; W]) -> [[f64; W]; C] { x - y }",
        "fn f(x: [[f64; 4]; 3], y: [[f64; 3]; 4]) -> [[f64; 4]; 3] { x - transpose(y) }",
        &[12, 12],
    );
    same_bits(
        "fn f(x: [[f64; W]; C], y: [[f64; C]; W]) -> [[f64; C]; W] { y / x }",
        "fn f(x: [[f64; 4]; 3], y: [[f64; 3]; 4]) -> [[f64; 3]; 4] { y / transpose(x) }",
        &[12, 12],
    );
}

#[test]
fn all_orders_of_three_axes_meet() {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let (names, lengths) = (["C", "W", "H"], [3, 4, 5]);
    for order in orders {
        let [a, b, c] = order.map(|at| names[at]);
        let [i, j, k] = order.map(|at| lengths[at]);
        // The axis of `y` of each axis of `x`.
        let places = [0, 1, 2].map(|own| order.iter().position(|&at| at == own).unwrap_or(9));
        let [p, q, r] = places;
        same_bits(
            &format!(
                "fn f(x: [[[f64; H]; W]; C], y: [[[f64; {c}]; {b}]; {a}]) -> [[[f64; H]; W]; C] {{ x * y }}"
            ),
            &format!(
                "fn f(x: [[[f64; 5]; 4]; 3], y: [[[f64; {k}]; {j}]; {i}]) -> [[[f64; 5]; 4]; 3] {{
                    x * transpose(y, axis = ({p}, {q}, {r}))
                }}"
            ),
            &[60, 60],
        );
    }
}

#[test]
fn axes_that_only_one_operand_has_are_repeated() {
    same_bits(
        "fn f(x: [[f64; W]; C], b: [f64; C]) -> [[f64; W]; C] { x * b }",
        "fn f(x: [[f64; 4]; 3], b: [f64; 3]) -> [[f64; 4]; 3] { x * broadcast(b, [3, 4], axis = 0) }",
        &[12, 3],
    );
    same_bits(
        "fn f(x: [[f64; W]; C], b: [f64; C]) -> [[f64; W]; C] { transpose(b * x, [C, W]) }",
        "fn f(x: [[f64; 4]; 3], b: [f64; 3]) -> [[f64; 4]; 3] { broadcast(b, [3, 4], axis = 0) * x }",
        &[12, 3],
    );
    // All that the first has, then what the others have besides.
    same_bits(
        "fn f(x: [[f64; W]; C], b: [[f64; C]; N]) -> [[[f64; N]; W]; C] { x + b }",
        "fn f(x: [[f64; 4]; 3], b: [[f64; 3]; 6]) -> [[[f64; 6]; 4]; 3] {
            broadcast(x, [3, 4, 6], axis = (0, 1)) + broadcast(transpose(b), [3, 4, 6], axis = (0, 2))
        }",
        &[12, 18],
    );
    // No axis in common.
    same_bits(
        "fn f(a: [f64; C], b: [f64; N]) -> [[f64; N]; C] { a - b }",
        "fn f(a: [f64; 3], b: [f64; 6]) -> [[f64; 6]; 3] {
            broadcast(a, [3, 6], axis = 0) - broadcast(b, [3, 6], axis = 1)
        }",
        &[3, 6],
    );
}

#[test]
fn axes_of_equal_length_are_not_exchanged() {
    same_bits(
        "fn f(x: [[f64; W]; H4], y: [[f64; H4]; W]) -> [[f64; W]; H4] { x * y }",
        "fn f(x: [[f64; 4]; 4], y: [[f64; 4]; 4]) -> [[f64; 4]; 4] { x * transpose(y) }",
        &[16, 16],
    );
}

#[test]
fn scalars_meet_all_and_functions_of_several_operands_align() {
    same_bits(
        "fn f(x: [[f64; W]; C], y: [[f64; C]; W], b: [f64; W], s: f64) -> [[f64; W]; C] {
            let big = max(x, y);
            let chosen = select(y > b, x, s);
            atan2(big, chosen) + s
        }",
        "fn f(x: [[f64; 4]; 3], y: [[f64; 3]; 4], b: [f64; 4], s: f64) -> [[f64; 4]; 3] {
            let big = max(x, transpose(y));
            let mask = transpose(y > broadcast(b, [4, 3], axis = 0));
            let chosen = select(mask, x, s);
            atan2(big, chosen) + s
        }",
        &[12, 12, 4, 1],
    );
    same_bits(
        "fn f(x: [[f64; W]; C], y: [[f64; C]; W]) -> [[[f64; W]; C]; 2] { stack(x, y) }",
        "fn f(x: [[f64; 4]; 3], y: [[f64; 3]; 4]) -> [[[f64; 4]; 3]; 2] { stack(x, transpose(y)) }",
        &[12, 12],
    );
}

#[test]
fn constants_align_too() {
    same_bits(
        "const K: [[f64; C]; Y] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
         fn f(x: [[f64; Y]; C]) -> [[f64; Y]; C] {
            let k: [f64; Y] = [0.5, 0.25];
            x * K * k
         }",
        "fn f(x: [[f64; 2]; 3]) -> [[f64; 2]; 3] {
            x * transpose([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]) * broadcast([0.5, 0.25], [3, 2])
         }",
        &[6],
    );
    same_bits(
        "fn f(x: [[f64; Y]; C]) -> [[f64; Y]; C] { x + zeros([Y, C]) + 1.0 - ones([C]) + [2.0; Y] }",
        "fn f(x: [[f64; 2]; 3]) -> [[f64; 2]; 3] { x + zeros([3, 2]) + 1.0 - ones([3, 2]) + full([3, 2], 2.0) }",
        &[6],
    );
}

#[test]
fn contract_sums_over_what_both_have() {
    // None, one, two, and all.
    same_bits(
        "fn f(a: [f64; C], b: [[f64; W]; N]) -> [[[f64; W]; N]; C] { contract(a, b) }",
        "fn f(a: [f64; 3], b: [[f64; 4]; 6]) -> [[[f64; 4]; 6]; 3] { einsum(\"a,bc->abc\", a, b) }",
        &[3, 24],
    );
    same_bits(
        "fn f(a: [[f64; W]; C], b: [[f64; W]; N]) -> [[f64; N]; C] { contract(a, b) }",
        "fn f(a: [[f64; 4]; 3], b: [[f64; 4]; 6]) -> [[f64; 6]; 3] { einsum(\"ab,cb->ac\", a, b) }",
        &[12, 24],
    );
    same_bits(
        "fn f(a: [[[f64; H]; W]; C], b: [[[f64; N]; C]; H]) -> [[f64; N]; W] { contract(a, b) }",
        "fn f(a: [[[f64; 5]; 4]; 3], b: [[[f64; 6]; 3]; 5]) -> [[f64; 6]; 4] { einsum(\"abc,cad->bd\", a, b) }",
        &[60, 90],
    );
    same_bits(
        "fn f(a: [[f64; W]; C], b: [[f64; C]; W]) -> f64 { contract(a, b) }",
        "fn f(a: [[f64; 4]; 3], b: [[f64; 3]; 4]) -> f64 { einsum(\"ab,ba->\", a, b) }",
        &[12, 12],
    );
    // A number has no axes.
    same_bits(
        "fn f(a: f64, b: [[f64; C]; W]) -> [[f64; C]; W] { contract(a, b) }",
        "fn f(a: f64, b: [[f64; 3]; 4]) -> [[f64; 3]; 4] { einsum(\",ab->ab\", a, b) }",
        &[1, 12],
    );
}

#[test]
fn renamed_axes_are_others() {
    same_bits(
        "fn f(x: [[f64; C]; W]) -> [[f64; H4]; W] {
            let d = x - rename(x, W, H4);
            sum(d * d, axis = C)
        }",
        "fn f(x: [[f64; 3]; 4]) -> [[f64; 4]; 4] {
            let d = broadcast(x, [4, 3, 4], axis = (0, 1)) - broadcast(transpose(x), [4, 3, 4], axis = (1, 2));
            sum(d * d, axis = 1)
        }",
        &[12],
    );
}
