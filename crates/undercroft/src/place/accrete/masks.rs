//! Masks with their sites, kept for the next time that the same one is drawn.
//!
//! A mask depends on nothing but its draft, so all dungeons that a thread makes can have it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use undercroft_grid::mix;

use super::super::joint::RoomMask;
use crate::shape::MaskDraft;

/// The most masks that a thread keeps.
const MOST: usize = 2_048;

/// Masks by the keys of their drafts. They are looked up and never listed, so the order of hashes reaches no result.
type KeptMasks = HashMap<u64, Rc<RoomMask>, BuildHasherDefault<KeyHasher>>;

thread_local! {
    static KEPT: RefCell<KeptMasks> = RefCell::default();
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

/// Mixes the bits of a key.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = mix(self.0 ^ key);
    }
}
