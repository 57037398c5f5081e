use std::collections::BTreeSet;

use super::*;
use crate::shape::{MaskDraft, all_drafts};

fn floor_of(mask: &BitGrid) -> Vec<Run> {
    Run::of_cells(mask).collect()
}

#[test]
fn every_draft_of_every_shape_is_recognised_in_every_turn_and_mirror() {
    for shape in Shape::DRAWN.into_iter().chain([Shape::Cloister]) {
        for draft in all_drafts(shape, 17) {
            for symmetry in Symmetry::ALL {
                let mask = symmetry.bits(&draft.mask());
                assert!(has_shape(shape, &floor_of(&mask)), "{draft:?} {symmetry:?}");
            }
        }
    }
}

/// The floors of all drafts up to a side, in every turn and mirror.
fn all_floors(shape: Shape, longest: i32) -> BTreeSet<Vec<(i32, i32)>> {
    let drafts = all_drafts(shape, longest);
    drafts.iter().flat_map(|draft| Symmetry::ALL.map(|symmetry| cells(&symmetry.bits(&draft.mask())))).collect()
}

/// One cell more or less is another floor; of the few that are a draft too, the drafts are asked.
#[test]
fn one_cell_more_or_less_is_no_draft() {
    for shape in Shape::DRAWN.into_iter().chain([Shape::Cloister]) {
        let floors = all_floors(shape, 10);
        for draft in all_drafts(shape, 9) {
            let mask = MaskDraft { turns: 1, ..draft }.mask();
            for cell in mask.size().rect().cells() {
                let mut changed = mask.clone();
                changed.set(cell, !mask.contains(cell));
                if Rect::around(changed.iter()) != Some(changed.size().rect()) {
                    continue;
                }
                let is_draft = floors.contains(&cells(&changed));
                assert_eq!(has_shape(shape, &floor_of(&changed)), is_draft, "{draft:?} {cell}");
            }
        }
    }
}

/// Drawn by the rule of its shape in a box or with a cut that the shape cannot have, a floor is no draft.
#[test]
fn sides_and_cuts_beyond_their_limits_are_no_draft() {
    for shape in Shape::DRAWN.into_iter().chain([Shape::Cloister]) {
        let floors = all_floors(shape, 9);
        for sides in (3..=9).flat_map(|width| (3..=9).map(move |height| [width, height])) {
            let across = if matches!(shape, Shape::L | Shape::T) { 1..sides[0] } else { 0..1 };
            let down = if shape == Shape::L { 1..sides[1] } else { 0..1 };
            for cut in across.flat_map(|x| down.clone().map(move |y| [x, y])) {
                let mask = MaskDraft { shape, sides, cut, turns: 0 }.mask();
                if Rect::around(mask.iter()) == Some(mask.size().rect()) {
                    let is_draft = floors.contains(&cells(&mask));
                    assert_eq!(has_shape(shape, &floor_of(&mask)), is_draft, "{shape:?} {sides:?} {cut:?}");
                }
            }
        }
    }
}

fn cells(mask: &BitGrid) -> Vec<(i32, i32)> {
    mask.iter().map(|cell| (cell.y, cell.x)).collect()
}

#[test]
fn a_cloister_has_a_walk_and_a_line_of_pillars() {
    let picture = ".........\n.........\n..#.#.#..\n.........\n..#...#..\n.........\n..#.#.#..\n.........\n.........";
    let rows: Vec<Vec<char>> = picture.lines().map(|line| line.chars().collect()).collect();
    let mask = BitGrid::from_fn(Size::of(9, 9), |cell| rows[cell.y as usize][cell.x as usize] == '.');
    assert!(has_shape(Shape::Cloister, &floor_of(&mask)));
    assert!(!has_shape(Shape::Ring, &floor_of(&mask)));
}
