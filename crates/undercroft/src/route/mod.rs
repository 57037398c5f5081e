//! Routing: doors and corridors for a layout.
//!
//! `graph` says which rooms to join, `way` finds the corridor of one link, and this module keeps the books: what is
//! carved, which doors there are, and that no room is left out. A link that cannot be made is never silently missing.

mod brush_flags;
mod cave_mouth;
mod corridor;
mod corridor_search;
mod dead_end;
mod door_kinds;
mod elbow;
mod entrance;
mod link_plan;
mod noise;
mod plan;
pub(crate) mod reroute;
mod roughen;
mod routing_map;
mod search_window;
mod shared_doors;
mod storeys;
mod straight;
mod template_doors;
mod wall;

pub use plan::route_plan;
pub use storeys::route as route_storeys;

use undercroft_grid::{Cell, Outcome, Rect, UnionFind};

use crate::dungeon::{
    Corridor, Door, DoorId, DoorKind, DoorState, Entrance, Fallback, HiddenDoor, Link, LinkId, LinkKind, RoomId, Stub,
};
use crate::events::{Event, EventSink};
use crate::place::Layout;
use crate::recipe::Recipe;
use crate::seed::Stream;
use corridor::{End, Router, Way};
use link_plan::{Edge, Wishes};
use routing_map::Ground;
use wall::{Site, Wall};

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
    /// What did not come out as the recipe wished, as sentences.
    pub warnings: Vec<String>,
}

/// The rooms cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RouteError {
    /// No room has a wall where the entrance could be.
    #[error("no room has place for an entrance on its {side} side; raise rooms.padding or the size of the map")]
    NoEntrance {
        /// The entry side.
        side: String,
    },
    /// Two rooms are in different parts, and no corridor joins them.
    #[error(
        "rooms {a} and {b} cannot be joined: every way between their parts is blocked; raise rooms.padding or the size \
         of the map, or lower corridors.width or rooms.count"
    )]
    Apart {
        /// A room of one part.
        a: RoomId,
        /// A room of another.
        b: RoomId,
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
    /// The observer did not want to go on.
    #[error("the search for corridors was stopped")]
    Stopped,
}

/// Joins rooms that keep apart by corridors.
///
/// # Errors
/// When a room cannot be reached, or the budget is used up.
pub fn route_corridors(
    recipe: &Recipe,
    layout: &Layout,
    stream: Stream,
    events: &mut dyn EventSink,
) -> Result<Routes, RouteError> {
    route_level(recipe, layout, stream, events, |works, _, _, events| works.join_by_corridors(events))
}

/// Joins the rooms of a house of one storey by doors in shared walls.
///
/// # Errors
/// When a room cannot be reached.
pub fn route_shared_walls(
    recipe: &Recipe,
    layout: &Layout,
    stream: Stream,
    events: &mut dyn EventSink,
) -> Result<Routes, RouteError> {
    route_level(recipe, layout, stream, events, shared_doors::join)
}

/// Opens the doors that placement of templates made; corridors may join distant parts besides.
///
/// # Errors
/// When the budget is used up.
pub fn route_templates(
    recipe: &Recipe,
    has_corridors: bool,
    layout: &Layout,
    stream: Stream,
    events: &mut dyn EventSink,
) -> Result<Routes, RouteError> {
    route_level(recipe, layout, stream, events, |works, _, _, events| {
        template_doors::join(works, has_corridors, events)
    })
}

/// Makes everything between the rooms of a single level; `join` makes the links from the entrance's room on.
fn route_level(
    recipe: &Recipe,
    layout: &Layout,
    mut stream: Stream,
    events: &mut dyn EventSink,
    join: impl FnOnce(&mut Works, RoomId, &mut Stream, &mut dyn EventSink) -> Result<(), RouteError>,
) -> Result<Routes, RouteError> {
    let mut works = Works::new(recipe, layout);
    let entrance = entrance::open(&mut works, events)?;
    join(&mut works, entrance.room, &mut stream, events)?;
    dead_end::add(&mut works, &mut stream);
    let rooms = layout.rooms.len();
    door_kinds::dress(recipe, rooms, &mut works.links, &mut works.doors, entrance.room, &[], &mut stream);
    Ok(Routes { doors: works.doors, links: works.links, stubs: works.stubs, entrance, warnings: works.warnings })
}

/// The works in progress.
struct Works<'a> {
    recipe: &'a Recipe,
    layout: &'a Layout,
    ground: Ground,
    /// The walls of each room.
    walls: Vec<Vec<Wall>>,
    doors: Vec<Door>,
    links: Vec<Link>,
    stubs: Vec<Stub>,
    warnings: Vec<String>,
}

impl<'a> Works<'a> {
    fn new(recipe: &'a Recipe, layout: &'a Layout) -> Self {
        Self {
            recipe,
            layout,
            ground: Ground::new(layout, recipe.corridors.width),
            walls: layout.rooms.iter().map(wall::walls_of).collect(),
            doors: Vec::new(),
            links: Vec::new(),
            stubs: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Corridors along the triangulation of the room centres, longest first, so that later ones merge into spines.
    fn join_by_corridors(&mut self, events: &mut dyn EventSink) -> Result<(), RouteError> {
        let twice_centre = |bounds: Rect| Cell::new(bounds.left + bounds.right, bounds.top + bounds.bottom);
        let centres: Vec<Cell> = self.layout.rooms.iter().map(|room| twice_centre(room.bounds)).collect();
        let mut wishes = link_plan::wishes(centres.len(), link_plan::delaunay(&centres), self.recipe.extra_links);
        wishes.tree.sort_unstable_by_key(|edge| std::cmp::Reverse(*edge));
        wishes.loops.sort_unstable_by_key(|edge| std::cmp::Reverse(*edge));
        let mut router = Router::new(self.recipe);
        self.make(&wishes, events, |works, edge, events| works.corridor(edge, &mut router, events))
    }

    /// Makes tree and loops, in the order of their length where they are sorted so, and spare links for those that fail.
    fn make(
        &mut self,
        wishes: &Wishes,
        events: &mut dyn EventSink,
        mut link: impl FnMut(&mut Self, Edge, &mut dyn EventSink) -> Result<bool, RouteError>,
    ) -> Result<(), RouteError> {
        let rooms = self.layout.rooms.len();
        let mut joined = UnionFind::new(rooms);
        for edge in merged(&wishes.tree, &wishes.loops) {
            if link(self, edge, events)? {
                joined.unite(edge.a, edge.b);
            } else {
                self.warnings.push(format!("No link between rooms {} and {}: every way is blocked.", edge.a, edge.b));
            }
        }
        for &edge in &wishes.spare {
            if joined.sets() > 1 && joined.find(edge.a) != joined.find(edge.b) && link(self, edge, events)? {
                joined.unite(edge.a, edge.b);
            }
        }
        let part = |joined: &mut UnionFind| (1..rooms as u32).find(|&room| joined.find(room) != joined.find(0));
        part(&mut joined).map_or(Ok(()), |b| Err(RouteError::Apart { a: RoomId(0), b: RoomId(b) }))
    }

    /// Makes one corridor; says whether there was a way.
    fn corridor(&mut self, edge: Edge, router: &mut Router, events: &mut dyn EventSink) -> Result<bool, RouteError> {
        if !events.should_continue() {
            return Err(RouteError::Stopped);
        }
        let end =
            |room: u32| End { bounds: self.layout.rooms[room as usize].bounds, walls: &self.walls[room as usize] };
        let ends = [end(edge.a), end(edge.b)];
        let id = LinkId(self.links.len() as u32);
        let outcome = router.way(&self.ground, &self.recipe.corridors, self.layout.lattice, ends);
        if events.wants_events() {
            events.on_event(Event::Searched { link: id, steps: router.steps as u32, cost: router.cost });
        }
        match outcome {
            Outcome::Found(way) => {
                self.carve([edge.a, edge.b].map(RoomId), &way, events);
                Ok(true)
            }
            Outcome::Impossible => {
                if events.wants_events() {
                    let what = format!("link between rooms {} and {}", edge.a, edge.b);
                    let at = self.layout.rooms[edge.a as usize].bounds.center();
                    events.on_event(Event::Rejected { what, at, reason: "every way is blocked".to_owned() });
                }
                Ok(false)
            }
            Outcome::OutOfBudget => Err(RouteError::OutOfBudget {
                budget: self.recipe.budget,
                links: self.links.len(),
                wanted: self.layout.rooms.len(),
            }),
        }
    }

    /// Writes a way into the books.
    fn carve(&mut self, rooms: [RoomId; 2], way: &Way, events: &mut dyn EventSink) {
        let id = LinkId(self.links.len() as u32);
        let doors = [0, 1].map(|i| self.open_door(rooms[i], &way.sites[i], events));
        for site in &way.sites {
            self.ground.carve_runway(site.runway_rect());
        }
        let runway = way.sites.map(|site| site.runway as u8);
        let corridor = Corridor {
            width: way.width as u8,
            runway,
            fallback: way.fallback,
            ..Corridor::new(doors, way.path.clone())
        };
        let link = Link::new(id, rooms, LinkKind::Corridor { corridor, hidden: HiddenDoor::None });
        legs(link.brush_positions(), way.width).for_each(|leg| self.ground.carve(leg));
        self.tell_carved(&link, events);
        self.links.push(link);
    }

    fn tell_carved(&mut self, link: &Link, events: &mut dyn EventSink) {
        for (end, &fallback) in link.fallback().iter().enumerate().filter(|(_, fallback)| **fallback != Fallback::None)
        {
            if fallback >= Fallback::NoRunway {
                let room = link.rooms[end];
                self.warnings.push(format!("Link {} has no runway at room {room}.", link.id));
            }
            if events.wants_events() {
                events.on_event(Event::FellBack { link: link.id, end: end as u8, fallback });
            }
        }
        if events.wants_events() {
            events.on_event(Event::Carved { link: link.id, path: link.path().to_vec() });
        }
    }

    fn open_door(&mut self, room: RoomId, site: &Site, events: &mut dyn EventSink) -> DoorId {
        let id = DoorId(self.doors.len() as u32);
        let cells: Vec<Cell> = site.slice(0).cells().collect();
        self.ground.open_door(site.slice(0));
        if events.wants_events() {
            events.on_event(Event::OpenedDoor { door: id, room, cells: cells.clone() });
        }
        let z = self.layout.rooms[room.index()].z;
        let (kind, state) = (DoorKind::Door, DoorState::Closed);
        self.doors.push(Door { id, z, room: Some(room), cells, normal: site.normal, kind, state, secret: false });
        id
    }
}

/// A door in a wall that both rooms have.
const fn shared_link(id: LinkId, rooms: [RoomId; 2], door: DoorId) -> Link {
    Link::new(id, rooms, LinkKind::Shared { door, hidden: HiddenDoor::None })
}

/// Both lists in one, longer edges first.
fn merged(tree: &[Edge], loops: &[Edge]) -> Vec<Edge> {
    let mut all = [tree, loops].concat();
    all.sort_by_key(|edge| std::cmp::Reverse(edge.length));
    all
}

/// The straight stretches that a brush sweeps along a path.
fn legs(path: &[Cell], width: i32) -> impl Iterator<Item = Rect> {
    let brush = move |at: Cell| Rect::at(at, width, width);
    let straight = |leg: &[Cell], next: Cell| leg[0].x == next.x || leg[0].y == next.y;
    let mut rest = path;
    std::iter::from_fn(move || {
        let &first = rest.first()?;
        let end = (1..rest.len()).find(|&i| !straight(rest, rest[i])).unwrap_or(rest.len());
        let leg = brush(first).hull(brush(rest[end - 1]));
        rest = &rest[end..];
        Some(leg)
    })
}
