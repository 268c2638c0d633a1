//! Which interpreter a file is run with, and why. Looks at files only and starts nothing.

use super::managers;
use crate::disk;
use crate::messages::Message;
use crate::msg;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// What the search goes by.
pub struct Search<'a> {
    /// The workspace folder.
    pub root: &'a Path,
    /// The file that is to be run.
    pub file: Option<&'a Path>,
    /// The setting `interpreter`.
    pub setting: Option<&'a Path>,
    /// The environment of PyFlow's own process.
    pub env: &'a dyn Fn(&str) -> Option<OsString>,
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("root", &self.root).field("file", &self.file).finish_non_exhaustive()
    }
}

/// Why an interpreter was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The setting names it.
    Setting,
    /// A virtual environment beside the file or above it.
    Folder(PathBuf),
    /// The environment that is active in the shell that PyFlow was started from.
    Variable(&'static str),
    /// A version file names it.
    VersionFile { file: PathBuf, version: String },
    /// It is the first of that name on PATH, a version manager's stand-in resolved.
    OnPath { name: &'static str, manager: Option<&'static str> },
}

impl Reason {
    /// The reason in words.
    pub fn message(&self) -> Message {
        match self {
            Reason::Setting => msg!("interpreter-reason-setting"),
            Reason::Folder(folder) => msg!("interpreter-reason-folder", folder = folder.to_string_lossy()),
            Reason::Variable(name) => msg!("interpreter-reason-variable", name = *name),
            Reason::VersionFile { file, version } => {
                msg!("interpreter-reason-file", file = file.to_string_lossy(), version = version)
            }
            Reason::OnPath { name, manager: None } => msg!("interpreter-reason-path", name = *name),
            Reason::OnPath { name, manager: Some(manager) } => {
                msg!("interpreter-reason-manager", name = *name, manager = *manager)
            }
        }
    }
}

/// An interpreter that is there. Whether it works is known once it has been asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Links are not followed: a virtual environment is known by the path that it is started by.
    pub path: PathBuf,
    pub reason: Reason,
    /// What was passed over, and why.
    pub notes: Vec<Message>,
}

/// There is no interpreter.
#[derive(Debug, Clone, PartialEq)]
pub struct NotFound {
    /// Where it was looked for, in order.
    pub looked: Vec<String>,
    /// What was passed over, and why.
    pub notes: Vec<Message>,
    /// The setting names this, which is not there.
    pub setting: Option<PathBuf>,
}

impl NotFound {
    /// What happened, where was looked, and what to do.
    pub fn message(&self) -> Message {
        match &self.setting {
            Some(path) => msg!("interpreter-setting-missing", path = path.to_string_lossy()),
            None => msg!("interpreter-none", looked = self.looked.join(", ")),
        }
    }
}

/// Finds the interpreter of a file: the setting, a virtual environment from the file's folder up to the root, the
/// active environment, a version file, PATH.
pub fn find(search: &Search<'_>) -> Result<Found, NotFound> {
    let mut looked = Vec::new();
    let mut notes = Vec::new();
    let found = |path: PathBuf, reason: Reason, notes: Vec<Message>| Ok(Found { path, reason, notes });

    if let Some(setting) = search.setting {
        return match named(setting, search) {
            Some(path) => found(path, Reason::Setting, notes),
            None => Err(NotFound { looked, notes, setting: Some(setting.to_owned()) }),
        };
    }
    let folders = folders_upwards(search);
    for folder in &folders {
        for name in [".venv", "venv"] {
            let environment = folder.join(name);
            if let Some(path) = python_of(&environment) {
                return found(path, Reason::Folder(environment), notes);
            }
            if environment.join("pyvenv.cfg").is_file() {
                notes.push(msg!("interpreter-broken-environment", folder = environment.to_string_lossy()));
            }
        }
    }
    looked.push(format!(".venv, venv: {} … {}", shown(folders.first()), shown(folders.last())));
    for name in ["VIRTUAL_ENV", "CONDA_PREFIX"] {
        looked.push(name.to_owned());
        if let Some(folder) = (search.env)(name).map(PathBuf::from).filter(|folder| folder.is_absolute()) {
            match python_of(&folder) {
                Some(path) => return found(path, Reason::Variable(name), notes),
                None => notes.push(msg!(
                    "interpreter-broken-variable",
                    name = name,
                    folder = folder.to_string_lossy()
                )),
            }
        }
    }
    looked.push(".python-version".to_owned());
    for folder in &folders {
        let file = folder.join(".python-version");
        let versions = managers::versions_in(&file);
        let Some(version) = versions.first() else { continue };
        if version == "system" {
            break;
        }
        match versions.iter().find_map(|version| managers::installed(version, search.env)) {
            Some(path) => {
                return found(path, Reason::VersionFile { file, version: version.clone() }, notes);
            }
            None => notes.push(msg!(
                "interpreter-version-missing",
                file = file.to_string_lossy(),
                version = version.as_str()
            )),
        }
        break;
    }
    let start = folders.first().map_or(search.root, PathBuf::as_path);
    for name in ["python3", "python"] {
        if let Some((path, manager)) = on_path(name, start, search.env) {
            return found(path, Reason::OnPath { name, manager }, notes);
        }
    }
    looked.push(format!(
        "python3, python: PATH={}",
        (search.env)("PATH").unwrap_or_default().to_string_lossy()
    ));
    Err(NotFound { looked, notes, setting: None })
}

fn shown(path: Option<&PathBuf>) -> String {
    path.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The file's folder and those above it, up to the root; the root comes last, also where the file lies elsewhere.
fn folders_upwards(search: &Search<'_>) -> Vec<PathBuf> {
    let start = search.file.and_then(Path::parent).unwrap_or(search.root);
    let mut folders: Vec<PathBuf> = if start.starts_with(search.root) {
        start.ancestors().take_while(|folder| folder.starts_with(search.root)).map(Path::to_owned).collect()
    } else {
        vec![start.to_owned(), search.root.to_owned()]
    };
    folders.retain(|folder| folder.is_absolute());
    folders
}

/// What the setting names: an interpreter, an environment's folder, or a name on PATH.
fn named(setting: &Path, search: &Search<'_>) -> Option<PathBuf> {
    if setting.components().count() == 1 && !setting.is_absolute() {
        let name = setting.to_str()?;
        return on_path(name, search.root, search.env).map(|(path, _)| path);
    }
    if is_program(setting) {
        return Some(setting.to_owned());
    }
    python_of(setting)
}

/// The interpreter in an environment's folder.
pub(super) fn python_of(environment: &Path) -> Option<PathBuf> {
    let names: &[&str] =
        if cfg!(windows) { &["Scripts/python.exe", "python.exe"] } else { &["bin/python", "bin/python3"] };
    names.iter().map(|name| environment.join(name)).find(|path| is_program(path))
}

/// Whether that is a regular file that may be executed, links followed.
pub(super) fn is_program(path: &Path) -> bool {
    let Ok(metadata) = fs::metadata(path) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        metadata.is_file() && metadata.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    metadata.is_file()
}

/// The first program of a name on PATH, with the manager whose stand-in was resolved. Relative folders are passed
/// over: they would mean something else in each workspace.
fn on_path(
    name: &str,
    start: &Path,
    env: &dyn Fn(&str) -> Option<OsString>,
) -> Option<(PathBuf, Option<&'static str>)> {
    let path = env("PATH")?;
    let mut stand_in = None;
    for folder in std::env::split_paths(&path).filter(|folder| folder.is_absolute()) {
        let program = folder.join(if cfg!(windows) { format!("{name}.exe") } else { name.to_owned() });
        if !is_program(&program) {
            continue;
        }
        if !is_stand_in(&program) {
            return Some((program, None));
        }
        match managers::behind_stand_in(&folder, name, start, env) {
            managers::Behind::Program(real, manager) => return Some((real, Some(manager))),
            managers::Behind::Elsewhere => {}
            // The real one is told by the stand-in when it is asked; a plain program is better if there is one.
            managers::Behind::Unknown => stand_in = stand_in.or(Some(program)),
        }
    }
    stand_in.map(|program| (program, None))
}

/// Whether a program is a script that starts another: a version manager's stand-in ("shim").
fn is_stand_in(program: &Path) -> bool {
    let mut start = [0; 2];
    let read = File::open(program).and_then(|mut file| file.read_exact(&mut start));
    (read.is_ok() && &start == b"#!") || program.parent().is_some_and(|folder| folder.ends_with("shims"))
}

/// The text of a small file, empty where there is none.
pub(super) fn small_text(path: &Path) -> String {
    disk::read_text(path, 64 << 10).ok().flatten().unwrap_or_default()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::messages::Locale;
    use std::collections::HashMap;
    use std::os::unix::fs::{PermissionsExt, symlink};

    struct Place {
        folder: tempfile::TempDir,
        env: HashMap<&'static str, OsString>,
    }

    impl Place {
        fn new() -> Self {
            Self { folder: tempfile::tempdir().unwrap(), env: HashMap::new() }
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        /// A program that would leave a trace if it were started.
        fn program(&self, name: &str) -> PathBuf {
            self.file(name, &format!("touch '{}'\n", self.path("started").display()))
        }

        fn file(&self, name: &str, text: &str) -> PathBuf {
            let path = self.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            path
        }

        fn set(&mut self, name: &'static str, value: impl Into<OsString>) {
            self.env.insert(name, value.into());
        }

        fn find(&self, file: &str, setting: Option<&str>) -> Result<Found, NotFound> {
            let (root, file) = (self.path("ws"), self.path(file));
            let setting = setting.map(|setting| root.join(setting));
            let found = find(&Search {
                root: &root,
                file: Some(&file),
                setting: setting.as_deref(),
                env: &|name| self.env.get(name).cloned(),
            });
            assert!(!self.path("started").exists(), "looking for an interpreter started one");
            found
        }
    }

    #[test]
    fn the_nearest_environment_upwards_wins_and_none_above_the_root_counts() {
        let place = Place::new();
        place.program(".venv/bin/python");
        assert!(place.find("ws/a/b/c.py", None).is_err());
        let outer = place.program("ws/venv/bin/python");
        assert_eq!(place.find("ws/a/b/c.py", None).unwrap().path, outer);
        let inner = place.program("ws/a/.venv/bin/python");
        let found = place.find("ws/a/b/c.py", None).unwrap();
        assert_eq!((found.path, found.reason), (inner, Reason::Folder(place.path("ws/a/.venv"))));
        assert_eq!(place.find("ws/c.py", None).unwrap().path, outer);
        let set = place.program("ws/own/bin/python");
        assert_eq!(place.find("ws/c.py", Some("own")).unwrap().path, set);
        assert_eq!(place.find("ws/c.py", Some("own/bin/python")).unwrap().reason, Reason::Setting);
    }

    #[test]
    fn a_broken_environment_is_passed_over_and_told() {
        let mut place = Place::new();
        place.file("ws/.venv/pyvenv.cfg", "home = /gone\n");
        fs::create_dir_all(place.path("ws/.venv/bin")).unwrap();
        symlink("/gone/python3", place.path("ws/.venv/bin/python")).unwrap();
        let conda = place.program("conda/bin/python");
        place.set("VIRTUAL_ENV", place.path("no"));
        place.set("CONDA_PREFIX", place.path("conda"));
        let found = place.find("ws/a.py", None).unwrap();
        assert_eq!((found.path, found.reason), (conda, Reason::Variable("CONDA_PREFIX")));
        assert_eq!(found.notes.len(), 2);
        assert!(found.notes[0].render(Locale::English).contains("ws/.venv"));
        // A package that happens to be called venv is no broken environment.
        place.file("ws/venv/__init__.py", "");
        assert_eq!(place.find("ws/a.py", None).unwrap().notes.len(), 2);
    }

    #[test]
    fn a_version_file_names_an_installed_version_by_its_beginning() {
        let mut place = Place::new();
        place.set("PYENV_ROOT", place.path("pyenv"));
        place.program("pyenv/versions/3.9.1/bin/python");
        place.program("pyenv/versions/3.11.2/bin/python");
        let newest = place.program("pyenv/versions/3.11.10/bin/python");
        place.program("pyenv/versions/3.110.0/bin/python");
        for (text, expected) in
            [("3.11\n", &newest), ("# ours\n\n3.11.10\r\n", &newest), ("3.99\n3.11\n", &newest)]
        {
            place.file("ws/.python-version", text);
            assert_eq!(&place.find("ws/x/a.py", None).unwrap().path, expected, "{text:?}");
        }
        let usual = place.file("bin/python3", "\x7fELF");
        place.set("PATH", place.path("bin"));
        place.file("ws/.python-version", "3.8\n");
        let found = place.find("ws/a.py", None).unwrap();
        assert_eq!(found.path, usual);
        assert!(found.notes[0].render(Locale::English).contains("3.8"));
        for hostile in ["../../../ws/evil", "/ws/evil", "..", "."] {
            place.program("ws/evil/bin/python");
            place.program("pyenv/versions/bin/python");
            place.file("ws/.python-version", hostile);
            assert_eq!(place.find("ws/a.py", None).unwrap().path, usual, "{hostile}");
        }
    }

    #[test]
    fn path_is_searched_without_relative_folders_and_stand_ins_are_seen_through() {
        let mut place = Place::new();
        place.set("HOME", place.path("home"));
        let usual = place.file("usr/bin/python3", "\x7fELF");
        let real = place.file("home/.pyenv/versions/3.12.0/bin/python3", "\x7fELF");
        place.file("home/.pyenv/shims/python3", "#!/bin/sh\nexit 1\n");
        let path = format!(
            ".:rel:{}:{}",
            place.path("home/.pyenv/shims").display(),
            place.path("usr/bin").display()
        );
        place.set("PATH", path);
        assert_eq!(
            place.find("ws/a.py", None).unwrap().path,
            usual,
            "without a global version the system's is meant"
        );
        place.file("home/.pyenv/version", "3.12.0\n");
        let found = place.find("ws/a.py", None).unwrap();
        assert_eq!(
            (found.path, found.reason),
            (real, Reason::OnPath { name: "python3", manager: Some("pyenv") })
        );
        place.set("PYENV_VERSION", "system");
        assert_eq!(place.find("ws/a.py", None).unwrap().path, usual);
    }

    #[test]
    fn an_unknown_stand_in_serves_where_there_is_nothing_better() {
        let mut place = Place::new();
        let stand_in = place.file("home/.asdf/shims/python3", "#!/bin/sh\nexit 1\n");
        place.set("PATH", stand_in.parent().unwrap());
        assert_eq!(place.find("ws/a.py", None).unwrap().path, stand_in);
        let usual = place.file("usr/bin/python3", "\x7fELF");
        let both = std::env::join_paths([stand_in.parent().unwrap(), usual.parent().unwrap()]).unwrap();
        place.set("PATH", both);
        assert_eq!(place.find("ws/a.py", None).unwrap().path, usual);
    }

    #[test]
    fn nothing_found_says_where_it_was_looked_for() {
        let mut place = Place::new();
        place.set("PATH", "/nowhere");
        let text = place.find("ws/sub/a.py", None).unwrap_err().message().render(Locale::English);
        for place_name in [".venv", "ws/sub", "VIRTUAL_ENV", "CONDA_PREFIX", ".python-version", "/nowhere"] {
            assert!(text.contains(place_name), "{place_name}: {text}");
        }
        let text = place.find("ws/a.py", Some("no/python")).unwrap_err().message().render(Locale::English);
        assert!(text.contains("no/python") && text.contains("pyflow.interpreter"), "{text}");
    }
}
