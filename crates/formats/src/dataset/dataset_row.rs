//! One dungeon as the values of a row: what is kept of it until its shard is written.

use undercroft::dungeon::{Door, DoorState, Dungeon, HiddenDoor, Link, LinkKind, MarkerKind, Role, Room};
use undercroft::grid::Dir;
use undercroft::multi_level::LevelCell;
use undercroft::solve::{Solution, SolveOptions, Walk, solve};
use undercroft::verify::{FactValue, Facts};

use super::DatasetError;
use super::column_group::ColumnGroup;
use super::dataset_plan::DatasetPlan;
use super::dataset_split::DatasetPart;
use super::nibbles::pack_nibbles;
use super::symmetry_hash::{HASH_BYTES, symmetry_hash};
use super::tile_block::TileBlock;

/// The byte of a change of level in a solution; below it are the directions.
const STAIRS_STEP: u8 = 4;
/// The most rooms, links and groups that a column numbers.
const MOST: usize = u16::MAX as usize;

/// A cell in a column: z is the position in the list of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub z: u8,
    pub y: u16,
    pub x: u16,
}

#[derive(Clone, Debug)]
pub(super) struct RoomRow {
    pub id: u16,
    pub number: Option<u16>,
    pub at: Spot,
    pub height: u16,
    pub width: u16,
    pub cells: u32,
    pub depth: u16,
    pub difficulty: u16,
    pub roles: String,
    pub purpose: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) struct DoorRow {
    pub at: Spot,
    pub kind: &'static str,
    pub state: &'static str,
    pub secret: bool,
    pub room: Option<u16>,
    pub lock: Option<u16>,
}

#[derive(Clone, Debug)]
pub(super) struct LinkRow {
    pub a: u16,
    pub b: u16,
    pub kind: &'static str,
    pub secret: bool,
}

#[derive(Clone, Debug)]
pub(super) struct KeyRow {
    pub at: Spot,
    pub lock: u16,
}

#[derive(Clone, Debug)]
pub(super) struct ThingRow {
    pub kind: String,
    pub at: Spot,
    pub room: Option<u16>,
    pub group: Option<u16>,
    pub difficulty: Option<u16>,
}

/// The walk of a solution; all but `is_optimal` empty where there is none.
#[derive(Clone, Debug, Default)]
pub(super) struct SolutionRow {
    pub moves: Option<Vec<u8>>,
    pub steps: Option<u32>,
    pub keys: Option<u16>,
    pub backtracking: Option<u16>,
    pub is_optimal: bool,
}

/// One dungeon as the values of a row.
#[derive(Clone, Debug)]
pub struct DatasetRow {
    pub(super) seed: u64,
    pub(super) levels: u8,
    pub(super) height: u16,
    pub(super) width: u16,
    pub(super) hash: [u8; HASH_BYTES],
    pub(super) part: DatasetPart,
    pub(super) entrance: Option<Spot>,
    pub(super) goal: Option<Spot>,
    pub(super) tiles: Vec<u8>,
    pub(super) ground: Option<Vec<u8>>,
    pub(super) name: String,
    pub(super) rooms: Vec<RoomRow>,
    pub(super) doors: Vec<DoorRow>,
    pub(super) links: Vec<LinkRow>,
    pub(super) keys: Vec<KeyRow>,
    pub(super) features: Vec<ThingRow>,
    pub(super) spawns: Vec<ThingRow>,
    pub(super) solution: SolutionRow,
    pub(super) facts: Vec<FactValue>,
}

impl DatasetRow {
    /// The row of a dungeon with the columns of a plan.
    ///
    /// # Errors
    /// When the dungeon has more of something than a column can number.
    pub fn new(plan: &DatasetPlan, seed: u64, dungeon: &Dungeon, facts: &Facts) -> Result<Self, DatasetError> {
        check_counts(dungeon)?;
        let block = TileBlock::tiles(dungeon)?;
        let hash = symmetry_hash(&block);
        let site = Site { dungeon };
        let has = |group| plan.has(group);
        let ground = if has(ColumnGroup::Ground) { TileBlock::ground(dungeon)? } else { None };
        Ok(Self {
            seed,
            levels: block.levels,
            height: block.height,
            width: block.width,
            hash,
            part: plan.split.part(&hash),
            entrance: dungeon.solution_start().and_then(|at| site.spot(at)),
            goal: site.goal(),
            tiles: if has(ColumnGroup::Tiles) { pack_nibbles(&block.codes) } else { Vec::new() },
            ground: ground.map(|block| pack_nibbles(&block.codes)),
            name: if has(ColumnGroup::Names) { dungeon.name.clone() } else { String::new() },
            rooms: if has(ColumnGroup::Rooms) { site.rooms() } else { Vec::new() },
            doors: if has(ColumnGroup::Doors) { site.doors() } else { Vec::new() },
            links: if has(ColumnGroup::Links) { dungeon.links.iter().map(link).collect() } else { Vec::new() },
            keys: if has(ColumnGroup::Keys) { site.keys() } else { Vec::new() },
            features: if has(ColumnGroup::Features) { site.features() } else { Vec::new() },
            spawns: if has(ColumnGroup::Spawns) { site.spawns() } else { Vec::new() },
            solution: if has(ColumnGroup::Solution) { solution(dungeon) } else { SolutionRow::default() },
            facts: if has(ColumnGroup::Facts) { facts.values() } else { Vec::new() },
        })
    }

    /// The part of the data set that it belongs to.
    pub const fn part(&self) -> DatasetPart {
        self.part
    }
}

/// A dungeon whose cells become spots.
struct Site<'a> {
    dungeon: &'a Dungeon,
}

impl Site<'_> {
    /// `None` where the dungeon has no such level.
    fn spot(&self, LevelCell { z, cell }: LevelCell) -> Option<Spot> {
        let z = self.dungeon.levels.iter().position(|level| level.z == z)?;
        Some(Spot { z: z as u8, y: cell.y.max(0) as u16, x: cell.x.max(0) as u16 })
    }

    fn goal(&self) -> Option<Spot> {
        let room = self.dungeon.rooms.get(self.dungeon.goal?.index())?;
        self.spot(LevelCell { z: room.z, cell: room.floor.first()?.start })
    }

    fn rooms(&self) -> Vec<RoomRow> {
        self.dungeon.rooms.iter().filter_map(|room| self.room(room)).collect()
    }

    fn room(&self, room: &Room) -> Option<RoomRow> {
        let bounds = room.bounds();
        let roles: Vec<&str> = room.roles.iter().map(|&role| role_name(role)).collect();
        Some(RoomRow {
            id: room.id.0 as u16,
            number: room.number.map(|number| number as u16),
            at: self.spot(LevelCell { z: room.z, cell: bounds.min() })?,
            height: bounds.height() as u16,
            width: bounds.width() as u16,
            cells: room.area() as u32,
            depth: room.depth.min(u32::from(u16::MAX)) as u16,
            difficulty: room.difficulty.parts(),
            roles: roles.join(","),
            purpose: room.purpose.clone(),
        })
    }

    fn doors(&self) -> Vec<DoorRow> {
        let mut locks = vec![None; self.dungeon.doors.len()];
        for link in &self.dungeon.links {
            for door in link.doors() {
                locks[door.index()] = Some(link.id.0 as u16);
            }
        }
        let rows = |door: &Door| {
            let lock = locks[door.id.index()].filter(|_| door.state == DoorState::Locked);
            let row = |at| DoorRow {
                at,
                kind: door.kind.name(),
                state: state_name(door.state),
                secret: door.secret,
                room: door.room.map(|room| room.0 as u16),
                lock,
            };
            let spots = door.cells.iter().filter_map(|&cell| self.spot(LevelCell { z: door.z, cell }));
            spots.map(row).collect::<Vec<_>>()
        };
        self.dungeon.doors.iter().flat_map(rows).collect()
    }

    fn keys(&self) -> Vec<KeyRow> {
        let keys = self.dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key);
        keys.filter_map(|marker| {
            let at = self.spot(LevelCell { z: marker.z, cell: marker.cell })?;
            Some(KeyRow { at, lock: marker.link?.0 as u16 })
        })
        .collect()
    }

    fn features(&self) -> Vec<ThingRow> {
        let row = |feature: &undercroft::dungeon::Feature| {
            Some(ThingRow {
                kind: feature.kind.clone(),
                at: self.spot(LevelCell { z: feature.z, cell: feature.cell })?,
                room: feature.room.map(|room| room.0 as u16),
                group: None,
                difficulty: None,
            })
        };
        self.dungeon.features.iter().filter_map(row).collect()
    }

    fn spawns(&self) -> Vec<ThingRow> {
        let row = |spawn: &undercroft::dungeon::Spawn| {
            Some(ThingRow {
                kind: spawn.kind.name().to_owned(),
                at: self.spot(LevelCell { z: spawn.z, cell: spawn.cell })?,
                room: Some(spawn.room.0 as u16),
                group: spawn.group.map(|group| group as u16),
                difficulty: Some(spawn.difficulty.parts()),
            })
        };
        self.dungeon.spawns.iter().filter_map(row).collect()
    }
}

fn check_counts(dungeon: &Dungeon) -> Result<(), DatasetError> {
    let counts = [("rooms", dungeon.rooms.len()), ("links", dungeon.links.len()), ("groups", dungeon.groups.len())];
    match counts.into_iter().find(|(_, count)| *count > MOST) {
        Some((what, count)) => Err(DatasetError::TooMany { what, count, limit: MOST }),
        None => Ok(()),
    }
}

fn link(link: &Link) -> LinkRow {
    let kind = match link.kind {
        LinkKind::Corridor { .. } => "corridor",
        LinkKind::Shared { .. } => "shared",
        LinkKind::Stairs { .. } => "stairs",
        LinkKind::Secret { .. } => "secret",
        _ => "other",
    };
    let [a, b] = link.rooms.map(|room| room.0 as u16);
    LinkRow { a, b, kind, secret: link.hidden() != HiddenDoor::None }
}

fn solution(dungeon: &Dungeon) -> SolutionRow {
    let found = solve(dungeon, &SolveOptions::default()).unwrap_or(Solution::Impossible);
    let Some(walk) = found.walk() else {
        return SolutionRow { is_optimal: !matches!(found, Solution::Bounded { .. }), ..SolutionRow::default() };
    };
    SolutionRow {
        moves: Some(moves(walk)),
        steps: Some(walk.steps()),
        keys: Some(walk.locks().count() as u16),
        backtracking: Some(walk.backtracking().parts()),
        is_optimal: found.is_shortest(),
    }
}

/// A byte a step: north, east, south, west, stairs.
fn moves(walk: &Walk) -> Vec<u8> {
    let step = |pair: &[LevelCell]| {
        let dir = Dir::from_delta(pair[1].cell - pair[0].cell).filter(|_| pair[0].z == pair[1].z);
        dir.map_or(STAIRS_STEP, |dir| dir.index() as u8)
    };
    walk.cells.windows(2).map(step).collect()
}

const fn state_name(state: DoorState) -> &'static str {
    match state {
        DoorState::Open => "open",
        DoorState::Closed => "closed",
        DoorState::Locked => "locked",
    }
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Entrance => "entrance",
        Role::Goal => "goal",
        Role::Boss => "boss",
        Role::Treasure => "treasure",
        Role::Merchant => "merchant",
        Role::Event => "event",
        Role::Hall => "hall",
        _ => "other",
    }
}
