//! Why something failed in a run: which rule of its policy an error comes from.
//!
//! Programs see denials as ordinary errors: a file that is not there, a read-only disk, a network
//! that is down. This tells them from real ones, as far as the error and its path can tell, and
//! names the setting that would allow it. It guesses, and is for explanations only.

use crate::grants::Grants;
use crate::policy::{Network, Policy, Profile};
use std::path::{Component, Path, PathBuf};

/// What the program tried, as far as the kind of its exception tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Action {
    /// An error without a hint.
    #[default]
    Unknown,
    Read,
    Write,
    /// A connection, or the address of a name (`socket.gaierror`).
    Network,
    /// A process or a thread.
    Process,
}

/// A rule of a policy that stopped something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The file may not be read.
    Read,
    /// The file holds keys or tokens.
    KeyStore,
    /// The file may not be written.
    Write,
    /// The file is one that the user's tools obey: hooks, editors' settings.
    Protected,
    /// There is no network.
    Network,
    /// Too many processes and threads.
    Processes,
    Memory,
    Disk,
    /// A call of the kernel that no run may make.
    Kernel,
}

/// An explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    pub rule: Rule,
    /// The setting that allows it: a key of the section `pyflow`. `None`: no setting does, but
    /// another profile.
    pub setting: Option<&'static str>,
    pub path: Option<PathBuf>,
}

/// The rule that explains an error of a run, or `None` when the policy has nothing to do with it.
///
/// `errno` is that of the machine the run was on; for `socket.gaierror` it is the resolver's
/// negative number. `path` is absolute.
pub fn explain_denial(policy: &Policy, errno: i32, path: Option<&Path>, action: Action) -> Option<Denial> {
    let rule = |rule, setting| Some(Denial { rule, setting, path: path.map(Path::to_path_buf) });
    let limits = &policy.limits;
    match errno {
        libc::ENOSPC | libc::EFBIG | libc::EDQUOT if limits.disk_mb.is_some() => {
            return rule(Rule::Disk, Some("sandbox.diskMb"));
        }
        libc::ENOMEM if limits.memory_mb.is_some() => return rule(Rule::Memory, Some("sandbox.memoryMb")),
        libc::EAGAIN if action == Action::Process && limits.processes.is_some() => {
            return rule(Rule::Processes, None);
        }
        _ => {}
    }
    if policy.profile == Profile::Off {
        return None;
    }
    if let Some(path) = path {
        return explain_path(policy, errno, path, action);
    }
    let refused = matches!(errno, libc::EPERM | libc::EACCES);
    let nowhere = matches!(
        errno,
        libc::ENETUNREACH | libc::ENETDOWN | libc::EHOSTUNREACH | libc::EADDRNOTAVAIL | libc::EAFNOSUPPORT
    );
    let network = action == Action::Network || nowhere;
    if network && policy.network != Network::On {
        let resolver = errno < 0;
        let loopback = matches!(errno, libc::ECONNREFUSED | libc::ETIMEDOUT);
        if refused || nowhere || resolver || loopback {
            return rule(Rule::Network, Some("sandbox.network"));
        }
    }
    (refused || errno == libc::ENOSYS).then_some(Denial { rule: Rule::Kernel, setting: None, path: None })
}

fn explain_path(policy: &Policy, errno: i32, path: &Path, action: Action) -> Option<Denial> {
    // A run that keeps the superuser's rights is the only one whose list differs by who it is.
    let grants = Grants::of(policy, true);
    let path = normal(path);
    let deny = |rule, setting| Some(Denial { rule, setting: Some(setting), path: Some(path.clone()) });
    let masked = grants.masked.iter().any(|mask| path.starts_with(mask));
    let unreadable = || if masked { Rule::KeyStore } else { Rule::Read };
    match errno {
        // Out of sight looks like absent: it is a denial when the file is there all the same.
        libc::ENOENT | libc::ENXIO if !grants.may_read(&path) => {
            path.symlink_metadata().ok()?;
            deny(unreadable(), "sandbox.read")
        }
        // Nothing can be made where nothing may be written: the folder above is the reason.
        libc::ENOENT if action == Action::Write && !grants.may_write(&path) => {
            path.parent()?.symlink_metadata().ok()?;
            deny(Rule::Write, "sandbox.write")
        }
        libc::EROFS | libc::EACCES | libc::EPERM | libc::EXDEV => {
            let refused = errno != libc::EXDEV;
            if refused && errno != libc::EROFS && action != Action::Write && !grants.may_read(&path) {
                return deny(unreadable(), "sandbox.read");
            }
            if grants.protected.iter().any(|folder| path.starts_with(folder)) {
                return deny(Rule::Protected, "sandbox.profile");
            }
            // A file that could be read with this policy and not by this user is no denial.
            let wrote = action == Action::Write || errno == libc::EROFS;
            if wrote && !grants.may_write(&path) { deny(Rule::Write, "sandbox.write") } else { None }
        }
        _ => None,
    }
}

/// Without `.` and `..`, by the names alone.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Origin;

    fn rule(policy: &Policy, errno: i32, path: Option<&Path>, action: Action) -> Option<Rule> {
        explain_denial(policy, errno, path, action).map(|denial| denial.rule)
    }

    fn policy(origin: Origin) -> (tempfile::TempDir, Policy) {
        let root = tempfile::tempdir_in("/var/tmp").unwrap();
        let at = |name: &str| root.path().join(name);
        for name in ["home/.ssh", "ws", "run", "other"] {
            std::fs::create_dir_all(at(name)).unwrap();
        }
        std::fs::write(at("home/.ssh/id"), "").unwrap();
        std::fs::write(at("other/file"), "").unwrap();
        let mut policy = Policy::for_origin(origin, at("run"), at("home"));
        policy.workspace = Some(at("ws"));
        policy.caches = Vec::new();
        (root, policy)
    }

    #[test]
    fn a_file_out_of_sight_is_told_from_one_that_is_not_there() {
        let (root, policy) = policy(Origin::Agent);
        let at = |name: &str| root.path().join(name);
        let read = |name: &str| rule(&policy, libc::ENOENT, Some(&at(name)), Action::Read);
        assert_eq!(read("other/file"), Some(Rule::Read));
        assert_eq!(read("ws/../other/file"), Some(Rule::Read));
        assert_eq!(read("home/.ssh/id"), Some(Rule::KeyStore));
        assert_eq!(read("other/absent"), None);
        assert_eq!(read("ws/absent"), None);
    }

    #[test]
    fn a_refused_write_names_its_setting() {
        let (root, mut policy) = policy(Origin::Agent);
        let path = root.path().join("ws/out.txt");
        let denial = explain_denial(&policy, libc::EROFS, Some(&path), Action::Write).unwrap();
        assert_eq!((denial.rule, denial.setting), (Rule::Write, Some("sandbox.write")));
        policy.write = crate::policy::WriteScope::Workspace;
        assert_eq!(rule(&policy, libc::EACCES, Some(&path), Action::Write), None);
        let hook = root.path().join("ws/.git/hooks/pre-commit");
        assert_eq!(rule(&policy, libc::EROFS, Some(&hook), Action::Write), Some(Rule::Protected));
    }

    #[test]
    fn the_network_is_a_denial_only_where_there_is_none() {
        let (_root, agent) = policy(Origin::Agent);
        let (_other, editor) = policy(Origin::Editor);
        for errno in [libc::ENETUNREACH, libc::EPERM, -3] {
            assert_eq!(rule(&agent, errno, None, Action::Network), Some(Rule::Network));
        }
        assert_eq!(rule(&editor, libc::ENETUNREACH, None, Action::Network), None);
        assert_eq!(rule(&editor, -3, None, Action::Network), None);
    }

    #[test]
    fn without_a_sandbox_nothing_is_its_fault() {
        let (root, mut policy) = policy(Origin::Agent);
        policy.profile = Profile::Off;
        let path = root.path().join("other/file");
        assert_eq!(rule(&policy, libc::EACCES, Some(&path), Action::Read), None);
        assert_eq!(rule(&policy, libc::EPERM, None, Action::Unknown), None);
        assert_eq!(rule(&policy, libc::ENOSPC, None, Action::Write), Some(Rule::Disk));
    }
}
