//! Warnings that an edit mends.

use super::draft::{Draft, in_coroutine_at};
use crate::diagnose::Source;
use crate::explain::unawaited;
use crate::msg;
use pyflow_core::outcome::Warning;

/// A call of a coroutine function that stands alone in an `async def`: `await` before it.
pub(super) fn drafts(warning: &Warning, source: &Source) -> Vec<Draft> {
    if !warning.message.contains("was never awaited") {
        return Vec::new();
    }
    let name = warning.message.split('\'').nth(1).unwrap_or_default();
    let short = name.rsplit('.').next().unwrap_or(name);
    let Some(call) = unawaited(source, warning.line, short) else { return Vec::new() };
    let new = format!("await {}", source.node_text(call));
    let title = msg!("fix-await", new = &new);
    let start = call.start_byte();
    let draft = if in_coroutine_at(source, call) {
        Draft::safe("never-awaited", 0.95, title).edit(source, start..start, "await ")
    } else {
        // At the module's level, and in a plain function, the loop has to be started.
        let run = format!("asyncio.run({})", source.node_text(call));
        let title = msg!("fix-asyncio-run", new = &run);
        let draft = Draft::guess("never-awaited-run", 0.6, title, msg!("assume-no-loop"));
        super::draft::add_import(draft.replace(source, call, run), source, "import asyncio")
    };
    vec![draft]
}
