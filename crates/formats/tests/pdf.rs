//! Prints, judged by poppler: an inch is an inch, walls are where the dungeon says, and players see no secret.

#[path = "support/tool.rs"]
mod tool;

use std::io::{Read, Write};
use std::process::Stdio;
use std::time::Instant;

use tool::tool;
use undercroft::dungeon::{Dungeon, Ground, Level, Link, Shape, Terrain};
use undercroft::events::NoEvents;
use undercroft::grid::{Cell, Size};
use undercroft::recipe::preset;
use undercroft::seed::Seed;
use undercroft_draw::{Edition, Levels, Paper, Rock};
use undercroft_formats::pdf::{self, PdfOptions, PrintPart};
use undercroft_formats::read;

const DPI: i32 = 100;

const HALL: &str = r#"
##########    ##########
#........#    #........#
#........#    #........#
#........#    #........#
#........"....".......>#
#........#    #........#
#........S....S........#
##########    ##+#######
                .
  ########      .
  #......#      .
  #......+.......
  ########
"#;

fn made(name: &str, seed: u64) -> Dungeon {
    let recipe = preset(name).unwrap().recipe().unwrap().check(Seed::new(seed)).unwrap();
    recipe.generate(&mut NoEvents).unwrap()
}

fn hall() -> Dungeon {
    read(Some("hall.txt"), HALL.trim_start_matches('\n').as_bytes()).unwrap()
}

fn print(dungeon: &Dungeon, options: &PdfOptions) -> Vec<u8> {
    let mut files = pdf::write(dungeon, options).unwrap();
    assert_eq!(files.len(), 1);
    files.remove(0).bytes
}

/// A page in grey, row by row.
struct Grey {
    width: i32,
    height: i32,
    pixels: Vec<u8>,
}

impl Grey {
    fn at(&self, x: i32, y: i32) -> u8 {
        self.pixels[(y * self.width + x) as usize]
    }

    /// The darkest of the pixels round a place.
    fn darkest(&self, x: i32, y: i32) -> u8 {
        (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).map(|(dx, dy)| self.at(x + dx, y + dy)).min().unwrap()
    }
}

/// Pages as poppler draws them; `None` where it is not installed.
fn render(pdf: &[u8], dpi: i32) -> Option<Vec<Grey>> {
    let dpi = dpi.to_string();
    let out = run(&["pdftoppm", "-gray", "-r", &dpi, "-"], pdf)?;
    let mut rest = &out[..];
    let mut pages = Vec::new();
    while !rest.is_empty() {
        let header: Vec<&[u8]> = rest.splitn(4, |&byte| byte == b'\n').collect();
        assert_eq!((header[0], header[2]), (&b"P5"[..], &b"255"[..]));
        let sides: Vec<i32> = str::from_utf8(header[1]).unwrap().split(' ').map(|side| side.parse().unwrap()).collect();
        let (pixels, more) = header[3].split_at((sides[0] * sides[1]) as usize);
        pages.push(Grey { width: sides[0], height: sides[1], pixels: pixels.to_vec() });
        rest = more;
    }
    Some(pages)
}

/// What a program of poppler says about a PDF.
fn run(words: &[&str], pdf: &[u8]) -> Option<Vec<u8>> {
    let mut command = tool(words[0])?;
    let piped = command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let (mut input, bytes) = (child.stdin.take().unwrap(), pdf.to_vec());
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let mut out = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
    writer.join().unwrap().unwrap();
    let end = child.wait_with_output().unwrap();
    assert!(end.status.success() && end.stderr.is_empty(), "{}", String::from_utf8_lossy(&end.stderr));
    Some(out)
}

/// The sheet in pixels at [`DPI`], and where the squares begin.
fn sheet(paper: Paper, squares: (i32, i32)) -> ((i32, i32), (f64, f64)) {
    // In inches.
    let (short, long) = match paper {
        Paper::A4 => (210.0 / 25.4, 297.0 / 25.4),
        Paper::Letter => (8.5, 11.0),
    };
    let (width, height): (f64, f64) = if squares.0 > squares.1 { (long, short) } else { (short, long) };
    let dpi = f64::from(DPI);
    let pixels = ((width * dpi).ceil() as i32, (height * dpi).ceil() as i32);
    (pixels, ((width - f64::from(squares.0)) / 2.0 * dpi, (height - f64::from(squares.1)) / 2.0 * dpi))
}

/// The middles of the lines across a row of pixels, each weighed by its darkness.
fn lines(page: &Grey, y: i32, from: i32, to: i32) -> Vec<f64> {
    let dark = |x: i32| f64::from(255 - page.at(x, y));
    let mut lines = Vec::new();
    let mut x = from;
    while x < to {
        if dark(x) < 20.0 {
            x += 1;
            continue;
        }
        let end = (x..to).find(|&x| dark(x) < 20.0).unwrap_or(to);
        let weight: f64 = (x..end).map(dark).sum();
        lines.push((x..end).map(|x| (f64::from(x) + 0.5) * dark(x)).sum::<f64>() / weight);
        x = end;
    }
    lines
}

#[test]
fn squares_are_exactly_an_inch_on_either_paper() {
    let mut level = Level::solid_rock(0, Size::of(40, 40));
    level.terrain.values_mut().fill(Terrain::Floor);
    let dungeon = Dungeon::bare("Floor", vec![level]);
    for (paper, squares_per_tile) in [(Paper::A4, 1), (Paper::A4, 2), (Paper::Letter, 1), (Paper::Letter, 2)] {
        let options =
            PdfOptions { paper, squares_per_tile, pages: vec![PrintPart::TrueScale], ..PdfOptions::default() };
        let pages = pdf::pages(&dungeon, &options).unwrap();
        // A page from the middle, full of floor.
        let inner = pages.iter().position(|page| page.squares.left > 0 && page.squares.top > 0).unwrap();
        let squares = (pages[inner].squares.width(), pages[inner].squares.height());
        let Some(drawn) = render(&print(&dungeon, &options), DPI) else { return };
        // The index comes first.
        assert_eq!(drawn.len(), pages.len() + 1);
        let (page, (size, origin)) = (&drawn[inner + 1], sheet(paper, squares));
        assert_eq!((page.width, page.height), size);
        let row = (origin.1 + 150.0) as i32;
        let found = lines(page, row, (origin.0 + 50.0) as i32, (origin.0 + f64::from(squares.0) * 100.0 - 50.0) as i32);
        assert_eq!(found.len() as i32, squares.0 - 1, "{found:?}");
        for (i, line) in (1..).zip(found) {
            let wanted = origin.0 + f64::from(i) * 100.0;
            assert!((line - wanted).abs() < 0.6, "line {i} at {line}, wanted {wanted}");
        }
    }
}

/// Compares every square of every page with the dungeon: the middle of floor is light, its sides towards rock are dark.
fn compare(dungeon: &Dungeon, options: &PdfOptions) -> usize {
    let n = i32::from(options.squares_per_tile);
    let Some(drawn) = render(&print(dungeon, options), DPI) else { return usize::MAX };
    let pages = pdf::pages(dungeon, options).unwrap();
    let index = drawn.len() - pages.len();
    assert_eq!(index, usize::from(pages.len() > 1));
    let mut walls = 0;
    for (page, grey) in pages.iter().zip(&drawn[index..]) {
        let level = dungeon.level(page.z).unwrap();
        let (size, origin) = sheet(options.paper, (page.squares.width(), page.squares.height()));
        assert_eq!((grey.width, grey.height), size);
        let terrain = |square: Cell| level.at(Cell::new(square.x.div_euclid(n), square.y.div_euclid(n)));
        let is_plain = |square: Cell| {
            terrain(square).is_massive() || matches!(terrain(square), Terrain::Floor | Terrain::Corridor)
        };
        for square in page.squares.cells().filter(|&square| !terrain(square).is_massive()) {
            // Doors, their leaves, stairs and what lies on the floor have drawings of their own.
            let cell = Cell::new(square.x.div_euclid(n), square.y.div_euclid(n));
            // The corridor of the entrance, the only one that ends blind, is open there, and daylight is drawn.
            let is_open_end = |cell: Cell| {
                let open = cell.neighbors4().into_iter().filter(|&next| !level.at(next).is_massive());
                level.at(cell) == Terrain::Corridor && open.count() == 1
            };
            let is_lit = cell.neighbors8().into_iter().chain([cell]).any(is_open_end);
            // A shore is a line of its own, and may lie on the side of a cell.
            let is_bare = cell.neighbors8().into_iter().chain([cell]).all(|near| level.ground_at(near) == Ground::Bare);
            if !is_bare || is_lit {
                continue;
            }
            let round = square.neighbors8().into_iter().chain([square]);
            if !round.flat_map(Cell::neighbors8).all(is_plain) {
                continue;
            }
            let at = |dx: i32, dy: i32| {
                let place = |square: i32, first: i32, origin: f64, part: i32| {
                    origin + f64::from((square - first) * 100 + 50 + part)
                };
                let x = place(square.x, page.squares.left, origin.0, dx * 50);
                let y = place(square.y, page.squares.top, origin.1, dy * 50);
                (x.round() as i32, y.round() as i32)
            };
            let (x, y) = at(0, 0);
            assert!(grey.at(x, y) > 200, "{} {square:?}: floor is {}", page.label, grey.at(x, y));
            for (beside, (dx, dy)) in square.neighbors4().into_iter().zip([(0, -1), (1, 0), (0, 1), (-1, 0)]) {
                let (x, y) = at(dx, dy);
                let dark = grey.darkest(x, y);
                if terrain(beside).is_massive() {
                    walls += 1;
                    assert!(dark < 60, "{} {square:?} to {beside:?}: a wall of {dark}", page.label);
                } else {
                    assert!(dark > 100, "{} {square:?} to {beside:?}: a grid line of {dark}", page.label);
                }
            }
        }
    }
    walls
}

#[test]
fn walls_are_where_the_dungeon_says() {
    let options = PdfOptions { pages: vec![PrintPart::TrueScale], edition: Edition::Player, ..PdfOptions::default() };
    let one = PdfOptions { squares_per_tile: 1, paper: Paper::Letter, ..options.clone() };
    let bare = undercroft_draw::redact_secrets(&hall());
    assert!(compare(&bare, &options) > 100);
    let mut unfurnished = made("dungeon", 2);
    unfurnished.features.clear();
    // The walls of round rooms leave the sides of cells.
    unfurnished.rooms.iter_mut().for_each(|room| room.shape = Shape::Free);
    let walls = compare(&undercroft_draw::redact_secrets(&unfurnished), &one);
    assert!(walls > 200, "{walls} walls");
}

#[test]
fn every_square_of_floor_is_on_one_page_and_no_page_is_rock() {
    for (name, squares_per_tile) in [("small-dungeon", 2), ("cave", 1), ("tower", 2), ("manor", 1), ("walker-keep", 2)]
    {
        let dungeon = made(name, 3);
        let options = PdfOptions { squares_per_tile, ..PdfOptions::default() };
        let pages = pdf::pages(&dungeon, &options).unwrap();
        let n = i32::from(squares_per_tile);
        for level in &dungeon.levels {
            let open = |square: Cell| {
                let cell = Cell::new(square.x.div_euclid(n), square.y.div_euclid(n));
                !level.at(cell).is_massive() || dungeon.outline.is_some_and(|house| house.contains(cell))
            };
            let here: Vec<_> = pages.iter().filter(|page| page.z == level.z).collect();
            assert!(here.iter().all(|page| page.squares.cells().any(open)), "{name}: a page of rock");
            let shown: usize =
                here.iter().map(|page| page.squares.cells().filter(|&square| open(square)).count()).sum();
            let size = level.size();
            let all = undercroft::grid::Rect::new(0, 0, size.width() * n, size.height() * n);
            assert_eq!(shown, all.cells().filter(|&square| open(square)).count(), "{name}");
            let apart = |(i, page): (usize, &&pdf::ScalePage)| {
                here[..i].iter().all(|other| !other.squares.overlaps(page.squares))
            };
            assert!(here.iter().enumerate().all(apart), "{name}");
        }
    }
}

#[test]
fn no_page_of_a_print_is_empty() {
    for name in ["small-dungeon", "cave", "tower", "townhouse", "walker-keep-compact", "temple"] {
        let dungeon = made(name, 1);
        let options = PdfOptions { squares_per_tile: 1, pages: PrintPart::ALL.to_vec(), ..PdfOptions::default() };
        let Some(pages) = render(&print(&dungeon, &options), 25) else { return };
        assert_eq!(pages.len(), pdf::page_count(&dungeon, &options).unwrap().total(), "{name}");
        for (i, page) in pages.iter().enumerate() {
            let edge = page.width / 8;
            let inside = (edge..page.height - edge).flat_map(|y| (edge..page.width - edge).map(move |x| (x, y)));
            let inked = inside.filter(|&(x, y)| page.at(x, y) < 200).count();
            assert!(inked > 20, "{name}: page {} has {inked} dark pixels", i + 1);
        }
    }
}

#[test]
fn players_are_shown_a_whole_wall_where_there_is_a_secret_door() {
    let (secret, plain) = (hall(), read(Some("hall.txt"), HALL.trim_start().replace('S', "#").as_bytes()).unwrap());
    // The passage between the two secret doors is rock to those who do not know it.
    let plain = read(
        Some("hall.txt"),
        undercroft::format::text::write(&plain)
            .replace("#....#........#\n##########", "#    #........#\n##########")
            .as_bytes(),
    )
    .unwrap();
    let parts = PrintPart::ALL.into_iter().filter(|part| *part != PrintPart::Key);
    for pages in parts.map(|part| vec![part]) {
        let [player, master] = [Edition::Player, Edition::GameMaster].map(|edition| PdfOptions {
            edition,
            pages: pages.clone(),
            squares_per_tile: 1,
            ..PdfOptions::default()
        });
        assert!(print(&secret, &player) == print(&plain, &player), "{pages:?}");
        // The page for players is the same in both editions.
        let is_for_players = pages == [PrintPart::Player];
        assert_eq!(print(&secret, &master) == print(&plain, &master), is_for_players, "{pages:?}");
    }
}

#[test]
fn title_and_room_key_can_be_searched() {
    let mut with_secrets =
        (1..).map(|seed| made("dungeon", seed)).filter(|dungeon| dungeon.links.iter().any(Link::is_secret_passage));
    let mut dungeon = with_secrets.next().unwrap();
    dungeon.name = "Crypt of Ünderbärg".to_owned();
    let pages = vec![PrintPart::OnePage, PrintPart::Key];
    let options = PdfOptions { pages, ..PdfOptions::default() };
    let Some(text) = run(&["pdftotext", "-enc", "UTF-8", "-", "-"], &print(&dungeon, &options)) else { return };
    // A line may end between any two words.
    let text = String::from_utf8(text).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    for words in ["Crypt of Ünderbärg", "Entrance.", "Goal, guardian.", "(secret)", "Treasure."] {
        assert!(text.contains(words), "no {words} in {text}");
    }
    let player = PdfOptions { edition: Edition::Player, ..options };
    let text = run(&["pdftotext", "-enc", "UTF-8", "-", "-"], &print(&dungeon, &player)).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("Crypt of Ünderbärg") && !text.contains("secret") && !text.contains("Goal"), "{text}");
}

#[test]
fn the_same_dungeon_gives_the_same_bytes_without_a_date() {
    let options = PdfOptions { rock: Rock::Shaded, pages: PrintPart::ALL.to_vec(), ..PdfOptions::default() };
    let bytes = print(&made("manor", 5), &options);
    assert!(bytes == print(&made("manor", 5), &options));
    assert!(!bytes.windows(12).any(|word| word == b"CreationDate"));
    assert!(bytes != print(&made("manor", 6), &options));
    let file = &pdf::write(&hall(), &options).unwrap()[0];
    assert!(file.name == "hall.pdf" && file.bytes.starts_with(b"%PDF-1.7"));
}

#[test]
fn what_cannot_be_printed_is_refused_in_a_sentence() {
    let refusal = |dungeon: &Dungeon, options: PdfOptions| pdf::write(dungeon, &options).unwrap_err().to_string();
    let usual = || PdfOptions { pages: vec![PrintPart::TrueScale], ..PdfOptions::default() };
    let sentence = refusal(&made("small-dungeon", 1), PdfOptions { max_pages: 10, ..usual() });
    assert!(
        sentence.starts_with("max_pages: the print would have ")
            && sentence.contains(" true-scale), A4, the limit is 10; "),
        "{sentence}"
    );
    assert!(sentence.contains("one square to a tile"), "{sentence}");
    let three = PdfOptions { squares_per_tile: 3, ..usual() };
    assert_eq!(refusal(&hall(), three), "squares per tile: need 1 or 2, got 3");
    let nowhere = PdfOptions { levels: Levels::One(9), ..usual() };
    assert_eq!(refusal(&hall(), nowhere), "there is no level to print");
    let rock = Dungeon::bare("rock", vec![Level::solid_rock(0, Size::of(9, 9))]);
    assert_eq!(refusal(&rock, usual()), "there is nothing but rock to print");
    let large = Dungeon::bare("large", vec![Level::solid_rock(0, Size::of(1025, 1024))]);
    assert!(refusal(&large, usual()).starts_with("a map of 1049600 cells is too large"));
}

#[test]
fn a_map_of_512_by_512_is_printed_page_by_page() {
    let mut file = preset("large-dungeon").unwrap().recipe().unwrap();
    for setting in ["method=bsp", "width=512", "height=512", "rooms.count=220"] {
        file.set(setting).unwrap();
    }
    let dungeon = file.check(Seed::new(1)).unwrap().generate(&mut NoEvents).unwrap();
    let options =
        PdfOptions { squares_per_tile: 1, max_pages: 5000, pages: vec![PrintPart::TrueScale], ..PdfOptions::default() };
    let start = Instant::now();
    let bytes = print(&dungeon, &options);
    let pages = pdf::pages(&dungeon, &options).unwrap().len();
    eprintln!("512×512: {pages} pages, {} kB in {:?}", bytes.len() / 1000, start.elapsed());
    assert!(pages > 1000 && bytes.len() < 16_000_000, "{pages} pages, {} bytes", bytes.len());
}

#[test]
fn as_many_pages_are_written_as_were_told() {
    for name in ["crypt", "manor", "cave"] {
        let dungeon = made(name, 4);
        for parts in [vec![PrintPart::OnePage, PrintPart::Player], PrintPart::ALL.to_vec(), vec![PrintPart::Battle]] {
            let options = PdfOptions { squares_per_tile: 1, pages: parts, ..PdfOptions::default() };
            let bytes = print(&dungeon, &options);
            let Some(info) = run(&["pdfinfo", "-"], &bytes) else { return };
            let info = String::from_utf8(info).unwrap();
            let pages = info.lines().find_map(|line| line.strip_prefix("Pages:")).unwrap().trim().parse::<usize>();
            let told = pdf::page_count(&dungeon, &options).unwrap();
            assert_eq!(pages, Ok(told.total()), "{name}: {told}");
        }
    }
}

#[test]
fn one_page_is_small_and_its_text_lies_on_the_paper() {
    for name in ["crypt", "walker-keep", "temple"] {
        let bytes = print(&made(name, 4), &PdfOptions::default());
        assert!(bytes.len() < 1_000_000, "{name}: {} bytes", bytes.len());
        let Some(boxes) = run(&["pdftotext", "-bbox", "-", "-"], &bytes) else { return };
        let boxes = String::from_utf8(boxes).unwrap();
        let number = |line: &str, key: &str| {
            let rest = line.split(&format!("{key}=\"")).nth(1)?;
            rest.split('"').next()?.parse::<f64>().ok()
        };
        let mut paper = (0.0, 0.0);
        let mut words = 0;
        for line in boxes.lines() {
            if let (Some(width), Some(height)) = (number(line, "width"), number(line, "height")) {
                paper = (width, height);
            }
            if let (Some(left), Some(right), Some(top)) =
                (number(line, "xMin"), number(line, "xMax"), number(line, "yMin"))
            {
                words += 1;
                assert!(left >= 0.0 && top >= 0.0 && right <= paper.0, "{name}: {line}");
            }
        }
        assert!(words > 100, "{name}: {words} words");
    }
}

#[test]
fn squares_of_battle_pages_are_an_inch_and_numbers_stand_beside_the_rooms() {
    let mut level = Level::solid_rock(0, Size::of(9, 9));
    for y in 1..6 {
        level.terrain.row_mut(y)[1..6].fill(Terrain::Floor);
    }
    let mut dungeon = Dungeon::bare("Room", vec![level]);
    let floor = undercroft::dungeon::Run::of_rect(undercroft::grid::Rect::new(1, 1, 6, 6));
    dungeon.rooms.push(undercroft::dungeon::Room::bare(undercroft::dungeon::RoomId(0), 0, floor));
    for paper in [Paper::A4, Paper::Letter] {
        let options =
            PdfOptions { paper, squares_per_tile: 1, pages: vec![PrintPart::Battle], ..PdfOptions::default() };
        let bytes = print(&dungeon, &options);
        let Some(drawn) = render(&bytes, DPI) else { return };
        assert_eq!(drawn.len(), 1);
        // A row through the second line of cells: wall, four lines of the grid, wall.
        let page = &drawn[0];
        let found = (0..page.height)
            .map(|y| lines(page, y, 60, 720))
            .find(|found| found.len() == 6 && (found[5] - found[0] - 500.0).abs() < 3.0)
            .expect("a row of floor");
        for pair in found[1..5].windows(2) {
            // A tenth of a millimetre is 0.39 of these pixels.
            assert!((pair[1] - pair[0] - 100.0).abs() < 0.39, "{found:?}");
        }
        let text = run(&["pdftotext", "-", "-"], &bytes).unwrap();
        assert!(String::from_utf8(text).unwrap().lines().any(|line| line == "0"));
    }
}
