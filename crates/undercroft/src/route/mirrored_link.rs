//! Loops of symmetric layouts: each comes with its mirror image, or is its own, or is not made.

use undercroft_grid::{Cell, Rect};

use super::RouteError;
use super::builder::LevelRoutes;
use super::corridor::Router;
use super::lone_corridor::{find_alone, has_door_near, is_near, join_alone, refusal};
use super::types::CorridorPath;
use super::wall::Site;
use crate::dungeon::RoomId;
use crate::meter::Meter;
use crate::place::LayoutMirror;

/// Joins two rooms as [`join_alone`] does. Where both have an image, those are joined by the image of the corridor; the
/// link of the images is then the last one, after that of the rooms.
///
/// # Errors
/// When the budget is used up, or the events ask to stop.
pub fn join_mirrored(
    routes: &mut LevelRoutes,
    rooms: [u32; 2],
    router: &mut Router,
    refuse: impl Fn(&LevelRoutes, &CorridorPath) -> Option<&'static str>,
    meter: &mut Meter,
) -> Result<bool, RouteError> {
    let Some((mirror, images)) = image_rooms(routes, rooms) else {
        return join_alone(routes, rooms, router, refuse, meter);
    };
    let is_own = sorted(images) == sorted(rooms);
    let refuse_image = |routes: &LevelRoutes, corridor: &CorridorPath| {
        let image = image_path(&mirror, corridor);
        let has_narrow_door = corridor.sites.iter().any(|site| is_narrow(&mirror, site, corridor.width));
        let narrow = has_narrow_door.then_some("the mirror image of a narrow door would lie off its corridor's line");
        refuse(routes, corridor).or(narrow).or_else(|| image_refusal(routes, corridor, &image, is_own))
    };
    let Some(corridor) = find_alone(routes, rooms, router, refuse_image, meter)? else { return Ok(false) };
    routes.carve(rooms.map(RoomId), &corridor, meter);
    routes.reserve_last();
    if !is_own {
        let (images, image) = lower_first(images, image_path(&mirror, &corridor));
        routes.carve(images.map(RoomId), &image, meter);
        routes.reserve_last();
    }
    Ok(true)
}

/// Opens a door in a wall that two rooms share, and the image of it; returns whether it was made.
pub fn share_mirrored(routes: &mut LevelRoutes, rooms: [u32; 2], site: &Site, meter: &mut Meter) -> bool {
    let Some((mirror, images)) = image_rooms(routes, rooms) else {
        routes.add_shared_door(rooms.map(RoomId), site, meter);
        return true;
    };
    let image = image_site(&mirror, site);
    let is_own = sorted(images) == sorted(rooms);
    let is_made = if is_own {
        image.first == site.first
    } else {
        !has_door_near(routes, image.slice(0)) && !is_near(site.slice(0), image.slice(0))
    };
    if is_made {
        routes.add_shared_door(rooms.map(RoomId), site, meter);
    }
    if is_made && !is_own {
        let [a, b] = images;
        let normal = if a < b { image.normal } else { image.normal.opposite() };
        routes.add_shared_door(sorted(images).map(RoomId), &Site { normal, ..image }, meter);
    }
    is_made
}

/// The axis and the images of two rooms, where both have one.
fn image_rooms(routes: &LevelRoutes, rooms: [u32; 2]) -> Option<(LayoutMirror, [u32; 2])> {
    let mirror = routes.layout.mirror.as_ref()?;
    let [a, b] = rooms.map(|room| mirror.image(RoomId(room)).map(|room| room.0));
    Some((mirror.clone(), [a?, b?]))
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

fn lower_first([a, b]: [u32; 2], mut path: CorridorPath) -> ([u32; 2], CorridorPath) {
    if a < b {
        return ([a, b], path);
    }
    path.sites.reverse();
    path.path.reverse();
    path.fallback.reverse();
    ([b, a], path)
}

/// Why the image of a corridor cannot be made with it.
fn image_refusal(
    routes: &LevelRoutes,
    corridor: &CorridorPath,
    image: &CorridorPath,
    is_own: bool,
) -> Option<&'static str> {
    if is_own {
        let is_same = image.path.iter().eq(corridor.path.iter().rev());
        return (!is_same).then_some("it is not its own mirror image");
    }
    let (own, other) = (swept(corridor), swept(image));
    let touches = |rect: &Rect| own.iter().any(|own| own.grow(1).overlaps(*rect));
    let doors = |path: &CorridorPath| path.sites.map(|site| site.slice(0));
    if other.iter().any(touches) || doors(corridor).iter().any(|&a| doors(image).iter().any(|&b| is_near(a, b))) {
        return Some("it would meet its mirror image");
    }
    if !other.iter().all(|&rect| routes.map.is_clear(rect)) {
        return Some("its mirror image is blocked");
    }
    refusal(routes, image)
}

/// Whether a door is narrower than its corridor along a wall across the axis: doors and brush begin at the same cell, and
/// their images end at the same.
fn is_narrow(mirror: &LayoutMirror, site: &Site, width: i32) -> bool {
    site.width < width && mirror.dir(site.normal) == site.normal
}

/// The cells of a corridor, a rectangle for each step.
fn swept(corridor: &CorridorPath) -> Vec<Rect> {
    let [width, height] = step_sides(corridor);
    corridor.path.iter().map(|&at| Rect::at(at, width, height)).collect()
}

/// Width and height of a step: one cell deep in a line that is all runway, else as deep as it is wide.
fn step_sides(corridor: &CorridorPath) -> [i32; 2] {
    let width = corridor.width;
    let runways: usize = corridor.sites.iter().map(|site| site.runway.max(1) as usize).sum();
    match runways > corridor.path.len() + 1 {
        true if corridor.sites[0].normal.is_horizontal() => [1, width],
        true => [width, 1],
        false => [width, width],
    }
}

fn image_path(mirror: &LayoutMirror, corridor: &CorridorPath) -> CorridorPath {
    let path: Vec<Cell> = swept(corridor).into_iter().map(|step| mirror.rect(step).min()).collect();
    CorridorPath { sites: corridor.sites.map(|site| image_site(mirror, &site)), path, ..*corridor }
}

fn image_site(mirror: &LayoutMirror, site: &Site) -> Site {
    Site { normal: mirror.dir(site.normal), first: mirror.rect(site.slice(0)).min(), ..*site }
}
