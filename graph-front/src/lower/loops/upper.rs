//! Upper bounds of integers that are known only at run time, from the constants and lengths that
//! they are computed from: `N / 2` is at most `N`, and `n.min(N)` too. Of a branch it is the larger one
//! of both sides; a `let` without `mut` hands it on.

use graph_ir::types::Extent;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprCall, ExprLit, ExprMethodCall, ExprRange, Lit, Stmt,
};

use super::sequence::least;
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::values::Affine;
use crate::lower::variables::{Origin, Stored};

/// How deep an expression is followed, which keeps long chains of operators off the stack.
const DEEPEST: usize = 16;

/// The value of a block that is nothing but it: what a block declares is not known behind it.
fn only_value(block: &Block) -> Option<&Expr> {
    match &block.stmts[..] {
        [Stmt::Expr(value, None)] => Some(value),
        _ => None,
    }
}

/// The larger of two extents, where one is never smaller than the other.
fn most(a: &Extent, b: &Extent) -> Option<Extent> {
    let least = least(a, b)?;
    Some(if least == *a { b.clone() } else { a.clone() })
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A constant or a length that an integer never exceeds, if its expression says one.
    pub(in crate::lower) fn upper(&self, expr: &Expr) -> Option<Extent> {
        let found = self.upper_within(expr, DEEPEST);
        found.filter(|upper| !upper.is_negative())
    }

    /// Whether an integer is never below zero, for certain.
    pub(super) fn is_never_negative(&self, expr: &Expr) -> bool {
        self.is_natural(expr, DEEPEST)
    }

    fn upper_within(&self, expr: &Expr, depth: usize) -> Option<Extent> {
        let depth = depth.checked_sub(1)?;
        match without_parentheses(expr) {
            Expr::Lit(ExprLit {
                lit: Lit::Int(number),
                ..
            }) => Some(Extent::from(number.base10_parse::<i64>().ok()?)),
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                match self.bounds_of_variable(&name) {
                    Some([_, upper]) => Some(upper),
                    None => self
                        .variables
                        .get(self.variables.find(&name)?)
                        .told
                        .upper
                        .clone(),
                }
            }
            Expr::Block(block) if block.label.is_none() => {
                self.upper_within(only_value(&block.block)?, depth)
            }
            Expr::If(branch) => {
                let then = self.upper_within(only_value(&branch.then_branch)?, depth)?;
                let (_, otherwise) = branch.else_branch.as_ref()?;
                most(&then, &self.upper_within(otherwise, depth)?)
            }
            Expr::Binary(binary) => self.upper_of_binary(binary, depth),
            Expr::MethodCall(call) => self.upper_of_method(call, depth),
            Expr::Call(call) => self.upper_of_call(call, depth),
            Expr::Cast(cast) => self.upper_within(&cast.expr, depth),
            _ => None,
        }
    }

    fn upper_of_binary(&self, binary: &ExprBinary, depth: usize) -> Option<Extent> {
        let (left, right) = (&*binary.left, &*binary.right);
        let upper = |expr| self.upper_within(expr, depth);
        let natural = |expr| upper(expr).filter(Extent::is_natural);
        match binary.op {
            BinOp::Add(_) => Some(upper(left)? + upper(right)?),
            BinOp::Sub(_) => match self.exact(right, depth) {
                Some(known) => Some(upper(left)? - known),
                None if self.is_natural(right, depth) => upper(left),
                None => None,
            },
            BinOp::Mul(_) => {
                let is_factor = |expr| self.exact(expr, depth).is_some_and(|f| f.is_natural());
                (is_factor(left) || is_factor(right))
                    .then(|| Some(natural(left)? * natural(right)?))?
            }
            BinOp::Div(_) if self.is_natural(right, depth) => natural(left),
            BinOp::Rem(_) if self.is_natural(right, depth) => natural(right),
            BinOp::Shr(_) => natural(left),
            _ => None,
        }
    }

    fn upper_of_method(&self, call: &ExprMethodCall, depth: usize) -> Option<Extent> {
        match (call.method.to_string().as_str(), call.args.first()) {
            ("len", None) => {
                let Expr::Path(path) = without_parentheses(&call.receiver) else {
                    return None;
                };
                let name = path.path.get_ident()?.to_string();
                let variable = self.variables.get(self.variables.find(&name)?);
                variable.shape()?.counts().first().cloned()
            }
            ("min", Some(other)) => self.upper_of_least([&call.receiver, other], depth),
            _ => None,
        }
    }

    fn upper_of_call(&self, call: &ExprCall, depth: usize) -> Option<Extent> {
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let mut arguments = call.args.iter();
        match (arguments.next(), arguments.next(), arguments.next()) {
            (Some(a), Some(b), None) if path.path.is_ident("min") => {
                self.upper_of_least([a, b], depth)
            }
            _ => None,
        }
    }

    /// The lower one of the bounds of two integers. Of two that may be ordered either way, one
    /// will do.
    fn upper_of_least(&self, both: [&Expr; 2], depth: usize) -> Option<Extent> {
        match both.map(|one| self.upper_within(one, depth)) {
            [Some(a), Some(b)] => Some(least(&a, &b).unwrap_or(a)),
            [a, b] => a.or(b),
        }
    }

    /// The value of an integer that is a number or a length.
    fn exact(&self, expr: &Expr, depth: usize) -> Option<Extent> {
        match without_parentheses(expr) {
            Expr::Lit(_) => self.upper_within(expr, depth),
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                let [lower, upper] = self.bounds_of_variable(&name)?;
                (lower == upper).then_some(upper)
            }
            Expr::MethodCall(call) if call.method == "len" => self.upper_within(expr, depth),
            _ => None,
        }
    }

    /// How far the end of a range is from its start, where both are sums of one integer and of
    /// constants: `k..k + 3`.
    pub(super) fn distance(&self, range: &ExprRange) -> Option<Extent> {
        let bounds = [range.start.as_deref()?, range.end.as_deref()?];
        let [start, end] = bounds.map(|bound| self.sum_with(bound, DEEPEST));
        let ((start, first), (end, last)) = (start?, end?);
        (print(start) == print(end)).then(|| last - first)
    }

    /// An integer and the constant that is added to it.
    fn sum_with<'x>(&self, expr: &'x Expr, depth: usize) -> Option<(&'x Expr, Extent)> {
        let depth = depth.checked_sub(1)?;
        let expr = without_parentheses(expr);
        let Expr::Binary(ExprBinary {
            left,
            op: op @ (BinOp::Add(_) | BinOp::Sub(_)),
            right,
            ..
        }) = expr
        else {
            return Some((expr, Extent::from(0)));
        };
        let is_sum = matches!(op, BinOp::Add(_));
        match (self.exact(left, depth), self.exact(right, depth)) {
            (Some(constant), None) if is_sum => {
                let (base, sum) = self.sum_with(right, depth)?;
                Some((base, sum + constant))
            }
            (None, Some(constant)) => {
                let (base, sum) = self.sum_with(left, depth)?;
                let sum = if is_sum {
                    sum + constant
                } else {
                    sum - constant
                };
                Some((base, sum))
            }
            _ => Some((expr, Extent::from(0))),
        }
    }

    /// The smallest and the largest value of an integer that moves with loops.
    pub(super) fn extremes(&self, affine: &Affine) -> [Extent; 2] {
        affine.bounds(|number| self.loops.open[number].range.clone())
    }

    /// The smallest and the largest value of a variable that is a constant or moves with loops.
    fn bounds_of_variable(&self, name: &str) -> Option<[Extent; 2]> {
        match &self.variables.get(self.variables.find(name)?).stored {
            Stored::Value(value) => {
                let affine = value.as_affine()?;
                Some(self.extremes(&affine))
            }
            _ => None,
        }
    }

    /// Whether an integer is never below zero, for certain.
    fn is_natural(&self, expr: &Expr, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let is_natural = |expr| self.is_natural(expr, depth);
        match without_parentheses(expr) {
            Expr::Binary(ExprBinary {
                left,
                op: BinOp::Add(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) | BinOp::Shr(_),
                right,
                ..
            }) => is_natural(left) && is_natural(right),
            Expr::Index(index) => self.is_argument(&index.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                let bounds = name.and_then(|name| self.bounds_of_variable(&name));
                match bounds {
                    Some([lower, _]) => lower.is_natural(),
                    None => self.is_argument(expr),
                }
            }
            other => self
                .exact(other, depth)
                .is_some_and(|exact| exact.is_natural()),
        }
    }

    /// Whether an expression is an argument: integers from outside are not below zero.
    pub(in crate::lower) fn is_argument(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = without_parentheses(expr) else {
            return false;
        };
        let name = path.path.get_ident().map(ToString::to_string);
        let variable = name.and_then(|name| self.variables.find(&name));
        variable.is_some_and(|id| {
            let variable = self.variables.get(id);
            !variable.mutable && matches!(variable.origin, Origin::Argument)
        })
    }
}
