//! Stairs as regions that take those who enter to the other level.

use undercroft_grid::{Cell, Rect};

use super::id::Ids;
use super::room::rectangle;
use super::scene_layout::Plot;
use super::schema::{Behavior, Collection, Effect, Elevation, Flags, Region};
use undercroft::dungeon::{Dungeon, Terrain};

/// The colour of stairs.
const COLOUR: &str = "#28c9cc";

/// The regions of all stairs between two plots, the upper one first.
///
/// In version 14 a region lies on both levels, and whoever enters it is asked where to go; in version 13 there is one in
/// each scene, and each leads to the other.
pub fn regions(dungeon: &Dungeon, upper: &Plot, lower: &Plot, ids: Ids) -> Vec<(bool, Region)> {
    let mut regions = Vec::new();
    for cell in shafts(dungeon, upper, lower) {
        let name = format!("stairs {} {} {}", upper.level.z, cell.x, cell.y);
        if let (Some(above), Some(below)) = (&upper.id, &lower.id) {
            let effect = Effect::ChangeLevel { movement_actions: Vec::new() };
            let mut region = region(upper, cell, &name, ids, effect);
            region.levels = Some(vec![above.clone(), below.clone()]);
            region.elevation = Elevation { bottom: Some(lower.bottom), top: Some(upper.top()) };
            regions.push((true, region));
            continue;
        }
        let ends = [(true, upper, lower), (false, lower, upper)];
        for (is_upper, here, there) in ends {
            let [own, other] = [here, there].map(|plot| format!("{name} at {}", plot.level.z));
            let destination = format!("Scene.{}.Region.{}", there.scene, ids.id(&other));
            let effect = Effect::TeleportToken { destination, choice: true };
            regions.push((is_upper, region(here, cell, &own, ids, effect)));
        }
    }
    regions
}

/// Cells where stairs lead from the upper level to the lower one.
fn shafts(dungeon: &Dungeon, upper: &Plot, lower: &Plot) -> Vec<Cell> {
    let goes_down = |(cell, &terrain): (Cell, &Terrain)| (terrain == Terrain::StairsDown).then_some(cell);
    let joined = |cell: &Cell| dungeon.stairs_lead(upper.level.z, *cell) == Some(lower.level.z);
    upper.level.terrain.iter().filter_map(goes_down).filter(joined).collect()
}

fn region(plot: &Plot, cell: Cell, name: &str, ids: Ids, effect: Effect) -> Region {
    let behavior = Behavior {
        id: ids.id(&format!("{name} behavior")),
        name: "Stairs",
        effect,
        disabled: false,
        flags: Flags::new(),
    };
    Region {
        id: ids.id(name),
        name: "Stairs".to_owned(),
        color: COLOUR,
        shapes: vec![rectangle(Rect::at(cell, 1, 1), plot)],
        elevation: Elevation { bottom: None, top: None },
        levels: None,
        behaviors: Collection::Documents(vec![behavior]),
        visibility: 0,
        locked: false,
        flags: Flags::new(),
    }
}
