//! A plan for people and programs: text, JSON and DOT.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::{Plan, PlanCell, PlanLink, PlanLinkKind, PlanRoom};
use crate::dungeon::{KeyRule, RoomId};
use crate::plural::count;

/// Cells of text that a room takes, its link to the east included.
const PITCH: usize = 7;

/// The plan as a picture of each level and a list of what the picture cannot show.
pub fn text(plan: &Plan) -> String {
    let shape = format!("{:?}", plan.shape).to_lowercase();
    let entry = format!("{:?}", plan.entry).to_lowercase();
    let (category, rooms, goal) = (&plan.category, count(plan.rooms.len(), "room"), plan.goal);
    let gate = if plan.gate == RoomId(0) { String::new() } else { format!(" in room {}", plan.gate) };
    let mut out = format!("{category}: {shape}, {rooms}, entry from the {entry}{gate}, goal {goal}\n");
    for z in plan.levels() {
        let _ = write!(out, "\nlevel {z}\n{}", picture(plan, z));
    }
    for link in &plan.links {
        let [a, b] = link.rooms;
        let line = match link.kind {
            PlanLinkKind::Stairs => format!("stairs {a} – {b}"),
            PlanLinkKind::SecretPassage => format!("secret passage {a} – {b}"),
            PlanLinkKind::Corridor if is_diagonal(plan, link) => format!("corridor {a} – {b}"),
            PlanLinkKind::Corridor => String::new(),
        };
        let lock = link.key.map(|key| lock_line(plan, link, key)).unwrap_or_default();
        [line, lock].iter().filter(|line| !line.is_empty()).for_each(|line| {
            let _ = writeln!(out, "{line}");
        });
    }
    for room in shared_keys(plan) {
        let _ = writeln!(out, "a key in {room}");
    }
    out
}

/// Whether a link joins rooms that are no neighbours, so that the picture has no line for it.
fn is_diagonal(plan: &Plan, link: &PlanLink) -> bool {
    let [a, b] = link.rooms.map(|room| plan.room(room).cell);
    a.manhattan(b) > 1
}

/// The rooms of keys that open any lock, sorted.
fn shared_keys(plan: &Plan) -> Vec<RoomId> {
    let keys = plan.links.iter().filter(|_| plan.keys == KeyRule::Shared).filter_map(|link| link.key);
    let mut keys: Vec<RoomId> = keys.collect();
    keys.sort_unstable();
    keys
}

/// A shared key opens any lock, so its room is not named with one: the keys are listed after the locks.
fn lock_line(plan: &Plan, link: &PlanLink, key: RoomId) -> String {
    let [a, b] = link.rooms;
    match plan.keys {
        KeyRule::Own => format!("lock {a} – {b}, key in {key}"),
        KeyRule::Shared => format!("lock {a} – {b}"),
    }
}

fn picture(plan: &Plan, z: i32) -> String {
    let at: BTreeMap<PlanCell, RoomId> =
        plan.rooms.iter().filter(|room| room.z == z).map(|room| (room.cell, room.id)).collect();
    let linked = |a: PlanCell, b: PlanCell| {
        let pair = at.get(&a).zip(at.get(&b)).map(|(&a, &b)| [a.min(b), a.max(b)]);
        pair.is_some_and(|pair| plan.links.iter().any(|link| link.kind == PlanLinkKind::Corridor && link.rooms == pair))
    };
    let edges = |axis: fn(&PlanCell) -> i32| {
        let values = || at.keys().map(axis);
        values().min().unwrap_or(0)..=values().max().unwrap_or(0)
    };
    let (columns, rows) = (edges(|cell| cell.x), edges(|cell| cell.y));
    let mut out = String::new();
    for y in rows.rev() {
        let (mut rooms, mut below) = (String::new(), String::new());
        for x in columns.clone() {
            let cell = PlanCell::new(x, y);
            let name = at.get(&cell).map(|id| format!("[{id}]")).unwrap_or_default();
            let fill = if linked(cell, PlanCell::new(x + 1, y)) { '─' } else { ' ' };
            rooms.push_str(&name);
            rooms.extend(std::iter::repeat_n(fill, PITCH.saturating_sub(name.len())));
            let down = if linked(cell, PlanCell::new(x, y - 1)) { " │" } else { "" };
            let _ = write!(below, "{down:<PITCH$}");
        }
        let _ = writeln!(out, "{}", rooms.trim_end());
        if !below.trim().is_empty() {
            let _ = writeln!(out, "{}", below.trim_end());
        }
    }
    out
}

/// The plan as a JSON document.
pub fn json(plan: &Plan) -> Value {
    let mut value = json!({
        "category": plan.category,
        "shape": plan.shape,
        "entry": plan.entry,
        "rooms": plan.rooms.iter().map(room_json).collect::<Vec<_>>(),
        "links": plan.links.iter().map(|link| link_json(plan, link)).collect::<Vec<_>>(),
        "entrance": plan.gate,
        "goal": plan.goal,
        "warnings": plan.warnings,
    });
    if plan.keys == KeyRule::Shared {
        value["keys"] = json!(shared_keys(plan));
    }
    value
}

fn room_json(room: &PlanRoom) -> Value {
    json!({
        "id": room.id,
        "coord": room.coord(),
        "kind": room.kind,
        "depth": room.depth,
        "difficulty": room.difficulty,
        "roles": room.roles,
    })
}

fn link_json(plan: &Plan, link: &PlanLink) -> Value {
    let mut value = json!({ "rooms": link.rooms, "kind": link.kind });
    match (link.key, plan.keys) {
        (Some(key), KeyRule::Own) => value["key"] = json!(key),
        (Some(_), KeyRule::Shared) => value["locked"] = json!(true),
        (None, _) => {}
    }
    if let Some(discovered) = link.discovered {
        let [from, to] = link.rooms.map(|room| plan.room(room).coord());
        value["discovered"] = json!(discovered);
        value["is_secret_passage"] = json!(true);
        value["from_coord"] = json!(from);
        value["to_coord"] = json!(to);
    }
    value
}

/// The plan as a graph for Graphviz (`neato -n` keeps the positions).
///
/// ```
/// use undercroft::plan::{dot, json, plan, text};
/// use undercroft::recipe::{Method, RecipeFile};
/// use undercroft::seed::Seed;
///
/// let file = RecipeFile::parse("line.toml", "method = \"plan\"\nshape = \"linear\"\nrooms.count = 3\nlevels = [0, 0]")?;
/// let recipe = file.check(Seed::new(1))?;
/// let Method::Plan(spec) = &recipe.method else { unreachable!("the recipe has method plan") };
/// let plan = plan(&recipe, spec, recipe.seed.stream("plan")).expect("three rooms fit");
/// assert!(text(&plan).contains("[0]"));
/// assert_eq!(json(&plan)["rooms"].as_array().map(Vec::len), Some(3));
/// assert!(dot(&plan).starts_with("graph plan {"));
/// # Ok::<(), undercroft::recipe::RecipeError>(())
/// ```
pub fn dot(plan: &Plan) -> String {
    let mut out = String::from("graph plan {\n  node [shape=box];\n");
    for room in &plan.rooms {
        let [x, y, z] = room.coord();
        let roles: Vec<String> = room.roles.iter().map(|role| format!("{role:?}").to_lowercase()).collect();
        let label = format!("{}\\nlevel {z}\\n{}", room.id, roles.join(", "));
        // Levels side by side would hide their order: each is moved down and right a little.
        let (left, top) = (100 * x - 30 * z, 100 * y + 30 * z);
        let _ = writeln!(out, "  {} [label=\"{}\", pos=\"{left},{top}\"];", room.id, label.trim_end_matches("\\n"));
    }
    for link in &plan.links {
        let style = match link.kind {
            PlanLinkKind::Stairs => " [style=bold, label=\"stairs\"]",
            PlanLinkKind::SecretPassage => " [style=dotted, label=\"secret\"]",
            PlanLinkKind::Corridor if link.key.is_some() => " [style=dashed, label=\"lock\"]",
            PlanLinkKind::Corridor => "",
        };
        let _ = writeln!(out, "  {} -- {}{style};", link.rooms[0], link.rooms[1]);
    }
    out.push_str("}\n");
    out
}
