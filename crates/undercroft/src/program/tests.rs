//! Programs: every mistake has a position, and storeys are filled up.

use super::*;

fn check(text: &str, message: &str) {
    assert_eq!(parse("inn.toml", text).unwrap_err().to_string(), message, "{text}");
}

#[test]
fn mistakes_name_file_line_and_column() {
    let list = |rooms: &str| format!("ground = [\n{rooms}\n]");
    let hall = "  { purpose = \"hall\", area = 20 },\n";
    let room = |rest: &str| list(&format!("{hall}  {{ purpose = \"den\", area = 9, {rest} }},"));
    check(&room("beside = \"taprom\""), "inn.toml:3:32: beside: no room \"taprom\" on this storey");
    check(&room("beside = \"den\""), "inn.toml:3:32: beside: no room \"den\" on this storey");
    check(
        &room("colour = 3"),
        &format!(
            "inn.toml:3:32: colour: unknown key; {}",
            "need purpose, area, beside, private, outer, max_aspect or repeat"
        ),
    );
    check(&room("repeat = 3"), "inn.toml:3:32: repeat: need true or false");
    check(&room("max_aspect = 99"), "inn.toml:3:32: max_aspect: need a whole number from 100 to 800, got 99");
    check(&list("{ purpose = \"a b\", area = 3 }"), "inn.toml:2:20: area: need a whole number from 4 to 4096, got 3");
    check(
        &list("{ purpose = \"\", area = 9 }"),
        "inn.toml:2:3: purpose: need a word of at most 40 letters, such as \"kitchen\"",
    );
    check(&list("3"), "inn.toml:2:1: need a room, such as { purpose = \"hall\", area = 20 }");
    check(&list(""), "inn.toml:1:1: ground: need 1 to 64 rooms, got 0");
    check("ground = 3", "inn.toml:1:1: ground: need a list of rooms");
    check("attic = []", "inn.toml:1:1: attic: unknown key; need footprint, cellar, ground, upper or top");
    check("footprint = { rect = 0 }", "inn.toml:1:1: footprint: all weights are 0; raise one of them");
    check("footprint = { star = 1 }", "inn.toml:1:15: star: unknown footprint; need rect, l, t, u, court or round");
    check("", "inn.toml:1:1: ground: a program has a list of rooms for the ground floor");
    check(
        &list("{ purpose = \"court\", area = 9 }"),
        "inn.toml:1:1: ground: the first room cannot be a court; the front door and the stairs are in it",
    );
}

#[test]
fn a_storey_takes_the_first_rooms_of_its_list_and_repeats_the_rest() {
    let inn = ShippedProgram::Inn.program();
    let purposes =
        |z, count| -> Vec<String> { inn.rooms(z, 1, count, false).into_iter().map(|room| room.purpose).collect() };
    assert_eq!(purposes(0, 3), ["taproom", "kitchen", "pantry"]);
    assert_eq!(purposes(1, 4), ["landing", "chamber", "chamber", "chamber"]);
    assert_eq!(purposes(-1, 3), ["beer cellar", "store", "store"]);
    let castle = ShippedProgram::Castle.program();
    assert!(castle.rooms(0, 2, 10, true)[1].is_court());
    assert!(castle.rooms(0, 2, 10, false).iter().all(|room| !room.is_court()));
}

#[test]
fn every_shipped_program_is_read_and_has_its_own_name() {
    for program in ShippedProgram::ALL {
        let (name, text) = program.file();
        assert_eq!(parse(name, text).unwrap(), *program.program());
        assert_eq!(program_of_category(name.trim_end_matches(".toml")), program);
    }
    assert_eq!(program_of_category(" Wizard Tower"), ShippedProgram::Tower);
    assert_eq!(program_of_category("bakery"), ShippedProgram::House);
}
