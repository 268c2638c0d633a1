//! The end of everything, and the tidying before it.

use super::{Engine, Internal, STOP_LIMIT};
use crate::runs::{Control, Ending};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout_at};

impl Engine {
    /// Ends all children and waits until they are gone, or for so long.
    pub(super) async fn stop(&mut self, internal: &mut mpsc::UnboundedReceiver<Internal>) {
        for running in self.runs.values() {
            // A task that has ended needs no end.
            let _ = running.control.send(Control::Kill(Ending::Superseded));
        }
        self.sessions.clear();
        self.launcher.drop_spares(true);
        let limit = Instant::now() + STOP_LIMIT;
        while !self.runs.is_empty() {
            match timeout_at(limit, internal.recv()).await {
                Ok(Some(Internal::Finished(finished))) => {
                    self.runs.remove(&finished.result.run_id);
                }
                Ok(Some(Internal::Skipped { run })) => {
                    self.runs.remove(&run);
                }
                Ok(Some(_)) => {}
                // The helpers see their control sockets close with this process: nothing stays behind.
                Ok(None) | Err(_) => break,
            }
        }
        // The sessions' tasks end by themselves, now that nobody speaks to them.
        while crate::launch::any_run_dir() && Instant::now() < limit {
            sleep(Duration::from_millis(5)).await;
        }
        let temp = &self.launcher.config.temp_dir;
        if let Err(error) = crate::disk::remove_tree(temp) {
            tracing::debug!(%error, path = %temp.display(), "the temporary folder was not removed");
        }
    }

    /// Now and then: sessions that nobody used for their time, spares that nobody took.
    pub(super) fn tidy(&mut self) {
        self.launcher.drop_spares(false);
        let idle: Vec<_> = self
            .sessions
            .values()
            .filter(|session| session.is_idle())
            .filter(|session| {
                session.limits.session_idle.is_some_and(|limit| session.idle_since.elapsed() > limit)
            })
            .map(|session| session.id.clone())
            .collect();
        for id in idle {
            self.end_session(&id);
        }
    }
}
