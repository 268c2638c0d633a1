//! What a key or index that is not there may have meant.

use super::scene::{Scene, ancestors, bare, children};
use super::similarity;
use super::trace::{Binding, binding, trace};
use pyflow_core::facts::ValueFacts;
use tree_sitter::Node;

/// A key that was not found.
#[derive(Debug, Clone)]
pub struct MissingKey<'a> {
    /// The key's own text where it is a `str`, else its repr.
    pub key: String,
    /// Its repr.
    pub shown: String,
    pub is_text: bool,
    /// The expression that was looked in, if the text has it.
    pub container: Option<Node<'a>>,
    /// The key's expression.
    pub key_node: Option<Node<'a>>,
    /// The string literal that the key is, right at the place.
    pub literal: Option<Node<'a>>,
    /// What is known of the container.
    pub value: Option<&'a ValueFacts>,
}

/// Reads the key, and finds the place in the text.
pub fn missing_key<'a>(scene: &Scene<'a>) -> Option<MissingKey<'a>> {
    let exception = scene.crash.exception;
    let message = exception.message.as_str();
    let fact = exception.attrs.get("key");
    let column = message.strip_prefix("'Column not found: ").and_then(|m| m.strip_suffix('\''));
    let quoted = message
        .strip_prefix(['\'', '"'])
        .and_then(|m| m.strip_suffix(['\'', '"']))
        .map(|m| m.replace("\\'", "'"));
    let (key, is_text) = match (fact.and_then(|f| f.as_str()), column, quoted) {
        (_, Some(column), _) => (column.to_owned(), true),
        (Some(text), _, _) => (text.to_owned(), true),
        (None, _, Some(quoted)) => (quoted, true),
        _ => (message.to_owned(), false),
    };
    let shown = if column.is_some() { format!("'{key}'") } else { message.to_owned() };
    // The subscript whose key has that value: by its literal, else by the key's value, else the first.
    let subscripts = {
        let mut all = scene.within("subscript");
        all.extend(ancestors(scene.node).take(3).filter(|n| n.kind() == "subscript"));
        all
    };
    let key_of = |n: Node<'a>| n.child_by_field_name("subscript").map(bare);
    let literal_is = |n: Node<'a>| {
        key_of(n).is_some_and(|k| {
            k.kind() == "string" && scene.text(k).trim_matches(['\'', '"']) == key && is_text
                || k.kind() == "integer" && scene.text(k) == key
        })
    };
    let value_is = |n: Node<'a>| {
        key_of(n).and_then(|k| scene.value(k)).and_then(|v| v.value.as_ref()).is_some_and(|v| match v {
            serde_json::Value::String(s) => *s == key,
            other => *other == key,
        })
    };
    // A container that is known and has the key is not the one.
    let lacks = |n: &Node<'a>| {
        let Some(known) = n.child_by_field_name("value").and_then(|c| scene.value(c)) else { return true };
        let has = known.keys.iter().any(|(kind, k)| *k == key && (kind == "str") == is_text);
        !has && !matches!(known.type_name.as_str(), "list" | "tuple" | "str")
    };

    let candidates: Vec<Node<'a>> = subscripts.into_iter().filter(lacks).collect();
    let place = candidates
        .iter()
        .find(|n| literal_is(**n))
        .or_else(|| candidates.iter().find(|n| value_is(**n)))
        .or_else(|| {
            candidates.iter().find(|n| key_of(**n).is_some_and(|k| !matches!(k.kind(), "string" | "integer")))
        })
        .copied();
    if place.is_none()
        && let Some(call) = scene.within("call").into_iter().find(|c| {
            c.child_by_field_name("function")
                .and_then(|f| f.child_by_field_name("attribute"))
                .is_some_and(|a| matches!(scene.text(a), "pop" | "remove" | "__getitem__" | "move_to_end"))
        })
    {
        let container = call.child_by_field_name("function").and_then(|f| f.child_by_field_name("object"));
        let first = call.child_by_field_name("arguments").and_then(|a| a.named_child(0)).map(bare);
        return Some(MissingKey {
            key,
            shown,
            is_text,
            container,
            key_node: first,
            literal: first.filter(|n| n.kind() == "string"),
            value: container.and_then(|c| scene.value(c)),
        });
    }
    let container = place.and_then(|n| n.child_by_field_name("value"));
    let key_node = place.and_then(key_of);
    let value = container.and_then(|c| scene.value(c).or_else(|| element_without(scene, c, &key)));
    Some(MissingKey {
        key,
        shown,
        is_text,
        container,
        key_node,
        literal: key_node.filter(|k| k.kind() == "string"),
        value,
    })
}

/// From 3.12 on the names of a comprehension are gone at the crash: the first item of what it went over that lacks the
/// key.
fn element_without<'a>(scene: &Scene<'a>, container: Node<'a>, key: &str) -> Option<&'a ValueFacts> {
    if container.kind() != "identifier" {
        return None;
    }
    let Binding::Element(over) = binding(scene.source, container, scene.text(container))? else {
        return None;
    };
    let elements = scene.value(over)?.elements.iter();
    elements.into_iter().find(|e| !e.keys.is_empty() && !e.keys.iter().any(|(_, k)| k == key))
}

/// What a missing key may have meant.
#[derive(Debug, Clone, PartialEq)]
pub enum KeyFinding {
    Environment,
    /// A data frame's column of a similar name.
    Column(Vec<String>),
    /// The container has the same key as the other of `str` and `int`: which it has.
    OtherType(&'static str),
    /// `d[k] += …` or `d[k].append(…)` on a key's first use.
    FirstUse,
    Similar {
        names: Vec<String>,
        literal: bool,
    },
    /// `pop` or `remove` of what is not there.
    Pop,
}

/// What the key may have meant, the surest first.
pub fn key_findings(scene: &Scene<'_>, missing: &MissingKey<'_>) -> Vec<KeyFinding> {
    let mut found = Vec::new();
    let container = missing.container.map_or("", |c| scene.text(c));
    let kind = missing.value.map_or("", |v| v.type_name.as_str());
    if matches!(container, "os.environ" | "environ" | "os.environb") || kind == "_Environ" {
        return vec![KeyFinding::Environment];
    }
    let keys = missing.value.map(|v| v.keys.as_slice()).unwrap_or_default();
    let texts = || keys.iter().filter(|(k, _)| k == "str").map(|(_, k)| k.as_str());
    let columns = columns(scene, missing);
    if !columns.is_empty() {
        let similar = similarity::nearest(&missing.key, columns.iter().map(String::as_str));
        if !similar.is_empty() && missing.is_text {
            found.push(KeyFinding::Column(similar.into_iter().map(str::to_owned).collect()));
            return found;
        }
    }
    if missing.is_text && keys.iter().any(|(k, text)| k == "int" && *text == missing.key) {
        found.push(KeyFinding::OtherType("int"));
    }
    if !missing.is_text && texts().any(|text| text == missing.key) {
        found.push(KeyFinding::OtherType("str"));
    }
    let counted = missing
        .container
        .and_then(|c| c.parent())
        .filter(|p| p.kind() == "subscript")
        .is_some_and(|s| first_use(scene, s).is_some());
    if missing.is_text {
        let similar: Vec<String> =
            similarity::nearest(&missing.key, texts()).into_iter().map(str::to_owned).collect();
        // A key that is used for counting comes from data.
        if !similar.is_empty() && (!counted || missing.literal.is_some()) {
            found.push(KeyFinding::Similar { names: similar, literal: missing.literal.is_some() });
        }
    }
    if counted && (kind.is_empty() || kind == "dict") {
        found.insert(0, KeyFinding::FirstUse);
    }
    if found.is_empty()
        && missing.key_node.is_some_and(|k| k.parent().is_some_and(|p| p.kind() == "argument_list"))
    {
        found.push(KeyFinding::Pop);
    }
    found
}

/// How a subscript is used that expects the key to be there already.
#[derive(Debug, Clone, Copy)]
pub enum FirstUse<'a> {
    /// `d[k] += value`: the statement.
    Augmented(Node<'a>),
    /// `d[k] = d[k] + value`: the read subscript.
    Read(Node<'a>),
    /// `d[k].append(…)`: the method's name.
    Method(&'a str),
    /// `d[k][j] = …`.
    Nested,
}

/// Whether a subscript counts or collects.
pub fn first_use<'a>(scene: &Scene<'a>, subscript: Node<'a>) -> Option<FirstUse<'a>> {
    let parent = subscript.parent()?;
    match parent.kind() {
        "augmented_assignment" if parent.child_by_field_name("left") == Some(subscript) => {
            Some(FirstUse::Augmented(parent))
        }
        "attribute" => {
            let name = scene.text(parent.child_by_field_name("attribute")?);
            let called = parent.parent().is_some_and(|p| p.kind() == "call");
            (called && matches!(name, "append" | "extend" | "add" | "update" | "insert" | "appendleft"))
                .then_some(FirstUse::Method(name))
        }
        "subscript" if parent.child_by_field_name("value") == Some(subscript) => {
            let assigned = parent
                .parent()
                .is_some_and(|p| p.kind() == "assignment" && p.child_by_field_name("left") == Some(parent));
            assigned.then_some(FirstUse::Nested)
        }
        _ => {
            let assignment = ancestors(subscript)
                .take_while(|n| n.kind() != "block")
                .find(|n| n.kind() == "assignment")?;
            let left = assignment.child_by_field_name("left")?;
            let right = assignment.child_by_field_name("right")?;
            let inside = right.start_byte() <= subscript.start_byte() && right.kind() == "binary_operator";
            (inside && scene.text(left) == scene.text(subscript)).then_some(FirstUse::Read(subscript))
        }
    }
}

/// The columns of a data frame at the place: of the container, or of the names in its expression.
fn columns(scene: &Scene<'_>, missing: &MissingKey<'_>) -> Vec<String> {
    let is_frame =
        |v: &&ValueFacts| v.shape.is_some() || v.type_name.contains("DataFrame") || v.type_name == "Series";
    let of = |v: &ValueFacts| v.keys.iter().map(|(_, k)| k.clone()).collect::<Vec<_>>();
    if let Some(value) = missing.value.filter(is_frame) {
        return of(value);
    }
    let Some(mut node) = missing.container else { return Vec::new() };
    loop {
        if let Some(value) = scene.value(node).filter(is_frame) {
            return of(value);
        }
        let inner = match node.kind() {
            "call" => node.child_by_field_name("function"),
            "attribute" => node.child_by_field_name("object"),
            "subscript" => node.child_by_field_name("value"),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return Vec::new(),
        }
    }
}

/// The string literal that a key came from: given as an argument by a caller, never out of data.
pub fn key_literal<'a>(scene: &Scene<'a>, node: Node<'a>) -> Option<(&'a super::Source, Node<'a>)> {
    let last = trace(scene, node).into_iter().last()?;
    (last.node.kind() == "string").then_some((last.source, last.node))
}

/// An index that was out of range.
#[derive(Debug, Clone, Copy)]
pub struct MissingIndex<'a> {
    pub subscript: Node<'a>,
    pub container: Node<'a>,
    pub index_node: Node<'a>,
    pub index: Option<i64>,
    pub len: Option<u64>,
}

/// The subscript that is out of range.
pub fn missing_index<'a>(scene: &Scene<'a>) -> Option<MissingIndex<'a>> {
    let mut all = scene.within("subscript");
    all.extend(ancestors(scene.node).take(3).filter(|n| n.kind() == "subscript"));
    let read = |subscript: Node<'a>| {
        let container = subscript.child_by_field_name("value")?;
        let index_node = bare(subscript.child_by_field_name("subscript")?);
        let known = scene.value(container);
        let len = known.and_then(|v| v.len);
        Some(MissingIndex { subscript, container, index_node, index: number(scene, index_node), len })
    };
    let found: Vec<MissingIndex<'a>> = all.into_iter().filter_map(read).collect();
    let outside = |m: &&MissingIndex<'a>| match (m.index, m.len) {
        (Some(i), Some(len)) => i >= len as i64 || i < -(len as i64),
        _ => false,
    };
    let kind = |m: &&MissingIndex<'a>| scene.type_of(m.container).is_none_or(|t| t != "dict");
    found.iter().find(outside).or_else(|| found.iter().find(kind)).copied()
}

/// The number that an index expression is: known at the crash, or added up from what is.
pub fn number<'a>(scene: &Scene<'a>, node: Node<'a>) -> Option<i64> {
    let node = bare(node);
    if let Some(value) = scene.value(node).and_then(|v| v.value.as_ref()).and_then(serde_json::Value::as_i64)
    {
        return Some(value);
    }
    match node.kind() {
        "integer" => scene.text(node).replace('_', "").parse().ok(),
        "unary_operator" => {
            let inner = number(scene, node.child_by_field_name("argument")?)?;
            (scene.text(node).starts_with('-')).then_some(inner.checked_neg()?)
        }
        "binary_operator" => {
            let left = number(scene, node.child_by_field_name("left")?)?;
            let right = number(scene, node.child_by_field_name("right")?)?;
            match scene.text(node.child_by_field_name("operator")?) {
                "+" => left.checked_add(right),
                "-" => left.checked_sub(right),
                "*" => left.checked_mul(right),
                "//" => (right != 0).then(|| left.div_euclid(right)),
                _ => None,
            }
        }
        "call" => {
            let function = scene.text(node.child_by_field_name("function")?);
            let argument = children(node.child_by_field_name("arguments")?).next()?;
            (function == "len")
                .then(|| scene.value(argument)?.len.and_then(|l| i64::try_from(l).ok()))
                .flatten()
        }
        _ => None,
    }
}
