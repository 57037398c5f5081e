//! Share links of the document: readable for a plain roll, else with pins and edits.

use undercroft::dungeon::EPOCH;
use undercroft::edit::Edit;
use undercroft::journal::{JournalStep, RollEntry};
use undercroft::share::{PREFIX, SharedWork, dungeon_sum};

use super::generate::RollRequest;
use super::replay::{edited, rolled};
use super::{Session, share_link};
use crate::progress::Progress;
use crate::protocol::error::{ended, sentence};
use crate::protocol::{Body, ErrorCode, LinkReply, ProtocolError, Reply};
use crate::words::count;

/// Some programs cut links that are longer.
const LONG: usize = 8_000;
/// Links that are longer are offered as a file only.
const LONGEST: usize = 32_000;

impl Session {
    /// The link of the document.
    pub(super) fn link(&self) -> Reply {
        let document = &self.document;
        if let Some(text) = document.share_link() {
            return Body::Link(LinkReply { text: Some(text), note: None }).into();
        }
        let made = self.shared_work().and_then(|work| work.link().map_err(|error| sentence(&error)));
        let (text, note) = match made {
            Err(problem) => (None, Some(problem)),
            Ok(text) if text.len() > LONGEST => {
                let length = count(text.len());
                (None, Some(format!("A link would have {length} characters. Save the studio file instead.")))
            }
            Ok(text) => {
                let length = count(text.len());
                let note = (text.len() > LONG)
                    .then(|| format!("The link has {length} characters, and some programs cut links that long."));
                (Some(text), note)
            }
        };
        Body::Link(LinkReply { text, note }).into()
    }

    /// The roll of the document with the edits since.
    fn shared_work(&self) -> Result<SharedWork, String> {
        let (document, journal) = (&self.document, self.history.journal());
        let file = "Save the studio file instead: it holds everything.";
        let base = journal.base().and_then(|base| journal.active().get(base)).map(|entry| &entry.step);
        let Some(JournalStep::Roll(roll)) = base else {
            return Err(format!("Only what was generated here has a link. {file}"));
        };
        if !roll.inputs.is_empty() {
            return Err(format!("The recipe reads files of your own. {file}"));
        }
        let edits: Vec<Edit> = document.margin.rebased.iter().chain(journal.edits()).cloned().collect();
        let roll = RollEntry { fresh: false, ..(**roll).clone() };
        Ok(SharedWork::new(roll, edits, &document.dungeon))
    }

    /// Opens what a link holds, as another document.
    pub(super) fn open_link(
        &mut self,
        text: &str,
        trace: bool,
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        if text.trim_start_matches('#').starts_with(PREFIX) {
            return self.open_work(text, trace, progress);
        }
        let source = share_link::read(text)?;
        self.roll(&RollRequest::fresh(source), trace, None, progress)
    }

    fn open_work(&mut self, text: &str, trace: bool, progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
        let unreadable = |message: String| ProtocolError::new(ErrorCode::Unreadable, message).with_field("text");
        let work = SharedWork::read(text).map_err(|error| unreadable(sentence(&error)))?;
        let roll = RollEntry { fresh: true, ..work.roll };
        let mut document = rolled(&self.document, &RollRequest::of(&roll).map_err(unreadable)?, trace, progress)?;
        let mut steps = vec![JournalStep::Roll(Box::new(roll))];
        for (at, edit) in work.edits.iter().enumerate() {
            document = edited(&document, edit)
                .map_err(|error| unreadable(format!("Edit {} of the link: {}", at + 1, ended(&error.message))))?
                .0;
            steps.push(JournalStep::Edit(edit.clone()));
        }
        let is_same = dungeon_sum(&document.dungeon) == work.sum;
        let mut notes = self.commit(document, steps, None);
        let made = if work.epoch == EPOCH { String::new() } else { format!(" by generator {}", work.epoch) };
        notes.extend(
            (!is_same).then(|| format!("This is not what the link was made of{made}: its checksum is another one.")),
        );
        Ok(self.reply(notes))
    }
}
