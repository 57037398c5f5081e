//! Puts similar functions of a module side by side.
//!
//! gzip looks back 32 kB. A module has thousands of functions that differ by their types alone, and the library of
//! wasm-bindgen sorts them by their size. Sorted by what they are copies of, a session module is 13 % smaller after gzip.

use std::convert::Infallible;

use anyhow::Result;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, CustomSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionSectionReader, KnownCustom, Name, NameMap, Parser, Payload, TypeRef,
};

/// The module with its functions in another order, and without their names.
pub fn order(module: &[u8]) -> Result<Vec<u8>> {
    let mut order = Order::new(&Functions::read(module)?);
    let mut ordered = Module::new();
    order.parse_core_module(&mut ordered, Parser::new(0), module)?;
    Ok(ordered.finish())
}

/// The functions of a module: how many are imported, and name and body of each other.
struct Functions<'a> {
    imports: u32,
    names: Vec<(u32, &'a str)>,
    bodies: Vec<&'a [u8]>,
}

impl<'a> Functions<'a> {
    fn read(module: &'a [u8]) -> Result<Self> {
        let mut functions = Self { imports: 0, names: Vec::new(), bodies: Vec::new() };
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        functions.imports += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => functions.bodies.push(body.as_bytes()),
                Payload::CustomSection(section) => functions.names.extend(names(&section)?),
                _ => {}
            }
        }
        Ok(functions)
    }

    /// What each function is a copy of; empty where it has no name.
    fn families(&self) -> Vec<String> {
        let mut families = vec![String::new(); self.bodies.len()];
        for (index, name) in &self.names {
            let place = index.checked_sub(self.imports).and_then(|at| families.get_mut(at as usize));
            if let Some(family) = place {
                *family = family_of(name);
            }
        }
        families
    }
}

fn names<'a>(section: &CustomSectionReader<'a>) -> Result<Vec<(u32, &'a str)>> {
    let KnownCustom::Name(parts) = section.as_known() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for part in parts {
        if let Name::Function(names) = part? {
            found.extend(list(names)?);
        }
    }
    Ok(found)
}

fn list<'a>(names: NameMap<'a>) -> Result<Vec<(u32, &'a str)>> {
    names.into_iter().map(|naming| naming.map(|naming| (naming.index, naming.name)).map_err(Into::into)).collect()
}

/// A name without the types that tell copies apart: `<A<B> as C<D>>::e::<F>` is `C::e`.
fn family_of(name: &str) -> String {
    let Some(inner) = name.strip_prefix('<') else { return name.split("::<").next().unwrap_or_default().to_owned() };
    let (mut depth, mut end, mut as_at) = (1, inner.len(), None);
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            // An arrow is no bracket.
            b'>' if !inner[..at].ends_with('-') => depth -= 1,
            b' ' if depth == 1 && inner[at..].starts_with(" as ") => as_at = Some(at + " as ".len()),
            _ => {}
        }
        if depth == 0 {
            end = at;
            break;
        }
    }
    let kind = &inner[as_at.unwrap_or(0)..end];
    let method = inner.get(end + 1..).unwrap_or_default();
    let before = |text: &str, mark: &str| text.split(mark).next().unwrap_or_default().to_owned();
    before(kind, "<") + &before(method, "::<")
}

/// Where each function goes.
struct Order {
    imports: u32,
    /// The new place of each function, by its old one.
    places: Vec<u32>,
    /// The old place of each function, by its new one.
    origins: Vec<usize>,
}

impl Order {
    fn new(functions: &Functions) -> Self {
        let families = functions.families();
        let mut origins: Vec<usize> = (0..functions.bodies.len()).collect();
        origins.sort_by_key(|&at| (&families[at], functions.bodies[at], at));
        let mut places = vec![0; origins.len()];
        for (place, &origin) in origins.iter().enumerate() {
            places[origin] = place as u32;
        }
        Self { imports: functions.imports, places, origins }
    }
}

impl Reencode for Order {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        let place = function.checked_sub(self.imports).map(|at| self.imports + self.places[at as usize]);
        Ok(place.unwrap_or(function))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader,
    ) -> Result<(), Error<Infallible>> {
        let kinds = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for &origin in &self.origins {
            functions.function(kinds[origin]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for origin in self.origins.clone() {
            self.parse_function_body(code, bodies[origin].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: CustomSectionReader,
    ) -> Result<(), Error<Infallible>> {
        // Names cost as much as the code.
        if section.name() != "name" {
            module.section(&CustomSection { name: section.name().into(), data: section.data().into() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_a_function_are_one_family() {
        for (name, family) in [
            ("core::ptr::drop_in_place::<alloc::string::String>", "core::ptr::drop_in_place"),
            ("<a::B<c::D> as e::F<fn() -> u8>>::g::<h::I>", "e::F::g"),
            ("<a::B<c::D>>::g::<h::I>", "a::B::g"),
            ("memcpy", "memcpy"),
        ] {
            assert_eq!(family_of(name), family);
        }
    }
}
