//! The front ends.
