//! Texts made to break the reader: it refuses them, soon and without much memory.

use graph_ir::{Error, text};

use crate::sample;

/// A fixed sequence of numbers below a bound.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

#[test]
fn every_prefix_is_read_or_refused() {
    for (_, graph) in sample::all() {
        let text = graph.to_string();
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            // Whether it is valid does not matter; that it neither panics nor hangs does.
            let _ = text::parse(&text[..end]);
        }
    }
}

#[test]
fn changed_texts_are_read_or_refused_and_what_is_read_is_sound() {
    let mut sequence = Sequence(0x2545_f491_4f6c_dd1d);
    let alphabet: Vec<char> = "%0123456789[]():;,=@\"\\ -fe\u{e9}\n".chars().collect();
    for (name, graph) in sample::all() {
        let text: Vec<char> = graph.to_string().chars().collect();
        for _ in 0..400 {
            let mut changed = text.clone();
            for _ in 0..=sequence.below(3) {
                let (at, other) = (sequence.below(changed.len()), sequence.below(changed.len()));
                let with = alphabet[sequence.below(alphabet.len())];
                match sequence.below(4) {
                    0 => changed.insert(at, with),
                    1 => drop(changed.remove(at)),
                    2 => changed.swap(at, other),
                    _ => changed[at] = with,
                }
            }
            let changed: String = changed.into_iter().collect();
            if let Ok(graph) = text::parse(&changed) {
                let printed = graph.to_string();
                let again = text::parse(&printed).map(|graph| graph.to_string());
                assert_eq!(again, Ok(printed), "{name}:\n{changed}");
            }
        }
    }
}

#[test]
fn lines_in_another_order_are_read_or_refused() {
    let mut sequence = Sequence(7);
    for (_, graph) in sample::all() {
        let text = graph.to_string();
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..100 {
            let mut lines = lines.clone();
            let (one, other) = (sequence.below(lines.len()), sequence.below(lines.len()));
            lines.swap(one, other);
            let _ = text::parse(&lines.join("\n"));
        }
    }
}

#[test]
fn claims_cost_nothing() {
    let million = 1_usize << 40;
    for body in [
        format!("%0: [f64; {million}] = constant [1.0]\n"),
        format!("%0: [f64; {million}] = constant 1.0\n"),
        format!("%0: [f64; {}] = input 0\n", usize::MAX),
        "%0: f64 = input 4294967295\n".into(),
        "%0: f64 = sin %4294967295\n".into(),
        "output %4294967295\n".into(),
        "effect control %4294967295\n".into(),
        "%0: (f64) = call f4294967295\n".into(),
        "%0: (f64) = call f99999999999999999999999\n".into(),
        "%0: (f64) = external e4294967295\n".into(),
        "%0: (f64) = input 0\n%1: f64 = project 4294967295 %0\n".into(),
        "%0: [f64; 3] = input 0\n%1: [f64; 2] = slice [1:9223372036854775807] %0\n".into(),
        "%0: [f64; 3] = input 0\n%1: [f64; 2] = slice [-9223372036854775808:-1] %0\n".into(),
        "%0: [f64; 3] = input 0\n%1: [[f64; 9223372036854775807]; 1] = windows 9223372036854775807 along 0 by 1 apart 1 %0\n".into(),
        "%0: [f64; 3] = input 0\n%1: [[f64; 2]; 2] = windows 2 along 0 by 18446744073709551615 apart 1 %0\n".into(),
        "%0: [f64; 3] = input 0\n%1: f64 = reduce sum [4294967295] %0\n".into(),
        "%0: [f64; 3] = input 0\n%1: f64 = gather 4294967295 %0, %0\n".into(),
        "%0: [f64; 3] = input 0\n%1: f64 = contract over [4294967295:0] %0, %0\n".into(),
        "%0: (f64) = scan f0 captured 4294967295 carried 4294967295 length 9223372036854775807\n\
         function f0\n"
            .into(),
    ] {
        let text = format!("adgraph 1\ngraph\n{body}");
        assert!(text::parse(&text).is_err(), "{body}");
    }
}

/// `depth` functions, each calling the next one twice.
fn chain(depth: usize) -> String {
    let mut text = String::from("adgraph 1\ngraph\n%0: f64 = input 0\n");
    for level in 0..depth {
        text += &format!(
            "%1: (f64) = call f{level} %0\n%2: (f64) = call f{level} %0\n%3: f64 = project 0 %2\n\
             output %3\nfunction f{level}\n%0: f64 = input 0\n"
        );
    }
    text + "output %0\n"
}

#[test]
fn nesting_is_bounded_and_sharing_is_followed_once() {
    assert!(text::parse(&chain(64)).is_ok());
    assert_eq!(
        text::parse(&chain(65)).err(),
        Some(Error::TooDeep { limit: 64 })
    );
    assert_eq!(
        text::parse(&chain(20_000)).err(),
        Some(Error::TooDeep { limit: 64 })
    );
}

#[test]
fn long_lines_are_read_in_proportion() {
    let arguments = vec!["%0"; 200_000].join(", ");
    let text = format!("adgraph 1\ngraph\n%0: f64 = input 0\n%1: f64 = sum {arguments}\n");
    assert!(text::parse(&text).is_ok());
    let spaces = " ".repeat(500_000);
    assert!(
        text::parse(&format!(
            "adgraph 1\ngraph{spaces}\n{spaces}output{spaces}x"
        ))
        .is_err()
    );
    let name = "\\u{1f600}".repeat(50_000);
    assert!(text::parse(&format!("adgraph 1\ngraph \"{name}\"\n")).is_ok());
    let functions = "function f0\n".repeat(50_000);
    assert!(text::parse(&format!("adgraph 1\ngraph\n{functions}")).is_err());
}
