//! Sums of products over named axes: against sums over all positions, and their messages.

use super::{errors, graph, values};

/// The extent of an axis, by its name.
fn extent(name: char) -> usize {
    match name {
        'i' => 2,
        'j' => 3,
        'k' => 4,
        'n' => 0,
        'u' => 1,
        _ => 2,
    }
}

/// The type of an operand with these axes.
fn ty(names: &str) -> String {
    let wrap = |ty: String, name: char| format!("[{ty}; {}]", extent(name));
    names.chars().rev().fold("f64".into(), wrap)
}

/// Numbers without a pattern.
fn numbers(count: usize, seed: usize) -> Vec<f64> {
    let number = |i: usize| ((i * 37 + seed * 101 + 11) % 64) as f64 / 16.0 - 2.0;
    (0..count).map(number).collect()
}

/// The place of an element in row-major order.
fn place(names: &str, positions: &[(char, usize)]) -> usize {
    let position = |name: char| positions.iter().find(|(own, _)| *own == name).unwrap().1;
    let step = |place: usize, name: char| place * extent(name) + position(name);
    names.chars().fold(0, step)
}

/// The definition: for all positions along all axes, the product of the elements there is added to
/// the element of the result.
fn by_definition(operands: &[&str], result: &str, data: &[Vec<f64>]) -> Vec<f64> {
    let mut axes: Vec<char> = operands.concat().chars().collect();
    axes.sort_unstable();
    axes.dedup();
    let mut sums = vec![0.0; result.chars().map(extent).product()];
    let count: usize = axes.iter().map(|&name| extent(name)).product();
    for mut number in 0..count {
        let positions = axes.iter().map(|&name| {
            let position = number % extent(name);
            number /= extent(name);
            (name, position)
        });
        let positions: Vec<(char, usize)> = positions.collect();
        let factors = operands.iter().zip(data);
        let factors = factors.map(|(names, data)| data[place(names, &positions)]);
        sums[place(result, &positions)] += factors.product::<f64>();
    }
    sums
}

/// The function of a call, and the data of its operands.
fn call(text: &str, operands: &[&str], result: &str) -> (String, Vec<Vec<f64>>) {
    let arguments = operands.iter().enumerate();
    let arguments = arguments.map(|(number, names)| format!("x{number}: {}", ty(names)));
    let arguments: Vec<String> = arguments.collect();
    let names: Vec<String> = (0..operands.len()).map(|n| format!("x{n}")).collect();
    let function = format!(
        "fn f({}) -> {} {{ einsum(\"{text}\", {}) }}",
        arguments.join(", "),
        ty(result),
        names.join(", ")
    );
    let size = |names: &str| names.chars().map(extent).product();
    let data = operands.iter().enumerate();
    let data = data.map(|(seed, names)| numbers(size(names), seed));
    (function, data.collect())
}

/// The numbers are multiples of 2^-4 and few, so that sums and products are exact.
#[test]
fn every_form_is_the_sum_of_products() {
    for text in [
        "i->i",
        "i->",
        "ij->ij",
        "ij->ji",
        "ij->j",
        "ij->",
        "ijk->kij",
        "->",
        // Diagonals, of three axes too.
        "ii->i",
        "ii->",
        "iij->ij",
        "iji->j",
        "jij->ij",
        "iii->i",
        "iijj->ji",
        "jkj->k",
        // Products of two.
        "i,i->",
        "i,i->i",
        "i,j->ij",
        "i,j->ji",
        "ij,j->i",
        "ij,i->j",
        "ij,jk->ik",
        "ij,kj->ki",
        "ij,ij->",
        "ij,ij->ij",
        "ij,ij->i",
        "ij,ij->ji",
        "ij,ij->j",
        "ij,ji->",
        "aij,ajk->aik",
        "aij,bjk->abik",
        "ijk,j->ki",
        "ij,j->ij",
        "ij,i->ij",
        "ij,j->ji",
        "ii,i->i",
        "ii,ij->j",
        // Axes that one operand alone names are summed over.
        "ij,k->i",
        "ij,kl->",
        "ij,jk->k",
        // Numbers.
        ",->",
        ",i->i",
        "ij,->ji",
        ",,->",
        // Several.
        "i,j,k->ijk",
        "ij,jk,kl->il",
        "ij,j,i->",
        "ai,bi,ci->abc",
        "ij,kj,kl,lm->im",
        "ij,jk,ki->",
        "i,i,i->i",
        "i,i,i->",
        "ij,ik,il->jkl",
        "ia,jb,kc,abc->ijk",
        "ij,i,j->ij",
        "i,j,k,a,b,i,j,k,a,b->",
        "i,i,i,i,i,i,i,i,i,i->i",
        // No positions, and one.
        "in->i",
        "in,nj->ij",
        "n->n",
        "n->",
        "iu,uj->ij",
        "u,i->i",
        "nn->n",
        // Spaces.
        " i j , j k -> i k ",
        "i,i ->",
    ] {
        let (operands, result) = text.split_once("->").unwrap();
        let clean = |text: &str| text.replace(' ', "");
        let (operands, result) = (clean(operands), clean(result));
        let operands: Vec<&str> = operands.split(',').collect();
        let (function, data) = call(text, &operands, &result);
        let arguments: Vec<&[f64]> = data.iter().map(Vec::as_slice).collect();
        let found = values(&function, &arguments).concat();
        assert_eq!(found, by_definition(&operands, &result, &data), "{text}");
    }
}

/// Without `->` the result has the axes that are named once, in alphabetical order.
#[test]
fn the_result_that_is_not_written() {
    for (text, result) in [
        ("ij,jk", "ik"),
        ("ji", "ij"),
        ("ba,cb", "ac"),
        ("ii", ""),
        ("i,i", ""),
        ("bA", "Ab"),
        (",j", "j"),
    ] {
        let operands: Vec<&str> = text.split(',').collect();
        let (function, data) = call(text, &operands, result);
        let arguments: Vec<&[f64]> = data.iter().map(Vec::as_slice).collect();
        let found = values(&function, &arguments).concat();
        assert_eq!(found, by_definition(&operands, result, &data), "{text}");
    }
}

/// The products of a chain are taken in the order with the fewest multiplications, and axes that
/// nothing else names are summed over first.
#[test]
fn the_order_with_the_fewest_multiplications() {
    let products = |text: &str| {
        let printed = graph(text).to_string();
        let lines = printed.lines().filter(|line| line.contains("= contract"));
        let types = lines.map(|line| {
            let ty = line.split(": ").nth(1).unwrap();
            ty.split(" = ").next().unwrap().to_string()
        });
        types.collect::<Vec<_>>()
    };
    let left = "fn f(a: [[f64; 30]; 2], b: [[f64; 2]; 30], c: [[f64; 30]; 2]) -> [[f64; 30]; 2] {\
                einsum(\"ij,jk,kl->il\", a, b, c) }";
    assert_eq!(products(left), ["[[f64; 2]; 2]", "[[f64; 30]; 2]"]);
    let right = "fn f(a: [[f64; 30]; 20], b: [[f64; 30]; 30], c: [f64; 30]) -> [f64; 20] {\
                 einsum(\"ij,jk,k->i\", a, b, c) }";
    assert_eq!(products(right), ["[f64; 30]", "[f64; 20]"]);
    let alone = "fn f(a: [[f64; 30]; 20], b: [[f64; 5]; 7]) -> f64 {\
                 einsum(\"ij,kl->\", a, b) }";
    assert_eq!(products(alone), [""; 0]);
}

/// The derivative of a product of three by each of them, where the sums are exact.
#[test]
fn derivatives_are_sums_of_the_other_factors() {
    let text = "fn f(a: [[f64; 3]; 2], b: [[f64; 2]; 3], v: [f64; 2]) -> [f64; 6] {\
                let y = einsum(\"ij,ji,i->\", a, b, v); reshape(deriv(y, a), [6]) }";
    let (a, b, v) = (numbers(6, 1), numbers(6, 2), numbers(2, 3));
    let found = values(text, &[&a, &b, &v]).concat();
    let expected = (0..6).map(|place| b[place % 3 * 2 + place / 3] * v[place / 3]);
    assert_eq!(found, expected.collect::<Vec<_>>());
    let text = "fn f(a: [[f64; 3]; 3]) -> [[f64; 3]; 3] { deriv(einsum(\"ii,ii->\", a, a), a) }";
    let a = numbers(9, 5);
    let found = values(text, &[&a]).concat();
    let expected = (0..9).map(|place| if place % 4 == 0 { 2.0 * a[place] } else { 0.0 });
    assert_eq!(found, expected.collect::<Vec<_>>());
}

#[test]
fn operands_may_be_numbers_that_are_known_and_of_any_float_type() {
    let text = "fn f(x: [f32; 2]) -> f32 { einsum(\"i,i\", [1.5, 2.0], x) }";
    assert_eq!(values(text, &[&[2.0, 0.25]]), [[3.5]]);
    let text = "fn f<T: Float>(x: [T; 2]) -> T { einsum(\"i,i,\", x, x, 0.5) }";
    assert_eq!(values(text, &[&[2.0, 4.0]]), [[10.0]]);
}

#[test]
fn wrong_calls_say_why() {
    let declared = "const TEXT: usize = 1; fn f(a: [[f64; 3]; 2], x: [f64; 3]) -> f64";
    for (body, expected) in [
        (
            "sum(einsum(\"ij,jk->ik\", a))",
            "`ij,jk->ik` names the axes of 2 operands, found 1\n\
             = help: it is called as `einsum(\"ij,jk->ik\", a, b)`",
        ),
        (
            "sum(einsum(\"i->i\", x, x))",
            "`i->i` names the axes of 1 operand, found 2",
        ),
        (
            "sum(einsum(\"i,i->i\", a, x))",
            "`i` names 1 axis, and [[f64; 3]; 2] has 2\n\
             = note: `a` is [[f64; 3]; 2]: an argument of `f`",
        ),
        (
            "sum(einsum(\"ij,->i\", a, x))",
            "no axis is named of [f64; 3], which has 1",
        ),
        (
            "sum(einsum(\"ij,i->j\", a, x))",
            "the axes named `i` run together and need equal extents, found 2 and 3\n\
             = note: `a` is [[f64; 3]; 2]: an argument of `f`\n\
             = note: `x` is [f64; 3]: an argument of `f`",
        ),
        (
            "sum(einsum(\"ii->i\", a))",
            "the axes named `i` run together and need equal extents, found 2 and 3\n\
             = note: `a` is [[f64; 3]; 2]: an argument of `f`",
        ),
        (
            "sum(einsum(\"ij->ik\", a))",
            "the result of `ij->ik` names `k`, an axis of no operand\n\
             = help: the result has axes of the operands, each once",
        ),
        (
            "sum(einsum(\"ij->ii\", a))",
            "the result of `ij->ii` names `i` twice",
        ),
        (
            "sum(einsum(\"i...->...\", a))",
            "`i...->...` leaves axes without a name\n\
             = help: name each axis: `einsum` has no `...`",
        ),
        (
            "sum(einsum(\"i1->i\", a))",
            "`1` in `i1->i` names no axis\n\
             = help: axes are named by letters, as in `ij,jk->ik`",
        ),
        (
            "sum(einsum(\"ij->i->\", a))",
            "`-` in `ij->i->` names no axis",
        ),
        ("sum(einsum(\"i-j\", a))", "`-` in `i-j` names no axis"),
        (
            "sum(einsum(\"ij->i,j\", a))",
            "`,` in `ij->i,j` names no axis",
        ),
        (
            "sum(einsum(a, x))",
            "the first argument of `einsum` names the axes, in a string literal\n\
             = help: it is called as `einsum(\"ij,jk->ik\", a, b)`",
        ),
        ("sum(einsum(TEXT, x))", "in a string literal"),
        ("sum(einsum(1, x))", "in a string literal"),
        ("einsum()", "`einsum` takes at least 2 arguments, found 0"),
        (
            "sum(a.einsum(\"ij->i\"))",
            "`einsum` is no method: its first argument names the axes",
        ),
        (
            "sum(einsum(\"ij->i\", a, axis = 0))",
            "`einsum` has no argument named `axis`",
        ),
        (
            "sum(einsum(\"i->i\", argsort(x)))",
            "floating point numbers",
        ),
        (
            "sum(einsum(\"i,i->\", x, [1, 2, 3]))",
            "`[1, 2, 3]` is an array of integers, and f64 is needed",
        ),
        (
            "sum(einsum(\"i->i\", (x, x)))",
            "`einsum` needs a scalar or an array",
        ),
    ] {
        let found = errors(&format!("{declared} {{ {body} }}"));
        assert!(found[0].contains(expected), "{body}: {}", found[0]);
        assert_eq!(found.len(), 1, "{body}: {found:?}");
    }
}
