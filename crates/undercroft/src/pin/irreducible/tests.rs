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

proptest! {
    /// A thing more may help: any set fails or not, but for all of them and none.
    #[test]
    fn what_is_found_is_irreducible_where_more_things_help(count in 1..7usize, bits in any::<u128>()) {
        let number = |set: &[usize]| set.iter().fold(0, |number, at| number | 1 << at);
        let fails = |set: &[usize]| set.len() == count || !set.is_empty() && bits >> number(set) & 1 == 1;
        let found = irreducible(count, &mut |set| Ok(fails(set))).unwrap();
        prop_assert!(fails(&found), "{:?}", found);
        for leave in &found {
            let rest: Vec<usize> = found.iter().copied().filter(|at| at != leave).collect();
            prop_assert!(!fails(&rest), "{:?} without {}", found, leave);
        }
    }
}

#[test]
fn a_search_that_is_cut_short_at_any_try_leaves_a_set_that_fails() {
    let fails = |set: &[usize]| set.contains(&1) && set.contains(&6);
    for most in 0..40 {
        let mut tries = 0;
        let found = irreducible(8, &mut |set| {
            tries += 1;
            if tries > most { Err(CutShort) } else { Ok(fails(set)) }
        });
        assert_eq!(found.is_ok(), tries <= most);
        assert!(found.unwrap_or_else(|left| left).iter().filter(|&&at| at == 1 || at == 6).count() == 2);
    }
}

#[test]
fn a_search_that_is_cut_short_leaves_all() {
    assert_eq!(irreducible(3, &mut |_| Err(CutShort)), Err(vec![0, 1, 2]));
}
