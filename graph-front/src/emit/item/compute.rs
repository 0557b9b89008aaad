//! Statements that compute a request: from inputs and places for its results, the same for every
//! surface.

use proc_macro2::{Literal, TokenStream};

use super::Bodies;
use super::matrix::is_open;
use super::slices::{flat_adjoint, flat_inputs, flat_result, split};
use super::slices::{scratch_adjoint, scratch_result};
use super::twin::Allocates;
use crate::derivatives::{InputGroup, Matrix, OutputGroup, Program, Request};
use crate::emit::call::{self, Input, Output};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::emit::ways::Way;

/// A place for a group of results.
pub(super) struct ResultPlace {
    pub(super) group: OutputGroup,
    /// Statements that take it apart.
    pub(super) before: TokenStream,
    /// The program's outputs.
    pub(super) outputs: Vec<Output>,
    /// A reference to all of it, where it is a matrix.
    pub(super) whole: TokenStream,
}

/// Statements that compute a request, given the arguments, the groups of inputs that it takes, and
/// a place for each of its results. A stub has none.
pub(super) fn statements(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    request: Request,
    mut inputs: Vec<Input>,
    places: Vec<ResultPlace>,
) -> TokenStream {
    let Some(way) = bodies.way(request) else {
        return TokenStream::new();
    };
    match way {
        Way::Program(program) => {
            inputs.extend(one_as_seed(names, request, program));
            let (before, outputs) = gather(names, program.row().outputs, places);
            let run = call::call(names, bodies, program.row().name, &inputs, &outputs);
            mixed!(#before #run)
        }
        Way::Columns(program) => columns(names, bodies, program, inputs, places),
        Way::Rows(program) => rows(names, bodies, program, inputs, places),
    }
}

/// The need of an allocator of the statements that compute a request.
pub(super) fn allocates(names: &Names<'_>, bodies: &Bodies<'_>, request: Request) -> Allocates {
    let (program, outputs) = match bodies.way(request) {
        None => return Allocates::Nothing,
        Some(Way::Program(program)) => (program, program.row().outputs),
        // A matrix column by column has them in vectors.
        Some(Way::Columns(_) | Way::Rows(_)) => return Allocates::Vectors,
    };
    let asked = |group: &OutputGroup| {
        let mut asked = request.row().outputs.iter();
        asked.any(|output| output.group == *group)
    };
    let in_vectors = outputs
        .iter()
        .filter(|group| !asked(group))
        .any(|group| match group {
            OutputGroup::Value | OutputGroup::Tangent | OutputGroup::Series => {
                names.results_allocate()
            }
            OutputGroup::Adjoint | OutputGroup::Product => names.variables_allocate(),
            OutputGroup::Dense(_) | OutputGroup::Entries(_) => true,
        });
    if in_vectors {
        Allocates::Vectors
    } else if bodies.pools(program.row().name).is_empty() {
        Allocates::Nothing
    } else {
        Allocates::Workspace
    }
}

/// The seed of a program, where the request has none: the gradient is the adjoint with seed 1.
fn one_as_seed(names: &Names<'_>, request: Request, program: Program) -> Option<Input> {
    let has_seed = |inputs: &[InputGroup]| inputs.contains(&InputGroup::Seed);
    let lacks = has_seed(program.row().inputs) && !has_seed(request.row().inputs);
    lacks.then(|| {
        Input::passed(match &names.signature.generic {
            Some(generic) => {
                let private = &names.private;
                mixed!(<#generic as #private::math::Float>::ONE)
            }
            None => mixed!(1.0),
        })
    })
}

/// The outputs of a program. Those without a place are not requested: they go to variables of their
/// own.
fn gather(
    names: &Names<'_>,
    groups: &[OutputGroup],
    mut places: Vec<ResultPlace>,
) -> (TokenStream, Vec<Output>) {
    let (mut before, mut outputs) = (TokenStream::new(), Vec::new());
    for &group in groups {
        let asked = places.iter().position(|place| place.group == group);
        let place = asked.map(|position| places.swap_remove(position));
        let (statements, places) = match (place, group) {
            (Some(place), _) => (place.before, place.outputs),
            (None, OutputGroup::Value | OutputGroup::Tangent) => scratch_result(names),
            (None, OutputGroup::Adjoint | OutputGroup::Product) => scratch_adjoint(names),
            // A test checks in the tables that these have places.
            (None, OutputGroup::Dense(_) | OutputGroup::Entries(_) | OutputGroup::Series) => {
                (TokenStream::new(), Vec::new())
            }
        };
        before.extend(statements);
        outputs.extend(places);
    }
    (before, outputs)
}

/// Statements that fill a matrix column by column, and the places of other results on the way.
fn columns(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    program: Program,
    mut inputs: Vec<Input>,
    places: Vec<ResultPlace>,
) -> TokenStream {
    let private = &names.private;
    let [direction, column] = ["direction", "column"].map(ident);
    let (matrix, whole) = matrix(&places);
    let (before, products) = match matrix {
        Matrix::Jacobian => flat_result(names, &mixed!(#column)),
        Matrix::Hessian => flat_adjoint(names, &mixed!(#column)),
    };
    inputs.extend(flat_inputs(names, &mixed!(#direction)));
    let (scratch, mut outputs) = gather(names, others(program), places);
    outputs.extend(products);
    let run = call::call(names, bodies, program.row().name, &inputs, &outputs);
    if is_open(names, matrix) {
        let extents = open_extents(names, matrix);
        return mixed! {
            #scratch
            #private::generated::columns_at(&mut (#whole)[..], #extents, |#direction, #column| {
                #before
                #run
            });
        };
    }
    if names.inputs() == 0 && matrix == Matrix::Hessian {
        // No column asks for value and gradient.
        let float = names.element(names.float().unwrap_or(graph_ir::Element::F64));
        return mixed! {
            #scratch
            let (#direction, #column): (&[#float; 0], &mut [#float; 0]) = (&[], &mut []);
            #before
            #run
        };
    }
    let length = match matrix {
        Matrix::Jacobian => names.outputs(),
        Matrix::Hessian => names.inputs(),
    };
    let [n, m] = [names.inputs(), length].map(Literal::usize_unsuffixed);
    mixed! {
        #scratch
        #private::generated::columns::<_, #n, #m>(&mut (#whole)[..], |#direction, #column| {
            #before
            #run
        });
    }
}

/// Statements that fill a matrix row by row.
fn rows(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    program: Program,
    mut inputs: Vec<Input>,
    places: Vec<ResultPlace>,
) -> TokenStream {
    let private = &names.private;
    let [seed, row] = ["seed", "row"].map(ident);
    let (matrix, whole) = matrix(&places);
    let parts = names.signature.result.parts();
    inputs.extend(split(names, parts.iter(), &mixed!(#seed)));
    let (before, adjoints) = flat_adjoint(names, &mixed!(#row));
    let (scratch, mut outputs) = gather(names, others(program), places);
    outputs.extend(adjoints);
    let run = call::call(names, bodies, program.row().name, &inputs, &outputs);
    if is_open(names, matrix) {
        let extents = open_extents(names, matrix);
        return mixed! {
            #scratch
            #private::generated::rows_at(&mut (#whole)[..], #extents, |#seed, #row| {
                #before
                #run
            });
        };
    }
    let [n, m] = [names.inputs(), names.outputs()].map(Literal::usize_unsuffixed);
    mixed! {
        #scratch
        #private::generated::rows::<_, #n, #m>(&mut (#whole)[..], |#seed, #row| {
            #before
            #run
        });
    }
}

/// The numbers of rows and columns of a matrix that the call says the size of.
fn open_extents(names: &Names<'_>, matrix: Matrix) -> TokenStream {
    let rows = match matrix {
        Matrix::Jacobian => names.counts_of_results(),
        Matrix::Hessian => names.counts_of_variables(),
    };
    let [rows, columns] = [rows, names.counts_of_variables()].map(|own| names.total(&own));
    mixed!([#rows, #columns])
}

/// The matrix among the places, and a reference to it.
fn matrix(places: &[ResultPlace]) -> (Matrix, TokenStream) {
    let dense = places.iter().find_map(|place| match place.group {
        OutputGroup::Dense(matrix) => Some((matrix, place.whole.clone())),
        _ => None,
    });
    dense.unwrap_or((Matrix::Jacobian, TokenStream::new()))
}

/// The results of a program but the last one, which is part of a matrix.
fn others(program: Program) -> &'static [OutputGroup] {
    let outputs = program.row().outputs;
    outputs.split_last().map_or(&[], |(_, others)| others)
}
