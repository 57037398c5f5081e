//! temp
use undercroft_grid::{BitGrid, Cell, Size};
fn main() {
    let dir = std::env::var("UNDERCROFT_MAPS").unwrap();
    for map in ["random-64-64-20", "room-64-64-8", "warehouse-10-20-10-2-1"] {
        let text = std::fs::read_to_string(format!("{dir}/{map}.map")).unwrap();
        let rows: Vec<&[u8]> = text.lines().skip(4).map(|l| l.trim_end().as_bytes()).collect();
        let free = BitGrid::from_fn(Size::of(rows[0].len() as i32, rows.len() as i32), |c| b".GS".contains(&rows[c.y as usize][c.x as usize]));
        let scen = std::fs::read_to_string(format!("{dir}/{map}.scen")).unwrap();
        let pairs: Vec<(Cell, Cell)> = scen.lines().skip(1).map(|l| { let f: Vec<i32> = l.split_whitespace().skip(4).take(4).map(|x| x.parse().unwrap()).collect(); (Cell::new(f[0], f[1]), Cell::new(f[2], f[3])) }).collect();
        for n in [100, 400, 1000] {
            let seeds = 4;
            let r: Vec<[f64; 4]> = (1..=seeds).map(|seed| undercroft_crowd::temp(&free, &pairs[..n], seed)).collect();
            let avg = |k: usize| r.iter().map(|x| x[k]).sum::<f64>() / seeds as f64;
            println!("{map} {n}: soc {:.0} makespan {:.0} steps {:.0} ns {:.0}   [{}]", avg(0), avg(1), avg(2), avg(3), r.iter().map(|x| format!("{}", x[0])).collect::<Vec<_>>().join(" "));
        }
    }
}
