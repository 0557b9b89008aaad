//! The private functions of a sum: one adds up numbers of points, the other one makes results of
//! them.

use std::borrow::Borrow;

use graph_ir::Type;
use proc_macro2::{Ident, Literal, TokenStream};

use super::head::Head;
use super::kernel::{Kernel, Passed, Single};
use super::slices::{part, split};
use super::summed::Summed;
use super::sums::Sum;
use crate::derivatives::{InputGroup, OutputGroup};
use crate::emit::batches::PointSum;
use crate::emit::call::{self, Input};
use crate::emit::mixed;
use crate::emit::names::ident;
use crate::tokens::joined;

/// The numbers that points are added up to, and what it takes to compute them.
pub(super) struct Numbers {
    head: Head,
    /// The inputs of the points' function after the arguments, with their types.
    more: Vec<(Type, Input)>,
    /// The types of the results that are among them as they are: all but a matrix that is computed
    /// column by column.
    direct: Vec<Type>,
    /// The types of all results of the points' function.
    outputs: Vec<Type>,
    /// The columns of a matrix that is computed by products: each has all numbers.
    columns: Option<usize>,
}

impl Numbers {
    /// Those of a sum.
    pub(super) fn new(sum: &Sum<'_>, made: &PointSum) -> Self {
        let (batch, names) = (sum.batch, sum.batch.names);
        let fields = batch.shared();
        let shared = || fields.iter().map(|a| a.ty.clone());
        let [weights, direction] = ["weights", "direction"].map(ident);
        let mut more = Vec::new();
        if sum.has_weights() {
            let parts = names.signature.result.parts().iter().cloned();
            more.extend(parts.zip(call::seeds(names, &mixed!((*#weights)))));
        }
        if made.by_columns {
            let types: Vec<Type> = shared().collect();
            let directions = split(names, types.iter(), &mixed!(#direction));
            more.extend(types.into_iter().zip(directions));
        } else if sum.takes(InputGroup::Direction) {
            more.extend(fields.iter().map(|argument| {
                let field = argument.field();
                let value = Input::value(names, &argument.ty, &mixed!(#direction.#field));
                (argument.ty.clone(), value)
            }));
        }
        let is_direct = |result: &&Summed| !(made.by_columns && is_matrix(result));
        let direct = sum.results.iter().filter(is_direct);
        let direct: Vec<Type> = direct.flat_map(|result| result.types.clone()).collect();
        let head = Head::new(sum.form.head, made.handed.clone());
        let mut outputs = direct.clone();
        if made.by_columns {
            outputs.extend(shared());
        }
        if sum.form.head_adjoint.is_some() {
            outputs.extend(made.handed.iter().cloned());
        }
        Self {
            head,
            more,
            direct,
            outputs,
            // Without columns, numbers are still asked for.
            columns: made.by_columns.then(|| count_of(shared()).max(1)),
        }
    }

    /// How many numbers there are, of each column.
    fn of_column(&self) -> usize {
        count_of(&self.outputs)
    }

    /// How many numbers there are.
    pub(super) fn count(&self) -> usize {
        self.of_column() * self.columns.unwrap_or(1)
    }
}

impl Sum<'_> {
    /// Statements that add up points to `sums`.
    pub(super) fn added(&self, numbers: &Numbers) -> TokenStream {
        let batch = self.batch;
        let (private, float) = (&batch.names.private, batch.float());
        let inputs: Vec<Input> = numbers
            .more
            .iter()
            .map(|(_, input)| input.clone())
            .collect();
        let head = numbers.head.before(batch, &inputs);
        let mut points = batch.groups("points");
        batch.arguments(&mut points);
        let (before, labels) = (points.inputs(&float), points.labels());
        let block = batch.block(&self.kernel(numbers));
        let [sums, column, direction] = ["sums", "column", "direction"].map(ident);
        let points = points.name();
        let call = |start: TokenStream| {
            mixed! {
                #head
                #before
                #private::generated::batch::sum(
                    &[#(#labels,)*], &#points, &mut #sums, #start, &#block
                );
            }
        };
        let Some(_) = numbers.columns else {
            return call(mixed!(0));
        };
        let [size, count] = [
            numbers.of_column(),
            count_of(batch.shared().iter().map(|a| &a.ty)),
        ]
        .map(Literal::usize_unsuffixed);
        let call = call(mixed!(#column * #size));
        mixed! {
            #private::generated::batch::each_unit::<#float, #count>(|#column, #direction| {
                #call
            });
        }
    }

    /// The computation of points.
    fn kernel(&self, numbers: &Numbers) -> Kernel {
        let batch = self.batch;
        let more = { numbers.more.iter() }.map(|(ty, input)| (ty, input.clone().into_tokens()));
        let handed = { numbers.head.handed.iter().zip(&numbers.head.values) }.map(|(ty, value)| {
            (
                ty,
                Input::value(batch.names, ty, &mixed!(#value)).into_tokens(),
            )
        });
        let mut inputs = batch.passed();
        inputs.extend(
            more.chain(handed)
                .map(|(ty, value)| Passed::Shared(ty.clone(), value)),
        );
        Kernel {
            lanes: self.form.adds,
            single: Single::Function(self.form.adds),
            inputs,
            outputs: numbers.outputs.clone(),
            adds: true,
        }
    }

    /// Statements that take the results, which variables refer to, from `sums`.
    pub(super) fn taken(&self, numbers: &Numbers) -> TokenStream {
        let batch = self.batch;
        let sums = ident("sums");
        let by_columns = numbers.columns.is_some();
        let direct = self
            .results
            .iter()
            .filter(|r| !(by_columns && is_matrix(r)));
        let mut places: Vec<TokenStream> =
            direct.flat_map(|result| result.places.clone()).collect();
        let mut types = numbers.direct.clone();
        let after = self.form.head_adjoint.map(|function| {
            let (head, fields) = (&numbers.head, batch.shared());
            let seeds = head.seeds();
            places.extend(seeds.iter().map(|seed| mixed!(#seed)));
            types.extend(head.handed.iter().cloned());
            let adjoint = self
                .results
                .iter()
                .find(|r| r.group == OutputGroup::Adjoint);
            let after =
                adjoint.map(|adjoint| head.after(batch, function, (&adjoint.name, &fields)));
            (head.declarations(batch, &seeds), after)
        });
        let (seeds, after) = after.unwrap_or_default();
        let taken = self.parts(&types, &places, &sums);
        let matrix = self
            .results
            .iter()
            .find(|result| by_columns && is_matrix(result));
        let columns = matrix.map(|matrix| self.columns(numbers, &matrix.name));
        mixed!(#seeds #taken #columns #after)
    }

    /// Statements that take parts from a flat array.
    fn parts(&self, types: &[Type], places: &[TokenStream], sums: &Ident) -> TokenStream {
        let mut start = 0;
        let statements = types.iter().zip(places).map(|(ty, place)| {
            let part = part(self.batch.names, ty, &mixed!(#sums), start, false);
            start += ty.shape.size();
            match ty.is_scalar() {
                true => mixed!(#place = #part;),
                false => mixed!(#place = *#part;),
            }
        });
        joined(statements)
    }

    /// Statements that take the columns of a matrix.
    fn columns(&self, numbers: &Numbers, matrix: &Ident) -> TokenStream {
        let [size, start] =
            [numbers.of_column(), count_of(&numbers.direct)].map(Literal::usize_unsuffixed);
        let [sums, row, i, j, element] = ["sums", "row", "i", "j", "element"].map(ident);
        mixed! {
            for (#i, #row) in #matrix.iter_mut().enumerate() {
                for (#j, #element) in #row.iter_mut().enumerate() {
                    *#element = #sums[#j * #size + #start + #i];
                }
            }
        }
    }
}

fn is_matrix(result: &Summed) -> bool {
    matches!(result.group, OutputGroup::Dense(_))
}

/// The number of elements of these types together.
fn count_of(types: impl IntoIterator<Item = impl Borrow<Type>>) -> usize {
    let types = types.into_iter();
    types.map(|ty| ty.borrow().shape.size()).sum()
}
