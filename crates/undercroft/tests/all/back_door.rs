//! `house.back_door`: a door from the kitchen to the outside, the only one without a link beside the entrance.

use rayon::prelude::*;
use undercroft::dungeon::{Door, DoorId, Dungeon};
use undercroft::edit::delete_room;
use undercroft::format::json;
use undercroft::recipe::presets;
use undercroft::verify::{FlawCode, verify};

use crate::dungeons;

use dungeons::{made, preset};

const SEEDS: u64 = 20;

fn house(name: &str, seed: u64, back_door: bool) -> Dungeon {
    let mut file = preset(name);
    file.set(&format!("house.back_door={back_door}")).unwrap();
    made(&file, seed)
}

/// The presets that are houses.
fn houses() -> Vec<&'static str> {
    let is_house =
        |name: &&str| preset(name).get("method").is_some_and(|method| method.value.to_string() == "\"house\"");
    presets().iter().map(|preset| preset.name).filter(is_house).collect()
}

/// The door that serves neither a link nor as the entrance.
fn back_door(dungeon: &Dungeon) -> Option<&Door> {
    let is_linked = |id: DoorId| dungeon.links.iter().any(|link| link.doors().contains(&id));
    let is_entrance = |id: DoorId| dungeon.entrance.as_ref().is_some_and(|entrance| entrance.door == id);
    dungeon.doors.iter().find(|door| !is_linked(door.id) && !is_entrance(door.id))
}

/// Whether the dungeon has its back door; it changes no other door and no link.
fn check(name: &str, seed: u64) -> bool {
    let (plain, dungeon) = (house(name, seed, false), house(name, seed, true));
    let report = verify(&dungeon);
    assert!(report.is_sound(), "{name} {seed}: {:?}", report.flaws);
    assert_eq!(plain.links, dungeon.links, "{name} {seed}");
    assert_eq!(plain.doors, dungeon.doors[..plain.doors.len()], "{name} {seed}");
    let Some(door) = back_door(&dungeon) else {
        assert!(dungeon.warnings.iter().any(|warning| warning.starts_with("house.back_door: ")), "{name} {seed}");
        return false;
    };
    let room = dungeon.room(door.room.expect("a back door is a door of the kitchen"));
    assert_eq!(room.purpose.as_deref(), Some("kitchen"), "{name} {seed}");
    let beyond = |steps: i32| {
        dungeon.levels.iter().find(|level| level.z == 0).unwrap().at(door.cells[0].step(door.normal, steps))
    };
    assert!((1..=2).all(|steps| beyond(steps).is_massive()), "{name} {seed}");
    true
}

#[test]
fn the_kitchen_of_nearly_every_house_has_a_back_door_that_changes_nothing_else() {
    for name in houses() {
        let found = (1..=SEEDS).into_par_iter().filter(|&seed| check(name, seed)).count() as u64;
        assert!(10 * found >= 9 * SEEDS, "{name}: {found}");
    }
}

#[test]
fn without_the_field_in_the_record_it_is_a_flaw() {
    let mut dungeon = house("cottage", 3, true);
    assert!(back_door(&dungeon).is_some());
    dungeon.provenance.recipe.insert("house.back_door", false);
    let codes: Vec<FlawCode> = verify(&dungeon).flaws.iter().map(|flaw| flaw.code).collect();
    assert_eq!(codes, [FlawCode::DoorWithoutLink]);
}

#[test]
fn in_another_room_it_is_a_flaw() {
    let mut dungeon = house("cottage", 3, true);
    let kitchen = back_door(&dungeon).and_then(|door| door.room).unwrap();
    dungeon.rooms[kitchen.index()].purpose = Some("study".to_owned());
    let codes: Vec<FlawCode> = verify(&dungeon).flaws.iter().map(|flaw| flaw.code).collect();
    assert_eq!(codes, [FlawCode::DoorWithoutLink]);
}

#[test]
fn it_goes_with_its_kitchen() {
    let dungeon = house("cottage", 3, true);
    let kitchen = back_door(&dungeon).and_then(|door| door.room).unwrap();
    let edited = delete_room(&dungeon, kitchen).unwrap();
    assert!(back_door(&edited).is_none());
    let is_about_doors = |code: FlawCode| matches!(code, FlawCode::DoorWithoutLink | FlawCode::DoorOffRing);
    assert!(verify(&edited).flaws.iter().all(|flaw| !is_about_doors(flaw.code)));
}

#[test]
fn it_comes_back_from_json() {
    let dungeon = house("inn", 5, true);
    assert!(back_door(&dungeon).is_some());
    assert_eq!(json::read(&json::write(&dungeon)).unwrap(), dungeon);
}
