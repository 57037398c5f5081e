//! What is seen from one place: as letters, as JSON, as layers over a drawing.

use serde_json::{Value, json};
use undercroft::grid::{BitGrid, Cell};
use undercroft::sight::{Corners, Floor, Fov, FovGlyphs, FovText, Observer, OutsideError, Radius, View};
use undercroft_draw::Point;
use undercroft_draw::{Mark, Overlay, PALETTE};

use super::ground::Ground;
use crate::text_wrap;

/// A view, and the corners of the map.
pub struct Scene<'a> {
    ground: &'a Ground,
    observer: Observer,
    radius: Option<Radius>,
    shadowcast: bool,
    /// The free cells that are seen.
    seen: BitGrid,
    /// The walls that are lit; an exact view lights none.
    lit: BitGrid,
    /// Empty for shadowcast views: corners belong to exact views.
    corners: BitGrid,
    interesting: BitGrid,
}

impl<'a> Scene<'a> {
    /// Looks.
    pub fn look(
        ground: &'a Ground,
        observer: Observer,
        radius: Option<Radius>,
        shadowcast: bool,
    ) -> Result<Self, OutsideError> {
        let floor = Floor::new(&ground.solid);
        let mut view = View::new(floor.size());
        let [mut corners, mut interesting] = [BitGrid::new(floor.size()), BitGrid::new(floor.size())];
        if shadowcast {
            Fov::new().shadowcast(&floor, observer.at, radius, &mut view)?;
        } else {
            Fov::new().exact(&floor, observer, radius, &mut view)?;
            let all = Corners::new(&floor);
            let mut found = View::new(floor.size());
            all.interesting(&view, &mut found);
            (corners, interesting) = (all.all(), found.into_cells());
        }
        let (mut seen, mut lit) = (view.cells().clone(), view.into_cells());
        seen -= &ground.solid;
        lit &= &ground.solid;
        Ok(Self { ground, observer, radius, shadowcast, seen, lit, corners, interesting })
    }

    /// Whether the observer stands in a wall.
    pub fn is_blind(&self) -> bool {
        self.seen.is_empty()
    }

    /// The map in letters, an empty line, and the figures: a case file.
    pub fn text(&self, letters: FovGlyphs, with_corners: bool) -> String {
        let nothing = BitGrid::new(self.seen.size());
        let picture = FovText {
            solid: &self.ground.solid,
            observer: Some(self.observer),
            seen: &self.seen,
            corners: if with_corners { &self.corners } else { &nothing },
            interesting: if with_corners { &self.interesting } else { &nothing },
        };
        format!("{}\n{}\n", picture.draw(letters), self.figures())
    }

    fn figures(&self) -> String {
        let (kind, observer) = (self.kind(), self.observer);
        let seen = text_wrap::count(self.seen.count(), "cell");
        let seen = format!("{observer}, {kind} view{}: {seen} seen", self.limit());
        if self.shadowcast {
            return format!("{seen}, {} lit", text_wrap::count(self.lit.count(), "wall"));
        }
        let corners = text_wrap::count(self.corners.count(), "corner");
        format!("{seen}, {corners} on the map, {} interesting", self.interesting.count())
    }

    fn limit(&self) -> String {
        self.radius
            .map(|radius| format!(" within {}", text_wrap::count(radius.in_cells() as usize, "cell")))
            .unwrap_or_default()
    }

    const fn kind(&self) -> &'static str {
        if self.shadowcast { "shadowcast" } else { "exact" }
    }

    /// Everything; cells are numbers, `x + y·width`.
    pub fn json(&self) -> Value {
        let size = self.seen.size();
        let ids = |set: &BitGrid| set.iter().map(|cell| size.id(cell)).collect::<Vec<_>>();
        let mut value = json!({
            "map": self.ground.dungeon.name,
            "z": self.ground.z,
            "width": size.width(),
            "height": size.height(),
            "observer": { "x": self.observer.at.x, "y": self.observer.at.y, "size": self.observer.footprint.to_string() },
            "kind": self.kind(),
            "radius": self.radius.map(Radius::in_cells),
            "blocked_by": self.ground.blocking.name(),
            "seen_count": self.seen.count(),
            "seen": ids(&self.seen),
        });
        let more = if self.shadowcast {
            vec![("lit_count", json!(self.lit.count())), ("lit", json!(ids(&self.lit)))]
        } else {
            vec![
                ("corner_count", json!(self.corners.count())),
                ("corners", json!(ids(&self.corners))),
                ("interesting_count", json!(self.interesting.count())),
                ("interesting", json!(ids(&self.interesting))),
            ]
        };
        for (name, field) in more {
            value[name] = field;
        }
        value
    }

    /// What is laid over the map: the view, corners if wanted, the observer.
    pub fn overlays(&self, with_corners: bool) -> Vec<Overlay> {
        let layer = |name: &str, color, mark| Overlay { name: name.to_owned(), z: self.ground.z, color, mark };
        let dots = |set: &BitGrid| Mark::Points(middles(set.iter()));
        let mut dull = self.corners.clone();
        dull -= &self.interesting;
        let corners = [
            layer("other corners", PALETTE[7], dots(&dull)),
            layer("interesting corners", PALETTE[2], dots(&self.interesting)),
        ];
        let mut layers = vec![layer("in sight", PALETTE[0], Mark::Cells(self.seen.clone()))];
        if !self.lit.is_empty() {
            layers.push(layer("lit walls", PALETTE[4], Mark::Cells(self.lit.clone())));
        }
        layers.extend(corners.into_iter().filter(|_| with_corners));
        layers.push(layer("observer", PALETTE[1], Mark::Points(middles(self.observer.cells()))));
        layers
    }
}

fn middles(cells: impl Iterator<Item = Cell>) -> Vec<(Point, String)> {
    cells.map(|cell| (Point::middle(cell), String::new())).collect()
}
