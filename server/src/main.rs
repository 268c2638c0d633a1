//! The front ends.
fn main() {}
