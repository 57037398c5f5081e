//! The interface for other programs: four questions, JSON in, JSON or a file out. Each is answered by a session of its own
//! that is gone afterwards; `GET /api` describes them (OpenAPI).

use std::collections::BTreeMap;

use axum::Router;
use axum::body::{Body as HttpBody, Bytes};
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use undercroft::grid::Cell;
use undercroft::sight::{Footprint, Observer};
use undercroft::verify::Report;

use super::failure::{Failure, Json};
use super::worker::{Listener, answer};
use super::{Studio, openapi};
use crate::limits::MAX_MESSAGE;
use crate::protocol::{Blob, Body, Command, ExportedFile, Refusal, Reply};
use crate::session::{Session, marked};

/// `POST /api/generate`: what to make.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct GenerateQuestion {
    /// The preset to begin with; without one the defaults of all fields.
    #[serde(default)]
    preset: Option<String>,
    /// Fields to change, by dotted name.
    #[serde(default)]
    set: BTreeMap<String, Value>,
    /// The seed, a whole number below 2^64 as text; without one a new one is drawn.
    #[serde(default)]
    seed: Option<String>,
    /// Other seeds for single stages: plan, place, route, name.
    #[serde(default)]
    stages: BTreeMap<String, String>,
}

/// A map: the text of any format that can be read, or dungeon JSON as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct MapQuestion {
    /// Dungeon JSON as an object, or the text of a map.
    #[schemars(extend("type" = ["object", "string"]))]
    map: Value,
}

/// `POST /api/sight`: who looks, and where.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct SightQuestion {
    /// Dungeon JSON as an object, or the text of a map.
    #[schemars(extend("type" = ["object", "string"]))]
    map: Value,
    /// The level; without it 0.
    #[serde(default)]
    z: i32,
    /// The observer's north-west cell. Needed unless the map is a sight map that marks the observer.
    #[serde(default)]
    #[schemars(with = "Option<Cell>")]
    at: Option<Value>,
    /// `1x1`, `2x1`, `1x2` or `2x2`; without it the one that a sight map marks, else `1x1`.
    #[serde(default)]
    observer: Option<String>,
}

/// `POST /api/export/{format}`: what to write, and how. Its schema is [`openapi`]'s: each format has options of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct ExportQuestion {
    map: Value,
    #[serde(default)]
    options: BTreeMap<String, Value>,
}

/// The answer to `generate`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GenerateAnswer {
    /// Dungeon JSON.
    dungeon: Value,
    /// The text that makes it again, for the address bar of the studio.
    share: Option<String>,
    /// What verify says.
    report: Report,
}

/// The answer to `sight`. Cells are numbers, x + y · width.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SightAnswer {
    /// Size of the level.
    width: i32,
    /// Size of the level.
    height: i32,
    /// The seen cells.
    visible: Vec<u32>,
    /// The corners of the map.
    corners: Vec<u32>,
    /// The interesting ones.
    interesting: Vec<u32>,
}

/// A file of an export with several files.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FileAnswer {
    /// Its name.
    name: String,
    /// Its media type.
    media: String,
    /// Its bytes.
    base64: String,
}

/// The routes below `/api`.
pub fn routes() -> Router<Studio> {
    Router::new()
        .route("/api", get(|| async { Json(openapi::description()) }))
        .route("/api/generate", post(generate))
        .route("/api/check", post(check))
        .route("/api/sight", post(sight))
        .route("/api/export/{format}", post(export))
        .route("/api/{*unknown}", any(unknown))
        .layer(DefaultBodyLimit::max(MAX_MESSAGE))
}

/// The field of a question that holds the map, and what messages call it.
const MAP: &str = "map";

type Answer<T> = Result<T, Failure>;

async fn unknown() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "There is nothing here; /api describes what there is.")
}

async fn generate(
    State(studio): State<Studio>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Response> {
    let GenerateQuestion { preset, set, seed, stages } = question(&headers, body)?;
    let command = Command::Generate { preset, set, seed, stages, trace: false, gesture: None };
    let json = Command::Export { format: "json".to_owned(), options: BTreeMap::new() };
    let (made, written) = ask(&studio, command, Some(json)).await?;
    let Body::Document(document) = made.body else { return Err(confused()) };
    let text = written.as_ref().and_then(first_file).ok_or_else(confused)?;
    let dungeon = serde_json::from_slice(text).map_err(|_| confused())?;
    Ok(Json(GenerateAnswer { dungeon, share: document.share, report: document.report }).into_response())
}

async fn check(
    State(studio): State<Studio>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Response> {
    let MapQuestion { map } = question(&headers, body)?;
    let (_, checked) = ask(&studio, open(&map)?, Some(Command::Check {})).await?;
    match checked.map(|reply| reply.body) {
        Some(Body::Check { report }) => Ok(Json(report).into_response()),
        _ => Err(confused()),
    }
}

async fn sight(
    State(studio): State<Studio>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Response> {
    let SightQuestion { map, z, at, observer } = question(&headers, body)?;
    let (cell, shape) = match (at, marked_in(&map)?) {
        (Some(at), _) => (cell(&at)?, observer.unwrap_or_else(|| Footprint::One.to_string())),
        (None, Some(marked)) => (marked.at, observer.unwrap_or_else(|| marked.footprint.to_string())),
        (None, None) => return Err(Refusal::of("at", NO_OBSERVER).into()),
    };
    let look = Command::Observer { z, cell, shape: Some(shape) };
    let looked = ask(&studio, open(&map)?, Some(look)).await;
    let (_, seen) = looked.map_err(|failure| failure.in_words(&[("cell", "at"), ("shape", "observer")]))?;
    let Some(Reply { body: Body::View(view), payload }) = seen else { return Err(confused()) };
    let cells = |blob: Blob| set_bits(blob.of(&payload).unwrap_or_default(), view.width);
    let (visible, corners, interesting) = (cells(view.visible), cells(view.corners), cells(view.interesting));
    let (width, height) = (view.width, view.height);
    Ok(Json(SightAnswer { width, height, visible, corners, interesting }).into_response())
}

async fn export(
    State(studio): State<Studio>,
    format: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Response> {
    let Path(format) = format?;
    let ExportQuestion { map, options } = question(&headers, body)?;
    let (_, written) = ask(&studio, open(&map)?, Some(Command::Export { format, options })).await?;
    let Some(Reply { body: Body::Export(exported), payload }) = written else { return Err(confused()) };
    if let [file] = &exported.files[..] {
        let name = file.name.replace(['"', '\\', '\r', '\n', '/'], "-");
        let bytes = file.data.of(&payload).unwrap_or_default().to_vec();
        let headers = [
            (header::CONTENT_TYPE, file.media.clone()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ];
        return Ok((headers, HttpBody::from(bytes)).into_response());
    }
    let file = |file: &ExportedFile| FileAnswer {
        name: file.name.clone(),
        media: file.media.clone(),
        base64: STANDARD.encode(file.data.of(&payload).unwrap_or_default()),
    };
    let files: Vec<FileAnswer> = exported.files.iter().map(file).collect();
    Ok(Json(json!({ "files": files })).into_response())
}

/// What is said where nobody knows from where to look.
const NO_OBSERVER: &str = "at: need [x, y], the observer's north-west cell; only a sight map can mark it, with s.";

/// A cell that somebody named.
fn cell(at: &Value) -> Answer<Cell> {
    let wrong = |_| Refusal::of("at", format!("at: need [x, y], two whole numbers, got {at}."));
    Ok(serde_json::from_value(at.clone()).map_err(wrong)?)
}

/// The observer that the text of a sight map marks.
fn marked_in(map: &Value) -> Answer<Option<Observer>> {
    let marked = map.as_str().map_or(Ok(None), |text| marked(MAP, text));
    Ok(marked.map_err(|refusal| Refusal { field: Some(MAP.to_owned()), ..refusal })?)
}

/// The question in the body. Only JSON: a form of another page cannot send that without being asked for its origin.
fn question<T: for<'a> Deserialize<'a>>(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Answer<T> {
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
    let plain = media.split(';').next().unwrap_or_default().trim();
    if !plain.eq_ignore_ascii_case("application/json") {
        let sentence = format!("The body must be application/json (Content-Type), not {media:?}.");
        return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence));
    }
    read_json(&body?).map_err(|(field, problem)| {
        let field = field.map(|path| path.trim_start_matches("set.").trim_start_matches("options.").to_owned());
        let place = field.as_ref().map(|field| format!("{field}: ")).unwrap_or_default();
        let sentence = format!("The body is not what /api describes: {place}{problem}.");
        Failure(StatusCode::BAD_REQUEST, Refusal { field, ..Refusal::new(sentence) })
    })
}

/// Longer names of fields are left out of errors.
const LONGEST_PATH: usize = 100;

/// A value, or which field is wrong and how.
fn read_json<T: for<'a> Deserialize<'a>>(body: &[u8]) -> Result<T, (Option<String>, serde_json::Error)> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        // The path is `.` at the top, has `?` where the field has no name, and is no help where it goes very deep.
        let is_plain = |path: &String| !path.contains('?') && path != "." && path.len() < LONGEST_PATH;
        let field = Some(error.path().to_string()).filter(is_plain);
        (field, error.into_inner())
    })?;
    json.end().map_err(|error| (None, error))?;
    Ok(value)
}

/// The command that opens a map.
fn open(map: &Value) -> Answer<Command> {
    let text = match map {
        Value::String(text) => text.clone(),
        Value::Object(_) => map.to_string(),
        _ => return Err(Refusal::of(MAP, "map: need dungeon JSON or the text of a map.").into()),
    };
    Ok(Command::Open { name: MAP.to_owned(), base64: STANDARD.encode(text) })
}

/// Lets a new session do one or two commands, on a thread of its own.
async fn ask(studio: &Studio, first: Command, second: Option<Command>) -> Answer<(Reply, Option<Reply>)> {
    let place = studio.take_place()?;
    let patience = studio.shared.options.patience;
    let work = spawn_blocking(move || {
        let _place = place;
        let mut session = Session::new(super::entropy());
        let opens = matches!(first, Command::Open { .. });
        let blame = |refusal: Refusal| if opens { Refusal { field: Some(MAP.to_owned()), ..refusal } } else { refusal };
        let first = answer(&mut session, first, Listener::silent(patience)).map_err(blame)?;
        let second = second.map(|command| answer(&mut session, command, Listener::silent(patience))).transpose()?;
        Ok::<_, Refusal>((first, second))
    });
    Ok(work.await.map_err(|_| confused())??)
}

fn confused() -> Failure {
    Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "The program made a mistake; please report it.")
}

fn first_file(reply: &Reply) -> Option<&[u8]> {
    match &reply.body {
        Body::Export(exported) => exported.files.first()?.data.of(&reply.payload),
        _ => None,
    }
}

/// The cells of a bit blob, as x + y · width.
fn set_bits(rows: &[u8], width: i32) -> Vec<u32> {
    let (width, stride) = (width as usize, (width as usize).div_ceil(8).max(1));
    let row = |(y, row): (usize, &[u8])| {
        let set: Vec<u32> =
            (0..width).filter(|x| row[x / 8] >> (x % 8) & 1 == 1).map(|x| (x + y * width) as u32).collect();
        set
    };
    rows.chunks_exact(stride).enumerate().flat_map(row).collect()
}
