//! One file for each subject of the protocol. A handler tells the engine before its first `await`, never waits for
//! the client, and never blocks.

pub(crate) mod code_action;
pub(crate) mod code_lens;
pub(crate) mod configuration;
pub(crate) mod documents;
pub(crate) mod hover;
pub(crate) mod initialize;
pub(crate) mod inlay_hint;
pub(crate) mod progress_cancel;
pub(crate) mod shutdown;
pub(crate) mod workspace;
