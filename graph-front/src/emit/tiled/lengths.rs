//! Symbols in generated code: their values, and the checks of a call's lengths.

use std::fmt::Write as _;

use graph_ir::Graph;
use graph_ir::passes::Requirement;
use graph_ir::types::{Extent, Factor, Symbol, Type};

use super::Writer;
use super::arrays::outer_axes;
use super::needs::{Called, is_length_of, rows_of, strongest_first};
use crate::signature::open_columns;

/// Where the value of a symbol comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Witness {
    /// It is the length of the input at this position.
    Length(usize),
    /// It is the length of a row of the input at this position.
    Columns(usize),
    /// It is a `const` parameter, in the types of rows.
    Parameter,
}

/// The symbols of the types of inputs and outputs, with their witnesses, given those that are
/// `const` parameters.
pub(super) fn symbols(graph: &Graph, typed: &[Symbol]) -> Vec<(Symbol, Witness)> {
    let mut symbols: Vec<(Symbol, Witness)> = Vec::new();
    let mut add = |extent: &Extent, witness| {
        for symbol in extent.symbols() {
            let is_known = symbols.iter().any(|(known, _)| *known == symbol);
            if *extent == Extent::symbol(&symbol) && !is_known {
                symbols.push((symbol, witness));
            }
        }
    };
    for ty in graph.input_types().chain(graph.output_types()) {
        for dim in ty.shape.dims().iter().skip(1) {
            if dim.count().symbols().iter().all(|own| typed.contains(own)) {
                add(dim.count(), Witness::Parameter);
            }
        }
    }
    for (position, ty) in graph.input_types().enumerate() {
        if let Some(extent) = length(ty) {
            add(extent, Witness::Length(position));
        }
    }
    for (position, ty) in graph.input_types().enumerate() {
        for dim in ty.shape.dims().iter().skip(1) {
            add(dim.count(), Witness::Columns(position));
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
        for (number, (coefficient, factors)) in extent.terms().enumerate() {
            let plus = if number > 0 { "+" } else { "" };
            let mut written = write!(text, "{plus}({coefficient}i64)");
            for factor in factors {
                written = written.and(write!(text, "*{}", self.value_of_factor(factor)));
            }
            debug_assert!(written.is_ok(), "memory takes any text");
        }
        if text.len() == 1 {
            text.push_str("0i64");
        }
        text.push(')');
        text
    }

    /// The value of a factor of an extent. Recurses as deeply as quotients and roots are nested.
    fn value_of_factor(&self, factor: &Factor) -> String {
        match factor {
            Factor::Symbol(symbol) => {
                let position = self.symbols.iter().position(|(known, _)| known == symbol);
                format!("n{}", position.unwrap_or(0))
            }
            Factor::Quotient(quotient) => {
                let [of, by] = [&quotient.of, &quotient.by].map(|extent| self.extent(extent));
                format!("support::rows::quotient({of},{by})")
            }
            Factor::Root(of) => format!("support::rows::root({})", self.extent(of)),
        }
    }

    /// The value of an extent that is no less than 0 where it is used, as a `usize`. Where a side of
    /// a branch alone uses it, memory is asked for before the branch.
    pub(super) fn count(&self, extent: &Extent) -> String {
        match extent.known() {
            Some(known) => format!("{known}usize"),
            None if extent.is_natural() => format!("({}as usize)", self.extent(extent)),
            None => format!("support::rows::length({})", self.extent(extent)),
        }
    }

    /// The values of the symbols, and the checks of all lengths: before anything is computed.
    pub(super) fn checks(
        &mut self,
        called: Called<'_>,
        requirements: &[Requirement],
    ) -> std::fmt::Result {
        let arrays = self.input_arrays();
        for (number, (_, witness)) in self.symbols.iter().enumerate() {
            match witness {
                Witness::Length(position) => {
                    let (array, len) = (arrays[*position], self.method_of(*position));
                    writeln!(self.text, "let n{number}=a{array}.{len}() as i64;")?;
                }
                Witness::Columns(position) => {
                    let array = arrays[*position];
                    writeln!(self.text, "let n{number}=a{array}.columns() as i64;")?;
                }
                Witness::Parameter => writeln!(self.text, "let n{number}=N{number} as i64;")?,
            }
        }
        self.agreements(called)?;
        self.needs(called, requirements)?;
        // Results are of lengths that the caller chooses too.
        for (position, output) in self.graph.outputs().iter().enumerate() {
            let ty = self.graph.ty(output.node);
            let Some(extent) = length(ty) else { continue };
            let name = self.output_name(position, self.tiling.outputs[position]);
            let (value, rows) = (self.extent(extent), rows_of(ty));
            let columns = open_columns(ty, &self.typed);
            let len = if columns.is_some() { "rows" } else { "len" };
            let text = &mut self.text;
            writeln!(
                text,
                "support::rows::fits(\"{}\",{name}.{len}(),\"{rows}\",\"{extent}\",{value});",
                output.name
            )?;
            if let Some(extent) = columns {
                let value = self.extent(extent);
                writeln!(
                    self.text,
                    "support::rows::fits(\"{}\",{name}.columns(),\"column\",\"{extent}\",{value});",
                    output.name
                )?;
            }
        }
        self.flattened()
    }

    /// The method that gives the number of rows of an input.
    fn method_of(&self, position: usize) -> &'static str {
        let ty = self.graph.input_types().nth(position);
        let is_rows = ty.is_some_and(|ty| open_columns(ty, &self.typed).is_some());
        if is_rows { "rows" } else { "len" }
    }

    /// The checks that arguments whose types name an extent have that length.
    fn agreements(&mut self, called: Called<'_>) -> std::fmt::Result {
        for (position, ty) in self.graph.input_types().enumerate() {
            if let Some(extent) = length(ty) {
                let own = (
                    Witness::Length(position),
                    self.method_of(position),
                    rows_of(ty),
                );
                self.agreement(called, position, extent, own)?;
            }
            if let Some(extent) = open_columns(ty, &self.typed) {
                let own = (Witness::Columns(position), "columns", "column");
                self.agreement(called, position, extent, own)?;
            }
        }
        Ok(())
    }

    /// The check of one extent of an input, unless that is where its symbol has its value from.
    fn agreement(
        &mut self,
        called: Called<'_>,
        position: usize,
        extent: &Extent,
        (own, method, word): (Witness, &str, &str),
    ) -> std::fmt::Result {
        let inputs = self.graph.inputs();
        let array = self.input_arrays()[position];
        let mut symbols = self.symbols.iter();
        let witness = symbols.find(|(symbol, _)| *extent == Extent::symbol(symbol));
        let witness = match witness {
            Some((_, witness)) if *witness == own => return Ok(()),
            Some((_, Witness::Length(witness) | Witness::Columns(witness))) => {
                called.argument(*witness, &inputs[*witness].name)
            }
            Some((_, Witness::Parameter)) | None => String::new(),
        };
        let name = called.argument(position, &inputs[position].name);
        let value = self.extent(extent);
        writeln!(
            self.text,
            "support::rows::agree(\"{name}\",a{array}.{method}(),\"{word}\",\"{extent}\",{value},\
             \"{witness}\");"
        )
    }

    /// The checks of what the nodes need of the lengths.
    fn needs(&mut self, called: Called<'_>, requirements: &[Requirement]) -> std::fmt::Result {
        let required = strongest_first(requirements).into_iter();
        for requirement in required.filter(|r| !r.extent.is_natural()) {
            let Requirement { extent, when, site } = requirement;
            if !when.is_empty() {
                let needed = when.iter().map(|extent| self.extent(extent) + ">=0");
                let needed: Vec<String> = needed.collect();
                write!(self.text, "if {}", needed.join("&&"))?;
            }
            let value = self.extent(extent);
            let mut lengths = String::new();
            for symbol in extent.symbols() {
                let Some(number) = self.symbols.iter().position(|(known, _)| *known == symbol)
                else {
                    continue;
                };
                let of = |position: usize, word| {
                    let name = &self.graph.inputs()[position].name;
                    (called.argument(position, name), word)
                };
                let types = self.graph.input_types().enumerate();
                let mut own = types.filter(|(_, ty)| is_length_of(ty, &symbol));
                let (name, rows) = match (own.next(), self.symbols[number].1) {
                    (Some((position, ty)), _) => of(position, rows_of(ty)),
                    (None, Witness::Columns(position)) => of(position, "column"),
                    (None, Witness::Length(_) | Witness::Parameter) => (String::new(), ""),
                };
                let symbol = symbol.name();
                write!(lengths, "(\"{name}\",\"{rows}\",\"{symbol}\",n{number}),")?;
            }
            let need = called.need(extent, *site);
            writeln!(
                self.text,
                "{{support::rows::require({value},&[{lengths}],\"{need}\");}}"
            )?;
        }
        Ok(())
    }

    /// Arrays of rows of symbolic lengths as flat ones, of whose rows the types say nothing.
    fn flattened(&mut self) -> std::fmt::Result {
        for (ty, array) in self.graph.input_types().zip(self.input_arrays()) {
            let inner = outer_axes(ty).saturating_sub(1);
            if open_columns(ty, &self.typed).is_some() {
                writeln!(self.text, "let a{array}=a{array}.elements();")?;
            } else if ty.shape.rank() > 0 && inner > 0 {
                let flat = ".as_flattened()".repeat(inner);
                writeln!(self.text, "let a{array}=(&a{array}[..]){flat};")?;
            }
        }
        for (position, output) in self.graph.outputs().iter().enumerate() {
            let ty = self.graph.ty(output.node);
            let inner = outer_axes(ty).saturating_sub(1);
            let name = self.output_name(position, self.tiling.outputs[position]);
            if open_columns(ty, &self.typed).is_some() {
                writeln!(self.text, "let {name}={name}.elements_mut();")?;
            } else if ty.shape.rank() > 0 && inner > 0 {
                let flat = ".as_flattened_mut()".repeat(inner);
                writeln!(self.text, "let {name}=(&mut {name}[..]){flat};")?;
            }
        }
        Ok(())
    }
}
