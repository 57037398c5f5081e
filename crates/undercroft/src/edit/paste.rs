//! Draws a clip: its rooms, links, ground and contents, turned and mirrored.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size};

use super::add_door::{DoorLeaf, add_door};
use super::cell_edits::lay_ground;
use super::clip::Clip;
use super::made::{Made, PinJob};
use super::room_text::{MAX_NAME, check_text, set_note};
use super::{DoorChange, EditError, contents, links, reshape, set_door};
use crate::dungeon::{
    Dungeon, FeaturePin, Ground, LinkId, Mount, Pin, PinId, PinnedDoor, PinnedLink, RoomId, RoomPin, Run, SpawnPin,
};

/// The most cells of a clip.
const MAX_AREA: i64 = 65_536;

/// A clip in its place.
#[derive(Clone, Copy)]
pub(super) struct Turned<'a> {
    pub(super) clip: &'a Clip,
    pub(super) at: Cell,
    pub(super) turn: u8,
    pub(super) mirror: bool,
}

/// Draws a clip. Rooms first, then their links, ground and contents; corridors are routed anew.
pub(super) fn paste(dungeon: &Dungeon, z: i32, turned: Turned, budget: u64) -> Result<Made, EditError> {
    turned.check(dungeon, z)?;
    let mut paste = Paste { new: dungeon.clone(), z, turned, budget, rooms: BTreeMap::new(), pins: Vec::new() };
    let pins = &turned.clip.pins;
    for pin in pins {
        if let Pin::Room(pin) = pin {
            paste.room(pin)?;
        }
    }
    for pin in pins {
        match pin {
            Pin::Link(pin) => paste.link(pin.rooms, &pin.kind)?,
            Pin::Cells(pin) => paste.ground(pin)?,
            Pin::Feature(pin) => paste.feature(pin)?,
            Pin::Spawn(pin) => paste.spawn(pin)?,
            _ => {}
        }
    }
    Ok(Made::new(paste.new, paste.pins))
}

impl Turned<'_> {
    /// Sizes and cells make sense, and only what can be copied is in it.
    fn check(&self, dungeon: &Dungeon, z: i32) -> Result<(), EditError> {
        let refuse = |problem: String| Err(EditError::OutOfLimits { field: "clip", problem });
        let [width, height] = self.clip.size;
        if width < 1 || height < 1 || i64::from(width) * i64::from(height) > MAX_AREA {
            return refuse(format!("need 1 to {MAX_AREA} cells, got {width}×{height}"));
        }
        if self.turn > 3 {
            let problem = format!("need 0 to 3 quarter turns, got {}", self.turn);
            return Err(EditError::OutOfLimits { field: "turn", problem });
        }
        if !self
            .clip
            .pins
            .iter()
            .any(|pin| matches!(pin, Pin::Room(_) | Pin::Feature(_) | Pin::Spawn(_) | Pin::Cells(_)))
        {
            return refuse("it contains nothing that can be drawn".to_owned());
        }
        let size = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?.size();
        let extent = self.extent();
        let is_sane = self.at.x.unsigned_abs() < 1 << 20 && self.at.y.unsigned_abs() < 1 << 20;
        if !is_sane || !size.rect().contains_rect(Rect::at(self.at, extent.width(), extent.height())) {
            return Err(EditError::Outside { cell: self.at, size });
        }
        let bounds = Rect::new(0, 0, width, height);
        for pin in &self.clip.pins {
            let kind = pin.kind_name();
            if matches!(pin, Pin::Entrance(_) | Pin::Name(_) | Pin::Stage(_) | Pin::Door(_)) {
                return refuse(format!("pin {} is of kind {kind}, which cannot be copied", pin.id()));
            }
            if !cells_of(pin).iter().all(|cell| bounds.contains(*cell)) {
                return refuse(format!("pin {} ({kind}) leaves its {width}×{height} cells", pin.id()));
            }
        }
        Ok(())
    }

    /// Width and height after turning.
    fn extent(&self) -> Size {
        let [width, height] = self.clip.size;
        if self.turn.is_multiple_of(2) { Size::of(width, height) } else { Size::of(height, width) }
    }

    /// Where a cell of the clip lies on the map.
    fn cell(&self, cell: Cell) -> Cell {
        let [mut width, mut height] = self.clip.size;
        let mut cell = if self.mirror { Cell::new(width - 1 - cell.x, cell.y) } else { cell };
        for _ in 0..self.turn {
            cell = Cell::new(height - 1 - cell.y, cell.x);
            (width, height) = (height, width);
        }
        self.at + cell
    }

    /// Where the north-west cell of a rectangle lies on the map.
    fn corner(&self, rect: Rect) -> Cell {
        let ends = [rect.min(), Cell::new(rect.right - 1, rect.bottom - 1)].map(|cell| self.cell(cell));
        Cell::new(ends[0].x.min(ends[1].x), ends[0].y.min(ends[1].y))
    }

    fn runs(&self, runs: &[Run], size: Size) -> Vec<Run> {
        let mut cells = BitGrid::new(size);
        runs.iter().flat_map(|run| run.cells()).for_each(|cell| cells.set(self.cell(cell), true));
        Run::of_cells(&cells).collect()
    }

    /// Quarter turns of a thing that has some.
    fn turns(&self, front: Dir) -> Dir {
        let front = if self.mirror && front.is_horizontal() { front.opposite() } else { front };
        (0..self.turn).fold(front, |dir, _| dir.right())
    }
}

/// The cells by which the place of a pin is judged.
fn cells_of(pin: &Pin) -> Vec<Cell> {
    let ends = |rect: Rect| vec![rect.min(), Cell::new(rect.right - 1, rect.bottom - 1)];
    // Sums of numbers that are too large would overflow, so they are looked at first.
    let is_sane = |cell: Cell| cell.x.unsigned_abs() < 1 << 20 && cell.y.unsigned_abs() < 1 << 20;
    let outside = || vec![Cell::new(-1, -1)];
    match pin {
        Pin::Room(pin) => pin
            .floor
            .iter()
            .flat_map(|run| {
                if is_sane(run.start) && (1..1 << 20).contains(&run.length) { ends(run.rect()) } else { outside() }
            })
            .collect(),
        Pin::Link(pin) => pin.kind.doors().iter().flat_map(|door| door.cells.clone()).collect(),
        Pin::Cells(pin) if is_sane(pin.at) && pin.fault().is_none() => ends(pin.bounds()),
        Pin::Feature(pin) if is_sane(pin.cell) && pin.size.iter().all(|side| (1..=64).contains(side)) => {
            ends(pin.rect())
        }
        Pin::Cells(_) | Pin::Feature(_) => outside(),
        Pin::Spawn(pin) => vec![pin.cell],
        _ => Vec::new(),
    }
}

/// A clip that is being drawn.
struct Paste<'a> {
    new: Dungeon,
    z: i32,
    turned: Turned<'a>,
    budget: u64,
    /// The rooms that came of room pins.
    rooms: BTreeMap<PinId, RoomId>,
    pins: Vec<PinJob>,
}

impl Paste<'_> {
    fn room(&mut self, pin: &RoomPin) -> Result<(), EditError> {
        let size = self.new.level(self.z).ok_or(EditError::NoSuchLevel(self.z))?.size();
        let floor = super::FloorShape::Cells(self.turned.runs(&pin.floor, size)).floor(size)?;
        let id = RoomId(self.new.rooms.len() as u32);
        self.new = reshape::add_room(&self.new, self.z, floor, self.budget)?;
        let [name, purpose] = [&pin.name, &pin.purpose].map(|text| text.clone().unwrap_or_default());
        check_text("name", &name, MAX_NAME)?;
        check_text("purpose", &purpose, MAX_NAME)?;
        for note in pin.notes.iter().flatten() {
            self.new = set_note(&self.new, id, None, &note.text, note.secret)?.dungeon;
        }
        let room = &mut self.new.rooms[id.index()];
        (room.name, room.purpose) = (name, Some(purpose).filter(|purpose| !purpose.is_empty()));
        self.rooms.insert(pin.id, id);
        self.pins.push(PinJob::Room(id, None));
        self.pins.extend(pin.name.iter().map(|_| PinJob::RoomText(id, super::made::RoomField::Name)));
        self.pins.extend(pin.purpose.iter().map(|_| PinJob::RoomText(id, super::made::RoomField::Purpose)));
        self.pins.extend(pin.notes.iter().map(|_| PinJob::RoomText(id, super::made::RoomField::Notes)));
        Ok(())
    }

    fn link(&mut self, rooms: [PinId; 2], kind: &PinnedLink) -> Result<(), EditError> {
        let id = LinkId(self.new.links.len() as u32);
        let missing =
            |pin: PinId| EditError::Impossible(format!("the clip links room pin {pin}, which it does not contain"));
        let find = |pin: PinId| self.rooms.get(&pin).copied().ok_or_else(|| missing(pin));
        let rooms = [find(rooms[0])?, find(rooms[1])?];
        match kind {
            PinnedLink::Shared(door) => {
                let cells: Vec<Cell> = door.cells.iter().map(|&cell| self.turned.cell(cell)).collect();
                let leaf = DoorLeaf { kind: door.kind, state: Some(door.state), secret: door.secret };
                self.new = add_door(&self.new, self.z, &cells, leaf, self.budget)?.0;
            }
            PinnedLink::Corridor(corridor) | PinnedLink::Secret(corridor) => {
                let secret = matches!(kind, PinnedLink::Secret(_));
                let style = links::LinkStyle { width: Some(corridor.width), secret };
                self.new = links::add_link(&self.new, rooms, style, self.budget)?;
                let doors = self.new.link(id).doors().to_vec();
                for (door, PinnedDoor { kind, state, .. }) in doors.into_iter().zip(&corridor.doors) {
                    let change = DoorChange { kind: Some(*kind), state: Some(*state), secret: None };
                    self.new = set_door(&self.new, door, change)?;
                }
            }
            PinnedLink::Stairs(_) => {
                return Err(EditError::Impossible("stairs lead to another level and cannot be copied".to_owned()));
            }
        }
        self.pins.push(PinJob::Link(id));
        Ok(())
    }

    fn ground(&mut self, pin: &crate::dungeon::CellsPin) -> Result<(), EditError> {
        let mut kinds: BTreeMap<char, Vec<Run>> = BTreeMap::new();
        for cell in pin.cells() {
            if let Some(ground) = cell.ground.filter(|ground| *ground != Ground::Bare) {
                let start = self.turned.cell(cell.cell);
                kinds.entry(ground.glyph()).or_default().push(Run { start, length: 1 });
            }
        }
        for (glyph, runs) in kinds {
            let made = lay_ground(&self.new, self.z, glyph, &runs)?;
            self.new = made.dungeon;
            self.pins.extend(made.pins);
        }
        Ok(())
    }

    fn feature(&mut self, pin: &FeaturePin) -> Result<(), EditError> {
        let front = pin.to_feature(0, None).front();
        let turned = self.turned.turns(front);
        let steps = (turned.index() + 4 - front.index()) % 4;
        let [width, height] = pin.size;
        let size = if self.turned.turn.is_multiple_of(2) { [width, height] } else { [height, width] };
        let feature = FeaturePin {
            z: self.z,
            cell: self.turned.corner(pin.rect()),
            size,
            turn: ((usize::from(pin.turn % 4) + steps) % 4) as u8,
            ..pin.clone()
        };
        debug_assert!(feature.mount != Mount::Wall || feature.to_feature(0, None).front() == turned);
        let made = contents::add_feature(&self.new, &feature)?;
        self.new = made.dungeon;
        self.pins.extend(made.pins);
        Ok(())
    }

    fn spawn(&mut self, pin: &SpawnPin) -> Result<(), EditError> {
        let spawn = SpawnPin { z: self.z, cell: self.turned.cell(pin.cell), ..pin.clone() };
        let made = contents::add_spawn(&self.new, &spawn)?;
        self.new = made.dungeon;
        self.pins.extend(made.pins);
        Ok(())
    }
}
