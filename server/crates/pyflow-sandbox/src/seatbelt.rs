//! The profile that macOS's `sandbox-exec` takes for a policy.
//!
//! Its language is SBPL: rules in parentheses, of which the last that matches decides. Apple calls
//! the program deprecated and keeps it, and browsers and agents' shells are built on it. A profile
//! holds files, the network and signals; limits and the end of the tree are the helper's.

use crate::grants::Grants;
use crate::policy::{Network, Policy};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What a program needs before it has read anything of its own.
const BASE: &str = "(version 1)
(deny default)
(allow process-fork)
(allow process-exec)
(allow process-info* (target same-sandbox))
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow file-read-metadata)
(allow file-read* (literal \"/\"))
(allow ipc-posix-sem)
(allow ipc-posix-shm)
(allow pseudo-tty)
(allow file-read* file-write* file-ioctl (literal \"/dev/ptmx\") (regex #\"^/dev/ttys[0-9]+\"))
(allow file-read* file-write-data file-ioctl (literal \"/dev/null\") (literal \"/dev/zero\") (literal \"/dev/tty\"))
(allow file-read* (literal \"/dev/random\") (literal \"/dev/urandom\") (subpath \"/dev/fd\"))
(allow mach-lookup (global-name \"com.apple.system.opendirectoryd.libinfo\"))
(allow mach-lookup (global-name \"com.apple.system.logger\"))
";

/// What the system's own libraries read, beside what every system has.
const SYSTEM: [&str; 6] = [
    "/System",
    "/Library/Frameworks",
    "/Library/Developer",
    "/Library/Preferences/com.apple.networkd.plist",
    "/private/var/db/timezone",
    "/private/var/db/dyld",
];

/// Name resolution and certificates.
const NETWORK_SERVICES: [&str; 4] = [
    "com.apple.SystemConfiguration.configd",
    "com.apple.dnssd.service",
    "com.apple.trustd.agent",
    "com.apple.networkd",
];

/// The profile of a policy.
pub(crate) fn profile(policy: &Policy) -> String {
    let grants = Grants::of(policy, true);
    let mut text = BASE.to_owned();
    if grants.everything {
        text.push_str("(allow file-read*)\n");
        deny(&mut text, "file-read* file-write*", &grants.masked);
    }
    let system = SYSTEM.iter().map(PathBuf::from);
    allow(&mut text, "file-read*", &grants.read.iter().cloned().chain(system).collect::<Vec<_>>());
    allow(&mut text, "file-write*", &grants.write);
    if !grants.everything {
        // Holes in what was granted; what was granted below a hole by name comes after it.
        deny(&mut text, "file-read* file-write*", &grants.masked);
        let below = |path: &&PathBuf| grants.masked.iter().any(|mask| path.starts_with(mask));
        allow(&mut text, "file-read*", &grants.read.iter().filter(below).cloned().collect::<Vec<_>>());
    }
    deny(&mut text, "file-write*", &grants.protected);
    match policy.network {
        Network::On => {
            text.push_str("(allow network*)\n(allow system-socket)\n");
            for service in NETWORK_SERVICES {
                let _ = writeln!(text, "(allow mach-lookup (global-name \"{service}\"))");
            }
        }
        // The host's own loopback: there is no other here.
        Network::Loopback => text.push_str(
            "(allow network-bind (local ip \"localhost:*\"))\n\
             (allow network-inbound (local ip \"localhost:*\"))\n\
             (allow network-outbound (remote ip \"localhost:*\"))\n",
        ),
        Network::Off => {}
    }
    text
}

fn allow(text: &mut String, what: &str, paths: &[PathBuf]) {
    rule(text, "allow", what, paths);
}

fn deny(text: &mut String, what: &str, paths: &[PathBuf]) {
    rule(text, "deny", what, paths);
}

fn rule(text: &mut String, verb: &str, what: &str, paths: &[PathBuf]) {
    for path in paths {
        let _ = writeln!(text, "({verb} {what} (subpath {}))", quoted(&real(path)));
    }
}

/// Rules match real paths: `/tmp` is `/private/tmp`.
fn real(path: &Path) -> PathBuf {
    if let Ok(real) = std::fs::canonicalize(path) {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => real(parent).join(name),
        _ => path.to_owned(),
    }
}

/// A string of the language. A path cannot break out of it.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Origin;

    fn policy(origin: Origin) -> Policy {
        let mut policy = Policy::for_origin(origin, "/r/run".into(), "/h/me".into());
        policy.workspace = Some("/h/me/ws".into());
        policy.interpreter_prefixes = vec!["/h/py".into()];
        policy.caches = vec!["/h/me/.cache".into()];
        policy
    }

    fn at(text: &str, rule: &str) -> usize {
        text.find(rule).unwrap_or_else(|| panic!("no {rule} in {text}"))
    }

    #[test]
    fn an_agent_reads_what_is_granted_and_has_no_network() {
        let text = profile(&policy(Origin::Agent));
        assert!(text.starts_with("(version 1)\n(deny default)\n"));
        at(&text, "(allow file-read* (subpath \"/h/py\"))");
        at(&text, "(allow file-read* (subpath \"/h/me/ws\"))");
        at(&text, "(allow file-write* (subpath \"/r/run\"))");
        assert!(!text.contains("(allow file-read*)\n") && !text.contains("(allow network"));
        assert!(!text.contains("(allow file-write* (subpath \"/h/me/ws\"))"));
    }

    #[test]
    fn an_editor_reads_all_but_keys_and_cannot_write_hooks() {
        let text = profile(&policy(Origin::Editor));
        let all = at(&text, "(allow file-read*)\n");
        let keys = at(&text, "(deny file-read* file-write* (subpath \"/h/me/.ssh\"))");
        let workspace = at(&text, "(allow file-write* (subpath \"/h/me/ws\"))");
        let hooks = at(&text, "(deny file-write* (subpath \"/h/me/ws/.git/hooks\"))");
        assert!(all < keys && keys < workspace && workspace < hooks);
        at(&text, "(allow network*)");
    }

    #[test]
    fn a_path_cannot_break_out_of_its_string() {
        let mut policy = policy(Origin::Agent);
        policy.workspace = Some("/h/a\") (allow default) (literal \"\\".into());
        let text = profile(&policy);
        at(&text, r#"(subpath "/h/a\") (allow default) (literal \"\\")"#);
        assert!(text.lines().all(|line| line.starts_with('(')));
    }

    #[test]
    fn parentheses_balance() {
        for origin in [Origin::Editor, Origin::Agent, Origin::Trial] {
            let text = profile(&policy(origin));
            assert_eq!(text.matches('(').count(), text.matches(')').count());
            assert_eq!(text.matches('"').count() % 2, 0);
        }
    }
}
