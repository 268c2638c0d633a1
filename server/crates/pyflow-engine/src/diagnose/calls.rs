//! Calls: what was called, with which parameters.

use super::Source;
use super::attributes::{class_name, classes};
use super::scene::{Scene, ancestors, children};
use super::similarity;
use super::trace::{Spot, definition_at, definitions, is_method, parameter_name};
use super::types::own_methods;
use pyflow_core::facts::{Param, ValueFacts};
use tree_sitter::Node;

/// What a failing call called.
#[derive(Debug, Clone)]
pub struct Callee<'a> {
    pub call: Node<'a>,
    /// Its parameters, without the `self` that the call itself gives.
    pub params: Vec<Param>,
    /// The `def`, if it is in a text of the program.
    pub definition: Option<(&'a Source, Node<'a>)>,
    /// The name of the function inside a decorator that stands in for the named one.
    pub wrapper: Option<String>,
}

impl Callee<'_> {
    /// The names of parameters that a caller may give.
    pub fn names(&self) -> Vec<String> {
        self.params.iter().filter(|p| !p.kind.starts_with('*')).map(|p| p.name.clone()).collect()
    }
}

/// The call that failed, and what it called: by the value at the crash, else by the text.
pub fn callee<'a>(scene: &Scene<'a>) -> Option<Callee<'a>> {
    let message = &scene.crash.exception.message;
    let named = message.split("()").next().unwrap_or_default();
    let short = named.rsplit('.').next().unwrap_or(named);
    let class = named.rsplit('.').nth(1);
    // `'x' is an invalid keyword argument for sort()` names the function last.
    let last = message.strip_suffix("()").and_then(|m| m.rsplit(' ').next());
    let short = last.filter(|_| message.contains("invalid keyword")).unwrap_or(short);
    let wanted = |c: &Node<'a>| {
        let text = super_text(scene, *c);
        text == short
            || short == "sort" && text == "sorted"
            || text.ends_with(&format!(".{short}"))
            || matches!(short, "__init__" | "__new__") && class.is_none_or(|k| text.ends_with(k))
    };
    let calls = scene.within("call");
    // The call that has the keyword, where the interpreter tells no columns.
    let keyword = message.contains("keyword argument").then(|| message.split('\'').nth(1)).flatten();
    let has = |c: &Node<'a>| {
        let arguments = c.child_by_field_name("arguments");
        keyword.is_some_and(|k| {
            arguments.is_some_and(|a| {
                children(a).any(|n| n.child_by_field_name("name").is_some_and(|n| scene.text(n) == k))
            })
        })
    };
    let call = calls
        .iter()
        .find(|c| wanted(c) && has(c))
        .or_else(|| calls.iter().find(|c| wanted(c)))
        .or_else(|| calls.first())
        .copied()
        .or_else(|| ancestors(scene.node).take_while(|n| n.kind() != "block").find(|n| n.kind() == "call"))?;
    let function = call.child_by_field_name("function")?;
    let value = scene.value(function);
    let definition = value
        .and_then(|v| v.defined.as_ref())
        .and_then(|d| {
            let source = scene.crash.sources.get(&d.file)?;
            definition_at(source, d.line, &d.name).map(|node| (source, node))
        })
        .or_else(|| super::trace::callee(Spot { source: scene.source, node: call, scene: Some(*scene) }))
        .or_else(|| {
            scene.crash.sources.iter().find_map(|s| definitions(s, short).into_iter().next().map(|d| (s, d)))
        });
    let is_class = value.is_some_and(|v| v.type_name == "type" || v.type_name.ends_with("Meta"));
    let mut params = value.and_then(|v| v.params.clone()).unwrap_or_default();
    if params.is_empty()
        && let Some((source, node)) = definition.filter(|(_, n)| n.kind() == "function_definition")
    {
        params = written_params(source, node);
    }
    if params.is_empty() {
        params = dataclass_fields(scene, class.unwrap_or(short));
    }
    if params.is_empty() {
        let known = builtin_keywords(super_text(scene, call)).iter();
        let param =
            |name: &&str| Param { name: (*name).to_owned(), kind: "keyword".to_owned(), default: true };
        params = known.map(param).collect();
    }
    let bound = function.kind() == "attribute" || is_class;
    if bound && params.first().is_some_and(|p| p.name == "self" || p.name == "cls") {
        params.remove(0);
    }
    let wrapper = definition.and_then(|(source, node)| {
        let name = source.node_text(node.child_by_field_name("name")?);
        let inner = ancestors(node).any(|n| n.kind() == "function_definition");
        (node.kind() == "function_definition" && inner && name != short && short != "__init__")
            .then(|| name.to_owned())
    });
    let wrapper = wrapper.or_else(|| written_wrapper(scene, short, message));
    Some(Callee { call, params, definition, wrapper })
}

/// The keywords of functions that are written in C and tell none themselves.
fn builtin_keywords(function: &str) -> &'static [&'static str] {
    match function.rsplit('.').next().unwrap_or(function) {
        "sorted" | "sort" => &["key", "reverse"],
        "max" | "min" => &["key", "default"],
        "print" => &["sep", "end", "file", "flush"],
        "open" => &["mode", "buffering", "encoding", "errors", "newline", "closefd", "opener"],
        "enumerate" | "sum" => &["start"],
        "int" => &["base"],
        "round" => &["ndigits"],
        "zip" => &["strict"],
        "split" | "rsplit" => &["sep", "maxsplit"],
        "splitlines" => &["keepends"],
        "encode" | "decode" => &["encoding", "errors"],
        "timedelta" => &["days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"],
        "datetime" => &["year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold"],
        "date" => &["year", "month", "day"],
        _ => &[],
    }
}

/// The wrapper of a decorated function, by the text: the decorator's one inner function, when it takes fewer kinds
/// of arguments than were given.
fn written_wrapper(scene: &Scene<'_>, name: &str, message: &str) -> Option<String> {
    let definition = definitions(scene.source, name).into_iter().next()?;
    let whole = definition.parent().filter(|p| p.kind() == "decorated_definition")?;
    let own = written_params(scene.source, definition);
    if let Some(keyword) = message.contains("keyword").then(|| message.split('\'').nth(1)).flatten() {
        // The function itself takes it, so the one that refused is another.
        own.iter().find(|p| p.name == keyword)?;
    }
    for decorator in children(whole).filter(|n| n.kind() == "decorator") {
        let expression = decorator.named_child(0)?;
        let called = if expression.kind() == "call" {
            expression.child_by_field_name("function")?
        } else {
            expression
        };
        let Some(outer) = definitions(scene.source, scene.source.node_text(called)).into_iter().next() else {
            continue;
        };
        let mut inner = None;
        super::scene::collect(outer, &mut |n| {
            if n.kind() == "function_definition" && n != outer {
                inner = Some(n);
            }
            true
        });
        if let Some(inner) = inner.and_then(|n| n.child_by_field_name("name")) {
            return Some(scene.source.node_text(inner).to_owned());
        }
    }
    None
}

fn super_text<'a>(scene: &Scene<'a>, call: Node<'a>) -> &'a str {
    call.child_by_field_name("function").map_or("", |f| scene.text(f))
}

/// The parameters that a `def` writes.
pub fn written_params(source: &Source, definition: Node<'_>) -> Vec<Param> {
    let Some(list) = definition.child_by_field_name("parameters") else { return Vec::new() };
    children(list)
        .filter_map(|p| {
            let (node, kind) = match p.kind() {
                "list_splat_pattern" => (p.named_child(0)?, "*"),
                "dictionary_splat_pattern" => (p.named_child(0)?, "**"),
                _ => (parameter_name(p)?, "positional"),
            };
            let default = p.child_by_field_name("value").is_some();
            Some(Param { name: source.node_text(node).to_owned(), kind: kind.to_owned(), default })
        })
        .collect()
}

/// The annotated fields of a class of the program, with those of its bases there.
fn dataclass_fields(scene: &Scene<'_>, class: &str) -> Vec<Param> {
    let mut found = Vec::new();
    for source in scene.crash.sources.iter() {
        for node in classes(source).into_iter().filter(|c| class_name(source, *c) == class) {
            let Some(body) = node.child_by_field_name("body") else { continue };
            for statement in children(body).filter(|s| s.kind() == "expression_statement") {
                if let Some(field) =
                    statement.named_child(0).filter(|f| f.child_by_field_name("type").is_some())
                    && let Some(name) = field.child_by_field_name("left")
                {
                    let default = field.child_by_field_name("right").is_some();
                    found.push(Param {
                        name: source.node_text(name).to_owned(),
                        kind: "positional".to_owned(),
                        default,
                    });
                }
            }
        }
    }
    found
}

/// The parameter that a wrong keyword is similar to.
pub fn similar_keyword(scene: &Scene<'_>, name: &str, parameters: &[String]) -> Option<String> {
    // 3.13 says it itself.
    let told =
        scene.crash.exception.message.split("Did you mean '").nth(1).and_then(|m| m.split('\'').next());
    let found = similarity::nearest(name, parameters.iter().map(String::as_str));
    match found.as_slice() {
        [only] => Some((*only).to_owned()),
        _ => told.map(str::to_owned).filter(|t| similarity::distance(name, t).is_some()),
    }
}

/// Whether the failing place sees a variable of a name.
pub fn visible(scene: &Scene<'_>, name: &str) -> bool {
    scene.variable(name).is_some_and(|v| !matches!(v.type_name.as_str(), "function" | "module"))
}

/// A method whose `def` lacks `self`.
#[derive(Debug, Clone, Copy)]
pub struct ForgottenSelf<'a> {
    pub source: &'a Source,
    pub definition: Node<'a>,
    pub name: &'a str,
    pub class: &'a str,
    /// The parameters as written, with a comma before.
    pub rest: &'static str,
}

/// The method that was called with one argument too many, because its `def` has no `self`.
pub fn missing_self<'a>(scene: &Scene<'a>) -> Option<ForgottenSelf<'a>> {
    let message = &scene.crash.exception.message;
    let numbers: Vec<u64> =
        message.split(|c: char| !c.is_ascii_digit()).filter_map(|t| t.parse().ok()).collect();
    let [takes, given] = *numbers.as_slice() else { return None };
    if takes + 1 != given || !message.contains("positional argument") {
        return None;
    }
    let named = message.split("()").next()?;
    let name = named.rsplit('.').next()?;
    let wanted = named.rsplit('.').nth(1);
    scene.crash.sources.iter().find_map(|source| {
        classes(source).into_iter().filter(|c| wanted.is_none_or(|w| w == class_name(source, *c))).find_map(
            |class| {
                let definition = own_methods(class).into_iter().find(|d| {
                    d.child_by_field_name("name").is_some_and(|n| source.node_text(n) == name)
                        && is_method(*d)
                })?;
                let decorated = definition.parent().is_some_and(|p| p.kind() == "decorated_definition");
                let params = written_params(source, definition);
                let first = params.first().map(|p| p.name.as_str());
                let lacks = !matches!(first, Some("self" | "cls" | "_self" | "this"));
                (lacks && !decorated).then(|| ForgottenSelf {
                    source,
                    definition,
                    name: definition.child_by_field_name("name").map_or("", |n| source.node_text(n)),
                    class: class_name(source, class),
                    rest: if params.is_empty() { "" } else { ", …" },
                })
            },
        )
    })
}

/// What is known of the sequence that a call unpacks into its arguments.
pub fn splat_value<'a>(scene: &Scene<'a>, call: Node<'a>) -> Option<&'a ValueFacts> {
    let splat = children(call.child_by_field_name("arguments")?).find(|a| a.kind() == "list_splat")?;
    scene.value(splat.named_child(0)?)
}
