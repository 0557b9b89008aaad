//! The textual form: golden files, round trips, errors with their places, hostile texts, size.

mod constants;
mod golden;
mod hostile;
mod round_trip;
mod sample;
mod syntax;
