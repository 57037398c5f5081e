//! Scenes: everything that is on a map.

use super::id::Ids;
use super::scene_layout::{PlacedPicture, Plot};
use super::schema::{
    Background, Collection, Elevation, Environment, Flags, GridData, Journal, LevelData, Light, LightAnimation,
    LightConfig, Ownership, Scene, Stats, Texture, Tile,
};
use super::{Version, door, room, stairs};
use crate::table_contents::{self, TableLight};
use crate::tabletop;
use undercroft::dungeon::Dungeon;
use undercroft_grid::Cell;

/// Square cells.
const SQUARES: u8 = 1;
/// The order of a tile that lies below those that people add.
const BELOW_OTHERS: i32 = -1000;
/// What lies where no picture is.
const DARK: &str = "#1c1a17";

/// The scenes of a dungeon: one in version 14, one for each level in version 13.
pub fn scenes(dungeon: &Dungeon, plots: &[Plot], ids: Ids, journal: Option<&Journal>, version: Version) -> Vec<Scene> {
    match version {
        Version::V13 => plots.iter().map(|plot| scene(dungeon, &[plot], plots, ids, journal, version)).collect(),
        Version::V14 if plots.is_empty() => Vec::new(),
        Version::V14 => vec![scene(dungeon, &plots.iter().collect::<Vec<_>>(), plots, ids, journal, version)],
    }
}

/// A scene of some plots; the first is the one that is shown first.
fn scene(
    dungeon: &Dungeon,
    own: &[&Plot],
    all: &[Plot],
    ids: Ids,
    journal: Option<&Journal>,
    version: Version,
) -> Scene {
    let first = own[0];
    let [width, height] = first.frame.squares().map(|squares| squares * first.grid);
    let background = Background { src: first.background(), color: None };
    let regions = own
        .iter()
        .flat_map(|plot| room::regions(dungeon, plot, ids, journal.is_some()))
        .chain(all_stairs(dungeon, own, all, ids));
    let notes = own.iter().filter_map(|plot| journal.map(|journal| room::notes(dungeon, plot, ids, journal)));
    let is_old = version == Version::V13;
    Scene {
        id: first.scene.clone(),
        name: name(dungeon, first, is_old && all.len() > 1),
        navigation: true,
        width,
        height,
        padding: 0,
        grid: GridData {
            kind: SQUARES,
            size: first.grid,
            distance: tabletop::square_feet(dungeon, first.scale()),
            units: "ft",
            alpha: 0.25,
        },
        token_vision: true,
        environment: Environment { darkness_level: 1 },
        background: is_old.then_some(background),
        background_color: is_old.then(|| DARK.to_owned()),
        initial_level: first.id.clone(),
        levels: (!is_old).then(|| Collection::Documents(own.iter().filter_map(|plot| level(plot)).collect())),
        tiles: Collection::Documents(own.iter().flat_map(|plot| tiles(plot, ids)).collect()),
        walls: Collection::Documents(own.iter().flat_map(|plot| door::walls(dungeon, plot, ids)).collect()),
        lights: Collection::Documents(own.iter().flat_map(|plot| lights(dungeon, plot, ids)).collect()),
        notes: Collection::Documents(notes.flatten().collect()),
        regions: Collection::Documents(regions.collect()),
        journal: journal.map(|journal| journal.id.clone()),
        ownership: Ownership { default: 0 },
        flags: flags(dungeon),
        stats: Stats { core_version: version.build() },
    }
}

fn name(dungeon: &Dungeon, plot: &Plot, numbered: bool) -> String {
    let title = super::title(dungeon);
    if numbered { format!("{title}, level {}", plot.level.z) } else { title }
}

/// What the dungeon was made from, so that it can be made again.
fn flags(dungeon: &Dungeon) -> Flags {
    let mut flags = Flags::new();
    if !dungeon.provenance.seed.is_empty() {
        flags.entry("undercroft".to_owned()).or_default().insert("seed".to_owned(), dungeon.provenance.seed.clone());
    }
    flags
}

fn level(plot: &Plot) -> Option<LevelData> {
    Some(LevelData {
        id: plot.id.clone()?,
        name: format!("Level {}", plot.level.z),
        elevation: Elevation { bottom: Some(plot.bottom), top: Some(plot.top()) },
        background: Background { src: plot.background(), color: Some(DARK.to_owned()) },
        sort: plot.rank,
        flags: Flags::new(),
    })
}

/// Pictures that lie side by side below everything, where one is not enough.
fn tiles(plot: &Plot, ids: Ids) -> Vec<Tile> {
    if plot.background().is_some() {
        return Vec::new();
    }
    let tile = |(i, picture): (usize, &PlacedPicture)| {
        let [x, y] = plot.corner(picture.cells.min());
        let [right, bottom] = plot.corner(Cell::new(picture.cells.right, picture.cells.bottom));
        let anchor = plot.id.is_some().then_some(0);
        Tile {
            id: ids.id(&format!("tile {} {i}", plot.level.z)),
            texture: Texture { src: picture.src.clone() },
            x,
            y,
            width: right - x,
            height: bottom - y,
            anchor_x: anchor,
            anchor_y: anchor,
            elevation: plot.elevation(),
            sort: BELOW_OTHERS,
            locked: true,
            levels: plot.levels(),
            flags: Flags::new(),
        }
    };
    plot.pictures.iter().enumerate().map(tile).collect()
}

/// The stairs of a scene: each region belongs to the scene of its level; one that lies on two, to the only scene.
fn all_stairs(dungeon: &Dungeon, own: &[&Plot], all: &[Plot], ids: Ids) -> impl Iterator<Item = super::schema::Region> {
    let is_own = |plot: &Plot| own.iter().any(|own| own.level.z == plot.level.z);
    let mut regions = Vec::new();
    for upper in all {
        let Some(lower) = all.iter().find(|plot| plot.rank + 1 == upper.rank) else { continue };
        for (is_upper, region) in stairs::regions(dungeon, upper, lower, ids) {
            if is_own(if is_upper { upper } else { lower }) {
                regions.push(region);
            }
        }
    }
    regions.into_iter()
}

fn lights(dungeon: &Dungeon, plot: &Plot, ids: Ids) -> Vec<Light> {
    let light = |(i, TableLight { at, light }): (usize, TableLight)| {
        let [x, y] = plot.at(at);
        Light {
            id: ids.id(&format!("light {} {i}", plot.level.z)),
            x,
            y,
            elevation: plot.elevation(),
            walls: true,
            vision: false,
            config: LightConfig {
                dim: light.dim_feet.into(),
                bright: light.bright_feet.into(),
                color: "#ffc87f",
                animation: LightAnimation { kind: "torch" },
            },
            hidden: false,
            levels: plot.levels(),
            flags: Flags::new(),
        }
    };
    table_contents::lights(dungeon, &plot.level, plot.scale()).into_iter().enumerate().map(light).collect()
}
