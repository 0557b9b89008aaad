//! Symbols in generated code: their values, and the checks of a call's lengths.

use std::fmt::Write as _;

use graph_ir::Graph;
use graph_ir::passes::Requirement;
use graph_ir::types::{Extent, Symbol, Type};

use super::Writer;

/// The symbols that are the length of an input, with its position.
pub(super) fn symbols(graph: &Graph) -> Vec<(Symbol, usize)> {
    let mut symbols: Vec<(Symbol, usize)> = Vec::new();
    for (position, ty) in graph.input_types().enumerate() {
        let Some(extent) = length(ty) else { continue };
        for symbol in extent.symbols() {
            let is_known = symbols.iter().any(|(known, _)| *known == symbol);
            if *extent == Extent::symbol(&symbol) && !is_known {
                symbols.push((symbol, position));
            }
        }
    }
    symbols
}

/// The symbolic outermost extent of an array.
pub(super) fn length(ty: &Type) -> Option<&Extent> {
    let first = ty.shape.dims().first()?.count();
    Some(first).filter(|extent| extent.is_symbolic())
}

impl Writer<'_> {
    /// The value of an extent, as an `i64`.
    pub(super) fn extent(&self, extent: &Extent) -> String {
        let mut text = String::from("(");
        for (number, (coefficient, symbols)) in extent.terms().enumerate() {
            let plus = if number > 0 { "+" } else { "" };
            let mut written = write!(text, "{plus}({coefficient}i64)");
            for symbol in symbols {
                let position = self.symbols.iter().position(|(known, _)| known == symbol);
                written = written.and(write!(text, "*n{}", position.unwrap_or(0)));
            }
            debug_assert!(written.is_ok(), "memory takes any text");
        }
        if text.len() == 1 {
            text.push_str("0i64");
        }
        text.push(')');
        text
    }

    /// The value of an extent that is no less than 0, as a `usize`.
    pub(super) fn count(&self, extent: &Extent) -> String {
        match extent.known() {
            Some(known) => format!("{known}usize"),
            None => format!("({}as usize)", self.extent(extent)),
        }
    }

    /// The values of the symbols, and the checks of all lengths: before anything is computed.
    pub(super) fn checks(&mut self, requirements: &[Requirement]) -> std::fmt::Result {
        let inputs = self.graph.inputs();
        let arrays = self.input_arrays();
        for (number, (_, position)) in self.symbols.iter().enumerate() {
            let array = arrays[*position];
            writeln!(self.text, "let n{number}=a{array}.len() as i64;")?;
        }
        for (input, (ty, array)) in inputs.iter().zip(self.graph.input_types().zip(&arrays)) {
            let Some(extent) = length(ty) else { continue };
            let witness = self
                .symbols
                .iter()
                .find(|(symbol, _)| *extent == Extent::symbol(symbol));
            let witness = witness.map_or("", |(_, position)| &*inputs[*position].name);
            if witness == input.name {
                continue;
            }
            let value = self.extent(extent);
            writeln!(
                self.text,
                "support::rows::agree(\"{}\",a{array}.len(),\"{extent}\",{value},\"{witness}\");",
                input.name
            )?;
        }
        for Requirement { extent, .. } in requirements.iter().filter(|r| !r.extent.is_natural()) {
            let value = self.extent(extent);
            let lengths: Vec<String> = extent
                .symbols()
                .iter()
                .filter_map(|symbol| {
                    let number = self.symbols.iter().position(|(known, _)| known == symbol)?;
                    let input = &inputs[self.symbols[number].1].name;
                    Some(format!("(\"{input}\",\"{}\",n{number})", symbol.name()))
                })
                .collect();
            writeln!(
                self.text,
                "support::rows::require(\"{extent}\",{value},&[{}]);",
                lengths.join(",")
            )?;
        }
        // Results are of lengths that the caller chooses too.
        for (position, output) in self.graph.outputs().iter().enumerate() {
            let Some(extent) = length(self.graph.ty(output.node)) else {
                continue;
            };
            let name = self.output_name(position, self.tiling.outputs[position]);
            let value = self.extent(extent);
            let text = &mut self.text;
            writeln!(
                text,
                "support::rows::fits(\"{}\",{name}.len(),\"{extent}\",{value});",
                output.name
            )?;
        }
        Ok(())
    }
}
