//! Undo and redo: documents before and after, bounded in steps and in memory.

use std::collections::VecDeque;

use super::document::SessionDocument;
use crate::limits::{HISTORY_BYTES, HISTORY_STEPS};

/// The documents that were and the documents that would be.
#[derive(Clone, Debug, Default)]
pub struct History {
    past: VecDeque<SessionDocument>,
    future: Vec<SessionDocument>,
    /// The gesture of the last step: what follows with the same number belongs to it.
    gesture: Option<u32>,
}

impl History {
    /// Writes a step down: `old` is what the document was before it. A step of the same gesture as the last one is
    /// part of that. What was undone can then not be made again.
    pub fn step(&mut self, old: SessionDocument, gesture: Option<u32>) {
        let goes_on = gesture.is_some() && gesture == self.gesture && !self.past.is_empty();
        self.gesture = gesture;
        self.future.clear();
        if !goes_on {
            self.past.push_back(old);
            self.forget_oldest();
        }
    }

    /// The document before the last step, given the one that is now.
    pub fn undo(&mut self, now: &SessionDocument) -> Option<SessionDocument> {
        let before = self.past.pop_back()?;
        self.future.push(now.clone());
        self.gesture = None;
        Some(before)
    }

    /// The document after the step that was undone last.
    pub fn redo(&mut self, now: &SessionDocument) -> Option<SessionDocument> {
        let after = self.future.pop()?;
        self.past.push_back(now.clone());
        self.gesture = None;
        Some(after)
    }

    /// Steps that can be undone and made again.
    pub fn depth(&self) -> (u32, u32) {
        (self.past.len() as u32, self.future.len() as u32)
    }

    /// The last step always stays, however large.
    fn forget_oldest(&mut self) {
        let bytes = |past: &VecDeque<SessionDocument>| past.iter().map(SessionDocument::bytes).sum::<usize>();
        while self.past.len() > 1 && (self.past.len() > HISTORY_STEPS || bytes(&self.past) > HISTORY_BYTES) {
            self.past.pop_front();
        }
    }
}
