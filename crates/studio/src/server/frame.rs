//! Binary frames: a length, a JSON header, a payload.

use axum::body::Bytes;

use crate::protocol::{Header, ProgressInfo, ProtocolError, Reply};

/// The last frame of a request.
pub fn answer(id: u32, answer: Result<Reply, ProtocolError>) -> Bytes {
    let empty = Header { id, reply: None, error: None, progress: None };
    match answer {
        Ok(Reply { body, payload }) => frame(&Header { reply: Some(body), ..empty }, &payload),
        Err(error) => frame(&Header { error: Some(error), ..empty }, &[]),
    }
}

/// A frame before the last.
pub fn progress(id: u32, progress: ProgressInfo) -> Bytes {
    frame(&Header { id, reply: None, error: None, progress: Some(progress) }, &[])
}

fn frame(header: &Header, payload: &[u8]) -> Bytes {
    let mut bytes = vec![0; 4];
    serde_json::to_writer(&mut bytes, header).expect("a header is JSON");
    let length = bytes.len() as u32 - 4;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(payload);
    bytes.into()
}
