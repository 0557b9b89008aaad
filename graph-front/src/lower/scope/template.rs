//! Functions with `const` parameters. Each call that names other lengths makes an *instance*, whose
//! types, body and graph are for these lengths: numbers, or formulas of the symbols of a caller. The
//! instance for a function's own symbols is what is called from outside of the block.
//!
//! An instance is made when a call is met, while the caller is being lowered, so a function that
//! calls itself under smaller lengths is a chain of lowerings. The chain is bounded, by the number
//! of its functions and by how deeply their texts are nested: it must fit the compiler's stack.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use graph_ir::Graph;
use proc_macro2::Ident;

use super::parameters::Parameters;
use super::{Callee, Names};
use crate::diagnostics::{Diagnostic, Entry, SourcePlace};
use crate::guard;
use crate::parse::{FunctionSource, is_axis};
use crate::signature::Lengths;

/// How many instances may be made inside of one another.
const MAX_CHAIN: usize = 64;
/// How deeply their texts may be nested in all.
const MAX_DEPTH: usize = 1200;
/// How many instances a function may have.
const MAX_INSTANCES: usize = 512;
/// How many functions a message shows of a chain, at each end.
const SHOWN: usize = 3;

/// Makes an instance: resolves the signature for the lengths, and lowers the body.
type Make<'s> = Box<dyn Fn(&Lengths, &Names<'_>) -> (Callee, Option<Graph>) + 's>;

/// A function with `const` parameters.
pub(crate) struct Template<'s> {
    /// The function as written.
    pub(crate) source: &'s FunctionSource,
    /// Its `const` parameters.
    pub(crate) parameters: Vec<Ident>,
    make: Make<'s>,
    /// How deeply its text is nested.
    depth: usize,
    instances: RefCell<HashMap<Lengths, Rc<Instance>>>,
}

/// A function for some lengths.
pub(crate) struct Instance {
    /// The function as its callers see it.
    pub(crate) callee: Callee,
    /// Its graph, of lengths that are known only at run time, unless its body is wrong.
    pub(crate) graph: Option<Graph>,
    /// Its errors, which every call of it reports again: attempts of lowering forget theirs.
    errors: Vec<Entry>,
}

/// The functions that are being made, each for a call in the one before.
#[derive(Default)]
pub(crate) struct Chain(RefCell<Vec<Link>>);

struct Link {
    /// The function.
    function: String,
    lengths: Lengths,
    /// The function with its lengths.
    name: String,
    depth: usize,
}

impl<'s> Template<'s> {
    /// A function that has no instances yet.
    pub(crate) fn new(source: &'s FunctionSource, parameters: Vec<Ident>, make: Make<'s>) -> Self {
        Self {
            source,
            parameters,
            make,
            depth: guard::depth(source.tokens.clone().into()),
            instances: RefCell::default(),
        }
    }

    /// Whether a call has made an instance.
    pub(crate) fn is_used(&self) -> bool {
        !self.instances.borrow().is_empty()
    }

    /// The function for some lengths, made where no call has met them before; its errors are
    /// reported. `None` where it would not end, which is reported at the call.
    pub(crate) fn instance(
        &self,
        lengths: Lengths,
        place: SourcePlace,
        names: &Names<'_>,
    ) -> Option<Rc<Instance>> {
        let made = self.instances.borrow().get(&lengths).map(Rc::clone);
        let instance = match made {
            Some(made) => made,
            None => {
                let function = self.source.signature.ident.to_string();
                let link = Link {
                    name: lengths.name_of(&function),
                    function,
                    lengths: lengths.clone(),
                    depth: self.depth,
                };
                if let Some(refusal) = self.refuse(&link, place, &names.chain) {
                    names.diagnostics.push(refusal);
                    return None;
                }
                let made = Rc::new(self.make(link, names));
                let mut instances = self.instances.borrow_mut();
                instances.insert(lengths, Rc::clone(&made));
                made
            }
        };
        names.diagnostics.adopt(&instance.errors);
        Some(instance)
    }

    /// The function for its own lengths as symbols, as it is called from outside of the block; its
    /// errors are reported.
    pub(crate) fn symbolic(&self, names: &Names<'_>) -> Option<Rc<Instance>> {
        let lengths = self.own_lengths();
        let place = SourcePlace::token(self.source.signature.ident.span());
        self.instance(lengths, place, names)
    }

    fn own_lengths(&self) -> Lengths {
        let parameters = self.source.signature.generics.const_params();
        Lengths::symbolic(parameters.map(|own| (own.ident.to_string(), is_axis(&own.ty))))
    }

    /// Why there cannot be another instance.
    fn refuse(&self, link: &Link, place: SourcePlace, chain: &Chain) -> Option<Diagnostic> {
        if self.instances.borrow().len() < MAX_INSTANCES {
            return chain.refuse(link, place);
        }
        let message = format!(
            "`{}` is called for more than {MAX_INSTANCES} different lengths",
            self.source.signature.ident
        );
        let note = "its body is compiled for each of them";
        Some(Diagnostic::new(place, message).note(note))
    }

    fn make(&self, link: Link, names: &Names<'_>) -> Instance {
        let before = names.diagnostics.len();
        let note = names.chain.note(&link);
        let lengths = link.lengths.clone();
        // The one for its own symbols is the function itself.
        let is_own = lengths == self.own_lengths();
        names.chain.0.borrow_mut().push(link);
        let (callee, graph) = (self.make)(&lengths, names);
        names.chain.0.borrow_mut().pop();
        if !is_own {
            let parameters = Parameters::of(&lengths, self.source);
            names
                .diagnostics
                .change_helps_after(before, |help| parameters.in_help(help));
        }
        Instance {
            callee,
            graph,
            errors: names
                .diagnostics
                .take_after(before, (!is_own).then_some(note.as_str())),
        }
    }
}

/// Whether a function of some lengths calls itself for others that are known only at run time too.
/// Where only known ones change, the calls may end.
fn recurs(from: &Lengths, to: &Lengths) -> bool {
    let mut pairs = from.iter().zip(to.iter());
    pairs.any(|((_, a), (_, b))| a != b && a.is_symbolic() && b.is_symbolic())
}

impl Chain {
    /// Where the errors of another function are, and by which calls of itself it came to be.
    fn note(&self, new: &Link) -> String {
        let links = self.0.borrow();
        let own = links.iter().filter(|link| link.function == new.function);
        let own: Vec<&str> = own.map(|link| link.name.as_str()).collect();
        let calls = match own[..] {
            [] => return format!("in `{}`", new.name),
            [first] => format!("`{first}`"),
            [first, last] => format!("`{first}` and `{last}`"),
            [first, .., last] => format!("`{first}` to `{last}`"),
        };
        format!(
            "in `{}`, by the calls of {calls}; a condition on a length ends a recursion",
            new.name
        )
    }

    /// Why another function cannot be made inside of these.
    fn refuse(&self, new: &Link, place: SourcePlace) -> Option<Diagnostic> {
        let links = self.0.borrow();
        let name = &new.name;
        let nested: usize = links.iter().map(|link| link.depth).sum();
        let is_own =
            |link: &Link| link.function == new.function && recurs(&link.lengths, &new.lengths);
        let mut help = "a function may call itself for smaller lengths, as long as a condition on a \
                        length ends that: `if N == 1 { .. } else { .. }`";
        let (message, first) = if let Some(first) = links.iter().position(|l| l.name == *name) {
            (
                format!("`{name}` calls itself, and the language has no recursion"),
                first,
            )
        } else if let Some(first) = links.iter().position(is_own) {
            help = "the calls end for lengths that are known: call it from a function of known \
                    lengths, and let no function of others reach it";
            let message = format!(
                "`{}` calls itself for lengths that are known only at run time",
                new.function
            );
            (message, first)
        } else if links.len() >= MAX_CHAIN {
            let message =
                format!("calls of functions for new lengths are more than {MAX_CHAIN} deep");
            (message, 0)
        } else if nested + new.depth > MAX_DEPTH {
            let message = "calls of functions for new lengths are nested too deeply";
            (message.into(), 0)
        } else {
            return None;
        };
        let chain: Vec<String> = links[first..]
            .iter()
            .map(|link| format!("`{}`", link.name))
            .chain([format!("`{name}`")])
            .collect();
        let note = match chain.len().checked_sub(2 * SHOWN) {
            Some(left_out @ 1..) => format!(
                "the calls are {}, {left_out} more, {}",
                chain[..SHOWN].join(", "),
                chain[chain.len() - SHOWN..].join(", ")
            ),
            _ => format!("the calls are {}", chain.join(", ")),
        };
        // The calls of a function by itself are named by the note on where the error is.
        let is_alone = links[first..]
            .iter()
            .all(|link| link.function == new.function);
        let note = (!(is_alone && links.len() >= MAX_CHAIN)).then_some(note);
        Some(Diagnostic::new(place, message).note_if(note).help(help))
    }
}
