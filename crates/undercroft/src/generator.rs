//! The front door: a preset or a recipe, values on top, a seed, a dungeon.

use std::sync::Arc;

use crate::dungeon::{Dungeon, Level, Pin};
use crate::error::Error;
use crate::events::{EventSink, NoEvents};
use crate::field::{Value, nearest};
use crate::recipe::{PRESETS, Recipe, RecipeFile, preset};
use crate::seed::Seed;
use crate::template::Pool;

/// Generates the dungeon of a preset. The name may be in any case, with spaces or hyphens.
///
/// # Errors
/// When no preset has this name; the error names the nearest three.
///
/// ```
/// let dungeon = undercroft::generate("crypt", 7)?;
/// assert!(undercroft::verify::verify(&dungeon).is_sound());
/// # Ok::<(), undercroft::Error>(())
/// ```
pub fn generate(preset: &str, seed: impl Into<Seed>) -> Result<Dungeon, Error> {
    Generator::preset(preset)?.seed(seed).generate()
}

/// A recipe with values on top, and a seed.
///
/// ```
/// let generator = undercroft::Generator::preset("small dungeon")?.set("rooms.count", 6)?.seed(3);
/// assert_eq!(generator.generate()?.rooms.len(), 6);
/// let error = generator.set("rooms.count", "many").unwrap_err();
/// assert_eq!(error.to_string(), "rooms.count: need 2 to 200000, got \"many\" (set)");
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Generator {
    file: RecipeFile,
    pool: Option<Arc<Pool>>,
    seed: Seed,
    pins: Vec<Pin>,
    pins_size: Option<[i32; 2]>,
}

impl Generator {
    /// A preset, in any case, with spaces or hyphens.
    ///
    /// # Errors
    /// When no preset has this name.
    pub fn preset(name: &str) -> Result<Self, Error> {
        let unknown = || Error::UnknownPreset {
            name: name.to_owned(),
            nearest: nearest(name, PRESETS.iter().map(|preset| preset.name)),
        };
        Ok(Self { file: preset(name).ok_or_else(unknown)?.recipe()?, ..Self::default() })
    }

    /// The recipe as far as it is given.
    pub(crate) fn into_file(self) -> RecipeFile {
        self.file
    }

    /// A recipe in TOML or JSON. `name` is for positions in errors.
    ///
    /// # Errors
    /// When the text cannot be read, or has a key that no field has.
    pub fn recipe(name: &str, text: &str) -> Result<Self, Error> {
        Ok(Self { file: RecipeFile::parse(name, text)?, ..Self::default() })
    }

    /// Sets one field, whatever the recipe has for it.
    ///
    /// # Errors
    /// When there is no such field, or it does not take the value.
    pub fn set(mut self, key: &str, value: impl Into<Value>) -> Result<Self, Error> {
        self.file.set_value(key, value.into(), "set")?;
        Ok(self)
    }

    /// Attaches a file to a field that names files: templates, masks and house programs of one's own.
    ///
    /// # Errors
    /// When the field names no files, or the file is beyond their limits.
    ///
    /// ```
    /// let own = "name: nook\nweight: 50\ntags: own\n#####\n#...+\n#####\n";
    /// let keep = undercroft::Generator::preset("walker-keep")?.attach("templates.file", "own.txt", own.as_bytes())?;
    /// let dungeon = keep.seed(1).generate()?;
    /// assert!(dungeon.rooms.iter().any(|room| room.template.as_ref().is_some_and(|template| template.name == "nook")));
    /// assert_eq!(dungeon.provenance.inputs[0].name, "own.txt");
    /// # Ok::<(), undercroft::Error>(())
    /// ```
    pub fn attach(mut self, key: &str, name: &str, bytes: &[u8]) -> Result<Self, Error> {
        self.file.attach(key, name, bytes)?;
        Ok(self)
    }

    /// Uses these templates instead of those that `templates.set` names.
    #[must_use]
    pub fn templates(self, pool: Pool) -> Self {
        Self { pool: Some(Arc::new(pool)), ..self }
    }

    /// The seed: a number, or a [`Seed`] with stages of its own.
    #[must_use]
    pub fn seed(self, seed: impl Into<Seed>) -> Self {
        Self { seed: seed.into(), ..self }
    }

    /// Keeps what is pinned. The pins were made on the map of a dungeon, which the new one is at least as large as.
    #[must_use]
    pub fn pins(self, pins: Vec<Pin>, made_on: Option<&Dungeon>) -> Self {
        let size = made_on.and_then(|dungeon| dungeon.levels.first()).map(Level::size);
        Self { pins, pins_size: size.map(|size| [size.width(), size.height()]), ..self }
    }

    /// The recipe, checked. [`Recipe::ignored`] lists the given fields that do not apply to its method.
    ///
    /// # Errors
    /// When a value is beyond its limits, or two values contradict each other.
    pub fn check(&self) -> Result<Recipe, Error> {
        let mut recipe = self.file.check(self.seed.clone())?;
        if let Some(pool) = &self.pool {
            recipe.method.use_pool(pool);
        }
        Ok(recipe.with_pins(self.pins.clone(), self.pins_size))
    }

    /// Generates the dungeon. The same recipe and seed give the same dungeon on every machine.
    ///
    /// # Errors
    /// When the recipe cannot be met; the message names what blocked it.
    pub fn generate(&self) -> Result<Dungeon, Error> {
        self.generate_with(&mut NoEvents)
    }

    /// Generates the dungeon and reports each step.
    ///
    /// # Errors
    /// When the recipe cannot be met, or the events ask to stop.
    pub fn generate_with(&self, events: &mut dyn EventSink) -> Result<Dungeon, Error> {
        self.check()?.generate(events)
    }
}
