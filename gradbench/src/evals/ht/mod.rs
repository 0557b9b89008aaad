//! Hand tracking: how far the points of a posed hand are from where they were measured, and the
//! derivatives of all distances by the pose.
//!
//! A hand is a surface of vertices around bones. A measured point belongs to a vertex of the hand,
//! or to a place in a triangle of it that is unknown as well: these are the columns before the
//! pose's.

mod input;
mod program;

use super::Module;
use crate::failure::Result;
use crate::measure::{Answer, Query, json, repeated};
use input::{Hand, POSE, Places};
use program::{in_triangles, of_vertices};

pub(super) const MODULE: Module = Module {
    name: "ht",
    functions: &[("objective", objective), ("jacobian", jacobian)],
};

fn objective(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        (Vec::new(), Room::new()),
        |hand: &Hand, (errors, room)| {
            errors.resize(hand.measured.len(), [0.0; 3]);
            hand.errors(room, errors);
            Ok(())
        },
        |_, (errors, _)| json(errors.as_flattened()),
    )
}

fn jacobian(input: &str) -> Result<Answer> {
    repeated(
        Query::of(input)?,
        (Vec::new(), Room::new()),
        |hand: &Hand, (columns, room)| {
            let places = match hand.places {
                Places::Vertices(_) => 0,
                Places::InTriangles(..) => 2,
            };
            columns.resize(places + POSE, Vec::new());
            for column in columns.iter_mut() {
                column.resize(hand.measured.len(), [0.0; 3]);
            }
            let (places, pose) = columns.split_at_mut(places);
            for (axis, column) in places.iter_mut().enumerate() {
                hand.along_place(room, axis, column);
            }
            for (i, column) in pose.iter_mut().enumerate() {
                hand.along_pose(room, i, column);
            }
            Ok(())
        },
        |hand, (columns, _)| {
            let row = |i| {
                columns
                    .iter()
                    .map(|column| column.as_flattened()[i])
                    .collect()
            };
            let rows = (0..3 * hand.measured.len()).map(row);
            json(&rows.collect::<Vec<Vec<f64>>>())
        },
    )
}

/// The memory of the programs.
struct Room {
    vertices: of_vertices::errors::Workspace,
    vertices_along_pose: of_vertices::along_pose::Workspace,
    triangles: in_triangles::errors::Workspace,
    triangles_along_pose: in_triangles::along_pose::Workspace,
    triangles_along_place: in_triangles::along_place::Workspace,
}

impl Room {
    fn new() -> Self {
        Self {
            vertices: of_vertices::errors::Workspace::new(),
            vertices_along_pose: of_vertices::along_pose::Workspace::new(),
            triangles: in_triangles::errors::Workspace::new(),
            triangles_along_pose: in_triangles::along_pose::Workspace::new(),
            triangles_along_place: in_triangles::along_place::Workspace::new(),
        }
    }
}

/// Calls a program with a hand.
macro_rules! call {
    ($program:path, $workspace:expr, $hand:ident, $places:expr, $($more:expr),*) => {
        $program(
            $workspace,
            &$hand.pose,
            &$hand.parents,
            &$hand.relatives,
            &$hand.inverses,
            $hand.mirror,
            &$hand.vertices,
            &$hand.weights,
            &$hand.measured,
            $places,
            $($more),*
        )
    };
}

impl Hand {
    /// All distances.
    fn errors(&self, room: &mut Room, errors: &mut [[f64; 3]]) {
        match &self.places {
            Places::Vertices(at) => call!(
                of_vertices::errors::value_into_with,
                &mut room.vertices,
                self,
                at,
                errors
            ),
            Places::InTriangles(corners, places) => {
                call!(
                    in_triangles::errors::value_into_with,
                    &mut room.triangles,
                    self,
                    corners,
                    places,
                    errors
                );
            }
        }
    }

    /// The derivatives by a number of the pose.
    fn along_pose(&self, room: &mut Room, i: usize, column: &mut [[f64; 3]]) {
        let mut along = [0.0; POSE];
        along[i] = 1.0;
        match &self.places {
            Places::Vertices(at) => {
                call!(
                    of_vertices::along_pose::value_into_with,
                    &mut room.vertices_along_pose,
                    self,
                    at,
                    &along,
                    column
                );
            }
            Places::InTriangles(corners, places) => {
                call!(
                    in_triangles::along_pose::value_into_with,
                    &mut room.triangles_along_pose,
                    self,
                    corners,
                    places,
                    &along,
                    column
                );
            }
        }
    }

    /// The derivatives by a coordinate of each place in its triangle, of which each has an own row.
    fn along_place(&self, room: &mut Room, axis: usize, column: &mut [[f64; 3]]) {
        if let Places::InTriangles(corners, places) = &self.places {
            let along = if axis == 0 { [1.0, 0.0] } else { [0.0, 1.0] };
            call!(
                in_triangles::along_place::value_into_with,
                &mut room.triangles_along_place,
                self,
                corners,
                places,
                along,
                column
            );
        }
    }
}
