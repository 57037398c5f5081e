//! Sets of bits judged by the obvious set.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// A map up to three words wide with random members, as bits and as the obvious set.
fn sets() -> impl Strategy<Value = (BitGrid, BTreeSet<Cell>)> {
    (1..=150i32, 1..=5i32, vec(any::<bool>(), 750)).prop_map(|(w, h, members)| from_members(w, h, &members))
}

fn pairs() -> impl Strategy<Value = [(BitGrid, BTreeSet<Cell>); 2]> {
    (1..=150i32, 1..=5i32, vec(any::<bool>(), 750), vec(any::<bool>(), 750))
        .prop_map(|(w, h, a, b)| [from_members(w, h, &a), from_members(w, h, &b)])
}

fn from_members(w: i32, h: i32, members: &[bool]) -> (BitGrid, BTreeSet<Cell>) {
    let size = Size::of(w, h);
    let slow = size.cells().filter(|&c| members[size.id(c)]).collect();
    (BitGrid::from_fn(size, |c| members[size.id(c)]), slow)
}

fn check(fast: &BitGrid, slow: &BTreeSet<Cell>) {
    assert_eq!(fast.iter().collect::<Vec<_>>(), slow.iter().copied().collect::<Vec<_>>());
    assert_eq!(fast.count(), slow.len());
    assert_eq!(fast.is_empty(), slow.is_empty());
    let beyond = !fast.last_word_mask();
    assert!((0..fast.size().height()).all(|y| fast.row(y)[fast.stride() - 1] & beyond == 0), "bits beyond the width");
}

proptest! {
    #[test]
    fn membership_agrees_with_a_set((fast, slow) in sets(), x in -2..160i32, y in -2..7i32) {
        check(&fast, &slow);
        prop_assert_eq!(fast.contains(Cell::new(x, y)), slow.contains(&Cell::new(x, y)));
    }

    #[test]
    fn insert_and_remove_agree_with_a_set((mut fast, mut slow) in sets(), at in any::<prop::sample::Index>()) {
        let cell = fast.size().cell(at.index(fast.size().area()));
        prop_assert_eq!(fast.insert(cell), slow.insert(cell));
        check(&fast, &slow);
        prop_assert_eq!(fast.remove(cell), slow.remove(&cell));
        check(&fast, &slow);
    }

    #[test]
    fn combinations_agree_with_sets([(a, sa), (b, sb)] in pairs()) {
        let combined = |f: fn(&mut BitGrid, &BitGrid)| { let mut c = a.clone(); f(&mut c, &b); c };
        check(&combined(|c, b| *c &= b), &(&sa & &sb));
        check(&combined(|c, b| *c |= b), &(&sa | &sb));
        check(&combined(|c, b| *c ^= b), &(&sa ^ &sb));
        check(&combined(|c, b| *c -= b), &(&sa - &sb));
        prop_assert_eq!(a.intersects(&b), !sa.is_disjoint(&sb));
        prop_assert_eq!(a.is_subset(&b), sa.is_subset(&sb));
        let mut not = a.clone();
        not.complement();
        check(&not, &a.size().cells().filter(|c| !sa.contains(c)).collect());
    }

    #[test]
    fn ranges_are_filled_and_erased((fast, slow) in sets(), y in -2..7i32, start in -5..160i32, len in -3..160i32) {
        let range = start..start + len;
        let inside = |c: &Cell| c.y == y && range.contains(&c.x);
        let mut filled = fast.clone();
        filled.fill(y, range.clone());
        check(&filled, &(&slow | &fast.size().cells().filter(inside).collect()));
        let mut erased = fast.clone();
        erased.erase(y, range.clone());
        check(&erased, &slow.into_iter().filter(|c| !inside(c)).collect());
    }

    #[test]
    fn rectangles_are_filled_and_erased((fast, slow) in sets(), x in -5..160i32, y in -3..6i32, w in 0..90i32, h in 0..6i32) {
        let rect = Rect::at(Cell::new(x, y), w, h);
        let mut filled = fast.clone();
        filled.fill_rect(rect);
        check(&filled, &(&slow | &fast.size().cells().filter(|&c| rect.contains(c)).collect()));
        let mut erased = fast.clone();
        erased.erase_rect(rect);
        check(&erased, &slow.into_iter().filter(|&c| !rect.contains(c)).collect());
    }

    #[test]
    fn neighbours_in_a_row_are_found((fast, slow) in sets(), at in -70..300i32) {
        let width = fast.size().width();
        let set = |x: &i32| slow.contains(&Cell::new(*x, 0));
        prop_assert_eq!(fast.next_set(0, at), (at.max(0)..width).find(set));
        prop_assert_eq!(fast.next_clear(0, at), (at.max(0)..width).find(|x| !set(x)));
        prop_assert_eq!(fast.previous_set(0, at), (0..width.min(at + 1)).rev().find(set));
        prop_assert_eq!(fast.previous_clear(0, at), (0..width.min(at + 1)).rev().find(|x| !set(x)));
    }

    #[test]
    fn runs_cover_a_row_maximally((fast, slow) in sets()) {
        let runs: Vec<_> = fast.runs(0).collect();
        let cells: BTreeSet<Cell> = runs.iter().cloned().flatten().map(|x| Cell::new(x, 0)).collect();
        prop_assert_eq!(cells, slow.into_iter().filter(|c| c.y == 0).collect());
        prop_assert!(runs.windows(2).all(|pair| pair[0].end < pair[1].start));
    }
}

#[test]
fn a_set_draws_itself() {
    let mut set = BitGrid::full(Size::of(3, 2));
    set.remove(Cell::new(1, 1));
    assert_eq!(format!("{set:?}"), "BitGrid 3×2\n###\n#.#\n");
}
