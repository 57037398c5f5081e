//! Keys mean what is printed: a plan can be solved by whoever reads its text and nothing else.
//!
//! `cargo test -p undercroft --test all printed_keys:: -- --nocapture` prints how many.

use std::collections::{BTreeMap, BTreeSet};

use undercroft::dungeon::MarkerKind;
use undercroft::plan::{plan, text};
use undercroft::recipe::{Method, RecipeFile, preset};
use undercroft::seed::Seed;
use undercroft::verify::Check;
use undercroft::{Generator, verify};

type Room = u32;

/// What a reader finds in the text of a plan: rooms that are joined, locks with the room of their key, loose keys.
#[derive(Default)]
struct Printed {
    joined: BTreeSet<[Room; 2]>,
    locks: BTreeMap<[Room; 2], Option<Room>>,
    keys: usize,
}

impl Printed {
    fn read(text: &str) -> Self {
        let mut printed = Self::default();
        let levels = text.split("\nlevel ").skip(1);
        levels.for_each(|level| printed.read_picture(level.split_once('\n').expect("a picture").1));
        for line in text.lines() {
            let number = |word: &str| word.trim_end_matches(',').parse::<Room>().expect("a room");
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["stairs", a, "–", b] => drop(printed.joined.insert([number(a), number(b)])),
                ["lock", a, "–", b, "key", "in", key] => {
                    printed.locks.insert([number(a), number(b)], Some(number(key)));
                }
                ["lock", a, "–", b] => drop(printed.locks.insert([number(a), number(b)], None)),
                ["a", "key", "in", _] => printed.keys += 1,
                _ => {}
            }
        }
        printed
    }

    /// Rooms stand in square brackets; lines between them are links.
    fn read_picture(&mut self, picture: &str) {
        let rows: Vec<Vec<char>> = picture.lines().map(|line| line.chars().collect()).collect();
        let mut at: BTreeMap<(usize, usize), Room> = BTreeMap::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, letter)| **letter == '[') {
                let digits: String = row[x + 1..].iter().take_while(|letter| letter.is_ascii_digit()).collect();
                at.insert((x, y), digits.parse().expect("a room"));
            }
        }
        for (&(x, y), &room) in &at {
            let after = x + 2 + room.to_string().len();
            let line = rows[y][after.min(rows[y].len())..].iter().take_while(|letter| **letter == '─').count();
            let east = at.get(&(after + line, y)).filter(|_| line > 0);
            let is_south = rows.get(y + 1).and_then(|row| row.get(x + 1)) == Some(&'│');
            let south = at.get(&(x, y + 2)).filter(|_| is_south);
            for &other in east.into_iter().chain(south) {
                self.joined.insert([room.min(other), room.max(other)]);
            }
        }
    }

    /// Whether every room is reached by taking keys and opening the locks that they are said to open.
    fn is_solvable(&self) -> bool {
        let rooms: BTreeSet<Room> = self.joined.iter().flatten().copied().collect();
        let mut reached = BTreeSet::from([0]);
        loop {
            let has_key =
                |link: &[Room; 2]| self.locks.get(link).is_none_or(|key| key.is_some_and(|key| reached.contains(&key)));
            let open = self.joined.iter().filter(|link| has_key(link));
            let next: BTreeSet<Room> =
                open.filter(|link| link.iter().any(|room| reached.contains(room))).flatten().copied().collect();
            if next.is_subset(&reached) {
                return reached.is_superset(&rooms);
            }
            reached.extend(next);
        }
    }
}

fn printed(name: &str, set: &[&str], seed: u64) -> Printed {
    let mut file: RecipeFile = preset(name).unwrap().recipe().unwrap();
    set.iter().for_each(|setting| file.set(setting).unwrap());
    let recipe = file.check(Seed::new(seed)).unwrap();
    let Method::Plan(spec) = &recipe.method else { panic!("{name} is planned") };
    Printed::read(&text(&plan(&recipe, spec, recipe.seed.stream("plan")).unwrap()))
}

#[test]
fn two_hundred_plans_with_locks_are_solved_as_printed() {
    for (name, set) in
        [("dungeon", &[][..]), ("crypt", &[]), ("dungeon", &["locks=5"]), ("dungeon", &["locks=11", "rooms.count=30"])]
    {
        let mut locks = 0;
        for seed in 1..=200 {
            let printed = printed(name, set, seed);
            locks += printed.locks.len();
            assert!(printed.is_solvable(), "{name} {set:?} {seed}");
            assert!(printed.locks.values().all(Option::is_some) && printed.keys == 0);
        }
        assert!(locks > 0, "{name} has locks");
        println!("{name} {set:?}: 200 of 200 plans with {locks} locks can be solved as printed");
    }
}

#[test]
fn shared_keys_are_printed_without_their_locks() {
    for seed in 1..=50 {
        let printed = printed("dungeon", &["locks=5", "keys=shared"], seed);
        assert!(printed.locks.values().all(Option::is_none), "{seed}");
        assert!(printed.keys > 0 && printed.locks.len() == printed.keys, "{seed}");
    }
}

#[test]
fn a_thousand_locks_are_dealt_and_judged() {
    // Without loops every link can be locked.
    let generator = Generator::preset("dungeon").unwrap().seed(3).set("extra_links", 0).unwrap();
    let many = generator.set("rooms.count", 1_100).unwrap().set("locks", 1_000).unwrap().set("rooms.max", 6).unwrap();
    let dungeon = many.generate().unwrap();
    assert_eq!(dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key).count(), 1_000);
    let report = verify(&dungeon);
    assert!(report.is_sound(), "{:?}", report.flaws);
    assert!(report.skipped.iter().all(|skipped| skipped.check != Check::Keys), "{:?}", report.skipped);
}

#[test]
fn links_in_loops_are_not_locked_and_a_warning_counts_them() {
    let generator =
        Generator::preset("dungeon").unwrap().set("rooms.count", 60).unwrap().set("extra_links", 1).unwrap();
    let shared = generator.set("locks", 40).unwrap().set("keys", "shared").unwrap();
    for seed in 1..=20 {
        let dungeon = shared.clone().seed(seed).generate().unwrap();
        let report = verify(&dungeon);
        assert!(report.is_sound(), "{seed}: {:?}", report.flaws);
        let keys = dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key).count();
        let warning = format!("locks: {keys} of 40 links are locked; no other link");
        assert!(dungeon.warnings.iter().any(|said| said.starts_with(&warning)), "{seed}: {:?}", dungeon.warnings);
    }
}

#[test]
fn records_of_the_first_epoch_are_judged_by_the_rule_of_their_time() {
    use undercroft::dungeon::KeyRule;
    let mut dungeon = Generator::preset("dungeon").unwrap().seed(1).generate().unwrap();
    assert_eq!(dungeon.key_rule(), KeyRule::Own);
    let recipe = dungeon.provenance.recipe.to_map().into_iter().filter(|(key, _)| key != "keys").collect();
    (dungeon.provenance.recipe, dungeon.provenance.epoch) = (recipe, 1);
    assert_eq!(dungeon.key_rule(), KeyRule::Shared);
    dungeon.provenance.recipe.clear();
    assert_eq!(dungeon.key_rule(), KeyRule::Own);
}
