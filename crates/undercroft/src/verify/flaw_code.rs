//! The kinds of flaws, each with its name and what it means.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! flaw_codes {
    ($($(#[doc = $doc:literal])+ $code:ident = $name:literal,)*) => {
        /// The kinds of flaws. In JSON and on the command line they have kebab-case names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum FlawCode {
            $($(#[doc = $doc])+ $code,)*
        }

        impl FlawCode {
            /// Every code, in the order of the checks.
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// Its kebab-case name.
            ///
            /// ```
            /// use undercroft::verify::FlawCode;
            ///
            /// assert_eq!(FlawCode::RoomUnreachable.name(), "room-unreachable");
            /// assert!(FlawCode::ALL.iter().all(|code| !code.name().contains(' ')));
            /// ```
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// What is wrong, as a sentence for documents.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$code => concat!($($doc),+).trim_ascii(),)*
                }
            }
        }
    };
}

flaw_codes! {
    /// An id is not its position, or something names a thing or a level that does not exist.
    BrokenReference = "broken-reference",
    /// A number is outside its limits: door cells, corridor width, the number of a link's doors or path cells.
    OutOfLimits = "out-of-limits",
    /// Levels are not sorted from the highest to the lowest, or two have one height.
    LevelsDisordered = "levels-disordered",
    /// A thing lies outside its map.
    OutsideMap = "outside-map",
    /// The outermost cells of a map are not all solid.
    BorderOpen = "border-open",
    /// A room has no floor, or its floor is not given as disjoint runs in row order.
    FloorMalformed = "floor-malformed",
    /// A room's floor is not one 4-connected piece.
    RoomInPieces = "room-in-pieces",
    /// A room's floor, without alcoves of stairs, is not what the rule of its shape gives in any turn or mirror.
    ShapeMismatch = "shape-mismatch",
    /// A room's floor is not that of the shipped template that it names, with its turn and mirror.
    TemplateMismatch = "template-mismatch",
    /// A dais that is not opposite the wall of its room's first door, or is in a room that has none.
    DaisMisplaced = "dais-misplaced",
    /// A window that is not in an outer wall above ground, or is beside a corner, a door or a partition.
    WindowMisplaced = "window-misplaced",
    /// A hearth that is not in a wall of its room, or does not have two cells of floor before it.
    HearthMisplaced = "hearth-misplaced",
    /// Two rooms claim the same floor.
    RoomsOverlap = "rooms-overlap",
    /// The floor of one room lies in the ring of another.
    FloorInRing = "floor-in-ring",
    /// The tiles do not show a room's floor.
    FloorMissing = "floor-missing",
    /// A ring cell is not wall.
    RingBroken = "ring-broken",
    /// The tiles do not show a door.
    DoorMissing = "door-missing",
    /// The tiles do not show a corridor.
    CorridorMissing = "corridor-missing",
    /// The tiles do not show the stairs of a link.
    StairsMissing = "stairs-missing",
    /// Wall that is in no room's ring.
    WallWithoutRoom = "wall-without-room",
    /// Floor that belongs to no room.
    FloorWithoutRoom = "floor-without-room",
    /// Corridor that lies on no link, no stub and not before the entrance.
    CorridorWithoutLink = "corridor-without-link",
    /// A door tile without a door.
    DoorTileWithoutDoor = "door-tile-without-door",
    /// Stairs that no link tells of.
    StairsWithoutLink = "stairs-without-link",
    /// A door's cells are not sorted, contiguous and in one line along the wall.
    DoorShape = "door-shape",
    /// An archway or a doorway, which has no leaf, that is shut or locked.
    DoorwayState = "doorway-state",
    /// A short corridor has a leaf or a frame at both ends, though neither is locked, barred or secret.
    DoorPair = "door-pair",
    /// A door lies outside the ring of its room, or its inner side is not that room's floor.
    DoorOffRing = "door-off-ring",
    /// A door lies at a corner of the ring, where it touches no floor.
    DoorAtCorner = "door-at-corner",
    /// Two doors share a cell or touch.
    DoorsTouch = "doors-touch",
    /// Beyond a door lies neither corridor nor, in a shared wall, the other room; or beyond a back door lies something.
    DoorLeadsNowhere = "door-leads-nowhere",
    /// A door that belongs to no link and is neither the entrance nor the back door of a house whose recipe asks for one.
    DoorWithoutLink = "door-without-link",
    /// A door that serves more than one link, or a link and the entrance.
    DoorServesTwo = "door-serves-two",
    /// A link's door is in the wrong room, on the wrong level or wider than the corridor; or a link leads back.
    LinkDoorMismatch = "link-door-mismatch",
    /// A path has a gap, or its runways do not meet.
    PathBroken = "path-broken",
    /// A path does not begin and end at its doors.
    PathMissesDoor = "path-misses-door",
    /// A path crosses itself and no last resort is recorded.
    PathNotSimple = "path-not-simple",
    /// A path names a cell that is not floor.
    PathInRock = "path-in-rock",
    /// A corridor runs through a room, its ring or a door.
    CorridorThroughRoom = "corridor-through-room",
    /// A runway is not as long, straight and perpendicular as recorded.
    RunwayFalse = "runway-false",
    /// The recorded fallback and the recorded runway contradict each other.
    FallbackDisagrees = "fallback-disagrees",
    /// A locked link, a secret passage or a planned link meets another corridor.
    CorridorNotAlone = "corridor-not-alone",
    /// A roughened cell does not lie beside its corridor.
    RoughenedApart = "roughened-apart",
    /// A blind corridor leaves no other corridor.
    StubApart = "stub-apart",
    /// A generated dungeon without an entrance.
    EntranceMissing = "entrance-missing",
    /// The entrance's door is not a door of the entrance room.
    EntranceMismatch = "entrance-mismatch",
    /// The corridor before the entrance does not end blind.
    EntranceNotBlind = "entrance-not-blind",
    /// Straight on from the runway of the entrance, something walkable lies before the edge of the map.
    EntranceBlocked = "entrance-blocked",
    /// A generated dungeon without a goal.
    GoalMissing = "goal-missing",
    /// A room's depth is not its number of links from the entrance.
    DepthWrong = "depth-wrong",
    /// Two rooms have one number.
    NumberTwice = "number-twice",
    /// The numbers of rooms are not 1, 2, … in walking order, or a passage has one.
    NumberOrder = "number-order",
    /// A role of one room, entrance or goal, is written on another.
    RoleMisplaced = "role-misplaced",
    /// Rooms that cannot be reached, whatever a visitor opens or discovers.
    RoomUnreachable = "room-unreachable",
    /// Rooms that are reached only through secret, barred or locked doors for which there is no key.
    RoomShutOff = "room-shut-off",
    /// A key that belongs to no locked link.
    KeyWithoutLock = "key-without-lock",
    /// The keys can be spent so that a lock stays shut for ever.
    KeysRunOut = "keys-run-out",
    /// No order of opening locks leads to the key of one.
    KeyOutOfReach = "key-out-of-reach",
    /// Stairs that do not join the same cell of two rooms on neighbouring levels.
    StairsUnpaired = "stairs-unpaired",
    /// Stairs that are bent, have a gap, or have more than 3 cells on a level.
    StairsRun = "stairs-run",
    /// Stairs with a door or other stairs within 2 cells, and no warning says so.
    StairsNearDoor = "stairs-near-door",
    /// A secret passage that is not marked as one, or a mark on another link.
    SecretMarkWrong = "secret-mark-wrong",
    /// A secret passage between rooms that are linked, or too near each other in the plan, or on two levels.
    SecretTooNear = "secret-too-near",
    /// Two rooms have one place in the plan, or places that their levels, stairs or other links contradict.
    PlanMismatch = "plan-mismatch",
    /// A required socket is shut.
    SocketShut = "socket-shut",
    /// A socket's `open` is not what the tiles show.
    SocketStateFalse = "socket-state-false",
    /// A socket does not lie in its room's ring, pointing outwards.
    SocketMisplaced = "socket-misplaced",
    /// Ground of another size than its level, or on rock, walls or doors that are no doorways.
    GroundMalformed = "ground-malformed",
    /// Deep water or a chasm parts doors, stairs or keys of a room or a corridor that floor joins.
    GroundCutsOff = "ground-cuts-off",
    /// A bridge that does not lead straight from floor to floor, or crosses neither deep water nor a chasm.
    BridgeDisconnected = "bridge-disconnected",
    /// A marker does not lie in its room, or in no room.
    MarkerMisplaced = "marker-misplaced",
    /// A room that says it is aligned and is not.
    AlignmentFalse = "alignment-false",
    /// A feature off the floor of its room, on a chasm, or on deep water where it does not float; or one of no room that blocks or is in no corridor.
    FeatureOutsideRoom = "feature-outside-room",
    /// A feature whose sides are not 1 to 6 cells, whose turn is not 0 to 3, or whose size and mount do not go together.
    FeatureSize = "feature-size",
    /// Two standing features in one cell, or two flat ones, or two on one side of a wall.
    FeaturesOverlap = "features-overlap",
    /// A feature on a cell that is kept clear: the two before a door at its full width, stairs and the cells beside them, keys.
    FeatureInDoor = "feature-in-door",
    /// Features part the doors, stairs or keys of a room, or close off a pocket of free cells.
    FeatureBlocksPath = "feature-blocks-path",
    /// Features part doors, stairs or keys of a room for a body of 2×2 cells, which joins them without features.
    FeatureNarrows = "feature-narrows",
    /// A feature that is mounted in a wall is not in the ring of its room, is in a door or a corner, or has its front elsewhere.
    FeatureWallMount = "feature-wall-mount",
    /// A spawn in rock or wall, on deep water or a chasm, outside its room or its container, or below a feature that blocks.
    SpawnBlocked = "spawn-blocked",
    /// Two spawns in one cell.
    SpawnsOverlap = "spawns-overlap",
    /// A dungeon with an entrance that has features or spawns, and no spawn of kind player.
    PlayerSpawnMissing = "player-spawn-missing",
    /// A reference in a note, the hook or a rumor that names nothing.
    ReferenceBroken = "reference-broken",
    /// A note whose plain text is not its text written out.
    TextStale = "text-stale",
    /// A key note where no key is, a key without its note, or a lock note that names a key room behind that lock.
    KeyNoteWrong = "key-note-wrong",
    /// An open note, the hook or a rumor refers to a secret door, link or feature, to loot or to a trap.
    SecretRevealed = "secret-revealed",
    /// A group that counts others than have its spawns, has its home or a spawn outside its rooms, or shares a room.
    GroupCount = "group-count",
    /// A group comes from a content table that is neither shipped nor among the files of the dungeon.
    TableUnknown = "table-unknown",
    /// The number of rooms or the size of the map is not what the recipe says, and no warning tells of it.
    CountDisagrees = "count-disagrees",
    /// The seed or the epoch is missing or unreadable.
    ProvenanceBroken = "provenance-broken",
    /// The digest of a file that the dungeon carries is not that of its text.
    InputDigest = "input-digest",
    /// Floor, wall, door or corridor on a cell that the mask of the recipe blocks.
    MaskedCell = "masked-cell",
    /// A pin that is written twice, needs a room pin that is not there, or has content that no dungeon can have.
    PinMalformed = "pin-malformed",
    /// What a pin holds is not in the dungeon.
    PinMissing = "pin-missing",
    /// A pinned room, door, link, feature, spawn or name has an attribute that its pin does not have.
    PinAttributeChanged = "pin-attribute-changed",
    /// A pinned cell, what lies on it, or a pinned wall is not what its pin says.
    PinCellChanged = "pin-cell-changed",
    /// Generating it again from its recipe, seed and pins gave something else.
    NotReproduced = "not-reproduced",
}

impl fmt::Display for FlawCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_one_name_everywhere() {
        for &code in FlawCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }
}
