//! The search against Dijkstra's.

use std::collections::BTreeSet;

use proptest::prelude::*;
use undercroft_grid::{Outcome, Search, Size};

use super::*;
use crate::place::{Layout, Placement};
use crate::recipe::RecipeFile;
use crate::route::noise::Noise;
use crate::route::routing_map::RoutingMap;
use crate::route::search_window::SearchWindow;
use crate::seed::{Seed, Stream};

/// Dijkstra over the definition of a step, without windows, indices or estimates.
fn slow_cost(map: &RoutingMap, noise: Noise, costs: &Corridors, sources: &[Site], targets: &[Site]) -> Option<u32> {
    let size = map.flags().size();
    let mut best = vec![u32::MAX; size.area() * 4];
    let mut open = BTreeSet::new();
    for site in sources {
        open.insert((site.cost, site.runway_end(costs.width), site.normal));
    }
    while let Some((cost, at, dir)) = open.pop_first() {
        let slot = &mut best[size.id(at) * 4 + dir.index()];
        if *slot <= cost {
            continue;
        }
        *slot = cost;
        for next in [dir, dir.left(), dir.right()] {
            let turn = if next == dir { 0 } else { costs.cost.turn };
            if let Some(step) = slow_step(map, noise, costs, at + next, next) {
                open.insert((cost + turn + step, at + next, next));
            }
        }
    }
    let end = |site: &Site| {
        let arrive = |came: Dir| {
            let cost = best[size.id(site.runway_end(costs.width)) * 4 + came.index()];
            let arrival = arrival_cost(costs, came, site.normal, site.cost)?;
            (cost != u32::MAX).then(|| cost + arrival)
        };
        Dir::ALL.into_iter().filter_map(arrive).min()
    };
    targets.iter().filter_map(end).min()
}

fn slow_step(map: &RoutingMap, noise: Noise, costs: &Corridors, at: Cell, dir: Dir) -> Option<u32> {
    let brush = Rect::at(at, costs.width, costs.width);
    if !map.is_clear(brush) {
        return None;
    }
    let merge = brush.cells().all(|c| map.layers().corridors.contains(c) && !map.layers().runways.contains(c));
    let all = brush.cells().all(|c| map.layers().corridors.contains(c));
    let sides = brush.cells().flat_map(|c| [c + dir.left(), c + dir.right()]).filter(|&c| !brush.contains(c));
    let hug = sides.clone().any(|c| map.layers().rooms.contains(c));
    let beside = !all && sides.clone().any(|c| map.layers().corridors.contains(c));
    let hard = if noise.is_hard(at) { costs.cost.hard_rock } else { 0 };
    let base = if merge { costs.cost.merge } else { costs.cost.step + hard };
    Some(base + if hug { costs.cost.hug } else { 0 } + if beside { costs.cost.parallel } else { 0 })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn the_search_finds_what_dijkstra_finds(seed in any::<u64>(), width in 1..=3i32, merge in 1..=10u32, density in 0..6u32, wander in 0..40u32) {
        let mut stream = Stream::new(seed, "walk");
        let size = Size::of(22, 18);
        let mut some = |per_mille: u32| -> Vec<Cell> { size.cells().filter(|_| stream.below(1000) < per_mille).collect() };
        let rooms = some(density * 5).into_iter().map(|at| Placement::rectangle(Rect::at(at, 1, 1), false)).collect();
        let mut map = RoutingMap::unmetered(&Layout::of_rooms(size, rooms, [1, 1], vec![]), width);
        some(300).into_iter().for_each(|at| map.carve(Rect::at(at, 1, 1)));
        some(50).into_iter().for_each(|at| map.carve_runway(Rect::at(at, 1, 1)));
        let mut file = RecipeFile::default();
        file.set(&format!("corridors.width={width}")).unwrap();
        file.set(&format!("corridors.cost.merge={merge}")).unwrap();
        file.set(&format!("corridors.cost.hard_rock={wander}")).unwrap();
        let costs = file.check(Seed::new(0)).unwrap().corridors;
        let mut sites = |n: u32| -> Vec<Site> {
            let mut draw = || {
                let first = Cell::new(stream.range(2..18), stream.range(2..14));
                let normal = Dir::from_index(stream.below(4) as usize);
                Site { normal, first, width: 1, runway: 1, cost: stream.below(30) }
            };
            let sites: Vec<Site> = (0..n).map(|_| draw()).collect();
            sites.into_iter().filter(|site| map.is_clear(Rect::at(site.runway_end(width), width, width))).collect()
        };
        let (sources, targets) = (sites(3), sites(3));
        let noise = Noise(seed);
        let mut window = SearchWindow::new(Some(noise));
        window.load(&map, map.inner());
        let walk = CorridorSearch::new(&mut window, &costs, &targets);
        let starts: Vec<(u32, u32)> = sources.iter().map(|site| walk.source(site)).collect();
        let found = Search::new().run(&walk, starts, u64::MAX);
        let expected = slow_cost(&map, noise, &costs, &sources, &targets);
        match (found, expected) {
            (Outcome::Found(path), Some(cost)) => prop_assert_eq!(path.cost, cost),
            (Outcome::Impossible, None) => {}
            (found, expected) => prop_assert!(false, "{:?} against {:?}", found, expected),
        }
    }
}
