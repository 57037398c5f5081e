//! Rooms of a plan by joints: each is attached to the one before it, on the side that the plan says.
//!
//! ```text
//!   plan  [2]─[1]      ┌───┐   ┌────┐      Level by level, rooms come breadth-first over the links of the tree. Of the joints
//!              │       │ 2 +,,,_    │      that fit, the one is taken that keeps rooms on the sides of each other that the
//!             [0]      └───┘   │ 1  │      plan says, and near those that a loop will join them with. Only the parent's
//!                              └─┬+─┤      wall is shared; all other rooms keep a cell of rock between their walls, so that
//!                                │0 │      the tiles connect what the plan links and nothing else.
//!                                └+─┘
//! ```
//!
//! A level in which a room does not fit, or rooms of a loop lie too far apart, is begun again with other streams. All of it
//! is made as if the visitor came from the south and turned at the end.

mod attached_level;
mod attached_room;
mod joint_entry;
mod joint_length;
mod landing;
mod level_task;
mod loop_reach;
mod mirrored_level;
mod mirrored_steps;
mod room_source;
mod side_cost;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use undercroft_grid::Rect;

use self::attached_level::AttachedLevel;
use self::attached_room::AttachedRoom;
use self::level_task::LevelTask;
use self::mirrored_level::MirroredLevel;
use self::mirrored_steps::MirroredSteps;
use self::room_source::RoomSource;
use super::accrete::{Frame, Lattice, StepLog, no_axis};
use super::from_template::TemplateChooser;
use super::joint::JointMap;
use super::{Layout, LayoutMirror, PlaceError, PlacedJoint, Placement, is_aligned};
use crate::dungeon::{MAX_CELLS, RoomId};
use crate::meter::Meter;
use crate::plan::{Plan, PlanRoom};
use crate::recipe::{PlanSpec, Recipe};

/// How often a level is begun.
const TRIES: u32 = 12;
/// How often a level on a mask is begun: most places of its first room leave none for the others.
const MASKED_TRIES: u32 = 120;
/// Cells of a mask that are read in one step.
const CELLS_PER_STEP: u64 = 16;
/// The most rooms of a level: every room is weighed against all others, and with their number grows the chance that some
/// loop finds no path.
pub const MOST_ROOMS: usize = 256;

/// The try that each level is at.
#[derive(Clone, Debug, Default)]
pub struct LevelTries(BTreeMap<i32, u32>);

impl LevelTries {
    /// Goes on to the next try of a level.
    pub fn begin_anew(&mut self, z: i32) {
        *self.0.entry(z).or_default() += 1;
    }

    fn current(&self, z: i32) -> u32 {
        self.0.get(&z).copied().unwrap_or_default()
    }
}

/// Attaches the rooms of a plan; `None` where some level has used up its tries.
///
/// # Errors
/// When the budget is used up, or the events ask to stop.
pub fn place(
    recipe: &Recipe,
    spec: &PlanSpec,
    plan: &Plan,
    tries: &mut LevelTries,
    meter: &mut Meter,
) -> Result<Option<Layout>, PlaceError> {
    let south = plan.seen_from_south();
    let tasks = LevelTask::all(&south);
    if tasks.iter().any(|task| task.rooms.len() > MOST_ROOMS) {
        return Ok(None);
    }
    let lattice = Lattice::new(spec.rooms);
    let [x, y] = lattice.modules;
    let modules = if recipe.entrance_side.is_horizontal() { [y, x] } else { [x, y] };
    let chooser = TemplateChooser::new(spec, &south);
    let mut source = RoomSource::new(spec, &chooser, modules);
    let mut levels: Vec<AttachedLevel> = Vec::new();
    let fixed = recipe.mask.as_ref().map(|mask| Frame::fixed(recipe, mask.size()));
    let has_axis = source.has_axis() && recipe.mask.is_none();
    let mut images: Vec<Option<RoomId>> = Vec::new();
    for task in &tasks {
        let steps = has_axis.then(|| MirroredSteps::new(task, |room| is_paired(recipe, spec, room))).flatten();
        let reached_from = task.stairs_from.map(|room| placed_room(&levels, room));
        let tries_of_level = if fixed.is_some() { MASKED_TRIES } else { TRIES };
        let level = loop {
            let current = tries.current(task.z);
            if current >= tries_of_level {
                return Ok(None);
            }
            let mut map = JointMap::new([None; 2], modules, Rect::new(0, 0, 0, 0));
            if let (Some(mask), Some(frame)) = (&recipe.mask, &fixed) {
                meter.spend(mask.size().area() as u64 / CELLS_PER_STEP)?;
                frame.enclose(&mut map, mask.free(task.z).map(|free| &**free));
            }
            let mut level = AttachedLevel::new((recipe, spec), task, (map, modules), StepLog::new(meter));
            let is_attached = match &steps {
                Some(steps) => {
                    MirroredLevel { level: &mut level, steps }.attach_all(current, reached_from, &mut source, meter)?
                }
                None => level.attach_all(current, reached_from, &mut source, meter)?,
            };
            if is_attached {
                break level;
            }
            tries.begin_anew(task.z);
        };
        levels.push(level);
        let global = |room: usize| RoomId((task.first + room) as u32);
        images
            .extend((0..task.rooms.len()).map(|room| steps.as_ref().and_then(|steps| steps.images[room]).map(global)));
    }
    let bounds = levels.iter().fold(Rect::new(0, 0, 0, 0), |bounds, level| bounds.hull(level.bounds()));
    let frame = fixed.unwrap_or_else(|| Frame::new(recipe, [None; 2], lattice.modules, bounds));
    if frame.size().area() > MAX_CELLS / levels.len() || frame.size().width().max(frame.size().height()) > MAX_SIDE {
        return Ok(None);
    }
    let mut layout = layout(spec, plan, &frame, lattice.judged, levels, meter);
    if has_axis {
        layout.mirror = layout.gate.map(|gate| LayoutMirror::new(&gate, images));
    } else if spec.is_symmetric() {
        layout.warnings.push(no_axis(recipe));
    }
    Ok(Some(layout))
}

/// Whether a room east of the axis is to have an image, by chance.
fn is_paired(recipe: &Recipe, spec: &PlanSpec, room: &PlanRoom) -> bool {
    let [x, y, z] = room.coord();
    recipe.seed.stream(&format!("place/pair/{x},{y},{z}")).chance(spec.symmetry)
}

/// The longest side of a map.
const MAX_SIDE: i32 = undercroft_grid::MAX_SIDE;

/// The room with this number on one of the levels so far.
fn placed_room<'a>(levels: &'a [AttachedLevel], room: usize) -> &'a AttachedRoom {
    let level = levels.iter().find(|level| level.task.has(room)).unwrap_or(&levels[0]);
    level.room(room - level.task.first)
}

/// The finished layout of all levels; reports their rooms.
fn layout(
    spec: &PlanSpec,
    plan: &Plan,
    frame: &Frame,
    judged: [i32; 2],
    levels: Vec<AttachedLevel>,
    meter: &mut Meter,
) -> Layout {
    let (mut rooms, mut joints, mut gate) = (Vec::new(), Vec::new(), None);
    let mut warnings = plan.warnings.clone();
    for level in levels {
        let global = |room: usize| RoomId((level.task.first + room) as u32);
        for (room, planned) in level.task.rooms.iter().enumerate() {
            let AttachedRoom { mask, at, template } = level.room(room);
            let placement = match *template {
                Some(template) => frame.template_placement(&spec.pool, template, *at),
                None => frame.placement(mask, *at, judged),
            };
            warnings.extend(level.report_template(room, planned, &placement, meter));
            let aligned = !mask.is_cave() && is_aligned(placement.bounds, judged);
            rooms.push(Placement { z: level.task.z, aligned, ..placement });
        }
        joints.extend(level.joints.iter().map(|joint| ordered(frame.joint(joint.rooms.map(global), &joint.path))));
        gate = gate.or(level.gate.map(|cells| frame.gate(plan.gate, cells)));
        level.log.flush(|rect| frame.rect(rect), meter);
    }
    Layout { joints, gate, ..Layout::of_rooms(frame.size(), rooms, judged, warnings) }
}

/// The joint with the lower number first.
fn ordered(mut joint: PlacedJoint) -> PlacedJoint {
    if joint.rooms[0] > joint.rooms[1] {
        joint.rooms.reverse();
        joint.doors.reverse();
        joint.normals.reverse();
        joint.path.reverse();
        joint.runway.reverse();
    }
    joint
}
