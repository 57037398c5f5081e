//! The files of a dungeon: formats, a crowd's replay, a table of paths.

use std::fmt::Write;

use undercroft::dungeon::{Dungeon, Level, Room};
use undercroft::grid::Cell;
use undercroft::sight::{Floor, path};
use undercroft_crowd::{Crowd, CrowdSettings, Mode, ReplayRecorder, StepNavigator};
use undercroft_formats::{Options, by_name};

/// Actors of the crowd.
const ACTORS: usize = 24;
/// Ticks after which the crowd is stopped.
const TICKS: u32 = 400;

/// A kind of file.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A format of the registry, by its name.
    Format(&'static str),
    /// What a crowd did, tick by tick.
    Replay,
    /// Shortest paths between rooms, with the bits of their lengths.
    Paths,
}

impl Kind {
    /// All kinds. PNG passes through a rasteriser and is reported apart.
    pub const ALL: [Self; 9] = [
        Self::Format("text"),
        Self::Format("json"),
        Self::Format("svg"),
        Self::Format("tmx"),
        Self::Format("ldtk"),
        Self::Format("uvtt"),
        Self::Format("png"),
        Self::Replay,
        Self::Paths,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Format(name) => name,
            Self::Replay => "replay",
            Self::Paths => "paths",
        }
    }

    /// Whether pixels are drawn for it.
    pub fn is_drawn_in_pixels(self) -> bool {
        matches!(self, Self::Format("png" | "uvtt"))
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The bytes of all its files, names included.
    pub fn bytes(self, dungeon: &Dungeon) -> Vec<u8> {
        match self {
            Self::Format(name) => exported(dungeon, name),
            Self::Replay => replay(dungeon).into_bytes(),
            Self::Paths => path_table(dungeon).into_bytes(),
        }
    }
}

fn exported(dungeon: &Dungeon, name: &str) -> Vec<u8> {
    let format = by_name(name).expect("all formats are compiled in");
    let output = format.export(dungeon, &Options::new(format)).expect("presets can be exported");
    let mut bytes = Vec::new();
    for file in output.files {
        bytes.extend_from_slice(format!("{}\n", file.name).as_bytes());
        match (name, String::from_utf8(file.bytes)) {
            ("uvtt", Ok(text)) => bytes.extend_from_slice(without_image(&text).as_bytes()),
            (_, Ok(text)) => bytes.extend_from_slice(text.as_bytes()),
            // Tilesets and other pictures beside a map are pixels; PNG has a digest of its own.
            (_, Err(error)) if name == "png" => bytes.extend_from_slice(error.as_bytes()),
            (_, Err(_)) => {}
        }
    }
    bytes
}

/// A Universal VTT file without its picture, which is the last of its fields that holds a long text.
fn without_image(text: &str) -> String {
    let lines = text.lines().map(|line| match line.find("\"image\"") {
        Some(at) => &line[..at],
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Free cells of the first level, spread evenly.
fn free_cells(dungeon: &Dungeon, level: &Level, count: usize) -> Vec<Cell> {
    let solid = dungeon.solid(level);
    let floor = dungeon.rooms.iter().filter(|room| room.z == level.z).flat_map(Room::cells);
    let free: Vec<Cell> = floor.filter(|&cell| !solid.contains(cell)).collect();
    let step = (free.len() / count.max(1)).max(1);
    free.into_iter().step_by(step).take(count).collect()
}

fn replay(dungeon: &Dungeon) -> String {
    let level = &dungeon.levels[0];
    let cells = free_cells(dungeon, level, ACTORS);
    let Ok(mut crowd) = Crowd::new(dungeon.solid(level), CrowdSettings::new(Mode::Flow)) else { return String::new() };
    for (&from, &to) in cells.iter().zip(cells.iter().rev()) {
        if let Some(start) = crowd.anchor(from)
            && let Ok(actor) = crowd.spawn(start, 64)
        {
            // An order to a cell that cannot be reached is refused; the actor stays where it is.
            let _ = crowd.order(actor, to);
        }
    }
    let mut recorder = ReplayRecorder::new(&crowd);
    let mut navigator = StepNavigator::default();
    for _ in 0..TICKS {
        if crowd.is_settled() {
            break;
        }
        crowd.step(&mut navigator);
        recorder.record(&crowd);
    }
    recorder.finish().to_json()
}

fn path_table(dungeon: &Dungeon) -> String {
    let level = &dungeon.levels[0];
    let cells = free_cells(dungeon, level, 12);
    let floor = Floor::new(&dungeon.solid(level));
    let mut table = String::new();
    for (&from, &to) in cells.iter().zip(cells.iter().skip(1)) {
        // Writing to a string cannot fail.
        let _ = match path(&floor, from, to) {
            Ok(Some(found)) => {
                let turns: Vec<String> = found.waypoints().iter().map(ToString::to_string).collect();
                writeln!(table, "{from} {to} {:016x} {}", found.length().to_bits(), turns.join(" "))
            }
            Ok(None) => writeln!(table, "{from} {to} none"),
            Err(error) => writeln!(table, "{from} {to} {error}"),
        };
    }
    table
}
