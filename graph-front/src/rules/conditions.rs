//! Conditions and numbers of rules: the part of Rust that asks about captures and computes with
//! their numbers, checked when the block is, and evaluated for each match. Numbers are computed by
//! the operators of graphs, as those of the replacement are.

use graph_ir::Element;
use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_ir::passes::scalar_literal;
use graph_ir::rules::{Captured, Captures};
use syn::{BinOp, Expr, ExprClosure, ExprMethodCall, Ident, Lit, Pat, UnOp};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::parse::RuleSource;

/// The kind of a value.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Truth,
    Number,
    /// A number that may be missing.
    Maybe,
}

/// A computation over the captures of a rule, and over the variables of the closures around it.
/// A missing number is none.
enum Code {
    Literal(Literal),
    /// The variable of a closure, counted from the outermost.
    Local(usize),
    /// A question to a variable.
    Asked(String, Question),
    Apply(ScalarOp, Vec<Code>),
    /// Whether a number is there.
    IsSome(Box<Code>),
    /// Whether two are the same, or both missing.
    IsSame(Box<Code>, Box<Code>),
    /// The second with the number of the first, if that is there.
    Then(Box<Code>, Box<Code>),
    /// The first, if that is there and the second holds with it.
    Filter(Box<Code>, Box<Code>),
    /// Whether the first is there and the second holds with it.
    IsSomeAnd(Box<Code>, Box<Code>),
    None,
}

/// A method of [`Captured`].
type Question = fn(Captured<'_>) -> Option<Literal>;

/// The methods of a variable.
const QUESTIONS: [(&str, Kind, Question); 4] = [
    ("number", Kind::Maybe, |own| own.number().map(float)),
    ("rank", Kind::Maybe, |own| {
        own.rank().map(|rank| float(rank as f64))
    }),
    ("is_float", Kind::Truth, |own| {
        Some(Literal::Bool(own.is_float()))
    }),
    ("is_alone", Kind::Truth, |own| {
        Some(Literal::Bool(own.is_alone()))
    }),
];

const HELP: &str = "a rule asks its variables `x.number()`, `x.rank()`, `x.is_float()` or \
                    `x.is_alone()`, and computes with their numbers: \
                    `x.number().is_some_and(|k| k > 0.0)`";

fn float(number: f64) -> Literal {
    Literal::from_f64(Element::F64, number)
}

/// A condition.
pub(super) struct Condition(Code);

/// A number for the replacement.
pub(super) struct Number(Code);

impl Condition {
    pub(super) fn holds(&self, captures: &Captures<'_>) -> bool {
        self.0.value(captures, &mut Vec::new()) == Some(Literal::Bool(true))
    }
}

impl Number {
    pub(super) fn number(&self, captures: &Captures<'_>) -> Option<f64> {
        let value = self.0.value(captures, &mut Vec::new());
        value.map(Literal::to_f64)
    }
}

/// The condition that an expression is.
pub(super) fn truth(expr: &Expr, source: &RuleSource) -> Result<Condition, Diagnostic> {
    let mut reader = Reader::new(source);
    reader.of_kind(expr, Kind::Truth).map(Condition)
}

/// The number that an expression is, which may be missing.
pub(super) fn number(expr: &Expr, source: &RuleSource) -> Result<Number, Diagnostic> {
    let mut reader = Reader::new(source);
    reader.of_kind(expr, Kind::Maybe).map(Number)
}

struct Reader<'r> {
    source: &'r RuleSource,
    /// The variables of the closures around.
    locals: Vec<String>,
}

impl<'r> Reader<'r> {
    fn new(source: &'r RuleSource) -> Self {
        Self {
            source,
            locals: Vec::new(),
        }
    }

    fn of_kind(&mut self, expr: &Expr, wanted: Kind) -> Result<Code, Diagnostic> {
        let (code, kind) = self.read(expr)?;
        if kind == wanted {
            return Ok(code);
        }
        let word = |kind| match kind {
            Kind::Truth => "a condition",
            Kind::Number => "a number",
            Kind::Maybe => "a number that may be missing, an `Option<f64>`",
        };
        let message = format!("expected {}, found {}", word(wanted), word(kind));
        let help = match (wanted, kind) {
            (Kind::Maybe, Kind::Number) => format!("write `Some({})`", print(expr)),
            _ => HELP.into(),
        };
        Err(Diagnostic::new(SourcePlace::of(expr), message).help(help))
    }

    /// Recurses as deeply as the expression is nested, which [`crate::guard`] bounds.
    fn read(&mut self, expr: &Expr) -> Result<(Code, Kind), Diagnostic> {
        match expr {
            Expr::Paren(inner) => self.read(&inner.expr),
            Expr::Group(inner) => self.read(&inner.expr),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Bool(truth) => Ok((Code::Literal(Literal::Bool(truth.value)), Kind::Truth)),
                Lit::Float(number) => match number.base10_parse() {
                    Ok(number) => Ok((Code::Literal(float(number)), Kind::Number)),
                    Err(_) => Err(unknown(expr)),
                },
                _ => Err(unknown(expr)),
            },
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) if name == "None" => Ok((Code::None, Kind::Maybe)),
                Some(name) => self.local(name),
                None => Err(unknown(expr)),
            },
            Expr::Unary(unary) => match unary.op {
                UnOp::Neg(_) => self.apply(ScalarOp::Neg, &[&unary.expr], Kind::Number),
                UnOp::Not(_) => self.apply(ScalarOp::Not, &[&unary.expr], Kind::Truth),
                UnOp::Deref(_) => self.read(&unary.expr),
                _ => Err(unknown(expr)),
            },
            Expr::Binary(binary) => self.binary(expr, &binary.op, [&binary.left, &binary.right]),
            Expr::Call(call) if print(&call.func) == "Some" && call.args.len() == 1 => {
                Ok((self.of_kind(&call.args[0], Kind::Number)?, Kind::Maybe))
            }
            Expr::MethodCall(call) => self.method(expr, call),
            _ => Err(unknown(expr)),
        }
    }

    fn local(&self, name: &Ident) -> Result<(Code, Kind), Diagnostic> {
        let text = name.to_string();
        if let Some(at) = self.locals.iter().rposition(|own| *own == text) {
            return Ok((Code::Local(at), Kind::Number));
        }
        let place = SourcePlace::token(name.span());
        Err(match self.has_variable(&text) {
            true => {
                let message =
                    format!("`{text}` stands for a value of the graph, which is not known here");
                Diagnostic::new(place, message).help(HELP)
            }
            false => Diagnostic::new(place, format!("the rule has no variable `{text}`")),
        })
    }

    fn has_variable(&self, name: &str) -> bool {
        self.source.variables.iter().any(|(own, _)| own == name)
    }

    fn apply(
        &mut self,
        op: ScalarOp,
        operands: &[&Expr],
        kind: Kind,
    ) -> Result<(Code, Kind), Diagnostic> {
        let operands = operands.iter().map(|operand| self.of_kind(operand, kind));
        let operands = operands.collect::<Result<_, _>>()?;
        Ok((Code::Apply(op, operands), kind))
    }

    fn binary(
        &mut self,
        expr: &Expr,
        op: &BinOp,
        [left, right]: [&Expr; 2],
    ) -> Result<(Code, Kind), Diagnostic> {
        let (op, operands, result) = match op {
            BinOp::Add(_) => (ScalarOp::Add, Kind::Number, Kind::Number),
            BinOp::Sub(_) => (ScalarOp::Sub, Kind::Number, Kind::Number),
            BinOp::Mul(_) => (ScalarOp::Mul, Kind::Number, Kind::Number),
            BinOp::Div(_) => (ScalarOp::Div, Kind::Number, Kind::Number),
            BinOp::Rem(_) => (ScalarOp::Rem, Kind::Number, Kind::Number),
            BinOp::And(_) => (ScalarOp::And, Kind::Truth, Kind::Truth),
            BinOp::Or(_) => (ScalarOp::Or, Kind::Truth, Kind::Truth),
            BinOp::Lt(_) => (ScalarOp::Less, Kind::Number, Kind::Truth),
            BinOp::Le(_) => (ScalarOp::LessEqual, Kind::Number, Kind::Truth),
            BinOp::Gt(_) => (ScalarOp::Greater, Kind::Number, Kind::Truth),
            BinOp::Ge(_) => (ScalarOp::GreaterEqual, Kind::Number, Kind::Truth),
            BinOp::Eq(_) | BinOp::Ne(_) => {
                let (left, kind) = self.read(left)?;
                let right = self.of_kind(right, kind)?;
                let same = Code::IsSame(Box::new(left), Box::new(right));
                return Ok(match op {
                    BinOp::Ne(_) => (Code::Apply(ScalarOp::Not, vec![same]), Kind::Truth),
                    _ => (same, Kind::Truth),
                });
            }
            _ => return Err(unknown(expr)),
        };
        let (code, _) = self.apply(op, &[left, right], operands)?;
        Ok((code, result))
    }

    fn method(&mut self, expr: &Expr, call: &ExprMethodCall) -> Result<(Code, Kind), Diagnostic> {
        let method = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        if let Expr::Path(path) = &*call.receiver
            && let Some(name) = path.path.get_ident()
            && self.has_variable(&name.to_string())
            && !self.locals.iter().any(|own| name == own)
        {
            let asked = QUESTIONS.iter().find(|(own, ..)| *own == method);
            return match asked.filter(|_| arguments.is_empty()) {
                Some(&(_, kind, question)) => Ok((Code::Asked(name.to_string(), question), kind)),
                None => Err(unknown(expr)),
            };
        }
        let (receiver, kind) = self.read(&call.receiver)?;
        let own = Box::new(receiver);
        match (kind, &*method, &arguments[..]) {
            (Kind::Maybe, "is_some", []) => Ok((Code::IsSome(own), Kind::Truth)),
            (Kind::Maybe, "is_none", []) => Ok((
                Code::Apply(ScalarOp::Not, vec![Code::IsSome(own)]),
                Kind::Truth,
            )),
            (Kind::Maybe, "map", [Expr::Closure(closure)]) => {
                let body = self.closure(closure, Kind::Number)?;
                Ok((Code::Then(own, Box::new(body)), Kind::Maybe))
            }
            (Kind::Maybe, "and_then", [Expr::Closure(closure)]) => {
                let body = self.closure(closure, Kind::Maybe)?;
                Ok((Code::Then(own, Box::new(body)), Kind::Maybe))
            }
            (Kind::Maybe, "filter", [Expr::Closure(closure)]) => {
                let body = self.closure(closure, Kind::Truth)?;
                Ok((Code::Filter(own, Box::new(body)), Kind::Maybe))
            }
            (Kind::Maybe, "is_some_and", [Expr::Closure(closure)]) => {
                let body = self.closure(closure, Kind::Truth)?;
                Ok((Code::IsSomeAnd(own, Box::new(body)), Kind::Truth))
            }
            (Kind::Number, word, others) => {
                let op =
                    ScalarOp::from_name(word, None).filter(|op| op.arity() == 1 + others.len());
                let op = op.ok_or_else(|| unknown(expr))?;
                let others = others.iter().map(|other| self.of_kind(other, Kind::Number));
                let operands = [Ok(*own)].into_iter().chain(others);
                Ok((
                    Code::Apply(op, operands.collect::<Result<_, _>>()?),
                    Kind::Number,
                ))
            }
            _ => Err(unknown(expr)),
        }
    }

    /// The body of a closure of one number.
    fn closure(&mut self, closure: &ExprClosure, result: Kind) -> Result<Code, Diagnostic> {
        let inputs: Vec<&Pat> = closure.inputs.iter().collect();
        let name = match inputs[..] {
            [Pat::Ident(own)] => own.ident.to_string(),
            [Pat::Reference(own)] => match &*own.pat {
                Pat::Ident(own) => own.ident.to_string(),
                _ => return Err(no_closure(closure)),
            },
            _ => return Err(no_closure(closure)),
        };
        self.locals.push(name);
        let body = self.of_kind(&closure.body, result);
        self.locals.pop();
        body
    }
}

fn no_closure(closure: &ExprClosure) -> Diagnostic {
    let place = SourcePlace::of(closure);
    Diagnostic::new(place, "expected a closure of one number").help("write `|k| ..`")
}

fn unknown(expr: &Expr) -> Diagnostic {
    let message = format!("a rule cannot compute `{}`", print(expr));
    Diagnostic::new(SourcePlace::of(expr), message).help(HELP)
}

impl Code {
    fn value(&self, captures: &Captures<'_>, locals: &mut Vec<Literal>) -> Option<Literal> {
        match self {
            Self::Literal(literal) => Some(*literal),
            Self::Local(at) => locals.get(*at).copied(),
            Self::Asked(name, question) => question(captures.get(name)),
            Self::Apply(op, operands) => {
                let operands = operands.iter().map(|own| own.value(captures, locals));
                scalar_literal(*op, &operands.collect::<Option<Vec<Literal>>>()?)
            }
            Self::IsSome(own) => Some(Literal::Bool(own.value(captures, locals).is_some())),
            Self::IsSame(left, right) => {
                let numbers = [left, right].map(|own| own.value(captures, locals));
                let [left, right] = numbers.map(|own| own.map(Literal::to_f64));
                Some(Literal::Bool(left == right))
            }
            Self::Then(own, then) => {
                let own = own.value(captures, locals)?;
                then.with(own, captures, locals)
            }
            Self::Filter(own, holds) => {
                let own = own.value(captures, locals)?;
                let holds = holds.with(own, captures, locals);
                (holds == Some(Literal::Bool(true))).then_some(own)
            }
            Self::IsSomeAnd(own, holds) => {
                let own = own.value(captures, locals);
                let holds = own.and_then(|own| holds.with(own, captures, locals));
                Some(Literal::Bool(holds == Some(Literal::Bool(true))))
            }
            Self::None => None,
        }
    }

    fn with(
        &self,
        local: Literal,
        captures: &Captures<'_>,
        locals: &mut Vec<Literal>,
    ) -> Option<Literal> {
        locals.push(local);
        let value = self.value(captures, locals);
        locals.pop();
        value
    }
}
