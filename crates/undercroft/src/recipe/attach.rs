//! Files that a recipe names: the library reads none, so their bytes are attached.

use super::attachment::{Attachment, NamedText};
use super::error::RecipeError;
use super::fields::field;
use super::file::{Assignment, RecipeFile};
use super::origin::Origin;
use crate::dungeon::{Provenance, ProvenanceInput};
use crate::field::{FieldKind, Value};

/// The fields that name files.
pub const FILE_KEYS: [&str; 4] = ["mask.file", "templates.file", "house.program_file", "stock.file"];

impl RecipeFile {
    /// Attaches a file to a field that names files, and adds its name to the field where it is not there yet.
    ///
    /// # Errors
    /// When the field names no files, the bytes are no text or too long, there are too many files, or another one has this
    /// name.
    ///
    /// ```
    /// use undercroft::{RecipeFile, Seed};
    ///
    /// let mut file = RecipeFile::parse("mine.toml", "method = \"templates\"\ntemplates.file = [\"own.txt\"]\n")?;
    /// let error = file.check(Seed::new(1)).unwrap_err();
    /// assert_eq!(error.to_string(), "templates.file: \"own.txt\" is named, but the file was not attached (mine.toml:2:11)");
    /// file.attach("templates.file", "own.txt", b"name: nook\n###\n#.+\n###\n")?;
    /// assert!(file.check(Seed::new(1)).is_ok());
    /// # Ok::<(), undercroft::recipe::RecipeError>(())
    /// ```
    pub fn attach(&mut self, key: &str, name: &str, bytes: &[u8]) -> Result<(), RecipeError> {
        let Some(key) = FILE_KEYS.into_iter().find(|known| *known == key) else {
            return Err(RecipeError::NoFileField { key: key.to_owned() });
        };
        let refuse = |problem: String| Err(RecipeError::File { key, name: name.to_owned(), problem });
        if bytes.len() > ProvenanceInput::MAX_BYTES {
            return refuse(format!("need at most {} bytes, got {}", ProvenanceInput::MAX_BYTES, bytes.len()));
        }
        let text = match str::from_utf8(bytes) {
            Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
            Err(error) => return refuse(format!("need text in UTF-8, byte {} is none", error.valid_up_to() + 1)),
        };
        if let Some(other) = self.attached(key, name) {
            return if *other.text == *text { Ok(()) } else { refuse("another file has this name".to_owned()) };
        }
        if self.attachments.len() == ProvenanceInput::MAX_FILES {
            return refuse(format!("a recipe has at most {} files", ProvenanceInput::MAX_FILES));
        }
        self.add_name(key, name)?;
        self.attachments.push(Attachment { key, file: NamedText { name: name.to_owned(), text: text.into() } });
        Ok(())
    }

    /// The recipe that a dungeon carries, with its files. `name` is for messages.
    ///
    /// # Errors
    /// When it cannot be read, or the digest of a file is not that of its text.
    pub fn from_provenance(name: &str, provenance: &Provenance) -> Result<Self, RecipeError> {
        let recipe = serde_json::to_string(&provenance.recipe).unwrap_or_default();
        let mut file = Self::parse(name, &recipe)?;
        for input in &provenance.inputs {
            let refuse = |problem: String| {
                let (source, path) = (name.to_owned(), "provenance.inputs");
                RecipeError::Syntax { message: format!("{path}: {}: {problem}", input.name), origin: origin(source) }
            };
            if !input.is_intact() {
                return Err(refuse(format!("the digest {} is not that of the text", input.digest)));
            }
            file.attach(&input.key, &input.name, input.file_text().map_err(refuse)?.as_bytes())?;
        }
        Ok(file)
    }

    /// The names in a field that names files, in order.
    pub fn file_names(&self, key: &str) -> Vec<&str> {
        self.get(key).and_then(|assignment| assignment.value.as_texts()).unwrap_or_default()
    }

    /// Whether a file of this name was attached to the field.
    pub fn has_attached(&self, key: &str, name: &str) -> bool {
        self.attached(key, name).is_some()
    }

    fn add_name(&mut self, key: &'static str, name: &str) -> Result<(), RecipeError> {
        let mut names: Vec<String> = self.file_names(key).into_iter().map(str::to_owned).collect();
        if names.iter().any(|known| known == name) {
            return Ok(());
        }
        // A field for one file has another one now.
        if matches!(field(key).map(|field| field.kind), Some(FieldKind::Files { most: 1 })) {
            names.clear();
        }
        names.push(name.to_owned());
        let assignment = Assignment { value: Value::from(names), origin: origin(name.to_owned()) };
        self.insert(key, assignment)
    }
}

fn origin(source: String) -> Origin {
    Origin { source, position: None }
}

#[cfg(test)]
mod tests;
