//! What stands for `save` and `load` of structs where there are none: methods whose error names the
//! feature that has them. Without these the compiler would say that there are no such methods.

use core::convert::Infallible;

use super::Tree;

/// A property that nothing has: that values are saved to files without the feature for that.
#[diagnostic::on_unimplemented(
    message = "`save` and `load` of structs need the feature `safetensors` of `adgraph`",
    label = "ask for it in Cargo.toml: `features = [\"safetensors\"]`"
)]
pub trait Files {}

/// In the place of the trait of this name that has the methods: an import of it is right either way.
pub trait Stored: Tree {
    /// See the feature `safetensors`.
    ///
    /// # Errors
    /// None: it cannot be called.
    fn save(&self, path: impl Sized) -> Result<(), Infallible>
    where
        Self: Files;

    /// See the feature `safetensors`.
    ///
    /// # Errors
    /// None: it cannot be called.
    fn load(&mut self, path: impl Sized) -> Result<(), Infallible>
    where
        Self: Files;
}

impl<T: Tree> Stored for T {
    fn save(&self, _: impl Sized) -> Result<(), Infallible>
    where
        Self: Files,
    {
        Ok(())
    }

    fn load(&mut self, _: impl Sized) -> Result<(), Infallible>
    where
        Self: Files,
    {
        Ok(())
    }
}
