//! The letters, drawn for these maps: single strokes of an even pen, round and open like a draughtsman's hand.
//!
//! Capitals stand between 0 and 60, small letters between 20 and 60, tails go down to 78. A stroke is a list of pen moves:
//! `M x y` puts the pen down, `L` draws a line, `H` a quarter of an ellipse that sets out sideways, `V` one that sets out
//! upright, `C` a cubic curve.

/// A letter: its width without the space beside it, and its strokes.
pub type Glyph = (u8, &'static str);

/// The height of capitals in these units.
pub const CAPITAL: i32 = 60;

/// The strokes of a letter that needs no accent; `None` for one that was never drawn.
pub fn glyph(letter: char) -> Option<Glyph> {
    capital(letter).or_else(|| small(letter)).or_else(|| digit(letter)).or_else(|| sign(letter))
}

#[rustfmt::skip]
fn capital(letter: char) -> Option<Glyph> {
    Some(match letter {
        'A' => (44, "M0 60 L22 0 L44 60 M7 41 L37 41"),
        'B' => (38, "M0 29 L21 29 H35 14 V21 0 L0 0 L0 60 L21 60 H38 45 V21 29"),
        'C' => (42, "M42 13 V24 0 H0 30 V24 60 H42 47"),
        'D' => (42, "M0 0 L0 60 L14 60 H42 30 V14 0 L0 0"),
        'E' => (33, "M33 0 L0 0 L0 60 L33 60 M0 29 L27 29"),
        'F' => (32, "M32 0 L0 0 L0 60 M0 29 L26 29"),
        'G' => (44, "M42 13 V24 0 H0 30 V24 60 H44 42 L44 33 L27 33"),
        'H' => (42, "M0 0 L0 60 M42 0 L42 60 M0 29 L42 29"),
        'I' => (0, "M0 0 L0 60"),
        'J' => (25, "M25 0 L25 44 V12 60 H0 47"),
        'K' => (38, "M0 0 L0 60 M36 0 L0 36 M12 25 L38 60"),
        'L' => (31, "M0 0 L0 60 L31 60"),
        'M' => (50, "M0 60 L4 0 L25 42 L46 0 L50 60"),
        'N' => (42, "M0 60 L0 0 L42 60 L42 0"),
        'O' => (48, "M24 0 H48 30 V24 60 H0 30 V24 0"),
        'P' => (36, "M0 60 L0 0 L20 0 H36 16 V20 32 L0 32"),
        'Q' => (48, "M24 0 H48 30 V24 60 H0 30 V24 0 M30 44 L47 63"),
        'R' => (37, "M0 60 L0 0 L20 0 H36 16 V20 32 L0 32 M19 32 L37 60"),
        'S' => (37, "M35 11 V19 0 H2 15 V19 29 H37 45 V18 60 H0 48"),
        'T' => (40, "M0 0 L40 0 M20 0 L20 60"),
        'U' => (42, "M0 0 L0 39 V21 60 H42 39 L42 0"),
        'V' => (42, "M0 0 L21 60 L42 0"),
        'W' => (62, "M0 0 L14 60 L31 10 L48 60 L62 0"),
        'X' => (40, "M0 0 L40 60 M40 0 L0 60"),
        'Y' => (40, "M0 0 L20 31 L40 0 M20 31 L20 60"),
        'Z' => (38, "M0 0 L38 0 L0 60 L38 60"),
        _ => return None,
    })
}

#[rustfmt::skip]
fn small(letter: char) -> Option<Glyph> {
    Some(match letter {
        'a' => (32, "M32 20 L32 60 M32 40 V16 20 H0 40 V16 60 H32 40"),
        'b' => (32, "M0 0 L0 60 M0 40 V16 20 H32 40 V16 60 H0 40"),
        'c' => (29, "M29 28 V17 20 H0 40 V17 60 H29 52"),
        'd' => (32, "M32 0 L32 60 M32 40 V16 20 H0 40 V16 60 H32 40"),
        'e' => (33, "M0 39 L33 39 V17 20 H0 40 V17 60 H31 51"),
        'f' => (21, "M23 2 C13 -2 9 4 9 14 L9 60 M0 23 L21 23"),
        'g' => (32, "M32 20 L32 63 V16 78 H2 71 M32 40 V16 20 H0 40 V16 60 H32 40"),
        'h' => (30, "M0 0 L0 60 M0 39 V15 20 H30 38 L30 60"),
        'i' => (0, "M0 20 L0 60 M0 5 L0 6"),
        'ı' => (0, "M0 20 L0 60"),
        'j' => (8, "M8 20 L8 66 C8 74 5 78 -3 77 M8 5 L8 6"),
        'k' => (27, "M0 0 L0 60 M25 20 L0 46 M10 37 L27 60"),
        'l' => (8, "M0 0 L0 50 C0 57 3 60 8 60"),
        'm' => (50, "M0 20 L0 60 M0 37 V13 20 H25 36 L25 60 M25 37 V38 20 H50 36 L50 60"),
        'n' => (30, "M0 20 L0 60 M0 39 V15 20 H30 38 L30 60"),
        'o' => (34, "M17 20 H34 40 V17 60 H0 40 V17 20"),
        'p' => (32, "M0 20 L0 78 M0 40 V16 20 H32 40 V16 60 H0 40"),
        'q' => (32, "M32 20 L32 78 M32 40 V16 20 H0 40 V16 60 H32 40"),
        'r' => (18, "M0 20 L0 60 M0 40 C1 26 8 19 18 21"),
        's' => (26, "M25 27 V13 20 H1 30 V13 39 H26 50 V13 60 H0 53"),
        't' => (20, "M9 6 L9 48 V20 60 M0 22 L19 22"),
        'u' => (30, "M0 20 L0 42 V15 60 H30 41 M30 20 L30 60"),
        'v' => (30, "M0 20 L15 60 L30 20"),
        'w' => (46, "M0 20 L11 60 L23 27 L35 60 L46 20"),
        'x' => (28, "M0 20 L28 60 M28 20 L0 60"),
        'y' => (30, "M0 20 L15 58 M30 20 L14 63 C11 73 8 78 0 77"),
        'z' => (27, "M0 20 L27 20 L0 60 L27 60"),
        'ß' => (32, "M0 60 L0 15 V14 0 H28 13 C28 22 18 24 18 30 C18 38 32 36 32 48 V20 60 H12 58"),
        'ø' => (34, "M17 20 H34 40 V17 60 H0 40 V17 20 M30 18 L4 62"),
        'Ø' => (48, "M24 0 H48 30 V24 60 H0 30 V24 0 M42 -2 L6 62"),
        'æ' => (54, "M28 39 L54 39 V41 20 H28 40 V41 60 H53 51 M28 20 L28 60 M28 40 V14 20 H0 40 V14 60 H28 40"),
        'Æ' => (58, "M58 0 L28 0 L0 60 M28 0 L32 60 L58 60 M30 29 L52 29 M9 41 L31 41"),
        _ => return None,
    })
}

#[rustfmt::skip]
fn digit(letter: char) -> Option<Glyph> {
    Some(match letter {
        '0' => (36, "M18 0 H36 30 V18 60 H0 30 V18 0"),
        '1' => (14, "M0 12 L14 0 L14 60"),
        '2' => (35, "M1 15 V18 0 H34 17 C34 33 12 44 0 60 L35 60"),
        '3' => (35, "M1 12 V17 0 H33 14 V16 28 L13 28 M16 28 H35 44 V17 60 H0 48"),
        '4' => (39, "M28 60 L28 0 L0 43 L39 43"),
        '5' => (35, "M32 0 L5 0 L2 28 C7 24 12 23 17 23 H35 41 V17 60 H0 49"),
        '6' => (36, "M31 1 C13 5 0 21 0 41 V18 60 H36 41 V18 23 H0 41"),
        '7' => (36, "M0 0 L36 0 L12 60"),
        '8' => (36, "M18 28 H3 14 V18 0 H33 14 V18 28 H36 44 V18 60 H0 44 V18 28"),
        '9' => (36, "M36 19 V18 37 H0 19 V18 0 H36 19 C36 39 23 55 5 59"),
        _ => return None,
    })
}

#[rustfmt::skip]
fn sign(letter: char) -> Option<Glyph> {
    Some(match letter {
        '.' => (2, "M1 59 L1 60"),
        ',' => (5, "M4 58 L1 69"),
        ':' => (2, "M1 30 L1 31 M1 59 L1 60"),
        ';' => (5, "M4 30 L4 31 M4 58 L1 69"),
        '-' => (20, "M0 37 L20 37"),
        '–' => (30, "M0 37 L30 37"),
        '—' => (48, "M0 37 L48 37"),
        '−' => (26, "M0 33 L26 33"),
        '+' => (28, "M14 19 L14 47 M0 33 L28 33"),
        '=' => (28, "M0 26 L28 26 M0 40 L28 40"),
        '!' => (2, "M1 0 L1 42 M1 59 L1 60"),
        '?' => (29, "M0 13 V15 0 H29 15 C29 29 14 28 14 43 M14 59 L14 60"),
        '\'' => (2, "M1 0 L1 14"),
        '‘' => (6, "M1 0 L5 14"),
        '’' => (6, "M5 0 L1 14"),
        '‚' => (6, "M5 55 L1 69"),
        '"' => (13, "M1 0 L1 14 M12 0 L12 14"),
        '“' => (17, "M1 0 L5 14 M12 0 L16 14"),
        '”' => (17, "M5 0 L1 14 M16 0 L12 14"),
        '„' => (17, "M5 55 L1 69 M16 55 L12 69"),
        '`' => (8, "M0 0 L8 12"),
        '^' => (26, "M0 22 L13 2 L26 22"),
        '~' => (32, "M0 39 C5 27 11 28 16 33 C21 38 27 39 32 27"),
        '|' => (0, "M0 -6 L0 72"),
        '{' => (15, "M15 -4 C1 -4 14 33 0 33 C14 33 1 70 15 70"),
        '}' => (15, "M0 -4 C14 -4 1 33 15 33 C1 33 14 70 0 70"),
        '$' => (37, "M35 11 V19 0 H2 15 V19 29 H37 45 V18 60 H0 48 M19 -9 L19 69"),
        '@' => (56, "M38 20 L36 36 C35 46 56 46 56 29 V29 2 H0 33 V29 64 H46 58 M38 30 V28 20 H17 32 V26 44 H37 32"),
        '◊' => (20, "M10 16 L20 34 L10 52 L0 34 L10 16"),
        '(' => (13, "M13 -4 C-4 16 -4 50 13 70"),
        ')' => (13, "M0 -4 C17 16 17 50 0 70"),
        '[' => (11, "M11 -4 L0 -4 L0 70 L11 70"),
        ']' => (11, "M0 -4 L11 -4 L11 70 L0 70"),
        '/' => (26, "M26 -2 L0 66"),
        '\\' => (26, "M0 -2 L26 66"),
        '_' => (36, "M0 66 L36 66"),
        '<' => (26, "M26 18 L0 33 L26 48"),
        '>' => (26, "M0 18 L26 33 L0 48"),
        '&' => (44, "M44 60 L11 20 C4 8 10 0 19 0 C31 0 33 14 20 23 L12 28 C-5 39 -2 60 18 60 C32 60 41 49 43 35"),
        '#' => (40, "M13 4 L7 58 M33 4 L27 58 M3 21 L40 21 M0 42 L37 42"),
        '%' => (48, "M10 2 H20 14 V10 26 H0 14 V10 2 M38 34 H48 46 V38 58 H28 46 V38 34 M42 0 L6 60"),
        '*' => (24, "M12 2 L12 26 M2 8 L22 20 M22 8 L2 20"),
        '×' => (24, "M0 21 L24 45 M24 21 L0 45"),
        '·' => (2, "M1 35 L1 36"),
        '°' => (18, "M9 0 H18 9 V9 18 H0 9 V9 0"),
        '…' => (34, "M1 59 L1 60 M17 59 L17 60 M33 59 L33 60"),
        '↑' => (26, "M13 60 L13 2 M0 17 L13 1 L26 17"),
        '↓' => (26, "M13 0 L13 58 M0 43 L13 59 L26 43"),
        '→' => (46, "M0 33 L44 33 M31 20 L46 33 L31 46"),
        '←' => (46, "M46 33 L2 33 M15 20 L0 33 L15 46"),
        _ => return None,
    })
}

/// How much nearer than usual a letter stands to the one before it: where slanting sides and arms leave a hole.
pub const fn kerning(before: char, letter: char) -> i32 {
    match (before, letter) {
        ('A', 'V' | 'W' | 'T' | 'Y') | ('V' | 'W' | 'T' | 'Y', 'A') | ('L', 'T' | 'V' | 'W' | 'Y' | '’') => -10,
        ('T' | 'Y', 'a' | 'c' | 'e' | 'o' | 'q' | 's' | 'd' | 'g') => -9,
        ('T' | 'Y', 'r' | 'u' | 'w' | 'y' | 'm' | 'n' | 'p' | 'v' | 'z' | '.' | ',') => -7,
        ('V' | 'W', 'a' | 'c' | 'e' | 'o' | 'q' | 's' | 'd' | 'g' | '.' | ',') => -6,
        ('A', 'v' | 'w' | 'y' | '’') | ('L', 'y') => -5,
        _ => 0,
    }
}

/// A letter with an accent: what stands below, and the strokes of the accent round a middle of 0, above a letter whose
/// top is at 20.
#[rustfmt::skip]
pub fn accented(letter: char) -> Option<(char, &'static str)> {
    const ACUTE: &str = "M-3 11 L7 0";
    const GRAVE: &str = "M3 11 L-7 0";
    const ROOF: &str = "M-9 11 L0 1 L9 11";
    const HOOK: &str = "M-9 1 L0 11 L9 1";
    const DOTS: &str = "M-8 6 L-8 7 M8 6 L8 7";
    const WAVE: &str = "M-11 9 C-7 -2 -3 2 0 6 C3 10 7 12 11 3";
    const RING: &str = "M0 -2 H7 5 V0 12 H-7 5 V0 -2";
    const TAIL: &str = "M1 60 C12 66 8 77 -5 74";
    const BAR: &str = "M-9 6 L9 6";
    Some(match letter {
        'á' => ('a', ACUTE), 'é' => ('e', ACUTE), 'í' => ('ı', ACUTE), 'ó' => ('o', ACUTE), 'ú' => ('u', ACUTE), 'ý' => ('y', ACUTE),
        'Á' => ('A', ACUTE), 'É' => ('E', ACUTE), 'Í' => ('I', ACUTE), 'Ó' => ('O', ACUTE), 'Ú' => ('U', ACUTE), 'Ý' => ('Y', ACUTE),
        'à' => ('a', GRAVE), 'è' => ('e', GRAVE), 'ì' => ('ı', GRAVE), 'ò' => ('o', GRAVE), 'ù' => ('u', GRAVE),
        'À' => ('A', GRAVE), 'È' => ('E', GRAVE), 'Ì' => ('I', GRAVE), 'Ò' => ('O', GRAVE), 'Ù' => ('U', GRAVE),
        'â' => ('a', ROOF), 'ê' => ('e', ROOF), 'î' => ('ı', ROOF), 'ô' => ('o', ROOF), 'û' => ('u', ROOF),
        'Â' => ('A', ROOF), 'Ê' => ('E', ROOF), 'Î' => ('I', ROOF), 'Ô' => ('O', ROOF), 'Û' => ('U', ROOF),
        'ä' => ('a', DOTS), 'ë' => ('e', DOTS), 'ï' => ('ı', DOTS), 'ö' => ('o', DOTS), 'ü' => ('u', DOTS), 'ÿ' => ('y', DOTS),
        'Ä' => ('A', DOTS), 'Ë' => ('E', DOTS), 'Ï' => ('I', DOTS), 'Ö' => ('O', DOTS), 'Ü' => ('U', DOTS),
        'ã' => ('a', WAVE), 'ñ' => ('n', WAVE), 'õ' => ('o', WAVE), 'Ã' => ('A', WAVE), 'Ñ' => ('N', WAVE), 'Õ' => ('O', WAVE),
        'å' => ('a', RING), 'Å' => ('A', RING), 'ů' => ('u', RING), 'Ů' => ('U', RING),
        'č' => ('c', HOOK), 'ě' => ('e', HOOK), 'ř' => ('r', HOOK), 'š' => ('s', HOOK), 'ž' => ('z', HOOK),
        'Č' => ('C', HOOK), 'Ě' => ('E', HOOK), 'Ř' => ('R', HOOK), 'Š' => ('S', HOOK), 'Ž' => ('Z', HOOK),
        'ā' => ('a', BAR), 'ē' => ('e', BAR), 'ī' => ('ı', BAR), 'ō' => ('o', BAR), 'ū' => ('u', BAR),
        'ç' => ('c', TAIL), 'Ç' => ('C', TAIL),
        _ => return None,
    })
}
