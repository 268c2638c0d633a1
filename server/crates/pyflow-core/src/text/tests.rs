use super::encoding::{byte_of_character, byte_of_code_points, character_of_byte};
use super::*;
use crate::exception::Place;
use proptest::prelude::*;

/// Lines as the protocol counts them, over a plain string: (start, end without the line end, start of the next).
fn naive_lines(text: &str) -> Vec<(usize, usize, usize)> {
    let bytes = text.as_bytes();
    let (mut lines, mut start, mut at) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        let end_len = match bytes[at] {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
            b'\r' | b'\n' => 1,
            _ => 0,
        };
        if end_len > 0 {
            lines.push((start, at, at + end_len));
            start = at + end_len;
            at = start;
        } else {
            at += 1;
        }
    }
    lines.push((start, bytes.len(), bytes.len()));
    lines
}

fn naive_units(text: &str, encoding: PositionEncoding) -> usize {
    match encoding {
        PositionEncoding::Utf8 => text.len(),
        PositionEncoding::Utf16 => text.encode_utf16().count(),
        PositionEncoding::Utf32 => text.chars().count(),
    }
}

fn naive_offset(text: &str, position: Position, encoding: PositionEncoding) -> usize {
    let lines = naive_lines(text);
    let Some(&(start, end, _)) = lines.get(position.line as usize) else { return text.len() };
    let line = &text[start..end];
    let mut best = 0;
    for at in (0..=line.len()).filter(|at| line.is_char_boundary(*at)) {
        if naive_units(&line[..at], encoding) <= position.character as usize {
            best = at;
        }
    }
    start + best
}

fn text_strategy() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => Just("\n".to_owned()),
        2 => Just("\r\n".to_owned()),
        2 => Just("\r".to_owned()),
        1 => Just("\u{2028}\u{0b}\u{0c}\u{85}".to_owned()),
        2 => Just("😀".to_owned()),
        2 => Just("é€".to_owned()),
        1 => Just("\u{feff}".to_owned()),
        1 => Just("e\u{301}\t\0".to_owned()),
        4 => "[a-z ]{0,6}",
        1 => Just("x".repeat(1500)),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn encodings() -> impl Strategy<Value = PositionEncoding> {
    prop_oneof![Just(PositionEncoding::Utf8), Just(PositionEncoding::Utf16), Just(PositionEncoding::Utf32)]
}

fn position_strategy() -> impl Strategy<Value = Position> {
    (prop_oneof![0..12u32, Just(u32::MAX)], prop_oneof![0..12u32, 0..1600u32, Just(u32::MAX)])
        .prop_map(|(line, character)| Position { line, character })
}

fn boundary(text: &str, seed: usize) -> usize {
    let mut at = seed % (text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[test]
fn only_three_line_ends_count() {
    let text = Text::new("a\nb\r\nc\rd\u{2028}e\u{0b}f\u{0c}g\u{85}h");
    assert_eq!(text.line_count(), 4);
    assert_eq!(text.line_text(1), "b");
    assert_eq!(text.line_text(2), "c");
    assert_eq!(text.line_range(9), text.len_bytes()..text.len_bytes());
}

#[test]
fn an_empty_text_has_one_empty_line() {
    let text = Text::default();
    assert_eq!((text.line_count(), text.line_range(0), text.to_string()), (1, 0..0, String::new()));
    assert_eq!(text.position(7, PositionEncoding::Utf16), Position::default());
    assert_eq!(text.chunk(0), ("", 0));
    assert_eq!(text.char_at(0), None);
}

#[test]
fn a_surrogate_pair_is_two_units_and_is_not_split() {
    let text = Text::new("😀x");
    let at = |character| text.offset(Position { line: 0, character }, PositionEncoding::Utf16);
    assert_eq!((at(0), at(1), at(2), at(3), at(4)), (0, 0, 4, 5, 5));
}

#[test]
fn a_range_end_does_not_split_a_line_end() {
    let mut text = Text::new("ab\r\ncd");
    let change = TextChange {
        range: Some((Position { line: 0, character: 1 }, Position { line: 0, character: 3 })),
        text: String::new(),
    };
    text.apply(&change, PositionEncoding::Utf16);
    assert_eq!(text.to_string(), "a\r\ncd");
    assert_eq!(text.position(2, PositionEncoding::Utf16), Position { line: 0, character: 1 });
}

#[test]
fn a_byte_order_mark_counts_for_the_client_and_not_for_python() {
    let text = Text::new("\u{feff}x = 1\ny");
    assert_eq!(text.bom_len(), 3);
    assert_eq!(text.offset_of_place(Place { line: 0, byte: 4 }), 7);
    assert_eq!(text.place(7), Place { line: 0, byte: 4 });
    assert_eq!(text.place(0), Place { line: 0, byte: 0 });
    assert_eq!(text.position(7, PositionEncoding::Utf16), Position { line: 0, character: 5 });
    assert_eq!(text.offset_of_place(Place { line: 1, byte: 1 }), text.len_bytes());
}

#[test]
fn a_replacement_is_an_edit_of_what_differs() {
    let mut text = Text::new("a = 1\r\nb = 2\r\n");
    let edit = text.replace(0..16, "a = 1\r\nb = 30\r\n");
    assert_eq!((edit.old, edit.new_end), (11..12, 13));
    let mut text = Text::new("a\r\n");
    assert_eq!(text.replace(0..9, "a\n").old, 1..3);
    assert!(text.replace(0..2, "a\n").is_empty());
}

#[test]
fn texts_can_be_shared() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<Text>();
}

proptest! {
    #[test]
    fn lines_are_those_of_the_protocol(text in text_strategy()) {
        let rope = Text::new(&text);
        let lines = naive_lines(&text);
        prop_assert_eq!(rope.line_count(), lines.len());
        for (i, &(start, end, next)) in lines.iter().enumerate() {
            prop_assert_eq!(rope.line_start(i), start);
            prop_assert_eq!(rope.line_range(i), start..end);
            prop_assert_eq!(rope.full_line_range(i), start..next);
            prop_assert!(rope.line_text(i) == text[start..end]);
            if start < next {
                prop_assert_eq!(rope.line_of_byte(start), i);
            }
        }
    }

    #[test]
    fn offsets_are_those_of_a_naive_search(
        text in text_strategy(), position in position_strategy(), encoding in encodings(),
    ) {
        let byte = Text::new(&text).offset(position, encoding);
        prop_assert_eq!(byte, naive_offset(&text, position, encoding));
        prop_assert!(text.is_char_boundary(byte));
    }

    #[test]
    fn a_position_leads_back_to_its_byte(text in text_strategy(), seed in any::<usize>(), encoding in encodings()) {
        let rope = Text::new(&text);
        let byte = boundary(&text, seed);
        let line = rope.line_range(rope.line_of_byte(byte));
        let expected = byte.min(line.end);
        prop_assert_eq!(rope.offset(rope.position(byte, encoding), encoding), expected);
        let after_bom = expected.max(if expected < 3 { rope.bom_len() } else { 0 });
        prop_assert_eq!(rope.offset_of_place(rope.place(byte)), after_bom);
    }

    #[test]
    fn a_bare_line_counts_like_a_text(line in "[a-z😀é€\t]{0,12}", byte in 0..60usize, encoding in encodings()) {
        let text = Text::new(&line);
        let character = character_of_byte(&line, byte, encoding);
        prop_assert_eq!(character, text.position(byte, encoding).character);
        prop_assert_eq!(
            byte_of_character(&line, character, encoding),
            text.offset(Position { line: 0, character }, encoding),
        );
        prop_assert_eq!(
            byte_of_code_points(&line, byte),
            text.offset(Position { line: 0, character: byte as u32 }, PositionEncoding::Utf32),
        );
    }

    #[test]
    fn changes_do_what_they_do_to_a_string(
        text in text_strategy(),
        changes in prop::collection::vec(
            (prop::option::of((position_strategy(), position_strategy())), text_strategy()), 1..5),
        encoding in encodings(),
    ) {
        let (mut rope, mut plain) = (Text::new(&text), text);
        for (range, new) in changes {
            let before = rope.clone();
            let edit = rope.apply(&TextChange { range, text: new.clone() }, encoding);
            let old = plain.clone();
            match range {
                Some((a, b)) => {
                    let (a, b) = (naive_offset(&plain, a, encoding), naive_offset(&plain, b, encoding));
                    plain.replace_range(a.min(b)..a.max(b), &new);
                }
                None => plain = new,
            }
            prop_assert_eq!(rope.to_string(), plain.clone());
            prop_assert_eq!(before.to_string(), old.clone());
            let mut again = old;
            again.replace_range(edit.old.clone(), &plain[edit.new_range()]);
            prop_assert_eq!(&again, &plain);
            prop_assert_eq!(edit.start_point, before.point(edit.old.start));
            prop_assert_eq!(edit.old_end_point, before.point(edit.old.end));
            prop_assert_eq!(edit.new_end_point, rope.point(edit.new_end));
            prop_assert_eq!(rope.line_count(), naive_lines(&plain).len());
        }
    }

    #[test]
    fn boundaries_are_those_of_str(text in text_strategy(), seed in any::<usize>()) {
        let rope = Text::new(&text);
        let byte = seed % (text.len() + 2);
        let floor = (0..=byte.min(text.len())).rev().find(|b| text.is_char_boundary(*b));
        let ceil = (byte..=text.len()).find(|b| text.is_char_boundary(*b)).unwrap_or(text.len());
        prop_assert_eq!(Some(rope.floor_char_boundary(byte)), floor);
        prop_assert_eq!(rope.ceil_char_boundary(byte), ceil);
        prop_assert_eq!(rope.char_at(byte), floor.and_then(|b| text[b..].chars().next()));
    }
}
