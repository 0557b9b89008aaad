//! The compiler's own lints inside of blocks.
//!
//! A macro cannot warn on stable Rust, but the compiler can. For each function this writes a
//! *mirror*: a function that nothing calls, whose statements bind, read and assign the variables of
//! the body, in the same order and under the user's own tokens. The compiler finds there the unused
//! variables, the `mut` that nothing needs, the assignment that is never read, the value that is
//! dropped, needless parentheses, unused labels and names in the wrong case, and reports them as in any Rust code:
//! in its own words, at the user's place, at the level that the user has set
//! (`#[allow(unused_variables)]`). The generated items themselves are silent.
//!
//! A mirror stands in a module without a prelude, where no item has the name of a variable: the
//! compiler would take `let LIMIT = x;` for a comparison with a constant of that name.
//!
//! Only the flow of values counts, so every value is an `f64`. For numbers the compiler knows that
//! `+=` reads its target for nothing but the sum; for a type with an operator of its own it would
//! take `+=` for a use. What a value is computed from is the tuple of the variables that it reads.
//!
//! | file | mirrors |
//! |---|---|
//! | `functions` | the functions themselves, which their items and their callers use |
//! | `definitions` | parentheses and braces in constants and type aliases |
//! | `deprecated` | nothing: it names what the block uses of its deprecated items |
//! | `dropped` | nothing: it calls functions of the block whose values are dropped |
//! | `items` | constants and type aliases of the block |
//! | `imported` | constants of float types, which may be imported |
//! | `imports` | types of the language, which may be imported |
//! | `signatures` | names of lengths, and parentheses around types |
//! | `statements` | blocks, constants, values that are dropped |
//! | `bindings`, `assignments` | `let` and `=`, of variables and of parts of them |
//! | `kinds` | what a variable is in a mirror |
//! | `reads` | expressions, as the variables that they read |
//! | `types` | types in parentheses |
//! | `probes` | the shapes of expressions about which the compiler has lints of their own |

mod assignments;
mod bindings;
mod definitions;
mod deprecated;
mod dropped;
mod functions;
mod imported;
mod imports;
mod items;
mod kinds;
mod probes;
mod reads;
mod signatures;
mod statements;
mod types;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::{Attribute, BinOp, Block, Expr, FnArg, ItemUse, Pat, Type};

use imported::stand_ins;
pub(crate) use imports::mirror as imports;
use items::Items;
use kinds::Tuples;

use crate::block::Lowered;
use crate::emit::mixed;
use crate::lower::{SelfAssignments, is_builtin};
use crate::parse::{BlockItems, FunctionSource, expectations_in_body, levels_in_body};
use crate::tokens::joined;

/// The mirrors of a block without errors, or of a module, which gives its other items back.
pub(crate) fn mirrors(
    source: &BlockItems,
    lowered: &[Lowered<'_>],
    facade: &TokenStream,
    is_block: bool,
    self_assignments: &Rc<SelfAssignments>,
) -> TokenStream {
    let of_block = Rc::new(dropped::functions(lowered));
    let own = source.functions.iter().filter(|f| f.outside.is_none());
    let functions = own.filter_map(|function| match &*function.body {
        Ok(body) => {
            let new = || Mirror {
                of_block: of_block.clone(),
                self_assignments: self_assignments.clone(),
                ..Mirror::default()
            };
            Some(mirror(function, body, facade, new))
        }
        Err(_) => None,
    });
    let mut mirrors = joined(functions);
    mirrors.extend(source.functions.iter().filter_map(signatures::mirror));
    // A module has its other items as the user wrote them.
    let items = match is_block {
        true => Items::of(source),
        false => Items::default(),
    };
    mirrors.extend(functions::mirrors(lowered, &items));
    mirrors.extend(imports::mirror(source, facade, is_block));
    mirrors.extend(deprecated::uses(source, lowered, is_block));
    // A module has its constants and types as the user wrote them.
    if is_block {
        mirrors.extend(definitions::mirror(source));
    }
    mirrors
}

fn mirror(
    function: &FunctionSource,
    body: &Block,
    facade: &TokenStream,
    new: impl Fn() -> Mirror,
) -> TokenStream {
    let mut mirror = new();
    let mut mirrored = mirror.function(function, body);
    let tuples = mirror.tuples.found();
    if mirror.has_constants || tuples.is_some() {
        // Now it is known which names are those of one constant and nothing else, and of tuples.
        let declared = std::mem::take(&mut mirror.declared);
        mirror = new();
        mirror.tuples = tuples.unwrap_or_default();
        mirror.unique = declared
            .into_iter()
            .filter(|(_, times)| *times == 1)
            .map(|(name, _)| name)
            .collect();
        mirrored = mirror.function(function, body);
    }
    // The compiler shows the paths of functions, which those of the language have in its
    // documentation.
    let of_language = mirror.dropped.iter().map(|name| {
        let name = Ident::new(&name.to_string(), Span::mixed_site());
        mixed!(use #facade::ops::#name;)
    });
    let calls = mirror.calls.items(function, &mirror.of_block);
    let imported = stand_ins(&mirror.imports);
    let name = &function.signature.ident;
    let types = function.signature.inputs.iter().map(|_| mixed!(f64));
    let cfg = function.attributes.iter().filter(|a| is_cfg(a));
    // A function from a file has no body that could use its arguments.
    let unused = function
        .import
        .is_some()
        .then(|| mixed!(#[allow(forbidden_lint_groups, unused_variables)]));
    let expectations = expectations_in_body(&function.attributes);
    let module = scope(
        name,
        &mixed! {
            #[allow(
                forbidden_lint_groups, dead_code, reason = "a mirror need not use all of it"
            )]
            // The names of constants are like none of the user's variables, for which the compiler
            // would propose them.
            pub(super) mod flow {
                pub(super) type Any = f64;
                pub(super) const LENGTH_OF_THE_MIRROR: usize = 0;
                pub(super) const NUMBER_OF_THE_MIRROR: f64 = 0.0;
                pub(super) const TUPLE_OF_THE_MIRROR: (f64,) = (0.0,);
                pub(super) fn value<T>(_: T) -> f64 { 0.0 }
                pub(super) fn tuple<T>(_: T) -> (f64,) { (0.0,) }
                pub(super) fn pattern<T, V>(_: T) -> V { loop {} }
                pub(super) fn truth<T>(_: T) -> bool { true }
                pub(super) fn range<T>(_: T) -> [f64; 1] { [0.0] }
                pub(super) fn position<T>(_: T) -> usize { 0 }
                pub(super) fn zero<T: ::core::default::Default>() -> T { T::default() }
                pub fn any<T>() -> T { loop {} }
                pub(super) struct Receiver;
                impl Receiver {
                    pub(super) fn value<T>(self, _: T) -> f64 { 0.0 }
                }
            }
            #(#of_language)*
            #imported
            #unused
            #mirrored
            const _: fn(#(#types),*) = #name;
        },
    );
    // What is expected of a body is of its mirror and of the calls beside it together.
    mixed! {
        #(#cfg)*
        #expectations
        const _: () = {
            #module
            #calls
        };
    }
}

/// A module without a prelude, which no name of the user reaches. The compiler names it in
/// messages.
fn module(name: &Ident, cfg: &TokenStream, items: &TokenStream) -> TokenStream {
    let module = scope(name, items);
    mixed! {
        #cfg
        const _: () = {
            #module
        };
    }
}

/// The module alone, for a block that has one already.
fn scope(name: &Ident, items: &TokenStream) -> TokenStream {
    let name = of_macro(name);
    mixed! {
        #[allow(
            forbidden_lint_groups, unreachable_pub, unused_qualifications, clippy::all,
            clippy::pedantic,
            clippy::nursery, clippy::restriction,
            reason = "a mirror of what the block reads and assigns"
        )]
        #[no_implicit_prelude]
        mod #name {
            #items
        }
    }
}

/// A name without its place.
fn of_macro(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(Span::mixed_site());
    name
}

/// Whether a type is `usize`, as it is written.
fn is_index(ty: &Type) -> bool {
    matches!(ty, Type::Path(ty) if ty.path.is_ident("usize"))
}

fn is_cfg(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
}

/// A mirror under construction.
#[derive(Default)]
struct Mirror {
    /// The variables in scope, in the order in which they were declared.
    variables: Vec<Ident>,
    /// For each name the positions of its variables; the last one hides the others.
    by_name: HashMap<String, Vec<usize>>,
    /// Whether each of the arguments, which are the first variables, is a `usize`.
    indices: Vec<bool>,
    /// The name of the function.
    name: Option<Ident>,
    /// The functions of the block.
    of_block: Rc<dropped::Functions>,
    /// The types of what is assigned to itself.
    self_assignments: Rc<SelfAssignments>,
    /// The type parameters.
    parameters: Vec<Ident>,
    /// The functions of the language whose values are dropped.
    dropped: BTreeSet<Ident>,
    /// The calls of other functions whose values are dropped.
    calls: dropped::Calls,
    /// How often each name is declared.
    declared: HashMap<String, usize>,
    /// The names of constants that nothing else has, as far as they are known.
    unique: HashSet<String>,
    /// The imports of constants.
    imports: Vec<ItemUse>,
    /// Whether there are constants.
    has_constants: bool,
    /// The variables that are tuples.
    tuples: Tuples,
}

impl Mirror {
    fn function(&mut self, function: &FunctionSource, body: &Block) -> TokenStream {
        let name = &function.signature.ident;
        self.name = Some(of_macro(name));
        let parameters = function.signature.generics.type_params();
        self.parameters = parameters.map(|own| own.ident.clone()).collect();
        let mut states = Vec::new();
        let arguments = function.signature.inputs.iter().filter_map(|input| {
            let FnArg::Typed(argument) = input else {
                return None;
            };
            let Pat::Ident(pattern) = &*argument.pat else {
                return None;
            };
            self.declare(&pattern.ident);
            self.indices.push(is_index(&argument.ty));
            self.tuples.note_number(&pattern.ident);
            let levels = items::levels(&argument.attrs);
            if matches!(&*argument.ty, Type::Reference(ty) if ty.mutability.is_some()) {
                // It need not be changed, and is read behind the body.
                states.push(pattern.ident.clone());
                return Some(mixed! {
                    #levels #[allow(forbidden_lint_groups, unused_mut)] mut #pattern: f64
                });
            }
            Some(mixed!(#levels #pattern: f64))
        });
        let arguments: Vec<TokenStream> = arguments.collect();
        let statements = self.block(body);
        let levels = levels_in_body(&function.attributes);
        let ends = states.iter().map(|state| mixed!(flow::value(#state);));
        let statements = match states.is_empty() {
            true => statements,
            false => mixed!({ #statements #(#ends)* }),
        };
        mixed!(#levels fn #name(#(#arguments),*) #statements)
    }

    /// Whether a function is none of the language's.
    fn is_own(&self, function: &Ident) -> bool {
        let name = function.unraw().to_string();
        self.of_block.contains_key(&name) || !is_builtin(&name)
    }

    fn declare(&mut self, variable: &Ident) {
        *self.declared.entry(variable.to_string()).or_default() += 1;
        let positions = self.by_name.entry(variable.to_string()).or_default();
        positions.push(self.variables.len());
        self.variables.push(variable.clone());
    }

    /// Whether an integer is never below 0: of arguments and literals, without a difference.
    fn is_natural(&self, expr: &Expr) -> bool {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Lit(_) => {}
                Expr::Paren(e) => open.push(&e.expr),
                Expr::Binary(e) if matches!(e.op, BinOp::Add(_) | BinOp::Mul(_)) => {
                    open.extend([&*e.left, &*e.right]);
                }
                Expr::Path(e) => {
                    let name = e.path.get_ident().map(ToString::to_string);
                    let positions = name.and_then(|name| self.by_name.get(&name));
                    let position = positions.and_then(|positions| positions.last());
                    let is_index = position.and_then(|&position| self.indices.get(position));
                    if is_index != Some(&true) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        true
    }

    /// Forgets the variables after the first `count`.
    fn leave(&mut self, count: usize) {
        for variable in self.variables.drain(count..) {
            if let Some(positions) = self.by_name.get_mut(&variable.to_string()) {
                positions.pop();
            }
        }
    }

    /// The variable that a name stands for, at the place of the name. The language knows variables
    /// by their names alone, where the compiler also tells apart the macros that wrote them.
    fn variable(&self, name: &Ident) -> Option<Ident> {
        let position = *self.by_name.get(&name.to_string())?.last()?;
        let mut variable = self.variables[position].clone();
        variable.set_span(variable.span().located_at(name.span()));
        Some(variable)
    }
}
