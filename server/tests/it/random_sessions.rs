//! Many edits at random, as fast as a client can send them: the text that runs is the text that the client has.
//!
//! A failure names its seed; put it into `SEEDS` so that it is tried for ever.

use crate::harness::text::position;
use crate::harness::{Profile, TestServer};
use serde_json::{Value, json};

const SEEDS: [u64; 4] = [1, 2, 3, 20_261_130];
const HEAD: &str = "s = r'''";
const TAIL: &str = "'''\nprint(ascii(s))\n";
/// What is typed: letters of one to four bytes, and line ends of each kind.
const PIECES: [&str; 10] = ["a", "é", "日", "😀", "\n", "\r\n", " ", "xyz", "ñ😀\n", ""];

/// A generator whose numbers are the same everywhere (Knuth's MMIX constants).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most
    }
}

async fn session(profile: Profile, seed: u64) {
    let mut random = Random(seed);
    let mut server = TestServer::start(profile).await;
    let uri = server.open("main.py", &format!("{HEAD}start{TAIL}")).await;
    for round in 0..3 {
        for _ in 0..40 {
            let changes: Vec<Value> = if random.below(12) == 0 {
                vec![json!({"text": server.client.text(&uri)})]
            } else {
                vec![edit(&mut random, &server.client.text(&uri), server.client.units)]
            };
            server.client.change(&uri, &changes).await;
            if random.below(8) == 0 {
                let at = json!({"line": random.below(9), "character": random.below(9)});
                let params = json!({"textDocument": {"uri": uri}, "position": at});
                server.client.request("textDocument/hover", params).await.unwrap();
            }
        }
        let text = server.client.text(&uri);
        let body = &text[HEAD.len()..text.len() - TAIL.len()];
        let want = ascii(&body.replace("\r\n", "\n").replace('\r', "\n"));
        let result = server.run_file(&uri).await;
        let got = result["stdout"].as_str().unwrap_or_default().trim_end();
        assert_eq!(got, want, "seed {seed}, round {round}, {profile:?}: {text:?}");
    }
    server.finish().await;
}

/// A change somewhere in the string.
fn edit(random: &mut Random, text: &str, units: crate::harness::text::Units) -> Value {
    let body = &text[HEAD.len()..text.len() - TAIL.len()];
    // Not between the two halves of a line end: no position is there.
    let inside = |at: &usize| *at == 0 || !(body[..*at].ends_with('\r') && body[*at..].starts_with('\n'));
    let places: Vec<usize> =
        body.char_indices().map(|(at, _)| at).chain([body.len()]).filter(inside).collect();
    let start = random.below(places.len());
    let end = (start + random.below(4)).min(places.len() - 1);
    let range = json!({
        "start": position(text, HEAD.len() + places[start], units),
        "end": position(text, HEAD.len() + places[end], units),
    });
    json!({"range": range, "text": PIECES[random.below(PIECES.len())]})
}

/// What Python's `ascii` makes of such a text.
fn ascii(text: &str) -> String {
    let mut out = "'".to_owned();
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            ' '..='~' => out.push(c),
            _ if (c as u32) < 0x100 => out.push_str(&format!("\\x{:02x}", c as u32)),
            _ if (c as u32) < 0x10000 => out.push_str(&format!("\\u{:04x}", c as u32)),
            _ => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out + "'"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_text_that_runs_is_the_clients_in_utf_16() {
    for seed in SEEDS {
        session(Profile::VsCode, seed).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_text_that_runs_is_the_clients_in_utf_8() {
    for seed in SEEDS {
        session(Profile::Helix, seed).await;
    }
}
