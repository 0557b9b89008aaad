//! A function over arrays of run-time length as the text of a private Rust function, which calls
//! the functions of its programs on tiles of rows.
//!
//! Arrays are called `a3` and are references, to as many rows as the call brings; numbers have the
//! same names and are values. Symbols are integers called `n0`.

mod arrays;
mod inner;
mod kernels;
mod lanes;
mod lengths;
mod loops;
mod memory;
mod needs;
mod parts;
mod pass;
mod results;
mod steps;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use graph_ir::passes::Requirement;
use graph_ir::passes::tile::{ArrayId, Origin, Tiling};
use graph_ir::types::{Symbol, Type};
use graph_ir::{Element, Graph};
use graph_program::{StepPrograms, TiledProgram};

use super::program::{self, Limits, Style, type_name};
use crate::parse::Codegen;
use lengths::Witness;
use memory::Memory;
pub(crate) use needs::Called;

/// The text of the functions.
pub(super) struct Text {
    pub(super) text: String,
    /// The types of the elements that they take from the workspace. Of how many says a function of
    /// the name that `count_of` gives.
    pub(super) pools: Vec<Element>,
    /// The symbols whose values that function takes.
    pub(super) symbols: Vec<Symbol>,
}

/// Writes the function of a tiled program. Its parameters are the inputs (numbers by value, arrays
/// by reference, as slices where their length is known at run time, and `Rows` where that of their
/// rows is), then the array outputs by mutable reference, then the pools that memory is taken from;
/// it returns a tuple of the numbers among the outputs. Lengths are checked in the words of the
/// function that users call, in whose signature some symbols are `const` parameters.
pub(super) fn function(
    name: &str,
    graph: &Graph,
    tiled: &TiledProgram,
    checked: (Called<'_>, &[Requirement]),
    typed: &[Symbol],
    limits: Limits,
    codegen: Codegen,
) -> graph_ir::Result<Text> {
    let tiling = &tiled.tiling;
    arrays::check(tiling)?;
    let mut writer = Writer {
        name,
        graph,
        tiling,
        programs: &tiled.programs,
        limits,
        codegen,
        symbols: lengths::symbols(graph, typed),
        typed: typed.to_vec(),
        places: arrays::places(tiling),
        in_place: vec![None; graph.inputs().len()],
        integers: arrays::takes_integers(tiling),
        is_called: true,
        memory: Memory::new(tiling),
        pools: BTreeMap::new(),
        beside: String::new(),
        text: String::new(),
    };
    let (called, requirements) = checked;
    let written = writer.function(called, requirements);
    debug_assert!(written.is_ok(), "memory takes any text");
    Ok(Text {
        pools: writer.pools.into_keys().collect(),
        symbols: writer.symbols.into_iter().map(|(own, _)| own).collect(),
        text: writer.beside + &writer.text,
    })
}

/// From so many iterations on, a loop is compiled for the processor at hand.
const LONG: usize = 32;

/// The form of arrays as parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrays {
    /// As the user has them: arrays in slices, whose positions are `usize`.
    Nested,
    /// With all axes up to the last symbolic one as one.
    Flat,
}

struct Writer<'p> {
    name: &'p str,
    graph: &'p Graph,
    tiling: &'p Tiling,
    programs: &'p [StepPrograms],
    limits: Limits,
    codegen: Codegen,
    /// The symbols, and where the value of each of them comes from.
    symbols: Vec<(Symbol, Witness)>,
    /// The symbols that are `const` parameters of the user's function.
    typed: Vec<Symbol>,
    /// For each array the output that it is.
    places: Vec<Option<usize>>,
    /// For each input that the function changes, the output that is in its array.
    in_place: Vec<Option<usize>>,
    /// For each array whether it must hold integers of the one type that kernels take.
    integers: Vec<bool>,
    /// Whether it is the function that users call, rather than one inside.
    is_called: bool,
    /// The memory of arrays that steps compute.
    memory: Memory,
    /// The elements that are taken from each pool: as a sum, in text.
    pools: BTreeMap<Element, String>,
    /// The functions of programs.
    beside: String,
    text: String,
}

impl Writer<'_> {
    fn function(&mut self, called: Called<'_>, requirements: &[Requirement]) -> std::fmt::Result {
        self.checks(called, requirements)?;
        let checks = std::mem::take(&mut self.text);
        let body = self.statements()?;
        // It is known after the statements which pools they take.
        let mut pools = String::new();
        for &element in self.pools.keys() {
            let (pool, ty) = (pool(element), type_name(element));
            write!(pools, "{pool}:&mut dyn support::rows::Memory<{ty}>,")?;
        }
        self.head(Arrays::Nested, &pools)?;
        self.text += &checks;
        self.memory()?;
        self.text += &body;
        self.text.push_str("}\n");
        Ok(())
    }

    /// The function of the body of a loop, or of a side of a branch: it takes its memory and the
    /// symbols as parameters.
    fn inner_function(&mut self) -> std::fmt::Result {
        let body = self.statements()?;
        let mut parameters = String::new();
        for &element in self.pools.keys() {
            write!(
                parameters,
                "{}:&mut [{}],",
                pool(element),
                type_name(element)
            )?;
        }
        for number in 0..self.symbols.len() {
            write!(parameters, "n{number}:i64,")?;
        }
        self.head(Arrays::Flat, &parameters)?;
        self.text += &body;
        self.text.push_str("}\n");
        Ok(())
    }

    /// The declarations, the steps and the result.
    fn statements(&mut self) -> Result<String, std::fmt::Error> {
        self.declarations()?;
        let steps = self.tiling.steps.iter().zip(self.programs);
        for (number, (step, programs)) in steps.enumerate() {
            self.bind_memory(number)?;
            self.step(number, step, programs)?;
        }
        self.results()?;
        Ok(std::mem::take(&mut self.text))
    }

    /// Everything before the statements, given the form of arrays, and the parameters after those
    /// that are arrays and numbers.
    fn head(&mut self, form: Arrays, others: &str) -> std::fmt::Result {
        let tiling = self.tiling;
        let generic = tiling.arrays.iter().any(|a| a.ty.element == Element::Float);
        let mut generics = String::from(if generic { "T:math::Float," } else { "" });
        for (number, (_, witness)) in self.symbols.iter().enumerate() {
            if form == Arrays::Nested && *witness == Witness::Parameter {
                write!(generics, "const N{number}:usize,")?;
            }
        }
        write!(
            self.text,
            "#[inline]#[track_caller]fn {}<{generics}>(",
            self.name
        )?;
        for (number, array) in tiling.arrays.iter().enumerate() {
            if let Origin::Input(position) = array.origin {
                let referred = || arrays::referred(&array.ty, type_name(array.ty.element));
                let ty = if self.in_place[position].is_some() {
                    format!("&mut {}", referred())
                } else if form == Arrays::Flat && self.integers[number] {
                    format!("&{}", referred())
                } else {
                    self.input_type(&array.ty, form)
                };
                write!(self.text, "a{number}:{ty},")?;
            }
        }
        let outputs = self.graph.output_types().zip(&tiling.outputs).enumerate();
        for (position, (ty, array)) in outputs {
            if ty.shape.rank() > 0 && !self.is_in_place(position) {
                let name = self.output_name(position, *array);
                let ty = self.parameter(ty, type_name(ty.element), form);
                write!(self.text, "{name}:&mut {ty},")?;
            }
        }
        self.text += others;
        let numbers = self.graph.output_types().filter(|ty| ty.is_scalar());
        let numbers: String = numbers
            .flat_map(|ty| [type_name(ty.element), ","])
            .collect();
        writeln!(self.text, ")->({numbers}){{let _:Used;")
    }

    /// The elements that are taken from the pools, and the functions that count them.
    fn memory(&mut self) -> std::fmt::Result {
        let symbols = 0..self.symbols.len();
        let parameters: String = symbols.clone().map(|n| format!("n{n}:i64,")).collect();
        let passed: String = symbols.map(|n| format!("n{n},")).collect();
        for (&element, sizes) in &self.pools {
            let (count, pool) = (count_of(self.name, element), pool(element));
            writeln!(
                self.beside,
                "const fn {count}({parameters})->usize{{let _:Used;{sizes}0}}"
            )?;
            let zero = program::zero(element);
            writeln!(
                self.text,
                "let {pool}={pool}.elements({zero},{count}({passed}));"
            )?;
        }
        Ok(())
    }

    /// The parameter for an output: the array itself, where that is kept there.
    fn output_name(&self, position: usize, ArrayId(array): ArrayId) -> String {
        match self.places[array] {
            Some(place) if place == position => format!("a{array}"),
            _ => format!("o{position}"),
        }
    }

    /// Copies arrays that are outputs but kept elsewhere, and returns the numbers.
    fn results(&mut self) -> std::fmt::Result {
        let tiling = self.tiling;
        let mut numbers = String::new();
        for &array in &tiling.outputs {
            self.part(array)?;
        }
        for (position, &array) in tiling.outputs.iter().enumerate() {
            let ArrayId(number) = array;
            if tiling.arrays[number].ty.is_scalar() {
                write!(numbers, "a{number},")?;
            } else if self.places[number] != Some(position) && !self.is_in_place(position) {
                let ty = &tiling.arrays[number].ty;
                match ty.element {
                    // It may be an argument.
                    Element::I64 => writeln!(
                        self.text,
                        "support::rows::integers(o{position}{0},a{number}{1});",
                        ".as_flattened_mut()".repeat(arrays::depth(ty)),
                        ".as_flattened()".repeat(arrays::depth(ty)),
                    )?,
                    _ => writeln!(self.text, "o{position}.copy_from_slice(&a{number}[..]);")?,
                }
            }
        }
        writeln!(self.text, "({numbers})")
    }

    /// Whether an output is an input that the function changes. Other outputs with its value are
    /// copies.
    fn is_in_place(&self, output: usize) -> bool {
        self.in_place.contains(&Some(output))
    }

    fn ty(&self, ArrayId(array): ArrayId) -> &Type {
        &self.tiling.arrays[array].ty
    }

    /// The text of the function of a program, and the arguments that are its slots.
    fn program(
        &mut self,
        function: &str,
        program: &graph_program::Program,
    ) -> Result<String, std::fmt::Error> {
        // Numbers alone gain less from a processor's registers than the way there costs; long loops
        // over them are vectorised by the compiler.
        let in_lanes = program.variables.iter().any(|variable| variable.lanes)
            || program.counters.iter().any(|&count| count >= LONG);
        let style = Style {
            dispatches: self.codegen.dispatch && in_lanes,
            takes_slots: self.limits.takes_slots(program),
            takes_integers: true,
        };
        self.beside += &program::function(function, program, style);
        let mut slots = String::new();
        for (number, slot) in program.storage.slots.iter().enumerate() {
            if style.takes_slots {
                let name = format!("{function}_s{number}");
                self.take(slot.element, &format!("{}usize", slot.size))?;
                let pool = pool(slot.element);
                let ty = format!("[{};{}]", type_name(slot.element), slot.size);
                writeln!(
                    self.text,
                    "let ({name},{pool})=support::slot::<_,{}>({pool});let {name}:&mut {ty}={name};",
                    slot.size
                )?;
                write!(slots, "&mut *{name},")?;
            }
        }
        Ok(slots)
    }

    /// Takes an array of so many elements from the pool, in cache lines of its own: registers full
    /// of elements lie across two otherwise.
    fn take_array(&mut self, name: &str, element: Element, elements: &str) -> std::fmt::Result {
        let (pool, line) = (pool(element), line(element));
        let lines = format!("support::rows::whole_lines::<{line}>({elements})");
        self.take(element, &lines)?;
        writeln!(
            self.text,
            "let ({name},{pool})=support::rows::split_lines::<_,{line}>({pool},{elements});"
        )
    }

    /// Notes that so many elements are taken from a pool.
    fn take(&mut self, element: Element, size: &str) -> std::fmt::Result {
        write!(self.pools.entry(element).or_default(), "{size}+")
    }
}

/// The number of elements in a cache line, where that many are read at once.
fn line(element: Element) -> usize {
    match element {
        Element::F32 => 16,
        Element::F64 | Element::Float => 8,
        Element::I64 | Element::Bool => 1,
    }
}

/// The name of the function that counts the elements of a type that a function takes from the
/// workspace.
pub(super) fn count_of(function: &str, element: Element) -> String {
    format!("{function}_{}", pool(element))
}

/// The name of the elements of a type that arrays are taken from.
fn pool(element: Element) -> String {
    super::item::pool(element).to_string()
}
