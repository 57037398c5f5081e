//! The body of a request: JSON, whole and in time.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use tokio::time::timeout;

use super::http_error::HttpError;
use super::state::ServerState;
use crate::protocol::{ErrorCode, ProtocolError};

/// The request in a body. Only JSON: a form of another page cannot send that without a check of its origin.
pub struct JsonBody<T>(pub T);

impl<T: for<'a> Deserialize<'a>> FromRequest<ServerState> for JsonBody<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, server: &ServerState) -> Result<Self, HttpError> {
        check_media(request.headers())?;
        let limit = server.options().body_timeout;
        let body = timeout(limit, Bytes::from_request(request, server)).await;
        let body = body.map_err(|_| {
            let sentence = format!("The body did not arrive within {} seconds.", limit.as_secs_f32());
            HttpError::new(StatusCode::REQUEST_TIMEOUT, sentence)
        })??;
        parse(&body).map(Self)
    }
}

fn check_media(headers: &HeaderMap) -> Result<(), HttpError> {
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
    let plain = media.split(';').next().unwrap_or_default().trim();
    if plain.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let sentence = format!("The body must be application/json (Content-Type), not {media:?}.");
    Err(HttpError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence))
}

fn parse<T: for<'a> Deserialize<'a>>(body: &[u8]) -> Result<T, HttpError> {
    read_json(body).map_err(|(field, problem)| {
        let field = field.map(|path| path.trim_start_matches("set.").trim_start_matches("options.").to_owned());
        let position = field.as_ref().map(|field| format!("{field}: ")).unwrap_or_default();
        let sentence = format!("Invalid request: {position}{problem}. See /api.");
        ProtocolError { field, ..ProtocolError::new(ErrorCode::InvalidRequest, sentence) }.into()
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
