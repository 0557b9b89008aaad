//! The figures as JSON: an array with an object for each row of the table.

use std::fmt::Write as _;

use crate::measure::Row;

/// The array, one object a line.
pub(crate) fn array(rows: &[Row]) -> String {
    let objects: Vec<String> = rows.iter().map(object).collect();
    format!("[\n  {}\n]", objects.join(",\n  "))
}

/// Code with attributes bears them in its name: `mm32+contract`.
fn object(row: &Row) -> String {
    let workload = match row.variant {
        "plain" => row.workload.to_owned(),
        variant => format!("{}+{variant}", row.workload),
    };
    let mut text = format!("{{\"workload\": {}", string(&workload));
    for (key, number) in [
        ("value_ns", Some(row.value)),
        ("gradient_ns", Some(row.gradient)),
        ("floor_ns", Some(row.floor_gradient)),
    ] {
        let _ = write!(text, ", \"{key}\": {}", optional(number));
    }
    let peers: Vec<String> = row
        .peers
        .iter()
        .map(|(name, ns)| format!("{}: {ns:.3}", string(name)))
        .collect();
    let _ = write!(
        text,
        ", \"peers\": {{{}}}, \"expand_ms\": {}, \"build_s\": {}}}",
        peers.join(", "),
        optional(row.build.map(|build| build.expand_ms)),
        optional(row.build.map(|build| build.build_s)),
    );
    text
}

/// A number, or `null` where it was not measured.
fn optional(number: Option<f64>) -> String {
    match number {
        Some(number) if number.is_finite() => format!("{number:.3}"),
        _ => "null".to_owned(),
    }
}

/// A string in quotes.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::array;
    use crate::measure::Row;

    #[test]
    fn rows_are_read_back_by_another_parser() {
        let row = Row {
            peers: vec![("num-dual".to_owned(), 12.5)],
            ..Row::of("ros", "contract", [1.0, 2.0], [3.0, 4.0])
        };
        let parsed: serde_json::Value = serde_json::from_str(&array(&[row])).unwrap();
        let expected = serde_json::json!([{
            "workload": "ros+contract",
            "value_ns": 1.0,
            "gradient_ns": 2.0,
            "floor_ns": 4.0,
            "peers": {"num-dual": 12.5},
            "expand_ms": null,
            "build_s": null,
        }]);
        assert_eq!(parsed, expected);
    }
}
