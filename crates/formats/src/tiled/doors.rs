//! Doors: what their objects say, and the door tiles that no object covers.

use std::collections::BTreeMap;

use undercroft_grid::Cell;

use super::ids::Ids;
use super::map_file::{Fault, Object, ObjectSource, Properties};
use super::map_level::MapLevel;
use super::rooms::{Rooms, covered};
use crate::tileset::DoorLook;
use undercroft::dungeon::{Door, DoorId, DoorKind, DoorState, Level, Terrain};
use undercroft::format::infer_rooms::{Look, attach_door, gates};

/// The widest door. [Unit: cells]
const MAX_DOOR: i64 = 4;

/// The doors of a map.
pub(super) struct Doors {
    pub list: Vec<Door>,
    pub spots: Vec<ObjectSource>,
    pub ids: Ids,
}

impl Doors {
    pub fn from_levels(storeys: &[MapLevel], levels: &[Level], rooms: &Rooms) -> Result<Self, Fault> {
        let (mut doors, mut spots, mut old) = (Vec::new(), Vec::new(), Vec::new());
        for (i, (storey, level)) in storeys.iter().zip(levels).enumerate() {
            let mut bare = bare_gaps(storey);
            for object in storey.objects.iter().filter(|object| object.class == "door") {
                let cells = cells(storey, object)?;
                bare.retain(|cell, _| !cells.contains(cell));
                doors.push(door(object, storey, level, cells, |cell| rooms.at(i, cell), rooms));
                spots.push(ObjectSource::from(object));
                old.push(object.properties.whole("id"));
            }
            for (cells, look) in gates(level, bare) {
                doors.push(attach_door(DoorId(0), level, cells, look, |cell| rooms.at(i, cell)));
                spots.push(ObjectSource { spot: storey.spot.clone(), pinned: None });
                old.push(None);
            }
        }
        let ids = Ids::from_old(old);
        doors.iter_mut().zip(&ids.new).for_each(|(door, &id)| door.id = DoorId(id));
        Ok(Self { list: ids.sorted(doors), spots: ids.sorted(spots), ids })
    }

    /// The door that has this number in the file.
    pub fn find(&self, old: u32) -> Option<DoorId> {
        self.ids.by_old.get(&old).copied().map(DoorId)
    }
}

/// The door tiles of a storey; those that do not say more are shut.
fn bare_gaps(storey: &MapLevel) -> BTreeMap<Cell, Look> {
    let gaps = storey.terrain.iter().filter(|(_, terrain)| **terrain == Terrain::Door).map(|(cell, _)| cell);
    gaps.map(|cell| (cell, look(storey.looks.get(&cell).copied().unwrap_or(DoorLook::Closed)))).collect()
}

const fn look(look: DoorLook) -> Look {
    let (kind, state, secret) = look.door();
    Look { kind, state, secret }
}

fn cells(storey: &MapLevel, object: &Object) -> Result<Vec<Cell>, Fault> {
    let mut rect = covered(object.frame, storey.tile);
    if rect.is_empty() {
        // A user marked a door with a point, or with less than half a cell.
        let corner = |axis: usize| (object.frame[axis] / storey.tile[axis] as f64).floor().clamp(-1e6, 1e6) as i32;
        rect = undercroft_grid::Rect::at(Cell::new(corner(0), corner(1)), 1, 1);
    }
    let narrow = rect.width() == 1 || rect.height() == 1;
    if !narrow || rect.area() > MAX_DOOR {
        let size = format!("{} by {} cells", rect.width(), rect.height());
        return Err(object.spot.fault(format!("a door is 1 to {MAX_DOOR} cells in one line, this one covers {size}")));
    }
    Ok(rect.cells().collect())
}

fn door(
    object: &Object,
    storey: &MapLevel,
    level: &Level,
    cells: Vec<Cell>,
    room_at: impl Fn(Cell) -> Option<undercroft::dungeon::RoomId>,
    rooms: &Rooms,
) -> Door {
    let said = &object.properties;
    let look = edited_look(said, storey, &cells).unwrap_or_else(|| door_kind_of(said));
    let room = said.whole("room").and_then(|room| rooms.find(room));
    let normal: Option<undercroft_grid::Dir> = said.word("normal");
    let across = |normal: &undercroft_grid::Dir| match cells[..] {
        [first, second, ..] => normal.is_horizontal() == (first.x == second.x),
        _ => true,
    };
    match normal.filter(across) {
        Some(normal) => {
            let Look { kind, state, secret } = look;
            Door { id: DoorId(0), z: storey.z, room, cells, normal, kind, state, secret }
        }
        None => attach_door(DoorId(0), level, cells, look, room_at),
    }
}

/// The look that a user gave the door with the brush: tiles that agree with each other and not with what was exported.
fn edited_look(said: &Properties, storey: &MapLevel, cells: &[Cell]) -> Option<Look> {
    let shown = *storey.looks.get(cells.first()?)?;
    let agree = cells.iter().all(|cell| storey.looks.get(cell) == Some(&shown));
    let exported = said.text("look").and_then(DoorLook::from_name)?;
    (agree && shown != exported).then(|| look(shown))
}

/// The look that the object's properties tell.
fn door_kind_of(said: &Properties) -> Look {
    let kind = said.word("kind").unwrap_or(DoorKind::Door);
    let stands = said.word("stands");
    match said.text("state") {
        Some("secret") => Look { kind, state: stands.unwrap_or(DoorState::Closed), secret: true },
        Some("archway") => Look { kind: DoorKind::Archway, state: stands.unwrap_or(DoorState::Open), secret: false },
        Some("doorway") => Look { kind: DoorKind::Doorway, state: stands.unwrap_or(DoorState::Open), secret: false },
        _ => Look { kind, state: said.word("state").unwrap_or(DoorState::Closed), secret: false },
    }
}
