//! The reprojection residual of bundle adjustment, and its Jacobian by camera, point and weight.

use adgraph::function::HessianFunction;

use super::{Entry, Program, SecondOrder, Workload, arguments, memory, variants};
use crate::contender::{Contender, Input};
use crate::floors::ba as floor;
use crate::peers::{self, Primal, Scalar};

variants! {
    second(hessian_product, hessian)

    /// The weighted distance between a feature and where the camera sees its point.
    ///
    /// The camera is a rotation vector, a centre, a focal length, a principal point and two
    /// coefficients of radial distortion.
    #[derivatives(jacobian)]
    pub fn ba(
        camera: [f64; 11],
        point: [f64; 3],
        weight: f64,
        #[dynamic] feature: [f64; 2],
    ) -> [f64; 2] {
        let x = rotate(camera[..3], point - camera[3..6]);
        let image = x[..2] / x[2];
        let square = dot(image, image);
        let distortion = 1.0 + camera[9] * square + camera[10] * square * square;
        weight * (camera[6] * distortion * image + camera[7..9] - feature)
    }

    /// Rodrigues' formula.
    fn rotate(rotation: [f64; 3], x: [f64; 3]) -> [f64; 3] {
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
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    }
}

/// An observation.
struct Problem {
    camera: [f64; 11],
    point: [f64; 3],
    weight: f64,
}

const FEATURE: [f64; 2] = [0.25, -0.4];

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["ba", "ba::jacobian_into"],
                workspace: memory($variant::ba::COST.adjoint),
            },
            Contender::new(
                "value",
                $input,
                [0.0; 2],
                |(
                    Problem {
                        camera,
                        point,
                        weight,
                    },
                    feature,
                ),
                 y| {
                    *y = $variant::ba(*camera, *point, *weight, *feature);
                },
                |y| y.to_vec(),
            ),
            Contender::new(
                "jacobian",
                $input,
                [[0.0; 15]; 2],
                |(
                    Problem {
                        camera,
                        point,
                        weight,
                    },
                    feature,
                ),
                 j| {
                    $variant::ba::jacobian_into(*camera, *point, *weight, *feature, j);
                },
                |j| j.as_flattened().to_vec(),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let camera = [
        0.1, -0.2, 0.3, 0.05, 0.1, -0.2, 1.3, 0.02, -0.01, 0.1, -0.05,
    ];
    let (point, weight) = ([0.4, 0.3, 2.5], 0.8);
    let mut flattened = [weight; 15];
    flattened[..11].copy_from_slice(&camera);
    flattened[11..14].copy_from_slice(&point);
    let problem = Problem {
        camera,
        point,
        weight,
    };
    let input = Input::new((problem, FEATURE));
    let by_hand = Input::new((flattened, FEATURE));
    Workload {
        name: "ba",
        about: "2 by 15 Jacobian of the reprojection residual",
        inputs: vec![
            ("camera", camera.to_vec()),
            ("point", point.to_vec()),
            ("weight", vec![weight]),
            ("feature", FEATURE.to_vec()),
        ],
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &by_hand,
                [0.0; 2],
                |(v, feature), y| *y = floor::value(v, feature),
                |y| y.to_vec(),
            ),
            Contender::new(
                "jacobian",
                &by_hand,
                [[0.0; 15]; 2],
                |(v, feature), j| floor::jacobian(v, feature, j),
                |j| j.as_flattened().to_vec(),
            ),
        ),
        beyond: Vec::new(),
        peers: peers::all(&Input::new(flattened), Ba),
        tolerance: 1e-13,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let workload = workload();
    let function = second::ba::Function { feature: FEATURE };
    SecondOrder::of_sum(
        workload.name,
        function,
        arguments(&workload, &["camera", "point", "weight"]),
    )
}

/// The Hessian of the sum of the residuals, each times its weight: ours, and by num-dual.
pub(super) fn hessians() -> Vec<Contender> {
    let workload = workload();
    let x = arguments(&workload, &["camera", "point", "weight"]);
    let x: [f64; 15] = x.try_into().expect("15 numbers");
    let input = Input::new((x, FEATURE, [0.7, -0.3]));
    vec![
        Contender::new(
            "Hessian",
            &input,
            [0.0; 225],
            |(x, feature, weights), hessian| {
                let function = second::ba::Function { feature: *feature };
                function.hessian(x, weights, hessian);
            },
            |hessian| hessian.to_vec(),
        ),
        Contender::new(
            "Hessian, num-dual",
            &input,
            [0.0; 225],
            |(x, _, weights), hessian| {
                let weighted = |x: &_| {
                    let [first, second] = Ba.call(x);
                    Scalar::times(first, weights[0]) + Scalar::times(second, weights[1])
                };
                peers::hessian(weighted, x, hessian);
            },
            |hessian| hessian.to_vec(),
        ),
    ]
}

/// The function for any scalar.
#[derive(Clone)]
struct Ba;

impl Primal<15, 2> for Ba {
    fn call<S: Scalar>(&self, v: &[S; 15]) -> [S; 2] {
        let x = rotate(
            [v[0], v[1], v[2]],
            [v[11] - v[3], v[12] - v[4], v[13] - v[5]],
        );
        let image = [x[0] / x[2], x[1] / x[2]];
        let square = image[0] * image[0] + image[1] * image[1];
        let distortion = (v[9] * square + v[10] * square * square).plus(1.0);
        std::array::from_fn(|i| v[14] * (v[6] * distortion * image[i] + v[7 + i]).plus(-FEATURE[i]))
    }
}

/// Rodrigues' formula.
fn rotate<S: Scalar>(r: [S; 3], x: [S; 3]) -> [S; 3] {
    let cross = |a: [S; 3], b: [S; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let dot = |a: [S; 3], b: [S; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let square = dot(r, r);
    if square.number() == 0.0 {
        let cross = cross(r, x);
        return std::array::from_fn(|i| x[i] + cross[i]);
    }
    let angle = square.sqrt();
    let (sin, cos) = (angle.sin(), angle.cos());
    let axis = r.map(|r| r / angle);
    let along = dot(axis, x) * (-cos).plus(1.0);
    let cross = cross(axis, x);
    std::array::from_fn(|i| x[i] * cos + cross[i] * sin + axis[i] * along)
}
