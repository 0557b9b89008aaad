//! Pictures of graphs: golden files of small ones, which `BLESS=1` writes anew, and what must hold
//! of the picture of any graph.

mod difference;
mod golden;
mod hostile;
mod large;
mod page;
mod read;
mod structure;
