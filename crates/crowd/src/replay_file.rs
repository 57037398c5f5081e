//! Replays as files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::actor_id::ActorId;
use crate::file_header::{self, FileHeader};
use crate::map_rows;
use crate::offset::Offset;
use crate::replay::{Frame, Replay, ReplayError, Snapshot};
use crate::settings::Mode;
use crate::subcell::{Position, SUBCELL_UNITS};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    map: Vec<String>,
    n: u8,
    offset: Offset,
    mode: Mode,
    bodies: BTreeMap<ActorId, Position>,
    frames: Vec<Frame>,
}

impl FileHeader for File {
    const FORMAT: &str = "undercroft-replay";
    const VERSION: u32 = 1;

    fn header(&self) -> (&str, u32) {
        (&self.format, self.version)
    }
}

impl Replay {
    /// The replay as a file.
    pub fn to_json(&self) -> String {
        let start = self.start.clone();
        let file = File {
            format: File::FORMAT.to_owned(),
            version: File::VERSION,
            map: map_rows::write(&start.map),
            n: start.n,
            offset: start.offset,
            mode: start.mode,
            bodies: start.bodies,
            frames: self.frames.clone(),
        };
        serde_json::to_string(&file).expect("a replay holds nothing that JSON cannot")
    }

    /// Reads a replay file.
    ///
    /// # Errors
    /// When it is not one, or a frame says what cannot be.
    pub fn from_json(text: &str) -> Result<Self, ReplayError> {
        let file: File = file_header::read(text).map_err(ReplayError::Broken)?;
        let map = map_rows::read(&file.map).map_err(ReplayError::Broken)?;
        let start = Snapshot { map, n: file.n, offset: file.offset, mode: file.mode, bodies: file.bodies };
        let replay = Self { start, frames: file.frames };
        replay.check().map(|()| replay)
    }

    fn check(&self) -> Result<(), ReplayError> {
        let mut snapshot = self.start.clone();
        snapshot.check().map_err(ReplayError::Broken)?;
        for (at, frame) in self.frames.iter().enumerate() {
            let wall = frame.walls.iter().find(|(cell, _)| !snapshot.map.size().contains(*cell));
            if let Some((cell, _)) = wall {
                return Err(ReplayError::Frame { frame: at, what: format!("{cell} lies outside the map") });
            }
            frame.apply(&mut snapshot);
            snapshot.check().map_err(|what| ReplayError::Frame { frame: at, what })?;
        }
        Ok(())
    }
}

impl Snapshot {
    fn check(&self) -> Result<(), String> {
        if !(1..=3).contains(&self.n) {
            return Err(format!("n: a cell has 1, 2 or 3 sub-cells a side, got {}", self.n));
        }
        let limit = |cells: i32| cells * i32::from(self.n) * SUBCELL_UNITS;
        let (right, bottom) = (limit(self.map.size().width()), limit(self.map.size().height()));
        let inside = |at: &Position| (0..right).contains(&at.x) && (0..bottom).contains(&at.y);
        let outside = self.bodies.iter().find(|(_, at)| !inside(at));
        outside.map_or(Ok(()), |(id, _)| Err(format!("actor {id} is outside the map")))
    }
}
