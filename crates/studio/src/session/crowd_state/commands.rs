//! Commands of the crowd.

use undercroft::grid::{Cell, flood};
use undercroft::seed::Stream;
use undercroft_crowd::{ActorId, Crowd, CrowdError, CrowdSettings, MAX_PACE, SubCell};

use super::report::{mode_named, offset_named};
use super::{CrowdState, Gathered, Routes};
use crate::limits::{MAX_ACTORS, MAX_TICKS};
use crate::progress::Progress;
use crate::protocol::{ActorFilter, ActorPath, Body, CrowdSettingsPatch, ErrorCode, Moved, ProtocolError, Reply};
use crate::session::document::SessionDocument;
use crate::words::plural;

impl CrowdState {
    /// Changes how the crowd moves.
    pub fn set_settings(&mut self, changes: &CrowdSettingsPatch) -> Result<Reply, ProtocolError> {
        let settings = changed(&self.settings, changes)?;
        let mut moved = Moved::default();
        if let Some(gathered) = &mut self.gathered {
            let exchanged = gathered.crowd.set_settings(settings.clone())?;
            moved.redirected = exchanged.iter().map(|order| (order.actor.to_bits(), order.cell)).collect();
        } else if !(1..=3).contains(&settings.n) {
            return Err(CrowdError::Subdivision(settings.n).into());
        }
        (self.settings, self.routes) = (settings, Routes::None);
        Ok(self.reply(moved))
    }

    /// Puts actors on cells.
    pub fn spawn(
        &mut self,
        document: &SessionDocument,
        z: i32,
        cells: &[Cell],
        pace: u16,
    ) -> Result<Reply, ProtocolError> {
        let size = document.level(z)?.size();
        if let Some(&cell) = cells.iter().find(|&&cell| !size.contains(cell)) {
            return Err(ProtocolError::invalid_cell("cells", format!("{cell} lies outside the {size} map.")));
        }
        self.admit(document, z, cells.len(), pace, |crowd, moved| {
            for &cell in cells {
                match places(crowd, cell).into_iter().find_map(|at| crowd.spawn(at, pace).ok()) {
                    Some(id) => moved.spawned.push(id.to_bits()),
                    None => moved.without_place += 1,
                }
            }
        })
    }

    /// Puts actors on random free cells.
    pub fn scatter(
        &mut self,
        document: &SessionDocument,
        z: i32,
        count: u32,
        seed: u32,
        pace: u16,
    ) -> Result<Reply, ProtocolError> {
        self.admit(document, z, count as usize, pace, |crowd, moved| {
            let mut free: Vec<Cell> = crowd
                .map()
                .size()
                .cells()
                .filter(|&cell| !crowd.map().contains(cell) && crowd.anchor(cell).is_some())
                .collect();
            Stream::new(seed.into(), "scatter").shuffle(&mut free);
            for cell in free {
                if moved.spawned.len() == count as usize {
                    break;
                }
                moved
                    .spawned
                    .extend(crowd.anchor(cell).and_then(|at| crowd.spawn(at, pace).ok()).map(ActorId::to_bits));
            }
            moved.without_place = count - moved.spawned.len() as u32;
        })
    }

    /// Adds actors by `enter`; none where something is wrong.
    fn admit(
        &mut self,
        document: &SessionDocument,
        z: i32,
        count: usize,
        pace: u16,
        enter: impl FnOnce(&mut Crowd, &mut Moved),
    ) -> Result<Reply, ProtocolError> {
        if !(1..=MAX_PACE).contains(&pace) {
            return Err(ProtocolError::invalid_field("pace", format!("pace: need 1 to {MAX_PACE}, got {pace}.")));
        }
        let solid = document.solid(z)?;
        let present = self.gathered.as_ref().map_or(0, |gathered| gathered.crowd.actors().count());
        if present.saturating_add(count) > MAX_ACTORS {
            let sentence = format!("The studio moves up to {}; there are {present}.", plural(MAX_ACTORS, "actor"));
            return Err(ProtocolError::new(ErrorCode::TooLarge, sentence).with_field("cells"));
        }
        if let Some(other) = self.gathered.as_ref().filter(|gathered| present > 0 && gathered.z != z) {
            let sentence = format!("The crowd is on level {}; clear it to gather one on level {z}.", other.z);
            return Err(ProtocolError::new(ErrorCode::CrowdRejected, sentence).with_field("z"));
        }
        if present == 0 {
            self.clear();
            let crowd = self.empty_crowd(solid)?;
            (self.gathered, self.routes) = (Some(Gathered::new(z, crowd)), Routes::None);
        }
        let mut moved = Moved::default();
        if let Some(gathered) = &mut self.gathered {
            enter(&mut gathered.crowd, &mut moved);
        }
        self.clear_if_empty();
        Ok(self.reply(moved))
    }

    /// Takes actors away.
    pub fn remove(&mut self, who: &ActorFilter) -> Result<Reply, ProtocolError> {
        let ids = self.select(who, None)?;
        for &id in &ids {
            if let Some(gathered) = &mut self.gathered {
                gathered.crowd.remove(id)?;
                gathered.been.remove(&id);
            }
        }
        self.clear_if_empty();
        Ok(self.reply(Moved::default()))
    }

    fn clear_if_empty(&mut self) {
        if self.gathered.as_ref().is_some_and(|gathered| gathered.crowd.actors().next().is_none()) {
            self.clear();
        }
    }

    /// Takes all away.
    pub fn remove_all(&mut self) -> Reply {
        self.clear();
        self.reply(Moved::default())
    }

    /// Sends actors to a cell.
    pub fn send(&mut self, who: &ActorFilter, cell: Cell) -> Result<Reply, ProtocolError> {
        let ids = self.select(who, Some(cell))?;
        let Some(gathered) = &mut self.gathered else { return Err(empty_crowd()) };
        let crowd = &mut gathered.crowd;
        let mut moved = Moved::default();
        if let [one] = ids[..] {
            let order = crowd.order(one, cell)?;
            gathered.been.remove(&one);
            moved.redirected.extend((order.cell != cell).then_some((one.to_bits(), order.cell)));
            return Ok(self.reply(moved));
        }
        // An empty group checks the target.
        crowd.order_group(&[], cell)?;
        let heart = crowd.anchor(cell).ok_or(CrowdError::Solid(cell))?;
        let mut free = crowd.solid().clone();
        free.complement();
        let joined = flood(&free, heart.0);
        let can_reach = |id: &ActorId| crowd.actor(*id).is_some_and(|actor| joined.contains(actor.current.0));
        let (able, unable): (Vec<ActorId>, Vec<ActorId>) = ids.into_iter().partition(can_reach);
        if let (true, Some(&actor)) = (able.is_empty(), unable.first()) {
            return Err(CrowdError::Unreachable { actor, cell }.into());
        }
        crowd.order_group(&able, cell)?;
        gathered.been.retain(|id| able.binary_search(id).is_err());
        if !unable.is_empty() {
            moved.notes.push(format!("{} cannot reach {cell} and did not move.", plural(unable.len(), "actor")));
        }
        Ok(self.reply(moved))
    }

    /// Advances the crowd.
    pub fn step(&mut self, ticks: u32, progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
        if !(1..=MAX_TICKS).contains(&ticks) {
            return Err(ProtocolError::invalid_field("ticks", format!("ticks: need 1 to {MAX_TICKS}, got {ticks}.")));
        }
        let Self { gathered, routes, .. } = self;
        let Some(gathered) = gathered else { return Err(empty_crowd()) };
        // One tick is done or not; several can be cancelled half done, so a copy is kept.
        let copy = (ticks > 1).then(|| gathered.clone());
        let mut moved = Moved { ticks, ..Moved::default() };
        for tick in 0..ticks {
            if !progress.should_continue() {
                if let Some(before) = copy {
                    *gathered = before;
                }
                return Err(ProtocolError::cancelled());
            }
            progress.report("crowd", tick.into(), ticks.into());
            let report = gathered.crowd.step(routes.navigator(&gathered.crowd));
            moved.moved += report.moved;
            moved.waited += report.waited.len() as u32;
            gathered.been.extend(&report.arrived);
            moved.arrived.extend(report.arrived.iter().map(|id| id.to_bits()));
            moved.replanned += report.replanned.len() as u32;
            let elsewhere = |&(id, _): &(ActorId, SubCell)| Some((id.to_bits(), gathered.crowd.actor(id)?.goal?.cell));
            moved.redirected.extend(report.redirected.iter().filter_map(elsewhere));
        }
        Ok(self.reply(moved))
    }

    /// The planned paths of actors.
    pub fn paths(&self, who: &ActorFilter) -> Result<Reply, ProtocolError> {
        let ids = self.select(who, None)?;
        let path = |id: ActorId| {
            let actor = self.gathered.as_ref()?.crowd.actor(id)?;
            let ahead = actor.waypoints.iter().rev().map(|at| at.0);
            let ahead = std::iter::once(actor.current.0).chain(ahead).collect();
            Some(ActorPath { actor: id.to_bits(), ahead, goal: actor.goal.map(|goal| goal.at.0) })
        };
        Ok(Body::Paths { paths: ids.into_iter().filter_map(path).collect() }.into())
    }

    /// The actors of a filter, by rising numbers; all of them exist.
    fn select(&self, who: &ActorFilter, target: Option<Cell>) -> Result<Vec<ActorId>, ProtocolError> {
        let Some(Gathered { crowd, .. }) = &self.gathered else { return Err(empty_crowd()) };
        let everybody = || crowd.actors().map(|(id, _)| id);
        match who {
            ActorFilter::All {} => Ok(everybody().collect()),
            ActorFilter::These { ids } => {
                let mut ids: Vec<ActorId> = ids.iter().map(|&id| ActorId::from_bits(id)).collect();
                ids.sort_unstable();
                ids.dedup();
                match ids.iter().find(|&&id| crowd.actor(id).is_none()) {
                    Some(&stranger) => Err(CrowdError::NoSuchActor(stranger).into()),
                    None if ids.is_empty() => {
                        Err(ProtocolError::invalid_field("actors", "actors: need at least one number."))
                    }
                    None => Ok(ids),
                }
            }
            ActorFilter::Nearest { fraction, to } => {
                let cell = to.or(target).ok_or_else(|| {
                    ProtocolError::invalid_field("actors", "actors: `nearest` needs a cell; name it with `to`.")
                })?;
                let map = crowd.map().size();
                if !map.contains(cell) {
                    return Err(CrowdError::Outside { cell, map }.into());
                }
                let n = i32::from(crowd.settings().n);
                let near = Cell::new(cell.x * n, cell.y * n);
                let mut ranked: Vec<(i64, ActorId)> =
                    crowd.actors().map(|(id, actor)| (actor.current.0.distance_squared(near), id)).collect();
                ranked.sort_unstable();
                let mut ids: Vec<ActorId> =
                    ranked.iter().take(fraction.times(ranked.len()).max(1)).map(|&(_, id)| id).collect();
                ids.sort_unstable();
                Ok(ids)
            }
        }
    }
}

fn empty_crowd() -> ProtocolError {
    ProtocolError::new(ErrorCode::CrowdRejected, "The crowd has no actors.")
}

fn changed(settings: &CrowdSettings, changes: &CrowdSettingsPatch) -> Result<CrowdSettings, ProtocolError> {
    let mut new = settings.clone();
    if let Some(name) = &changes.mode {
        new.mode = mode_named(name)
            .ok_or_else(|| ProtocolError::invalid_field("mode", format!("mode: unknown mode {name:?}.")))?;
    }
    if let Some(name) = &changes.offset {
        let unknown =
            || ProtocolError::invalid_field("offset", format!("offset: need none, x, y or xy, got {name:?}."));
        new.offset = offset_named(name).ok_or_else(unknown)?;
    }
    new.n = changes.n.unwrap_or(new.n);
    new.early = changes.early.unwrap_or(new.early);
    new.allow_backward = changes.allow_backward.unwrap_or(new.allow_backward);
    new.fallback = changes.fallback.unwrap_or(new.fallback);
    new.seed = changes.seed.map_or(new.seed, u64::from);
    Ok(new)
}

/// The sub-cells of a cell, those nearest to its heart first.
fn places(crowd: &Crowd, cell: Cell) -> Vec<SubCell> {
    let Some(heart) = crowd.anchor(cell) else { return Vec::new() };
    let n = i32::from(crowd.settings().n);
    let corner = Cell::new(cell.x * n, cell.y * n);
    let mut places: Vec<SubCell> =
        (0..n).flat_map(|j| (0..n).map(move |i| SubCell(corner + Cell::new(i, j)))).collect();
    places.sort_by_key(|at| (at.0.distance_squared(heart.0), *at));
    places
}
