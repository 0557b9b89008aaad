//! Structs in safetensors files: what is saved comes back bit for bit, or not at all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{env, process};

use adgraph::graph;
use adgraph::json::weights::{Stored as StoredType, Tensor, Weights};
use adgraph::tree::{self, Error, FileError, Mismatch, Stored as _, Tree};

use crate::bits;

graph! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Linear<const I: usize, const O: usize> {
        #[init(glorot)]
        pub w: [[f64; I]; O],
        pub b: [f64; O],
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Net<const H: usize> {
        pub first: Linear<2, H>,
        pub last: Linear<H, 1>,
        #[dynamic]
        pub scale: f64,
        pub parts: (f32, [f32; 3], usize),
        pub table: [[usize; 2]; 2],
        pub masked: [bool; 3],
        pub is_open: bool,
        pub r#type: usize,
        pub none: [[f64; 0]; 3],
    }

    fn apply<const I: usize, const O: usize>(l: &Linear<I, O>, x: [f64; I]) -> [f64; O] {
        matmul(l.w, x) + l.b
    }

    pub fn output(n: &Net<4>, x: [f64; 2]) -> f64 {
        n.scale * apply(n.last, tanh(apply(n.first, x)))[0]
    }
}

/// A file of a test's own, which is removed with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("adgraph-store-{name}-{}.safetensors", process::id());
        Self(env::temp_dir().join(name))
    }
}

impl AsRef<Path> for Scratch {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn net() -> Net<4> {
    Net {
        first: Linear::init(1),
        last: Linear::init(2),
        scale: 2.5,
        parts: (0.1, [f32::MIN_POSITIVE, -0.0, f32::INFINITY], usize::MAX),
        table: [[0, 1], [1 << 20, 3]],
        masked: [true, false, true],
        is_open: true,
        r#type: 7,
        none: [[]; 3],
    }
}

/// The message of an error, behind the path of the file.
fn refused(path: &Scratch, trees: &mut [(&str, &mut dyn Tree)]) -> String {
    let message = tree::load(path, trees).unwrap_err().to_string();
    let start = format!("{}: ", path.0.display());
    let rest = message.strip_prefix(&start);
    rest.unwrap_or_else(|| panic!("{message}")).to_owned()
}

#[test]
fn a_struct_comes_back() {
    let file = Scratch::new("whole");
    let saved = net();
    saved.save(&file).unwrap();
    let mut loaded = Net::zeros();
    loaded.load(&file).unwrap();
    assert_eq!(loaded, saved);
    let x = [0.5, -1.5];
    assert_eq!(output(&loaded, x).to_bits(), output(&saved, x).to_bits());
}

/// As other programs see it.
#[test]
fn a_file_has_paths_types_and_shapes() {
    let file = Scratch::new("names");
    net().save(&file).unwrap();
    let read = Weights::from_safetensors(&fs::read(&file).unwrap()).unwrap();
    let described = read
        .iter()
        .map(|(name, tensor)| (name, tensor.stored(), tensor.shape().to_vec()));
    let mut described: Vec<_> = described.collect();
    described.sort_by_key(|(name, ..)| *name);
    let expected: [(&str, StoredType, &[usize]); 13] = [
        ("first.b", StoredType::F64, &[4]),
        ("first.w", StoredType::F64, &[4, 2]),
        ("is_open", StoredType::Bool, &[]),
        ("last.b", StoredType::F64, &[1]),
        ("last.w", StoredType::F64, &[1, 4]),
        ("masked", StoredType::Bool, &[3]),
        ("none", StoredType::F64, &[3, 0]),
        ("parts.0", StoredType::F32, &[]),
        ("parts.1", StoredType::F32, &[3]),
        ("parts.2", StoredType::U64, &[]),
        ("scale", StoredType::F64, &[]),
        ("table", StoredType::U64, &[2, 2]),
        ("type", StoredType::U64, &[]),
    ];
    assert_eq!(
        described,
        expected.map(|(name, ty, shape)| (name, ty, shape.to_vec()))
    );
    let first = read.get("first.w").unwrap().to_f64();
    assert_eq!(bits(first), bits(net().first.w.into_iter().flatten()));
}

/// NaN with any payload and sign, quiet or not, both zeros and subnormal numbers.
#[test]
fn all_bits_are_kept() {
    let file = Scratch::new("bits");
    let (signal, quiet) = (0x7ff0_0000_dead_beef, 0xfff8_0000_0000_0001);
    let patterns = [signal, quiet, 1, 1 << 63, (1 << 63) | 1, 0x7ff << 52];
    let narrow = [0x7f80_0001, 0xffc0_1234, 1 << 31, 1];
    let saved = (patterns.map(f64::from_bits), narrow.map(f32::from_bits));
    saved.save(&file).unwrap();
    let mut loaded = ([0.0; 6], [0.0_f32; 4]);
    loaded.load(&file).unwrap();
    assert_eq!(loaded.0.map(f64::to_bits), patterns);
    assert_eq!(loaded.1.map(f32::to_bits), narrow);
}

#[test]
fn several_values_have_names() {
    let file = Scratch::new("several");
    let (m, velocity) = (net(), Linear::<2, 3>::init(5));
    let trees: [(&str, &dyn Tree); 3] =
        [("model", &m), ("adam.velocity", &velocity), ("t", &3_usize)];
    tree::save(&file, &trees).unwrap();
    let (mut n, mut v, mut t) = (Net::zeros(), Linear::zeros(), 0_usize);
    tree::load(
        &file,
        &mut [("model", &mut n), ("adam.velocity", &mut v), ("t", &mut t)],
    )
    .unwrap();
    assert_eq!((n, v, t), (m, velocity, 3));
    // One of them alone is not the file.
    let message = refused(&file, &mut [("adam.velocity", &mut v)]);
    assert!(
        message.starts_with("`model.first.b` is in the file, and is no field; "),
        "{message}"
    );
    assert!(
        message.ends_with("; `t` is in the file, and is no field"),
        "{message}"
    );

    let twice = tree::save(&file, &[("m", &velocity), ("m", &velocity)]).unwrap_err();
    let message = twice.to_string();
    assert!(
        message.ends_with(": two arrays have the name `m.w`"),
        "{message}"
    );
    let twice = refused(&file, &mut [("t", &mut t), ("t", &mut 0.0)]);
    assert_eq!(twice, "two arrays have the name `t`");
    let unnamed = [1.0, 2.0].save(&file).unwrap_err();
    assert!(matches!(
        unnamed,
        FileError::Content {
            error: Error::Unnamed,
            ..
        }
    ));
    let kept = tree::save(&file, &[("__metadata__", &1.0)])
        .unwrap_err()
        .to_string();
    assert!(
        kept.ends_with(": the format keeps the name `__metadata__` for itself"),
        "{kept}"
    );
    // None of these has touched the file.
    tree::load(
        &file,
        &mut [("model", &mut n), ("adam.velocity", &mut v), ("t", &mut t)],
    )
    .unwrap();
}

/// One error has all that differs, and the struct keeps every number.
#[test]
fn a_file_of_another_struct_changes_nothing() {
    let file = Scratch::new("other");
    let mut weights = Weights::new();
    let mut put = |name: &str, tensor: Result<Tensor, _>| weights.push(name, tensor.unwrap());
    put("first.w", Tensor::of_f64(&[2, 4], &[0.5; 8]));
    put("first.b", Tensor::of_f64(&[4], &[0.5; 4]));
    put("last.w", Tensor::of_f32(&[1, 4], &[0.5; 4]));
    put("last.bias", Tensor::of_f64(&[1], &[0.5]));
    put("scale", Tensor::of_f64(&[1], &[0.5]));
    put(
        "masked",
        Tensor::new(StoredType::Bool, &[3], vec![1, 0, 255]),
    );
    fs::write(&file, weights.to_safetensors().unwrap()).unwrap();
    let mut model = net();
    assert_eq!(
        refused(&file, &mut [("", &mut model)]),
        "`first.w`: expected the shape [4, 2], found [2, 4]; \
         `last.w`: expected numbers of type F64, found F32; \
         `last.b` is not in the file; \
         `scale`: expected the shape [], found [1]; \
         `parts.0` is not in the file; \
         `parts.1` is not in the file; \
         `parts.2` is not in the file; \
         `table` is not in the file; \
         `masked`: expected truth values of 0 or 1, found 255 at position 2; \
         `is_open` is not in the file; \
         `type` is not in the file; \
         `none` is not in the file; \
         `last.bias` is in the file, and is no field"
    );
    assert_eq!(model, net());
    let Err(FileError::Content { path, error }) = model.load(&file) else {
        panic!("no error of the content");
    };
    let Error::Mismatch { mismatches } = error else {
        panic!("{error}");
    };
    assert_eq!((path, mismatches.0.len()), (file.0.clone(), 13));
    let shape = Mismatch::Shape {
        path: "first.w".to_owned(),
        expected: vec![4, 2],
        found: vec![2, 4],
    };
    assert_eq!(mismatches.0[0], shape);
}

#[test]
fn what_cannot_be_read_or_written_says_so() {
    let file = Scratch::new("none");
    let mut model = net();
    let missing = model.load(&file).unwrap_err();
    assert!(
        missing.to_string().ends_with(": the file cannot be read"),
        "{missing}"
    );
    assert!(
        matches!(missing, FileError::Read { error, .. } if error.kind() == std::io::ErrorKind::NotFound)
    );
    let folder = file.0.join("no folder");
    let nowhere = model.save(folder).unwrap_err();
    assert!(
        nowhere
            .to_string()
            .ends_with(": the file cannot be written"),
        "{nowhere}"
    );
    assert!(model.save(env::temp_dir()).is_err() && model.load(env::temp_dir()).is_err());
    fs::write(&file, b"").unwrap();
    let empty = refused(&file, &mut [("", &mut model)]);
    assert_eq!(empty, "expected 8 bytes at least, found 0");
}

/// A file of a terabyte, most of which is a hole, is refused for what its header says.
#[test]
fn large_files_are_not_read() {
    let path = Scratch::new("large");
    let size = 1_usize.checked_shl(40).unwrap_or(1 << 30);
    let header = format!(r#"{{"w":{{"dtype":"U8","shape":[{size}],"data_offsets":[0,{size}]}}}}"#);
    let content = [&(header.len() as u64).to_le_bytes(), header.as_bytes()].concat();
    fs::write(&path, &content).unwrap();
    let file = File::options().write(true).open(&path).unwrap();
    if file.set_len((content.len() + size) as u64).is_err() {
        // Not every file system has files of this size, or holes.
        return;
    }
    let mut b = [1.0; 2];
    assert_eq!(
        refused(&path, &mut [("b", &mut b)]),
        "`b` is not in the file; `w` is in the file, and is no field"
    );
    assert_eq!(
        refused(&path, &mut [("w", &mut b)]),
        format!(
            "`w`: expected numbers of type F64, found U8; `w`: expected the shape [2], found [{size}]"
        )
    );
}

/// `tests/interop/stored.py` calls this twice, with a folder: the file that is written at first it
/// reads with Python's package, and writes again.
#[test]
fn files_go_through_python() {
    let Some(folder) = env::var_os("ADGRAPH_STORED") else {
        return;
    };
    let folder = Path::new(&folder);
    let (saved, nan) = (net(), f64::from_bits(0x7ff0_0000_dead_beef));
    let given = folder.join("given.safetensors");
    if !given.exists() {
        let file = folder.join("saved.safetensors");
        return tree::save(file, &[("net", &saved), ("nan", &nan)]).unwrap();
    }
    let (mut loaded, mut read) = (Net::zeros(), 0.0_f64);
    tree::load(given, &mut [("net", &mut loaded), ("nan", &mut read)]).unwrap();
    assert_eq!((loaded, read.to_bits()), (saved, nan.to_bits()));
    assert_eq!(loaded.parts.1[1].to_bits(), 1 << 31);
}
