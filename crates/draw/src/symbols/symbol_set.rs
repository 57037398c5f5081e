//! The symbols that a dungeon is drawn with: shipped ones, and those of the content files that it was made from.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use undercroft::contents::{Contents, FeatureSymbol};
use undercroft::dungeon::{Dungeon, Feature};

/// The field of recipes that names content files.
pub const CONTENT_FILES: &str = "stock.file";

/// The file of shipped symbols. A test reads it.
pub(super) const SHIPPED_TEXT: &str = include_str!("../../data/symbols.toml");

/// The shipped symbols, by kind.
static SHIPPED: LazyLock<BTreeMap<String, FeatureSymbol>> =
    LazyLock::new(|| Contents::shipped().read_symbols("symbols.toml", SHIPPED_TEXT).unwrap_or_default());

/// Symbols by kind; those of own files come before shipped ones.
#[derive(Clone, Debug, Default)]
pub struct SymbolSet {
    own: BTreeMap<String, FeatureSymbol>,
}

impl SymbolSet {
    /// The symbols for a dungeon. Content files in it that cannot be read have none.
    pub fn from_dungeon(dungeon: &Dungeon) -> Self {
        let inputs = dungeon.provenance.inputs.iter().filter(|input| input.key == CONTENT_FILES);
        let files: Vec<(&str, &str)> = inputs.map(|input| (input.name.as_str(), input.text.as_str())).collect();
        if files.is_empty() {
            return Self::default();
        }
        Contents::with_files(&files).map(|contents| Self::from_contents(&contents)).unwrap_or_default()
    }

    /// The symbols for these contents.
    pub fn from_contents(contents: &Contents) -> Self {
        let own = contents.kinds().filter_map(|kind| Some((kind.name.clone(), kind.symbol.clone()?)));
        Self { own: own.collect() }
    }

    /// The symbol of a feature, if its kind has one of the same footprint.
    pub fn for_feature(&self, feature: &Feature) -> Option<&FeatureSymbol> {
        let [width, height] = feature.size;
        let size = if feature.turn.is_multiple_of(2) { [width, height] } else { [height, width] };
        self.get(&feature.kind).filter(|symbol| symbol.size.map(i32::from) == size)
    }

    /// The symbol of a kind.
    pub fn get(&self, kind: &str) -> Option<&FeatureSymbol> {
        self.own.get(kind).or_else(|| SHIPPED.get(kind))
    }
}
