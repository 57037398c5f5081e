//! One symmetric level while it grows: rooms on the axis first, then pairs of images.
//!
//! ```text
//!           ┌─╮─┐          The axis goes through the middle of the entrance room: porch, nave, crossing, apse. Pairs that
//!   ┌───┐ ┌─┴+┴─┐ ┌───┐    come before them would leave an empty middle.
//!   │ b +─_     _─+ a │
//!   └───┘ └─┬+┬─┘ └───┘    A joint beside the axis is made together with its image, both or none, where its parent has
//!           │+│            an image to attach it to.
//! ```

use std::rc::Rc;

use undercroft_grid::{Cell, Dir, Rect};

use super::axis_shapes::{AxisRoom, AxisShapes};
use super::growth::{CANDIDATES, Candidate, ENTRANCE_AREA, ENTRANCE_DRAWS, GrownRoom, Growth, MAX_LINKS, TRIES};
use super::landing_wall::landing_places;
use super::mask_source::RoomDraws;
use super::step_log::StepLog;
use crate::meter::{Halt, Meter};
use crate::place::joint::{JointPath, Mirror, RoomMask};
use crate::place::{FRONT_ROWS, FRONT_SIDES, PlaceError, STEPS_PER_TRY};
use crate::seed::Stream;

/// The fewest rooms on the axis, and the share of all rooms that lie on it.
const LEAST_ON_AXIS: usize = 3;
const AXIS_SHARE: usize = 4;
/// Cells between the floors of a room and its image: the wall that both have.
const WALL: i32 = 1;
/// A joint that leaves a sheet longer than this many times its width is refused, unless the sheet was longer before.
const LONGEST_SHEET: i64 = 2;

/// A level that is its own image.
pub struct MirroredGrowth<'g, 'a> {
    /// Its rooms so far.
    pub growth: &'g mut Growth<'a>,
    shapes: &'g AxisShapes,
    mirror: Mirror,
    /// The image of each room; those on the axis are their own.
    pub images: Vec<Option<usize>>,
    /// The rooms at the northern and at the southern end of the axis.
    ends: [usize; 2],
    /// The rooms that the axis is to have.
    on_axis: usize,
}

impl<'g, 'a> MirroredGrowth<'g, 'a> {
    /// Begins level 0 with the entrance room; returns the entrance's door, too.
    ///
    /// # Errors
    /// When it does not fit on the map.
    pub fn with_entrance(
        growth: &'g mut Growth<'a>,
        shapes: &'g AxisShapes,
        on_axis: usize,
        stream: &mut Stream,
        log: &mut StepLog,
    ) -> Result<(Self, Rect), PlaceError> {
        let kind = AxisRoom::at(0, on_axis);
        let mut masks = (0..ENTRANCE_DRAWS).map(|_| shapes.draw(kind, stream));
        let is_large = |mask: &RoomMask| mask.area >= ENTRANCE_AREA;
        let found = masks.find_map(|mask| Some((entrance_door(growth, &mask).filter(|_| is_large(&mask))?, mask)));
        let found = found.or_else(|| {
            let mask = shapes.smallest();
            Some((entrance_door(growth, &mask)?, mask))
        });
        let (gate, mask) = found.ok_or_else(|| growth.no_place())?;
        growth.map.add_room(&mask, Cell::new(0, 0));
        growth.map.add_entrance(gate, growth.recipe.corridors.runway.max(1), FRONT_ROWS, FRONT_SIDES);
        growth.add_room(mask, Cell::new(0, 0), 0, log);
        Ok((Self::new(growth, shapes, on_axis), gate))
    }

    /// Begins a level with a room that stairs lead to from another on the axis. At worst it is the same room again.
    pub fn with_landing(
        growth: &'g mut Growth<'a>,
        shapes: &'g AxisShapes,
        on_axis: usize,
        from: &GrownRoom,
        stream: &mut Stream,
        log: &mut StepLog,
    ) -> Self {
        let mut sides = Dir::ALL;
        stream.shuffle(&mut sides);
        let axis = Mirror::through(from.mask.size().rect().shift(from.at));
        let found = (0..ENTRANCE_DRAWS).find_map(|_| {
            let mask = shapes.draw(AxisRoom::Hall, stream);
            let width = mask.size().width();
            let is_centered = |at: &Cell| axis.is_some_and(|axis| axis.is_centered(*at, width));
            let places = sides
                .into_iter()
                .flat_map(|side| landing_places((&from.mask, from.at), &mask, side, growth.rules.modules));
            let places: Vec<Cell> = places.filter(is_centered).collect();
            let at = *stream.choose(&places)?;
            growth.map.has_space(mask.size().rect().shift(at)).then_some((mask, at))
        });
        let (mask, at) = found.unwrap_or_else(|| (Rc::clone(&from.mask), from.at));
        growth.map.add_room(&mask, at);
        growth.add_room(mask, at, 0, log);
        Self::new(growth, shapes, on_axis)
    }

    fn new(growth: &'g mut Growth<'a>, shapes: &'g AxisShapes, on_axis: usize) -> Self {
        let first = &growth.rooms[0];
        let bounds = first.mask.size().rect().shift(first.at);
        // Masks of the axis are of odd width.
        let mirror = Mirror::through(bounds).unwrap_or_else(|| unreachable!("{bounds:?} has no middle column"));
        Self { growth, shapes, mirror, images: vec![Some(0)], ends: [0, 0], on_axis }
    }

    /// Rooms so far.
    pub fn rooms(&self) -> usize {
        self.growth.rooms.len()
    }

    /// Makes one step towards `count` rooms: on the axis while it has too few, else beside it, by chance with an image.
    /// Returns whether any joint fitted.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn step(
        &mut self,
        count: usize,
        stream: &mut Stream,
        log: &mut StepLog,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        let symmetry = self.growth.spec.symmetry;
        let placed = self.images.iter().enumerate().filter(|(room, image)| **image == Some(*room)).count();
        if placed < self.on_axis {
            let grew = self.step_on_axis(AxisRoom::at(placed, self.on_axis), stream, log, meter)?;
            if !grew {
                // The map has no space for a longer axis.
                self.on_axis = placed;
            }
            return Ok(grew);
        }
        if !stream.chance(symmetry) {
            let grew = self.growth.step(stream, log, meter)?;
            self.images.resize(self.growth.rooms.len(), None);
            return Ok(grew);
        }
        if count - self.rooms() == 1 {
            return self.step_on_axis(AxisRoom::Hall, stream, log, meter);
        }
        self.step_pair(stream, log, meter)
    }

    /// Attaches a room to an end of the axis, on level 0 the one away from the visitor.
    fn step_on_axis(
        &mut self,
        kind: AxisRoom,
        stream: &mut Stream,
        log: &mut StepLog,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        for _ in 0..TRIES {
            meter.spend(STEPS_PER_TRY)?;
            let end = if self.growth.map.has_front() { 0 } else { stream.below(2) as usize };
            let Some(candidate) = self.try_on_axis(kind, end, stream, log) else { continue };
            if self.growth.commit(candidate, log) {
                self.ends[end] = self.growth.rooms.len() - 1;
                self.images.push(Some(self.ends[end]));
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Draws a joint from the middle of a wall to the middle of a wall; `None` where it does not fit.
    fn try_on_axis(&self, kind: AxisRoom, end: usize, stream: &mut Stream, log: &mut StepLog) -> Option<Candidate> {
        let (growth, parent) = (&*self.growth, self.ends[end]);
        let (dir, placed) = ([Dir::North, Dir::South][end], &growth.rooms[parent]);
        let mask = self.shapes.draw(kind, stream);
        let length = stream.weighted(&growth.rules.lengths[1])? as i32;
        let widest = if length == 1 { 1 } else { growth.recipe.corridors.width };
        let (_, entry_width) = mask.axis_site(dir.opposite(), widest)?;
        let (site, width) = placed.mask.axis_site(dir, entry_width)?;
        let (entry, _) = mask.axis_site(dir.opposite(), width)?;
        let door = site.shift(placed.at).door(width);
        let far = JointPath::far_door(door, dir, length, None);
        let at = Cell::new(self.mirror.centered(mask.size().width()), far.top - entry.door(width).top);
        if at.y % growth.rules.modules[1] != 0 {
            return None;
        }
        let path = JointPath::new(door, dir, length, None, growth.recipe.corridors.runway);
        let fits = growth.map.fits(&mask, at, &path);
        fits.map_err(|refusal| log.rejected(parent, door.min(), refusal.reason())).ok()?;
        Some(Candidate { cost: 0, parent, mask, at, path })
    }

    /// Attaches a room and its image; returns whether any joint fitted with its image.
    fn step_pair(&mut self, stream: &mut Stream, log: &mut StepLog, meter: &mut Meter) -> Result<bool, Halt> {
        let mut best: Option<[Candidate; 2]> = None;
        let (mut found, mut draws) = (0, self.growth.begin_room(stream));
        for _ in 0..TRIES {
            if found == CANDIDATES || self.growth.open.is_empty() {
                break;
            }
            meter.spend(STEPS_PER_TRY)?;
            let Some(pair) = self.try_pair(&mut draws, stream, log, meter)? else { continue };
            found += 1;
            if best.as_ref().is_none_or(|best| pair[0].cost < best[0].cost) {
                best = Some(pair);
            }
        }
        let Some([candidate, image]) = best else { return Ok(false) };
        let room = self.rooms();
        let is_made = self.growth.commit(candidate, log) && self.growth.commit(image, log);
        debug_assert!(is_made, "a pair fits as a whole or is no candidate");
        self.images.extend([Some(room + 1), Some(room)]);
        Ok(is_made)
    }

    /// Draws a joint; `None` where it or its image does not fit, they meet, or the sheet gets too long.
    fn try_pair(
        &mut self,
        draws: &mut RoomDraws,
        stream: &mut Stream,
        log: &mut StepLog,
        meter: &mut Meter,
    ) -> Result<Option<[Candidate; 2]>, Halt> {
        let candidate = self.growth.try_joint(draws, stream, log, meter)?;
        Ok(candidate.and_then(|candidate| self.with_image(candidate, log)))
    }

    /// A joint with its image.
    fn with_image(&self, candidate: Candidate, log: &mut StepLog) -> Option<[Candidate; 2]> {
        let Candidate { parent, mask, at, path, cost } = &candidate;
        let (growth, image_parent) = (&*self.growth, self.images[*parent]?);
        if image_parent == *parent && growth.rooms[*parent].links + 2 > MAX_LINKS {
            return None;
        }
        let mut reject = |reason: &'static str| log.rejected(*parent, path.doors[0].min(), reason);
        if !self.mirror.keeps_apart(mask, *at, path, WALL) {
            reject("it would meet its mirror image");
            return None;
        }
        let (image_mask, image_path) = (mask.image(), self.mirror.path(path));
        let image_at = self.mirror.corner(*at, mask.size().width());
        let fits = growth.map.fits(&image_mask, image_at, &image_path);
        fits.map_err(|refusal| reject(refusal.reason())).ok()?;
        let one = growth.map.joined_bounds(mask, *at, path);
        let both = one.hull(growth.map.joined_bounds(&image_mask, image_at, &image_path));
        if !growth.map.has_space(both) || is_too_long(growth.map.bounds, both) {
            reject("the map would be too long");
            return None;
        }
        let image =
            Candidate { cost: *cost, parent: image_parent, mask: Rc::new(image_mask), at: image_at, path: image_path };
        Some([candidate, image])
    }
}

/// The rooms of a level that lie on its axis; where all rooms are to have images, as many more as leave pairs.
pub fn rooms_on_axis(count: usize, is_whole: bool) -> usize {
    let least = (count / AXIS_SHARE).max(LEAST_ON_AXIS).min(count);
    least + usize::from(is_whole && (count - least) % 2 == 1)
}

/// The door in the middle of the south wall, if room and runway fit on the map.
fn entrance_door(growth: &Growth, mask: &RoomMask) -> Option<Rect> {
    let (site, width) = mask.axis_site(Dir::South, growth.recipe.corridors.width)?;
    let door = site.door(width);
    let runway = Rect { bottom: door.bottom + growth.recipe.corridors.runway.max(1), ..door };
    growth.map.has_space(mask.size().rect().hull(runway)).then_some(door)
}

/// Whether a sheet becomes longer than it may be and than it was.
fn is_too_long(before: Rect, after: Rect) -> bool {
    let sides = |sheet: Rect| {
        let (width, height) = (i64::from(sheet.width()), i64::from(sheet.height()));
        [width.max(height), width.min(height)]
    };
    let ([long, short], [long_before, short_before]) = (sides(after), sides(before));
    long > LONGEST_SHEET * short && long * short_before >= long_before * short
}
