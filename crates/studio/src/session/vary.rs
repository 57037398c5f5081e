//! Variations of the document, small pictures, and what is different between two states.

use undercroft::diff::diff;
use undercroft::dungeon::Dungeon;
use undercroft::format::json::{DungeonFile, to_value};
use undercroft::journal::RollEntry;
use undercroft::recipe::Recipe;
use undercroft::seed::Seed;
use undercroft::vary::{MAX_VARIATIONS, THUMBNAIL_SIDE, Thumbnail, variation_seed};
use undercroft::verify::verify;

use super::document::SessionDocument;
use super::generate::RollRequest;
use super::replay::rolled;
use super::{Session, generate};
use crate::limits::EDIT_BUDGET;
use crate::progress::Progress;
use crate::protocol::{
    Body, DiffReply, DocumentAt, ErrorCode, GenerationSource, MapReply, PayloadBlob, ProtocolError, Reply,
    ThumbnailInfo, VariationInfo,
};

impl Session {
    /// Rolls the recipe and the pins of the document with other seeds.
    pub(super) fn vary(&self, n: u32, progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
        if !(1..=MAX_VARIATIONS).contains(&n) {
            return Err(ProtocolError::invalid_field("n", format!("n: need 1 to {MAX_VARIATIONS}, got {n}.")));
        }
        let (pins, size) = self.document.pins();
        let recipe = generate::recipe(&self.source()?)?.with_pins(pins, size);
        let (mut variations, mut payload) = (Vec::new(), Vec::new());
        for i in 1..=n {
            let seed = variation_seed(&recipe, i);
            let made = self.variation(&recipe, &seed, progress);
            let seed = seed.to_string();
            variations.push(match made {
                Ok(made) => VariationInfo {
                    seed,
                    picture: Some(picture(&made, None, THUMBNAIL_SIDE, &mut payload)),
                    facts: Some(verify(&made).facts),
                    refusal: None,
                },
                Err(error) if error.code == ErrorCode::Cancelled => return Err(error),
                Err(error) => VariationInfo { seed, picture: None, facts: None, refusal: Some(error.message) },
            });
            progress.report("vary", i.into(), n.into());
        }
        Ok(Reply { body: Body::Variations { variations }, payload })
    }

    /// The dungeon that a roll with another seed would give. The recipe is read once for all of them.
    fn variation(&self, recipe: &Recipe, seed: &Seed, progress: &mut dyn Progress) -> Result<Dungeon, ProtocolError> {
        let mut recipe = recipe.clone();
        recipe.seed = seed.clone();
        let (dungeon, _) = generate::generate_dungeon(&recipe, false, progress)?;
        let mut state = self.document.state_without_dungeon();
        state.take_roll(dungeon, EDIT_BUDGET);
        state.dungeon.ok_or_else(no_recipe)
    }

    /// A small picture of a state.
    pub(super) fn thumbnail(
        &self,
        at: &DocumentAt,
        px: u16,
        z: Option<i32>,
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        if !(1..=THUMBNAIL_SIDE).contains(&i32::from(px)) {
            return Err(ProtocolError::invalid_field("px", format!("px: need 1 to {THUMBNAIL_SIDE}, got {px}.")));
        }
        let document = self.state_at(at, progress)?;
        let mut payload = Vec::new();
        let picture = picture(&document.dungeon, z, px.into(), &mut payload);
        Ok(Reply { body: Body::Thumbnail { picture }, payload })
    }

    /// What is different between two states.
    pub(super) fn diff(
        &self,
        a: &DocumentAt,
        b: &DocumentAt,
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        let (a, b) = (self.state_at(a, progress)?, self.state_at(b, progress)?);
        let between = diff(&a.dungeon, &b.dungeon);
        let mut payload = Vec::new();
        let maps = [&a, &b].map(|side| {
            let levels = side.levels(&mut payload);
            MapReply { dungeon: DungeonFile::new(&side.dungeon, levels) }
        });
        let is_empty = between.is_empty();
        let broken = |error: serde_json::Error| ProtocolError::new(ErrorCode::Internal, format!("diff: {error}."));
        let diff = to_value(&between).map_err(broken)?;
        Ok(Reply { body: Body::Diff(Box::new(DiffReply { is_empty, diff, maps })), payload })
    }

    fn state_at(&self, at: &DocumentAt, progress: &mut dyn Progress) -> Result<SessionDocument, ProtocolError> {
        match at {
            DocumentAt::Now {} => Ok(self.document.clone()),
            DocumentAt::Step { n } => {
                let entries = self.history.journal().entries.len();
                if *n as usize > entries {
                    let sentence = format!("n: the journal has {entries} entries, got {n}.");
                    return Err(ProtocolError::invalid_field("n", sentence));
                }
                self.document_at(*n as usize, progress)
            }
            DocumentAt::Seed { seed } => self.roll_with_seed(seed, progress),
        }
    }

    /// What the document was generated from, here or before it was saved.
    fn source(&self) -> Result<GenerationSource, ProtocolError> {
        if let Some(source) = &self.document.source {
            return Ok(source.clone());
        }
        let provenance = &self.document.dungeon.provenance;
        if !self.document.dungeon.is_generated() {
            return Err(no_recipe());
        }
        let (set, inputs) = (provenance.recipe.to_map(), provenance.inputs.clone());
        let roll = RollEntry { set, seed: provenance.seed.clone(), inputs, ..RollEntry::default() };
        generate::source_of(&roll).map_err(|_| no_recipe())
    }

    /// What a roll of the document with another seed would be.
    fn roll_with_seed(&self, seed: &str, progress: &mut dyn Progress) -> Result<SessionDocument, ProtocolError> {
        let mut source = self.source()?;
        seed.parse::<Seed>().map_err(|error| ProtocolError::invalid_field("seed", format!("seed: {error}.")))?;
        (source.seed, source.stages) = (seed.to_owned(), std::collections::BTreeMap::new());
        let roll = RollRequest { source, pins: self.document.pins(), fresh: false };
        rolled(&self.document, &roll, false, progress)
    }
}

/// The picture of a level; of that of the entrance without one.
fn picture(dungeon: &Dungeon, z: Option<i32>, side: i32, payload: &mut Vec<u8>) -> ThumbnailInfo {
    let entrance = || dungeon.entrance.as_ref().and_then(|entrance| dungeon.rooms.get(entrance.room.index()));
    let lowest = || dungeon.levels.iter().map(|level| level.z).min_by_key(|z| z.abs());
    let z = z.or_else(|| entrance().map(|room| room.z)).or_else(lowest).unwrap_or(0);
    let drawn = Thumbnail::new(dungeon, z, side);
    let (width, height) = drawn.as_ref().map_or((0, 0), |drawn| (drawn.width, drawn.height));
    let pixels = PayloadBlob::append(payload, drawn.as_ref().map_or(&[], |drawn| &drawn.pixels));
    ThumbnailInfo { width, height, pixels }
}

fn no_recipe() -> ProtocolError {
    let sentence = "The map was not generated here, so there is nothing to roll again; generate a dungeon first.";
    ProtocolError::new(ErrorCode::EditRejected, sentence)
}
