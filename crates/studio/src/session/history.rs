//! The journal of a session with documents that are kept beside it, so that undo and redo need not replay it from its
//! beginning. The journal is the only history; what is kept follows from it.

use std::collections::BTreeMap;

use serde_json::Value;
use undercroft::format::json::to_value;
use undercroft::journal::{Journal, JournalEntry, JournalStep, MAX_ENTRIES};

use super::document::SessionDocument;
use crate::limits::{HISTORY_BYTES, MAX_JOURNAL};
use crate::protocol::StepInfo;

/// A document is kept longer after so many entries.
pub const EVERY: usize = 32;

/// The journal, and documents that it gives.
#[derive(Clone, Debug, Default)]
pub struct History {
    journal: Journal,
    /// Bytes of each entry as JSON.
    sizes: Vec<usize>,
    /// Documents after so many entries, but for the one that is shown.
    kept: BTreeMap<usize, KeptDocument>,
    /// The gesture of the page that the last entry belongs to: what follows with the same number continues it.
    gesture: Option<u32>,
    /// The first entry that the page has not been sent.
    unsent: Option<usize>,
}

#[derive(Clone, Debug)]
struct KeptDocument {
    document: SessionDocument,
    bytes: usize,
}

impl History {
    /// A journal that was kept elsewhere.
    pub fn restored(journal: Journal) -> Self {
        let sizes = journal.entries.iter().map(size).collect();
        Self { journal, sizes, ..Self::default() }
    }

    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    pub const fn cursor(&self) -> usize {
        self.journal.cursor
    }

    /// Adds entries after the cursor; `old` is the document before them. What could be redone is gone. A roll of the
    /// same gesture as the last one takes its place.
    pub fn push(&mut self, old: SessionDocument, steps: Vec<JournalStep>, gesture: Option<u32>) {
        let continues = self.continues(gesture);
        let number = match self.last_gesture().filter(|_| continues) {
            Some(number) => Some(number),
            None => (gesture.is_some() || steps.len() > 1).then(|| self.journal.next_gesture()),
        };
        let is_roll = steps.iter().any(|step| matches!(step, JournalStep::Roll(_)));
        let is_replaced = continues && is_roll && self.ends_with_roll();
        let mut old = Some(old).filter(|_| !is_replaced);
        if is_replaced {
            self.drop_last();
        }
        self.gesture = gesture;
        for step in steps {
            if let Some(document) = old.take_if(|_| !matches!(step, JournalStep::Crowd(_))) {
                self.keep(self.cursor(), document);
            }
            self.push_entry(step, number);
        }
        self.drop_excess();
    }

    /// Adds an order to the crowd after the cursor; the document stays.
    pub fn push_order(&mut self, step: JournalStep) {
        self.gesture = None;
        self.push_entry(step, None);
        self.drop_excess();
    }

    /// Puts another edit in place of the last entry, which belongs to the same gesture.
    pub fn replace_last(&mut self, step: JournalStep) {
        let number = self.last_gesture();
        self.drop_last();
        self.push_entry(step, number);
    }

    /// Takes away the last entry, which changed nothing in the end, and with it what the map took from the crowd. Returns
    /// the document before it, and the entry of the crowd.
    pub fn take_back(&mut self) -> Option<(SessionDocument, Option<Value>)> {
        let before = self.kept.remove(&self.cursor().checked_sub(1)?)?;
        let number = self.last_gesture();
        self.drop_last();
        self.gesture = None;
        let order = match self.journal.active().last() {
            Some(JournalEntry { step: JournalStep::Crowd(order), gesture })
                if number.is_some() && *gesture == number =>
            {
                Some(order.clone())
            }
            _ => None,
        };
        if order.is_some() {
            self.drop_last();
        }
        Some((before.document, order))
    }

    /// The number of the gesture of the last entry that counts.
    fn last_gesture(&self) -> Option<u64> {
        self.journal.active().last()?.gesture
    }

    /// Whether a gesture goes on that the last entry belongs to.
    pub fn continues(&self, gesture: Option<u32>) -> bool {
        gesture.is_some() && gesture == self.gesture && !self.journal.active().is_empty()
    }

    /// The document before the last entry.
    pub fn before_last(&self) -> Option<&SessionDocument> {
        Some(&self.kept.get(&self.cursor().checked_sub(1)?)?.document)
    }

    /// Goes to another place of the journal; `old` is the document that was shown.
    pub fn go_to(&mut self, n: usize, old: SessionDocument) {
        self.keep(self.cursor(), old);
        self.journal.cursor = n.min(self.journal.entries.len());
        self.gesture = None;
        self.unsent = Some(self.unsent.unwrap_or(usize::MAX));
        self.drop_excess();
    }

    /// Up to how many entries the document is that after `n`: orders to the crowd do not change it.
    pub fn last_alike(&self, n: usize) -> usize {
        let is_order = |entry: &&JournalEntry| matches!(entry.step, JournalStep::Crowd(_));
        n + self.journal.entries.iter().skip(n).take_while(is_order).count()
    }

    /// The kept document nearest before or after exactly `n` entries, and how many it follows.
    pub fn nearest(&self, n: usize) -> Option<(usize, &SessionDocument)> {
        self.kept.range(..=n).next_back().map(|(&after, kept)| (after, &kept.document))
    }

    /// Keeps a document.
    pub fn keep(&mut self, after: usize, document: SessionDocument) {
        let bytes = document.bytes();
        self.kept.insert(after, KeptDocument { document, bytes });
    }

    /// Keeps what a replay came past, so that the next one need not begin where it began.
    pub fn keep_passed(&mut self, passed: Vec<(usize, SessionDocument)>) {
        passed.into_iter().for_each(|(after, document)| self.keep(after, document));
        self.drop_excess();
    }

    /// Steps that can be undone and redone.
    pub fn depth(&self) -> (u32, u32) {
        let mut undo = (self.cursor(), 0);
        while let Some(to) = self.journal.undone_cursor(undo.0) {
            undo = (to, undo.1 + 1);
        }
        let mut redo = (self.cursor(), 0);
        while let Some(to) = self.journal.redone_cursor(redo.0) {
            redo = (to, redo.1 + 1);
        }
        (undo.1, redo.1)
    }

    /// How many of the oldest entries have to be folded; `None` where the journal is short enough.
    pub fn folded_entries(&self) -> Option<usize> {
        let bytes: usize = self.sizes.iter().sum();
        if self.sizes.len() <= MAX_ENTRIES && bytes <= MAX_JOURNAL {
            return None;
        }
        let (mut left, mut cut) = (bytes, 0);
        while cut + 1 < self.cursor() && (left > MAX_JOURNAL / 2 || self.sizes.len() - cut > MAX_ENTRIES / 2) {
            left -= self.sizes[cut];
            cut += 1;
        }
        Some(cut).filter(|&cut| cut >= 2)
    }

    /// Folds the oldest entries into one that opens what they gave.
    pub fn fold(&mut self, cut: usize, document: &SessionDocument) -> bool {
        let keep = self.cursor() - cut;
        if !self.journal.fold(keep, &document.dungeon.name, &document.state()) {
            return false;
        }
        self.sizes.splice(..cut, [size(&self.journal.entries[0])]);
        let kept = std::mem::take(&mut self.kept);
        self.kept = kept.into_iter().filter(|(after, _)| *after >= cut).map(|(n, kept)| (n - cut + 1, kept)).collect();
        self.unsent = Some(0);
        true
    }

    /// Moves the cursor of a journal that is being restored.
    pub fn set_cursor(&mut self, n: usize) {
        self.journal.cursor = n.min(self.journal.entries.len());
    }

    /// The page has none of the entries.
    pub const fn mark_unsent(&mut self) {
        self.unsent = Some(0);
    }

    /// What changed since the page was told last.
    pub fn take_step(&mut self) -> Option<StepInfo> {
        let length = self.journal.entries.len();
        let from = self.unsent.take()?.min(length);
        Some(StepInfo { from: from as u32, entries: entries_from(&self.journal, from), cursor: self.cursor() as u32 })
    }

    fn ends_with_roll(&self) -> bool {
        matches!(self.journal.active().last(), Some(JournalEntry { step: JournalStep::Roll(_), .. }))
    }

    fn push_entry(&mut self, step: JournalStep, gesture: Option<u64>) {
        let at = self.cursor();
        self.journal.push(step, gesture);
        self.sizes.truncate(at);
        self.sizes.push(size(&self.journal.entries[at]));
        self.unsent = Some(self.unsent.map_or(at, |unsent| unsent.min(at)));
        self.kept.retain(|&after, _| after <= at);
    }

    /// Takes away the last entry and all that could be redone.
    fn drop_last(&mut self) {
        let at = self.cursor() - 1;
        self.journal.cursor = at;
        self.journal.entries.truncate(at);
        self.sizes.truncate(at);
        self.kept.retain(|&after, _| after <= at);
        self.unsent = Some(self.unsent.map_or(at, |unsent| unsent.min(at)));
    }

    /// Drops kept documents where they take too much: those far from the cursor, and of them first those between the ones
    /// that are kept longer. The one before the last entry stays.
    fn drop_excess(&mut self) {
        let cursor = self.cursor();
        while self.kept.values().map(|kept| kept.bytes).sum::<usize>() > HISTORY_BYTES {
            let is_free = |after: &usize| *after + 1 != cursor;
            let worth = |after: &usize| (!after.is_multiple_of(EVERY), after.abs_diff(cursor));
            let Some(victim) = self.kept.keys().copied().filter(is_free).max_by_key(worth) else { return };
            self.kept.remove(&victim);
        }
    }
}

/// Entries as JSON.
pub fn entries_from(journal: &Journal, from: usize) -> Vec<Value> {
    let entry = |entry: &JournalEntry| to_value(entry).unwrap_or(Value::Null);
    journal.entries[from.min(journal.entries.len())..].iter().map(entry).collect()
}

/// The bytes of an entry as JSON.
fn size(entry: &JournalEntry) -> usize {
    serde_json::to_vec(entry).map_or(0, |bytes| bytes.len())
}
