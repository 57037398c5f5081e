//! The smallest contradiction by halves: `QuickXplain` (U. Junker, "`QuickXplain`: Preferred Explanations and Relaxations for
//! Over-Constrained Problems", 2004). About 2k·log2(n/k) + 2k tries for k of n pins.

/// What the tries ran out of.
pub(crate) struct CutShort;

/// The positions of an irreducible set of `count` things that fails together; `fails` asks whether some of them do. All
/// together are known to fail, none of them is known not to. `Err` holds what is left when the tries are cut short.
pub(crate) fn irreducible(
    count: usize,
    fails: &mut dyn FnMut(&[usize]) -> Result<bool, CutShort>,
) -> Result<Vec<usize>, Vec<usize>> {
    let all: Vec<usize> = (0..count).collect();
    let mut found = explain(&[], false, &all, fails).map_err(|CutShort| all)?;
    found.sort_unstable();
    Ok(found)
}

fn explain(
    kept: &[usize],
    is_grown: bool,
    asked: &[usize],
    fails: &mut dyn FnMut(&[usize]) -> Result<bool, CutShort>,
) -> Result<Vec<usize>, CutShort> {
    if is_grown && fails(kept)? {
        return Ok(Vec::new());
    }
    if asked.len() <= 1 {
        return Ok(asked.to_vec());
    }
    let (first, second) = asked.split_at(asked.len() / 2);
    let later = explain(&[kept, first].concat(), !first.is_empty(), second, fails)?;
    let sooner = explain(&[kept, &later].concat(), !later.is_empty(), first, fails)?;
    Ok([sooner, later].concat())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_found_fails_and_without_any_one_of_it_does_not(
            count in 1..40usize, seeds in prop::collection::vec(prop::collection::btree_set(0..40usize, 1..4), 1..4),
        ) {
            let bad: Vec<Vec<usize>> = seeds.into_iter().map(|set| set.into_iter().map(|at| at % count).collect()).collect();
            let fails = |set: &[usize]| bad.iter().any(|bad| bad.iter().all(|at| set.contains(at)));
            let found = irreducible(count, &mut |set| Ok(fails(set))).unwrap();
            prop_assert!(fails(&found), "{:?}", found);
            for leave in &found {
                let rest: Vec<usize> = found.iter().copied().filter(|at| at != leave).collect();
                prop_assert!(!fails(&rest), "{:?} without {}", found, leave);
            }
        }
    }

    #[test]
    fn few_tries_find_two_of_a_thousand() {
        let mut tries = 0;
        let found = irreducible(1000, &mut |set| {
            tries += 1;
            Ok(set.contains(&7) && set.contains(&900))
        });
        assert_eq!(found.unwrap(), [7, 900]);
        assert!(tries < 45, "{tries}");
    }

    #[test]
    fn a_search_that_is_cut_short_leaves_all() {
        assert_eq!(irreducible(3, &mut |_| Err(CutShort)), Err(vec![0, 1, 2]));
    }
}
