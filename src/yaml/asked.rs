//! Which keys the readers of mappings ask for, so that tests can compare them with what is written about them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Keys by what the mapping describes.
type Asked = BTreeMap<String, BTreeSet<&'static str>>;

thread_local! {
    static ASKED: RefCell<Asked> = const { RefCell::new(BTreeMap::new()) };
}

pub(super) fn note(what: &str, keys: &BTreeSet<&'static str>) {
    ASKED.with_borrow_mut(|asked| asked.entry(what.to_owned()).or_default().extend(keys));
}

/// What was asked for while `read` ran, on this thread.
pub(crate) fn asked_keys(read: impl FnOnce()) -> Asked {
    ASKED.take();
    read();
    ASKED.take()
}
