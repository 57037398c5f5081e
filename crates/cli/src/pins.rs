//! What a new roll keeps: pins of a file, and of what a selector names.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use undercroft::dungeon::{Dungeon, Pin};
use undercroft::edit::Filling;
use undercroft::format::json::read_pins;
use undercroft::pin::{PinMaker, PinSelector, sort_pins};
use undercroft::recipe::RecipeFile;
use undercroft::seed::Seed;

use crate::input;
use crate::picture_notes::{noted_pins, notes_in};

/// What is kept.
#[derive(Args)]
#[command(next_help_heading = "Pins")]
pub struct PinArgs {
    /// Keep something of the dungeon of --like: rooms=4,7-9, name=TEXT, links, link=4-7, door=X,Y, cells=Z:X,Y,X,Y,
    /// features, spawns, entrance, title, stage=NAME, hand
    #[arg(long = "pin", value_name = "WHAT", requires = "like")]
    pin: Vec<PinSelector>,
    /// Keep the pins of a file: a JSON list of them, or a dungeon or a picture that has some
    #[arg(long, value_name = "FILE")]
    pins: Option<PathBuf>,
    /// Drop the pins that the file of --like has
    #[arg(long)]
    no_pins: bool,
    /// Keep everything on a map, of any format that can be read, and roll the rest of it: for maps without a recipe
    #[arg(long, value_name = "FILE", conflicts_with_all = ["like", "pin", "pins", "no_pins"])]
    fill: Option<PathBuf>,
}

/// Pins, and width and height of the map that they were made on.
type MadePins = (Vec<Pin>, Option<[i32; 2]>);

impl PinArgs {
    /// Fits a recipe to the map of `--fill`, where there is one. Returns what is kept of it, and the words of the command
    /// line that ask for it again. What `--set` gave stays.
    pub fn fill(&self, file: &mut RecipeFile) -> anyhow::Result<Option<(MadePins, Vec<String>)>> {
        let Some(path) = &self.fill else { return Ok(None) };
        let name = path.display().to_string();
        let source = format!("--fill {name}");
        let map = input::dungeon(path)?;
        let filling = Filling::new(&map, &file.check(Seed::default())?).with_context(|| source.clone())?;
        for (key, value) in filling.set {
            let is_given = file.get(key).is_some_and(|setting| setting.origin.source.starts_with("--set"));
            if !is_given {
                file.set_value(key, value, &source)?;
            }
        }
        Ok(Some(((filling.pins, filling.pins_size), vec!["--fill".to_owned(), name])))
    }

    /// The pins to keep, and the words of the command line that ask for them again.
    pub fn choose(&self, like: Option<&Dungeon>, kept: MadePins) -> anyhow::Result<(MadePins, Vec<String>)> {
        let mut words = Vec::new();
        let (mut pins, mut size) = kept;
        if self.no_pins {
            (pins, size) = (Vec::new(), None);
            words.push("--no-pins".to_owned());
        }
        if !self.pin.is_empty() {
            let Some(like) = like else {
                bail!(
                    "--pin: presets, recipes and pictures hold no rooms to pin; give the dungeon JSON of a dungeon with --like"
                );
            };
            let mut dungeon = like.clone();
            dungeon.provenance.pins = pins;
            let mut maker = PinMaker::new(&dungeon);
            words.extend(self.pin.iter().flat_map(|selector| ["--pin".to_owned(), selector.to_string()]));
            // Ids are given in the order of selection, which must not follow that of the arguments.
            let mut selectors: Vec<_> = self.pin.iter().collect();
            selectors.sort_by_key(ToString::to_string);
            for selector in selectors {
                selector.select(&dungeon, &mut maker)?;
            }
            pins = maker.finish();
            size = size.or_else(|| map_size(&dungeon));
        }
        if let Some(path) = &self.pins {
            let (more, made_on) = read(path)?;
            pins = united(pins, more).with_context(|| format!("--pins {}", path.display()))?;
            size = size.or(made_on);
            words.extend(["--pins".to_owned(), path.display().to_string()]);
        }
        Ok(((pins, size), words))
    }
}

fn map_size(dungeon: &Dungeon) -> Option<[i32; 2]> {
    dungeon.levels.first().map(|level| [level.size().width(), level.size().height()])
}

/// The pins of a file.
fn read(path: &Path) -> anyhow::Result<MadePins> {
    let bytes = input::bytes_or_stdin(path)?;
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    if text.trim_start().starts_with('[') {
        let pins = read_pins(text).map_err(|error| error.in_file(Some(&path.display().to_string())))?;
        return Ok((pins, None));
    }
    let name = path.display().to_string();
    if let Some(notes) = notes_in(&bytes).with_context(|| name.clone())? {
        let noted = noted_pins(&notes, &name)?;
        match (noted.pins.is_empty(), noted.left_out) {
            (false, _) => return Ok((noted.pins, noted.size)),
            (true, 0) => bail!("{name}: the picture carries no pins"),
            (true, count) => bail!("{name}: the picture has no room for its {count} pins; give the dungeon JSON"),
        }
    }
    let dungeon = input::dungeon_in(path, &bytes)?;
    if dungeon.provenance.pins.is_empty() {
        bail!("{}: nothing is pinned in it", path.display());
    }
    let size = dungeon.provenance.pins_size.or_else(|| map_size(&dungeon));
    Ok((dungeon.provenance.pins, size))
}

/// Pins of two files; what both have is there once.
fn united(mut pins: Vec<Pin>, more: Vec<Pin>) -> anyhow::Result<Vec<Pin>> {
    for pin in more {
        match pins.iter().find(|other| other.id() == pin.id()) {
            Some(other) if *other == pin => {}
            Some(_) => bail!("pin {} is another one in the file of --like; leave one out, or add --no-pins", pin.id()),
            None => pins.push(pin),
        }
    }
    sort_pins(&mut pins);
    Ok(pins)
}
