//! The sandbox: how PyFlow starts Python, holds it to a policy and ends all of it.
//!
//! The server starts its own binary again as a small *helper* (`pyflow __sandbox`), one for each
//! Python process. The helper is single-threaded, so it may do what a server with threads must
//! not do between fork and exec: enter namespaces, build a root directory, allocate. It stays as
//! the supervisor, and ends the whole tree when the main process has ended, when it is told to,
//! and when the server goes away, however that happens.
//!
//! ```text
//! server ─ H0 helper: reads the policy, watches limits, kills the tree
//!           └─ H1 pid 1 of the namespaces: mounts, reaps        (tier "namespaces" only)
//!               └─ W  limits, Landlock, seccomp, then Python
//! ```
//!
//! State is owned by the helper of each run; the server's side holds a socket and nothing else.
//! This is the only crate with unsafe code, because it makes the system calls. It knows nothing
//! of tokio: a [`Child`] is a non-blocking descriptor and a parser.
//!
//! What each profile promises, and what not, stands in `docs/security.md`.

mod command;
mod denial;
mod event;
mod grants;
mod policy;
mod probe;
#[cfg(any(target_os = "macos", test))]
mod seatbelt;
mod spec;

#[cfg(not(unix))]
compile_error!("PyFlow runs on Linux and macOS");
pub mod stdio;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;

pub use command::{Child, Command, SpawnError};
pub use denial::{Action, Denial, Rule, explain_denial};
pub use event::{ControlReader, Event, LimitKind, Report, Tier};
pub use policy::{
    Layer, Network, Origin, Policy, Profile, ReadScope, RunLimits, WriteScope, recommended_env,
};
pub use probe::{Capabilities, probe, probe_with};

/// The word after the program's name that makes it the helper.
pub const HELPER_ARGUMENT: &str = "__sandbox";

/// Where a program finds the first of its inherited descriptors; at 3 where its limit of open files is too low.
pub const LIFTED_FD: i32 = 1200;

/// Keeps the calling process, which holds keys, from being read by others of the same user: no
/// core files, no debugger, no look at its memory and environment. For the start of a server.
pub fn protect_process() {
    #[cfg(target_os = "linux")]
    linux::protect_process();
}

/// What `pyflow __sandbox` does. To be called first thing in `main`, before any thread exists:
/// it forks, and never returns.
pub fn helper_main() -> ! {
    #[cfg(target_os = "linux")]
    linux::helper_main();
    #[cfg(target_os = "macos")]
    macos::helper_main();
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    std::process::exit(125);
}
