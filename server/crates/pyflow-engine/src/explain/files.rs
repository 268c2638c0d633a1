//! Files and folders: missing, of another kind, not allowed.

use super::texts::{code, file_name, list};
use crate::diagnose::files as found;
use crate::diagnose::{Crash, Explanation, Scene};
use crate::msg;

pub(super) fn explain(crash: &Crash<'_>, scene: Option<&Scene<'_>>) -> Option<Explanation> {
    if !crash.is_a("OSError") || crash.is_a("URLError") {
        return None;
    }
    let path = found::path(crash);
    let shown = code(path.as_deref().unwrap_or_default());
    let call = scene.and_then(|s| s.failing("call").map(|c| code(s.text(c)))).unwrap_or_default();
    if crash.is_a("FileNotFoundError") {
        return Some(missing(crash, path.as_deref(), call));
    }
    if crash.is_a("FileExistsError") {
        return Some(Explanation::of(msg!("file-exists", path = shown)).advice(msg!("file-exists-advice")));
    }
    if crash.is_a("IsADirectoryError") {
        let name = path.as_deref().map_or("", file_name).to_owned();
        return Some(
            Explanation::of(msg!("is-directory", path = shown))
                .advice(msg!("is-directory-advice", name = code(&name))),
        );
    }
    if crash.is_a("NotADirectoryError") {
        return Some(
            Explanation::of(msg!("not-directory", path = shown)).advice(msg!("not-directory-advice")),
        );
    }
    if crash.is_a("PermissionError") {
        let cause = if path.is_some() {
            msg!("permission", path = shown, call = call)
        } else {
            msg!("permission-plain", call = call)
        };
        return Some(Explanation::of(cause).advice(msg!("permission-advice")));
    }
    let errno = crash.exception.attrs.get("errno").and_then(serde_json::Value::as_i64);
    let message = &crash.exception.message;
    let id = match errno {
        Some(28) => ("disk-full", "disk-full-advice"),
        Some(24) => ("too-many-files", "too-many-files-advice"),
        Some(36) => ("name-too-long", "name-too-long-advice"),
        Some(39) => ("directory-not-empty", "directory-not-empty-advice"),
        Some(30) => ("read-only", "permission-advice"),
        _ if message.contains("not writable") || message.contains("not readable") => {
            ("file-mode", "file-mode-advice")
        }
        _ => return None,
    };
    Some(Explanation::of(msg!(id.0, path = shown, message = code(message), call = call)).advice(msg!(id.1)))
}

fn missing(crash: &Crash<'_>, path: Option<&str>, call: String) -> Explanation {
    let Some(path) = path else {
        return Explanation::of(msg!("file-missing-plain", call = call)).advice(msg!("file-missing-advice"));
    };
    let shown = code(path);
    let cwd = code(&crash.run.cwd.to_string_lossy());
    if found::is_command(crash) {
        return Explanation::of(msg!("command-missing", command = shown))
            .advice(msg!("command-missing-advice"));
    }
    if let Some(parent) = found::missing_folder(crash, path) {
        return Explanation::of(msg!("folder-missing", path = shown, folder = code(&parent)))
            .advice(msg!("folder-missing-advice", folder = code(&parent)));
    }
    let similar = found::similar(crash, path);
    if !similar.is_empty() {
        let similar = list(similar.iter().map(String::as_str), 3);
        return Explanation::of(msg!("file-similar", path = shown, similar = similar))
            .advice(msg!("file-similar-advice"));
    }
    if found::beside_script(crash, path) {
        return Explanation::of(msg!("file-beside", path = shown, cwd = cwd))
            .advice(msg!("file-beside-advice", fix = code(&format!("Path(__file__).parent / \"{path}\""))));
    }
    if path.starts_with('~') {
        return Explanation::of(msg!("file-home", path = shown)).advice(msg!("file-home-advice"));
    }
    if path.starts_with('/') || path.contains(":\\") {
        return Explanation::of(msg!("file-missing-absolute", path = shown))
            .advice(msg!("file-missing-advice"));
    }
    Explanation::of(msg!("file-missing", path = shown, cwd = cwd)).advice(msg!("file-missing-advice"))
}
