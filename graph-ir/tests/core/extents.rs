//! Symbolic extents: types of results, conditions on symbols, numbers in their place, texts.

use graph_ir::error::{Error, Result};
use graph_ir::graph::InputKind;
use graph_ir::ops::algebra::Algebra;
use graph_ir::ops::{Cumulation, Reduction, Windows};
use graph_ir::types::{Element, Extent, MAX_TERMS, Shape, ShapeError, Symbol, Type};
use graph_ir::{Builder, Graph, Wire, text};

fn symbol(name: &str) -> Extent {
    Extent::symbol(&Symbol::new(name))
}

fn vector(extent: Extent) -> Type {
    Type::new(Element::F64, Shape::of([extent]).unwrap())
}

/// An input of the function under construction: a vector of `N` numbers, or a matrix of `N` rows.
fn rows<'b>(b: &'b Builder, columns: &[usize]) -> Wire<'b> {
    let columns = columns.iter().map(|&count| Extent::from(count));
    let shape = Shape::of([symbol("N")].into_iter().chain(columns)).unwrap();
    b.input("x", Type::new(Element::F64, shape), InputKind::Independent)
}

fn graph(body: impl for<'b> Fn(&'b Builder) -> Result<Wire<'b>>) -> Graph {
    let builder = Builder::new();
    let result = body(&builder).unwrap();
    builder.output("y", result).unwrap();
    builder.finish().unwrap()
}

/// The type of a result, or the error in its place.
fn outcome(body: impl for<'b> Fn(&'b Builder) -> Result<Wire<'b>>) -> String {
    let builder = Builder::new();
    match body(&builder).and_then(Wire::ty) {
        Ok(ty) => ty.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn polynomials_have_one_form() {
    let (n, m) = (symbol("N"), symbol("M"));
    let square = (&n + &m) * (&n + &m);
    let sum = &n * &n + &m * &n * 2 + &m * &m;
    assert_eq!(square, sum);
    assert_eq!(square.to_string(), "M * M + 2 * M * N + N * N");
    assert_eq!(&square - &sum, 0);
    assert_eq!((&n - &n + 3).known(), Some(3));
    assert_eq!(square.symbols(), [Symbol::new("M"), Symbol::new("N")]);
}

#[test]
fn extents_are_printed_as_rust_expressions() {
    let n = symbol("N");
    assert_eq!((&n - 1).to_string(), "N - 1");
    assert_eq!((&n * 2 + 1).to_string(), "2 * N + 1");
    assert_eq!((-&n).to_string(), "-N");
    assert_eq!((Extent::from(3) - &n).to_string(), "3 - N");
    let k = symbol("K");
    assert_eq!((&n - &k + 1).to_string(), "N - K + 1");
    assert_eq!((&n - &k - 1).to_string(), "N - K - 1");
    assert_eq!((-&n - &k - 1).to_string(), "-K - N - 1");
    assert_eq!((Extent::from(2) - &n - &k).to_string(), "2 - K - N");
    assert_eq!(Extent::from(-4).to_string(), "-4");
}

#[test]
fn quotients_and_roots_are_those_of_integers() {
    let n = symbol("N");
    let number = |value: i64| move |_: &Symbol| Some(Extent::from(value));
    for (slope, offset, by) in [
        (1_i64, 0_i64, 2_i64),
        (1, 3, 4),
        (5, -7, 3),
        (-2, 1, 3),
        (6, 4, 2),
        (0, 9, 4),
    ] {
        let of = Extent::from(slope) * &n + Extent::from(offset);
        let quotient = Extent::quotient(&of, &Extent::from(by));
        for value in 0..50 {
            let expected = (slope * value + offset).div_euclid(by);
            assert_eq!(
                quotient.with(&number(value)),
                Extent::from(expected),
                "{of} / {by}"
            );
        }
    }
    let root = Extent::root(&(&n * 2));
    let segments = Extent::quotient(&n, &Extent::root(&n));
    for value in 0..200_i64 {
        let whole = |of: i64| {
            (0..)
                .take_while(|own| own * own <= of)
                .last()
                .unwrap_or(0)
                .max(1)
        };
        assert_eq!(root.with(&number(value)), Extent::from(whole(2 * value)));
        assert_eq!(
            segments.with(&number(value)),
            Extent::from(value / whole(value))
        );
    }
    assert_eq!(Extent::quotient(&n, &Extent::from(0)), 0);
    assert_eq!(Extent::quotient(&n, &(&n - &n)), 0);
    assert_eq!(Extent::quotient(&n, &(&n - 3)).with(&number(3)), 0);
    assert_eq!(Extent::root(&(&n - 9)).with(&number(3)), 1);
    assert_eq!(segments.symbols(), [Symbol::new("N")]);
}

#[test]
fn quotients_have_one_form() {
    let [n, m] = ["N", "M"].map(symbol);
    let by = |of: &Extent, divisor: usize| Extent::quotient(of, &divisor.into());
    assert_eq!(by(&(&n * 4 + 6), 2), &n * 2 + 3);
    assert_eq!(by(&(&n + 5), 2), by(&(&n + 1), 2) + 2);
    assert_eq!(by(&by(&n, 2), 3), by(&n, 6));
    assert_eq!(by(&n, 1), n);
    assert_ne!(by(&n, 2) * 2, n);
    // The rest of a division is not negative, whatever the numbers are.
    let root = Extent::root(&n);
    let rest = &n - &root * Extent::quotient(&n, &root);
    assert!(rest.is_natural() && !rest.is_negative());
    assert!((&n + &m - by(&(&n + &m), 3) * 3).is_natural());
    assert!(!(&n - by(&n, 3) * 4).is_natural());
    let below = &n - 1;
    let root = Extent::root(&below);
    assert!((&below - &root * Extent::quotient(&below, &root)).is_natural());
    assert!((&n - &m * Extent::quotient(&n, &m)).is_natural());
    assert!(!(&below - &m * Extent::quotient(&below, &m)).is_natural());
    assert!(!by(&(&n - 5), 2).is_natural() && !by(&(&n - 5), 2).is_negative());
    assert!((Extent::from(-1) - by(&n, 2)).is_negative());
    assert!(!(Extent::from(-1) - by(&(&n - 5), 2)).is_negative());
    // Levels are few, so that everything that follows them ends.
    let deep = (0..100).fold(n.clone(), |extent, _| Extent::root(&extent) * &n);
    assert_eq!(deep, Extent::from(i64::MAX) * &n);
    assert!(Shape::of([deep]).is_err());
    let large = Extent::from(i64::MAX) * &n;
    assert_eq!(Extent::root(&large), Extent::from(i64::MAX));
    assert_eq!(Extent::quotient(&n, &large), Extent::from(i64::MAX));
}

#[test]
fn symbols_are_replaced_by_extents() {
    let (n, m) = (symbol("N"), symbol("M"));
    let replace = |s: &Symbol| (s.name() == "N").then(|| &m - 1);
    assert_eq!((&n * &n).with(&replace), &m * &m - &m * 2 + 1);
    assert_eq!(m.with(&replace), m);
    assert_eq!((&n * &m).estimate(), 1_000_000);
}

#[test]
fn extents_beyond_64_bits_or_of_many_terms_saturate_and_make_no_shape() {
    let large = Extent::from(i64::MAX);
    assert_eq!(&large + 1, large);
    let power: Extent = (0..=MAX_TERMS).map(|_| symbol("N")).product();
    assert_eq!(power, large);
    let sum: Extent = (0..=MAX_TERMS).map(|i| symbol(&format!("N{i}"))).sum();
    assert_eq!(sum, large);
    for extent in [power, sum, &large * &symbol("N") * 2] {
        let error = Shape::of([extent]).unwrap_err();
        assert!(matches!(error, ShapeError::TooLarge { .. }), "{error}");
    }
    // Symbols in many axes are counted as well.
    let axes = (0..30).map(|i| symbol(&format!("N{i}")) + 1);
    let error = Shape::of(axes).unwrap_err();
    assert!(matches!(error, ShapeError::TooLarge { .. }), "{error}");
}

#[test]
fn types_are_printed_with_symbols() {
    let part = |start: Extent, count: Extent| {
        outcome(|b| b.range(rows(b, &[]), 0, start.clone(), count.clone()))
    };
    assert_eq!(part(1.into(), symbol("N") - 1), "[f64; N - 1]");
    assert_eq!(part(symbol("N") - 2, 2.into()), "[f64; 2]");
    assert_eq!(
        outcome(|b| b.concat(&[rows(b, &[3]), rows(b, &[3])], 0)),
        "[[f64; 3]; 2 * N]"
    );
    assert_eq!(
        outcome(|b| b.cumulate(Cumulation::Sum, rows(b, &[2]), 1)),
        "[[f64; 2]; N]"
    );
    assert_eq!(outcome(|b| b.argsort(rows(b, &[]), 0)), "[i64; N]");
    assert_eq!(
        outcome(|b| b.reshape(rows(b, &[3]), &Shape::of([symbol("N") * 3])?)),
        "[f64; 3 * N]"
    );
}

#[test]
fn extents_agree_where_their_polynomials_do() {
    let builder = Builder::new();
    let x = rows(&builder, &[]);
    let y = builder.input("y", vector(symbol("M")), InputKind::Independent);
    let error = builder
        .scalar(graph_ir::ops::ScalarOp::Add, &[x, y])
        .unwrap_err();
    let expected = "needs operands of equal shape, found [f64; N] and [f64; M]";
    assert!(error.to_string().contains(expected), "{error}");
    let error = builder
        .reshape(x, &Shape::of([symbol("N") + 1]).unwrap())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "[f64; N] has N elements and cannot take the shape [N + 1], which has N + 1"
    );
    let error = builder.dot(x, y).unwrap_err();
    let expected = "found N (axis 0 of [f64; N]) and M (axis 0 of [f64; M])";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn positions_beyond_every_extent_are_refused() {
    for (start, count, at) in [
        (symbol("N"), 1.into(), "N"),
        (Extent::from(1), symbol("N"), "N"),
        (Extent::from(-1_i64), 1.into(), "-1"),
        (symbol("N") - 2, 3.into(), "N"),
    ] {
        let found = outcome(|b| b.range(rows(b, &[]), 0, start.clone(), count.clone()));
        let expected =
            format!("{at} is out of range for axis 0 of [f64; N]: positions are 0 to N - 1");
        assert_eq!(found, expected, "{start}, {count}");
    }
}

#[test]
fn operators_of_known_extents_say_so() {
    let refused = "the extents [N] must be known here";
    let windows = Windows {
        stride: 2,
        ..Windows::new(0, 2)
    };
    assert_eq!(outcome(|b| b.windows(rows(b, &[]), windows)), refused);
    assert_eq!(
        outcome(|b| b.diagonal(rows(b, &[2]))),
        "the extents [N, 2] must be known here"
    );
    assert_eq!(
        outcome(|b| b.algebra(Algebra::Expm, &[rows(b, &[2])])),
        "the extents [N, 2] must be known here"
    );
}

#[test]
fn sides_of_branches_need_what_they_need_under_their_conditions() {
    let graph = graph(|b| {
        let x = rows(b, &[]);
        let (n, two) = (b.extent(&symbol("N")), b.number(Element::I64, 2.0));
        let condition = n.greater(two).and(n.less(b.number(Element::I64, 9.0)));
        b.begin_side(condition)?;
        let (third, sixth) = (b.index(x, 0, 2)?, b.index(x, 0, 5)?);
        let then = b.end_region(&[third * sixth])?;
        b.begin_side(condition)?;
        let otherwise = b.end_region(&[b.number(Element::F64, 0.0)])?;
        Ok(b.branch(condition, then, otherwise)?[0])
    });
    let requirements = graph.requirements().unwrap();
    assert_eq!(requirements.len(), 1, "the third follows: {requirements:?}");
    assert_eq!(requirements[0].extent.to_string(), "N - 6");
    let when: Vec<String> = requirements[0]
        .when
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(when, ["N - 3", "8 - N"]);
    for (number, fits) in [
        (0, true),
        (2, true),
        (3, false),
        (5, false),
        (6, true),
        (9, true),
    ] {
        let found = graph.with_extents(&[("N", number)]);
        assert_eq!(found.is_ok(), fits, "{number}");
    }
}

#[test]
fn conditions_on_symbols_are_collected() {
    let graph = graph(|b| {
        let x = rows(b, &[]);
        let third = b.index(x, 0, 3)?;
        let inner = b.range(x, 0, 2, symbol("N") - 6)?;
        let most = b.reduce(Reduction::Max, x, &[0])?;
        Ok(third * inner.sum(&[0]) * most)
    });
    let requirements = graph.requirements().unwrap();
    let extents: Vec<String> = requirements.iter().map(|r| r.extent.to_string()).collect();
    assert_eq!(extents, ["N - 4", "N - 6", "N - 1"]);
    let error = graph.with_extents(&[("N", 5)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`N - 6` must not be negative, which it is for N = 5"
    );
    graph.with_extents(&[("N", 6)]).unwrap();
}

#[test]
fn numbers_are_given_by_name() {
    let graph = graph(|b| {
        let x = rows(b, &[3]);
        let count = b.count(&symbol("N"), Element::F64)?;
        let wide = b.broadcast(
            x,
            &Shape::of([symbol("M"), symbol("N"), 3.into()])?,
            &[1, 2],
        )?;
        Ok(wide.sum(&[0, 1, 2]) / count)
    });
    let names: Vec<String> = graph
        .symbols()
        .iter()
        .map(|s| s.name().to_string())
        .collect();
    assert_eq!(names, ["M", "N"]);
    let error = graph.require_known().unwrap_err().to_string();
    assert_eq!(
        error,
        "the extents `M`, `N` must be numbers: `with_extents(&[(\"M\", ..), (\"N\", ..)])` gives them"
    );
    let error = graph.with_extents(&[("K", 2)]).unwrap_err().to_string();
    assert_eq!(
        error,
        "there is no extent `K`: those that there are: `M`, `N`"
    );
    let partly = graph.with_extents(&[("M", 2)]).unwrap();
    let error = partly.with_extents(&[("M", 2)]).unwrap_err().to_string();
    assert_eq!(error, "there is no extent `M`: the only one is `N`");
    let known = partly.with_extents(&[("N", 4)]).unwrap();
    known.require_known().unwrap();
    let error = known.with_extents(&[("N", 4)]).unwrap_err().to_string();
    assert_eq!(error, "there is no extent `N`: all extents are known");
    let error = graph.with_extents(&[("N", 1 << 40), ("M", 2)]).unwrap_err();
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
}

#[test]
fn texts_of_extents_are_read_or_refused() {
    let read = |extent: &str| {
        text::parse(&format!(
            "adgraph 1\ngraph\n%0: [f64; {extent}] = input 0\n"
        ))
        .map(|graph| {
            graph
                .input_types()
                .map(ToString::to_string)
                .collect::<String>()
        })
        .map_err(|error| error.to_string())
    };
    for (extent, normal) in [
        ("3", "3"),
        ("N", "N"),
        ("2 * N + 1", "2 * N + 1"),
        ("1 + N*2 - 3 + M * N", "M * N + 2 * N - 2"),
        ("N - N", "0"),
        ("N * 1 - 0", "N"),
        ("N / 2", "(N / 2)"),
        ("N / 2 / 3", "(N / 6)"),
        ("4 * N / 2 + (N + 1)", "3 * N + 1"),
        ("2 * ((N + 4) / 3) - 1", "2 * ((N + 1) / 3) + 1"),
        ("M - (N / (M - 1))", "M - (N / (M - 1))"),
        ("isqrt(N)", "isqrt(N)"),
        (
            "N - (N / isqrt(N)) * isqrt(N)",
            "N - (N / isqrt(N)) * isqrt(N)",
        ),
        ("isqrt (N * M) * isqrt(17)", "4 * isqrt(M * N)"),
        ("isqrt + N", "N + isqrt"),
        ("N / 0", "0"),
    ] {
        assert_eq!(read(extent), Ok(format!("[f64; {normal}]")), "{extent}");
    }
    for (extent, why) in [
        ("-1", "expected an extent, found `-1`"),
        ("N +", "expected an extent, found `N`"),
        ("* N", "expected an extent, found `*`"),
        ("2 - 3", "expected an extent, found `2`"),
        ("9223372036854775807", "an extent is too large"),
        ("N /", "expected an extent, found `N`"),
        (
            "99999999999999999999",
            "expected an extent, found `99999999999999999999`",
        ),
        (
            "9999999999999 * N",
            "a value of extents [9999999999999 * N] is too large: at most 1099511627776 elements are allowed",
        ),
    ] {
        assert_eq!(
            read(extent),
            Err(format!(
                "line 3, column {}: {why}",
                if why.starts_with("a value") { 5 } else { 11 }
            )),
            "{extent}"
        );
    }
    let inside = read("N + isqrt(-)").unwrap_err();
    assert_eq!(inside, "line 3, column 21: expected an extent, found `-`");
    // What takes too many terms is refused in time.
    let many = "N * ".repeat(100_000) + "N";
    assert!(read(&many).is_err());
    let many = (0..2_000).map(|i| format!("A{i} + ")).collect::<String>() + "N";
    assert!(read(&many).is_err());
    let many = "isqrt(N + ".repeat(100_000) + "N";
    assert!(read(&many).is_err());
    let many = "(".repeat(100_000) + "N";
    assert!(read(&many).is_err());
    let many = format!("N{}", " / M".repeat(100_000));
    assert!(read(&many).is_err());
}
