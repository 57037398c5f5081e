//! One try of a level: rooms and joints so far.

use undercroft_grid::{Cell, Dir, Rect};

use super::attached_room::AttachedRoom;
use super::joint_entry::{EntryRules, JointEntry};
use super::joint_length::LONGEST_JOINT;
use super::landing::landings;
use super::level_task::{AttachStep, LevelTask};
use super::loop_reach::can_reach;
use super::room_source::{DrawnMask, RoomSource};
use super::side_cost::side_cost;
use crate::meter::{Halt, Meter};
use crate::place::accrete::StepLog;
use crate::place::from_template::Choice;
use crate::place::joint::{JointMap, JointPath, JointRefusal, JointSite, RoomMask};
use crate::place::{FRONT_ROWS, FRONT_SIDES, Placement, STEPS_PER_TRY};
use crate::plan::PlanRoom;
use crate::recipe::{PlanSpec, Recipe};
use crate::seed::Stream;

/// A room takes the cheapest joint that fits of the first round in which any does.
pub const ROUNDS: [std::ops::Range<usize>; 4] =
    [0..40, 40..LONGER_AFTER, LONGER_AFTER..SMALLEST_AFTER, SMALLEST_AFTER..120];
/// Tries after which corridors may be longer, where none has fitted.
pub const LONGER_AFTER: usize = 60;
/// Tries after which the room is the smallest.
pub const SMALLEST_AFTER: usize = 80;
/// The fewest floor cells of the room of the front door, and how often a first room is drawn.
pub const GATE_AREA: i64 = 12;
pub const FIRST_DRAWS: usize = 20;
/// Costs are in quarter cells: a half cell between rooms of a loop, and chance.
const LOOP_COST: i64 = 1;
const CHANCE_COST: u32 = 12;

/// A joint that was made.
#[derive(Debug)]
pub struct AttachedJoint {
    /// The parent and the new room.
    pub rooms: [usize; 2],
    /// Doors and corridor.
    pub path: JointPath,
}

/// Rooms and joints of one level.
pub struct AttachedLevel<'a> {
    pub recipe: &'a Recipe,
    pub spec: &'a PlanSpec,
    /// What is to be attached.
    pub task: &'a LevelTask<'a>,
    pub modules: [i32; 2],
    pub map: JointMap,
    pub rooms: Vec<Option<AttachedRoom>>,
    /// The templates that rooms ask for.
    pub choices: Vec<Option<Choice<'a>>>,
    /// The joints.
    pub joints: Vec<AttachedJoint>,
    /// The entrance's door, where it is on this level.
    pub gate: Option<Rect>,
    /// What each half cell between rooms of a loop costs. [Unit: quarter cells]
    pub loop_cost: i64,
    /// Events.
    pub log: StepLog,
}

/// A joint that may fit: a room that is entered through a site of its parent.
pub struct Proposal {
    pub cost: i64,
    pub room: AttachedRoom,
    pub site: JointSite,
    pub width: i32,
    pub length: i32,
}

impl<'a> AttachedLevel<'a> {
    /// A level without rooms on an empty map.
    pub fn new(
        (recipe, spec): (&'a Recipe, &'a PlanSpec),
        task: &'a LevelTask<'a>,
        (map, modules): (JointMap, [i32; 2]),
        mut log: StepLog,
    ) -> Self {
        log.begin_level(task.z, task.first);
        Self {
            recipe,
            spec,
            task,
            modules,
            map,
            rooms: vec![None; task.rooms.len()],
            choices: task.rooms.iter().map(|_| None).collect(),
            joints: Vec::new(),
            gate: None,
            loop_cost: LOOP_COST,
            log,
        }
    }

    /// The smallest rectangle round all walkable cells.
    pub const fn bounds(&self) -> Rect {
        self.map.bounds
    }

    /// A room of a finished level.
    pub fn room(&self, room: usize) -> &AttachedRoom {
        self.rooms[room].as_ref().expect("the level is finished")
    }

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
        let task = self.task;
        let mut streams = self.streams(current);
        if !self.add_first(from, source, &mut streams[task.root], meter)? {
            return Ok(false);
        }
        for step in &task.steps {
            if !self.attach(*step, source, &mut streams[step.room], meter)? {
                return Ok(false);
            }
        }
        self.can_have_loops(meter)
    }

    /// The stream of each room in a try.
    pub fn streams(&self, current: u32) -> Vec<Stream> {
        let stream = |room: &PlanRoom| {
            let [x, y, z] = room.coord();
            self.recipe.seed.stream(&format!("place/level/{z}/try/{current}/room/{x},{y},{z}"))
        };
        self.task.rooms.iter().map(stream).collect()
    }

    /// Whether rooms that loops join can be joined.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn can_have_loops(&self, meter: &mut Meter) -> Result<bool, Halt> {
        for &rooms in &self.task.loops {
            let rooms = rooms.map(|room| self.room(room));
            if !can_reach(&self.map, rooms, self.recipe.corridors.runway, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Places the room of the front door, or the one that stairs lead to.
    fn add_first(
        &mut self,
        from: Option<&AttachedRoom>,
        source: &mut RoomSource<'a>,
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        let root = self.task.root;
        let planned = &self.task.rooms[root];
        let choice = source.choose(planned, stream);
        let mut sides = Dir::ALL;
        stream.shuffle(&mut sides);
        let mut draws = source.begin_room(stream);
        for tried in 0..=FIRST_DRAWS {
            meter.spend(STEPS_PER_TRY)?;
            let (is_last, room) = (tried == FIRST_DRAWS, (planned, &mut draws));
            let drawn = match source.largest().filter(|_| is_last) {
                Some(largest) => largest,
                None => source.draw(room, Dir::North, choice.as_ref(), [tried, FIRST_DRAWS], stream, meter)?,
            };
            if let Some(at) = self.first_place(&drawn.mask, from, &sides, is_last, stream) {
                self.choices[root] = choice;
                self.add_room(root, AttachedRoom { mask: drawn.mask, at, template: drawn.template });
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Where a first room can be: anywhere with an entrance, or beside the wall line of the room before it.
    fn first_place(
        &mut self,
        mask: &RoomMask,
        from: Option<&AttachedRoom>,
        sides: &[Dir],
        is_last: bool,
        stream: &mut Stream,
    ) -> Option<Cell> {
        let Some(from) = from else {
            let is_large = mask.area >= GATE_AREA || is_last;
            let door = entrance_door(mask, self.recipe.corridors.width).filter(|_| is_large)?;
            let per_row = self.spec.rooms.max.max(mask.size().height()) + LONGEST_JOINT;
            let (in_front, runway) = (self.task.rows_in_front(), self.recipe.corridors.runway.max(1));
            let places = self.map.entrance_places(mask, door, runway, in_front > 0);
            let at = if let [only] = places[..] { only } else { *stream.choose(&places)? };
            self.map.add_entrance(door.shift(at), runway, FRONT_ROWS + in_front * per_row, FRONT_SIDES);
            self.gate = Some(door.shift(at));
            return Some(at);
        };
        sides.iter().find_map(|&side| {
            let mut all = landings(from, mask, side);
            all.retain(|&at| self.map.fits_room(mask, at).is_ok());
            let aligned: Vec<Cell> = all.iter().copied().filter(|&at| self.is_aligned(at)).collect();
            stream.choose(if aligned.is_empty() { &all } else { &aligned }).copied()
        })
    }

    fn is_aligned(&self, at: Cell) -> bool {
        at.x % self.modules[0] == 0 && at.y % self.modules[1] == 0
    }

    /// Adds a room without asking.
    pub fn add_room(&mut self, room: usize, placed: AttachedRoom) {
        self.log.placed(room, placed.bounds());
        self.map.add_room(&placed.mask, placed.at);
        self.rooms[room] = Some(placed);
    }

    /// Adds a room and its joint without asking.
    pub fn add_joint(&mut self, step: AttachStep, room: AttachedRoom, path: JointPath) {
        self.add_room(step.room, room);
        self.map.add_path(&path);
        self.joints.push(AttachedJoint { rooms: [step.parent, step.room], path });
    }

    /// Attaches one room; returns whether any joint fitted.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn attach(
        &mut self,
        step: AttachStep,
        source: &mut RoomSource<'a>,
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        let planned = &self.task.rooms[step.room];
        let choice = source.choose(planned, stream);
        let sites = self.open_sites(step);
        if sites.is_empty() {
            return Ok(false);
        }
        let mut draws = source.begin_room(stream);
        for round in ROUNDS {
            let mut proposals: Vec<Proposal> = Vec::new();
            for tried in round {
                meter.spend(STEPS_PER_TRY + self.rooms.len() as u64 / 8)?;
                let drawn = if tried < SMALLEST_AFTER {
                    let room = (planned, &mut draws);
                    source.draw(room, step.dir, choice.as_ref(), [tried, LONGER_AFTER], stream, meter)?
                } else {
                    source.smallest(&mut draws, stream, meter)?
                };
                proposals.extend(self.propose(step, &sites, drawn, tried >= LONGER_AFTER, stream));
            }
            // Costs are cheaper than looking whether a joint fits: the first that does is the cheapest that does.
            proposals.sort_by_key(|proposal| proposal.cost);
            let fitting = proposals.into_iter().find_map(|proposal| self.fitting(step.parent, proposal));
            if let Some((room, path)) = fitting {
                self.choices[step.room] = choice;
                self.add_joint(step, room, path);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The sites of the parent on the side of the new room that nothing blocks.
    pub fn open_sites(&self, step: AttachStep) -> Vec<JointSite> {
        let parent = self.room(step.parent);
        let sites = parent.mask.sites(step.dir).iter().map(|site| site.shift(parent.at));
        sites.filter(|site| self.map.is_free(site.approach()) && !self.map.has_door_near(site.door(1))).collect()
    }

    /// Draws a joint; `None` where the room has no site for it.
    pub fn propose(
        &self,
        step: AttachStep,
        sites: &[JointSite],
        DrawnMask { mask, template }: DrawnMask,
        is_longer: bool,
        stream: &mut Stream,
    ) -> Option<Proposal> {
        let site = *stream.choose(sites)?;
        let grid = if template.is_some() || mask.is_cave() { [1, 1] } else { self.modules };
        let rules = EntryRules { lengths: &self.spec.lengths, width: self.recipe.corridors.width, grid, is_longer };
        let JointEntry { at, width, length } = rules.draw(&site, &mask, stream)?;
        let room = AttachedRoom { mask, at, template };
        let cost = self.proposal_cost(step, &room, stream);
        Some(Proposal { cost, room, site, width, length })
    }

    /// What it costs to place a room here, chance included. [Unit: quarter cells]
    pub fn proposal_cost(&self, step: AttachStep, room: &AttachedRoom, stream: &mut Stream) -> i64 {
        let cost = side_cost(self.task, &self.rooms, step, room.bounds(), self.loop_cost);
        cost + i64::from(stream.below(CHANCE_COST))
    }

    /// Whether a room and its joint fit, with the first reason why not.
    ///
    /// # Errors
    /// When something blocks it.
    pub fn fits(&self, parent: usize, room: &AttachedRoom, path: &JointPath) -> Result<(), &'static str> {
        self.map.fits(&room.mask, room.at, path).map_err(JointRefusal::reason)?;
        self.keeps_apart(parent, room, path)
    }

    /// The room and the path of a joint that fits.
    pub fn fitting(&mut self, parent: usize, proposal: Proposal) -> Option<(AttachedRoom, JointPath)> {
        let Proposal { room, site, width, length, .. } = proposal;
        // Most joints fail because the room does not fit: the path is made when it does.
        let fits = self.map.fits_room(&room.mask, room.at).map_err(JointRefusal::reason).and_then(|()| {
            let path = JointPath::new(site.door(width), site.normal, length, None, self.recipe.corridors.runway);
            self.map.fits_path(&room.mask, room.at, &path).map_err(JointRefusal::reason)?;
            self.keeps_apart(parent, &room, &path).map(|()| path)
        });
        let path = fits.map_err(|reason| self.log.rejected(parent, site.cell, reason)).ok()?;
        Some((room, path))
    }

    /// Whether walls and corridor keep a cell of rock between them and all rooms but the parent, which may share a wall.
    fn keeps_apart(&self, parent: usize, room: &AttachedRoom, path: &JointPath) -> Result<(), &'static str> {
        for (other, placed) in self.rooms.iter().enumerate() {
            let Some(placed) = placed else { continue };
            let is_parent = other == parent;
            if !(is_parent && path.is_shared()) && room.is_near(placed, i32::from(!is_parent)) {
                return Err("its walls would touch those of another room");
            }
            if !is_parent && path.legs.iter().any(|leg| placed.meets(leg.grow(1))) {
                return Err("its corridor would run along the wall of another room");
            }
        }
        let legs = self.joints.iter().flat_map(|joint| &joint.path.legs);
        if legs.into_iter().any(|leg| room.meets(leg.grow(1))) {
            return Err("its walls would touch a corridor");
        }
        Ok(())
    }

    /// Reports the template of a room; a warning where it asked for one and has none.
    pub fn report_template(
        &self,
        room: usize,
        planned: &PlanRoom,
        placement: &Placement,
        meter: &mut Meter,
    ) -> Option<String> {
        let choice = self.choices[room].as_ref()?;
        let asked = placement.template.as_ref().filter(|template| choice.has_tags(&self.spec.pool, template));
        let Some(template) = asked else { return Some(choice.shortage(planned)) };
        choice.report(planned, template, meter);
        None
    }
}

/// The door in the longest run of the south walls from which nothing of the room lies straight on, in its middle.
fn entrance_door(mask: &RoomMask, width: i32) -> Option<Rect> {
    let door = |site: &JointSite| site.door(width.min(site.widest()));
    let is_open = |site: &&JointSite| {
        let Rect { left, right, bottom, .. } = door(site);
        Rect::new(left, bottom, right, mask.size().height() + 1).cells().all(|cell| !mask.is_closed(cell))
    };
    let open = mask.sites(Dir::South).iter().filter(is_open);
    open.min_by_key(|site| (-site.widest(), site.off_center(), site.cell)).map(door)
}
