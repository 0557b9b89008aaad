//! The macro of the table of scalar operators: turns rows into the enum and the methods of it
//! without a graph.

/// Defines `ScalarOp` from rows, which `rows.rs` explains.
macro_rules! scalar_operators {
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
        /// A scalar operator.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ScalarOp {
            $($(#[doc = $doc])* $variant $(($parameter))?,)*
        }

        impl ScalarOp {
            /// Every operator, once; one with a parameter once for each of some sample values.
            #[must_use]
            pub fn all() -> alloc::vec::Vec<Self> {
                [$($crate::scalar::table::samples!($variant $(, $samples)?)),*].concat()
            }

            /// The name in the textual form and in the language.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($crate::scalar::table::variant!($variant $(, $parameter)?) =>
                        stringify!($name),)*
                }
            }

            /// Its description, as its row gives it, with the conventions at the edges: sentences
            /// in lines.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $($crate::scalar::table::variant!($variant $(, $parameter)?) =>
                        concat!($($doc, "\n"),*),)*
                }
            }

            /// The operator of that name; one with a parameter gets `parameter`.
            #[must_use]
            pub fn from_name(name: &str, parameter: Option<i32>) -> Option<Self> {
                $(if name == stringify!($name) {
                    return $crate::scalar::table::make!(parameter, $variant $(, $parameter)?);
                })*
                None
            }

            /// The integer parameter, for an operator that has one.
            #[must_use]
            pub fn parameter(self) -> Option<i32> {
                match self {
                    $($(Self::$variant($n) => Some($n),)?)*
                    _ => None,
                }
            }

            /// The number of operands.
            #[must_use]
            pub fn arity(self) -> usize {
                match self {
                    $($crate::scalar::table::variant!($variant $(, $parameter)?) =>
                        [$(stringify!($x)),+].len(),)*
                }
            }

            /// The names of the operands in the Rust text.
            #[must_use]
            pub fn operands(self) -> &'static [&'static str] {
                match self {
                    $($crate::scalar::table::variant!($variant $(, $parameter)?) =>
                        &[$(stringify!($x)),+],)*
                }
            }

            /// The operand and result types.
            #[must_use]
            pub fn class(self) -> Class {
                match self {
                    $($crate::scalar::table::variant!($variant $(, $parameter)?) => Class::$class,)*
                }
            }

            /// The Rust expression that computes the value, in terms of the operands' names and,
            /// for an operator with a parameter, `n`.
            #[must_use]
            pub fn rust_text(self) -> &'static str {
                match self {
                    $($crate::scalar::table::variant!($variant $(, $parameter)?) =>
                        stringify!($value),)*
                }
            }

            /// The Rust expression that computes the value for integers.
            #[must_use]
            pub fn rust_integer_text(self) -> Option<&'static str> {
                match self {
                    $($(Self::$variant => Some(stringify!($integer)),)?)*
                    _ if matches!(self.class(), Class::Comparison | Class::Integer) => {
                        Some(self.rust_text())
                    }
                    _ => None,
                }
            }

            /// The operator's sign in Rust, for those that have one.
            #[must_use]
            pub fn symbol(self) -> Option<&'static str> {
                match self {
                    $($(Self::$variant => Some($symbol),)?)*
                    _ => None,
                }
            }

            /// The name among CppAD's JSON operators.
            #[must_use]
            pub fn cppad(self) -> Option<&'static str> {
                match self {
                    $($(Self::$variant => Some($cppad),)?)*
                    _ => None,
                }
            }

            /// The name among NNVM's elementwise operators.
            #[must_use]
            pub fn nnvm(self) -> Option<&'static str> {
                match self {
                    $($(Self::$variant => Some($nnvm),)?)*
                    _ => None,
                }
            }

            /// The name among MXNet's elementwise operators.
            #[must_use]
            pub fn mxnet(self) -> Option<&'static str> {
                match self {
                    $($(Self::$variant => Some($mxnet),)?)*
                    _ => None,
                }
            }

            /// Hands the function over floats to a visitor; `None` for an operator without one.
            pub fn visit_float<T: graph_math::math::Float, V: Visitor<T>>(
                self,
                visitor: V,
            ) -> Option<V::Output> {
                match self {
                    $($crate::scalar::table::bind!($variant $(, $n)?) =>
                        $crate::scalar::table::visit_float!(visitor, $class, ($($x),+), $value),)*
                }
            }

            /// Hands the function over floats, alone or in lanes, to a visitor; `None` for an
            /// operator without one. In every lane it gives the bits that it gives alone.
            pub fn visit_value<T: graph_math::math::Elementary, V: ValueVisitor<T>>(
                self,
                visitor: V,
            ) -> Option<V::Output> {
                match self {
                    $($crate::scalar::table::bind!($variant $(, $n)?) =>
                        $crate::scalar::table::visit_value!(
                            visitor, $class, $name, ($($x),+), $value
                        ),)*
                }
            }

            /// Hands the function over integers to a visitor; `None` for an operator without one.
            pub fn visit_integer<V: Visitor<i64>>(self, visitor: V) -> Option<V::Output> {
                match self {
                    $($crate::scalar::table::variant!($variant $(, $parameter)?) =>
                        $crate::scalar::table::visit_integer!(
                            visitor, $class, ($($x),+), $value $(, $integer)?
                        ),)*
                }
            }

            /// Hands the function over truth values to a visitor; `None` for another operator.
            pub fn visit_logic<V: Visitor<bool>>(self, visitor: V) -> Option<V::Output> {
                match self {
                    $($crate::scalar::table::variant!($variant $(, $parameter)?) =>
                        $crate::scalar::table::visit_logic!(visitor, $class, ($($x),+), $value),)*
                }
            }
        }
    };
}

/// The pattern of a variant, ignoring its parameter.
macro_rules! variant {
    ($variant:ident) => {
        Self::$variant
    };
    ($variant:ident, $parameter:ty) => {
        Self::$variant(_)
    };
}

/// The pattern of a variant, binding its parameter.
macro_rules! bind {
    ($variant:ident) => {
        Self::$variant
    };
    ($variant:ident, $n:ident) => {
        Self::$variant($n)
    };
}

/// The variant, if a parameter is given exactly where it has one.
macro_rules! make {
    ($given:ident, $variant:ident) => {
        $given.is_none().then_some(Self::$variant)
    };
    ($given:ident, $variant:ident, $parameter:ty) => {
        $given.map(Self::$variant)
    };
}

/// A variant, once for each sample of its parameter.
macro_rules! samples {
    ($variant:ident) => {
        alloc::vec![Self::$variant]
    };
    ($variant:ident, $samples:expr) => {
        $samples.map(Self::$variant).to_vec()
    };
}

macro_rules! visit_float {
    ($visitor:ident, Logic, $operands:tt, $value:expr) => {{
        let _ = $visitor;
        None
    }};
    ($visitor:ident, Integer, $operands:tt, $value:expr) => {{
        let _ = $visitor;
        None
    }};
    ($visitor:ident, Comparison, ($x:ident, $y:ident), $value:expr) => {
        Some($visitor.compare(|$x, $y| $value))
    };
    ($visitor:ident, $class:ident, ($x:ident), $value:expr) => {
        Some($visitor.unary(|$x| $value))
    };
    ($visitor:ident, $class:ident, ($x:ident, $y:ident), $value:expr) => {
        Some($visitor.binary(|$x, $y| $value))
    };
    ($visitor:ident, $class:ident, ($x:ident, $y:ident, $z:ident), $value:expr) => {
        Some($visitor.ternary(|$x, $y, $z| $value))
    };
}

/// A comparison of values yields a mask, which no operator of Rust does: there `math` has a
/// function of the operator's name.
macro_rules! visit_value {
    ($visitor:ident, Comparison, $name:ident, ($x:ident, $y:ident), $value:expr) => {
        Some($visitor.compare(|$x, $y| graph_math::math::$name($x, $y)))
    };
    ($visitor:ident, $class:ident, $name:ident, $operands:tt, $value:expr) => {
        $crate::scalar::table::visit_float!($visitor, $class, $operands, $value)
    };
}

macro_rules! visit_integer {
    ($visitor:ident, Comparison, ($x:ident, $y:ident), $value:expr) => {
        Some($visitor.compare(|$x, $y| $value))
    };
    ($visitor:ident, Integer, ($x:ident, $y:ident), $value:expr) => {
        Some($visitor.binary(|$x, $y| $value))
    };
    ($visitor:ident, Number, ($x:ident), $value:expr, $integer:expr) => {
        Some($visitor.unary(|$x| $integer))
    };
    ($visitor:ident, Number, ($x:ident, $y:ident), $value:expr, $integer:expr) => {
        Some($visitor.binary(|$x, $y| $integer))
    };
    ($visitor:ident, $class:ident, $operands:tt, $value:expr) => {{
        let _ = $visitor;
        None
    }};
}

macro_rules! visit_logic {
    ($visitor:ident, Logic, ($x:ident), $value:expr) => {
        Some($visitor.unary(|$x| $value))
    };
    ($visitor:ident, Logic, ($x:ident, $y:ident), $value:expr) => {
        Some($visitor.binary(|$x, $y| $value))
    };
    ($visitor:ident, $class:ident, $operands:tt, $value:expr) => {{
        let _ = $visitor;
        None
    }};
}

pub(crate) use bind;
pub(super) use {
    make, samples, scalar_operators, variant, visit_float, visit_integer, visit_logic, visit_value,
};
