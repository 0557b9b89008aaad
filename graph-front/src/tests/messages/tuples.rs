//! Arrays of tuples where the language takes none: each one error, in its own words.

use super::errors;

#[test]
fn arrays_of_tuples_are_read_by_their_parts_alone() {
    for (body, expected) in [
        (
            "sum(T) * w",
            &["`sum` needs scalars or arrays, found [(f64, f64); 3]"][..],
        ),
        (
            "-T",
            &["`-` needs scalars or arrays, found [(f64, f64); 3]"],
        ),
        (
            "T as f64",
            &["`as` converts scalars and arrays, found [(f64, f64); 3]"],
        ),
        (
            "if T == w { w } else { 1.0 }",
            &["`==` needs scalars or arrays"],
        ),
        (
            "sum(matmul([(1.0, 2.0), (3.0, 4.0)], [w, w]))",
            &["`[[1.0, 2.0], [3.0, 4.0]]`"],
        ),
        ("T[3].0 * w", &["3 is out of range for axis 0"]),
        ("T[0][1] * w", &["cannot index into (f64, f64)", "`T[0].1`"]),
        (
            "T[(0, 1)] * w",
            &["one position takes a tuple of [(f64, f64); 3]", "`t[i].0`"],
        ),
        ("T.0[1] * w", &["[(f64, f64); 3] is no tuple"]),
        (
            "[w, w][T]",
            &["an index must be an integer, found [(f64, f64); 3]"],
        ),
        (
            "T",
            &["yields [(f64, f64); 3], and the signature promises f64"],
        ),
        (
            "print(\"t\", T); w",
            &["`print` prints a number or an array", "t[0].0"],
        ),
        (
            "sum(map(|v| [(v, w)], [w])) * w",
            &["`sum` needs scalars or arrays, found [[(f64, f64); 1]; 1]"],
        ),
        (
            "called(T) * w",
            &["the argument `t` of `called` is [f64; 3], found [(f64, f64); 3]"],
        ),
        (
            "let mut s = w; for (a, b, c) in T { s += a; } s",
            &["binds a tuple of 3 values"],
        ),
        (
            "let mut s = w; for p in T { s += p; } s",
            &["`+` needs scalars or arrays"],
        ),
        (
            "let t = [(w, 1.0), (2.0, w, w)]; w",
            &["found (f64, f64) and (f64, f64, f64)"],
        ),
        ("let t = [(w, 1.0), 2.0]; w", &["found (f64, f64) and f64"]),
        (
            "let t = [(w, 1.0), (1, w)]; w",
            &["`1` is an integer, and f64 is needed"],
        ),
        (
            "let t = [[(w, 1.0)]]; t",
            &["yields [[(f64, f64); 1]; 1], and the signature promises f64"],
        ),
        (
            "let t = [[(w, 1.0); 2]; 3]; t",
            &["yields [[(f64, f64); 2]; 3], and the signature promises f64"],
        ),
        (
            "let t: [(f64, f64); 3] = [(w, w); 2]; w",
            &["annotated as [(f64, f64); 3], but its value is [(f64, f64); 2]"],
        ),
        (
            "let mut t = [(w, 1.0); 2]; t[0] = (1.0, w, w); w",
            &["`t[0]` holds (f64, f64) and cannot be assigned (f64, f64, f64)"],
        ),
        (
            "let mut t = [(w, 1.0); 2]; t[w as usize].0 += w; w",
            &["an array of tuples or structs is assigned as a whole"],
        ),
        ("let mut t = [(w, 1.0); 2]; t = T; w", &["[(f64, f64); 2]"]),
        (
            "let t = if w > 0.0 { T } else { [(1.0, 2.0)] }; w",
            &["[(f64, f64); 3] and [(f64, f64); 1]"],
        ),
    ] {
        let text = format!(
            "const T: [(f64, f64); 3] = [(0.1, 2.0), (0.2, 3.0), (0.3, 4.0)];
            fn called(t: [f64; 3]) -> f64 {{ sum(t) }}
            fn f(w: f64) -> f64 {{ {body} }}"
        );
        let found = errors(&text);
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        for part in expected {
            assert!(found[0].contains(part), "{body}: {found:?}");
        }
    }
}

#[test]
fn constants_and_signatures_of_tuples() {
    for (text, expected) in [
        (
            "const B: [(f32, f64); 1] = [(1.0, 2)];",
            "`B` is declared as [(f32, f64); 1], but its value is [(f64, an integer); 1]",
        ),
        (
            "const B: [(f64, f64); 2] = [(1.0, 2.0)];",
            "`B` is declared as [(f64, f64); 2], but its value is [(f64, f64); 1]",
        ),
        (
            "const C: (f64, usize) = (1.0, 2.0);",
            "`C` is declared as (f64, usize), but its value is (f64, f64)",
        ),
        (
            "const D: [(u8, f64); 2] = [(300, 1.0), (3, 2.0)];",
            "300 is out of range for `u8`",
        ),
        (
            "const E: [[(f64, f64); 2]; 2] = [[(1.0, 1.0); 2]; 3];",
            "`E` is declared as [[(f64, f64); 2]; 2], but its value is [[(f64, f64); 2]; 3]",
        ),
        (
            "pub fn g<const N: usize>(t: &[(f64, f64); N]) -> f64 { 1.0 }",
            "write `&[[f64; 2]; N]`",
        ),
        (
            "pub fn g<const N: usize>(t: &[(f64, usize); N]) -> f64 { 1.0 }",
            "`&[f64; N]`, `&[usize; N]`",
        ),
        (
            "pub fn g(t: &[(f64, f64); 1000]) -> f64 { 1.0 }",
            "at most 1024 numbers and arrays in all, and these have 2000",
        ),
    ] {
        let found = errors(&format!("{text} fn f(x: f64) -> f64 {{ x }}"));
        assert!(
            found.iter().any(|error| error.contains(expected)),
            "{text}: {found:?}"
        );
    }
}
