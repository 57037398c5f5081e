//! A dungeon from maps: levels by their tiles, things by their objects.

use std::collections::BTreeSet;

use undercroft_grid::{Cell, Rect};

use super::doors::Doors;
use super::entities::marker_class;
use super::ids::Ids;
use super::map_file::{Fault, Map, Object, ObjectSource, Properties, Shape};
use super::map_level::{MapLevel, storeys};
use super::read_contents::Contents;
use super::rooms::Rooms;
use super::shape::steps;
use crate::pin_cells;
use crate::pin_ticks::{PinSubject, PinTicks};
use undercroft::dungeon::{
    DoorId, Dungeon, Entrance, Level, Link, LinkId, Marker, MarkerKind, Provenance, RoomId, Stub, Window,
};
use undercroft::format::json::{self, LinkFile, LinkFileKind};

/// The dungeon that maps show, each with some of its levels.
pub(super) fn assemble(maps: Vec<Map>) -> Result<Dungeon, Fault> {
    let said = maps.first().map(|map| map.properties.clone()).unwrap_or_default();
    let mut taken = 0;
    let mut floors = Vec::new();
    for map in maps {
        floors.extend(storeys(map, &mut taken)?);
    }
    floors.sort_by_key(|storey| std::cmp::Reverse(storey.z));
    let mut seen = BTreeSet::new();
    if let Some(twice) = floors.iter().find(|storey| !seen.insert(storey.z)) {
        return Err(twice.spot.fault(format!("level {} comes twice", twice.z)));
    }
    let levels: Vec<Level> = floors.iter().map(super::map_level::MapLevel::to_level).collect();
    let rooms = Rooms::from_levels(&floors)?;
    let doors = Doors::from_levels(&floors, &levels, &rooms)?;
    let (links, link_spots, link_ids) = links(&floors, &rooms, &doors)?;
    let (markers, marker_spots) = markers(&floors, &rooms, &link_ids);
    let mut dungeon = known(&said, levels, &rooms, &doors);
    (dungeon.links, dungeon.markers, dungeon.stubs) = (links, markers, stubs(&floors)?);
    let contents = Contents::read(&said, &floors, &rooms, &doors, &link_ids);
    let Rooms { list: rooms, spots: room_spots, .. } = rooms;
    (dungeon.rooms, dungeon.doors) = (rooms, doors.list);
    let (feature_spots, spawn_spots) = contents.put_into(&mut dungeon);
    json::check(&dungeon).map_err(|fault| {
        let spots = [
            ("rooms", &room_spots),
            ("doors", &doors.spots),
            ("links", &link_spots),
            ("markers", &marker_spots),
            ("features", &feature_spots),
            ("spawns", &spawn_spots),
        ];
        let fault = fault.flat();
        let (list, index) = fault.path.head();
        let spot = spots.iter().find(|(name, _)| *name == list).and_then(|(_, spots)| spots.get(index));
        spot.cloned().unwrap_or_default().spot.fault(format!("{}: {}", fault.path, fault.problem))
    })?;
    let mut ticks = PinTicks::default();
    let mut insert = |sources: &[ObjectSource], thing: fn(u32) -> PinSubject| {
        (0..).zip(sources).for_each(|(id, source)| ticks.insert(thing(id), source.pinned));
    };
    insert(&room_spots, |id| PinSubject::Room(RoomId(id)));
    insert(&doors.spots, |id| PinSubject::Door(DoorId(id)));
    insert(&link_spots, |id| PinSubject::Link(LinkId(id)));
    insert(&feature_spots, PinSubject::Feature);
    insert(&spawn_spots, PinSubject::Spawn);
    ticks.settle(&mut dungeon);
    let painted = floors.into_iter().filter_map(|storey| Some((storey.z, storey.pinned?))).collect();
    pin_cells::settle(&mut dungeon, &painted);
    Ok(dungeon)
}

/// What the properties of a map tell about its dungeon as a whole.
fn known(said: &Properties, levels: Vec<Level>, rooms: &Rooms, doors: &Doors) -> Dungeon {
    // Some levels of several do not come from the recipe.
    let whole = said.whole::<usize>("levels").is_none_or(|count| count == levels.len());
    let entrance = || {
        let room = rooms.find(said.whole("entrance_room")?)?;
        let door = doors.find(said.whole("entrance_door")?)?;
        let (runway, open_end) = (said.whole("entrance_runway").unwrap_or(0), said.flag("entrance_open_end"));
        Some(Entrance { room, door, runway, open_end })
    };
    let rect = |[left, top, right, bottom]: [i32; 4]| Rect::new(left, top, right, bottom);
    let mut dungeon = Dungeon::bare(said.text("name").unwrap_or_default(), levels);
    dungeon.entrance = entrance();
    dungeon.goal = said.whole("goal").and_then(|goal| rooms.find(goal));
    dungeon.outline = said.json("outline").map(rect);
    // Whether rooms lie on the lines of the grid does not show without the recipe.
    dungeon.module_grid = said.json("lattice").filter(|_| whole);
    let windows: Vec<Window> = said.json("windows").unwrap_or_default();
    let is_on_map = |window: &Window| dungeon.level(window.z).is_some_and(|level| level.size().contains(window.cell));
    dungeon.windows =
        (0..).zip(windows.into_iter().filter(is_on_map)).map(|(id, window)| Window { id, ..window }).collect();
    dungeon.tile_feet = said.whole("tile_feet").unwrap_or(dungeon.tile_feet);
    dungeon.set_file_warnings(said.json("warnings").unwrap_or_default());
    let recipe = said.json("recipe").filter(|_| whole).unwrap_or_default();
    let seed = said.text("seed").filter(|_| whole).unwrap_or_default().to_owned();
    let edited = dungeon.provenance.edited;
    let inputs = said.json("inputs").filter(|_| whole).unwrap_or_default();
    let pins = said.json("pins").unwrap_or_default();
    let pins_size = said.json("pins_size");
    dungeon.provenance =
        Provenance { inputs, pins, pins_size, ..Provenance::from_file(recipe, seed, said.whole("epoch"), edited) };
    dungeon
}

type Links = (Vec<Link>, Vec<ObjectSource>, Ids);

/// The links; those to rooms or doors that are gone went with them.
fn links(floors: &[MapLevel], rooms: &Rooms, doors: &Doors) -> Result<Links, Fault> {
    let (mut links, mut spots, mut old) = (Vec::new(), Vec::new(), Vec::new());
    for (storey, object) in of_class(floors, |class| class == "link") {
        let said = &object.properties;
        let Some(kind) = said.word::<LinkFileKind>("kind") else {
            return Err(object.spot.fault("a link needs `kind`: corridor, shared, stairs or secret_passage"));
        };
        let ends = ["from", "to"];
        let joined = ends.map(|end| said.whole(&format!("{end}_room")).and_then(|room| rooms.find(room)));
        let gates = ends.iter().filter_map(|end| said.whole(&format!("{end}_door")));
        let gates: Option<Vec<_>> = gates.map(|door| doors.find(door)).collect();
        let ([Some(from), Some(to)], Some(gates)) = (joined, gates) else { continue };
        let width = said.whole("width").unwrap_or(1);
        links.push(LinkFile {
            id: LinkId(0),
            kind,
            rooms: [from, to],
            doors: gates,
            path: if kind == LinkFileKind::Shared && said.get("path").is_none() {
                Vec::new()
            } else {
                path(storey, object, width)?
            },
            width,
            runway: ends.map(|end| said.whole(&format!("{end}_runway")).unwrap_or(0)),
            fallback: ends.map(|end| said.word(&format!("{end}_fallback")).unwrap_or_default()),
            roughened: said.json("roughened").unwrap_or_default(),
            discovered: said.get("discovered").map(|_| said.flag("discovered")),
            from_coord: said.json("from_coord"),
            to_coord: said.json("to_coord"),
            is_secret_passage: said.flag("secret"),
            to_run: said.json("to_run").unwrap_or_default(),
        });
        spots.push(ObjectSource::from(object));
        old.push(said.whole("id"));
    }
    let ids = Ids::from_old(old);
    links.iter_mut().zip(&ids.new).for_each(|(link, &id)| link.id = LinkId(id));
    let (links, spots) = (ids.sorted(links), ids.sorted(spots));
    let link = |(i, (link, spot)): (usize, (&LinkFile, &ObjectSource))| {
        let link = link.to_link(&json::Path::of("links").index(i), &rooms.list, &doors.list);
        link.map_err(|fault| spot.spot.fault(format!("{}: {}", fault.path, fault.problem)))
    };
    let links = links.iter().zip(&spots).enumerate().map(link).collect::<Result<_, _>>()?;
    Ok((links, spots, ids))
}

/// The path that a line or a point draws, or that a property tells.
fn path(storey: &MapLevel, object: &Object, width: u8) -> Result<Vec<Cell>, Fault> {
    if object.properties.get("path").is_some() {
        let told = object.properties.json("path");
        return told.ok_or_else(|| object.spot.fault("path: need a list of cells, as in [[1,2],[2,2]]"));
    }
    let middle = |pixels: f64, axis: usize, half: f64| pixels / storey.tile[axis] as f64 - half;
    let [left, top, ..] = object.frame;
    let Shape::Polyline(corners) = &object.shape else {
        let cell = |axis: usize| middle(object.frame[axis], axis, 0.0).floor().clamp(-1e6, 1e6) as i32;
        return Ok(vec![Cell::new(cell(0), cell(1))]);
    };
    let half = f64::from(width) / 2.0;
    let line = |pixels: f64, axis: usize| middle(pixels, axis, half).round().clamp(-1e6, 1e6) as i32;
    let bends: Vec<Cell> = corners.iter().map(|[x, y]| Cell::new(line(left + x, 0), line(top + y, 1))).collect();
    let size = storey.terrain.size();
    if let Some(bend) = bends.iter().find(|&&bend| !size.contains(bend)) {
        return Err(object.spot.fault(format!("the line leads to {bend}, which does not lie on a {size} level")));
    }
    // A line that goes back and forth across the map must not make work without end.
    let length: i64 = bends.windows(2).map(|pair| i64::from(pair[0].manhattan(pair[1]))).sum();
    if length > size.area() as i64 {
        return Err(object.spot.fault("the line is longer than the level has cells"));
    }
    Ok(steps(&bends))
}

fn stubs(floors: &[MapLevel]) -> Result<Vec<Stub>, Fault> {
    let (mut stubs, mut old) = (Vec::new(), Vec::new());
    for (storey, object) in of_class(floors, |class| class == "stub") {
        let width = object.properties.whole("width").unwrap_or(1);
        stubs.push(Stub { z: storey.z, path: path(storey, object, width)?, width });
        old.push(object.properties.whole("id"));
    }
    Ok(Ids::from_old(old).sorted(stubs))
}

fn markers(floors: &[MapLevel], rooms: &Rooms, links: &Ids) -> (Vec<Marker>, Vec<ObjectSource>) {
    let kinds = [MarkerKind::Light, MarkerKind::Key, MarkerKind::Stairs];
    let kind_of = |class: &str| kinds.into_iter().find(|&kind| marker_class(kind) == class);
    let (mut markers, mut spots, mut old) = (Vec::new(), Vec::new(), Vec::new());
    for (storey, object) in of_class(floors, |class| kind_of(class).is_some()) {
        let Some(kind) = kind_of(&object.class) else { continue };
        let said = &object.properties;
        let cell = |axis: usize| (object.frame[axis] / storey.tile[axis] as f64).floor().clamp(-1e6, 1e6) as i32;
        let label = match said.get("label") {
            Some(super::map_file::Value::Text(label)) => Some(label.clone()),
            _ => None,
        };
        markers.push(Marker {
            kind,
            z: storey.z,
            cell: Cell::new(cell(0), cell(1)),
            room: said.whole("room").and_then(|room| rooms.find(room)),
            link: said
                .whole(if kind == MarkerKind::Key { "lock" } else { "link" })
                .and_then(|link: u32| links.by_old.get(&link).copied())
                .map(LinkId),
            label,
        });
        spots.push(ObjectSource::from(object));
        old.push(said.whole("id"));
    }
    let ids = Ids::from_old(old);
    (ids.sorted(markers), ids.sorted(spots))
}

fn of_class<'a>(
    floors: &'a [MapLevel],
    class: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = (&'a MapLevel, &'a Object)> {
    let objects = floors.iter().flat_map(|storey| storey.objects.iter().map(move |object| (storey, object)));
    objects.filter(move |(_, object)| class(&object.class))
}
