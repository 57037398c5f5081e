//! What players may know of the contents of rooms: what they see and what they were told.

use toml::{Table, Value};
use undercroft_grid::Cell;

use super::symbols::CONTENT_FILES;
use undercroft::Fraction;
use undercroft::dungeon::{
    Dungeon, Feature, Level, MarkerKind, Provenance, ProvenanceInput, Reference, Role, Room, Spawn, SpawnKind,
    references,
};

/// Takes away what only a game master knows of places that players can see. The levels hold nothing secret any more.
pub fn redact_contents(dungeon: &mut Dungeon) {
    // The hook speaks of things by reference: it is written out while they are all there.
    dungeon.story.hook = told_hook(dungeon);
    dungeon.story.rumours.clear();
    dungeon.groups.clear();
    dungeon.spawns = player_spawns(dungeon);
    dungeon.features = seen_features(dungeon);
    dungeon.rooms.iter_mut().for_each(forget_room);
    dungeon.markers.retain(|marker| matches!(marker.kind, MarkerKind::Light | MarkerKind::Stairs));
    // Stairs are labelled with the room that they lead to, and players have no numbers.
    dungeon.markers.iter_mut().for_each(|marker| marker.label = None);
    dungeon.goal = None;
    dungeon.warnings.clear();
    // The recipe stays for the look of natural rooms; no file for players holds it.
    let inputs = seen_symbols(dungeon);
    let (recipe, epoch) = (std::mem::take(&mut dungeon.provenance.recipe), dungeon.provenance.epoch);
    dungeon.provenance = Provenance { recipe, epoch, inputs, ..Provenance::default() };
}

fn forget_room(room: &mut Room) {
    room.roles.retain(|role| *role == Role::Entrance);
    (room.number, room.purpose, room.difficulty) = (None, None, Fraction::ZERO);
    room.name.clear();
    room.notes.clear();
    if room.floor.is_empty() {
        (room.hearth, room.dais, room.surface) = (None, None, None);
    }
}

/// The sentences of the hook that speak of nothing secret, with their references written out.
fn told_hook(dungeon: &Dungeon) -> String {
    let told = |sentence: &&str| references(sentence).all(|named| named.is_ok_and(|named| is_told(dungeon, named)));
    let sentences: Vec<&str> = sentences(&dungeon.story.hook).into_iter().filter(told).collect();
    dungeon.write_out(sentences.concat().trim_end())
}

/// Whether players may be told of it: inhabitants and levels by name, and furniture in sight. Rooms have numbers for the
/// game master alone.
fn is_told(dungeon: &Dungeon, named: Reference) -> bool {
    match named {
        Reference::Group(_) | Reference::Level(_) => true,
        Reference::Feature(id) => dungeon.features.get(id as usize).is_some_and(|feature| is_seen(dungeon, feature)),
        _ => false,
    }
}

/// The sentences of a text, each with the blanks after it.
fn sentences(text: &str) -> Vec<&str> {
    let is_end =
        |&(i, _): &(usize, &str)| text[..i].trim_end().ends_with(['.', '!', '?']) && !text[i..].starts_with(' ');
    let blanks = text.match_indices(' ').map(|(i, blank)| (i + 1, blank));
    let starts: Vec<usize> = std::iter::once(0).chain(blanks.filter(is_end).map(|(i, _)| i)).collect();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}

/// Where players begin, and nothing else that begins anywhere.
fn player_spawns(dungeon: &Dungeon) -> Vec<Spawn> {
    let is_known = |spawn: &&Spawn| spawn.kind == SpawnKind::Player && is_open(dungeon, spawn.z, spawn.cell);
    let known = (0..).zip(dungeon.spawns.iter().filter(is_known));
    let bare = |(id, spawn): (u32, &Spawn)| Spawn { id, group: None, difficulty: Fraction::ZERO, name: None, ..*spawn };
    known.map(bare).collect()
}

fn seen_features(dungeon: &Dungeon) -> Vec<Feature> {
    let seen = (0..).zip(dungeon.features.iter().filter(|feature| is_seen(dungeon, feature)));
    seen.map(|(id, feature)| Feature { id, spawn: None, ..feature.clone() }).collect()
}

/// What own files hold of the features that players see: kinds with their symbols, and nothing else.
fn seen_symbols(dungeon: &Dungeon) -> Vec<ProvenanceInput> {
    let is_seen = |name: &str| dungeon.features.iter().any(|feature| feature.kind == name);
    let reduced = |input: &ProvenanceInput| {
        let mut file: Table = input.text.parse().ok()?;
        let Some(Value::Table(kinds)) = file.remove("kind") else { return None };
        let kinds = kinds.into_iter().filter(|(name, kind)| kind.get("symbol").is_some() && is_seen(name));
        let kinds: Table = kinds.collect();
        let file = (!kinds.is_empty()).then(|| Table::from_iter([("kind".to_owned(), Value::Table(kinds))]))?;
        Some(ProvenanceInput::new(&input.key, &input.name, &toml::to_string(&file).ok()?))
    };
    dungeon.provenance.inputs.iter().filter(|input| input.key == CONTENT_FILES).filter_map(reduced).collect()
}

/// Whether players see a feature: it is no secret, and lies on floor that they can reach or in a wall that they see from
/// its room.
fn is_seen(dungeon: &Dungeon, feature: &Feature) -> bool {
    let room = feature.room.and_then(|room| dungeon.rooms.get(room.index()));
    let is_in_room = |cell: Cell| room.is_none_or(|room| room.contains(cell)) && is_open(dungeon, feature.z, cell);
    let faces_room = |cell: Cell| cell.neighbors4().into_iter().any(is_in_room);
    let is_known =
        |cell: Cell| if feature.is_on_floor() { is_open(dungeon, feature.z, cell) } else { faces_room(cell) };
    !feature.secret && feature.cells().all(is_known)
}

fn is_open(dungeon: &Dungeon, z: i32, cell: Cell) -> bool {
    dungeon.level(z).is_some_and(|level: &Level| !level.at(cell).is_massive())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_at_full_stops_before_a_blank() {
        assert_eq!(sentences("One 2.5. Two! Three?"), ["One 2.5. ", "Two! ", "Three?"]);
        assert_eq!(sentences("No end"), ["No end"]);
        assert_eq!(sentences(""), [""]);
    }
}
