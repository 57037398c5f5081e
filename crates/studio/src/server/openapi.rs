//! The description of the interface for other programs (OpenAPI 3.1), made from the types that are read and written.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};
use undercroft::format::DocumentFormat;
use undercroft::verify::Report;

use super::api::{
    ExportQuestion, FileAnswer, GenerateAnswer, GenerateQuestion, MapQuestion, SightAnswer, SightQuestion,
};
use crate::protocol::Refusal;

/// The whole description.
pub fn description() -> Value {
    let mut schemas = Schemas::new();
    let generate = post(
        "Make a dungeon",
        "The same recipe and seed give the same dungeon; it is verified.",
        &schemas.of::<GenerateQuestion>(),
        &json!({ "application/json": { "schema": schemas.of::<GenerateAnswer>() } }),
    );
    let check = post(
        "Judge a map",
        "Says whether a dungeon holds, and what is wrong with it.",
        &schemas.of::<MapQuestion>(),
        &json!({ "application/json": { "schema": schemas.of::<Report>() } }),
    );
    let sight = post(
        "What is seen from a place",
        "Clear sight: the cells that a body of one cell could walk straight to, and the corners of the map.",
        &schemas.of::<SightQuestion>(),
        &json!({ "application/json": { "schema": schemas.of::<SightAnswer>() } }),
    );
    let mut export = post(
        "A map in another format",
        "One file as it is; several as JSON with their bytes in base64.",
        &schemas.of::<ExportQuestion>(),
        &json!({
            "application/octet-stream": {},
            "application/json": { "schema": {
                "type": "object",
                "required": ["files"],
                "properties": { "files": { "type": "array", "items": schemas.of::<FileAnswer>() } }
            } }
        }),
    );
    let formats = DocumentFormat::ALL.map(|format| format.card().name);
    export["post"]["parameters"] =
        json!([{ "name": "format", "in": "path", "required": true, "schema": { "enum": formats } }]);
    let error = schemas.of::<Refusal>();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Undercroft studio",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Dungeons made, judged, seen and exported. Every error is JSON with one sentence in error.message."
        },
        "paths": {
            "/api/generate": generate,
            "/api/check": check,
            "/api/sight": sight,
            "/api/export/{format}": export
        },
        "components": {
            "responses": { "Error": { "description": "It was not done.", "content": { "application/json": { "schema": {
                "type": "object", "required": ["error"], "properties": { "error": error }
            } } } } },
            "schemas": schemas.definitions()
        }
    })
}

fn post(summary: &str, description: &str, question: &Value, answer: &Value) -> Value {
    let error = json!({ "$ref": "#/components/responses/Error" });
    json!({ "post": {
        "summary": summary,
        "description": description,
        "requestBody": { "required": true, "content": { "application/json": { "schema": question } } },
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
        Self(settings.into_generator())
    }

    fn of<T: JsonSchema>(&mut self) -> Value {
        self.0.subschema_for::<T>().to_value()
    }

    fn definitions(&mut self) -> Value {
        Value::Object(self.0.take_definitions(true))
    }
}
