//! Laws of printed pages: all words on the paper, none over another, none lost, and mutants that are found out.

use undercroft::dungeon::Dungeon;
use undercroft::events::NoEvents;
use undercroft::recipe::presets;
use undercroft::seed::Seed;
use undercroft_draw::{DrawOptions, Edition, PageKind, Paper, PathCommand, Point, PrintLayout, PrintPage, Word};

const KINDS: [PageKind; 5] = [PageKind::OnePage, PageKind::Map, PageKind::Rest, PageKind::Key, PageKind::Player];

/// Every preset once.
fn dungeons() -> Vec<Dungeon> {
    let made = |preset: &undercroft::recipe::Preset| {
        preset.recipe().unwrap().check(Seed::new(1)).unwrap().generate(&mut NoEvents).unwrap()
    };
    presets().iter().map(made).collect()
}

fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// All letters of pages, in the order of reading.
fn page_letters(pages: &[PrintPage]) -> String {
    pages.iter().flat_map(|page| &page.words).map(|word| letters(&word.text)).collect()
}

fn is_on_paper(page: &PrintPage) -> bool {
    let paper = page.picture.area;
    page.words.iter().map(Word::area).all(|area| paper.contains(area.min) && paper.contains(area.max))
}

/// The first two words of which one lies over the other, if there are any.
fn overlap(page: &PrintPage) -> Option<(String, String)> {
    // Tails of letters may touch the capitals below: lines are set that close.
    let core = |word: &Word| {
        let area = word.area();
        (area.min.x, area.min.y, area.min.x + word.width(), word.at.y)
    };
    let boxes: Vec<_> = page.words.iter().map(|word| (core(word), word)).collect();
    for (i, (a, first)) in boxes.iter().enumerate() {
        for (b, second) in &boxes[..i] {
            if a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3 {
                return Some((first.text.clone(), second.text.clone()));
            }
        }
    }
    None
}

/// What the model tells: title, hook, names and notes of rooms, inhabitants.
fn told(dungeon: &Dungeon) -> Vec<String> {
    let rooms = dungeon.keyed_rooms().into_iter().flat_map(|room| {
        let notes = room.notes.iter().map(|note| note.plain.clone());
        std::iter::once(room.title()).chain(notes)
    });
    let groups = dungeon.groups.iter().map(|group| group.mood.clone());
    let head = [dungeon.name.clone(), dungeon.write_out(&dungeon.story.hook)];
    head.into_iter().chain(rooms).chain(groups).map(|text| letters(&text)).collect()
}

fn has_all_letters(dungeon: &Dungeon, pages: &[PrintPage]) -> bool {
    let written = page_letters(pages);
    told(dungeon).iter().all(|text| written.contains(text.as_str()))
}

fn first_pages(layout: &PrintLayout) -> Vec<PrintPage> {
    [PageKind::OnePage, PageKind::Map, PageKind::Rest].into_iter().flat_map(|kind| layout.pages(kind)).collect()
}

#[test]
fn words_lie_on_the_paper_and_not_over_each_other() {
    for dungeon in dungeons() {
        for paper in [Paper::A4, Paper::Letter] {
            let layout = PrintLayout::new(&dungeon, &DrawOptions::default(), paper);
            for kind in KINDS {
                let pages = layout.pages(kind);
                assert_eq!(pages.len(), layout.page_count(kind), "{}: {kind:?}", dungeon.name);
                for page in pages {
                    assert!(is_on_paper(&page), "{}: {kind:?}", dungeon.name);
                    assert_eq!(overlap(&page), None, "{}: {kind:?}", dungeon.name);
                }
            }
        }
    }
}

#[test]
fn nothing_that_the_model_tells_is_lost() {
    for dungeon in dungeons() {
        let layout = PrintLayout::new(&dungeon, &DrawOptions::default(), Paper::A4);
        assert!(has_all_letters(&dungeon, &first_pages(&layout)), "{}", dungeon.name);
        let key = page_letters(&layout.pages(PageKind::Key));
        for rumour in &dungeon.story.rumours {
            assert!(key.contains(&letters(&dungeon.write_out(rumour))), "{}: {rumour}", dungeon.name);
        }
    }
}

#[test]
fn a_key_of_two_thousand_letters_a_room_continues_overleaf() {
    let mut dungeon = undercroft::generate("crypt", 4).unwrap();
    let rooms: Vec<usize> = (0..dungeon.rooms.len()).collect();
    for i in rooms {
        let text = (0..250).map(|word| format!("word{word}x{i}")).collect::<Vec<_>>().join(" ");
        let note = dungeon.rooms.iter().find_map(|room| room.notes.first().cloned());
        let mut note = note.expect("a crypt has notes");
        (note.plain, note.text) = (text.clone(), text);
        dungeon.rooms[i].notes = vec![note];
    }
    let layout = PrintLayout::new(&dungeon, &DrawOptions::default(), Paper::A4);
    assert!(layout.page_count(PageKind::Rest) > 1);
    let pages = first_pages(&layout);
    assert!(pages[0].words.iter().any(|word| word.text.contains("continued overleaf")));
    // An entry may be torn between two pages, so its words are looked for one by one.
    let printed = pages.iter().flat_map(|page| &page.words).flat_map(|word| word.text.split_whitespace());
    let mut printed: Vec<&str> = printed.filter(|word| word.starts_with("word")).collect();
    let mut told: Vec<&str> =
        dungeon.rooms.iter().flat_map(|room| &room.notes).flat_map(|note| note.plain.split_whitespace()).collect();
    printed.sort_unstable();
    told.sort_unstable();
    assert!(printed == told, "{} of {} words", printed.len(), told.len());
    for page in &pages {
        assert!(is_on_paper(page) && overlap(page).is_none());
    }
}

#[test]
fn a_lost_entry_and_a_moved_word_are_each_found_by_one_law() {
    let dungeon = undercroft::generate("crypt", 4).unwrap();
    let layout = PrintLayout::new(&dungeon, &DrawOptions::default(), Paper::A4);
    let whole = first_pages(&layout);
    let judge = |pages: &[PrintPage]| {
        let laws = [
            pages.iter().all(is_on_paper),
            pages.iter().all(|page| overlap(page).is_none()),
            has_all_letters(&dungeon, pages),
        ];
        laws.into_iter().filter(|holds| !holds).count()
    };
    assert_eq!(judge(&whole), 0);
    let lost = dungeon.rooms.iter().find(|room| !room.notes.is_empty()).unwrap().notes[0].plain.clone();
    let mut without = whole.clone();
    let first = lost.split(' ').next().unwrap();
    without[0].words.retain(|word| !word.text.starts_with(first));
    assert_eq!(judge(&without), 1, "an entry is missing");
    let mut outside = whole.clone();
    let last = outside[0].words.len() - 1;
    outside[0].words[last].at = Point::new(outside[0].picture.area.max.x, 20_000);
    assert_eq!(judge(&outside), 1, "a word is off the paper");
}

#[test]
fn the_page_of_players_has_the_same_panes_and_no_secret() {
    let dungeon = undercroft::generate("crypt", 4).unwrap();
    let layout = PrintLayout::new(&dungeon, &DrawOptions::default(), Paper::A4);
    let [master, player] = [PageKind::OnePage, PageKind::Player].map(|kind| layout.pages(kind).remove(0));
    let places = |page: &PrintPage| {
        let maps = page.picture.groups.iter().filter(|group| group.id.starts_with("level-"));
        maps.map(|group| (group.id.clone(), group.offset)).collect::<Vec<_>>()
    };
    assert_eq!((places(&master), master.cell), (places(&player), player.cell));
    let words = page_letters(std::slice::from_ref(&player));
    let secrets = dungeon.rooms.iter().flat_map(|room| &room.notes);
    assert!(secrets.map(|note| letters(&note.plain)).all(|note| !words.contains(&note)));
    // Those who print only for players get a page that depends on nothing they must not know.
    let mut options = DrawOptions::default();
    options.edition = Edition::Player;
    let [known, redacted] = [dungeon.clone(), undercroft_draw::redact_secrets(&dungeon)]
        .map(|dungeon| PrintLayout::new(&dungeon, &options, Paper::A4).pages(PageKind::Player).remove(0));
    assert!(known.picture.to_svg() == redacted.picture.to_svg());
}

#[test]
fn a_page_is_small_and_the_same_every_time() {
    for name in ["crypt", "walker-keep", "dungeon", "manor"] {
        let dungeon = undercroft::generate(name, 4).unwrap();
        let page = || PrintLayout::new(&dungeon, &DrawOptions::default(), Paper::A4).pages(PageKind::OnePage).remove(0);
        let svg = page().picture.to_svg();
        assert!(svg.len() < 1_200_000, "{name}: {} bytes", svg.len());
        assert!(svg == page().picture.to_svg());
    }
}

/// The smallest area round all strokes of a group, without the paper.
fn inked(group: &undercroft_draw::PictureGroup, around: Point, points: &mut Vec<Point>) {
    let origin = around.shift(group.offset.x, group.offset.y);
    for command in group.shapes.iter().flat_map(|shape| &shape.path.commands) {
        if let PathCommand::Move(to) | PathCommand::Line(to) | PathCommand::Curve(_, _, to) = *command {
            points.push(to.shift(origin.x, origin.y));
        }
    }
    group.groups.iter().for_each(|inner| inked(inner, origin, points));
}

#[test]
fn a_sheet_with_its_key_has_no_blank_third() {
    for dungeon in dungeons() {
        let mut options = DrawOptions::default();
        options.room_key = true;
        let picture = undercroft_draw::draw(&dungeon, &options);
        let mut points = Vec::new();
        let groups = picture.groups.iter().filter(|group| group.id != "paper");
        groups.for_each(|group| inked(group, Point::default(), &mut points));
        let ink = undercroft_draw::Area::around(&points);
        let paper = picture.area;
        let name = &dungeon.name;
        assert!(ink.width() * 10 >= paper.width() * 7 && ink.height() * 10 >= paper.height() * 7, "{name}");
        assert!(paper.contains(ink.min) && paper.contains(ink.max), "{name}: {ink:?} of {paper:?}");
    }
}

#[test]
fn hostile_dungeons_are_laid_out_all_the_same() {
    let mut dungeon = undercroft::generate("small-dungeon", 1).unwrap();
    dungeon.name = "W".repeat(200);
    dungeon.story.hook = "字 ".repeat(900);
    dungeon.rooms[0].floor.clear();
    dungeon.rooms[1].name = "x".repeat(2000);
    for paper in [Paper::A4, Paper::Letter] {
        let layout = PrintLayout::new(&dungeon, &DrawOptions::default(), paper);
        for page in KINDS.into_iter().flat_map(|kind| layout.pages(kind)) {
            assert!(!page.picture.to_svg().is_empty());
        }
    }
    let empty = Dungeon::bare("", Vec::new());
    assert_eq!(PrintLayout::new(&empty, &DrawOptions::default(), Paper::A4).pages(PageKind::OnePage).len(), 1);
}
