//! Requests that are no HTTP are refused below the routes, with a status and an empty body. This stream gives such an answer
//! the body that every other error has.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::http::StatusCode;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::http_error::HttpError;

/// A stream that replaces bare errors as they are written.
#[derive(Debug)]
pub struct ErrorBodies<S> {
    stream: S,
    /// What is to be written in place of a bare error.
    pending: Vec<u8>,
}

impl<S> ErrorBodies<S> {
    pub const fn new(stream: S) -> Self {
        Self { stream, pending: Vec::new() }
    }
}

impl<S: AsyncWrite + Unpin> ErrorBodies<S> {
    fn write_pending(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.pending.is_empty() {
            match ready!(Pin::new(&mut self.stream).poll_write(context, &self.pending))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                written => drop(self.pending.drain(..written)),
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ErrorBodies<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ErrorBodies<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        ready!(this.write_pending(context))?;
        match bare_status(bytes) {
            Some(status) => {
                this.pending = answer(status);
                Poll::Ready(Ok(bytes.len()))
            }
            None => Pin::new(&mut this.stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.write_pending(context))?;
        Pin::new(&mut this.stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.write_pending(context))?;
        Pin::new(&mut this.stream).poll_shutdown(context)
    }
}

/// The status of an answer that is nothing but the head of an error.
fn bare_status(bytes: &[u8]) -> Option<StatusCode> {
    let head = str::from_utf8(bytes).ok()?.strip_prefix("HTTP/1.1 ")?.strip_suffix("\r\n\r\n")?;
    let is_bare = !head.contains("\r\n\r\n") && head.to_ascii_lowercase().contains("\r\ncontent-length: 0");
    let status: u16 = head.get(..3)?.parse().ok()?;
    let is_ours = [StatusCode::BAD_REQUEST, StatusCode::URI_TOO_LONG, StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE];
    is_ours.into_iter().find(|&known| is_bare && known.as_u16() == status)
}

fn answer(status: StatusCode) -> Vec<u8> {
    let sentence = match status {
        StatusCode::URI_TOO_LONG => "The address is too long (limit 65534 bytes).",
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
            "The request has too many headers, or they are too long (limits 100 headers, 256 kB in all)."
        }
        _ => "The request is not HTTP/1.1: its first line or one of its headers is malformed.",
    };
    let body = HttpError::new(status, sentence).to_json();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), &body].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bare_errors_of_http_are_replaced() {
        let bare = "HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\ndate: now\r\n\r\n";
        assert_eq!(bare_status(bare.as_bytes()), Some(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE));
        for other in [
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 9\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            "a map that begins with HTTP/1.1 400",
        ] {
            assert_eq!(bare_status(other.as_bytes()), None, "{other}");
        }
    }
}
