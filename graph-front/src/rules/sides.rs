//! The sides of a rule, from their text into a sketch.

use std::collections::HashMap;

use graph_ir::Element;
use graph_ir::ops::ScalarOp;
use graph_ir::rules::{Factor, Operator, Sketch, Term};
use syn::{BinOp, Expr, Ident, Lit, UnOp};

use crate::diagnostics::{Diagnostic, SourcePlace, closest, print};
use crate::lower::{Names, number_of};
use crate::parse::RuleSource;
use crate::tokens::idents;

/// A part of a side, or the number or truth value that it is.
type Side<'s> = Result<Factor<'s>, Diagnostic>;

/// The numbers of the pattern and of the replacement in a sketch.
pub(super) fn written(
    sketch: &Sketch,
    source: &RuleSource,
    names: &Names<'_>,
) -> Result<[usize; 2], Diagnostic> {
    let mut writer = Writer {
        sketch,
        names,
        variables: HashMap::new(),
    };
    for (name, part) in &source.variables {
        let text = name.to_string();
        let term = match part {
            None => sketch.variable(&text),
            Some(part) => {
                let part = writer.term(part)?;
                sketch.named(&text, part)
            }
        };
        writer.variables.insert(text, term);
    }
    let pattern = writer.side(&source.pattern)?;
    for (name, _) in &source.numbers {
        let text = name.to_string();
        writer
            .variables
            .insert(text.clone(), sketch.variable(&text));
    }
    let replacement = writer.side(&source.replacement)?;
    Ok([pattern, replacement].map(|side| sketch.side(side)))
}

struct Writer<'s, 'n> {
    sketch: &'s Sketch,
    names: &'n Names<'n>,
    variables: HashMap<String, Term<'s>>,
}

impl<'s> Writer<'s, '_> {
    /// A part that is not a number alone.
    fn term(&self, expr: &Expr) -> Result<Term<'s>, Diagnostic> {
        Ok(match self.side(expr)? {
            Factor::Term(term) => term,
            Factor::Number(number) => self.sketch.number(number),
            Factor::Truth(truth) => self.sketch.truth(truth),
        })
    }

    /// Recurses as deeply as the expression is nested, which [`crate::guard`] bounds.
    fn side(&self, expr: &Expr) -> Side<'s> {
        match expr {
            Expr::Paren(inner) => self.side(&inner.expr),
            Expr::Group(inner) => self.side(&inner.expr),
            Expr::Lit(literal) => self.literal(expr, &literal.lit),
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => self.name(expr, name),
                None => self.constant(expr),
            },
            Expr::MethodCall(call) if call.method == "again" && call.args.is_empty() => {
                Ok(self.term(&call.receiver)?.again().into())
            }
            _ if !self.has_variables(expr) => self.constant(expr),
            Expr::Unary(unary) => match unary.op {
                UnOp::Neg(_) => self.made(expr, "neg", &[&unary.expr]),
                UnOp::Not(_) => Err(by_word(expr, "!", &format!("not({})", print(&unary.expr)))),
                _ => Err(no_side(expr)),
            },
            Expr::Binary(binary) => {
                let (left, right) = (&*binary.left, &*binary.right);
                match word_of(&binary.op) {
                    Ok(word) => self.made(expr, word, &[left, right]),
                    Err(Some(word)) => {
                        let text = format!("{word}({}, {})", print(left), print(right));
                        Err(by_word(expr, &print(&binary.op), &text))
                    }
                    Err(None) => Err(no_side(expr)),
                }
            }
            Expr::Call(call) => {
                let word = match &*call.func {
                    Expr::Path(path) => path.path.get_ident(),
                    _ => None,
                };
                let word = word.ok_or_else(|| no_side(expr))?.to_string();
                let operands: Vec<&Expr> = call.args.iter().collect();
                self.made(expr, &word, &operands)
            }
            Expr::MethodCall(call) => {
                let operands = [&*call.receiver].into_iter().chain(&call.args);
                let operands: Vec<&Expr> = operands.collect();
                self.made(expr, &call.method.to_string(), &operands)
            }
            _ => Err(no_side(expr)),
        }
    }

    fn has_variables(&self, expr: &Expr) -> bool {
        let known = |word: &Ident| self.variables.contains_key(&word.to_string());
        // The name of an operator is no variable, and a call of one has operands.
        idents(expr).iter().any(known) || matches!(expr, Expr::Call(_) | Expr::MethodCall(_))
    }

    fn literal(&self, expr: &Expr, literal: &Lit) -> Side<'s> {
        match literal {
            Lit::Bool(truth) => Ok(Factor::Truth(truth.value)),
            Lit::Int(number) if number.suffix().is_empty() => {
                let message = "a rule has floats as numbers, found an integer";
                let help = format!("write `{number}.0`");
                Err(Diagnostic::new(SourcePlace::of(expr), message).help(help))
            }
            _ => self.constant(expr),
        }
    }

    fn name(&self, expr: &Expr, name: &Ident) -> Side<'s> {
        let text = name.to_string();
        match self.variables.get(&text) {
            Some(&term) => Ok(term.into()),
            None if self.names.constants.contains(&text) => self.constant(expr),
            None => Err(no_variable(SourcePlace::of(expr), &text)),
        }
    }

    /// A number that the block knows.
    fn constant(&self, expr: &Expr) -> Side<'s> {
        let diagnostics = self.names.diagnostics;
        let before = diagnostics.len();
        match number_of(expr, Element::F64, self.names) {
            Some(number) => Ok(Factor::Number(number)),
            None => {
                diagnostics.truncate(before);
                let unknown = idents(expr).into_iter().next();
                Err(match unknown {
                    Some(name) if !self.names.constants.contains(&name.to_string()) => {
                        no_variable(SourcePlace::token(name.span()), &name.to_string())
                    }
                    _ => no_side(expr),
                })
            }
        }
    }

    /// An operator over operands, the last of which may be its parameter.
    fn made(&self, expr: &Expr, word: &str, operands: &[&Expr]) -> Side<'s> {
        let (last, others) = operands.split_last().unzip();
        let with_parameter = || {
            let parameter = last.and_then(|last| integer(last))?;
            Some((Operator::of_word(word, Some(parameter))?, others?))
        };
        let plain = Operator::of_word(word, None).map(|operator| (operator, operands));
        let Some((operator, operands)) = plain.or_else(with_parameter) else {
            return Err(unknown(expr, word));
        };
        let parts = operands.iter().map(|operand| self.term(operand));
        let parts: Vec<Term<'s>> = parts.collect::<Result<_, _>>()?;
        let made = self.sketch.made(operator, &parts);
        made.map(Factor::Term).ok_or_else(|| {
            let (wanted, found) = (operator.arity(), parts.len());
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("`{word}` takes {wanted} operand{plural}, found {found}");
            Diagnostic::new(SourcePlace::of(expr), message)
        })
    }
}

/// The word of an operator of Rust in rules; the word that is written in its stead.
fn word_of(op: &BinOp) -> Result<&'static str, Option<&'static str>> {
    Ok(match op {
        BinOp::Add(_) => "add",
        BinOp::Sub(_) => "sub",
        BinOp::Mul(_) => "mul",
        BinOp::Div(_) => "div",
        BinOp::Rem(_) => "rem",
        BinOp::Lt(_) => return Err(Some("less")),
        BinOp::Le(_) => return Err(Some("less_equal")),
        BinOp::Gt(_) => return Err(Some("greater")),
        BinOp::Ge(_) => return Err(Some("greater_equal")),
        BinOp::Eq(_) => return Err(Some("equal")),
        BinOp::Ne(_) => return Err(Some("not_equal")),
        BinOp::And(_) => return Err(Some("and")),
        BinOp::Or(_) => return Err(Some("or")),
        _ => return Err(None),
    })
}

/// An integer, with its sign.
fn integer(expr: &Expr) -> Option<i32> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            integer(&unary.expr).and_then(i32::checked_neg)
        }
        _ => None,
    }
}

fn by_word(expr: &Expr, sign: &str, text: &str) -> Diagnostic {
    let message = format!("a rule writes `{sign}` as a word");
    Diagnostic::new(SourcePlace::of(expr), message).help(format!("write `{text}`"))
}

fn no_variable(place: SourcePlace, name: &str) -> Diagnostic {
    let message = format!("the rule has no variable `{name}`");
    let help = "name the variables behind the name of the rule: `fused(a, b, c): ..`";
    Diagnostic::new(place, message).help(help)
}

fn no_side(expr: &Expr) -> Diagnostic {
    let message = "a side of a rule is made of variables, numbers and operators";
    let help = "as in `a * b + c`, `sin(x)`, `x.powi(2)` or `select(c, a, 0.5)`";
    Diagnostic::new(SourcePlace::of(expr), message).help(help)
}

fn unknown(expr: &Expr, word: &str) -> Diagnostic {
    let message = format!("rules have no operator `{word}`");
    let mut all: Vec<&str> = ScalarOp::all().into_iter().map(ScalarOp::name).collect();
    all.push("select");
    all.extend(Operator::tensor_words());
    let place = match expr {
        Expr::Call(call) => SourcePlace::of(&call.func),
        Expr::MethodCall(call) => SourcePlace::token(call.method.span()),
        _ => SourcePlace::of(expr),
    };
    let close = closest(word, all).map(|close| format!("did you mean `{close}`?"));
    Diagnostic::new(place, message).help_if(close)
}
