//! What a name that is not there may have meant.

use super::scene::{Scene, ancestors, bare, children, collect, function_of, statement_of};
use super::similarity;
use super::tables;
use super::trace::{Binding, binding};
use pyflow_core::facts::ValueFacts;
use tree_sitter::Node;

/// What a missing name may be, the surest first.
#[derive(Debug, Clone, PartialEq)]
pub enum NameFinding {
    /// `true`, `null`, … of another language.
    Constant(&'static str),
    /// `x // words`: a comment of another language; the byte where the slashes start.
    CComment(usize),
    /// `import module as name` is missing.
    Alias(&'static str),
    /// `import name` is missing.
    Module(String),
    /// `from module import name` is missing; the usual home first.
    Home(Vec<String>),
    /// An attribute or method of the first parameter (`self`): that parameter's name.
    OfSelf(String),
    /// The text of a file name or key without its quotes: the range of the node to quote.
    Unquoted(std::ops::Range<usize>),
    /// Similar names that exist: all at the same distance in the same scope.
    Similar(Vec<String>),
    /// `raw_input`, `xrange`, …
    Foreign(&'static str),
    /// `del name` ran before, on this 0-based line.
    Deleted(u32),
    /// It is bound further down in the same scope, on this 0-based line.
    Later(u32),
    /// The name of `except … as name`, which ends with its block, on this 0-based line.
    Handler(u32),
    /// It is a variable of another function only.
    LocalOf(String),
    /// It is a name of the class's body, which functions and comprehensions in it do not see.
    ClassName(String),
    Unknown,
}

/// The name that a NameError is about.
pub fn missing_name<'a>(scene: &Scene<'a>) -> Option<&'a str> {
    let exception = scene.crash.exception;
    let name = exception.attrs.get("name").and_then(|v| v.as_str());
    name.or_else(|| {
        let quoted = exception.message.split('\'').nth(1)?;
        Some(quoted)
    })
    .filter(|name| !name.is_empty())
}

/// The identifier in the text that has the name and failed.
pub fn missing_node<'a>(scene: &Scene<'a>, name: &str) -> Option<Node<'a>> {
    if scene.node.kind() == "identifier" && scene.text(scene.node) == name {
        return Some(scene.node);
    }
    scene.within("identifier").into_iter().find(|n| {
        scene.text(*n) == name
            && n.parent().is_none_or(|p| {
                p.child_by_field_name("attribute") != Some(*n)
                    && !(p.kind() == "keyword_argument" && p.child_by_field_name("name") == Some(*n))
            })
    })
}

/// What a missing name may have meant; the first is the most likely.
pub fn findings(scene: &Scene<'_>) -> Vec<NameFinding> {
    let Some(name) = missing_name(scene) else { return Vec::new() };
    let node = missing_node(scene, name);
    let mut found = Vec::new();
    let push = |finding: NameFinding, found: &mut Vec<NameFinding>| {
        if !found.contains(&finding) {
            found.push(finding);
        }
    };
    if let Some(constant) = tables::foreign_constant(name) {
        push(NameFinding::Constant(constant), &mut found);
    }
    if let Some(node) = node {
        if let Some(at) = c_comment(scene, node) {
            push(NameFinding::CComment(at), &mut found);
            return found;
        }
        if let Some(local) = bound_here(scene, node, name) {
            found.push(local);
            return found;
        }
    }
    let similar = node.map(|n| similar(scene, n, name)).unwrap_or_default();
    // A name that differs by its case only is nearer than any import.
    let close = similar.iter().any(|s| similarity::distance(name, s) == Some(0) && !is_builtin(scene, s));
    if close {
        push(NameFinding::Similar(similar.clone()), &mut found);
    }
    if let Some(owner) = of_self(scene, node, name) {
        push(NameFinding::OfSelf(owner), &mut found);
    }
    if let Some(node) = node
        && let Some(range) = unquoted(scene, node)
    {
        push(NameFinding::Unquoted(range), &mut found);
    }
    let as_object = node.is_some_and(|n| {
        n.parent().is_some_and(|p| p.kind() == "attribute" && p.child_by_field_name("object") == Some(n))
    });
    let interpreter = scene.crash.interpreter;
    let importable = |module: &str| {
        let top = module.split('.').next().unwrap_or(module);
        interpreter.stdlib.contains(top) || interpreter.installed.contains(top)
    };
    if let Some(module) = tables::alias(name).filter(|m| importable(m)) {
        push(NameFinding::Alias(module), &mut found);
    }
    if as_object && !name.starts_with('_') && importable(name) {
        push(NameFinding::Module(name.to_owned()), &mut found);
    }
    let homes = homes(scene, name);
    if !homes.is_empty() {
        push(NameFinding::Home(homes), &mut found);
    }
    if !similar.is_empty() && !close {
        push(NameFinding::Similar(similar), &mut found);
    }
    if let Some(function) = tables::foreign_function(name) {
        push(NameFinding::Foreign(function), &mut found);
    }
    if let Some(elsewhere) = bound_elsewhere(scene, node, name) {
        push(elsewhere, &mut found);
    }
    if found.is_empty() {
        found.push(NameFinding::Unknown);
    }
    found
}

fn is_builtin(scene: &Scene<'_>, name: &str) -> bool {
    scene.variable(name).is_none() && scene.crash.interpreter.builtins.contains(name)
}

/// The modules that have a public name, those that the file imports already first.
fn homes(scene: &Scene<'_>, name: &str) -> Vec<String> {
    let mut homes: Vec<String> = tables::homes(name).into_iter().map(str::to_owned).collect();
    if homes.is_empty() {
        // A name that a module has, which the program uses otherwise.
        let imported = imported_modules(scene);
        homes = scene
            .crash
            .interpreter
            .stdlib_names
            .iter()
            .filter(|(module, names)| imported.contains(module) && names.contains(name) && name.len() > 2)
            .map(|(module, _)| module.clone())
            .collect();
    }
    let imported = imported_modules(scene);
    homes.sort_by_key(|home| !imported.contains(home));
    homes
}

/// Modules that the file imports from at its top.
fn imported_modules(scene: &Scene<'_>) -> Vec<String> {
    let Some(root) = scene.source.root() else { return Vec::new() };
    children(root)
        .filter(|n| n.kind() == "import_from_statement")
        .filter_map(|n| n.child_by_field_name("module_name"))
        .map(|n| scene.source.node_text(n).to_owned())
        .collect()
}

/// Bound in this very scope, but not now: deleted, later, or a handler's name.
fn bound_here(scene: &Scene<'_>, node: Node<'_>, name: &str) -> Option<NameFinding> {
    let scope = function_of(node).or_else(|| scene.source.root())?;
    let class = scene.class().filter(|c| function_of(node) == function_of(*c));
    let scope = class.unwrap_or(scope);
    let mut finding = None;
    let at = statement_of(node).start_byte();
    let body = scope.child_by_field_name("body").unwrap_or(scope);
    collect(body, &mut |n| {
        match n.kind() {
            "delete_statement" if n.start_byte() < at => {
                let mut names = false;
                collect(n, &mut |inner| {
                    names |= inner.kind() == "identifier" && scene.source.node_text(inner) == name;
                    !matches!(inner.kind(), "attribute" | "subscript")
                });
                if names {
                    finding = Some(NameFinding::Deleted(scene.source.place_of(n.start_byte()).line));
                }
            }
            "except_clause" if n.end_byte() <= node.start_byte() => {
                let mut alias = false;
                for part in children(n).filter(|p| p.kind() != "block") {
                    collect(part, &mut |inner| {
                        alias |= inner.kind() == "as_pattern_target" && scene.source.node_text(inner) == name;
                        true
                    });
                }
                alias |= n.child_by_field_name("alias").is_some_and(|a| scene.source.node_text(a) == name);
                if alias && finding.is_none() {
                    finding = Some(NameFinding::Handler(scene.source.place_of(n.start_byte()).line));
                }
            }
            "assignment" | "for_statement" | "function_definition" | "class_definition"
                if finding.is_none() && n.start_byte() > at =>
            {
                let field = if n.kind().ends_with("definition") { "name" } else { "left" };
                if n.child_by_field_name(field).is_some_and(|t| binds(scene, t, name)) {
                    finding = Some(NameFinding::Later(scene.source.place_of(n.start_byte()).line));
                }
            }
            _ => {}
        }
        !matches!(n.kind(), "function_definition" | "class_definition" | "lambda") || n == body
    });
    if finding.is_none()
        && function_of(node).is_some()
        && scene.crash.exception.facts.frames.is_empty()
        && binding(scene.source, node, name).is_some()
    {
        return None;
    }
    // In a function, a module's name that comes later is missing when the function is called before.
    if finding.is_none() && function_of(node).is_some() {
        let root = scene.source.root()?;
        for n in children(root).filter_map(definition_of) {
            let field = if n.kind().ends_with("definition") { "name" } else { "left" };
            if n.child_by_field_name(field).is_some_and(|t| binds(scene, t, name)) {
                return Some(NameFinding::Later(scene.source.place_of(n.start_byte()).line));
            }
        }
    }
    finding
}

/// A top-level statement's definition or assignment.
fn definition_of(statement: Node<'_>) -> Option<Node<'_>> {
    match statement.kind() {
        "function_definition" | "class_definition" => Some(statement),
        "decorated_definition" => statement.child_by_field_name("definition"),
        "expression_statement" => statement.named_child(0).filter(|n| n.kind() == "assignment"),
        _ => None,
    }
}

fn binds(scene: &Scene<'_>, target: Node<'_>, name: &str) -> bool {
    let mut found = false;
    collect(target, &mut |n| {
        found |= n.kind() == "identifier" && scene.source.node_text(n) == name;
        !matches!(n.kind(), "attribute" | "subscript")
    });
    found
}

/// Bound in another scope that this one does not see.
fn bound_elsewhere(scene: &Scene<'_>, node: Option<Node<'_>>, name: &str) -> Option<NameFinding> {
    let root = scene.source.root()?;
    let here = node.and_then(function_of);
    let mut finding = None;
    collect(root, &mut |n| {
        let binding = match n.kind() {
            "assignment" | "for_statement" => {
                n.child_by_field_name("left").is_some_and(|t| binds(scene, t, name))
            }
            "parameters" => children(n)
                .filter_map(super::trace::parameter_name)
                .any(|p| scene.source.node_text(p) == name),
            _ => false,
        };
        if binding {
            let owner = if n.kind() == "parameters" { n.parent() } else { function_of(n) };
            let class = ancestors(n)
                .find(|a| matches!(a.kind(), "class_definition" | "function_definition" | "lambda"))
                .filter(|a| a.kind() == "class_definition" && n.kind() != "parameters");
            let named =
                |n: Node<'_>| n.child_by_field_name("name").map(|n| scene.source.node_text(n).to_owned());
            if let Some(class) = class.and_then(named) {
                finding = Some(NameFinding::ClassName(class));
            } else if finding.is_none()
                && let Some(owner) = owner.filter(|o| Some(*o) != here && o.kind() == "function_definition")
                && let Some(owner) = named(owner)
            {
                finding = Some(NameFinding::LocalOf(owner));
            }
        }
        true
    });
    finding
}

/// The `//` before the name, when everything behind it on the line reads like words.
fn c_comment(scene: &Scene<'_>, node: Node<'_>) -> Option<usize> {
    let line = scene.source.place_of(node.start_byte()).line;
    let start = scene.source.line_start(line);
    let text = scene.source.line(line);
    let before = text.get(..node.start_byte().checked_sub(start)?)?;
    let at = before.rfind("//")?;
    let between = before.get(at + 2..)?;
    let behind = text.get(at + 2..)?;
    // `6   // centimetres` is set apart as nobody sets an operator apart; else nothing may be near the name.
    let apart = text.get(..at)?.ends_with("  ");
    let operator = ancestors(node).any(|n| {
        n.kind() == "binary_operator"
            && n.child_by_field_name("operator").is_some_and(|o| o.start_byte() == start + at)
    });
    let wordy = between.trim().is_empty()
        && behind.trim().chars().all(|c| c.is_alphanumeric() || " _-,.'".contains(c));
    (operator && wordy && (apart || similar(scene, node, scene.text(node)).is_empty())).then_some(start + at)
}

/// The first parameter of the method around, when its value has an attribute of the name.
fn of_self(scene: &Scene<'_>, node: Option<Node<'_>>, name: &str) -> Option<String> {
    let node = node?;
    let function = ancestors(node)
        .filter(|n| n.kind() == "function_definition")
        .find(|f| super::trace::is_method(*f))?;
    let first = function.child_by_field_name("parameters")?.named_child(0)?;
    let owner = scene.text(super::trace::parameter_name(first)?);
    if matches!(owner, "cls") && scene.variable(owner).is_none() {
        return None;
    }
    let value = scene.variable(owner).or_else(|| scene.function_scene().variable(owner));
    let has = value.is_some_and(|v| v.attrs.iter().any(|a| a == name));
    // Without the object's attributes: what the class's text assigns or defines.
    let class = ancestors(function).find(|n| n.kind() == "class_definition")?;
    let mut written = false;
    collect(class, &mut |n| {
        if n.kind() == "assignment" {
            let target = n.child_by_field_name("left").map_or("", |l| scene.source.node_text(l));
            written |= target == format!("{owner}.{name}");
            written |= target == name && function_of(n).is_none_or(|f| !inside(f, class));
        }
        if n.kind() == "function_definition" {
            written |= super::trace::is_method(n)
                && n.child_by_field_name("name").is_some_and(|d| scene.source.node_text(d) == name);
        }
        true
    });
    (has || written).then(|| owner.to_owned())
}

fn inside(inner: Node<'_>, outer: Node<'_>) -> bool {
    outer.start_byte() <= inner.start_byte() && inner.end_byte() <= outer.end_byte()
}

/// The node that is a file name or a key without quotes.
fn unquoted(scene: &Scene<'_>, node: Node<'_>) -> Option<std::ops::Range<usize>> {
    const SUFFIXES: &[&str] = &[
        "csv", "txt", "json", "xml", "html", "py", "log", "dat", "md", "ini", "cfg", "toml", "yaml", "yml",
        "png", "jpg", "jpeg", "gif", "svg", "pdf", "xlsx", "xls", "db", "sqlite", "zip", "gz", "tar", "tsv",
        "conf", "css", "js", "bin", "wav", "mp3", "doc", "docx", "env", "bak", "tmp", "parquet",
    ];
    let parent = node.parent()?;
    if parent.kind() == "attribute" && parent.child_by_field_name("object") == Some(node) {
        let suffix = scene.text(parent.child_by_field_name("attribute")?);
        let called = parent
            .parent()
            .is_some_and(|p| p.kind() == "call" && p.child_by_field_name("function") == Some(parent));
        let deeper = parent.parent().is_some_and(|p| p.kind() == "attribute");
        return (SUFFIXES.contains(&suffix) && !called && !deeper).then(|| parent.byte_range());
    }
    if parent.kind() == "subscript" && parent.child_by_field_name("subscript") == Some(node) {
        let value = scene.value(parent.child_by_field_name("value")?)?;
        let name = scene.text(node);
        return value.keys.iter().any(|(kind, key)| kind == "str" && key == name).then(|| node.byte_range());
    }
    None
}

/// How a name is used, as far as it says what the value has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Called,
    Iterated,
    Subscripted,
    /// In arithmetic, an f-string, or given to a function that takes plain values.
    Plain,
    /// As the object of an attribute.
    Object,
    /// Raised, caught or a base class.
    Class,
    Other,
}

/// How the name at a node is used.
pub fn usage(scene: &Scene<'_>, node: Node<'_>) -> Use {
    let Some(parent) = node.parent() else { return Use::Other };
    match parent.kind() {
        "call" if parent.child_by_field_name("function") == Some(node) => Use::Called,
        "decorator" => Use::Called,
        "for_statement" | "for_in_clause" if parent.child_by_field_name("right") == Some(node) => {
            Use::Iterated
        }
        "list_splat" | "dictionary_splat" => Use::Iterated,
        "subscript" if parent.child_by_field_name("value") == Some(node) => Use::Subscripted,
        "attribute" => Use::Object,
        "binary_operator"
        | "unary_operator"
        | "interpolation"
        | "augmented_assignment"
        | "comparison_operator" => Use::Plain,
        "raise_statement" | "except_clause" => Use::Class,
        "argument_list" => {
            let call = parent.parent().filter(|p| p.kind() == "call");
            if parent.parent().is_some_and(|p| p.kind() == "class_definition") {
                return Use::Class;
            }
            let function = call.and_then(|c| c.child_by_field_name("function")).map_or("", |f| scene.text(f));
            match function {
                "sum" | "len" | "sorted" | "list" | "set" | "tuple" | "enumerate" | "reversed" | "max"
                | "min" | "any" | "all" | "zip" => Use::Iterated,
                "print" | "str" | "int" | "float" | "round" | "abs" | "repr" | "range" => Use::Plain,
                _ => Use::Other,
            }
        }
        "parenthesized_expression" => usage(scene, parent),
        _ => Use::Other,
    }
}

/// Whether a value can be used so.
pub fn fits(usage: Use, value: &ValueFacts) -> bool {
    let kind = value.type_name.as_str();
    let function = matches!(kind, "function" | "builtin_function_or_method" | "method" | "method_descriptor");
    let module = kind == "module";
    let scalar = matches!(kind, "int" | "float" | "bool" | "complex" | "NoneType");
    match usage {
        Use::Called => value.callable,
        Use::Iterated | Use::Subscripted => !(function || module || scalar),
        Use::Plain => !(function || module),
        Use::Object => !function || value.attrs.is_empty(),
        Use::Class => value.callable && !function,
        Use::Other => !module,
    }
}

/// The names that are similar to the missing one and fit its use, all equally good; a nearer scope first.
pub fn similar(scene: &Scene<'_>, node: Node<'_>, name: &str) -> Vec<String> {
    let usage = usage(scene, node);
    let mut best: Vec<String> = Vec::new();
    let mut least = usize::MAX;
    for tier in tiers(scene, node) {
        let fitting = tier.iter().filter(|(_, value)| value.is_none_or(|v| fits(usage, v)));
        let found = similarity::nearest(name, fitting.map(|(name, _)| *name));
        let Some(distance) = found.first().and_then(|f| similarity::distance(name, f)) else { continue };
        if distance < least {
            least = distance;
            best = found.into_iter().map(str::to_owned).collect();
        }
    }
    let builtins = scene.crash.interpreter.builtins.iter().map(String::as_str).filter(|b| {
        matches!(*b, "True" | "False" | "None")
            || match usage {
                Use::Called => !b.ends_with("Error") && !b.ends_with("Warning") && !b.starts_with('_'),
                Use::Class => b.ends_with("Error") || b.ends_with("Exception") || b.ends_with("Warning"),
                _ => false,
            }
            || usage == Use::Called && b.ends_with("Error") && name.ends_with("rror")
    });
    let found = similarity::nearest(name, builtins);
    if let Some(distance) = found.first().and_then(|f| similarity::distance(name, f))
        && distance < least
    {
        best = found.into_iter().map(str::to_owned).collect();
    }
    best
}

type Tier<'a> = Vec<(&'a str, Option<&'a ValueFacts>)>;

/// The names that the code sees, from the inside out.
fn tiers<'a>(scene: &Scene<'a>, node: Node<'a>) -> Vec<Tier<'a>> {
    let mut tiers = Vec::new();
    let Some(mut facts) = scene.facts else {
        // No facts: the names that the text binds before.
        return written_names(scene, node);
    };
    let mut inner: Tier<'a> = facts.locals.iter().map(|(n, v)| (n.as_str(), Some(v))).collect();
    let mut at = *scene;
    while super::scene::is_comprehension(&at.frame.function) {
        match at.caller() {
            Some(outer) if outer.frame.file == at.frame.file => {
                at = outer;
                if let Some(outer) = at.facts {
                    inner.extend(outer.locals.iter().map(|(n, v)| (n.as_str(), Some(v))));
                    facts = outer;
                }
            }
            _ => break,
        }
    }
    inner.extend(facts.enclosing.iter().map(|n| (n.as_str(), None)));
    inner.retain(|(name, _)| !name.starts_with("__"));
    tiers.push(inner);
    let globals = facts.globals.iter().map(|(n, v)| (n.as_str(), Some(v)));
    tiers.push(globals.filter(|(name, _)| !name.starts_with("__")).collect());
    tiers
}

fn written_names<'a>(scene: &Scene<'a>, node: Node<'a>) -> Vec<Tier<'a>> {
    let Some(root) = scene.source.root() else { return Vec::new() };
    let here = function_of(node);
    let (mut local, mut global) = (Vec::new(), Vec::new());
    collect(root, &mut |n| {
        let target = match n.kind() {
            "assignment" | "for_statement" | "for_in_clause" => n.child_by_field_name("left"),
            "function_definition" | "class_definition" => n.child_by_field_name("name"),
            "identifier" if n.parent().is_some_and(|p| p.kind() == "parameters") => Some(n),
            _ => None,
        };
        if let Some(target) = target.map(bare) {
            let owner = function_of(n)
                .or_else(|| n.parent().filter(|p| p.kind() == "parameters").and_then(|p| p.parent()));
            collect(target, &mut |t| {
                if t.kind() == "identifier" {
                    let name = (scene.source.node_text(t), None);
                    if here.is_some() && owner == here && n.start_byte() < node.start_byte() {
                        local.push(name);
                    } else if owner.is_none() {
                        global.push(name);
                    }
                }
                !matches!(t.kind(), "attribute" | "subscript")
            });
        }
        true
    });
    vec![local, global]
}

/// The binding of the name at a node, re-exported for rules.
pub fn bound<'a>(scene: &Scene<'a>, node: Node<'a>) -> Option<Binding<'a>> {
    binding(scene.source, node, scene.text(node))
}

/// Whether a function around the failing one binds the name.
pub fn enclosing_binds(scene: &Scene<'_>, name: &str) -> bool {
    let Some(function) = scene.function() else { return false };
    std::iter::successors(function_of(function), |f| function_of(*f)).any(|outer| {
        let parameters = outer.child_by_field_name("parameters");
        let parameter = parameters.is_some_and(|list| {
            children(list).filter_map(super::trace::parameter_name).any(|p| scene.source.node_text(p) == name)
        });
        parameter || own_binds(scene, outer, name)
    })
}

/// Whether the module's own statements bind the name.
pub fn module_binds(scene: &Scene<'_>, name: &str) -> bool {
    scene.source.root().is_some_and(|root| own_binds(scene, root, name))
}

fn own_binds(scene: &Scene<'_>, scope: Node<'_>, name: &str) -> bool {
    ["assignment", "for_statement"].iter().any(|kind| {
        super::trace::own_nodes(scope, kind)
            .into_iter()
            .any(|n| n.child_by_field_name("left").is_some_and(|t| binds(scene, t, name)))
    })
}
