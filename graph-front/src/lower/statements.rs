//! Blocks and their statements.

use syn::{Block, Expr, Ident, Item, Local, Stmt};

use super::Lowerer;
use super::endings::without_value;
use super::expressions::compound_operator;
use super::report::short_text;
use super::values::Value;
use super::variables::{Origin, Stored, Told, Variable};
use crate::diagnostics::{Diagnostic, SourcePlace, closest, print, unsupported_item};
use crate::parse::{LACKS_END, imported_constants, is_axis, is_level, is_own};

/// Methods that change an array in Rust or numpy, and here return another.
const IN_PLACE: [&str; 3] = ["sort", "flip", "roll"];

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The value of a block's last expression, its variables being gone.
    pub(super) fn block(&mut self, block: &'e Block) -> Value<'b> {
        let scope = self.variables.scope();
        let value = self.statements(block);
        self.variables.leave(scope);
        value
    }

    /// The value of a block whose variables stay.
    pub(super) fn statements(&mut self, block: &'e Block) -> Value<'b> {
        let mut value = Value::Unit;
        for (position, statement) in block.stmts.iter().enumerate() {
            if let Stmt::Local(local) = statement
                && let Some(error) = self.growing(local, &block.stmts[position + 1..])
            {
                self.error(error);
                self.bind_nothing(&local.pat, local.let_token.span);
                value = Value::Unit;
                continue;
            }
            let is_last = position + 1 == block.stmts.len();
            let outer = self.is_dropped;
            self.is_dropped = match statement {
                Stmt::Expr(Expr::If(_) | Expr::Block(_), end) => outer || !is_last || end.is_some(),
                _ => false,
            };
            value = self.statement(statement);
            self.is_dropped = outer;
            if !is_last {
                self.expect_no_value(statement, &value);
            }
        }
        value
    }

    /// Reports the value of a block, a branch or a loop that other statements follow: behind its
    /// brace a new statement begins, so that `if c { 1.0 } else { 2.0 } - x` are two.
    fn expect_no_value(&mut self, statement: &Stmt, value: &Value<'b>) {
        let Stmt::Expr(expr, None) = statement else {
            return;
        };
        if matches!(value, Value::Unit | Value::Poison) {
            return;
        }
        let what = match expr {
            Expr::If(_) => "`if`",
            Expr::Block(_) => "block",
            _ => return,
        };
        let found = self.describe(value);
        let message = format!("the value of this {what} is dropped, and it is {found}");
        let help =
            "in a larger expression it stands in parentheses: `(if c { 1.0 } else { 2.0 }) - x`";
        self.error(Diagnostic::new(SourcePlace::of(expr), message).help(help));
    }

    /// A value, which an expression may lack: this is reported at what is at fault in it.
    pub(super) fn expect_value(&mut self, value: Value<'b>, expr: &Expr) -> Value<'b> {
        let lacks = matches!(value, Value::Unit);
        match lacks.then(|| without_value(expr)).flatten() {
            Some(error) => self.error(error),
            None => value,
        }
    }

    fn statement(&mut self, statement: &'e Stmt) -> Value<'b> {
        match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Item(Item::Const(item)) => self.local_constant(item),
            Stmt::Item(Item::Use(item)) if imported_constants(item).is_some() => {
                self.imported(item);
            }
            Stmt::Item(item) => {
                self.error(unsupported_item(item));
                self.names.refused.add_item(item);
            }
            Stmt::Macro(statement) => {
                let expr = Expr::Macro(syn::ExprMacro {
                    attrs: Vec::new(),
                    mac: statement.mac.clone(),
                });
                return self.unsupported(&expr);
            }
            // A semicolon alone.
            Stmt::Expr(Expr::Verbatim(nothing), _) if nothing.is_empty() => {}
            Stmt::Expr(expr, semicolon) => {
                let value = self.expression_statement(expr);
                // After an error the value is unknown, `;` or not.
                if semicolon.is_none() || value.is_poison() {
                    return value;
                }
                self.in_place(expr);
            }
        }
        Value::Unit
    }

    /// Reports `y.sort();`, which changes nothing here, where Rust sorts `y` itself.
    fn in_place(&mut self, expr: &Expr) {
        let Expr::MethodCall(call) = expr else { return };
        let in_place = IN_PLACE.iter().any(|name| call.method == name);
        if in_place
            && self
                .variable_of(&call.receiver)
                .is_some_and(|variable| variable.mutable)
            && let Some(text) = short_text(expr)
        {
            let name = print(&call.receiver);
            let message = format!(
                "`{}` leaves `{name}` as it is: its value is dropped",
                call.method
            );
            let place = SourcePlace::token(call.method.span());
            let help = format!("assign it: `{name} = {text};`");
            self.error(Diagnostic::new(place, message).help(help));
        }
    }

    fn expression_statement(&mut self, expr: &'e Expr) -> Value<'b> {
        match expr {
            Expr::Assign(e) if self.unfinished == Some(std::ptr::from_ref(e)) => {
                let place = SourcePlace::token(e.eq_token.span);
                self.error(Diagnostic::new(place, LACKS_END));
                return self.expression(&e.right).value;
            }
            Expr::Assign(e) => self.assignment(&e.left, None, &e.right),
            Expr::Binary(e) => match compound_operator(&e.op) {
                Some(op) => self.assignment(&e.left, Some(op), &e.right),
                None => return self.expression(expr).value,
            },
            _ => return self.expression(expr).value,
        }
        Value::Unit
    }

    fn local(&mut self, local: &'e Local) {
        self.bound(local);
        self.tag_bound(local);
    }

    fn bound(&mut self, local: &'e Local) {
        for attribute in &local.attrs {
            if attribute.path().is_ident("cfg") {
                let message = "the macro cannot tell whether a `cfg` inside of a body holds";
                let help = "put the `cfg` on the function, and write the function twice";
                self.error(Diagnostic::new(SourcePlace::of(attribute), message).help(help));
            } else if !(is_level(attribute)
                || is_own(attribute)
                || attribute.path().is_ident("doc"))
            {
                let name = print(attribute.path());
                let message = format!("a `let` cannot have the attribute `{name}`");
                let help = match closest(&name, ["tag", "allow", "warn", "expect"]) {
                    Some(close) => format!("did you mean `{close}`?"),
                    None => String::from(
                        "tags and levels of lints alone stand there: `#[tag(name)]`, \
                         `#[allow(unused_variables)]`",
                    ),
                };
                self.error(Diagnostic::new(SourcePlace::of(attribute), message).help(help));
            }
        }
        let Some(init) = &local.init else {
            return self.declare_unassigned(&local.pat, local.let_token.span);
        };
        if let Some((token, _)) = &init.diverge {
            let place = SourcePlace::token(token.span);
            let message = "`let .. else` is not part of the language of `graph!`";
            self.error(
                Diagnostic::new(place, message).help("a pattern of the language always matches"),
            );
            return self.bind_nothing(&local.pat, local.let_token.span);
        }
        // `let x =` before the next `let`, as while it is typed.
        if let Expr::Let(next) = &*init.expr {
            let place = SourcePlace::token(init.eq_token.span);
            self.error(Diagnostic::new(place, "expected an expression behind `=`"));
            self.bind_nothing(&local.pat, local.let_token.span);
            let lowered = self.expression(&next.expr);
            return self.bind_annotated(&next.pat, lowered, &next.expr, next.let_token.span);
        }
        let declared = match &local.pat {
            syn::Pat::Type(typed) => Some(&*typed.ty),
            _ => None,
        };
        // The error about the type says that both are wrong.
        let value = match (declared, &*init.expr) {
            (Some(syn::Type::Reference(_)), Expr::Reference(e)) => &*e.expr,
            _ => &*init.expr,
        };
        self.annotated = match (declared, value) {
            (Some(ty), Expr::Call(call)) => Some((call, ty)),
            _ => None,
        };
        let refused = self.pair_of_generated(&local.pat, value);
        let mut lowered = refused.unwrap_or_else(|| self.initialiser(declared, value));
        if !matches!(local.pat, syn::Pat::Wild(_)) {
            lowered.value = self.expect_value(lowered.value, value);
        }
        self.bind_annotated(&local.pat, lowered, value, local.let_token.span);
    }

    /// A `const` inside of a body: a variable that cannot be assigned, of a known value.
    fn local_constant(&mut self, item: &'e syn::ItemConst) {
        if is_axis(&item.ty) {
            return self.local_axis(item);
        }
        let value = self.constant_value(item);
        self.declare_constant(&item.ident, value, Origin::Constant);
    }

    /// An axis inside of a body. Values outlive a block, so that no two axes of a function have one
    /// name.
    fn local_axis(&mut self, item: &'e syn::ItemConst) {
        let value = self.axis_value(item);
        let name = item.ident.to_string();
        // A loop that is unrolled declares its own again.
        let own = Some(std::ptr::from_ref(item));
        let other = self.axes.insert(name.clone(), own);
        if self.names.constants.is_axis(&name) || other.is_some_and(|other| other != own) {
            let message = format!("there is an axis `{name}` already");
            let place = SourcePlace::token(item.ident.span());
            self.error(Diagnostic::new(place, message).help("give this one another name"));
        }
        let origin = Origin::Axis {
            is_parameter: false,
        };
        self.declare_constant(&item.ident, value, origin);
    }

    /// Constants of a float type that an import in a body names.
    fn imported(&mut self, item: &syn::ItemUse) {
        for constant in imported_constants(item).unwrap_or_default() {
            if let Expr::Path(path) = &*constant.expr {
                let value = self.constant_path(path);
                self.declare_constant(&constant.ident, value, Origin::Constant);
            }
        }
    }

    fn declare_constant(&mut self, name: &Ident, value: Value<'b>, origin: Origin) {
        self.variables.declare(Variable {
            name: name.to_string(),
            mutable: false,
            origin,
            declared: None,
            labels: value.labels(),
            told: Told::default(),
            stored: Stored::Value(value),
        });
    }
}
