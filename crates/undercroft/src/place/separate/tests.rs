//! The laws of placement on every grid.

use super::*;
use crate::events::NoEvents;
use crate::recipe::RecipeFile;
use crate::seed::Seed;

fn try_layout(settings: &str, seed: u64) -> Result<Layout, PlaceError> {
    let recipe = RecipeFile::parse("test", settings).unwrap().check(Seed::new(seed)).unwrap();
    place(&recipe, recipe.method.bsp_spec(), &mut Meter::new(&mut NoEvents, u64::MAX))
}

fn layout(settings: &str, seed: u64) -> Layout {
    try_layout(settings, seed).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_laws_of_placement_hold_on_every_grid_width_and_size() {
    let sizes = [(61, 83), (80, 80), (100, 57)];
    for (gx, gy) in (1..=8).flat_map(|gx| (1..=8).map(move |gy| (gx, gy))) {
        for (width, (w, h)) in (1..=4).flat_map(|width| sizes.map(|size| (width, size))) {
            let settings = format!(
                "width={w}\nheight={h}\nrooms.count=7\nrooms.min=6\nrooms.max=17\nrooms.grid=[{gx},{gy}]\ncorridors.width={width}"
            );
            check_laws(&layout(&settings, (gx * 100 + gy * 10 + width) as u64), 6, 17, [gx, gy]);
        }
    }
}

fn check_laws(layout: &Layout, min: i32, max: i32, [gx, gy]: [i32; 2]) {
    for (i, room) in layout.rooms.iter().enumerate() {
        let floor = room.bounds;
        assert!(layout.size.rect().grow(-2).contains_rect(floor), "{floor:?} leaves the map");
        assert!((min..=max).contains(&floor.width()) && (min..=max).contains(&floor.height()), "{floor:?}");
        assert!(room.aligned && floor.left % gx == 0 && floor.top % gy == 0, "{floor:?} is off the grid");
        assert!(floor.width() % gx == 0 && floor.height() % gy == 0, "{floor:?} is off the grid");
        let clear = |other: &Placement| !other.bounds.overlaps(floor.grow(3));
        assert!(layout.rooms[..i].iter().all(clear), "rooms too near at {floor:?}");
    }
}

#[test]
fn shapes_lie_on_the_grid_and_fill_their_bounds() {
    let names = ["l", "t", "cross", "octagon", "circle", "apse", "pillared", "alcoves", "dais", "ring"];
    let shapes = names.map(|name| format!("rooms.shapes.{name}=40\n")).concat();
    let mut seen = std::collections::BTreeSet::new();
    for (seed, (gx, gy)) in (1..=8).flat_map(|gx| (1..=8).map(move |gy| (gx, gy))).enumerate() {
        let settings = format!("{shapes}rooms.count=7\nrooms.min=6\nrooms.max=17\nrooms.grid=[{gx},{gy}]");
        let layout = layout(&settings, seed as u64);
        check_laws(&layout, 6, 17, [gx, gy]);
        for room in &layout.rooms {
            let hull = room.floor.iter().map(|run| run.rect()).reduce(Rect::hull);
            assert_eq!(hull, Some(room.bounds), "{room:?}");
            let (width, height) = (room.bounds.width(), room.bounds.height());
            assert!(width.max(height) <= 2 * width.min(height) || gx.max(gy) > 6, "{room:?}");
            seen.insert(room.shape);
        }
    }
    assert_eq!(seen.len(), names.len() + 1, "{seen:?}");
}

#[test]
fn a_room_more_changes_one_leaf() {
    let mut kept = 0;
    for seed in 0..100 {
        let [few, more] = [8, 9].map(|count| layout(&format!("rooms.count = {count}\nrooms.grid = 2"), seed));
        kept += few.rooms.iter().filter(|room| more.rooms.contains(room)).count();
    }
    // At best seven of eight.
    assert!(kept > 600, "{kept} of 800 rooms stay");
}

#[test]
fn rooms_spread_over_the_map() {
    let (mut x, mut y, mut n) = (0.0, 0.0, 0.0);
    for seed in 0..200 {
        for room in layout("rooms.count = 8", seed).rooms {
            x += f64::from(room.bounds.center().x) / 80.0;
            y += f64::from(room.bounds.center().y) / 80.0;
            n += 1.0;
        }
    }
    assert!((0.4..0.6).contains(&(x / n)) && (0.4..0.6).contains(&(y / n)), "mean centre {} {}", x / n, y / n);
}

#[test]
fn the_requested_number_is_met_exactly_where_it_fits() {
    for seed in 0..200 {
        // 16 leaves of 9 modules of 2 on each axis of 76 cells: this is the most that fits.
        let full = layout("rooms.count = 64\nrooms.min = 4\nrooms.max = 8\nrooms.grid = 2", seed);
        assert_eq!(full.rooms.len(), 64);
    }
}

#[test]
fn a_shortage_is_reported() {
    let layout = layout("width=30\nheight=30\nrooms.count = 50", 1);
    assert!(layout.rooms.len() >= 2 && layout.warnings.iter().any(|text| text.contains("of 50 rooms")));
}

#[test]
fn a_grid_without_a_multiple_is_lowered_and_said() {
    let layout = layout("rooms.min=5\nrooms.max=7\nrooms.grid=4", 1);
    assert_eq!(
        layout.warnings,
        [
            "rooms.grid: no multiple of 4 lies between 5 and 7, so 3 was used along x.",
            "rooms.grid: no multiple of 4 lies between 5 and 7, so 3 was used along y.",
        ]
    );
    assert!(layout.rooms.iter().all(|room| room.bounds.width() == 6));
}

#[test]
fn auto_takes_the_coarsest_grid_that_serves() {
    let layout = layout("rooms.grid=\"auto\"\nrooms.min=5\nrooms.max=10\nrooms.count=8", 1);
    assert_eq!((layout.module_grid, layout.rooms.len()), ([8, 8], 8));
    assert!(layout.warnings.is_empty(), "to choose a module is what was asked for: {:?}", layout.warnings);
}

#[test]
fn a_map_without_place_for_two_rooms_says_what_to_change() {
    let error = try_layout("width=16\nheight=16\nrooms.min=9\nrooms.max=10\nrooms.grid=1", 1).unwrap_err().to_string();
    assert_eq!(
        error,
        "a map of 16×16 has no place for two rooms of 9×9 with padding 2 on a grid of 1×1; raise width or height to \
             at least 28"
    );
}
