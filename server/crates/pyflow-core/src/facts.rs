//! What really existed when a program crashed: the values and names that explanations and rules go by.
//!
//! The worker takes them without running a line of the user's code (no `__repr__`, `__getattr__`, `keys()` of
//! classes that are not the interpreter's own), so a field is absent where that was not possible.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Facts of one exception.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct CrashFacts {
    /// The user's frames, deepest first (at most 5).
    pub frames: Vec<FrameFacts>,
    /// The object that lacks the attribute, of an AttributeError.
    pub object: Option<ValueFacts>,
    /// Things that only some exceptions have, by name; see `PROTOCOL.md` of the worker.
    pub extra: BTreeMap<String, serde_json::Value>,
}

/// Facts of one frame.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct FrameFacts {
    /// Index into the exception's `frames`.
    pub frame: usize,
    /// Name → value, of the frame's locals (at module level: its globals).
    pub locals: BTreeMap<String, ValueFacts>,
    /// Name → value, of the frame's globals, without dunders; empty at module level.
    pub globals: BTreeMap<String, ValueFacts>,
    /// Names of enclosing functions' variables that the code could see.
    pub enclosing: Vec<String>,
    /// The code object's parameters, in order.
    pub params: Vec<Param>,
    /// Values of the sub-expressions of the failing statement that could be had without a call.
    pub exprs: Vec<ExprFacts>,
}

/// A sub-expression of the failing statement, and its value.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct ExprFacts {
    /// 0-based line, bytes within the line.
    pub line: u32,
    pub byte: u32,
    pub end_line: u32,
    pub end_byte: u32,
    pub value: ValueFacts,
}

/// What is known of a value.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct ValueFacts {
    /// `type(v).__name__`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// `type(v).__module__`.
    pub module: String,
    /// Names of the type's bases, itself first; only for classes that are not builtin.
    pub mro: Vec<String>,
    /// A bounded repr that ran no user code.
    pub repr: Option<String>,
    /// The value itself when it is exactly None, a bool, an int, a float or a str (at most 2,000 characters).
    pub value: Option<serde_json::Value>,
    pub len: Option<u64>,
    /// First 200 keys of an exact dict, columns of a data frame, names of an Enum: (kind, text) with kind
    /// `str`, `int` or `other`.
    pub keys: Vec<(String, String)>,
    /// First 20 elements of an exact list or tuple, shallow.
    pub elements: Vec<ValueFacts>,
    /// Attribute names, from the type's bases and the instance's dictionary. Only of the values at the failing node.
    pub attrs: Vec<String>,
    pub callable: bool,
    /// Parameters of a Python function or of a class's `__init__`, `self` included.
    pub params: Option<Vec<Param>>,
    /// Where a Python function, method or class stands.
    pub defined: Option<Defined>,
    /// A module's `__file__`.
    pub file: Option<String>,
    /// numpy's shape or pandas', as text: `(3, 4)`.
    pub shape: Option<String>,
    pub dtype: Option<String>,
}

/// Where something was defined.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Defined {
    pub name: String,
    pub file: String,
    /// 0-based.
    pub line: u32,
}

/// A parameter of a function.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Param {
    pub name: String,
    /// `positional`, `keyword`, `*` or `**`.
    pub kind: String,
    pub default: bool,
}
