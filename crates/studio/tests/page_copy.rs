//! What edits changed, applied to a copy, gives the document: the slow way of a page that knows nothing of dungeons.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use undercroft::edit::{DoorRef, RoomRef};
use undercroft::seed::Stream;
use undercroft_studio::protocol::{Body, Command, PayloadBlob, Reply};
use undercroft_studio::{NoProgress, Session};

const LISTS: [&str; 9] = ["rooms", "doors", "windows", "links", "stubs", "markers", "features", "spawns", "groups"];
const HEAD: [&str; 8] = ["name", "tile_feet", "module_grid", "outline", "entrance", "goal", "warnings", "story"];

fn try_ask(session: &mut Session, command: Value) -> Result<Reply, String> {
    let command: Command = serde_json::from_value(command).unwrap();
    session.handle(command, &mut NoProgress).map_err(|error| error.message)
}

fn ask(session: &mut Session, command: Value) -> Reply {
    try_ask(session, command).unwrap()
}

/// A level of a copy, a byte for each cell.
#[derive(Clone, Debug, Default, PartialEq)]
struct LevelCopy {
    size: [usize; 2],
    terrain: Vec<u8>,
    solid: Vec<bool>,
    ground: Option<Vec<u8>>,
    lines: Option<Vec<Vec<u8>>>,
    name: Value,
}

/// What a page has of a document.
#[derive(Clone, Debug, PartialEq)]
struct Copy {
    dungeon: Map<String, Value>,
    levels: BTreeMap<i64, LevelCopy>,
    session: Map<String, Value>,
}

fn blob<'a>(value: &Value, payload: &'a [u8]) -> &'a [u8] {
    serde_json::from_value::<PayloadBlob>(value.clone()).unwrap().slice(payload).unwrap()
}

fn bits(value: &Value, payload: &[u8], width: usize) -> Vec<bool> {
    let rows = blob(value, payload).chunks(width.div_ceil(8));
    rows.flat_map(|row| (0..width).map(|x| row[x / 8] >> (x % 8) & 1 == 1)).collect()
}

fn lines(value: &Value, payload: &[u8]) -> Option<Vec<Vec<u8>>> {
    let blobs = ["floor", "house"].map(|key| value.get(key).map(|found| blob(found, payload).to_vec()));
    value.is_object().then(|| blobs.into_iter().flatten().collect())
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

impl Copy {
    fn read(reply: &Reply) -> Self {
        let Body::Document(body) = &reply.body else { panic!("it is not answered by a document") };
        let Value::Object(mut dungeon) = serde_json::to_value(body).unwrap() else { panic!() };
        let Some(Value::Object(session)) = dungeon.remove("session") else { panic!() };
        let level = |level: &Value| {
            let size = [number(&level["width"]), number(&level["height"])];
            let copy = LevelCopy {
                size,
                terrain: blob(&level["terrain"], &reply.payload).to_vec(),
                solid: bits(&level["solid"], &reply.payload, size[0]),
                ground: level.get("ground").map(|ground| blob(ground, &reply.payload).to_vec()),
                lines: lines(&level["lines"], &reply.payload),
                name: level["name"].clone(),
            };
            (level["z"].as_i64().unwrap(), copy)
        };
        let levels = dungeon.remove("levels").unwrap().as_array().unwrap().iter().map(level).collect();
        Self { dungeon, levels, session }.tidy()
    }

    /// Nothing is written in one way alone; entries of the journal and notes are of one reply.
    fn tidy(mut self) -> Self {
        for map in [&mut self.dungeon, &mut self.session] {
            map.retain(|_, value| *value != json!([]) && !value.is_null());
        }
        self.session.remove("step");
        self.session.remove("notes");
        if let Some(Value::Object(provenance)) = self.dungeon.get_mut("provenance") {
            provenance.retain(|_, value| *value != json!([]) && !value.is_null());
        }
        self
    }

    /// Cells that were painted.
    fn paint(&mut self, reply: &Reply) {
        let Body::Paint(paint) = &reply.body else { panic!() };
        let level = self.levels.get_mut(&paint.z.into()).unwrap();
        for (cell, terrain) in paint.cells.iter().zip(paint.terrain.slice(&reply.payload).unwrap()) {
            let at = cell.x as usize + cell.y as usize * level.size[0];
            (level.terrain[at], level.solid[at]) = (*terrain, paint.solid);
        }
    }

    /// What edits changed.
    fn change(&self, reply: &Reply) -> Self {
        let Body::Changed(body) = &reply.body else { panic!("it is not answered by what changed: {:?}", reply.body) };
        let patch = serde_json::to_value(body).unwrap();
        let mut copy = self.clone();
        for key in LISTS {
            patch_list(&mut copy.dungeon, key, &patch[key]);
        }
        let mut pins = copy.dungeon["provenance"].as_object().unwrap().clone();
        patch_list(&mut pins, "pins", &patch["pins"]);
        let mut provenance = patch.get("provenance").unwrap_or(&copy.dungeon["provenance"]).clone();
        provenance["pins"] = pins.remove("pins").unwrap_or_default();
        copy.dungeon.insert("provenance".to_owned(), provenance);
        if let Some(head) = patch.get("head") {
            for key in HEAD {
                copy.dungeon.insert(key.to_owned(), head.get(key).cloned().unwrap_or_default());
            }
        }
        for (key, value) in patch["session"].as_object().unwrap() {
            copy.session.insert(key.clone(), value.clone());
        }
        copy.levels = BTreeMap::new();
        for level in patch["levels"].as_array().unwrap() {
            let z = level["z"].as_i64().unwrap();
            copy.levels.insert(z, patch_level(self.levels.get(&z), level, &reply.payload));
        }
        copy.tidy()
    }
}

fn patch_list(map: &mut Map<String, Value>, key: &str, patch: &Value) {
    if patch.is_null() {
        return;
    }
    let mut list = map.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    list.resize(number(&patch["length"]), Value::Null);
    for item in patch["items"].as_array().unwrap() {
        list[number(&item[0])] = item[1].clone();
    }
    map.insert(key.to_owned(), list.into());
}

fn patch_level(before: Option<&LevelCopy>, patch: &Value, payload: &[u8]) -> LevelCopy {
    let size = [number(&patch["width"]), number(&patch["height"])];
    let area = size[0] * size[1];
    let bare = LevelCopy {
        size,
        terrain: vec![0; area],
        solid: vec![false; area],
        ground: None,
        lines: None,
        name: json!(""),
    };
    let mut level = before.filter(|before| before.size == size).cloned().unwrap_or(bare);
    level.name = patch["name"].clone();
    level.ground = (patch["has_ground"] == true).then(|| level.ground.take().unwrap_or_else(|| vec![0; area]));
    if let Some(drawn) = patch.get("drawn") {
        level.lines = lines(&drawn["lines"], payload);
    }
    let Some(cells) = patch.get("cells") else { return level };
    let [left, top, right, bottom] = ["left", "top", "right", "bottom"].map(|side| number(&cells["rect"][side]));
    let width = right - left;
    let terrain = blob(&cells["terrain"], payload);
    let solid = bits(&cells["solid"], payload, width);
    let ground = cells.get("ground").map(|ground| blob(ground, payload));
    for (y, x) in (top..bottom).flat_map(|y| (left..right).map(move |x| (y, x))) {
        let (at, from) = (x + y * size[0], x - left + (y - top) * width);
        (level.terrain[at], level.solid[at]) = (terrain[from], solid[from]);
        if let (Some(there), Some(ground)) = (&mut level.ground, ground) {
            there[at] = ground[from];
        }
    }
    level
}

/// The whole document of the session, which does not notice.
fn whole(session: &Session) -> Copy {
    Copy::read(&ask(&mut session.clone(), json!({"type": "document"})))
}

/// An edit that a person could make; it may be refused.
fn any_edit(copy: &Copy, session: &Session, stream: &mut Stream) -> Value {
    let Body::Document(shown) = ask(&mut session.clone(), json!({"type": "document"})).body else { panic!() };
    let dungeon = &shown.dungeon;
    let z = *copy.levels.keys().nth(stream.below(copy.levels.len() as u32) as usize).unwrap();
    let size = copy.levels[&z].size;
    let mut cell = [stream.range(1..size[0] as i32 - 1), stream.range(1..size[1] as i32 - 1)];
    let floors: Vec<_> =
        dungeon.rooms.iter().filter(|room| i64::from(room.z) == z).flat_map(|room| &room.floor).collect();
    if let Some(run) = stream.choose(&floors).copied().filter(|run| run.length > 1) {
        cell = [run.start.x, run.start.y];
    }
    let runs = json!([[cell[0], cell[1], stream.range(1..4)]]);
    let room = (!dungeon.rooms.is_empty()).then(|| RoomRef::of(stream.choose(&dungeon.rooms).unwrap()));
    let door = (!dungeon.doors.is_empty()).then(|| DoorRef::of(stream.choose(&dungeon.doors).unwrap()));
    let feature = (!dungeon.features.is_empty()).then(|| {
        let feature = stream.choose(&dungeon.features).unwrap();
        json!({"z": feature.z, "cell": feature.cell, "kind": feature.kind})
    });
    let states = ["open", "closed", "locked"];
    match stream.below(18) {
        0 => json!({"edit": "move_room", "room": room, "by": [stream.range(-3..4), stream.range(-3..4)]}),
        1 => json!({"edit": "delete_room", "room": room}),
        2 => json!({"edit": "add_room", "z": z, "shape": {"rect": {"left": cell[0], "top": cell[1],
            "right": cell[0] + stream.range(2..6), "bottom": cell[1] + stream.range(2..6)}}}),
        3 => {
            json!({"edit": "paint", "z": z, "to": (["floor", "rock", "wall"][stream.below(3) as usize]), "runs": runs})
        }
        4 => json!({"edit": "set_cells", "z": z, "solid": stream.below(2) == 0, "runs": runs}),
        5 => json!({"edit": "ground", "z": z, "to": (["~", "%", " ", ";"][stream.below(4) as usize]), "runs": runs}),
        6 => json!({"edit": "set_door", "door": door, "to": {"state": states[stream.below(3) as usize]}}),
        7 => json!({"edit": "delete_door", "door": door}),
        8 => json!({"edit": "name", "of": {"room": room}, "text": format!("Hall {}", stream.below(99))}),
        9 => json!({"edit": "name", "of": "dungeon", "text": format!("Mill {}", stream.below(99))}),
        10 => json!({"edit": "renumber"}),
        11 => json!({"edit": "number", "room": room, "n": stream.below(60)}),
        12 => json!({"edit": "pin", "what": {"room": room}}),
        13 => json!({"edit": "delete_feature", "feature": feature}),
        14 => json!({"edit": "delete_area", "z": z, "runs": runs}),
        15 => json!({"edit": "discover"}),
        16 => json!({"edit": "resize_map", "w": size[0] + 3, "h": size[1] + 1, "dx": stream.range(0..3), "dy": 1}),
        _ => json!({"edit": "purpose", "room": room, "text": "store"}),
    }
}

#[test]
fn a_copy_kept_by_what_changed_is_the_document() {
    let logs = std::env::var("UNDERCROFT_LOGS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut made: BTreeMap<String, usize> = BTreeMap::new();
    let (mut bytes, mut all) = (0, 0);
    for (log, preset) in (0..logs).flat_map(|log| PRESETS.map(|preset| (log, preset))) {
        let mut stream = Stream::new(log, preset);
        let mut session = Session::new(0);
        let generate = json!({"type": "generate", "preset": preset, "seed": log.to_string()});
        let mut copy = Copy::read(&ask(&mut session, generate));
        for turn in 0..40 {
            let hint = format!("{preset} {log}, turn {turn}");
            let edit = any_edit(&copy, &session, &mut stream);
            let Ok(command) = serde_json::from_value(json!({"type": "edit", "edits": [edit]})) else { continue };
            match stream.below(6) {
                0 => {
                    // A preview gives what the edit would give, and leaves the copy and the session alone.
                    let Ok(tried) = try_ask(&mut session, json!({"type": "try", "edits": [edit]})) else { continue };
                    let mut other = session.clone();
                    ask(&mut other, json!({"type": "edit", "edits": [edit]}));
                    let wanted = whole(&other);
                    let seen = copy.change(&tried);
                    assert_eq!((seen.dungeon, seen.levels), (wanted.dungeon, wanted.levels), "{hint}: try {edit}");
                    continue;
                }
                1 => {
                    // Painting tells of cells alone.
                    let (z, size) = (*copy.levels.keys().next().unwrap(), copy.levels.values().next().unwrap().size);
                    let cells: Vec<[i32; 2]> = (0..3)
                        .map(|_| [stream.range(1..size[0] as i32 - 1), stream.range(1..size[1] as i32 - 1)])
                        .collect();
                    let paint = json!({"type": "paint", "z": z, "cells": cells, "solid": stream.below(2) == 0});
                    if let Ok(painted) = try_ask(&mut session, paint) {
                        copy.paint(&painted);
                    }
                    continue;
                }
                _ => {}
            }
            match session.handle(command, &mut NoProgress) {
                Ok(reply) => {
                    copy = copy.change(&reply);
                    *made.entry(edit["edit"].as_str().unwrap().to_owned()).or_default() += 1;
                    let document = ask(&mut session.clone(), json!({"type": "document"}));
                    bytes += serde_json::to_string(&reply.body).unwrap().len() + reply.payload.len();
                    all += serde_json::to_string(&document.body).unwrap().len() + document.payload.len();
                }
                Err(_) => continue,
            }
            assert_eq!(copy, whole(&session), "{hint}: {edit}");
            if stream.below(12) == 0 {
                copy = Copy::read(&ask(&mut session, json!({"type": "undo"})));
            }
        }
    }
    println!("edits made: {made:?}; bytes of what changed: {bytes}, of whole documents: {all}");
    assert!(made.len() >= 14, "{made:?}");
    assert!(bytes < all / 2, "what changed takes {bytes} bytes, whole documents {all}");
}

/// Plain and soft walls, thin ones, ground, several levels, a plan.
const PRESETS: [&str; 4] = ["small-dungeon", "cave", "small-house", "crypt"];
