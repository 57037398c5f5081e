//! The command line of Undercroft.

fn main() {}
