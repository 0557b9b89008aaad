//! Every error with its exact message. The cases are made by the calls that a front end makes;
//! what no call reaches is made by hand, so that its wording is held too.

use graph_ir::{Builder, Element, Error, Wire};

use crate::{input, tensor};

/// Builds over fresh inputs and compares the error's message.
macro_rules! refuse {
    ($message:expr, |$b:ident| $build:expr $(,)?) => {{
        let builder = Builder::new();
        let $b = &builder;
        let build = || $build;
        let error = build().err().expect("an error");
        assert_eq!(error.to_string(), $message);
    }};
}

mod inner;
mod operands;
mod places;

fn integers<'b>(b: &'b Builder, extents: &[usize]) -> Wire<'b> {
    input(b, tensor(Element::I64, extents))
}

fn truths<'b>(b: &'b Builder, extents: &[usize]) -> Wire<'b> {
    input(b, tensor(Element::Bool, extents))
}

fn zero(b: &Builder) -> Wire<'_> {
    b.number(Element::F64, 0.0)
}

#[test]
fn wording_of_what_no_call_reaches() {
    let table = [
        (
            Error::OutOfScope,
            "a value is used outside of the region that computes it",
        ),
        (
            Error::NotATensor,
            "a node with several results is used without choosing one of them",
        ),
        (
            Error::TooDeep { limit: 64 },
            "regions are nested more than 64 deep",
        ),
        (
            Error::TooManyNodes {
                limit: 4_294_967_294,
            },
            "the graph has more than 4294967294 nodes",
        ),
        (
            Error::Invalid {
                node: "%3".into(),
                what: "an argument does not precede it".into(),
            },
            "invalid graph at %3: an argument does not precede it",
        ),
        (
            Error::Syntax {
                line: 3,
                column: 9,
                what: "expected `=`, found `:`".into(),
            },
            "line 3, column 9: expected `=`, found `:`",
        ),
    ];
    for (error, message) in table {
        assert_eq!(error.to_string(), message);
    }
}
