//! From a policy to lists of paths: what may be read, what written, what is kept out of sight.
//!
//! One place for the mounts, the Landlock rules and the explanation of a denial, so that they
//! cannot disagree.

use crate::policy::{Origin, Policy, Profile, ReadScope, WriteScope};
use std::path::{Path, PathBuf};

/// What a run may see and change. Paths need not exist.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Grants {
    /// Everything may be read but `masked`.
    pub(crate) everything: bool,
    /// With what lies below. Includes `write`.
    pub(crate) read: Vec<PathBuf>,
    pub(crate) write: Vec<PathBuf>,
    /// Neither readable nor writable, wherever it lies; what is granted below it by name is.
    pub(crate) masked: Vec<PathBuf>,
    /// Not writable, inside of `write`: what the user's own tools would execute.
    pub(crate) protected: Vec<PathBuf>,
}

/// What every program reads.
const SYSTEM: [&str; 17] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/run/current-system",
    "/run/systemd/resolve",
    "/run/resolvconf",
    "/run/NetworkManager/resolv.conf",
    "/var/lib/ca-certificates",
    "/sys/devices/system",
];

/// Keys, tokens and histories in a home.
const KEY_STORES: [&str; 52] = [
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".docker",
    ".netrc",
    "_netrc",
    ".pypirc",
    ".npmrc",
    ".yarnrc.yml",
    ".git-credentials",
    ".pgpass",
    ".my.cnf",
    ".s3cfg",
    ".boto",
    ".vault-token",
    ".terraform.d",
    ".terraformrc",
    ".password-store",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".gem/credentials",
    ".config/gh",
    ".config/hub",
    ".config/glab-cli",
    ".config/git/credentials",
    ".config/gcloud",
    ".config/rclone",
    ".config/op",
    ".config/pyflow",
    ".config/google-chrome",
    ".config/chromium",
    ".config/BraveSoftware",
    ".config/Code/User/globalStorage",
    ".local/share/keyrings",
    ".local/share/kwalletd",
    ".mozilla",
    ".thunderbird",
    ".bash_history",
    ".zsh_history",
    ".python_history",
    ".node_repl_history",
    ".psql_history",
    ".mysql_history",
    ".sqlite_history",
    ".local/share/fish/fish_history",
    ".lesshst",
    "Library/Keychains",
    "Library/Cookies",
    "Library/Application Support/Google/Chrome",
    "Library/Application Support/Firefox",
];

/// Only root reads these, and a server that runs as root would lend its rights.
const ROOT_ONLY: [&str; 7] = [
    "/etc/shadow",
    "/etc/shadow-",
    "/etc/gshadow",
    "/etc/gshadow-",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssl/private",
];

/// What the user's tools execute or obey, in a workspace.
const PROTECTED: [&str; 10] = [
    ".git/hooks",
    ".git/config",
    ".husky",
    ".vscode",
    ".idea",
    ".devcontainer",
    ".pyflow",
    ".mcp.json",
    ".claude",
    ".cursor",
];

impl Grants {
    /// The lists of a policy. `as_root`: the run keeps the superuser's rights to files.
    pub(crate) fn of(policy: &Policy, as_root: bool) -> Grants {
        let mut grants = Grants { everything: policy.read == ReadScope::All, ..Grants::default() };
        let workspace = policy.workspace.iter();
        grants.read.extend(SYSTEM.map(PathBuf::from));
        grants.read.extend(policy.interpreter_prefixes.iter().cloned());
        grants.read.extend(policy.extra_read.iter().cloned());
        match &policy.read {
            ReadScope::All | ReadScope::Workspace => grants.read.extend(workspace.clone().cloned()),
            ReadScope::Home => {
                grants.read.extend(workspace.clone().cloned());
                grants.read.push(policy.home.clone());
            }
            ReadScope::Folders(folders) => grants.read.extend(folders.iter().cloned()),
        }
        match &policy.write {
            WriteScope::Workspace => {
                grants.write.extend(workspace.clone().cloned());
                grants.write.extend(policy.caches.iter().cloned());
            }
            WriteScope::Run => {}
            WriteScope::Folders(folders) => grants.write.extend(folders.iter().cloned()),
        }
        if policy.overlay_workspace {
            grants.write.extend(workspace.clone().cloned());
        }
        grants.write.push(policy.run_dir.clone());
        grants.read.extend(grants.write.iter().cloned());
        for list in [&mut grants.read, &mut grants.write] {
            list.retain(|path| path.is_absolute());
            list.sort();
            list.dedup();
        }

        grants.masked = KEY_STORES.iter().map(|name| policy.home.join(name)).collect();
        if grants.everything {
            grants.masked.extend(other_homes(&policy.home));
        }
        if as_root {
            grants.masked.extend(ROOT_ONLY.map(PathBuf::from));
        }
        // A folder that the user named is meant: `read` of ~/.aws gives ~/.aws.
        if let ReadScope::Folders(named) = &policy.read {
            grants.masked.retain(|mask| !named.iter().any(|folder| folder.starts_with(mask)));
        }
        if policy.profile == Profile::Strict && policy.origin != Origin::Trial {
            grants.masked.extend(policy.workspace.iter().flat_map(|folder| secrets_of(folder)));
        }
        if let Some(folder) = &policy.workspace {
            // Of a copy that is thrown away nothing is executed.
            if !policy.overlay_workspace && grants.may_write(folder) {
                grants.protected.extend(PROTECTED.iter().map(|name| folder.join(name)));
            }
        }
        grants
    }

    /// Whether the lists let a path be read, as far as paths tell.
    pub(crate) fn may_read(&self, path: &Path) -> bool {
        let granted = longest(&self.read, path);
        let masked = longest(&self.masked, path);
        if masked > 0 && masked >= granted { false } else { self.everything || granted > 0 }
    }

    /// Whether the lists let a path be written.
    pub(crate) fn may_write(&self, path: &Path) -> bool {
        let granted = longest(&self.write, path);
        granted > 0 && longest(&self.masked, path) < granted && longest(&self.protected, path) == 0
    }
}

/// How many components of `path` the longest of `folders` covers.
fn longest(folders: &[PathBuf], path: &Path) -> usize {
    folders
        .iter()
        .filter(|folder| path.starts_with(folder))
        .map(|folder| folder.components().count())
        .max()
        .unwrap_or(0)
}

/// The homes that are not `home` and that permissions do not close already: a machine can have
/// thousands of them.
fn other_homes(home: &Path) -> Vec<PathBuf> {
    let mut homes = vec![PathBuf::from("/root")];
    for folder in ["/home", "/Users"] {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let open = entries.map(|entry| entry.path()).filter(|path| path.join(".").metadata().is_ok());
        homes.extend(open.take(1000));
    }
    homes.retain(|other| !home.starts_with(other));
    homes
}

/// How many entries of a workspace are looked at for secrets.
const LOOKED_AT: usize = 5000;

/// Files of keys in a workspace, by their names: in its folder and two levels below.
fn secrets_of(workspace: &Path) -> Vec<PathBuf> {
    let mut found = vec![workspace.join(".git/config"), workspace.join(".git/credentials")];
    let mut folders = vec![(workspace.to_path_buf(), 0)];
    let mut budget = LOOKED_AT;
    while let Some((folder, depth)) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            budget = budget.saturating_sub(1);
            if budget == 0 {
                return found;
            }
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if is_secret(&name) {
                found.push(entry.path());
            } else if depth < 2
                && !matches!(&*name, ".git" | "node_modules" | ".venv" | "venv" | "__pycache__")
                && entry.file_type().is_ok_and(|kind| kind.is_dir())
            {
                folders.push((entry.path(), depth + 1));
            }
        }
    }
    found
}

fn is_secret(name: &str) -> bool {
    let sample = [".example", ".sample", ".template", ".dist"].iter().any(|end| name.ends_with(end));
    let environment = name == ".env" || name.starts_with(".env.") || name == ".envrc";
    let key = [".pem", ".key", ".p12", ".pfx", ".kdbx"].iter().any(|end| name.ends_with(end));
    (environment && !sample) || key || name.starts_with("id_rsa") || name.starts_with("id_ed25519")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(origin: Origin) -> Policy {
        let mut policy = Policy::for_origin(origin, "/run/x".into(), "/home/me".into());
        policy.workspace = Some("/home/me/ws".into());
        policy.interpreter_prefixes = vec!["/root/python3".into()];
        policy
    }

    #[test]
    fn an_editor_reads_all_but_key_stores_and_other_homes() {
        let grants = Grants::of(&policy(Origin::Editor), true);
        for path in
            ["/", "/srv/data", "/home/me/notes", "/home/me/ws/a.py", "/root/python3/lib", "/etc/hosts"]
        {
            assert!(grants.may_read(Path::new(path)), "{path}");
        }
        for path in ["/home/me/.ssh/id", "/home/me/.netrc", "/root/notes", "/etc/shadow"] {
            assert!(!grants.may_read(Path::new(path)), "{path}");
        }
        for path in ["/home/me/ws/a.py", "/tmp/x", "/home/me/.cache/x", "/run/x/y", "/home/me/ws/.git/index"]
        {
            assert!(grants.may_write(Path::new(path)), "{path}");
        }
        for path in
            ["/home/me/.bashrc", "/home/me/ws/.git/hooks/pre-commit", "/home/me/ws/.mcp.json", "/etc/x"]
        {
            assert!(!grants.may_write(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn an_agent_reads_system_interpreter_and_workspace_and_writes_its_folder() {
        let grants = Grants::of(&policy(Origin::Agent), false);
        for path in ["/usr/lib/x", "/home/me/ws/a.py", "/root/python3/lib", "/run/x/y"] {
            assert!(grants.may_read(Path::new(path)), "{path}");
        }
        for path in ["/home/me/notes", "/srv/data", "/home/me/.ssh/id"] {
            assert!(!grants.may_read(Path::new(path)), "{path}");
        }
        assert!(grants.may_write(Path::new("/run/x/y")));
        for path in ["/home/me/ws/a.py", "/usr/x", "/root/python3/lib/x"] {
            assert!(!grants.may_write(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn a_key_store_that_is_named_is_granted() {
        let mut policy = policy(Origin::Agent);
        policy.read = ReadScope::Folders(vec!["/home/me/.aws".into()]);
        let grants = Grants::of(&policy, false);
        assert!(grants.may_read(Path::new("/home/me/.aws/credentials")));
        assert!(!grants.may_read(Path::new("/home/me/.ssh/id")));
    }

    #[test]
    fn secrets_are_known_by_their_names() {
        for name in [".env", ".env.local", ".envrc", "server.pem", "id_rsa", "tls.key"] {
            assert!(is_secret(name), "{name}");
        }
        for name in [".env.example", "env.py", "keys.py", "main.py", ".environment"] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
