//! Corridors: outside rooms, on a link, a stub or before the entrance, and apart where they must be.

use std::collections::BTreeMap;
use std::fmt;

use undercroft_grid::{Cell, Rect};

use super::owner::{Claim, Owners};
use super::{Flaw, FlawCode, barrier, paths};
use crate::dungeon::{Dungeon, Level, Link, LinkId, Terrain};

/// Who a corridor cell is for; the first of several that share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Claimant {
    Link(u32),
    Stub(u32),
    Entrance,
}

impl Claimant {
    /// Links come first in the numbering, then stubs, then the entrance.
    pub(super) fn new(dungeon: &Dungeon, number: u32) -> Self {
        let (links, stubs) = (dungeon.links.len() as u32, dungeon.stubs.len() as u32);
        match number {
            number if number < links => Self::Link(number),
            number if number < links + stubs => Self::Stub(number - links),
            _ => Self::Entrance,
        }
    }

    fn number(self, dungeon: &Dungeon) -> u32 {
        match self {
            Self::Link(link) => link,
            Self::Stub(stub) => dungeon.links.len() as u32 + stub,
            Self::Entrance => (dungeon.links.len() + dungeon.stubs.len()) as u32,
        }
    }
}

impl fmt::Display for Claimant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Link(link) => write!(f, "link {link}"),
            Self::Stub(stub) => write!(f, "blind corridor {stub}"),
            Self::Entrance => write!(f, "the entrance"),
        }
    }
}

/// Claims the cells of all corridors of a level.
pub(super) fn claim(dungeon: &Dungeon, level: &Level, owners: &mut Owners, flaws: &mut Vec<Flaw>) {
    let mut shared = Meetings::new();
    for (claimant, cells) in corridors(dungeon, level) {
        let claim = Claim::new(Terrain::Corridor, claimant.number(dungeon));
        let (mut outside, mut through) = (Vec::new(), Vec::new());
        for cell in cells {
            let old = owners.at(cell);
            if !owners.contains(cell) {
                outside.push(cell);
            } else if old.is_room_cell() {
                through.push(cell);
            } else if let Some(other) = old.corridor().filter(|_| old != claim) {
                shared.entry((Claimant::new(dungeon, other), claimant)).or_default().push(cell);
            } else {
                owners.set(cell, claim);
            }
        }
        flaws.extend(misplaced(claimant, level.z, FlawCode::OutsideMap, "leaves the map", &outside));
        flaws.extend(misplaced(claimant, level.z, FlawCode::CorridorThroughRoom, "runs through a room", &through));
    }
    flaws.extend(meetings(dungeon, level.z, &shared));
}

/// Whether no corridor leaves the map of its level.
pub(super) fn lie_on_map(dungeon: &Dungeon, level: &Level) -> bool {
    let size = level.size();
    corridors(dungeon, level).all(|(_, cells)| cells.into_iter().all(|cell| size.contains(cell)))
}

/// Judges the corridors of a level by their neighbours, and the paths by themselves.
pub(super) fn check(dungeon: &Dungeon, level: &Level, owners: &Owners, flaws: &mut Vec<Flaw>) {
    let alone = must_be_alone(dungeon);
    let mut beside = Meetings::new();
    for link in routed_on(dungeon, level.z) {
        flaws.extend(paths::check(dungeon, link));
        flaws.extend(roughened_apart(link, level.z, owners));
        if alone[link.id.index()] {
            neighbours(dungeon, link, owners, &mut beside);
        }
    }
    beside.retain(|pair, _| !flaws.iter().any(|flaw| flaw.code == FlawCode::CorridorNotAlone && names(flaw, *pair)));
    flaws.extend(beside.iter().map(|(&pair, cells)| meeting(pair, level.z, cells)));
    for (i, stub) in (0..).zip(&dungeon.stubs).filter(|(_, stub)| stub.z == level.z) {
        flaws.extend(paths::check_stub(i, stub));
        flaws.extend(stub_apart(dungeon, i, level.z, owners));
    }
}

/// The links of a level that have a corridor.
pub(super) fn routed_on(dungeon: &Dungeon, z: i32) -> impl Iterator<Item = &Link> {
    let is_routed = |link: &Link| link.corridor().is_some();
    dungeon.links.iter().filter(move |link| is_routed(link) && dungeon.room(link.rooms[0]).z == z)
}

fn corridors(dungeon: &Dungeon, level: &Level) -> impl Iterator<Item = (Claimant, Vec<Cell>)> {
    let z = level.z;
    let links = routed_on(dungeon, z).map(move |link| (Claimant::Link(link.id.0), cells_of(dungeon, link)));
    let stubs = (0..).zip(&dungeon.stubs).filter(move |(_, stub)| stub.z == z);
    let stubs = stubs.map(|(i, stub)| (Claimant::Stub(i), swept(&stub.path, stub.width)));
    let entrance = dungeon.entrance.iter().map(|entrance| (dungeon.door(entrance.door), entrance.runway));
    let entrance = entrance.filter(move |(door, _)| door.z == z);
    let entrance =
        entrance.map(|(door, runway)| (Claimant::Entrance, door.runway_rect(i32::from(runway)).cells().collect()));
    links.chain(stubs).chain(entrance)
}

fn cells_of(dungeon: &Dungeon, link: &Link) -> Vec<Cell> {
    dungeon.corridor_cells(link).chain(link.roughened().iter().copied()).collect()
}

fn swept(path: &[Cell], width: u8) -> Vec<Cell> {
    path.iter().flat_map(|&at| Rect::at(at, width.into(), width.into()).cells()).collect()
}

fn misplaced(claimant: Claimant, z: i32, code: FlawCode, what: &str, cells: &[Cell]) -> Option<Flaw> {
    if cells.is_empty() {
        return None;
    }
    let flaw = Flaw::new(code, format!("The corridor of {claimant} {what}.")).at(z, cells);
    Some(flaw.links(link_of(claimant)))
}

fn link_of(claimant: Claimant) -> Option<LinkId> {
    if let Claimant::Link(link) = claimant { Some(LinkId(link)) } else { None }
}

/// Two corridors and the cells where they meet.
type Meetings = BTreeMap<(Claimant, Claimant), Vec<Cell>>;

/// Links whose tiles must connect exactly their two rooms: planned ones, keyed locks, secret passages.
fn must_be_alone(dungeon: &Dungeon) -> Vec<bool> {
    let planned = dungeon.provenance.recipe.has_lone_corridors();
    let mut alone: Vec<bool> = dungeon.links.iter().map(|link| planned || link.is_secret_passage()).collect();
    for link in barrier::locks(dungeon) {
        alone[link.index()] = true;
    }
    alone
}

/// Shared cells are a flaw where one of the two must be alone. A stub may leave any corridor.
fn meetings(dungeon: &Dungeon, z: i32, shared: &Meetings) -> Vec<Flaw> {
    let alone = must_be_alone(dungeon);
    let is_alone = |claimant| matches!(claimant, Claimant::Link(link) if alone[link as usize]);
    let is_stub = |claimant| matches!(claimant, Claimant::Stub(_));
    let forbidden = |&(a, b): &(Claimant, Claimant)| (is_alone(a) || is_alone(b)) && !is_stub(a) && !is_stub(b);
    shared.iter().filter(|(pair, _)| forbidden(pair)).map(|(&pair, cells)| meeting(pair, z, cells)).collect()
}

fn neighbours(dungeon: &Dungeon, link: &Link, owners: &Owners, beside: &mut Meetings) {
    let this = Claimant::Link(link.id.0);
    for cell in cells_of(dungeon, link) {
        let others = cell.neighbors4().into_iter().filter_map(|cell| owners.at(cell).corridor());
        let others = others.map(|other| Claimant::new(dungeon, other));
        for other in others.filter(|&other| other != this && !matches!(other, Claimant::Stub(_))) {
            let cells = beside.entry((this.min(other), this.max(other))).or_default();
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
    }
}

fn meeting((a, b): (Claimant, Claimant), z: i32, cells: &[Cell]) -> Flaw {
    let flaw = Flaw::new(FlawCode::CorridorNotAlone, format!("The corridors of {a} and {b} meet."));
    flaw.at(z, cells).links(link_of(a).into_iter().chain(link_of(b)))
}

fn names(flaw: &Flaw, (a, b): (Claimant, Claimant)) -> bool {
    let links: Vec<LinkId> = link_of(a).into_iter().chain(link_of(b)).collect();
    flaw.links == links
}

fn roughened_apart(link: &Link, z: i32, owners: &Owners) -> Option<Flaw> {
    let is_beside = |cell: &Cell| cell.neighbors4().into_iter().any(|cell| owners.at(cell).corridor().is_some());
    let apart: Vec<Cell> = link.roughened().iter().copied().filter(|cell| !is_beside(cell)).collect();
    if apart.is_empty() {
        return None;
    }
    let sentence = format!("Roughened cells of link {} do not lie beside its corridor.", link.id);
    Some(Flaw::new(FlawCode::RoughenedApart, sentence).at(z, &apart).links([link.id]))
}

fn stub_apart(dungeon: &Dungeon, number: u32, z: i32, owners: &Owners) -> Option<Flaw> {
    let this = Claimant::Stub(number).number(dungeon);
    let stub = &dungeon.stubs[number as usize];
    let is_other = |cell| owners.at(cell).corridor().is_some_and(|other| other != this);
    let cells = swept(&stub.path, stub.width);
    if cells.iter().any(|&cell| is_other(cell) || cell.neighbors4().into_iter().any(is_other)) {
        return None;
    }
    let sentence = format!("Blind corridor {number} leaves no other corridor.");
    Some(Flaw::new(FlawCode::StubApart, sentence).at(z, &stub.path))
}
