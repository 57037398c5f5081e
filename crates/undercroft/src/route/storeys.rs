//! A house of several storeys: doors in shared walls on each, and stairs between rooms that lie over each other.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Rect};

use super::builder::{LevelRooms, RouteBuilder};
use super::{RouteError, Routes, entrance, shared_doors, stair_links};
use crate::dungeon::{Role, RoomId};
use crate::meter::{Halt, Meter};
use crate::place::Layout;
use crate::recipe::Recipe;

/// Side of a patch of the map. [Unit: cells]
const PATCH: i32 = 32;

/// The most pairs of rooms that are tried for stairs between two storeys.
const PAIRS: usize = 16;

/// Joins the rooms of each storey and the storeys. Only the ground floor has a door to the outside.
///
/// # Errors
/// When a storey cannot be joined.
pub fn route(recipe: &Recipe, layout: &Layout, meter: &mut Meter) -> Result<Routes, RouteError> {
    let mut heights: Vec<i32> = layout.rooms.iter().map(|room| room.z).collect();
    heights.dedup();
    let flights = flights(layout, &heights, meter)?;
    let mut builder = RouteBuilder::new(recipe, layout);
    for z in heights {
        builder.route_level(z, meter, |routes, level, meter| {
            let first = if z == 0 { entrance::open(routes, meter)? } else { landing(level, &flights) };
            shared_doors::join(routes, first, meter)
        })?;
    }
    for pairs in &flights {
        add_stairs(&mut builder, pairs, meter)?;
    }
    builder.finish(&[], meter)
}

/// The first room of a storey that has stairs.
fn landing(level: &LevelRooms, flights: &[Vec<[RoomId; 2]>]) -> RoomId {
    let landing = flights.iter().flat_map(|pairs| pairs[0]).find(|room| level.rooms.contains(room));
    landing.map_or(RoomId(0), |room| level.local(room))
}

/// Adds stairs between the first two rooms that have place for them away from doors, else between the first that have any.
fn add_stairs(builder: &mut RouteBuilder, pairs: &[[RoomId; 2]], meter: &mut Meter) -> Result<(), RouteError> {
    let mut near = None;
    for &rooms in pairs {
        match stair_links::find(builder, rooms, meter)? {
            Some(stairs) if !stairs.is_near => {
                builder.add_stairs(rooms, stairs);
                return Ok(());
            }
            Some(stairs) if near.is_none() => near = Some((rooms, stairs)),
            _ => {}
        }
    }
    let (rooms, stairs) = near.ok_or(RouteError::Apart { a: pairs[0][0], b: pairs[0][1] })?;
    builder.add_stairs(rooms, stairs);
    Ok(())
}

/// For each two storeys the pairs of rooms that may have the stairs between them, best first, at least one.
fn flights(layout: &Layout, heights: &[i32], meter: &mut Meter) -> Result<Vec<Vec<[RoomId; 2]>>, RouteError> {
    let mut all = Vec::new();
    for &z in heights.iter().filter(|&&z| heights.contains(&(z + 1))) {
        let [below, above] = [z, z + 1].map(|z| LevelRooms::new(layout, z).rooms);
        let pairs = flight(layout, &below, &above, meter)?;
        if pairs.is_empty() {
            return Err(RouteError::Apart { a: below[0], b: above[0] });
        }
        all.push(pairs);
    }
    Ok(all)
}

/// The pairs of rooms that have most floor in common; halls come first.
fn flight(layout: &Layout, below: &[RoomId], above: &[RoomId], meter: &mut Meter) -> Result<Vec<[RoomId; 2]>, Halt> {
    let room = |id: RoomId| &layout.rooms[id.index()];
    let halls = |pair: [RoomId; 2]| pair.iter().filter(|&&id| room(id).roles.contains(&Role::Hall)).count();
    let common = |[a, b]: [RoomId; 2]| room(a).bounds.intersection(room(b).bounds);
    let mut pairs = overlapping(layout, below, above, meter)?;
    pairs.sort_by_key(|&pair| std::cmp::Reverse((halls(pair), common(pair).area())));
    let has = |id: RoomId, cell: Cell| room(id).floor.iter().any(|run| run.rect().contains(cell));
    let has_common = |pair: &[RoomId; 2]| common(*pair).cells().any(|cell| pair.iter().all(|&id| has(id, cell)));
    Ok(pairs.into_iter().filter(has_common).take(PAIRS).collect())
}

/// The pairs of rooms that lie over each other. Each room is listed in every patch of the map that it lies in, so that a
/// room meets those near it and not all others.
fn overlapping(
    layout: &Layout,
    below: &[RoomId],
    above: &[RoomId],
    meter: &mut Meter,
) -> Result<Vec<[RoomId; 2]>, Halt> {
    let bounds = |id: RoomId| layout.rooms[id.index()].bounds;
    let mut by_patch: BTreeMap<Cell, Vec<RoomId>> = BTreeMap::new();
    for &id in above {
        for patch in patches(bounds(id)).cells() {
            meter.spend(1)?;
            by_patch.entry(patch).or_default().push(id);
        }
    }
    let mut pairs: Vec<[RoomId; 2]> = Vec::new();
    for &a in below {
        let mut near: Vec<RoomId> = Vec::new();
        for patch in patches(bounds(a)).cells() {
            let in_patch = by_patch.get(&patch).map_or(&[][..], Vec::as_slice);
            meter.spend(1 + in_patch.len() as u64 / 8)?;
            near.extend(in_patch.iter().filter(|&&b| bounds(a).overlaps(bounds(b))));
        }
        near.sort_unstable();
        near.dedup();
        pairs.extend(near.into_iter().map(|b| [a, b]));
    }
    Ok(pairs)
}

fn patches(Rect { left, top, right, bottom }: Rect) -> Rect {
    Rect::new(left / PATCH, top / PATCH, (right - 1) / PATCH + 1, (bottom - 1) / PATCH + 1)
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Size;

    use super::*;
    use crate::events::NoEvents;
    use crate::place::Placement;
    use crate::seed::Stream;

    fn house(below: &[Rect], above: &[Rect]) -> Layout {
        let storey = |z: i32, rooms: &[Rect]| -> Vec<Placement> {
            rooms.iter().map(|&rect| Placement { z, ..Placement::rectangle(rect, false) }).collect()
        };
        let rooms = [storey(0, below), storey(1, above)].concat();
        Layout::of_rooms(Size::of(200, 200), rooms, [1, 1], Vec::new())
    }

    fn flights_of(layout: &Layout) -> Result<Vec<Vec<[RoomId; 2]>>, RouteError> {
        let mut sink = NoEvents;
        flights(layout, &[0, 1], &mut Meter::new(&mut sink, u64::MAX))
    }

    #[test]
    fn the_rooms_that_lie_over_each_other_are_those_that_every_pair_would_show() {
        let mut stream = Stream::new(5, "storeys");
        for _ in 0..200 {
            let mut rects = || -> Vec<Rect> {
                let mut side = |most: i32| stream.range(1..most);
                (0..12).map(|_| Rect::at(Cell::new(side(150), side(150)), side(40), side(40))).collect()
            };
            let (below, above) = (rects(), rects());
            let layout = house(&below, &above);
            let ids = [0..12, 12..24].map(|ids| ids.map(RoomId).collect::<Vec<_>>());
            let mut sink = NoEvents;
            let found = overlapping(&layout, &ids[0], &ids[1], &mut Meter::new(&mut sink, u64::MAX)).unwrap();
            let all = ids[0].iter().flat_map(|&a| ids[1].iter().map(move |&b| [a, b]));
            let meets = |[a, b]: &[RoomId; 2]| below[a.index()].overlaps(above[b.index() - 12]);
            assert_eq!(found, all.filter(meets).collect::<Vec<_>>());
        }
    }

    #[test]
    fn stairs_take_the_next_rooms_where_the_best_have_no_floor_in_common() {
        // The bounding boxes of the first two rooms overlap most, but one has a hole where the other lies.
        let mut layout = house(&[Rect::new(10, 10, 30, 30), Rect::new(40, 10, 44, 14)], &[Rect::new(12, 12, 28, 28)]);
        layout.rooms[0].floor.retain(|run| !(12..28).contains(&run.start.y));
        layout.rooms.push(Placement { z: 1, ..Placement::rectangle(Rect::new(42, 12, 46, 16), false) });
        assert_eq!(flights_of(&layout).unwrap(), [[[RoomId(1), RoomId(3)]]]);
    }

    #[test]
    fn storeys_without_common_floor_are_an_error_that_names_a_room_of_each() {
        let layout = house(&[Rect::new(10, 10, 20, 20)], &[Rect::new(30, 30, 40, 40)]);
        let error = flights_of(&layout).unwrap_err();
        assert_eq!(error, RouteError::Apart { a: RoomId(0), b: RoomId(1) });
    }
}
