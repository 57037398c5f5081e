//! What everything behind the reader trusts: ids are positions, references lead somewhere, cells lie on their level.
//!
//! Sound references do not make a good dungeon (a door may open into rock): that is for the dungeon's judge to say.

use serde_json::Value;
use undercroft_grid::{Cell, MAX_SIDE, Rect, Size};

use super::check_contents::check_contents;
use super::check_pins::check_pins;
use super::checked::{Checked, each, is_position, is_text, on_level};
use super::path::{Fault, Path};
use crate::dungeon::{
    Corridor, Door, DoorId, Dungeon, Level, Link, LinkId, LinkKind, MAX_STAIRS_RUN, Marker, Provenance,
    ProvenanceInput, Room, RoomId, Run, Stub,
};
use crate::format::MAX_CELLS;
use crate::recipe::{FILE_KEYS, renamed_key};
use crate::seed::Seed;

/// The widest door and the widest corridor. [Unit: cells]
const MAX_WIDTH: usize = 4;
/// The longest side of a cell. [Unit: feet]
const MAX_FEET: u16 = 1_000;

/// Checks a dungeon whose levels are sound.
pub fn check(dungeon: &Dungeon) -> Checked {
    Check { dungeon }.all()
}

struct Check<'a> {
    dungeon: &'a Dungeon,
}

impl Check<'_> {
    fn all(&self) -> Checked {
        self.origin()?;
        inputs(&self.dungeon.provenance.inputs)?;
        check_pins(&self.dungeon.provenance)?;
        each("rooms", &self.dungeon.rooms, |i, room, path| self.room(i, room, path))?;
        self.floor_area()?;
        each("doors", &self.dungeon.doors, |i, door, path| self.door(i, door, path))?;
        each("windows", &self.dungeon.windows, |i, window, path| {
            is_position(window.id as usize, i, path)?;
            let size = self.level(window.z, path)?;
            on_level(size, [window.cell], || path.clone().key("cell"))
        })?;
        each("links", &self.dungeon.links, |i, link, path| self.link(i, link, path))?;
        each("stubs", &self.dungeon.stubs, |_, stub, path| self.stub(stub, path))?;
        each("markers", &self.dungeon.markers, |_, marker, path| self.marker(marker, path))?;
        check_contents(self.dungeon)?;
        self.ends()
    }

    /// Recipe, seed and scale.
    fn origin(&self) -> Checked {
        let Dungeon { name, tile_feet, provenance: Provenance { seed, recipe, .. }, .. } = self.dungeon;
        is_text(name, || Path::of("name"))?;
        for (i, level) in self.dungeon.levels.iter().enumerate() {
            is_text(&level.name, || Path::of("levels").index(i).key("name"))?;
        }
        if !(1..=MAX_FEET).contains(tile_feet) {
            return Err(Path::of("tile_feet").fault(format!("need 1 to {MAX_FEET}, got {tile_feet}")));
        }
        if !seed.is_empty() {
            let path = || Path::of("provenance").key("seed");
            Seed::from_record(seed).map_err(|error| path().fault(error.to_string()))?;
        }
        if let Some((key, hint)) = renamed_key(recipe) {
            return Err(recipe_path(key).fault(hint));
        }
        match recipe.iter().find(|(_, value)| !is_setting(value)) {
            Some((key, value)) => {
                let problem = format!("need a number, a word, true, false or a list of them, got {value}");
                Err(recipe_path(key).fault(problem))
            }
            None => Ok(()),
        }
    }

    fn room(&self, i: usize, room: &Room, path: &Path) -> Checked {
        is_position(room.id.index(), i, path)?;
        let size = self.level(room.z, path)?;
        if room.floor.is_empty() {
            return Err(path.clone().key("floor").fault("a room has at least one run of floor"));
        }
        floor(&room.floor, size, &path.clone().key("floor"))?;
        for (i, socket) in room.sockets.iter().enumerate() {
            on_level(size, [socket.cell], || path.clone().key("sockets").index(i).key("cell"))?;
        }
        is_text(&room.name, || path.clone().key("name"))?;
        is_text(room.purpose.as_deref().unwrap_or_default(), || path.clone().key("purpose"))?;
        on_level(size, room.hearth.map(|hearth| hearth.cell), || path.clone().key("hearth").key("cell"))?;
        if room.number == Some(0) {
            return Err(path.clone().key("number").fault("numbers of rooms count from 1, got 0"));
        }
        if room.dais.is_some_and(|dais| dais.is_empty() || !size.rect().contains_rect(dais)) {
            return Err(path.clone().key("dais").fault(format!("need a rectangle of cells on a {size} level")));
        }
        let Some(template) = &room.template else { return Ok(()) };
        let path = path.clone().key("template");
        if template.turn > 3 {
            return Err(path.key("turn").fault(format!("need 0 to 3 quarter turns, got {}", template.turn)));
        }
        if !Rect::new(-MAX_SIDE, -MAX_SIDE, MAX_SIDE, MAX_SIDE).contains(template.at) {
            return Err(path.key("at").fault(format!("{} is farther out than {MAX_SIDE} cells", template.at)));
        }
        Ok(())
    }

    /// Rooms that lie on each other are for the judge to find, but a small file must not make work without end.
    fn floor_area(&self) -> Checked {
        let area: i64 = self.dungeon.rooms.iter().map(Room::area).sum();
        if area <= MAX_CELLS as i64 {
            return Ok(());
        }
        Err(Path::of("rooms").fault(format!("the rooms have {area} cells of floor, at most {MAX_CELLS} are allowed")))
    }

    fn door(&self, i: usize, door: &Door, path: &Path) -> Checked {
        is_position(door.id.index(), i, path)?;
        let size = self.level(door.z, path)?;
        if let Some(id) = door.room {
            let room = self.room_ref(id, || path.clone().key("room"))?;
            if room.z != door.z {
                return Err(path.clone().key("room").fault(format!("room {id} lies on level {}", room.z)));
            }
        }
        let cells_path = || path.clone().key("cells");
        if !(1..=MAX_WIDTH).contains(&door.cells.len()) {
            return Err(cells_path().fault(format!("a door has 1 to {MAX_WIDTH} cells, got {}", door.cells.len())));
        }
        on_level(size, door.cells.iter().copied(), cells_path)?;
        let along = if door.normal.is_horizontal() { Cell::new(0, 1) } else { Cell::new(1, 0) };
        if door.cells.windows(2).any(|pair| pair[0] + along != pair[1]) {
            return Err(cells_path().fault("the cells of a door lie side by side across its normal, in order"));
        }
        Ok(())
    }

    fn link(&self, i: usize, link: &Link, path: &Path) -> Checked {
        is_position(link.id.index(), i, path)?;
        let mut sizes = Vec::new();
        for (i, &id) in link.rooms.iter().enumerate() {
            let room = self.room_ref(id, || path.clone().key("rooms").index(i))?;
            sizes.push((room.z, self.level(room.z, path)?));
        }
        if link.stairs().is_none() && sizes[0] != sizes[1] {
            return Err(path.clone().key("rooms").fault("only stairs join rooms on two levels"));
        }
        let path = path.clone().key("kind");
        let [(z, size), (_, other)] = [sizes[0], sizes[1]];
        match &link.kind {
            LinkKind::Corridor { corridor, .. } => self.corridor(link, corridor, (z, size), &path.key("corridor")),
            LinkKind::Secret { corridor, .. } => self.corridor(link, corridor, (z, size), &path.key("secret")),
            LinkKind::Shared { door, .. } => self.link_door(*door, z, &path.key("shared").key("door")),
            LinkKind::Stairs { runs } => stairs(runs, [size, other], &path.key("stairs").key("runs")),
        }
    }

    fn corridor(&self, link: &Link, corridor: &Corridor, (z, size): (i32, Size), path: &Path) -> Checked {
        is_width(corridor.width, path)?;
        for (i, &id) in corridor.doors.iter().enumerate() {
            self.link_door(id, z, &path.clone().key("doors").index(i))?;
        }
        on_level(size, corridor.path.iter().copied(), || path.clone().key("path"))?;
        on_level(size, corridor.roughened.iter().copied(), || path.clone().key("roughened"))?;
        on_level(size, self.dungeon.corridor_cells(link), || path.clone().key("path"))
    }

    fn link_door(&self, id: DoorId, z: i32, path: &Path) -> Checked {
        let door = self.door_ref(id, || path.clone())?;
        if door.z == z {
            return Ok(());
        }
        Err(path.clone().fault(format!("door {id} lies on level {}", door.z)))
    }

    fn stub(&self, stub: &Stub, path: &Path) -> Checked {
        is_width(stub.width, path)?;
        let size = self.level(stub.z, path)?;
        on_level(size, stub.path.iter().copied(), || path.clone().key("path"))?;
        let brush = |&at: &Cell| Rect::at(at, stub.width.into(), stub.width.into()).cells();
        on_level(size, stub.path.iter().flat_map(brush), || path.clone().key("path"))
    }

    fn marker(&self, marker: &Marker, path: &Path) -> Checked {
        let size = self.level(marker.z, path)?;
        on_level(size, [marker.cell], || path.clone().key("cell"))?;
        if let Some(id) = marker.room {
            self.room_ref(id, || path.clone().key("room"))?;
        }
        if let Some(id) = marker.link {
            self.link_ref(id, || path.clone().key("link"))?;
        }
        Ok(())
    }

    /// Entrance, goal, module grid and outline.
    fn ends(&self) -> Checked {
        if let Some(entrance) = &self.dungeon.entrance {
            let path = || Path::of("entrance");
            self.room_ref(entrance.room, || path().key("room"))?;
            let door = self.door_ref(entrance.door, || path().key("door"))?;
            let size = self.level(door.z, &path())?;
            on_level(size, door.runway_rect(entrance.runway.into()).cells(), || path().key("runway"))?;
        }
        if let Some(goal) = self.dungeon.goal {
            self.room_ref(goal, || Path::of("goal"))?;
        }
        if self.dungeon.module_grid.is_some_and(|sides| sides.iter().any(|side| !(1..=MAX_SIDE).contains(side))) {
            return Err(Path::of("module_grid").fault(format!("need modules of 1 to {MAX_SIDE} cells each way")));
        }
        let Some(outline) = self.dungeon.outline else { return Ok(()) };
        let largest = Rect::new(0, 0, MAX_SIDE, MAX_SIDE);
        if outline.is_empty() || !largest.contains_rect(outline) {
            return Err(Path::of("outline").fault("need a rectangle of cells on the map"));
        }
        Ok(())
    }

    fn level(&self, z: i32, path: &Path) -> Result<Size, Fault> {
        let level = self.dungeon.level(z);
        level.map(Level::size).ok_or_else(|| path.clone().key("z").fault(format!("there is no level {z}")))
    }

    fn room_ref(&self, id: RoomId, path: impl Fn() -> Path) -> Result<&Room, Fault> {
        self.dungeon.rooms.get(id.index()).ok_or_else(|| path().fault(format!("there is no room {id}")))
    }

    fn door_ref(&self, id: DoorId, path: impl Fn() -> Path) -> Result<&Door, Fault> {
        self.dungeon.doors.get(id.index()).ok_or_else(|| path().fault(format!("there is no door {id}")))
    }

    fn link_ref(&self, id: LinkId, path: impl Fn() -> Path) -> Result<&Link, Fault> {
        self.dungeon.links.get(id.index()).ok_or_else(|| path().fault(format!("there is no link {id}")))
    }
}

/// Each run lies on its own level. Whether it is straight is for the judge to say.
fn stairs(runs: &[Vec<Cell>; 2], sizes: [Size; 2], path: &Path) -> Checked {
    for (end, (run, size)) in runs.iter().zip(sizes).enumerate() {
        let path = || path.clone().index(end);
        if !(1..=MAX_STAIRS_RUN).contains(&run.len()) {
            let problem = format!("a run of stairs has 1 to {MAX_STAIRS_RUN} cells, got {}", run.len());
            return Err(path().fault(problem));
        }
        on_level(size, run.iter().copied(), path)?;
    }
    Ok(())
}

/// The files that a recipe names are text within the limits of a recipe. Whether a digest is right is for the judge to say.
fn inputs(inputs: &[ProvenanceInput]) -> Checked {
    let path = || Path::of("provenance").key("inputs");
    if inputs.len() > ProvenanceInput::MAX_FILES {
        let problem = format!("a recipe has at most {} files, got {}", ProvenanceInput::MAX_FILES, inputs.len());
        return Err(path().fault(problem));
    }
    for (i, input) in inputs.iter().enumerate() {
        let path = || path().index(i);
        if !FILE_KEYS.contains(&input.key.as_str()) {
            let problem = format!("need one of {}, got {:?}", FILE_KEYS.join(", "), input.key);
            return Err(path().key("key").fault(problem));
        }
        is_text(&input.name, || path().key("name"))?;
        if input.text.len() > ProvenanceInput::MAX_BYTES {
            let (most, length) = (ProvenanceInput::MAX_BYTES, input.text.len());
            return Err(path().key("text").fault(format!("a file has at most {most} bytes, got {length}")));
        }
        input.file_text().map_err(|problem| path().key("text").fault(problem))?;
    }
    Ok(())
}

fn recipe_path(key: &str) -> Path {
    Path::of("provenance").key("recipe").key(key)
}

fn floor(floor: &[Run], size: Size, path: &Path) -> Checked {
    let mut last: Option<Run> = None;
    for (i, &run) in floor.iter().enumerate() {
        let refuse = |problem: String| Err(path.clone().index(i).fault(problem));
        let fits = run.length >= 1 && size.contains(run.start) && run.length <= size.width() - run.start.x;
        if !fits {
            let Run { start, length } = run;
            return refuse(format!("{length} cells from {start} eastwards do not lie on a {size} level"));
        }
        let end = |run: Run| Cell::new(run.start.x + run.length, run.start.y);
        if last.is_some_and(|last| run.start < end(last)) {
            return refuse("runs must go row by row, west to east, without a cell twice".to_owned());
        }
        last = Some(run);
    }
    Ok(())
}

fn is_width(width: u8, path: &Path) -> Checked {
    if (1..=MAX_WIDTH).contains(&usize::from(width)) {
        return Ok(());
    }
    Err(path.clone().key("width").fault(format!("need a width of 1 to {MAX_WIDTH} cells, got {width}")))
}

fn is_setting(value: &Value) -> bool {
    match value {
        Value::Null | Value::Object(_) => false,
        Value::Array(values) => values.iter().all(is_setting),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}
