//! What virtual tabletops get of the contents of rooms: lights, and furniture that stops sight.

use undercroft_grid::{Cell, Dir};

use super::outline::{Scale, WallPoint};
use undercroft::dungeon::{Dungeon, Feature, FeatureLight, Level, MarkerKind};

/// The light of a marker: a torch.
const TORCH: FeatureLight = FeatureLight { bright_feet: 20, dim_feet: 40 };
/// How far before a wall its light stands. [Unit: thousandths of a square]
const BEFORE_WALL: i32 = 100;

/// A light of a level.
pub(super) struct TableLight {
    pub at: WallPoint,
    pub light: FeatureLight,
}

/// The lights of a level: those of markers, then those of features.
pub(super) fn lights(dungeon: &Dungeon, level: &Level, scale: Scale) -> Vec<TableLight> {
    let markers = dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Light && marker.z == level.z);
    let markers = markers.filter(|marker| level.size().contains(marker.cell));
    let markers = markers.map(|marker| TableLight { at: scale.middle(marker.cell), light: TORCH });
    let features = features(dungeon, level).filter_map(|feature| Some((feature, feature.light?)));
    let features = features.map(|(feature, light)| TableLight { at: light_point(level, feature, scale), light });
    markers.chain(features).collect()
}

/// The features of a level's floor that stop sight.
pub(super) fn opaque_features<'a>(dungeon: &'a Dungeon, level: &'a Level) -> impl Iterator<Item = &'a Feature> {
    features(dungeon, level).filter(|feature| feature.opaque && feature.is_on_floor())
}

fn features<'a>(dungeon: &'a Dungeon, level: &'a Level) -> impl Iterator<Item = &'a Feature> {
    let map = level.size().rect();
    dungeon.features.iter().filter(move |feature| feature.z == level.z && map.contains_rect(feature.rect()))
}

/// The middle of a feature; for one in a wall a place before the wall, where its light is not walled in.
fn light_point(level: &Level, feature: &Feature, scale: Scale) -> WallPoint {
    let rect = feature.rect();
    let half = scale.cell() / 2;
    let middle = WallPoint { x: (rect.left + rect.right) * half, y: (rect.top + rect.bottom) * half };
    if feature.is_on_floor() {
        return middle;
    }
    let is_open = |dir: &Dir| !level.at(rect.center() + *dir).is_massive();
    let front = Some(feature.front()).filter(is_open).or_else(|| Dir::ALL.into_iter().find(is_open));
    let Cell { x, y } = front.unwrap_or(Dir::South).delta();
    let out = half + BEFORE_WALL;
    WallPoint { x: middle.x + x * out, y: middle.y + y * out }
}
