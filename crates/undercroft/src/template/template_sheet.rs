//! Templates as text: every orientation of every template, side by side.

use undercroft_grid::{Grid, Symmetry};

use super::{RoomTemplate, TemplateGlyph};

/// Columns between two turns.
const GAP: usize = 3;

/// Draws the templates one below the other, all their orientations side by side.
///
/// ```
/// use undercroft::template::{Pool, sheet};
///
/// let pool = Pool::parse_loose(&[("rooms.txt", "name: cell\n###\n#.+\n###")])?;
/// let text = sheet(pool.templates());
/// assert!(text.starts_with("cell: weight "));
/// assert!(text.contains("#.+") && text.contains("+.#"));
/// # Ok::<(), undercroft::template::TemplateError>(())
/// ```
pub fn sheet(templates: &[RoomTemplate]) -> String {
    let texts: Vec<String> = templates.iter().map(one).collect();
    texts.join("\n")
}

fn one(template: &RoomTemplate) -> String {
    let turns: Vec<(Symmetry, Grid<TemplateGlyph>)> =
        template.symmetries().into_iter().map(|symmetry| (symmetry, template.turned(symmetry))).collect();
    let mut text = heading(template);
    let rows = turns.iter().map(|(_, drawing)| drawing.size().height()).max().unwrap_or(0);
    let captions = turns.iter().map(|(symmetry, drawing)| pad(&caption(*symmetry), drawing));
    push_line(&mut text, &captions.collect::<String>());
    for y in 0..rows {
        let row = |drawing: &Grid<TemplateGlyph>| -> String {
            if y < drawing.size().height() {
                drawing.row(y).iter().map(|glyph| glyph.to_char()).collect()
            } else {
                String::new()
            }
        };
        let line: String = turns.iter().map(|(_, drawing)| pad(&row(drawing), drawing)).collect();
        push_line(&mut text, &line);
    }
    text
}

fn heading(template: &RoomTemplate) -> String {
    let quota = template.quota;
    let mut words = vec![format!("{}: weight {}", template.name, quota.weight)];
    if quota.min > 0 || quota.max.is_some() {
        words.push(format!("{} to {}", quota.min, quota.max.map_or("any number".to_owned(), |max| max.to_string())));
    }
    words.extend((!template.tags.is_empty()).then(|| template.tags.join(" ")));
    words.extend(template.roles.iter().map(|role| format!("{role:?}").to_lowercase()));
    words.join(", ") + "\n"
}

fn caption(symmetry: Symmetry) -> String {
    format!("{}{}", if symmetry.is_mirrored() { "m" } else { "" }, symmetry.turns())
}

fn pad(text: &str, drawing: &Grid<TemplateGlyph>) -> String {
    format!("{text:width$}", width = drawing.size().width() as usize + GAP)
}

fn push_line(text: &mut String, line: &str) {
    text.push_str("    ");
    text.push_str(line.trim_end());
    text.push('\n');
}
