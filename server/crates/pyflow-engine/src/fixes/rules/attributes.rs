//! Attributes that are not there: moved, misspelt, of another object.

use super::Rule;
use super::draft::{Draft, add_import, added_line, indent, positional};
use crate::diagnose::attributes::{AttributeFinding, Missing, findings, missing};
use crate::diagnose::calls::written_params;
use crate::diagnose::scene::{ancestors, children, collect, function_of};
use crate::diagnose::tables::{self, Moved};
use crate::diagnose::{Scene, Source};
use crate::msg;
use tree_sitter::Node;

/// An attribute that the object's real ones, or what is known of its type, explain.
pub(super) const ATTRIBUTE: Rule = Rule { name: "attribute", exceptions: &["AttributeError"], look };

fn look(scene: &Scene<'_>) -> Vec<Draft> {
    let Some(missing) = missing(scene) else { return Vec::new() };
    let (Some(node), Some(attribute)) = (missing.node, missing.attribute()) else { return Vec::new() };
    let source = scene.source;
    let name = missing.name;
    let mut drafts = Vec::new();
    for finding in findings(scene, &missing) {
        match finding {
            AttributeFinding::Moved(moved) => drafts.extend(of_moved(scene, &missing, moved, 0.95)),
            AttributeFinding::Synonym(moved) => drafts.extend(of_moved(scene, &missing, moved, 0.9)),
            AttributeFinding::OfClass(class) => {
                let new = format!("{}.{class}.{name}", missing.owner);
                let title = msg!("fix-change", old = scene.text(node), new = &new);
                let at = attribute.start_byte();
                let draft = Draft::safe("attribute-of-class", 0.93, title);
                drafts.push(each_attribute(source, draft, node, &format!("{class}."), at));
            }
            AttributeFinding::OfModule(module) => drafts.extend(of_module(scene, &missing, &module)),
            AttributeFinding::Similar(similar) => {
                let alone = similar.len() == 1;
                for new in similar.iter().take(3) {
                    let title = msg!("fix-change", old = name, new = new);
                    let draft = if alone {
                        Draft::safe("attribute-similar", 0.93, title)
                    } else {
                        Draft::guess("attribute-similar", 0.4, title, msg!("assume-name", name = new))
                    };
                    drafts.push(draft.replace(source, attribute, new.as_str()));
                }
                if let [only] = similar.as_slice() {
                    let title = msg!("fix-change-all", old = name, new = only);
                    let places = same_attributes(source, scene.text(node));
                    let here = function_of(node);
                    // In one function the same object has the same attributes.
                    let prior = if places.iter().all(|p| function_of(*p) == here) { 0.94 } else { 0.88 };
                    let mut all = Draft::safe("attribute-similar", prior, title);
                    for place in places {
                        all = all.replace(source, place, only.as_str());
                    }
                    if all.edits.len() > 1 {
                        drafts.push(all);
                    }
                }
            }
            AttributeFinding::SuperInit { source, init, base_init, .. } => {
                drafts.extend(super_init(source, init, base_init));
            }
            AttributeFinding::Key => {
                let Some(object) = missing.object() else { continue };
                // Inside an f-string the other quote is needed.
                let around = ancestors(node).find(|n| n.kind() == "string");
                let quote = if around.is_some_and(|s| scene.text(s).contains('"')) { '\'' } else { '"' };
                let new = format!("[{quote}{name}{quote}]");
                let title =
                    msg!("fix-change", old = scene.text(node), new = format!("{}{new}", scene.text(object)));
                let range = object.end_byte()..node.end_byte();
                drafts.push(Draft::safe("attribute-key", 0.93, title).edit(source, range, new));
            }
            AttributeFinding::Shadowed(_)
            | AttributeFinding::Coroutine
            | AttributeFinding::Nothing
            | AttributeFinding::Unknown => {}
        }
    }
    drafts
}

/// Puts text before the attribute wherever the same `object.attribute` stands.
fn each_attribute(source: &Source, mut draft: Draft, node: Node<'_>, before: &str, at: usize) -> Draft {
    draft = draft.edit(source, at..at, before);
    for place in same_attributes(source, source.node_text(node)) {
        draft = draft.edit(source, place.start_byte()..place.start_byte(), before);
    }
    draft
}

/// The attribute's own nodes wherever the same expression stands.
fn same_attributes<'a>(source: &'a Source, text: &str) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    if let Some(root) = source.root() {
        collect(root, &mut |n| {
            if n.kind() == "attribute" && source.node_text(n) == text {
                found.extend(n.child_by_field_name("attribute"));
            }
            true
        });
    }
    found
}

fn of_moved(scene: &Scene<'_>, missing: &Missing<'_>, moved: Moved, prior: f32) -> Option<Draft> {
    let source = scene.source;
    let (node, attribute, object) = (missing.node?, missing.attribute()?, missing.object()?);
    let old = scene.text(node);
    Some(match moved {
        Moved::Renamed(new) => {
            let title = msg!("fix-change", old = missing.name, new = new);
            let mut draft = Draft::safe("attribute-moved", prior, title).replace(source, attribute, new);
            for place in same_attributes(source, old) {
                draft = draft.replace(source, place, new);
            }
            draft
        }
        Moved::Alone(new) => {
            let mut draft = Draft::safe("attribute-moved", prior, msg!("fix-change", old = old, new = new));
            for place in same_attributes(source, old) {
                let whole = place.parent()?;
                draft = draft.replace(source, whole, new);
            }
            draft
        }
        Moved::Elsewhere(module, new) => {
            let whole = if new.is_empty() { module.to_owned() } else { format!("{module}.{new}") };
            let mut draft =
                Draft::safe("attribute-moved", prior, msg!("fix-change", old = old, new = &whole));
            for place in same_attributes(source, old) {
                draft = draft.replace(source, place.parent()?, whole.as_str());
            }
            // `os.path` comes with `os`.
            if module == "os.path" { draft } else { add_import(draft, source, &format!("import {module}")) }
        }
        Moved::Function(function) => {
            let whole = missing.call().unwrap_or(node);
            let mut inside = scene.text(object).to_owned();
            if let Some(arguments) = missing.call().and_then(positional) {
                for argument in arguments {
                    inside = format!("{inside}, {}", scene.text(argument));
                }
            }
            let new = if function == "reversed" {
                // A text's characters in turn are a text again only when joined.
                format!("{inside}[::-1]")
            } else {
                format!("{function}({inside})")
            };
            let title = msg!("fix-change", old = scene.text(whole), new = &new);
            let mut draft =
                Draft::safe("attribute-function", prior, title).replace(source, whole, new.as_str());
            if missing.call().is_none_or(|c| positional(c).is_some_and(|a| a.is_empty())) {
                for place in same_attributes(source, old) {
                    let other = place.parent()?;
                    let call = other
                        .parent()
                        .filter(|p| p.kind() == "call" && p.child_by_field_name("function") == Some(other));
                    if call.is_some() == missing.call().is_some() {
                        draft = draft.replace(source, call.unwrap_or(other), new.as_str());
                    }
                }
            }
            draft
        }
        Moved::Contains => {
            let call = missing.call()?;
            let [argument] = positional(call)?.try_into().ok()?;
            let mut new = format!("{} in {}", scene.text(argument), scene.text(object));
            let mut place = call;
            let parent = call.parent();
            if let Some(not) = parent.filter(|p| p.kind() == "not_operator") {
                new = format!("{} not in {}", scene.text(argument), scene.text(object));
                place = not;
            } else if parent.is_some_and(|p| {
                matches!(
                    p.kind(),
                    "comparison_operator"
                        | "binary_operator"
                        | "attribute"
                        | "unary_operator"
                        | "await"
                        | "subscript"
                )
            }) {
                new = format!("({new})");
            }
            let title = msg!("fix-change", old = scene.text(place), new = &new);
            Draft::safe("attribute-contains", prior, title).replace(source, place, new)
        }
    })
}

/// `from datetime import datetime` and then `datetime.timedelta(…)`.
fn of_module(scene: &Scene<'_>, missing: &Missing<'_>, module: &str) -> Vec<Draft> {
    let source = scene.source;
    let (Some(node), Some(object)) = (missing.node, missing.object()) else { return Vec::new() };
    let Some(root) = source.root() else { return Vec::new() };
    let name = scene.text(object);
    let mut drafts = Vec::new();
    // Every use of the name goes through the module: import that.
    let (mut through, mut others) = (0, 0);
    let names = scene.crash.interpreter.stdlib_names.get(module);
    let has = |n: &str| {
        names.map_or_else(|| tables::homes(n).contains(&module) || n == module, |names| names.contains(n))
    };
    let mut import = None;
    collect(root, &mut |n| {
        if n.kind() == "import_from_statement"
            && n.child_by_field_name("module_name").is_some_and(|m| source.node_text(m) == module)
        {
            import = Some(n);
            return false;
        }
        if n.kind() == "identifier" && source.node_text(n) == name {
            match n.parent().filter(|p| p.kind() == "attribute" && p.child_by_field_name("object") == Some(n))
            {
                Some(p) if p.child_by_field_name("attribute").is_some_and(|a| has(source.node_text(a))) => {
                    through += 1;
                }
                _ if n.parent().is_some_and(|p| p.child_by_field_name("attribute") == Some(n)) => {}
                _ => others += 1,
            }
        }
        true
    });
    if missing.name == name {
        // `datetime.datetime.now()`: one too many.
        let new = name.to_owned();
        let title = msg!("fix-change", old = scene.text(node), new = &new);
        let mut draft = Draft::safe("attribute-doubled", 0.94, title);
        for place in same_attributes(source, scene.text(node)) {
            if let Some(whole) = place.parent() {
                draft = draft.replace(source, whole, name);
            }
        }
        drafts.push(draft);
    }
    if let Some(import) = import
        && others == 0
        && through > 0
    {
        let mut cursor = import.walk();
        if import.children_by_field_name("name", &mut cursor).count() == 1 {
            let statement = format!("import {module}");
            let title = msg!("fix-change", old = source.node_text(import), new = &statement);
            drafts.push(Draft::safe("import-module", 0.92, title).replace(source, import, statement));
        }
    }
    if missing.name != name {
        let title = msg!("fix-change", old = scene.text(node), new = missing.name);
        let draft = Draft::safe("attribute-of-module", 0.9, title).replace(source, node, missing.name);
        drafts.push(add_import(draft, source, &format!("from {module} import {}", missing.name)));
    }
    drafts
}

/// `super().__init__(…)` at the start of the subclass's `__init__`, with arguments of the same names.
fn super_init(source: &Source, init: Node<'_>, base_init: Node<'_>) -> Option<Draft> {
    let own = written_params(source, init);
    let mut arguments = Vec::new();
    for param in written_params(source, base_init).iter().skip(1) {
        let known = own.iter().any(|p| p.name == param.name);
        match (known, param.default || param.kind.starts_with('*')) {
            (true, false) => arguments.push(param.name.clone()),
            (true, true) if !param.kind.starts_with('*') => arguments.push(format!("{0}={0}", param.name)),
            (_, true) => {}
            (false, false) => return None,
        }
    }
    let body = init.child_by_field_name("body")?;
    let mut statements = children(body);
    let mut first = statements.next()?;
    if first.named_child(0).is_some_and(|n| n.kind() == "string")
        && let Some(next) = statements.next()
    {
        first = next;
    }
    let call = format!("super().__init__({})", arguments.join(", "));
    let at = source.line_start(source.place_of(first.start_byte()).line);
    let line = format!("{}{call}", indent(source, first));
    let text = added_line(source, at, &line);
    Some(Draft::safe("super-init", 0.93, msg!("fix-add", statement = &call)).edit(source, at..at, text))
}
