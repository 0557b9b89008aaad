//! Steps that are computed for each tile of rows.

use std::fmt::Write as _;

use graph_ir::graph::Literal;
use graph_ir::ops::Reduction;
use graph_ir::passes::tile::{ArrayId, Operand, Step, TermOrder, TileResult};
use graph_ir::types::Type;
use graph_program::{Program, traceless};

use super::{Writer, arrays};
use crate::emit::program::{type_name, write_literal, write_scalar};

/// How many results with partial results live on the stack.
const ON_STACK: usize = 64;

/// A pass over rows.
struct Pass<'p> {
    inputs: &'p [Operand],
    outputs: &'p [TileResult],
}

/// The tiles of one size.
struct Tile {
    /// The number of rows.
    size: usize,
    /// The function, and the arguments that are its slots.
    function: String,
    slots: String,
    /// The types of the results.
    types: Vec<Type>,
    /// Whether all of its rows are there.
    full: bool,
}

impl Tile {
    /// The name of a result.
    fn result(&self, number: usize) -> String {
        format!("y{number}_{}", self.size)
    }
}

impl Writer<'_> {
    pub(super) fn tiles(
        &mut self,
        function: &str,
        step: &Step,
        programs: &[Program],
    ) -> std::fmt::Result {
        let Step::Tiles {
            count,
            graphs,
            inputs,
            outputs,
        } = step
        else {
            return Ok(());
        };
        let pass = Pass { inputs, outputs };
        let sizes = self.tiling().sizes.clone();
        let mut tiles = Vec::new();
        for ((program, graph), size) in programs.iter().zip(graphs).zip(sizes) {
            let function = format!("{function}_of_{size}");
            let tile = Tile {
                slots: self.program(&function, program)?,
                function,
                size,
                types: graph.output_types().cloned().collect(),
                full: true,
            };
            for (number, (usage, ty)) in outputs.iter().zip(&tile.types).enumerate() {
                if !matches!(usage, TileResult::Rows(_)) {
                    self.local(&tile.result(number), &ty.shape.extents(), ty.element)?;
                }
            }
            tiles.push(tile);
        }
        let Some(last) = tiles.pop() else {
            return Ok(());
        };
        for operand in inputs {
            self.bind(operand)?;
        }
        let count = self.count(count);
        writeln!(self.text, "let rows={count};")?;
        for (number, (usage, ty)) in outputs.iter().zip(&last.types).enumerate() {
            self.begin(number, usage, ty)?;
        }
        writeln!(self.text, "let mut at=0usize;")?;
        tiles.push(last);
        for tile in &tiles {
            let size = tile.size;
            writeln!(self.text, "let end=rows-rows%{size};while at<end{{")?;
            self.tile(&pass, tile)?;
            writeln!(self.text, "at+={size};}}")?;
        }
        if let Some(mut last) = tiles.pop() {
            last.full = false;
            writeln!(self.text, "if at<rows{{let valid=rows-at;")?;
            self.tile(&pass, &last)?;
            writeln!(self.text, "}}")?;
            for (number, (usage, ty)) in outputs.iter().zip(&last.types).enumerate() {
                self.end(number, usage, ty)?;
            }
        }
        Ok(())
    }

    /// The sum so far.
    fn begin(&mut self, number: usize, usage: &TileResult, ty: &Type) -> std::fmt::Result {
        if let TileResult::Left(array) = usage {
            let first = literal(traceless(Reduction::Sum, ty.element));
            let target = self.flat_mut(*array);
            return writeln!(self.text, "({target}).fill({first});");
        }
        let TileResult::Terms {
            array,
            reduction,
            order,
            terms,
        } = usage
        else {
            return Ok(());
        };
        let first = literal(traceless(*reduction, ty.element));
        if reduction.yields_position() {
            let results = ty.shape.extent(0);
            return writeln!(
                self.text,
                "let mut sum{number}=support::rows::many(support::rows::Extremum::new({first}),\
                 {results});"
            );
        }
        match order {
            TermOrder::Lanes => {
                let results = ty.shape.extent(0);
                let partial = format!("support::rows::Partial::new({first},rows*{terms})");
                match results <= ON_STACK {
                    true => writeln!(self.text, "let mut sum{number}=[{partial};{results}];"),
                    false => writeln!(
                        self.text,
                        "let mut sum{number}=support::rows::many({partial},{results});"
                    ),
                }
            }
            TermOrder::Sequential if self.ty(*array).is_scalar() => {
                writeln!(self.text, "let mut a{}={first};", array.0)
            }
            TermOrder::Sequential => {
                let target = self.flat_mut(*array);
                writeln!(self.text, "({target}).fill({first});")
            }
        }
    }

    /// The computation of a tile.
    fn tile(&mut self, pass: &Pass<'_>, tile: &Tile) -> std::fmt::Result {
        let mut results = String::new();
        for (number, (usage, ty)) in pass.outputs.iter().zip(&tile.types).enumerate() {
            let name = tile.result(number);
            match (usage, tile.full) {
                (TileResult::Rows(array), true) => {
                    let (array, size) = (array.0, tile.size);
                    writeln!(
                        self.text,
                        "let {name}=support::rows::chunk_mut::<_,{size}>(&mut a{array}[..],at);"
                    )?;
                }
                (TileResult::Rows(_), false) => {
                    self.local(&name, &ty.shape.extents(), ty.element)?;
                }
                (TileResult::Terms { .. } | TileResult::Left(_) | TileResult::Right(_), _) => {}
            }
            let is_reference = tile.full && matches!(usage, TileResult::Rows(_));
            let reference = if is_reference { "&mut *" } else { "&mut " };
            write!(results, "{reference}{name},")?;
        }
        let inputs = pass.inputs.iter();
        let inputs: String = inputs.map(|operand| self.tile_of(operand, tile)).collect();
        let Tile {
            function, slots, ..
        } = tile;
        writeln!(self.text, "{function}({inputs}{results}{slots});")?;
        for (number, (usage, ty)) in pass.outputs.iter().zip(&tile.types).enumerate() {
            self.use_result(number, usage, ty, tile)?;
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
                format!("&core::array::from_fn::<usize,{size},_>(|row|at+row),")
            }
            Operand::Whole(_) | Operand::Rows { .. } | Operand::Extent(_) => self.whole(operand),
        }
    }

    /// Takes the results of a tile to where they belong.
    fn use_result(
        &mut self,
        number: usize,
        usage: &TileResult,
        ty: &Type,
        tile: &Tile,
    ) -> std::fmt::Result {
        let name = tile.result(number);
        match usage {
            TileResult::Left(_) => Ok(()),
            TileResult::Right(array) => self.product(number, *array, tile),
            TileResult::Rows(array) => match tile.full {
                true => Ok(()),
                false => writeln!(
                    self.text,
                    "a{}[at..].copy_from_slice(&{name}[..valid]);",
                    array.0
                ),
            },
            TileResult::Terms {
                array,
                reduction,
                order,
                terms,
            } => {
                let combine = match reduction.yields_position() {
                    true => better(*reduction, ty),
                    false => combination(*reduction, ty),
                };
                let valid = match tile.full {
                    true => String::from(".."),
                    false => format!("..valid*{terms}"),
                };
                match order {
                    TermOrder::Lanes => writeln!(
                        self.text,
                        "for (sum,terms) in sum{number}.iter_mut().zip(&{name}){{\
                         sum.add(&terms[{valid}],{combine});}}"
                    ),
                    TermOrder::Sequential => {
                        let target = match self.ty(*array).is_scalar() {
                            true => format!("core::slice::from_mut(&mut a{})", array.0),
                            false => format!("&mut {}", self.flat_mut(*array)),
                        };
                        writeln!(
                            self.text,
                            "support::rows::add_in_order({target},&{name}[{valid}],{combine});"
                        )
                    }
                }
            }
        }
    }

    /// Adds the products of the rows of two results to a matrix.
    fn product(&mut self, number: usize, array: ArrayId, tile: &Tile) -> std::fmt::Result {
        let factors = [number - 1, number];
        let [rows, columns] = factors.map(|number| arrays::row_size(&tile.types[number]));
        let [left, right] = factors.map(|number| {
            let flat = ".as_flattened()".repeat(tile.types[number].shape.rank() - 1);
            format!("&{}[..]{flat}", tile.result(number))
        });
        let terms = match tile.full {
            true => format!("{}", tile.size),
            false => String::from("valid"),
        };
        let target = self.flat_mut(array);
        writeln!(
            self.text,
            "support::product(support::Product{{extents:[{rows},{columns},{terms}],\
             left:support::Matrix{{elements:{left},offset:0,strides:[1,{rows}]}},\
             right:support::Matrix{{elements:{right},offset:0,strides:[{columns},1]}},\
             inner:[&[],&[]],\
             result:support::Rows{{elements:&mut {target},offset:0,row:{columns}}},\
             accumulate:true,zeros_win:[false,false],contract:false}});"
        )
    }

    /// The results of a sum over all rows.
    fn end(&mut self, number: usize, usage: &TileResult, ty: &Type) -> std::fmt::Result {
        if let TileResult::Left(array) = usage {
            let zero = literal(Literal::from_f64(ty.element, 0.0));
            let target = self.flat_mut(*array);
            return writeln!(self.text, "if rows==0{{({target}).fill({zero});}}");
        }
        let TileResult::Terms {
            array,
            reduction,
            order,
            terms,
        } = usage
        else {
            return Ok(());
        };
        if reduction.yields_position() {
            let flat = match self.ty(*array).is_scalar() {
                true => return writeln!(self.text, "let a{}=sum{number}[0].position;", array.0),
                false => self.flat_mut(*array),
            };
            return writeln!(
                self.text,
                "for (place,sum) in ({flat}).iter_mut().zip(&sum{number}){{\
                 *place=sum.position as usize;}}"
            );
        }
        let combine = combination(*reduction, ty);
        let neutral = reduction.neutral().unwrap_or(f64::NAN);
        let neutral = literal(Literal::from_f64(ty.element, neutral));
        let is_number = self.ty(*array).is_scalar();
        let target = format!("a{}", array.0);
        match (order, is_number) {
            (TermOrder::Lanes, true) => writeln!(
                self.text,
                "let {target}=if rows*{terms}==0{{{neutral}}}else{{sum{number}[0].finish({combine})}};"
            ),
            (TermOrder::Lanes, false) => {
                let flat = self.flat_mut(*array);
                writeln!(
                    self.text,
                    "for (place,sum) in ({flat}).iter_mut().zip(&sum{number}){{\
                     *place=if rows*{terms}==0{{{neutral}}}else{{sum.finish({combine})}};}}"
                )
            }
            (TermOrder::Sequential, true) => {
                writeln!(self.text, "if rows*{terms}==0{{{target}={neutral};}}")
            }
            (TermOrder::Sequential, false) => {
                let flat = self.flat_mut(*array);
                writeln!(self.text, "if rows*{terms}==0{{({flat}).fill({neutral});}}")
            }
        }
    }
}

/// A function that combines two terms.
fn combination(reduction: Reduction, ty: &Type) -> String {
    let mut text = format!("|a:{0},b:{0}|", type_name(ty.element));
    if let Some(op) = reduction.combination() {
        write_scalar(&mut text, op, ty.element, &["a", "b"]);
    }
    text
}

/// Whether a term takes the place of the best one so far: the first number does, and then what is
/// larger, or smaller.
fn better(reduction: Reduction, ty: &Type) -> String {
    let than = match reduction {
        Reduction::ArgMin => "<",
        _ => ">",
    };
    let name = type_name(ty.element);
    match ty.is_float() {
        true => format!("|term:{name},best:{name}|term{than}best||(best!=best&&term==term)"),
        false => format!("|term:{name},best:{name}|term{than}best"),
    }
}

fn literal(literal: Literal) -> String {
    let mut text = String::new();
    write_literal(&mut text, literal);
    text
}
