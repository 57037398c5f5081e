//! Masks that are long, bent, full of holes and nearly free.

/// A letter of seven rows, drawn large: each `.` becomes a square of free cells.
fn letter(rows: &[&str], side: usize) -> String {
    let wide = |row: &str| row.chars().map(|cell| cell.to_string().repeat(side)).collect::<String>() + "\n";
    rows.iter().map(|row| wide(row).repeat(side)).collect()
}

fn disc(size: i32) -> String {
    let is_free = |x: i32, y: i32| (2 * x - size).pow(2) + (2 * y - size).pow(2) < size.pow(2);
    let row = |y| (0..size).map(|x| if is_free(x, y) { '.' } else { ' ' }).collect::<String>() + "\n";
    (0..size).map(row).collect()
}

/// Masks with their names.
pub fn masks() -> Vec<(&'static str, String)> {
    let pillars = |x: usize, y: usize| if x % 31 < 2 && y % 29 < 2 { '#' } else { '.' };
    vec![
        ("S", letter(&["#####", "#...#", "#.###", "#...#", "###.#", "#...#", "#####"], 15)),
        ("H", letter(&["#####", "#.#.#", "#.#.#", "#...#", "#.#.#", "#.#.#", "#####"], 16)),
        ("disc", disc(90)),
        ("pillars", (0..90).map(|y| (0..110).map(|x| pillars(x, y)).collect::<String>() + "\n").collect()),
    ]
}
