//! The functions of one block: names, order of lowering, and results.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use graph_ir::Graph;
use graph_ir::graph::Function;
use graph_ir::passes::DropEffects;
use graph_ir::rules::Rules;
use proc_macro2::{Ident, TokenStream};

use crate::call_order;
use crate::checked_lengths;
use crate::clashes;
use crate::derivative_rules::{self, Fitting};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::import::{self, Imported};
use crate::lower::{self, Callee, Chain, Constants, Names, Notes, Template};
use crate::nesting;
use crate::outside;
use crate::parse::{BlockItems, FunctionSource, ParsedAttributes};
use crate::requests;
use crate::resolve;
use crate::rules;
use crate::signature::{Lengths, Outside, Signature};
use crate::structs;
use crate::templates;
use crate::timings::timed;

/// The result of lowering a function.
pub(crate) struct Lowered<'s> {
    /// The function as written.
    pub(crate) source: &'s FunctionSource,
    /// Its signature, unless that is wrong. Of a function with `const` parameters that others call
    /// from outside of the block it has symbols ([`Signature::symbols`]).
    pub(crate) signature: Option<Signature>,
    /// Its graph, unless something is wrong; with the symbols of the signature.
    pub(crate) graph: Option<Graph>,
    /// The item that makes the compiler track the file that the function comes from.
    pub(crate) watch: TokenStream,
    /// The function of the surrounding code that it declares, if any; it has no items then.
    pub(crate) outside: Option<Rc<Outside>>,
}

/// The declaration of a function, known before any body is lowered.
struct Declared {
    signature: Option<Signature>,
    /// The result of reading its file, where it comes from one.
    imported: Option<Imported>,
    /// The function of the surrounding code that it declares.
    outside: Option<Rc<Outside>>,
    /// The words that ask for items.
    requests: Vec<Ident>,
    /// The rules for its graph.
    rewrites: Vec<Rc<Rules>>,
    /// Whether another function has its name.
    twice: bool,
}

/// Lowers all functions, callees first, and notes what is asked for. Functions with
/// `const` parameters that are called from outside of the block have graphs with symbols.
pub(crate) fn lower<'s>(
    source: &'s BlockItems,
    facade: &TokenStream,
    report_constants: bool,
    diagnostics: &'s Diagnostics,
    notes: Notes<'s>,
) -> Vec<Lowered<'s>> {
    let mut names = names(source, report_constants, diagnostics, notes);
    let functions = &source.functions;
    let mut declared: Vec<Declared> = Vec::with_capacity(functions.len());
    for function in functions {
        declared.push(declare(function, source, facade, &mut names));
    }
    let rules = functions.iter().zip(&declared).map(|(function, declared)| {
        let signature = declared.signature.as_ref()?;
        derivative_rules::check(function, signature, functions, &names)
    });
    let rules: Vec<Option<Fitting>> = rules.collect();
    let outside: Vec<Rc<Outside>> = declared.iter().filter_map(|d| d.outside.clone()).collect();
    names.outside.clone_from(&outside);
    let mut graphs: Vec<Option<Graph>> = functions.iter().map(|_| None).collect();
    for number in call_order::callees_first(functions, diagnostics) {
        let (function, declared) = (&functions[number], &mut declared[number]);
        if templates::is_template(function) {
            // Its graphs are made where it is called, one for each set of lengths.
            continue;
        }
        let Some(signature) = &mut declared.signature else {
            lower::check(function, &names);
            continue;
        };
        let graph = match (&mut declared.imported, &function.outside) {
            (Some(imported), _) => imported.graph.take(),
            // Its derivative is wrong, and so nobody knows it.
            (None, Some(_)) if function.rule.is_some() && rules[number].is_none() => None,
            (None, Some(_)) => declared.outside.as_ref().and_then(|o| o.graph().ok()),
            (None, None) => timed("checked", signature.name.clone(), || {
                lower::function(function, signature, &names)
            }),
        };
        let graph = graph
            .and_then(|graph| rules::rewritten(graph, &declared.rewrites, &signature.name, &names));
        let Some(graph) = graph else { continue };
        match callable(graph, signature, rules[number].as_ref(), &names) {
            Ok((graph, function)) => {
                let is_unknown = names.calls_unknown(functions[number].tokens.clone().into());
                if let Some(callee) = names.functions.get_mut(&signature.name.to_string()) {
                    callee.graph = Some(function);
                    callee.is_unknown = is_unknown;
                }
                reach_outside(signature, &graph, &outside, &declared.requests, diagnostics);
                graphs[number] = Some(graph);
            }
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    for (number, function) in functions.iter().enumerate() {
        let declared = &mut declared[number];
        let name = function.signature.ident.to_string();
        let template = names.templates.get(&name);
        let template = template.filter(|template| std::ptr::eq(template.source, function));
        if let Some(template) = template
            && templates::is_for_others(function, &declared.requests)
        {
            let made = template.symbolic(&names);
            declared.signature = made.as_ref().and_then(|i| i.callee.signature.clone());
            graphs[number] = made.and_then(|instance| instance.graph.clone());
            // A type that cannot be read may be the one that has the extent.
            if let Some(signature) = &mut declared.signature {
                templates::check_witnesses(function, diagnostics);
                requests::check(signature, &declared.requests, diagnostics);
                if let Some(graph) = &graphs[number] {
                    reach_outside(signature, graph, &outside, &declared.requests, diagnostics);
                }
            }
        }
    }
    for template in names.templates.values() {
        if !template.is_used() {
            lower::check(template.source, &names);
        }
    }
    let lowered = functions.iter().zip(declared).zip(graphs);
    let lowered = lowered.filter(|((_, declared), _)| !declared.twice);
    let lowered = lowered.map(|((source, declared), graph)| Lowered {
        source,
        signature: declared.signature,
        graph,
        watch: declared.imported.unwrap_or_default().watch,
        outside: declared.outside,
    });
    let mut lowered: Vec<Lowered<'_>> = lowered.collect();
    let emitted = lowered.iter_mut().filter(|own| own.outside.is_none());
    let signatures = emitted.filter_map(|own| own.signature.as_mut());
    clashes::report(signatures, diagnostics);
    lowered
}

/// Records the functions from outside that a graph reaches, and refuses requests for derivatives
/// that these do not have; and chooses the lengths for which derivatives are compared.
fn reach_outside(
    signature: &mut Signature,
    graph: &Graph,
    outside: &[Rc<Outside>],
    requests: &[Ident],
    diagnostics: &Diagnostics,
) {
    outside::apply(signature, graph, outside);
    checked_lengths::apply(signature, graph, diagnostics);
    if let Some(why) = &signature.undifferentiable {
        requests::refuse(signature, requests, why, diagnostics);
    }
}

/// Resolves the signature of a function, and makes it known to the bodies of the block.
fn declare<'s>(
    function: &'s FunctionSource,
    source: &BlockItems,
    facade: &TokenStream,
    names: &mut Names<'s>,
) -> Declared {
    let diagnostics = names.diagnostics;
    let mut attributes = ParsedAttributes::of(&function.attributes, diagnostics);
    attributes.codegen = attributes.codegen.or(source.codegen);
    let of_block = source
        .rewrites
        .iter()
        .filter(|_| function.outside.is_none());
    attributes.rewrites.extend(of_block.cloned());
    if let (Some(rules), Some(_)) = (attributes.rewrites.first(), &function.outside) {
        let message = "a function from outside of the block has no graph to rewrite";
        let place = SourcePlace::token(rules.span());
        diagnostics.push(Diagnostic::new(place, message).help("remove `#[rewrite(..)]`"));
    }
    let rewrites = rules::named(&attributes.rewrites, names);
    if templates::is_template(function) {
        return declare_template(function, attributes, rewrites, facade, names);
    }
    let import = function.import.as_ref();
    let mut imported =
        import.map(|import| import::function(function, import, &attributes, facade, names));
    let signature = match &mut imported {
        Some(imported) => imported.signature.take(),
        None => resolve::signature(function, &attributes, facade, names, &Lengths::default()),
    };
    let outside = match (&signature, &function.outside) {
        (Some(signature), Some(source)) => {
            outside::declared(function, source, signature, &attributes, diagnostics)
        }
        (Some(signature), None) => {
            requests::check(signature, &attributes.requests, diagnostics);
            None
        }
        (None, _) => None,
    };
    // What is declared wrongly has other types perhaps.
    let is_right = function.outside.is_none() || outside.is_some();
    let known = signature.clone().filter(|_| is_right);
    let callee = Callee::new(known, attributes.attributes.cfg.clone());
    let twice = make_known(function, callee, names);
    Declared {
        signature,
        imported,
        outside,
        requests: attributes.requests,
        rewrites,
        twice,
    }
}

/// Makes a function with `const` parameters known to the bodies of the block.
fn declare_template<'s>(
    function: &'s FunctionSource,
    attributes: ParsedAttributes,
    rewrites: Vec<Rc<Rules>>,
    facade: &TokenStream,
    names: &mut Names<'s>,
) -> Declared {
    templates::check(function, names.diagnostics);
    let requests = attributes.requests.clone();
    let cfg = attributes.attributes.cfg.clone();
    let twice = make_known(function, Callee::new(None, cfg), names);
    templates::check_axes(function, &names.constants, names.diagnostics);
    if let Some(parameters) = crate::parameters::parameters(function, names.diagnostics) {
        let facade = facade.clone();
        let make = move |lengths: &Lengths, names: &Names<'_>| {
            let signature = resolve::signature(function, &attributes, &facade, names, lengths);
            let cfg = attributes.attributes.cfg.clone();
            instance(function, Callee::new(signature, cfg), &rewrites, names)
        };
        let template = Template::new(function, parameters, Box::new(make));
        let name = function.signature.ident.to_string();
        names.templates.insert(name, template);
    } else {
        names.refused.add(function.signature.ident.to_string());
    }
    Declared {
        signature: None,
        imported: None,
        outside: None,
        requests,
        rewrites: Vec::new(),
        twice,
    }
}

/// Lowers the body of a function with `const` parameters for the lengths in its signature; the graph
/// beside it, where it has symbols.
fn instance(
    function: &FunctionSource,
    mut callee: Callee,
    rewrites: &[Rc<Rules>],
    names: &Names<'_>,
) -> (Callee, Option<Graph>) {
    let Some(signature) = &callee.signature else {
        lower::check(function, names);
        return (callee, None);
    };
    let is_symbolic = signature.lengths.is_symbolic();
    let mut with_symbols = None;
    let name = signature.lengths.name_of(&signature.name.to_string());
    let graph = timed("checked", name, || {
        lower::function(function, signature, names)
    });
    let graph = graph.and_then(|graph| rules::rewritten(graph, rewrites, &signature.name, names));
    match graph.map(|graph| callable(graph, signature, None, names)) {
        Some(Ok((graph, function))) => {
            callee.graph = Some(function);
            with_symbols = Some(graph).filter(|_| is_symbolic);
        }
        Some(Err(diagnostic)) => names.diagnostics.push(diagnostic),
        None => {}
    }
    (callee, with_symbols)
}

/// Adds a function to the names; whether another one has its name, which is reported.
fn make_known(function: &FunctionSource, callee: Callee, names: &mut Names<'_>) -> bool {
    let (name, configured) = (function.signature.ident.to_string(), !callee.cfg.is_empty());
    let previous = names.functions.insert(name, callee);
    // Under different `cfg`s at most one of them is there in the end.
    let twice = previous.is_some_and(|previous| !configured || previous.cfg.is_empty());
    if twice {
        duplicate(&function.signature.ident, names.diagnostics);
    }
    twice
}

/// The graph that the items of a function are made from, and the function as the block calls it.
fn callable(
    graph: Graph,
    signature: &Signature,
    rule: Option<&Fitting>,
    names: &Names<'_>,
) -> Result<(Graph, Arc<Function>), Diagnostic> {
    let inner = nesting::embeddable(&graph, signature)?;
    let refused = |error: graph_ir::Error| {
        let message = match error {
            graph_ir::Error::RuleWithEffects => format!(
                "a function that gives the derivative of `{}` prints something",
                signature.name
            ),
            other => other.to_string(),
        };
        Diagnostic::new(SourcePlace::token(signature.name.span()), message)
    };
    let function = match rule {
        Some(rule) => derivative_rules::with_rule(&inner, rule, names).map_err(refused)?,
        None => None,
    };
    match function {
        Some(function) => {
            nesting::check_rule(&function, signature)?;
            let graph = derivative_rules::call(&function, signature).map_err(refused)?;
            Ok((graph, function))
        }
        None => {
            let function = Function::plain(inner);
            match signature.silent {
                // What is left out happens in no caller either.
                true => {
                    let silent = DropEffects::default().in_function(&function);
                    Ok((graph, silent.map_err(refused)?))
                }
                false => Ok((graph, function)),
            }
        }
    }
}

/// The names that bodies can refer to, but for the functions.
pub(crate) fn names<'s>(
    source: &'s BlockItems,
    report: bool,
    diagnostics: &'s Diagnostics,
    notes: Notes<'s>,
) -> Names<'s> {
    let mut constants = Constants::default();
    for item in &source.constants {
        if !constants.add(item) && item.ident != "_" {
            duplicate(&item.ident, diagnostics);
        }
    }
    let aliases = source.aliases.iter();
    let aliases = aliases.map(|item| (item.ident.to_string(), item));
    let mut names = Names {
        diagnostics,
        constants,
        aliases: aliases.collect(),
        structs: HashMap::new(),
        sources: &source.functions,
        depth_of_structs: Cell::new(0),
        refused: &source.refused,
        rules: HashMap::new(),
        functions: HashMap::new(),
        outside: Vec::new(),
        templates: HashMap::new(),
        tries_orders: Cell::new(false),
        other_results: RefCell::default(),
        chain: Chain::default(),
        notes,
    };
    for function in source.functions.iter().filter(|_| report) {
        hides_other(&function.signature.ident, diagnostics);
    }
    for item in &source.aliases {
        let Some(parameter) = item.generics.params.first() else {
            continue;
        };
        // Its uses are no errors of their own.
        names.aliases.remove(&item.ident.to_string());
        names.refused.add(item.ident.to_string());
        if report {
            let message = "a type alias of the language has no parameters";
            let help = "write the type where it is used, or one alias for each parameter";
            let place = SourcePlace::of(parameter);
            diagnostics.push(Diagnostic::new(place, message).help(help));
        }
    }
    structs::declare(&source.structs, report && !source.is_module, &mut names);
    let before = diagnostics.len();
    rules::declare(&source.rules, &mut names);
    if !report {
        diagnostics.truncate(before);
    }
    if report {
        for item in &source.constants {
            names.constants.get(&item.ident.to_string(), &names);
        }
    }
    names
}

/// Reports a function whose module would stand for a crate that every module may name, or for a
/// type that the compiler knows.
fn hides_other(name: &Ident, diagnostics: &Diagnostics) {
    let text = name.to_string();
    let hidden = match &*text {
        "std" | "core" | "alloc" | "adgraph" => "crate",
        text if is_primitive(text) => "type",
        _ => return,
    };
    let message = format!("the module of `{name}` would hide the {hidden} `{name}`");
    let diagnostic = Diagnostic::new(SourcePlace::token(name.span()), message)
        .note("a function has a module of its name, in which its derivatives are")
        .help(format!("give it another name, such as `{name}_of`"));
    diagnostics.push(diagnostic);
}

/// Whether Rust has a type of this name in every module.
fn is_primitive(name: &str) -> bool {
    let is_float = matches!(name, "f32" | "f64");
    let bits = name.strip_prefix(['i', 'u']).unwrap_or_default();
    let is_integer = matches!(bits, "8" | "16" | "32" | "64" | "128" | "size");
    is_float || is_integer || matches!(name, "bool" | "char" | "str")
}

fn duplicate(name: &Ident, diagnostics: &Diagnostics) {
    let message = format!("`{name}` is defined twice in this block");
    diagnostics.push(Diagnostic::new(SourcePlace::token(name.span()), message));
}
