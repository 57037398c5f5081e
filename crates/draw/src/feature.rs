//! Features: what lies flat, what stands, and what hangs in walls, each in a layer of its own.

use undercroft::dungeon::Feature;

use super::level_drawing::LevelDrawing;
use super::options::{DrawOptions, FeatureDetail, MAX_SYMBOLS};
use super::picture::{CELL, Paint, PictureGroup, Point, VectorPath};
use super::symbols::{SymbolSet, SymbolStamp};

/// Features that lie flat, which the grid is drawn over.
pub fn flat(chart: &LevelDrawing, options: &DrawOptions, symbols: &SymbolSet, id: &str) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-flat"));
    if !are_dots(chart, options) {
        let lying = features(chart).filter(|it| it.is_on_floor() && it.flat);
        lying.for_each(|it| group.add(stamp(chart, it, symbols).paint(&options.theme)));
    }
    group
}

/// Features that stand, above all of their shadows.
pub fn standing(chart: &LevelDrawing, options: &DrawOptions, symbols: &SymbolSet, id: &str) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-features"));
    let standing = || features(chart).filter(|it| it.is_on_floor() && !it.flat);
    if are_dots(chart, options) {
        group.push("feature", Paint::fill(options.theme.ink), dots(chart, standing()));
        return group;
    }
    standing().filter_map(|it| stamp(chart, it, symbols).shadow(&options.theme)).for_each(|shadow| group.add(shadow));
    standing().for_each(|it| group.add(stamp(chart, it, symbols).paint(&options.theme)));
    group
}

/// Features in walls.
pub fn mounted(chart: &LevelDrawing, options: &DrawOptions, symbols: &SymbolSet, id: &str) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-mounted"));
    let mounted = features(chart).filter(|it| !it.is_on_floor());
    if are_dots(chart, options) {
        group.push("wall-feature", Paint::fill(options.theme.ink), dots(chart, mounted));
    } else {
        mounted.for_each(|it| group.add(stamp(chart, it, symbols).paint(&options.theme)));
    }
    group
}

/// Whether a feature is on the map of its level.
pub fn is_shown(chart: &LevelDrawing, feature: &Feature) -> bool {
    feature.z == chart.level.z && chart.level.size().rect().contains_rect(feature.rect())
}

/// The middle of a feature as it is drawn.
pub fn middle(chart: &LevelDrawing, feature: &Feature) -> Point {
    let [width, height] = feature.size;
    let back = set_back(chart, feature);
    Point::corner(feature.cell).shift(width * CELL / 2 + back.x, height * CELL / 2 + back.y)
}

/// How much of what hangs on a thin wall stands out from it, instead of lying within the wall.
const IN_FRONT: i32 = 200;

/// How far a feature is moved so that it touches the thin wall behind it. What lies flat stays.
fn set_back(chart: &LevelDrawing, feature: &Feature) -> Point {
    let Some(walls) = chart.thin_walls.as_ref().filter(|_| !feature.flat || !feature.is_on_floor()) else {
        return Point::default();
    };
    let (recess, behind) = (walls.recess_of(&chart.floor, feature), feature.front().opposite().delta());
    let recess = if feature.is_on_floor() { recess } else { (recess - IN_FRONT).max(0) };
    Point::new(behind.x * recess, behind.y * recess)
}

fn features<'a>(chart: &'a LevelDrawing) -> impl Iterator<Item = &'a Feature> {
    chart.dungeon.features.iter().filter(|it| is_shown(chart, it))
}

fn stamp<'a>(chart: &LevelDrawing, feature: &'a Feature, symbols: &'a SymbolSet) -> SymbolStamp<'a> {
    SymbolStamp::new(feature, symbols.for_feature(feature)).moved(set_back(chart, feature))
}

/// Whether cells are too small, or features too many, for symbols.
fn are_dots(chart: &LevelDrawing, options: &DrawOptions) -> bool {
    options.features == FeatureDetail::Dots || chart.dungeon.features.len() > MAX_SYMBOLS
}

/// A dot for each feature, a little smaller than the shorter side of it.
fn dots<'a>(chart: &LevelDrawing, features: impl Iterator<Item = &'a Feature>) -> VectorPath {
    let mut path = VectorPath::default();
    for feature in features {
        path.extend(VectorPath::circle(middle(chart, feature), feature.size[0].min(feature.size[1]) * CELL * 3 / 10));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::draw;
    use crate::fixture;
    use crate::options::Edition;
    use crate::redact::redact_secrets;
    use undercroft::dungeon::{Dungeon, ProvenanceInput, Spawn, SpawnKind};

    fn hall() -> Dungeon {
        let mut hall = fixture::dungeon("", &["########\n#......#\n#......#\n#......#\n########"]);
        fixture::furnish(&mut hall);
        hall
    }

    fn options(edition: Edition) -> DrawOptions {
        DrawOptions { edition, sheet: false, ..DrawOptions::default() }
    }

    fn drawn(edition: Edition) -> String {
        draw(&hall(), &options(edition)).to_svg()
    }

    #[test]
    fn flat_features_lie_under_the_grid_and_wall_mounts_above_the_walls() {
        let svg = drawn(Edition::GameMaster);
        let at = |word: &str| svg.find(word).unwrap_or_else(|| panic!("{word}\n{svg}"));
        let layers =
            ["flat", "grid", "features", "walls", "mounted", "words"].map(|name| at(&format!("level-0-{name}")));
        assert!(layers.is_sorted(), "{layers:?}");
        assert!(at("#chest-shadow-") < at("\"#chest-") || at("#chest-shadow-") > at("level-0-features"));
        assert!(svg.contains("stroke-dasharray"), "a secret pit is dashed");
    }

    #[test]
    fn players_see_no_pit_and_the_same_drawing_as_without_secrets() {
        assert!(!drawn(Edition::Player).contains("stroke-dasharray"));
        let mut bare = hall();
        bare.features.retain(|feature| !feature.secret);
        (0..).zip(&mut bare.features).for_each(|(id, feature)| feature.id = id);
        assert_eq!(drawn(Edition::Player), draw(&bare, &options(Edition::Player)).to_svg());
        let redacted = redact_secrets(&hall());
        assert_eq!(drawn(Edition::Player), draw(&redacted, &options(Edition::Player)).to_svg());
    }

    #[test]
    fn treasure_and_traps_are_marked_for_the_game_master_and_inhabitants_are_not() {
        let mut hall = hall();
        let spawn = |id: u32, kind: SpawnKind| Spawn {
            id,
            kind,
            z: 0,
            cell: hall.rooms[0].floor[0].start,
            room: hall.rooms[0].id,
            group: None,
            difficulty: undercroft::Fraction::ZERO,
            name: None,
        };
        let marks = |kinds: &[SpawnKind], edition| {
            let mut hall = hall.clone();
            hall.spawns = (0..).zip(kinds).map(|(id, &kind)| spawn(id, kind)).collect();
            draw(&hall, &options(edition)).to_svg().contains("level-0-spawns")
        };
        assert!(marks(&[SpawnKind::Loot], Edition::GameMaster) && marks(&[SpawnKind::Trap], Edition::GameMaster));
        assert!(
            !marks(&[SpawnKind::Enemy, SpawnKind::Npc], Edition::GameMaster)
                && !marks(&[SpawnKind::Loot, SpawnKind::Trap], Edition::Player)
        );
        hall.features[0].spawn = Some(0);
        let chart = LevelDrawing::new(&hall, &hall.levels[0], &DrawOptions::default());
        assert_eq!(middle(&chart, &hall.features[0]), Point::new(3500, 1500));
    }

    #[test]
    fn small_cells_show_dots_for_what_stands_and_nothing_flat() {
        let svg =
            draw(&hall(), &DrawOptions { features: FeatureDetail::Dots, ..options(Edition::GameMaster) }).to_svg();
        assert!(!svg.contains("<use") && !svg.contains("level-0-flat") && svg.contains("class=\"feature\""));
    }

    /// Scars: hearths and torches stood off the thin walls of houses, and cellars had walls a cell thick.
    #[test]
    fn furniture_of_houses_touches_the_thin_wall_behind_it() {
        let mut touching = [0; 2];
        for (name, seed) in [("house-inn", 2), ("manor", 3), ("cottage", 3)] {
            let house = undercroft::generate(name, seed).unwrap();
            for level in &house.levels {
                let chart = LevelDrawing::new(&house, level, &DrawOptions::default());
                assert!(chart.house.is_some(), "{name}: level {} has thick walls", level.z);
                for it in features(&chart).filter(|it| it.kind == "hearth" || !it.is_on_floor()) {
                    let back = set_back(&chart, it);
                    let in_front = if it.is_on_floor() { 0 } else { IN_FRONT };
                    let recess = back.x.abs() + back.y.abs() + in_front;
                    assert!([325, 400].contains(&recess), "{name}: {} {}", it.kind, it.cell);
                    touching[usize::from(it.is_on_floor())] += 1;
                }
            }
        }
        assert!(touching.iter().all(|&count| count > 5), "{touching:?}");
    }

    #[test]
    fn too_many_features_become_dots() {
        let mut hall = hall();
        let chest = hall.features[0].clone();
        hall.features = vec![chest; MAX_SYMBOLS + 1];
        assert!(!draw(&hall, &options(Edition::GameMaster)).to_svg().contains("<use"));
        hall.features.pop();
        let svg = draw(&hall, &options(Edition::GameMaster)).to_svg();
        assert_eq!((svg.matches("<symbol").count(), svg.matches("<use").count()), (2, 2 * MAX_SYMBOLS));
    }

    #[test]
    fn a_kind_without_a_symbol_is_a_box_with_its_letter_until_a_content_file_brings_one() {
        let mut hall = hall();
        hall.features.truncate(1);
        hall.features[0].kind = "keg".to_owned();
        let boxed = draw(&hall, &options(Edition::GameMaster)).to_svg();
        assert!(boxed.contains("<symbol id=\"keg-") && boxed.contains("class=\"words\""), "{boxed}");
        let text = "[kind.keg]\nsize = [1, 1]\nrules = [\"wall\"]\nwords = { one = \"a keg\", many = \"kegs\" }\n\
                    symbol = { face = \"M100 100 L900 100 L500 900 Z\", shadow = 90 }\n";
        hall.provenance.inputs = vec![ProvenanceInput::new("stock.file", "kegs.toml", text)];
        for edition in [Edition::GameMaster, Edition::Player] {
            let svg = draw(&hall, &options(edition)).to_svg();
            assert!(svg.contains("m.1.1h.8l-.4.8z") && svg.contains("keg-shadow"), "{svg}");
        }
        let known = redact_secrets(&hall);
        assert_eq!(draw(&hall, &options(Edition::Player)), draw(&known, &options(Edition::Player)));
        hall.features[0].secret = true;
        assert!(redact_secrets(&hall).provenance.inputs.is_empty(), "players learn of no kind that they do not see");
    }
}
