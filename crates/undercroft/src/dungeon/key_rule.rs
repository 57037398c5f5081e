//! What keys open.

use super::{Dungeon, LinkId, Marker, MarkerKind};

/// The last epoch whose records have no rule: its keys were shared.
const LAST_WITHOUT_RULE: u32 = 1;

/// What a key opens. A lock is a link with a locked door.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyRule {
    /// Its own lock, every door of it; it is kept.
    #[default]
    Own,
    /// Any lock; it is used up.
    Shared,
}

impl Dungeon {
    /// What its keys open, by its recipe. A map that was not generated has keys of the default rule.
    ///
    /// ```
    /// use undercroft::Generator;
    /// use undercroft::dungeon::KeyRule;
    ///
    /// let locks = Generator::preset("dungeon")?.seed(7);
    /// assert_eq!(locks.generate()?.key_rule(), KeyRule::Own);
    /// assert_eq!(locks.set("keys", "shared")?.generate()?.key_rule(), KeyRule::Shared);
    /// # Ok::<(), undercroft::Error>(())
    /// ```
    pub fn key_rule(&self) -> KeyRule {
        let is_old = self.is_generated() && self.provenance.epoch <= LAST_WITHOUT_RULE;
        let rule_of_epoch = if is_old { KeyRule::Shared } else { KeyRule::Own };
        self.provenance.recipe.key_rule().unwrap_or(rule_of_epoch)
    }

    /// The lock that a key opens; `None` where keys are shared and open any.
    pub fn lock_of(&self, key: &Marker) -> Option<LinkId> {
        key.link.filter(|_| key.kind == MarkerKind::Key && self.key_rule() == KeyRule::Own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::tests::fixture;

    #[test]
    fn a_key_of_its_own_has_a_lock_and_nothing_else_has_one() {
        let mut d = fixture::dungeon();
        let key = d.markers[0].clone();
        let light = Marker { link: key.link, ..d.markers[1].clone() };
        assert_eq!((key.kind, d.lock_of(&key), d.lock_of(&light)), (MarkerKind::Key, Some(LinkId(3)), None));
        d.provenance.recipe.insert("keys", "shared");
        assert_eq!((d.key_rule(), d.lock_of(&key)), (KeyRule::Shared, None));
    }
}
