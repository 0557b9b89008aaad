//! Lists that grow, as in Rust and Python: `let mut y = []; for v in x { y.push(v * v); }`. An array
//! has its length from the start, and the help has the loop that assigns its elements.

use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::{Block, Expr, ExprForLoop, ExprRange, Local, Pat, RangeLimits, Stmt};

use super::Lowerer;
use super::calls::without_references;
use super::expressions::without_parentheses;
use super::report::{grouped, repeated, short_text};
use super::variables::Variable;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{levels, mentions, sign};

/// The methods that add an element to a list.
const GROWING: [&str; 2] = ["push", "append"];

/// The functions that make a longer list, `y = concat(y, [v]);`.
const JOINING: [&str; 2] = ["concat", "append"];

/// How deep a value is looked at to see what its elements are.
const DEEPEST: usize = 8;

/// Where elements are added to a list.
enum Growth<'e> {
    /// By a statement of its own.
    Here(&'e Expr),
    /// By one statement of a loop.
    InLoop(&'e ExprForLoop, &'e Expr),
    Elsewhere,
}

impl<'e> Lowerer<'_, 'e> {
    /// The error for a variable that starts as an empty list, and to which these statements add
    /// elements.
    pub(super) fn growing(&self, local: &'e Local, later: &'e [Stmt]) -> Option<Diagnostic> {
        let start = without_parentheses(&local.init.as_ref()?.expr);
        let name = name_of(&local.pat).filter(|_| is_empty_list(start))?;
        let growth: Vec<Growth<'e>> = later.iter().filter_map(|s| growth(s, &name)).collect();
        let help = match growth[..] {
            [] => return None,
            [Growth::InLoop(over, value)] => self.in_loop(&name, over, value),
            _ => written_out(&name, &growth),
        };
        let help = help.unwrap_or_else(|| {
            format!("start with an array of as many elements, and assign each: `{name}[i] = ..`")
        });
        let diagnostic = Diagnostic::new(SourcePlace::of(start), "an array has a fixed length");
        Some(diagnostic.help(help))
    }

    /// The loop that assigns the elements of an array.
    fn in_loop(&self, name: &str, over: &'e ExprForLoop, value: &'e Expr) -> Option<String> {
        let used = |own: &str| {
            let is_own = |mentioned: &str| mentioned == own;
            own == name || mentions(&over.pat, is_own) || mentions(&over.body, is_own)
        };
        let counter = ["i", "k", "j", "at"].into_iter().find(|own| !used(own))?;
        let (header, position, length) = match without_parentheses(&over.expr) {
            Expr::Range(range) => by_range(&over.pat, range, counter)?,
            sequence => self.by_elements(&over.pat, sequence, counter)?,
        };
        let row = self.counts_in_text(value, over, 0);
        let element = repeated("0.0".into(), &row);
        let value = name_of(&over.pat).map_or_else(
            || value.to_token_stream(),
            |element| without_references(value.to_token_stream(), &element),
        );
        let value = print(&value);
        let (start, assigned) = (
            format!("let mut {name} = [{element}; {length}];"),
            format!("{name}[{position}] = {value};"),
        );
        Some(match over.body.stmts.len() {
            1 => format!("assign the elements: `{start} {header} {{ {assigned} }}`"),
            _ => format!("assign the elements: `{start}`, and `{assigned}` in `{header} {{ .. }}`"),
        })
    }

    /// The extents of the value that a loop adds, as far as its text tells them: of arrays, of parts
    /// of variables, and of the operators between those.
    fn counts_in_text(&self, value: &Expr, over: &ExprForLoop, depth: usize) -> Vec<String> {
        let longer = |one: Vec<String>, other: Vec<String>| match one.len() < other.len() {
            true => other,
            false => one,
        };
        let of = |value| self.counts_in_text(value, over, depth + 1);
        match without_parentheses(value) {
            _ if depth > DEEPEST => Vec::new(),
            Expr::Array(row) => {
                let inner = row.elems.first().map(of).unwrap_or_default();
                [vec![row.elems.len().to_string()], inner].concat()
            }
            Expr::Repeat(row) => match short_text(&row.len) {
                Some(count) => [vec![count], of(&row.expr)].concat(),
                None => Vec::new(),
            },
            Expr::Binary(e) => longer(of(&e.left), of(&e.right)),
            Expr::Unary(e) => of(&e.expr),
            Expr::Index(e) if !matches!(*e.index, Expr::Range(_) | Expr::Tuple(_)) => {
                let counts = of(&e.expr);
                counts.get(1..).map(<[String]>::to_vec).unwrap_or_default()
            }
            Expr::Path(_) => {
                let is_element = name_of(&over.pat).is_some_and(|name| name == print(value));
                let is_over_range = matches!(without_parentheses(&over.expr), Expr::Range(_));
                match is_element && !is_over_range {
                    true => {
                        let counts = self.counts_of(over.expr.as_ref());
                        counts.get(1..).map(<[String]>::to_vec).unwrap_or_default()
                    }
                    false => self.counts_of(value),
                }
            }
            _ => Vec::new(),
        }
    }

    /// The extents of a variable.
    fn counts_of(&self, variable: &Expr) -> Vec<String> {
        let mut base = variable;
        loop {
            base = match base {
                Expr::Reference(e) => &e.expr,
                Expr::Paren(e) => &e.expr,
                Expr::MethodCall(e) if e.method == "iter" || e.method == "into_iter" => &e.receiver,
                _ => break,
            };
        }
        let shape = self.variable_of(base).and_then(Variable::shape);
        let counts = shape.map(|shape| shape.counts()).unwrap_or_default();
        counts.iter().map(ToString::to_string).collect()
    }

    /// The header of a loop over elements with their positions, the position, and the number.
    fn by_elements(
        &self,
        pattern: &Pat,
        sequence: &Expr,
        counter: &str,
    ) -> Option<(String, String, String)> {
        let mut base = sequence;
        let (mut is_iterator, mut is_counted) = (false, false);
        loop {
            base = match base {
                Expr::Reference(e) if e.mutability.is_none() => &e.expr,
                Expr::Paren(e) => &e.expr,
                Expr::MethodCall(call) => {
                    match call.method.to_string().as_str() {
                        "iter" | "into_iter" => is_iterator = true,
                        "copied" | "cloned" | "zip" => {}
                        "enumerate" => is_counted = true,
                        _ => break,
                    }
                    &call.receiver
                }
                _ => break,
            };
        }
        let text = short_text(base)?;
        let shape = self.variable_of(base).and_then(Variable::shape);
        let shape = shape.filter(|shape| shape.rank() > 0);
        let length = match shape {
            Some(shape) => shape.count_along(0).to_string(),
            None => format!("{}.len()", grouped(&text)),
        };
        if is_counted {
            let Pat::Tuple(pair) = pattern else {
                return None;
            };
            let position = name_of(pair.elems.first()?)?;
            let header = format!("for {} in {}", print(pattern), print(sequence));
            return Some((header, position, length));
        }
        // What stands behind the array, `.zip(y)`, is a part of the iterator.
        let whole = print(without_parentheses(sequence));
        let behind = whole.strip_prefix(&print(base)).unwrap_or_default();
        let iterator = match is_iterator {
            true => print(sequence),
            false => format!("{}.iter(){behind}", grouped(&text)),
        };
        let pattern = match pattern {
            Pat::Reference(reference) => print(&reference.pat),
            pattern => print(pattern),
        };
        let header = format!("for ({counter}, {pattern}) in {iterator}.enumerate()");
        Some((header, counter.into(), length))
    }
}

/// The header of a loop over a range, the position in an array, and the number of elements.
fn by_range(pattern: &Pat, range: &ExprRange, counter: &str) -> Option<(String, String, String)> {
    let (start, end) = (range.start.as_ref()?, range.end.as_ref()?);
    let (start, end) = (short_text(start)?, short_text(end)?);
    let counter = name_of(pattern).unwrap_or_else(|| counter.into());
    let header = format!("for {counter} in {}", print(range));
    let numbers = start.parse::<i64>().ok().zip(end.parse::<i64>().ok());
    let last = match range.limits {
        RangeLimits::HalfOpen(_) => 0,
        RangeLimits::Closed(_) => 1,
    };
    let length = match (numbers, last) {
        (Some((start, end)), last) => end.checked_sub(start)?.checked_add(last)?.to_string(),
        (None, 0) if start == "0" => end,
        (None, 0) => format!("{end} - {}", grouped(&start)),
        (None, last) if start == "0" => format!("{end} + {last}"),
        (None, last) => format!("{end} + {last} - {}", grouped(&start)),
    };
    let position = match start.as_str() {
        "0" => counter,
        start => format!("{counter} - {}", grouped(start)),
    };
    Some((header, position, length))
}

/// The array whose elements are added one after the other.
fn written_out(name: &str, growth: &[Growth<'_>]) -> Option<String> {
    let elements = growth.iter().map(|growth| match growth {
        Growth::Here(value) => short_text(value),
        Growth::InLoop(..) | Growth::Elsewhere => None,
    });
    let elements = elements.collect::<Option<Vec<String>>>()?.join(", ");
    Some(format!("write its elements: `let {name} = [{elements}];`"))
}

/// The name that a pattern binds, as one value.
fn name_of(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() => Some(name.ident.to_string()),
        Pat::Type(typed) => name_of(&typed.pat),
        Pat::Reference(reference) => name_of(&reference.pat),
        Pat::Paren(inner) => name_of(&inner.pat),
        _ => None,
    }
}

/// Whether an expression is a list without elements: `[]`, `Vec::new()`, `vec![]`.
fn is_empty_list(expr: &Expr) -> bool {
    match expr {
        Expr::Array(array) => array.elems.is_empty(),
        Expr::Macro(call) => call.mac.path.is_ident("vec") && call.mac.tokens.is_empty(),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => {
                let segments = path.path.segments.iter().rev();
                let names: Vec<String> =
                    segments.map(|segment| segment.ident.to_string()).collect();
                let makes = ["new", "with_capacity", "default"];
                matches!(&names[..], [make, ty, ..] if ty == "Vec" && makes.contains(&&**make))
                    || matches!(&names[..], [list] if list == "list" && call.args.is_empty())
            }
            _ => false,
        },
        _ => false,
    }
}

/// Where a statement adds elements to the list of this name, if it does.
fn growth<'e>(statement: &'e Stmt, name: &str) -> Option<Growth<'e>> {
    if let Some(value) = added(statement, name) {
        return Some(Growth::Here(value));
    }
    if !adds(statement, name) {
        return None;
    }
    if let Stmt::Expr(Expr::ForLoop(over), _) = statement
        && over.attrs.is_empty()
        && let Some(value) = only_added(&over.body, name)
    {
        return Some(Growth::InLoop(over, value));
    }
    Some(Growth::Elsewhere)
}

/// The value that one statement of a block adds, where no other does.
fn only_added<'e>(block: &'e Block, name: &str) -> Option<&'e Expr> {
    let mut adding = block
        .stmts
        .iter()
        .filter(|statement| adds(*statement, name));
    match (adding.next(), adding.next()) {
        (Some(only), None) => added(only, name),
        _ => None,
    }
}

/// The value that a statement adds to a list.
fn added<'e>(statement: &'e Stmt, name: &str) -> Option<&'e Expr> {
    let is_own = |expr: &Expr| matches!(expr, Expr::Path(path) if path.path.is_ident(name));
    match statement {
        Stmt::Expr(Expr::MethodCall(call), _) => {
            let grows = GROWING.iter().any(|own| call.method == own) && call.args.len() == 1;
            call.args
                .first()
                .filter(|_| is_own(&call.receiver) && grows)
        }
        Stmt::Expr(Expr::Assign(assign), _) if is_own(&assign.left) => match &*assign.right {
            Expr::Call(call) if call.args.len() == 2 && is_own(&call.args[0]) => {
                match &call.args[1] {
                    Expr::Array(one) if one.elems.len() == 1 => one.elems.first(),
                    _ => None,
                }
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether elements are added to a list somewhere in these tokens.
fn adds(tokens: &impl ToTokens, name: &str) -> bool {
    let mut found = false;
    levels(tokens.to_token_stream(), |level| {
        found |= level.windows(3).any(|tokens| match tokens {
            [TokenTree::Ident(list), between, TokenTree::Ident(function)] if list == name => {
                match sign(between) {
                    Some('.') => GROWING.iter().any(|own| function == own),
                    Some('=') => JOINING.iter().any(|own| function == own),
                    _ => false,
                }
            }
            _ => false,
        });
    });
    found
}
