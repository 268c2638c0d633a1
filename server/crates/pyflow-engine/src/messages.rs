//! The catalogues: every text that a user reads, in Fluent files under `locales/`.
//!
//! Code names a message by its id and gives it arguments; only here is it turned into words. English is complete;
//! where another language lacks a message, English serves.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;
use unic_langid::LanguageIdentifier;

/// A language that there is a catalogue for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Locale {
    #[default]
    English,
    Portuguese,
    Russian,
}

impl Locale {
    /// All of them.
    pub const ALL: [Locale; 3] = [Locale::English, Locale::Portuguese, Locale::Russian];

    /// The language of a tag as editors and browsers send them (`pt-BR`, `ru_RU.UTF-8`), of a list of them
    /// (`de, pt;q=0.8`) the first that is known; English where none is.
    pub fn from_tag(tags: &str) -> Locale {
        tags.split(',')
            .find_map(|tag| match tag.trim().get(..2).map(str::to_ascii_lowercase).as_deref() {
                Some("en") => Some(Locale::English),
                Some("pt") => Some(Locale::Portuguese),
                Some("ru") => Some(Locale::Russian),
                _ => None,
            })
            .unwrap_or_default()
    }

    /// The language's tag.
    pub fn tag(self) -> &'static str {
        match self {
            Locale::English => "en",
            Locale::Portuguese => "pt",
            Locale::Russian => "ru",
        }
    }
}

/// An argument of a message: text, or a number that plural forms go by.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    Text(String),
    Number(f64),
    /// Messages within a message, in the same language: one after the other, each but the first as a list item.
    Lines(Vec<Message>),
}

impl Arg {
    /// A count as the interpreter's messages write it: a number where it is one, so that plural forms go by it.
    pub fn count(text: &str) -> Arg {
        text.parse::<u64>().map_or_else(|_| Arg::from(text), Arg::from)
    }
}

macro_rules! number_args {
    ($($kind:ty),*) => {$(
        impl From<$kind> for Arg {
            fn from(value: $kind) -> Self {
                Arg::Number(value as f64)
            }
        }
    )*};
}
number_args!(u8, u16, u32, u64, usize, i32, i64, f64);

impl From<&str> for Arg {
    fn from(value: &str) -> Self {
        Arg::Text(value.to_owned())
    }
}
impl From<String> for Arg {
    fn from(value: String) -> Self {
        Arg::Text(value)
    }
}
impl From<&String> for Arg {
    fn from(value: &String) -> Self {
        Arg::Text(value.clone())
    }
}
impl From<Message> for Arg {
    fn from(value: Message) -> Self {
        Arg::Lines(vec![value])
    }
}
impl From<Vec<Message>> for Arg {
    fn from(value: Vec<Message>) -> Self {
        Arg::Lines(value)
    }
}
impl From<Cow<'_, str>> for Arg {
    fn from(value: Cow<'_, str>) -> Self {
        Arg::Text(value.into_owned())
    }
}

/// A text to come: an id in the catalogues, and its arguments. Made by [`msg!`](crate::msg).
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub id: &'static str,
    pub args: Vec<(&'static str, Arg)>,
}

impl Message {
    /// The text in a language. An id that no catalogue has gives the id itself, so that a mistake is seen and
    /// nothing breaks.
    pub fn render(&self, locale: Locale) -> String {
        lookup(locale, self).or_else(|| lookup(Locale::English, self)).unwrap_or_else(|| self.id.to_owned())
    }
}

/// `msg!("id", name = value, …)`: a [`Message`].
#[macro_export]
macro_rules! msg {
    ($id:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::messages::Message {
            id: $id,
            args: vec![$((stringify!($name), $crate::messages::Arg::from($value))),*],
        }
    };
}

fn lookup(locale: Locale, message: &Message) -> Option<String> {
    let bundle = &BUNDLES[locale as usize].0;
    let pattern = bundle.get_message(message.id)?.value()?;
    let mut args = FluentArgs::with_capacity(message.args.len());
    for (name, value) in &message.args {
        match value {
            Arg::Text(text) => args.set(*name, text.as_str()),
            Arg::Number(number) => args.set(*name, FluentValue::from(*number)),
            Arg::Lines(messages) => {
                let lines: Vec<String> = messages.iter().map(|m| m.render(locale)).collect();
                args.set(*name, lines.join("\n- "));
            }
        }
    }
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
    if !errors.is_empty() {
        tracing::debug!(id = message.id, ?errors, "a message could not be rendered whole");
    }
    Some(text)
}

struct Bundle(FluentBundle<FluentResource>);

impl fmt::Debug for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bundle")
    }
}

/// Each is made when its language is first spoken: most servers speak one.
static BUNDLES: [LazyLock<Bundle>; 3] = [
    LazyLock::new(|| bundle(Locale::English)),
    LazyLock::new(|| bundle(Locale::Portuguese)),
    LazyLock::new(|| bundle(Locale::Russian)),
];

fn bundle(locale: Locale) -> Bundle {
    let language: LanguageIdentifier = locale.tag().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![language]);
    // Isolation marks would be characters in messages that tests and people compare.
    bundle.set_use_isolating(false);
    if let Err(error) = bundle.add_function("AN", with_article) {
        tracing::error!(%error, locale = locale.tag(), "a catalogue lacks a function");
    }
    for source in sources(locale) {
        let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(resource, errors)| {
            tracing::error!(?errors, locale = locale.tag(), "a catalogue has errors");
            resource
        });
        bundle.add_resource_overriding(resource);
    }
    Bundle(bundle)
}

/// `AN($name)` in a catalogue: the name behind the English article that its sound asks for; `case: "upper"` at the
/// beginning of a sentence.
fn with_article<'a>(positional: &[FluentValue<'a>], named: &FluentArgs<'_>) -> FluentValue<'a> {
    let Some(FluentValue::String(name)) = positional.first() else {
        return positional.first().cloned().unwrap_or(FluentValue::None);
    };
    let upper = matches!(named.get("case"), Some(FluentValue::String(case)) if case == "upper");
    let article = match (sounds_like_a_vowel(name), upper) {
        (true, true) => "An",
        (true, false) => "an",
        (false, true) => "A",
        (false, false) => "a",
    };
    FluentValue::from(format!("{article} {name}"))
}

/// Whether a name is spoken with a vowel first: letter by letter where it begins with capitals (`OSError`, but
/// `UUID`), else as a word (`int`, but `User`).
fn sounds_like_a_vowel(name: &str) -> bool {
    let word = name.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    let mut letters = word.chars();
    let (Some(first), second) = (letters.next(), letters.next()) else { return false };
    if first.is_ascii_uppercase() && second.is_some_and(|c| c.is_ascii_uppercase()) {
        return "AEFHILMNORSX".contains(first);
    }
    let word = word.to_ascii_lowercase();
    let begins = |parts: &[&str]| parts.iter().any(|part| word.starts_with(part));
    if begins(&["eu", "one", "once", "use", "usa", "usu", "uti", "ufunc", "uuid", "url"])
        || begins(&["uni"]) && !begins(&["unin", "unim"])
    {
        return false;
    }
    word.starts_with(['a', 'e', 'i', 'o', 'u', '8']) || begins(&["ndarray", "hour", "honest", "heir"])
}

/// The files of a language. A new file is named here once for each language.
fn sources(locale: Locale) -> &'static [&'static str] {
    macro_rules! files {
        ($tag:literal) => {
            &[
                include_str!(concat!("../locales/", $tag, "/explain.ftl")),
                include_str!(concat!("../locales/", $tag, "/syntax.ftl")),
                include_str!(concat!("../locales/", $tag, "/fixes.ftl")),
                include_str!(concat!("../locales/", $tag, "/engine.ftl")),
                include_str!(concat!("../locales/", $tag, "/settings.ftl")),
                include_str!(concat!("../locales/", $tag, "/interpreters.ftl")),
            ]
        };
    }
    match locale {
        Locale::English => files!("en"),
        Locale::Portuguese => files!("pt"),
        Locale::Russian => files!("ru"),
    }
}

#[cfg(test)]
mod tests;
