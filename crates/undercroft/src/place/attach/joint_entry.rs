//! Where a joint enters the new room.

use undercroft_grid::Cell;

use super::joint_length::draw_length;
use crate::place::joint::{JointPath, JointSite, RoomMask};
use crate::seed::Stream;

/// The place of a new room and the corridor to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointEntry {
    /// Where the room comes to lie.
    pub at: Cell,
    /// Width of the joint.
    pub width: i32,
    /// Its length.
    pub length: i32,
}

/// What a joint can be like.
#[derive(Clone, Copy, Debug)]
pub struct EntryRules<'a> {
    /// Weights of lengths.
    pub lengths: &'a [u32],
    /// The widest joint.
    pub width: i32,
    /// The room lies on multiples of these.
    pub grid: [i32; 2],
    /// Whether the corridor may be longer than the weights allow.
    pub is_longer: bool,
}

impl EntryRules<'_> {
    /// Draws how a room is entered from a site; `None` where it has no site on the grid that faces it.
    pub fn draw(&self, site: &JointSite, mask: &RoomMask, stream: &mut Stream) -> Option<JointEntry> {
        let entries = mask.sites(site.normal.opposite());
        let module = self.grid[usize::from(!site.normal.is_horizontal())];
        let is_on_grid = |entry: &JointSite, length: i32| self.is_on_grid(self.place(site, entry, length).at);
        let can_have = |length: i32| module == 1 || length > 0 && entries.iter().any(|entry| is_on_grid(entry, length));
        let length = draw_length(self.lengths, module, self.is_longer, can_have, stream)?;
        if self.grid == [1, 1] {
            return Some(self.place(site, &draw_central(entries, stream)?, length));
        }
        let on_grid: Vec<JointSite> = entries.iter().filter(|entry| is_on_grid(entry, length)).copied().collect();
        Some(self.place(site, &draw_central(&on_grid, stream)?, length))
    }

    const fn is_on_grid(&self, at: Cell) -> bool {
        at.x % self.grid[0] == 0 && at.y % self.grid[1] == 0
    }

    /// The entry through a site of the new room.
    fn place(&self, site: &JointSite, entry: &JointSite, length: i32) -> JointEntry {
        // A corridor of one cell is narrow: a wider brush would cut the rings.
        let most = if length == 1 { 1 } else { self.width };
        let width = most.min(site.widest()).min(entry.widest());
        let end = JointPath::far_door(site.door(width), site.normal, length, None);
        JointEntry { at: end.min() - entry.door(width).min(), width, length }
    }
}

/// The one of two sites that lies nearer to the middle of its run, of equals the first.
fn draw_central(sites: &[JointSite], stream: &mut Stream) -> Option<JointSite> {
    let (a, b) = (*stream.choose(sites)?, *stream.choose(sites)?);
    Some(if b.off_center() < a.off_center() { b } else { a })
}
