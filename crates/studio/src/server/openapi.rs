//! The description of the interface for other programs (OpenAPI 3.1), made from the types that are read and written and
//! from the table of formats.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use undercroft::format::json::drop_examples;
use undercroft::verify::Report;

use super::api_types::{
    CrowdRequest, CrowdResponse, DiffRequest, DiffResponse, DiscoverRequest, DiscoverResponse, EditRequest,
    FileResponse, FovRequest, FovResponse, GenerateRequest, GenerateResponse, MapRequest, PathRequest, VaryRequest,
    VaryResponse,
};
use crate::limits::MAX_MESSAGE;
use crate::protocol::{ExportFormat, FieldInfo, FieldValues, PathReply, ProtocolError};
use crate::session::formats;

/// What the field `map` of a request is.
const MAP: &str = "Dungeon JSON as an object, or the text of a map.";

/// The whole description.
pub fn description() -> Value {
    let mut schemas = Schemas::new();
    let mut paths = Map::new();
    paths.insert("/api".to_owned(), own());
    paths.insert("/api/version".to_owned(), own_version());
    paths.extend(requests(&mut schemas));
    paths.extend(formats().iter().map(|format| (format!("/api/export/{}", format.name), export(format, &mut schemas))));
    let error = schemas.schema::<ProtocolError>();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Undercroft studio",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!(
                "Dungeons generated, verified, seen and exported. A body has up to {MAX_MESSAGE} bytes. Every error is \
                 JSON with a code in error.code and one sentence in error.message."
            )
        },
        "paths": paths,
        "components": {
            "responses": { "Error": { "description": "The request failed.", "content": { "application/json": { "schema": {
                "type": "object", "required": ["error"], "properties": { "error": error }
            } } } } },
            "schemas": schemas.definitions()
        }
    })
}

/// The description itself.
fn own() -> Value {
    json!({ "get": {
        "summary": "This description",
        "responses": { "200": { "description": "OpenAPI 3.1.", "content": { "application/json": {} } } }
    } })
}

/// What this program is; `undercroft studio` looks for it at its usual port.
pub fn version() -> Value {
    json!({ "studio": env!("CARGO_PKG_VERSION") })
}

fn own_version() -> Value {
    let answer = json!({ "schema": { "type": "object", "properties": { "studio": { "type": "string" } } } });
    json!({ "get": {
        "summary": "The version of this studio",
        "responses": { "200": { "description": "Its version.", "content": { "application/json": answer } } }
    } })
}

/// Requests with JSON responses.
fn requests(schemas: &mut Schemas) -> Vec<(String, Value)> {
    let generate = schemas.post::<GenerateRequest, GenerateResponse>(
        "Generate a dungeon",
        "The same recipe and seed give the same dungeon; it is verified.",
    );
    let check = schemas.post::<MapRequest, Report>(
        "Verify a map",
        "Lists the flaws of a dungeon, the checks that were skipped, and its facts.",
    );
    let fov = schemas.post::<FovRequest, FovResponse>(
        "Compute a field of view",
        "Exact field of view: the cells that a body of one cell could walk straight to, and the corners of the map; or \
         shadowcasting, for display, without corners.",
    );
    let path = schemas.post::<PathRequest, PathReply>(
        "Find a shortest path",
        "The exact any-angle shortest path of a body on one level, with the cells that it sweeps.",
    );
    let crowd = schemas.post::<CrowdRequest, CrowdResponse>(
        "Walk a crowd",
        "Actors walk for some ticks without colliding. The same request gives the same answer.",
    );
    let discover = schemas.post::<DiscoverRequest, DiscoverResponse>(
        "Discover secrets",
        "Marks one secret passage or secret door as discovered, or all of them. The dungeon stays sound.",
    );
    let edit = schemas.post::<EditRequest, DiscoverResponse>(
        "Edit a dungeon",
        "Applies changes by hand, all or none. What they make is pinned, and the result is verified.",
    );
    let vary = schemas.post::<VaryRequest, VaryResponse>(
        "Roll variations",
        "Rolls the recipe and the pins of a dungeon with other seeds, which follow from its own.",
    );
    let diff = schemas.post::<DiffRequest, DiffResponse>(
        "Compare two dungeons",
        "Tells which rooms are the same, changed, added and removed, and what else is different.",
    );
    let named = [
        ("generate", generate),
        ("check", check),
        ("fov", fov),
        ("path", path),
        ("crowd", crowd),
        ("discover", discover),
        ("edit", edit),
        ("vary", vary),
        ("diff", diff),
    ];
    named.map(|(name, request)| (format!("/api/{name}"), request)).to_vec()
}

/// A format has a path of its own, for it has options of its own.
fn export(format: &ExportFormat, schemas: &mut Schemas) -> Value {
    let options: Map<String, Value> =
        format.options.iter().map(|option| (option.key.to_owned(), value(option))).collect();
    let request = json!({
        "type": "object",
        "required": ["map"],
        "additionalProperties": false,
        "properties": {
            "map": { "type": ["object", "string"], "description": MAP },
            "options": { "type": "object", "additionalProperties": false, "properties": options }
        }
    });
    let several = json!({ "schema": {
        "type": "object",
        "required": ["files"],
        "properties": { "files": { "type": "array", "items": schemas.schema::<FileResponse>() } }
    } });
    let mut answer = Map::from_iter([("application/json".to_owned(), several)]);
    if format.media == "application/json" {
        let either = json!({ "anyOf": [answer["application/json"]["schema"], { "type": "object" }] });
        answer["application/json"]["schema"] = either;
    } else {
        answer.insert(format.media.clone(), json!({}));
    }
    let help =
        "One file comes as it is, with its name in Content-Disposition; several as JSON with their bytes in base64.";
    post(&format.title, &format!("{} {help}", format.help), &request, &Value::Object(answer))
}

/// The values that an option takes.
fn value(option: &FieldInfo) -> Value {
    let mut schema = match &option.kind {
        FieldValues::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        FieldValues::IntegerOrAuto { min, max } => {
            json!({ "anyOf": [{ "type": "integer", "minimum": min, "maximum": max }, { "const": "auto" }] })
        }
        FieldValues::Bool {} => json!({ "type": "boolean" }),
        FieldValues::Choice { choices } => {
            json!({ "enum": choices.iter().map(|choice| choice.value.as_str()).collect::<Vec<_>>() })
        }
        _ => json!({ "type": "string" }),
    };
    schema["description"] = json!(format!("{}.", option.doc));
    schema["default"] = option.default.clone();
    schema
}

fn post(summary: &str, description: &str, request: &Value, answer: &Value) -> Value {
    let error = json!({ "$ref": "#/components/responses/Error" });
    json!({ "post": {
        "summary": summary,
        "description": description,
        "requestBody": { "required": true, "content": { "application/json": { "schema": request } } },
        "responses": { "200": { "description": "Done.", "content": answer }, "default": error }
    } })
}

/// Schemas that share their definitions.
struct Schemas(SchemaGenerator);

impl Schemas {
    fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
        });
        // Descriptions come from Rust documentation; its examples are of no use over HTTP.
        Self(settings.with_transform(drop_examples).into_generator())
    }

    /// A request whose body and response are these types.
    fn post<Q: JsonSchema, A: JsonSchema>(&mut self, summary: &str, description: &str) -> Value {
        let answer = json!({ "application/json": { "schema": self.schema::<A>() } });
        post(summary, description, &self.schema::<Q>(), &answer)
    }

    fn schema<T: JsonSchema>(&mut self) -> Value {
        self.0.subschema_for::<T>().to_value()
    }

    fn definitions(&mut self) -> Value {
        Value::Object(self.0.take_definitions(true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_of_the_api_holds_no_rust() {
        let text = description().to_string();
        assert!(text.contains("A place on the grid") && !text.contains("```"), "{text}");
    }
}
