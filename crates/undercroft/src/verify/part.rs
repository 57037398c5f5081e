//! Some levels of a dungeon by themselves: what needs the others is not asked.

use super::{Check, Flaw, FlawCode, Report, Skipped, verify};
use crate::dungeon::Dungeon;

/// What other levels decide, by the family of its check.
const ELSEWHERE: [(FlawCode, Check); 16] = [
    (FlawCode::StairsWithoutLink, Check::Stairs),
    (FlawCode::StairsUnpaired, Check::Stairs),
    // Alcoves of stairs are known by their links.
    (FlawCode::ShapeMismatch, Check::Stairs),
    (FlawCode::TemplateMismatch, Check::Stairs),
    (FlawCode::DepthWrong, Check::Entrance),
    (FlawCode::NumberOrder, Check::Entrance),
    (FlawCode::RoomUnreachable, Check::Reach),
    (FlawCode::RoomShutOff, Check::Reach),
    (FlawCode::KeyWithoutLock, Check::Keys),
    (FlawCode::KeysRunOut, Check::Keys),
    (FlawCode::KeyOutOfReach, Check::Keys),
    (FlawCode::SecretTooNear, Check::Secrets),
    // Texts and groups speak of rooms elsewhere.
    (FlawCode::ReferenceBroken, Check::Contents),
    (FlawCode::TextStale, Check::Contents),
    (FlawCode::KeyNoteWrong, Check::Contents),
    (FlawCode::GroupCount, Check::Contents),
];

/// Judges some levels of a dungeon of which `missing` others are not here: stairs may lead to them, and so may the path
/// to a room or to a key.
pub fn verify_part(dungeon: &Dungeon, missing: usize) -> Report {
    let mut report = verify(dungeon);
    if missing == 0 {
        return report;
    }
    let here = |flaw: &Flaw| ELSEWHERE.iter().all(|(code, _)| *code != flaw.code);
    report.flaws.retain(here);
    let levels = if missing == 1 { "level is" } else { "levels are" };
    let reason = format!("This is a part of a dungeon: {missing} {levels} not in the file.");
    let mut families: Vec<Check> = ELSEWHERE.iter().map(|(_, check)| *check).collect();
    families.dedup();
    families.retain(|family| report.skipped.iter().all(|skipped| skipped.check != *family));
    report.skipped.extend(families.into_iter().map(|check| Skipped { check, reason: reason.clone() }));
    report
}
