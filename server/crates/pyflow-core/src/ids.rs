//! Names of things, as newtypes so that one can't be taken for another.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// One execution. Unique for the life of the server.
    RunId
);
id!(
    /// A living interpreter.
    SessionId
);
id!(
    /// A document, by its normalised URI. Two spellings of one URI have one id; see `uri`.
    DocumentId
);

/// The engine's own count of the states of a document's text. Grows by one with each edit and is never the
/// client's `version`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Revision(pub u64);
