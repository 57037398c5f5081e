//! The observer, its field of view, and paths.

use std::borrow::Cow;

use undercroft::grid::{BitGrid, Cell};
use undercroft::sight::{
    Endpoint, Floor, Footprint, Fov, Observer, OutsideError, PathError, Radius, View, straddled_path,
};

use super::Session;
use super::document::{PlacedObserver, shape};
use super::fov_cache::PreparedLevel;
use super::sweep::{sweep, sweep_halves};
use crate::protocol::error::sentence;
use crate::protocol::{
    Body, ErrorCode, FovChoice, FovReply, PathReply, PayloadBlob, ProtocolError, Reply, StartChoice, SweepReply,
};

/// Observers of the page see as far as nothing blocks the view.
const NO_RADIUS: Option<Radius> = None;

/// How an observer looks.
#[derive(Clone, Copy)]
struct Looks {
    kind: FovChoice,
    radius: Option<Radius>,
}

impl Session {
    /// Moves the observer and replies with its field of view there.
    pub(super) fn place_observer(&mut self, z: i32, cell: Cell, name: Option<&str>) -> Result<Reply, ProtocolError> {
        let old = self.document.observer.map_or(Footprint::One, |observer| observer.body.footprint);
        let shape = if name.is_some() { shape(name)? } else { old };
        let observer = PlacedObserver { z, body: Observer::new(cell, shape) };
        observer.body.check(self.document.level(z)?.size()).map_err(outside)?;
        let level = self.fov_cache.level(&self.document, self.revision, z)?;
        if let Some(cell) = observer.body.cells().find(|&cell| !level.floor.is_free(cell)) {
            return Err(ProtocolError::invalid_cell(
                "cell",
                format!("The observer cannot stand on {cell}: it is solid."),
            ));
        }
        let goal = self.goal.filter(|_| self.document.observer.is_some_and(|old| old.z == z));
        let reply = self.fov_reply(observer, Looks { kind: self.fov_kind, radius: NO_RADIUS }, goal)?;
        (self.document.observer, self.goal) = (Some(observer), goal);
        Ok(reply)
    }

    /// The observer's field of view, of this kind from now on.
    pub(super) fn fov(&mut self, kind: Option<FovChoice>, radius: Option<Radius>) -> Result<Reply, ProtocolError> {
        let kind = kind.unwrap_or(self.fov_kind);
        let reply = self.fov_reply(self.observer()?, Looks { kind, radius }, self.goal)?;
        self.fov_kind = kind;
        Ok(reply)
    }

    /// Sets or clears the goal of the observer.
    pub(super) fn set_goal(&mut self, cell: Option<Cell>, start: StartChoice) -> Result<Reply, ProtocolError> {
        let Some(cell) = cell else {
            self.goal = None;
            return Ok(Body::Done {}.into());
        };
        let PlacedObserver { z, body } = self.observer()?;
        let found = self.find_path(z, body, start, cell)?;
        (self.goal, self.goal_start) = (Some(cell), start);
        Ok(Body::Path(found).into())
    }

    /// The field of view after a change of a level; nothing where the observer is not on it, or has none of this kind.
    pub(super) fn fov_after_paint(&mut self, z: i32, payload: &mut Vec<u8>) -> Option<FovReply> {
        let observer = self.document.observer.filter(|observer| observer.z == z)?;
        self.compute_fov(observer, Looks { kind: self.fov_kind, radius: NO_RADIUS }, self.goal, payload).ok()
    }

    fn observer(&self) -> Result<PlacedObserver, ProtocolError> {
        let none = || ProtocolError::new(ErrorCode::NotFound, "There is no observer; put one on a free cell.");
        self.document.observer.ok_or_else(none)
    }

    fn fov_reply(
        &mut self,
        observer: PlacedObserver,
        looks: Looks,
        goal: Option<Cell>,
    ) -> Result<Reply, ProtocolError> {
        let mut payload = Vec::new();
        let fov = self.compute_fov(observer, looks, goal, &mut payload)?;
        Ok(Reply { body: Body::Fov(fov), payload })
    }

    fn compute_fov(
        &mut self,
        observer: PlacedObserver,
        Looks { kind, radius }: Looks,
        goal: Option<Cell>,
        payload: &mut Vec<u8>,
    ) -> Result<FovReply, ProtocolError> {
        if kind == FovChoice::Shadowcast && observer.body.footprint != Footprint::One {
            let sentence = format!("kind: shadowcast needs a 1x1 observer, got {}.", observer.body.footprint);
            return Err(ProtocolError::invalid_field("kind", sentence));
        }
        let path = goal.map(|goal| self.path_to_goal(observer, goal));
        let level = self.fov_cache.level(&self.document, self.revision, observer.z)?;
        let view = match kind {
            FovChoice::Exact => exact_view(observer, radius, level)?,
            FovChoice::Shadowcast => {
                let (dungeon, tiles) = (&self.document.dungeon, self.document.level(observer.z)?);
                shadowcast_view(observer, radius, level, || dungeon.opaque(tiles))?
            }
        };
        Ok(view.reply(observer, kind, path, payload))
    }

    /// The path to the goal. A goal that has become solid has none.
    fn path_to_goal(&mut self, PlacedObserver { z, body }: PlacedObserver, goal: Cell) -> PathReply {
        self.find_path(z, body, self.goal_start, goal).unwrap_or_else(|_| no_path())
    }

    /// The visible cells of the observer; `None` without an observer.
    pub(super) fn visible_cells(&self) -> Option<(PlacedObserver, BitGrid, BitGrid)> {
        let observer = self.document.observer?;
        let solid = self.document.solid(observer.z).ok()?;
        let mut seen = View::new(solid.size());
        Fov::new().exact(&Floor::new(&solid), observer.body, NO_RADIUS, &mut seen).ok()?;
        Some((observer, solid, seen.into_cells()))
    }

    /// The shortest path of a body.
    pub(super) fn path(
        &mut self,
        z: i32,
        from: Cell,
        to: Cell,
        name: Option<&str>,
        start: StartChoice,
    ) -> Result<Reply, ProtocolError> {
        Ok(Body::Path(self.find_path(z, Observer::new(from, shape(name)?), start, to)?).into())
    }

    fn find_path(&mut self, z: i32, from: Observer, start: StartChoice, to: Cell) -> Result<PathReply, ProtocolError> {
        let (body, from) = match start {
            StartChoice::Cells => (from.footprint, Observer::one(from.at)),
            StartChoice::Straddle => (Footprint::One, from),
        };
        let floor = self.fov_cache.level(&self.document, self.revision, z)?.walkable(body);
        let Some(found) = straddled_path(floor, from, to).map_err(invalid_end)? else { return Ok(no_path()) };
        let mut swept = BitGrid::new(floor.size());
        let at: Vec<Cell> = found.centers().collect();
        let legs = at.windows(2).map(|leg| (leg[0], leg[1])).chain(at.first().map(|&at| (at, at)));
        legs.for_each(|(from, to)| sweep_halves(from, to, body, &mut swept));
        let [right, down] = [body.width(), body.height()].map(|side| f64::from(side) / 2.0);
        let center = |at: Cell| [f64::from(at.x) / 2.0 + right, f64::from(at.y) / 2.0 + down];
        Ok(PathReply {
            found: true,
            waypoints: found.waypoints().to_vec(),
            centers: found.centers().map(center).collect(),
            length: found.length(),
            swept: swept.iter().collect(),
        })
    }

    /// The cells that a body sweeps on a straight line.
    pub(super) fn sweep(&self, z: i32, from: Cell, to: Cell, name: Option<&str>) -> Result<Reply, ProtocolError> {
        let shape = shape(name)?;
        let solid = self.document.solid(z)?;
        for (field, at) in [("from", from), ("to", to)] {
            let sentence = || format!("A body of {shape} at {at} lies outside the {} map.", solid.size());
            let outside = |_| ProtocolError::invalid_cell(field, sentence());
            Observer::new(at, shape).check(solid.size()).map_err(outside)?;
        }
        let mut swept = BitGrid::new(solid.size());
        sweep(from, to, shape, &mut swept);
        let cells: Vec<Cell> = swept.iter().collect();
        let blocked: Vec<Cell> = cells.iter().copied().filter(|&cell| solid.contains(cell)).collect();
        Ok(Body::Sweep(SweepReply { is_clear: blocked.is_empty(), cells, blocked }).into())
    }
}

fn outside(error: OutsideError) -> ProtocolError {
    ProtocolError::invalid_cell("cell", sentence(&error))
}

/// The error about an end of a path, with the field to blame.
fn invalid_end(error: PathError) -> ProtocolError {
    let (PathError::Outside { end, .. } | PathError::Solid { end, .. }) = error else {
        return ProtocolError::new(ErrorCode::InvalidCell, sentence(&error));
    };
    let field = if end == Endpoint::Start { "from" } else { "to" };
    ProtocolError::invalid_cell(field, sentence(&error))
}

const fn no_path() -> PathReply {
    PathReply { found: false, waypoints: Vec::new(), centers: Vec::new(), length: 0.0, swept: Vec::new() }
}

/// The sets of a field of view.
struct FovSets<'a> {
    visible: View,
    /// How many of the visible cells are more than lit walls.
    visible_count: usize,
    corners: Cow<'a, BitGrid>,
    interesting: BitGrid,
}

/// The cells that a body could walk straight to, and the corners of the map.
fn exact_view(
    observer: PlacedObserver,
    radius: Option<Radius>,
    level: &mut PreparedLevel,
) -> Result<FovSets<'_>, ProtocolError> {
    let size = level.floor.size();
    let (mut visible, mut interesting) = (View::new(size), View::new(size));
    level.fov.exact(&level.floor, observer.body, radius, &mut visible).map_err(outside)?;
    level.corners.interesting(&visible, &mut interesting);
    let (corners, interesting) = (Cow::Borrowed(&level.all_corners), interesting.into_cells());
    Ok(FovSets { visible_count: visible.count(), visible, corners, interesting })
}

/// Symmetric shadowcasting. Walls and shut doors are lit, but not counted as visible.
fn shadowcast_view(
    observer: PlacedObserver,
    radius: Option<Radius>,
    level: &mut PreparedLevel,
    opaque: impl FnOnce() -> BitGrid,
) -> Result<FovSets<'_>, ProtocolError> {
    let (floor, opaque) = level.opaque.get_or_insert_with(|| {
        let opaque = opaque();
        (Floor::new(&opaque), opaque)
    });
    let mut visible = View::new(floor.size());
    level.fov.shadowcast(floor, observer.body.at, radius, &mut visible).map_err(outside)?;
    let mut free = visible.cells().clone();
    free -= opaque;
    let none = BitGrid::new(floor.size());
    Ok(FovSets { visible, visible_count: free.count(), corners: Cow::Owned(none.clone()), interesting: none })
}

impl FovSets<'_> {
    fn reply(
        &self,
        observer: PlacedObserver,
        kind: FovChoice,
        path: Option<PathReply>,
        payload: &mut Vec<u8>,
    ) -> FovReply {
        let size = self.corners.size();
        FovReply {
            observer: observer.state(),
            kind,
            width: size.width(),
            height: size.height(),
            visible: PayloadBlob::append_bits(payload, self.visible.cells()),
            corners: PayloadBlob::append_bits(payload, &self.corners),
            interesting: PayloadBlob::append_bits(payload, &self.interesting),
            visible_count: self.visible_count as u32,
            corner_count: self.corners.count() as u32,
            interesting_count: self.interesting.count() as u32,
            path,
        }
    }
}
