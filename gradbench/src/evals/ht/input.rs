//! A hand and its measurements, as the suite sends them, and as the program takes them.

use serde::Deserialize;

use crate::failure::{Result, extent, within};
use crate::layout::{matrix, padded};
use crate::measure::Prepare;

/// Bones of a hand: the wrist, four for each finger, and the forearm.
const BONES: usize = 22;
/// Numbers of a pose: the turn and the move of the whole hand, and four angles for each finger.
pub(super) const POSE: usize = 26;

type Rigid = [[f64; 4]; 4];

#[derive(Deserialize)]
pub(super) struct Input {
    theta: Vec<f64>,
    data: Data,
    us: Vec<Vec<f64>>,
}

#[derive(Deserialize)]
struct Data {
    model: Model,
    correspondences: Vec<usize>,
    points: Vec<Vec<f64>>,
}

#[derive(Deserialize)]
struct Model {
    bone_count: usize,
    parents: Vec<i64>,
    base_relatives: Vec<Vec<Vec<f64>>>,
    inverse_base_absolutes: Vec<Vec<Vec<f64>>>,
    base_positions: Vec<Vec<f64>>,
    weights: Vec<Vec<f64>>,
    triangles: Vec<[usize; 3]>,
    is_mirrored: bool,
}

/// A hand in a pose, and measurements of it.
pub(super) struct Hand {
    pub(super) pose: [f64; POSE],
    /// The parent of each bone: one more than the number of another bone before it, or 0.
    pub(super) parents: [usize; BONES],
    pub(super) relatives: [Rigid; BONES],
    pub(super) inverses: [Rigid; BONES],
    /// -1 for a hand that is mirrored.
    pub(super) mirror: f64,
    pub(super) vertices: Vec<[f64; 4]>,
    pub(super) weights: Vec<[f64; BONES]>,
    pub(super) measured: Vec<[f64; 3]>,
    pub(super) places: Places,
}

/// Where on the hand a measured point belongs.
pub(super) enum Places {
    /// At a vertex.
    Vertices(Vec<usize>),
    /// In the triangle of three vertices, with the weights of the first two.
    InTriangles(Vec<[usize; 3]>, Vec<[f64; 2]>),
}

impl Prepare for Hand {
    type Input = Input;

    fn prepare(Input { theta, data, us }: Input) -> Result<Self> {
        let Data {
            model,
            correspondences,
            points,
        } = data;
        extent("theta", "numbers", theta.len(), POSE)?;
        extent("parents", "numbers", model.parents.len(), model.bone_count)?;
        extent("points", "rows", points.len(), correspondences.len())?;
        extent(
            "weights",
            "rows",
            model.weights.len(),
            model.base_positions.len(),
        )?;
        Ok(Self {
            pose: std::array::from_fn(|i| theta[i]),
            parents: parents(&model.parents)?,
            relatives: rigid("base_relatives", &model.base_relatives)?,
            inverses: rigid("inverse_base_absolutes", &model.inverse_base_absolutes)?,
            mirror: if model.is_mirrored { -1.0 } else { 1.0 },
            vertices: padded("base_positions", &model.base_positions, 4)?,
            weights: padded("weights", &model.weights, BONES)?,
            measured: padded("points", &points, 3)?,
            places: places(correspondences, &us, &model)?,
        })
    }
}

/// Parents, one more than their numbers.
fn parents(numbers: &[i64]) -> Result<[usize; BONES]> {
    extent("parents", "numbers", numbers.len(), BONES)?;
    let mut parents = [0; BONES];
    for (bone, (parent, &number)) in parents.iter_mut().zip(numbers).enumerate() {
        within("a parent", number, (-1, bone as i64 - 1))?;
        *parent = (number + 1) as usize;
    }
    Ok(parents)
}

fn rigid(name: &'static str, matrices: &[Vec<Vec<f64>>]) -> Result<[Rigid; BONES]> {
    extent(name, "matrices", matrices.len(), BONES)?;
    let mut found = [[[0.0; 4]; 4]; BONES];
    for (to, from) in found.iter_mut().zip(matrices) {
        *to = matrix(name, from)?;
    }
    Ok(found)
}

/// The places of all measurements. Without weights they are vertices.
fn places(numbers: Vec<usize>, us: &[Vec<f64>], model: &Model) -> Result<Places> {
    let vertices = model.base_positions.len() as i64;
    if us.is_empty() {
        for &vertex in &numbers {
            within("a correspondence", vertex, (0, vertices - 1))?;
        }
        return Ok(Places::Vertices(numbers));
    }
    extent("us", "rows", us.len(), numbers.len())?;
    let mut corners = Vec::with_capacity(numbers.len());
    for triangle in numbers {
        within(
            "a correspondence",
            triangle,
            (0, model.triangles.len() as i64 - 1),
        )?;
        let triangle = model.triangles[triangle];
        for vertex in triangle {
            within("a vertex of a triangle", vertex, (0, vertices - 1))?;
        }
        corners.push(triangle);
    }
    Ok(Places::InTriangles(corners, padded("us", us, 2)?))
}
