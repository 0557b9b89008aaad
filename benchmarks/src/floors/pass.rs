//! A satellite's link. All angles that are known at the start are one vector of eight, whose sines
//! and cosines are computed at once; the sine and cosine of the perigee and the anomaly are a
//! second one, and all exponentials but one a third. Those of the azimuth are the line's
//! coordinates, so that its angle is not computed, nor are functions of its multiples. One function
//! after the other waits: the floor is this chain, of about 700 cycles, in which some 700 flops
//! reach 6 % of the machine's peak. A gradient takes 150 flops more, and no function.

use adgraph::math;
use wide::{f64x4, f64x8};

use super::lanes;

type Vector = [f64; 3];

/// The quality of the link.
pub(crate) fn value(orbit: &[f64; 6], station: &[f64; 2], turn: &[f64; 3]) -> f64 {
    run(orbit, station, turn, |_| ())
}

/// The values that the way back needs.
struct Tape {
    sin: [f64; 8],
    cos: [f64; 8],
    sin_anomaly: f64,
    cos_anomaly: f64,
    sin_along: f64,
    cos_along: f64,
    sin_twice: f64,
    cos_twice: f64,
    radius: f64,
    flattened: f64,
    direction: Vector,
    up: Vector,
    line: Vector,
    over: f64,
    rise: f64,
    level: f64,
    east: f64,
    height: f64,
    sin_azimuth: f64,
    cos_azimuth: f64,
    by_above: f64,
    boresight: Vector,
    facing: f64,
    off: f64,
    visible: f64,
    thin: f64,
    depth: f64,
    signal: f64,
    bonus: f64,
    low: f64,
}

/// The positions of the angles among the first eight.
const MEAN: usize = 0;
const NODE: usize = 1;
const INCLINATION: usize = 2;
const LATITUDE: usize = 3;
const LONGITUDE: usize = 4;
const YAW: usize = 5;
const PITCH: usize = 6;
const ROLL: usize = 7;

/// Value and gradient.
pub(crate) fn gradient(
    orbit: &[f64; 6],
    station: &[f64; 2],
    turn: &[f64; 3],
    (by_orbit, by_station, by_turn): &mut ([f64; 6], [f64; 2], [f64; 3]),
) -> f64 {
    let mut bars = None;
    let value = run(orbit, station, turn, |tape| bars = Some(tape));
    let t = bars.expect("a tape");
    let [axis, eccentricity, ..] = *orbit;
    let (sin, cos) = (&t.sin, &t.cos);
    // From the value to elevation, rise, distance, what is visible, and the angle off the
    // boresight.
    let by_ln = 1.0 / (1.0 + t.signal);
    let by_signal = t.signal * by_ln;
    let over_depth = 1.0 / t.depth;
    let by_depth = by_signal * 0.05 * over_depth * over_depth;
    let by_above = by_signal / t.visible * t.by_above;
    let mut elevation_bar =
        by_above + 0.2 * (1.0 - t.bonus * t.bonus) + 0.4 * t.low - 0.9 * t.thin * by_depth;
    elevation_bar /= t.level;
    let rise_bar = by_depth + elevation_bar;
    let off_bar = by_signal * t.off * (-2.0 / 0.64);
    // Of minus the cosine of that angle.
    let facing_bar = off_bar / (1.0 - t.facing * t.facing).sqrt();
    // Of the hills' azimuth: minus that of what is above them.
    let (s, c) = (t.sin_azimuth, t.cos_azimuth);
    let azimuth_bar = -by_above * (-0.2 * s * c + 0.09 * c * (4.0 * c * c - 3.0));
    let per_height = azimuth_bar * t.height;
    let (east_bar, north_bar) = (per_height * c, -per_height * s);
    // The line: by its unit vector's two products, its length, and its coordinates at the station.
    let inward = -(rise_bar * t.rise + facing_bar * t.facing + 2.0 * by_signal) * t.over * t.over;
    let across = -sin[LATITUDE] * north_bar;
    let horizontal = [
        across * cos[LONGITUDE] - sin[LONGITUDE] * east_bar,
        across * sin[LONGITUDE] + cos[LONGITUDE] * east_bar,
        cos[LATITUDE] * north_bar,
    ];
    let (to_up, to_boresight) = (rise_bar * t.over, facing_bar * t.over);
    let mut line_bar = [0.0; 3];
    let mut up_bar = [0.0; 3];
    let mut boresight_bar = [0.0; 3];
    for k in 0..3 {
        line_bar[k] =
            inward * t.line[k] + to_up * t.up[k] + to_boresight * t.boresight[k] + horizontal[k];
        up_bar[k] = to_up * t.line[k] - line_bar[k];
        boresight_bar[k] = to_boresight * t.line[k];
    }
    // The station.
    let outward = cos[LONGITUDE] * t.line[0] + sin[LONGITUDE] * t.line[1];
    let equator_bar = cos[LONGITUDE] * up_bar[0] + sin[LONGITUDE] * up_bar[1];
    by_station[0] = cos[LATITUDE] * up_bar[2]
        - sin[LATITUDE] * equator_bar
        - north_bar * (sin[LATITUDE] * t.line[2] + cos[LATITUDE] * outward);
    by_station[1] = cos[LATITUDE] * (cos[LONGITUDE] * up_bar[1] - sin[LONGITUDE] * up_bar[0])
        - east_bar * outward
        - north_bar * sin[LATITUDE] * t.east;
    // The antenna.
    let [x, y, z] = boresight_bar;
    let forward = cos[YAW] * x + sin[YAW] * y;
    let sideward = sin[YAW] * x - cos[YAW] * y;
    by_turn[0] = t.boresight[0] * y - t.boresight[1] * x;
    by_turn[1] = cos[ROLL] * (cos[PITCH] * forward - sin[PITCH] * z);
    by_turn[2] = cos[ROLL] * sideward - sin[ROLL] * (sin[PITCH] * forward + cos[PITCH] * z);
    // The orbit.
    let [x, y, z] = line_bar;
    let radius_bar = t.direction[0] * x + t.direction[1] * y + t.direction[2] * z;
    let x_bar = t.radius * (cos[NODE] * x + sin[NODE] * y);
    let y_bar = t.radius * (cos[NODE] * y - sin[NODE] * x);
    let z_bar = t.radius * z;
    let high_bar = cos[INCLINATION] * y_bar + sin[INCLINATION] * z_bar;
    let along_bar = t.cos_along * high_bar - t.sin_along * x_bar;
    let over_bottom = t.radius / (axis * t.flattened);
    let by_bottom = -radius_bar * t.radius * over_bottom;
    let anomaly_bar = along_bar - by_bottom * eccentricity * t.sin_anomaly;
    by_orbit[0] = radius_bar * t.radius / axis;
    by_orbit[1] = anomaly_bar * (2.0 * sin[MEAN] + 2.5 * eccentricity * t.sin_twice)
        + by_bottom * t.cos_anomaly
        - 2.0 * eccentricity * radius_bar * axis * over_bottom;
    by_orbit[2] = t.sin_along * (cos[INCLINATION] * z_bar - sin[INCLINATION] * y_bar);
    by_orbit[3] = t.radius * (t.direction[0] * y - t.direction[1] * x);
    by_orbit[4] = along_bar;
    by_orbit[5] = anomaly_bar
        * (1.0 + 2.0 * eccentricity * cos[MEAN] + 2.5 * eccentricity * eccentricity * t.cos_twice);
    value
}

/// The value; the tape is handed on.
#[inline(always)]
fn run(orbit: &[f64; 6], station: &[f64; 2], turn: &[f64; 3], keep: impl FnOnce(Tape)) -> f64 {
    let [axis, eccentricity, inclination, node, perigee, mean] = *orbit;
    let [latitude, longitude] = *station;
    let [yaw, pitch, roll] = *turn;
    let angles = [
        mean,
        node,
        inclination,
        latitude,
        longitude,
        yaw,
        pitch,
        roll,
    ];
    let (sin, cos) = f64x8::from(angles).sin_cos();
    let (sin, cos) = (sin.to_array(), cos.to_array());
    let sin_twice = 2.0 * sin[MEAN] * cos[MEAN];
    let cos_twice = 1.0 - 2.0 * sin[MEAN] * sin[MEAN];
    let anomaly = mean + eccentricity * (2.0 * sin[MEAN] + 1.25 * eccentricity * sin_twice);
    let (s, c) = f64x4::from([anomaly, perigee + anomaly, 0.0, 0.0]).sin_cos();
    let ([sin_anomaly, sin_along, ..], [cos_anomaly, cos_along, ..]) = (s.to_array(), c.to_array());
    let flattened = 1.0 - eccentricity * eccentricity;
    let radius = axis * flattened / (1.0 + eccentricity * cos_anomaly);
    let side = sin_along * cos[INCLINATION];
    let direction = [
        cos[NODE] * cos_along - sin[NODE] * side,
        sin[NODE] * cos_along + cos[NODE] * side,
        sin_along * sin[INCLINATION],
    ];
    let up = [
        cos[LATITUDE] * cos[LONGITUDE],
        cos[LATITUDE] * sin[LONGITUDE],
        sin[LATITUDE],
    ];
    let line = [
        radius * direction[0] - up[0],
        radius * direction[1] - up[1],
        radius * direction[2] - up[2],
    ];
    let square = dot(&line, &line);
    let over = 1.0 / square.sqrt();
    let rise = dot(&line, &up) * over;
    let level = (1.0 - rise * rise).sqrt();
    let east = cos[LONGITUDE] * line[1] - sin[LONGITUDE] * line[0];
    let outward = cos[LONGITUDE] * line[0] + sin[LONGITUDE] * line[1];
    let north = cos[LATITUDE] * line[2] - sin[LATITUDE] * outward;
    let height = 1.0 / (east * east + north * north).sqrt();
    let (sin_azimuth, cos_azimuth) = (east * height, north * height);
    let hills = 0.1
        + 0.05 * (1.0 - 2.0 * sin_azimuth * sin_azimuth)
        + 0.03 * sin_azimuth * (3.0 - 4.0 * sin_azimuth * sin_azimuth);
    let forward = sin[PITCH] * cos[ROLL];
    let boresight = [
        cos[YAW] * forward + sin[YAW] * sin[ROLL],
        sin[YAW] * forward - cos[YAW] * sin[ROLL],
        cos[PITCH] * cos[ROLL],
    ];
    let facing = dot(&line, &boresight) * over;
    let (elevation, off) = (rise.asin(), (-facing).acos());
    let above = 4.0 * (elevation - hills);
    let visible = 0.5 * (1.0 + math::erf(above));
    let powers = lanes::exp_of(f64x8::from([
        -6.0 * elevation,
        -(off * off) / 0.64,
        4.0 * (elevation - 0.3),
        2.0 - 8.0 * elevation,
        -above * above,
        0.0,
        0.0,
        0.0,
    ]));
    let [thin, gain, raised, low, density, ..] = powers.to_array();
    let depth = rise + 0.15 * thin;
    let air = lanes::exp_in_tree(-0.05 / depth);
    let signal = 100.0 * visible * gain * air * over * over;
    let bonus = 1.0 - 2.0 / (raised + 1.0);
    keep(Tape {
        sin,
        cos,
        sin_anomaly,
        cos_anomaly,
        sin_along,
        cos_along,
        sin_twice,
        cos_twice,
        radius,
        flattened,
        direction,
        up,
        line,
        over,
        rise,
        level,
        east,
        height,
        sin_azimuth,
        cos_azimuth,
        by_above: density * (4.0 * std::f64::consts::FRAC_2_SQRT_PI / 2.0),
        boresight,
        facing,
        off,
        visible,
        thin,
        depth,
        signal,
        bonus,
        low: low / (1.0 + low),
    });
    lanes::ln(1.0 + signal) + 0.1 * bonus - 0.05 * lanes::ln(1.0 + low)
}

#[inline(always)]
fn dot(a: &Vector, b: &Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
