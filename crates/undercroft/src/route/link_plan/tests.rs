use super::*;
use crate::seed::Stream;

fn centres(stream: &mut Stream, n: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = (0..n).map(|_| Cell::new(stream.range(0..60), stream.range(0..60))).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

#[test]
fn the_tree_joins_all_rooms_and_is_the_shortest_of_the_candidates() {
    let mut stream = Stream::new(1, "graph");
    for n in 2..60 {
        let centres = centres(&mut stream, n);
        let edges = delaunay(&centres);
        let link_plan = plan_links(centres.len(), edges.clone(), Fraction::constant(3_000));
        assert_eq!(link_plan.tree.len(), centres.len() - 1);
        assert_eq!(link_plan.tree.len() + link_plan.loops.len() + link_plan.spare.len(), edges.len());
        // Prim's algorithm, the simplest version.
        let mut inside = vec![0];
        let mut total = 0;
        while inside.len() < centres.len() {
            let crossing = edges.iter().filter(|e| inside.contains(&e.a) != inside.contains(&e.b)).min().unwrap();
            total += crossing.length;
            inside.push(if inside.contains(&crossing.a) { crossing.b } else { crossing.a });
        }
        assert_eq!(link_plan.tree.iter().map(|edge| edge.length).sum::<u32>(), total);
    }
}

#[test]
fn rooms_in_one_line_are_joined_too() {
    let line: Vec<Cell> = (0..7).map(|i| Cell::new(i * 9, 5)).collect();
    assert_eq!(plan_links(7, delaunay(&line), Fraction::ZERO).tree.len(), 6);
}

#[test]
fn tree_distances_agree_with_a_walk() {
    let mut stream = Stream::new(2, "graph");
    for _ in 0..50 {
        let centres = centres(&mut stream, 40);
        let tree = plan_links(centres.len(), delaunay(&centres), Fraction::ZERO).tree;
        let forest = Forest::new(centres.len(), &tree);
        // Floyd and Warshall.
        let n = centres.len();
        let mut slow = vec![vec![u64::MAX / 4; n]; n];
        for edge in &tree {
            slow[edge.a as usize][edge.b as usize] = edge.length.into();
            slow[edge.b as usize][edge.a as usize] = edge.length.into();
        }
        for k in 0..n {
            slow[k][k] = 0;
            for i in 0..n {
                for j in 0..n {
                    slow[i][j] = slow[i][j].min(slow[i][k] + slow[k][j]);
                }
            }
        }
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
            assert_eq!(forest.distance(a as u32, b as u32), slow[a][b]);
        }
    }
}

#[test]
fn loops_save_the_longest_detours() {
    // A horseshoe: the two tips are near each other but far apart along the tree.
    let horseshoe: Vec<Cell> = [(0, 0), (10, 0), (20, 0), (20, 12), (20, 24), (10, 24), (0, 24), (0, 14)]
        .map(|(x, y)| Cell::new(x, y))
        .to_vec();
    let link_plan = plan_links(8, delaunay(&horseshoe), Fraction::constant(2_000));
    assert_eq!(link_plan.loops.iter().map(|edge| (edge.a, edge.b)).collect::<Vec<_>>(), [(0, 7)]);
}
