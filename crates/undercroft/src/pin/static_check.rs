//! Contradictions that are seen before any random number is drawn.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, MAX_SIDE, Rect, Size};

use super::PinConflict;
use crate::dungeon::{Pin, PinId, PinnedLink, Role, RoomPin, Run, Terrain};
use crate::field::nearest;
use crate::recipe::{Method, Recipe};

/// What a cell must be, and the pin that says so.
#[derive(Clone, Copy)]
struct Claim {
    what: Terrain,
    pin: usize,
}

/// Checks the pins of a recipe against each other and against the recipe.
///
/// # Errors
/// At the first contradiction.
pub(crate) fn check_pins(recipe: &Recipe) -> Result<(), PinConflict> {
    let pins = recipe.pins();
    let check = StaticCheck { pins, rooms: room_pins(pins), map: map(recipe) };
    check.ids()?;
    check.references()?;
    check.levels(recipe)?;
    check.templates(recipe)?;
    check.outside()?;
    check.counts(recipe)?;
    check.singles()?;
    check.doors()?;
    check.stairs()?;
    check.cells()
}

struct StaticCheck<'a> {
    pins: &'a [Pin],
    rooms: BTreeMap<PinId, &'a RoomPin>,
    map: Rect,
}

fn room_pins(pins: &[Pin]) -> BTreeMap<PinId, &RoomPin> {
    pins.iter().filter_map(|pin| if let Pin::Room(room) = pin { Some((room.id, room)) } else { None }).collect()
}

/// The map that pins must lie on. Where the rooms decide its size, it may grow to the east and south of the map that the
/// pins were made on, as far as the rooms of the recipe reach.
fn map(recipe: &Recipe) -> Rect {
    let reach = recipe.method.reach();
    let grown = recipe.pins_size.unwrap_or([0, 0]).map(|side| side.saturating_add(reach).min(MAX_SIDE));
    recipe.method.size().map_or(Rect::new(0, 0, grown[0], grown[1]), Size::rect)
}

impl<'a> StaticCheck<'a> {
    fn pin(&self, id: PinId) -> impl Iterator<Item = &'a Pin> {
        self.pins.iter().filter(move |pin| pin.id() == id)
    }

    fn ids(&self) -> Result<(), PinConflict> {
        for (i, pin) in self.pins.iter().enumerate() {
            if let Some(other) = self.pins[..i].iter().find(|other| other.id() == pin.id()) {
                return Err(PinConflict::new([other, pin], "both have the same id"));
            }
        }
        Ok(())
    }

    fn references(&self) -> Result<(), PinConflict> {
        for pin in self.pins {
            if let Some(room) = pin.needs().into_iter().find(|room| !self.rooms.contains_key(room)) {
                return Err(PinConflict::new([pin], format!("it needs room pin {room}, which is not there")));
            }
        }
        Ok(())
    }

    fn levels(&self, recipe: &Recipe) -> Result<(), PinConflict> {
        let [low, high] = match &recipe.method {
            Method::Accrete(spec) => spec.levels,
            Method::Plan(spec) => spec.levels.unwrap_or(spec.category_levels),
            Method::House(spec) => [spec.lowest, spec.lowest + spec.storeys.len() as i32 - 1],
            Method::Bsp(_) | Method::Templates(_) => [0, 0],
        };
        let is_beyond = |pin: &&Pin| pin.z().is_some_and(|z| !(low..=high).contains(&z));
        let Some(pin) = self.pins.iter().find(is_beyond) else { return Ok(()) };
        let z = pin.z().unwrap_or_default();
        let reason = format!("level {z} is not in the recipe, which has levels {low} to {high}");
        Err(PinConflict::new([pin], reason))
    }

    /// Rooms are made of templates that there are.
    fn templates(&self, recipe: &Recipe) -> Result<(), PinConflict> {
        let Some(pool) = recipe.method.pool().filter(|pool| !pool.templates().is_empty()) else { return Ok(()) };
        let names = || pool.templates().iter().map(|template| template.name.as_str());
        let is_unknown = |room: &&&RoomPin| {
            room.template.as_ref().is_some_and(|template| !names().any(|name| name == template.name))
        };
        let Some(room) = self.rooms.values().find(is_unknown) else { return Ok(()) };
        let name = room.template.as_ref().map_or("", |template| template.name.as_str());
        let near = nearest(name, names());
        let advice = near.first().map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
        let reason = format!("template: the recipe has none called {name:?}{advice}");
        Err(PinConflict::new(self.pin(room.id), reason))
    }

    fn outside(&self) -> Result<(), PinConflict> {
        let inner = self.map.grow(-1);
        for pin in self.pins {
            let out = match pin {
                Pin::Room(room) => room.cells().find(|&cell| !inner.contains(cell)),
                Pin::Link(link) => link.kind.corridor_cells().into_iter().find(|&cell| !inner.contains(cell)),
                Pin::Cells(cells) => cells.cells().map(|pinned| pinned.cell).find(|&cell| !self.map.contains(cell)),
                other => other.first_cell().filter(|&cell| !self.map.contains(cell)),
            };
            if let Some(cell) = out {
                let Rect { right, bottom, .. } = self.map;
                let reason = format!("{cell} does not lie on a map of {right}×{bottom} with its walls");
                return Err(PinConflict::new([pin], reason).at(pin.z().unwrap_or_default(), cell));
            }
        }
        Ok(())
    }

    fn counts(&self, recipe: &Recipe) -> Result<(), PinConflict> {
        let Some(count) = recipe.method.rooms().map(|rooms| rooms.count as usize) else { return Ok(()) };
        let is_hall = |room: &RoomPin| room.roles.as_ref().is_some_and(|roles| roles.contains(&Role::Hall));
        let pinned = self.rooms.values().filter(|room| !is_hall(room)).count();
        if pinned <= count {
            return Ok(());
        }
        let rooms = self.pins.iter().filter(|pin| matches!(pin, Pin::Room(_)));
        let reason = format!("there are {pinned} pinned rooms, and rooms.count = {count}");
        Err(PinConflict::new(rooms, reason))
    }

    /// Numbers, names and the entrance are there once.
    fn singles(&self) -> Result<(), PinConflict> {
        for (i, pin) in self.pins.iter().enumerate() {
            let reason = |other: &Pin| match (other, pin) {
                (Pin::Entrance(_), Pin::Entrance(_)) => Some("a dungeon has one entrance".to_owned()),
                (Pin::Name(a), Pin::Name(b)) if a.name != b.name => Some("a dungeon has one name".to_owned()),
                (Pin::Room(a), Pin::Room(b)) if a.number.is_some() && a.number == b.number => {
                    Some(format!("both rooms have number {}", a.number.unwrap_or_default()))
                }
                _ => None,
            };
            if let Some((other, reason)) = self.pins[..i].iter().find_map(|other| Some((other, reason(other)?))) {
                return Err(PinConflict::new([other, pin], reason));
            }
        }
        Ok(())
    }

    /// Doors lie in the rings of their rooms.
    fn doors(&self) -> Result<(), PinConflict> {
        for pin in self.pins {
            let ends: Vec<(PinId, crate::dungeon::PinnedDoor)> = match pin {
                Pin::Door(door) => vec![(door.room, door.door())],
                Pin::Entrance(entrance) => vec![(entrance.room, entrance.door())],
                Pin::Link(link) => link.rooms.into_iter().zip(link.kind.doors().iter().cloned()).collect(),
                _ => Vec::new(),
            };
            for (id, door) in ends {
                let Some(room) = self.rooms.get(&id) else { continue };
                let is_off = |cell: &&Cell| room.z != door.z || !room.has_in_ring(**cell);
                if let Some(&cell) = door.cells.iter().find(is_off) {
                    let both = [pin].into_iter().chain(self.pin(id));
                    return Err(PinConflict::new(both, format!("the door at {cell} is not in the walls of the room"))
                        .at(door.z, cell));
                }
            }
        }
        Ok(())
    }

    /// Stairs begin at one cell of both levels.
    fn stairs(&self) -> Result<(), PinConflict> {
        for pin in self.pins {
            let Pin::Link(link) = pin else { continue };
            let PinnedLink::Stairs(runs) = &link.kind else { continue };
            let levels = link.rooms.map(|id| self.rooms.get(&id).map_or(0, |room| room.z));
            if runs[0].first() != runs[1].first() || levels[0].abs_diff(levels[1]) != 1 {
                return Err(PinConflict::new([pin], "stairs need a common cell of two neighbouring levels"));
            }
            for (run, id) in runs.iter().zip(link.rooms) {
                let Some(room) = self.rooms.get(&id) else { continue };
                let is_near = |cell: &Cell| room.contains(*cell) || room.has_in_ring(*cell);
                if let Some(&cell) = run.iter().find(|cell| !is_near(cell)) {
                    let both = [pin].into_iter().chain(self.pin(id));
                    return Err(
                        PinConflict::new(both, format!("the stairs at {cell} are not in the room")).at(room.z, cell)
                    );
                }
            }
        }
        Ok(())
    }

    /// Every cell is claimed by pins that agree.
    fn cells(&self) -> Result<(), PinConflict> {
        let is_claim = |pin: &Pin| matches!(pin, Pin::Link(_) | Pin::Door(_) | Pin::Entrance(_) | Pin::Cells(_));
        if !self.pins.iter().any(is_claim) && !self.rooms.values().any(|room| self.is_crowded(room)) {
            return Ok(());
        }
        let mut claims: BTreeMap<(i32, Cell), Claim> = BTreeMap::new();
        for (at, pin) in self.pins.iter().enumerate() {
            if let Pin::Room(room) = pin {
                for cell in room.cells() {
                    self.claim(&mut claims, (room.z, cell), Claim { what: Terrain::Floor, pin: at })?;
                }
            }
        }
        self.rings(&claims)?;
        for (at, pin) in self.pins.iter().enumerate() {
            let doors: Vec<(i32, Cell)> = match pin {
                Pin::Link(link) => {
                    link.kind.doors().iter().flat_map(|door| door.cells.iter().map(|&cell| (door.z, cell))).collect()
                }
                Pin::Door(door) => door.cells.iter().map(|&cell| (door.z, cell)).collect(),
                Pin::Entrance(door) => door.cells.iter().map(|&cell| (door.z, cell)).collect(),
                _ => Vec::new(),
            };
            for place in doors {
                self.claim(&mut claims, place, Claim { what: Terrain::Door, pin: at })?;
            }
            if let Pin::Link(link) = pin
                && let Some(z) = link.kind.z()
            {
                for cell in link.kind.corridor_cells() {
                    self.free_of_rings(pin, z, cell)?;
                    self.claim(&mut claims, (z, cell), Claim { what: Terrain::Corridor, pin: at })?;
                }
            }
        }
        for (at, pin) in self.pins.iter().enumerate() {
            let Pin::Cells(cells) = pin else { continue };
            for pinned in cells.cells() {
                if let Some(what) = pinned.terrain {
                    self.claim(&mut claims, (cells.z, pinned.cell), Claim { what, pin: at })?;
                }
            }
        }
        Ok(())
    }

    fn claim(
        &self,
        claims: &mut BTreeMap<(i32, Cell), Claim>,
        place: (i32, Cell),
        claim: Claim,
    ) -> Result<(), PinConflict> {
        let Some(&known) = claims.get(&place) else {
            claims.insert(place, claim);
            return Ok(());
        };
        let pins = [&self.pins[known.pin], &self.pins[claim.pin]];
        let is_room = |pin: &Pin| matches!(pin, Pin::Room(_));
        let both_rooms = pins.iter().all(|pin| is_room(pin));
        let is_stairs = known.what.is_room() && claim.what.is_room();
        if !both_rooms && (known.what == claim.what || is_stairs) {
            return Ok(());
        }
        let (z, cell) = place;
        let reason = if both_rooms {
            format!("{cell} is floor of both rooms")
        } else {
            format!("{cell} is {} in one and {} in the other", word(known.what), word(claim.what))
        };
        Err(PinConflict::new(pins, reason).at(z, cell))
    }

    /// Whether the floor or the ring of a room may meet another floor.
    fn is_crowded(&self, room: &RoomPin) -> bool {
        let is_disjoint = |pair: &[Run]| {
            let [a, b] = [pair[0].start, pair[1].start];
            a.y < b.y || a.y == b.y && a.x + pair[0].length <= b.x
        };
        if !room.floor.windows(2).all(is_disjoint) {
            return true;
        }
        let around = room.bounds().grow(1);
        let is_near = |other: &&RoomPin| other.id != room.id && other.z == room.z && other.bounds().overlaps(around);
        self.rooms.values().any(is_near)
    }

    /// The floor of one room lies in no ring of another.
    fn rings(&self, claims: &BTreeMap<(i32, Cell), Claim>) -> Result<(), PinConflict> {
        for (at, pin) in self.pins.iter().enumerate() {
            let Pin::Room(room) = pin else { continue };
            if !self.is_crowded(room) {
                continue;
            }
            for cell in room.cells().flat_map(Cell::neighbors8).filter(|&cell| !room.contains(cell)) {
                if let Some(other) = claims.get(&(room.z, cell)).filter(|claim| claim.pin != at) {
                    let reason = format!("floor of one room at {cell} is in the walls of the other");
                    return Err(PinConflict::new([pin, &self.pins[other.pin]], reason).at(room.z, cell));
                }
            }
        }
        Ok(())
    }

    /// A pinned corridor runs through no pinned room and no ring of one.
    fn free_of_rings(&self, pin: &Pin, z: i32, cell: Cell) -> Result<(), PinConflict> {
        let is_hit = |room: &&&RoomPin| room.z == z && (room.contains(cell) || room.has_in_ring(cell));
        let Some(room) = self.rooms.values().find(is_hit) else { return Ok(()) };
        let both = [pin].into_iter().chain(self.pin(room.id));
        Err(PinConflict::new(both, format!("the corridor runs through the room or its walls at {cell}")).at(z, cell))
    }
}

const fn word(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Rock => "rock",
        Terrain::Wall => "wall",
        Terrain::Floor => "floor",
        Terrain::Corridor => "corridor",
        Terrain::Door => "door",
        Terrain::StairsUp | Terrain::StairsDown => "stairs",
    }
}
