//! Names that are not there.

use super::Rule;
use super::draft::{Draft, add_import};
use crate::diagnose::Scene;
use crate::diagnose::names::{self, NameFinding};
use crate::diagnose::scene::{children, collect};
use crate::diagnose::trace::{own_nodes, parameter_name};
use crate::msg;

/// The name is similar to one that exists and fits the use (38 of 44 such errors are found first this way).
pub(super) const NAME: Rule = Rule { name: "name", exceptions: &["NameError"], look: name_error };

fn name_error(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(name) = names::missing_name(scene) else { return Vec::new() };
    let Some(node) = names::missing_node(scene, name) else { return Vec::new() };
    let source = scene.source;
    let mut drafts = Vec::new();
    for finding in names::findings(scene) {
        match finding {
            NameFinding::Constant(python) => {
                let title = msg!("fix-change", old = name, new = python);
                let mut draft = each_use(scene, Draft::safe("name-constant", 0.97, title), name, python);
                // The others of that language would fail next.
                for other in ["true", "false", "null", "nil", "undefined", "none", "TRUE", "FALSE", "NULL"] {
                    if other != name
                        && let Some(new) = crate::diagnose::tables::foreign_constant(other)
                    {
                        draft = each_use(scene, draft, other, new);
                    }
                }
                drafts.push(draft);
            }

            NameFinding::CComment(at) => {
                drafts.push(Draft::safe("name-c-comment", 0.95, msg!("fix-c-comment")).edit(
                    source,
                    at..at + 2,
                    "#",
                ));
            }
            NameFinding::Alias(module) => {
                let statement = format!("import {module} as {name}");
                let draft = Draft::safe("name-alias", 0.97, msg!("fix-import", statement = &statement));
                drafts.push(add_import(draft, source, &statement));
            }
            NameFinding::Module(module) => {
                let statement = format!("import {module}");
                let draft = Draft::safe("name-module", 0.96, msg!("fix-import", statement = &statement));
                drafts.push(add_import(draft, source, &statement));
            }
            NameFinding::Home(modules) => {
                for (i, module) in modules.iter().take(2).enumerate() {
                    let statement = format!("from {module} import {name}");
                    let title = msg!("fix-import", statement = &statement);
                    let draft = if i == 0 {
                        Draft::safe("name-home", 0.93, title)
                    } else {
                        let assumption = msg!("assume-home", name = name, module = module);
                        Draft::guess("name-home", 0.3, title, assumption)
                    };
                    drafts.push(add_import(draft, source, &statement));
                }
            }
            NameFinding::OfSelf(owner) => {
                let new = format!("{owner}.{name}");
                let title = msg!("fix-change", old = name, new = &new);
                let start = node.start_byte();
                let draft = Draft::safe("name-self", 0.95, title);
                drafts.push(draft.edit(source, start..start, format!("{owner}.")));
            }
            NameFinding::Unquoted(range) => {
                let text = source.slice(range.clone());
                let quote = quote_for(scene, node);
                let new = format!("{quote}{text}{quote}");
                let draft = Draft::safe("name-quotes", 0.96, msg!("fix-quotes", new = &new));
                drafts.push(draft.edit(source, range, new));
            }
            NameFinding::Similar(similar) => {
                if let [new] = similar.as_slice() {
                    // The name is nowhere bound, so each of its uses is the same mistake.
                    let title = msg!("fix-change", old = name, new = new);
                    let draft = Draft::safe("name-similar", 0.94, title).replace(source, node, new.as_str());
                    drafts.push(each_use(scene, draft, name, new));
                    continue;
                }
                for new in similar.iter().take(3) {
                    let title = msg!("fix-change", old = name, new = new);
                    let draft = Draft::guess("name-similar", 0.4, title, msg!("assume-name", name = new));
                    drafts.push(draft.replace(source, node, new.as_str()));
                }
            }

            NameFinding::Foreign(python) => {
                let draft = Draft::safe("name-foreign", 0.93, msg!("fix-change", old = name, new = python));
                drafts.push(each_use(scene, draft, name, python));
            }
            NameFinding::Deleted(_)
            | NameFinding::Later(_)
            | NameFinding::Handler(_)
            | NameFinding::ClassName(_)
            | NameFinding::LocalOf(_)
            | NameFinding::Unknown => {}
        }
    }
    drafts
}

/// The change at every place of the name that is a name, not an attribute or keyword, and that no function around it
/// binds.
pub(super) fn each_use(scene: &Scene<'_>, mut draft: Draft, old: &str, new: &str) -> Draft {
    let source = scene.source;
    let Some(root) = source.root() else { return draft };
    let mut places = Vec::new();
    collect(root, &mut |n| {
        // A function that binds the name has one of its own.
        if n.kind() == "function_definition" && binds(scene, n, old) {
            return false;
        }
        let free = n.parent().is_none_or(|p| {
            p.child_by_field_name("attribute") != Some(n)
                && !(p.kind() == "keyword_argument" && p.child_by_field_name("name") == Some(n))
        });
        if n.kind() == "identifier" && free && source.node_text(n) == old {
            places.push(n);
        }
        true
    });
    for place in places {
        draft = draft.replace(source, place, new);
    }
    draft
}

/// Whether a function has a parameter or variable of a name.
fn binds(scene: &Scene<'_>, function: tree_sitter::Node<'_>, name: &str) -> bool {
    let source = scene.source;
    let parameter = function
        .child_by_field_name("parameters")
        .is_some_and(|list| children(list).filter_map(parameter_name).any(|p| source.node_text(p) == name));
    let bound = |target: tree_sitter::Node<'_>| {
        let mut found = false;
        collect(target, &mut |t| {
            found |= t.kind() == "identifier" && source.node_text(t) == name;
            !matches!(t.kind(), "attribute" | "subscript")
        });
        found
    };
    parameter
        || ["assignment", "for_statement"].iter().any(|kind| {
            own_nodes(function, kind).into_iter().any(|n| n.child_by_field_name("left").is_some_and(bound))
        })
        || own_nodes(function, "as_pattern_target").into_iter().any(bound)
}
/// The quote that the place allows: the other one inside an f-string.
fn quote_for(scene: &Scene<'_>, node: tree_sitter::Node<'_>) -> char {
    let around = crate::diagnose::scene::ancestors(node).find(|n| n.kind() == "string");
    match around {
        Some(string) if scene.source.node_text(string).contains('"') => '\'',
        _ => '"',
    }
}
