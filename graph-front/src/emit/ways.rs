//! Ways to compute requests: by a program of its own, by one that others need too, or by filling a
//! matrix with the products that a program yields. Only the parts that a request needs are
//! differentiated.

use std::collections::BTreeMap;

use graph_ir::passes;
use graph_program::Pipeline;

use crate::derivatives::{Made, Program, Request, Serves, Subject, Sweep, Trait};
use crate::signature::Signature;

/// A way to compute a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// By a program that yields its results, and perhaps more.
    Program(Program),
    /// By a program that yields a column of the matrix for a direction.
    Columns(Program),
    /// By a program that yields a row of the matrix for a seed.
    Rows(Program),
}

/// The ways of all requests, and their programs, with those graphs that are known already.
pub(super) struct Ways<'g> {
    pub(super) ways: BTreeMap<Request, Way>,
    pub(super) programs: BTreeMap<Program, Option<Made<'g>>>,
}

impl<'g> Ways<'g> {
    pub(super) fn new(signature: &Signature, of: &Subject<'g>) -> graph_ir::Result<Self> {
        let mut all = Self {
            ways: BTreeMap::new(),
            programs: BTreeMap::new(),
        };
        let asks = |request: &Request| signature.derivatives.asks(*request);
        let (asked, others): (Vec<_>, Vec<_>) = computed(signature).partition(asks);
        for request in asked {
            let way = all.best(request, of)?;
            all.ways.extend(way.map(|way| (request, way)));
        }
        // Requests that are not asked for by themselves use the programs that exist.
        for request in others {
            let row = request.row();
            let there = row.programs.iter().find(|p| all.programs.contains_key(p));
            let way = match (there, row.sweep) {
                (Some(program), _) => Some(Way::Program(*program)),
                (None, Some(sweep)) => Some(all.sweep(sweep, of)?),
                (None, None) => all.best(request, of)?,
            };
            all.ways.extend(way.map(|way| (request, way)));
        }
        Ok(all)
    }

    /// The best way to compute a request.
    fn best(&mut self, request: Request, of: &Subject<'g>) -> graph_ir::Result<Option<Way>> {
        let row = request.row();
        for &program in row.programs {
            if self.add(program, of)? {
                return Ok(Some(Way::Program(program)));
            }
        }
        row.sweep.map(|sweep| self.sweep(sweep, of)).transpose()
    }

    /// The way to fill a matrix, in whichever direction takes fewest products.
    fn sweep(&mut self, sweep: Sweep, of: &Subject<'g>) -> graph_ir::Result<Way> {
        let (program, way): (_, fn(Program) -> Way) = match sweep {
            Sweep::Jacobian if of.is_tall() => (Program::Tangent, Way::Columns),
            Sweep::Jacobian => (Program::Adjoint, Way::Rows),
            Sweep::Hessian => (Program::HessianProduct, Way::Columns),
        };
        self.add(program, of)?;
        Ok(way(program))
    }

    /// Adds a program, and says whether it is there.
    fn add(&mut self, program: Program, of: &Subject<'g>) -> graph_ir::Result<bool> {
        if self.programs.contains_key(&program) {
            return Ok(true);
        }
        let made = match Served::by(program, of)? {
            Served::No => return Ok(false),
            Served::Unmade => None,
            Served::Made(made) => Some(*made),
        };
        self.programs.insert(program, made);
        Ok(true)
    }
}

/// Whether a program serves for a function.
pub(super) enum Served<'g> {
    /// It does not.
    No,
    /// It does, whatever its graph is, which is not made yet.
    Unmade,
    /// It does, by this graph, which was made to see that it is small.
    Made(Box<Made<'g>>),
}

impl<'g> Served<'g> {
    pub(super) fn by(program: Program, of: &Subject<'g>) -> graph_ir::Result<Self> {
        let row = program.row();
        // Sizes by which programs are compared are not known of these.
        if !of.graph.symbols().is_empty() {
            return Ok(Self::Unmade);
        }
        let most = match row.serves {
            Serves::Always => return Ok(Self::Unmade),
            Serves::Where(of_such) if of_such(of) => return Ok(Self::Unmade),
            Serves::UpTo(most, of_such) if of_such(of) => most,
            Serves::Where(_) | Serves::UpTo(..) => return Ok(Self::No),
        };
        let made = (row.make)(of)?;
        let prepared = Pipeline::new(of.options).prepare(&made.graph)?;
        Ok(match passes::unfolded_size(&prepared) <= most {
            true => Self::Made(Box::new(made)),
            false => Self::No,
        })
    }
}

/// The requests that have bodies: those whose functions are there, and the others that traits over
/// flat slices require.
fn computed(signature: &Signature) -> impl Iterator<Item = Request> {
    let all = Request::ALL.iter().copied();
    all.filter(|&request| {
        let (of, required) = request.row().method;
        signature.makes(request) || required && implements(signature, of)
    })
}

/// Whether a trait over flat slices is implemented: if any of its requests is asked for; under
/// `only`, if all that it requires are.
pub(super) fn implements(signature: &Signature, of: Trait) -> bool {
    let all = || Request::ALL.iter().copied();
    let has_methods = match signature.derivatives.only {
        true => {
            let mut methods = all().filter(|request| request.row().method == (of, true));
            methods.all(|request| signature.makes(request))
        }
        false => all().any(|request| request.row().method.0 == of && signature.makes(request)),
    };
    let has_function = of == Trait::Function || implements(signature, Trait::Function);
    let can_be = signature.is_differentiable() && signature.float().is_some();
    can_be && has_methods && has_function
}
