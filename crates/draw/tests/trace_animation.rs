//! The making of dungeons as moving pictures, read back with the `gif` and `png` crates.

use std::collections::BTreeSet;

use undercroft::dungeon::{DoorId, Dungeon, Level, RoomId};
use undercroft::events::{Event, EventLog};
use undercroft::grid::{Cell, Rect, Size};
use undercroft::recipe::preset;
use undercroft::seed::Seed;
use undercroft_draw::{DrawOptions, GenerationFilm};
use undercroft_draw::{LAST_DELAY, LONGEST_SIDE, MAX_FRAMES};

fn made(name: &str, seed: u64) -> (Dungeon, Vec<Event>) {
    let recipe = preset(name).unwrap().recipe().unwrap().check(Seed::new(seed)).unwrap();
    let mut recorder = EventLog::default();
    let dungeon = recipe.generate(&mut recorder).unwrap();
    (dungeon, recorder.events)
}

/// Sides, then pixels and delay of each picture.
type Film = ((usize, usize), Vec<(Vec<u8>, u16)>);

/// The pictures of a film as they are seen, in palette positions, with their delays.
fn pictures(gif: &[u8]) -> Film {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut reader = options.read_info(gif).unwrap();
    let (width, height) = (usize::from(reader.width()), usize::from(reader.height()));
    let mut screen = vec![0; width * height];
    let mut pictures = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        let sides = [frame.left, frame.top, frame.width, frame.height].map(usize::from);
        let rows = frame.buffer.chunks_exact(sides[2]).enumerate();
        for (y, row) in rows {
            let start = (sides[1] + y) * width + sides[0];
            for (old, &new) in screen[start..start + sides[2]].iter_mut().zip(row) {
                *old = if Some(new) == frame.transparent { *old } else { new };
            }
        }
        pictures.push((screen.clone(), frame.delay));
    }
    ((width, height), pictures)
}

#[test]
fn films_have_the_promised_size_length_and_end() {
    for name in ["small-dungeon", "walker-keep", "tower", "cave", "townhouse"] {
        let (dungeon, events) = made(name, 4);
        let making = GenerationFilm::new(&dungeon, &events, &DrawOptions::default());
        let gif = making.to_gif().unwrap();
        let ((width, height), pictures) = pictures(&gif);
        assert_eq!(pictures.len(), making.frame_count(), "{name}");
        assert!(pictures.len() <= MAX_FRAMES && width as i32 <= LONGEST_SIDE && height as i32 <= LONGEST_SIDE + 40);
        assert!(gif.len() < 3_000_000, "{name}: {} bytes", gif.len());
        let (first, last) = (&pictures[0], &pictures[pictures.len() - 1]);
        assert!(first.0 != last.0 && last.1 == LAST_DELAY, "{name}");
        assert!(first.0.iter().all(|&pixel| pixel == first.0[0]), "{name}: the film begins on bare paper");
        let before = &pictures[pictures.len() - 2];
        assert!(before.0 != first.0 && before.0 != last.0, "{name}");
        let time: u32 = pictures.iter().map(|(_, delay)| u32::from(*delay)).sum();
        assert!(time < 2200, "{name} takes {time} hundredths of a second");
    }
}

#[test]
fn the_same_seed_gives_the_same_film_and_another_seed_another() {
    let film = |seed| {
        let (dungeon, events) = made("small-dungeon", seed);
        GenerationFilm::new(&dungeon, &events, &DrawOptions::default()).to_gif().unwrap()
    };
    assert!(film(1) == film(1));
    assert!(film(1) != film(2));
}

#[test]
fn a_rejection_flashes_in_the_colour_of_its_reason() {
    let level = Level::solid_rock(0, Size::of(20, 12));
    let dungeon = Dungeon::bare("Rock", vec![level]);
    let reject = |reason: &str| Event::Rejected {
        what: "room".to_owned(),
        z: 0,
        at: Cell::new(10, 5),
        reason: reason.to_owned(),
    };
    let stage = Event::Stage { name: "place".to_owned() };
    let split = Event::Split {
        z: 0,
        partition: Rect::new(0, 0, 20, 12),
        parts: [Rect::new(0, 0, 9, 12), Rect::new(9, 0, 20, 12)],
    };
    // Rejections in a row would be shown together.
    let door = || Event::OpenedDoor { door: DoorId(0), room: RoomId(0), cells: vec![Cell::new(0, 0)] };
    let events = [stage, split, reject("too narrow"), door(), reject("too wide"), door(), reject("too narrow")];
    let (_, pictures) = pictures(&GenerationFilm::new(&dungeon, &events, &DrawOptions::default()).to_gif().unwrap());
    assert_eq!(pictures.len(), 2 + events.len());
    // Sixteen pixels to a cell.
    let flash = |picture: usize| pictures[picture].0[(5 * 16 + 8) * 320 + 10 * 16 + 8];
    assert_ne!(flash(3), flash(2));
    assert_eq!(flash(4), flash(6), "a flash lasts a moment");
    assert_ne!(flash(3), flash(5));
    assert_eq!(flash(3), flash(7));
}

#[test]
fn splits_and_rejections_of_a_storey_show_on_that_storey_alone() {
    let storey = |z| Level::solid_rock(z, Size::of(20, 12));
    let dungeon = Dungeon::bare("House", [1, 0, -1].map(storey).to_vec());
    let split = |z| {
        let parts = [Rect::new(0, 0, 9, 12), Rect::new(9, 0, 20, 12)];
        Event::Split { z, partition: Rect::new(0, 0, 20, 12), parts }
    };
    let reject = |z| Event::Rejected { what: String::new(), z, at: Cell::new(4, 5), reason: "no".to_owned() };
    let film = |events: &[Event]| {
        let (size, pictures) =
            pictures(&GenerationFilm::new(&dungeon, events, &DrawOptions::default()).to_gif().unwrap());
        (size, pictures[1].0.clone(), pictures[0].0.clone())
    };
    for event in [split as fn(i32) -> Event, reject] {
        let painted: Vec<BTreeSet<usize>> = [1, 0, -1]
            .map(|z| {
                let (_, step, blank) = film(&[event(z)]);
                // The caption below the map is the same for all.
                let map = blank.len() - 26 * film(&[event(z)]).0.0;
                (0..map).filter(|&at| step[at] != blank[at]).collect()
            })
            .to_vec();
        assert!(painted.iter().all(|pixels| !pixels.is_empty()));
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            assert!(painted[one].is_disjoint(&painted[other]), "storeys {one} and {other}");
        }
    }
}

#[test]
fn a_house_tells_the_storey_of_each_room() {
    let (dungeon, events) = made("castle", 1);
    assert!(dungeon.levels.len() > 1);
    let placed: BTreeSet<i32> =
        events.iter().filter_map(|event| if let Event::Placed { z, .. } = event { Some(*z) } else { None }).collect();
    assert_eq!(placed, dungeon.levels.iter().map(|level| level.z).collect());
}

#[test]
fn a_long_trace_takes_no_more_pictures_than_promised() {
    let level = Level::solid_rock(0, Size::of(40, 40));
    let dungeon = Dungeon::bare("Rock", vec![level]);
    let reject = |i: i32| Event::Rejected {
        what: String::new(),
        z: 0,
        at: Cell::new(i % 40, i / 40 % 40),
        reason: "no".to_owned(),
    };
    let events: Vec<Event> = (0..5000).map(reject).collect();
    let making = GenerationFilm::new(&dungeon, &events, &DrawOptions::default());
    let (_, pictures) = pictures(&making.to_gif().unwrap());
    assert!(pictures.len() <= MAX_FRAMES && pictures.len() > MAX_FRAMES / 2, "{}", pictures.len());
}

#[test]
fn an_animated_png_has_as_many_pictures() {
    let (dungeon, events) = made("small-dungeon", 9);
    let making = GenerationFilm::new(&dungeon, &events, &DrawOptions::default());
    let png = making.to_png().unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
    assert_eq!(reader.info().animation_control().unwrap().num_frames as usize, making.frame_count());
    let ((width, height), _) = pictures(&making.to_gif().unwrap());
    assert_eq!(reader.info().size(), (width as u32, height as u32));
}

#[test]
fn a_trace_of_another_dungeon_is_shown_as_far_as_it_fits() {
    let (_, events) = made("walker-keep", 1);
    let small = Dungeon::bare("Small", vec![Level::solid_rock(0, Size::of(5, 5))]);
    assert!(GenerationFilm::new(&small, &events, &DrawOptions::default()).to_gif().is_ok());
    let none = Dungeon::bare("None", Vec::new());
    assert!(GenerationFilm::new(&none, &events, &DrawOptions::default()).to_gif().is_ok());
}

#[test]
fn features_appear_one_by_one_while_the_dungeon_is_stocked() {
    let (dungeon, events) = made("small-dungeon", 4);
    let placed = events.iter().filter(|event| matches!(event, Event::FeaturePlaced { .. })).count();
    assert!(placed > 5);
    let film = GenerationFilm::new(&dungeon, &events, &DrawOptions::default());
    let ((width, height), pictures) = pictures(&film.to_gif().unwrap());
    assert!(width <= 640 && height <= 640 + 26);
    let last = &pictures[pictures.len() - 1].0;
    // Without the line of words.
    let map = width * (height - 26);
    let done = |picture: &[u8]| (0..map).filter(|&at| picture[at] == last[at]).count();
    let stocked: Vec<usize> = pictures[pictures.len() - 1 - placed..].iter().map(|(pixels, _)| done(pixels)).collect();
    assert!(stocked.windows(2).all(|pair| pair[0] <= pair[1]), "nothing that is in its place goes away: {stocked:?}");
    assert!(stocked.windows(2).filter(|pair| pair[0] < pair[1]).count() > placed / 2, "{stocked:?}");
}

#[test]
fn a_film_of_a_small_dungeon_has_at_most_four_megabytes() {
    for seed in 1..=4 {
        let (dungeon, events) = made("small-dungeon", seed);
        let gif = GenerationFilm::new(&dungeon, &events, &DrawOptions::default()).to_gif().unwrap();
        assert!(gif.len() <= 4_000_000, "seed {seed}: {} bytes", gif.len());
    }
}

#[test]
fn a_film_is_framed_on_the_finished_floor() {
    let (dungeon, events) = made("small-dungeon", 4);
    let ((width, height), pictures) =
        pictures(&GenerationFilm::new(&dungeon, &events, &DrawOptions::default()).to_gif().unwrap());
    let (first, last) = (&pictures[0].0, &pictures[pictures.len() - 1].0);
    let map = height - 26;
    // Something is drawn within four cells of each edge.
    let cells = |x: usize, y: usize| last[y * width + x] != first[0];
    let reach = 4 * 16;
    assert!(
        (0..map).any(|y| (0..reach).any(|x| cells(x, y)))
            && (0..map).any(|y| (width - reach..width).any(|x| cells(x, y)))
    );
    assert!(
        (0..width).any(|x| (0..reach).any(|y| cells(x, y)))
            && (0..width).any(|x| (map - reach..map).any(|y| cells(x, y)))
    );
}
