//! Bundle adjustment: how far points, as cameras see them, are from where they were seen, and the
//! sparse matrix of all derivatives.

use serde::{Deserialize, Serialize};

use super::Module;
use crate::failure::{Result, within};
use crate::measure::{Answer, Prepare, Query, json, repeated};

adgraph::graph! {
    /// The weighted distance between where a camera sees a point, and where it was seen.
    ///
    /// The camera is a rotation vector, a centre, a focal length, a principal point and two
    /// coefficients of radial distortion.
    #[derivatives(batch(rows), jacobian)]
    fn distance(camera: [f64; 11], point: [f64; 3], weight: f64, #[dynamic] seen: [f64; 2]) -> [f64; 2] {
        let x = rotated(camera[..3], point - camera[3..6]);
        let image = x[..2] / x[2];
        let square = dot(image, image);
        let distortion = 1.0 + camera[9] * square + camera[10] * square * square;
        weight * (camera[6] * distortion * image + camera[7..9] - seen)
    }

    /// How far the weights are from 1 or -1.
    #[derivatives(only(value))]
    pub fn regularity<const P: usize>(weights: &[f64; P]) -> [f64; P] { 1.0 - weights * weights }

    /// The derivative of each of these by its own weight: by all others it is zero.
    #[derivatives(only(value))]
    pub fn slopes<const P: usize>(weights: &[f64; P]) -> [f64; P] {
        deriv(sum(regularity(weights)), weights)
    }

    /// Rodrigues' formula.
    fn rotated(rotation: [f64; 3], x: [f64; 3]) -> [f64; 3] {
        let square = dot(rotation, rotation);
        if square != 0.0 {
            let angle = sqrt(square);
            let axis = rotation / angle;
            let along = dot(axis, x) * (1.0 - cos(angle));
            x * cos(angle) + cross(axis, x) * sin(angle) + axis * along
        } else {
            x + cross(rotation, x)
        }
    }

    fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
}

pub(super) const MODULE: Module = Module {
    name: "ba",
    functions: &[("objective", objective), ("jacobian", jacobian)],
};

/// More cameras, points or observations would not fit into memory.
const MOST: i64 = 1 << 25;

/// Cameras and points are brought together for so many observations at a time.
const BLOCK: usize = 256;

/// Entries of the matrix in a row for a distance.
const ROW: usize = 11 + 3 + 1;

/// So many entries of the matrix stand in a response, and the last one.
const SHOWN: usize = 2 * ROW;

/// The input: one camera, point, weight and place, each of which is there so many times.
#[derive(Deserialize)]
struct Input {
    n: u32,
    m: u32,
    p: u32,
    cam: [f64; 11],
    x: [f64; 3],
    w: f64,
    feat: [f64; 2],
}

/// Cameras, points, and observations of points by cameras.
struct Scene {
    cameras: Vec<[f64; 11]>,
    points: Vec<[f64; 3]>,
    weights: Vec<f64>,
    seen: Vec<[f64; 2]>,
    /// The camera and the point of each observation.
    pairs: Vec<[u32; 2]>,
}

impl Prepare for Scene {
    type Input = Input;

    fn prepare(input: Input) -> Result<Self> {
        let Input { n, m, p, .. } = input;
        for (name, number) in [("n", n), ("m", m), ("p", p)] {
            within(name, number, (1, MOST))?;
        }
        Ok(Self {
            cameras: vec![input.cam; n as usize],
            points: vec![input.x; m as usize],
            weights: vec![input.w; p as usize],
            seen: vec![input.feat; p as usize],
            pairs: (0..p).map(|i| [i % n, i % m]).collect(),
        })
    }
}

impl Scene {
    /// Calls a function for each block of observations: with where they are, their cameras and
    /// their points.
    fn in_blocks(&self, mut f: impl FnMut(std::ops::Range<usize>, &[[f64; 11]], &[[f64; 3]])) {
        let (mut cameras, mut points) = ([[0.0; 11]; BLOCK], [[0.0; 3]; BLOCK]);
        for (i, pairs) in self.pairs.chunks(BLOCK).enumerate() {
            for ((camera, point), &[c, p]) in cameras.iter_mut().zip(&mut points).zip(pairs) {
                *camera = self.cameras[c as usize];
                *point = self.points[p as usize];
            }
            let range = i * BLOCK..i * BLOCK + pairs.len();
            f(range, &cameras[..pairs.len()], &points[..pairs.len()]);
        }
    }
}

/// All errors.
#[derive(Default)]
struct Errors {
    distances: Vec<[f64; 2]>,
    regular: Vec<f64>,
}

fn objective(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        Errors::default(),
        |scene: &Scene, Errors { distances, regular }| {
            distances.resize(scene.pairs.len(), [0.0; 2]);
            regular.resize(scene.pairs.len(), 0.0);
            scene.in_blocks(|at, cameras, points| {
                let (weights, seen) = (&scene.weights[at.clone()], &scene.seen[at.clone()]);
                distance::batch::value(cameras, points, weights, seen, &mut distances[at]);
            });
            regularity::value_into(&scene.weights, regular);
            Ok(())
        },
        |scene, errors| {
            json(&ShownErrors {
                reproj_error: Distances {
                    elements: errors.distances[0],
                    repeated: scene.pairs.len(),
                },
                w_err: Regular {
                    element: errors.regular[0],
                    repeated: scene.pairs.len(),
                },
            })
        },
    )
}

/// The first of all errors, and how many there are.
#[derive(Serialize)]
struct ShownErrors {
    reproj_error: Distances,
    w_err: Regular,
}

#[derive(Serialize)]
struct Distances {
    elements: [f64; 2],
    repeated: usize,
}

#[derive(Serialize)]
struct Regular {
    element: f64,
    repeated: usize,
}

/// A sparse matrix by rows: where the entries of each row begin, and column and value of each
/// entry. Two rows for each distance, then one for each weight.
#[derive(Default)]
struct Matrix {
    rows: Vec<u32>,
    columns: Vec<[[u32; ROW]; 2]>,
    last_columns: Vec<u32>,
    values: Vec<[[f64; ROW]; 2]>,
    last_values: Vec<f64>,
}

impl Matrix {
    /// Writes where the entries are.
    fn place(&mut self, scene: &Scene) {
        let observations = scene.pairs.len();
        let weights = 11 * scene.cameras.len() + 3 * scene.points.len();
        self.rows.clear();
        self.rows
            .extend((0..=2 * observations).map(|i| (i * ROW) as u32));
        let last = (2 * observations * ROW) as u32;
        self.rows
            .extend((1..=observations as u32).map(|i| last + i));
        self.last_columns.clear();
        self.last_columns
            .extend((weights..weights + observations).map(|i| i as u32));
        self.columns.clear();
        let points = 11 * scene.cameras.len() as u32;
        let of_pair = |(&[c, p], &weight): (&[u32; 2], &u32)| {
            let column = |i: usize| match i as u32 {
                i @ 0..11 => 11 * c + i,
                i @ 11..14 => points + 3 * p + i - 11,
                _ => weight,
            };
            [std::array::from_fn(column); 2]
        };
        let pairs = scene.pairs.iter().zip(&self.last_columns);
        self.columns.extend(pairs.map(of_pair));
    }
}

fn jacobian(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        Matrix::default(),
        |scene: &Scene, matrix| {
            matrix.place(scene);
            matrix.values.resize(scene.pairs.len(), [[0.0; ROW]; 2]);
            scene.in_blocks(|at, cameras, points| {
                let (weights, seen) = (&scene.weights[at.clone()], &scene.seen[at.clone()]);
                distance::batch::jacobian(cameras, points, weights, seen, &mut matrix.values[at]);
            });
            matrix.last_values.resize(scene.weights.len(), 0.0);
            slopes::value_into(&scene.weights, &mut matrix.last_values);
            Ok(())
        },
        |_, matrix| json(&ShownMatrix::of(matrix)),
    )
}

/// The first entries of a matrix, and the last one.
#[derive(Serialize)]
struct ShownMatrix {
    rows: Vec<u32>,
    cols: Vec<u32>,
    vals: Vec<f64>,
}

impl ShownMatrix {
    fn of(matrix: &Matrix) -> Self {
        let mut shown = Self {
            rows: matrix.rows.iter().take(SHOWN).copied().collect(),
            cols: matrix.columns[0].as_flattened().to_vec(),
            vals: matrix.values[0].as_flattened().to_vec(),
        };
        shown.rows.extend(matrix.rows.last());
        shown.cols.extend(matrix.last_columns.last());
        shown.vals.extend(matrix.last_values.last());
        shown
    }
}
