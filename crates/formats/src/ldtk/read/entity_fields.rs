//! Rooms, doors, links and markers from entities.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Rect, Size};

use super::fields::{Fields, Iid, Spoken};
use super::level::Item;
use crate::ldtk::enums::Worded;
use crate::ldtk::schema::Kind;
use crate::room_notes::read_notes;
use undercroft::Fraction;
use undercroft::dungeon::{
    Door, DoorId, DoorKind, DoorState, Entrance, Fallback, LinkId, Marker, MarkerKind, Note, PlacedTemplate, Role,
    Room, RoomId, Run, Shape, Socket, Stub,
};
use undercroft::format::json::path::Fault;
use undercroft::format::json::{LinkFile, LinkFileKind};
use undercroft_grid::Dir;

/// The most cells of a door.
const MAX_DOOR: i64 = 4;

/// The entities of one kind in the order of their numbers, and the number that each gets: those that were deleted leave
/// no gap, new ones and copies come last.
pub(super) struct Numbered<'a> {
    pub items: Vec<&'a Item<'a>>,
    numbers: BTreeMap<&'a str, u32>,
}

impl<'a> Numbered<'a> {
    /// The entities of a kind, ordered by the field of this name.
    pub fn from_items(items: &'a [Item<'a>], kinds: &[Kind], order: &str) -> Result<Self, Fault> {
        let mut known = BTreeMap::new();
        let mut rest = Vec::new();
        for item in items.iter().filter(|item| kinds.contains(&item.kind)) {
            match item.fields().one::<u32>(order)? {
                Some(number) if !known.contains_key(&number) => drop(known.insert(number, item)),
                _ => rest.push(item),
            }
        }
        let items: Vec<&Item<'_>> = known.into_values().chain(rest).collect();
        let numbers = items.iter().zip(0..).map(|(item, number)| (item.iid, number)).collect();
        Ok(Self { items, numbers })
    }

    /// The numbers that entities have in the file, with those that they get.
    pub fn by_old(&self, order: &str) -> Result<BTreeMap<u32, u32>, Fault> {
        let mut by_old = BTreeMap::new();
        for (item, new) in self.items.iter().zip(0..) {
            if let Some(old) = item.fields().one::<u32>(order)? {
                by_old.entry(old).or_insert(new);
            }
        }
        Ok(by_old)
    }

    /// The number of the entity that a field refers to; `None` where it refers to none that is there.
    pub fn number(&self, iid: Option<Iid>) -> Option<u32> {
        iid.and_then(|Iid(iid)| self.numbers.get(iid.as_str()).copied())
    }
}

/// A room without its floor, and whether it is the goal.
pub(super) fn room(item: &Item<'_>, id: RoomId, size: Size) -> Result<(Room, bool), Fault> {
    let fields = item.fields();
    let corner = Cell::new(item.rect.left, item.rect.top);
    let difficulty = fields.fraction("difficulty")?.unwrap_or(Fraction::ZERO);
    let mut room = Room::bare(id, item.z, floor(item, &fields, corner, size)?);
    room.roles = fields.list("roles")?.into_iter().map(|Spoken::<Role>(role)| role).collect();
    (room.depth, room.difficulty) = (fields.one("depth")?.unwrap_or(0), difficulty);
    (room.plan, room.template) = (fields.exactly("plan")?, template(&fields)?);
    room.template_group = fields.one("template_group")?;
    room.sockets = sockets(&fields, corner)?;
    room.aligned = fields.one("aligned")?.unwrap_or(false);
    (room.number, room.shape) = (fields.one("number")?, shape(&fields)?);
    room.name = fields.one("name")?.unwrap_or_default();
    (room.purpose, room.surface) = (fields.one("purpose")?, fields.one("surface")?);
    room.notes = notes(&fields)?;
    let hearth = |line: String| {
        let refuse = |_| fields.fault("hearth", format!("need a hearth as JSON, got {line:?}"));
        serde_json::from_str(&line).map_err(refuse)
    };
    room.hearth = fields.one::<String>("hearth")?.map(hearth).transpose()?;
    room.dais = fields.exactly("dais")?.map(|[left, top, right, bottom]| Rect { left, top, right, bottom });
    Ok((room, fields.one("goal")?.unwrap_or(false)))
}

fn notes(fields: &Fields<'_>) -> Result<Vec<Note>, Fault> {
    let refuse = |line: &str| fields.fault("notes_json", format!("need a note as JSON, got {line:?}"));
    let note = |line: &String| serde_json::from_str(line).map_err(|_| refuse(line));
    let written = fields.list::<String>("notes_json")?.iter().map(note).collect::<Result<Vec<Note>, Fault>>()?;
    let [open, secret]: [Option<String>; 2] = [fields.one("notes")?, fields.one("notes_gm")?];
    Ok(read_notes(&open.unwrap_or_default(), &secret.unwrap_or_default(), written))
}

/// The floor as it was: the runs where they fill the rectangle from side to side, else the whole rectangle, for
/// a user who changed the rectangle means the rectangle.
fn floor(item: &Item<'_>, fields: &Fields<'_>, corner: Cell, size: Size) -> Result<Vec<Run>, Fault> {
    let text = fields.one::<String>("floor")?;
    let refuse = |word: &str| fields.fault("floor", format!("need runs written as x,y,length, got {word:?}"));
    let runs =
        text.iter().flat_map(|text| text.split_whitespace()).map(|word| run(word, corner).ok_or_else(|| refuse(word)));
    let runs = runs.collect::<Result<Vec<Run>, Fault>>()?;
    let hull = runs.iter().map(|run| run.rect()).reduce(Rect::hull);
    let runs = if hull == Some(item.rect) { runs } else { Run::of_rect(item.rect.intersection(size.rect())) };
    let runs: Vec<Run> = runs.into_iter().filter_map(|run| clip(run, size)).collect();
    if runs.is_empty() {
        return Err(item.fault(format!("the room does not lie on its {size} level")));
    }
    Ok(runs)
}

fn run(word: &str, corner: Cell) -> Option<Run> {
    let mut numbers = word.split(',').map(|number| number.parse::<i16>().ok().map(i32::from));
    let [x, y, length] = [numbers.next()??, numbers.next()??, numbers.next()??];
    let sound = numbers.next().is_none() && length >= 1;
    sound.then_some(Run { start: Cell::new(corner.x + x, corner.y + y), length })
}

fn clip(run: Run, size: Size) -> Option<Run> {
    let rect = run.rect().intersection(size.rect());
    (!rect.is_empty()).then_some(Run { start: Cell::new(rect.left, rect.top), length: rect.width() })
}

fn template(fields: &Fields<'_>) -> Result<Option<PlacedTemplate>, Fault> {
    let Some(name) = fields.one::<String>("template")? else { return Ok(None) };
    Ok(Some(PlacedTemplate {
        name,
        turn: fields.one("template_turn")?.unwrap_or(0),
        mirror: fields.one("template_mirror")?.unwrap_or(false),
        at: fields.one("template_at")?.unwrap_or(Cell::new(0, 0)),
    }))
}

fn shape(fields: &Fields<'_>) -> Result<Shape, Fault> {
    let Some(name) = fields.one::<String>("shape")? else { return Ok(Shape::Free) };
    Shape::from_name(&name).ok_or_else(|| {
        let names: Vec<&str> = Shape::ALL.iter().map(|shape| shape.name()).collect();
        fields.fault("shape", format!("need one of {}, got {name:?}", names.join(", ")))
    })
}

fn sockets(fields: &Fields<'_>, corner: Cell) -> Result<Vec<Socket>, Fault> {
    let refuse = |line: &str| {
        let problem = format!("need a socket written as `x y North required open`, got {line:?}");
        fields.fault("sockets", problem)
    };
    let lines = fields.list::<String>("sockets")?;
    lines.iter().map(|line| socket(line, corner).ok_or_else(|| refuse(line))).collect()
}

fn socket(line: &str, corner: Cell) -> Option<Socket> {
    let mut words = line.split_whitespace();
    let mut number = || words.next()?.parse::<i16>().ok().map(i32::from);
    let (x, y) = (number()?, number()?);
    let dir = Dir::from_word(words.next()?)?;
    let rest: Vec<&str> = words.collect();
    let known = rest.iter().all(|word| matches!(*word, "required" | "open"));
    let has = |word| rest.contains(&word);
    let cell = Cell::new(corner.x + x, corner.y + y);
    known.then(|| Socket { cell, dir, required: has("required"), open: has("open") })
}

/// A door.
pub(super) fn door(item: &Item<'_>, id: DoorId, rooms: &Numbered<'_>) -> Result<Door, Fault> {
    let area = item.rect.area();
    if area > MAX_DOOR {
        return Err(item.fault(format!("a door has 1 to {MAX_DOOR} cells, this rectangle has {area}")));
    }
    let fields = item.fields();
    let word = |name: &str| fields.fault(name, "a door needs a value here");
    Ok(Door {
        id,
        z: item.z,
        room: rooms.number(fields.one("room")?).map(RoomId),
        cells: item.rect.cells().collect(),
        normal: fields.one::<Spoken<Dir>>("normal")?.ok_or_else(|| word("normal"))?.0,
        kind: fields.one::<Spoken<DoorKind>>("kind")?.map_or(DoorKind::Door, |kind| kind.0),
        state: fields.one::<Spoken<DoorState>>("state")?.map_or(DoorState::Closed, |state| state.0),
        secret: fields.one("secret")?.unwrap_or(false),
    })
}

/// A link without its number; `None` where a room or a door of it is gone.
pub(super) fn link(item: &Item<'_>, rooms: &Numbered<'_>, doors: &Numbered<'_>) -> Result<Option<LinkFile>, Fault> {
    let fields = item.fields();
    let kind = fields.one::<Spoken<LinkFileKind>>("kind")?.map_or(LinkFileKind::Corridor, |kind| kind.0);
    let ends = fields.list::<Iid>("rooms")?.into_iter().filter_map(|iid| rooms.number(Some(iid)).map(RoomId));
    let doors = fields.list::<Iid>("doors")?.into_iter().filter_map(|iid| doors.number(Some(iid)).map(DoorId));
    let doors: Vec<DoorId> = doors.collect();
    let Ok(ends) = <[RoomId; 2]>::try_from(ends.collect::<Vec<_>>()) else { return Ok(None) };
    if doors.len() != kind.door_count() {
        return Ok(None);
    }
    let fallback = fields.exactly::<Spoken<Fallback>, 2>("fallback")?;
    Ok(Some(LinkFile {
        id: LinkId(0),
        kind,
        rooms: ends,
        doors,
        path: fields.list("path")?,
        width: fields.one("width")?.unwrap_or(1),
        runway: fields.exactly("runway")?.unwrap_or_default(),
        fallback: fallback.map_or([Fallback::None; 2], |ends| ends.map(|end| end.0)),
        roughened: fields.list("roughened")?,
        discovered: fields.one("discovered")?,
        from_coord: fields.exactly("from_coord")?,
        to_coord: fields.exactly("to_coord")?,
        is_secret_passage: fields.one("is_secret_passage")?.unwrap_or(false),
        to_run: fields.list("to_run")?,
    }))
}

/// A blind corridor.
pub(super) fn stub(item: &Item<'_>) -> Result<Stub, Fault> {
    let fields = item.fields();
    Ok(Stub { z: item.z, path: fields.list("path")?, width: fields.one("width")?.unwrap_or(1) })
}

/// Where the visitor comes in; `None` where the room or the door is gone.
pub(super) fn entrance(item: &Item<'_>, rooms: &Numbered<'_>, doors: &Numbered<'_>) -> Result<Option<Entrance>, Fault> {
    let fields = item.fields();
    let room = rooms.number(fields.one("room")?).map(RoomId);
    let door = doors.number(fields.one("door")?).map(DoorId);
    let runway = fields.one("runway")?.unwrap_or(0);
    let open_end = fields.one("open_end")?.unwrap_or(false);
    Ok(room.zip(door).map(|(room, door)| Entrance { room, door, runway, open_end }))
}

/// A marker. Stairs that tell nothing but their place are in the tiles already and need none.
pub(super) fn marker(
    item: &Item<'_>,
    rooms: &Numbered<'_>,
    link_of: impl Fn(&str) -> Option<LinkId>,
) -> Result<Option<Marker>, Fault> {
    let fields = item.fields();
    let kind = match item.kind {
        Kind::Stairs => MarkerKind::Stairs,
        Kind::Key => MarkerKind::Key,
        _ => MarkerKind::Light,
    };
    let marker = Marker {
        kind,
        z: item.z,
        cell: Cell::new(item.rect.left, item.rect.top),
        room: rooms.number(fields.one("room")?).map(RoomId),
        link: fields
            .one::<Iid>(if kind == MarkerKind::Key { "lock" } else { "link" })?
            .and_then(|Iid(iid)| link_of(&iid)),
        label: fields.one("label")?,
    };
    let tells = fields.one::<u32>("order")?.is_some() || marker.link.is_some() || marker.label.is_some();
    Ok((kind != MarkerKind::Stairs || tells).then_some(marker))
}
