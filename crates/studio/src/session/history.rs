//! Undo and redo: documents that were replaced and patches of cells, bounded in steps and in memory.

use std::collections::VecDeque;

use undercroft::edit::Patch;

use super::document::{DocumentMeta, SessionDocument};
use crate::limits::{HISTORY_BYTES, HISTORY_STEPS};

/// The steps that can be undone and redone.
#[derive(Clone, Debug, Default)]
pub struct History {
    past: VecDeque<Step>,
    future: Vec<Step>,
    /// The gesture of the last step: what follows with the same number belongs to it.
    gesture: Option<u32>,
}

/// What leads from the document of now to that before or after a step.
#[derive(Clone, Debug)]
enum Step {
    /// The other document.
    Replace(Box<SessionDocument>),
    /// What leads to the other cells of the same document, and what else was different.
    Patch(PatchStep),
}

/// The patches of one gesture, in the order of their making.
#[derive(Clone, Debug)]
struct PatchStep {
    patches: Vec<Patch>,
    meta: DocumentMeta,
}

impl History {
    /// Records that the document was replaced; `old` is what it was before. A step of the same gesture as the last one
    /// joins that. What was undone can then not be redone.
    pub fn record_replace(&mut self, mut old: SessionDocument, gesture: Option<u32>) {
        let last = self.joined_step(gesture);
        match last {
            Some(Step::Replace(_)) => {}
            Some(step @ Step::Patch(_)) => {
                // The gesture began with patches: the document before it is the old one without them.
                if let Step::Patch(patched) = step {
                    drop(patched.apply(&mut old));
                }
                *step = Step::Replace(Box::new(old));
            }
            None => self.push(Step::Replace(Box::new(old))),
        }
    }

    /// Drops the last step where it leads to the document that is there: a gesture that came back to where it began.
    pub fn drop_idle_step(&mut self, document: &SessionDocument) {
        if let Some(Step::Replace(old)) = self.past.back()
            && old.is_same_roll(document)
        {
            (_, self.gesture) = (self.past.pop_back(), None);
        }
    }

    /// Records that cells were painted; `meta` is what else the document was before.
    pub fn record_patch(&mut self, patch: Patch, meta: DocumentMeta, gesture: Option<u32>) {
        match self.joined_step(gesture) {
            Some(Step::Replace(_)) => {}
            Some(Step::Patch(step)) => step.patches.push(patch),
            None => self.push(Step::Patch(PatchStep { patches: vec![patch], meta })),
        }
    }

    /// Undoes the last step of the document. Returns whether there was one.
    pub fn undo(&mut self, document: &mut SessionDocument) -> bool {
        let Some(step) = self.past.pop_back() else { return false };
        self.future.push(step.apply(document));
        self.gesture = None;
        true
    }

    /// Redoes the step that was undone last. Returns whether there was one.
    pub fn redo(&mut self, document: &mut SessionDocument) -> bool {
        let Some(step) = self.future.pop() else { return false };
        self.past.push_back(step.apply(document));
        self.gesture = None;
        true
    }

    /// Steps that can be undone and redone.
    pub fn depth(&self) -> (u32, u32) {
        (self.past.len() as u32, self.future.len() as u32)
    }

    /// The last step, where the gesture continues it.
    fn joined_step(&mut self, gesture: Option<u32>) -> Option<&mut Step> {
        let continues = gesture.is_some() && gesture == self.gesture;
        self.gesture = gesture;
        self.future.clear();
        self.past.back_mut().filter(|_| continues)
    }

    /// Adds a step and drops the oldest ones; the last step always stays, however large.
    fn push(&mut self, step: Step) {
        self.past.push_back(step);
        let bytes = |past: &VecDeque<Step>| past.iter().map(Step::bytes).sum::<usize>();
        while self.past.len() > 1 && (self.past.len() > HISTORY_STEPS || bytes(&self.past) > HISTORY_BYTES) {
            self.past.pop_front();
        }
    }
}

impl Step {
    /// Takes the step. Returns the one that leads back.
    fn apply(self, document: &mut SessionDocument) -> Self {
        match self {
            Self::Replace(mut other) => {
                std::mem::swap(document, &mut other);
                Self::Replace(other)
            }
            Self::Patch(step) => Self::Patch(step.apply(document)),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Replace(document) => document.bytes(),
            Self::Patch(step) => {
                let cells: usize = step.patches.iter().map(|patch| patch.old_terrain().len()).sum();
                12 * cells + step.meta.bytes() + 256
            }
        }
    }
}

impl PatchStep {
    fn apply(&self, document: &mut SessionDocument) -> Self {
        let patches = self.patches.iter().rev().map(|patch| document.undo_patch(patch)).collect();
        let mut meta = self.meta.clone();
        document.swap_meta(&mut meta);
        Self { patches, meta }
    }
}
