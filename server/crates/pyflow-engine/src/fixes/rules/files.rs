//! Files that are not where they were looked for.

use super::Rule;
use super::draft::{Draft, add_import, string_content, string_value};
use crate::diagnose::files::{beside_script, is_command, missing_folder, path, similar};
use crate::diagnose::scene::{children, collect};
use crate::diagnose::trace::trace;
use crate::diagnose::{Scene, Source};
use crate::msg;
use tree_sitter::Node;

/// A file of similar name in that folder, or the same one beside the script.
pub(super) const FILE: Rule = Rule { name: "file", exceptions: &["FileNotFoundError"], look };

fn look(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(path) = path(&scene.crash) else { return Vec::new() };
    if is_command(&scene.crash) {
        return Vec::new();
    }
    let Some((source, literal)) = literal(scene, &path) else { return Vec::new() };
    let mut drafts = Vec::new();
    let name = path.rsplit(['/', '\\']).next().unwrap_or(&path);
    let found = similar(&scene.crash, &path);
    let alone = found.len() == 1;
    for new in found.iter().take(3) {
        let Some(range) = string_content(literal) else { continue };
        let text = source.slice(range.clone());
        let Some(at) = text.rfind(name) else { continue };
        let title = msg!("fix-change", old = name, new = new);
        let draft = if alone {
            Draft::safe("file-similar", 0.95, title)
        } else {
            Draft::guess("file-similar", 0.4, title, msg!("assume-name", name = new))
        };
        let start = range.start + at;
        drafts.push(draft.edit(source, start..start + name.len(), new.as_str()));
    }
    if found.is_empty()
        && beside_script(&scene.crash, &path)
        && string_value(source, literal) == Some(path.as_str())
    {
        let text = source.node_text(literal);
        let new = format!("Path(__file__).parent / {text}");
        let title = msg!("fix-change", old = text, new = &new);
        // `Path("x")` takes the place of the whole call.
        let call = literal.parent().and_then(|p| p.parent()).filter(|c| {
            c.kind() == "call"
                && super::draft::function_text(source, *c) == "Path"
                && c.child_by_field_name("arguments").is_some_and(|a| children(a).count() == 1)
        });
        let place = call.unwrap_or(literal);
        let attribute =
            place.parent().is_some_and(|p| p.kind() == "attribute" || p.kind() == "binary_operator");
        let new = if attribute { format!("({new})") } else { new };
        let draft = Draft::safe("file-beside", 0.92, title).replace(source, place, new);
        let shown = if source.file == scene.crash.run.file || !source.text.contains("import pathlib") {
            draft
        } else {
            return drafts;
        };
        drafts.push(add_import(shown, source, "from pathlib import Path"));
    }
    if let Some(folder) = missing_folder(&scene.crash, &path).filter(|_| drafts.is_empty()) {
        drafts.extend(make_folder(scene, &folder));
    }
    drafts
}

/// The literal in the program that names the file.
fn literal<'a>(scene: &Scene<'a>, path: &str) -> Option<(&'a Source, Node<'a>)> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let mut found: Option<(&'a Source, Node<'a>)> = None;
    let fits = |source: &Source, node: Node<'_>| {
        string_value(source, node)
            .is_some_and(|text| text == path || text.rsplit(['/', '\\']).next() == Some(name))
    };
    // What stands at the place, and where its parts came from.
    let mut at = Some(*scene);
    while let Some(here) = at {
        collect(here.node, &mut |n| {
            if found.is_some() {
                return false;
            }
            if n.kind() == "string" && fits(here.source, n) {
                found = Some((here.source, n));
            } else if matches!(n.kind(), "identifier" | "attribute") {
                for spot in trace(&here, n) {
                    collect(spot.node, &mut |inner| {
                        if inner.kind() == "string" && found.is_none() && fits(spot.source, inner) {
                            found = Some((spot.source, inner));
                        }
                        true
                    });
                }
            }
            n.kind() != "block"
        });
        if found.is_some() {
            break;
        }
        at = here.caller();
    }
    // Else the only literal of that name in the file.
    found.or_else(|| {
        let mut all = Vec::new();
        for source in scene.crash.sources.iter() {
            if let Some(root) = source.root() {
                collect(root, &mut |n| {
                    if n.kind() == "string" && fits(source, n) {
                        all.push((source, n));
                    }
                    true
                });
            }
        }
        match all.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    })
}

/// The folder made before the file is written.
fn make_folder(scene: &Scene<'_>, folder: &str) -> Option<Draft> {
    let source = scene.source;
    // Only what is written makes sense to make a folder for.
    let call = scene.failing("call")?;
    let text = scene.text(call);
    let function = super::draft::function_text(source, call);
    let last = function.rsplit('.').next().unwrap_or(function);
    let writes = matches!(
        last,
        "write_text"
            | "write_bytes"
            | "copy"
            | "copyfile"
            | "copy2"
            | "move"
            | "savefig"
            | "to_csv"
            | "rename"
            | "replace"
            | "touch"
    ) || last == "open"
        && ["\"w", "'w", "\"a", "'a", "\"x", "'x"].iter().any(|mode| text.contains(mode))
        || last == "mkdir";
    if !writes {
        return None;
    }
    if last == "mkdir" {
        let arguments = call.child_by_field_name("arguments")?;
        let title = msg!("fix-parents");
        let parents = if function == "os.mkdir" {
            return Some(Draft::safe("file-parents", 0.88, title).replace(
                source,
                call.child_by_field_name("function")?,
                "os.makedirs",
            ));
        } else {
            "parents=True"
        };
        return Some(match children(arguments).last() {
            Some(last) => Draft::safe("file-parents", 0.9, title).edit(
                source,
                last.end_byte()..last.end_byte(),
                format!(", {parents}"),
            ),
            None => Draft::safe("file-parents", 0.9, title).edit(
                source,
                arguments.start_byte() + 1..arguments.start_byte() + 1,
                parents,
            ),
        });
    }
    // The expression that is the path: a variable of the frame whose value is it.
    let statement = scene.statement();
    let shift = super::draft::indent(source, statement);
    let at = super::draft::line_before(source, statement);
    let mut target: Option<String> = None;
    let mut path_like = false;
    collect(call, &mut |n| {
        if target.is_some() || !matches!(n.kind(), "identifier" | "attribute") {
            return true;
        }
        if let Some(value) = scene.value(n) {
            let repr = value.repr.as_deref().unwrap_or_default();
            let shown = value
                .value
                .as_ref()
                .and_then(|v| v.as_str())
                .map(str::to_owned)
                .or_else(|| repr.split(['\'', '"']).nth(1).map(str::to_owned));
            let Some(shown) = shown else { return true };
            let path_type = value.type_name.ends_with("Path");
            let name = scene.text(n);
            if shown == folder {
                target = Some(if path_type { name.to_owned() } else { format!("Path({name})") });
            } else if shown.rsplit_once('/').is_some_and(|(parent, _)| parent == folder) {
                target =
                    Some(if path_type { format!("{name}.parent") } else { format!("Path({name}).parent") });
            }
            path_like |= path_type;
        }
        true
    });
    let target = target.unwrap_or_else(|| format!("Path(\"{folder}\")"));
    let line = format!("{shift}{target}.mkdir(parents=True, exist_ok=True)");
    let text = super::draft::added_line(source, at, &line);
    let title = msg!("fix-mkdir", folder = folder);
    let draft = Draft::guess("file-folder", 0.7, title, msg!("assume-mkdir")).edit(source, at..at, text);
    Some(if target.starts_with("Path(") {
        add_import(draft, source, "from pathlib import Path")
    } else {
        draft
    })
}
