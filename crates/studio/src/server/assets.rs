//! The page's files, embedded in the program; those that only check it are not served. In debug builds they are read from
//! the source tree, so that a changed file is there at the next reload.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::http_error::{HttpError, wrong_method};

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// Serves a file of the page.
pub async fn serve(method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    // Embedded names are exact; in debug builds they are paths, which must not lead out of the folder.
    let is_plain = path.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains('\\'));
    let is_check = path.ends_with(".d.ts") || path == "jsconfig.json";
    match Page::get(path).filter(|_| is_plain && !is_check) {
        Some(_) if ![Method::GET, Method::HEAD].contains(&method) => {
            let allow = [(header::ALLOW, "GET,HEAD")];
            (allow, wrong_method(method, uri).await).into_response()
        }
        Some(file) => {
            let headers = [(header::CONTENT_TYPE, media(path)), (header::CACHE_CONTROL, "no-cache")];
            (headers, file.data).into_response()
        }
        None => HttpError::new(StatusCode::NOT_FOUND, format!("There is no /{path} here.")).into_response(),
    }
}

fn media(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "ico" => "image/x-icon",
        _ => "text/plain; charset=utf-8",
    }
}
