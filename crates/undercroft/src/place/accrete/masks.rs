//! Masks with their sites, kept for the next time that the same one is drawn.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::joint::RoomMask;
use crate::shape::MaskDraft;

/// The most masks that are kept.
const MOST: usize = 2_048;

/// Masks by the key of their draft.
#[derive(Debug, Default)]
pub struct Masks(BTreeMap<u64, Rc<RoomMask>>);

impl Masks {
    /// The mask of a draft.
    pub fn get(&mut self, draft: MaskDraft) -> Rc<RoomMask> {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        Rc::clone(self.0.entry(draft.key()).or_insert_with(|| Rc::new(RoomMask::new(&draft))))
    }
}
