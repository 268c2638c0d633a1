//! The processes that a server started, found by a word in their environment.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const NAME: &str = "EDITOR_TEST_MARK";

/// A word that no other process has in its environment.
#[derive(Debug)]
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        Self(format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)))
    }

    pub(crate) fn variable(&self) -> (&'static str, String) {
        (NAME, self.0.clone())
    }

    /// The living processes with the word, but for servers themselves.
    pub(crate) fn processes(&self) -> Vec<(u32, String)> {
        let want = format!("{NAME}={}", self.0);
        let Ok(all) = std::fs::read_dir("/proc") else { return Vec::new() };
        all.flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
            .filter(|id| {
                let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
                environment.split(|&b| b == 0).any(|variable| variable == want.as_bytes())
            })
            .map(|id| {
                let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
                (id, String::from_utf8_lossy(&line).replace('\0', " "))
            })
            .filter(|(_, line)| !line.trim_end().ends_with("pyflow lsp"))
            .collect()
    }

    pub(crate) async fn no_process_is_left(&self) {
        let mut left = self.processes();
        for _ in 0..20 {
            if left.is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            left = self.processes();
        }
        panic!("processes are left: {left:?}");
    }
}
