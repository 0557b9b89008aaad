//! Methods of Rust's integers. Those of the language have a sign, so that a difference is a number
//! where one of `usize` would overflow, and no operation on them fails.

/// The language's way to write a method of an integer.
pub(super) fn of_integers(name: &str) -> Option<&'static str> {
    Some(match name {
        "saturating_sub" => "indices have a sign: write `max({x:n} - {y}, 0)`",
        "wrapping_sub" | "checked_sub" | "overflowing_sub" | "strict_sub" | "unchecked_sub" => {
            "indices have a sign, and a difference may be negative: write `{x:n} - {y}`"
        }
        "saturating_add" | "wrapping_add" | "checked_add" | "overflowing_add" | "strict_add"
        | "unchecked_add" => "write `{x:n} + {y}`",
        "saturating_mul" | "wrapping_mul" | "checked_mul" | "overflowing_mul" | "strict_mul"
        | "unchecked_mul" => "write `{x:n} * {y}`",
        "saturating_div" | "wrapping_div" | "checked_div" | "overflowing_div" | "strict_div" => {
            "write `{x:n} / {y}`, which is rounded towards 0"
        }
        "mod"
        | "remainder"
        | "rem_euclid"
        | "rem_floor"
        | "wrapping_rem_euclid"
        | "checked_rem_euclid" => {
            "write `({x:n} % {y} + {y}) % {y}`, which is not negative for a positive `{y}`; \
             `{x:n} % {y}` has the sign of `{x:n}`"
        }
        "div_euclid"
        | "div_floor"
        | "floor_div"
        | "floor_divide"
        | "wrapping_div_euclid"
        | "checked_div_euclid" => {
            "write `({x:n} - ({x:n} % {y} + {y}) % {y}) / {y}`, which is rounded down for a positive \
             `{y}`; `{x:n} / {y}` is rounded towards 0"
        }
        "divmod" => {
            "write `(({x:n} - ({x:n} % {y} + {y}) % {y}) / {y}, ({x:n} % {y} + {y}) % {y})`, for a \
             positive `{y}`"
        }
        "fmod" | "rem" | "wrapping_rem" | "checked_rem" | "overflowing_rem" | "strict_rem" => {
            "write `{x:n} % {y}`, which has the sign of `{x:n}`"
        }
        "div_ceil" => "write `({x:n} + {y} - 1) / {y}`, the same where neither is negative",
        "abs_diff" => "write `abs({x:n} - {y})`",
        "unsigned_abs" | "wrapping_abs" | "checked_abs" => "write `abs({x:n})`",
        "is_multiple_of" => "write `{x:n} % {y} == 0`",
        _ => return None,
    })
}
