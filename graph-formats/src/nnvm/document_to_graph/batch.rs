//! Files whose data has an unknown first extent: the batch, which MXNet writes as 0.
//!
//! The rules of operators know numbers alone. So the document becomes a graph for each of three
//! sizes of the batch, and the graph for all sizes follows from these; see
//! [`generalize`](passes::generalize).

use super::GraphOptions;
use crate::nnvm::document::Document;
use crate::nnvm::inference::Inference;
use crate::nnvm::node_site::Site;
use crate::nnvm::operators::{Shape, shown};
use crate::nnvm::shapes::Inferred;
use crate::sites;
use crate::{Error, Place};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use graph_ir::types::Symbol;
use graph_ir::{Graph, passes};

/// The name of the batch's size, as in the layouts `NCHW` and `NHWC`.
const BATCH: &str = "N";

/// Sizes of the batch: primes, which other extents of a network hardly are or contain.
const SIZES: [usize; 3] = [97, 193, 389];

/// The batch of a document: the inputs of which only the first extent is not known.
pub(super) struct Batch<'d> {
    document: &'d Document,
    /// The shapes that are given.
    given: &'d BTreeMap<String, Shape>,
    /// The inputs with their shapes, which begin with 0.
    inputs: Vec<(String, Shape)>,
}

impl<'d> Batch<'d> {
    /// The batch of a document whose shapes are not all known; `None` where more than the size of
    /// the batch is missing.
    pub(super) fn of(
        document: &'d Document,
        given: &'d BTreeMap<String, Shape>,
        inference: &Inference<'_>,
    ) -> Result<Option<Self>, Error> {
        let inputs = inference.inputs()?.into_iter().filter(|input| input.wanted);
        let inputs = inputs.map(|input| match input.shape.as_deref() {
            Some([None, row @ ..]) => {
                let row: Option<Shape> = row.iter().copied().collect();
                let shape = [0].into_iter().chain(row?).collect();
                Some((input.name, shape))
            }
            _ => None,
        });
        let inputs: Option<Vec<_>> = inputs.collect();
        let Some(inputs) = inputs.filter(|inputs| !inputs.is_empty()) else {
            return Ok(None);
        };
        let batch = Self {
            document,
            given,
            inputs,
        };
        // All that is missing must follow from the size.
        let follows = Inference::run(document, &batch.sized(SIZES[0]));
        let is_all = follows.map_or(true, |inference| inference.is_done());
        Ok(is_all.then_some(batch))
    }

    /// The graph for every size of the batch.
    pub(super) fn graph(&self, options: GraphOptions) -> Result<Graph, Error> {
        let inferred = |size| {
            let inferred = self.document.infer(&self.sized(size));
            inferred.map_err(|error| self.refused(error))
        };
        let [x, y, z] = SIZES;
        let (a, b, c) = (inferred(x)?, inferred(y)?, inferred(z)?);
        self.check_single(&a, &b)?;
        let graph = |inferred: &Inferred<'_>| {
            let graph = inferred.to_graph_with(options);
            graph.map_err(|error| self.refused(error))
        };
        let (a, b, c) = (graph(&a)?, graph(&b)?, graph(&c)?);
        let any = passes::generalize(&Symbol::new(BATCH), [(x, &a), (y, &b), (z, &c)]);
        any.map_err(|error| match error {
            graph_ir::Error::NotForAll { site, .. } => self.not_for_all(site),
            _ => self.unsupported(Place::default(), None),
        })
    }

    /// Refuses operators that treat a batch of one otherwise: `squeeze` of all axes drops its axis.
    /// A batch that is too small for an operator is refused by the graph, which states the least one.
    fn check_single(&self, a: &Inferred<'_>, b: &Inferred<'_>) -> Result<(), Error> {
        let Ok(single) = self.document.infer(&self.sized(1)) else {
            return Ok(());
        };
        let [x, y, _] = SIZES;
        // The extent of a single one on the line through those of the two sizes.
        let follows = |a: usize, b: usize, one: usize| {
            let [a, b, one] = [a, b, one].map(|extent| extent as u128);
            let (wide, narrow) = ((y - 1) as u128, (x - 1) as u128);
            a * wide == b * narrow + one * (wide - narrow)
        };
        let alike = |(a, b, one): (&Shape, &Shape, &Shape)| {
            let mut extents = a.iter().zip(b).zip(one);
            one.len() == a.len() && extents.all(|((&a, &b), &one)| follows(a, b, one))
        };
        let differs = a.order().iter().find(|&&id| {
            let shapes = a.outputs(id).iter().zip(b.outputs(id));
            let mut shapes = shapes.zip(single.outputs(id));
            !shapes.all(|((a, b), one)| alike((a, b, one)))
        });
        match differs {
            None => Ok(()),
            Some(&id) => {
                let site = Site::new(a.document(), id);
                Err(self.unsupported(site.place(), Some(site.name())))
            }
        }
    }

    /// The shapes that are given, and the inputs' for a size of the batch.
    fn sized(&self, size: usize) -> BTreeMap<String, Shape> {
        let mut given = self.given.clone();
        for (name, shape) in &self.inputs {
            let mut shape = shape.clone();
            shape[0] = size;
            given.insert(name.clone(), shape);
        }
        given
    }

    /// The error of a rule that refuses one of the sizes. Operators that are refused for every
    /// size are errors of their own.
    fn refused(&self, error: Error) -> Error {
        match error {
            Error::Value { place, .. } => {
                let entry = place.pointer.strip_prefix("/nodes/");
                let id = entry.and_then(|entry| entry.split('/').next()?.parse().ok());
                self.unsupported(place, id.and_then(|id| self.name(id)))
            }
            error => error,
        }
    }

    /// The error about a node whose result is not the same function of its rows for every size.
    fn not_for_all(&self, site: u32) -> Error {
        let place = sites::nnvm::place(graph_ir::Site(site)).unwrap_or_default();
        let id = (site as usize).checked_sub(1);
        self.unsupported(place, id.and_then(|id| self.name(id)))
    }

    /// The node as messages call it, unless it is one that old versions did not write.
    fn name(&self, id: usize) -> Option<String> {
        let is_there = id < self.document.nodes.len();
        is_there.then(|| Site::new(self.document, id).name())
    }

    fn unsupported(&self, place: Place, node: Option<String>) -> Error {
        let what = node.unwrap_or_else(|| "the network".into());
        let shapes = self.inputs.iter().map(|(name, shape)| {
            let mut known = shape.clone();
            known[0] = 1;
            (name, shape, shown(&known), option(name, &known))
        });
        let shapes: Vec<_> = shapes.collect();
        let unknown = shapes
            .iter()
            .map(|(name, shape, ..)| format!("`{name}` is {}", shown(shape)));
        let known = shapes
            .iter()
            .map(|(name, _, known, _)| format!("{known} for `{name}`"));
        let options = shapes.iter().map(|(.., option)| option.clone());
        let [unknown, known] =
            [unknown.collect::<Vec<_>>(), known.collect()].map(|words| words.join(" and "));
        let options = options.collect::<Vec<_>>().join(" ");
        Error::Unsupported {
            place,
            what: format!("{what} for batches of every size"),
            why: format!(
                "{unknown}; give the shape with a number, such as {known} (`{options}` on the \
                 command line)"
            )
            .into(),
        }
    }
}

/// The option of the command line that gives a shape.
fn option(name: &str, shape: &[usize]) -> String {
    let extents: Vec<String> = shape.iter().map(|extent| format!("{extent}")).collect();
    format!("--shape {name}={}", extents.join(","))
}
