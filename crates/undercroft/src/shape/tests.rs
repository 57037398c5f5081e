//! Every rule against a slow judge that is written differently, and pictures of each shape.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Rect, Regions};

use super::*;
use crate::seed::Stream;

const LONGEST: i32 = 23;
/// The shapes that have a rule: those with a weight, and cloisters.
const RULED: [Shape; 12] = {
    let mut ruled = [Shape::Cloister; 12];
    let mut i = 0;
    while i < Shape::DRAWN.len() {
        ruled[i] = Shape::DRAWN[i];
        i += 1;
    }
    ruled
};

type Cells = BTreeSet<(i32, i32)>;

fn rectangle(left: i32, top: i32, right: i32, bottom: i32) -> Cells {
    Rect::new(left, top, right, bottom).cells().map(|cell| (cell.x, cell.y)).collect()
}

/// The disc as the union of its quarter: in half cells from the middle, by Pythagoras.
fn disc(diameter: i32) -> Cells {
    let reach = diameter / 2;
    let quarter = (0..=reach).flat_map(|x| (0..=reach).map(move |y| (x, y)));
    let quarter = quarter.filter(|(x, y)| 4 * (x * x + y * y) <= diameter * diameter);
    quarter.flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)]).map(|(x, y)| (x + reach, y + reach)).collect()
}

/// The table of shapes, with sets instead of formulas.
fn slow(draft: &MaskDraft) -> Cells {
    let [w, h] = draft.sides;
    let all = rectangle(0, 0, w, h);
    let without = |cells: &Cells| all.difference(cells).copied().collect::<Cells>();
    match draft.shape {
        Shape::L => without(&rectangle(w - draft.cut[0], 0, w, draft.cut[1])),
        Shape::T => &rectangle(0, 0, w, draft.cut[0]) | &rectangle(w / 2 - 1, 0, w / 2 + 2, h),
        Shape::Cross => {
            let half = if w >= 11 && h >= 11 { 2 } else { 1 };
            &rectangle(w / 2 - half, 0, w / 2 + half + 1, h) | &rectangle(0, h / 2 - half, w, h / 2 + half + 1)
        }
        Shape::Octagon => {
            let mut corners = Cells::new();
            for (row, length) in (1..=3 * w / 10).rev().enumerate() {
                for y in [row as i32, w - 1 - row as i32] {
                    corners.extend((0..length).flat_map(|x| [(x, y), (w - 1 - x, y)]));
                }
            }
            without(&corners)
        }
        Shape::Circle => disc(w),
        Shape::Apse => &rectangle(0, w / 2, w, h) | &disc(w).into_iter().filter(|(_, y)| *y < w / 2).collect(),
        Shape::Pillared => {
            let rows = if h >= 9 { [2, h - 3] } else { [1, h - 2] };
            without(&(1..=w - 2).step_by(2).flat_map(|x| rows.map(|y| (x, y))).collect())
        }
        Shape::Alcoves => {
            let niches = (1..=w - 2).step_by(2).flat_map(|x| [(x, 0), (x, h - 1)]).collect();
            &rectangle(0, 1, w, h - 1) | &niches
        }
        Shape::Ring => without(&rectangle(2, 2, w - 2, h - 2)),
        Shape::Cloister => {
            let ends = |length: i32| [2, length - 3];
            let rows = (2..w - 2).step_by(2).flat_map(|x| ends(h).map(|y| (x, y)));
            without(&rows.chain((2..h - 2).step_by(2).flat_map(|y| ends(w).map(|x| (x, y)))).collect())
        }
        _ => all,
    }
}

fn cells(mask: &BitGrid) -> Cells {
    mask.iter().map(|cell| (cell.x, cell.y)).collect()
}

#[test]
fn every_rule_makes_the_floor_that_the_table_describes() {
    for shape in RULED {
        let drafts = all_drafts(shape, LONGEST);
        assert!(drafts.len() > 8, "{shape:?}");
        for draft in drafts {
            assert_eq!(cells(&draft.mask()), slow(&draft), "{draft:?}");
        }
    }
}

#[test]
fn every_mask_is_one_piece_that_fills_its_box() {
    for shape in RULED {
        for draft in all_drafts(shape, 13) {
            let mask = draft.mask();
            assert_eq!(Regions::of(&mask).count(), 1, "{draft:?}");
            assert_eq!(Rect::around(mask.iter()), Some(mask.size().rect()), "{draft:?}");
        }
    }
}

#[test]
fn no_two_drafts_have_the_same_key() {
    let drafts: BTreeSet<MaskDraft> = RULED.iter().flat_map(|&shape| all_drafts(shape, 13)).collect();
    let keys: BTreeSet<u64> = drafts.iter().map(MaskDraft::key).collect();
    assert_eq!(keys.len(), drafts.len());
}

#[test]
fn turns_move_every_cell_a_quarter_round() {
    for shape in Shape::DRAWN {
        for draft in all_drafts(shape, 11) {
            let mut before = draft.mask();
            for turns in 1..4 {
                let turned = MaskDraft { turns, ..draft }.mask();
                let height = before.size().height();
                let expected = cells(&before).into_iter().map(|(x, y)| (height - 1 - y, x)).collect();
                assert_eq!(cells(&turned), expected, "{draft:?}");
                before = turned;
            }
        }
    }
}

#[test]
fn a_draw_keeps_to_sides_modules_and_aspect() {
    let mut stream = Stream::new(1, "place");
    for round in 0..300 {
        let min = stream.range(3..9);
        let max = min + stream.range(4..12);
        let modules = [stream.range(1..5), stream.range(1..5)];
        let limits = SideLimits { min, max, modules, max_aspect: stream.range(100..300) };
        let chooser = ShapeChooser::new(ShapeWeights([1; 11]), limits);
        let aspect_can_hold = limits.boxes().any(|sides| limits.allows_aspect(sides));
        for _ in 0..60 {
            let draft = chooser.draw(&mut stream);
            let sides = draft.turned_sides();
            let size = draft.mask().size();
            assert_eq!([size.width(), size.height()], sides);
            assert!(rule::has_box(draft.shape, draft.sides), "{draft:?}");
            assert!(limits.boxes().any(|allowed| allowed == sides), "round {round}: {draft:?} in {limits:?}");
            assert!(!aspect_can_hold || limits.allows_aspect(sides), "round {round}: {draft:?} in {limits:?}");
        }
    }
}

#[test]
fn shapes_come_as_often_as_their_weights_say_where_they_have_a_box() {
    let limits = SideLimits { min: 3, max: 7, modules: [1, 1], max_aspect: 200 };
    let mut weights = [0; 11];
    (weights[0], weights[7]) = (60, 40);
    let chooser = ShapeChooser::new(ShapeWeights(weights), limits);
    let mut stream = Stream::new(3, "place");
    let pillared = (0..2_000).filter(|_| chooser.draw(&mut stream).shape == Shape::Pillared).count();
    assert!((700..900).contains(&pillared), "{pillared}");
    let chooser = ShapeChooser::new(ShapeWeights(weights), SideLimits { max: 6, ..limits });
    assert!((0..200).all(|_| chooser.draw(&mut stream).shape == Shape::Rect));
}

#[test]
fn every_turn_and_every_cut_of_a_shape_is_drawn() {
    let limits = SideLimits { min: 5, max: 7, modules: [1, 1], max_aspect: 200 };
    for shape in Shape::DRAWN {
        let mut weights = [0; 11];
        weights[Shape::DRAWN.iter().position(|&drawn| drawn == shape).unwrap()] = 1;
        let chooser = ShapeChooser::new(ShapeWeights(weights), limits);
        let mut stream = Stream::new(5, "place");
        let drawn: BTreeSet<MaskDraft> = (0..20_000).map(|_| chooser.draw(&mut stream)).collect();
        let possible = all_drafts(shape, 7).into_iter().filter(|draft| draft.sides.iter().all(|&side| side >= 5));
        for draft in possible {
            let turned = |turns| drawn.contains(&MaskDraft { turns, ..draft });
            assert!((0..4).all(turned), "{draft:?}");
        }
    }
}

#[track_caller]
fn check(draft: MaskDraft, picture: &str) {
    let mask = draft.mask();
    let row = |y| (0..mask.size().width()).map(|x| if mask.contains(Cell::new(x, y)) { '.' } else { '#' }).collect();
    let rows: Vec<String> = (0..mask.size().height()).map(row).collect();
    assert_eq!(rows, picture.split_whitespace().collect::<Vec<_>>(), "{draft:?}");
}

fn draft(shape: Shape, width: i32, height: i32) -> MaskDraft {
    MaskDraft { shape, sides: [width, height], cut: [2, 2], turns: 0 }
}

#[test]
fn shapes_look_like_their_names() {
    check(draft(Shape::L, 5, 5), "...## ...## ..... ..... .....");
    check(draft(Shape::T, 7, 5), "....... ....... ##...## ##...## ##...##");
    check(MaskDraft { cut: [3, 0], ..draft(Shape::T, 7, 5) }, "....... ....... ....... ##...## ##...##");
    check(draft(Shape::Cross, 7, 7), "##...## ##...## ....... ....... ....... ##...## ##...##");
    check(draft(Shape::Octagon, 5, 5), "#...# ..... ..... ..... #...#");
    check(draft(Shape::Octagon, 7, 7), "##...## #.....# ....... ....... ....... #.....# ##...##");
    check(draft(Shape::Circle, 5, 5), "#...# ..... ..... ..... #...#");
    check(
        draft(Shape::Circle, 9, 9),
        "##.....## #.......# ......... ......... ......... ......... ......... #.......# ##.....##",
    );
    check(draft(Shape::Apse, 5, 6), "#...# ..... ..... ..... ..... .....");
    check(draft(Shape::Pillared, 7, 7), "....... .#.#.#. ....... ....... ....... .#.#.#. .......");
    check(draft(Shape::Pillared, 7, 9), "....... ....... .#.#.#. ....... ....... ....... .#.#.#. ....... .......");
    check(draft(Shape::Alcoves, 5, 5), "#.#.# ..... ..... ..... #.#.#");
    check(draft(Shape::Ring, 7, 7), "....... ....... ..###.. ..###.. ..###.. ....... .......");
    check(
        draft(Shape::Cloister, 9, 9),
        "......... ......... ..#.#.#.. ......... ..#...#.. ......... ..#.#.#.. ......... .........",
    );
    check(MaskDraft { turns: 1, ..draft(Shape::L, 5, 6) }, "...... ...... ...... ....## ....##");
}
