//! Functions from files beside others.
