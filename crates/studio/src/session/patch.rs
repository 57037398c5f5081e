//! What edits changed of a document: the parts that are different now, and nothing else.

use undercroft::dungeon::{Dungeon, Ground, Level};
use undercroft::format::json::DungeonFile;
use undercroft::grid::{BitGrid, Cell, Grid, Rect, Size};

use super::level_lines::level_lines;
use crate::protocol::{
    Body, CellPatch, ChangedReply, ChangedState, DrawnLines, DungeonHead, LevelPatch, ListPatch, PayloadBlob, Reply,
};

/// The reply that makes the new dungeon of the old one. A page that painted since has the dungeon that it was `sent` with
/// the painted cells, and stale lines.
pub fn changed(sent: Option<&Dungeon>, old: &Dungeon, new: &Dungeon, session: ChangedState) -> Reply {
    let mut payload = Vec::new();
    let [mut before, mut after] = [sent.unwrap_or(old), new].map(|dungeon| DungeonFile::new(dungeon, Vec::<()>::new()));
    let [old_pins, pins] = [&mut before, &mut after].map(|file| std::mem::take(&mut file.provenance.pins));
    let levels = levels(sent, old, new, &mut payload);
    let [old_head, new_head] = [&before, &after].map(head);
    let body = ChangedReply {
        touched: Vec::new(),
        new_pins: Vec::new(),
        removed_pins: Vec::new(),
        head: (old_head != new_head).then_some(new_head),
        levels,
        rooms: ListPatch::between(&before.rooms, &after.rooms),
        doors: ListPatch::between(&before.doors, &after.doors),
        windows: ListPatch::between(&before.windows, &after.windows),
        links: ListPatch::between(&before.links, &after.links),
        stubs: ListPatch::between(&before.stubs, &after.stubs),
        markers: ListPatch::between(&before.markers, &after.markers),
        features: ListPatch::between(&before.features, &after.features),
        spawns: ListPatch::between(&before.spawns, &after.spawns),
        groups: ListPatch::between(&before.groups, &after.groups),
        pins: ListPatch::between(&old_pins, &pins),
        provenance: (before.provenance != after.provenance).then_some(after.provenance),
        session,
    };
    Reply { body: Body::Changed(Box::new(body)), payload }
}

/// What is no list. A field that comes to dungeon JSON has to find its place here.
fn head(file: &DungeonFile<()>) -> DungeonHead {
    let DungeonFile {
        format: _,
        version: _,
        name,
        tile_feet,
        module_grid,
        outline,
        entrance,
        goal,
        warnings,
        levels: _,
        rooms: _,
        doors: _,
        windows: _,
        links: _,
        stubs: _,
        markers: _,
        features: _,
        spawns: _,
        groups: _,
        story,
        provenance: _,
    } = file;
    DungeonHead {
        name: name.clone(),
        tile_feet: *tile_feet,
        module_grid: *module_grid,
        outline: *outline,
        entrance: entrance.clone(),
        goal: *goal,
        warnings: warnings.clone(),
        story: story.clone(),
    }
}

fn levels(sent: Option<&Dungeon>, old: &Dungeon, new: &Dungeon, payload: &mut Vec<u8>) -> Vec<LevelPatch> {
    let is_redrawn = sent.is_some() || !is_drawn_alike(old, new);
    let patch = |level: &Level| {
        let size = level.size();
        let cells = cell_patch(&[Some(old), sent], new, level, payload);
        let is_stale = is_redrawn || cells.is_some();
        let drawn = is_stale.then(|| DrawnLines { lines: level_lines(new, level, payload) });
        let (width, height, has_ground) = (size.width(), size.height(), level.ground.is_some());
        LevelPatch { z: level.z, name: level.name.clone(), width, height, has_ground, cells, drawn }
    };
    new.levels.iter().map(patch).collect()
}

/// Whether lines follow from the same things, cells apart.
fn is_drawn_alike(old: &Dungeon, new: &Dungeon) -> bool {
    let floors = |dungeon: &Dungeon| -> Vec<_> {
        dungeon.rooms.iter().map(|room| (room.z, room.shape, room.floor.clone())).collect()
    };
    old.doors == new.doors
        && old.windows == new.windows
        && old.outline == new.outline
        && old.entrance == new.entrance
        && floors(old) == floors(new)
        && old.links == new.links
}

/// The cells in which a level differs from any of those before.
fn cell_patch(before: &[Option<&Dungeon>], new: &Dungeon, level: &Level, payload: &mut Vec<u8>) -> Option<CellPatch> {
    let solid = new.solid(level);
    let rect = |old: &&Dungeon| match old.level(level.z).filter(|before| before.size() == level.size()) {
        Some(before) => different(before, &old.solid(before), level, &solid),
        None => Some(level.size().rect()),
    };
    let rect = before.iter().flatten().filter_map(rect).reduce(Rect::hull)?;
    let cut = |value: &dyn Fn(Cell) -> u8| rect.cells().map(value).collect::<Vec<u8>>();
    let terrain = PayloadBlob::append(payload, &cut(&|cell| level.terrain[cell] as u8));
    let size = Size::of(rect.width(), rect.height());
    let part = BitGrid::from_fn(size, |cell| solid.contains(cell + rect.min()));
    let solid = PayloadBlob::append_bits(payload, &part);
    let codes = |ground: &Grid<Ground>| cut(&|cell| ground[cell].code());
    let ground = level.ground.as_ref().map(|ground| PayloadBlob::append(payload, &codes(ground)));
    Some(CellPatch { rect, terrain, solid, ground })
}

/// The smallest rectangle round the cells in which two levels of one size differ.
fn different(old: &Level, old_solid: &BitGrid, new: &Level, new_solid: &BitGrid) -> Option<Rect> {
    let lies = |level: &Level, cell| level.ground.as_ref().map_or(Ground::default(), |ground| ground[cell]);
    let is_bare = old.ground.is_none() && new.ground.is_none();
    let row_differs = |y: &i32| {
        old.terrain.row(*y) != new.terrain.row(*y)
            || old_solid.row(*y) != new_solid.row(*y)
            || !(is_bare || old.ground.as_ref().zip(new.ground.as_ref()).is_some_and(|(a, b)| a.row(*y) == b.row(*y)))
    };
    let differs = |cell: &Cell| {
        old.terrain[*cell] != new.terrain[*cell]
            || old_solid.contains(*cell) != new_solid.contains(*cell)
            || lies(old, *cell) != lies(new, *cell)
    };
    let (width, height) = (new.size().width(), new.size().height());
    let cells = (0..height).filter(row_differs).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
    Rect::around(cells.filter(differs))
}
