//! From a crash to words and edits: what explanations and rules are given, and what they give back.
//!
//! Everything below is pure: it looks at what the worker took at the crash and at the texts that ran, and neither
//! waits nor touches a file. Whatever of the outside it needs (names of modules, files nearby) comes in [`Crash`].

pub mod attributes;
pub mod calls;
pub mod data;
pub mod files;
pub mod imports;
pub mod lookups;
pub mod methods;
pub mod names;
pub mod nothing;
pub mod packages;
pub mod scene;
pub mod similarity;
mod source;
pub mod source_bytes;
pub mod syntax_place;
pub mod tables;
pub mod tokens;
pub mod trace;
pub mod types;
pub mod values;
mod words_in;

pub use scene::Scene;
pub use source::{Source, Sources};

use crate::messages::Message;
use pyflow_core::exception::{Exception, Frame, FrameKind};
use pyflow_core::facts::FrameFacts;
use pyflow_core::outcome::RunKind;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// All that is known of a crash.
#[derive(Debug, Clone, Copy)]
pub struct Crash<'a> {
    pub exception: &'a Exception,
    /// The texts as they ran, by the name that frames have for them.
    pub sources: &'a Sources,
    pub interpreter: &'a InterpreterFacts,
    pub run: &'a RunFacts,
}

impl<'a> Crash<'a> {
    /// The deepest frame of the user's code, with its index.
    pub fn user_frame(&self) -> Option<(usize, &'a Frame)> {
        self.exception.frames.iter().enumerate().rev().find(|(_, frame)| frame.kind == FrameKind::User)
    }

    /// The deepest frame of all: where it was raised.
    pub fn raising_frame(&self) -> Option<&'a Frame> {
        self.exception.frames.last()
    }

    /// The facts of the deepest user frame.
    pub fn user_facts(&self) -> Option<&'a FrameFacts> {
        let (index, _) = self.user_frame()?;
        self.exception.facts.frames.iter().find(|facts| facts.frame == index)
    }

    /// The text that the deepest user frame ran.
    pub fn user_source(&self) -> Option<&'a Source> {
        self.sources.get(&self.user_frame()?.1.file)
    }

    /// Whether the exception's type is, or derives from, a builtin of that name.
    pub fn is_a(&self, name: &str) -> bool {
        self.exception.type_name == name || self.exception.mro.iter().any(|base| base == name)
    }
}

/// What does not change from run to run of one interpreter.
#[derive(Debug, Clone, Default)]
pub struct InterpreterFacts {
    /// Major and minor.
    pub version: (u8, u8),
    /// Names of the standard library's top-level modules.
    pub stdlib: BTreeSet<String>,
    /// Public names of those standard modules that were asked for, by module.
    pub stdlib_names: BTreeMap<String, BTreeSet<String>>,
    /// Top-level modules that are installed besides.
    pub installed: BTreeSet<String>,
    /// Names of the `builtins` module.
    pub builtins: BTreeSet<String>,
}

/// The tool that this project installs packages with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PackageTool {
    #[default]
    Pip,
    Uv,
    Poetry,
    Pipenv,
    Conda,
}

/// How the program was run.
#[derive(Debug, Clone)]
pub struct RunFacts {
    pub kind: RunKind,
    /// The document's path, or its URI where it has none.
    pub file: String,
    pub args: Vec<String>,
    pub cwd: PathBuf,
    /// Whether the program had an input that could run out.
    pub stdin_given: bool,
    /// Names of the files beside the document.
    pub siblings: Vec<String>,
    pub package_tool: PackageTool,
    /// What the sandbox kept from the program, where that explains an error: the rule's name, and the setting
    /// that would allow it.
    pub denial: Option<(String, String)>,
}

/// Why a program broke, in words to come.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// One sentence with the live values: the diagnostic's second line. No full stop's worth more than that.
    pub cause: Message,
    /// What happened and why here, in Markdown; may be the cause's own words with more of the values.
    pub paragraph: Option<Message>,
    /// What to check, or how to mend it.
    pub advice: Option<Message>,
}

impl Explanation {
    /// An explanation of one sentence.
    pub fn of(cause: Message) -> Self {
        Self { cause, paragraph: None, advice: None }
    }

    #[must_use]
    pub fn paragraph(self, paragraph: Message) -> Self {
        Self { paragraph: Some(paragraph), ..self }
    }

    #[must_use]
    pub fn advice(self, advice: Message) -> Self {
        Self { advice: Some(advice), ..self }
    }
}
