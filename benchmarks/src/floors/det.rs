//! The determinant of a 6 by 6 matrix by minors that are computed once each: an array holds the
//! minors of some rows for every choice of columns, in lexicographic order. The derivative by an
//! entry of row `r` joins the minors of the rows above with those of the rows below.

type Row = [f64; 6];

/// The determinant.
pub(crate) fn value(m: &[Row; 6]) -> f64 {
    let two = pairs(&m[4], &m[5]);
    let three = triples(&m[3], &two);
    let four = quadruples(&m[2], &three);
    expand(&m[0], &quintuples(&m[1], &four))
}

/// Value and gradient.
///
/// With `^` for the joining of rows to minors, which changes its sign when two rows change places,
/// the determinant is `above ^ row ^ below`; the cofactor of the row's entry in column `j` is, with
/// the row moved to the front, the minor without that column.
pub(crate) fn gradient(m: &[Row; 6], g: &mut [Row; 6]) -> f64 {
    let below_3 = pairs(&m[4], &m[5]);
    let below_2 = triples(&m[3], &below_3);
    let below_1 = quadruples(&m[2], &below_2);
    let below_0 = quintuples(&m[1], &below_1);
    let above_2 = pairs(&m[0], &m[1]);
    let above_3 = triples(&m[2], &above_2);
    // Row 3 stands in front of three others here, so this is the minor of rows 0 to 3 negated.
    let above_4 = quadruples(&m[3], &above_3);
    g[0] = cofactors(&below_0, false);
    g[1] = cofactors(&quintuples(&m[0], &below_1), true);
    g[2] = cofactors(&join(&above_2, &below_2), false);
    g[3] = cofactors(&join(&below_3, &above_3), true);
    g[4] = cofactors(&quintuples(&m[5], &above_4), true);
    g[5] = cofactors(&quintuples(&m[4], &above_4), false);
    expand(&m[0], &below_0)
}

/// Expansion along a row by the minors of the others, the first without the last column.
#[inline(always)]
fn expand(row: &Row, minors: &[f64; 6]) -> f64 {
    let cofactors = cofactors(minors, false);
    (1..6).fold(row[0] * cofactors[0], |sum, j| sum + row[j] * cofactors[j])
}

/// Minors as factors of the entries in the missing columns.
#[inline(always)]
fn cofactors(minors: &[f64; 6], negated: bool) -> Row {
    std::array::from_fn(|j| {
        let minor = minors[5 - j];
        if j.is_multiple_of(2) == negated {
            -minor
        } else {
            minor
        }
    })
}

/// The minors of two rows.
#[inline(always)]
fn pairs(a: &Row, b: &Row) -> [f64; 15] {
    [
        a[0] * b[1] - a[1] * b[0],
        a[0] * b[2] - a[2] * b[0],
        a[0] * b[3] - a[3] * b[0],
        a[0] * b[4] - a[4] * b[0],
        a[0] * b[5] - a[5] * b[0],
        a[1] * b[2] - a[2] * b[1],
        a[1] * b[3] - a[3] * b[1],
        a[1] * b[4] - a[4] * b[1],
        a[1] * b[5] - a[5] * b[1],
        a[2] * b[3] - a[3] * b[2],
        a[2] * b[4] - a[4] * b[2],
        a[2] * b[5] - a[5] * b[2],
        a[3] * b[4] - a[4] * b[3],
        a[3] * b[5] - a[5] * b[3],
        a[4] * b[5] - a[5] * b[4],
    ]
}

/// The minors of three rows: one in front of the others.
#[inline(always)]
fn triples(a: &Row, minors: &[f64; 15]) -> [f64; 20] {
    let &[
        s01,
        s02,
        s03,
        s04,
        s05,
        s12,
        s13,
        s14,
        s15,
        s23,
        s24,
        s25,
        s34,
        s35,
        s45,
    ] = minors;
    [
        a[0] * s12 - a[1] * s02 + a[2] * s01,
        a[0] * s13 - a[1] * s03 + a[3] * s01,
        a[0] * s14 - a[1] * s04 + a[4] * s01,
        a[0] * s15 - a[1] * s05 + a[5] * s01,
        a[0] * s23 - a[2] * s03 + a[3] * s02,
        a[0] * s24 - a[2] * s04 + a[4] * s02,
        a[0] * s25 - a[2] * s05 + a[5] * s02,
        a[0] * s34 - a[3] * s04 + a[4] * s03,
        a[0] * s35 - a[3] * s05 + a[5] * s03,
        a[0] * s45 - a[4] * s05 + a[5] * s04,
        a[1] * s23 - a[2] * s13 + a[3] * s12,
        a[1] * s24 - a[2] * s14 + a[4] * s12,
        a[1] * s25 - a[2] * s15 + a[5] * s12,
        a[1] * s34 - a[3] * s14 + a[4] * s13,
        a[1] * s35 - a[3] * s15 + a[5] * s13,
        a[1] * s45 - a[4] * s15 + a[5] * s14,
        a[2] * s34 - a[3] * s24 + a[4] * s23,
        a[2] * s35 - a[3] * s25 + a[5] * s23,
        a[2] * s45 - a[4] * s25 + a[5] * s24,
        a[3] * s45 - a[4] * s35 + a[5] * s34,
    ]
}

/// The minors of four rows: one in front of the others.
#[inline(always)]
fn quadruples(a: &Row, minors: &[f64; 20]) -> [f64; 15] {
    let &[
        s012,
        s013,
        s014,
        s015,
        s023,
        s024,
        s025,
        s034,
        s035,
        s045,
        s123,
        s124,
        s125,
        s134,
        s135,
        s145,
        s234,
        s235,
        s245,
        s345,
    ] = minors;
    [
        a[0] * s123 - a[1] * s023 + a[2] * s013 - a[3] * s012,
        a[0] * s124 - a[1] * s024 + a[2] * s014 - a[4] * s012,
        a[0] * s125 - a[1] * s025 + a[2] * s015 - a[5] * s012,
        a[0] * s134 - a[1] * s034 + a[3] * s014 - a[4] * s013,
        a[0] * s135 - a[1] * s035 + a[3] * s015 - a[5] * s013,
        a[0] * s145 - a[1] * s045 + a[4] * s015 - a[5] * s014,
        a[0] * s234 - a[2] * s034 + a[3] * s024 - a[4] * s023,
        a[0] * s235 - a[2] * s035 + a[3] * s025 - a[5] * s023,
        a[0] * s245 - a[2] * s045 + a[4] * s025 - a[5] * s024,
        a[0] * s345 - a[3] * s045 + a[4] * s035 - a[5] * s034,
        a[1] * s234 - a[2] * s134 + a[3] * s124 - a[4] * s123,
        a[1] * s235 - a[2] * s135 + a[3] * s125 - a[5] * s123,
        a[1] * s245 - a[2] * s145 + a[4] * s125 - a[5] * s124,
        a[1] * s345 - a[3] * s145 + a[4] * s135 - a[5] * s134,
        a[2] * s345 - a[3] * s245 + a[4] * s235 - a[5] * s234,
    ]
}

/// The minors of five rows: one in front of the others.
#[inline(always)]
fn quintuples(a: &Row, minors: &[f64; 15]) -> [f64; 6] {
    let &[
        s0123,
        s0124,
        s0125,
        s0134,
        s0135,
        s0145,
        s0234,
        s0235,
        s0245,
        s0345,
        s1234,
        s1235,
        s1245,
        s1345,
        s2345,
    ] = minors;
    [
        a[0] * s1234 - a[1] * s0234 + a[2] * s0134 - a[3] * s0124 + a[4] * s0123,
        a[0] * s1235 - a[1] * s0235 + a[2] * s0135 - a[3] * s0125 + a[5] * s0123,
        a[0] * s1245 - a[1] * s0245 + a[2] * s0145 - a[4] * s0125 + a[5] * s0124,
        a[0] * s1345 - a[1] * s0345 + a[3] * s0145 - a[4] * s0135 + a[5] * s0134,
        a[0] * s2345 - a[2] * s0345 + a[3] * s0245 - a[4] * s0235 + a[5] * s0234,
        a[1] * s2345 - a[2] * s1345 + a[3] * s1245 - a[4] * s1235 + a[5] * s1234,
    ]
}

/// The minors of five rows: two in front of three.
#[inline(always)]
fn join(pairs: &[f64; 15], triples: &[f64; 20]) -> [f64; 6] {
    let &[
        p01,
        p02,
        p03,
        p04,
        p05,
        p12,
        p13,
        p14,
        p15,
        p23,
        p24,
        p25,
        p34,
        p35,
        p45,
    ] = pairs;
    let &[
        t012,
        t013,
        t014,
        t015,
        t023,
        t024,
        t025,
        t034,
        t035,
        t045,
        t123,
        t124,
        t125,
        t134,
        t135,
        t145,
        t234,
        t235,
        t245,
        t345,
    ] = triples;
    [
        p01 * t234 - p02 * t134 + p03 * t124 - p04 * t123 + p12 * t034 - p13 * t024
            + p14 * t023
            + p23 * t014
            - p24 * t013
            + p34 * t012,
        p01 * t235 - p02 * t135 + p03 * t125 - p05 * t123 + p12 * t035 - p13 * t025
            + p15 * t023
            + p23 * t015
            - p25 * t013
            + p35 * t012,
        p01 * t245 - p02 * t145 + p04 * t125 - p05 * t124 + p12 * t045 - p14 * t025
            + p15 * t024
            + p24 * t015
            - p25 * t014
            + p45 * t012,
        p01 * t345 - p03 * t145 + p04 * t135 - p05 * t134 + p13 * t045 - p14 * t035
            + p15 * t034
            + p34 * t015
            - p35 * t014
            + p45 * t013,
        p02 * t345 - p03 * t245 + p04 * t235 - p05 * t234 + p23 * t045 - p24 * t035
            + p25 * t034
            + p34 * t025
            - p35 * t024
            + p45 * t023,
        p12 * t345 - p13 * t245 + p14 * t235 - p15 * t234 + p23 * t145 - p24 * t135
            + p25 * t134
            + p34 * t125
            - p35 * t124
            + p45 * t123,
    ]
}
