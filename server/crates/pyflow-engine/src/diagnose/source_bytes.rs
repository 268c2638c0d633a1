//! What Python could not read in a file on disk, found by reading its bytes.
//!
//! `python FILE` decodes the file before it parses it. An error there has no usable line in most versions (3.10 says
//! one too far, an unknown coding line has none at all), and 3.8 to 3.10 run a file up to its first NUL as if nothing
//! were wrong. So the bytes are looked at first; the messages are those of 3.12.

use pyflow_core::exception::{Place, SourceRange};
use pyflow_core::text::ByteRange;

/// What is wrong with the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BytesProblemKind {
    /// The coding line names an encoding that Python does not have.
    UnknownEncoding,
    /// A UTF-8 BOM and a coding line that says something else.
    BomMismatch,
    /// The bytes are not those of the encoding: UTF-8 where no coding line says otherwise.
    NotDecodable,
    /// A NUL byte.
    Nul,
    /// UTF-16 or UTF-32, as some editors save.
    Utf16,
}

/// What Python could not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BytesProblem {
    /// 0-based.
    pub line: u32,
    /// Bytes within the line as the file has them, so clamp them to the line of a text that was decoded; a BOM is
    /// not counted.
    pub range: SourceRange,
    /// As CPython words it.
    pub message: String,
    pub kind: BytesProblemKind,
    /// The byte that could not be read, or 0.
    pub byte: u8,
}

impl BytesProblem {
    /// The exception's type: what `python FILE` raises.
    pub const TYPE: &'static str = "SyntaxError";
}

/// A coding line (PEP 263).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cookie {
    /// 0-based, 0 or 1.
    pub line: u32,
    /// The encoding's name as it stands there.
    pub name: String,
    /// Where the name stands in the file's bytes.
    pub range: ByteRange,
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The first thing in a file's bytes that Python can't read; none where it can.
pub fn source_bytes_problem(bytes: &[u8]) -> Option<BytesProblem> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        let message = not_utf8_message(bytes[0], 0);
        return Some(problem(bytes, 0, 2, message, BytesProblemKind::Utf16));
    }
    let cookie = coding_line(bytes);
    let has_bom = bytes.starts_with(BOM);
    let codec = match &cookie {
        None => Codec::Utf8,
        Some(cookie) => match codec(&cookie.name) {
            Some(codec) if !has_bom || codec == Codec::Utf8 => codec,
            Some(_) => {
                let message = format!("encoding problem: {} with BOM", normal_name(&cookie.name));
                let range = cookie.range.clone();
                return Some(problem(bytes, range.start, range.end, message, BytesProblemKind::BomMismatch));
            }
            None => {
                let message = format!("encoding problem: {}", cookie.name);
                let range = cookie.range.clone();
                return Some(problem(
                    bytes,
                    range.start,
                    range.end,
                    message,
                    BytesProblemKind::UnknownEncoding,
                ));
            }
        },
    };
    let undecodable = match codec {
        Codec::Utf8 => std::str::from_utf8(bytes).err().map(|error| error.valid_up_to()),
        Codec::Ascii => bytes.iter().position(|b| !b.is_ascii()),
        Codec::Other => None,
    };
    let nul = memchr::memchr(0, bytes);
    match (undecodable, nul) {
        (Some(at), nul) if nul.is_none_or(|nul| at < nul) => {
            let message = match (&cookie, codec) {
                (Some(cookie), Codec::Ascii) => format!("encoding problem: {}", cookie.name),
                (Some(_), _) => format!(
                    "(unicode error) 'utf-8' codec can't decode byte 0x{:02x} in position {at}: invalid start byte",
                    bytes[at]
                ),
                (None, _) => not_utf8_message(bytes[at], line_of(bytes, at)),
            };
            Some(problem(bytes, at, at + 1, message, BytesProblemKind::NotDecodable))
        }
        (_, Some(at)) => {
            let message = "source code cannot contain null bytes".to_owned();
            Some(problem(bytes, at, at + 1, message, BytesProblemKind::Nul))
        }
        _ => None,
    }
}

fn not_utf8_message(byte: u8, line: u32) -> String {
    format!(
        "Non-UTF-8 code starting with '\\x{byte:02x}' on line {}, but no encoding declared; \
         see https://peps.python.org/pep-0263/ for details",
        line + 1
    )
}

fn problem(bytes: &[u8], start: usize, end: usize, message: String, kind: BytesProblemKind) -> BytesProblem {
    let line = line_of(bytes, start);
    let mut line_start =
        bytes[..start].iter().rposition(|b| matches!(b, b'\n' | b'\r')).map_or(0, |at| at + 1);
    if line_start == 0 && bytes.starts_with(BOM) {
        line_start = BOM.len();
    }
    let column = |at: usize| Place { line, byte: at.saturating_sub(line_start) as u32 };
    let byte = bytes.get(start).copied().unwrap_or(0);
    BytesProblem { line, range: SourceRange { start: column(start), end: column(end) }, message, kind, byte }
}

/// The 0-based line of a byte; lines end with `\n`, `\r\n` or `\r`.
fn line_of(bytes: &[u8], at: usize) -> u32 {
    let before = &bytes[..at.min(bytes.len())];
    let ends = memchr::memchr2_iter(b'\n', b'\r', before)
        .filter(|&end| before[end] == b'\n' || bytes.get(end + 1) != Some(&b'\n'));
    ends.count() as u32
}

/// The coding line of a text, if it has one in its first two lines: `^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)`.
pub fn coding_line(bytes: &[u8]) -> Option<Cookie> {
    let mut start = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
    for number in 0..2 {
        let rest = bytes.get(start..)?;
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = &rest[..length];
        let blank = line.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\x0c')).count();
        match line.get(blank) {
            Some(b'#') => {
                if let Some(name) = cookie_name(line) {
                    let text = String::from_utf8_lossy(&line[name.clone()]).into_owned();
                    return Some(Cookie {
                        line: number,
                        name: text,
                        range: start + name.start..start + name.end,
                    });
                }
            }
            // A second line counts only after a comment or an empty first one.
            Some(_) => return None,
            None => {}
        }
        start += length + if rest.get(length..length + 2) == Some(b"\r\n") { 2 } else { 1 };
    }
    None
}

fn cookie_name(line: &[u8]) -> Option<ByteRange> {
    for at in memchr::memmem::find_iter(line, b"coding") {
        let mut from = at + b"coding".len();
        if !matches!(line.get(from), Some(b':' | b'=')) {
            continue;
        }
        from += 1;
        from += line[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let length = line[from..]
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
            .count();
        if length > 0 {
            return Some(from..from + length);
        }
    }
    None
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Codec {
    Utf8,
    Ascii,
    /// Python has it; whether the bytes are right only Python can say.
    Other,
}

/// The name as CPython folds it for Latin-1 and UTF-8.
fn normal_name(name: &str) -> String {
    let folded = name.to_ascii_lowercase().replace('_', "-");
    if folded == "utf-8" || folded.starts_with("utf-8-") {
        return "utf-8".to_owned();
    }
    let latin = ["latin-1", "iso-8859-1", "iso-latin-1"];
    if latin.iter().any(|known| folded == *known || folded.starts_with(&format!("{known}-"))) {
        return "iso-8859-1".to_owned();
    }
    name.to_owned()
}

/// Which codec of Python's library a name means; none if there is no such one. From the standard library's list of
/// encodings and their aliases.
fn codec(name: &str) -> Option<Codec> {
    let folded: String =
        name.to_ascii_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let folded = folded.trim_matches('_');
    if matches!(folded, "utf_8" | "utf8" | "u8" | "utf" | "utf8_ucs2" | "utf8_ucs4" | "cp65001" | "utf_8_sig")
        || folded.starts_with("utf_8_")
    {
        return Some(Codec::Utf8);
    }
    if matches!(folded, "ascii" | "us_ascii" | "646" | "us") || folded.starts_with("ansi_x3") {
        return Some(Codec::Ascii);
    }
    let squeezed: String = folded.chars().filter(|c| *c != '_').collect();
    let numbered = |prefixes: &[&str], numbers: &[u16]| {
        prefixes
            .iter()
            .find_map(|prefix| squeezed.strip_prefix(prefix))
            .and_then(|rest| rest.parse::<u16>().ok())
            .is_some_and(|number| numbers.contains(&number))
    };
    let pages = [
        37, 273, 424, 437, 500, 720, 737, 775, 850, 852, 855, 856, 857, 858, 860, 861, 862, 863, 864, 865,
        866, 869, 874, 875, 932, 936, 949, 950, 1006, 1026, 1125, 1140, 1250, 1251, 1252, 1253, 1254, 1255,
        1256, 1257, 1258,
    ];
    let iso = ["iso8859", "iso88591", "latin"];
    let known = numbered(&["cp", "windows", "ibm", ""], &pages)
        || iso.iter().any(|prefix| numbered(&[prefix], &(1..=16).collect::<Vec<u16>>()))
        || matches!(
            squeezed.as_str(),
            "latin"
                | "l1"
                | "isolatin1"
                | "8859"
                | "iso8859"
                | "cp819"
                | "ibm819"
                | "big5"
                | "big5tw"
                | "big5hkscs"
                | "gb2312"
                | "gbk"
                | "gb18030"
                | "hz"
                | "euccn"
                | "eucjp"
                | "euckr"
                | "eucjis2004"
                | "eucjisx0213"
                | "shiftjis"
                | "sjis"
                | "shiftjis2004"
                | "shiftjisx0213"
                | "iso2022jp"
                | "iso2022kr"
                | "johab"
                | "koi8r"
                | "koi8t"
                | "koi8u"
                | "kz1048"
                | "maccyrillic"
                | "macgreek"
                | "maciceland"
                | "maclatin2"
                | "macroman"
                | "macturkish"
                | "ptcp154"
                | "tis620"
                | "hproman8"
                | "palmos"
                | "utf7"
                | "mskanji"
                | "ujis"
                | "macintosh"
                | "mbcs"
                | "ansi"
                | "oem"
        );
    known.then_some(Codec::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_at(bytes: &[u8]) -> Option<(BytesProblemKind, u32, u32)> {
        source_bytes_problem(bytes).map(|problem| (problem.kind, problem.line, problem.range.start.byte))
    }

    #[test]
    fn clean_files_have_no_problem() {
        for bytes in [
            &b"x = 1\n"[..],
            "x = 'é'\n".as_bytes(),
            b"# -*- coding: latin-1 -*-\nx = '\xe9'\n",
            b"#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :\nx = '\xe9'\n",
            b"\xef\xbb\xbf# coding: utf-8\n",
            b"",
        ] {
            assert_eq!(source_bytes_problem(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn each_problem_has_its_line_and_column() {
        use BytesProblemKind::{BomMismatch, NotDecodable, Nul, UnknownEncoding, Utf16};
        assert_eq!(kind_at(b"# coding: foo8\nx = 1\n"), Some((UnknownEncoding, 0, 10)));
        assert_eq!(kind_at(b"x = 1\r\n# caf\xe9\r\n"), Some((NotDecodable, 1, 5)));
        assert_eq!(kind_at(b"# coding: ascii\nx = '\xc3\xa9'\n"), Some((NotDecodable, 1, 5)));
        assert_eq!(kind_at(b"\xef\xbb\xbfx = 1\0\n"), Some((Nul, 0, 5)));
        assert_eq!(kind_at(b"\xef\xbb\xbf# coding: latin-1\n"), Some((BomMismatch, 0, 10)));
        assert_eq!(kind_at(b"\xff\xfex\0"), Some((Utf16, 0, 0)));
        assert_eq!(kind_at(b"x = 1\n# \0\n# \xe9"), Some((Nul, 1, 2)));
    }

    #[test]
    fn a_coding_line_counts_only_where_python_looks() {
        assert!(coding_line(b"x = 1\n# coding: latin-1\n").is_none());
        assert!(coding_line(b"#\n#\n# coding: latin-1\n").is_none());
        assert_eq!(coding_line(b"\n# encoding = x\n"), None);
        assert_eq!(coding_line(b"\n# coding=latin-1\n").map(|cookie| cookie.range), Some(10..17));
    }
}
