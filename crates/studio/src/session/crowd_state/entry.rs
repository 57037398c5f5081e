//! Orders to the crowd as the journal holds them, each with the crowd before it.
//!
//! Ticks are no entries, so that a crowd cannot be replayed from its orders alone: an order carries the crowd that it found.
//! Going back over it gives that crowd, going forward the one that it makes of it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::format::json::to_value;
use undercroft::grid::Cell;
use undercroft::journal::JournalStep;

use super::{CrowdState, SavedCrowd};
use crate::limits::MAX_MESSAGE;
use crate::protocol::{ActorFilter, CrowdSettingsPatch, ErrorCode, Moved, ProtocolError, Reply};
use crate::session::document::SessionDocument;

/// How hard a crowd is deflated, 0 to 10: 100 actors take about a tenth of their JSON, and a click does not wait.
const LEVEL: u8 = 6;

/// What the crowd is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CrowdOrder {
    /// How it moves.
    Settings { settings: CrowdSettingsPatch },
    /// Actors come on these cells.
    Spawn { z: i32, cells: Vec<Cell>, pace: u16 },
    /// Actors come on random cells.
    Scatter { z: i32, count: u32, seed: u32, pace: u16 },
    /// Some go.
    Remove { actors: ActorFilter },
    /// All go.
    Clear {},
    /// Some are sent to a cell.
    Send { actors: ActorFilter, cell: Cell },
    /// The map that follows takes actors away.
    Follow {},
}

/// An order, and the crowd before it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrowdEntry {
    pub order: CrowdOrder,
    /// A saved crowd as JSON, deflated, in base64 without padding; absent where there was none with the usual settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
}

impl CrowdEntry {
    /// An order to this crowd.
    ///
    /// # Errors
    /// When the crowd cannot be written.
    pub fn new(order: CrowdOrder, crowd: &CrowdState) -> Result<Self, ProtocolError> {
        if crowd.gathered.is_none() && crowd.settings == CrowdState::default().settings {
            return Ok(Self { order, from: None });
        }
        let text = serde_json::to_vec(&crowd.save()?).map_err(|error| broken(&error))?;
        Ok(Self { order, from: Some(STANDARD_NO_PAD.encode(compress_to_vec(&text, LEVEL))) })
    }

    /// The entry of a journal.
    ///
    /// # Errors
    /// When it is none of the crowd.
    pub fn read(entry: &Value) -> Result<Self, String> {
        Self::deserialize(entry).map_err(|error| format!("crowd: {error}"))
    }

    /// The entry for a journal.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn step(&self) -> Result<JournalStep, ProtocolError> {
        to_value(self).map(JournalStep::Crowd).map_err(|error| broken(&error))
    }

    /// The crowd before the order, on the map where it was then.
    ///
    /// # Errors
    /// When it was cut or changed, or is larger than a crowd of the studio.
    pub fn before(&self) -> Result<CrowdState, ProtocolError> {
        let Some(from) = &self.from else { return Ok(CrowdState::default()) };
        let unreadable = |problem: &str| {
            ProtocolError::new(ErrorCode::Unreadable, format!("A crowd of the journal {problem}."))
                .with_field("journal")
        };
        let bytes = STANDARD_NO_PAD.decode(from).map_err(|_| unreadable("is not base64"))?;
        let text = decompress_to_vec_with_limit(&bytes, MAX_MESSAGE)
            .map_err(|_| unreadable("was cut or changed, or is too large"))?;
        let text = str::from_utf8(&text).map_err(|error| unreadable(&format!("cannot be read: {error}")))?;
        let saved: SavedCrowd =
            serde_json::from_str(text).map_err(|error| unreadable(&format!("cannot be read: {error}")))?;
        CrowdState::read(&saved)
    }

    /// The crowd after the order, on the map of the document that it was given on.
    ///
    /// # Errors
    /// As [`CrowdEntry::before`], and when the order is refused.
    pub fn after(&self, document: &SessionDocument) -> Result<CrowdState, ProtocolError> {
        let mut crowd = self.before()?;
        drop(crowd.sync_to(document));
        drop(crowd.obey(document, &self.order)?);
        Ok(crowd)
    }
}

impl CrowdState {
    /// Does what an order asks for.
    ///
    /// # Errors
    /// When it cannot be done; the crowd is as it was.
    pub fn obey(&mut self, document: &SessionDocument, order: &CrowdOrder) -> Result<Reply, ProtocolError> {
        match order {
            CrowdOrder::Settings { settings } => self.set_settings(settings),
            CrowdOrder::Spawn { z, cells, pace } => self.spawn(document, *z, cells, *pace),
            CrowdOrder::Scatter { z, count, seed, pace } => self.scatter(document, *z, *count, *seed, *pace),
            CrowdOrder::Remove { actors } => self.remove(actors),
            CrowdOrder::Clear {} => Ok(self.remove_all()),
            CrowdOrder::Send { actors, cell } => self.send(actors, *cell),
            CrowdOrder::Follow {} => Ok(self.reply(Moved::default())),
        }
    }

    /// Whether an order left the crowd as it was before.
    pub fn is_as_before(&self, order: &CrowdOrder, before: &CrowdStamp) -> bool {
        !matches!(order, CrowdOrder::Send { .. }) && self.stamp() == *before
    }

    /// What every order but one to walk changes.
    pub fn stamp(&self) -> CrowdStamp {
        let actors = self.gathered.as_ref().map_or(0, |gathered| gathered.crowd.actors().count());
        CrowdStamp { settings: self.settings.clone(), actors }
    }
}

/// The settings of a crowd and how many actors it has.
#[derive(PartialEq, Eq)]
pub struct CrowdStamp {
    settings: undercroft_crowd::CrowdSettings,
    actors: usize,
}

fn broken(error: &dyn std::fmt::Display) -> ProtocolError {
    ProtocolError::new(ErrorCode::Internal, format!("The crowd cannot be written: {error}."))
}
