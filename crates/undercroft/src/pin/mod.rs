//! Pins: what a new roll keeps, how things of a dungeon become pins, and which pins contradict each other.
//!
//! ```
//! use undercroft::pin::PinMaker;
//! use undercroft::verify::verify;
//!
//! let first = undercroft::generate("delve", 7)?;
//! let mut maker = PinMaker::new(&first);
//! maker.pin_room(first.rooms[3].id);
//! let pins = maker.finish();
//! let again = undercroft::Generator::preset("delve")?.pins(pins, Some(&first)).seed(8).generate()?;
//! assert!(verify(&again).is_sound());
//! assert!(again.rooms.iter().any(|room| room.floor == first.rooms[3].floor));
//! # Ok::<(), undercroft::Error>(())
//! ```

mod conflict;
mod irreducible;
mod maker;
mod selector;
mod stages;
mod static_check;

pub use conflict::PinConflict;
pub(crate) use irreducible::{CutShort, irreducible};
pub use maker::PinMaker;
pub use selector::{PinSelector, SelectorError};
pub use stages::hold_stages;
pub(crate) use static_check::check_pins;

use crate::dungeon::Pin;

/// Sorts pins into the order in which they are worked on, whatever the order in their file.
pub fn sort_pins(pins: &mut [Pin]) {
    pins.sort_by_key(Pin::order_key);
}

/// Drops pins whose room pins are not there, of all those that there were before.
pub(crate) fn without_dangling(pins: &mut Vec<Pin>, before: &[Pin]) {
    let rooms: Vec<_> = pins.iter().filter(|pin| matches!(pin, Pin::Room(_))).map(Pin::id).collect();
    pins.retain(|pin| pin.needed_rooms(before).iter().all(|room| rooms.contains(room)));
}
