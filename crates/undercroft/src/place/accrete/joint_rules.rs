//! How joints are drawn: their lengths, their bends, and where the new room is entered.

use undercroft_grid::{Cell, Dir};

use super::lattice::length_weights;
use crate::fraction::Fraction;
use crate::place::joint::{Bend, JointPath, JointSite, RoomMask};
use crate::recipe::{AccreteSpec, Recipe};
use crate::seed::Stream;

/// How often the most central of some sites is taken, and of how many.
const CENTRAL: Fraction = Fraction::constant(6_000);
const CENTRAL_DRAWS: usize = 3;

/// What the joints of a level can be like.
#[derive(Debug)]
pub struct JointRules<'a> {
    recipe: &'a Recipe,
    spec: &'a AccreteSpec,
    /// Rooms lie on multiples of these, along x and y.
    pub modules: [i32; 2],
    /// Weights of lengths along x and y.
    pub lengths: [Vec<u32>; 2],
}

impl<'a> JointRules<'a> {
    /// Joints between rooms on these modules.
    pub fn new(recipe: &'a Recipe, spec: &'a AccreteSpec, modules: [i32; 2]) -> Self {
        let lengths = modules.map(|module| length_weights(&spec.lengths, module));
        Self { recipe, spec, modules, lengths }
    }

    /// Whether a place lies on the module grid.
    pub const fn is_aligned(&self, at: Cell) -> bool {
        at.x % self.modules[0] == 0 && at.y % self.modules[1] == 0
    }

    /// A length by weight, between rooms on the module grid one that keeps to it. Caves lie off the grid.
    pub fn draw_length(&self, normal: Dir, has_cave: bool, stream: &mut Stream) -> Option<i32> {
        let axis = usize::from(!normal.is_horizontal());
        let weights = if has_cave { &self.spec.lengths } else { &self.lengths[axis] };
        stream.weighted(weights).map(|length| length as i32)
    }

    /// A turn by chance, where there is space for both runways.
    pub fn draw_bend(&self, normal: Dir, length: i32, stream: &mut Stream) -> Option<Bend> {
        let leg = self.recipe.corridors.runway.max(1);
        if length < 2 * leg || !stream.chance(self.spec.bend) {
            return None;
        }
        let dir = if stream.below(2) == 0 { normal.left() } else { normal.right() };
        Some(Bend { after: stream.range(leg..length - leg + 1), dir })
    }

    /// Where the new room comes to lie, one of its sites at the end of the joint, and the width of the joint.
    pub fn draw_entry(
        &self,
        site: &JointSite,
        length: i32,
        bend: Option<Bend>,
        mask: &RoomMask,
        stream: &mut Stream,
    ) -> Option<(Cell, i32)> {
        let heading = bend.map_or(site.normal, |bend| bend.dir);
        // A corridor of one cell is narrow: a wider brush would cut the rings.
        let widest = if length == 1 { 1 } else { self.recipe.corridors.width.min(site.widest()) };
        let place = |entry: &JointSite| {
            let width = widest.min(entry.widest());
            let end = JointPath::far_door(site.door(width), site.normal, length, bend);
            (end.min() - entry.door(width).min(), width)
        };
        let entries = mask.sites(heading.opposite());
        let aligned: Vec<&JointSite>;
        let entry = if self.modules == [1, 1] || mask.is_cave() {
            draw_central(stream, entries.len(), |i| entries[i].off_center()).map(|i| &entries[i])?
        } else {
            aligned = entries.iter().filter(|entry| self.is_aligned(place(entry).0)).collect();
            draw_central(stream, aligned.len(), |i| aligned[i].off_center()).map(|i| aligned[i])?
        };
        Some(place(entry))
    }
}

/// The position of an item: mostly the one least off the middle of some draws.
fn draw_central(stream: &mut Stream, count: usize, off_center: impl Fn(usize) -> i32) -> Option<usize> {
    if count == 0 {
        return None;
    }
    let draws = if stream.chance(CENTRAL) { CENTRAL_DRAWS } else { 1 };
    (0..draws).map(|_| stream.below(count as u32) as usize).min_by_key(|&i| off_center(i))
}
