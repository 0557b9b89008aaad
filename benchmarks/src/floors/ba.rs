//! The reprojection residual of bundle adjustment and its Jacobian: the adjoints of both residuals
//! over one forward pass, with the geometry written out.

/// The parameters: rotation vector (0 to 2), centre (3 to 5), focal length (6), principal point (7,
/// 8), radial distortion (9, 10), point (11 to 13), weight (14).
pub(crate) type Parameters = [f64; 15];

/// The forward pass, which residual and Jacobian share.
struct Forward {
    /// The point relative to the centre.
    offset: [f64; 3],
    /// One over the angle, the axis, and axis times offset as cross and as inner product.
    inverse_angle: f64,
    axis: [f64; 3],
    cross: [f64; 3],
    along: f64,
    sin: f64,
    cos: f64,
    /// Image coordinates before and after distortion.
    inverse_depth: f64,
    image: [f64; 2],
    square: f64,
    distortion: f64,
    residual: [f64; 2],
}

/// The weighted residual.
pub(crate) fn value(v: &Parameters, feature: &[f64; 2]) -> [f64; 2] {
    forward(v, feature).residual.map(|r| v[14] * r)
}

/// The Jacobian, a row for each residual.
pub(crate) fn jacobian(v: &Parameters, feature: &[f64; 2], j: &mut [[f64; 15]; 2]) {
    let f = forward(v, feature);
    let scale = v[14] * v[6];
    let slope = 2.0 * (v[9] + 2.0 * v[10] * f.square);
    for (row, j) in j.iter_mut().enumerate() {
        let (image, own) = (f.image[row], [row == 0, row == 1].map(f64::from));
        j[14] = f.residual[row];
        j[6] = v[14] * image * f.distortion;
        j[7] = if row == 0 { v[14] } else { 0.0 };
        j[8] = if row == 1 { v[14] } else { 0.0 };
        j[9] = scale * image * f.square;
        j[10] = j[9] * f.square;
        let distorted = scale * image * slope;
        let x = distorted * f.image[0] + scale * f.distortion * own[0];
        let y = distorted * f.image[1] + scale * f.distortion * own[1];
        let turned = [
            x * f.inverse_depth,
            y * f.inverse_depth,
            -(x * f.image[0] + y * f.image[1]) * f.inverse_depth,
        ];
        turn_back(&f, &turned, j);
    }
}

/// From the adjoint of the turned point to those of rotation, centre and point.
#[inline(always)]
fn turn_back(f: &Forward, turned: &[f64; 3], j: &mut [f64; 15]) {
    let (w, x) = (&f.axis, &f.offset);
    let versine = 1.0 - f.cos;
    let along_axis = dot(turned, w);
    let cos = dot(turned, x) - along_axis * f.along;
    let sin = dot(turned, &f.cross);
    let of_cross = turned.map(|t| t * f.sin);
    let of_along = along_axis * versine;
    let tail = f.along * versine;
    let from_axis = cross(x, &of_cross);
    let from_offset = cross(&of_cross, w);
    let axis: [f64; 3] = std::array::from_fn(|i| turned[i] * tail + of_along * x[i] + from_axis[i]);
    let angle = sin * f.cos - cos * f.sin - dot(&axis, w) * f.inverse_angle;
    for i in 0..3 {
        j[i] = axis[i] * f.inverse_angle + angle * w[i];
        j[11 + i] = turned[i] * f.cos + of_along * w[i] + from_offset[i];
        j[3 + i] = -j[11 + i];
    }
}

#[inline(always)]
fn forward(v: &Parameters, feature: &[f64; 2]) -> Forward {
    let offset = [v[11] - v[3], v[12] - v[4], v[13] - v[5]];
    let square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    assert!(square != 0.0, "the benchmark's camera is turned");
    let angle = square.sqrt();
    let (sin, cos) = angle.sin_cos();
    let inverse_angle = 1.0 / angle;
    let axis = [
        v[0] * inverse_angle,
        v[1] * inverse_angle,
        v[2] * inverse_angle,
    ];
    let cross = cross(&axis, &offset);
    let along = dot(&axis, &offset);
    let tail = along * (1.0 - cos);
    let turned: [f64; 3] =
        std::array::from_fn(|i| offset[i] * cos + cross[i] * sin + axis[i] * tail);
    let inverse_depth = 1.0 / turned[2];
    let image = [turned[0] * inverse_depth, turned[1] * inverse_depth];
    let square = image[0] * image[0] + image[1] * image[1];
    let distortion = 1.0 + (v[9] + v[10] * square) * square;
    let residual = std::array::from_fn(|i| image[i] * distortion * v[6] + v[7 + i] - feature[i]);
    Forward {
        offset,
        inverse_angle,
        axis,
        cross,
        along,
        sin,
        cos,
        inverse_depth,
        image,
        square,
        distortion,
        residual,
    }
}

#[inline(always)]
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
