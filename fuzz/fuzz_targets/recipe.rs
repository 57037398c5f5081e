//! Recipes and single settings are read or refused; checking what was read gives a recipe or a sentence.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::recipe::RecipeFile;
use undercroft::seed::Seed;

fuzz_target!(|text: &str| {
    let mut one = RecipeFile::default();
    if one.set(text).is_ok() {
        let _ = one.check(Seed::new(1));
    }
    if let Ok(file) = RecipeFile::parse("recipe", text) {
        let _ = file.check(Seed::new(1));
    }
});
