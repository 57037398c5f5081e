//! Errors over HTTP: a status, and always the same JSON, `{"error": {"code", "message", …}}`.

use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

use crate::limits::MAX_MESSAGE;
use crate::protocol::{ErrorCode, ProtocolError};

/// The status of every error of the protocol.
const fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::InvalidRequest | ErrorCode::UnknownCommand => StatusCode::BAD_REQUEST,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::Cancelled => StatusCode::CONFLICT,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::InvalidField
        | ErrorCode::InvalidOption
        | ErrorCode::InvalidCell
        | ErrorCode::GenerationFailed
        | ErrorCode::EditRejected
        | ErrorCode::CrowdRejected
        | ErrorCode::Unreadable
        | ErrorCode::Unsupported => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::SessionLimit => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Timeout => StatusCode::GATEWAY_TIMEOUT,
    }
}

/// An error with its status.
#[derive(Debug)]
pub struct HttpError {
    status: StatusCode,
    error: ProtocolError,
}

impl HttpError {
    /// An error of HTTP itself: a wrong host, method or media type keeps the status that HTTP has for it.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        let code = match status {
            StatusCode::NOT_FOUND => ErrorCode::NotFound,
            StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::TooLarge,
            _ => ErrorCode::InvalidRequest,
        };
        Self { status, error: ProtocolError::new(code, sentence) }
    }

    /// A bug in the program.
    pub fn internal() -> Self {
        ProtocolError::new(ErrorCode::Internal, "The program failed; please report it.").into()
    }

    /// The same error with the field names of the request, where a command has another name for a field.
    pub fn rename_field(mut self, names: &[(&str, &str)]) -> Self {
        let field = self.error.field.as_deref();
        if let Some((_, name)) = names.iter().find(|(name, _)| Some(*name) == field) {
            self.error.field = Some((*name).to_owned());
        }
        self
    }

    /// The body of its answer.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(&json!({ "error": self.error })).unwrap_or_default()
    }
}

impl From<ProtocolError> for HttpError {
    fn from(error: ProtocolError) -> Self {
        Self { status: status(error.code), error }
    }
}

impl From<BytesRejection> for HttpError {
    fn from(rejection: BytesRejection) -> Self {
        let sentence = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => format!("The body is too large (limit {MAX_MESSAGE} bytes)."),
            _ => "The body could not be read to its end.".to_owned(),
        };
        Self::new(rejection.status(), sentence)
    }
}

impl From<PathRejection> for HttpError {
    fn from(rejection: PathRejection) -> Self {
        Self::new(rejection.status(), "The address is not UTF-8.")
    }
}

impl From<WebSocketUpgradeRejection> for HttpError {
    fn from(rejection: WebSocketUpgradeRejection) -> Self {
        Self::new(rejection.status(), "Only WebSockets are served here; other programs use /api.")
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.error }))).into_response()
    }
}

/// A JSON answer.
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
        (headers, serde_json::to_vec(&self.0).unwrap_or_default()).into_response()
    }
}

/// The answer to a method that an address does not have.
pub async fn wrong_method(method: Method, uri: Uri) -> HttpError {
    let path = uri.path();
    let right = if path.starts_with("/api/") { "POST" } else { "GET" };
    HttpError::new(StatusCode::METHOD_NOT_ALLOWED, format!("{path} takes {right}, not {method}."))
}
