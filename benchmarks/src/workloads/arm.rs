//! An arm of 26 joints that turn about z, y and x in turn, with the rotation's rows written out.

use super::{Entry, Program, SecondOrder, Workload, arguments, kept, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::arm::{self as floor, Angles, Goals};
use crate::peers::{self, Primal, Scalar};

variants! {
    /// The sum of the distances of all joints from their goals.
    pub fn arm(
        angles: &[f64; 26],
        #[dynamic] lengths: &[f64; 26],
        #[dynamic] goals: &[[f64; 3]; 26],
    ) -> f64 {
        let mut rotation = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let mut place = [0.0; 3];
        let mut total = 0.0;
        for joint in 0..26 {
            let (s, c) = sin_cos(angles[joint]);
            for row in 0..3 {
                let [x, y, z] = rotation[row];
                rotation[row] = if joint % 3 == 0 {
                    [x * c + y * s, y * c - x * s, z]
                } else if joint % 3 == 1 {
                    [x * c - z * s, y, x * s + z * c]
                } else {
                    [x, y * c + z * s, z * c - y * s]
                };
            }
            place += rotation[(.., 0)] * lengths[joint];
            let away = place - goals[joint];
            total += sqrt(dot(away, away));
        }
        total
    }
}

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["arm", "arm::gradient_into"],
                workspace: memory($variant::arm::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(angles, goals): &Problem, y| {
                    *y = $variant::arm(angles, &goals.lengths, &goals.points);
                },
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::arm::Adjoint::ZERO),
                |(angles, goals): &Problem, (y, g)| {
                    *y = $variant::arm::gradient_into(angles, &goals.lengths, &goals.points, g);
                },
                |(y, g)| flat(&[&[*y], &g.angles]),
            ),
        )
    };
}

/// The arm's position and task.
type Problem = (Angles, Goals);

pub(super) fn workload() -> Workload {
    let mut draw = numbers(7);
    let angles: Angles = std::array::from_fn(|_| 2.0 * draw() - 1.0);
    let goals = goals();
    let flattened = Input::new(angles);
    let input = Input::new((angles, goals.clone()));
    Workload {
        name: "arm",
        about: "distances of the 26 joints of an arm from their goals, by the angles",
        inputs: vec![
            ("angles", angles.to_vec()),
            ("lengths", goals.lengths.to_vec()),
            ("goals", goals.points.as_flattened().to_vec()),
        ],
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(angles, goals), y| *y = floor::value(angles, goals),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, [0.0; 26]),
                |(angles, goals), (y, g)| *y = floor::gradient(angles, goals, g),
                |(y, g)| flat(&[&[*y], g]),
            ),
        ),
        beyond: Vec::new(),
        peers: peers::all(&flattened, Arm(goals)),
        tolerance: 1e-12,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let workload = workload();
    let function = second::arm::Function {
        lengths: kept(&workload, "lengths")
            .first_chunk()
            .expect("26 lengths"),
        goals: kept(&workload, "goals")
            .as_chunks()
            .0
            .first_chunk()
            .expect("26 goals"),
    };
    SecondOrder::new(workload.name, function, arguments(&workload, &["angles"]))
}

/// Links of about the same length and goals scattered around.
fn goals() -> Goals {
    let mut draw = numbers(8);
    Goals {
        lengths: std::array::from_fn(|_| 0.5 + 0.5 * draw()),
        points: std::array::from_fn(|_| std::array::from_fn(|_| 4.0 * draw() - 2.0)),
    }
}

/// The function for any scalar.
#[derive(Clone)]
struct Arm(Goals);

impl Primal<26, 1> for Arm {
    fn call<S: Scalar>(&self, angles: &[S; 26]) -> [S; 1] {
        // Some scalars have no constants, so that zero and one are made of an angle.
        let zero = angles[0].times(0.0);
        let one = zero.plus(1.0);
        let mut rotation = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
        let mut place = [zero; 3];
        let mut total = zero;
        for (joint, angle) in angles.iter().enumerate() {
            let (s, c) = (angle.sin(), angle.cos());
            rotation = rotation.map(|[x, y, z]| match joint % 3 {
                0 => [x * c + y * s, y * c - x * s, z],
                1 => [x * c - z * s, y, x * s + z * c],
                _ => [x, y * c + z * s, z * c - y * s],
            });
            for i in 0..3 {
                place[i] = place[i] + rotation[i][0].times(self.0.lengths[joint]);
            }
            let goal = &self.0.points[joint];
            let away: [S; 3] = std::array::from_fn(|i| place[i].plus(-goal[i]));
            let square = away[0] * away[0] + away[1] * away[1] + away[2] * away[2];
            total = total + square.sqrt();
        }
        [total]
    }
}
