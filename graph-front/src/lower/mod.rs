//! Lowering: from a body to a graph.
//!
//! Expressions are lowered from the inside out into the graph builder, which infers and checks
//! every type. Known numbers and loop variables stay numbers. An error is reported at its tokens
//! and yields a value that causes no further errors.
//!
//! | | holds |
//! |---|---|
//! | `statements`, `results` | bodies, from the first `let` to the result |
//! | `endings` | bodies that end without a value |
//! | `loops` | `for` |
//! | `branches` | `if` |
//! | `growing` | lists that elements are added to, which are errors |
//! | `derivatives` | `deriv`, `jvp`, `vjp`, and the variables that they name |
//! | `expressions` | operators, names and literals |
//! | `axes` | dimensions by their names |
//! | `calls` | calls, of the language's functions and of the block's own |
//! | `assignments` | patterns, and access to variables |
//! | `indexing` | `x[..]` |
//! | `types` | declared types, and conversion to them |
//! | `bound` | the types of variables, for editors |
//! | `places` | the places of nodes, for errors that are found in graphs |
//! | `scope` | the names visible in a block's bodies, and the values of its `const` items |
//! | `purpose` | the use of a variable, read from the text, for errors |
//! | `report` | the builder's refusals, as errors |
//! | `variables` | variables and their scopes |
//! | `values` | the values of expressions: tensors, known numbers, arrays under assignment |
//!
//! Each folder re-exports its interface in `mod.rs`. The methods of [`Lowerer`] are mutually
//! recursive, like the syntax: the body of a loop contains calls, and a closure in a call contains
//! loops.

mod assignments;
mod axes;
mod bound;
mod branches;
mod calls;
mod configured;
mod derivatives;
mod endings;
mod expressions;
mod growing;
mod indexing;
mod loops;
mod places;
mod purpose;
mod report;
mod results;
mod scope;
mod statements;
mod tags;
mod types;
mod unreached;
mod values;
mod variables;

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use graph_ir::graph::InputKind;
use graph_ir::ops::Op;
use graph_ir::{Builder, Element, Graph, Shape, Site, Type, Wire};
use quote::ToTokens;
use syn::{Expr, ExprCall, ReturnType, Stmt};

pub(crate) use assignments::{Place, SelfAssignments, is_useless};
pub(crate) use bound::{BoundType, BoundTypes, type_inside};
pub(crate) use calls::{
    BUILTINS, MAP, PRINT, documented_signature, extents_of, is_builtin, operands_of,
    operands_of_method, options_of,
};
pub(crate) use expressions::{compound_operator, leftmost, without_parentheses};
#[cfg(test)]
pub(crate) use loops::ADAPTERS;
pub(crate) use loops::operands_of_adapter;
pub(crate) use places::Places;
pub(crate) use scope::{
    Callee, Chain, Constants, Names, Notes, Template, number_of, written_type, written_value,
};
pub(crate) use types::{Declared, declared_type, open_array, refused_array, struct_type};

use crate::diagnostics::{SourcePlace, Words, line_of};
use crate::labels::Labels;
use crate::parse::{FunctionSource, is_axis, misplaced_in_body};
use crate::signature::{Argument, Lengths, Signature};
use crate::tokens::assigned;
use derivatives::Independent;
use loops::Loops;
use values::{Table, Value};
use variables::{Origin, Stored, Told, Variable, Variables};

/// Tables that are constant nodes already, in one region.
type Tables<'b> = HashMap<(*const Table, Element), (Rc<Table>, Wire<'b>)>;

/// A call, and the type that is written for its value.
type Annotated<'e> = (&'e ExprCall, &'e syn::Type);

/// Lowers one body.
struct Lowerer<'b, 'e> {
    builder: &'b Builder,
    names: &'e Names<'e>,
    /// The function, for messages; `None` while a constant is evaluated.
    signature: Option<&'e Signature>,
    /// Its text, for messages.
    source: Option<&'e FunctionSource>,
    words: Words,
    /// The element type of a float literal where nothing else decides.
    float: Element,
    variables: Variables<'b>,
    /// For each open region the tables made in it.
    tables: Vec<Tables<'b>>,
    /// The names that nodes have, each given once: in order, and by name.
    named: Vec<String>,
    names_given: HashSet<String>,
    /// The axes that are parameters, or declared in the body, with the items that declare these.
    axes: HashMap<String, Option<*const syn::ItemConst>>,
    /// The unsigned type of the constant or `let` whose value is computed: nothing on the way to it
    /// is below zero.
    unsigned: Option<&'static str>,
    /// The call whose value a `let` binds, and the type that is written there.
    annotated: Option<Annotated<'e>>,
    /// The call that ends the function, and the type of the function's result.
    promised: Option<Annotated<'e>>,
    /// Whether the code that is lowered is part of the function.
    reached: bool,
    /// The type of a number that is wanted where an unknown name stands, for help.
    wanted: &'static str,
    /// Whether the call that is lowered is the operand of an operator or of a method, for help.
    is_operand: bool,
    /// The part of an array whose elements are summed, for help.
    summed: Option<*const syn::ExprIndex>,
    /// Whether the value of the block or the branch that is lowered is dropped, for help.
    is_dropped: bool,
    /// The assignment at the end of the function, which promises a result: its value, on a later line,
    /// is that result.
    unfinished: Option<*const syn::ExprAssign>,
    /// Whether a `;` is missing in front of a line that is read as the end of the one before.
    lacks_semicolon: bool,
    /// The shapes of the arrays that are reduced along written axes, by where they are written.
    reduced: HashMap<*const Expr, Shape>,
    /// How many elements patterns lack a name for: unknown names may be theirs.
    unnamed: usize,
    loops: Loops<'b, 'e>,
    /// The independent variables, and the derivatives so far.
    independent: Independent<'b>,
    /// The number of errors that take nothing away from a value of this function: those before it, and
    /// those of dependence.
    errors_before: usize,
}

/// The graph of a function; `None` when there were errors, which are reported.
pub(crate) fn function<'e>(
    source: &'e FunctionSource,
    signature: &'e Signature,
    names: &'e Names<'e>,
) -> Option<Graph> {
    let before = names.diagnostics.len();
    let body = match source.structured(names.diagnostics) {
        Ok(body) => body,
        Err(error) => {
            names.diagnostics.push_syntax(error.clone());
            return None;
        }
    };
    for misplaced in misplaced_in_body(source.tokens.clone().into()) {
        names.diagnostics.push(misplaced);
    }
    let builder = Builder::new();
    builder.set_name(&signature.name.to_string());
    builder.set_sites("line");
    let mut lowerer = Lowerer::new(&builder, names, Some(signature));
    lowerer.source = Some(source);
    lowerer.independent = Independent::of(source.tokens.clone().into());
    let differentiates = !lowerer.independent.is_empty();
    lowerer.declare_lengths(&signature.lengths);
    lowerer.declare_arguments(source);
    lowerer.promised = match (body.stmts.last(), &source.signature.output) {
        (Some(Stmt::Expr(Expr::Call(call), None)), ReturnType::Type(_, ty)) => Some((call, &**ty)),
        _ => None,
    };
    lowerer.unfinished = match (body.stmts.last(), &source.signature.output) {
        (Some(Stmt::Expr(Expr::Assign(last), None)), ReturnType::Type(..)) => {
            let ends = line_of(last.eq_token.span) < line_of(SourcePlace::of(&last.right).start());
            ends.then_some(std::ptr::from_ref(last))
        }
        _ => None,
    };
    // Errors about the result show variables.
    let value = lowerer.statements(body);
    lowerer.report_absent();
    lowerer.results(&value, body, source);
    drop(lowerer);
    declare_once(source, names, before);
    // A value is unknown too where its error was reported before.
    if names.diagnostics.len() > before || value.is_poison() {
        return None;
    }
    let graph = builder.finish().and_then(|graph| match differentiates {
        true => graph_ir::passes::merge_variables(&graph),
        false => Ok(graph),
    });
    let is_symbolic = signature.lengths.is_symbolic();
    match graph.and_then(|graph| trimmed(graph, is_symbolic)) {
        Ok(graph) => Some(graph),
        Err(error) => {
            let place = SourcePlace::token(signature.name.span());
            let message = error.to_string();
            names
                .diagnostics
                .push(crate::diagnostics::Diagnostic::new(place, message));
            None
        }
    }
}

/// Reports the errors in the body of a function that do not depend on the types of its arguments:
/// its signature is wrong, or its lengths are never known.
pub(crate) fn check(source: &FunctionSource, names: &Names<'_>) {
    let body = match source.structured(names.diagnostics) {
        Ok(body) => body,
        Err(error) => return names.diagnostics.push_syntax(error.clone()),
    };
    let before = names.diagnostics.len();
    let builder = Builder::new();
    let mut lowerer = Lowerer::new(&builder, names, None);
    let generic = source.signature.generics.type_params().next();
    lowerer.source = Some(source);
    lowerer.words.generic = generic.map(|parameter| parameter.ident.to_string());
    lowerer.independent = Independent::of(source.tokens.clone().into());
    for parameter in source.signature.generics.const_params() {
        let name = parameter.ident.to_string();
        lowerer.declare_length(&name, is_axis(&parameter.ty), Value::Poison);
    }
    for input in &source.signature.inputs {
        if let syn::FnArg::Typed(argument) = input {
            lowerer.bind_nothing(&argument.pat, proc_macro2::Span::call_site());
        }
    }
    lowerer.block(body);
    declare_once(source, names, before);
    let signature = source.signature.to_token_stream();
    names.diagnostics.declare_in_signature(&signature, before);
}

/// Leaves one error of each variable that the function assigns without declaring it.
fn declare_once(source: &FunctionSource, names: &Names<'_>, before: usize) {
    let found = OnceCell::new();
    let found = || found.get_or_init(|| assigned(source.tokens.clone().into()));
    let is_assigned = |name: &str| found().iter().any(|own| own == name);
    names.diagnostics.declare_once(before, is_assigned);
}

/// The graph without unused inputs and carried values of its loops: the text of a body says less
/// than its graph. Where it has symbols, what nothing uses would still require something of them,
/// such as an index in code that is never reached.
fn trimmed(graph: Graph, is_symbolic: bool) -> graph_ir::Result<Graph> {
    match is_symbolic || graph.ids().any(|id| matches!(graph.op(id), Op::Scan(..))) {
        true => graph_ir::passes::trim(&graph),
        false => Ok(graph),
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A lowerer without variables.
    fn new(builder: &'b Builder, names: &'e Names<'e>, signature: Option<&'e Signature>) -> Self {
        let generic = signature.and_then(|s| s.generic.as_ref());
        Self {
            builder,
            names,
            signature,
            source: None,
            words: Words {
                generic: generic.map(ToString::to_string),
            },
            float: signature.map_or(Element::F64, default_float),
            variables: Variables::default(),
            tables: vec![HashMap::new()],
            named: Vec::new(),
            names_given: HashSet::new(),
            axes: HashMap::new(),
            unsigned: None,
            annotated: None,
            promised: None,
            reached: true,
            wanted: "f64",
            is_operand: false,
            summed: None,
            unfinished: None,
            lacks_semicolon: false,
            is_dropped: false,
            reduced: HashMap::new(),
            unnamed: 0,
            loops: Loops::default(),
            independent: Independent::default(),
            errors_before: names.diagnostics.len(),
        }
    }

    /// Whether something in this function is wrong already. What is missing then, such as the
    /// dependence of a value on another one, may be what the error took away.
    fn has_errors(&self) -> bool {
        self.names.diagnostics.len() > self.errors_before || self.calls_unknown()
    }

    /// Whether a function that this one may call is not known for an error.
    fn calls_unknown(&self) -> bool {
        let has_errors = self.names.diagnostics.len() > 0;
        let source = self.source.filter(|_| has_errors);
        source.is_some_and(|source| self.names.calls_unknown(source.tokens.clone().into()))
    }

    /// The nodes added from now on come from this place.
    fn at(&mut self, place: SourcePlace) {
        let site = match self.names.notes.places {
            Some(places) => places.site(place),
            None => Site(place.line()),
        };
        self.builder.set_site(site);
    }

    /// Whether a name is given to a node for the first time.
    fn give_name(&mut self, name: &str) -> bool {
        let is_new = self.names_given.insert(name.into());
        if is_new {
            self.named.push(name.into());
        }
        is_new
    }

    /// Takes back the names given after the first `len`.
    fn forget_names(&mut self, len: usize) {
        for name in self.named.drain(len.min(self.named.len())..) {
            self.names_given.remove(&name);
        }
    }

    /// Declares the `const` parameters of the function.
    fn declare_lengths(&mut self, lengths: &Lengths) {
        for (name, value) in lengths.iter() {
            let is_axis = lengths.is_axis(name);
            self.declare_length(name, is_axis, Value::from(value.clone()));
        }
    }

    fn declare_length(&mut self, name: &str, is_axis: bool, value: Value<'b>) {
        if is_axis {
            self.axes.insert(name.into(), None);
        }
        self.variables.declare(Variable {
            name: name.into(),
            mutable: false,
            origin: match is_axis {
                true => Origin::Axis { is_parameter: true },
                false => Origin::Length,
            },
            declared: None,
            labels: Labels::default(),
            told: Told::default(),
            stored: Stored::Value(value),
        });
    }

    /// The input for a scalar or an array among the arguments.
    fn input(&mut self, argument: &Argument) -> Value<'b> {
        let kind = match argument.has_derivative() {
            true => InputKind::Independent,
            false => InputKind::Dynamic,
        };
        let name = argument.full_name();
        self.give_name(&name);
        let wire = self.builder.input(&name, argument.ty.clone(), kind);
        let value = Value::from(wire);
        self.tag_value(&value, &argument.tags);
        value.labelled(argument.labels.clone())
    }

    fn declare_arguments(&mut self, source: &FunctionSource) {
        let Some(signature) = self.signature else {
            return;
        };
        let mutable = mutable_arguments(&source.signature);
        for (formal, mutable) in signature.formals().zip(mutable) {
            self.at(SourcePlace::token(formal.name().span()));
            let parts: Vec<Value<'b>> = formal.parts.iter().map(|own| self.input(own)).collect();
            let value = self.of_form(formal.form(), &mut parts.into_iter());
            let own = formal.first();
            self.variables.declare(Variable {
                name: own.name.to_string(),
                mutable: mutable || own.is_state,
                origin: match own.is_state {
                    true => Origin::State,
                    false => Origin::Argument,
                },
                declared: formal.whole().is_none().then(|| own.ty.clone()),
                labels: value.labels(),
                told: Told::default(),
                stored: Stored::Value(value),
            });
        }
    }
}

/// For each argument whether it is declared `mut`.
fn mutable_arguments(signature: &syn::Signature) -> Vec<bool> {
    let mutable = |arg: &syn::FnArg| match arg {
        syn::FnArg::Typed(arg) => matches!(&*arg.pat, syn::Pat::Ident(p) if p.mutability.is_some()),
        syn::FnArg::Receiver(_) => false,
    };
    signature.inputs.iter().map(mutable).collect()
}

/// The element type of float literals in a function where nothing else decides: the type parameter,
/// or `f32` where the signature has no other float.
fn default_float(signature: &Signature) -> Element {
    if signature.generic.is_some() {
        return Element::Float;
    }
    let arguments = signature.arguments.iter().map(|a| &a.ty);
    let all = arguments.chain(signature.result.parts());
    let mut floats = all.filter(|ty| Type::is_float(ty)).peekable();
    let single = floats.peek().is_some() && floats.all(|ty| ty.element == Element::F32);
    if single { Element::F32 } else { Element::F64 }
}
