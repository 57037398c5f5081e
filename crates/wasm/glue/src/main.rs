//! Makes the JavaScript beside a WebAssembly module: `undercroft-glue MODULE FOLDER NAME web|no-modules [names]`.
//!
//! What the program wasm-bindgen does for one module, from the same library. That program has a test server and an HTTP
//! client as well, and takes three times as long to build.

mod order;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match make(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn make(words: &[&str]) -> Result<()> {
    let [module, folder, name, form, names @ ..] = words else {
        bail!("usage: undercroft-glue MODULE FOLDER NAME web|no-modules [names]");
    };
    let keeps_names = names == ["names"];
    let mut glue = Bindgen::new();
    match *form {
        // A module of a package is imported.
        "web" => glue.web(true)?.omit_default_module_path(true),
        // Those of workers are classic scripts, which also run where modules do not.
        "no-modules" => glue.no_modules(true)?,
        other => bail!("need web or no-modules, got {other:?}"),
    };
    glue.input_path(module).out_name(name).typescript(false);
    glue.keep_debug(keeps_names).remove_producers_section(!keeps_names);
    glue.generate(folder)?;
    // A module for a profiler keeps its names, and with them its order.
    if keeps_names { Ok(()) } else { reorder(&Path::new(folder).join(format!("{name}_bg.wasm"))) }
}

fn reorder(file: &Path) -> Result<()> {
    let ordered = order::order(&fs::read(file)?)?;
    Ok(fs::write(file, ordered)?)
}
