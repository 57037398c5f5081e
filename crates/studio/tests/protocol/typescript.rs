//! Writes the protocol's JSON Schema as TypeScript declarations, so that the page's types cannot drift from the
//! session's.
//!
//! Only the schema forms that the protocol uses are translated. Any other form panics with its position: a type that
//! silently became `any` would check nothing.

use std::fmt::Write as _;

use serde_json::{Map, Value};

const HEADER: &str = "// The protocol of page and session. Written from protocol.schema.json by `cargo test -p undercroft-studio \
--test protocol`\n// with UNDERCROFT_BLESS=1; do not edit.\n";

const JSON: &str = "/** Any JSON value. */\n\
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };\n";

/// Keywords that restrict values further than TypeScript can, or only describe them.
const ANNOTATIONS: [&str; 10] = [
    "$schema",
    "title",
    "description",
    "default",
    "format",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "uniqueItems",
];

const FORMS: [&str; 12] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "oneOf",
    "anyOf",
    "$ref",
    "const",
];

/// The declarations of all definitions, and of the reply that each command is answered with.
pub fn declarations(schema: &Value) -> String {
    let mut text = format!("{HEADER}\n{JSON}");
    let definitions = schema["$defs"].as_object().expect("the schema has definitions");
    for (name, definition) in definitions {
        let doc = doc_comment(definition, "");
        let _ = write!(text, "\n{doc}export type {name} = {};\n", Translator::at(name).translate(definition, 0));
    }
    text + "\n" + &answers(&definitions["Command"], &names(&definitions["Body"]))
}

/// The tags of an enum's variants.
fn names(alternatives: &Value) -> Vec<&str> {
    let variants = alternatives["oneOf"].as_array().expect("the variants are alternatives");
    variants.iter().map(name).collect()
}

fn name(variant: &Value) -> &str {
    variant["properties"]["type"]["const"].as_str().expect("a variant has a tag")
}

/// The commands with the replies that their descriptions name after an arrow.
fn answers(commands: &Value, replies: &[&str]) -> String {
    let variants = commands["oneOf"].as_array().expect("commands are alternatives");
    let rows: String = variants.iter().map(|command| answer(command, replies)).collect();
    format!("/** The types of the replies to each command. */\nexport type Answers = {{\n{rows}}};\n")
}

fn answer(command: &Value, replies: &[&str]) -> String {
    let words = command["description"].as_str().unwrap_or_default();
    let promised = words.rsplit_once('→').map_or("", |(_, promised)| promised);
    let quoted = promised.split('`').skip(1).step_by(2).filter(|word| replies.contains(word));
    let union = quoted.map(|reply| format!("'{reply}'")).collect::<Vec<_>>().join(" | ");
    assert!(!union.is_empty(), "the description of {} does not end with → `reply`", name(command));
    format!("  {}: {union};\n", name(command))
}

fn doc_comment(node: &Value, indent: &str) -> String {
    let Some(words) = node.get("description").and_then(Value::as_str) else {
        return String::new();
    };
    let lines: Vec<&str> = words.trim().lines().map(str::trim_end).collect();
    if let [line] = lines[..] {
        return format!("{indent}/** {line} */\n");
    }
    let body: Vec<String> = lines.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned()).collect();
    format!("{indent}/**\n{}\n{indent} */\n", body.join("\n"))
}

/// Translates one definition; `path` is where it stands, for messages.
struct Translator {
    path: String,
}

impl Translator {
    fn at(path: impl Into<String>) -> Self {
        Self { path: path.into() }
    }

    fn inner(&self, step: &str) -> Self {
        Self::at(format!("{}.{step}", self.path))
    }

    /// The type of a node. A node with several keywords is the intersection of what each of them says.
    fn translate(&self, node: &Value, depth: usize) -> String {
        let Some(node) = node.as_object() else {
            assert_eq!(node, &Value::Bool(true), "{}: unknown schema form", self.path);
            return "Json".to_owned();
        };
        self.check_keywords(node);
        let mut parts: Vec<String> = node.get("$ref").map(|target| self.reference(target)).into_iter().collect();
        if let Some(value) = node.get("const") {
            parts.push(literal(value));
        } else if let Some(kind) = node.get("type") {
            parts.push(self.by_type(kind, node, depth));
        }
        for alternatives in ["oneOf", "anyOf"].iter().filter_map(|word| node.get(*word)) {
            parts.push(self.union(alternatives, depth, !parts.is_empty()));
        }
        if parts.is_empty() { "Json".to_owned() } else { parts.join(" & ") }
    }

    fn check_keywords(&self, node: &Map<String, Value>) {
        for keyword in node.keys().map(String::as_str) {
            let is_known = FORMS.contains(&keyword) || ANNOTATIONS.contains(&keyword);
            assert!(is_known, "{}: unknown schema keyword {keyword}", self.path);
        }
    }

    fn reference(&self, target: &Value) -> String {
        let name = target.as_str().and_then(|target| target.strip_prefix("#/$defs/"));
        name.unwrap_or_else(|| panic!("{}: unknown reference {target}", self.path)).to_owned()
    }

    fn union(&self, alternatives: &Value, depth: usize, is_part: bool) -> String {
        let list = alternatives.as_array().unwrap_or_else(|| panic!("{}: need a list of alternatives", self.path));
        let types: Vec<String> = list.iter().map(|each| self.translate(each, depth)).collect();
        let union = types.join(" | ");
        if is_part { format!("({union})") } else { union }
    }

    fn by_type(&self, kind: &Value, node: &Map<String, Value>, depth: usize) -> String {
        match kind {
            Value::String(kind) => self.single(kind, node, depth),
            Value::Array(kinds) => {
                let names = kinds.iter().map(|kind| kind.as_str().expect("a type is a word"));
                names.map(|kind| self.single(kind, node, depth)).collect::<Vec<_>>().join(" | ")
            }
            _ => panic!("{}: unknown type {kind}", self.path),
        }
    }

    fn single(&self, kind: &str, node: &Map<String, Value>, depth: usize) -> String {
        match kind {
            "null" | "boolean" | "string" | "number" => kind.to_owned(),
            "integer" => "number".to_owned(),
            "array" => self.array(node, depth),
            "object" if node.contains_key("properties") => self.object(node, depth),
            // The variants of a tagged enum name the tag beside what they refer to.
            "object" if node.contains_key("$ref") => "{}".to_owned(),
            "object" => self.dictionary(node, depth),
            _ => panic!("{}: unknown type {kind}", self.path),
        }
    }

    fn array(&self, node: &Map<String, Value>, depth: usize) -> String {
        if let Some(items) = node.get("prefixItems").and_then(Value::as_array) {
            let types: Vec<String> = items.iter().map(|item| self.translate(item, depth)).collect();
            return format!("[{}]", types.join(", "));
        }
        let item = node.get("items").unwrap_or_else(|| panic!("{}: array without items", self.path));
        let item = self.inner("items").translate(item, depth);
        match (node.get("minItems").and_then(Value::as_u64), node.get("maxItems").and_then(Value::as_u64)) {
            (Some(least), Some(most)) if least == most => format!("[{}]", vec![item; most as usize].join(", ")),
            // Types have no limits of length.
            _ if item.contains(['|', '&']) => format!("({item})[]"),
            _ => format!("{item}[]"),
        }
    }

    fn dictionary(&self, node: &Map<String, Value>, depth: usize) -> String {
        let values = node.get("additionalProperties").unwrap_or_else(|| panic!("{}: object of nothing", self.path));
        format!("{{ [key: string]: {} }}", self.inner("values").translate(values, depth))
    }

    fn object(&self, node: &Map<String, Value>, depth: usize) -> String {
        let is_open = node.get("additionalProperties").is_some_and(|more| more != &Value::Bool(false));
        assert!(!is_open, "{}: object with named and free properties", self.path);
        let required = node.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|list| list.iter().any(|each| each == name));
        let properties = node["properties"].as_object().expect("properties are an object");
        let indent = "  ".repeat(depth + 1);
        let mut text = "{\n".to_owned();
        for (name, property) in properties {
            let mark = if is_required(name) { "" } else { "?" };
            let kind = self.inner(name).translate(property, depth + 1);
            let _ = writeln!(text, "{}{indent}{name}{mark}: {kind};", doc_comment(property, &indent));
        }
        text + &"  ".repeat(depth) + "}"
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(word) => format!("'{word}'"),
        other => other.to_string(),
    }
}

#[test]
fn every_form_of_the_protocol_has_a_type() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {
            "cell": { "description": "Where.", "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 },
            "name": { "type": ["string", "null"] },
            "state": { "oneOf": [{ "type": "string", "const": "open" }, { "type": "string", "const": "shut" }] },
        },
        "required": ["cell", "state"],
    });
    let text = "{\n  /** Where. */\n  cell: [number, number];\n  name?: string | null;\n  state: 'open' | 'shut';\n}";
    assert_eq!(Translator::at("Door").translate(&schema, 0), text);
}

#[test]
#[should_panic(expected = "Door.size: unknown schema keyword multipleOf")]
fn an_unknown_form_fails_with_its_position() {
    let schema =
        serde_json::json!({ "type": "object", "properties": { "size": { "type": "integer", "multipleOf": 2 } } });
    Translator::at("Door").translate(&schema, 0);
}
