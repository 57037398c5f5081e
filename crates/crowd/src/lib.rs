//! Crowd
mod flow;
mod random;
mod ways;

/// temp
pub fn temp(free: &undercroft_grid::BitGrid, pairs: &[(undercroft_grid::Cell, undercroft_grid::Cell)], seed: u64) -> [f64; 4] {
    use flow::*;
    let ways = Ways::four(free);
    let mut q = Queue::default();
    let t0 = std::time::Instant::now();
    let tables: Vec<_> = pairs.iter().map(|p| DistanceTable::new(&ways, ways.spot(p.1), &mut q)).collect();
    let t1 = t0.elapsed();
    let problem = Problem { ways: &ways, tables: &tables };
    let start: Vec<_> = pairs.iter().map(|p| ways.spot(p.0)).collect();
    let lb: u32 = start.iter().zip(&tables).map(|(&s, t)| t.steps_from(&ways, s)).sum();
    let t0 = std::time::Instant::now();
    let mut s = Search::new(&problem, &start, seed);
    let plan = s.run(20000);
    let dt = t0.elapsed();
    let Some(plan) = plan else { return [f64::NAN; 4] };
    let mut soc = 0;
    for i in 0..pairs.len() {
        let g = tables[i].goal();
        let t = (0..plan.len()).rev().find(|&t| plan[t][i] != g).map_or(0, |t| t + 1);
        soc += t;
    }
    let mk = plan.len() - 1;
    let _ = (t1, lb);
    [soc as f64, mk as f64, s.steps as f64, dt.as_nanos() as f64 / (mk * pairs.len()) as f64]
}
