//! Every rule with the message that it breaks into.

use super::*;

fn complaint(text: &str) -> String {
    Pool::parse_loose(&[("t.txt", text)]).unwrap_err().to_string()
}

#[test]
fn a_broken_rule_names_file_line_column_and_rule() {
    let check = |text: &str, message: &str| assert_eq!(complaint(text), message, "{text}");
    check("name: a\n###\n#.#\n###", "t.txt:2: template \"a\" has no sockets, so it cannot be entered");
    check("name: a\n#####\n#.#.+\n#####", "t.txt:3:4: this floor cannot be reached from the rest of the room");
    check(
        "name: a\n####\n#..+\n#.##\n##",
        "t.txt:4:2: a neighbour of this floor is not drawn; put wall or a socket there",
    );
    check("name: a\n###\n#.?\n###", "t.txt:3:3: '?' means nothing in a drawing; known are . # + A to Z and space");
    check("name: a\n###\n#.+\n###\n\nname: a\n###\n#.+\n###", "t.txt:6:7: the name \"a\" is taken (t.txt:1)");
    check("name: a\n+##\n#.#\n###", "t.txt:2:1: a socket has floor on exactly one of its four sides");
    check("name: a\n#####\n#.+.#\n#...+\n#####", "t.txt:3:3: a socket has floor on exactly one of its four sides");
    check(
        "name: a\n##A##\n#...B\n#.C.#\n#...#\n#####",
        "t.txt:4:3: a socket has floor on exactly one of its four sides",
    );
    check(
        "name: a\n###AB#\n#....#\n######",
        "t.txt:2:4: two required sockets touch; give them one letter, or put wall between them",
    );
    check("name: a\n#AAAAA#\n#.....#\n#######", "t.txt:2:2: a required socket is at most 4 cells wide");
    check(
        "name: a\nroles: entrance\n##A##\n+...+\n#####",
        "t.txt:3:3: an entrance has no required sockets: nothing is there yet to meet them",
    );
    check(
        "name: a\nroles: entrance\n###\n#.+\n###",
        "t.txt:1:7: an entrance needs two sockets: one for the visitor, one to go on",
    );
    check("name: a\nweight: -1\n###\n#.+\n###", "t.txt:2:9: weight: need a whole number from 0 to 1000, got \"-1\"");
    check("name: a\nmin: 3\nmax: 2\n###\n#.+\n###", "t.txt:3:6: max: need min <= max, got 2 with min 3");
    check(
        "name: a\nrole: boss\n###\n#.+\n###",
        "t.txt:2:7: role: there is no such entry; known are name, weight, tags, min, max, roles, mirror",
    );
    check(
        "name: a\nroles: king\n###\n#.+\n###",
        "t.txt:2:8: roles: there is no role \"king\"; known are entrance, boss, treasure, merchant, event",
    );
    check("###\n#.+\n###", "t.txt:1:1: a drawing needs a header with `name:` above it");
    check("name: a\n", "t.txt:1:7: template \"a\" has no drawing");
    check("name: a\n###\n###", "t.txt:2: a room needs floor");
}

#[test]
fn a_required_socket_must_not_face_inwards() {
    // A ring of floor round a hole: the socket on its inner wall leads nowhere.
    let ring = "name: ring\n#######\n#.....+\n#.#A#.#\n#.# #.#\n#.###.#\n#.....#\n#######";
    assert_eq!(
        complaint(ring),
        "t.txt:4:4: a socket must not face inwards: beyond it the drawing is empty and open to the outside"
    );
}

const TWO: &str = "name: a\n###\n+.+\n###\n\nname: b\n####\n+..+\n####\n\n";
const GATE: &str = "name: g\nroles: entrance\n###\n+.+\n###\n\n";

#[test]
fn a_pool_of_one_template_is_refused() {
    let pool = |text: &str| Pool::parse(&[("t.txt", text)]).map(|_| ()).map_err(|error| error.to_string());
    let one = format!("{GATE}name: a\n###\n+.+\n###\n");
    assert!(pool(&one).unwrap_err().starts_with("t.txt: a pool needs at least two templates"), "{:?}", pool(&one));
    assert_eq!(pool(TWO).unwrap_err(), "t.txt: a pool needs a template with `roles: entrance`");
    assert_eq!(pool(&format!("{GATE}{TWO}")), Ok(()));
}

#[test]
fn members_of_a_group_are_checked_against_each_other() {
    let group = |members: &str| complaint(&format!("{TWO}group: pair\n{members}"));
    assert_eq!(
        group("member: a 0,0\nmember: b 1,0"),
        "t.txt:13:9: members 1 and 2 overlap at cell (1, 1) of the group; only wall may lie on wall"
    );
    assert_eq!(
        group("member: a 0,0\nmember: b 5,0"),
        "t.txt:13:9: member 2 has no socket on a facing socket of an earlier member"
    );
    assert_eq!(group("member: a 0,0"), "t.txt:11:8: a group has at least two members");
    assert_eq!(group("member: a 0,0\nmember: c 1,0"), "t.txt:13:9: member: there is no template \"c\" in this pool");
    assert_eq!(
        group("member: a 0,0\nmember: b 2,0 turn 4"),
        "t.txt:13:9: member: need NAME X,Y [turn 0 to 3] [mirror], got \"b 2,0 turn 4\""
    );
    assert!(Pool::parse_loose(&[("t", &format!("{TWO}group: pair\nmember: a 0,0\nmember: b 2,0"))]).is_ok());
}

#[test]
fn shipped_sets_are_pools() {
    for set in SETS {
        let pool = Pool::parse(set.files()).unwrap_or_else(|error| panic!("{error}"));
        assert!(pool.templates().len() >= 24);
    }
}

#[test]
fn a_sheet_shows_every_turn_once() {
    let pool =
        Pool::parse_loose(&[("t", "name: nook\nweight: 2\ntags: small\n####\n#..#\n##+#\n\nname: bit\n###\n+.+\n###")]);
    let expected = "\
nook: weight 2, small
    0      1     2      3
    ####   ###   #+##   ###
    #..#   #.#   #..#   #.+
    ##+#   +.#   ####   #.#
           ###          ###
";
    let text = sheet(pool.unwrap().templates());
    let nook: String = text.split("\n\n").next().unwrap_or_default().to_owned();
    assert!(nook.starts_with(expected.trim_end()), "{text}");
    assert!(text.ends_with("bit: weight 1\n    0     1\n    ###   #+#\n    +.+   #.#\n    ###   #+#\n"), "{text}");
}

#[test]
fn letters_do_not_make_turns_different() {
    let pool = Pool::parse_loose(&[("t", "name: tee\n#####\nA...B\n##.##\n #C#")]).unwrap();
    assert_eq!(pool.templates()[0].symmetries().len(), 4);
    let pool = Pool::parse_loose(&[("t", "name: x\nmirror: yes\n #A#\n##.##\nB...C\n##.##\n #D#")]).unwrap();
    assert_eq!(pool.templates()[0].symmetries().len(), 1);
}

/// docs/dungeon-json.md lists them for those who number rooms without our templates.
#[test]
fn rooms_from_six_shipped_templates_are_passages() {
    let names = ["corridor", "passage", "elbow", "long-elbow", "crossing", "zigzag"];
    let is_tagged = |name: &str| super::is_shipped_corridor(name);
    assert!(names.into_iter().all(is_tagged) && !is_tagged("porch") && !is_tagged(""));
    let tagged = SETS.map(|set| set.pool().templates().iter().filter(|template| template.has_tag("corridor")).count());
    assert_eq!(tagged, [names.len(); 4]);
}
