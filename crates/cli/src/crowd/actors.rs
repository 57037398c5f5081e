//! Who stands where, and who goes where.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail};
use undercroft::grid::{BitGrid, Cell};
use undercroft::seed::Seed;
use undercroft_crowd::{Crowd, SubCell};
use undercroft_formats::movingai::scenario::{self, Scenario};

use super::crowd_level::{self, CrowdLevel};
use crate::text_wrap;

/// Actors on cells by chance, each sent to another such cell.
pub fn anywhere(crowd: &mut Crowd, count: u32, seed: u64, pace: u16) -> anyhow::Result<()> {
    let mut starts = largest(crowd.solid(), &places(crowd));
    check_room(&starts, count)?;
    let mut goals = starts.clone();
    let mut stream = Seed::new(seed).stream("crowd");
    stream.shuffle(&mut starts);
    stream.shuffle(&mut goals);
    for (&(_, at), &(goal, _)) in starts.iter().zip(&goals).take(count as usize) {
        let id = crowd.spawn(at, pace)?;
        crowd.order(id, goal)?;
    }
    Ok(())
}

/// Actors on cells by chance from which the target can be reached, all sent to the cells round it.
pub fn round(crowd: &mut Crowd, target: Cell, count: u32, seed: u64, pace: u16) -> anyhow::Result<()> {
    // An empty group checks the target.
    crowd.order_group(&[], target).context("--to")?;
    let anchor = crowd.anchor(target).context("--to")?;
    let joined = area(crowd.solid(), anchor);
    let mut starts: Vec<_> = places(crowd).into_iter().filter(|(_, at)| joined.contains(at.0)).collect();
    check_room(&starts, count)?;
    Seed::new(seed).stream("crowd").shuffle(&mut starts);
    let spawned = starts.iter().take(count as usize).map(|&(_, at)| crowd.spawn(at, pace));
    let group = spawned.collect::<Result<Vec<_>, _>>()?;
    crowd.order_group(&group, target).context("--to")?;
    Ok(())
}

/// The first walks of a scenario, or all.
pub fn by_scenario(
    crowd: &mut Crowd,
    path: &Path,
    level: &CrowdLevel,
    count: Option<u32>,
    pace: u16,
) -> anyhow::Result<()> {
    let name = path.display().to_string();
    let walks = scenario::read(&crowd_level::text(path)?).map_err(|error| error.in_file(Some(&name)))?;
    let count = count.map_or(walks.len(), |count| count as usize);
    if walks.is_empty() || count > walks.len() {
        bail!("{name}: the scenario has {}, {} are wanted", text_wrap::count(walks.len(), "walk"), count.max(1));
    }
    for (number, walk) in (1..).zip(&walks[..count]) {
        check_map(walk, level)
            .and_then(|()| send(crowd, walk, pace))
            .with_context(|| format!("{name}: walk {number}"))?;
    }
    Ok(())
}

fn check_map(walk: &Scenario, level: &CrowdLevel) -> anyhow::Result<()> {
    let size = level.solid.size();
    if walk.size != size {
        bail!("it is for a {} map, {} is {size}", walk.size, level.file.display());
    }
    let (wanted, got) = (Path::new(&walk.map).file_stem(), level.file.file_stem());
    if level.file != Path::new("-") && wanted != got {
        bail!("it is for the map {}, not for {}", walk.map, level.file.display());
    }
    Ok(())
}

fn send(crowd: &mut Crowd, walk: &Scenario, pace: u16) -> anyhow::Result<()> {
    let at = crowd.anchor(walk.start).with_context(|| format!("the start {} is a wall", walk.start))?;
    let id = crowd.spawn(at, pace).context("the start")?;
    crowd.order(id, walk.goal).context("the goal")?;
    Ok(())
}

/// Free cells with the sub-cells that stand for them, each sub-cell once: on a shifted lattice two cells may share one.
fn places(crowd: &Crowd) -> Vec<(Cell, SubCell)> {
    let mut known = BTreeSet::new();
    let free = crowd.map().size().cells().filter(|&cell| !crowd.map().contains(cell));
    let anchors = free.filter_map(|cell| Some((cell, crowd.anchor(cell)?)));
    anchors.filter(|&(_, at)| known.insert(at)).collect()
}

/// The places of the area that has most of them; of several the first, row by row.
fn largest(solid: &BitGrid, places: &[(Cell, SubCell)]) -> Vec<(Cell, SubCell)> {
    let mut best = Vec::new();
    let mut left = places.to_vec();
    while let Some(&(_, at)) = left.first().filter(|_| left.len() > best.len()) {
        let joined = area(solid, at);
        let (inside, outside) = left.into_iter().partition(|(_, at)| joined.contains(at.0));
        left = outside;
        let inside: Vec<_> = inside;
        best = if inside.len() > best.len() { inside } else { best };
    }
    best
}

/// The sub-cells that hang together with one.
fn area(solid: &BitGrid, at: SubCell) -> BitGrid {
    let mut free = solid.clone();
    free.complement();
    undercroft::grid::flood(&free, at.0)
}

fn check_room(places: &[(Cell, SubCell)], count: u32) -> anyhow::Result<()> {
    if count as usize > places.len() {
        bail!("--actors: {count} actors need as many free cells that hang together; there are {}", places.len());
    }
    Ok(())
}
