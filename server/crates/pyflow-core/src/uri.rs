//! URIs of documents: their identity and their paths.
//!
//! Clients spell one URI in different ways (`file:///c%3A/a.py`, `file:///C:/a.py`; Helix sends brackets, blanks
//! and non-ASCII raw), so documents are found by a normalised form, [`DocumentId`], and answered with the
//! client's own spelling. Nothing is looked up: links are not resolved, `..` is not folded, the Unicode form of a
//! name stays as it is. No input is an error; what is not a URI is its own identity.

use crate::ids::DocumentId;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The parts of a URI, still encoded (RFC 3986, appendix B).
struct Parts<'a> {
    scheme: String,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

/// The identity of the document that a URI names: scheme, host and a drive's letter without their case, every
/// byte escaped in one way. Applied to its own result it changes nothing.
pub fn document_id(uri: &str) -> DocumentId {
    let Some(parts) = split(uri) else { return DocumentId(uri.to_owned()) };
    let is_file = parts.scheme == "file";
    let mut id = format!("{}:", parts.scheme);
    let authority = match parts.authority {
        Some(host) if is_file && host.eq_ignore_ascii_case("localhost") => Some(String::new()),
        Some(host) => Some(host.to_lowercase()),
        None if is_file => Some(String::new()),
        None => None,
    };
    if let Some(authority) = &authority {
        id.push_str("//");
        normalise(authority, &mut id);
    }
    if is_file {
        let mut path = rooted(decode(parts.path));
        if let Some(letter) = drive_letter(&path).and_then(|at| path.get_mut(at)) {
            letter.make_ascii_uppercase();
        }
        for byte in path {
            encode(byte, &mut id);
        }
    } else {
        normalise(parts.path, &mut id);
    }
    for (mark, part) in [('?', parts.query), ('#', parts.fragment)] {
        if let Some(part) = part {
            id.push(mark);
            normalise(part, &mut id);
        }
    }
    DocumentId(id)
}

/// The path that a `file:` URI names. `None` for every other scheme, for a host that this system can't reach by
/// a path, and for what is no path (a NUL in it). Escapes are decoded once, to any bytes on Unix.
pub fn to_path(uri: &str) -> Option<PathBuf> {
    let parts = split(uri)?;
    if parts.scheme != "file" {
        return None;
    }
    let host = parts.authority.filter(|host| !host.is_empty() && !host.eq_ignore_ascii_case("localhost"));
    let path = decode(parts.path);
    if path.is_empty() || path.contains(&0) {
        return None;
    }
    native_path(host, rooted(path))
}

/// The URI of a path. A relative path is taken from the root: make it absolute first.
pub fn from_path(path: &Path) -> String {
    let (host, bytes) = path_bytes(path);
    let mut uri = format!("file://{host}");
    if bytes.first() != Some(&b'/') {
        uri.push('/');
    }
    for byte in bytes.iter() {
        encode(*byte, &mut uri);
    }
    uri
}

/// A URI's scheme in lower case.
pub fn scheme(uri: &str) -> Option<String> {
    split(uri).map(|parts| parts.scheme)
}

fn split(uri: &str) -> Option<Parts<'_>> {
    let (scheme, rest) = uri.split_once(':')?;
    let mut letters = scheme.chars();
    let is_scheme = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    // One letter is a Windows drive, `C:\a.py`, and no registered scheme.
    if !is_scheme || scheme.len() < 2 {
        return None;
    }
    let (rest, fragment) = cut(rest, '#');
    let (rest, query) = cut(rest, '?');
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            let (authority, path) = rest.split_at(end);
            (Some(authority), path)
        }
        None => (None, rest),
    };
    Some(Parts { scheme: scheme.to_ascii_lowercase(), authority, path, query, fragment })
}

fn rooted(mut path: Vec<u8>) -> Vec<u8> {
    if path.first() != Some(&b'/') {
        path.insert(0, b'/');
    }
    path
}

fn cut(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// The bytes that a part of a URI stands for, and whether each was escaped. A percent sign that starts no escape
/// stands for itself.
fn units(text: &str) -> impl Iterator<Item = (u8, bool)> {
    let mut rest = text.as_bytes();
    std::iter::from_fn(move || {
        let (&byte, after) = rest.split_first()?;
        rest = after;
        if byte == b'%'
            && let Some((digits, after)) = rest.split_at_checked(2)
            && let [Some(high), Some(low)] = [digits.first(), digits.last()].map(|d| d.copied().and_then(hex))
        {
            rest = after;
            return Some((high * 16 + low, true));
        }
        Some((byte, false))
    })
}

fn decode(text: &str) -> Vec<u8> {
    units(text).map(|(byte, _)| byte).collect()
}

/// The one spelling of a part of a URI. An escaped slash stays one: raw it would make another URI.
fn normalise(text: &str, out: &mut String) {
    for (byte, escaped) in units(text) {
        if escaped && byte == b'/' {
            out.push_str("%2F");
        } else {
            encode(byte, out);
        }
    }
}

/// Unreserved characters, sub-delimiters and `:@/` raw, all else escaped.
fn encode(byte: u8, out: &mut String) {
    if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte) {
        out.push(char::from(byte));
    } else {
        // Writing to a String can't fail.
        let _ = write!(out, "%{byte:02X}");
    }
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

/// Where a path of a `file:` URI has its drive's letter: `/c:/…`.
fn drive_letter(path: &[u8]) -> Option<usize> {
    match path {
        [b'/', letter, b':'] | [b'/', letter, b':', b'/', ..] if letter.is_ascii_alphabetic() => Some(1),
        _ => None,
    }
}

#[cfg(unix)]
fn native_path(host: Option<&str>, path: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    // Another machine's file is not the file of the same path here.
    if host.is_some() {
        return None;
    }
    Some(PathBuf::from(std::ffi::OsString::from_vec(path)))
}

#[cfg(not(unix))]
fn native_path(host: Option<&str>, path: Vec<u8>) -> Option<PathBuf> {
    windows_path(host, path).map(PathBuf::from)
}

/// Windows' path of a URI's host and path. There a path is text.
#[cfg(any(not(unix), test))]
fn windows_path(host: Option<&str>, path: Vec<u8>) -> Option<String> {
    let path = String::from_utf8(path).ok()?;
    let path = match host {
        Some(host) => format!("//{host}{path}"),
        None if drive_letter(path.as_bytes()).is_some() => path.get(1..)?.to_owned(),
        None => path,
    };
    Some(path.replace('/', "\\"))
}

#[cfg(unix)]
fn path_bytes(path: &Path) -> (String, Cow<'_, [u8]>) {
    use std::os::unix::ffi::OsStrExt as _;
    (String::new(), Cow::Borrowed(path.as_os_str().as_bytes()))
}

#[cfg(not(unix))]
fn path_bytes(path: &Path) -> (String, Cow<'_, [u8]>) {
    let (host, path) = windows_parts(&path.to_string_lossy());
    (host, Cow::Owned(path.into_bytes()))
}

/// The host and the path that a URI has for a path of Windows.
#[cfg(any(not(unix), test))]
fn windows_parts(path: &str) -> (String, String) {
    let text = path.replace('\\', "/");
    // Canonical paths have a prefix that no client understands.
    let text = match (text.strip_prefix("//?/UNC/"), text.strip_prefix("//?/")) {
        (Some(share), _) => format!("//{share}"),
        (None, Some(rest)) => rest.to_owned(),
        (None, None) => text,
    };
    match text.strip_prefix("//").and_then(|rest| rest.split_once('/')) {
        Some((host, rest)) => (host.to_owned(), format!("/{rest}")),
        None => (String::new(), text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn same(a: &str, b: &str) {
        assert_eq!(document_id(a), document_id(b), "{a} and {b}");
    }

    #[test]
    fn spellings_of_one_file_have_one_id() {
        same("file:///c%3A/a.py", "file:///C:/a.py");
        same("file:///c:/a.py", "FILE:///C%3a/a.py");
        same("file:///tmp/[a].py", "file:///tmp/%5ba%5D.py");
        same("file:///tmp/a b.py", "file:///tmp/a%20b.py");
        same("file:///tmp/é.py", "file:///tmp/%c3%A9.py");
        same("file:///tmp/100%.py", "file:///tmp/100%25.py");
        same("file:///tmp/a.py", "file://localhost/tmp/a.py");
        same("file:/tmp/a.py", "file:///tmp/a.py");
        same("file://Server/share/a.py", "file://server/share/a.py");
        same("untitled:Untitled-1", "UNTITLED:Untitled%2D1");
    }

    #[test]
    fn other_files_have_other_ids() {
        let ids: std::collections::BTreeSet<_> = [
            "file:///tmp/e\u{301}.py",
            "file:///tmp/\u{e9}.py",
            "file:///tmp/A.py",
            "file:///tmp/a.py",
            "file:///tmp/x/../a.py",
            "file:///tmp/a%2520.py",
            "file:///tmp/a%20.py",
            "untitled:Untitled-1",
            "untitled:/Untitled-1",
            "vscode-notebook-cell:/a.ipynb#W0s",
            "vscode-notebook-cell:/a.ipynb#W1s",
            "vscode-notebook-cell:/a.ipynb%23W1s",
            "vscode-vfs://github/o/r/a.py",
            "vscode-vfs://github/o%2Fr/a.py",
            "git:/tmp/a.py?ref",
            "git:/tmp/a.py%3Fref",
        ]
        .map(document_id)
        .into();
        assert_eq!(ids.len(), 16);
    }

    #[test]
    fn what_is_no_file_has_no_path() {
        for uri in [
            "untitled:Untitled-1",
            "vscode-notebook-cell:/a.ipynb#W0s",
            "vscode-vfs://github/o/r/a.py",
            "git:/tmp/a.py",
            "C:\\a.py",
            "/tmp/a.py",
            "",
            ":",
            "%",
            "file:",
            "file://",
            "file:///a%00b",
        ] {
            assert_eq!(to_path(uri), None, "{uri}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn escapes_are_decoded_once() {
        assert_eq!(to_path("file:///a%2520b"), Some("/a%20b".into()));
        assert_eq!(to_path("file:///tmp/[a] é%.py"), Some("/tmp/[a] é%.py".into()));
        assert_eq!(to_path("file://localhost/a"), Some("/a".into()));
        assert_eq!(to_path("file:/a"), Some("/a".into()));
        assert_eq!(to_path("file:///a%23b%3Fc"), Some("/a#b?c".into()));
        assert_eq!(to_path("file://server/share/a"), None);
        assert_eq!(from_path(Path::new("/tmp/[a] #é.py")), "file:///tmp/%5Ba%5D%20%23%C3%A9.py");
    }

    #[test]
    fn windows_paths_are_known_everywhere() {
        let path = |host, path: &str| windows_path(host, path.into());
        assert_eq!(path(None, "/c:/a b/c.py").as_deref(), Some("c:\\a b\\c.py"));
        assert_eq!(path(Some("server"), "/share/a.py").as_deref(), Some("\\\\server\\share\\a.py"));
        assert_eq!(windows_path(None, vec![b'/', 0xff]), None);
        let parts = |path| windows_parts(path);
        assert_eq!(parts("C:\\a\\b.py"), (String::new(), "C:/a/b.py".to_owned()));
        assert_eq!(parts("\\\\?\\C:\\a.py"), (String::new(), "C:/a.py".to_owned()));
        assert_eq!(parts("\\\\server\\share\\a.py"), ("server".to_owned(), "/share/a.py".to_owned()));
        assert_eq!(parts("\\\\?\\UNC\\server\\share\\a.py"), ("server".to_owned(), "/share/a.py".to_owned()));
    }

    proptest! {
        #[test]
        fn an_id_is_its_own_id(uri in "(file|untitled|git|vscode-vfs|c)?:?/{0,4}([a-zA-Z:%/?#é\\[ ]|%2[fF]|%[fF][fF]|%25){0,12}") {
            let id = document_id(&uri);
            prop_assert_eq!(document_id(&id.0), id);
        }

        #[test]
        fn no_input_fails(uri in any::<String>()) {
            let id = document_id(&uri);
            prop_assert_eq!(document_id(&id.0), id);
            to_path(&uri);
        }

        #[test]
        #[cfg(unix)]
        fn a_path_comes_back(name in prop::collection::vec(1..=255u8, 1..20)) {
            use std::os::unix::ffi::OsStringExt as _;
            let mut bytes = b"/".to_vec();
            bytes.extend(name);
            let path = PathBuf::from(std::ffi::OsString::from_vec(bytes));
            let uri = from_path(&path);
            prop_assert!(uri.is_ascii());
            prop_assert_eq!(to_path(&uri), Some(path.clone()));
            prop_assert_eq!(to_path(&document_id(&uri).0).map(|p| p.to_string_lossy().to_lowercase()),
                Some(path.to_string_lossy().to_lowercase()));
        }
    }
}
