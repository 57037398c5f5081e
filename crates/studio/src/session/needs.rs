//! Which fields apply to which method, in the words of the protocol.

use undercroft::field::{Field, MethodKind};

use crate::protocol::Need;

/// The methods to which this field applies; empty where it applies to all.
pub fn needs(field: &Field) -> Vec<Need> {
    if field.applies_to.len() == MethodKind::ALL.len() {
        return Vec::new();
    }
    let words = field.applies_to.iter().map(|kind| kind.name().to_owned()).collect();
    vec![Need { field: "method".to_owned(), words }]
}
