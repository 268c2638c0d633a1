//! The cells of a document: pieces between marker comments, which many tools understand.
//!
//! | marker | of |
//! | --- | --- |
//! | `# %%`, `#%%`, also indented; behind it a title, a type in brackets, `key=value` | VS Code, Spyder, jupytext, Zed |
//! | `# %%%`, one level down for each further `%` | Spyder, jupytext |
//! | `# In[3]:`, `# In[ ]` | nbconvert |
//! | `# <codecell>`, `# <markdowncell>` | IPython's old format, Spyder, Hydrogen |
//!
//! Only a comment that is alone on its line is a marker, so none lies in a string. `#%%time` could be a commented
//! magic of jupytext's; it is a marker here, as it is in VS Code and Spyder.
//!
//! The cells' ranges tile the document. Code before the first marker is a cell of its own; comments there belong
//! to the first cell. A document without markers is one cell.

use crate::lines::{Line, Lines, Start};
use crate::text::{ByteRange, Text};

/// Cells beyond this number are taken as one: nobody wrote so many by hand.
pub const MAX_CELLS: usize = 10_000;

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Its place among the cells, from 0.
    pub index: usize,
    pub kind: CellKind,
    /// The marker's line without indentation and line end; `None` for code before the first marker.
    pub marker: Option<ByteRange>,
    /// All of it.
    pub range: ByteRange,
    /// What follows the marker's line.
    pub body: ByteRange,
    /// Whether there is anything but blanks and comments in the body.
    pub has_code: bool,
    pub title: String,
    /// Percent signs beyond two.
    pub level: usize,
    /// Those of `tags=["a", "b"]`.
    pub tags: Vec<String>,
}

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellKind {
    Code,
    /// Prose in comments or in a string. It is not run.
    Markdown,
    /// For other programs (jupytext's `[raw]`). It is not run.
    Raw,
}

impl Cell {
    /// Whether to offer to run it.
    pub fn is_code(&self) -> bool {
        self.kind == CellKind::Code
    }
}

/// The cells of a document, in order. There is always one.
pub fn cells(text: &Text) -> Vec<Cell> {
    let whole = text.to_string();
    let mut lines = Lines::new(&whole);
    let mut cells = vec![Cell::new(None, Marker::default(), 0..0, 0)];
    while let Some(line) = lines.next() {
        let marker = comment_alone(&whole, &line).filter(|_| cells.len() < MAX_CELLS);
        if let Some((range, marker)) =
            marker.and_then(|range| Some((range.clone(), parse(whole.get(range)?)?)))
        {
            lines.start_anew();
            let body = text.line_start(text.line_of_byte(line.range.start) + 1);
            close(&mut cells, line.range.start);
            cells.push(Cell::new(Some(range), marker, line.range.start..body, body));
            continue;
        }
        if let Some(cell) = cells.last_mut() {
            cell.has_code |= line.has_code;
        }
        if line.start == Start::Statement
            && crate::magics::hides_rest(whole.get(line.range).unwrap_or_default())
        {
            lines.skip_rest();
        }
    }
    close(&mut cells, whole.len());
    if cells.len() > 1 && cells.first().is_some_and(|cell| !cell.has_code) {
        cells.remove(0);
        if let Some(first) = cells.first_mut() {
            first.range.start = 0;
        }
    }
    for (index, cell) in cells.iter_mut().enumerate() {
        cell.index = index;
    }
    cells
}

/// The cell around a byte: behind the last line it is the last cell.
pub fn cell_at(cells: &[Cell], byte: usize) -> Option<&Cell> {
    cells.iter().find(|cell| cell.range.contains(&byte)).or_else(|| cells.last())
}

/// Whether a document is divided at all: one without markers is run as a file.
pub fn has_markers(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| cell.marker.is_some())
}

fn close(cells: &mut [Cell], end: usize) {
    if let Some(cell) = cells.last_mut() {
        cell.range.end = end;
        cell.body.end = end;
    }
}

/// The comment of a line that has nothing else.
fn comment_alone(text: &str, line: &Line) -> Option<ByteRange> {
    let start = line.comment.filter(|_| !line.has_code)?;
    let comment = text.get(start..line.range.end)?;
    Some(start..start + comment.trim_end().len())
}

impl Cell {
    fn new(at: Option<ByteRange>, marker: Marker, range: ByteRange, body: usize) -> Self {
        Self {
            index: 0,
            kind: marker.kind.unwrap_or(CellKind::Code),
            marker: at,
            range,
            body: body..body,
            has_code: false,
            title: marker.title,
            level: marker.level,
            tags: marker.tags,
        }
    }
}

#[derive(Debug, Default)]
struct Marker {
    kind: Option<CellKind>,
    title: String,
    level: usize,
    tags: Vec<String>,
}

/// What a comment marks, if it is a marker.
fn parse(comment: &str) -> Option<Marker> {
    let text = comment.strip_prefix('#')?.trim_start();
    if let Some(rest) = text.strip_prefix("%%") {
        let title = rest.trim_start_matches('%');
        return Some(Marker { level: rest.len() - title.len(), ..parse_title(title.trim()) });
    }
    if let Some(rest) = text.strip_prefix("<codecell>") {
        return Some(parse_title(rest.trim()));
    }
    if let Some(rest) = text.strip_prefix("<markdowncell>") {
        return Some(Marker { kind: Some(CellKind::Markdown), ..parse_title(rest.trim()) });
    }
    let (number, rest) = text.strip_prefix("In[")?.split_once(']')?;
    let is_number = number.bytes().all(|b| b.is_ascii_digit() || b == b' ');
    (is_number && matches!(rest.trim(), "" | ":")).then(Marker::default)
}

/// `Title [type] key="value"`, each part optional. The type can also be Hydrogen's bare `md`.
fn parse_title(text: &str) -> Marker {
    let mut marker = Marker::default();
    let meta = metadata_start(text);
    let (title, metadata) = text.split_at_checked(meta).unwrap_or((text, ""));
    marker.tags = tags(metadata);
    let mut title = title.trim();
    if matches!(title, "md" | "markdown") {
        return Marker { kind: Some(CellKind::Markdown), ..marker };
    }
    for (token, kind) in
        [("[markdown]", CellKind::Markdown), ("[md]", CellKind::Markdown), ("[raw]", CellKind::Raw)]
    {
        if let Some(rest) = title.strip_suffix(token) {
            title = rest.trim();
        } else if let Some(rest) = title.strip_prefix(token) {
            title = rest.trim();
        } else {
            continue;
        }
        marker.kind = Some(kind);
        break;
    }
    title.clone_into(&mut marker.title);
    marker
}

/// Where `key=value` pairs or a JSON object start in a marker's text.
fn metadata_start(text: &str) -> usize {
    let mut start = 0;
    for word in text.split_inclusive(' ') {
        let is_key = |key: &str| {
            !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
        };
        if word.split_once('=').is_some_and(|(key, _)| is_key(key)) || word.starts_with("{\"") {
            return start;
        }
        start += word.len();
    }
    start
}

fn tags(metadata: &str) -> Vec<String> {
    let Some((_, list)) = metadata.split_once("tags=") else { return Vec::new() };
    let mut values = serde_json::Deserializer::from_str(list).into_iter::<Vec<String>>();
    values.next().and_then(Result::ok).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(text: &str) -> Vec<Cell> {
        cells(&Text::new(text))
    }

    fn bodies(text: &str) -> Vec<&str> {
        of(text).iter().map(|cell| &text[cell.body.clone()]).collect()
    }

    #[test]
    fn markers_of_all_tools_are_known() {
        for marker in [
            "# %%",
            "#%%",
            "#  %% title",
            "#%%time",
            "# %%% deeper",
            "    # %%",
            "\t#%%",
            "# In[3]:",
            "# In[ ]",
            "# In[]:",
            "#In[12]:",
            "# <codecell>",
            "#<codecell>",
            "# <markdowncell>",
            "# %% [markdown]",
        ] {
            let text = format!("x = 1\n{marker}\ny = 2\n");
            assert_eq!(bodies(&text), ["x = 1\n", "y = 2\n"], "{marker}");
        }
        for comment in
            ["# In[3] holds", "# 50 %%", "## %%", "x = 1 # %%", "# % %", "# codecell", "#!%%", "In[3]"]
        {
            let text = format!("x = 1\n{comment}\ny = 2\n");
            assert_eq!(of(&text).len(), 1, "{comment}");
        }
    }

    #[test]
    fn titles_kinds_levels_and_tags_are_read() {
        use CellKind::{Code, Markdown, Raw};
        let marker = |text: &str| {
            let cell = of(text).pop().unwrap();
            (cell.title, cell.kind, cell.level, cell.tags)
        };
        let none = Vec::<String>::new;
        assert_eq!(marker("# %% Load data"), ("Load data".into(), Code, 0, none()));
        assert_eq!(marker("# %% [markdown] About"), ("About".into(), Markdown, 0, none()));
        assert_eq!(marker("# %% About [markdown]"), ("About".into(), Markdown, 0, none()));
        assert_eq!(marker("# %% md"), (String::new(), Markdown, 0, none()));
        assert_eq!(marker("# %%%% Deep [raw]"), ("Deep".into(), Raw, 2, none()));
        assert_eq!(
            marker("# %% T tags=[\"a\", \"b c\"] x=1"),
            ("T".into(), Code, 0, vec!["a".into(), "b c".into()])
        );
        assert_eq!(marker("# %% a=b"), (String::new(), Code, 0, none()));
        assert_eq!(marker("# <markdowncell>"), (String::new(), Markdown, 0, none()));
    }

    #[test]
    fn a_marker_in_a_string_is_none() {
        assert_eq!(of("s = '''\n# %%\n'''\n").len(), 1);
        assert_eq!(of("s = 'x \\\n# %%\n'\n").len(), 1);
        assert_eq!(of("f(\n# %%\n)\n").len(), 2);
        assert_eq!(of("s = 'open\n# %%\n").len(), 2);
    }

    #[test]
    fn lines_that_are_no_python_hide_no_marker() {
        assert_eq!(of("!echo \"\"\"\n# %%\n").len(), 2);
        assert_eq!(of("# %%\n%%bash\ncat <<'''\nit\n# %%\nx = '''\n# %%\n'''").len(), 2);
    }

    #[test]
    fn text_before_the_first_marker_is_a_cell_if_it_has_code() {
        assert_eq!(bodies("#!/usr/bin/env python\n\n# %% A\nx\n# %% B\n"), ["x\n", ""]);
        assert_eq!(of("# note\n# %% A\nx").first().unwrap().range, 0..15);
        assert_eq!(bodies("import os\n# %%\nx"), ["import os\n", "x"]);
        assert_eq!(bodies("'''Doc.'''\n# %%\nx"), ["'''Doc.'''\n", "x"]);
        assert_eq!(bodies("\u{feff}# %%\nx"), ["x"]);
    }

    #[test]
    fn a_document_without_markers_is_one_cell() {
        for text in ["", "x", "# note\n"] {
            let cells = of(text);
            assert_eq!((cells.len(), cells[0].body.clone()), (1, 0..text.len()));
            assert!(!has_markers(&cells));
        }
    }

    #[test]
    fn the_cell_at_a_byte_is_the_one_around_it() {
        let text = "a\n# %% A\nx\n# %% B\ny\n";
        let cells = of(text);
        let at = |byte| cell_at(&cells, byte).unwrap().index;
        assert_eq!((at(0), at(2), at(9), at(11), at(18), at(text.len()), at(999)), (0, 1, 1, 2, 2, 2, 2));
    }

    proptest! {
        #[test]
        fn cells_tile_the_document(
            pieces in prop::collection::vec(
                prop_oneof![
                    Just("# %%\n"), Just("  #%% é [markdown]\r\n"), Just("# In[2]:\r"), Just("x = 1\n"), Just("'''"),
                    Just("\n"), Just("# <codecell>"), Just("%%bash\n"), Just("!it's\n"), Just("(\n"), Just("\u{feff}"),
                ], 0..20),
        ) {
            let text = pieces.concat();
            let cells = of(&text);
            prop_assert!(!cells.is_empty());
            let mut end = 0;
            for (index, cell) in cells.iter().enumerate() {
                prop_assert_eq!((cell.index, cell.range.start), (index, end));
                prop_assert!(cell.range.start <= cell.body.start && cell.body.start <= cell.body.end);
                prop_assert_eq!(cell.body.end, cell.range.end);
                if let Some(marker) = &cell.marker {
                    prop_assert!(cell.range.start <= marker.start && marker.end <= cell.body.start);
                    prop_assert!(text[marker.clone()].starts_with('#'));
                }
                end = cell.range.end;
            }
            prop_assert_eq!(end, text.len());
        }
    }
}
