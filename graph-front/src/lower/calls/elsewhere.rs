//! Calls that mean something elsewhere: by the path or the modules of a library,
//! `np.linalg.inv(a)`; of the derivatives that a caller has, `f::gradient(x)`; and of a value,
//! `2.0 (x + y)`.

use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, ExprMethodCall, Ident, Member, Token};

use super::foreign::{
    Given, advice, advice_for_library, advice_for_path, applied, derivative_of, has_namesake,
    is_foreign, is_module,
};
use super::unknown::{conversion, of_function, written_or_declared};
use super::{Builtin, is_builtin};
use crate::diagnostics::foreign_types::{self, COMPLEX, is_complex};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::constant_of_path;
use crate::lower::report::{grouped, short_text};
use crate::lower::types::as_float;
use crate::lower::values::{Lowered, Value};
use crate::lower::without_parentheses;
use crate::parse::own_type;

/// The arguments between the parentheses of a call.
type Args = Punctuated<Expr, Token![,]>;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reports a call of something that is no function of the language.
    pub(super) fn uncallable(
        &mut self,
        expr: &'e ExprCall,
        close: SourcePlace,
        is_operand: bool,
    ) -> Lowered<'b> {
        let place = SourcePlace::of(&expr.func);
        let poison = Lowered {
            value: Value::Poison,
            place: place.to(close),
        };
        // A keyword in place of a name is one of the language that it comes from.
        let text = print(&expr.func).replace("r#", "");
        let text = text.replace("::< ", "::<").replace(" >", ">");
        let diagnostic = Diagnostic::new(place, format!("the macro cannot call `{text}`"));
        let names: Vec<String> = match &*expr.func {
            Expr::Path(path) if self.names.refused.may_lead(&path.path) => return poison,
            Expr::Path(path) => {
                let segments = path.path.segments.iter();
                let segments = segments.map(|segment| segment.ident.unraw().to_string());
                segments.collect()
            }
            maker => {
                let help = self.transformed(maker, &expr.args);
                let help = help.or_else(|| product(maker, &expr.args));
                let known = help.is_none().then_some(KNOWN);
                self.error(diagnostic.note_if(known).help_if(help));
                return poison;
            }
        };
        let of_float = match &names[..] {
            [ty, name] if self.float_named(ty).is_some() => Some((ty, name)),
            _ => None,
        };
        let conversion = match &names[..] {
            [ty, name] if ["from", "try_from", "new"].contains(&&**name) => {
                conversion(ty, &expr.args)
            }
            _ => None,
        };
        let made =
            of_float.and_then(|(ty, name)| self.in_place_of_constructor(ty, name, &expr.args));
        let complex = names.iter().any(|name| is_complex(name)).then_some(COMPLEX);
        let vector = vector_made(&names, &expr.args);
        let help = complex.map(String::from).or(made).or(conversion).or(vector);
        let help = help.or_else(|| self.in_place_of(&names, &expr.args, is_operand));
        let diagnostic = match (help, names.last()) {
            (Some(help), _) => diagnostic.help(help),
            // These are modules of other languages, or the place of the block.
            (None, Some(_)) if is_module(&names[0]) || names[0] == "self" || names[0] == "Self" => {
                let last = match &*expr.func {
                    Expr::Path(path) => path.path.segments.last().map(|last| &last.ident),
                    _ => None,
                };
                let help = last.map(|last| self.in_place_of_unknown(last, &expr.args));
                diagnostic.note(KNOWN).help_if(help)
            }
            (None, Some(_)) if of_float.is_none() => {
                diagnostic.note(KNOWN).help(from_outside(&text, &names))
            }
            (None, _) => diagnostic.note(KNOWN),
        };
        self.error(diagnostic);
        poison
    }

    /// A call through the modules of a library, `np.linalg.inv(a)`, which starts with a name that
    /// nothing has: takes it off the spine and reports it.
    pub(in crate::lower) fn module_call(
        &mut self,
        base: &'e Expr,
        spine: &mut Vec<&'e Expr>,
        is_operand: bool,
    ) -> Option<Lowered<'b>> {
        let Expr::Path(path) = base else { return None };
        let first = path.path.get_ident()?;
        let (names, call) = modules(first, spine)?;
        let is_own = names[0] == "self" && self.names.functions.contains_key(&names[1]);
        let is_library = names.len() > 2 || is_module(&names[0]) || has_namesake(&names) || is_own;
        if !is_library || self.has_value_named(&names[0]) {
            return None;
        }
        spine.truncate(spine.len() - (names.len() - 1));
        let place = SourcePlace::token(first.span());
        let called = place.to(SourcePlace::token(call.method.span()));
        let place = place.to(SourcePlace::token(call.paren_token.span.close()));
        let message = format!("the macro cannot call `{}`", names.join("."));
        let is_operand = is_operand || !spine.is_empty();
        let help = self.in_place_of(&names, &call.args, is_operand);
        let is_known = help.is_some();
        let help = help.unwrap_or_else(|| self.in_place_of_unknown(&call.method, &call.args));
        let diagnostic = Diagnostic::new(called, message);
        let diagnostic = diagnostic.note_if((!is_known).then_some(KNOWN));
        let value = self.error(diagnostic.help(help));
        Some(Lowered { value, place })
    }

    /// The help for a call, through a module, of a function that the language does not have.
    fn in_place_of_unknown(&mut self, name: &Ident, args: &'e Args) -> String {
        match self.slip(name, args) {
            Some(close) => format!("did you mean `{close}`?"),
            None => written_or_declared(&name.unraw().to_string()),
        }
    }

    /// Whether a name means something in the block, or may.
    pub(in crate::lower) fn has_value_named(&self, name: &str) -> bool {
        self.variables.find(name).is_some()
            || self.names.constants.contains(name)
            || self.names.refused.may_have(name)
    }

    /// The texts of the first `count` arguments of a call, where all are short, or as many names.
    pub(super) fn texts(&self, args: &Args, count: usize) -> Vec<String> {
        let written = args.iter().take(count).map(short_text);
        let written: Option<Vec<String>> = written.collect();
        match written {
            Some(texts) if texts.len() == count => texts,
            _ if count == 1 && !self.has_value_named("x") => vec!["x".into()],
            _ => self.unused_names(count),
        }
    }

    /// The text to write in place of a function that makes a number of a float type, as the traits
    /// of other libraries have them.
    fn in_place_of_constructor(&mut self, ty: &str, name: &str, args: &'e Args) -> Option<String> {
        let constant = match name {
            "zero" => "0.0",
            "one" => "1.0",
            "pi" => "f64::consts::PI",
            "infinity" => "f64::INFINITY",
            "neg_infinity" => "f64::NEG_INFINITY",
            "nan" => "f64::NAN",
            _ => "",
        };
        if !constant.is_empty() {
            return Some(format!("write `{}`", self.in_own_float(constant)));
        }
        // Traits of other libraries have constants as functions: `T::PI()`, `T::epsilon()`.
        if let Some(constant) = constant_of_path(name).filter(|_| args.is_empty()) {
            return Some(format!("write `{}`", self.in_own_float(&constant)));
        }
        let makes = [
            "from", "lit", "cast", "num_cast", "constant", "new", "try_from",
        ]
        .contains(&name)
            || name.starts_with("from_");
        match args.first().filter(|_| makes && args.len() == 1)? {
            Expr::Lit(number) => Some(format!("write the number: `{}`", as_float(number))),
            arg => {
                let text = short_text(arg).unwrap_or_else(|| "x".into());
                Some(format!("write `{} as {ty}`", grouped(&text)))
            }
        }
    }

    /// The text to write in place of a call by a path of these names.
    fn in_place_of(
        &mut self,
        names: &[String],
        args: &'e Args,
        is_operand: bool,
    ) -> Option<String> {
        let name = names.last()?;
        if let [.., function, _] = names
            && let Some(callee) = self.names.functions.get(function)
            && let Some(signature) = &callee.signature
            && let arguments = self.texts(args, signature.formals().count())
            && let variables = self.differentiated_by(function)
            && let Some(help) = derivative_of(function, name, &arguments, &variables)
        {
            return Some(help);
        }
        if self.names.functions.contains_key(name) {
            return Some(format!("it is a function of the block: `{name}(..)`"));
        }
        if let [.., of, default] = names
            && of == "Default"
            && default == "default"
            && let Some(item) = self.names.structs.keys().min()
        {
            return Some(format!(
                "write the value: `0.0`, `[0.0; 3]`, or zeros of a struct: `{item}::zeros()`"
            ));
        }
        if let Some(advice) = advice_for_path(names) {
            return Some(self.in_own_float(advice));
        }
        if let Some(whole) = self.with_own_operands(names, args) {
            return Some(whole);
        }
        if let Some(joined) = self.joined_elsewhere(name, args) {
            return Some(joined);
        }
        if let Some(derivative) = of_function(self, name, args) {
            return Some(derivative);
        }
        let may_differ = has_namesake(names);
        if !may_differ && !is_builtin(name) && !is_foreign(name) {
            return None;
        }
        if !may_differ && is_builtin(name) {
            return Some(self.by_name(name, args));
        }
        let operand = self.checked_arguments(args);
        if let Some(power) = self.power_called(name, None, args.iter()) {
            return Some(power);
        }
        let given = Given::new(operand.as_ref(), None, args, is_operand);
        let given = given.with_second(self.rank_of_second(args));
        let help = advice_for_library(names, &given)
            .or_else(|| is_builtin(name).then(|| self.by_name(name, args)))
            .or_else(|| advice(name, &given));
        help.map(|advice| self.in_own_float(&advice))
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The help for a function of the language that is called by a path: what the function says of
    /// these arguments, if it does not take them.
    fn by_name(&mut self, name: &str, args: &'e Args) -> String {
        let function = Ident::new(name, proc_macro2::Span::call_site());
        let before = self.names.diagnostics.len();
        let refused = Builtin::of(name).and_then(|builtin| {
            let place = SourcePlace::token(function.span());
            self.call_builtin(&function, builtin, None, args, place);
            self.names.diagnostics.refusal_after(before)
        });
        self.names.diagnostics.truncate(before);
        match refused {
            Some((_, Some(help))) if calls_another(name, &help) => help,
            Some((_, Some(help))) => format!("call it by its name alone; {help}"),
            Some((message, None)) => {
                format!("call it by its name alone, `{name}(..)`, with other arguments: {message}")
            }
            None => format!("call it by its name alone: `{name}(..)`"),
        }
    }
}

/// Whether code in a help calls other functions of the language, and not this one.
fn calls_another(name: &str, help: &str) -> bool {
    let mut called = { help.split('`').skip(1).step_by(2) }
        .filter_map(|code| code.split_once('('))
        .map(|(called, _)| called);
    let first = called.next();
    first.is_some_and(|first| first != name && is_builtin(first)) && called.all(|own| own != name)
}

const KNOWN: &str = "it calls the functions of the block and those of `adgraph::ops`, by name";

/// Types of Rust whose names could be those of modules.
const PRIMITIVES: [&str; 18] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "slice", "str",
    "u128", "u16", "u32", "u64", "u8", "usize",
];

/// The help for a function of the code around, by its path. What belongs to a type cannot be
/// imported.
fn from_outside(path: &str, names: &[String]) -> String {
    let (name, modules) = names.split_last().unzip();
    let name = name.map_or("f", String::as_str);
    let is_module = |name: &String| {
        let mut letters = name.trim_start_matches('_').chars();
        let is_type = letters.next().is_some_and(char::is_uppercase);
        !is_type && !PRIMITIVES.contains(&&**name)
    };
    match modules.unwrap_or_default().iter().all(is_module) {
        true => format!(
            "import it beside the block, `use {path};`, and declare it inside: `#[external] fn \
             {name}(..) -> ..;`, or `#[external(graph)]` where another block has it"
        ),
        false => format!(
            "write a function beside the block that calls it, `fn {name}(..) -> .. {{ {path}(..) \
             }}`, and declare it inside: `#[external] fn {name}(..) -> ..;`"
        ),
    }
}

/// The names of a chain of fields that ends in a method, and the call of that.
fn modules<'e>(first: &Ident, spine: &[&'e Expr]) -> Option<(Vec<String>, &'e ExprMethodCall)> {
    let mut names = vec![first.to_string()];
    for expr in spine.iter().rev() {
        match expr {
            Expr::Field(field) => match &field.member {
                Member::Named(name) => names.push(name.to_string()),
                Member::Unnamed(_) => return None,
            },
            Expr::MethodCall(call) => {
                names.push(call.method.unraw().to_string());
                return Some((names, call));
            }
            _ => return None,
        }
    }
    None
}

/// The help for a value with another one in parentheses behind it: `2.0 (x + y)`, `(double)(n)`.
fn product(left: &Expr, args: &Args) -> Option<String> {
    let [Some(right), None] = [0, 1].map(|position| args.iter().nth(position)) else {
        return None;
    };
    if let Expr::Closure(closure) = without_parentheses(left)
        && closure.inputs.len() == 1
    {
        let value = applied(&print(closure), &[short_text(right)?]);
        return Some(format!(
            "a closure is an argument; bind its own and write its body: `{value}`"
        ));
    }
    let right = short_text(right).map(|text| grouped(&text));
    let right = right.unwrap_or_else(|| "(..)".into());
    let left = match left {
        Expr::Paren(inner) => match own_type(&print(&inner.expr)) {
            Some(ty) => {
                return Some(format!(
                    "a conversion stands behind its value: `{right} as {ty}`"
                ));
            }
            None => print(left),
        },
        Expr::Lit(number) => as_float(number),
        Expr::Index(_) | Expr::Field(_) => short_text(left)?,
        _ => return None,
    };
    Some(format!("a product has its sign: `{left} * {right}`"))
}

/// The help for a vector of a library, `Vector3::new(x, y, 0.0)`: the array of its elements.
fn vector_made(names: &[String], args: &Args) -> Option<String> {
    let [.., ty, function] = names else {
        return None;
    };
    (function == "new" && foreign_types::is_vector(ty)).then_some(())?;
    let elements: Vec<String> = args.iter().map(short_text).collect::<Option<_>>()?;
    (!elements.is_empty()).then(|| format!("write an array: `[{}]`", elements.join(", ")))
}
