//! Functions of other libraries whose options choose a formula: the translation with those that are
//! given.

use graph_ir::Element;
use syn::{BinOp, Expr, UnOp};

use super::arrangements::PARTS;
use super::copies::tiled;
use super::covariances::{correlation, covariance};
use super::given::{Given, entries, is_whole};
use crate::diagnostics::print;
use crate::lower::calls::transposed;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::along;
use crate::lower::values::Value;

/// The help for a call whose options, or the axes of whose operand, choose a formula.
pub(super) fn configured(name: &str, given: &Given<'_, '_>) -> Option<String> {
    match name {
        "round" | "around" => rounded(given),
        "pad" => padded(given),
        "diff" => differences(given),
        "normalize" => unit(given),
        "trapz" | "trapezoid" => areas(given),
        "huber" => bounded(given),
        "tile" | "repmat" => tiled(name, given),
        "sum_axis" | "mean_axis" => along_axis(name, given),
        "root" | "nthroot" | "nth_root" => root(given),
        "solve_triangular" | "triangular_solve" => solved(given),
        "upper_solve" | "solve_upper" | "backsolve" | "back_substitution" => of_upper(given),
        "repeat" | "repeat_interleave" => repeated(given),
        // The language's own function of this name is about keys.
        "split" if given.is_key() => Some(given.taking(2, &[]).sentence(
            "two keys follow from one, and any number of them by their numbers: `fold_in({x}, 0)`, \
             `fold_in({x}, 1)`, ..",
        )),
        "split" => divided(given).or_else(|| Some(given.example(PARTS))),
        "array_split" | "chunk" => divided(given),
        "meshgrid" => gridded(given),
        "mse" | "mse_loss" => reduced(given, "({x} - {y}).powi(2)"),
        "mae" | "l1_loss" => reduced(given, "abs({x} - {y})"),
        "permute" | "swapaxes" | "swapdims" | "moveaxis" | "movedim" => permuted(name, given),
        "factorial" => of_integer(given, "write `exp(ln_gamma({x:n} as f64 + 1.0))`"),
        "comb" | "binom" | "binomial" => chosen(given),
        "count_nonzero" => counted(given),
        "cov" => covariance(given),
        "corrcoef" => correlation(given),
        "array" | "asarray" | "tensor" => literal(given),
        "average" => {
            given.named("weights")?;
            let given = given.taking(1, &["weights"]);
            Some(given.sentence("write `dot({o:weights}, {x}) / sum({o:weights})`"))
        }
        _ => None,
    }
}

fn rank(given: &Given<'_, '_>) -> Option<usize> {
    given.shape().map(|shape| shape.rank())
}

/// The axis that is named, or stands behind two operands, or else is meant.
fn axis_of(given: &Given<'_, '_>, meant: &str, rank: usize) -> Option<usize> {
    let axis = given.named("axis").or_else(|| given.named("dim"));
    axis_number(axis.or_else(|| given.text(2)).unwrap_or(meant), rank)
}

/// The number of an axis, which may be counted from the last one.
fn axis_number(axis: &str, rank: usize) -> Option<usize> {
    let axis: i64 = axis.parse().ok()?;
    let from_first = if axis < 0 { axis + rank as i64 } else { axis };
    usize::try_from(from_first).ok().filter(|axis| *axis < rank)
}

/// Digits behind the point, as many as a constant says.
fn rounded(given: &Given<'_, '_>) -> Option<String> {
    let digits = given.named("decimals").or_else(|| given.text(1))?;
    let digits = digits
        .parse::<usize>()
        .ok()
        .filter(|digits| *digits <= 15)?;
    let scale = format!("1{}.0", "0".repeat(digits));
    let sentence = format!(
        "{digits} digits behind the point are kept by `round({{x}} * {scale}) / {scale}`, which \
         rounds halves away from 0"
    );
    Some(given.taking(2, &["decimals"]).sentence(&sentence))
}

/// Zeros, or a constant value, around a vector.
fn padded(given: &Given<'_, '_>) -> Option<String> {
    if rank(given) != Some(1) {
        return None;
    }
    let width = given.named("pad_width").or_else(|| given.text(1))?;
    let widths = entries(width).unwrap_or_else(|| vec![width.into(); 2]);
    let [before, after] = &widths[..] else {
        return None;
    };
    let value = match given.named("constant_values") {
        None => "0.0".to_string(),
        Some(value) => value
            .parse::<f64>()
            .map(|value| format!("{value:?}"))
            .ok()?,
    };
    let part = |width: &str| match (width, &*value) {
        ("0", _) => String::new(),
        (width, "0.0") => format!("zeros([{width}])"),
        (width, value) => format!("full([{width}], {value})"),
    };
    let parts = [part(before), "{x}".into(), part(after)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let is_constant = given
        .named("mode")
        .is_none_or(|mode| mode == "\"constant\"");
    let given = match is_constant {
        true => given.taking(2, &["pad_width", "mode", "constant_values"]),
        false => given.taking(2, &["pad_width", "constant_values"]),
    };
    Some(given.sentence(&format!("write `concat({})`", parts.join(", "))))
}

/// Differences of neighbours along the last axis, or along one that is given.
fn differences(given: &Given<'_, '_>) -> Option<String> {
    let rank = rank(given).filter(|rank| (1..=2).contains(rank))?;
    let behind = given.text(1);
    if behind.is_some_and(|text| text.parse::<usize>().is_err()) {
        return None;
    }
    let times = given
        .named("n")
        .or(behind)
        .map_or(Some(1), |n| n.parse().ok());
    let times = times.filter(|times: &usize| (1..=2).contains(times));
    let axis = axis_of(given, "-1", rank)?;
    let part = |range: &str| format!("{{x}}[{}]", along(axis, range.into()));
    let length = match axis {
        0 => "{x}.len()",
        _ => "{x}[0].len()",
    };
    let first = format!("{} - {}", part("1.."), part(&format!("..{length} - 1")));
    let sentence = match times {
        Some(2) => format!(
            "write `{} - 2.0 * {} + {}`",
            part("2.."),
            part(&format!("1..{length} - 1")),
            part(&format!("..{length} - 2"))
        ),
        // A call with one operand may be meant for a derivative.
        _ if behind.is_none() && given.named.is_empty() => format!(
            "differences of neighbours are `{first}`; a derivative is `deriv(c, x)`, of a number `c`"
        ),
        _ => format!("write `{first}`"),
    };
    let given = match times {
        Some(_) => given.taking(3, &["n", "axis", "dim"]),
        None => given.taking(1, &["axis", "dim"]),
    };
    Some(given.sentence(&sentence))
}

/// Vectors divided by their norms.
fn unit(given: &Given<'_, '_>) -> Option<String> {
    let norm = match given.named("p").or(given.text(1)) {
        None | Some("2" | "2.0") => "norm({x}{keep})",
        Some("1" | "1.0") => "sum(abs({x}){keep})",
        Some(_) => return None,
    };
    let axis = given.named("dim").or_else(|| given.named("axis"));
    let axis = axis.or_else(|| given.text(2));
    let whole = format!("{{x}} / {}", norm.replace("{keep}", ""));
    let along = |axis: &str| {
        let norm = norm.replace("{keep}", &format!(", axis = {axis}, keep = true"));
        format!("{{x}} / broadcast({norm}, [{{shape}}])")
    };
    let sentence = match (rank(given)?, axis) {
        (1, None | Some("0" | "-1")) => format!("write `{whole}`"),
        (2, None) => format!(
            "of all elements together it is `{whole}`, of each row, as in torch, `{}`",
            along("1")
        ),
        (2, Some("-1")) => format!("write `{}`", along("1")),
        (2, Some(axis @ ("0" | "1"))) => format!("write `{}`", along(axis)),
        _ => return None,
    };
    Some(given.taking(3, &["p", "dim", "axis"]).sentence(&sentence))
}

/// The rule of trapezoids in steps of a length that is given, along an axis of a matrix, the last one
/// where none is given.
fn areas(given: &Given<'_, '_>) -> Option<String> {
    let axis = given.named("axis").or_else(|| given.named("dim"));
    if given.second == Some(0) && rank(given) == Some(1) {
        const OF_STEP: &str = "write `{y:dx}.0 * (sum({x}) - 0.5 * ({x}[0] + {x}[{x}.len() - 1]))`, \
                               in steps of `{y:dx}`";
        return Some(given.sentence(OF_STEP));
    }
    if given.texts.len() > 1 {
        return areas_at(given, axis.unwrap_or("-1"));
    }
    let (axis, first, last) = match (rank(given)?, axis.unwrap_or("-1")) {
        (1, "0" | "-1") => ("", "{x}[0]", "{x}[{x}.len() - 1]"),
        (2, "0") => (", axis = 0", "{x}[0]", "{x}[{x}.len() - 1]"),
        (2, "1" | "-1") => (", axis = 1", "{x}[(.., 0)]", "{x}[(.., {x}[0].len() - 1)]"),
        _ => return None,
    };
    let sum = format!("{{o:dx=h}}.0 * (sum({{x}}{axis}) - 0.5 * ({first} + {last}))");
    let sentence = match given.named("dx") {
        Some(_) => format!("write `{sum}`"),
        None => format!("in steps of `h` it is `{sum}`"),
    };
    Some(given.taking(1, &["axis", "dim"]).sentence(&sentence))
}

/// The rule of trapezoids at points that are given, of a matrix.
fn areas_at(given: &Given<'_, '_>, axis: &str) -> Option<String> {
    const STEPS: &str = "{y}[1..] - {y}[..{y}.len() - 1]";
    let sentence = match (rank(given)?, axis) {
        (2, "0") => format!("write `0.5 * matmul({STEPS}, {{x}}[1..] + {{x}}[..{{y}}.len() - 1])`"),
        (2, "1" | "-1") => format!(
            "write `0.5 * matmul({{x}}[(.., 1..)] + {{x}}[(.., ..{{y}}.len() - 1)], {STEPS})`"
        ),
        _ => return None,
    };
    Some(given.taking(2, &["axis", "dim"]).sentence(&sentence))
}

/// A triangular system, as far as the options say which.
fn solved(given: &Given<'_, '_>) -> Option<String> {
    let is_lower = match given.named("lower") {
        Some("true" | "True") => true,
        Some("false" | "False") => false,
        Some(_) => return None,
        None => {
            let lower = given.text(0).and_then(transposed_text)?;
            let sentence = format!(
                "of an upper triangle it is `lower_transposed_solve({lower}, {{y}})`, of a lower \
                 one `lower_solve({{x}}, {{y}})`"
            );
            return Some(given.sentence(&sentence));
        }
    };
    let is_transposed = match given.named("trans") {
        None | Some("0" | "\"N\"") => false,
        Some("1" | "2" | "\"T\"" | "\"C\"") => true,
        Some(_) => return None,
    };
    let sentence = match (is_lower, is_transposed) {
        (true, false) => "write `lower_solve({x}, {y})`",
        (false, false) if let Some(lower) = given.text(0).and_then(transposed_text) => {
            let sentence = format!("write `lower_transposed_solve({lower}, {{y}})`");
            return Some(given.taking(2, &["lower", "trans"]).sentence(&sentence));
        }
        (false, false) => "write `linear_solve(triu({x}), {y})`",
        (true, true) => "write `lower_transposed_solve({x}, {y})`",
        (false, true) => "write `lower_solve(transpose({x}), {y})`",
    };
    Some(given.taking(2, &["lower", "trans"]).sentence(sentence))
}

/// A system with an upper triangle, which may be written as a lower one transposed.
fn of_upper(given: &Given<'_, '_>) -> Option<String> {
    let lower = given.text(0).and_then(transposed_text)?;
    let sentence = format!("write `lower_transposed_solve({lower}, {{y}})`");
    Some(given.taking(2, &[]).sentence(&sentence))
}

/// The matrix whose transpose is written.
fn transposed_text(text: &str) -> Option<String> {
    transposed(&syn::parse_str(text).ok()?).map(print)
}

/// Each element of a matrix, or each row or column, in its place several times.
fn repeated(given: &Given<'_, '_>) -> Option<String> {
    let shape = given.shape().filter(|shape| shape.rank() == 2)?;
    let extents: Vec<String> = shape.counts().iter().map(ToString::to_string).collect();
    let axis = given.named("axis").or_else(|| given.named("dim"));
    let (rows, columns) = (&extents[0], &extents[1]);
    let times = "{y:repeats}";
    let sentence = match axis.or_else(|| given.text(2)) {
        None => format!(
            "write `reshape(broadcast(reshape({{x}}, [{{n}}]), [{{n}}, {times}], axis = 0), \
             [{{n}} * {times}])`"
        ),
        Some("0") => format!(
            "write `reshape(broadcast({{x}}, [{rows}, {times}, {columns}], axis = (0, 2)), \
             [{rows} * {times}, {columns}])`"
        ),
        Some("1" | "-1") => format!(
            "write `reshape(broadcast({{x}}, [{rows}, {columns}, {times}], axis = (0, 1)), \
             [{rows}, {columns} * {times}])`"
        ),
        Some(_) => return None,
    };
    Some(given.taking(3, &["axis", "dim"]).sentence(&sentence))
}

/// The parts of an array, of one length or at positions that are listed.
fn divided(given: &Given<'_, '_>) -> Option<String> {
    const MOST: usize = 8;
    let rank = rank(given).filter(|rank| (1..=2).contains(rank))?;
    let axis = axis_of(given, "0", rank)?;
    let extent = given.shape()?.count_along(axis).known()?;
    let second = given.text(1)?;
    let divisions = match entries(second) {
        Some(listed) => {
            let listed = listed.iter().map(|text| text.parse().ok());
            let listed: Vec<usize> = listed.collect::<Option<_>>()?;
            // They are lengths in torch, and positions in numpy.
            let ends = listed.iter().scan(0_usize, |end, &length| {
                *end = end.saturating_add(length);
                Some(*end)
            });
            let lengths: Vec<usize> = ends.collect();
            let positions = [listed, vec![extent]].concat();
            [
                ("of these lengths", lengths),
                ("at these positions", positions),
            ]
            .to_vec()
        }
        None => {
            let count: usize = second.parse().ok().filter(|count| *count <= MOST)?;
            let length = extent.checked_div(count).filter(|_| extent % count == 0)?;
            let ends: Vec<usize> = (1..=count).map(|part| part * length).collect();
            [("of one length", ends)].to_vec()
        }
    };
    let part = |start: usize, end: usize| {
        let start = (start > 0).then(|| start.to_string());
        let end = (end < extent).then(|| end.to_string());
        let [start, end] = [start, end].map(Option::unwrap_or_default);
        format!("{{x}}[{}]", along(axis, format!("{start}..{end}")))
    };
    let divisions = divisions.iter().filter(|(_, ends)| {
        let is_whole = ends.last() == Some(&extent) && ends.is_sorted();
        is_whole && (2..=MOST).contains(&ends.len())
    });
    let divisions = divisions.map(|(what, ends)| {
        let starts = [0].iter().chain(ends);
        let parts = starts.zip(ends).map(|(&start, &end)| part(start, end));
        let parts: Vec<String> = parts.collect();
        format!("{what} they are `({})`", parts.join(", "))
    });
    let divisions: Vec<String> = divisions.collect();
    let sentence = format!("the parts are ranges: {}", divisions.join(", "));
    let given = given.taking(3, &["axis", "dim"]);
    (!divisions.is_empty()).then(|| given.sentence(&sentence))
}

/// The matrices of the coordinates of a grid: the first one's along the columns, but where the option
/// says otherwise.
fn gridded(given: &Given<'_, '_>) -> Option<String> {
    const BY_ROWS: &str = "write `(broadcast({x}, [{x}.len(), {y}.len()], axis = 0), \
                           broadcast({y}, [{x}.len(), {y}.len()], axis = 1))`";
    let by_rows = given.named("indexing") == Some("\"ij\"") && given.texts.len() == 2;
    by_rows.then(|| given.taking(2, &["indexing"]).sentence(BY_ROWS))
}

/// The mean of the terms of a loss, or what else is said of them.
fn reduced(given: &Given<'_, '_>, term: &str) -> Option<String> {
    let sentence = match given.named("reduction")? {
        "\"sum\"" => format!("write `sum({term})`"),
        "\"none\"" => format!("write `{term}`"),
        "\"mean\"" => format!("write `mean({term})`"),
        _ => return None,
    };
    Some(given.taking(2, &["reduction"]).sentence(&sentence))
}

/// A transposition whose axes follow from the numbers of axes that are given.
fn permuted(name: &str, given: &Given<'_, '_>) -> Option<String> {
    let rank = rank(given)?;
    let behind = given.texts.get(1..)?;
    let listed = match behind {
        [Some(list)] => entries(list)?,
        behind => behind.iter().cloned().collect::<Option<_>>()?,
    };
    let axes = listed.iter().map(|axis| axis_number(axis, rank));
    let axes: Vec<usize> = axes.collect::<Option<_>>()?;
    let mut order: Vec<usize> = (0..rank).collect();
    match (name, &axes[..]) {
        ("permute", axes) => order = axes.to_vec(),
        ("moveaxis" | "movedim", &[from, to]) => {
            let own = order.remove(from);
            order.insert(to, own);
        }
        (_, &[one, other]) => order.swap(one, other),
        _ => return None,
    }
    let is_permutation = order.len() == rank && (0..rank).all(|axis| order.contains(&axis));
    let order: Vec<String> = order.iter().map(ToString::to_string).collect();
    let sentence = format!("write `transpose({{x}}, axis = ({}))`", order.join(", "));
    is_permutation.then(|| given.taking(rank + 1, &[]).sentence(&sentence))
}

/// A sentence for an integer that is no written number, which is converted.
fn of_integer(given: &Given<'_, '_>, sentence: &str) -> Option<String> {
    let is_integer = given.operand.and_then(Value::element) == Some(Element::I64);
    let is_written = given.text(0).is_some_and(is_whole);
    (is_integer && !is_written).then(|| given.sentence(sentence))
}

/// An array that is written out, or that is one already.
fn literal(given: &Given<'_, '_>) -> Option<String> {
    let text = given.text(0)?;
    let list = syn::parse_str::<Expr>(text).ok()?;
    let mut open = vec![&list];
    let is_written = matches!(list, Expr::Array(_));
    while let Some(part) = open.pop() {
        match part {
            Expr::Array(list) => open.extend(&list.elems),
            // A whole number is a float there as often as an integer.
            Expr::Lit(_) if is_whole(&print(part)) => return None,
            _ => {}
        }
    }
    let is_array = rank(given).is_some_and(|rank| rank > 0);
    let sentence = match (is_written, is_array) {
        (true, _) => format!("write an array as it is: `{text}`"),
        (false, true) => "it is an array already: write `{x}`".into(),
        (false, false) => return None,
    };
    Some(given.taking(1, &["dtype", "copy"]).sentence(&sentence))
}

/// How often a condition holds, or a number is not zero; `None` where it is not known which it is.
fn counted(given: &Given<'_, '_>) -> Option<String> {
    let is_known = given.operand.and_then(Value::element).is_some();
    let is_condition = given.text(0).is_some_and(is_condition);
    let sentence = "write `sum(select({c}, 1.0, 0.0){axis})`";
    (is_known || is_condition).then(|| given.sentence(sentence))
}

/// Whether an operand is a condition as it is written, whatever the values in it are.
fn is_condition(text: &str) -> bool {
    use BinOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    match syn::parse_str::<Expr>(text)
        .as_ref()
        .map(without_parentheses)
    {
        Ok(Expr::Binary(operation)) => matches!(
            operation.op,
            And(_) | Eq(_) | Ge(_) | Gt(_) | Le(_) | Lt(_) | Ne(_) | Or(_)
        ),
        Ok(Expr::Unary(operation)) => matches!(operation.op, UnOp::Not(_)),
        _ => false,
    }
}

/// Binomial coefficients, of integers or of floats.
fn chosen(given: &Given<'_, '_>) -> Option<String> {
    const OF_INTEGERS: &str = "write `exp(-ln_beta(({x:n} - {y}) as f64 + 1.0, {y} as f64 + 1.0)) \
                               / ({x:n} as f64 + 1.0)`";
    const OF_SOME: &str = "write `exp(-ln_beta({x} - {y} as f64 + 1.0, {y} as f64 + 1.0)) / ({x} + \
                           1.0)`";
    let is_number = |position: usize| given.text(position).is_some_and(is_number);
    match (is_number(0), given.text(1).is_some() && !is_number(1)) {
        // Whether the other one is an integer is not said.
        (true, true) => Some(given.sentence(OF_SOME)),
        _ => of_integer(given, OF_INTEGERS),
    }
}

/// Whether an operand is a number as it is written.
fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

/// Huber's loss with the bound that is given, where that is surely one.
fn bounded(given: &Given<'_, '_>) -> Option<String> {
    const BOUNDED: &str = "write `select(abs({x}) <= {y:delta}.0, 0.5 * {x} * {x}, {y:delta}.0 * \
                           (abs({x}) - 0.5 * {y:delta}.0))`";
    let is_bound = given.text(1).is_some_and(is_number) && !given.text(0).is_some_and(is_number);
    let is_alone = given.texts.len() == 1 && given.named("delta").is_some();
    (is_bound || is_alone).then(|| given.sentence(BOUNDED))
}

/// A reduction along an axis that may stand in its own type, `Axis(0)`.
fn along_axis(name: &str, given: &Given<'_, '_>) -> Option<String> {
    let own = name.strip_suffix("_axis")?;
    let axis = given.text(1)?.strip_prefix("Axis(")?.strip_suffix(')')?;
    Some(
        given
            .taking(2, &[])
            .sentence(&format!("write `{own}({{x}}, axis = {axis})`")),
    )
}

/// The root of a number of the order that is given.
fn root(given: &Given<'_, '_>) -> Option<String> {
    const ANY: &str = "write `{x}.powf(1.0 / {y:n}.0)`, of a positive number";
    let is_of_number = given.shape().is_some() && given.texts.len() == 2;
    let is_order = given.second == Some(0);
    (is_of_number && is_order).then(|| given.sentence(ANY))
}
