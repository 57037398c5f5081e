//! Which requests are answered: only those that name the server correctly, and only pages that it served itself.
//!
//! A page of another site can make the browser send requests to this machine. It cannot forge `Origin`; and if its name
//! was made to point here (DNS rebinding), that name is in `Host`.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use super::http_error::HttpError;
use super::state::ServerState;

/// Rejects foreign requests, and limits what pages from here may do.
pub async fn guard(State(server): State<ServerState>, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default().to_owned();
    let is_page = !request.uri().path().starts_with("/api") && request.uri().path() != "/ws";
    let one_origin = server.names().one_origin(&host).filter(|_| is_page);
    let mut response = match (server.names().check(request.headers()), one_origin) {
        // Kept work belongs to an origin: both names of this machine lead to one.
        (Ok(()), Some(origin)) => Redirect::permanent(&format!("{origin}{}", request.uri())).into_response(),
        (Ok(()), None) => next.run(request).await,
        (Err(reason), _) => HttpError::new(StatusCode::FORBIDDEN, reason).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in FIXED {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    let host = if server.names().has(&host) { host } else { String::new() };
    if let Ok(policy) = HeaderValue::from_str(&policy(&host)) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

const FIXED: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
];

/// Nothing from elsewhere, no scripts in the text of the page, no frames.
fn policy(host: &str) -> String {
    format!(
        "default-src 'self'; connect-src 'self' ws://{host}; img-src 'self' blob: data:; object-src 'none'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
