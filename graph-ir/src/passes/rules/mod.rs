//! Rewriting by rules: a pattern of operators, its replacement, and a condition.
//!
//! [`rewrite!`](crate::rewrite) defines rules in mathematical notation, [`Rules`] is a set of
//! rules, and [`Graph::rewrite`](crate::Graph::rewrite) applies a set. The simplifications of the
//! passes are such rules; see [`simplifications`](crate::passes::simplifications).
//!
//! ```
//! use graph_ir::rewrite;
//! # use graph_ir::graph::InputKind;
//! # use graph_ir::{Builder, Element, Type};
//!
//! let rules = rewrite! {
//!     /// One rounding less.
//!     fused(a, b, c): a * b + c => mul_add(a, b, c);
//!     /// The functions of one angle.
//!     circle(x): square(sin(x)) + square(cos(x)) => 1.0;
//!     /// A logarithm of a power with a constant exponent.
//!     power(x, n): ln(powf(x, n)) => n * ln(x), if n.number().is_some();
//!     /// A division by a constant.
//!     quotient(x, k): x / k => x * r, with r = k.number().map(|k| 1.0 / k);
//! }?;
//!
//! let b = Builder::new();
//! let x = b.input("x", Type::scalar(Element::F64), InputKind::Independent);
//! b.output("y", x / 3.0 * x + 1.0)?;
//! let graph = b.finish()?.rewrite(&rules)?;
//! assert!(graph.to_string().contains("mul_add"));
//! # Ok::<(), graph_ir::Error>(())
//! ```
//!
//! # The form of a rule
//!
//! `name(variables): pattern => replacement, with number = .., if condition;`
//!
//! - A **variable** matches any value; all of its occurrences match the same value. `name(n = -a)`
//!   names a part of the pattern, for the condition and the replacement.
//! - **Operators** are the scalar operators, by symbol or name (`a + b`, `sin(x)`, `x.sin()`), and
//!   `select`; and over tensors `sum(x)` and `prod(x)` of all elements, `sum_along(x, 0)`,
//!   `prod_along`, `max_along` and `min_along` an axis, `transpose(x)` of all axes, `matmul(a, b)`,
//!   `reshape(x)` and `spread(k)`, a scalar where it meets a tensor. What a replacement reshapes or
//!   spreads gets the shape of its place. Sums, products, equalities, `and` and `or` match in either order.
//! - **Numbers** match themselves, in the type of the operands and repeated to any shape; `0.0` and
//!   `-0.0` are different.
//! - **`if`** takes a `bool` over [properties of the variables](Captured): their numbers, types and
//!   shapes, and whether they have other uses.
//! - **`with`** computes a number from them for the replacement; without a result, the rule does
//!   not apply.
//!
//! # The application of rules
//!
//! Rules are indexed by the operator at the root of their patterns, and the first matching rule
//! applies, so that a sweep takes time proportional to the size of the graph. Sweeps end when no
//! rule matches, and at the latest after [`SWEEPS`] sweeps or when the [`FUEL`], a number of
//! rewritings for each node, is spent: rules that undo each other or enlarge their matches
//! terminate too. A rule does not match operands that its replacement does not accept. A
//! replacement has the type of the value that it replaces; this is tested with operands of all
//! types when rules are built, of several shapes where the rule has operators over tensors, and
//! checked again when they are applied.
//!
//! ```
//! use graph_ir::rewrite;
//!
//! let rules = rewrite! {
//!     /// Two transpositions are none.
//!     twice(a): transpose(transpose(a)) => a;
//!     /// A sum of products with one factor.
//!     factored(k, x): sum(spread(k) * x) => k * sum(x);
//!     /// One product less, where a vector stands at the end.
//!     nested(a, b, v): matmul(matmul(a, b), v) => matmul(a, matmul(b, v)),
//!         if v.rank() == Some(1);
//! }?;
//! assert_eq!(rules.iter().count(), 3);
//!
//! // The product of matrices the other way round has another type.
//! let wrong = rewrite! { turned(a, b): matmul(a, b) => matmul(b, a); };
//! assert!(wrong.unwrap_err().to_string().starts_with("the rule `turned` replaces"));
//! # Ok::<(), graph_ir::Error>(())
//! ```

mod apply;
mod captures;
mod instance;
mod matching;
mod values;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

pub use crate::ops::scalar::words;
pub use crate::ops::term::{
    Along, Factor, Operator, Sketch, TensorOperator, Term, select, tensors,
};
pub use apply::{FUEL, SWEEPS};
pub use captures::{Captured, Captures};
use matching::Kind;
pub use matching::{Depth, Found, Subject};
pub use values::Replacement;

pub(crate) use crate::ops::term::Node;
pub(crate) use values::{Values, make};

use crate::error::{Error, Result};

/// States rules; see [`rules`](crate::rules).
///
/// # Errors
/// The value is a [`Result`](crate::Result) of [`Rules`](crate::rules::Rules), as of
/// [`Rules::new`](crate::rules::Rules::new).
#[macro_export]
macro_rules! rewrite {
    (@names ($($variable:ident $(= $part:expr)?),* $(,)?) $($number:ident)*) => {
        &[$(stringify!($variable),)* $(stringify!($number),)*]
    };
    (@terms $sketch:ident ($($variable:ident $(= $part:expr)?),* $(,)?)) => {$(
        #[allow(unused_variables, reason = "a part need not stand twice")]
        let $variable = $crate::rewrite!(@term $sketch $variable $($part)?);
    )*};
    (@term $sketch:ident $variable:ident) => {
        $sketch.variable(stringify!($variable))
    };
    (@term $sketch:ident $variable:ident $part:expr) => {
        $sketch.named(stringify!($variable), $part)
    };
    (@captured $captures:ident ($($variable:ident $(= $part:expr)?),* $(,)?)) => {$(
        #[allow(unused_variables, reason = "not every variable decides")]
        let $variable = $captures.get(stringify!($variable));
    )*};
    (@rules $(
        $(#[doc = $doc:literal])*
        $name:ident $variables:tt: $pattern:expr => $replacement:expr
            $(, with $number:ident = $value:expr)*
            $(, if $condition:expr)?;
    )*) => {[$(
        $crate::rules::Rule::new(
            stringify!($name),
            concat!($($doc, "\n",)*),
            $crate::rewrite!(@names $variables $($number)*),
            |sketch| {
                #[allow(unused_imports, reason = "not every rule calls functions")]
                use $crate::rules::{select, tensors::*, words::*};
                $crate::rewrite!(@terms sketch $variables);
                $(let $number = sketch.variable(stringify!($number));)*
                let pattern = sketch.side($pattern);
                [pattern, sketch.side($replacement)]
            },
        )
        $(.with(stringify!($number), |captures| {
            $crate::rewrite!(@captured captures $variables);
            $value
        }))*
        $(.when(|captures| {
            $crate::rewrite!(@captured captures $variables);
            $condition
        }))?
    ),*]};
    ($($rules:tt)*) => {
        $crate::rules::Rules::new($crate::rewrite!(@rules $($rules)*))
    };
}

/// A condition on the values of the variables.
type Condition = Box<dyn Fn(&Captures<'_>) -> bool + Send + Sync>;

/// A number computed from the values of the variables.
type NumberFn = Box<dyn Fn(&Captures<'_>) -> Option<f64> + Send + Sync>;

/// A pattern, its replacement, and a condition.
pub struct Rule {
    name: Cow<'static, str>,
    description: Cow<'static, str>,
    variables: Vec<Cow<'static, str>>,
    nodes: Vec<Node>,
    pattern: usize,
    replacement: usize,
    /// The operands of the pattern, for a first look.
    operands: [Kind; 3],
    /// The positions of two operands of the pattern that are one variable, for the same.
    twins: Option<[usize; 2]>,
    values: Vec<(usize, NumberFn)>,
    condition: Option<Condition>,
    /// Whether it has operators over tensors, whose operands are of other types than their values.
    over_tensors: bool,
}

impl Rule {
    /// A rule of this name over these variables, by the numbers of its pattern and its replacement
    /// in a sketch; [`rewrite!`](crate::rewrite) makes them.
    #[must_use]
    pub fn new<T: Clone + Into<Cow<'static, str>>>(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        variables: &[T],
        sides: impl FnOnce(&Sketch) -> [usize; 2],
    ) -> Self {
        let variables: Vec<Cow<'static, str>> = variables.iter().cloned().map(T::into).collect();
        let sketch = Sketch::new(variables.clone());
        let [pattern, replacement] = sides(&sketch);
        let nodes = sketch.finish();
        let description = match description.into() {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().into()),
        };
        Self {
            name: name.into(),
            description,
            variables,
            operands: Kind::of_operands(&nodes, pattern),
            twins: matching::twins(&nodes, pattern),
            over_tensors: { nodes.iter() }
                .any(|node| matches!(node, Node::Made(Operator::Tensor(_), _))),
            nodes,
            pattern,
            replacement,
            values: Vec::new(),
            condition: None,
        }
    }

    /// The rule, where there is such a number for the replacement.
    #[must_use]
    pub fn with(
        mut self,
        variable: &str,
        value: impl Fn(&Captures<'_>) -> Option<f64> + Send + Sync + 'static,
    ) -> Self {
        let slot = self.variables.iter().position(|name| name == variable);
        self.values
            .extend(slot.map(|slot| (slot, Box::new(value) as NumberFn)));
        self
    }

    /// The rule, where the condition holds.
    #[must_use]
    pub fn when(
        mut self,
        condition: impl Fn(&Captures<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.condition = Some(Box::new(condition));
        self
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rule's description.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    fn root(&self) -> Option<Operator> {
        match self.nodes[self.pattern] {
            Node::Made(operator, _) => Some(operator),
            _ => None,
        }
    }

    /// Whether the pattern is one operator over variables, whose numbers do not matter.
    fn is_shallow(&self) -> bool {
        let Node::Made(_, operands) = self.nodes[self.pattern] else {
            return false;
        };
        let is_variable = |&at: &usize| matches!(self.nodes[at], Node::Variable(_));
        self.values.is_empty() && operands.iter().all(is_variable)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rule")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Rules in the order in which they are tried.
#[derive(Debug)]
pub struct Rules {
    rules: Vec<Rule>,
    /// The rules whose patterns have this operator at the root, and among them the shallow ones.
    by_root: HashMap<(Operator, Depth), Vec<usize>, FxBuildHasher>,
}

impl Rules {
    /// Rules, each tried with operands of every type.
    ///
    /// # Errors
    /// [`Error::WrongRule`] for one that fits no operands, whose pattern is a number or variable
    /// alone, or whose replacement has a variable that the pattern has not; [`Error::RuleType`]
    /// for one whose replacement has another type than the pattern.
    pub fn new(rules: impl IntoIterator<Item = Rule>) -> Result<Self> {
        let rules = Self::unchecked(rules);
        rules.rules.iter().try_for_each(Rule::check)?;
        Ok(rules)
    }

    /// Rules that tests have tried.
    pub(crate) fn unchecked(rules: impl IntoIterator<Item = Rule>) -> Self {
        let rules: Vec<Rule> = rules.into_iter().collect();
        let mut by_root: HashMap<_, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (number, rule) in rules.iter().enumerate() {
            let Some(root) = rule.root().map(Operator::family) else {
                continue;
            };
            by_root.entry((root, Depth::All)).or_default().push(number);
            if rule.is_shallow() {
                let shallow = by_root.entry((root, Depth::Shallow)).or_default();
                shallow.push(number);
            }
        }
        Self { rules, by_root }
    }

    /// All rules, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter()
    }

    fn of(&self, root: Operator, depth: Depth) -> impl Iterator<Item = &Rule> {
        let numbers = self.by_root.get(&(root.family(), depth));
        let numbers = numbers.map_or(&[][..], Vec::as_slice);
        numbers.iter().map(|&number| &self.rules[number])
    }
}

impl Rule {
    /// Tries the rule with operands of every type.
    ///
    /// # Errors
    /// As of [`Rules::new`].
    pub fn check(&self) -> Result<()> {
        self.check_sides()?;
        self.instances().map(drop)
    }

    fn check_sides(&self) -> Result<()> {
        let wrong = |problem| {
            Err(Error::WrongRule {
                rule: self.name.clone().into_owned(),
                problem,
            })
        };
        if self.root().is_none() {
            return wrong("has no operator at the root of its pattern");
        }
        if self.nodes.len() > crate::ops::term::MOST
            || self.variables.len() > crate::ops::term::MOST_VARIABLES
        {
            return wrong("has too many operators or variables");
        }
        let (mut before, mut after) = (self.slots(self.pattern), self.slots(self.replacement));
        before.extend(self.values.iter().map(|(slot, _)| *slot));
        after.retain(|slot| !before.contains(slot));
        match after.is_empty() {
            true => Ok(()),
            false => wrong("replaces by a variable that its pattern does not have"),
        }
    }

    /// The variables of a side.
    fn slots(&self, side: usize) -> Vec<usize> {
        let (mut slots, mut open) = (Vec::new(), alloc::vec![side]);
        while let Some(at) = open.pop() {
            match self.nodes[at] {
                Node::Variable(slot) => slots.push(slot),
                Node::Named(slot, part) => {
                    slots.push(slot);
                    open.push(part);
                }
                Node::Again(part) => open.push(part),
                Node::Made(operator, operands) => open.extend(&operands[..operator.arity()]),
                Node::Number(_) | Node::Truth(_) => {}
            }
        }
        slots
    }
}
