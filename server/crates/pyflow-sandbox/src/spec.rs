//! What the server hands the helper on descriptor 3: one JSON object, then the end of the file.
//!
//! Never by argument or environment: both can be read in `/proc` by every process of the user.

use crate::event::Report;
use crate::policy::Policy;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};

/// A string of the operating system, which need not be UTF-8.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
    Utf8(String),
    Bytes(Vec<u8>),
}

#[cfg(unix)]
impl Text {
    pub(crate) fn new(text: &OsStr) -> Text {
        use std::os::unix::ffi::OsStrExt;
        match text.to_str() {
            Some(text) => Text::Utf8(text.to_owned()),
            None => Text::Bytes(text.as_bytes().to_vec()),
        }
    }

    pub(crate) fn into_os(self) -> OsString {
        use std::os::unix::ffi::OsStringExt;
        match self {
            Text::Utf8(text) => text.into(),
            Text::Bytes(bytes) => OsString::from_vec(bytes),
        }
    }
}

/// Which layers the server found to be there and wants used.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) namespaces: bool,
    /// Landlock's ABI, 0 without.
    pub(crate) landlock: u32,
    pub(crate) seccomp: bool,
    pub(crate) report: Report,
}

/// Everything about one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spec {
    pub(crate) program: Text,
    pub(crate) args: Vec<Text>,
    pub(crate) env: Vec<(Text, Text)>,
    pub(crate) cwd: Text,
    /// How many descriptors from [`FIRST_INHERITED`] on are the program's.
    pub(crate) inherit: usize,
    pub(crate) policy: Policy,
    pub(crate) plan: Plan,
    /// Only enter the namespaces and say how that went.
    pub(crate) try_out: bool,
}

pub(crate) const SPEC_FD: i32 = 3;
pub(crate) const CONTROL_FD: i32 = 4;
pub(crate) const FIRST_INHERITED: i32 = 5;
