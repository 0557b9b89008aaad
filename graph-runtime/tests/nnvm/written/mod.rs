//! Graphs of every kind, written as files of MXNet and NNVM: reading a file gives a graph with the
//! same signature and values, and writing that gives the same file.

mod derivatives;
mod entries;
mod files;
mod flavours;
mod nested;
mod random;
mod scalars;
mod signature;
mod structure;
mod support;
