//! Errors over HTTP: a status, and always the same JSON, `{"error": {"message": …}}`.

use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

use crate::limits::MAX_MESSAGE;
use crate::protocol::Refusal;

/// An error with its status.
#[derive(Debug)]
pub struct Failure(pub StatusCode, pub Refusal);

impl Failure {
    /// A status with a sentence.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self(status, Refusal::new(sentence))
    }

    /// The same failure in the words of the request, where a command calls a field by another name.
    pub fn in_words(mut self, words: &[(&str, &str)]) -> Self {
        let field = self.1.field.as_deref();
        if let Some((_, word)) = words.iter().find(|(name, _)| Some(*name) == field) {
            self.1.field = Some((*word).to_owned());
        }
        self
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self(StatusCode::UNPROCESSABLE_ENTITY, refusal)
    }
}

impl From<BytesRejection> for Failure {
    fn from(rejection: BytesRejection) -> Self {
        let sentence = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => format!("The body has more than {MAX_MESSAGE} bytes, which is the most."),
            _ => "The body could not be read to its end.".to_owned(),
        };
        Self::new(rejection.status(), sentence)
    }
}

impl From<PathRejection> for Failure {
    fn from(rejection: PathRejection) -> Self {
        Self::new(rejection.status(), "The address is not UTF-8.")
    }
}

impl From<WebSocketUpgradeRejection> for Failure {
    fn from(rejection: WebSocketUpgradeRejection) -> Self {
        Self::new(rejection.status(), "Only WebSockets are answered here; other programs ask /api.")
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
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
pub async fn wrong_method(method: Method, uri: Uri) -> Failure {
    let path = uri.path();
    let right = if path.starts_with("/api/") { "POST" } else { "GET" };
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, format!("{path} takes {right}, not {method}."))
}
