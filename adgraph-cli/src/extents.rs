//! Numbers in place of the symbols of a graph: from the command line, and from the sizes of what is
//! given for its inputs.

use crate::failure::{Failure, Result};
use graph_ir::Graph;
use graph_ir::types::{Extent, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers by the names of symbols.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extents(BTreeMap<String, usize>);

/// An extent of a graph, and the number that it must be for what is given.
pub(crate) type Equation = (Extent, usize);

impl Extents {
    /// The numbers of `--extent`, each name once.
    pub(crate) fn of(given: &[(String, usize)]) -> Result<Self> {
        let mut extents = BTreeMap::new();
        for (name, number) in given {
            if extents.insert(name.clone(), *number).is_some() {
                let words = format!("--extent: `{name}` is given twice");
                return Err(Failure::usage(words));
            }
        }
        Ok(Self(extents))
    }

    /// Refuses names that none of the graphs has; files are called by `name`.
    pub(crate) fn check(&self, graphs: &[Graph], name: &str) -> Result<()> {
        let symbols: BTreeSet<Symbol> = graphs.iter().flat_map(Graph::symbols).collect();
        let names: Vec<&str> = symbols.iter().map(Symbol::name).collect();
        let Some(unknown) = self.0.keys().find(|given| !names.contains(&given.as_str())) else {
            return Ok(());
        };
        let words = match names[..] {
            [] => format!("--extent: no extent of {name} has a name"),
            [only] => {
                format!("--extent: there is no `{unknown}` in {name}: the only extent is `{only}`")
            }
            _ => {
                let names = names.join("`, `");
                format!("--extent: there is no `{unknown}` in {name}: the extents are `{names}`")
            }
        };
        Err(Failure::usage(words))
    }

    /// The graph for these numbers in place of those of its symbols that have one; the file is
    /// called `name`.
    pub(crate) fn apply(&self, graph: Graph, name: &str) -> Result<Graph> {
        if self.0.is_empty() {
            return Ok(graph);
        }
        let symbols = graph.symbols();
        let given = self.0.iter().map(|(name, &number)| (name.as_str(), number));
        let given: Vec<_> = given
            .filter(|(name, _)| symbols.contains(&Symbol::new(name)))
            .collect();
        let graph = graph.with_extents(&given);
        graph.map_err(|error| Failure::usage(format!("{name}: {error}")))
    }

    /// The numbers that follow from equations with one symbol each, once others are known.
    pub(crate) fn solving(equations: &[Equation]) -> Self {
        let mut extents = Self::default();
        let mut open: Vec<&Equation> = equations.iter().collect();
        loop {
            let before = open.len();
            open.retain(|equation| !extents.learn(equation));
            if open.len() == before {
                return extents;
            }
        }
    }

    /// Solves an equation, if it has one unknown and a solution; whether it did.
    fn learn(&mut self, (extent, number): &Equation) -> bool {
        let known = |symbol: &Symbol| self.0.get(symbol.name()).map(|&number| number.into());
        let extent = extent.with(&known);
        let [symbol] = &extent.symbols()[..] else {
            return false;
        };
        let (mut constant, mut factor) = (0, None);
        for (coefficient, symbols) in extent.terms() {
            match symbols {
                [] => constant = coefficient,
                [_] => factor = Some(coefficient),
                _ => return false,
            }
        }
        let solution = i64::try_from(*number)
            .ok()
            .and_then(|number| number.checked_sub(constant))
            .zip(factor)
            .filter(|(rest, factor)| rest % factor == 0)
            .and_then(|(rest, factor)| usize::try_from(rest / factor).ok());
        if let Some(solution) = solution {
            self.0.insert(symbol.name().into(), solution);
        }
        solution.is_some()
    }
}

/// Refuses a graph with symbols; the file is called `name`.
pub(crate) fn require_known(graph: &Graph, name: &str) -> Result<()> {
    let symbols = graph.symbols();
    let names: Vec<&str> = symbols.iter().map(Symbol::name).collect();
    let options = names.iter().map(|name| format!("--extent {name}=.."));
    let options = options.collect::<Vec<_>>().join(" ");
    match names[..] {
        [] => Ok(()),
        [only] => Err(Failure::usage(format!(
            "the extent `{only}` of {name} must be a number: give it with {options}"
        ))),
        _ => {
            let names = names.join("`, `");
            Err(Failure::usage(format!(
                "the extents `{names}` of {name} must be numbers: give them with {options}"
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(name: &str) -> Extent {
        Extent::symbol(&Symbol::new(name))
    }

    #[test]
    fn equations_are_solved_one_after_the_other() {
        let (n, m) = (extent("N"), extent("M"));
        let solved = |equations: &[Equation]| Extents::solving(equations).0;
        let both = solved(&[(&n * &m, 12), (&n * Extent::from(2) + Extent::from(1), 7)]);
        assert_eq!(both, [("M".into(), 4), ("N".into(), 3)].into());
        // Neither a fraction nor a negative number is a solution, and a square is not solved.
        for (extent, number) in [
            (&n * Extent::from(2), 7),
            (&n + Extent::from(3), 2),
            (&n * &n, 4),
            (&n + &m, 2),
            (Extent::from(3), 3),
        ] {
            assert!(solved(&[(extent, number)]).is_empty());
        }
        // Of two that contradict each other the first one holds.
        assert_eq!(solved(&[(n.clone(), 0), (n, 2)]), [("N".into(), 0)].into());
    }
}
