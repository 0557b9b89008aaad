//! Upper bounds of integers that are known only at run time, from the constants and lengths that
//! they are computed from: `N / 2` is at most `N`, and `n.min(N)` too.

use graph_ir::types::Extent;
use syn::{BinOp, Expr, ExprBinary, ExprCall, ExprLit, ExprMethodCall, Lit};

use super::sequence::least;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::variables::{Origin, Stored};

/// How deep an expression is followed, which keeps long chains of operators off the stack.
const DEEPEST: usize = 16;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A constant or a length that an integer never exceeds, if its expression says one.
    pub(super) fn upper(&self, expr: &Expr) -> Option<Extent> {
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
                match &self.variables.get(self.variables.find(&name)?).stored {
                    Stored::Value(value) => value.as_extent(),
                    _ => None,
                }
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
            Expr::Lit(_) | Expr::Path(_) => self.upper_within(expr, depth),
            Expr::MethodCall(call) if call.method == "len" => self.upper_within(expr, depth),
            _ => None,
        }
    }

    /// Whether an integer is never below zero, for certain.
    fn is_natural(&self, expr: &Expr, depth: usize) -> bool {
        if let Some(exact) = self.exact(expr, depth) {
            return exact.is_natural();
        }
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
