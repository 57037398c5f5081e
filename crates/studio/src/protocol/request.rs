//! A text frame of the page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::command::Command;
use super::error::{ErrorCode, ProtocolError};
use crate::limits::MAX_MESSAGE;

/// One text frame of the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The page's number for this request; every answer carries it.
    pub id: u32,
    /// The command.
    pub command: Command,
}

impl Request {
    /// Reads a frame.
    ///
    /// # Errors
    /// When it is not a request: the number of the request, 0 where it has none, and what is wrong.
    ///
    /// ```
    /// use undercroft_studio::protocol::{Command, ErrorCode, Request};
    ///
    /// let request = Request::parse(r#"{"id": 1, "command": {"type": "undo"}}"#).unwrap();
    /// assert_eq!(request.command, Command::Undo {});
    /// let (id, error) = Request::parse(r#"{"id": 2, "command": {"type": "explode"}}"#).unwrap_err();
    /// assert_eq!((id, error.code), (2, ErrorCode::UnknownCommand));
    /// ```
    pub fn parse(text: &str) -> Result<Self, (u32, ProtocolError)> {
        if text.len() > MAX_MESSAGE {
            return Err((Self::parse_id(text), ProtocolError::message_too_long()));
        }
        serde_json::from_str(text).map_err(|error| {
            let (id, name) = header(text);
            let is_unknown = name.is_some_and(|name| !is_command(&name));
            let code = if is_unknown { ErrorCode::UnknownCommand } else { ErrorCode::InvalidRequest };
            (id, ProtocolError::new(code, format!("Invalid request: {error}.")))
        })
    }

    /// The number of a request that may be malformed otherwise; 0 where it has none.
    pub fn parse_id(text: &str) -> u32 {
        #[derive(Deserialize)]
        struct Numbered {
            id: u32,
        }
        serde_json::from_str::<Numbered>(text).map_or(0, |numbered| numbered.id)
    }
}

/// Number and command name of a frame that is not a request.
fn header(text: &str) -> (u32, Option<String>) {
    #[derive(Deserialize)]
    struct Named {
        command: Value,
    }
    let command = serde_json::from_str::<Named>(text).map(|named| named.command).unwrap_or_default();
    (Request::parse_id(text), command["type"].as_str().map(str::to_owned))
}

/// Whether a command has this name. A command of nothing but an unknown name is an unknown variant; that of a known one may
/// lack fields. A list made of the schema would put the schema of every command into the module of the browser.
fn is_command(name: &str) -> bool {
    let parsed = serde_json::from_str::<Command>(&json!({ "type": name }).to_string());
    parsed.err().is_none_or(|error| !error.to_string().starts_with("unknown variant"))
}
