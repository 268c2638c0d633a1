//! The rules for agents' code: what it may import, call and read.
//!
//! **This is advice, not a boundary.** Python can reach anything from any object in more ways than a check of names
//! can see. The boundary is the sandbox around the process; these rules stop what agents write by habit, early and
//! with a reason.
//!
//! The check goes by names wherever they stand, so that code which the grammar does not understand is checked like
//! the rest. Identifiers are compared in the form that Python gives them (NFKC).

mod lists;
mod strings;

use crate::syntax::{Tree, Walk};
use crate::text::Text;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use tree_sitter::Node;

/// More violations than these are not told.
const MAX_VIOLATIONS: usize = 50;

/// What can be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    pub max_bytes: usize,
    /// Modules that may be imported besides those of the list.
    pub modules: Vec<String>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { max_bytes: 100_000, modules: Vec::new() }
    }
}

/// Why code is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// From 0.
    pub line: usize,
    pub rule: Rule,
    pub message: String,
}

/// The rule that was broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// The code is too long.
    Length,
    /// The code could not be checked.
    Syntax,
    Import,
    Builtin,
    Attribute,
    /// A text that names what code may not name.
    Text,
    /// An attribute by a name that only the running program knows.
    Dynamic,
}

/// The modules that agents' code may import, for a guard that runs beside it.
pub fn modules(rules: &Rules) -> impl Iterator<Item = &str> {
    lists::MODULES.iter().copied().chain(rules.modules.iter().map(String::as_str))
}

/// The rules that some code breaks, in the order of the code; none if it may run.
pub fn check(code: &str, rules: &Rules) -> Vec<Violation> {
    if code.len() > rules.max_bytes {
        let message =
            format!("the code has {} bytes, {} are allowed: split it up", code.len(), rules.max_bytes);
        return vec![Violation { line: 0, rule: Rule::Length, message }];
    }
    let text = Text::new(code);
    let tree = match Tree::parse(&text) {
        Ok(tree) => tree,
        Err(error) => {
            return vec![Violation { line: 0, rule: Rule::Syntax, message: error.to_string() }];
        }
    };
    let mut check = Check {
        code,
        text: &text,
        rules,
        own: own_private_names(code, &tree),
        aliases: BTreeMap::new(),
        parents: Vec::new(),
        after_dot: false,
        found: Vec::new(),
    };
    for root in tree.roots() {
        crate::syntax::walk(root, usize::MAX, |node, depth| check.visit(node, depth));
    }
    check.found
}

struct Check<'a, 't> {
    code: &'a str,
    text: &'a Text,
    rules: &'a Rules,
    /// Private names that the code defines itself.
    own: BTreeSet<String>,
    /// Names that stand for modules.
    aliases: BTreeMap<String, String>,
    /// The nodes around the one that is visited.
    parents: Vec<Node<'t>>,
    /// Whether the token before was a dot.
    after_dot: bool,
    found: Vec<Violation>,
}

impl<'t> Check<'_, 't> {
    fn visit(&mut self, node: Node<'t>, depth: usize) -> Walk {
        if self.found.len() >= MAX_VIOLATIONS {
            return Walk::Stop;
        }
        self.parents.truncate(depth);
        let parent = self.parents.last().copied();
        self.parents.push(node);
        let kind = node.kind();
        match kind {
            "import_statement" | "import_from_statement" => {
                self.import(node);
                return Walk::Over;
            }
            "future_import_statement" => return Walk::Over,
            "exec_statement" => self.report(node, Rule::Builtin, "'exec' may not be used"),
            "identifier" => self.identifier(node, parent),
            "string" => self.string(node, parent),
            "concatenated_string" => self.joined_strings(node),
            "call" => self.call(node),
            "decorator" => self.decorator(node),
            _ => {}
        }
        if node.child_count() == 0 {
            self.after_dot = kind == ".";
        }
        Walk::Into
    }

    fn identifier(&mut self, node: Node<'t>, parent: Option<Node<'t>>) {
        let name = self.name(node);
        let parent_kind = parent.map_or("", |parent| parent.kind());
        let is_first = parent.is_some_and(|parent| parent.start_byte() == node.start_byte());
        if self.after_dot || (parent_kind == "keyword_pattern" && is_first) {
            let object = parent.filter(|parent| parent.kind() == "attribute");
            let object = object.and_then(|parent| parent.child_by_field_name("object"));
            self.attribute(node, &name, object);
            return;
        }
        if is_dunder(&name) {
            if !lists::is_allowed_dunder(&name) {
                let message = format!("'{name}' may not be used{}", lists::instead(&name));
                self.report(node, Rule::Attribute, &message);
            }
            return;
        }
        if parent_kind == "keyword_argument" && is_first {
            return;
        }
        if lists::BUILTINS.contains(&name.as_ref()) {
            let message = format!("the builtin '{name}' may not be used{}", lists::instead(&name));
            self.report(node, Rule::Builtin, &message);
        } else if lists::is_refused_module_name(&name) {
            self.report(node, Rule::Import, &format!("the module '{name}' may not be used"));
        } else if lists::BY_NAME.contains(&name.as_ref()) && !(parent_kind == "call" && is_first) {
            let message = format!("'{name}' may only be called, with the attribute's name as a literal");
            self.report(node, Rule::Dynamic, &message);
        }
    }

    fn attribute(&mut self, node: Node<'t>, name: &str, object: Option<Node<'t>>) {
        let root = object.filter(|object| object.kind() == "identifier").map(|object| self.name(object));
        // A module that an earlier piece of the session imported goes by its own name.
        let module = root.as_deref().map(|root| self.aliases.get(root).map_or(root, String::as_str));
        let is_own = || {
            self.own.contains(name)
                || matches!(root.as_deref(), Some("self" | "cls"))
                || lists::PUBLIC_PRIVATE.contains(&name)
        };
        let refused = if let Some(module) = module.filter(|module| lists::is_refused_member(module, name)) {
            Some(format!("'{module}.{name}' may not be used"))
        } else if is_refused_name(name) || (name.starts_with('_') && !is_dunder(name) && !is_own()) {
            Some(format!("the attribute '{name}' may not be used{}", lists::instead(name)))
        } else {
            None
        };
        if let Some(message) = refused {
            self.report(node, Rule::Attribute, &message);
        }
    }

    fn import(&mut self, statement: Node<'t>) {
        let module = statement.child_by_field_name("module_name");
        let from = module.map(|module| self.plain(module));
        if let Some(from) = &from {
            self.module(module.unwrap_or(statement), from);
        }
        let mut cursor = statement.walk();
        let names: Vec<Node<'t>> = statement.children_by_field_name("name", &mut cursor).collect();
        for node in names {
            let (name, alias) = match node.child_by_field_name("name") {
                Some(name) => (self.plain(name), node.child_by_field_name("alias")),
                None => (self.plain(node), None),
            };
            let known = alias.map_or_else(|| name.clone(), |alias| self.plain(alias));
            let Some(from) = &from else {
                self.module(node, &name);
                self.aliases.insert(known, name);
                continue;
            };
            if is_refused_name(&name)
                || name.starts_with('_')
                || lists::BUILTINS.contains(&name.as_str())
                || lists::is_refused_member(from, &name)
            {
                self.report(node, Rule::Import, &format!("'{name}' may not be imported from '{from}'"));
            }
            self.aliases.insert(known, format!("{from}.{name}"));
        }
    }

    fn module(&mut self, node: Node<'t>, name: &str) {
        let is_listed = |listed: &str| {
            name.strip_prefix(listed).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if self.rules.modules.iter().any(|listed| is_listed(listed)) {
            return;
        }
        let allowed = lists::MODULES.iter().any(|listed| is_listed(listed))
            && !name.split('.').skip(1).any(lists::is_refused_part);
        if !allowed {
            let message = format!(
                "the module '{name}' may not be imported: it is not among those for data work. The \
                 user can lift this with session.whitelist"
            );
            self.report(node, Rule::Import, &message);
        }
    }

    fn call(&mut self, call: Node<'t>) {
        let Some(function) = call.child_by_field_name("function") else { return };
        let name = match function.child_by_field_name("attribute") {
            Some(attribute) => self.name(attribute),
            None => self.name(function),
        };
        let by_path = lists::BY_PATH.contains(&name.as_ref());
        let by_name = function.kind() == "identifier" && lists::BY_NAME.contains(&name.as_ref());
        if !by_path && !by_name {
            return;
        }
        let Some(arguments) = call.child_by_field_name("arguments") else { return };
        let mut cursor = arguments.walk();
        let named: Vec<Node<'t>> = arguments.named_children(&mut cursor).collect();
        let checked = if by_path { named.get(..) } else { named.get(1..2) };
        for argument in checked.unwrap_or_default() {
            if argument.kind() != "string" || has_interpolation(*argument) {
                let message = format!("'{name}' needs the attribute's name as a literal");
                self.report(*argument, Rule::Dynamic, &message);
                continue;
            }
            let path = strings::value(self.code, *argument);
            for part in path.split('.') {
                self.attribute(*argument, &normal_form(part), None);
            }
        }
        if by_name && named.len() < 2 {
            self.report(call, Rule::Dynamic, &format!("'{name}' needs the attribute's name as a literal"));
        }
    }

    /// A decorator is a call that has no call's shape.
    fn decorator(&mut self, decorator: Node<'t>) {
        let Some(function) = decorator.named_child(0) else { return };
        let name = self.name(function.child_by_field_name("attribute").unwrap_or(function));
        if lists::BY_PATH.contains(&name.as_ref()) {
            self.report(
                decorator,
                Rule::Dynamic,
                &format!("'{name}' needs the attribute's name as a literal"),
            );
        }
    }

    fn string(&mut self, string: Node<'t>, parent: Option<Node<'t>>) {
        // A docstring is for people; of joined strings the whole is looked at.
        if parent.is_some_and(|p| matches!(p.kind(), "expression_statement" | "concatenated_string")) {
            return;
        }
        let value = strings::value(self.code, string);
        self.literal(string, &value);
    }

    fn joined_strings(&mut self, node: Node<'t>) {
        let mut cursor = node.walk();
        let parts = node.named_children(&mut cursor).filter(|part| part.kind() == "string");
        let value: String = parts.map(|part| strings::value(self.code, part)).collect();
        self.literal(node, &value);
    }

    fn literal(&mut self, node: Node<'t>, value: &str) {
        let value = normal_form(value);
        if let Some(name) = strings::dunders(&value).find(|name| lists::DUNDERS_IN_TEXT.contains(name)) {
            self.report(node, Rule::Text, &format!("'{name}' may not be named in a text"));
        } else if let Some(name) = strings::format_attributes(&value)
            .into_iter()
            .find(|name| is_refused_name(name) || name.starts_with('_'))
        {
            self.report(node, Rule::Text, &format!("a format may not read the attribute '{name}'"));
        }
    }

    /// An identifier as Python compares it.
    fn name(&self, node: Node<'t>) -> Cow<'static, str> {
        Cow::Owned(normal_form(self.code.get(node.byte_range()).unwrap_or_default()).into_owned())
    }

    /// A dotted name without the blanks that may stand in it.
    fn plain(&self, node: Node<'t>) -> String {
        self.name(node).split_whitespace().collect()
    }

    fn report(&mut self, node: Node<'t>, rule: Rule, message: &str) {
        let line = self.text.line_of_byte(node.start_byte());
        self.found.push(Violation { line, rule, message: message.to_owned() });
    }
}

/// Private names that the code gives to attributes, methods and variables of its own.
fn own_private_names(code: &str, tree: &Tree) -> BTreeSet<String> {
    let mut own = BTreeSet::new();
    tree.walk(usize::MAX, |node| {
        let target = match node.kind() {
            "assignment" => node.child_by_field_name("left"),
            "function_definition" => node.child_by_field_name("name"),
            _ => None,
        };
        let target = target.map(|target| target.child_by_field_name("attribute").unwrap_or(target));
        if let Some(name) = target.and_then(|target| code.get(target.byte_range()))
            && name.starts_with('_')
        {
            own.insert(normal_form(name).into_owned());
        }
        Walk::Into
    });
    own
}

/// Whether an attribute is refused on any object.
fn is_refused_name(name: &str) -> bool {
    (is_dunder(name) && !lists::is_allowed_dunder(name))
        || lists::is_refused_attribute(name)
        || lists::is_refused_private(name)
}

fn is_dunder(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

fn has_interpolation(string: Node<'_>) -> bool {
    let mut cursor = string.walk();
    string.named_children(&mut cursor).any(|child| child.kind() == "interpolation")
}

fn normal_form(name: &str) -> Cow<'_, str> {
    if name.is_ascii() {
        return Cow::Borrowed(name);
    }
    icu_normalizer::ComposingNormalizerBorrowed::new_nfkc().normalize(name)
}

#[cfg(test)]
mod tests;
