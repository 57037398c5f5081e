//! Seeing: the observer, views, ways and bands.

use std::sync::Arc;

use undercroft::dungeon::Dungeon;
use undercroft::grid::{BitGrid, Cell};
use undercroft::sight::{Corners, Floor, Footprint, Fov, Observer, OutsideError, Radius, View, inflate, path};

use super::Session;
use super::document::{Document, Looker, bits, shape};
use super::refuse::sentence;
use crate::protocol::{BandReply, Blob, Body, PathReply, Refusal, Reply, ViewKind, ViewReply};

/// A level made ready for looking. Only a memory: what it holds follows from the document.
#[derive(Clone)]
pub struct Ground {
    dungeon: Arc<Dungeon>,
    z: i32,
    /// What stops bodies, and with them clear sight.
    floor: Floor,
    /// What stops the eye, once somebody glimpsed: shut doors too, but no portcullis.
    eyes: Option<(Floor, BitGrid)>,
    corners: Corners,
    all_corners: BitGrid,
    sight: Fov,
}

impl std::fmt::Debug for Ground {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ground")
    }
}

/// Memory that is no part of the state: all of them look the same.
#[derive(Clone, Default)]
pub struct Memory(Option<Box<Ground>>);

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Memory")
    }
}

impl Memory {
    /// The ground of a level; made anew when the dungeon is another one.
    fn ground(&mut self, document: &Document, z: i32) -> Result<&mut Ground, Refusal> {
        let fits = |ground: &Ground| Arc::ptr_eq(&ground.dungeon, &document.dungeon) && ground.z == z;
        let ground = if let Some(ground) = self.0.take().filter(|ground| fits(ground)) {
            ground
        } else {
            let floor = Floor::new(&document.solid(z)?);
            let corners = Corners::new(&floor);
            let all_corners = corners.all();
            let dungeon = document.dungeon.clone();
            Box::new(Ground { dungeon, z, floor, eyes: None, corners, all_corners, sight: Fov::new() })
        };
        Ok(self.0.insert(ground))
    }
}

impl Session {
    /// Puts the observer somewhere and tells what it sees there.
    pub(super) fn place_observer(&mut self, z: i32, cell: Cell, name: Option<&str>) -> Result<Reply, Refusal> {
        let old = self.document.observer.map_or(Footprint::One, |looker| looker.body.footprint);
        let shape = if name.is_some() { shape(name)? } else { old };
        let looker = Looker { z, body: Observer::new(cell, shape) };
        looker.body.check(self.document.level(z)?.size()).map_err(outside)?;
        let ground = self.memory.ground(&self.document, z)?;
        if let Some(cell) = looker.body.cells().find(|&cell| !ground.floor.is_free(cell)) {
            return Err(Refusal::of("cell", format!("The observer cannot stand on {cell}: it is solid.")));
        }
        let reply = self.view_of(looker, ViewKind::Clear)?;
        self.document.observer = Some(looker);
        Ok(reply)
    }

    /// What the observer sees.
    pub(super) fn view(&mut self, kind: ViewKind) -> Result<Reply, Refusal> {
        let looker =
            self.document.observer.ok_or_else(|| Refusal::new("There is no observer; put one on a free cell."))?;
        self.view_of(looker, kind)
    }

    fn view_of(&mut self, looker: Looker, kind: ViewKind) -> Result<Reply, Refusal> {
        if kind == ViewKind::Glimpse && looker.body.footprint != Footprint::One {
            return Err(Refusal::of(
                "kind",
                format!("Glimpses are those of a 1x1 observer, not of {}.", looker.body.footprint),
            ));
        }
        let level = self.document.level(looker.z)?;
        let ground = self.memory.ground(&self.document, looker.z)?;
        match kind {
            ViewKind::Clear => clear_view(looker, ground),
            ViewKind::Glimpse => glimpse_view(looker, ground, || self.document.dungeon.opaque(level)),
        }
    }

    /// The seen cells of the observer; nothing where there is none.
    pub(super) fn seen(&self) -> Option<(Looker, BitGrid, BitGrid)> {
        let looker = self.document.observer?;
        let solid = self.document.solid(looker.z).ok()?;
        let mut seen = View::new(solid.size());
        Fov::new().exact(&Floor::new(&solid), looker.body, None, &mut seen).ok()?;
        Some((looker, solid, seen.into_cells()))
    }

    /// The shortest way of a body.
    pub(super) fn path(&self, z: i32, from: Cell, to: Cell, name: Option<&str>) -> Result<Reply, Refusal> {
        let shape = shape(name)?;
        let floor = Floor::new(&inflate(&self.document.solid(z)?, shape));
        let way = path(&floor, from, to).map_err(|error| Refusal::new(sentence(&error)))?;
        let Some(way) = way else {
            let none = PathReply { found: false, waypoints: Vec::new(), length: 0.0, swept: Vec::new() };
            return Ok(Body::Path(none).into());
        };
        let mut swept = BitGrid::new(floor.size());
        let waypoints = way.waypoints();
        let legs = waypoints.windows(2).map(|leg| (leg[0], leg[1])).chain(waypoints.first().map(|&at| (at, at)));
        legs.for_each(|(from, to)| sweep(from, to, shape, &mut swept));
        let (waypoints, length) = (waypoints.to_vec(), way.length());
        Ok(Body::Path(PathReply { found: true, waypoints, length, swept: swept.iter().collect() }).into())
    }

    /// The straight band of a body.
    pub(super) fn band(&self, z: i32, from: Cell, to: Cell, name: Option<&str>) -> Result<Reply, Refusal> {
        let shape = shape(name)?;
        let solid = self.document.solid(z)?;
        for (field, at) in [("from", from), ("to", to)] {
            let body = Observer::new(at, shape);
            let outside =
                |_| Refusal::of(field, format!("A body of {shape} at {at} lies outside the {} map.", solid.size()));
            body.check(solid.size()).map_err(outside)?;
        }
        let mut band = BitGrid::new(solid.size());
        sweep(from, to, shape, &mut band);
        let cells: Vec<Cell> = band.iter().collect();
        let blocked: Vec<Cell> = cells.iter().copied().filter(|&cell| solid.contains(cell)).collect();
        Ok(Body::Band(BandReply { clear: blocked.is_empty(), cells, blocked }).into())
    }
}

fn outside(error: OutsideError) -> Refusal {
    Refusal::of("cell", sentence(&error))
}

/// Where a body could walk straight to, and the corners of the map.
fn clear_view(looker: Looker, ground: &mut Ground) -> Result<Reply, Refusal> {
    let size = ground.floor.size();
    let (mut seen, mut interesting) = (View::new(size), View::new(size));
    ground.sight.exact(&ground.floor, looker.body, NO_RADIUS, &mut seen).map_err(outside)?;
    ground.corners.interesting(&seen, &mut interesting);
    Ok(view_reply(looker, &seen, seen.count(), &ground.all_corners, interesting.cells()))
}

/// What meets the eye. Walls and shut doors are lit, but they are no ground that is seen.
fn glimpse_view(looker: Looker, ground: &mut Ground, opaque: impl FnOnce() -> BitGrid) -> Result<Reply, Refusal> {
    let Ground { eyes, sight, .. } = ground;
    let (floor, opaque) = eyes.get_or_insert_with(|| {
        let opaque = opaque();
        (Floor::new(&opaque), opaque)
    });
    let mut seen = View::new(floor.size());
    sight.shadowcast(floor, looker.body.at, NO_RADIUS, &mut seen).map_err(outside)?;
    let mut free = seen.cells().clone();
    free -= opaque;
    let none = BitGrid::new(floor.size());
    Ok(view_reply(looker, &seen, free.count(), &none, &none))
}

/// The studio's observers see as far as there is nothing in the way.
const NO_RADIUS: Option<Radius> = None;

fn view_reply(looker: Looker, seen: &View, count: usize, corners: &BitGrid, interesting: &BitGrid) -> Reply {
    let size = corners.size();
    let mut payload = Vec::new();
    let reply = ViewReply {
        observer: looker.state(),
        width: size.width(),
        height: size.height(),
        visible: Blob::append(&mut payload, &bits(seen.cells())),
        corners: Blob::append(&mut payload, &bits(corners)),
        interesting: Blob::append(&mut payload, &bits(interesting)),
        visible_count: count as u32,
        corner_count: corners.count() as u32,
        interesting_count: interesting.count() as u32,
    };
    Reply { body: Body::View(reply), payload }
}

/// Adds the cells whose inside a body touches that moves in a straight line.
///
/// A unit square sweeps over cell B exactly when B lies in the bounding box of the line and |dx·ry − dy·rx| < |dx| + |dy|,
/// as in sight; a larger body is several squares. Both ends lie on the map.
fn sweep(from: Cell, to: Cell, shape: Footprint, band: &mut BitGrid) {
    for part in Observer::new(Cell::new(0, 0), shape).cells() {
        sweep_square(from + part, to + part, band);
    }
}

fn sweep_square(from: Cell, to: Cell, band: &mut BitGrid) {
    // From the north to the south, so that dy is not negative.
    let (from, to) = if to.y < from.y { (to, from) } else { (from, to) };
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let (left, right) = (i64::from(from.x.min(to.x)), i64::from(from.x.max(to.x)));
    let reach = dx.abs() + dy;
    for y in from.y..=to.y {
        let (mut first, mut last) = (left, right);
        if dy > 0 {
            let middle = dx * i64::from(y - from.y);
            let x = i64::from(from.x);
            first = first.max(x + (middle - reach).div_euclid(dy) + 1);
            last = last.min(x - (-(middle + reach)).div_euclid(dy) - 1);
        }
        if first <= last {
            band.fill(y, first as i32..last as i32 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft::grid::Size;
    use undercroft::sight::oracle::hides;

    use super::*;

    proptest! {
        #[test]
        fn a_band_is_what_hides_by_the_definition(
            ax in 0..24i32, ay in 0..24i32, bx in 0..24i32, by in 0..24i32, shape in 0..4usize,
        ) {
            let (from, to, shape) = (Cell::new(ax, ay), Cell::new(bx, by), Footprint::ALL[shape]);
            let size = Size::of(26, 26);
            let mut band = BitGrid::new(size);
            sweep(from, to, shape, &mut band);
            let parts: Vec<Cell> = Observer::new(Cell::new(0, 0), shape).cells().collect();
            let slow = BitGrid::from_fn(size, |cell| {
                parts.iter().any(|&part| hides(cell, from + part, to + part) || (from == to && cell == from + part))
            });
            prop_assert_eq!(band, slow);
        }
    }
}
