//! Passes over rows: a graph for each tile.

use std::fmt::Write as _;

use graph_ir::passes::tile::{ArrayId, Operand, Pass, TileResult};
use graph_ir::types::Type;
use graph_program::Program;

use super::results::literal;
use super::{Writer, arrays};

/// A tile of a pass.
#[derive(Clone)]
pub(super) struct Tile {
    /// The number of rows.
    pub(super) size: usize,
    /// Whether all of them are there.
    pub(super) full: bool,
    /// Whether the last one may begin with rows of the tile before.
    overlaps: bool,
    /// The types of the outputs.
    pub(super) types: Vec<Type>,
    /// The function, and the arguments that are its slots.
    function: String,
    slots: String,
}

impl Tile {
    /// The name of an output.
    pub(super) fn output(&self, number: usize) -> String {
        format!("y{number}_{}", self.size)
    }

    /// An output as a flat slice.
    pub(super) fn flat(&self, number: usize) -> String {
        let flat = ".as_flattened()".repeat(self.types[number].shape.rank() - 1);
        format!("{}[..{}]{flat}", self.output(number), self.valid())
    }

    /// The number of rows that are there.
    pub(super) fn valid(&self) -> String {
        match self.full {
            true => format!("{}", self.size),
            false => String::from("valid"),
        }
    }
}

/// The results of a pass, each with the number of its first output.
pub(super) fn results(pass: &Pass) -> impl Iterator<Item = (usize, &TileResult)> {
    pass.results.iter().scan(0, |next, result| {
        let number = *next;
        *next += result.outputs();
        Some((number, result))
    })
}

/// The array of an operand, if a result is in it: a tile's rows are copied before they are written.
fn overwritten(pass: &Pass, operand: &Operand) -> Option<ArrayId> {
    let &Operand::Tile { array, .. } = operand else {
        return None;
    };
    let is_result = |r: &TileResult| matches!(r, TileResult::Rows(own) if *own == array);
    pass.results.iter().any(is_result).then_some(array)
}

/// The operands in whose arrays results are, with their numbers.
fn all_overwritten(pass: &Pass) -> impl Iterator<Item = (usize, ArrayId)> {
    let operands = pass.inputs.iter().enumerate();
    operands.filter_map(|(number, operand)| Some((number, overwritten(pass, operand)?)))
}

impl Writer<'_> {
    pub(super) fn pass(
        &mut self,
        function: &str,
        pass: &Pass,
        programs: &[Program],
    ) -> std::fmt::Result {
        let tiles = self.tiles(function, pass, programs)?;
        let Some(last) = tiles.last().cloned() else {
            return Ok(());
        };
        for operand in &pass.inputs {
            self.bind(operand)?;
        }
        let count = self.count(&pass.count);
        writeln!(self.text, "let rows={count};")?;
        for (number, result) in results(pass) {
            self.begin(number, result, &last.types[number])?;
        }
        if last.overlaps {
            self.keep_last(pass, last.size)?;
        }
        writeln!(self.text, "let mut at=0usize;")?;
        for tile in &tiles {
            let size = tile.size;
            match tile.overlaps {
                true => writeln!(
                    self.text,
                    "while at<rows&&rows>={size}{{at=at.min(rows-{size});"
                )?,
                false => writeln!(self.text, "let end=rows-rows%{size};while at<end{{")?,
            }
            self.tile(pass, tile)?;
            writeln!(self.text, "at+={size};}}")?;
        }
        let rest = Tile {
            full: false,
            overlaps: false,
            ..last
        };
        writeln!(self.text, "if at<rows{{let valid=rows-at;")?;
        self.tile(pass, &rest)?;
        writeln!(self.text, "}}")?;
        for (number, result) in results(pass) {
            self.end(number, result, &rest.types[number])?;
        }
        Ok(())
    }

    /// The tiles of all sizes, with places for those outputs that are not rows of arrays.
    fn tiles(
        &mut self,
        function: &str,
        pass: &Pass,
        programs: &[Program],
    ) -> Result<Vec<Tile>, std::fmt::Error> {
        // Rows may be computed twice, to the same bits; terms may not be added twice.
        let mut results_of_pass = pass.results.iter();
        let has_rows_alone = results_of_pass.all(|r| matches!(r, TileResult::Rows(_)));
        let sizes = self.tiling.sizes.clone();
        let smallest = sizes.last().copied();
        let mut tiles = Vec::new();
        for ((program, graph), size) in programs.iter().zip(&pass.graphs).zip(sizes) {
            let function = format!("{function}_of_{size}");
            let tile = Tile {
                slots: self.program(&function, program)?,
                function,
                size,
                types: graph.output_types().cloned().collect(),
                full: true,
                overlaps: has_rows_alone && smallest == Some(size),
            };
            for (first, result) in results(pass) {
                if !matches!(result, TileResult::Rows(_)) {
                    for number in first..first + result.outputs() {
                        self.place(&tile, number)?;
                    }
                }
            }
            tiles.push(tile);
        }
        Ok(tiles)
    }

    /// A place for an output of a tile.
    fn place(&mut self, tile: &Tile, number: usize) -> std::fmt::Result {
        let ty = &tile.types[number];
        self.local(&tile.output(number), &ty.shape.extents(), ty.element)
    }

    /// Copies the last rows of the arrays that a pass overwrites: the last tile may begin with rows
    /// that the one before has written.
    fn keep_last(&mut self, pass: &Pass, size: usize) -> std::fmt::Result {
        for (number, array) in all_overwritten(pass) {
            let zeros = arrays::zeros(&[size], &literal(self.zero_of(array)));
            writeln!(
                self.text,
                "let x{number}_last=match rows>={size}{{\
                 true=>*support::rows::chunk::<_,{size}>(&a{}[..],rows-{size}),false=>{zeros}}};",
                array.0
            )?;
        }
        Ok(())
    }

    /// Copies the rows of a tile of the arrays that it overwrites.
    fn copy_overwritten(&mut self, pass: &Pass, tile: &Tile) -> std::fmt::Result {
        let size = tile.size;
        for (number, array) in all_overwritten(pass) {
            let rows = format!("*support::rows::chunk::<_,{size}>(&a{}[..],at)", array.0);
            let rows = match tile.overlaps {
                true => format!("match at+{size}==rows{{true=>x{number}_last,false=>{rows}}}"),
                false => rows,
            };
            writeln!(self.text, "let x{number}_rows={rows};")?;
        }
        Ok(())
    }

    /// The computation of a tile.
    fn tile(&mut self, pass: &Pass, tile: &Tile) -> std::fmt::Result {
        if tile.full {
            self.copy_overwritten(pass, tile)?;
        }
        let mut outputs = String::new();
        for (first, result) in results(pass) {
            for number in first..first + result.outputs() {
                let name = tile.output(number);
                let reference = match (result, tile.full) {
                    (TileResult::Rows(array), true) => {
                        let (array, size) = (array.0, tile.size);
                        writeln!(
                            self.text,
                            "let {name}=support::rows::chunk_mut::<_,{size}>(&mut a{array}[..],at);"
                        )?;
                        "&mut *"
                    }
                    (TileResult::Rows(_), false) => {
                        self.place(tile, number)?;
                        "&mut "
                    }
                    _ => "&mut ",
                };
                write!(outputs, "{reference}{name},")?;
            }
        }
        let inputs = pass.inputs.iter().enumerate();
        let inputs: String = inputs
            .map(|(number, operand)| match overwritten(pass, operand) {
                Some(_) if tile.full => format!("&x{number}_rows,"),
                _ => self.tile_of(operand, tile),
            })
            .collect();
        let Tile {
            function, slots, ..
        } = tile;
        writeln!(self.text, "{function}({inputs}{outputs}{slots});")?;
        for (number, result) in results(pass) {
            self.add(number, result, tile)?;
        }
        Ok(())
    }

    /// An operand of a tile, as an argument.
    fn tile_of(&self, operand: &Operand, tile: &Tile) -> String {
        let size = tile.size;
        match operand {
            Operand::Tile { array, first } => {
                let first = self.extent(first);
                let place = format!("(&a{}[..],({first}+at as i64) as usize", array.0);
                match tile.full {
                    true => format!("support::rows::chunk::<_,{size}>{place}),"),
                    false => format!("&support::rows::padded::<_,{size}>{place},valid),"),
                }
            }
            Operand::Positions => {
                // Behind the last row stands that row again, whose number is a valid position.
                let row = if tile.full { "row" } else { "row.min(valid-1)" };
                format!("&core::array::from_fn::<usize,{size},_>(|row|at+{row}),")
            }
            Operand::Whole(_) | Operand::Rows { .. } | Operand::Extent(_) => self.whole(operand),
        }
    }
}
