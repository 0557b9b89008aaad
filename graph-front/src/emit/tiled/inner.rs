//! Functions of graphs inside of others: bodies of loops, and sides of branches.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use graph_ir::Graph;
use graph_ir::passes::tile::{Branch, Operand, Tiling};
use graph_program::StepPrograms;

use super::arrays::{places, takes_integers};
use super::loops::is_array;
use super::memory::Memory;
use super::{Writer, pool};

impl Writer<'_> {
    /// A branch as a call of the function of either side.
    pub(super) fn branch(
        &mut self,
        function: &str,
        own: &Branch,
        programs: &[Vec<StepPrograms>; 2],
    ) -> std::fmt::Result {
        for operand in own.captured.iter().chain([&own.condition]) {
            self.bind(operand)?;
        }
        // An input that a side changes is no result of its function.
        let side = &own.sides[0].tiling;
        let (mut in_place, mut results) = (vec![None; own.captured.len()], Vec::new());
        let outputs = side.outputs.iter().enumerate();
        for (&result, (position, &output)) in own.results.iter().zip(outputs) {
            let input = side.input_of(output);
            match input.filter(|&input| is_array(&own.captured[input], result)) {
                Some(input) => in_place[input] = Some(position),
                None => results.push(result),
            }
        }
        let passed = own.captured.iter().zip(&in_place);
        let passed: String = passed
            .map(|(operand, &changed)| match operand {
                Operand::Whole(array) if changed.is_some() => format!("&mut *a{},", array.0),
                _ => self.whole(operand),
            })
            .collect();
        let (numbers, written) = self.results_in(&results)?;
        let names = [format!("{function}_then"), format!("{function}_else")];
        let mut calls = Vec::new();
        for (name, (side, programs)) in names.iter().zip(own.sides.iter().zip(programs)) {
            let memory = self.inner(name, (&side.graph, &side.tiling), programs, &in_place)?;
            calls.push(format!("{name}({passed}{written}{memory})"));
        }
        let condition = self.whole(&own.condition);
        writeln!(
            self.text,
            "let ({numbers})=if {}{{{}}}else{{{}}};",
            condition.trim_end_matches(','),
            calls[0],
            calls[1]
        )
    }

    /// Writes the function of an inner graph, which changes some of its inputs; gives its arguments
    /// for memory and symbols.
    pub(super) fn inner(
        &mut self,
        function: &str,
        (graph, tiling): (&Graph, &Tiling),
        programs: &[StepPrograms],
        in_place: &[Option<usize>],
    ) -> Result<String, std::fmt::Error> {
        let mut inner = Writer {
            name: function,
            graph,
            tiling,
            programs,
            limits: self.limits,
            codegen: self.codegen,
            symbols: self.symbols.clone(),
            typed: self.typed.clone(),
            places: places(tiling),
            in_place: in_place.to_vec(),
            integers: takes_integers(tiling),
            is_called: false,
            memory: Memory::new(tiling),
            pools: BTreeMap::new(),
            beside: String::new(),
            text: String::new(),
        };
        inner.inner_function()?;
        let (text, pools) = (inner.beside + &inner.text, inner.pools);
        self.beside += &text;
        let mut arguments = String::new();
        for (element, sizes) in pools {
            let name = format!("{function}_{}", pool(element));
            self.take_array(&name, element, &format!("({sizes}0)"))?;
            write!(arguments, "&mut *{name},")?;
        }
        for number in 0..self.symbols.len() {
            write!(arguments, "n{number},")?;
        }
        Ok(arguments)
    }
}
