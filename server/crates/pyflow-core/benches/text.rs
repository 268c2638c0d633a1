//! What an editor waits for: a key in a large file, and the opening of a very large one.
//!
//! Limits that these must keep: a small change of 100,000 lines with its reparse under 1 ms, 10 MB opened under 1 s.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use pyflow_core::cells::cells;
use pyflow_core::selection::resolve;
use pyflow_core::syntax::Tree;
use pyflow_core::text::{Position, PositionEncoding, Text, TextChange};
use std::fmt::Write as _;
use std::hint::black_box;

/// Python of a size that nobody reads: functions of ten lines, a cell marker every hundred.
fn lines(count: usize) -> String {
    let mut code = String::new();
    for at in 0..count / 10 {
        if at % 10 == 0 {
            code.push_str("# %% Part\n");
        } else {
            code.push('\n');
        }
        writeln!(code, "def total_{at}(prices, *, rate=0.19):\n    '''Sum of é and 😀.'''").unwrap();
        code.push_str("    result = 0\n    for name, price in prices.items():\n");
        code.push_str("        if price is None:\n            continue\n");
        code.push_str("        result += price * (1 + rate)\n    return result\n\n");
    }
    code
}

fn key(line: u32, text: &str) -> TextChange {
    let at = Position { line, character: 4 };
    TextChange { range: Some((at, at)), text: text.to_owned() }
}

fn bench(criterion: &mut Criterion) {
    let code = lines(100_000);
    let text = Text::new(&code);
    let tree = Tree::parse(&text).unwrap();

    criterion.bench_function("100,000 lines, a key: text only", |b| {
        b.iter_batched(
            || text.clone(),
            |mut text| text.apply(&key(50_003, "x"), PositionEncoding::Utf16),
            BatchSize::SmallInput,
        );
    });
    criterion.bench_function("100,000 lines, a key: text and tree", |b| {
        b.iter_batched(
            || text.clone(),
            |mut text| {
                let edit = text.apply(&key(50_003, "x"), PositionEncoding::Utf16);
                tree.reparse(&[edit], &text).unwrap()
            },
            BatchSize::SmallInput,
        );
    });
    criterion.bench_function("100,000 lines, whole text sent anew", |b| {
        let changed = code.replacen("total_5000", "sum_5000", 1);
        b.iter_batched(
            || (text.clone(), TextChange { range: None, text: changed.clone() }),
            |(mut text, change)| text.apply(&change, PositionEncoding::Utf16),
            BatchSize::LargeInput,
        );
    });
    criterion.bench_function("100,000 lines, selection at the cursor", |b| {
        let at = text.line_start(50_007);
        b.iter(|| resolve(&text, Some(&tree), black_box(at..at)));
    });
    criterion.bench_function("100,000 lines, position and back", |b| {
        b.iter(|| {
            let position = text.position(black_box(1_500_000), PositionEncoding::Utf16);
            text.offset(position, PositionEncoding::Utf16)
        });
    });
    let mut slow = criterion.benchmark_group("slow");
    slow.sample_size(10);
    slow.bench_function("100,000 lines, parse", |b| b.iter(|| Tree::parse(&text).unwrap()));
    slow.bench_function("100,000 lines, cells", |b| b.iter(|| cells(&text)));
    let large = lines(450_000);
    assert!(large.len() > 10_000_000);
    slow.bench_function("10 MB, text", |b| b.iter(|| Text::new(&large)));
    let line = "x = [".to_owned() + &"'é😀', ".repeat(900_000) + "]";
    slow.bench_function("10 MB in one line, text and a key", |b| {
        b.iter(|| {
            let mut text = Text::new(&line);
            text.apply(&key(0, "x"), PositionEncoding::Utf16)
        });
    });
    slow.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
