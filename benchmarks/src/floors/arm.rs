//! An arm of 26 joints that turn about z, y and x in turn: the rotation before each joint is
//! stored, and the adjoint runs back over them. Only what a joint changes is computed.

/// Joint angles.
pub(crate) type Angles = [f64; 26];

/// Lengths of the links, and where each joint should be.
#[derive(Clone)]
pub(crate) struct Goals {
    pub(crate) lengths: [f64; 26],
    pub(crate) points: [[f64; 3]; 26],
}

/// The rows of a rotation.
type Rotation = [[f64; 3]; 3];

const IDENTITY: Rotation = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The sum of the distances of all joints from their goals.
pub(crate) fn value(angles: &Angles, goals: &Goals) -> f64 {
    let mut rotation = IDENTITY;
    let mut place = [0.0; 3];
    let mut sum = 0.0;
    for joint in 0..26 {
        let (sin, cos) = angles[joint].sin_cos();
        rotation = rotation.map(|row| turn(joint, row, sin, cos));
        sum += reach(&mut place, &rotation, goals, joint).0;
    }
    sum
}

/// Value and gradient.
pub(crate) fn gradient(angles: &Angles, goals: &Goals, g: &mut Angles) -> f64 {
    let mut rotations = [IDENTITY; 27];
    let mut directions = [[0.0; 3]; 26];
    let turns = angles.map(f64::sin_cos);
    let mut place = [0.0; 3];
    let mut sum = 0.0;
    for joint in 0..26 {
        let (sin, cos) = turns[joint];
        rotations[joint + 1] = rotations[joint].map(|row| turn(joint, row, sin, cos));
        let (distance, away) = reach(&mut place, &rotations[joint + 1], goals, joint);
        sum += distance;
        directions[joint] = away.map(|a| a * (1.0 / distance));
    }
    let mut rotation_bar = [[0.0; 3]; 3];
    let mut place_bar = [0.0; 3];
    for joint in (0..26).rev() {
        let (sin, cos) = turns[joint];
        let (mut sin_bar, mut cos_bar) = (0.0, 0.0);
        for row in 0..3 {
            place_bar[row] += directions[joint][row];
            let [x, y, z] = rotation_bar[row];
            let x = x + place_bar[row] * goals.lengths[joint];
            let [a, b, c] = rotations[joint][row];
            rotation_bar[row] = match joint % 3 {
                0 => {
                    cos_bar += x * a + y * b;
                    sin_bar += x * b - y * a;
                    [x * cos - y * sin, x * sin + y * cos, z]
                }
                1 => {
                    cos_bar += x * a + z * c;
                    sin_bar += z * a - x * c;
                    [x * cos + z * sin, y, z * cos - x * sin]
                }
                _ => {
                    cos_bar += y * b + z * c;
                    sin_bar += y * c - z * b;
                    [x, y * cos - z * sin, y * sin + z * cos]
                }
            };
        }
        g[joint] = sin_bar * cos - cos_bar * sin;
    }
    sum
}

/// A row of a rotation after a joint's turn.
#[inline(always)]
fn turn(joint: usize, [a, b, c]: [f64; 3], sin: f64, cos: f64) -> [f64; 3] {
    match joint % 3 {
        0 => [a * cos + b * sin, b * cos - a * sin, c],
        1 => [a * cos - c * sin, b, a * sin + c * cos],
        _ => [a, b * cos + c * sin, c * cos - b * sin],
    }
}

/// Moves along the joint's link; gives the distance from the goal and the vector from it.
#[inline(always)]
fn reach(
    place: &mut [f64; 3],
    rotation: &Rotation,
    goals: &Goals,
    joint: usize,
) -> (f64, [f64; 3]) {
    for (place, row) in place.iter_mut().zip(rotation) {
        *place += row[0] * goals.lengths[joint];
    }
    let goal = &goals.points[joint];
    let away = [place[0] - goal[0], place[1] - goal[1], place[2] - goal[2]];
    let square = away[0] * away[0] + away[1] * away[1] + away[2] * away[2];
    (square.sqrt(), away)
}
