//! Values that a loop could keep in place of arrays.

use alloc::vec::Vec;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{OpView, Scan};
use graph_ir::types::Type;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Reads;

/// The most elements of an array that are read, or added to, one by one.
pub(crate) const FEW: usize = 16;

/// Nodes whose values could be kept.
pub(super) struct Candidates {
    own: Vec<Part>,
    branches: Vec<(NodeId, [Self; 2])>,
    loops: Vec<Loop>,
}

/// A value that is read of a carried array.
struct Part {
    id: NodeId,
    /// The number of the array.
    array: usize,
    /// How large it is.
    size: PartSize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PartSize {
    /// A number, or few of them.
    Few,
    /// A row of an array of several ones.
    Row,
    /// As much as the array, or nearly so.
    Most,
}

/// A loop inside that takes arrays.
struct Loop {
    id: NodeId,
    /// The arrays.
    arrays: Vec<usize>,
    /// The values of its body that it keeps in place of its own arrays.
    own: Reads,
    inside: Candidates,
    /// Its results that are no arrays and are read.
    results: Vec<NodeId>,
}

/// For each output of a graph the array of which it is a version.
type Versions = Vec<Option<usize>>;

impl Candidates {
    pub(super) fn is_empty(&self) -> bool {
        self.own.is_empty() && self.branches.is_empty() && self.loops.is_empty()
    }

    /// Those that read a part of an array; `arrays` says for each input the array of which it is a
    /// version. Gives for each output too the array of which it is one. Loops inside are looked
    /// into `levels` deep.
    ///
    /// Recurses as deeply as branches are nested.
    pub(super) fn of(graph: &Graph, arrays: &[Option<usize>], levels: usize) -> (Self, Versions) {
        let mut version_of: Vec<Option<usize>> = alloc::vec![None; graph.len()];
        for (input, array) in graph.inputs().iter().zip(arrays) {
            version_of[input.node.index()] = *array;
        }
        let mut results: HashMap<NodeId, Versions, FxBuildHasher> = HashMap::default();
        // Of a row that is read to read an element of it, the element is kept.
        let mut is_read = alloc::vec![false; graph.len()];
        let mut found = Self {
            own: Vec::new(),
            branches: Vec::new(),
            loops: Vec::new(),
        };
        for id in graph.ids() {
            let arguments = graph.arguments(id);
            let first = arguments.first().map(|first| first.index());
            let whole = first.and_then(|first| version_of[first]);
            let versions =
                || -> Versions { arguments.iter().map(|a| version_of[a.index()]).collect() };
            let mut takes_element = 0;
            let view = graph.view(id);
            if let (OpView::Replace(_), Some(_)) = (&view, whole) {
                version_of[id.index()] = whole;
                takes_element = 1;
            } else if let (
                OpView::Gather(_) | OpView::PartAt(_) | OpView::Slice(_) | OpView::Reshape(_),
                Some(array),
            ) = (&view, whole)
            {
                version_of[id.index()] = whole.filter(|_| !graph.ty(id).is_scalar());
                let size = PartSize::of(graph.ty(id), Some(graph.ty(arguments[0])));
                found.own.push(Part { id, array, size });
                takes_element = 1;
            } else if let OpView::Branch(_) = view {
                let captured = &versions()[1..];
                let sides = graph.functions_of(id);
                let mut sides = sides.map(|side| Self::of(&side.graph, captured, levels));
                if captured.iter().any(Option::is_some)
                    && let (Some(then), Some(otherwise)) = (sides.next(), sides.next())
                {
                    let pairs = then.1.into_iter().zip(otherwise.1);
                    let same = pairs.map(|(a, b)| a.filter(|_| a == b));
                    results.insert(id, same.collect());
                    found.branches.push((id, [then.0, otherwise.0]));
                }
            } else if let OpView::Scan(scan) = &view {
                let versions = versions();
                let has_results = !graph.result_types(id).is_empty();
                if levels > 0 && has_results && versions.iter().any(Option::is_some) {
                    let body = &graph.function(scan.body).graph;
                    let (own, of_results) = Loop::of(id, body, scan, versions, levels - 1);
                    results.insert(id, of_results);
                    found.loops.push(own);
                }
            } else if let OpView::Project(project) = view
                && let Some(own) = results.get(&arguments[0])
            {
                version_of[id.index()] = own[project.0];
                if own[project.0].is_none() {
                    let of = arguments[0];
                    if let Some(own) = found.loops.iter_mut().find(|own| own.id == of) {
                        own.results.push(id);
                    } else {
                        let captured = graph.arguments(of).iter();
                        let array = captured.filter_map(|a| version_of[a.index()]).next();
                        let size = PartSize::of(graph.ty(id), None);
                        found
                            .own
                            .extend(array.map(|array| Part { id, array, size }));
                    }
                }
            }
            for argument in &arguments[takes_element..] {
                is_read[argument.index()] = true;
            }
        }
        for output in graph.outputs() {
            is_read[output.node.index()] = true;
        }
        found
            .own
            .retain(|part| is_read[part.id.index()] && part.size != PartSize::Most);
        for own in &mut found.loops {
            own.results.retain(|id| is_read[id.index()]);
        }
        let outputs = graph.outputs().iter();
        let outputs = outputs.map(|output| version_of[output.node.index()]);
        (found, outputs.collect())
    }

    /// Those of some of the arrays.
    pub(super) fn kept(&self, is_kept: &dyn Fn(usize) -> bool) -> Reads {
        let own = self.own.iter();
        let own = own.filter_map(|part| is_kept(part.array).then_some(part.id));
        let loops = self.loops.iter();
        let loops = loops.filter(|own| own.arrays.iter().any(|&array| is_kept(array)));
        let results = loops.clone().flat_map(|own| own.results.iter().copied());
        let mut own: Vec<NodeId> = own.chain(results).collect();
        own.sort_unstable();
        let branches = self.branches.iter().map(|(id, sides)| {
            let sides = sides.each_ref().map(|side| side.kept(is_kept));
            (*id, sides)
        });
        let mut branches: Vec<(NodeId, [Reads; 2])> = branches.collect();
        branches.retain(|(_, sides)| !sides.iter().all(Reads::is_empty));
        let loops = loops.map(|own| (own.id, own.own.clone().and(own.inside.kept(is_kept))));
        Reads {
            own,
            branches,
            loops: loops.collect(),
            ..Reads::default()
        }
    }

    /// Whether there are rows among those that no loop inside keeps.
    pub(super) fn has_rows(&self) -> bool {
        let mut sides = self.branches.iter().flat_map(|(_, sides)| sides);
        self.own.iter().any(|part| part.size == PartSize::Row) || sides.any(Self::has_rows)
    }

    /// Those that no loop inside keeps.
    pub(super) fn without_loops(mut self) -> Self {
        self.loops.clear();
        self.in_sides(Self::without_loops)
    }

    /// Those without rows.
    pub(super) fn without_rows(mut self) -> Self {
        self.own.retain(|part| part.size != PartSize::Row);
        self.in_sides(Self::without_rows)
    }

    /// Those with others in the sides of branches.
    fn in_sides(self, change: fn(Self) -> Self) -> Self {
        let branches = self.branches.into_iter();
        let branches = branches.map(|(id, sides)| (id, sides.map(change)));
        Self {
            branches: branches.collect(),
            ..self
        }
    }
}

impl Loop {
    /// A loop that takes versions of arrays, and for each result the array of which it is one.
    fn of(
        id: NodeId,
        body: &Graph,
        scan: &Scan,
        mut versions: Versions,
        levels: usize,
    ) -> (Self, Versions) {
        let arrays = versions.iter().copied().flatten().collect();
        // A slice of an array is none.
        versions[scan.captured + scan.carried..].fill(None);
        loop {
            let (inside, mut results) = Candidates::of(body, &versions, levels);
            // A carried value is a version of the same array in all iterations.
            let state = &mut versions[scan.captured..][..scan.carried];
            let mut is_settled = true;
            for (version, result) in state.iter_mut().zip(&results) {
                if version.is_some() && version != result {
                    *version = None;
                    is_settled = false;
                }
            }
            if is_settled {
                for (result, version) in results.iter_mut().zip(state.iter()) {
                    *result = *version;
                }
                results[scan.carried..].fill(None);
                let own = Reads::within(body, scan, levels);
                let own = Self {
                    id,
                    arrays,
                    own,
                    inside,
                    results: Vec::new(),
                };
                return (own, results);
            }
        }
    }
}

/// An array of at least so many rows is large beside one of them.
const SEVERAL: usize = 4;

impl PartSize {
    /// The size of a part beside the array of which it is read, if that is known.
    fn of(part: &Type, whole: Option<&Type>) -> Self {
        let count = part.shape.count();
        if count.known().is_some_and(|size| size <= FEW) {
            return Self::Few;
        }
        let rows = whole.is_some_and(|whole| {
            let several = count.estimate().saturating_mul(SEVERAL);
            whole.shape.rank() > part.shape.rank() && several <= whole.shape.count().estimate()
        });
        if rows { Self::Row } else { Self::Most }
    }
}
