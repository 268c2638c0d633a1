//! `shutdown`: what runs is ended here already, before `exit`.

use crate::lsp::backend::Server;
use std::time::Duration;

/// How long the engine may take. What is left then dies with this process.
const END_OF_ALL: Duration = Duration::from_secs(1);

pub(crate) async fn shutdown(server: &Server) {
    if tokio::time::timeout(END_OF_ALL, server.engine.stop()).await.is_err() {
        tracing::warn!("what ran could not be ended in time");
    }
}
