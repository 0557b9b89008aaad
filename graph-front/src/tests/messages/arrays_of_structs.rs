//! Messages of arrays of structs: in declarations and signatures, and where their elements are read
//! and assigned.

use super::errors;

/// The only error of a function of a struct with an array of three structs, `p.all`.
fn of_body(signature: &str, body: &str) -> String {
    let text = format!(
        "struct P {{ x: [f64; 2], m: f64 }}\n\
         struct S<const L: usize> {{ all: [P; L] }}\n\
         fn g(p: [P; 2]) -> f64 {{ p[0].m }}\n\
         fn f({signature} {{ {body} }}"
    );
    let errors = errors(&text);
    assert_eq!(errors.len(), 1, "{text}\n{errors:#?}");
    errors[0].clone()
}

#[track_caller]
fn expect(signature: &str, body: &str, parts: &[&str]) {
    let error = of_body(signature, body);
    for part in parts {
        assert!(error.contains(part), "{error}");
    }
}

const ALL: &str = "an array of tuples or structs";

#[test]
fn they_have_a_length_that_is_known_and_not_too_large() {
    let declared = |field: &str| {
        let text = format!("struct P {{ x: f64, m: f64 }}\nstruct S {{ {field} }}");
        let errors = errors(&text);
        assert_eq!(errors.len(), 1, "{errors:#?}");
        errors[0].clone()
    };
    let many = declared("all: [P; 600]");
    assert!(
        many.contains("at most 1024 numbers and arrays in all, and these have 1200"),
        "{many}"
    );
    let none = declared("all: [P; 0]");
    assert!(
        none.contains(&format!("{ALL} has an element at least")),
        "{none}"
    );
    let start = declared("#[init(glorot)] all: [P; 2]");
    assert!(
        start.contains("structs of an array start as their own fields say"),
        "{start}"
    );
    for signature in [
        "p: &S<3>, q: &[P; N]) -> f64",
        "p: &S<N>) -> f64",
        "p: &S<3>) -> [P; N]",
    ] {
        let text = format!(
            "struct P {{ x: [f64; 2], m: f64 }}\nstruct S<const L: usize> {{ all: [P; L] }}\n\
             pub fn f<const N: usize>({signature} {{ p.all[0].m }}"
        );
        let errors = errors(&text);
        let open = format!("{ALL} has a length that is known while compiling, and `N` comes");
        assert!(errors[0].contains(&open), "{errors:#?}");
    }
}

#[test]
fn fields_are_those_of_elements() {
    let own = "fields are those of an element: `p.all[i].m`, and of all `map(|p| p.m, p.all)`";
    expect("p: &S<3>) -> f64", "p.all.m", &[own]);
    expect("p: &mut S<3>)", "p.all.m = 1.0;", &[own]);
    expect(
        "p: &mut S<3>)",
        "p.all[0].z = 1.0;",
        &["`P` has no field `z`"],
    );
    expect("p: &S<3>) -> f64", "p.all[3].m", &["3 is out of range"]);
    let parts = "an array is taken apart with brackets: `[a, b, c]`";
    expect("p: &S<3>) -> f64", "let (a, b, c) = p.all; a.m", &[parts]);
    expect(
        "p: &S<3>, c: f64) -> f64",
        "jacobian(c * p.all[0].m, p.all)[0]",
        &["found [P; 3]"],
    );
}

#[test]
fn elements_are_assigned_at_known_positions() {
    let known = format!("{ALL} is assigned as a whole, or at positions that are known");
    expect(
        "p: &mut S<3>, k: usize)",
        "p.all[k].m = 1.0;",
        &[&known, "keep an array for each"],
    );
    expect(
        "p: &mut S<3>)",
        "for i in 0..90 { p.all[i % 3].m += 1.0; }",
        &[&known],
    );
    expect(
        "p: &mut S<3>)",
        "p.all[0] = 1.0;",
        &["`p.all[0]` holds P and cannot be assigned f64"],
    );
    let other = "`p.all` holds [P; 3] and cannot be assigned [P; 2]";
    expect("p: &mut S<3>)", "p.all = [p.all[0], p.all[1]];", &[other]);
}

#[test]
fn types_are_named_as_they_are_written() {
    expect(
        "p: &S<3>) -> [P; 2]",
        "p.all",
        &["yields [P; 3], and the signature promises [P; 2]"],
    );
    let argument = "the argument `p` of `g` is [P; 2], found [P; 3]";
    expect("p: &S<3>) -> f64", "g(p.all)", &[argument]);
    expect("p: &S<3>) -> S<2>", "S { all: p.all }", &["yields S<3>"]);
}
