//! The macro behind the graph-building part of the table of scalar operators: turns rows into
//! bodies, partial derivatives, and methods of wires and of rules.

/// Defines the functions that build nodes, from the rows of [`scalar`](crate::scalar).
macro_rules! building {
    ($(
        $(#[doc = $doc:literal])*
        $variant:ident $name:ident
        ($($x:ident),+ $(; $n:ident: $parameter:ty = $samples:expr)?) -> $out:ident: $class:ident
        = $value:expr,
        $(integer $integer:expr,)?
        $(symbol $symbol:literal,)?
        $(cppad $cppad:literal,)?
        $(nnvm $nnvm:literal,)?
        $(mxnet $mxnet:literal,)?
        $(body $body:expr,)?
        partials [$($partial:expr),* $(,)?];
    )*) => {
        impl ScalarOp {
            /// The same value in terms of other operators, for formats that lack this one; `None`
            /// where there is no such expression.
            #[must_use]
            #[allow(unused_variables, reason = "a body need not use the parameter")]
            pub fn body<'b>(self, operands: &[Wire<'b>]) -> Option<Wire<'b>> {
                match self {
                    $($crate::scalar::bind!($variant $(, $n)?) =>
                        $crate::ops::table::body!(operands, ($($x),+) $(, $body)?),)*
                }
            }

            /// The partial derivatives by each operand, given the operands and the value; empty
            /// for an operator that does not yield a float.
            #[must_use]
            #[allow(unused_variables, reason = "a partial need not use every operand")]
            pub fn partials<'b>(
                self,
                operands: &[Wire<'b>],
                value: Wire<'b>,
            ) -> Partials<'b> {
                match self {
                    $($crate::scalar::bind!($variant $(, $n)?) => {
                        let [$($x),+] = *operands else { return Partials::default() };
                        let $out = value;
                        Partials::from([$(Partial::from($partial)),*])
                    })*
                }
            }
        }

        #[allow(
            clippy::should_implement_trait,
            reason = "`not` of a truth value is written like `and` and `or`"
        )]
        impl<'b> Wire<'b> {
            $($crate::ops::table::method!(
                [Operand] $(#[doc = $doc])* $variant, $name, ($($x),+) $(, $n: $parameter)?
            );)*
        }

        #[allow(
            clippy::should_implement_trait,
            reason = "`not` of a truth value is written like `and` and `or`"
        )]
        impl<'b> Term<'b> {
            $($crate::ops::table::method!(
                [Factor] $(#[doc = $doc])* $variant, $name, ($($x),+) $(, $n: $parameter)?
            );)*
        }

        /// The operators as functions, for the sides of rules: `sin(x)`, `mul_add(a, b, c)`.
        pub mod words {
            use super::{Factor, ScalarOp, Term};

            $($crate::ops::table::word!(
                $(#[doc = $doc])* $variant, $name, ($($x),+) $(, $n: $parameter)?
            );)*
        }
    };
}

/// The body, where the row has one.
macro_rules! body {
    ($operands:ident, $names:tt) => {{
        let _ = $operands;
        None
    }};
    ($operands:ident, ($($x:ident),+), $body:expr) => {{
        let [$($x),+] = *$operands else { return None };
        Some($body)
    }};
}

/// The method of a wire, or of a part of a rule, for an operator; the operators of Rust's own
/// traits have none.
macro_rules! method {
    ([$operand:ident] $(#[$doc:meta])* $variant:ident, add, $operands:tt) => {};
    ([$operand:ident] $(#[$doc:meta])* $variant:ident, sub, $operands:tt) => {};
    ([$operand:ident] $(#[$doc:meta])* $variant:ident, mul, $operands:tt) => {};
    ([$operand:ident] $(#[$doc:meta])* $variant:ident, div, $operands:tt) => {};
    ([$operand:ident] $(#[$doc:meta])* $variant:ident, rem, $operands:tt) => {};
    ([$operand:ident] $(#[$doc:meta])* $variant:ident, neg, $operands:tt) => {};
    ([$operand:ident] $(#[$doc:meta])* $variant:ident, $name:ident, ($x:ident $(, $y:ident)*)
        $(, $n:ident: $parameter:ty)?) => {
        $(#[$doc])*
        #[must_use]
        pub fn $name(self $(, $y: impl Into<$operand<'b>>)* $(, $n: $parameter)?) -> Self {
            self.apply(ScalarOp::$variant $(($n))?, &[$($y.into()),*])
        }
    };
}

/// The function for an operator.
macro_rules! word {
    ($(#[$doc:meta])* $variant:ident, $name:ident, ($x:ident $(, $y:ident)*)
        $(, $n:ident: $parameter:ty)?) => {
        $(#[$doc])*
        #[must_use]
        pub fn $name<'b>(
            $x: Term<'b> $(, $y: impl Into<Factor<'b>>)* $(, $n: $parameter)?
        ) -> Term<'b> {
            $x.apply(ScalarOp::$variant $(($n))?, &[$($y.into()),*])
        }
    };
}

pub(super) use {body, building, method, word};
