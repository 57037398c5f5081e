//! The outline of a house on wall lines, as rectangles cut at its concave corners.

use undercroft_grid::{Cell, Rect};

use super::space::Disc;
use crate::place::partition::Plane;
use crate::program::Footprint;
use crate::seed::Stream;

/// Diameters of round houses, odd. [Unit: cells]
const DIAMETERS: [i32; 2] = [11, 21];
/// The longest side of a house in per cent of its shortest.
const LONGEST: i64 = 170;

/// The outline of a house. [Unit: modules]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Its kind.
    pub kind: Footprint,
    /// The rectangles that it consists of, the largest first and each beside one before it, without a court.
    pub wings: Vec<Rect>,
    /// The court in its middle.
    pub court: Option<Rect>,
    /// The disc that a round house is.
    pub disc: Option<Disc>,
}

/// How much of the box a footprint covers, in parts of 100.
const fn cover(kind: Footprint) -> i64 {
    match kind {
        Footprint::Rect | Footprint::Court => 100,
        Footprint::L => 84,
        Footprint::T => 76,
        Footprint::U => 86,
        Footprint::Round => 78,
    }
}

impl Ground {
    /// A footprint of at least this area, or `None` where the lot has no place for it. `area` is measured from wall line to
    /// wall line. [Unit: cells]
    pub fn draw(kind: Footprint, area: i64, plane: &Plane, stream: &mut Stream) -> Option<Self> {
        if kind == Footprint::Round {
            return Self::round(area, plane, stream);
        }
        let sides = sides(area * 100 / cover(kind), plane, stream)?;
        let at = Cell::new((plane.x.extent - sides[0]) / 2, (plane.y.extent - sides[1]) / 2);
        let whole = Rect::at(at, sides[0], sides[1]);
        let cut = cut_corners(kind, whole, plane, stream)?;
        let court = (kind == Footprint::Court).then(|| cut[0]);
        Some(Self { kind, wings: wings(whole, &cut), court, disc: None })
    }

    /// Whether a lot has place for a footprint of this area. [Unit: cells]
    pub fn fits(kind: Footprint, area: i64, plane: &Plane) -> bool {
        cover(kind) * plane.cells(plane.area()).area() >= 100 * area
    }

    /// The largest rectangle of the lot, for houses that fit nowhere else.
    pub fn lot(plane: &Plane) -> Self {
        Self { kind: Footprint::Rect, wings: vec![plane.area()], court: None, disc: None }
    }

    fn round(area: i64, plane: &Plane, stream: &mut Stream) -> Option<Self> {
        let mut discs = discs(plane);
        let fitting = discs.iter().position(|disc| disc.area >= area).unwrap_or(discs.len().checked_sub(1)?);
        let last = discs.len() - 1;
        let disc = discs.swap_remove((fitting + usize::from(stream.below(4) == 0)).min(last));
        let whole = modules(plane, disc.bounds);
        Some(Self { kind: Footprint::Round, wings: vec![whole], court: None, disc: Some(disc) })
    }

    /// The largest disc that a lot has place for.
    pub fn largest_disc(plane: &Plane) -> Option<Disc> {
        discs(plane).pop()
    }
}

/// The discs whose walls touch wall lines, smallest first.
fn discs(plane: &Plane) -> Vec<Disc> {
    let fits = |&diameter: &i32| {
        let axes = [plane.x, plane.y];
        axes.iter().all(|axis| (diameter + 1) % axis.module == 0 && (diameter + 1) / axis.module <= axis.extent)
    };
    let disc = |diameter: i32| {
        let origin = |extent: i32, module: i32| (extent - (diameter + 1) / module) / 2;
        let x = plane.x.cell(origin(plane.x.extent, plane.x.module));
        let y = plane.y.cell(origin(plane.y.extent, plane.y.module));
        Disc::new(Rect::at(Cell::new(x + 1, y + 1), diameter, diameter))
    };
    (DIAMETERS[0]..=DIAMETERS[1]).step_by(2).filter(fits).map(disc).collect()
}

/// The square of wall lines round the bounds of a disc.
fn modules(plane: &Plane, bounds: Rect) -> Rect {
    let line = |cell: i32, origin: i32, module: i32| (cell - origin) / module;
    Rect::new(
        line(bounds.left - 1, plane.x.origin, plane.x.module),
        line(bounds.top - 1, plane.y.origin, plane.y.module),
        line(bounds.right, plane.x.origin, plane.x.module),
        line(bounds.bottom, plane.y.origin, plane.y.module),
    )
}

/// Width and height of the box, drawn among those that have the area, are not too long and fit on the lot, with up to a
/// module of chance; where none has the area, the whole lot.
fn sides(area: i64, plane: &Plane, stream: &mut Stream) -> Option<[i32; 2]> {
    let [gx, gy] = [plane.x.module, plane.y.module].map(i64::from);
    let (widest, tallest) = (plane.x.extent, plane.y.extent);
    if widest < plane.x.sides.0 || tallest < plane.y.sides.0 {
        return None;
    }
    // The least height for each width, in modules.
    let height = |width: i32| (area + i64::from(width) * gx * gy - 1) / (i64::from(width) * gx * gy);
    let is_shapely = |&(width, height): &(i32, i64)| {
        let (w, h) = (i64::from(width) * gx, height * gy);
        100 * w.max(h) <= LONGEST * w.min(h)
    };
    let boxes: Vec<(i32, i64)> = (plane.x.sides.0..=widest)
        .map(|width| (width, height(width).max(i64::from(plane.y.sides.0))))
        .filter(|&(_, height)| height <= i64::from(tallest))
        .collect();
    let shapely: Vec<(i32, i64)> = boxes.iter().copied().filter(is_shapely).collect();
    let chosen = stream.choose(if shapely.is_empty() { &boxes } else { &shapely }).copied();
    let Some((width, height)) = chosen else { return Some([widest, tallest]) };
    let more = [stream.range(-1..2), stream.range(-1..2)];
    let grown = [(width + more[0]).min(widest), (height as i32 + more[1]).min(tallest)];
    // Something to spare is in the area that was asked for.
    let is_enough = 12 * i64::from(grown[0]) * gx * i64::from(grown[1]) * gy >= 10 * area;
    let is_good = is_enough && is_shapely(&(grown[0], i64::from(grown[1])));
    Some(if is_good { grown } else { [width, height as i32] })
}

/// What a footprint leaves out of its box: corners, the middle of a side, or a court.
fn cut_corners(kind: Footprint, whole: Rect, plane: &Plane, stream: &mut Stream) -> Option<Vec<Rect>> {
    let Rect { left, top, right, bottom } = whole;
    let least = [plane.x.sides.0, plane.y.sides.0];
    let part = |length: i32, parts: i32, of: i32| ((2 * length * parts + of) / (2 * of)).max(1);
    let [width, height] = [whole.width(), whole.height()];
    // What is cut off along each side: of a T twice, of a U from the middle.
    let cut = match kind {
        Footprint::Rect | Footprint::Round => return Some(Vec::new()),
        Footprint::L => [part(width, 2, 5), part(height, 2, 5)],
        Footprint::T => [part(width, 3, 10), part(height, 2, 5)],
        Footprint::U => [part(width, 1, 3), part(height, 2, 5)],
        Footprint::Court => [part(width, 1, 3), part(height, 1, 3)],
    };
    let [cw, ch] = cut;
    let stays = match kind {
        Footprint::L => [width - cw, height - ch],
        Footprint::U => [(width - cw) / 2, height - ch],
        Footprint::Court => [(width - cw) / 2, (height - ch) / 2],
        _ => [width - 2 * cw, height - ch],
    };
    if stays[0] < least[0] || stays[1] < least[1] {
        return None;
    }
    let is_upside = stream.below(2) == 0;
    let (y0, y1) = if is_upside { (top, top + ch) } else { (bottom - ch, bottom) };
    let middle = left + (width - cw) / 2;
    Some(match kind {
        Footprint::L if stream.below(2) == 0 => vec![Rect::new(left, y0, left + cw, y1)],
        Footprint::L => vec![Rect::new(right - cw, y0, right, y1)],
        Footprint::U => vec![Rect::new(middle, y0, middle + cw, y1)],
        Footprint::Court => {
            let at = Cell::new(middle, top + (height - ch) / 2);
            vec![Rect::at(at, cw, ch)]
        }
        _ => vec![Rect::new(left, y0, left + cw, y1), Rect::new(right - cw, y0, right, y1)],
    })
}

/// The rectangles that are left of a whole, the largest first and each beside one before it: cuts run on from the corners of
/// what is cut out.
fn wings(whole: Rect, cut: &[Rect]) -> Vec<Rect> {
    let lines = |ends: fn(&Rect) -> [i32; 2]| {
        let mut lines: Vec<i32> = cut.iter().chain([&whole]).flat_map(ends).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    };
    let (xs, ys) = (lines(|rect| [rect.left, rect.right]), lines(|rect| [rect.top, rect.bottom]));
    let spans = |lines: &[i32]| -> Vec<[i32; 2]> {
        let pairs = lines.iter().flat_map(|&a| lines.iter().map(move |&b| [a, b]));
        pairs.filter(|[a, b]| a < b).collect()
    };
    let (across, down) = (spans(&xs), spans(&ys));
    let mut taken = cut.to_vec();
    let mut wings = Vec::new();
    loop {
        let rects = down.iter().flat_map(|y| across.iter().map(|x| Rect::new(x[0], y[0], x[1], y[1])));
        let free = rects.filter(|rect| taken.iter().all(|taken| !taken.overlaps(*rect)));
        // The first of equal ones.
        let Some(largest) = free.min_by_key(|rect| std::cmp::Reverse(rect.area())) else { return in_touch(wings) };
        taken.push(largest);
        wings.push(largest);
    }
}

/// The same rectangles, each beside one before it, so that any number of the first ones hold together.
fn in_touch(mut wings: Vec<Rect>) -> Vec<Rect> {
    for placed in 1..wings.len() {
        let touches = |wing: &Rect| wings[..placed].iter().any(|&other| border(*wing, other) > 0);
        let next = placed + wings[placed..].iter().position(touches).unwrap_or(0);
        wings[placed..=next].rotate_right(1);
    }
    wings
}

/// How much of their edges two rectangles share.
pub fn border(a: Rect, b: Rect) -> i32 {
    let across = a.right.min(b.right) - a.left.max(b.left);
    let down = a.bottom.min(b.bottom) - a.top.max(b.top);
    if across.min(down) == 0 { across.max(down) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::axis::Axis;

    #[test]
    fn wings_tile_every_footprint_and_each_is_beside_one_before_it() {
        let mut kinds = [0; Footprint::ALL.len()];
        for seed in 0..600 {
            let mut stream = Stream::new(seed, "footprint");
            let kind = Footprint::ALL[seed as usize % 5];
            let axis = |stream: &mut Stream| Axis::adjoining(60, 1 + stream.range(0..4), (4, 12), 4);
            let plane = Plane { x: axis(&mut stream), y: axis(&mut stream), z: 0 };
            let area = i64::from(stream.range(150..900));
            let Some(ground) = Ground::draw(kind, area, &plane, &mut stream) else { continue };
            kinds[seed as usize % 5] += 1;
            let whole = ground.wings.iter().copied().reduce(Rect::hull).unwrap();
            let parts: Vec<Rect> = ground.wings.iter().copied().chain(ground.court).collect();
            let covered: i64 = parts.iter().map(|part| part.area()).sum();
            let union = whole.cells().filter(|&cell| parts.iter().any(|part| part.contains(cell))).count() as i64;
            assert_eq!(covered, union, "{kind:?} overlaps");
            assert!(plane.area().contains_rect(whole));
            assert!(ground.wings.iter().all(|wing| wing.area() <= ground.wings[0].area()));
            let is_beside = |i: usize| ground.wings[..i].iter().any(|&other| border(ground.wings[i], other) > 0);
            assert!((1..ground.wings.len()).all(is_beside), "{kind:?}");
            assert!(kind != Footprint::Rect || covered == whole.area());
            let count = match kind {
                Footprint::Rect | Footprint::Round => 1,
                Footprint::L | Footprint::T => 2,
                Footprint::U => 3,
                Footprint::Court => 4,
            };
            assert_eq!(ground.wings.len(), count, "{kind:?}");
        }
        assert!(kinds[..5].iter().all(|&count| count > 20), "{kinds:?}");
    }
}
