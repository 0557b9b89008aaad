//! Arrays in generated code: their types, and where they live.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_ir::error::{Error, Result};
use graph_ir::passes::tile::{Array, ArrayId, Kernel, Operand, Origin, Step, Tiling};
use graph_ir::types::{Extent, Symbol, Type};

use super::{Arrays, Writer};
use crate::emit::program::type_name;
use crate::signature::open_columns;

/// Refuses arrays that generated code cannot hold: those of empty rows. Recurses as deeply as loops
/// and branches are nested.
pub(super) fn check(tiling: &Tiling) -> Result<()> {
    for step in &tiling.steps {
        match step {
            Step::Loop(own) => check(&own.tiling)?,
            Step::Branch(own) => own.sides.iter().try_for_each(|side| check(&side.tiling))?,
            Step::Once(_)
            | Step::Pass(_)
            | Step::Assemble(_)
            | Step::Join(_)
            | Step::Scatter(_)
            | Step::Kernel(_) => {}
        }
    }
    let is_empty = |array: &&Array| array.ty.shape.is_symbolic() && row_size(&array.ty) == 0;
    match tiling.arrays.iter().find(is_empty) {
        None => Ok(()),
        Some(array) => Err(Error::NotByRows {
            op: "array".into(),
            found: array.ty.clone(),
            site: array.site.0,
        }),
    }
}

/// For each array whether it must hold integers of the one type that kernels take: users' own are
/// of another one, which programs convert as they read them.
pub(super) fn takes_integers(tiling: &Tiling) -> Vec<bool> {
    let mut takes = vec![false; tiling.arrays.len()];
    let mut take = |&ArrayId(array): &ArrayId| takes[array] = true;
    for step in &tiling.steps {
        match step {
            Step::Kernel(call) => match (&call.kernel, &call.operands[..]) {
                (Kernel::Gather(_) | Kernel::PartAt(_), [from, ..]) => take(from),
                (Kernel::Replace(_), operands) => operands.iter().take(2).for_each(&mut take),
                (Kernel::ScatterAdd(_), _) => {}
                (
                    Kernel::Transpose
                    | Kernel::Product(_)
                    | Kernel::Algebra(_)
                    | Kernel::Slice(_)
                    | Kernel::ArgSort
                    | Kernel::Gather(_)
                    | Kernel::PartAt(_),
                    operands,
                ) => operands.iter().for_each(&mut take),
            },
            Step::Assemble(assembly) => {
                let pieces = assembly.pieces.iter();
                pieces.map(|(piece, _)| piece).for_each(&mut take);
            }
            Step::Join(join) => {
                let stretches = join.stretches.iter();
                stretches
                    .filter_map(|stretch| stretch.from.as_ref())
                    .for_each(&mut take);
            }
            Step::Loop(own) => {
                let inside = inputs_that_take(&own.tiling, own.body.inputs().len());
                let captured = own.captured.iter().map(array_of);
                let carried = own.carried.iter().map(|_| None);
                let stacked = own.stacked.iter().map(Some);
                let inputs = captured.chain(carried).chain(stacked).zip(inside);
                let inputs = inputs.filter_map(|(array, takes)| array.filter(|_| takes));
                inputs.for_each(&mut take);
            }
            Step::Branch(own) => {
                for side in &own.sides {
                    let inside = inputs_that_take(&side.tiling, own.captured.len());
                    let inputs = own.captured.iter().map(array_of).zip(inside);
                    let inputs = inputs.filter_map(|(array, takes)| array.filter(|_| takes));
                    inputs.for_each(&mut take);
                }
            }
            Step::Once(_) | Step::Pass(_) | Step::Scatter(_) => {}
        }
    }
    // So must the arrays that parts are of.
    loop {
        let arrays = tiling.arrays.iter().enumerate();
        let mut parts = arrays.filter_map(|(number, array)| match &array.origin {
            Origin::Part { of, .. } if takes[number] && !takes[of.0] => Some(of.0),
            Origin::Part { .. }
            | Origin::Place { .. }
            | Origin::Block { .. }
            | Origin::Input(_)
            | Origin::Step => None,
        });
        let Some(of) = parts.next() else { break };
        takes[of] = true;
    }
    let arrays = tiling.arrays.iter().zip(takes);
    arrays
        .map(|(array, takes)| takes && array.ty.element == Element::I64 && !array.ty.is_scalar())
        .collect()
}

/// For each input whether its array must hold integers of the one type.
fn inputs_that_take(tiling: &Tiling, inputs: usize) -> Vec<bool> {
    let mut found = vec![false; inputs];
    for (array, takes) in tiling.arrays.iter().zip(takes_integers(tiling)) {
        if let Origin::Input(position) = array.origin {
            found[position] = takes;
        }
    }
    found
}

/// The array that an operand is, or has rows of.
fn array_of(operand: &Operand) -> Option<&ArrayId> {
    match operand {
        Operand::Whole(array) | Operand::Rows { array, .. } | Operand::Tile { array, .. } => {
            Some(array)
        }
        Operand::Positions | Operand::Extent(_) => None,
    }
}

/// For each array the output that it is: the first, of those that a step computes.
pub(super) fn places(tiling: &Tiling) -> Vec<Option<usize>> {
    let mut places = vec![None; tiling.arrays.len()];
    for (position, &ArrayId(array)) in tiling.outputs.iter().enumerate() {
        let array_of = &tiling.arrays[array];
        let is_free = places[array].is_none() && array_of.origin == Origin::Step;
        if is_free && array_of.ty.shape.rank() > 0 {
            places[array] = Some(position);
        }
    }
    places
}

/// How many of the outer axes are one in memory: all up to the last one of symbolic extent, or the
/// outermost one alone.
pub(super) fn outer_axes(ty: &Type) -> usize {
    let mut dims = ty.shape.dims().iter();
    let last = dims.rposition(|dim| dim.count().is_symbolic());
    last.map_or(1, |axis| axis + 1)
}

/// How often an array is flattened until it is a slice of elements.
pub(super) fn depth(ty: &Type) -> usize {
    ty.shape.rank().saturating_sub(outer_axes(ty))
}

/// The number of elements of a row.
pub(super) fn row_size(ty: &Type) -> usize {
    let inner = ty.shape.dims().iter().skip(1);
    let inner = inner.map(|dim| dim.count().known().unwrap_or(1));
    inner.product()
}

fn nested(ty: &Type, from: usize, element: &str) -> String {
    let dims = ty.shape.dims().iter().skip(from).rev();
    dims.fold(String::from(element), |inner, dim| {
        format!("[{inner};{}]", dim.count())
    })
}

/// The type that a reference to an array refers to.
pub(super) fn referred(ty: &Type, element: &str) -> String {
    match ty.shape.is_symbolic() {
        true => format!("[{}]", nested(ty, outer_axes(ty), element)),
        false => nested(ty, 0, element),
    }
}

/// The rows of a flat slice, for a type of rank 1 or more, as calls of methods.
pub(super) fn chunked(ty: &Type, method: &str) -> String {
    let inner = ty.shape.dims().iter().skip(outer_axes(ty)).rev();
    let calls = inner.map(|dim| format!(".{method}::<{}>().0", dim.count()));
    calls.collect()
}

impl Writer<'_> {
    /// The type of a parameter.
    pub(super) fn input_type(&self, ty: &Type, form: Arrays) -> String {
        let element = match (ty.element, form) {
            (element, _) if ty.is_scalar() => return String::from(type_name(element)),
            (Element::I64, Arrays::Nested) => "usize",
            (Element::I64, Arrays::Flat) => "impl support::Integer",
            (element, _) => type_name(element),
        };
        match form == Arrays::Nested && open_columns(ty, &self.typed).is_some() {
            true => format!("support::matrices::Rows<'_,{}>", nested(ty, 2, element)),
            false => format!("&{}", self.parameter(ty, element, form)),
        }
    }

    /// The type that a parameter refers to.
    pub(super) fn parameter(&self, ty: &Type, element: &str, form: Arrays) -> String {
        if form == Arrays::Nested && open_columns(ty, &self.typed).is_some() {
            return format!(
                "impl support::matrices::RowsMut<{}>",
                nested(ty, 2, element)
            );
        }
        if form == Arrays::Flat || outer_axes(ty) == 1 {
            return referred(ty, element);
        }
        let inner = ty.shape.dims().iter().skip(1).rev();
        let row = inner.fold(String::from(element), |row, dim| {
            let is_own = |(symbol, _): &(Symbol, _)| *dim.count() == Extent::symbol(symbol);
            match self.symbols.iter().position(is_own) {
                Some(number) => format!("[{row};N{number}]"),
                None => format!("[{row};{}]", dim.count()),
            }
        });
        format!("[{row}]")
    }

    /// The numbers of the arrays that are the inputs, in their order.
    pub(super) fn input_arrays(&self) -> Vec<usize> {
        let mut arrays = vec![0; self.graph.inputs().len()];
        for (number, array) in self.tiling.arrays.iter().enumerate() {
            if let Origin::Input(position) = array.origin {
                arrays[position] = number;
            }
        }
        arrays
    }

    /// Declares the arrays in the place of the user's integers, and the memory of those that steps
    /// compute.
    pub(super) fn declarations(&mut self) -> std::fmt::Result {
        for number in 0..self.tiling.arrays.len() {
            let array = &self.tiling.arrays[number];
            let is_users = self.is_called && matches!(array.origin, Origin::Input(_));
            if is_users && self.integers[number] {
                let ty = &array.ty;
                let elements = self.count(ty.shape.count());
                let (chunks, from) = (chunked(ty, "as_chunks_mut"), self.flat(ArrayId(number)));
                self.take_array(&format!("i{number}"), Element::I64, &elements)?;
                writeln!(
                    self.text,
                    "support::rows::integers(i{number},{from});let a{number}=&*i{number}{chunks};"
                )?;
            }
        }
        self.take_memory()
    }

    /// Binds an array that has elements of another one, before it is used.
    pub(super) fn part(&mut self, ArrayId(number): ArrayId) -> std::fmt::Result {
        let array = &self.tiling.arrays[number];
        let count = array.ty.shape.count();
        let (of, place) = match &array.origin {
            Origin::Part { of, first } if *first == 0 && count == self.ty(*of).shape.count() => {
                (of, String::new())
            }
            Origin::Part { of, first } => {
                let (first, count) = (self.count(first), self.count(count));
                (of, format!("[{first}..][..{count}]"))
            }
            Origin::Block { of, positions } => (of, self.block(*of, positions, array.site)),
            Origin::Input(_) | Origin::Step | Origin::Place { .. } => return Ok(()),
        };
        self.part(*of)?;
        let flat = ".as_flattened()".repeat(depth(self.ty(*of)));
        let chunks = chunked(&array.ty, "as_chunks");
        let ArrayId(of) = of;
        writeln!(
            self.text,
            "let a{number}=&(&a{of}[..]){flat}{place}[..];let a{number}=a{number}{chunks};"
        )?;
        match array.ty.shape.counts().first().map(Extent::known) {
            Some(Some(rows)) if !array.ty.shape.is_symbolic() => writeln!(
                self.text,
                "let a{number}=support::rows::chunk::<_,{rows}>(a{number},0);"
            ),
            _ => Ok(()),
        }
    }

    /// Binds an array that a step is about to compute in its place in another one.
    pub(super) fn bind_place(&mut self, array: ArrayId) -> std::fmt::Result {
        let Array { ty, origin, .. } = &self.tiling.arrays[array.0];
        let Origin::Place { of, first } = origin else {
            return Ok(());
        };
        let (first, count) = (self.count(first), self.count(ty.shape.count()));
        let (whole, chunks) = (self.flat_mut(*of), chunked(ty, "as_chunks_mut"));
        let number = array.0;
        writeln!(
            self.text,
            "let a{number}=(&mut ({whole})[{first}..][..{count}]){chunks};"
        )
    }

    /// An array, or a number, as a flat slice.
    pub(super) fn flat(&self, array: ArrayId) -> String {
        let (name, ty) = (array.0, self.ty(array));
        match ty.is_scalar() {
            true => format!("core::slice::from_ref(&a{name})"),
            false => format!("(&a{name}[..]){}", ".as_flattened()".repeat(depth(ty))),
        }
    }

    /// An array as a flat slice to write to.
    pub(super) fn flat_mut(&self, array: ArrayId) -> String {
        let flat = ".as_flattened_mut()".repeat(depth(self.ty(array)));
        format!("a{}[..]{flat}", array.0)
    }
}

/// Zeros of an array with these extents.
pub(super) fn zeros(extents: &[usize], zero: &str) -> String {
    let extents = extents.iter().rev();
    extents.fold(String::from(zero), |inner, extent| {
        format!("[{inner};{extent}]")
    })
}
