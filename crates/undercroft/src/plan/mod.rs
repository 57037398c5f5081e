//! Plans: rooms and links on an integer lattice, before any tile.
//!
//! A plan holds the rooms of each level, their links, stairs, secret passages, locks and keys, and the depth and roles of
//! every room. It is drawn as if the visitor came from the south and then turned to the entrance side, so that turning
//! the entrance turns the plan and changes nothing else. `method = "plan"` makes tiles of it.
//!
//! ```text
//!   level 0     [2]─[1]─[0] ◀ entry            [id], ─ link, > stairs down, < stairs up
//!   level −1    [3]─[4]                        room 3 lies under room 2: stairs join the same (x, y)
//! ```

mod bridges;
mod cell;
mod error;
mod key;
mod level;
mod loops;
mod secret;
mod shape;
mod spec;
mod streams;
mod write;
mod zones;

pub use cell::PlanCell;
pub use error::PlanError;
pub use secret::pairs as secret_pairs;
pub use write::{dot, json, text};

use serde::Serialize;
use undercroft_grid::Dir;

use crate::derive::progression::{RoomEdge, progress};
use crate::dungeon::{KeyRule, Role, RoomId};
use crate::events::NoEvents;
use crate::fraction::Fraction;
use crate::meter::Meter;
use crate::recipe::{PlanGate, PlanShape, PlanSpec, Recipe, SecretSpec};
use crate::seed::Stream;
use level::LevelPlan;
use streams::PlanStreams;

/// Rooms and links, before any tile.
///
/// ```
/// use undercroft::plan::{PlanLinkKind, plan};
/// use undercroft::recipe::{Method, RecipeFile};
/// use undercroft::seed::Seed;
///
/// let file = RecipeFile::parse("keep.toml", "method = \"plan\"\nrooms.count = 8\nlevels = [-1, 0]\nlocks = 1")?;
/// let recipe = file.check(Seed::new(7))?;
/// let Method::Plan(spec) = &recipe.method else { unreachable!("the recipe has method plan") };
/// let plan = plan(&recipe, spec, recipe.seed.stream("plan")).expect("eight rooms fit");
/// assert_eq!((plan.rooms.len(), plan.levels()), (8, vec![0, -1]));
/// assert_eq!(plan.links.iter().filter(|link| link.kind == PlanLinkKind::Stairs).count(), 1);
/// let lock = plan.links.iter().find(|link| link.key.is_some()).expect("one link is locked");
/// assert_eq!(lock.kind, PlanLinkKind::Corridor);
/// # Ok::<(), undercroft::recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The category it was drawn for.
    pub category: String,
    /// The shape of its levels.
    pub shape: PlanShape,
    /// The side from which the visitor comes in.
    pub entry: Dir,
    /// The rooms, by id; room 0 lies at (0, 0, 0).
    pub rooms: Vec<PlanRoom>,
    /// The room of the front door, from which depth is counted.
    pub gate: RoomId,
    /// The links: corridors and stairs first, those that close loops after all others, then secret passages.
    pub links: Vec<PlanLink>,
    /// The room that the visitor is looking for.
    pub goal: RoomId,
    /// What keys open.
    pub keys: KeyRule,
    /// Requests of the recipe that could not be met, as sentences.
    pub warnings: Vec<String>,
}

/// What a room of a plan is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlanRoomKind {
    /// A room to be in.
    Chamber,
    /// A narrow room to go through.
    Passage,
}

/// A room of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRoom {
    /// Its number, which is also its position in the list.
    pub id: RoomId,
    /// Its place on its level.
    pub cell: PlanCell,
    /// Its level.
    pub z: i32,
    /// What it is like.
    pub kind: PlanRoomKind,
    /// Links between it and the entrance, not counting secret ones.
    pub depth: u32,
    /// How hard it should be.
    pub difficulty: Fraction,
    /// What it is for.
    pub roles: Vec<Role>,
}

impl PlanRoom {
    /// A chamber without a place.
    pub(crate) const fn unplaced(id: RoomId, z: i32) -> Self {
        let (cell, kind) = (PlanCell::START, PlanRoomKind::Chamber);
        Self { id, cell, z, kind, depth: 0, difficulty: Fraction::ZERO, roles: Vec::new() }
    }

    /// Its place as documents write it: x, y (north is up) and z.
    pub const fn coord(&self) -> [i32; 3] {
        [self.cell.x, self.cell.y, self.z]
    }
}

/// How a plan joins two rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanLinkKind {
    /// By a corridor.
    Corridor,
    /// By stairs between two levels.
    Stairs,
    /// By a secret passage.
    SecretPassage,
}

/// A link of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanLink {
    /// The rooms it joins, the lower number first.
    pub rooms: [RoomId; 2],
    /// A corridor, stairs or a secret passage.
    pub kind: PlanLinkKind,
    /// For a locked link: the room where a key for it lies.
    pub key: Option<RoomId>,
    /// For a secret passage: whether the players know of it.
    pub discovered: Option<bool>,
}

impl Plan {
    /// The room with this id.
    pub fn room(&self, id: RoomId) -> &PlanRoom {
        &self.rooms[id.index()]
    }

    /// The plan turned so that the visitor comes from the south.
    pub(crate) fn seen_from_south(&self) -> Self {
        let mut plan = Self { entry: Dir::South, ..self.clone() };
        let north = cell::back(self.entry.opposite());
        plan.rooms.iter_mut().for_each(|room| room.cell = room.cell.turned(north));
        plan
    }

    /// The levels, highest first.
    pub fn levels(&self) -> Vec<i32> {
        let mut levels: Vec<i32> = self.rooms.iter().map(|room| room.z).collect();
        levels.sort_unstable_by_key(|&z| std::cmp::Reverse(z));
        levels.dedup();
        levels
    }

    fn push_link(&mut self, a: RoomId, b: RoomId, kind: PlanLinkKind) {
        let discovered = (kind == PlanLinkKind::SecretPassage).then_some(false);
        self.links.push(PlanLink { rooms: [a.min(b), a.max(b)], kind, key: None, discovered });
    }
}

/// Draws the plan of a recipe whose method is this spec.
///
/// # Errors
/// When the spec leaves no space for its rooms, levels or locks; the message names the largest number that fits.
pub fn plan(recipe: &Recipe, spec: &PlanSpec, stream: Stream) -> Result<Plan, PlanError> {
    draw_plan(recipe, spec, stream, &mut Meter::new(&mut NoEvents, recipe.budget))
}

/// Draws a plan that is paid from a meter.
///
/// # Errors
/// As [`plan`], and when the meter halts.
pub(crate) fn draw_plan(
    recipe: &Recipe,
    spec: &PlanSpec,
    stream: Stream,
    meter: &mut Meter,
) -> Result<Plan, PlanError> {
    let streams = PlanStreams::new(stream);
    let mut levels = level::draw(spec, recipe.extra_links, streams, meter)?;
    let wanted = (spec.shape, spec.level_bounds(), recipe.extra_links);
    loops::add_loops(&mut levels, wanted, spec.is_symmetric(), &mut streams.get("loops"), meter)?;
    let mut plan = assemble(recipe, spec, &levels);
    choose_gate(&mut plan, spec.gate);
    for level in &levels {
        add_secrets(&mut plan, spec.secrets, level.z, &mut streams.get(&format!("secrets/{}", level.z)), meter)?;
    }
    let (most_locks, locks) = (key::most_locks(&plan), if recipe.is_woods() { 0 } else { spec.locks });
    if locks > most_locks {
        return Err(PlanError::TooManyLocks { locks, most: most_locks });
    }
    assign_progression(&mut plan);
    key::place_keys(&mut plan, locks, &mut streams.get("locks"), meter)?;
    let made = plan.links.iter().filter(|link| link.key.is_some()).count();
    plan.warnings.extend(lock_shortage(recipe, made, spec.locks));
    plan.rooms.iter_mut().for_each(|room| room.cell = room.cell.turned(recipe.entrance_side.opposite()));
    Ok(plan)
}

/// The warning when fewer links are locked than asked for.
pub(crate) fn lock_shortage(recipe: &Recipe, made: usize, asked: usize) -> Option<String> {
    let why = if recipe.is_woods() {
        "nothing is locked in the woods."
    } else {
        "no other link is the only one to what lies behind it. Lower locks or extra_links, or raise rooms.count."
    };
    let links = if asked == 1 { "1 link is".to_owned() } else { format!("{asked} links are") };
    (made < asked).then(|| format!("locks: {made} of {links} locked; {why}"))
}

/// Locks links of a room graph that was not drawn as a plan, as many of them as can be locked, and hides a key for each.
/// Rooms are given by their levels; `gate` is the room of the entrance.
///
/// # Errors
/// When shared keys could not be proved.
pub(crate) fn lock_links(
    levels: &[i32],
    links: Vec<PlanLink>,
    gate: RoomId,
    (locks, keys): (usize, KeyRule),
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<Vec<PlanLink>, PlanError> {
    let room = |(id, &z): (u32, &i32)| PlanRoom::unplaced(RoomId(id), z);
    let mut plan = Plan {
        category: String::new(),
        shape: PlanShape::Branching,
        entry: Dir::South,
        rooms: (0..).zip(levels).map(room).collect(),
        gate,
        links,
        goal: RoomId(0),
        keys,
        warnings: Vec::new(),
    };
    assign_progression(&mut plan);
    key::place_keys(&mut plan, locks, stream, meter)?;
    Ok(plan.links)
}

fn assemble(recipe: &Recipe, spec: &PlanSpec, levels: &[LevelPlan]) -> Plan {
    let mut plan = Plan {
        category: recipe.category.clone(),
        shape: spec.shape,
        entry: recipe.entrance_side,
        rooms: Vec::new(),
        gate: RoomId(0),
        links: Vec::new(),
        goal: RoomId(0),
        keys: spec.keys,
        warnings: Vec::new(),
    };
    let mut first = Vec::new();
    for level in levels {
        let base = plan.rooms.len();
        first.push(base);
        let id = |room: usize| RoomId((base + room) as u32);
        for (i, &cell) in level.sketch.cells.iter().enumerate() {
            let kind = kind(spec.shape, i);
            let cell = cell.plus(level.start);
            let (depth, difficulty, roles) = (0, Fraction::ZERO, Vec::new());
            plan.rooms.push(PlanRoom { id: id(i), cell, z: level.z, kind, depth, difficulty, roles });
        }
        if let Some((before, room)) = level.from {
            plan.push_link(RoomId((first[before] + room) as u32), id(0), PlanLinkKind::Stairs);
        }
        level.sketch.links.iter().for_each(|&[a, b]| plan.push_link(id(a), id(b), PlanLinkKind::Corridor));
    }
    for (level, base) in levels.iter().zip(first) {
        let id = |room: usize| RoomId((base + room) as u32);
        level.loops.iter().for_each(|&[a, b]| plan.push_link(id(a), id(b), PlanLinkKind::Corridor));
    }
    plan.warnings.extend(spec.fewer_levels(&recipe.category, levels.len()));
    let without = levels.iter().flat_map(LevelPlan::images).filter(Option::is_none).count();
    plan.warnings.extend(spec.less_symmetry(without));
    plan
}

/// Puts the front door into room 0, or into the last room towards the visitor: where the gate is outer, and where rooms
/// lie between room 0 and the visitor, who would have to come in through them.
fn choose_gate(plan: &mut Plan, gate: PlanGate) {
    let in_front = |room: &&PlanRoom| room.z == 0 && room.cell.x == 0 && room.cell.y < 0;
    let outermost = plan.rooms.iter().filter(in_front).min_by_key(|room| room.cell.y).map(|room| room.id);
    let Some(outermost) = outermost else { return };
    plan.gate = outermost;
    if gate == PlanGate::Center {
        plan.warnings.push(format!(
            "gate: rooms lie between room 0 and the visitor, so the front door is in room {outermost}, the outermost of them."
        ));
    }
}

/// The rooms of a line are chambers and passages by turns.
fn kind(shape: PlanShape, room: usize) -> PlanRoomKind {
    if shape == PlanShape::Linear && room % 2 == 1 { PlanRoomKind::Passage } else { PlanRoomKind::Chamber }
}

/// Gives the level its secret passages, by chance, between pairs that share no room. A level on which passages fit, but
/// not as many as asked for, gets a warning.
fn add_secrets(
    plan: &mut Plan,
    secrets: SecretSpec,
    z: i32,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<(), PlanError> {
    let lucky = stream.chance(secrets.chance);
    meter.spend(plan.rooms.len() as u64)?;
    let mut pairs = secret::pairs(plan, z);
    stream.shuffle(&mut pairs);
    for made in 0..if lucky { secrets.count } else { 0 } {
        meter.spend(1 + pairs.len() as u64 / 64)?;
        let Some(&[a, b]) = pairs.first() else {
            plan.warnings.extend(secret::shortage(z, made, secrets.count));
            break;
        };
        plan.push_link(a, b, PlanLinkKind::SecretPassage);
        pairs.retain(|pair| !pair.contains(&a) && !pair.contains(&b));
    }
    Ok(())
}

fn assign_progression(plan: &mut Plan) {
    let levels: Vec<i32> = plan.rooms.iter().map(|room| room.z).collect();
    let edge = |link: &PlanLink| RoomEdge { rooms: link.rooms, is_secret: link.kind == PlanLinkKind::SecretPassage };
    let edges: Vec<RoomEdge> = plan.links.iter().map(edge).collect();
    let (rooms, goal) = progress(&levels, &edges, plan.gate);
    for (room, progress) in plan.rooms.iter_mut().zip(rooms) {
        (room.depth, room.difficulty, room.roles) = (progress.depth, progress.difficulty, progress.roles);
    }
    plan.goal = goal.unwrap_or(RoomId(0));
}

/// A random room graph: a tree, loops, some stairs and secret passages. Its rooms lie nowhere.
#[cfg(test)]
fn test_plan(stream: &mut Stream) -> Plan {
    let count = 2 + stream.below(12);
    let mut plan = Plan {
        category: String::new(),
        shape: PlanShape::Branching,
        entry: Dir::South,
        rooms: (0..count).map(|id| PlanRoom::unplaced(RoomId(id), 0)).collect(),
        gate: RoomId(stream.below(count)),
        links: Vec::new(),
        goal: RoomId(0),
        keys: KeyRule::Own,
        warnings: Vec::new(),
    };
    for room in 1..count {
        let kind = if stream.below(6) == 0 { PlanLinkKind::Stairs } else { PlanLinkKind::Corridor };
        plan.push_link(RoomId(stream.below(room)), RoomId(room), kind);
    }
    for _ in 0..stream.below(5) {
        let (a, b) = (stream.below(count), stream.below(count));
        let kind = if stream.below(3) == 0 { PlanLinkKind::SecretPassage } else { PlanLinkKind::Corridor };
        if a != b {
            plan.push_link(RoomId(a), RoomId(b), kind);
        }
    }
    assign_progression(&mut plan);
    plan
}
