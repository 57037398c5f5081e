//! What is there after so many events.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Rect};

use super::palette::Hue;
use super::step::Step;
use undercroft::dungeon::{Dungeon, Ground, Link, RoomId};
use undercroft::events::Event;
use undercroft::plural::count;

/// The colors of reasons: warm ones first, for they mean no. Positions among the colors of overlays.
const REASONS: [usize; 6] = [1, 3, 4, 6, 0, 7];

/// A place on a level, by the level's position in the dungeon.
pub type Spot = (usize, Cell);

/// A room that was placed.
pub struct Placed {
    /// The level.
    pub level: usize,
    /// Its bounding box.
    pub bounds: Rect,
}

/// A walker's step.
pub struct Walk {
    /// Who.
    pub walker: usize,
    /// The rooms it left and came to.
    pub rooms: [RoomId; 2],
    /// Whether it started again elsewhere.
    pub teleport: bool,
}

/// Everything that is drawn.
pub struct Scene<'a> {
    dungeon: &'a Dungeon,
    /// The parts of the partitions that are not cut further, each with its level.
    pub parts: Vec<(usize, Rect)>,
    /// The last cut, with its level.
    pub cut: Option<(usize, Rect)>,
    /// The rooms by their numbers.
    pub rooms: BTreeMap<RoomId, Placed>,
    /// Floor of rooms, for each level.
    pub floor: Vec<BitGrid>,
    /// Corridors, for each level.
    pub corridors: Vec<BitGrid>,
    /// Doors.
    pub doors: Vec<Spot>,
    /// Parts of levels that look as they do in the end: ground, and features that are in their places.
    pub finished: Vec<(usize, Rect)>,
    features: usize,
    /// Steps of walkers.
    pub walks: Vec<Walk>,
    /// The rooms that a search goes between.
    pub search: Option<[RoomId; 2]>,
    /// What was made this moment.
    pub fresh: Vec<Spot>,
    /// What was rejected this moment, in the color of its reason.
    pub flashes: Vec<(Spot, Hue)>,
    /// Where walkers try something.
    pub tries: Vec<(Spot, Hue)>,
    reasons: Vec<String>,
    /// What is said below, with the color of a reason before it.
    pub caption: (Option<Hue>, String),
    /// The stage that runs.
    pub stage: String,
    links: usize,
    rejected: usize,
}

impl<'a> Scene<'a> {
    /// Bare rock.
    pub fn new(dungeon: &'a Dungeon) -> Self {
        let rock = || dungeon.levels.iter().map(|level| BitGrid::new(level.size())).collect();
        Self {
            dungeon,
            parts: Vec::new(),
            cut: None,
            rooms: BTreeMap::new(),
            floor: rock(),
            corridors: rock(),
            doors: Vec::new(),
            finished: Vec::new(),
            features: 0,
            walks: Vec::new(),
            search: None,
            fresh: Vec::new(),
            flashes: Vec::new(),
            tries: Vec::new(),
            reasons: Vec::new(),
            caption: (None, String::new()),
            stage: String::new(),
            links: 0,
            rejected: 0,
        }
    }

    /// Forgets what was only for a moment.
    pub fn calm_down(&mut self) {
        self.fresh.clear();
        self.flashes.clear();
        self.tries.clear();
        self.cut = None;
        self.caption.0 = None;
    }

    /// Lets a step happen, which are these events.
    pub fn take(&mut self, step: &Step, events: &[Event]) {
        events.iter().for_each(|event| self.see(step, event));
    }

    fn see(&mut self, step: &Step, event: &Event) {
        match event {
            Event::Stage { name } => self.begin(name),
            Event::Split { z, partition, parts } => self.split(*z, *partition, *parts),
            Event::Placed { room, z, floor } => self.place(*room, *z, *floor),
            Event::Rejected { z, at, reason, .. } => self.reject(*z, *at, reason),
            Event::Tried { walker, at, .. } => {
                self.tries.push(((0, *at), Hue::numbered(*walker as usize)));
            }
            Event::Walked { walker, from, to, teleport, .. } => {
                let rooms = [*from, *to];
                self.walks.push(Walk { walker: *walker as usize, rooms, teleport: *teleport });
            }
            Event::GroupRolledBack { reason, .. } => {
                self.refuse(reason);
            }
            Event::Searched { steps, .. } => {
                self.search = None;
                self.say(format!("search of {steps} steps"));
            }
            Event::Carved { path, .. } => self.carve(path, step),
            Event::OpenedDoor { cells, .. } => self.open(cells),
            Event::FeaturePlaced { z, cells, kind, .. } => self.furnish(*z, *cells, kind),
            _ => {}
        }
    }

    fn begin(&mut self, stage: &str) {
        // A second placement begins on bare rock; the first has seen nothing yet.
        if stage == "place" {
            let fresh = Self::new(self.dungeon);
            let reasons = std::mem::take(&mut self.reasons);
            *self = Self { reasons, ..fresh };
        }
        if stage == "route" {
            self.parts.clear();
            self.walks.clear();
        }
        if stage == "ground" {
            self.finished = ground(self.dungeon);
        }
        self.search = None;
        stage.clone_into(&mut self.stage);
        self.say(String::new());
    }

    /// A cut of something that is no part of the cuts before begins a new plan of its level.
    fn split(&mut self, z: i32, partition: Rect, parts: [Rect; 2]) {
        let Some(level) = self.level(z) else { return };
        match self.parts.iter().position(|&part| part == (level, partition)) {
            Some(at) => drop(self.parts.swap_remove(at)),
            None => self.parts.retain(|&(other, _)| other != level),
        }
        self.parts.extend(parts.map(|part| (level, part)));
        self.cut = Some((level, partition));
        self.say(String::new());
    }

    fn place(&mut self, room: RoomId, z: i32, bounds: Rect) {
        let Some(level) = self.level(z) else { return };
        self.rooms.insert(room, Placed { level, bounds });
        for cell in self.cells(room, z, bounds) {
            self.floor[level].insert(cell);
            self.fresh.push((level, cell));
        }
        self.say(String::new());
    }

    /// The cells of the finished room where it is this one, else those of the box.
    fn cells(&self, room: RoomId, z: i32, bounds: Rect) -> Vec<Cell> {
        let finished = self.dungeon.rooms.get(room.index()).filter(|room| room.z == z && room.bounds() == bounds);
        let map = self.dungeon.level(z).map_or(Rect::new(0, 0, 0, 0), |level| level.size().rect());
        match finished {
            Some(room) => room.cells().filter(|&cell| map.contains(cell)).collect(),
            None => bounds.intersection(map).cells().collect(),
        }
    }

    fn reject(&mut self, z: i32, at: Cell, reason: &str) {
        let hue = self.refuse(reason);
        let level = self.level(z);
        self.flashes.extend(level.map(|level| ((level, at), hue)));
    }

    fn refuse(&mut self, reason: &str) -> Hue {
        self.rejected += 1;
        let number = self.reasons.iter().position(|known| known == reason).unwrap_or_else(|| {
            self.reasons.push(reason.to_owned());
            self.reasons.len() - 1
        });
        let hue = Hue::numbered(REASONS[number % REASONS.len()]);
        self.say(format!("rejected: {reason}"));
        self.caption.0 = Some(hue);
        hue
    }

    fn carve(&mut self, path: &[Cell], step: &Step) {
        let link = self.dungeon.links.iter().find(|link| link.path() == path);
        let level = link.and_then(|link| self.level_of(link)).unwrap_or(0);
        let Some(size) = self.corridors.get(level).map(BitGrid::size) else { return };
        let cells: Vec<Cell> = match link {
            Some(link) => self.dungeon.corridor_cells(link).collect(),
            None => path.to_vec(),
        };
        self.search = link.filter(|_| step.part < step.whole).map(|link| link.rooms);
        let done = |part: usize| cells.len() * part / step.whole;
        for &cell in &cells[done(step.part - 1)..done(step.part)] {
            if size.contains(cell) {
                self.corridors[level].insert(cell);
                self.fresh.push((level, cell));
            }
        }
        self.links += usize::from(step.part == step.whole);
        self.say(String::new());
    }

    fn open(&mut self, cells: &[Cell]) {
        let door = self.dungeon.doors.iter().find(|door| door.cells == cells);
        let level = door.and_then(|door| self.level(door.z)).unwrap_or(0);
        self.doors.extend(cells.iter().map(|&cell| (level, cell)));
    }

    fn furnish(&mut self, z: i32, cells: Rect, kind: &str) {
        // What hangs in a wall would bring a patch of hatched rock with it.
        let is_on_floor = |level: &usize| !self.dungeon.levels[*level].at(cells.min()).is_massive();
        self.finished.extend(self.level(z).filter(is_on_floor).map(|level| (level, cells)));
        self.features += 1;
        self.say(kind.replace('_', " "));
    }

    fn level(&self, z: i32) -> Option<usize> {
        self.dungeon.levels.iter().position(|level| level.z == z)
    }

    fn level_of(&self, link: &Link) -> Option<usize> {
        let room = self.dungeon.rooms.get(link.rooms[0].index())?;
        self.level(room.z)
    }

    /// Says how far the stage is, and what just happened.
    fn say(&mut self, news: String) {
        let counts = match self.stage.as_str() {
            "place" => count(self.rooms.len(), "room"),
            "route" => format!("{}, {}", count(self.links, "link"), count(self.doors.len(), "door")),
            "stock" => count(self.features, "feature"),
            _ => String::new(),
        };
        let is_layout = ["place", "route"].contains(&self.stage.as_str());
        let rejected = (is_layout && self.rejected > 0).then(|| format!(", {} rejected", self.rejected));
        let news = if news.is_empty() { news } else { format!("  ·  {news}") };
        self.caption.1 = format!("{counts}{}{news}", rejected.unwrap_or_default());
    }
}

/// The cells of a dungeon where something lies on the floor.
fn ground(dungeon: &Dungeon) -> Vec<(usize, Rect)> {
    let levels = dungeon.levels.iter().enumerate();
    let lies = levels.flat_map(|(i, level)| {
        let cells = level.size().cells().filter(|&cell| level.ground_at(cell) != Ground::Bare);
        cells.map(move |cell| (i, Rect::at(cell, 1, 1)))
    });
    lies.collect()
}
