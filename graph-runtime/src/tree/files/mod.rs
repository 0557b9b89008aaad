//! Trees in safetensors files: each array under its path, `first.w`, in its own type.
//!
//! Nothing is converted, and nothing is left out: a file that is read has the arrays of the trees,
//! of their types and shapes, and no others. One error lists all that differs, and trees that are
//! not read keep their values.

mod error;
mod leaves;
mod read;
#[cfg(feature = "std")]
mod replace;

#[cfg(feature = "std")]
pub use error::FileError;
pub use error::{Error, Mismatch, Mismatches};

use alloc::borrow::Cow;
#[cfg(feature = "std")]
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "std")]
use std::fs::File;
#[cfg(feature = "std")]
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
#[cfg(feature = "std")]
use std::path::Path;

use super::Tree;

/// Values that are saved to files and loaded from them: every [`Tree`].
///
/// ```
/// use graph_runtime::tree::Stored as _;
///
/// let file = std::env::temp_dir().join(format!("stored-{}.safetensors", std::process::id()));
/// let model = ([[1.0, 2.0], [3.0, 4.0]], 0.5_f32);
/// model.save(&file)?;
/// let mut other = ([[0.0; 2]; 2], 0.0_f32);
/// other.load(&file)?;
/// assert_eq!(other, model);
///
/// // All that differs is in one error, and the value keeps its numbers.
/// let mut short = ([0.0; 2], 0.0);
/// let error = short.load(&file).unwrap_err().to_string();
/// assert!(error.ends_with(
///     "`0`: expected the shape [2], found [2, 2]; `1`: expected numbers of type F64, found F32"
/// ));
/// assert_eq!(short, ([0.0; 2], 0.0));
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "std")]
pub trait Stored: Tree {
    /// Writes a safetensors file with the arrays under their paths. See [`save`], which writes
    /// several trees.
    ///
    /// # Errors
    /// If this is a number or an array, which has no path, or the file cannot be written.
    fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError>;

    /// Overwrites all arrays by those of a safetensors file. See [`load`], which reads several
    /// trees.
    ///
    /// # Errors
    /// If the file cannot be read, or its arrays are not those of this value, which then keeps its
    /// numbers.
    fn load(&mut self, path: impl AsRef<Path>) -> Result<(), FileError>;
}

#[cfg(feature = "std")]
impl<T: Tree> Stored for T {
    fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        save(path, &[("", self)])
    }

    fn load(&mut self, path: impl AsRef<Path>) -> Result<(), FileError> {
        load(path, &mut [("", self)])
    }
}

/// Writes trees to one safetensors file, the arrays of each under its name, `model.first.w`. An
/// array by itself has the name alone, and the empty name adds nothing.
///
/// The bytes go to a new file in the same folder, `.adgraph-..`, which then takes the place of the
/// old one: readers, and whoever looks after a crash, find either all of the old file or all of the
/// new one. On an error the new file is removed, and the old one is as it was; only a process that
/// is killed leaves the new one behind.
///
/// A file that is there keeps its permissions, and has to be one that may be written, not a folder or
/// a device; its owner and its other links are not kept. A symbolic link stays, and what it leads to
/// is written.
///
/// ```
/// use graph_runtime::tree;
///
/// let file = std::env::temp_dir().join(format!("trees-{}.safetensors", std::process::id()));
/// let (model, velocity, rate) = (([1.0, 2.0], 3.0), ([0.5, 0.25], 0.0), 0.1);
/// tree::save(&file, &[("model", &model), ("velocity", &velocity), ("rate", &rate)])?;
/// let (mut m, mut v, mut r) = (([0.0; 2], 0.0), ([0.0; 2], 0.0), 0.0);
/// tree::load(&file, &mut [("model", &mut m), ("velocity", &mut v), ("rate", &mut r)])?;
/// assert_eq!((m, v, r), (model, velocity, rate));
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If two arrays have one name, one has none, or the file cannot be written.
#[cfg(feature = "std")]
pub fn save(path: impl AsRef<Path>, trees: &[(&str, &dyn Tree)]) -> Result<(), FileError> {
    let path = path.as_ref();
    let bytes = to_safetensors(trees).map_err(|error| FileError::Content {
        path: path.to_path_buf(),
        error,
    })?;
    replace::replace(path, |file| file.write_all(&bytes)).map_err(|error| FileError::Write {
        path: path.to_path_buf(),
        error,
    })
}

/// Overwrites the arrays of trees by those of one safetensors file, which have the names that
/// [`save`] gives them. Memory is taken for the names in the file and for the numbers of the trees,
/// however large the file is.
///
/// # Errors
/// If the file cannot be read, or its arrays are not those of the trees: others, or of other shapes or
/// types. Then all trees keep their numbers.
#[cfg(feature = "std")]
pub fn load(path: impl AsRef<Path>, trees: &mut [(&str, &mut dyn Tree)]) -> Result<(), FileError> {
    let path = path.as_ref();
    load_from(path, trees).map_err(|failure| {
        let path = path.to_path_buf();
        match failure {
            Failure::System(error) => FileError::Read { path, error },
            Failure::Content(error) => FileError::Content { path, error },
        }
    })
}

#[cfg(feature = "std")]
fn load_from(path: &Path, trees: &mut [(&str, &mut dyn Tree)]) -> Result<(), Failure> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    read::read(length, trees, |range| {
        let length = usize::try_from(range.end - range.start).map_err(io::Error::other)?;
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(range.start))?;
        file.read_exact(&mut bytes)?;
        Ok(Cow::Owned(bytes))
    })
}

/// An error in a file, whose path is added.
#[cfg(feature = "std")]
enum Failure {
    System(io::Error),
    Content(Error),
}

#[cfg(feature = "std")]
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

#[cfg(feature = "std")]
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Content(error)
    }
}

/// The bytes of a safetensors file with the arrays of trees, each under the name of its tree and its
/// path, `model.first.w`. An array by itself has the name alone, and the empty name adds nothing.
///
/// ```
/// use graph_runtime::tree;
///
/// let bytes = tree::to_safetensors(&[("", &([1.0, 2.0], true))])?;
/// let mut read = ([0.0; 2], false);
/// tree::from_safetensors(&bytes, &mut [("", &mut read)])?;
/// assert_eq!(read, ([1.0, 2.0], true));
/// # Ok::<(), tree::Error>(())
/// ```
///
/// # Errors
/// If two arrays have one name, or one has none.
pub fn to_safetensors(trees: &[(&str, &dyn Tree)]) -> Result<Vec<u8>, Error> {
    Ok(leaves::weights(trees)?.to_safetensors()?)
}

/// Overwrites the arrays of trees by those of a safetensors file, which have the names that
/// [`to_safetensors`] gives them.
///
/// # Errors
/// If the bytes are no such file, or its arrays are not those of the trees: others, or of other shapes
/// or types. Then all trees keep their numbers.
pub fn from_safetensors(file: &[u8], trees: &mut [(&str, &mut dyn Tree)]) -> Result<(), Error> {
    read::read(file.len() as u64, trees, |range: Range<u64>| {
        // Ranges end within the length.
        let bytes = file.get(range.start as usize..range.end as usize);
        Ok(Cow::Borrowed(bytes.unwrap_or_default()))
    })
}
