//! What an attribute that is not there may have meant.

use super::Source;
use super::methods;
use super::scene::{Scene, children, collect};
use super::similarity;
use super::tables::{self, Moved};
use super::trace::{definitions, own_nodes};
use pyflow_core::facts::ValueFacts;
use tree_sitter::Node;

/// What an AttributeError is about.
#[derive(Debug, Clone, Copy)]
pub struct Missing<'a> {
    /// The attribute's name.
    pub name: &'a str,
    /// The type's or module's name in the message.
    pub owner: &'a str,
    pub kind: Owner,
    /// The whole `object.name` in the text, if it is there.
    pub node: Option<Node<'a>>,
    /// What is known of the object: the exception's own, else that of the expression.
    pub value: Option<&'a ValueFacts>,
}

/// What kind of thing lacks the attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    Module,
    Class,
    Object,
}

impl<'a> Missing<'a> {
    /// The object's node.
    pub fn object(&self) -> Option<Node<'a>> {
        self.node?.child_by_field_name("object")
    }

    /// The attribute's own node.
    pub fn attribute(&self) -> Option<Node<'a>> {
        self.node?.child_by_field_name("attribute")
    }

    /// The call of the attribute, if it is called.
    pub fn call(&self) -> Option<Node<'a>> {
        let node = self.node?;
        node.parent().filter(|p| p.kind() == "call" && p.child_by_field_name("function") == Some(node))
    }
}

/// Reads the message, and finds the place in the text.
pub fn missing<'a>(scene: &Scene<'a>) -> Option<Missing<'a>> {
    let exception = scene.crash.exception;
    let message: &'a str = &exception.message;
    let first = message.lines().next()?;
    let name = exception
        .attrs
        .get("name")
        .and_then(|v| v.as_str())
        .or_else(|| first.split("attribute '").nth(1)?.split('\'').next())?;
    let mut quoted = first.split('\'');
    let before = quoted.next().unwrap_or_default();
    let owner = quoted.next().unwrap_or_default();
    let kind = if before.ends_with("module ") {
        Owner::Module
    } else if before.ends_with("type object ") {
        Owner::Class
    } else {
        Owner::Object
    };
    let owner = owner.rsplit('.').next().filter(|_| kind != Owner::Module).unwrap_or(owner);
    let node = scene
        .within("attribute")
        .into_iter()
        .find(|n| n.child_by_field_name("attribute").is_some_and(|a| scene.text(a) == name))
        .or_else(|| {
            scene
                .failing("attribute")
                .filter(|n| n.child_by_field_name("attribute").is_some_and(|a| scene.text(a) == name))
        });
    let value = node.and_then(|n| n.child_by_field_name("object")).and_then(|o| scene.value(o));
    let value = exception.facts.object.as_ref().or(value);
    Some(Missing { name, owner, kind, node, value })
}

/// What a missing attribute may have meant.
#[derive(Debug, Clone)]
pub enum AttributeFinding<'a> {
    /// It moved, with a version of Python or of the package.
    Moved(Moved),
    /// The module holds a class (or function) of its own name, which has it.
    OfClass(String),
    /// The name is the class, imported from the module of the same name, and the module has it.
    OfModule(String),
    /// A file of the user has the name of a module of the standard library.
    Shadowed(String),
    /// Another language's word.
    Synonym(Moved),
    /// Similar real attributes, all equally near.
    Similar(Vec<String>),
    /// `__init__` of the class does not call the base's, which sets it: class, base, the place's source.
    SuperInit {
        source: &'a Source,
        class: Node<'a>,
        init: Node<'a>,
        base_init: Node<'a>,
        base: &'a str,
    },
    /// The object is a coroutine that was not awaited.
    Coroutine,
    /// The object is a dictionary that has it as a key.
    Key,
    /// It is None.
    Nothing,
    Unknown,
}

/// Classes (and functions) that have their module's name: module, name, what they have.
const NAMESAKES: &[(&str, &str, &str)] = &[
    (
        "datetime",
        "datetime",
        "now today strptime fromtimestamp fromisoformat combine utcnow utcfromtimestamp fromordinal isoformat strftime max min \
         fromisocalendar",
    ),
    ("time", "time", ""),
    ("socket", "socket", ""),
    ("array", "array", ""),
    ("decimal", "Decimal", "from_float quantize"),
    ("fractions", "Fraction", "from_float limit_denominator from_decimal"),
    ("pathlib", "Path", "cwd home"),
    ("uuid", "UUID", ""),
    ("tqdm", "tqdm", "write pandas"),
];

/// What the attribute may have meant; the surest first.
pub fn findings<'a>(scene: &Scene<'a>, missing: &Missing<'a>) -> Vec<AttributeFinding<'a>> {
    let mut found = Vec::new();
    if missing.owner == "NoneType" {
        return vec![AttributeFinding::Nothing];
    }
    if matches!(missing.owner, "coroutine") {
        return vec![AttributeFinding::Coroutine];
    }
    let owner = missing.owner.rsplit('.').next().unwrap_or(missing.owner);
    if missing.kind == Owner::Module {
        if let Some(file) = shadowing(scene, missing) {
            return vec![AttributeFinding::Shadowed(file)];
        }
        for (module, class, names) in NAMESAKES {
            if missing.owner == *module && names.split_ascii_whitespace().any(|n| n == missing.name) {
                found.push(AttributeFinding::OfClass((*class).to_owned()));
            }
        }
    } else if let Some(object) = missing.object()
        && let Some(module) = imported_from_namesake(scene, scene.text(object))
    {
        let names = scene.crash.interpreter.stdlib_names.get(module);
        let in_module = names.map_or_else(
            || tables::homes(missing.name).contains(&module) || missing.name == module,
            |names| names.contains(missing.name),
        );
        if in_module {
            found.push(AttributeFinding::OfModule(module.to_owned()));
        }
    }
    let bases = missing.value.map_or(&[][..], |v| v.mro.as_slice());
    let owners = || [owner, missing.owner].into_iter().chain(bases.iter().map(String::as_str));
    if let Some(moved) = owners().find_map(|o| tables::moved(o, missing.name)) {
        found.push(AttributeFinding::Moved(moved));
    }
    if let Some(synonym) = owners().find_map(|o| tables::synonym(o, missing.name)) {
        found.push(AttributeFinding::Synonym(synonym));
    }
    if let Some(init) = super_init(scene, missing) {
        found.push(init);
    }
    let known = missing.object().and_then(|o| scene.value(o)).or(missing.value);
    if known.is_some_and(|v| v.keys.iter().any(|(kind, key)| kind == "str" && key == missing.name))
        && matches!(owner, "dict" | "defaultdict" | "OrderedDict" | "Counter")
    {
        found.push(AttributeFinding::Key);
    }
    if let Some(value) = missing.value.filter(|_| !is_dynamic(missing.value)) {
        let private = missing.name.starts_with('_');
        let names = value.attrs.iter().map(String::as_str).filter(|a| private || !a.starts_with('_'));
        let similar = similarity::nearest(missing.name, names);
        if !similar.is_empty() {
            found.push(AttributeFinding::Similar(similar.into_iter().map(str::to_owned).collect()));
        }
    } else if missing.kind == Owner::Module
        && let Some(names) = scene.crash.interpreter.stdlib_names.get(missing.owner)
    {
        let similar = similarity::nearest(missing.name, names.iter().map(String::as_str));
        if !similar.is_empty() {
            found.push(AttributeFinding::Similar(similar.into_iter().map(str::to_owned).collect()));
        }
    }
    if found.is_empty() && missing.value.is_none() && missing.kind == Owner::Object {
        let similar = similarity::nearest(missing.name, methods::methods(missing.owner));
        if !similar.is_empty() {
            found.push(AttributeFinding::Similar(similar.into_iter().map(str::to_owned).collect()));
        }
    }
    if found.is_empty() {
        found.push(AttributeFinding::Unknown);
    }
    found
}

/// Objects that make attributes as they are asked for.
fn is_dynamic(value: Option<&ValueFacts>) -> bool {
    value.is_some_and(|v| {
        v.type_name.ends_with("Mock")
            || v.mro.iter().any(|b| b.ends_with("Mock"))
            || v.attrs.iter().any(|a| a == "__getattr__")
    })
}

/// The user's file that has the name of a standard module.
fn shadowing(scene: &Scene<'_>, missing: &Missing<'_>) -> Option<String> {
    if !scene.crash.interpreter.stdlib.contains(missing.owner) {
        return None;
    }
    let own = format!("{}.py", missing.owner);
    let file = missing.value.and_then(|v| v.file.as_deref());
    let beside = scene.crash.run.siblings.contains(&own) || super::trace::sibling(scene, &own);
    match file {
        Some(file) => {
            let folder = |p: &str| p.rsplit_once(['/', '\\']).map_or(String::new(), |(f, _)| f.to_owned());
            (beside
                && [&scene.crash.run.file, &scene.frame.file].iter().any(|own| folder(own) == folder(file)))
            .then_some(own)
        }
        None => (beside || scene.crash.exception.message.contains("consider renaming")).then_some(own),
    }
}

/// `from m import m`: the module, when the name is imported so.
fn imported_from_namesake<'a>(scene: &Scene<'a>, name: &str) -> Option<&'a str> {
    let mut module = None;
    collect(scene.source.root()?, &mut |n| {
        if n.kind() == "import_from_statement" {
            let from = n.child_by_field_name("module_name").map_or("", |m| scene.source.node_text(m));
            let mut cursor = n.walk();
            let imports =
                n.children_by_field_name("name", &mut cursor).any(|c| scene.source.node_text(c) == name);
            if from.eq_ignore_ascii_case(name) && imports {
                module = Some(from);
            }
        }
        true
    });
    module
}

/// A class of the program whose `__init__` leaves out the base's, which would have set the attribute.
fn super_init<'a>(scene: &Scene<'a>, missing: &Missing<'a>) -> Option<AttributeFinding<'a>> {
    for source in scene.crash.sources.iter() {
        for class in classes(source).into_iter().filter(|c| class_name(source, *c) == missing.owner) {
            let init = method(source, class, "__init__")?;
            if source.node_text(init).contains("super()") || source.node_text(init).contains(".__init__(") {
                return None;
            }
            let superclasses = class.child_by_field_name("superclasses")?;
            for base in children(superclasses) {
                let base = source.node_text(base);
                let wanted = format!(".{}", missing.name);
                let base_init = scene.crash.sources.iter().find_map(|s| {
                    let class = classes(s).into_iter().find(|c| class_name(s, *c) == base)?;
                    let init = method(s, class, "__init__")?;
                    let sets = own_nodes(init, "assignment").into_iter().any(|a| {
                        a.child_by_field_name("left").is_some_and(|l| s.node_text(l).ends_with(&wanted))
                    });
                    (sets && s.file == source.file).then_some(init)
                });
                if let Some(base_init) = base_init {
                    return Some(AttributeFinding::SuperInit { source, class, init, base_init, base });
                }
            }
        }
    }
    None
}

/// The classes of a text.
pub fn classes(source: &Source) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    if let Some(root) = source.root() {
        collect(root, &mut |n| {
            if n.kind() == "class_definition" {
                found.push(n);
            }
            true
        });
    }
    found
}

/// A class's name.
pub fn class_name<'s>(source: &'s Source, class: Node<'_>) -> &'s str {
    class.child_by_field_name("name").map_or("", |n| source.node_text(n))
}

/// A method of a class, by its name.
pub fn method<'a>(source: &'a Source, class: Node<'a>, name: &str) -> Option<Node<'a>> {
    definitions(source, name).into_iter().find(|d| {
        super::trace::is_method(*d)
            && super::scene::ancestors(*d).find(|n| n.kind() == "class_definition") == Some(class)
    })
}
