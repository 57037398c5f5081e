//! Articulation points: the nodes of a graph without which it falls apart.
//!
//! Hopcroft and Tarjan, "Algorithm 447: efficient algorithms for graph manipulation" (1973): a depth-first search numbers
//! the nodes; a node is an articulation point when some child of it in the search tree, with all its descendants, has no
//! edge to a node numbered before it. The root is one when it has two children. Linear in nodes and edges, with an
//! explicit stack: a corridor of a million cells is a chain that recursion would not survive.

/// Not numbered yet.
const NEW: u32 = u32::MAX;

/// Which of the nodes `0..nodes` are articulation points.
///
/// The neighbours of a node are those in its slots `0..slots(node)` that are not `None`. Edges go both ways. There are
/// fewer than 2^32 − 1 nodes.
pub(crate) fn articulation_points(
    nodes: usize,
    slots: impl Fn(usize) -> usize,
    neighbour: impl Fn(usize, usize) -> Option<usize>,
) -> Vec<bool> {
    let mut search = Search { number: vec![NEW; nodes], low: vec![NEW; nodes], is_choke: vec![false; nodes], count: 0 };
    let mut path: Vec<Visit> = Vec::new();
    for root in 0..nodes {
        if search.number[root] != NEW {
            continue;
        }
        let mut root_children = 0;
        path.push(search.enter(root));
        while let Some(visit) = path.last_mut() {
            let node = visit.node as usize;
            if visit.slot < slots(node) as u32 {
                let next = neighbour(node, visit.slot as usize);
                visit.slot += 1;
                match next {
                    Some(next) if search.number[next] == NEW => path.push(search.enter(next)),
                    Some(next) => search.low[node] = search.low[node].min(search.number[next]),
                    None => {}
                }
            } else {
                path.pop();
                if let Some(parent) = path.last().map(|visit| visit.node as usize) {
                    search.leave(node, parent);
                    root_children += u32::from(parent == root);
                }
            }
        }
        search.is_choke[root] = root_children >= 2;
    }
    search.is_choke
}

struct Visit {
    node: u32,
    slot: u32,
}

struct Search {
    /// The order in which nodes were found.
    number: Vec<u32>,
    /// The smallest number to which a node or a descendant of it has an edge.
    low: Vec<u32>,
    is_choke: Vec<bool>,
    count: u32,
}

impl Search {
    fn enter(&mut self, node: usize) -> Visit {
        self.number[node] = self.count;
        self.low[node] = self.count;
        self.count += 1;
        Visit { node: node as u32, slot: 0 }
    }

    /// The edge back to the parent gives `low >= number` of the parent at worst, which is just the limit.
    fn leave(&mut self, node: usize, parent: usize) {
        self.is_choke[parent] |= self.low[node] >= self.number[parent];
        self.low[parent] = self.low[parent].min(self.low[node]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fast(lists: &[Vec<usize>]) -> Vec<bool> {
        articulation_points(lists.len(), |node| lists[node].len(), |node, slot| Some(lists[node][slot]))
    }

    /// The obvious way: take the node away and count the parts.
    fn slow(lists: &[Vec<usize>]) -> Vec<bool> {
        (0..lists.len()).map(|node| parts(lists, Some(node)) > parts(lists, None)).collect()
    }

    fn parts(lists: &[Vec<usize>], without: Option<usize>) -> usize {
        let mut seen: Vec<bool> = (0..lists.len()).map(|node| Some(node) == without).collect();
        let mut count = 0;
        for start in 0..lists.len() {
            count += usize::from(!seen[start]);
            let mut stack = vec![start];
            while let Some(node) = stack.pop() {
                if !std::mem::replace(&mut seen[node], true) {
                    stack.extend(&lists[node]);
                }
            }
        }
        count
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3_000))]
        #[test]
        fn points_are_those_whose_loss_parts_the_graph(
            nodes in 1..12usize,
            edges in prop::collection::vec((0..12usize, 0..12usize), 0..20),
        ) {
            let mut lists = vec![Vec::new(); nodes];
            for (a, b) in edges.into_iter().map(|(a, b)| (a % nodes, b % nodes)) {
                lists[a].push(b);
                lists[b].push(a);
            }
            prop_assert_eq!(fast(&lists), slow(&lists));
        }
    }

    #[test]
    fn a_chain_of_a_million_nodes_needs_no_deep_stack() {
        let last = 1_000_000 - 1;
        let neighbour =
            |node: usize, slot: usize| if slot == 0 { node.checked_sub(1) } else { (node < last).then_some(node + 1) };
        let points = articulation_points(last + 1, |_| 2, neighbour);
        assert_eq!(points.iter().filter(|&&is| is).count(), last - 1);
    }
}
