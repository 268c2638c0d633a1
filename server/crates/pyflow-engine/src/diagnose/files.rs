//! A file that is not there: what lies nearby.

use super::Crash;
use super::similarity;
use std::path::{Component, Path};

/// The path that an OSError is about.
pub fn path(crash: &Crash<'_>) -> Option<String> {
    let exception = crash.exception;
    let named = exception.attrs.get("filename").and_then(|f| f.as_str()).map(str::to_owned);
    let second = exception.attrs.get("filename2").and_then(|f| f.as_str()).map(str::to_owned);
    let quoted =
        || exception.message.split(": '").nth(1).and_then(|m| m.split('\'').next()).map(str::to_owned);
    named.or(second).or_else(quoted).filter(|p| !p.is_empty())
}

/// File names in the folder of the failing path, as the worker found them.
fn listing(crash: &Crash<'_>) -> Vec<String> {
    let folder = crash.exception.facts.extra.get("folder").and_then(|f| f.get("names"));
    let names = folder.and_then(|n| n.as_array());
    names.map(|l| l.iter().filter_map(|n| n.as_str().map(str::to_owned)).collect()).unwrap_or_default()
}

/// Names of files in the wanted one's folder that are similar to it.
pub fn similar(crash: &Crash<'_>, path: &str) -> Vec<String> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let mut names = listing(crash);
    let folder = Path::new(path).parent().is_some_and(|p| !p.as_os_str().is_empty());
    if !folder && same_folder(crash) {
        names.extend(crash.run.siblings.iter().cloned());
    }
    let found: Vec<String> =
        similarity::nearest(name, names.iter().map(String::as_str)).into_iter().map(str::to_owned).collect();
    if !found.is_empty() {
        return found;
    }
    // The same name with another ending of its kind.
    let (stem, _) = name.rsplit_once('.').unwrap_or((name, ""));
    names.sort();
    names.dedup();
    names
        .into_iter()
        .filter(|n| {
            n.rsplit_once('.').is_some_and(|(s, ending)| s == stem && ending != "py") && stem.len() > 2
        })
        .collect()
}

/// Whether the run's folder is the document's own.
fn same_folder(crash: &Crash<'_>) -> bool {
    Path::new(&crash.run.file).parent() == Some(crash.run.cwd.as_path())
}

/// Whether a relative path exists beside the script and not where the program ran.
pub fn beside_script(crash: &Crash<'_>, path: &str) -> bool {
    let relative = Path::new(path);
    if relative.is_absolute() || same_folder(crash) {
        return false;
    }
    let extra = &crash.exception.facts.extra;
    if extra.contains_key("folder") {
        // The worker looked.
        return extra.contains_key("beside_script");
    }
    {
        let mut parts = relative.components();
        let first = match parts.next() {
            Some(Component::CurDir) => parts.next(),
            other => other,
        };
        first.is_some_and(|f| crash.run.siblings.iter().any(|s| f.as_os_str() == s.as_str()))
    }
}

/// The first folder of the path that does not exist, where the worker could tell.
pub fn missing_folder(crash: &Crash<'_>, path: &str) -> Option<String> {
    let extra = &crash.exception.facts.extra;
    if let Some(folder) = extra.get("folder") {
        // The worker looked: names are there for a folder that exists.
        let path = folder.get("path").and_then(|p| p.as_str()).filter(|p| *p != ".")?;
        return folder.get("names").is_none_or(serde_json::Value::is_null).then(|| path.to_owned());
    }
    let parent = Path::new(path).parent().filter(|p| !p.as_os_str().is_empty())?;
    let first = parent.components().next()?;
    let shown = parent.to_string_lossy().into_owned();
    // Without the worker's word: a relative folder that is not beside the script.
    let relative = !parent.is_absolute() && matches!(first, Component::Normal(_));
    let known = !crash.run.siblings.is_empty() && same_folder(crash);
    let there = crash.run.siblings.iter().any(|s| first.as_os_str() == s.as_str());
    (relative && known && !there).then_some(shown)
}

/// Whether the missing file is a program that was to be started.
pub fn is_command(crash: &Crash<'_>) -> bool {
    crash
        .exception
        .frames
        .iter()
        .any(|f| f.file.ends_with("subprocess.py") && f.function.contains("_execute_child"))
}
