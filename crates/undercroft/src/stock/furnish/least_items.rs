//! The first items of a list as sorting it would give them.

/// The `most` least items, in order, without sorting the others. No two items are equal.
pub fn least<T: Ord>(items: &mut [T], most: usize) -> &[T] {
    let most = most.min(items.len());
    if most > 0 && most < items.len() {
        items.select_nth_unstable(most - 1);
    }
    items[..most].sort_unstable();
    &items[..most]
}

#[cfg(test)]
mod tests {
    use super::least;
    use crate::seed::Stream;

    #[test]
    fn the_least_items_are_those_of_the_sorted_list() {
        let mut stream = Stream::new(3, "test");
        for count in 0..60 {
            let mut items: Vec<u64> = (0..count).map(|_| stream.bits()).collect();
            let mut sorted = items.clone();
            sorted.sort_unstable();
            let most = stream.below(20) as usize;
            assert_eq!(least(&mut items, most), &sorted[..most.min(sorted.len())]);
        }
    }
}
