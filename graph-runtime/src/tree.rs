//! Values that are made of named arrays: the structs of a block, whose fields are numbers, arrays,
//! tuples and other structs, and arrays of these.
//!
//! Optimisers and files of weights see a struct through this trait: a tree of fields, whose leaves
//! are arrays. Two values of one type have the same fields in the same order, so that several are
//! walked side by side.

#[cfg(feature = "safetensors")]
mod files;
#[cfg(not(all(feature = "safetensors", feature = "std")))]
mod unstored;

#[cfg(feature = "safetensors")]
pub use files::{Error, Mismatch, Mismatches, from_safetensors, to_safetensors};
#[cfg(all(feature = "safetensors", feature = "std"))]
pub use files::{FileError, Stored, load, save};
#[cfg(not(all(feature = "safetensors", feature = "std")))]
#[doc(hidden)]
pub use unstored::{Files, Stored};

use core::fmt;

/// A value that is made of named arrays. Each struct of a block is one, and so are numbers, tuples of
/// such values, and arrays of them: an array of numbers is one array, another one has an element for
/// each position.
///
/// ```
/// use graph_runtime::tree;
///
/// let layer = ([[1.0; 3]; 2], [2.0; 2]);
/// let mut seen = Vec::new();
/// tree::walk(&(layer, 3.0), &mut |path, array| {
///     seen.push(format!("{path}: {:?}", array.shape().collect::<Vec<usize>>()));
/// });
/// assert_eq!(seen, ["0.0: [2, 3]", "0.1: [2]", "1: []"]);
/// ```
pub trait Tree {
    /// The field at a position, in the order of the struct, or the element: none behind the last
    /// one, and none of an array of numbers.
    fn field(&self, at: usize) -> Option<Field<'_>>;

    /// As [`Self::field`], to be changed.
    fn field_mut(&mut self, at: usize) -> Option<FieldMut<'_>>;

    /// The array of numbers that this is, if it is one; a number is an array without axes.
    fn array(&self) -> Option<Array<'_>> {
        None
    }

    /// The numbers of the array that this is, if it is one, in row-major order.
    fn numbers_mut(&mut self) -> Option<NumbersMut<'_>> {
        None
    }

    /// The extent of an axis, if there is one of that number, of a number or an array of numbers.
    #[doc(hidden)]
    fn extent(_: usize) -> Option<usize>
    where
        Self: Sized,
    {
        None
    }

    /// The numbers of several, where each is a number or an array of numbers.
    #[doc(hidden)]
    fn flat(_: &[Self]) -> Option<Numbers<'_>>
    where
        Self: Sized,
    {
        None
    }

    /// The same, to be changed.
    #[doc(hidden)]
    fn flat_mut(_: &mut [Self]) -> Option<NumbersMut<'_>>
    where
        Self: Sized,
    {
        None
    }
}

/// The name of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// Of a struct or a tuple: as it stands behind the dot.
    Field(&'static str),
    /// Of an array: the position.
    Element(usize),
}

/// A field of a [`Tree`].
#[derive(Clone, Copy)]
pub struct Field<'t> {
    /// Its name; of a tuple or an array its position.
    pub name: Name,
    /// Whether `#[dynamic]` stands on it: it has no derivative, and nothing is to be learnt in it.
    pub is_dynamic: bool,
    /// Its value.
    pub value: &'t dyn Tree,
}

/// A field of a [`Tree`], to be changed.
pub struct FieldMut<'t> {
    /// Its name; of a tuple or an array its position.
    pub name: Name,
    /// Whether `#[dynamic]` stands on it.
    pub is_dynamic: bool,
    /// Its value.
    pub value: &'t mut dyn Tree,
}

/// An array at a leaf of a [`Tree`].
#[derive(Clone, Copy, Debug)]
pub struct Array<'t> {
    extent: fn(usize) -> Option<usize>,
    /// The numbers, in row-major order.
    pub numbers: Numbers<'t>,
}

impl Array<'_> {
    /// The extents, the outermost first.
    pub fn shape(&self) -> impl Iterator<Item = usize> + use<> {
        (0..).map_while(self.extent)
    }
}

/// The numbers of an array, in row-major order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Numbers<'t> {
    /// Floats of 64 bits.
    F64(&'t [f64]),
    /// Floats of 32 bits.
    F32(&'t [f32]),
    /// Indices.
    Usize(&'t [usize]),
    /// Truth values.
    Bool(&'t [bool]),
}

/// As [`Numbers`], to be changed.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum NumbersMut<'t> {
    /// Floats of 64 bits.
    F64(&'t mut [f64]),
    /// Floats of 32 bits.
    F32(&'t mut [f32]),
    /// Indices.
    Usize(&'t mut [usize]),
    /// Truth values.
    Bool(&'t mut [bool]),
}

/// The place of an array in a tree: the names of the fields that lead to it, `layers.0.w` when it is
/// printed.
#[derive(Clone, Copy, Debug)]
pub struct Path<'p> {
    within: Option<&'p Path<'p>>,
    name: Part<'p>,
}

/// A word of a path.
#[derive(Clone, Copy, Debug)]
enum Part<'p> {
    Word(&'p str),
    Position(usize),
}

impl<'p> Path<'p> {
    /// A name that stands before those of the fields; the empty one adds nothing.
    #[must_use]
    pub const fn root(name: &'p str) -> Self {
        Self {
            within: None,
            name: Part::Word(name),
        }
    }

    /// The place of a field.
    #[must_use]
    pub const fn field<'f>(&'f self, name: Name) -> Path<'f> {
        let name = match name {
            Name::Field(name) => Part::Word(name),
            Name::Element(position) => Part::Position(position),
        };
        Path {
            within: Some(self),
            name,
        }
    }
}

impl fmt::Display for Path<'_> {
    /// Calls itself as deeply as structs are nested.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(within) = self.within {
            within.fmt(f)?;
            if within.within.is_some() || !matches!(within.name, Part::Word("")) {
                f.write_str(".")?;
            }
        }
        match self.name {
            Part::Word(name) => f.write_str(name),
            Part::Position(position) => position.fmt(f),
        }
    }
}

/// Visits the arrays of a tree in order.
pub fn walk(tree: &dyn Tree, visit: &mut dyn FnMut(&Path<'_>, Array<'_>)) {
    walk_within(&Path::root(""), tree, visit);
}

/// As [`walk`], in a tree that stands within another one, or has a name. Calls itself as deeply as
/// structs are nested.
pub fn walk_within(path: &Path<'_>, tree: &dyn Tree, visit: &mut dyn FnMut(&Path<'_>, Array<'_>)) {
    if let Some(array) = tree.array() {
        visit(path, array);
    }
    for field in (0..).map_while(|at| tree.field(at)) {
        walk_within(&path.field(field.name), field.value, visit);
    }
}

/// As [`walk_within`], over numbers to be changed.
pub fn walk_mut_within(
    path: &Path<'_>,
    tree: &mut dyn Tree,
    visit: &mut dyn FnMut(&Path<'_>, NumbersMut<'_>),
) {
    if let Some(numbers) = tree.numbers_mut() {
        visit(path, numbers);
    }
    let mut at = 0;
    while let Some(field) = tree.field_mut(at) {
        walk_mut_within(&path.field(field.name), field.value, visit);
        at += 1;
    }
}

macro_rules! number {
    ($($ty:ty: $kind:ident),*) => {$(
        impl Tree for $ty {
            fn field(&self, _: usize) -> Option<Field<'_>> {
                None
            }

            fn field_mut(&mut self, _: usize) -> Option<FieldMut<'_>> {
                None
            }

            fn array(&self) -> Option<Array<'_>> {
                array_of(self)
            }

            fn numbers_mut(&mut self) -> Option<NumbersMut<'_>> {
                Self::flat_mut(core::slice::from_mut(self))
            }

            fn flat(several: &[Self]) -> Option<Numbers<'_>> {
                Some(Numbers::$kind(several))
            }

            fn flat_mut(several: &mut [Self]) -> Option<NumbersMut<'_>> {
                Some(NumbersMut::$kind(several))
            }
        }
    )*};
}

number!(f64: F64, f32: F32, usize: Usize, bool: Bool);

/// The array that a value is, if it is one.
fn array_of<T: Tree>(value: &T) -> Option<Array<'_>> {
    let numbers = T::flat(core::slice::from_ref(value))?;
    let extent = T::extent;
    Some(Array { extent, numbers })
}

impl<T: Tree, const N: usize> Tree for [T; N] {
    fn field(&self, at: usize) -> Option<Field<'_>> {
        if T::flat(&[]).is_some() {
            return None;
        }
        let value: &dyn Tree = self.get(at)?;
        Some(Field {
            name: Name::Element(at),
            is_dynamic: false,
            value,
        })
    }

    fn field_mut(&mut self, at: usize) -> Option<FieldMut<'_>> {
        if T::flat(&[]).is_some() {
            return None;
        }
        let value: &mut dyn Tree = self.get_mut(at)?;
        Some(FieldMut {
            name: Name::Element(at),
            is_dynamic: false,
            value,
        })
    }

    fn array(&self) -> Option<Array<'_>> {
        array_of(self)
    }

    fn numbers_mut(&mut self) -> Option<NumbersMut<'_>> {
        Self::flat_mut(core::slice::from_mut(self))
    }

    fn extent(axis: usize) -> Option<usize> {
        match axis {
            0 => Some(N),
            _ => T::extent(axis - 1),
        }
    }

    fn flat(several: &[Self]) -> Option<Numbers<'_>> {
        T::flat(several.as_flattened())
    }

    fn flat_mut(several: &mut [Self]) -> Option<NumbersMut<'_>> {
        T::flat_mut(several.as_flattened_mut())
    }
}

macro_rules! tuple {
    ($($ty:ident $at:tt)*) => {
        impl<$($ty: Tree),*> Tree for ($($ty,)*) {
            fn field(&self, at: usize) -> Option<Field<'_>> {
                let (name, value): (Name, &dyn Tree) = match at {
                    $($at => (Name::Field(stringify!($at)), &self.$at),)*
                    _ => return None,
                };
                Some(Field { name, is_dynamic: false, value })
            }

            fn field_mut(&mut self, at: usize) -> Option<FieldMut<'_>> {
                let (name, value): (Name, &mut dyn Tree) = match at {
                    $($at => (Name::Field(stringify!($at)), &mut self.$at),)*
                    _ => return None,
                };
                Some(FieldMut { name, is_dynamic: false, value })
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0 B 1);
tuple!(A 0 B 1 C 2);
tuple!(A 0 B 1 C 2 D 3);
tuple!(A 0 B 1 C 2 D 3 E 4);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11);

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::string::{String, ToString as _};
    use std::vec::Vec;

    use super::*;

    #[test]
    fn tuples_and_arrays_are_walked_in_order() {
        let mut tree = (
            [[1.0, 2.0], [3.0, 4.0]],
            (5_usize, [true; 0]),
            [[[0.5_f32; 1]; 2]; 3],
        );
        let mut seen: Vec<(String, Vec<usize>)> = Vec::new();
        walk(&tree, &mut |path, array| {
            seen.push((path.to_string(), array.shape().collect()));
        });
        let names = |(name, shape): &(String, Vec<usize>)| (name.clone(), shape.clone());
        let expected = [
            ("0", &[2, 2][..]),
            ("1.0", &[]),
            ("1.1", &[0]),
            ("2", &[3, 2, 1]),
        ];
        let expected = expected.map(|(name, shape)| (name.to_string(), shape.to_vec()));
        assert_eq!(seen.iter().map(names).collect::<Vec<_>>(), expected);
        walk_mut_within(&Path::root("t"), &mut tree, &mut |path, numbers| {
            if let NumbersMut::F64(numbers) = numbers {
                assert_eq!(path.to_string(), "t.0");
                numbers[2] = 7.0;
            }
        });
        assert_eq!(tree.0, [[1.0, 2.0], [7.0, 4.0]]);
    }

    #[test]
    fn a_field_of_any_type_has_its_numbers() {
        assert_eq!(2.5.array().unwrap().numbers, Numbers::F64(&[2.5]));
        assert_eq!(
            [[1_usize], [2]].array().unwrap().numbers,
            Numbers::Usize(&[1, 2])
        );
        assert!((1.0, true).array().is_none());
        assert!([1.0].field(0).is_none());
    }

    #[test]
    fn arrays_of_tuples_have_a_field_for_each_element() {
        let mut tree = [([1.0, 2.0], 3_usize), ([4.0, 5.0], 6)];
        let mut seen: Vec<String> = Vec::new();
        walk(&(0.5, tree), &mut |path, _| seen.push(path.to_string()));
        assert_eq!(seen, ["0", "1.0.0", "1.0.1", "1.1.0", "1.1.1"]);
        assert!(tree.array().is_none() && tree.numbers_mut().is_none());
        assert!(tree.field(2).is_none() && tree.field_mut(2).is_none());
        walk_mut_within(&Path::root("t"), &mut tree, &mut |path, numbers| {
            if let NumbersMut::F64(numbers) = numbers
                && path.to_string() == "t.1.0"
            {
                numbers[1] = 7.0;
            }
        });
        assert_eq!(tree[1].0, [4.0, 7.0]);
    }
}
