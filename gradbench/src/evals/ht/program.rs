//! The program: bones, skin, and what is measured of it.

/// A program for measurements of some kind, after the programs for the hand itself.
macro_rules! hand {
    ($kind:ident, $($measured:tt)*) => {
        pub(super) mod $kind {
            adgraph::graph! {
                #![codegen(contract)]

                const BONES: usize = 22;
                const POSE: usize = 26;
                type Rigid = [[f64; 4]; 4];

                $($measured)*

                /// Where some vertices of the hand in a pose are. Only these are moved, if they are
                /// fewer than all.
                fn moved<const V: usize, const C: usize>(
                    pose: &[f64; POSE],
                    moves: &[[f64; 12]; BONES],
                    vertices: &[[f64; 4]; V],
                    weights: &[[f64; BONES]; V],
                    at: &[usize; C],
                ) -> [[f64; 3]; C] {
                    if C < V {
                        skin(pose, moves, vertices[at], weights[at])
                    } else {
                        skin(pose, moves, vertices, weights)[at]
                    }
                }

                /// Vertices, each moved by all bones, as much as its weights say, then by the whole
                /// hand.
                fn skin<const V: usize>(
                    pose: &[f64; POSE],
                    moves: &[[f64; 12]; BONES],
                    vertices: &[[f64; 4]; V],
                    weights: &[[f64; BONES]; V],
                ) -> [[f64; 3]; V] {
                    let blended = reshape(matmul(weights, moves), [V, 3, 4]);
                    einsum("vij,vj->vi", blended, vertices) + broadcast(pose[3..6], [V, 3], axis = 1)
                }

                /// How each bone moves a vertex, with the turn of the whole hand.
                fn moves(
                    pose: &[f64; POSE],
                    parents: &[usize; BONES],
                    relatives: &[Rigid; BONES],
                    inverses: &[Rigid; BONES],
                    mirror: f64,
                ) -> [[f64; 12]; BONES] {
                    let bones = bones(pose, parents, relatives);
                    let whole = turned(pose[..3]);
                    let mut moves = zeros([BONES, 3, 4]);
                    for b in 0..BONES {
                        let mut own = matmul(bones[b + 1], inverses[b])[..3];
                        own[0] *= mirror;
                        moves[b] = matmul(whole, own);
                    }
                    reshape(moves, [BONES, 12])
                }

                /// The motion of each bone, from its own axes to the hand's, behind the identity. A
                /// bone hangs on the one that its parent says, by one more than its number; 0 is
                /// the identity.
                fn bones(
                    pose: &[f64; POSE],
                    parents: &[usize; BONES],
                    relatives: &[Rigid; BONES],
                ) -> [Rigid; BONES + 1] {
                    // Two angles of the second bone of each finger, one of the third and the
                    // fourth.
                    let mut angles = zeros([BONES, 2]);
                    for finger in 0..5 {
                        let (bone, angle) = (4 * finger + 1, 4 * finger + 6);
                        angles[bone + 1] = pose[angle..angle + 2];
                        angles[bone + 2][0] = pose[angle + 2];
                        angles[bone + 3][0] = pose[angle + 3];
                    }
                    let mut bones = zeros([BONES + 1, 4, 4]);
                    bones[0] = eye(4);
                    for b in 0..BONES {
                        let own = matmul(relatives[b], bent(angles[b][0], angles[b][1]));
                        bones[b + 1] = matmul(bones[parents[b]], own);
                    }
                    bones
                }

                /// A turn around the first axis, then one around the third.
                fn bent(first: f64, third: f64) -> Rigid {
                    let (s, c) = (sin(first), cos(first));
                    let (t, d) = (sin(third), cos(third));
                    [[d, -t * c, t * s, 0.0], [t, d * c, -d * s, 0.0], [0.0, s, c, 0.0], [0.0, 0.0, 0.0, 1.0]]
                }

                /// The matrix of a rotation vector; a very short one is none.
                fn turned(rotation: [f64; 3]) -> [[f64; 3]; 3] {
                    let angle = norm(rotation);
                    if angle < 1e-4 {
                        eye(3)
                    } else {
                        let a = rotation / angle;
                        let across = [[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]];
                        cos(angle) * eye(3) + (1.0 - cos(angle)) * outer(a, a) + sin(angle) * across
                    }
                }
            }
        }
    };
}

hand! { of_vertices,
    /// From the vertices to where they were measured.
    #[derivatives(only(value))]
    pub fn errors<const V: usize, const C: usize>(
        pose: &[f64; POSE],
        parents: &[usize; BONES],
        relatives: &[Rigid; BONES],
        inverses: &[Rigid; BONES],
        mirror: f64,
        vertices: &[[f64; 4]; V],
        weights: &[[f64; BONES]; V],
        measured: &[[f64; 3]; C],
        at: &[usize; C],
    ) -> [[f64; 3]; C] {
        let moves = moves(pose, parents, relatives, inverses, mirror);
        measured - moved(pose, moves, vertices, weights, at)
    }

    /// How these change with the pose.
    #[derivatives(only(value))]
    pub fn along_pose<const V: usize, const C: usize>(
        pose: &[f64; POSE],
        parents: &[usize; BONES],
        relatives: &[Rigid; BONES],
        inverses: &[Rigid; BONES],
        mirror: f64,
        vertices: &[[f64; 4]; V],
        weights: &[[f64; BONES]; V],
        measured: &[[f64; 3]; C],
        at: &[usize; C],
        along: &[f64; POSE],
    ) -> [[f64; 3]; C] {
        let errors = errors(pose, parents, relatives, inverses, mirror, vertices, weights, measured, at);
        jvp(errors, pose, along)
    }
}

hand! { in_triangles,
    /// From places in triangles to where they were measured.
    #[derivatives(only(value))]
    pub fn errors<const V: usize, const C: usize>(
        pose: &[f64; POSE],
        parents: &[usize; BONES],
        relatives: &[Rigid; BONES],
        inverses: &[Rigid; BONES],
        mirror: f64,
        vertices: &[[f64; 4]; V],
        weights: &[[f64; BONES]; V],
        measured: &[[f64; 3]; C],
        corners: &[[usize; 3]; C],
        places: &[[f64; 2]; C],
    ) -> [[f64; 3]; C] {
        let moves = moves(pose, parents, relatives, inverses, mirror);
        let corners = moved(pose, moves, vertices, weights, reshape(corners, [3 * C]));
        let corners = reshape(corners, [C, 3, 3]);
        let (u, v) = (places[(.., 0)], places[(.., 1)]);
        measured
            - corners[(.., 0)] * broadcast(u, [C, 3], axis = 0)
            - corners[(.., 1)] * broadcast(v, [C, 3], axis = 0)
            - corners[(.., 2)] * broadcast(1.0 - u - v, [C, 3], axis = 0)
    }

    /// How these change with the pose.
    #[derivatives(only(value))]
    pub fn along_pose<const V: usize, const C: usize>(
        pose: &[f64; POSE],
        parents: &[usize; BONES],
        relatives: &[Rigid; BONES],
        inverses: &[Rigid; BONES],
        mirror: f64,
        vertices: &[[f64; 4]; V],
        weights: &[[f64; BONES]; V],
        measured: &[[f64; 3]; C],
        corners: &[[usize; 3]; C],
        places: &[[f64; 2]; C],
        along: &[f64; POSE],
    ) -> [[f64; 3]; C] {
        let errors = errors(pose, parents, relatives, inverses, mirror, vertices, weights, measured, corners, places);
        jvp(errors, pose, along)
    }

    /// How these change with the places, all along the same direction.
    #[derivatives(only(value))]
    pub fn along_place<const V: usize, const C: usize>(
        pose: &[f64; POSE],
        parents: &[usize; BONES],
        relatives: &[Rigid; BONES],
        inverses: &[Rigid; BONES],
        mirror: f64,
        vertices: &[[f64; 4]; V],
        weights: &[[f64; BONES]; V],
        measured: &[[f64; 3]; C],
        corners: &[[usize; 3]; C],
        places: &[[f64; 2]; C],
        along: [f64; 2],
    ) -> [[f64; 3]; C] {
        let errors = errors(pose, parents, relatives, inverses, mirror, vertices, weights, measured, corners, places);
        jvp(errors, places, broadcast(along, [C, 2], axis = 1))
    }
}
