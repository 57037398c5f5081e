//! Routing: doors and corridors for a layout.
//!
//! [`link_plan`] chooses which rooms to join, [`corridor`] finds the path of one link, and [`builder`] collects doors and
//! links until every room is connected. A link that cannot be made is an error or a warning, never silently missing.

mod block_window;
mod brush_flags;
mod builder;
mod cave_mouth;
mod coarse_map;
mod corridor;
mod corridor_search;
mod dead_end;
mod door_kinds;
mod elbow;
mod entrance;
mod house;
mod house_doors;
mod joint_links;
mod key_cells;
mod layers;
mod leaf_walls;
mod level_edges;
mod level_parts;
mod link_plan;
mod lone_corridor;
mod loop_links;
mod metered_search;
mod mirrored_link;
mod near_rooms;
mod noise;
mod outer_doors;
mod pinned_door;
mod pinned_extras;
mod pinned_level;
mod pinned_locks;
mod pinned_routes;
mod pinned_routing;
mod planned_links;
mod positions;
mod redundant_loop;
pub(crate) mod reroute;
mod room_doors;
mod room_hops;
mod roughen;
mod routing_map;
mod search_window;
mod secret_links;
mod shared_doors;
mod short_runways;
mod stair_links;
mod straight;
mod template_doors;
mod types;
mod wall;
mod window_search;

#[cfg(test)]
mod tests;

pub use house::route as route_house;
pub use joint_links::route as route_joints;
pub use key_cells::{PlacedKey, stairs_of_rooms};
pub use pinned_routes::{PinnedRoutes, route_pinned};
pub use pinned_routing::PinnedRouting;
pub use planned_links::route_plan;

use std::collections::BTreeSet;

use undercroft_grid::{Cell, Rect};

use crate::dungeon::{Door, Entrance, Link, RoomId, Stub};
use crate::meter::{Halt, Meter};
use crate::place::Layout;
use crate::plan::PlanError;
use crate::recipe::Recipe;
use builder::{LevelRoutes, LinkOutcome, RouteBuilder};
use corridor::Router;
use link_plan::Edge;
use redundant_loop::RoomFloors;

/// Everything between the rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routes {
    /// The doors, by id.
    pub doors: Vec<Door>,
    /// The links, by id.
    pub links: Vec<Link>,
    /// Blind corridors.
    pub stubs: Vec<Stub>,
    /// Where the visitor comes in.
    pub entrance: Entrance,
    /// The keys of locked links, in their places.
    pub keys: Vec<PlacedKey>,
    /// Requests of the recipe that could not be met, as sentences.
    pub warnings: Vec<String>,
}

/// The rooms cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RouteError {
    /// No room has a wall where the entrance could be.
    #[error("no room has place for an entrance on its {side} side")]
    NoEntrance {
        /// The entrance side.
        side: String,
    },
    /// Two rooms are in different parts, and no corridor joins them.
    #[error("rooms {a} and {b} cannot be joined: no free path between them")]
    Apart {
        /// A room of one part.
        a: RoomId,
        /// A room of another.
        b: RoomId,
    },
    /// Two rooms are in different parts and lie so far from each other that a corridor was only looked for in a part of
    /// what lies between them.
    #[error(
        "rooms {a} and {b} cannot be joined: a corridor is looked for in at most {limit} cells between distant rooms, and \
         there is no free path in those; lower width or height, or raise rooms.count"
    )]
    TooFar {
        /// A room of one part.
        a: RoomId,
        /// A room of another.
        b: RoomId,
        /// How many cells are searched.
        limit: i64,
    },
    /// The searches took more steps than the recipe allows.
    #[error(
        "the budget of {budget} search steps was used up at link {links} of about {wanted}; raise budget or lower rooms.count"
    )]
    OutOfBudget {
        /// The recipe's budget.
        budget: u64,
        /// Links made by then.
        links: usize,
        /// Links to make.
        wanted: usize,
    },
    /// The locks cannot be proved.
    #[error(transparent)]
    Locks(#[from] PlanError),
    /// The events asked to stop.
    #[error("the search for corridors was stopped")]
    Stopped,
}

impl RouteError {
    /// No room has space for an entrance on the recipe's side.
    fn no_entrance(recipe: &Recipe) -> Self {
        Self::NoEntrance { side: format!("{:?}", recipe.entrance_side).to_lowercase() }
    }

    /// The same error with the number of links by then, where the budget was used up.
    fn with_links(self, links: usize, wanted: usize) -> Self {
        match self {
            Self::OutOfBudget { budget, .. } => Self::OutOfBudget { budget, links, wanted },
            other => other,
        }
    }
}

impl From<Halt> for RouteError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::OutOfBudget { budget } => Self::OutOfBudget { budget, links: 0, wanted: 1 },
        }
    }
}

/// Joins rooms that keep apart by corridors.
///
/// # Errors
/// When a room cannot be reached, or the budget is used up.
pub fn route_corridors(recipe: &Recipe, layout: &Layout, meter: &mut Meter) -> Result<Routes, RouteError> {
    route_single_level(recipe, layout, meter, |routes, _, meter| join_by_corridors(routes, meter))
}

/// Opens the doors that placement of templates made; corridors may join distant parts besides.
///
/// # Errors
/// When the budget is used up.
pub fn route_templates(
    recipe: &Recipe,
    has_corridors: bool,
    layout: &Layout,
    meter: &mut Meter,
) -> Result<Routes, RouteError> {
    let join = |routes: &mut LevelRoutes, _, meter: &mut Meter| template_doors::join(routes, has_corridors, meter);
    let mut routes = route_single_level(recipe, layout, meter, join)?;
    if recipe.corridors.dead_ends.parts() > 0 {
        routes.warnings.push("corridors.dead_ends: the corridors between templates have no blind stubs.".to_owned());
    }
    Ok(routes)
}

/// Makes entrance, links and dead ends of a single level; `join` makes the links, beginning at the entrance room.
fn route_single_level(
    recipe: &Recipe,
    layout: &Layout,
    meter: &mut Meter,
    join: impl FnOnce(&mut LevelRoutes, RoomId, &mut Meter) -> Result<(), RouteError>,
) -> Result<Routes, RouteError> {
    let mut builder = RouteBuilder::new(recipe, layout);
    builder.route_level(0, meter, |routes, _, meter| {
        let first = entrance::open(routes, meter)?;
        join(routes, first, meter)?;
        dead_end::add_dead_ends(routes, &mut recipe.seed.stream("route/dead_ends"), meter)?;
        Ok(roughen::finish_caves(routes, 0, meter)?)
    })?;
    builder.finish(&[], meter)
}

/// Adds corridors along the triangulation of the room centres, longest first, so that later ones merge into spines.
fn join_by_corridors(routes: &mut LevelRoutes, meter: &mut Meter) -> Result<(), RouteError> {
    let twice_center = |bounds: Rect| Cell::new(bounds.left + bounds.right, bounds.top + bounds.bottom);
    let centers: Vec<Cell> = routes.layout.rooms.iter().map(|room| twice_center(room.bounds)).collect();
    meter.spend(4 * centers.len() as u64)?;
    let edges = link_plan::delaunay(&centers);
    meter.spend(4 * centers.len() as u64)?;
    let mut link_plan = link_plan::plan_links(centers.len(), edges, routes.recipe.extra_links);
    link_plan.tree.sort_unstable_by_key(|edge| std::cmp::Reverse(*edge));
    link_plan.loops.sort_unstable_by_key(|edge| std::cmp::Reverse(*edge));
    let (mut router, floors) = (Router::new(routes.recipe), RoomFloors::new(routes));
    let loops: BTreeSet<Edge> = link_plan.loops.iter().copied().collect();
    routes.add_links(&link_plan, meter, |routes, edge, meter| {
        let Some(corridor) = routes.find_corridor(edge, &mut router, meter)? else { return Ok(LinkOutcome::Blocked) };
        let rooms = [edge.a, edge.b].map(RoomId);
        if loops.contains(&edge) && floors.is_redundant(routes, rooms, &corridor, meter)? {
            routes.reject(edge, "a short corridor would join its doors to others of the same room", meter);
            return Ok(LinkOutcome::Unwanted);
        }
        routes.carve(rooms, &corridor, meter);
        Ok(LinkOutcome::Made)
    })
}
