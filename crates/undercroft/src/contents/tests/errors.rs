//! Every mistake has a message with file, line, column, value, limit and, for names, what was probably meant.

use super::super::load;
use super::*;

fn complaint(text: &str) -> String {
    read(&[("crypt.toml", text)]).expect_err(text).to_string()
}

#[track_caller]
fn check(text: &str, message: &str) {
    assert_eq!(complaint(text), format!("crypt.toml:{message}"), "{text}");
}

/// A purpose with these lines.
fn purpose(lines: &str, message: &str) {
    check(&format!("[purpose.ossuary]\n{lines}\n"), message);
}

#[test]
fn toml_that_cannot_be_read() {
    check("surface = ", "1:11: string values must be quoted, expected literal string");
    check("surface = \"a\"\nsurface = \"b\"", "2:1: `surface` comes twice");
}

#[test]
fn all_mistakes_of_a_file_in_its_order() {
    let text = "surface = \"tile\"\n\
        [purpose.a]\nwants = [\"dead_end\", \"deep\", \"larg\"]\n\
        [purpose.b]\narea = [9, 4]\n\
        [notes]\nsense = [\"{\", \"It is here.\", \"{bone}\"]\n";
    let error = read(&[("crypt.toml", text)]).expect_err(text);
    let places: Vec<[usize; 2]> =
        std::iter::once(&error).chain(&error.others).map(|mistake| [mistake.line, mistake.column]).collect();
    assert_eq!(places, [[1, 11], [3, 10], [3, 30], [5, 8], [7, 10], [7, 30]]);
    assert!(error.others.iter().all(|other| other.others.is_empty()));
}

#[test]
fn surfaces_and_capital_articles_have_a_hint() {
    check("surface = \"flagstone\"", "1:11: surface: unknown surface \"flagstone\"; did you mean \"flagstones\"?");
    check(
        "[notes]\nsense = [\"{A #remains} here.\"]",
        "2:10: notes.sense[0], letter 1: write {a #remains}; sentences begin with a capital letter by themselves",
    );
}

#[test]
fn traps_without_a_mechanism_or_half_of_it() {
    check(
        "[trap]\ntell = [\"A cord.\"]",
        "2:8: trap.tell: a trap needs a mechanism; write [trap.NAME] with tell and acts",
    );
    check("[trap.cord]\ntell = [\"A cord.\"]", "1:7: trap.cord: need acts, what it does");
    check("[trap.cord]\nacts = [\"It snaps.\"]", "1:7: trap.cord: need tell, what gives it away");
    check("[trap]\ncord = 1", "2:8: trap.cord: need a table, got 1");
}

#[test]
fn unknown_keys() {
    check("purposes = 1", "1:1: unknown key \"purposes\"; did you mean \"purpose\"?");
    check("[purpose.a]\nareas = 1", "2:1: purpose.a: unknown key \"areas\"; did you mean \"area\"?");
    check("[notes]\nsens = []", "2:1: notes: unknown key \"sens\"; did you mean \"sense\"?");
    check("[trap.cord]\ntells = []", "2:1: trap.cord: unknown key \"tells\"; did you mean \"tell\"?");
    check(
        "[treasure]\ntier5 = []",
        "2:1: treasure: unknown key \"tier5\"; did you mean \"tier1\", \"tier2\" or \"tier3\"?",
    );
    check("[levels]\ntop = []", "2:1: levels: unknown key \"top\"; known: \"ground\", \"down\", \"up\"");
    check(
        "[[group]]\nname = \"a\"",
        "2:1: group[0]: unknown key \"name\"; known: \"one\", \"many\", \"count\", \"cost\", \"mood\", \"at\", \"wants\", \"weight\" and 2 more",
    );
    purpose("furnish = [{ kin = 1 }]", "2:14: purpose.ossuary.furnish[0]: unknown key \"kin\"; did you mean \"kind\"?");
}

#[test]
fn parents() {
    check("extends = \"underground\"", "1:11: extends: unknown table \"underground\"; known: \"common\"");
    check("extends = \"crypt\"", "1:11: extends: cycle crypt → crypt");
    check("extends = 3", "1:11: extends: need a text, got 3");
    let chain = [("a.toml", "extends = \"b\""), ("b.toml", "extends = \"c\""), ("c.toml", "extends = \"a\"")];
    assert_eq!(read(&chain).unwrap_err().to_string(), "c.toml:1:11: extends: cycle a → b → c → a");
    let deep = [
        ("crypt.toml", ""),
        ("b.toml", ""),
        ("c.toml", "extends = \"b\""),
        ("d.toml", "extends = \"c\""),
        ("e.toml", "extends = \"d\""),
    ];
    assert_eq!(read(&deep).unwrap().table("e").unwrap().parents(), ["d", "c", "b", "common"]);
    let error = read(&[&deep[..], &[("f.toml", "\nextends = \"e\"")]].concat()).unwrap_err().to_string();
    assert_eq!(error, "f.toml:2:11: extends: need at most 4 parents, got common ← b ← c ← d ← e ← f");
}

#[test]
fn common_has_a_fallback_and_materials_of_keys() {
    let common = |text: &str| load::read_all(KINDS, &[("common.toml", text)]).unwrap_err().to_string();
    let needs = "common.toml:1:1: \"common\" needs purpose.chamber without conditions, for rooms that no other fits";
    assert_eq!(common(""), needs);
    assert_eq!(common("[purpose.chamber]\nneeds = [\"deep\"]"), needs);
    assert_eq!(common("[purpose.chamber]\narea = [2, 4096]"), needs);
    assert_eq!(common("[purpose.chamber]"), "common.toml:1:1: \"common\" needs facts.key, the materials of keys");
    assert_eq!(common("extends = \"crypt\""), "common.toml:1:11: extends: \"common\" has no parent");
    let missing = load::read_all(KINDS, &[]).unwrap_err().to_string();
    assert_eq!(missing, "common.toml: the table \"common\" is missing");
}

#[test]
fn aliases() {
    let other = SMALL_COMMON.1.replace("\"crypt\"", "\"cript\"");
    let error = load::read_all(KINDS, &[("common.toml", &other), ("crypt.toml", "")]).unwrap_err().to_string();
    let line = other.lines().count();
    assert_eq!(
        error,
        format!("common.toml:{line}:13: aliases.Catacombs: unknown table \"cript\"; did you mean \"crypt\"?")
    );
    check("[aliases]\nwarrens = \"crypt\"", "1:2: aliases: only the table \"common\" has aliases");
}

#[test]
fn constraints() {
    purpose(
        "wants = [\"dead_end\"]",
        "2:10: purpose.ossuary.wants: unknown constraint \"dead_end\"; did you mean \"dead-end\"?",
    );
    purpose("needs = [\"deep\", 3]", "2:18: purpose.ossuary.needs: need a text, got 3");
    purpose("needs = \"deep\"", "2:9: purpose.ossuary.needs: need a list, got \"deep\"");
    purpose("needs = [\"shape:aps\"]", "2:10: purpose.ossuary.needs: unknown shape \"aps\"; did you mean \"apse\"?");
    purpose("wants = [\"beside:\"]", "2:10: purpose.ossuary.wants: beside: has no value; need such as beside:chapel");
    purpose(
        "wants = [\"over:chapl\"]",
        "2:10: purpose.ossuary.wants: unknown purpose \"chapl\"; did you mean \"chapel\"?",
    );
}

#[test]
fn purposes_that_want_each_other_as_neighbors() {
    purpose("wants = [\"beside:ossuary\"]", "2:10: purpose.ossuary.wants: beside: cycle ossuary → ossuary");
    check(
        "[purpose.chapel]\nneeds = [\"deep\"]\nwants = [\"large\", \"beside:vestry\"]\n[purpose.vestry]\nneeds = [\"beside:chapel\"]\n",
        "3:19: purpose.chapel.wants: beside: cycle chapel → vestry → chapel",
    );
    let parent = ("a.toml", "[purpose.vestry]\nwants = [\"beside:chapel\"]");
    let child = ("b.toml", "extends = \"a\"\n[purpose.chapel]\nwants = [\"beside:vestry\"]");
    let error = read(&[parent, child]).unwrap_err().to_string();
    assert_eq!(error, "b.toml:3:10: purpose.chapel.wants: beside: cycle chapel → vestry → chapel");
}

#[test]
fn numbers_of_purposes() {
    purpose("area = [60, 9]", "2:8: purpose.ossuary.area: need 1 <= min <= max <= 4096, got [60, 9]");
    purpose("area = [0, 9]", "2:8: purpose.ossuary.area: need 1 <= min <= max <= 4096, got [0, 9]");
    purpose("area = [9, 4097]", "2:8: purpose.ossuary.area: need 1 <= min <= max <= 4096, got [9, 4097]");
    purpose("area = 9", "2:8: purpose.ossuary.area: need 1 <= min <= max <= 4096, got 9");
    purpose("min = 3\nmax = 2", "3:7: purpose.ossuary.max: need 0 <= min <= max <= 99, got 2 with min 3");
    purpose("min = -1", "2:7: purpose.ossuary.min: need a whole number from 0 to 99, got -1");
    purpose("weight = 0", "2:10: purpose.ossuary.weight: need a whole number from 1 to 1000, got 0");
    purpose("weight = 1.5", "2:10: purpose.ossuary.weight: need a whole number from 1 to 1000, got 1.5");
    let aspect = "need a number from 1 to 99 with at most two decimals";
    purpose("aspect = 0.9", &format!("2:10: purpose.ossuary.aspect: {aspect}, got 0.9"));
    purpose("aspect = 2.555", &format!("2:10: purpose.ossuary.aspect: {aspect}, got 2.555"));
    purpose(
        "levels = \"belo\"",
        "2:10: purpose.ossuary.levels: unknown range of levels \"belo\"; did you mean \"below\"?",
    );
    purpose("roles = [\"bos\"]", "2:10: purpose.ossuary.roles: unknown role \"bos\"; did you mean \"boss\"?");
    purpose("mirror = 1", "2:10: purpose.ossuary.mirror: need true or false, got 1");
    purpose("names = []", "2:9: purpose.ossuary.names: need at least one name");
    purpose(
        "surface = \"\"",
        "2:11: purpose.ossuary.surface: unknown surface \"\"; known: \"brick\", \"cobbles\", \"earth\", \"flagstones\", \"grass\", \"gravel\", \"ice\", \"mosaic\" and 6 more",
    );
    let long = "x".repeat(30);
    check(
        &format!("[purpose.{long}]"),
        &format!("1:10: purpose.{long}: need names of at most 28 letters; its own has 30"),
    );
    check("[purpose.\"a.b\"]", "1:10: purpose.a.b: need a name of at most 40 letters, digits, spaces, ' and -");
    check("purpose = 3", "1:11: purpose: need a table, got 3");
}

#[test]
fn furniture() {
    let at = "purpose.ossuary.furnish[0]";
    let entry = |entry: &str, message: &str| purpose(&format!("furnish = [{{ {entry} }}]"), message);
    entry("rule = \"rows\"", &format!("2:12: {at}: kind is missing"));
    entry(
        "kind = \"sarcofagus\"",
        &format!("2:21: {at}.kind: unknown feature kind \"sarcofagus\"; did you mean \"sarcophagus\"?"),
    );
    entry(
        "kind = \"table\", rule = \"centre\"",
        &format!("2:37: {at}.rule: unknown rule \"centre\"; did you mean \"center\"?"),
    );
    entry(
        "kind = \"table\", rule = \"rows\"",
        &format!("2:37: {at}.rule: table is not placed by \"rows\"; its rules are center"),
    );
    let table = "kind = \"table\", rule = \"center\"";
    entry(table, &format!("2:12: {at}: need n = [min, max], or share = 0.2 of the floor"));
    entry(&format!("{table}, n = [1, 2], share = 0.1"), &format!("2:67: {at}.share: n and share exclude each other"));
    entry(&format!("{table}, n = [3, 2]"), &format!("2:51: {at}.n: need 0 <= min <= max <= 64, got [3, 2]"));
    entry(
        &format!("{table}, share = 1.5"),
        &format!("2:55: {at}.share: need a number from 0 to 1 with at most four decimals, got 1.5"),
    );
    entry(
        &format!("{table}, of = \"chair\", n = [1, 1]"),
        &format!("2:52: {at}.of: only the rule \"beside\" has another feature"),
    );
    let chair = "kind = \"chair\", rule = \"beside\", n = [1, 1]";
    entry(chair, &format!("2:12: {at}: the rule \"beside\" needs of = \"KIND\""));
    entry(&format!("{chair}, of = \"table\""), &format!("2:64: {at}.of: no entry before this one places a table"));
}

#[test]
fn groups() {
    let group = |lines: &str, message: &str| {
        let whole = "one = \"a\"\nmany = \"b\"\ncount = [1, 2]\ncost = 9\nmood = [\"c\"]\n";
        let key = lines.split(' ').next().unwrap_or_default();
        let kept: String = whole.split_inclusive('\n').filter(|line| !line.starts_with(&format!("{key} "))).collect();
        check(&format!("[[group]]\n{lines}\n{kept}"), message);
    };
    check("[[group]]\n[[group]]", "1:1: group[0]: mood is missing");
    group("count = [0, 2]", "2:9: group[0].count: need 1 <= min <= max <= 60, got [0, 2]");
    group("cost = 4", "2:8: group[0].cost: need a whole number from 5 to 200, got 4");
    group("mood = []", "2:8: group[0].mood: need 1 to 1000 entries, got 0");
    group("at = [0.7, 0.1]", "2:6: group[0].at: need 0 <= min <= max <= 1, got [0.7, 0.1]");
    group("wants = [\"bside:\"]", "2:10: group[0].wants: unknown constraint \"bside:\"; did you mean \"beside:\"?");
    group(
        "notes = [\"{group.mod}\"]",
        "2:10: group[0].notes[0], letter 1: unknown reference \"group.mod\"; did you mean \"group.mood\"?",
    );
    group(
        "one = \"{a|b}\"",
        "2:7: group[0].one: need 1 to 80 letters without braces, bars and spaces around them, got \"{a|b}\"",
    );
}

#[test]
fn facts_and_words() {
    check("[words]\nremains = []", "2:11: words \"remains\" is empty");
    check("[facts]\nowner = []", "2:9: facts \"owner\" is empty");
    check("[words]\nremains = \"wax\"", "2:11: words.remains: need a list, got \"wax\"");
    check("[facts]\nlevel = [\"a\"]", "2:9: facts.level: {level} means something else in sentences; need another name");
    check(
        "[words]\nremains = [\" wax\"]",
        "2:12: words.remains: need 1 to 80 letters without braces, bars and spaces around them, got \" wax\"",
    );
    let long = format!("[words]\nw = [{}]", "\"a\",".repeat(1_001));
    check(&long, "2:5: words.w: need 0 to 1000 entries, got 1001");
    check(
        &format!("[words]\n{} = [\"a\"]", "w".repeat(41)),
        &format!("2:45: words.{}: need a name of at most 40 letters, digits, spaces, ' and -", "w".repeat(41)),
    );
}

#[test]
fn sentences() {
    check(
        "[notes]\nsense = [\n  \"Dust.\",\n  \"Wax.\",\n  \"Skulls, sorte{d by size.\",\n]",
        "5:3: notes.sense[2], letter 14: unclosed {",
    );
    check(
        "[hook]\ntext = [\"{#remain}\"]",
        "2:9: hook.text[0], letter 1: unknown word list \"remain\"; did you mean \"remains\"?",
    );
    check("[rumour]\ntext = \"a\"", "2:8: rumour.text: need a list, got \"a\"");
    check("[trace]\nsound = [3]", "2:10: trace.sound: need a text, got 3");
    purpose(
        "notes.key = [\"{ky}\"]",
        "2:14: purpose.ossuary.notes.key[0], letter 1: unknown reference \"ky\"; did you mean \"key\"?",
    );
    let long = "x".repeat(161);
    check(
        &format!("[trap.cord]\ntell = [\"A cord.\"]\nacts = [\"{long}\"]"),
        "3:9: trap.cord.acts[0], letter 161: up to 161 letters when written out; a note has at most 160",
    );
    let long = "x".repeat(1_001);
    check(
        &format!("[trap.cord]\ntell = [\"A cord.\"]\nacts = [\"{long}\"]"),
        "3:9: trap.cord.acts[0], letter 1001: need at most 1000 letters, got 1001",
    );
    purpose(
        "names = [\"The room of a baker's wives\", \"The room of {owner} and {owner}\"]",
        "2:41: purpose.ossuary.names[1], letter 13: up to 65 letters when written out; a name has at most 28",
    );
}

#[test]
fn feature_kinds() {
    let kind = |lines: &str, message: &str| {
        let text =
            "[urn]\nsize = [1, 1]\nrules = [\"wall\"]\nwords = { one = \"an urn\", many = \"urns\" }\n".to_owned();
        let key = lines.split(' ').next().unwrap_or_default();
        let kept: String = text.split_inclusive('\n').filter(|line| !line.starts_with(&format!("{key} "))).collect();
        let error = load::read_all(("features.toml", &format!("{kept}{lines}")), &[SMALL_COMMON]).unwrap_err();
        assert_eq!(error.to_string(), format!("features.toml:{message}"));
    };
    kind("sizes = 1", "5:1: urn: unknown key \"sizes\"; did you mean \"size\"?");
    kind("size = [1, 7]", "4:8: urn.size: need width and depth from 1 to 6, such as [2, 1], got [1, 7]");
    kind("size = [1]", "4:8: urn.size: need width and depth from 1 to 6, such as [2, 1], got [1]");
    kind("light = [40, 20]", "5:9: urn.light: need 5 <= min <= max <= 120, got [40, 20]");
    kind("mount = \"roof\"", "5:9: urn.mount: unknown mount \"roof\"; known: \"floor\", \"wall\"");
    kind(
        "on = [\"mud\"]",
        "5:7: urn.on: unknown ground \"mud\"; known: \"bare\", \"shallow\", \"deep\", \"chasm\", \"rubble\", \"grass\", \"bridge\"",
    );
    kind("on = []", "5:6: urn.on: need at least one ground");
    kind("rules = []", "4:9: urn.rules: need at least one rule");
    kind("words = { one = \"an urn\" }", "4:1: urn.words: many is missing");
    kind(
        "flat = true\nblocks = true",
        "1:2: urn: what lies flat or hangs in a wall blocks no one; need blocks = false",
    );
    kind(
        "rules = [\"wall\", \"rows\"]\nmount = \"wall\"",
        "1:2: urn: what is mounted in a wall has the rule \"wall\" alone",
    );
}

/// A symbol with these lines, of a kind of two cells by one.
#[track_caller]
fn symbol(lines: &str, message: &str) {
    let kind = "[kind.keg]\nsize = [2, 1]\nrules = [\"wall\"]\nwords = { one = \"a keg\", many = \"kegs\" }\n";
    let text = format!("{kind}[kind.keg.symbol]\n{lines}\n");
    let complaint = Contents::with_files(&[("keg.toml", &text)]).expect_err(&text).to_string();
    assert_eq!(complaint, format!("keg.toml:{message}"), "{text}");
}

#[test]
fn symbols() {
    let face = |strokes: &str| format!("face = \"{strokes}\"");
    let letter =
        |strokes: &str, message: &str| symbol(&face(strokes), &format!("6:8: kind.keg.symbol.face, {message}"));
    letter("M0 0 Q9 9", "letter 6: unknown pen letter 'Q'; need M, L, H, V, C or Z");
    letter("M0 0 l9 9", "letter 6: unknown pen letter 'l'; need M, L, H, V, C or Z");
    letter("L0 0", "letter 1: need M before L, to put the pen down");
    letter("M0 0 L9 9 Z L0 0", "letter 13: need M before L, to put the pen down");
    letter("M0 0 9 9", "letter 6: need a pen letter, got 9");
    letter("M0", "letter 3: need two whole numbers after M, got none");
    letter("M0 0 C1 1 2 2 3", "letter 16: need six whole numbers after C, got none");
    letter("M0 0.5", "letter 4: need two whole numbers after M, got 0.5");
    letter("M0 99999999999999999", "letter 4: need two whole numbers after M, got 999999999999");
    let limits = "need x from -60 to 2060 and y from -60 to 1060, 60 round the footprint, got";
    letter("M0 0 L2061 0", &format!("letter 7: {limits} 2061 0"));
    letter("M0 0 C0 0 0 -61 9 9", &format!("letter 11: {limits} 0 -61"));
    symbol("face = 3", "6:8: kind.keg.symbol.face: need a text, got 3");
    symbol("shadow = 5", "5:11: kind.keg.symbol: need strokes in face, fine, solid or light");
    symbol("faces = \"\"", "6:1: kind.keg.symbol: unknown key \"faces\"; did you mean \"face\"?");
    let two = face("M0 0 L9 9");
    symbol(&format!("{two}\nshadow = 301"), "7:10: kind.keg.symbol.shadow: need a whole number from 0 to 300, got 301");
    symbol(
        &format!("{two}\n[kind.keg.symbol.2]\nshadow = 3"),
        "8:1: kind.keg.symbol.2: unknown key \"shadow\"; known: \"face\", \"fine\", \"solid\", \"light\"",
    );
    symbol(
        &format!("{two}\n[kind.keg.symbol.3]\n{two}"),
        "7:18: kind.keg.symbol.3: need a second drawing before the third",
    );
    symbol(
        &format!("{two}\nupright = true"),
        "5:11: kind.keg.symbol: only a kind as wide as it is deep can be upright at every turn",
    );
    let long = format!("M0 0{}", " L9 9".repeat(900));
    symbol(&face(&long), "5:11: kind.keg.symbol: need at most 4096 bytes of strokes, got 4504");
}
