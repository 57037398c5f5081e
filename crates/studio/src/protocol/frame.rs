//! Binary frames: a length, a JSON header, a payload.

use super::error::ProtocolError;
use super::reply::{Header, ProgressInfo, Reply};

/// The last frame of a request.
///
/// ```
/// use undercroft_studio::protocol::{Body, answer_frame};
///
/// let frame = answer_frame(7, Ok(Body::Done {}.into()));
/// let header = br#"{"id":7,"reply":{"type":"done"}}"#;
/// assert_eq!(frame[..4], (header.len() as u32).to_le_bytes());
/// assert_eq!(&frame[4..], header);
/// ```
pub fn answer_frame(id: u32, answer: Result<Reply, ProtocolError>) -> Vec<u8> {
    let empty = Header { id, reply: None, error: None, progress: None };
    match answer {
        Ok(Reply { body, payload }) => frame(&Header { reply: Some(body), ..empty }, &payload),
        Err(error) => frame(&Header { error: Some(error), ..empty }, &[]),
    }
}

/// A frame before the last.
pub fn progress_frame(id: u32, progress: ProgressInfo) -> Vec<u8> {
    frame(&Header { id, reply: None, error: None, progress: Some(progress) }, &[])
}

fn frame(header: &Header, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    serde_json::to_writer(&mut bytes, header).expect("a header is JSON");
    let length = bytes.len() as u32 - 4;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(payload);
    bytes
}
