//! Variations: other seeds of the same recipe and pins, small enough to look at many.

use serde::Serialize;
use undercroft_grid::{Cell, split_mix};

use crate::dungeon::{Dungeon, Ground, Level, Pin, Terrain};
use crate::error::Error;
use crate::events::EventSink;
use crate::pin::hold_stages;
use crate::recipe::Recipe;
use crate::seed::Seed;
use crate::verify::{Facts, verify};

/// The most variations at once: as many as fit a screen.
pub const MAX_VARIATIONS: u32 = 24;
/// The longest side of a thumbnail. [Unit: pixels]
pub const THUMBNAIL_SIDE: i32 = 192;

/// A small picture of a level: one byte for each pixel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Thumbnail {
    /// Pixels from west to east.
    pub width: u32,
    /// Pixels from north to south.
    pub height: u32,
    /// What each pixel shows, row by row: a position in [`Thumbnail::COLORS`].
    pub pixels: Vec<u8>,
}

impl Thumbnail {
    /// What pixels show.
    pub const COLORS: [&str; 10] =
        ["rock", "wall", "floor", "corridor", "door", "water", "ground", "feature", "pinned", "entrance"];

    /// The picture of a level, at most so many pixels wide and high. A pixel shows what has most of its cells; doors, then
    /// walls win ties. `None` where there is no such level.
    ///
    /// ```
    /// use undercroft::vary::Thumbnail;
    ///
    /// let crypt = undercroft::generate("crypt", 7)?;
    /// let picture = Thumbnail::new(&crypt, 0, 48).expect("level 0 is there");
    /// assert!(picture.width <= 48 && picture.pixels.len() == (picture.width * picture.height) as usize);
    /// # Ok::<(), undercroft::Error>(())
    /// ```
    pub fn new(dungeon: &Dungeon, z: i32, side: i32) -> Option<Self> {
        let level = dungeon.level(z)?;
        let side = side.clamp(1, THUMBNAIL_SIDE);
        let (width, height) = (level.size().width(), level.size().height());
        let scale = (width.max(height) + side - 1) / side;
        let colors = cell_colors(dungeon, level);
        let (columns, rows) = ((width + scale - 1) / scale, (height + scale - 1) / scale);
        let pixel = |x: i32, y: i32| {
            let mut counts = [0u32; Self::COLORS.len()];
            for cy in y * scale..((y + 1) * scale).min(height) {
                for cx in x * scale..((x + 1) * scale).min(width) {
                    counts[usize::from(colors[level.size().id(Cell::new(cx, cy))])] += 1;
                }
            }
            let rank = |color: usize| (counts[color], color == DOOR, color == WALL, color);
            (0..counts.len()).max_by_key(|&color| rank(color)).unwrap_or(0) as u8
        };
        let pixels = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect();
        Some(Self { width: columns as u32, height: rows as u32, pixels })
    }
}

const WALL: usize = 1;
const DOOR: usize = 4;

fn cell_colors(dungeon: &Dungeon, level: &Level) -> Vec<u8> {
    let size = level.size();
    let base = |cell: Cell| match (level.at(cell), level.ground_at(cell)) {
        (Terrain::Rock, _) => 0,
        (Terrain::Wall, _) => WALL as u8,
        (Terrain::Door, _) => DOOR as u8,
        (_, Ground::Shallow | Ground::Deep) => 5,
        (_, Ground::Chasm | Ground::Rubble | Ground::Grass | Ground::Bridge) => 6,
        (Terrain::Corridor, _) => 3,
        _ => 2,
    };
    let mut colors: Vec<u8> = size.cells().map(base).collect();
    let mut set = |cell: Cell, color: u8| {
        if size.contains(cell) {
            colors[size.id(cell)] = color;
        }
    };
    for feature in dungeon.features.iter().filter(|feature| feature.z == level.z && feature.is_on_floor()) {
        feature.cells().for_each(|cell| set(cell, 7));
    }
    for pin in &dungeon.provenance.pins {
        match pin {
            Pin::Room(pin) if pin.z == level.z => pin.cells().for_each(|cell| set(cell, 8)),
            Pin::Cells(pin) if pin.z == level.z => pin.cells().for_each(|cell| set(cell.cell, 8)),
            _ => {}
        }
    }
    if let Some(entrance) = &dungeon.entrance {
        let door = dungeon.door(entrance.door);
        door.cells.iter().filter(|_| door.z == level.z).for_each(|&cell| set(cell, 9));
    }
    colors
}

/// One of many rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// Its seed, with the stages that are held.
    pub seed: Seed,
    /// Picture and figures, or why there is no dungeon.
    pub outcome: Result<VariationView, Error>,
}

/// What there is to see of a variation.
#[derive(Clone, Debug, PartialEq)]
pub struct VariationView {
    /// The level of the entrance.
    pub thumbnail: Thumbnail,
    /// Figures.
    pub facts: Facts,
}

/// The seed of variation `i`, from 1: the low 32 bits of what the bit mixer makes of the base and `i`; pinned stages keep
/// their numbers.
pub fn variation_seed(recipe: &Recipe, i: u32) -> Seed {
    let mut state = recipe.seed.base() ^ u64::from(i);
    let number = split_mix(&mut state) & u64::from(u32::MAX);
    hold_stages(&recipe.seed, Seed::new(number), recipe.pins())
}

/// Rolls a recipe with other seeds, at most [`MAX_VARIATIONS`]. Each keeps what the recipe pins.
///
/// ```
/// use undercroft::events::NoEvents;
/// use undercroft::vary::vary;
///
/// let recipe = undercroft::Generator::preset("crypt")?.seed(7).check()?;
/// let variations = vary(&recipe, 3, &mut NoEvents);
/// assert_eq!(variations.len(), 3);
/// assert!(variations.iter().all(|variation| variation.outcome.is_ok()));
/// # Ok::<(), undercroft::Error>(())
/// ```
pub fn vary(recipe: &Recipe, count: u32, events: &mut dyn EventSink) -> Vec<Variation> {
    (1..=count.min(MAX_VARIATIONS)).map(|i| variation(recipe, variation_seed(recipe, i), events)).collect()
}

/// One variation.
fn variation(recipe: &Recipe, seed: Seed, events: &mut dyn EventSink) -> Variation {
    let mut rolled = recipe.clone();
    rolled.seed = seed.clone();
    let view = |dungeon: Dungeon| {
        let z = dungeon.entrance.as_ref().map_or(0, |entrance| dungeon.room(entrance.room).z);
        let thumbnail = Thumbnail::new(&dungeon, z, THUMBNAIL_SIDE).unwrap_or(Thumbnail {
            width: 0,
            height: 0,
            pixels: Vec::new(),
        });
        VariationView { thumbnail, facts: verify(&dungeon).facts }
    };
    Variation { seed, outcome: rolled.generate(events).map(view) }
}
