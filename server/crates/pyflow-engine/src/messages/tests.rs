use super::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// English ids that no literal in the sources names, each with the reason. Ids are `&'static str`, so one that is
/// put together at run time is the only reason there can be.
const NAMED_BY_NO_LITERAL: [(&str, &str); 0] = [];

#[test]
fn tags_are_understood_as_clients_send_them() {
    assert_eq!(Locale::from_tag("pt-BR"), Locale::Portuguese);
    assert_eq!(Locale::from_tag("ru_RU.UTF-8"), Locale::Russian);
    assert_eq!(Locale::from_tag("de, pt;q=0.8"), Locale::Portuguese);
    assert_eq!(Locale::from_tag(""), Locale::English);
}

#[test]
fn a_message_takes_its_arguments_and_an_unknown_one_shows_its_id() {
    let text = msg!("engine-refused", reason = "no folder").render(Locale::English);
    assert!(text.contains("no folder"), "{text}");
    assert_eq!(msg!("no-such-message").render(Locale::Russian), "no-such-message");
}

#[test]
fn counted_things_stand_in_the_form_that_their_number_asks_for() {
    let index = |len: usize, locale| {
        msg!("index-range", what = "`valores`", len = len, index = "5", last = (len - 1).to_string())
            .render(locale)
    };
    let portuguese = index(3, Locale::Portuguese);
    for part in ["`valores`", "3 elementos", "índice 5", "de 0 a 2"] {
        assert!(portuguese.contains(part), "no {part}: {portuguese}");
    }
    assert!(index(1, Locale::Portuguese).contains("1 elemento,"), "{}", index(1, Locale::Portuguese));
    for (len, words) in [
        (1, "1 элемент,"),
        (2, "2 элемента,"),
        (5, "5 элементов,"),
        (11, "11 элементов,"),
        (21, "21 элемент,"),
    ] {
        let russian = index(len, Locale::Russian);
        assert!(russian.contains(words), "no {words} {russian}");
    }
    let takes = |takes: &str| {
        let takes = Arg::count(takes);
        msg!("call-too-many", function = "`f`", takes = takes, given = 3, call = "`f(1, 2, 3)`")
            .render(Locale::Russian)
    };
    assert!(takes("1").contains("1 аргумент,"), "{}", takes("1"));
    assert!(takes("1–2").contains("1–2 аргументов,"), "{}", takes("1–2"));
    let argv = |given: usize| msg!("index-argv", given = given, index = "`1`").render(Locale::Russian);
    assert!(argv(0).contains("без аргументов"), "{}", argv(0));
    assert!(argv(21).contains("с 21 аргументом"), "{}", argv(21));
}

#[test]
fn the_article_goes_by_the_sound_of_the_name() {
    let mut wrong = Vec::new();
    for (name, article) in [
        ("int", "an"),
        ("Account", "an"),
        ("OSError", "an"),
        ("HTTPResponse", "an"),
        ("_Item", "an"),
        ("ndarray", "an"),
        ("UninitializedCell", "an"),
        ("str", "a"),
        ("NoneType", "a"),
        ("User", "a"),
        ("UUID", "a"),
        ("Unit", "a"),
        ("OneShot", "a"),
        ("", "a"),
    ] {
        let shown = format!("`{name}`");
        let text = crate::msg!("type-await", kind = &shown).render(Locale::English);
        if !text.ends_with(&format!(" got {article} {shown}.")) {
            wrong.push(text);
        }
        let upper = crate::msg!("type-not-iterator", kind = &shown).render(Locale::English);
        if !upper.to_lowercase().starts_with(&format!("{article} {shown}").to_lowercase())
            || !upper.starts_with('A')
        {
            wrong.push(upper);
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn no_catalogue_has_an_error_or_an_id_twice() {
    for locale in Locale::ALL {
        let mut seen = BTreeSet::new();
        for source in sources(locale) {
            if let Err((_, errors)) = FluentResource::try_new((*source).to_owned()) {
                panic!("{}: {errors:?}", locale.tag());
            }
            for (id, _) in entries(source) {
                assert!(seen.insert(id), "{id} stands twice in {}", locale.tag());
            }
        }
    }
}

#[test]
fn each_language_has_each_message_with_the_same_variables() {
    let mut wrong = Vec::new();
    let english = catalogue(Locale::English);
    for locale in Locale::ALL {
        let words = catalogue(locale);
        for (id, pattern) in &english {
            match words.get(id) {
                None => wrong.push(format!("{id} is missing in {}", locale.tag())),
                Some(other) if variables(other) != variables(pattern) => wrong.push(format!(
                    "{id} in {} has {:?}, in English {:?}",
                    locale.tag(),
                    variables(other),
                    variables(pattern)
                )),
                Some(_) => {}
            }
        }
        let more = words.keys().filter(|id| !english.contains_key(*id));
        wrong.extend(more.map(|id| format!("{id} of {} is not in English", locale.tag())));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn each_message_renders_without_an_error_whatever_its_arguments_are() {
    let numbers = [0.0, 1.0, 2.0, 5.0, 21.0, 1.5].map(FluentValue::from);
    for sample in numbers.into_iter().chain(["`value`", ""].map(FluentValue::from)) {
        for locale in Locale::ALL {
            for (id, pattern) in catalogue(locale) {
                let mut args = FluentArgs::new();
                for name in variables(pattern) {
                    args.set(name, sample.clone());
                }
                let bundle = &BUNDLES[locale as usize].0;
                let value = bundle.get_message(id).and_then(|m| m.value());
                let value = value.unwrap_or_else(|| panic!("{id} has no value in {}", locale.tag()));
                let mut errors = Vec::new();
                let text = bundle.format_pattern(value, Some(&args), &mut errors);
                assert!(errors.is_empty(), "{id} in {}: {errors:?}", locale.tag());
                assert!(
                    !text.trim().is_empty() || id == "warning-other",
                    "{id} in {} is empty",
                    locale.tag()
                );
            }
        }
    }
}

#[test]
fn the_sources_and_the_catalogue_name_the_same_messages() {
    let english = catalogue(Locale::English);
    let mut wrong = Vec::new();
    let mut literals = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&root);
    assert!(files.len() > 20, "the sources were not found below {}", root.display());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
        literals.extend(text.split('"').filter(|part| english.contains_key(part)).map(str::to_owned));
        for call in calls(text) {
            let Some(pattern) = english.get(call.id) else {
                wrong.push(format!("{} uses {}, which no catalogue has", file.display(), call.id));
                continue;
            };
            for name in variables(pattern) {
                if !call.names.contains(name) {
                    wrong.push(format!("{} gives {} no {name}", file.display(), call.id));
                }
            }
        }
    }
    let allowed = |id: &str| NAMED_BY_NO_LITERAL.iter().any(|(allowed, _)| *allowed == id);
    let unused = english.keys().filter(|id| !literals.contains(**id) && !allowed(id));
    wrong.extend(unused.map(|id| format!("nothing uses {id}")));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// All messages of a language, as written.
fn catalogue(locale: Locale) -> BTreeMap<&'static str, &'static str> {
    sources(locale).iter().flat_map(|source| entries(source)).collect()
}

/// The ids of a catalogue with what stands behind them. A message begins at the start of a line, and only there.
fn entries(source: &str) -> Vec<(&str, &str)> {
    let starts = source.match_indices('\n').map(|(at, _)| at + 1).chain([0]);
    let mut starts: Vec<usize> = starts
        .filter(|at| source[*at..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '#'))
        .collect();
    starts.sort_unstable();
    let ends = starts.iter().skip(1).copied().chain([source.len()]);
    let texts: Vec<&str> = starts.iter().zip(ends).map(|(start, end)| &source[*start..end]).collect();
    texts.into_iter().filter(|text| !text.starts_with('#')).filter_map(|text| text.split_once(" =")).collect()
}

/// The names of the variables in a message as written.
fn variables(pattern: &str) -> BTreeSet<&str> {
    pattern
        .split('$')
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default())
        .collect()
}

/// The source files below a folder, without those of tests.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
    files
}

/// A `msg!` whose id is written out, with the names of its arguments.
struct Call<'a> {
    id: &'a str,
    names: BTreeSet<&'a str>,
}

fn calls(text: &str) -> Vec<Call<'_>> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let starts = lines.flat_map(|line| line.match_indices("msg!(").map(move |(at, _)| &line[at + 5..]));
    let starts: Vec<usize> = starts.map(|rest| rest.as_ptr() as usize - text.as_ptr() as usize).collect();
    let mut found = Vec::new();
    for start in starts {
        let arguments = split_arguments(&text[start..]);
        let Some(id) = arguments.first().and_then(|a| a.trim().strip_prefix('"')?.strip_suffix('"')) else {
            continue;
        };
        let names = arguments.iter().skip(1).filter_map(|a| a.split_once('=')).map(|(name, _)| name.trim());
        found.push(Call { id, names: names.collect() });
    }
    found
}

/// The arguments of a call, of the text behind its opening parenthesis.
fn split_arguments(text: &str) -> Vec<&str> {
    let mut arguments = Vec::new();
    let (mut depth, mut start, mut at) = (0_u32, 0, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'\'' if bytes.get(at + 2) == Some(&b'\'') => at += 2,
            b'\'' if bytes.get(at + 1) == Some(&b'\\') => at += 3,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth > 0 => depth -= 1,
            b',' if depth == 0 => {
                arguments.push(&text[start..at]);
                start = at + 1;
            }
            b')' => {
                arguments.push(&text[start..at]);
                break;
            }
            _ => {}
        }
        at += 1;
    }
    arguments
}
