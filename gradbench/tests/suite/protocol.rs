//! Messages and responses.

use serde_json::{Value, json};

use crate::session::{error, response, responses};

#[test]
fn a_session_goes_as_the_suite_describes_it() {
    let lines = r#"{"id": 0, "kind": "start", "eval": "hello", "config": {"a": [1]}}
{"id": 1, "kind": "define", "module": "hello"}
{"id": 2, "kind": "evaluate", "module": "hello", "function": "square", "input": 4.0, "description": "four"}
{"id": 3, "kind": "analysis", "of": 2, "valid": true}
{"id": 4, "kind": "a kind of tomorrow"}
"#;
    let found = responses(lines);
    assert_eq!(found[0], json!({"id": 0, "tool": "adgraph"}));
    assert_eq!(found[1], json!({"id": 1, "success": true}));
    assert_eq!(found[2]["output"], 16.0);
    let names: Vec<_> = found[2]["timings"]
        .as_array()
        .expect("times")
        .iter()
        .map(|t| &t["name"])
        .collect();
    assert_eq!(names, ["prepare", "evaluate"]);
    assert_eq!(found[3..], [json!({"id": 3}), json!({"id": 4})]);
}

#[test]
fn every_eval_is_there() {
    for module in [
        "ba", "det", "gmm", "hello", "ht", "kmeans", "llsq", "lse", "lstm", "ode", "particle",
        "saddle",
    ] {
        let message = json!({"id": 1, "kind": "define", "module": module});
        assert_eq!(
            responses(&message.to_string()),
            [json!({"id": 1, "success": true})]
        );
    }
}

#[test]
fn functions_run_as_often_and_as_long_as_asked() {
    let runs = |fields: Value| {
        let mut input = json!({"x": [1.0, 2.0]});
        for (name, value) in fields.as_object().expect("fields") {
            input[name] = value.clone();
        }
        let response = response("lse", "primal", &input);
        let times = response["timings"].as_array().expect("times")[1..].to_vec();
        assert!(times.iter().all(|time| time["name"] == "evaluate"));
        let total = times
            .iter()
            .map(|time| time["nanoseconds"].as_u64().expect("a time"))
            .sum();
        (times.len(), total)
    };
    assert_eq!(runs(json!({})).0, 1);
    assert_eq!(runs(json!({"min_runs": 0})).0, 1);
    assert_eq!(runs(json!({"min_runs": 5, "min_seconds": 0})).0, 5);
    let (count, total): (_, u64) = runs(json!({"min_runs": 2, "min_seconds": 0.01}));
    assert!(count >= 2 && total >= 10_000_000);
    let text = error("lse", "primal", &json!({"x": [], "min_runs": "a"}));
    assert!(
        text.starts_with("the input cannot be read: invalid type"),
        "{text}"
    );
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let message = json!({"id": 3, "kind": "define", "module": "ros"});
    let found = &responses(&message.to_string())[0];
    assert_eq!(found["success"], false);
    assert_eq!(
        found["error"],
        "unknown module `ros`; known are ba, det, gmm, hello, ht, kmeans, llsq, lse, lstm, ode, particle, saddle"
    );
    let text = error("ode", "jacobian", &json!({}));
    assert_eq!(
        text,
        "unknown function `jacobian`; known are primal, gradient"
    );
    let missing = &responses(r#"{"id": 4, "kind": "evaluate", "module": "lse"}"#)[0];
    assert_eq!(
        missing["error"],
        "unknown function ``; known are primal, gradient"
    );
}

#[test]
fn lines_that_are_no_messages_are_answered_where_they_have_a_number() {
    let found = responses(
        r#"{"id": 5, "kind": "evaluate", "module": "lse", "function": "primal", "input": {"x": [NaN]}}

{"id": 6}
"#,
    );
    assert_eq!(found.len(), 2);
    let text = found[0]["error"].as_str().expect("words");
    assert!(
        text.starts_with("the message cannot be read: expected"),
        "{text}"
    );
    assert_eq!(
        (&found[0]["id"], &found[0]["success"]),
        (&json!(5), &json!(false))
    );
    assert!(
        found[1]["error"]
            .as_str()
            .expect("words")
            .contains("missing field `kind`")
    );
    for line in ["no JSON", "{\"kind\": \"start\"}", "{\"id\": -1}", "[1"] {
        let error = gradbench::serve(line.as_bytes(), Vec::new()).expect_err("nobody to answer");
        assert!(
            error.to_string().starts_with("a message without a number"),
            "{error}"
        );
    }
}

#[test]
fn inputs_of_another_form_are_refused() {
    for (module, function) in [
        ("ba", "objective"),
        ("det", "primal"),
        ("gmm", "jacobian"),
        ("hello", "square"),
        ("ht", "jacobian"),
        ("kmeans", "dir"),
        ("llsq", "gradient"),
        ("lse", "gradient"),
        ("lstm", "jacobian"),
        ("ode", "gradient"),
        ("particle", "rr"),
        ("saddle", "ff"),
    ] {
        for input in [
            json!(null),
            json!([]),
            json!("x"),
            json!({"x": "a"}),
            json!({}),
        ] {
            let text = error(module, function, &input);
            assert!(
                text.starts_with("the input cannot be read: "),
                "{module}: {text}"
            );
        }
    }
}
