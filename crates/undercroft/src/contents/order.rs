//! The order in which purposes are given to rooms: neighbours first.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::purpose::Purpose;

/// Positions of the purposes, each after those of the purposes that it needs or prefers as neighbours, else as they come.
/// A ring of them is an error: their names, the first again at the end.
pub fn assignment_order(purposes: &[Arc<Purpose>]) -> Result<Vec<usize>, Vec<String>> {
    let names = purposes.iter().enumerate().map(|(index, purpose)| (purpose.name.as_str(), index)).collect();
    let mut walk = Walk { purposes, names, trail: Vec::new(), order: Vec::new(), is_done: vec![false; purposes.len()] };
    (0..purposes.len()).try_for_each(|index| walk.visit(index))?;
    Ok(walk.order)
}

/// A depth-first walk. There are at most 256 purposes, so its recursion ends.
struct Walk<'a> {
    purposes: &'a [Arc<Purpose>],
    names: BTreeMap<&'a str, usize>,
    trail: Vec<usize>,
    order: Vec<usize>,
    is_done: Vec<bool>,
}

impl Walk<'_> {
    fn visit(&mut self, index: usize) -> Result<(), Vec<String>> {
        if self.is_done[index] {
            return Ok(());
        }
        let before = self.trail.iter().position(|&other| other == index);
        self.trail.push(index);
        if let Some(start) = before {
            return Err(self.trail[start..].iter().map(|&index| self.purposes[index].name.clone()).collect());
        }
        let purposes = self.purposes;
        for name in purposes[index].neighbors() {
            if let Some(&neighbor) = self.names.get(name) {
                self.visit(neighbor)?;
            }
        }
        self.trail.pop();
        self.is_done[index] = true;
        self.order.push(index);
        Ok(())
    }
}
