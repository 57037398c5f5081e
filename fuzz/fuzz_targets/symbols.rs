//! Symbol files are read or refused, with a position inside the text; what is read can be drawn.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::contents::Contents;
use undercroft_draw::{Theme, symbol_sheet};

fuzz_target!(|text: &str| {
    if let Err(error) = Contents::shipped().read_symbols("own.toml", text) {
        assert!(error.line <= text.matches('\n').count() + 1, "{error}");
    }
    // The same strokes as the symbol of an own kind.
    let kind = "[kind.keg]\nsize = [2, 1]\nrules = [\"wall\"]\nwords = { one = \"a keg\", many = \"kegs\" }\n";
    if let Ok(contents) = Contents::with_files(&[("own.toml", &format!("{kind}[kind.keg.symbol]\n{text}"))]) {
        symbol_sheet(&contents, &Theme::mono()).to_svg();
    }
});
