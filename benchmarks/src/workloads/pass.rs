//! How well a turned antenna of a satellite hears a station: some 40 elementary functions, at one
//! point.

use super::{Entry, Program, Workload, memory, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::pass as floor;

variants! {
    first_order

    /// The quality of the link, by the orbit, the station and the antenna's angles.
    ///
    /// The orbit is its axis in radii of the Earth, its eccentricity, inclination, node, perigee
    /// and mean anomaly; the station a latitude and a longitude; the angles are yaw, pitch and
    /// roll.
    pub fn pass(orbit: [f64; 6], station: [f64; 2], turn: [f64; 3]) -> f64 {
        let line = place(orbit) - up(station);
        let distance = norm(line);
        let rise = dot(line, up(station)) / distance;
        let elevation = asin(rise);

        // Above the horizon, which has hills.
        let [latitude, longitude] = station;
        let east = cos(longitude) * line[1] - sin(longitude) * line[0];
        let north = cos(latitude) * line[2]
            - sin(latitude) * (cos(longitude) * line[0] + sin(longitude) * line[1]);
        let azimuth = atan2(east, north);
        let hills = 0.1 + 0.05 * cos(2.0 * azimuth) + 0.03 * sin(3.0 * azimuth);
        let visible = 0.5 * (1.0 + erf(4.0 * (elevation - hills)));

        let off = acos(-dot(line, boresight(turn)) / distance);
        let gain = exp(-(off / 0.8).powi(2));
        let air = exp(-0.05 / (rise + 0.15 * exp(-6.0 * elevation)));
        ln_1p(100.0 * visible * gain * air / (distance * distance))
            + 0.1 * tanh(2.0 * (elevation - 0.3))
            - 0.05 * softplus(2.0 - 8.0 * elevation)
    }

    fn place(orbit: [f64; 6]) -> [f64; 3] {
        let [axis, eccentricity, inclination, node, perigee, mean] = orbit;
        let anomaly = mean
            + 2.0 * eccentricity * sin(mean)
            + 1.25 * eccentricity * eccentricity * sin(2.0 * mean);
        let radius = axis * (1.0 - eccentricity * eccentricity)
            / (1.0 + eccentricity * cos(anomaly));
        let (s, c) = sin_cos(perigee + anomaly);
        let (tilt, flat) = sin_cos(inclination);
        let (sn, cn) = sin_cos(node);
        radius * [cn * c - sn * s * flat, sn * c + cn * s * flat, s * tilt]
    }

    fn up(station: [f64; 2]) -> [f64; 3] {
        let [latitude, longitude] = station;
        [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
    }

    fn boresight(turn: [f64; 3]) -> [f64; 3] {
        let [yaw, pitch, roll] = turn;
        [
            cos(yaw) * sin(pitch) * cos(roll) + sin(yaw) * sin(roll),
            sin(yaw) * sin(pitch) * cos(roll) - cos(yaw) * sin(roll),
            cos(pitch) * cos(roll),
        ]
    }
}

/// Orbit, station and angles.
type Problem = ([f64; 6], [f64; 2], [f64; 3]);

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["pass", "pass::gradient_into"],
                workspace: memory($variant::pass::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(orbit, station, turn): &Problem, y| *y = $variant::pass(*orbit, *station, *turn),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::pass::Adjoint::ZERO),
                |(orbit, station, turn): &Problem, (y, g)| {
                    *y = $variant::pass::gradient_into(*orbit, *station, *turn, g)
                },
                |(y, g)| flat(&[&[*y], &g.orbit, &g.station, &g.turn]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    Workload {
        name: "pass",
        about: "link between a station and a satellite's antenna, 40 elementary functions at one point",
        inputs: inputs(&input),
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(orbit, station, turn), y| *y = floor::value(orbit, station, turn),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, ([0.0; 6], [0.0; 2], [0.0; 3])),
                |(orbit, station, turn), (y, g)| *y = floor::gradient(orbit, station, turn, g),
                |(y, g)| flat(&[&[*y], &g.0, &g.1, &g.2]),
            ),
        ),
        beyond: Vec::new(),
        peers: Vec::new(),
        tolerance: 1e-12,
    }
}

/// The arguments by their names.
fn inputs((orbit, station, turn): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("orbit", orbit.to_vec()),
        ("station", station.to_vec()),
        ("turn", turn.to_vec()),
    ]
}

/// The satellite is in sight, and its antenna turned to the Earth.
fn problem() -> Problem {
    let orbit = [1.2, 0.05, 0.9, 0.4, 0.3, 0.6];
    (orbit, [0.7, 1.1], [0.3, -2.3, 0.4])
}
