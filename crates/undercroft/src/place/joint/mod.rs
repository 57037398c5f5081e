//! Joints: attach a new room to one that has its place.
//!
//! ```text
//!   L = 0   #######     L = 2   #####  ####     A joint is a site of the parent with an outward normal, a length L, and
//!           #...#.#             #...+,,+..#     a site of the new room that faces it. Without cells between them both
//!           #...+.#             #...#  #..#     rooms share the wall; else a corridor joins them, straight or with one
//!           #######             #####  ####     bend.
//! ```
//!
//! [`RoomMask`] has the sites of a floor, [`JointPath`] the doors and the corridor of a joint, and [`JointMap`] judges
//! whether both fit among what is there, on bit grids. Only a joint that fits changes the map.

mod map;
mod mask;
mod mirror;
mod path;
#[cfg(test)]
mod tests;

pub use map::{JointMap, JointRefusal};
pub use mask::{JointSite, RoomMask};
pub use mirror::Mirror;
pub use path::{Bend, JointPath};
