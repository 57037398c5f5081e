//! Caves against slow fields and sets of cells.

use std::collections::BTreeSet;

use undercroft_grid::{Rect, Size};

use super::*;

type Cells = BTreeSet<(i32, i32)>;

const AREAS: [i32; 6] = [9, 20, 40, 80, 150, 400];

fn drafts(count: u64) -> impl Iterator<Item = (CaveDraft, i32)> {
    let draft = |seed, area| CaveDraft::draw(area, &mut Stream::new(seed, "caves"));
    (0..count).flat_map(move |seed| AREAS.map(|area| (draft(seed, area), area)))
}

/// The formula for each cell of a square that holds every cave, all fields and noises in one product.
fn slow_field(draft: &CaveDraft, scale: i32) -> Cells {
    let reach = 100;
    let cells = (-reach..reach).flat_map(|x| (-reach..reach).map(move |y| (x, y)));
    let is_floor = |&(x, y): &(i32, i32)| {
        let field: i128 = draft.balls.iter().fold(0, |sum, ball| {
            let [bx, by, r] = [ball.x, ball.y, ball.radius].map(|length| (length * scale).div_euclid(16));
            let d2 = i128::from(8 * x - bx).pow(2) + i128::from(8 * y - by).pow(2);
            sum + 1024 * i128::from(r * r) / (d2 + 8)
        });
        let [coarse, fine] = draft.noise.map(|noise| i128::from(noise.at(x.into(), y.into())));
        field * (40_000 + coarse + fine / 2) >= 1024 * 132_000
    };
    cells.filter(is_floor).collect()
}

fn around((x, y): (i32, i32)) -> [(i32, i32); 4] {
    [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
}

/// The cells that can be reached from one of them in straight steps.
fn part(cells: &Cells, from: (i32, i32)) -> Cells {
    let (mut part, mut open) = (Cells::from([from]), vec![from]);
    while let Some(cell) = open.pop() {
        let next = around(cell).into_iter().filter(|cell| cells.contains(cell));
        open.extend(next.filter(|&cell| part.insert(cell)).collect::<Vec<_>>());
    }
    part
}

fn shifted(cells: &Cells) -> Cells {
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells.iter().map(|(x, y)| (x - left, y - top)).collect()
}

fn cells(floor: &BitGrid) -> Cells {
    floor.iter().map(|cell| (cell.x, cell.y)).collect()
}

#[test]
fn the_field_is_the_formula_and_its_area_is_within_a_quarter_or_six_changes_were_made() {
    for (draft, area) in drafts(6) {
        let squares: i32 = draft.balls.iter().map(|ball| ball.radius * ball.radius).sum();
        let mut scale = f64::from(256 * 25 * area / squares).sqrt().floor().max(4.0) as i32;
        let mut slow = slow_field(&draft, scale);
        let mut changes = 0;
        while changes < 6 && (slow.len() as i32 * 4 < 3 * area || slow.len() as i32 * 4 > 5 * area) {
            let step = (scale / 8).max(1);
            scale = if (slow.len() as i32) < area { scale + step } else { scale - step };
            slow = slow_field(&draft, scale);
            changes += 1;
        }
        assert_eq!(shifted(&cells(&draft.field_floor().unwrap())), shifted(&slow), "{draft:?}");
    }
}

#[test]
fn smoothing_parts_and_holes_are_those_that_sets_of_cells_have() {
    for (draft, _) in drafts(3) {
        let Some(field) = draft.field_floor() else { continue };
        let raw = cells(&field);
        let near = |x: i32, y: i32| {
            (-1..=1).flat_map(|i| (-1..=1).map(move |j| (x + i, y + j))).filter(|c| raw.contains(c)).count()
        };
        let smooth: Cells = field.size().cells().map(|c| (c.x, c.y)).filter(|&(x, y)| near(x, y) > 4).collect();
        assert_eq!(cells(&smoothed(&field)), smooth);
        let parts = smooth.iter().map(|&cell| part(&smooth, cell));
        let largest = parts.max_by_key(|part| (part.len(), std::cmp::Reverse(part.first().copied()))).unwrap();
        let floor = largest_part(smoothed(&field)).unwrap_or_else(|| panic!("{draft:?}"));
        assert_eq!(cells(&floor).len(), largest.len());
        let rock: Cells = field.size().cells().map(|c| (c.x, c.y)).filter(|c| !cells(&floor).contains(c)).collect();
        let holes = rock.iter().filter(|&&cell| part(&rock, cell).len() <= 2).copied();
        assert_eq!(cells(&without_small_holes(floor.clone())), holes.chain(cells(&floor)).collect());
    }
}

#[test]
fn a_cave_is_one_piece_without_arms_and_straight_sides_and_about_as_large_as_asked_for() {
    let (mut masks, mut close) = (0, 0);
    for (draft, area) in drafts(200) {
        let Some(mask) = draft.mask() else { continue };
        masks += 1;
        let floor = cells(&mask);
        assert_eq!(Rect::around(mask.iter()), Some(mask.size().rect()));
        assert_eq!(part(&floor, *floor.first().unwrap()), floor, "{draft:?}");
        let block = |x: i32, y: i32| [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        let is_in_block = |&(x, y): &(i32, i32)| {
            [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
                .into_iter()
                .any(|(x, y)| block(x, y).iter().all(|cell| floor.contains(cell)))
        };
        assert!(floor.iter().all(is_in_block), "{draft:?}");
        for (dx, dy) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let is_side = |x: i32, y: i32| floor.contains(&(x, y)) && !floor.contains(&(x + dx, y + dy));
            let is_long = |&(x, y): &(i32, i32)| (0..5).all(|i| is_side(x + i * dy.abs(), y + i * dx.abs()));
            assert!(!floor.iter().any(is_long), "{draft:?} {floor:?}");
        }
        assert!(2 * floor.len() >= area as usize);
        close += usize::from(floor.len() as i32 * 2 <= 3 * area);
    }
    assert!(masks > 900 && 10 * close > 9 * masks, "{masks} caves of 1,200, {close} of them no larger than 3/2");
}

#[test]
fn the_largest_rooms_have_caves_too() {
    let draft = |seed| CaveDraft::draw(4_096, &mut Stream::new(seed, "caves"));
    let masks: Vec<BitGrid> = (0..40).filter_map(|seed| draft(seed).mask()).collect();
    assert!(masks.len() > 30, "{}", masks.len());
    assert!(masks.iter().all(|mask| (2_048..8_192).contains(&mask.count()) && mask.size().width() > 40));
}

#[test]
fn small_holes_are_filled_and_large_ones_stay() {
    let picture = |rows: &[&str]| {
        let bytes: Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
        BitGrid::from_fn(Size::of(rows[0].len() as i32, rows.len() as i32), |c| {
            bytes[c.y as usize][c.x as usize] == b'.'
        })
    };
    let before = picture(&["#########", "#.......#", "#.#..##.#", "#....#..#", "#.##....#", "#.......#", "#########"]);
    let after = picture(&["#########", "#.......#", "#....##.#", "#....#..#", "#.......#", "#.......#", "#########"]);
    assert_eq!(without_small_holes(before), after);
}
