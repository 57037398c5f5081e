//! The floors that the rooms of a storey should have.

/// Scales the areas of a program to a floor: rooms keep their ratios, but none is smaller than `least`. [Unit: cells]
pub fn scale_areas(areas: &[i64], floor: i64, least: i64) -> Vec<i64> {
    let mut sorted = areas.to_vec();
    sorted.sort_unstable();
    let (mut rest, mut sum) = (floor, areas.iter().sum::<i64>());
    // What the smallest rooms have more than their share, the others go without.
    for area in sorted {
        if area * rest >= least * sum {
            break;
        }
        (rest, sum) = (rest - least, sum - area);
    }
    areas.iter().map(|area| (area * rest.max(0) / sum.max(1)).max(least)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_keep_their_ratios_and_small_rooms_their_least() {
        assert_eq!(scale_areas(&[20, 10, 10], 80, 4), [40, 20, 20]);
        assert_eq!(scale_areas(&[44, 26, 6], 149, 49), [51, 49, 49]);
        assert_eq!(scale_areas(&[5, 5], 10, 49), [49, 49]);
    }
}
