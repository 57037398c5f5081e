//! Masks with their sites, kept for the next time that the same one is drawn.
//!
//! A mask depends on nothing but its draft, so all dungeons that a thread makes can have it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::joint::RoomMask;
use crate::shape::MaskDraft;

/// The most masks that a thread keeps.
const MOST: usize = 2_048;

thread_local! {
    static KEPT: RefCell<BTreeMap<u64, Rc<RoomMask>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The mask of a draft.
pub fn mask_of(draft: MaskDraft) -> Rc<RoomMask> {
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= MOST {
            kept.clear();
        }
        Rc::clone(kept.entry(draft.key()).or_insert_with(|| Rc::new(RoomMask::new(&draft))))
    })
}
