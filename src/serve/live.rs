//! What the server shows at this moment, and who waits for it to change.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::tree::Tree;

/// The last good build, and the message of the build after it where that failed.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    pub(super) tree: Option<Arc<Tree>>,
    pub(super) failure: Option<Arc<str>>,
    /// Made from the content, so that a page is reloaded when it differs and not when the server was restarted.
    pub(super) version: Arc<str>,
}

#[derive(Debug, Default)]
pub(super) struct Live {
    shown: Mutex<Shown>,
    changed: Condvar,
}

impl Live {
    /// Swaps in a whole build, then tells the pages.
    pub(super) fn show(&self, tree: Tree) {
        let version = tree.version().into();
        *self.lock() = Shown { tree: Some(Arc::new(tree)), failure: None, version };
        self.changed.notify_all();
    }

    pub(super) fn fail(&self, message: String) {
        let version = format!("failed-{}", blake3::hash(message.as_bytes()).to_hex()).into();
        let mut shown = self.lock();
        shown.failure = Some(message.into());
        shown.version = version;
        drop(shown);
        self.changed.notify_all();
    }

    pub(super) fn shown(&self) -> Shown {
        self.lock().clone()
    }

    /// Returns when something else than `version` is shown, or after `patience`, with what is shown then.
    pub(super) fn wait(&self, version: &str, patience: Duration, stop: &AtomicBool) -> Arc<str> {
        let end = Instant::now() + patience;
        let mut shown = self.lock();
        while &*shown.version == version && !stop.load(Ordering::SeqCst) {
            let Some(left) = end.checked_duration_since(Instant::now()) else { break };
            shown = self.changed.wait_timeout(shown, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        shown.version.clone()
    }

    pub(super) fn wake(&self) {
        let _shown = self.lock();
        self.changed.notify_all();
    }

    /// A thread that panicked leaves nothing half-done here: every change is one assignment.
    fn lock(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
