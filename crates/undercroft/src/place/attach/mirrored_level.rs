//! One try of a symmetric level: rooms on the axis are joined on it, rooms beside it together with their images.

use undercroft_grid::{Cell, Dir};

use super::attached_level::{AttachedLevel, FIRST_DRAWS, GATE_AREA, LONGER_AFTER, Proposal, ROUNDS, SMALLEST_AFTER};
use super::attached_room::AttachedRoom;
use super::joint_length::{LONGEST_JOINT, draw_length};
use super::landing::landings;
use super::level_task::AttachStep;
use super::mirrored_steps::MirroredSteps;
use super::room_source::{DrawnMask, RoomSource};
use crate::meter::{Halt, Meter};
use crate::place::joint::{JointPath, Mirror};
use crate::place::{FRONT_ROWS, FRONT_SIDES, STEPS_PER_TRY};
use crate::seed::Stream;

/// Cells between the floors of a room and its image: their rings, and rock.
const ROCK: i32 = 3;

/// Loops come in pairs and go round the corners of the axis: near rooms keep them short. [Unit: quarter cells]
const LOOP_COST: i64 = 4;

/// A level that is its own image.
pub struct MirroredLevel<'l, 'a> {
    /// Its rooms so far.
    pub level: &'l mut AttachedLevel<'a>,
    /// What to attach.
    pub steps: &'l MirroredSteps,
}

impl<'a> MirroredLevel<'_, 'a> {
    /// Attaches all rooms; whether each found its place, and each loop can have a path.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn attach_all(
        &mut self,
        current: u32,
        from: Option<&AttachedRoom>,
        source: &mut RoomSource<'a>,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        self.level.loop_cost = LOOP_COST;
        let mut streams = self.level.streams(current);
        let steps = self.steps;
        let Some(mirror) = self.add_first(from, source, &mut streams[self.level.task.root], meter)? else {
            return Ok(false);
        };
        for step in &steps.axis {
            if !self.attach_on_axis(*step, mirror, source, &mut streams[step.room], meter)? {
                return Ok(false);
            }
        }
        for pair in &steps.pairs {
            if !self.attach_pair(*pair, mirror, source, &mut streams[pair[0].room], meter)? {
                return Ok(false);
            }
        }
        for step in &steps.singles {
            if !self.level.attach(*step, source, &mut streams[step.room], meter)? {
                return Ok(false);
            }
        }
        self.level.can_have_loops(meter)
    }

    /// Places the room of the front door, or the one that stairs lead to, and returns the axis through its middle.
    fn add_first(
        &mut self,
        from: Option<&AttachedRoom>,
        source: &mut RoomSource<'a>,
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<Option<Mirror>, Halt> {
        let root = self.level.task.root;
        let planned = &self.level.task.rooms[root];
        let choice = source.choose(planned, stream);
        let mut sides = Dir::ALL;
        stream.shuffle(&mut sides);
        for tried in 0..=FIRST_DRAWS {
            meter.spend(STEPS_PER_TRY)?;
            let is_last = tried == FIRST_DRAWS;
            let Some(DrawnMask { mask, template }) = (if is_last {
                source.smallest_on_axis()
            } else {
                source.draw_on_axis(planned, self.steps.kinds[root], choice.as_ref(), stream)
            }) else {
                return Ok(None);
            };
            let room = AttachedRoom { mask, at: Cell::new(0, 0), template };
            let placed = match from {
                Some(from) => landing_on_axis(from, room, &sides, self.level.modules[1], stream),
                None => self.add_entrance(room, is_last),
            };
            if let Some(room) = placed {
                let mirror = Mirror::through(room.bounds());
                self.level.choices[root] = choice;
                self.level.add_room(root, room);
                return Ok(mirror);
            }
        }
        Ok(None)
    }

    /// Opens the front door in the middle of the first room.
    fn add_entrance(&mut self, room: AttachedRoom, is_last: bool) -> Option<AttachedRoom> {
        let level = &mut *self.level;
        let (site, width) = room.mask.axis_site(Dir::South, level.recipe.corridors.width)?;
        if room.mask.area < GATE_AREA && !is_last {
            return None;
        }
        let door = site.door(width);
        let per_row = level.spec.rooms.max.max(room.mask.size().height()) + LONGEST_JOINT;
        let rows = FRONT_ROWS + level.task.rows_in_front() * per_row;
        level.map.add_entrance(door, level.recipe.corridors.runway.max(1), rows, FRONT_SIDES);
        level.gate = Some(door);
        Some(room)
    }

    /// Attaches a room on the axis to its neighbour there; whether any joint fitted.
    fn attach_on_axis(
        &mut self,
        step: AttachStep,
        mirror: Mirror,
        source: &mut RoomSource<'a>,
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        let planned = &self.level.task.rooms[step.room];
        let choice = source.choose(planned, stream);
        for round in ROUNDS {
            let mut proposals: Vec<Proposal> = Vec::new();
            for tried in round {
                meter.spend(STEPS_PER_TRY)?;
                let drawn = if tried < SMALLEST_AFTER {
                    source.draw_on_axis(planned, self.steps.kinds[step.room], choice.as_ref(), stream)
                } else {
                    source.smallest_on_axis()
                };
                let Some(drawn) = drawn else { return Ok(false) };
                proposals.extend(self.propose_on_axis(step, mirror, drawn, tried >= LONGER_AFTER, stream));
            }
            proposals.sort_by_key(|proposal| proposal.cost);
            let fitting = proposals.into_iter().find_map(|proposal| self.level.fitting(step.parent, proposal));
            if let Some((room, path)) = fitting {
                self.level.choices[step.room] = choice;
                self.level.add_joint(step, room, path);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Draws a joint from the middle of a wall to the middle of a wall; `None` where a room has no site there.
    fn propose_on_axis(
        &self,
        step: AttachStep,
        mirror: Mirror,
        DrawnMask { mask, template }: DrawnMask,
        is_longer: bool,
        stream: &mut Stream,
    ) -> Option<Proposal> {
        let level = &*self.level;
        let parent = level.room(step.parent);
        let place = |length: i32| {
            let widest = if length == 1 { 1 } else { level.recipe.corridors.width };
            let (_, entry_width) = mask.axis_site(step.dir.opposite(), widest)?;
            let (site, width) = parent.mask.axis_site(step.dir, entry_width)?;
            let (entry, _) = mask.axis_site(step.dir.opposite(), width)?;
            let site = site.shift(parent.at);
            let end = JointPath::far_door(site.door(width), site.normal, length, None);
            let y = end.top - entry.door(width).top;
            Some((Cell::new(mirror.centered(mask.size().width()), y), site, width))
        };
        let module = if template.is_some() { 1 } else { level.modules[1] };
        let can_have =
            |length: i32| module == 1 || length > 0 && place(length).is_some_and(|(at, ..)| at.y % module == 0);
        let length = draw_length(&level.spec.lengths, module, is_longer, can_have, stream)?;
        let (at, site, width) = place(length)?;
        let room = AttachedRoom { mask, at, template };
        let cost = level.proposal_cost(step, &room, stream);
        Some(Proposal { cost, room, site, width, length })
    }

    /// Attaches a room beside the axis and its image; whether any joint fitted with its image.
    fn attach_pair(
        &mut self,
        [step, image_step]: [AttachStep; 2],
        mirror: Mirror,
        source: &mut RoomSource<'a>,
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        let rooms = [step, image_step].map(|step| &self.level.task.rooms[step.room]);
        let choices = rooms.map(|room| source.choose(room, stream));
        let sites = self.level.open_sites(step);
        if sites.is_empty() {
            return Ok(false);
        }
        // Both are made from what one of them asks for.
        let mut draws = source.begin_room(stream);
        let wanted = choices.iter().flatten().find(|choice| !choice.orientations().is_empty());
        for round in ROUNDS {
            let mut proposals: Vec<Proposal> = Vec::new();
            for tried in round {
                meter.spend(STEPS_PER_TRY + self.level.rooms.len() as u64 / 8)?;
                let drawn = if tried < SMALLEST_AFTER {
                    source.draw((rooms[0], &mut draws), step.dir, wanted, [tried, LONGER_AFTER], stream, meter)?
                } else {
                    source.smallest(&mut draws, stream, meter)?
                };
                proposals.extend(self.level.propose(step, &sites, drawn, tried >= LONGER_AFTER, stream));
            }
            proposals.sort_by_key(|proposal| proposal.cost);
            let fitting = proposals
                .into_iter()
                .find_map(|proposal| self.fitting_pair([step, image_step], mirror, proposal, source));
            if let Some([(room, path), (image, image_path)]) = fitting {
                let [choice, image_choice] = choices;
                (self.level.choices[step.room], self.level.choices[image_step.room]) = (choice, image_choice);
                self.level.add_joint(step, room, path);
                self.level.add_joint(image_step, image, image_path);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The rooms and paths of a joint and its image, where both fit.
    fn fitting_pair(
        &mut self,
        [step, image_step]: [AttachStep; 2],
        mirror: Mirror,
        proposal: Proposal,
        source: &mut RoomSource<'a>,
    ) -> Option<[(AttachedRoom, JointPath); 2]> {
        let (room, path) = self.level.fitting(step.parent, proposal)?;
        if !mirror.keeps_apart(&room.mask, room.at, &path, ROCK) {
            self.level.log.rejected(step.parent, path.doors[0].min(), "it would meet its mirror image");
            return None;
        }
        let DrawnMask { mask, template } =
            source.image(&DrawnMask { mask: room.mask.clone(), template: room.template })?;
        let at = mirror.corner(room.at, mask.size().width());
        let (image, image_path) = (AttachedRoom { mask, at, template }, mirror.path(&path));
        let fits = self.level.fits(image_step.parent, &image, &image_path);
        fits.map_err(|reason| self.level.log.rejected(image_step.parent, image_path.doors[0].min(), reason)).ok()?;
        Some([(room, path), (image, image_path)])
    }
}

/// A first room that stairs lead to, with its middle on the axis of the room that they come from and a wall in line, on a
/// row of the module grid where it can.
fn landing_on_axis(
    from: &AttachedRoom,
    room: AttachedRoom,
    sides: &[Dir],
    module: i32,
    stream: &mut Stream,
) -> Option<AttachedRoom> {
    let (mirror, width) = (Mirror::through(from.bounds())?, room.mask.size().width());
    let at = sides.iter().find_map(|&side| {
        let mut places = landings(from, &room.mask, side);
        places.retain(|&at| mirror.is_centered(at, width));
        let aligned: Vec<Cell> = places.iter().copied().filter(|at| at.y % module == 0).collect();
        stream.choose(if aligned.is_empty() { &places } else { &aligned }).copied()
    })?;
    Some(AttachedRoom { at, ..room })
}
