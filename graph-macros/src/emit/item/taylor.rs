//! Taylor coefficients along a curve, on request.

use proc_macro2::{Literal, TokenStream};

use super::Bodies;
use super::twin::{Item, parameter};
use crate::emit::call::{self, Input, Output};
use crate::emit::names::{Names, ident};
use crate::emit::{RETURN_LIMIT, mixed};

/// The function that returns the coefficients, and the one that writes them in place.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let Some(order) = names.signature.derivatives.taylor else {
        return TokenStream::new();
    };
    let (parameters, result, zero) = (names.parameters(), names.result(), names.zero_result());
    let [curve, series] = ["curve", "series"].map(ident);
    let count = Literal::usize_unsuffixed(order);
    let terms = Literal::usize_unsuffixed(order + 1);
    let along = parameter(&curve, mixed!(&[Tangent #parameters; #count]));
    let mut inputs = Input::arguments(names);
    let coefficients: Vec<_> = (0..=order).map(|k| ident(&format!("term_{k}"))).collect();
    let mut outputs: Vec<Output> = Vec::new();
    for coefficient in &coefficients {
        outputs.extend(call::result(names, &mixed!((*#coefficient))));
    }
    for k in 0..order {
        let k = Literal::usize_unsuffixed(k);
        inputs.extend(call::directions(names, &mixed!(#curve[#k])));
    }
    let run = call::call(names, bodies, "run_taylor", &inputs, &outputs);
    let run = |series: TokenStream| mixed!(let [#(#coefficients,)*] = #series; #run);
    let size = names.result_size().saturating_mul(order + 1);
    let by_value = (size <= RETURN_LIMIT).then(|| {
        let run = run(mixed!(&mut #series));
        let item = Item {
            name: "taylor",
            hidden: None,
            doc: "The coefficients of the results as series in `t`, from that of 1 on, where the \
                  arguments move along the curve that begins with them and goes on with \
                  `curve[0]` times `t`, `curve[1]` times `t` squared, and so on.",
            must_use: true,
            parameters: vec![along.clone()],
            result: Some(mixed!([#result; #terms])),
            body: mixed! {
                let mut #series = [#zero; #terms];
                #run
                #series
            },
        };
        item.tokens(names, bodies)
    });
    let in_place = Item {
        name: "taylor_into",
        hidden: None,
        doc: "Writes the coefficients of the results as series along a curve to `series`.",
        must_use: false,
        parameters: vec![along, parameter(&series, mixed!(&mut [#result; #terms]))],
        result: None,
        body: run(mixed!(#series)),
    };
    let in_place = in_place.tokens(names, bodies);
    mixed!(#by_value #in_place)
}
