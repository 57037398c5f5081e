//! Where a recipe comes from: a preset, a file, or a dungeon that was made before; with what is set over it.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValue;
use undercroft::Error;
use undercroft::dungeon::{Dungeon, EPOCH, Pin, Provenance};
use undercroft::field::{FieldKind, Value, nearest};
use undercroft::pin::hold_stages;
use undercroft::recipe::{DEFAULT_PRESET, FIELDS, Preset, Recipe, RecipeError, RecipeFile, preset, presets};
use undercroft::seed::Seed;
use undercroft_draw::Metadata;

use crate::input;
use crate::invocation::{program, quoted};
use crate::name_parser::NameParser;
use crate::picture_notes::{is_moving, noted_pins, notes_in};
use crate::pins::PinArgs;
use crate::seeds::SeedArg;

/// The fields that `--templates`, `--mask` and `--contents` add to.
const TEMPLATES: &str = "templates.file";
const MASK: &str = "mask.file";
const CONTENTS: &str = "stock.file";

/// What to make.
#[derive(Args)]
pub struct SourceArgs {
    /// The preset; `undercroft presets` shows them all
    #[arg(value_name = "PRESET", value_parser = PRESET_PARSER, conflicts_with_all = ["recipe", "like"])]
    preset: Option<&'static Preset>,
    /// A recipe in TOML or JSON; `undercroft fields` lists its fields, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "like")]
    recipe: Option<PathBuf>,
    /// Make again what is in a PNG, an SVG or a dungeon JSON, from the recipe and the seed that it carries
    #[arg(long, value_name = "FILE")]
    like: Option<PathBuf>,
    /// Change a field of the recipe
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Add rooms of a template file to those of the recipe; give it once for each file
    #[arg(long, value_name = "FILE")]
    templates: Vec<PathBuf>,
    /// Keep the dungeon on the free cells of a mask: `#` and space are blocked, `.` is free
    #[arg(long, value_name = "FILE")]
    mask: Vec<PathBuf>,
    #[command(flatten)]
    stock: StockArgs,
    #[command(flatten)]
    pins: PinArgs,
    /// The seed of the dungeon, a number or a word, or of one stage (plan, place, route, doors, ground, stock, name) to re-roll only that
    #[arg(long, value_name = "N|WORD|STAGE=N")]
    seed: Vec<SeedArg>,
}

/// What to fill rooms with.
#[derive(Args)]
pub struct StockArgs {
    /// How much rooms are filled with: none, furnish (furniture) or full (inhabitants, traps and treasure, too)
    #[arg(long, value_name = "MODE")]
    stock: Option<String>,
    /// Add content tables or feature kinds of your own; give it once for each file
    #[arg(long, value_name = "FILE")]
    contents: Vec<PathBuf>,
}

impl StockArgs {
    /// Sets what was asked for. Returns the words of the command line that ask for it again.
    pub fn apply(&self, file: &mut RecipeFile) -> anyhow::Result<Vec<String>> {
        let mut words = Vec::new();
        if let Some(mode) = &self.stock {
            file.set_value("stock.mode", Value::from(mode.clone()), &format!("--stock {mode}"))?;
            words.extend(["--stock".to_owned(), mode.clone()]);
        }
        words.extend(attach_all(file, "--contents", CONTENTS, &self.contents)?);
        Ok(words)
    }
}

/// A recipe, as far as a seed goes.
pub struct Source {
    /// What messages and file names call it.
    pub label: String,
    /// The settings.
    pub file: RecipeFile,
    /// The words of the command line that ask for it again.
    words: Vec<String>,
    /// The seed that came with it.
    recorded: Option<Seed>,
    /// What the user should know about it.
    pub remark: Option<String>,
    /// The dungeon of `--like`, where the file holds one.
    pub dungeon: Option<Dungeon>,
    /// What is kept, and width and height of the map that it was pinned on.
    pins: (Vec<Pin>, Option<[i32; 2]>),
}

impl SourceArgs {
    /// Reads the recipe.
    pub fn load(&self) -> anyhow::Result<Source> {
        let mut source = match (&self.recipe, &self.like) {
            (Some(path), _) => from_file(path)?,
            (_, Some(path)) => from_dungeon(path)?,
            _ => from_preset(self.preset)?,
        };
        for setting in &self.settings {
            source.file.set(setting)?;
            source.words.extend(["--set".to_owned(), setting.clone()]);
        }
        attach_named(&mut source.file, self.recipe.as_deref().and_then(Path::parent).unwrap_or(Path::new("")))?;
        for (option, key, paths) in [("--templates", TEMPLATES, &self.templates), ("--mask", MASK, &self.mask)] {
            source.words.extend(attach_all(&mut source.file, option, key, paths)?);
        }
        source.words.extend(self.stock.apply(&mut source.file)?);
        let (pins, words) = match self.pins.fill(&mut source.file)? {
            Some(filled) => filled,
            None => self.pins.choose(source.dungeon.as_ref(), std::mem::take(&mut source.pins))?,
        };
        source.pins = pins;
        source.words.extend(words);
        Ok(source)
    }

    /// The seed that was asked for, else the one that came with the recipe, else a new one.
    pub fn seed(&self, source: &Source) -> anyhow::Result<Seed> {
        let bases: Vec<u64> = self.seed.iter().filter_map(SeedArg::base).collect();
        let start = match (bases.as_slice(), &source.recorded) {
            ([base], Some(recorded)) => hold_stages(recorded, Seed::new(*base), &source.pins.0),
            ([base], None) => Seed::new(*base),
            ([], Some(recorded)) => recorded.clone(),
            ([], None) => Seed::new(random_seed()),
            _ => bail!("--seed is there {} times; one number is enough, others need a stage", bases.len()),
        };
        Ok(self.re_rolled(start))
    }

    /// The seed `base` with the stages that were asked for, and those that are pinned.
    pub fn seed_from(&self, source: &Source, base: u64) -> Seed {
        let held = source.recorded.as_ref().map(|recorded| hold_stages(recorded, Seed::new(base), &source.pins.0));
        self.re_rolled(held.unwrap_or_else(|| Seed::new(base)))
    }

    /// Whether a seed for all stages was asked for.
    pub fn has_base_seed(&self) -> bool {
        self.seed.iter().any(|seed| seed.base().is_some())
    }

    fn re_rolled(&self, seed: Seed) -> Seed {
        self.seed.iter().filter_map(SeedArg::stage).fold(seed, |seed, (stage, number)| seed.with_stage(stage, number))
    }
}

impl Source {
    /// The recipe of a seed, with what is kept.
    pub fn recipe(&self, seed: Seed) -> Result<Recipe, RecipeError> {
        let (pins, size) = &self.pins;
        Ok(self.file.check(seed)?.with_pins(pins.clone(), *size))
    }

    /// The command that makes the same dungeon again.
    pub fn command(&self, seed: &Seed) -> String {
        let stages = seed.stages().iter().map(|(stage, number)| format!("--seed {stage}={number}"));
        let words = self.words.iter().map(|word| quoted(word)).chain([format!("--seed {}", seed.base())]).chain(stages);
        format!("{} generate {}", program(), words.collect::<Vec<_>>().join(" "))
    }
}

/// Reads the recipe and the seed that a dungeon carries.
pub fn recorded(dungeon: &Dungeon, name: &str) -> anyhow::Result<(RecipeFile, Seed)> {
    if !dungeon.is_generated() {
        bail!("{name}: it carries no recipe; only what `undercroft generate` made does");
    }
    noted(&dungeon.provenance, name)
}

/// A preset or a recipe file with settings over it, and the files that both name.
#[cfg(feature = "dataset")]
pub fn recipe_file(
    preset: Option<&'static Preset>,
    recipe: Option<&Path>,
    settings: &[String],
) -> anyhow::Result<RecipeFile> {
    let mut source = recipe.map_or_else(|| from_preset(preset), from_file)?;
    settings.iter().try_for_each(|setting| source.file.set(setting))?;
    attach_named(&mut source.file, recipe.and_then(Path::parent).unwrap_or(Path::new("")))?;
    Ok(source.file)
}

/// Attaches files to a field. Returns the words of the command line that ask for them again.
fn attach_all(file: &mut RecipeFile, option: &str, key: &str, paths: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        file.attach(key, &name, &input::bytes(path)?)?;
        words.extend([option.to_owned(), name]);
    }
    Ok(words)
}

/// Reads the files that a recipe names and that are not attached yet. Paths are relative to the recipe's folder, those of
/// `--set` to the one where the command runs.
pub fn attach_named(file: &mut RecipeFile, folder: &Path) -> anyhow::Result<()> {
    let fields = FIELDS.iter().filter(|field| matches!(field.kind, FieldKind::Files { .. }));
    for key in fields.map(|field| field.key) {
        let is_set = file.get(key).is_some_and(|assignment| assignment.origin.source.starts_with("--set"));
        let folder = if is_set { Path::new("") } else { folder };
        let names: Vec<String> = file.file_names(key).into_iter().map(str::to_owned).collect();
        for name in &names {
            if file.has_attached(key, name) {
                continue;
            }
            let bytes = input::bytes(&folder.join(name)).with_context(|| key)?;
            file.attach(key, name, &bytes)?;
        }
    }
    Ok(())
}

fn from_preset(chosen: Option<&'static Preset>) -> anyhow::Result<Source> {
    let chosen = chosen.or_else(|| preset(DEFAULT_PRESET)).context("there is no preset")?;
    let words = vec![chosen.name.to_owned()];
    Ok(Source {
        label: chosen.name.to_owned(),
        file: chosen.recipe()?,
        words,
        recorded: None,
        remark: None,
        dungeon: None,
        pins: (Vec::new(), None),
    })
}

fn from_file(path: &Path) -> anyhow::Result<Source> {
    let name = path.display().to_string();
    let text = String::from_utf8(input::bytes_or_stdin(path)?).with_context(|| name.clone())?;
    let words = vec!["--recipe".to_owned(), name.clone()];
    Ok(Source {
        label: stem(path),
        file: RecipeFile::parse(&name, &text)?,
        words,
        recorded: None,
        remark: None,
        dungeon: None,
        pins: (Vec::new(), None),
    })
}

fn from_dungeon(path: &Path) -> anyhow::Result<Source> {
    let name = path.display().to_string();
    let bytes = input::bytes_or_stdin(path)?;
    if is_moving(&bytes) {
        bail!("{name}: moving pictures carry no recipe; give a still PNG or SVG of the dungeon, or its dungeon JSON");
    }
    let mut made = None;
    let mut remarks = Vec::new();
    let pins;
    let (file, seed, epoch) = if let Some(notes) = notes_in(&bytes).with_context(|| name.clone())? {
        let noted = noted_pins(&notes, &name)?;
        if noted.left_out > 0 {
            remarks.push(format!("{name} has no room for its {} pins: they are not kept", noted.left_out));
        }
        pins = (noted.pins, noted.size);
        from_notes(&notes, &name)?
    } else {
        let dungeon = input::dungeon_in(path, &bytes)?;
        let (file, seed) = recorded(&dungeon, &name)?;
        let epoch = dungeon.provenance.epoch;
        pins = (dungeon.provenance.pins.clone(), dungeon.provenance.pins_size);
        made = Some(dungeon);
        (file, seed, epoch)
    };
    if epoch != EPOCH {
        remarks.push(format!(
            "{name} was made by epoch {epoch}, this program is epoch {EPOCH}: it may come out differently"
        ));
    }
    let remark = (!remarks.is_empty()).then(|| remarks.join("; "));
    let words = vec!["--like".to_owned(), name];
    Ok(Source { label: stem(path), file, words, recorded: Some(seed), remark, dungeon: made, pins })
}

/// From the texts that travel in a picture.
fn from_notes(notes: &[Metadata], name: &str) -> anyhow::Result<(RecipeFile, Seed, u32)> {
    let text = |keyword: &str| notes.iter().find(|note| note.keyword == keyword).map(|note| note.text.as_str());
    let (Some(recipe), Some(seed)) = (text("Recipe"), text("Seed")) else {
        bail!("{name}: the picture carries no recipe; only the game master's pictures of generated dungeons do");
    };
    // Pictures from before the epoch was noted are of the first.
    let epoch = text("Epoch").unwrap_or("1");
    let epoch = epoch.parse().with_context(|| format!("the epoch in {name}: need a number, got {epoch:?}"))?;
    let unreadable = |what: &str| format!("the {what} in {name}");
    let provenance = Provenance {
        recipe: serde_json::from_str(recipe).with_context(|| unreadable("recipe"))?,
        inputs: serde_json::from_str(text("Inputs").unwrap_or("[]")).with_context(|| unreadable("files"))?,
        seed: seed.to_owned(),
        ..Provenance::default()
    };
    let (file, seed) = noted(&provenance, name)?;
    Ok((file, seed, epoch))
}

fn noted(provenance: &Provenance, name: &str) -> anyhow::Result<(RecipeFile, Seed)> {
    let file = RecipeFile::from_provenance(&format!("the recipe in {name}"), provenance)?;
    Ok((file, Seed::from_record(&provenance.seed).with_context(|| format!("the seed in {name}"))?))
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if stem.is_empty() || stem == "-" { "dungeon".to_owned() } else { stem }
}

/// A random number: what the system seeds its hash maps with. Short, so that people can pass it on.
fn random_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) >> 32
}

/// Whether this names a file rather than a preset.
fn is_recipe_file(value: &str) -> bool {
    Path::new(value).extension().is_some_and(|ending| ending == "toml" || ending == "json")
}

/// Takes presets by name, in any case, with spaces or hyphens.
pub const PRESET_PARSER: NameParser<&'static Preset> = NameParser {
    find: |name| match preset(name) {
        Some(preset) => Ok(preset),
        None if is_recipe_file(name) => {
            Err(format!("{name} is no preset; a recipe in a file is given with --recipe {name}"))
        }
        None => Err(unknown_preset(name).to_string()),
    },
    names: || presets().iter().map(|preset| PossibleValue::new(preset.name).help(preset.summary())).collect(),
};

fn unknown_preset(name: &str) -> Error {
    let nearest = nearest(name, presets().iter().map(|preset| preset.name));
    Error::UnknownPreset { name: name.to_owned(), nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_names_every_stage_that_was_re_rolled() {
        let source = from_preset(None).unwrap();
        let seed = Seed::new(7).with_stage("route", 9);
        assert!(source.command(&seed).ends_with(" generate delve --seed 7 --seed route=9"));
    }
}
