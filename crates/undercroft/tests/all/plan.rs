//! The laws of plans, over all sizes and thousands of seeds, and of the dungeons that are made of them.

use crate::law_size;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use law_size::{report, seeds};
use proptest::prelude::*;
use rayon::prelude::*;
use undercroft::Fraction;
use undercroft::dungeon::{Dungeon, Fallback, KeyRule, RoomId};
use undercroft::events::{EventLog, NoEvents};
use undercroft::grid::{Dir, Rect, UnionFind};
use undercroft::plan::{self, Plan, PlanCell, PlanError, PlanLinkKind};
use undercroft::recipe::{self, Bounds, Method, PlanGate, PlanShape, PlanSpec, Recipe};
use undercroft::seed::{Seed, Stream};
use undercroft::verify::verify;

const SHAPES: [PlanShape; 5] =
    [PlanShape::Linear, PlanShape::Branching, PlanShape::Staircase, PlanShape::Hub, PlanShape::Maze];

/// The numbers of a recipe that its plan depends on.
#[derive(Clone, Debug)]
struct Request {
    shape: PlanShape,
    size: usize,
    entry: Dir,
    bounds: Bounds,
    levels: [i32; 2],
    /// Whether the recipe gives the levels; else the category does.
    strict_levels: bool,
    secret_chance: Fraction,
    secret_count: u32,
    locks: usize,
    keys: KeyRule,
}

fn request(shape: PlanShape, size: usize) -> Request {
    Request {
        shape,
        size,
        entry: Dir::South,
        bounds: Bounds::around(size as i32),
        levels: [0, 0],
        strict_levels: false,
        secret_chance: Fraction::constant(1_500),
        secret_count: 1,
        locks: 0,
        keys: KeyRule::Own,
    }
}

#[test]
fn a_line_with_turns_never_meets_itself_nor_leaves_its_bounds() {
    let mut bent = RECIPE.clone();
    let Method::Plan(spec) = &mut bent.method else { panic!("the method is plan") };
    let mut plans = BTreeSet::new();
    for (seed, levels) in (0..500).flat_map(|seed| [[0, 0], [-2, 1]].map(|levels| (seed, levels))) {
        let bounds = Bounds { x: [-2, 2], y: [-1, 2] };
        let request = Request { bounds, levels, ..request(PlanShape::Linear, 8 + seed as usize % 4) };
        (spec.shape, spec.bounds, spec.bend) = (PlanShape::Linear, Some(bounds), Fraction::constant(3_500));
        (spec.levels, spec.category_levels, spec.rooms.count) = (None, levels, request.size as u32);
        let recipe = bent_recipe(spec);
        let plan = plan::plan(&recipe, spec, Stream::new(seed, "plan")).unwrap();
        check(&request, &plan);
        let corridors = plan.links.iter().filter(|link| link.kind == PlanLinkKind::Corridor).count();
        assert_eq!(corridors, plan.rooms.len() - plan.levels().len(), "a line has no forks");
        let in_front = plan.rooms.iter().any(|room| room.z == 0 && room.cell.x == 0 && room.cell.y < 0);
        assert!(!in_front && plan.gate == RoomId(0), "nothing lies before the front door");
        plans.insert(cells(&plan));
    }
    assert!(plans.len() > 400, "{} of 1,000 lines differ", plans.len());
}

/// The recipe that has this spec.
fn bent_recipe(spec: &PlanSpec) -> Recipe {
    let mut recipe = RECIPE.clone();
    recipe.method = Method::Plan(spec.clone());
    recipe
}

#[test]
fn the_front_door_of_a_hub_is_in_the_last_room_of_the_spoke_towards_the_visitor() {
    for size in 3..=16 {
        let mut recipe = RECIPE.clone();
        recipe.entrance_side = Dir::West;
        for (gate, warnings) in [(PlanGate::Outer, 0), (PlanGate::Center, 1)] {
            let mut spec = spec(&recipe).clone();
            (spec.shape, spec.gate, spec.levels) = (PlanShape::Hub, gate, Some([0, 0]));
            (spec.rooms.count, spec.bounds) = (size, None);
            let plan = plan::plan(&recipe, &spec, Stream::new(size.into(), "plan")).unwrap();
            let outermost = plan.rooms.iter().filter(|room| room.cell.y == 0).min_by_key(|room| room.cell.x).unwrap();
            assert_eq!((plan.gate, outermost.depth), (outermost.id, 0), "{size}");
            assert_eq!(plan.rooms[0].coord(), [0, 0, 0]);
            assert_eq!(plan.warnings.len(), warnings, "{:?}", plan.warnings);
        }
    }
}

static RECIPE: LazyLock<Recipe> = LazyLock::new(|| planned_recipe("extra_links = 0.15", 1).unwrap());

fn draw(request: &Request, seed: u64) -> Result<Plan, PlanError> {
    let mut recipe = RECIPE.clone();
    (recipe.category, recipe.entrance_side) = ("test".to_owned(), request.entry);
    let mut spec = spec(&recipe).clone();
    (spec.shape, spec.bounds, spec.locks) = (request.shape, Some(request.bounds), request.locks);
    (spec.levels, spec.category_levels) = (request.strict_levels.then_some(request.levels), request.levels);
    (spec.rooms.count, spec.keys, spec.gate) = (request.size as u32, request.keys, PlanGate::Outer);
    (spec.secrets.chance, spec.secrets.count) = (request.secret_chance, request.secret_count);
    plan::plan(&recipe, &spec, Stream::new(seed, "plan"))
}

fn cells(plan: &Plan) -> Vec<(i32, i32)> {
    plan.rooms.iter().map(|room| (room.cell.x, room.cell.y)).collect()
}

/// What every plan promises, whatever the recipe asks for.
fn check(request: &Request, plan: &Plan) {
    assert_eq!(plan.rooms.len(), request.size, "the size is met exactly");
    let coords: BTreeSet<[i32; 3]> = plan.rooms.iter().map(undercroft::plan::PlanRoom::coord).collect();
    assert_eq!(coords.len(), request.size, "no two rooms in one place");
    assert_eq!(plan.rooms[0].coord(), [0, 0, 0], "the entrance is room 0");
    let bounds = request.bounds.turned(request.entry.opposite());
    assert!(plan.rooms.iter().all(|room| bounds.contains(room.cell)), "inside the bounds");
    let mut joined = UnionFind::new(request.size);
    for link in &plan.links {
        let [a, b] = link.rooms.map(|id| plan.room(id));
        assert!(a.id < b.id);
        match link.kind {
            PlanLinkKind::Stairs => assert!(a.cell == b.cell && (a.z - b.z).abs() == 1, "stairs are aligned"),
            PlanLinkKind::Corridor => {
                let round =
                    a.cell.x.abs_diff(b.cell.x) == a.cell.y.abs_diff(b.cell.y) && request.shape == PlanShape::Hub;
                assert!(a.z == b.z && (a.cell.manhattan(b.cell) == 1 || round), "neighbours are linked");
            }
            PlanLinkKind::SecretPassage => {
                assert!(a.z == b.z && a.cell.manhattan(b.cell) >= 2, "secret passages join rooms that are apart");
            }
        }
        if link.kind != PlanLinkKind::SecretPassage {
            joined.unite(a.id.0, b.id.0);
        }
    }
    assert_eq!(joined.sets(), 1, "connected without secrets");
    let pairs: BTreeSet<[RoomId; 2]> = plan.links.iter().map(|link| link.rooms).collect();
    assert_eq!(pairs.len(), plan.links.len(), "no pair is linked twice");
    check_degrees(request, plan);
}

fn check_degrees(request: &Request, plan: &Plan) {
    let wide = request.bounds.sides().iter().all(|&side| side >= 2);
    let promised = matches!(request.shape, PlanShape::Branching | PlanShape::Maze) && wide;
    for z in plan.levels() {
        let rooms: Vec<RoomId> = plan.rooms.iter().filter(|room| room.z == z).map(|room| room.id).collect();
        let corridors: Vec<_> = plan.links.iter().filter(|link| link.kind == PlanLinkKind::Corridor).collect();
        let degree = |room: &RoomId| corridors.iter().filter(|link| link.rooms.contains(room)).count();
        if promised && rooms.len() >= 5 {
            assert!(rooms.iter().any(|room| degree(room) >= 3), "a fork on level {z}");
        }
        if request.shape == PlanShape::Maze && promised && rooms.len() >= 6 {
            let links = corridors.iter().filter(|link| plan.room(link.rooms[0]).z == z).count();
            assert!(links >= rooms.len(), "a loop on level {z}");
        }
        if request.shape == PlanShape::Maze && rooms.len() >= 5 {
            assert!(rooms.iter().filter(|room| degree(room) == 1).count() >= 2, "two dead ends on level {z}");
        }
        assert!(plan.levels().len() == 1 || rooms.len() >= 2, "two rooms on level {z}");
    }
}

#[test]
fn every_size_from_1_to_200_is_met_by_every_shape() {
    for (shape, size) in SHAPES.into_iter().flat_map(|shape| (1..=200).map(move |size| (shape, size))) {
        for seed in 0..4 {
            let request = request(shape, size);
            check(&request, &draw(&request, seed).unwrap_or_else(|error| panic!("{shape:?} {size}: {error}")));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]
    #[test]
    fn plans_keep_their_promises_in_any_bounds_or_say_the_largest_number(
        seed in any::<u64>(), shape in 0..5usize, size in 1..=60usize, entry in 0..4usize,
        west in 0..5i32, east in 0..5i32, south in 0..5i32, north in 0..5i32, low in -3..=0i32, high in 0..=2i32,
    ) {
        let (bounds, entry) = (Bounds { x: [-west, east], y: [-south, north] }, Dir::from_index(entry));
        let request = Request { bounds, entry, levels: [low, high], ..request(SHAPES[shape], size) };
        match draw(&request, seed) {
            Ok(plan) => check(&request, &plan),
            Err(PlanError::TooManyRooms { most, .. }) => {
                prop_assert!(most < size as u64);
                let fewer = Request { size: most as usize, ..request };
                check(&fewer, &draw(&fewer, seed).unwrap());
            }
            Err(PlanError::OddRooms { .. }) => {
                for other in [size - 1, size + 1] {
                    let other = Request { size: other, ..request.clone() };
                    check(&other, &draw(&other, seed).unwrap());
                }
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }

    #[test]
    fn turning_the_entry_turns_the_plan(seed in any::<u64>(), shape in 0..5usize, size in 1..=40usize, entry in 0..4usize) {
        let south = Request { levels: [-1, 1], locks: usize::from(size > 8), ..request(SHAPES[shape], size) };
        let entry = Dir::from_index(entry);
        let turned = draw(&Request { entry, ..south.clone() }, seed).unwrap();
        let mut expected = draw(&south, seed).unwrap();
        expected.entry = entry;
        expected.rooms.iter_mut().for_each(|room| room.cell = room.cell.turned(entry.opposite()));
        prop_assert_eq!(turned, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    /// Every number of rooms is tried, so the largest that works is known for certain.
    #[test]
    fn the_largest_number_that_an_error_names_is_possible_and_no_larger_one_is(
        seed in any::<u64>(), shape in 0..5usize, strict in any::<bool>(),
        west in 0..3i32, east in 0..3i32, south in 0..3i32, north in 0..3i32, low in -2..=0i32, high in 0..=2i32,
    ) {
        let bounds = Bounds { x: [-west, east], y: [-south, north] };
        let request = |size| Request { bounds, levels: [low, high], strict_levels: strict, ..request(SHAPES[shape], size) };
        let levels = (high - low + 1) as usize;
        let too_many = ((bounds.sides()[0] * bounds.sides()[1]) as usize).max(2) * levels + 1;
        let possible: Vec<usize> = (1..too_many).filter(|&size| draw(&request(size), seed).is_ok()).collect();
        let named = match draw(&request(too_many), seed) {
            Err(PlanError::TooManyRooms { most, .. }) => Some(most as usize),
            Err(PlanError::NoPlaceForTwo { .. }) => None,
            other => return Err(TestCaseError::fail(format!("{other:?}"))),
        };
        prop_assert_eq!(named, possible.last().copied());
        // Nothing below it is refused but what its own error explains.
        for size in (1..named.unwrap_or(0)).filter(|size| !possible.contains(size)) {
            let error = draw(&request(size), seed).unwrap_err();
            let explained = matches!(error, PlanError::TooFewRooms { .. } | PlanError::OddRooms { .. });
            prop_assert!(explained, "{}: {}", size, error);
        }
    }
}

#[test]
fn errors_about_bounds_say_what_is_possible() {
    let message = |request: &Request| draw(request, 1).unwrap_err().to_string();
    let two = Bounds { x: [0, 1], y: [0, 0] };
    let levels = Request { bounds: two, levels: [-2, 1], ..request(PlanShape::Maze, 9) };
    let most =
        "rooms.count: 9 rooms do not fit into bounds = [0, 1, 0, 0] on 4 levels; the largest possible number is 8";
    assert_eq!(message(&levels), most);
    let odd = "rooms.count: 5 rooms cannot be dealt to levels of two rooms each, which is what bounds = [0, 1, 0, 0] have \
               place for; 4 and 6 can";
    assert_eq!(message(&Request { size: 5, ..levels.clone() }), odd);
    let one = Bounds { x: [0, 0], y: [0, 0] };
    let none = Request { bounds: one, strict_levels: true, ..levels };
    let no_place = "levels: 4 levels need at least two rooms each, and bounds = [0, 0, 0, 0] have place for one; widen the \
                    bounds";
    assert_eq!(message(&none), no_place);
}

#[test]
fn entering_from_the_south_a_line_goes_north() {
    assert_eq!(cells(&draw(&request(PlanShape::Linear, 5), 1).unwrap()), [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]);
    let west = Request { entry: Dir::West, ..request(PlanShape::Linear, 3) };
    assert_eq!(cells(&draw(&west, 1).unwrap()), [(0, 0), (1, 0), (2, 0)]);
}

#[test]
fn a_line_that_meets_the_bounds_bends_into_a_snake() {
    let bounds = Bounds { x: [0, 2], y: [0, 2] };
    let nine = Request { bounds, ..request(PlanShape::Linear, 9) };
    let snake = [(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0), (2, 0), (2, 1), (2, 2)];
    assert_eq!(cells(&draw(&nine, 1).unwrap()), snake);
    let error = draw(&Request { size: 10, ..nine }, 1).unwrap_err().to_string();
    let expected = "rooms.count: 10 rooms do not fit into bounds = [0, 2, 0, 2]; the largest possible number is 9";
    assert_eq!(error, expected);
}

#[test]
fn the_historic_staircase_is_unchanged() {
    let plan = draw(&request(PlanShape::Staircase, 6), 7).unwrap();
    assert_eq!(cells(&plan), [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3)]);
}

#[test]
fn a_hub_deals_its_rooms_evenly_and_the_rest_to_the_first_spokes() {
    let plan = draw(&request(PlanShape::Hub, 7), 7).unwrap();
    assert_eq!(cells(&plan), [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (0, 2), (0, -2)]);
}

#[test]
fn rooms_of_a_line_are_chambers_and_passages_by_turns() {
    let plan = draw(&request(PlanShape::Linear, 4), 1).unwrap();
    let kinds: Vec<String> = plan.rooms.iter().map(|room| format!("{:?}", room.kind)).collect();
    assert_eq!(kinds, ["Chamber", "Passage", "Chamber", "Passage"]);
}

#[test]
fn the_goal_is_the_farthest_room_of_the_last_level() {
    for (seed, shape) in (0..500).flat_map(|seed| SHAPES.map(|shape| (seed, shape))) {
        let plan = draw(&Request { levels: [-2, 2], ..request(shape, 25) }, seed).unwrap();
        let goal = plan.room(plan.goal);
        assert_eq!(goal.z, -2, "the lower of two that are equally far");
        assert!(plan.rooms.iter().all(|room| room.z != -2 || room.depth <= goal.depth));
        assert_eq!(plan.levels(), [2, 1, 0, -1, -2]);
    }
}

#[test]
fn levels_of_a_category_shrink_and_levels_asked_for_are_an_error() {
    let few = Request { levels: [-3, 0], ..request(PlanShape::Maze, 5) };
    let plan = draw(&few, 1).unwrap();
    assert_eq!((plan.levels(), plan.warnings.len()), (vec![0, -1], 1));
    let error = draw(&Request { strict_levels: true, ..few }, 1).unwrap_err();
    assert_eq!(error, PlanError::TooFewRooms { size: 5, levels: 4 });
}

#[test]
fn secrets_come_as_often_as_their_chance_says() {
    for (shape, chance) in SHAPES.into_iter().zip([1_000, 1_500, 2_000, 1_500, 1_200]) {
        let request = Request { secret_chance: Fraction::constant(chance), ..request(shape, 12) };
        let has_secret = |plan: Plan| plan.links.iter().any(|link| link.kind == PlanLinkKind::SecretPassage);
        let with: u32 = (0..10_000).map(|seed| u32::from(has_secret(draw(&request, seed).unwrap()))).sum();
        assert!(with.abs_diff(u32::from(chance)) <= 110, "{shape:?}: {with} of 10,000 for a chance of {chance}");
    }
}

#[test]
fn secret_passages_of_a_plan_are_undiscovered() {
    let request = Request { secret_chance: Fraction::ONE, secret_count: 2, ..request(PlanShape::Hub, 12) };
    let plan = draw(&request, 1).unwrap();
    let secrets = plan.links.iter().filter(|link| link.kind == PlanLinkKind::SecretPassage);
    assert_eq!(secrets.map(|link| link.discovered).collect::<Vec<_>>(), [Some(false); 2]);
    assert!(plan.links.iter().all(|link| link.discovered.is_some() == (link.kind == PlanLinkKind::SecretPassage)));
}

#[test]
fn secret_passages_that_do_not_fit_are_counted_in_a_warning() {
    let request = Request { secret_chance: Fraction::ONE, secret_count: 100, ..request(PlanShape::Hub, 12) };
    let plan = draw(&request, 1).unwrap();
    let made = plan.links.iter().filter(|link| link.kind == PlanLinkKind::SecretPassage).count();
    assert!((1..100).contains(&made));
    let counts = format!("secrets.count: level 0 has {made} of 100 secret passages");
    assert!(plan.warnings.iter().any(|warning| warning.starts_with(&counts)), "{:?}", plan.warnings);
    assert_eq!(draw(&Request { secret_count: 1, ..request }, 1).unwrap().warnings, [""; 0]);
}

fn spokes(plan: &Plan, room: RoomId) -> usize {
    let same_level = |other: RoomId| plan.room(other).z == plan.room(room).z;
    let touches = |link: &&plan::PlanLink| link.rooms.contains(&room) && link.rooms.iter().all(|&end| same_level(end));
    plan.links.iter().filter(|link| link.kind == PlanLinkKind::Corridor).filter(touches).count()
}

#[test]
fn levels_of_a_hub_are_dropped_before_its_spokes() {
    for size in 5..=16 {
        let hub = Request { levels: [-1, 0], secret_chance: Fraction::ZERO, ..request(PlanShape::Hub, size) };
        let plan = draw(&hub, 1).unwrap();
        let first = |z: i32| plan.rooms.iter().find(|room| room.z == z).map(|room| room.id);
        let levels: Vec<RoomId> = [0, -1].into_iter().filter_map(first).collect();
        assert_eq!(levels.len(), if size < 10 { 1 } else { 2 }, "{size}");
        assert!(levels.iter().all(|&room| spokes(&plan, room) == 4), "{size}\n{}", plan::text(&plan));
        assert_eq!(plan.warnings.len(), usize::from(size < 10), "{:?}", plan.warnings);
        if size >= 7 {
            let asked = draw(&Request { strict_levels: true, ..hub }, 1).unwrap();
            assert!(spokes(&asked, RoomId(0)) == 4 && asked.rooms.iter().any(|room| room.z == -1), "{size}");
        }
    }
}

/// Opens locks in every order and says whether some order ends before a shut lock without a key.
fn can_get_stuck(plan: &Plan, opened: &BTreeSet<usize>, seen: &mut BTreeSet<BTreeSet<usize>>) -> bool {
    if !seen.insert(opened.clone()) {
        return false;
    }
    let is_open = |i: usize| {
        let link = &plan.links[i];
        link.kind != PlanLinkKind::SecretPassage && (link.key.is_none() || opened.contains(&i))
    };
    let mut joined = UnionFind::new(plan.rooms.len());
    (0..plan.links.len()).filter(|&i| is_open(i)).for_each(|i| {
        joined.unite(plan.links[i].rooms[0].0, plan.links[i].rooms[1].0);
    });
    if joined.sets() == 1 {
        return false;
    }
    let home = joined.find(plan.gate.0);
    let keys = plan.links.iter().filter_map(|link| link.key).filter(|key| joined.find(key.0) == home).count();
    let shut: Vec<usize> = (0..plan.links.len())
        .filter(|&i| plan.links[i].key.is_some() && !opened.contains(&i))
        .filter(|&i| plan.links[i].rooms.iter().any(|room| joined.find(room.0) == home))
        .collect();
    keys == opened.len()
        || shut.into_iter().any(|lock| {
            let more: BTreeSet<usize> = opened.iter().copied().chain([lock]).collect();
            can_get_stuck(plan, &more, seen)
        })
}

#[test]
fn nobody_runs_out_of_keys_in_any_order() {
    for (seed, shape) in (0..60).flat_map(|seed| SHAPES.map(|shape| (seed, shape))) {
        let locks = 1 + seed as usize % 6;
        let keys = KeyRule::Shared;
        let plan = draw(&Request { locks, keys, levels: [-1, 0], ..request(shape, 14) }, seed).unwrap();
        let made = plan.links.iter().filter(|link| link.key.is_some()).count();
        let has_warning = plan.warnings.iter().any(|warning| warning.starts_with("locks:"));
        assert!(made > 0 && made <= locks && (made < locks) == has_warning, "{made} of {locks}");
        assert!(!can_get_stuck(&plan, &BTreeSet::new(), &mut BTreeSet::new()), "{}", plan::text(&plan));
    }
}

/// The rooms that a visitor reaches without any key.
fn before_the_first_lock(plan: &Plan) -> BTreeSet<RoomId> {
    let mut joined = UnionFind::new(plan.rooms.len());
    for link in plan.links.iter().filter(|link| link.key.is_none() && link.kind != PlanLinkKind::SecretPassage) {
        joined.unite(link.rooms[0].0, link.rooms[1].0);
    }
    let home = joined.find(plan.gate.0);
    plan.rooms.iter().map(|room| room.id).filter(|room| joined.find(room.0) == home).collect()
}

#[test]
fn many_keys_are_spread_over_the_whole_plan_and_the_tiles_prove_that_they_suffice() {
    let (mut keys, mut behind) = (0, 0);
    for (seed, shape) in (0..8).flat_map(|seed| ["linear", "branching", "hub", "maze"].map(|shape| (seed, shape))) {
        let locks = 11 + seed as usize * 2;
        let text = format!(
            "method = \"plan\"\nshape = \"{shape}\"\nrooms.count = 40\nextra_links = 0\nlocks = {locks}\nlevels = [-1, 0]"
        );
        let recipe = recipe::RecipeFile::parse("r", &text).unwrap().check(Seed::new(seed)).unwrap();
        let plan = plan::plan(&recipe, spec(&recipe), recipe.seed.stream("plan")).unwrap();
        let near = before_the_first_lock(&plan);
        let hidden: Vec<RoomId> = plan.links.iter().filter_map(|link| link.key).collect();
        assert_eq!(hidden.len(), locks);
        keys += locks;
        behind += hidden.iter().filter(|room| !near.contains(room)).count();
        sound(&recipe);
    }
    println!("{behind} of {keys} keys lie behind a lock");
    assert!(behind * 2 > keys, "{behind} of {keys}");
}

#[test]
fn more_locks_than_links_are_refused() {
    let error = draw(&Request { locks: 5, ..request(PlanShape::Linear, 5) }, 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "locks: need at most 4, as many links as can be locked, got 5; lower locks or extra_links, or raise rooms.count"
    );
}

#[test]
fn a_plan_is_written_as_text_json_and_dot() {
    let two_levels = Request { levels: [-1, 0], strict_levels: true, ..request(PlanShape::Hub, 7) };
    let request = Request { secret_chance: Fraction::ZERO, ..two_levels };
    let plan = draw(&request, 1).unwrap();
    let expected = "\
test: hub, 7 rooms, entry from the south in room 2, goal 6

level 0
       [1]
        │
[4]────[0]────[3]
        │
       [2]

level -1
[6]
 │
[5]
stairs 4 – 5
corridor 2 – 3
";
    assert_eq!(plan::text(&plan), expected);
    let json = plan::json(&plan);
    assert_eq!(json["rooms"].as_array().unwrap().len(), 7);
    assert_eq!(json["links"].as_array().unwrap().len(), plan.links.len());
    assert_eq!(json["rooms"][0]["coord"], serde_json::json!([0, 0, 0]));
    let dot = plan::dot(&plan);
    assert!(dot.starts_with("graph plan {\n") && dot.ends_with("}\n"), "{dot}");
    assert_eq!(dot.matches(" -- ").count(), plan.links.len());
}

#[test]
fn rooms_of_two_levels_lie_over_each_other_where_the_stairs_are() {
    let plan = draw(&Request { levels: [-2, 1], ..request(PlanShape::Linear, 16) }, 3).unwrap();
    let stairs: Vec<_> = plan.links.iter().filter(|link| link.kind == PlanLinkKind::Stairs).collect();
    assert_eq!(stairs.len(), 3);
    let at: BTreeMap<[i32; 3], RoomId> = plan.rooms.iter().map(|room| (room.coord(), room.id)).collect();
    for link in stairs {
        let [a, b] = link.rooms.map(|room| plan.room(room));
        assert_eq!(at[&[a.cell.x, a.cell.y, b.z]], b.id);
    }
    assert_eq!(plan.rooms[0].cell, PlanCell::new(0, 0));
}

/// The presets that are drawn by a plan.
fn planned() -> impl Iterator<Item = &'static recipe::Preset> {
    let is_planned = |preset: &&recipe::Preset| {
        let file = preset.recipe().unwrap();
        file.get("method").is_some_and(|method| method.value == undercroft::field::Value::from("plan"))
    };
    recipe::presets().iter().filter(is_planned)
}

fn spec(recipe: &Recipe) -> &PlanSpec {
    let Method::Plan(spec) = &recipe.method else { panic!("{:?}", recipe.method) };
    spec
}

/// The dungeon, judged; and the room graph of its tiles is the plan's.
fn sound(recipe: &Recipe) -> Dungeon {
    let name = format!("{} seed {}", recipe.category, recipe.seed);
    let dungeon = recipe.generate(&mut NoEvents).unwrap_or_else(|error| panic!("{name}: {error}"));
    let report = verify(&dungeon);
    assert!(report.is_sound(), "{name}: {:?}", report.flaws);
    let plan = plan::plan(recipe, spec(recipe), recipe.seed.stream("plan")).unwrap();
    let planned: BTreeSet<[RoomId; 2]> =
        plan.links.iter().filter(|link| link.kind != PlanLinkKind::SecretPassage).map(|link| link.rooms).collect();
    let made: BTreeSet<[RoomId; 2]> =
        dungeon.links.iter().filter(|link| !link.is_secret_passage()).map(|link| link.rooms).collect();
    assert_eq!(planned, made, "{name}");
    assert_eq!(dungeon.goal, Some(plan.goal), "{name}");
    dungeon
}

/// Links, links without a full runway, secret passages left out.
fn tally(preset: &recipe::Preset, seed: u64) -> [usize; 3] {
    let recipe = preset.recipe().unwrap().check(Seed::new(seed)).unwrap();
    let dungeon = sound(&recipe);
    let short = dungeon.links.iter().filter(|link| link.fallback() != [Fallback::None; 2]).count();
    let dropped = dungeon.warnings.iter().filter(|text| text.contains("secret passage")).count();
    [dungeon.links.len(), short, dropped]
}

fn check_preset(preset: &recipe::Preset, seeds: std::ops::Range<u64>) {
    let sum = |a: [usize; 3], b: [usize; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
    let [links, short, dropped] = seeds.into_par_iter().map(|seed| tally(preset, seed)).reduce(|| [0; 3], sum);
    println!("{:12} {links:6} links, {short} without a full runway, {dropped} secret passages left out", preset.name);
    assert!(short * 200 <= links, "{}: {short} of {links} links lack a runway", preset.name);
}

/// Seeds of each preset in the ordinary run.
const SEEDS: u64 = 25;

#[test]
fn every_planned_preset_is_sound() {
    assert!(planned().count() >= 9);
    let seeds = seeds(SEEDS);
    planned().for_each(|preset| check_preset(preset, 0..seeds));
    report(
        "the room graph of the tiles is that of the plan",
        format!("{seeds} seeds × {} presets", planned().count()),
        "0 flaws, 0 other links, full runways in 99.5 %",
    );
}

#[test]
fn the_plan_does_not_depend_on_the_tiles() {
    let preset = recipe::preset("dungeon").unwrap();
    let mut file = preset.recipe().unwrap();
    let plan = |file: &recipe::RecipeFile| {
        let recipe = file.check(Seed::new(7)).unwrap();
        plan::plan(&recipe, spec(&recipe), recipe.seed.stream("plan")).unwrap()
    };
    let before = plan(&file);
    for change in ["rooms.min=7", "corridors.width=3", "rooms.grid=1", "doors.archway=0.5", "rooms.natural=true"] {
        file.set(change).unwrap();
        assert_eq!(plan(&file), before, "{change}");
    }
}

#[test]
fn odd_settings_give_sound_dungeons_too() {
    let settings = [
        "corridors.width=4\nrooms.count=9",
        "corridors.runway=0\nrooms.count=9",
        "corridors.runway=8\nrooms.count=6",
        "rooms.grid=[3, 5]\nrooms.max=15\nentrance_side=\"north\"",
        "rooms.grid=\"auto\"\nentrance_side=\"east\"",
        "rooms.natural=true\nrooms.min=3\nrooms.max=6\nentrance_side=\"west\"",
        "secrets.chance=1\nsecrets.count=3\nrooms.count=20\nlevels=[-1, 0]",
        "rooms.natural=true\nlocks=3\nsecrets.chance=1\nrooms.count=16\nrooms.min=6\nrooms.max=12\ncorridors.width=4",
        "rooms.natural=true\ncorridors.runway=0\nrooms.min=6\nrooms.max=12",
        "locks=5\nrooms.count=20\nshape=\"hub\"\nlevels=[0, 2]",
        "shape=\"staircase\"\nlevels=[0, 0]",
        "shape=\"linear\"\nbounds=[0, 0, 0, 2]\nrooms.count=8\nlevels=[-2, 1]",
        "corridors.style=\"elbow\"\ncorridors.dead_ends=0.5",
    ];
    for (text, seed) in settings.into_iter().flat_map(|text| (0..12).map(move |seed| (text, seed))) {
        let file = recipe::RecipeFile::parse("odd", &format!("method = \"plan\"\n{text}")).unwrap();
        sound(&file.check(Seed::new(seed)).unwrap_or_else(|error| panic!("{text}: {error}")));
    }
}

/// A recipe of method plan with these lines.
fn planned_recipe(text: &str, seed: u64) -> Result<Recipe, recipe::RecipeError> {
    recipe::RecipeFile::parse("r.toml", &format!("method = \"plan\"\n{text}")).unwrap().check(Seed::new(seed))
}

#[test]
fn rooms_of_a_plan_are_made_from_the_templates_that_they_ask_for() {
    let mut turns = BTreeSet::new();
    for (preset, seed) in ["temple", "crypt", "tomb", "shrine"].into_iter().flat_map(|p| (0..40).map(move |s| (p, s))) {
        let recipe = recipe::preset(preset).unwrap().recipe().unwrap().check(Seed::new(seed)).unwrap();
        let mut recorder = EventLog::default();
        let dungeon = recipe.generate(&mut recorder).unwrap();
        let pool = &spec(&recipe).pool;
        // A secret passage that finds no path joins other rooms, so that dead ends of the plan and of the map may differ.
        let plan = plan::plan(&recipe, spec(&recipe), recipe.seed.stream("plan")).unwrap();
        for room in &dungeon.rooms {
            let tags = spec(&recipe).tags.for_room(room.id, &plan.room(room.id).roles);
            let Some(placed) = &room.template else {
                let said = |text: &String| text.starts_with(&format!("Room {} asks for", room.id));
                assert!(
                    tags.is_empty() || dungeon.warnings.iter().any(said),
                    "{preset} {seed}: {:?}",
                    dungeon.warnings
                );
                continue;
            };
            let template = pool.templates().iter().find(|template| template.name == placed.name).unwrap();
            assert!(!tags.is_empty() && template.has_tags(tags), "{preset} {seed}: {} for {tags:?}", template.name);
            let told = format!("is the template {}", placed.name);
            assert!(recorder.events.iter().any(|event| format!("{event:?}").contains(&told)));
            let sockets: BTreeSet<_> = room.sockets.iter().map(|socket| socket.cell).collect();
            let doors = dungeon.doors.iter().filter(|door| door.room == Some(room.id));
            assert!(doors.flat_map(|door| &door.cells).all(|cell| sockets.contains(cell)), "{preset} {seed}");
            turns.insert((placed.turn, placed.mirror));
        }
        // At most one room in a dungeon has stairs where every template has a pillar, or too many doors.
        let refused = dungeon.warnings.iter().filter(|text| text.contains("asks for a template")).count();
        let made = dungeon.rooms.iter().filter(|room| room.template.is_some()).count();
        assert!(made > 0 || refused > 0, "{preset} {seed}");
    }
    assert!(turns.len() >= 5, "{turns:?}");
}

#[test]
fn templates_that_fit_nowhere_leave_plain_rooms_and_a_warning() {
    let text = "shape = \"hub\"\ngate = \"outer\"\nlevels = [0, 0]\nrooms.count = 9\nrooms.max = 10\ntags.entrance = \"hoard\"";
    for seed in 0..20 {
        let dungeon = sound(&planned_recipe(text, seed).unwrap());
        let warning = "Room 0 asks for a template with hoard; none fits its slot and its doors.";
        assert_eq!((dungeon.warnings.as_slice(), &dungeon.rooms[0].template), (&[warning.to_owned()][..], &None));
    }
    let unknown = planned_recipe("tags.goal = \"hall spiral\"", 1).unwrap_err().to_string();
    assert!(unknown.starts_with("tags.goal: need \"none\", or tags of one template of templates.set ("), "{unknown}");
    assert!(unknown.ends_with("got \"hall spiral\" (r.toml:2:6)"), "{unknown}");
}

#[test]
fn every_room_of_a_plan_can_be_made_from_a_template() {
    let made: usize = (0..40)
        .map(|seed| {
            let text = "rooms.count = 16\nrooms.max = 9\nlevels = [-1, 0]\nsecrets.chance = 1\nlocks = 2\ntags.rooms = \"hall\"\ntags.goal = \"throne\"";
            let dungeon = sound(&planned_recipe(text, seed).unwrap());
            dungeon.rooms.iter().filter(|room| room.template.is_some()).count()
        })
        .sum();
    assert!(made > 200, "{made} of 640 rooms");
}

#[test]
fn a_plan_is_no_house() {
    for shape in ["linear", "branching", "hub", "maze"] {
        let recipe = planned_recipe(&format!("shape = \"{shape}\"\noutline = true"), 1).unwrap();
        assert_eq!((recipe.outline, recipe.ignored()), (false, &["outline"][..]));
    }
}

#[test]
fn bad_fields_of_a_plan_name_themselves() {
    let complaint = |text: &str| {
        let file = recipe::RecipeFile::parse("r.toml", &format!("{text}\nmethod = \"plan\"")).unwrap();
        file.check(Seed::new(1)).unwrap_err().to_string()
    };
    assert_eq!(complaint("category = \" \""), "category: need 1 to 200 characters, got \" \" (r.toml:1:1)");
    assert_eq!(
        complaint("entrance_side = \"up\""),
        "entrance_side: need north, east, south, west, got \"up\" (r.toml:1:1)"
    );
    let bounds = "bounds: need a list of 4 numbers from -100000 to 100000, or \"auto\", got [1] (r.toml:1:1)";
    assert_eq!(complaint("bounds = [1]"), bounds);
    assert!(complaint("bounds = [1, 2, 0, 5]").starts_with("bounds: need bounds that contain the entrance at (0, 0)"));
    assert!(complaint("levels = [1, 2]").starts_with("levels: need the lowest and the highest level with level 0"));
    assert_eq!(
        complaint("shape = \"star\""),
        "shape: need auto, linear, branching, staircase, hub, maze, got \"star\" (r.toml:1:1)"
    );
}

#[test]
fn watching_does_not_change_a_planned_dungeon() {
    for preset in planned() {
        let recipe = preset.recipe().unwrap().check(Seed::new(3)).unwrap();
        let mut recorder = EventLog::default();
        assert_eq!(recipe.generate(&mut recorder), recipe.generate(&mut NoEvents));
        assert!(!recorder.events.is_empty());
    }
}

const HOUSES: [&str; 7] = ["cottage", "manor", "house-inn", "castle", "wizard-tower", "inn", "tower"];

fn check_house(name: &str, seed: u64) {
    let recipe = recipe::preset(name).unwrap().recipe().unwrap().check(Seed::new(seed)).unwrap();
    let dungeon = recipe.generate(&mut NoEvents).unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
    let Method::House(house) = &recipe.method else { panic!("{name}") };
    let report = verify(&dungeon);
    assert!(report.is_sound(), "{name} seed {seed}: {:?}", report.flaws);
    assert_eq!(dungeon.rooms.len(), house.rooms.count as usize, "{name} seed {seed}: {:?}", dungeon.warnings);
    let heights: Vec<i32> = dungeon.levels.iter().map(|level| level.z).collect();
    let expected: Vec<i32> = (house.lowest..).take(house.storeys.len()).collect::<Vec<_>>().into_iter().rev().collect();
    assert_eq!(heights, expected, "{name} seed {seed}");
    let entrance = dungeon.entrance.as_ref().unwrap();
    assert_eq!(dungeon.door(entrance.door).z, 0, "{name} seed {seed}");
    let hull = |z: i32| {
        let rooms = dungeon.rooms.iter().filter(|room| room.z == z);
        rooms.map(undercroft::dungeon::Room::bounds).reduce(Rect::hull).unwrap()
    };
    assert!(heights.iter().all(|&z| hull(0).contains_rect(hull(z))), "{name} seed {seed}: storeys may drop a wing");
}

#[test]
fn houses_of_several_storeys_are_sound_and_have_one_front_door() {
    let seeds = seeds(SEEDS);
    for name in HOUSES {
        (0..seeds).into_par_iter().for_each(|seed| check_house(name, seed));
    }
    report(
        "houses of several storeys are sound and complete, with one front door",
        format!("{seeds} seeds × {} presets", HOUSES.len()),
        "0 flaws, 0 rooms missing",
    );
}

#[test]
fn storeys_that_do_not_add_up_are_refused() {
    let text = "method = \"house\"\nrooms.count = 9\nstoreys = [2, 3]";
    let error = recipe::RecipeFile::parse("r.toml", text).unwrap().check(Seed::new(1)).unwrap_err().to_string();
    assert!(error.starts_with("storeys: need") && error.contains("rooms.count = 9, got [2, 3]"), "{error}");
}
