//! Calls of a function that another one makes: `grad(f)(x)`, `jax.grad(f, argnums=1)(x, y)`.

use syn::punctuated::Punctuated;
use syn::{Expr, ExprArray, ExprTuple, Ident, Lit, Token};

use super::arguments::option;
use super::foreign::{Variables, advice_for_transformed, filled};
use super::is_builtin;
use crate::lower::Lowerer;
use crate::lower::report::short_text;

/// Makers of derivatives.
const DERIVATIVES: [&str; 7] = [
    "grad",
    "gradient",
    "deriv",
    "derivative",
    "jacobian",
    "jacfwd",
    "jacrev",
];

/// Makers of functions of a table, and the language's function for what they make.
const TABLES: [(&str, &str); 3] = [
    ("CubicSpline", "cubic_spline"),
    ("interp1d", "interpolate"),
    ("interpolant", "cubic_spline"),
];

/// Those of JAX, which differentiate by the first argument where nothing else is said.
const BY_FIRST: [&str; 6] = [
    "grad",
    "value_and_grad",
    "jacobian",
    "jacfwd",
    "jacrev",
    "hessian",
];

/// The arguments between the parentheses of a call.
type Args = Punctuated<Expr, Token![,]>;

impl<'e> Lowerer<'_, 'e> {
    /// The help for a call of a function that another one makes of a function, `grad(f)(x)`, of one
    /// that is made in two steps, `grad(grad(f))(x)`, or of a value, `jacobian(f(x))(x)`.
    pub(super) fn transformed(&mut self, made: &'e Expr, args: &'e Args) -> Option<String> {
        let (name, of, options) = maker(made)?;
        let arguments = self.texts(args, args.len());
        if let Expr::Call(value) = made
            && let (Some(_), Some(variable)) = (value.args.first(), value.args.get(1))
            && positions(variable).is_none()
            && is_builtin(&name)
        {
            let (value, variable) = (short_text(made)?, short_text(variable)?);
            return Some(match &arguments[..] {
                [point] if syn::parse_str::<Ident>(&variable).is_ok() => format!(
                    "it is a value already, where `{variable}` is now: for another one, write \
                     `{{ let {variable} = {point}; {value} }}`"
                ),
                _ => format!("it is a value already: write `{value}`"),
            });
        }
        if let Some(table) = function_of_table(&name) {
            let (x, arrays) = (arguments.join(", "), arrays_of(made));
            return Some(format!("write `{table}({x}, {arrays})`"));
        }
        let function = |of: Option<&Expr>| of.and_then(short_text).unwrap_or_else(|| "f".into());
        let variables = variables(&name, &options);
        if let Some((inner, innermost, inner_options)) = of.and_then(maker) {
            let is_derivative = |name: &String| DERIVATIVES.contains(&&**name);
            let is_same = self::variables(&inner, &inner_options) == variables;
            if is_derivative(&inner) && is_derivative(&name) && is_same {
                let help = match self.is_by_array(args, &variables) {
                    false => "differentiate a value: `deriv(deriv({f}, {x}), {x})`",
                    true => "differentiate a value: `hessian({f}, {x})`",
                };
                return Some(filled(help, &function(innermost), &arguments, &variables));
            }
        }
        // A call is a value already: its own arguments are those of the function.
        match of {
            Some(Expr::Call(call)) => {
                let function = short_text(&call.func)?;
                let variables = self.by_own(variables, &function);
                let arguments = self.texts(&call.args, call.args.len());
                advice_for_transformed(&name, &function, &arguments, &variables)
            }
            _ => {
                let own = of.filter(|_| ["vmap", "vectorize"].contains(&&*name));
                let builtin = own
                    .and_then(|own| self.function_named(own))
                    .filter(|own| is_builtin(own));
                // `map` takes functions of the language in a closure.
                let closure = builtin.and_then(|_| self.applied_by_name(own?));
                let function = closure.unwrap_or_else(|| function(of));
                let variables = self.by_own(variables, &function);
                advice_for_transformed(&name, &function, &arguments, &variables)
            }
        }
    }

    /// The arguments that a function is differentiated by, where a maker says no others.
    fn by_own(&self, variables: Variables, function: &str) -> Variables {
        match variables {
            Variables::All => self.differentiated_by(function),
            written => written,
        }
    }

    /// Whether the argument that a function is differentiated by is an array.
    fn is_by_array(&mut self, args: &'e Args, variables: &Variables) -> bool {
        let first = match variables {
            Variables::All => 0,
            Variables::At(positions) => positions.first().copied().unwrap_or_default(),
        };
        let before = self.names.diagnostics.len();
        let value = args.get(first).map(|arg| self.expression(arg).value);
        self.names.diagnostics.truncate(before);
        let shape = value.and_then(|value| value.shape());
        shape.is_some_and(|shape| shape.rank() > 0)
    }
}

/// The help for a call that makes a function of a table elsewhere, where it is not called yet.
pub(super) fn table_alone(name: &str, args: &Args) -> Option<String> {
    let table = function_of_table(name)?;
    let arrays = arrays_in(args);
    Some(format!(
        "it is called with the point: `{table}(.., {arrays})`"
    ))
}

/// The language's function for the functions of a table that another one makes.
fn function_of_table(maker: &str) -> Option<&'static str> {
    let row = TABLES.iter().find(|(own, _)| *own == maker);
    row.map(|&(_, table)| table)
}

/// The texts of the arrays that a table is made of.
fn arrays_of(made: &Expr) -> String {
    match made {
        Expr::Call(call) => arrays_in(&call.args),
        Expr::MethodCall(call) => arrays_in(&call.args),
        _ => "..".into(),
    }
}

fn arrays_in(args: &Args) -> String {
    let positional = args.iter().filter(|arg| option(arg).is_none());
    let texts: Option<Vec<String>> = positional.take(2).map(short_text).collect();
    match texts {
        Some(texts) if texts.len() == 2 && !texts[0].starts_with('"') => texts.join(", "),
        _ => "..".into(),
    }
}

/// The function that makes another one, by the last name of its path, what it is made of, and the
/// arguments behind that.
fn maker(expr: &Expr) -> Option<(String, Option<&Expr>, Vec<&Expr>)> {
    let (name, functions) = match expr {
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => (&path.path.segments.last()?.ident, &call.args),
            _ => return None,
        },
        Expr::MethodCall(call) => (&call.method, &call.args),
        _ => return None,
    };
    let options = functions.iter().skip(1).collect();
    Some((name.to_string(), functions.first(), options))
}

/// The arguments that a maker with these options differentiates by.
fn variables(maker: &str, options: &[&Expr]) -> Variables {
    if !BY_FIRST.contains(&maker) {
        return Variables::All;
    }
    let mut named = options.iter().filter_map(|arg| option(arg));
    let named = named.find(|(name, _)| *name == "argnums");
    let value = match named {
        Some((_, value)) => Some(value),
        None => options.first().copied(),
    };
    Variables::At(value.and_then(positions).unwrap_or_else(|| vec![0]))
}

/// The positions of arguments: `1`, `(0, 1)`.
fn positions(expr: &Expr) -> Option<Vec<usize>> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok().map(|position| vec![position]),
            _ => None,
        },
        Expr::Tuple(ExprTuple { elems, .. }) | Expr::Array(ExprArray { elems, .. }) => {
            let each: Vec<Vec<usize>> = elems.iter().map(positions).collect::<Option<_>>()?;
            Some(each.concat()).filter(|positions| !positions.is_empty())
        }
        _ => None,
    }
}
