//! Contents: kinds of features, and tables of purposes, inhabitants and sentences for every kind of place.
//!
//! All of it is data, texts of TOML that come with the crate or are the user's own. A file is one table, named like the
//! file; `extends` names its parent, `common` where it names none. Lists of a table are added to its parent's, single
//! values and purposes of the same name replace the parent's. Tables `[kind.NAME]` in an own file are kinds of
//! features; a file that has nothing else adds no table. Own tables and kinds replace shipped ones of the same name.
//! Every sentence is parsed when its table is read, so that nothing can fail later. docs/contents.md explains the keys.

mod constraint;
mod content_table;
mod error;
mod feature_kind;
mod feature_symbol;
mod group_kind;
mod inherit;
mod load;
mod note_sentences;
mod order;
mod pen_stroke;
mod purpose;
mod read;
mod sentence;
mod shipped_files;
mod suggestion;

pub(crate) use constraint::{ConditionList, Constraint, PlainConditions};
pub use content_table::ContentTable;
pub(crate) use content_table::{FactValue, TraceSentences, TrapSentences};
pub use error::ContentError;
pub use feature_kind::FeatureKind;
pub(crate) use feature_kind::{FurnishRule, PIT};
pub use feature_symbol::{FeatureSymbol, SymbolDrawing};
pub(crate) use group_kind::GroupKind;
pub use pen_stroke::PenStroke;
pub(crate) use purpose::{FALLBACK as FALLBACK_PURPOSE, FurnishAmount, FurnishEntry, Purpose, StoreyRange};
pub(crate) use sentence::{Counted, GroupWord, KEY_FACT, RoomFilter, RoomReference, RoomSide, Sentence, SentencePart};
pub(crate) use shipped_files::is_shipped_table;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use sentence::{SentencePlace, Vocabulary};

/// The table that every other one extends in the end.
const COMMON: &str = "common";

/// Kinds of features and content tables that belong together.
///
/// ```
/// use undercroft::contents::Contents;
///
/// let contents = Contents::shipped();
/// assert_eq!(contents.table_for(" Catacombs").name(), "crypt");
/// assert_eq!(contents.table_for("bakery").name(), "common");
///
/// let own = "extends = \"inn\"\n[purpose.oven]\nfurnish = [{ kind = \"oven\", rule = \"corner\", n = [1, 2] }]\n";
/// let contents = Contents::with_files(&[("bakery.toml", own)])?;
/// assert!(contents.table_for("bakery").purpose_names().any(|name| name == "oven"));
/// # Ok::<(), undercroft::contents::ContentError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    kinds: BTreeMap<String, Arc<FeatureKind>>,
    /// Tables by name; `None` for one that comes with the crate, which is read when it is first asked for.
    tables: BTreeMap<String, Option<Arc<ContentTable>>>,
    aliases: BTreeMap<String, String>,
}

impl Contents {
    /// The contents that come with the crate. Each table is read once, when it is first asked for: a dungeon needs few.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Contents> = LazyLock::new(|| {
            // A test reads them all.
            load::shipped().unwrap_or_else(|error| unreachable!("{error}"))
        });
        &SHIPPED
    }

    /// The shipped contents with files of the user's own, as name and text.
    ///
    /// # Errors
    /// At the first mistake, when there are more than 16 files, or when one has more than 256 kB.
    pub fn with_files(files: &[(&str, &str)]) -> Result<Self, ContentError> {
        load::with_files(Self::shipped(), files)
    }

    /// All kinds of features, by name.
    pub fn kinds(&self) -> impl Iterator<Item = &FeatureKind> {
        self.kinds.values().map(|kind| &**kind)
    }

    /// The kind of features with this name.
    pub fn kind(&self, name: &str) -> Option<&FeatureKind> {
        self.kinds.get(name).map(|kind| &**kind)
    }

    /// Reads a file of symbols: a table for each kind of these contents, named like it.
    ///
    /// # Errors
    /// At the first mistake, with its position.
    ///
    /// ```
    /// use undercroft::contents::Contents;
    ///
    /// let text = "[barrel]\nface = \"M500 100 H900 500 V500 900 H100 500 V500 100 Z\"\nshadow = 80\n";
    /// let symbols = Contents::shipped().read_symbols("round.toml", text)?;
    /// assert_eq!(symbols["barrel"].variants[0].face.len(), 6);
    ///
    /// let error = Contents::shipped().read_symbols("odd.toml", "[barrel]\nface = \"M0 0 Q1 1\"").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "odd.toml:2:8: barrel.face, letter 6: unknown pen letter 'Q'; need M, L, H, V, C or Z"
    /// );
    /// # Ok::<(), undercroft::contents::ContentError>(())
    /// ```
    pub fn read_symbols(&self, file: &str, text: &str) -> Result<BTreeMap<String, FeatureSymbol>, ContentError> {
        let size = |name: &str| self.kind(name).map(|kind| kind.size);
        read::read_symbols(file, text, size, self.kinds.keys().map(String::as_str))
    }

    /// All tables, by name.
    pub fn tables(&self) -> impl Iterator<Item = &ContentTable> {
        self.tables.keys().filter_map(|name| self.table_named(name))
    }

    /// The table with this name, whatever its case and the spaces round it.
    pub fn table(&self, name: &str) -> Option<&ContentTable> {
        self.table_named(&name.trim().to_lowercase())
    }

    /// The table with exactly this name.
    fn table_named(&self, name: &str) -> Option<&ContentTable> {
        match self.tables.get(name)? {
            Some(table) => Some(table),
            None => load::shipped_table(name).map(|table| &**table),
        }
    }

    /// The table for dungeons of a category: that of the same name, else that of its alias, else `common`.
    pub fn table_for(&self, category: &str) -> &ContentTable {
        let name = category.trim().to_lowercase();
        let alias = || self.aliases.get(&name).and_then(|table| self.table_named(table));
        let common = || self.table_named(COMMON).unwrap_or_else(|| unreachable!("it is checked when tables are read"));
        self.table_named(&name).or_else(alias).unwrap_or_else(common)
    }
}

/// Reads a sentence at every place of the table `common`, for tests of its reader. Each refusal is the letter, where
/// there is one, and the message.
#[doc(hidden)]
pub fn check_sentence(text: &str) -> Vec<(Option<usize>, String)> {
    let contents = Contents::shipped();
    let parse = |vocabulary: &Vocabulary| {
        let refusals =
            SentencePlace::ALL.into_iter().filter_map(|place| sentence::parse(text, place, vocabulary).err());
        refusals.map(|error| (error.letter, error.message)).collect()
    };
    read::with_vocabulary(contents.table_for(COMMON), &contents.kinds, parse)
}

#[cfg(test)]
mod tests;
