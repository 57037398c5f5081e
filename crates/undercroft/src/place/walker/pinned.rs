//! Rooms from templates round pinned rooms: those enter the world first, as pieces drawn once, and walkers start in all of
//! them in turn. What stays apart is joined when corridors are routed.
//!
//! The map has the coordinates of the pins, so that its origin never moves.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Dir, Grid, MAX_SIDE, Rect, Size};

use super::super::{Gate, Layout, Opening, PinnedContents, PinnedLayout, PlaceError, PlacedJoint, Placement};
use super::solve::{Builder, Offer, StepStreams, free_sockets};
use super::start::{open_entrance, runway};
use super::state::Door;
use super::walk::walk;
use super::world::World;
use super::{complaint, finish, placement};
use crate::dungeon::{Pin, PinnedLink, Role, RoomId, RoomPin, Shape, Socket, Terrain};
use crate::meter::Meter;
use crate::recipe::{Recipe, TemplateSpec};
use crate::template::{CandidatePart, Pool, Quota, RoomTemplate, TemplateGlyph, oriented_id};

/// Sockets of pinned rooms at which an entrance is tried.
const ENTRANCE_SOCKETS: usize = 64;
/// How often rooms are drawn for a door or socket that must be met.
const SOCKET_TRIES: usize = 4;
/// How far from pinned rooms an entrance is tried that meets none of them. [Unit: cells]
const ENTRANCE_REACH: i32 = 24;

/// Places rooms from templates round pins.
///
/// # Errors
/// When a pinned room has no place, a template is there too seldom, or the meter halts.
pub fn place_round_pins(
    recipe: &Recipe,
    spec: &TemplateSpec,
    pins: &[Pin],
    meter: &mut Meter,
) -> Result<PinnedLayout, PlaceError> {
    let rooms: Vec<&RoomPin> =
        pins.iter().filter_map(|pin| if let Pin::Room(room) = pin { Some(room) } else { None }).collect();
    let first_piece = spec.pool.templates().len();
    let contents = PinnedContents::new(pins);
    let pool = spec.pool.with_pieces(rooms.iter().map(|room| piece(room, &contents)).collect());
    let spec = TemplateSpec { pool: std::sync::Arc::new(pool), ..spec.clone() };
    let map = Size::of(spec.size[0].unwrap_or(MAX_SIDE), spec.size[1].unwrap_or(MAX_SIDE)).rect();
    let free = recipe.mask.as_ref().and_then(|mask| mask.free(0)).cloned();
    let steps = StepStreams { seed: &recipe.seed, beginning: 0 };
    let builder = Builder::new(&spec, World::new(map, free), steps, meter);
    let mut pinned = PinnedWorld { recipe, pins, rooms, builder };
    pinned.put_rooms(first_piece)?;
    pinned.open_links();
    pinned.reserve();
    pinned.builder.state.commit();
    pinned.builder.state.world.confine(map.grow(-1));
    let gate = pinned.entrance()?;
    pinned.meet_doors()?;
    let starts = pinned.islands();
    let end = walk(&mut pinned.builder, &starts)?;
    let mut warnings: Vec<String> = complaint(end, &pinned.builder).into_iter().collect();
    warnings.extend(finish::place_required(&mut pinned.builder)?);
    Ok(pinned.layout(gate, warnings))
}

/// A pinned room as a template for one place: its sockets, or all straight walls where it was not drawn with any, as far as
/// pinned features leave space for doors.
fn piece(room: &RoomPin, contents: &PinnedContents) -> RoomTemplate {
    let bounds = room.bounds().grow(1);
    let glyph = |cell: Cell| {
        let at = cell + bounds.min();
        let socket = room.sockets.iter().find(|socket| socket.cell == at);
        let beside = || at.neighbors4().into_iter().filter(|&cell| room.contains(cell)).count();
        match () {
            () if room.contains(at) => TemplateGlyph::Floor,
            () if !room.has_in_ring(at) => TemplateGlyph::Nothing,
            () if room.walls || beside() != 1 => TemplateGlyph::Wall,
            () if socket.is_some_and(|socket| socket.required) => TemplateGlyph::Required('A'),
            () if contents.closes_door(room.z, Rect::at(at, 1, 1)) => TemplateGlyph::Wall,
            () if socket.is_some() || room.template.is_none() => TemplateGlyph::Socket,
            () => TemplateGlyph::Wall,
        }
    };
    let size = Size::of(bounds.width(), bounds.height());
    let drawing = Grid::from_values(size, size.cells().map(glyph).collect());
    let quota = Quota { weight: 0, min: 0, max: None };
    RoomTemplate { name: String::new(), quota, mirror: false, tags: Vec::new(), roles: Vec::new(), drawing }
}

struct PinnedWorld<'a, 'b, 'm> {
    recipe: &'a Recipe,
    pins: &'a [Pin],
    rooms: Vec<&'a RoomPin>,
    builder: Builder<'b, 'm>,
}

impl PinnedWorld<'_, '_, '_> {
    /// Puts the pinned rooms, which have the first numbers, and counts those of templates.
    fn put_rooms(&mut self, first_piece: usize) -> Result<(), PlaceError> {
        let pool = self.builder.pool();
        for (at, room) in self.rooms.iter().enumerate() {
            let oriented = oriented_id(first_piece + at, undercroft_grid::Symmetry::Identity);
            let part = CandidatePart { oriented, at: room.bounds().min() - Cell::new(1, 1) };
            if self.builder.state.put(pool, part, None).is_err() {
                return Err(PlaceError::NoMaskPlace { what: format!("the pinned room at {}", room.bounds().min()) });
            }
            let is_made_of = |name: &String| room.template.as_ref().is_some_and(|template| template.name == *name);
            if let Some(candidate) = pool.candidates().iter().position(|candidate| is_made_of(&candidate.name)) {
                self.builder.state.count(candidate as u32);
            }
        }
        Ok(())
    }

    fn room_of(&self, pin: crate::dungeon::PinId) -> Option<u32> {
        self.rooms.iter().position(|room| room.id == pin).map(|at| at as u32)
    }

    /// Opens the doors of pinned links; those in shared walls join their rooms.
    fn open_links(&mut self) {
        for pin in self.pins {
            let Pin::Link(pin) = pin else { continue };
            for door in pin.kind.doors() {
                self.builder.state.world.set_open(door.bounds(), true);
            }
            let [Some(a), Some(b)] = pin.rooms.map(|room| self.room_of(room)) else { continue };
            let cells = pin.kind.doors().first().map_or(Rect::new(0, 0, 0, 0), crate::dungeon::PinnedDoor::bounds);
            self.builder.state.doors.push(Door { cells, normal: Dir::South, rooms: [a.min(b), a.max(b)] });
        }
    }

    /// Keeps rooms off pinned corridors and cells, and off what lies before the pinned entrance.
    fn reserve(&mut self) {
        let world = &mut self.builder.state.world;
        let map = world.bounds();
        for pin in self.pins {
            match pin {
                Pin::Link(pin) if !matches!(pin.kind, PinnedLink::Shared(_)) => {
                    for cell in pin.kind.corridor_cells() {
                        world.reserve(Rect::at(cell, 1, 1).grow(1).intersection(map));
                    }
                }
                Pin::Cells(pin) => {
                    let is_kept = |terrain: Option<Terrain>| terrain.is_some_and(|terrain| !terrain.is_room());
                    for cell in pin.cells().filter(|cell| is_kept(cell.terrain)) {
                        world.reserve(Rect::at(cell.cell, 1, 1).intersection(map));
                    }
                }
                _ => {}
            }
        }
    }

    /// Opens the entrance: where a pin has it, in a pinned room that is drawn for it, else in a room that is placed for it at
    /// a socket of the pinned ones or near them. `None` where routing has to find a place.
    fn entrance(&mut self) -> Result<Option<Door>, PlaceError> {
        let pinned = self.pins.iter().find_map(|pin| if let Pin::Entrance(pin) = pin { Some(pin) } else { None });
        if let Some(pin) = pinned {
            let (cells, normal) = (pin.door().bounds(), pin.normal);
            let world = &mut self.builder.state.world;
            world.set_open(cells, true);
            let map = world.bounds();
            world.reserve(runway(self.recipe, cells, normal).intersection(map));
            world.confine(behind(map, cells, normal));
            return Ok(None);
        }
        let side = self.recipe.entrance_side;
        let is_entrance = |room: &RoomPin| {
            let name = room.template.as_ref().map(|template| &template.name);
            let mut drawn =
                self.builder.settings.pool.templates().iter().filter(|template| Some(&template.name) == name);
            drawn.any(|template| template.has_role(Role::Entrance))
        };
        let fronts = self.rooms.iter().enumerate().filter(|(_, room)| is_entrance(room));
        let fronts: Vec<u32> = fronts.map(|(at, _)| at as u32).collect();
        for room in fronts {
            let sockets = free_sockets(&self.builder.state, self.builder.pool(), room);
            let open = sockets.into_iter().find(|&(cell, dir)| dir == side && self.is_open_ahead(cell, None));
            if let Some((cell, _)) = open {
                let door = open_entrance(self.recipe, &mut self.builder, cell);
                return Ok(Some(Door { rooms: [room; 2], ..door }));
            }
        }
        self.place_entrance()
    }

    fn place_entrance(&mut self) -> Result<Option<Door>, PlaceError> {
        let side = self.recipe.entrance_side;
        let pool = self.builder.pool();
        let candidates: Vec<u32> = (0..)
            .zip(pool.candidates())
            .filter(|(id, candidate)| {
                candidate.role == Some(Role::Entrance) && candidate.may_follow(self.builder.state.counts[*id as usize])
            })
            .map(|(id, _)| id)
            .collect();
        let rooms = self.rooms.len() as u32;
        let mut sockets: Vec<(Cell, Dir)> =
            (0..rooms).flat_map(|room| free_sockets(&self.builder.state, pool, room)).collect();
        self.builder.stream.shuffle(&mut sockets);
        sockets.truncate(ENTRANCE_SOCKETS);
        let mut offers: Vec<(Offer, Cell)> = Vec::new();
        for &candidate in &candidates {
            for &(cell, dir) in &sockets {
                for offer in self.builder.offers(candidate, cell, dir) {
                    let fronts = offer.turned.sockets[side.index()].iter().map(|&(_, socket)| socket + offer.at);
                    offers.extend(fronts.filter(|&front| front != cell).map(|front| (offer, front)));
                }
            }
            for front in self.near_fronts() {
                for turned in &pool.candidates()[candidate as usize].turned {
                    let sockets = turned.sockets[side.index()].iter();
                    offers.extend(
                        sockets
                            .map(|&(_, socket)| (Offer { candidate, turned, at: front - socket, joint: None }, front)),
                    );
                }
            }
        }
        for (offer, front) in &offers {
            let drawing = offer.turned.parts.iter().map(|part| {
                let size = pool.oriented_template(part.oriented).size;
                Rect::at(part.at + offer.at, size.width(), size.height())
            });
            let drawing = drawing.reduce(Rect::hull).unwrap_or(Rect::new(0, 0, 0, 0));
            if self.is_open_ahead(*front, Some(drawing)) && self.builder.place(offer)?.is_ok() {
                let room = self.builder.state.world.at(*front - side).room().unwrap_or(rooms);
                let door = open_entrance(self.recipe, &mut self.builder, *front);
                return Ok(Some(Door { rooms: [room; 2], ..door }));
            }
        }
        Ok(None)
    }

    /// Cells for the door of an entrance that meets no pinned room, on the entrance side of them, the nearest first.
    fn near_fronts(&self) -> Vec<Cell> {
        let side = self.recipe.entrance_side;
        let hull = self.rooms.iter().map(|room| room.bounds()).reduce(Rect::hull).unwrap_or(Rect::new(0, 0, 0, 0));
        let line = |steps: i32| match side {
            Dir::North => Cell::new(hull.center().x, hull.top - steps),
            Dir::East => Cell::new(hull.right + steps, hull.center().y),
            Dir::South => Cell::new(hull.center().x, hull.bottom + steps),
            Dir::West => Cell::new(hull.left - steps, hull.center().y),
        };
        (1..=ENTRANCE_REACH).map(line).collect()
    }

    /// Whether no room lies straight on from a door towards the entrance side, nor the drawing that has the door.
    fn is_open_ahead(&self, front: Cell, drawing: Option<Rect>) -> bool {
        let (world, side) = (&self.builder.state.world, self.recipe.entrance_side);
        let length = self.recipe.corridors.runway.max(1);
        let bounds = world.bounds();
        let rooms = self.builder.state.rooms.iter().map(|put| {
            let oriented = self.builder.pool().oriented_template(put.oriented);
            oriented.bounds.shift(put.at).grow(1)
        });
        let ahead = |rect: Rect| match side {
            Dir::North => rect.top < front.y && rect.left <= front.x && front.x < rect.right,
            Dir::East => rect.right > front.x + 1 && rect.top <= front.y && front.y < rect.bottom,
            Dir::South => rect.bottom > front.y + 1 && rect.left <= front.x && front.x < rect.right,
            Dir::West => rect.left < front.x && rect.top <= front.y && front.y < rect.bottom,
        };
        bounds.contains(front.step(side, length))
            && (1..=length).all(|steps| world.at(front.step(side, steps)).is_free())
            && !rooms.chain(drawing).any(ahead)
    }

    /// Places rooms at pinned doors that no pinned link has, and at sockets of pinned rooms that must be open.
    fn meet_doors(&mut self) -> Result<(), PlaceError> {
        let of_pins = self.pins.iter().filter_map(|pin| match pin {
            Pin::Door(pin) => Some((*pin.cells.first()?, pin.normal, self.room_of(pin.room)?)),
            _ => None,
        });
        let mut doors: Vec<(Cell, Dir, u32)> = of_pins.collect();
        for (room, pin) in (0..).zip(&self.rooms) {
            let required: Vec<&Socket> = pin.sockets.iter().filter(|socket| socket.required).collect();
            doors.extend(required.into_iter().map(|socket| (socket.cell, socket.dir, room)));
        }
        for (cell, dir, room) in doors {
            for _ in 0..SOCKET_TRIES {
                if self.builder.state.world.at(cell).is_open() {
                    break;
                }
                self.builder.next_step();
                self.builder.meet_socket(cell, dir, room)?;
            }
        }
        Ok(())
    }

    /// A room of each part that doors join.
    fn islands(&self) -> Vec<u32> {
        let rooms = self.builder.state.rooms.len();
        let mut joined = undercroft_grid::UnionFind::new(rooms);
        for door in &self.builder.state.doors {
            joined.unite(door.rooms[0], door.rooms[1]);
        }
        let mut first: BTreeMap<u32, u32> = BTreeMap::new();
        for room in 0..rooms as u32 {
            first.entry(joined.find(room)).or_insert(room);
        }
        let mut starts: Vec<u32> = first.into_values().collect();
        starts.sort_unstable();
        starts
    }

    fn layout(self, gate: Option<Door>, warnings: Vec<String>) -> PinnedLayout {
        let Self { recipe, pins, rooms: pinned, builder } = self;
        let pool = builder.pool();
        let Builder { state, log, settings, meter, .. } = builder;
        log.flush(Cell::new(0, 0), meter);
        let count = pinned.len();
        let rooms: Vec<Placement> = (0..state.rooms.len())
            .map(|id| match pinned.get(id) {
                Some(pin) => pinned_placement(pool, pin),
                None => placement(pool, &state, id, Cell::new(0, 0)),
            })
            .collect();
        let margin = recipe.corridors.runway + 3;
        let new = rooms[count..].iter().map(|room| room.bounds.grow(margin));
        let front = gate.iter().map(|door| runway(recipe, door.cells, door.normal).grow(1));
        let kept = pinned.iter().map(|pin| pin.bounds().grow(1));
        let of_pins = pins.iter().filter_map(|pin| match pin {
            Pin::Link(link) => Rect::around(link.kind.corridor_cells()).map(|cells| cells.grow(1)),
            Pin::Entrance(pin) => Some(runway(recipe, pin.door().bounds(), pin.normal).grow(1)),
            Pin::Cells(pin) => Some(pin.bounds()),
            _ => None,
        });
        let least = recipe.pins_size.unwrap_or([1, 1]);
        let whole = new.chain(front).chain(kept).chain(of_pins).fold(Rect::new(0, 0, least[0], least[1]), Rect::hull);
        let side = |given: Option<i32>, far: i32| given.unwrap_or(far.min(MAX_SIDE));
        let size = Size::of(side(settings.size[0], whole.right), side(settings.size[1], whole.bottom));
        let is_new = |door: &&Door| door.rooms.iter().any(|&room| room as usize >= count) || is_facing(&state, door);
        let joints = state.doors.iter().filter(is_new).map(joint).collect();
        let openings = finish::candidates(pool, &state).iter().map(opening).collect();
        let gate = gate.map(|door| Gate { room: RoomId(door.rooms[0]), cells: door.cells, normal: door.normal });
        let ids = (0..rooms.len() as u32).map(RoomId);
        let rooms_of_pins = pinned.iter().map(|pin| pin.id).zip(ids).collect();
        let layout = Layout {
            joints,
            openings,
            gate,
            has_template_roles: true,
            ..Layout::of_rooms(size, rooms, [1, 1], warnings)
        };
        PinnedLayout { layout, rooms: rooms_of_pins, ids: Vec::new(), lost: Vec::new() }
    }
}

/// Whether a door was opened between facing sockets; of a pinned link the router has it already.
fn is_facing(state: &super::state::State, door: &Door) -> bool {
    state.world.at(door.cells.min()).is_facing(door.normal)
}

fn joint(door: &Door) -> PlacedJoint {
    PlacedJoint {
        rooms: door.rooms.map(RoomId),
        doors: [door.cells; 2],
        normals: [door.normal, door.normal.opposite()],
        path: Vec::new(),
        width: door.cells.width().max(door.cells.height()),
        runway: [0; 2],
    }
}

fn opening(door: &Door) -> Opening {
    Opening { rooms: door.rooms.map(RoomId), cells: door.cells, normal: door.normal, asked: false }
}

fn pinned_placement(pool: &Pool, pin: &RoomPin) -> Placement {
    let name = pin.template.as_ref().map(|template| &template.name);
    let drawn = pool.templates().iter().find(|template| Some(&template.name) == name);
    let roles = || drawn.iter().flat_map(|template| &template.roles).copied().filter(|&role| role != Role::Entrance);
    Placement {
        z: pin.z,
        bounds: pin.bounds(),
        floor: pin.floor.clone(),
        shape: pin.shape.unwrap_or(Shape::Free),
        aligned: false,
        roles: pin.roles.clone().unwrap_or_else(|| roles().collect()),
        template: pin.template.clone(),
        template_group: None,
        sockets: pin.sockets.clone(),
        house: None,
    }
}

/// The part of a map that does not lie farther out than a door with its runway.
fn behind(map: Rect, door: Rect, side: Dir) -> Rect {
    match side {
        Dir::North => Rect { top: door.top, ..map },
        Dir::East => Rect { right: door.right, ..map },
        Dir::South => Rect { bottom: door.bottom, ..map },
        Dir::West => Rect { left: door.left, ..map },
    }
}
