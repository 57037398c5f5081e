use super::*;

fn rows(width: usize, height: usize) -> String {
    format!("{}\n", ".".repeat(width)).repeat(height)
}

#[test]
fn a_broken_mask_names_file_line_column_and_what_to_do() {
    let check = |text: &str, message: &str| {
        assert_eq!(Mask::parse([("lot.txt", text)]).unwrap_err().to_string(), message, "{text}");
    };
    let short = format!("{}{}\n", rows(62, 3), ".".repeat(60));
    check(&short, "lot.txt:4:61: line has 60 cells, the first has 62");
    check(&format!("{}{}\n", rows(20, 3), ".".repeat(22)), "lot.txt:4:21: line has 22 cells, the first has 20");
    check("....x\n", "lot.txt:1:5: 'x' means nothing in a mask; known are # . and space");
    check("\t...\n", "lot.txt:1:1: '\\t' means nothing in a mask; known are # . and space");
    check("", "lot.txt:1:1: a mask needs rows of # and .");
    check("level: 0\n", "lot.txt:1:1: a level needs rows of # and .");
    check("level: up\n..", "lot.txt:1:1: level: need a number from -100 to 100, got \"up\"");
    check(&rows(15, 20), "lot.txt:1:1: a mask has sides of 16 to 16384 cells, got 15×20");
    let twice = format!("level: 1\n{0}level: 1\n{0}", rows(16, 16));
    check(&twice, "lot.txt:19:1: level 1 is there twice (lot.txt:2)");
    let gap = format!("{}\n{}", rows(16, 8), rows(16, 8));
    check(&gap, "lot.txt:9:1: an empty line in a block; write # for cells that are blocked");
    let other = format!("{}level: 1\n{}", rows(16, 16), rows(17, 16));
    check(&other, "lot.txt:18:1: this level has 17×16 cells, the first of the mask has 16×16");
    check(&rows(2048, 2049), "lot.txt:1:1: masks have at most 4194304 cells in all, such as 2048×2048");
}

#[test]
fn a_mask_needs_place_for_two_rooms_and_a_half_to_enter() {
    let few = format!("{}\n", "#".repeat(20)).repeat(15) + &format!("{}{}\n", ".".repeat(8), "#".repeat(12)).repeat(4);
    let mask = Mask::parse([("lot.txt", few.as_str())]).unwrap();
    let message = |side, dir| mask.check(side, dir).map_err(|error| error.to_string());
    assert_eq!(
        message(5, Dir::South).unwrap_err(),
        "mask.file: lot.txt:1:1: 32 connected free cells; two rooms of 5×5 need at least 98; free more cells"
    );
    assert_eq!(message(2, Dir::South), Ok(()));
    assert_eq!(
        message(2, Dir::North).unwrap_err(),
        "mask.file: lot.txt:1:1: no free cell in the north half, where the entrance is; free some or change entrance_side"
    );
}

#[test]
fn rows_without_a_level_hold_for_all_others() {
    let text = format!("{}\n\nlevel: -1\n{}", rows(16, 16), rows(16, 16).replace('.', "#"));
    let mask = Mask::parse([("lot.txt", text.as_str())]).unwrap();
    assert_eq!([0, 3, -1].map(|z| mask.free(z).unwrap().count()), [256, 256, 0]);
    let text = format!("level: -1\n{}", rows(16, 16));
    let mask = Mask::parse([("lot.txt", text.as_str())]).unwrap();
    assert!(mask.free(0).is_none() && mask.free(-1).is_some());
}
