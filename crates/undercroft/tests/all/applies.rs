//! The law of `applies_to`, in both directions: a field that does not apply changes no byte, and every field that applies
//! changes some dungeon of the method. Bytes are those of the dungeon JSON with an empty record.

use undercroft::events::NoEvents;
use undercroft::field::{Field, FieldKind, MethodKind, Value};
use undercroft::format::json;
use undercroft::recipe::{FIELDS, RecipeFile, field};
use undercroft::seed::Seed;

/// Recipes of each method. Together they use everything that its fields say.
fn recipes(method: MethodKind) -> &'static [&'static str] {
    match method {
        MethodKind::Accrete => &[
            "rooms.count = 16\nrooms.grid = 1\nrooms.min = 4\nrooms.max = 9\nextra_links = 1\nrooms.shapes = { l = 10, t = 10, \
             cross = 10, octagon = 10, circle = 10, apse = 10, pillared = 10, alcoves = 10, dais = 10, ring = 10 }",
            "rooms.count = 40\nrooms.grid = 1\nrooms.min = 3\nrooms.max = 7\nextra_links = 1\ncorridors.cost.hard_rock = 20\n\
             accrete.lengths = [0, 0, 1, 1, 2, 2, 2]\nlocks = 4\nlevels = [-1, 0]\nsecrets.chance = 1\nsecrets.count = 2",
            "rooms.count = 60\nrooms.grid = 1\nrooms.min = 3\nrooms.max = 6\nextra_links = 1\nlocks = 8\naccrete.compactness = 0\n\
             accrete.lengths = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]",
        ],
        MethodKind::Bsp => &[
            "rooms.count = 12\nextra_links = 1",
            "rooms.count = 12\nrooms.grid = 1\nrooms.max = 12\nrooms.shapes = { l = 40, octagon = 40, ring = 40 }",
            "rooms.count = 20\ncorridors.width = 2\ncorridors.cost.hard_rock = 20\ncorridors.dead_ends = 0.5",
            "width = 60\nheight = 60\nrooms.count = 14\nrooms.grid = 1\nextra_links = 1",
        ],
        MethodKind::House => &[
            "rooms.count = 8\nwidth = 40\nheight = 40",
            "rooms.count = 9\nextra_links = 1\nrooms.min = 4",
            "rooms.count = 9\nstoreys = [2, 4, 3]\nwidth = 24\nheight = 18\nrooms.min = 3\nrooms.max = 9\nrooms.grid = 1",
            "category = \"estate\"\nrooms.count = 12\nwidth = 100\nheight = 100\nrooms.min = 6\nrooms.max = 15\nrooms.grid = 4",
            "category = \"castle\"\nrooms.count = 18\nstoreys = [8, 10]\nwidth = 40\nheight = 30\nrooms.min = 3\n\
             rooms.grid = 2\nextra_links = 0.5",
        ],
        MethodKind::Templates => &[
            "templates.floor_cells = 300\nextra_links = 0.5",
            "templates.floor_cells = 400\ntemplates.corridors = true\nextra_links = 1\ncorridors.cost.hard_rock = 20",
            "templates.set = \"crypt\"\ntemplates.floor_cells = 400\ntemplates.walkers = 1",
            "templates.floor_cells = 900\ntemplates.corridors = true\nextra_links = 1\ncorridors.dead_ends = 0.5",
            "templates.floor_cells = 2500\ntemplates.compactness = 0\ntemplates.corridors = true\nextra_links = 1",
        ],
        MethodKind::Plan => &[
            "rooms.count = 16\nsecrets.chance = 1\nlevels = [-1, 0]\nextra_links = 0.5",
            "rooms.count = 14\ncategory = \"temple\"\ntemplates.set = \"chambers\"\nrooms.max = 16\ntags.goal = \"sanctum\"",
            "rooms.count = 14\nrooms.natural = true\ncategory = \"cave\"\nrooms.max = 14\ncorridors.cost.hard_rock = 20",
            "rooms.count = 14\ntags.rooms = \"hall\"\nrooms.max = 30",
            "rooms.count = 30\nshape = \"hub\"\nsecrets.chance = 1\nsecrets.count = 3\nlevels = [0, 0]",
            "rooms.count = 20\nlocks = 5\nlevels = [0, 0]",
            "rooms.count = 16\nrooms.grid = 1\nrooms.min = 4\nrooms.max = 9\nrooms.shapes = { l = 10, t = 10, cross = 10, \
             octagon = 10, circle = 10, apse = 10, pillared = 10, alcoves = 10, dais = 10, ring = 10 }",
        ],
    }
}

/// Up to three values that the field takes, none of them its default.
fn values(field: &Field) -> Vec<Value> {
    let integers = |min: i64, max: i64| vec![min, max.min(min + 37), i64::midpoint(min, max.min(min + 60))];
    let values: Vec<Value> = match (field.key, field.kind) {
        ("bounds", _) => vec![[-3, 3, 0, 6].into(), [-9, 9, -9, 9].into(), [0, 5, 0, 5].into()],
        ("levels", _) => vec![[0, 0].into(), [-2, 1].into(), [0, 1].into()],
        ("storeys", _) => vec![[4, 4].into(), [2, 4, 2].into(), [5, 4].into()],
        ("rooms.grid", _) => vec![1.into(), [2, 3].into(), "auto".into()],
        ("rooms.max", _) => vec![6.into(), 9.into(), 12.into()],
        ("rooms.min", _) => vec![3.into(), 4.into(), 6.into()],
        ("rooms.count", _) => vec![4.into(), 7.into(), 15.into()],
        ("corridors.cost.merge", _) => vec![1.into(), 6.into(), 10.into()],
        ("accrete.lengths", _) => vec![[1].into(), [0, 0, 1].into(), [1, 5, 5, 5].into()],
        ("locks", _) => vec![1.into(), 2.into()],
        ("templates.floor_cells", _) => vec![200.into(), 350.into(), 600.into()],
        (key, FieldKind::Text) if key.starts_with("tags.") => vec!["hall".into(), "tee".into(), "small".into()],
        (_, FieldKind::Text) => vec!["crypt".into(), "cave".into(), "bakery".into()],
        (_, FieldKind::Integer { min, max }) => integers(min, max).into_iter().map(Value::from).collect(),
        (_, FieldKind::IntegerOrAuto { .. }) => vec![70.into(), 90.into(), 120.into()],
        (_, FieldKind::Fraction) => vec![0.into(), 0.5.into(), 1.into()],
        (_, FieldKind::Bool) => vec![true.into(), false.into()],
        (_, FieldKind::Choice(choices)) => choices.iter().map(|choice| choice.value.into()).collect(),
        ("mask.file", _) => vec!["lot.txt".into()],
        ("templates.file", _) => vec!["own.txt".into()],
        _ => Vec::new(),
    };
    values.into_iter().filter(|value| *value != field.default_value()).take(4).collect()
}

/// A file of one's own: a mask that is wide enough for everything, and a room that is drawn often.
fn own_file(key: &str) -> String {
    match key {
        "mask.file" => format!("{}\n", "#".repeat(200)).repeat(2) + &format!("##{}##\n", ".".repeat(196)).repeat(180),
        _ => "name: own-hall\nweight: 900\ntags: hall\n######\n+....+\n#....#\n##++##\n".to_owned(),
    }
}

/// The JSON of the dungeon without its record; `None` where the recipe cannot be met.
fn document(method: MethodKind, text: &str, change: Option<(&str, &Value)>, seed: u64) -> Option<String> {
    let mut file = RecipeFile::parse("law.toml", &format!("method = \"{}\"\n{text}", method.name())).unwrap();
    if let Some((key, value)) = change {
        file.set_value(key, value.clone(), "law").unwrap();
        if matches!(field(key).unwrap().kind, FieldKind::Files { .. }) {
            file.attach(key, value.as_text().unwrap(), own_file(key).as_bytes()).unwrap();
        }
    }
    let mut dungeon = file.check(Seed::new(seed)).ok()?.generate(&mut NoEvents).ok()?;
    dungeon.provenance.recipe.clear();
    dungeon.provenance.inputs.clear();
    Some(json::write(&dungeon))
}

#[test]
fn fields_that_do_not_apply_change_nothing() {
    for method in MethodKind::ALL {
        let text = recipes(method)[0];
        for seed in 1..=5 {
            let plain = document(method, text, None, seed).unwrap();
            for field in FIELDS.iter().filter(|field| !field.applies_to.contains(&method)) {
                for value in values(field).iter().take(3) {
                    let changed = document(method, text, Some((field.key, value)), seed);
                    assert!(changed.as_ref() == Some(&plain), "{}: {} = {value}", method.name(), field.key);
                }
            }
        }
    }
}

/// `budget` is left out: it changes no dungeon, only whether there is one; house programs and content files have
/// tests of their own.
#[test]
fn every_field_that_applies_changes_some_dungeon() {
    let mut idle = Vec::new();
    for method in MethodKind::ALL {
        let applying = FIELDS.iter().filter(|field| field.applies_to.contains(&method));
        for field in
            applying.filter(|field| !["budget", "method", "house.program_file", "stock.file"].contains(&field.key))
        {
            if !changes_some(method, field) {
                idle.push(format!("{} does not change {}", field.key, method.name()));
            }
        }
    }
    assert!(idle.is_empty(), "{}", idle.join("\n"));
}

fn changes_some(method: MethodKind, field: &Field) -> bool {
    recipes(method).iter().any(|text| {
        (1..=6).any(|seed| {
            let Some(plain) = document(method, text, None, seed) else { return false };
            // A plan asks for templates by tags: of a set without such templates it is refused.
            let is_refusal_enough = field.key == "templates.set";
            let differs = |value: &Value| {
                let changed = document(method, text, Some((field.key, value)), seed);
                changed.map_or(is_refusal_enough, |changed| changed != plain)
            };
            values(field).iter().any(differs)
        })
    })
}
