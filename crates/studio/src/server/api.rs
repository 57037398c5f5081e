//! The HTTP interface for other programs: JSON in, JSON or a file out. Each is answered by a session of
//! its own that ends with it; `GET /api` describes them (OpenAPI).

use std::collections::BTreeMap;

use axum::Router;
use axum::body::Body as HttpBody;
use axum::extract::rejection::PathRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use undercroft::dungeon::LinkId;
use undercroft::grid::Cell;
use undercroft::sight::{Footprint, Observer};
use undercroft::verify::Report;

use super::api_crowd;
use super::api_types::{
    CrowdRequest, DiffRequest, DiffResponse, DiscoverRequest, DiscoverResponse, EditRequest, ExportRequest,
    FileResponse, FovRequest, FovResponse, GenerateRequest, GenerateResponse, MapRequest, PathRequest,
    VariationResponse, VaryRequest, VaryResponse,
};
use super::body::JsonBody;
use super::http_error::{HttpError, Json};
use super::one_shot::{MAP, run, work};
use super::openapi;
use super::state::ServerState;
use crate::limits::MAX_MESSAGE;
use crate::protocol::{
    Body, Command, DiffReply, DocumentAt, ExportedFile, PayloadBlob, ProtocolError, Reply, SessionState, VariationInfo,
};
use crate::session::marked;

/// The routes below `/api`.
pub fn routes() -> Router<ServerState> {
    Router::new()
        .route("/api", get(|| async { Json(openapi::description()) }))
        .route("/api/version", get(|| async { Json(openapi::version()) }))
        .route("/api/generate", post(generate))
        .route("/api/check", post(check))
        .route("/api/fov", post(fov))
        .route("/api/path", post(path))
        .route("/api/crowd", post(crowd))
        .route("/api/discover", post(discover))
        .route("/api/edit", post(edit))
        .route("/api/vary", post(vary))
        .route("/api/diff", post(diff))
        .route("/api/export/{format}", post(export))
        .route("/api/{*unknown}", any(unknown))
        .layer(DefaultBodyLimit::max(MAX_MESSAGE))
}

type Outcome<T> = Result<T, HttpError>;

async fn unknown() -> HttpError {
    HttpError::new(StatusCode::NOT_FOUND, "Unknown address; /api lists all of them.")
}

async fn generate(
    State(server): State<ServerState>,
    JsonBody(request): JsonBody<GenerateRequest>,
) -> Outcome<Response> {
    let GenerateRequest { preset, set, seed, stages, files, pins } = request;
    let command =
        Command::Generate { preset, set, seed, stages, files, trace: false, pins, fill: false, gesture: None };
    let [made, written] = run(&server, [command, write_json()]).await?;
    let (dungeon, SessionState { share_link, report, .. }) = verified(made, &written)?;
    Ok(Json(GenerateResponse { dungeon, share_link, report }).into_response())
}

async fn discover(
    State(server): State<ServerState>,
    JsonBody(request): JsonBody<DiscoverRequest>,
) -> Outcome<Response> {
    let DiscoverRequest { map, link, all } = request;
    if link.is_some() == all {
        return Err(ProtocolError::invalid_field("link", WHICH_LINK).into());
    }
    let commands = [open(&map)?, Command::Discover { link: link.map(LinkId) }, write_json()];
    let [_, found, written] = run(&server, commands).await?;
    let (dungeon, report) = (written_json(&written)?, changed_report(found)?);
    Ok(Json(DiscoverResponse { dungeon, report }).into_response())
}

async fn edit(State(server): State<ServerState>, JsonBody(request): JsonBody<EditRequest>) -> Outcome<Response> {
    let EditRequest { map, edits } = request;
    let commands = [open(&map)?, Command::Edit { edits, gesture: None }, write_json()];
    let [_, edited, written] = run(&server, commands).await?;
    let (dungeon, report) = (written_json(&written)?, changed_report(edited)?);
    Ok(Json(DiscoverResponse { dungeon, report }).into_response())
}

async fn vary(State(server): State<ServerState>, JsonBody(request): JsonBody<VaryRequest>) -> Outcome<Response> {
    let VaryRequest { map, n } = request;
    let [_, rolled] = run(&server, [open(&map)?, Command::Vary { n }]).await?;
    let Reply { body: Body::Variations { variations }, payload } = rolled else { return Err(HttpError::internal()) };
    let response = |VariationInfo { seed, picture, facts, refusal }: VariationInfo| {
        let pixels = picture.as_ref().and_then(|picture| picture.pixels.slice(&payload)).unwrap_or_default();
        let (width, height) = picture.as_ref().map_or((0, 0), |picture| (picture.width, picture.height));
        VariationResponse { seed, facts, refusal, width, height, base64: STANDARD.encode(pixels) }
    };
    let variations = variations.into_iter().map(response).collect();
    Ok(Json(VaryResponse { variations }).into_response())
}

async fn diff(State(server): State<ServerState>, JsonBody(request): JsonBody<DiffRequest>) -> Outcome<Response> {
    let [a, b] = [open_as("a", &request.a)?, open_as("b", &request.b)?];
    let sides = Command::Diff { a: DocumentAt::Step { n: 1 }, b: DocumentAt::Step { n: 2 } };
    let [_, _, compared] = run(&server, [a, b, sides]).await?;
    let Body::Diff(compared) = compared.body else { return Err(HttpError::internal()) };
    let DiffReply { is_empty, diff, .. } = *compared;
    Ok(Json(DiffResponse { is_empty, diff }).into_response())
}

async fn check(State(server): State<ServerState>, JsonBody(request): JsonBody<MapRequest>) -> Outcome<Response> {
    let MapRequest { map } = request;
    let [_, checked] = run(&server, [open(&map)?, Command::Check {}]).await?;
    match checked.body {
        Body::Check { report } => Ok(Json(report).into_response()),
        _ => Err(HttpError::internal()),
    }
}

async fn fov(State(server): State<ServerState>, JsonBody(request): JsonBody<FovRequest>) -> Outcome<Response> {
    let FovRequest { map, z, at, observer, kind, radius } = request;
    let (cell, shape) = match (at, marked_in(&map)?) {
        (Some(at), _) => (cell(&at)?, observer.unwrap_or_else(|| Footprint::One.to_string())),
        (None, Some(marked)) => (marked.at, observer.unwrap_or_else(|| marked.footprint.to_string())),
        (None, None) => return Err(ProtocolError::invalid_field("at", NO_OBSERVER).into()),
    };
    let observer = Command::Observer { z, cell, shape: Some(shape) };
    let outcome = run(&server, [open(&map)?, observer, Command::Fov { kind: Some(kind), radius }]).await;
    let [_, _, seen] = outcome.map_err(|error| error.rename_field(&[("cell", "at"), ("shape", "observer")]))?;
    let Reply { body: Body::Fov(view), payload } = seen else { return Err(HttpError::internal()) };
    let cells = |blob: PayloadBlob| set_bits(blob.slice(&payload).unwrap_or_default(), view.width);
    let (visible, corners, interesting) = (cells(view.visible), cells(view.corners), cells(view.interesting));
    let (width, height) = (view.width, view.height);
    Ok(Json(FovResponse { width, height, visible, corners, interesting }).into_response())
}

async fn path(State(server): State<ServerState>, JsonBody(request): JsonBody<PathRequest>) -> Outcome<Response> {
    let PathRequest { map, z, from, to, body, start } = request;
    let outcome = run(&server, [open(&map)?, Command::Path { z, from, to, shape: body, start }]).await;
    let [_, found] = outcome.map_err(|error| error.rename_field(&[("shape", "body")]))?;
    match found.body {
        Body::Path(found) => Ok(Json(found).into_response()),
        _ => Err(HttpError::internal()),
    }
}

async fn crowd(State(server): State<ServerState>, JsonBody(request): JsonBody<CrowdRequest>) -> Outcome<Response> {
    api_crowd::check(&request)?;
    let open = open(&request.map)?;
    let walked = work(&server, move |shot| {
        shot.run(open)?;
        api_crowd::walk(shot, request)
    });
    let (reply, notes) = walked.await.map_err(|error| error.rename_field(&[("cells", "actors")]))?;
    let response = api_crowd::response(&reply, notes).ok_or_else(HttpError::internal)?;
    Ok(Json(response).into_response())
}

async fn export(
    State(server): State<ServerState>,
    format: Result<Path<String>, PathRejection>,
    JsonBody(request): JsonBody<ExportRequest>,
) -> Outcome<Response> {
    let Path(format) = format?;
    let ExportRequest { map, options } = request;
    let [_, written] = run(&server, [open(&map)?, Command::Export { format, options }]).await?;
    let Reply { body: Body::Export(exported), payload } = written else { return Err(HttpError::internal()) };
    if let [file] = &exported.files[..] {
        let name = file.name.replace(['"', '\\', '\r', '\n', '/'], "-");
        let bytes = file.data.slice(&payload).unwrap_or_default().to_vec();
        let headers = [
            (header::CONTENT_TYPE, file.media.clone()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ];
        return Ok((headers, HttpBody::from(bytes)).into_response());
    }
    let file = |file: &ExportedFile| FileResponse {
        name: file.name.clone(),
        media: file.media.clone(),
        base64: STANDARD.encode(file.data.slice(&payload).unwrap_or_default()),
    };
    let files: Vec<FileResponse> = exported.files.iter().map(file).collect();
    Ok(Json(json!({ "files": files })).into_response())
}

/// The error of a discovery without a link, or with two answers.
const WHICH_LINK: &str = "link: need the number of a link, or all = true instead, and not both.";

/// The error of a request without an observer.
const NO_OBSERVER: &str = "at: need [x, y], the observer's north-west cell; only a FOV map can mark it, with s.";

/// The cell of a request.
fn cell(at: &Value) -> Outcome<Cell> {
    let wrong = |_| ProtocolError::invalid_field("at", format!("at: need [x, y], two whole numbers, got {at}."));
    Ok(serde_json::from_value(at.clone()).map_err(wrong)?)
}

/// The observer that the text of a FOV map marks.
fn marked_in(map: &Value) -> Outcome<Option<Observer>> {
    let marked = map.as_str().map_or(Ok(None), |text| marked(MAP, text));
    Ok(marked.map_err(|error| error.with_field(MAP))?)
}

/// The command that opens a map.
fn open(map: &Value) -> Outcome<Command> {
    open_as(MAP, map)
}

/// The command that opens the map of a field.
fn open_as(field: &str, map: &Value) -> Outcome<Command> {
    let text = match map {
        Value::String(text) => text.clone(),
        Value::Object(_) => map.to_string(),
        _ => {
            let sentence = format!("{field}: need dungeon JSON or the text of a map.");
            return Err(ProtocolError::invalid_field(field, sentence).into());
        }
    };
    Ok(Command::Open { name: field.to_owned(), base64: STANDARD.encode(text) })
}

/// The command that writes dungeon JSON.
fn write_json() -> Command {
    Command::Export { format: "json".to_owned(), options: BTreeMap::new() }
}

/// A dungeon with what the session knows about it.
fn verified(shown: Reply, written: &Reply) -> Outcome<(Value, SessionState)> {
    let Body::Document(document) = shown.body else { return Err(HttpError::internal()) };
    Ok((written_json(written)?, document.session))
}

/// What verify reports after edits.
fn changed_report(edited: Reply) -> Outcome<Report> {
    let Body::Changed(changed) = edited.body else { return Err(HttpError::internal()) };
    Ok(changed.session.report)
}

/// The dungeon that was written as JSON.
fn written_json(written: &Reply) -> Outcome<Value> {
    let text = match &written.body {
        Body::Export(exported) => exported.files.first().and_then(|file| file.data.slice(&written.payload)),
        _ => None,
    };
    serde_json::from_slice(text.unwrap_or_default()).map_err(|_| HttpError::internal())
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
