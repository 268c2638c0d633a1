//! Version managers: which installed version a name means, by the rules that pyenv and uv document.
//!
//! pyenv: `PYENV_VERSION`, else `.python-version` in the folder or one above, else `$PYENV_ROOT/version`; a version is
//! a folder below `$PYENV_ROOT/versions`, its name may be a beginning (`3.11`), `system` is the next one on PATH.

use super::find::{is_program, python_of, small_text};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// More versions than this in a folder are not looked at.
const MOST_VERSIONS: usize = 1000;

/// What a stand-in on PATH starts.
pub(super) enum Behind {
    Program(PathBuf, &'static str),
    /// The next one on PATH.
    Elsewhere,
    /// Only the stand-in itself knows.
    Unknown,
}

/// The versions that a version file names, best first.
pub(super) fn versions_in(file: &Path) -> Vec<String> {
    words(&small_text(file))
}

fn words(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| line.split('#').next().unwrap_or_default())
        .flat_map(|line| line.split([':', ' ', '\t', '\r']))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The interpreter of an installed version.
pub(super) fn installed(version: &str, env: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let version = version.strip_prefix("python-").unwrap_or(version);
    if !is_plain(version) {
        return None;
    }
    pyenv_root(env).and_then(|root| newest(&root.join("versions"), version, "")).or_else(|| {
        let managed = data_folder(env)?.join("uv/python");
        newest(&managed, version, "cpython-")
    })
}

/// What the stand-in `name` in the folder `shims` starts for a file in `start`.
pub(super) fn behind_stand_in(
    shims: &Path,
    name: &str,
    start: &Path,
    env: &dyn Fn(&str) -> Option<OsString>,
) -> Behind {
    let Some(root) = pyenv_root(env).filter(|root| shims == root.join("shims")) else {
        return Behind::Unknown;
    };
    let chosen =
        env("PYENV_VERSION").map(|text| words(&text.to_string_lossy())).filter(|words| !words.is_empty());
    let chosen = chosen
        .or_else(|| {
            start
                .ancestors()
                .map(|folder| versions_in(&folder.join(".python-version")))
                .find(|words| !words.is_empty())
        })
        .unwrap_or_else(|| versions_in(&root.join("version")));
    let versions = root.join("versions");
    for version in chosen.iter().filter(|version| is_plain(version)) {
        if version == "system" {
            return Behind::Elsewhere;
        }
        let exact = versions.join(version).join("bin").join(name);
        if is_program(&exact) {
            return Behind::Program(exact, "pyenv");
        }
        if let Some(path) = newest(&versions, version, "") {
            return Behind::Program(path, "pyenv");
        }
    }
    Behind::Elsewhere
}

fn pyenv_root(env: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |name: &str| env(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("PYENV_ROOT").or_else(|| absolute("HOME").map(|home| home.join(".pyenv")))
}

fn data_folder(env: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |name: &str| env(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
}

/// A version is one folder's name: a file from a repository must not lead anywhere else.
fn is_plain(version: &str) -> bool {
    version.starts_with(|first: char| first.is_ascii_alphanumeric())
        && version.chars().all(|c| c.is_ascii_alphanumeric() || "._-+".contains(c))
}

/// The interpreter of the version of that name, else of the newest that begins with it.
fn newest(versions: &Path, version: &str, prefix: &str) -> Option<PathBuf> {
    if let Some(path) = python_of(&versions.join(format!("{prefix}{version}"))) {
        return Some(path);
    }
    let entries = std::fs::read_dir(versions).ok()?;
    let matching = entries.take(MOST_VERSIONS).filter_map(Result::ok).filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let rest = name.strip_prefix(prefix)?.strip_prefix(version)?;
        rest.starts_with(['.', '-']).then_some(())?;
        Some((numbers(&name), python_of(&entry.path())?))
    });
    matching.max_by(|one, other| one.0.cmp(&other.0)).map(|(_, path)| path)
}

/// The numbers of a version's name, for comparing.
fn numbers(name: &str) -> Vec<u64> {
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}
