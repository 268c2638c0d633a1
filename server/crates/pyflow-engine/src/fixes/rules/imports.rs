//! Imports that fail: misspelt, moved, of another module. Never a package in place of another.

use super::Rule;
use super::draft::Draft;
use super::names::each_use;
use crate::diagnose::Scene;
use crate::diagnose::imports::{
    ModuleFinding, NameFinding, cannot_import, import_node, missing_module, module_findings, name_findings,
};
use crate::diagnose::scene::children;
use crate::msg;
use tree_sitter::Node;

/// `from m import x`, where `m` has no `x`.
pub(super) const NAME: Rule = Rule { name: "import-name", exceptions: &["ImportError"], look: name };

/// `import m`, where there is no `m`.
pub(super) const MODULE: Rule =
    Rule { name: "import-module", exceptions: &["ModuleNotFoundError"], look: module };

fn name(scene: &Scene<'_>) -> Vec<Draft> {
    if scene.crash.is_a("ModuleNotFoundError") {
        return Vec::new();
    }
    let Some((name, module)) = cannot_import(&scene.crash) else { return Vec::new() };
    let Some((statement, node)) = import_node(scene, &name) else { return Vec::new() };
    let Some(from) = statement.child_by_field_name("module_name") else { return Vec::new() };
    let source = scene.source;
    let mut cursor = statement.walk();
    let names: Vec<Node<'_>> = statement.children_by_field_name("name", &mut cursor).collect();
    let mut drafts = Vec::new();
    let elsewhere = |to: &str, rule: &'static str, prior: f32| {
        let new = format!("from {to} import {name}");
        let title = msg!("fix-change", old = format!("from {module} import {name}"), new = &new);
        let draft = Draft::safe(rule, prior, title);
        if names.len() == 1 {
            return draft.replace(source, from, to);
        }
        // The others stay where they are.
        let index = names.iter().position(|n| n.byte_range().contains(&node.start_byte())).unwrap_or(0);
        let end = super::draft::newline(source);
        let range = match (names.get(index.wrapping_sub(1)), names.get(index + 1)) {
            (Some(before), _) if index > 0 => before.end_byte()..names[index].end_byte(),
            (_, Some(after)) => names[index].start_byte()..after.start_byte(),
            _ => names[index].byte_range(),
        };
        let at = statement.end_byte();
        draft.edit(source, range, "").edit(source, at..at, format!("{end}{new}"))
    };
    for finding in name_findings(&scene.crash, &name, &module) {
        match finding {
            NameFinding::Moved(to, new) if new.is_empty() || new == name => {
                drafts.push(elsewhere(&to, "import-moved", 0.95));
            }
            NameFinding::Moved(to, new) => {
                let draft = elsewhere(&to, "import-moved", 0.9);
                drafts.push(each_use(scene, draft, &name, &new));
            }
            NameFinding::Renamed(new) => {
                let title = msg!("fix-change", old = &name, new = &new);
                let draft = Draft::safe("import-renamed", 0.92, title);
                let builtin = scene.crash.interpreter.builtins.contains(&new) && names.len() == 1;
                drafts.push(if builtin {
                    // `from itertools import izip`: the builtin under the name that the program uses.
                    let alias = names.first().and_then(|n| n.child_by_field_name("alias"));
                    let used = alias.map_or(name.as_str(), |a| source.node_text(a));
                    draft.replace(source, statement, format!("from builtins import {new} as {used}"))
                } else {
                    each_use(scene, draft, &name, &new)
                });
            }
            NameFinding::Elsewhere(modules) => {
                for (i, to) in modules.iter().take(2).enumerate() {
                    drafts.push(elsewhere(to, "import-elsewhere", if i == 0 { 0.93 } else { 0.6 }));
                }
            }
            NameFinding::Similar(similar) => {
                let alone = similar.len() == 1;
                for new in similar.iter().take(3) {
                    let title = msg!("fix-change-all", old = &name, new = new);
                    let draft = if alone {
                        Draft::safe("import-similar", 0.92, title)
                    } else {
                        Draft::guess("import-similar", 0.4, title, msg!("assume-name", name = new))
                    };
                    let aliased = node.parent().is_some_and(|p| p.kind() == "aliased_import");
                    drafts.push(if aliased {
                        draft.replace(source, node, new.as_str())
                    } else {
                        each_use(scene, draft, &name, new)
                    });
                }
            }
            NameFinding::Circular(_) | NameFinding::Shadowed(_) | NameFinding::Unknown => {}
        }
    }
    drafts
}

fn module(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(name) = missing_module(&scene.crash) else { return Vec::new() };
    let Some((statement, _)) = import_node(scene, &name) else { return Vec::new() };
    let source = scene.source;
    let mut drafts = Vec::new();
    let targets: Vec<(String, &'static str, f32, bool)> = module_findings(&scene.crash, &name)
        .into_iter()
        .flat_map(|finding| -> Vec<(String, &'static str, f32, bool)> {
            match finding {
                ModuleFinding::Renamed(new) => vec![(new, "module-renamed", 0.92, true)],
                ModuleFinding::Similar(similar) => {
                    let alone = similar.len() == 1;
                    similar.into_iter().take(3).map(|s| (s, "module-similar", 0.93, alone)).collect()
                }
                ModuleFinding::Sibling(similar) => {
                    let alone = similar.len() == 1;
                    similar.into_iter().take(3).map(|s| (s, "module-sibling", 0.94, alone)).collect()
                }
                ModuleFinding::NotPackage(_) | ModuleFinding::Removed | ModuleFinding::Distribution(_) => {
                    Vec::new()
                }
            }
        })
        .collect();
    // The misspelt part in the statement: the module's whole name, or its beginning.
    let mut place = None;
    for candidate in children(statement) {
        let dotted = if candidate.kind() == "aliased_import" {
            candidate.child_by_field_name("name")
        } else {
            Some(candidate)
        };
        if let Some(dotted) = dotted.filter(|d| d.kind() == "dotted_name")
            && (source.node_text(dotted) == name || source.node_text(dotted).starts_with(&format!("{name}.")))
        {
            place = Some((candidate, dotted));
            break;
        }
    }
    let Some((whole, dotted)) = place else { return drafts };
    let plain = statement.kind() == "import_statement" && whole.kind() != "aliased_import";
    let deeper = source.node_text(dotted) != name;
    for (new, rule, prior, alone) in targets {
        let uses = plain && uses_of(scene, statement, &name);
        let text = if plain && uses && !name.contains('.') && !deeper {
            format!("{new} as {name}")
        } else {
            new.clone()
        };
        let word = if statement.kind() == "import_from_statement" { "from" } else { "import" };
        let title = msg!("fix-change", old = format!("{word} {name}"), new = format!("{word} {text}"));
        let draft = if alone {
            Draft::safe(rule, prior, title)
        } else {
            Draft::guess(rule, 0.4, title, msg!("assume-name", name = &new))
        };
        let range = dotted.start_byte()..dotted.start_byte() + name.len();
        drafts.push(draft.edit(source, range.clone(), text));
        // The name everywhere instead of an alias.
        if plain && uses && !name.contains('.') && !deeper && alone {
            let title = msg!("fix-change-all", old = &name, new = &new);
            drafts.push(each_use(scene, Draft::safe(rule, prior - 0.03, title), &name, &new));
        }
    }
    drafts
}

/// Whether a module's name is used after its import.
fn uses_of(scene: &Scene<'_>, statement: Node<'_>, name: &str) -> bool {
    let mut used = false;
    if let Some(root) = scene.source.root() {
        crate::diagnose::scene::collect(root, &mut |n| {
            used |= n.kind() == "identifier"
                && scene.source.node_text(n) == name
                && n.start_byte() > statement.end_byte();
            !used
        });
    }
    used
}
