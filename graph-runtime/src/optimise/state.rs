//! The states of optimisers as trees, which files hold beside the parameters.

/// Implements `Tree` for a struct, of the fields that are saved.
macro_rules! tree {
    ([$($generics:tt)*] $state:ty { $($at:literal $name:ident)* }) => {
        impl<$($generics)*> $crate::tree::Tree for $state {
            fn field(&self, at: usize) -> Option<$crate::tree::Field<'_>> {
                let (name, value): (&'static str, &dyn $crate::tree::Tree) = match at {
                    $($at => (stringify!($name), &self.$name),)*
                    _ => return None,
                };
                let name = $crate::tree::Name::Field(name);
                Some($crate::tree::Field { name, is_dynamic: false, value })
            }

            fn field_mut(&mut self, at: usize) -> Option<$crate::tree::FieldMut<'_>> {
                let (name, value): (&'static str, &mut dyn $crate::tree::Tree) = match at {
                    $($at => (stringify!($name), &mut self.$name),)*
                    _ => return None,
                };
                let name = $crate::tree::Name::Field(name);
                Some($crate::tree::FieldMut { name, is_dynamic: false, value })
            }
        }
    };
}

pub(super) use tree;
