//! Results of passes over rows: how each begins, takes what a tile computes, and ends.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_ir::graph::Literal;
use graph_ir::ops::Reduction;
use graph_ir::passes::tile::{ArrayId, Fold, TermOrder, Terms, TileResult};
use graph_ir::types::Type;

use super::pass::Tile;
use super::{Writer, arrays};
use crate::emit::program::{type_name, write_literal, write_scalar};

/// How many results with partial results live on the stack.
const ON_STACK: usize = 64;

impl Writer<'_> {
    /// Before the first tile, given the type of the first output.
    pub(super) fn begin(
        &mut self,
        number: usize,
        result: &TileResult,
        ty: &Type,
    ) -> std::fmt::Result {
        match result {
            TileResult::Rows(array) => self.bind_place(*array),
            TileResult::Terms(terms) => self.begin_terms(number, terms, ty),
            TileResult::Product(array) => {
                let first = Reduction::Sum.traceless(self.ty(*array).element);
                self.fill(*array, first)
            }
            TileResult::Scatter(array) => self.fill(*array, self.zero_of(*array)),
        }
    }

    /// Takes the outputs of a tile to where they belong.
    pub(super) fn add(
        &mut self,
        number: usize,
        result: &TileResult,
        tile: &Tile,
    ) -> std::fmt::Result {
        match result {
            TileResult::Rows(_) if tile.full => Ok(()),
            TileResult::Rows(array) => {
                let name = tile.output(number);
                let array = array.0;
                writeln!(
                    self.text,
                    "a{array}[at..].copy_from_slice(&{name}[..valid]);"
                )
            }
            TileResult::Terms(terms) => self.add_terms(number, terms, tile),
            TileResult::Product(array) => self.product(number, *array, tile),
            TileResult::Scatter(array) => {
                let [positions, updates] = [number, number + 1].map(|number| tile.flat(number));
                let positions = format!("{positions}.iter().copied()");
                self.add_rows(*array, &positions, &updates)
            }
        }
    }

    /// After the last tile.
    pub(super) fn end(
        &mut self,
        number: usize,
        result: &TileResult,
        ty: &Type,
    ) -> std::fmt::Result {
        match result {
            TileResult::Rows(_) | TileResult::Scatter(_) => Ok(()),
            TileResult::Terms(terms) => self.end_terms(number, terms, ty),
            TileResult::Product(array) => {
                self.text.push_str("if rows==0{");
                self.fill(*array, self.zero_of(*array))?;
                self.text.push_str("}\n");
                Ok(())
            }
        }
    }

    /// Gives all elements of an array one value.
    pub(super) fn fill(&mut self, array: ArrayId, value: Literal) -> std::fmt::Result {
        let (target, value) = (self.flat_mut(array), literal(value));
        writeln!(self.text, "({target}).fill({value});")
    }

    pub(super) fn zero_of(&self, array: ArrayId) -> Literal {
        Literal::from_f64(self.ty(array).element, 0.0)
    }

    fn begin_terms(&mut self, number: usize, terms: &Terms, ty: &Type) -> std::fmt::Result {
        let first = terms.reduction.traceless(ty.element);
        if terms.reduction.yields_position() {
            let (first, results) = (literal(first), ty.shape.extent(0));
            return writeln!(
                self.text,
                "let mut sum{number}=support::rows::many(support::rows::Extremum::new({first}),\
                 {results});"
            );
        }
        match terms.order {
            TermOrder::Lanes => {
                let results = ty.shape.extent(0);
                let partial = partial(terms.reduction, ty, &terms.count.to_string());
                match results <= ON_STACK {
                    true => writeln!(self.text, "let mut sum{number}=[{partial};{results}];"),
                    false => writeln!(
                        self.text,
                        "let mut sum{number}=support::rows::many({partial},{results});"
                    ),
                }
            }
            TermOrder::Sequential if self.ty(terms.array).is_scalar() => {
                writeln!(self.text, "let mut a{}={};", terms.array.0, literal(first))
            }
            TermOrder::Sequential => self.fill(terms.array, first),
        }
    }

    fn add_terms(&mut self, number: usize, terms: &Terms, tile: &Tile) -> std::fmt::Result {
        let (name, ty) = (tile.output(number), &tile.types[number]);
        let combine = match terms.reduction.yields_position() {
            true => better(terms.reduction, ty),
            false => combination(terms.reduction, ty),
        };
        let valid = match tile.full {
            true => String::from(".."),
            false => format!("..valid*{}", terms.count),
        };
        match terms.order {
            TermOrder::Lanes => writeln!(
                self.text,
                "for (sum,terms) in sum{number}.iter_mut().zip(&{name}){{\
                 sum.add(&terms[{valid}],{combine});}}"
            ),
            TermOrder::Sequential => {
                let target = match self.ty(terms.array).is_scalar() {
                    true => format!("core::slice::from_mut(&mut a{})", terms.array.0),
                    false => format!("&mut {}", self.flat_mut(terms.array)),
                };
                writeln!(
                    self.text,
                    "support::rows::add_in_order({target},&{name}[{valid}],{combine});"
                )
            }
        }
    }

    fn end_terms(&mut self, number: usize, terms: &Terms, ty: &Type) -> std::fmt::Result {
        let is_number = self.ty(terms.array).is_scalar();
        let target = format!("a{}", terms.array.0);
        if terms.reduction.yields_position() {
            if is_number {
                return writeln!(self.text, "let {target}=sum{number}[0].position;");
            }
            let flat = self.flat_mut(terms.array);
            return writeln!(
                self.text,
                "for (place,sum) in ({flat}).iter_mut().zip(&sum{number}){{\
                 *place=sum.position;}}"
            );
        }
        let neutral = neutral(terms.reduction, ty);
        let count = terms.count.to_string();
        let nothing = format!("rows*{count}==0");
        let finished = |sum: &str| finished(sum, terms.reduction, ty, &count);
        match (terms.order, is_number) {
            (TermOrder::Lanes, true) => writeln!(
                self.text,
                "let {target}={};",
                finished(&format!("sum{number}[0]"))
            ),
            (TermOrder::Lanes, false) => {
                let flat = self.flat_mut(terms.array);
                writeln!(
                    self.text,
                    "for (place,sum) in ({flat}).iter_mut().zip(&sum{number}){{*place={};}}",
                    finished("sum")
                )
            }
            (TermOrder::Sequential, true) => {
                writeln!(self.text, "if {nothing}{{{target}={neutral};}}")
            }
            (TermOrder::Sequential, false) => {
                let flat = self.flat_mut(terms.array);
                writeln!(self.text, "if {nothing}{{({flat}).fill({neutral});}}")
            }
        }
    }

    /// Before the first row that is combined.
    pub(super) fn begin_fold(&self, number: usize, fold: &Fold) -> String {
        let ty = self.ty(fold.row);
        let count = self.count(ty.shape.count());
        let partial = partial(fold.reduction, ty, &count);
        format!("let mut sum{number}={partial};")
    }

    /// The number of elements of a row that are combined each by itself, the value before the first
    /// row, that of no rows, and the function that combines two.
    pub(super) fn sums_of_fold(&self, fold: &Fold) -> (usize, String, String, String) {
        let ty = self.ty(fold.row);
        let first = literal(fold.reduction.traceless(ty.element));
        let combine = combination(fold.reduction, ty);
        (ty.shape.size(), first, neutral(fold.reduction, ty), combine)
    }

    /// Takes a row, as a flat slice.
    pub(super) fn add_fold(&self, number: usize, fold: &Fold, row: &str) -> String {
        let combine = combination(fold.reduction, self.ty(fold.row));
        format!("sum{number}.add({row},{combine});")
    }

    /// After the last row.
    pub(super) fn end_fold(&self, number: usize, fold: &Fold) -> String {
        let ty = self.ty(fold.row);
        let count = self.count(ty.shape.count());
        let finished = finished(&format!("sum{number}"), fold.reduction, ty, &count);
        format!("let a{}={finished};", fold.array.0)
    }

    /// Adds the products of the rows of two outputs to matrices.
    fn product(&mut self, number: usize, array: ArrayId, tile: &Tile) -> std::fmt::Result {
        let factors = [number, number + 1];
        let shapes = factors.map(|number| tile.types[number].shape.extents());
        let [[products, size, rows], [_, _, columns]] = shapes.map(|extents| {
            let mut extents = extents.into_iter();
            [(); 3].map(|()| extents.next().unwrap_or(1))
        });
        let [left, right] = factors.map(|number| {
            let name = tile.output(number);
            format!("{name}[..].as_flattened().as_flattened()")
        });
        let (terms, target) = (tile.valid(), self.flat_mut(array));
        // A kernel for products of any size would be longer under way to its loop than in it.
        if !graph_math::kernels::is_dispatched([rows, columns, size]) {
            return writeln!(
                self.text,
                "for product in 0..{products}usize{{\
                 support::rows::add_products::<_,{rows},{columns}>(\
                 &mut {target}[product*{}..],\
                 &{left}[product*{}..][..{terms}*{rows}],\
                 &{right}[product*{}..][..{terms}*{columns}]);}}",
                rows * columns,
                size * rows,
                size * columns
            );
        }
        writeln!(
            self.text,
            "for product in 0..{products}usize{{\
             support::product(support::Product{{extents:[{rows},{columns},{terms}],\
             left:support::Matrix{{elements:&{left},offset:product*{},strides:[1,{rows}]}},\
             right:support::Matrix{{elements:&{right},offset:product*{},strides:[{columns},1]}},\
             inner:[&[],&[]],\
             result:support::Rows{{elements:&mut {target},offset:product*{},row:{columns}}},\
             accumulate:true,zeros_win:[false,false],contract:false}});}}",
            size * rows,
            size * columns,
            rows * columns
        )
    }

    /// Adds updates, as a flat slice, to the rows of an array whose numbers an iterator yields.
    pub(super) fn add_rows(
        &mut self,
        array: ArrayId,
        positions: &str,
        updates: &str,
    ) -> std::fmt::Result {
        let own = &self.tiling.arrays[array.0];
        let width = arrays::row_size(&own.ty);
        let rows = self.count(&own.ty.shape.count_along(0));
        let row = self.position("row", own.site, &rows);
        let target = self.flat_mut(array);
        writeln!(
            self.text,
            "let target=&mut {target};\
             for (row,update) in {positions}.zip({updates}.chunks_exact({width})){{\
             let row={row}*{width};\
             support::rows::add(&mut target[row..row+{width}],update);}}"
        )
    }
}

/// The partial results before the first of `rows` rows of so many terms.
fn partial(reduction: Reduction, ty: &Type, count: &str) -> String {
    let first = literal(reduction.traceless(ty.element));
    format!("support::rows::Partial::new({first},rows*{count})")
}

/// The result of partial results, after the last of `rows` rows of so many terms.
fn finished(sum: &str, reduction: Reduction, ty: &Type, count: &str) -> String {
    let (neutral, combine) = (neutral(reduction, ty), combination(reduction, ty));
    format!("if rows*{count}==0{{{neutral}}}else{{{sum}.finish({combine})}}")
}

/// The result of no terms.
fn neutral(reduction: Reduction, ty: &Type) -> String {
    let neutral = reduction.neutral().unwrap_or(f64::NAN);
    literal(Literal::from_f64(ty.element, neutral))
}

/// A function that combines two terms.
fn combination(reduction: Reduction, ty: &Type) -> String {
    let mut text = format!("|a:{0},b:{0}|", type_name(ty.element));
    let of_integers = match reduction {
        Reduction::Max => Some("a.max(b)"),
        Reduction::Min => Some("a.min(b)"),
        Reduction::Sum | Reduction::Prod | Reduction::ArgMax | Reduction::ArgMin => None,
    };
    if let (Element::I64, Some(combined)) = (ty.element, of_integers) {
        text += combined;
    } else if let Some(op) = reduction.combination() {
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

pub(super) fn literal(literal: Literal) -> String {
    let mut text = String::new();
    write_literal(&mut text, literal);
    text
}
