use super::*;
use crate::seed::Seed;

fn error(result: Result<(), RecipeError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn a_file_that_cannot_be_attached_says_why() {
    let mut file = RecipeFile::default();
    assert_eq!(
        error(file.attach("rooms.count", "a.txt", b"")),
        "rooms.count: this field names no files; mask.file, templates.file and house.program_file do"
    );
    assert_eq!(
        error(file.attach("mask.file", "lot.txt", b"..\xff")),
        "mask.file: lot.txt: need text in UTF-8, byte 3 is none"
    );
    let long = vec![b'.'; ProvenanceInput::MAX_BYTES + 1];
    assert_eq!(
        error(file.attach("mask.file", "lot.txt", &long)),
        "mask.file: lot.txt: need at most 262144 bytes, got 262145"
    );
    file.attach("mask.file", "lot.txt", b"..").unwrap();
    assert_eq!(file.attach("mask.file", "lot.txt", b".."), Ok(()));
    assert_eq!(error(file.attach("mask.file", "lot.txt", b"##")), "mask.file: lot.txt: another file has this name");
    (1..ProvenanceInput::MAX_FILES).for_each(|i| file.attach("templates.file", &format!("{i}"), b"").unwrap());
    assert_eq!(
        error(file.attach("templates.file", "one-more", b"")),
        "templates.file: one-more: a recipe has at most 16 files"
    );
    assert_eq!(file.file_names("mask.file"), ["lot.txt"]);
}

#[test]
fn an_input_whose_digest_is_not_that_of_its_text_is_refused() {
    let mut file = RecipeFile::parse("mine.toml", "method = \"house\"").unwrap();
    let program = b"ground = [{ purpose = \"barn\", area = 20, repeat = true }]";
    file.attach("house.program_file", "inn.toml", program).unwrap();
    let recipe = file.check(Seed::new(1)).unwrap();
    let crate::recipe::Method::House(house) = &recipe.method else { panic!("{:?}", recipe.method) };
    assert!(house.program.rooms(0, 0, 3, false).iter().all(|room| room.purpose == "barn"));
    let mut provenance = Provenance { recipe: recipe.record, inputs: recipe.inputs, ..Provenance::default() };
    assert!(RecipeFile::from_provenance("it", &provenance).is_ok());
    provenance.inputs[0].text.push('\n');
    let error = RecipeFile::from_provenance("it", &provenance).unwrap_err().to_string();
    assert!(error.starts_with("provenance.inputs: inn.toml: the digest "), "{error}");
}
